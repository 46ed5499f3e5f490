//! Tables of who wins and by how much, where values do not decide: one component, every move to one other.
//!
//! Positions come in an order in which options come first: that of a falling potential, or coordinate by coordinate where each
//! goes one way only. Complexity: one visit for each option of each cell; a byte a cell for who wins, four for scores.

use std::ops::RangeInclusive;

use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::outcome::Play;
use crate::position::Component;
use crate::program::{Array, Width};
use crate::proofs::potential::{Drift, descent, drift};
use crate::rules::{Evaluator, Form, Rules};
use crate::work::Work;

use super::fill::Filler;
use super::kernel::{Goal, Wanted, kernel};
use super::space::Space;

/// A table of outcomes or scores.
#[derive(Debug)]
pub(crate) struct Judged {
    space: Space,
    table: Array,
}

impl Judged {
    /// The table of everything that can come up from some components, if the rule has the shape for it and the table so many
    /// cells. What goes wrong otherwise is for a search to say, which looks at fewer positions.
    pub(crate) fn new(
        rules: &Rules,
        components: &[&Component],
        goal: Goal,
        wanted: RangeInclusive<u64>,
        work: &Work<'_>,
    ) -> Result<Option<Judged>> {
        let form = rules.form();
        if !is_alone(form) || components.is_empty() {
            return Ok(None);
        }
        let Some((space, rising)) = space(form, components, wanted, work) else { return Ok(None) };
        let (least, most) = (Width::U8, work.limits.positions);
        let wanted = Wanted { form, space: &space, rising: &rising, goal, least, most };
        let Some(kernel) = kernel(&wanted, work) else { return Ok(None) };
        let bytes = space.cells().saturating_mul(kernel.width.bytes());
        if work.limits.allow(space.cells(), 0).and(work.limits.allow_bytes(bytes)).is_err() {
            return Ok(None);
        }
        let mut table = Array::new(kernel.width);
        table.resize(space.cells() as usize)?;
        let mut evaluator = Evaluator::new(form.clone(), work.limits.positions);
        let mut walk =
            |place: &[i64], table: &Array| walk_cell(&mut evaluator, goal, place, &space, table, work);
        match Filler::new(kernel, work).fill(&space, &mut table, &mut 0, work, &mut walk) {
            Ok(()) => Ok(Some(Judged { space, table })),
            Err(e) if e.is_stop() => Err(e),
            Err(_) => Ok(None),
        }
    }

    /// How many cells that table would have.
    pub(crate) fn size(
        rules: &Rules,
        components: &[&Component],
        wanted: RangeInclusive<u64>,
        work: &Work<'_>,
    ) -> Option<u64> {
        let form = rules.form();
        let limits = Limits { positions: u64::MAX, bytes: u64::MAX, ..work.limits };
        let found = space(form, components, wanted, &Work { limits, ..*work }).filter(|_| is_alone(form));
        found.map(|(space, _)| space.cells())
    }

    /// What the table holds for a place, if it can come up.
    pub(crate) fn get(&self, place: &[i64]) -> Option<i64> {
        if self.space.contains(place) { self.table.get(self.space.index(place)) } else { None }
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> u64 {
        self.space.cells()
    }
}

/// Whether every move leads to one component, and the other player moves then.
fn is_alone(form: &Form) -> bool {
    let alone = |kind: &crate::rules::Kind| {
        matches!(&kind.parts[..], [part] if part.count.is_none() && part.each.is_empty()) && !kind.again
    };
    form.kinds.iter().all(alone)
}

/// The box of what can come up, its cells in a good order, and along which axes moves may leave it.
fn space(
    form: &Form,
    components: &[&Component],
    wanted: RangeInclusive<u64>,
    work: &Work<'_>,
) -> Option<(Space, Vec<bool>)> {
    let axes = form.axes.len();
    let (never_rises, below, down, order, slant) = match drift(form, work) {
        Some(Drift { never_rises, below }) => {
            let down = never_rises.iter().map(|never| !never).collect();
            (never_rises, below, down, (0..axes).collect(), None)
        }
        None => {
            let descent = descent(form, work).ok()?;
            let (order, slant) = match (descent.potential.axes_in_order(), &descent.potential.rows[..]) {
                (Some(order), _) => (order, None),
                (None, [row]) if row.iter().all(|weight| *weight > 0) => {
                    ((0..axes).collect(), Some(row.clone()))
                }
                _ => return None,
            };
            (descent.never_rises, vec![None; axes], vec![false; axes], order, slant)
        }
    };
    let (mut low, mut high) = (vec![0; axes], vec![0; axes]);
    for axis in 0..axes {
        let numbers = |axis: usize| components.iter().map(move |component| component.0[axis]);
        let (from, to) = form.axes[axis].domain.fixed_bounds();
        let (small, large) = (numbers(axis).min()?, numbers(axis).max()?);
        low[axis] = if down[axis] { small } else { from?.min(small) };
        high[axis] = match below[axis] {
            _ if never_rises[axis] => large,
            Some(other) => large.max(numbers(other).max()?),
            None => to?.max(large),
        };
    }
    let cells = low.iter().zip(&high).map(|(low, high)| high.abs_diff(*low).saturating_add(1));
    if !wanted.contains(&cells.fold(1, u64::saturating_mul)) {
        return None;
    }
    let space = Space::new(low, high, order, &work.limits, 1).ok()?;
    let rising = never_rises.iter().map(|never| !never).collect();
    // Where a coordinate that rises is never larger than one that does not, it is so everywhere if it is at the start.
    let floor = |axis: usize| {
        let below_here = |other: &usize| {
            below[*other] == Some(axis) && components.iter().all(|one| one.0[*other] <= one.0[axis])
        };
        (0..axis).find(below_here)
    };
    let floors = (0..axes).map(floor).collect();
    let space = space.counted_down(down).floored(floors);
    let slanted = match slant {
        Some(weights) => space.slanted(weights),
        None => space,
    };
    Some((slanted, rising))
}

/// A cell by walking the rule.
fn walk_cell(
    evaluator: &mut Evaluator,
    goal: Goal,
    place: &[i64],
    space: &Space,
    table: &Array,
    work: &Work<'_>,
) -> Result<i64> {
    if !evaluator.is_legal(place)? {
        return Ok(0);
    }
    let mut best = None;
    evaluator.options(place, work, &mut |option| {
        if !space.contains(option.places) {
            return Ok(());
        }
        let then = table.get(space.index(option.places)).unwrap_or(0);
        let found = match goal {
            Goal::Scores => option.gain.checked_sub(then).filter(|score| i32::try_from(*score).is_ok()),
            _ => Some(i64::from(then == 0)),
        };
        best = best.max(Some(found.ok_or_else(too_large)?));
        Ok(())
    })?;
    match (best, goal) {
        (Some(best), _) => Ok(best),
        (None, Goal::Wins(play)) => {
            Ok(i64::from(evaluator.wins_at_end(place)?.unwrap_or(play == Play::Misere)))
        }
        (None, _) => Ok(0),
    }
}

fn too_large() -> Error {
    Error::new(ErrorKind::Limit, "a score does not fit in 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;

    #[test]
    fn scores_of_intervals_are_those_of_the_plain_recursion_and_what_cannot_come_up_has_none() {
        let work = Work::unwatched();
        let text = "(l,r) -> (l+1,r) gain (l*37)%11 if l < r | (l,r-1) gain ((r-1)*37)%11 if l < r";
        let rules = Rules::read(text, &Lets::new(), &work).unwrap();
        const LAST: usize = 70;
        let start = Component(vec![0, LAST as i64]);
        let table = Judged::new(&rules, &[&start], Goal::Scores, 1..=u64::MAX, &work).unwrap().unwrap();
        let card = |i: usize| (i as i64 * 37) % 11;
        let mut best = vec![[0; LAST + 1]; LAST + 1];
        for l in (0..=LAST).rev() {
            for r in l..=LAST {
                if l < r {
                    best[l][r] = (card(l) - best[l + 1][r]).max(card(r - 1) - best[l][r - 1]);
                }
                assert_eq!(table.get(&[l as i64, r as i64]), Some(best[l][r]), "{l} {r}");
            }
        }
        assert_eq!(table.get(&[5, 4]), None);
    }
}

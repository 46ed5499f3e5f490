//! Node Kayles and Arc Kayles where no place has more than two neighbours: what hangs together is a path or a cycle.
//!
//! Theorem. A path of n places is a heap of n in the code 0.137 where a place is taken with its neighbours (Dawson's Chess),
//! and in 0.07 where two neighbours are taken (Dawson's Kayles). A cycle of n ≥ 3 places has options of one kind: a path of
//! n - 3 or n - 2.
//!
//! *Proof.* What is taken of a path is one place and whichever neighbours it has: three places with any split of the rest, two
//! at an end, or one that is alone. That is the digit 7 for three, 3 for two (nothing or one path is left) and 1 for one:
//! 0.137. Two neighbours leave two paths of any lengths, either of which may be empty: 0.07. All places of a cycle look alike,
//! and taking one opens it. ∎

use std::ops::ControlFlow;

use crate::error::Result;
use crate::heap::{Sequence, TakeBreak};
use crate::nimber::{Nimber, mex};
use crate::rules::{Becomes, Binder, Holds, PlaceCondition, PlaceMove, PlaceQualifier, PlaceRule};
use crate::rules::{SetTerm, Space, ValueTerm};
use crate::work::Work;

use crate::places::field::Field;

/// What a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::places) enum Taken {
    /// A place with its neighbours.
    Ball,
    /// Two neighbours.
    Pair,
}

impl Taken {
    pub(super) fn recognise(rule: &PlaceRule) -> Option<Taken> {
        let set = rule.coordinates.len() == 1 && rule.coordinates[0].holds == Holds::Set;
        let space = rule.space.has_neighbours() && rule.space != Space::Edges;
        match &rule.kinds[..] {
            [kind] if set && space => taken(kind),
            _ => None,
        }
    }

    pub(super) fn code(self) -> &'static str {
        if self == Taken::Ball { "0.137" } else { "0.07" }
    }

    /// How many places of a cycle are gone after a move.
    fn of_a_cycle(self) -> usize {
        if self == Taken::Ball { 3 } else { 2 }
    }
}

fn taken(kind: &PlaceMove) -> Option<Taken> {
    let set = || Box::new(SetTerm::Coordinate(0));
    let [Becomes::Set(SetTerm::Minus(from, taken))] = &kind.option[..] else { return None };
    if **from != *set() {
        return None;
    }
    match &kind.qualifiers[..] {
        [PlaceQualifier::For(Binder::One(v), SetTerm::Coordinate(0))] => {
            (**taken == SetTerm::Ball(Box::new(ValueTerm::Variable(*v)))).then_some(Taken::Ball)
        }
        [PlaceQualifier::For(Binder::Ends(u, v), SetTerm::Edges), PlaceQualifier::If(both)] => {
            let there = |slot: &usize| PlaceCondition::In(ValueTerm::Variable(*slot), SetTerm::Coordinate(0));
            let asked = PlaceCondition::And(Box::new(there(u)), Box::new(there(v)));
            let ends = SetTerm::Members(vec![ValueTerm::Variable(*u), ValueTerm::Variable(*v)]);
            (*both == asked && **taken == ends).then_some(Taken::Pair)
        }
        _ => None,
    }
}

/// The values of paths on a board where no place has more than two neighbours.
#[derive(Clone, Debug)]
pub(in crate::places) struct Runs {
    taken: Taken,
    /// The neighbours of each place.
    near: Vec<Vec<usize>>,
    /// By the number of places.
    paths: Vec<Nimber>,
}

/// Places that hang together, one after the other.
struct Run {
    places: Vec<usize>,
    closed: bool,
}

impl Runs {
    /// None if some place has more than two neighbours.
    pub(super) fn new(taken: Taken, field: &Field, work: &Work<'_>) -> Result<Option<Runs>> {
        let mut near = Vec::new();
        for place in &field.places {
            work.tick("places", near.len() as u64, None)?;
            let all: Vec<usize> =
                field.near(*place).into_iter().filter_map(|other| field.index(other)).collect();
            if all.len() > 2 {
                return Ok(None);
            }
            near.push(all);
        }
        let mut heaps = Sequence::new(taken.code().parse::<TakeBreak>()?);
        let paths = (0..=near.len() as u64).map(|n| heaps.value(n, work)).collect::<Result<Vec<_>>>()?;
        Ok(Some(Runs { taken, near, paths }))
    }

    fn runs(&self, cells: &[i64]) -> Vec<Run> {
        let (mut seen, mut runs) = (vec![false; cells.len()], Vec::new());
        let there = |place: usize| cells[place] != 0;
        let degree = |place: usize| self.near[place].iter().filter(|other| there(**other)).count();
        let ends = (0..cells.len()).filter(|place| there(*place) && degree(*place) < 2);
        let starts: Vec<usize> = ends.chain((0..cells.len()).filter(|place| there(*place))).collect();
        for start in starts {
            if seen[start] {
                continue;
            }
            let closed = degree(start) == 2;
            let (mut places, mut at) = (vec![start], start);
            seen[start] = true;
            while let Some(&next) = self.near[at].iter().find(|next| there(**next) && !seen[**next]) {
                seen[next] = true;
                places.push(next);
                at = next;
            }
            runs.push(Run { places, closed });
        }
        runs
    }

    fn worth(&self, run: &Run) -> Nimber {
        let n = run.places.len();
        match run.closed {
            true => mex([self.paths[n - self.taken.of_a_cycle()]]),
            false => self.paths[n],
        }
    }

    pub(super) fn value(&self, cells: &[i64]) -> Nimber {
        self.runs(cells).iter().map(|run| self.worth(run)).sum()
    }

    /// Calls `visit` with the places that each move takes, and what the run is worth before and after it.
    fn moves(
        &self,
        cells: &[i64],
        visit: &mut impl FnMut(&[usize], Nimber) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (all, reach) = (self.value(cells), usize::from(self.taken == Taken::Ball));
        for run in self.runs(cells) {
            let (n, rest) = (run.places.len(), all + self.worth(&run));
            if run.closed {
                let opened = rest + self.paths[n - self.taken.of_a_cycle()];
                for i in 0..n {
                    let gone = [run.places[i], run.places[(i + 1) % n], run.places[(i + 2) % n]];
                    visit(&gone[..self.taken.of_a_cycle()], opened)?;
                }
                continue;
            }
            for i in 0..n {
                let (first, last) = match self.taken {
                    Taken::Ball => (i.saturating_sub(reach), (i + reach).min(n - 1)),
                    Taken::Pair if i + 1 < n => (i, i + 1),
                    Taken::Pair => break,
                };
                let left = rest + self.paths[first] + self.paths[n - 1 - last];
                visit(&run.places[first..=last], left)?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn options(
        &self,
        cells: &[i64],
        visit: &mut impl FnMut(Box<[i64]>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.moves(cells, &mut |gone, _| visit(without(cells, gone)))
    }

    /// Every option of this value, each once.
    pub(super) fn options_of_value(&self, cells: &[i64], wanted: Nimber) -> Vec<Box<[i64]>> {
        let mut all = Vec::new();
        let _ = self.moves(cells, &mut |gone, value| {
            if value == wanted {
                all.push(without(cells, gone));
            }
            ControlFlow::Continue(())
        });
        all
    }
}

fn without(cells: &[i64], gone: &[usize]) -> Box<[i64]> {
    let mut after: Box<[i64]> = cells.into();
    gone.iter().for_each(|place| after[*place] = 0);
    after
}

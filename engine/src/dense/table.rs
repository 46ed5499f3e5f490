//! The dense table engine: all positions of a box, in the order of a falling potential.
//!
//! For one coordinate this is the textbook table of a heap game. For several it needs a potential that falls with
//! every move (proved by the planner) and bounds on the coordinates: a domain, the position itself where no move
//! raises a coordinate, or the potential divided by its weight.
//!
//! Cells are filled by a program made of the rule ([`kernel`](super::kernel)); what it does not cover is walked.
//! Complexity: one visit for each option of each cell; 1, 2 or 4 bytes a cell, whatever values the options allow, and more where
//! cells must be sorted because there is no program.

use crate::engine::{Engine, TableCost};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::nimber::{MexSet, Nimber};
use crate::position::Component;
use crate::program::{Array, Width};
use crate::proofs::potential::Descent;
use crate::report::sentence::EngineName;
use crate::rules::{Domain, Evaluator, Rules};
use crate::work::Work;

use super::fill::Filler;
use super::kernel::{Goal, Kernel, Wanted, kernel};
use super::sliding::Sliding;
use super::space::Space;

/// So few cells are walked: a program would not be there sooner.
const FEW: usize = 256;

/// Bytes of a cell, and of its number and potential while cells are sorted.
const SORTED: u64 = 4 + 16;

/// A dense table of values.
#[derive(Debug)]
pub struct Dense {
    evaluator: Evaluator,
    descent: Descent,
    /// Whether no option of any cell leaves the box.
    closed: bool,
    space: Option<Space>,
    values: Array,
    /// How many cells are done; only a heap's table is ever extended.
    done: usize,
    /// The program of a box, and the box.
    filler: Option<(Space, Filler)>,
    most_options: u64,
    /// For a heap whose options are intervals.
    sliding: Option<Sliding>,
}

impl Dense {
    /// A table for rules whose potential falls.
    pub fn new(rules: &Rules, descent: Descent, most_options: u64) -> Dense {
        let form = rules.form();
        let closed = form
            .axes
            .iter()
            .zip(&descent.never_rises)
            .all(|(axis, never)| *never || matches!(axis.domain.fixed_bounds(), (Some(_), Some(_))));
        let evaluator = Evaluator::new(form.clone(), most_options);
        let values = Array::new(Width::U8);
        Dense {
            evaluator,
            descent,
            closed,
            space: None,
            values,
            done: 0,
            filler: None,
            most_options,
            sliding: None,
        }
    }

    /// The bounds within which all positions reachable from the components lie.
    fn bounds(&mut self, components: &[Component]) -> Result<(Vec<i64>, Vec<i64>)> {
        let form = self.evaluator.form().clone();
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (i, axis) in form.axes.iter().enumerate() {
            let (Some(least), most) = axis.domain.fixed_bounds() else { return Err(no_bound(&axis.name)) };
            let given = components.iter().map(|c| c.0[i]).max().unwrap_or(least);
            let top = match most {
                Some(most) if !self.descent.never_rises[i] => most,
                _ if self.descent.never_rises[i] => given,
                _ => self.potential_bound(i, components).ok_or_else(|| no_bound(&axis.name))?,
            };
            low.push(least.min(components.iter().map(|c| c.0[i]).min().unwrap_or(least)));
            high.push(top.max(given));
        }
        Ok((low, high))
    }

    /// A single row of positive weights bounds every coordinate (they are at least 0 where nothing else bounds them).
    fn potential_bound(&self, axis: usize, components: &[Component]) -> Option<i64> {
        let [row] = &self.descent.potential.rows[..] else { return None };
        let form = self.evaluator.form();
        let natural = form.axes.iter().all(|axis| matches!(axis.domain, Domain::Natural));
        if !natural || row.iter().any(|w| *w <= 0) {
            return None;
        }
        let potential = |c: &Component| {
            c.0.iter().zip(row).try_fold(0i64, |sum, (x, w)| sum.checked_add(x.checked_mul(*w)?))
        };
        let most = components.iter().map(potential).try_fold(0, |most, p| Some(most.max(p?)))?;
        Some(most / row[axis])
    }

    /// Whether the table has the value of a place. In a box that options may leave it has only those of places from
    /// which no game can leave it.
    fn holds(&mut self, place: &[i64]) -> bool {
        if !self.space.as_ref().is_some_and(|space| space.contains(place)) {
            return false;
        }
        if self.closed {
            return true;
        }
        let corners = self.bounds(&[Component(place.to_vec())]);
        let within = |(low, high): (Vec<i64>, Vec<i64>)| {
            self.space.as_ref().is_some_and(|space| space.contains(&low) && space.contains(&high))
        };
        corners.is_ok_and(within)
    }

    fn space_of(&self, low: Vec<i64>, high: Vec<i64>, work: &Work<'_>) -> Result<Space> {
        let (order, in_index_order) = self.order();
        let space = Space::new(low, high, order, &work.limits, 1)?;
        let weights = &self.descent.potential.rows[0];
        // A heap has no other order than that of its numbers.
        let slanted = !in_index_order && weights.len() > 1 && weights.iter().all(|weight| *weight > 0);
        Ok(if slanted { space.slanted(weights.clone()) } else { space })
    }

    /// Fills the table of a box.
    fn become_table(&mut self, space: Space, work: &Work<'_>) -> Result<()> {
        // Growing a heap's table keeps the numbers of its cells; growing a box does not.
        let keep = self.evaluator.form().axes.len() == 1 && self.space.is_some();
        if !keep {
            (self.space, self.done) = (None, 0);
            self.values = Array::new(Width::U8);
        }
        let mut filler = self.filler_for(&space, work);
        let width = filler.as_ref().map_or(Width::U32, |(_, filler)| filler.width());
        let beside = filler.as_ref().map_or(0, |(_, filler)| filler.bytes());
        work.limits.allow_bytes(space.cells().saturating_mul(width.bytes()).saturating_add(beside))?;
        if width != self.values.width() {
            self.values = self.values.widened(width)?;
        }
        self.values.resize(space.cells() as usize)?;
        let filled = self.fill(&space, filler.as_mut().map(|(_, filler)| filler), work);
        self.filler = filler;
        filled?;
        self.space = Some(space);
        Ok(())
    }

    /// The axes from most to least significant, and whether index order is then an order of the potential.
    fn order(&self) -> (Vec<usize>, bool) {
        let potential = &self.descent.potential;
        match potential.axes_in_order() {
            Some(order) => (order, true),
            // Where no coordinate rises, whatever falls falls in the order of the numbers, too.
            None => {
                ((0..potential.rows[0].len()).collect(), self.descent.never_rises.iter().all(|never| *never))
            }
        }
    }

    /// The cells in the order of the potential.
    fn sorted(&self, space: &Space) -> Result<Vec<u32>> {
        let count = u32::try_from(space.cells())
            .map_err(|_| Error::new(ErrorKind::Limit, "more than 2^32 cells would have to be sorted"))?;
        let row = &self.descent.potential.rows[0];
        let mut place = vec![0; row.len()];
        let mut potential = |cell: u64| {
            space.place(cell, &mut place);
            place.iter().zip(row).map(|(x, w)| x * w).sum::<i64>()
        };
        let mut cells: Vec<u32> = (0..count).collect();
        cells.sort_by_cached_key(|&cell| potential(cell.into()));
        Ok(cells)
    }

    /// The program for a box. That of a heap is made for a larger one, so that it lasts while the heap grows.
    fn filler_for(&mut self, space: &Space, work: &Work<'_>) -> Option<(Space, Filler)> {
        let known = self.filler.take();
        let form = self.evaluator.form().clone();
        let is_heap = form.axes.len() == 1;
        let (low, high) = space.side(0);
        if let Some((known, filler)) = known
            && is_heap
            && known.side(0).0 == low
            && known.side(0).1 >= high
            && (self.done == 0 || self.values.width() == filler.width())
        {
            return Some((known, filler));
        }
        if space.cells() as usize <= self.done + FEW || !(self.order().1 || space.slant().is_some()) {
            return None;
        }
        let mut larger = space.clone();
        if is_heap {
            let roomy =
                (high.max(1) as u64).checked_next_power_of_two().and_then(|high| i64::try_from(high).ok());
            let limits = Limits { positions: u64::MAX, bytes: u64::MAX, ..work.limits };
            larger = Space::new(vec![low], vec![roomy?], vec![0], &limits, 1).ok()?;
        }
        let least = if self.done > 0 { self.values.width() } else { Width::U8 };
        let kernel = self.kernel_for(&larger, least, work)?;
        Some((larger, Filler::new(kernel, work)))
    }

    fn kernel_for(&self, space: &Space, least: Width, work: &Work<'_>) -> Option<Kernel> {
        let rising = self.descent.never_rises.iter().map(|never| !never).collect::<Vec<bool>>();
        let (form, most) = (self.evaluator.form(), self.most_options);
        kernel(&Wanted { form, space, rising: &rising, goal: Goal::Values, least, most }, work)
    }

    /// Fills the table of a heap as long as its options are intervals, and that pays.
    fn slide(&mut self, space: &Space, work: &Work<'_>) -> Result<()> {
        let low = space.side(0).0;
        let Some(sliding) = &mut self.sliding else { return Ok(()) };
        let (evaluator, mut found) = (&mut self.evaluator, MexSet::default());
        while (self.done as u64) < space.cells() && !sliding.is_in_vain() {
            let at = self.done;
            work.tick("positions", at as u64, Some(space.cells()))?;
            let value = match sliding.value(at, low, &self.values, work)? {
                Some(value) => value,
                None => walk_cell(evaluator, &[low + at as i64], space, &self.values, &mut found, work)?,
            };
            if !self.values.set(at, value) || self.values.get(at) != Some(value) {
                return Err(Error::new(ErrorKind::Limit, "a value does not fit the table"));
            }
            self.done = at + 1;
        }
        Ok(())
    }

    fn fill(&mut self, space: &Space, filler: Option<&mut Filler>, work: &Work<'_>) -> Result<()> {
        if self.done == 0 {
            let heap = space.order().len() == 1 && space.cells() > FEW as u64;
            self.sliding = heap.then(|| Sliding::new(self.evaluator.form(), space.side(0).0, work)).flatten();
        }
        self.slide(space, work)?;
        if self.done as u64 == space.cells() {
            return Ok(());
        }
        let (evaluator, mut found) = (&mut self.evaluator, MexSet::default());
        if let Some(filler) = filler {
            let mut walk =
                |place: &[i64], values: &Array| walk_cell(evaluator, place, space, values, &mut found, work);
            return filler.fill(space, &mut self.values, &mut self.done, work, &mut walk);
        }
        let (_, in_index_order) = self.order();
        let sorted = if in_index_order {
            Vec::new()
        } else {
            work.limits.allow_bytes(space.cells().saturating_mul(SORTED))?;
            self.sorted(space)?
        };
        let mut place = vec![0; space.order().len()];
        let evaluator = &mut self.evaluator;
        for at in self.done..space.cells() as usize {
            work.tick("positions", at as u64, Some(space.cells()))?;
            let cell = sorted.get(at).map_or(at, |&cell| cell as usize);
            space.place(cell as u64, &mut place);
            let value = walk_cell(evaluator, &place, space, &self.values, &mut found, work)?;
            if !self.values.set(cell, value) || self.values.get(cell) != Some(value) {
                return Err(Error::new(
                    ErrorKind::Limit,
                    "a position has more options than its value can tell",
                ));
            }
            self.done = at + 1;
        }
        Ok(())
    }
}

/// The value of a cell by walking the rule; that of a place that is none of the rule does not matter.
fn walk_cell(
    evaluator: &mut Evaluator,
    place: &[i64],
    space: &Space,
    values: &Array,
    found: &mut MexSet,
    work: &Work<'_>,
) -> Result<i64> {
    if !evaluator.is_legal(place)? {
        return Ok(0);
    }
    found.clear();
    evaluator.options(place, work, &mut |option| {
        let parts = option.places.chunks_exact(place.len()).zip(option.counts);
        let odd = parts.filter(|(_, count)| *count % 2 == 1);
        // A cell whose option lies outside cannot come up from the positions asked for: the
        // bounds hold for all that can. Its value is never used.
        let mut value =
            odd.map(|(part, _)| if space.contains(part) { values.get(space.index(part)) } else { None });
        if let Some(value) = value.try_fold(0, |sum, value| Some(sum ^ value?)) {
            found.insert(Nimber(value as u64));
        }
        Ok(())
    })?;
    Ok(found.mex().0 as i64)
}

fn no_bound(axis: &str) -> Error {
    Error::new(ErrorKind::Limit, format!("no bound is known for the coordinate {axis}"))
}

impl Engine for Dense {
    fn name(&self) -> EngineName {
        if self.evaluator.form().axes.len() == 1 { EngineName::DenseTable } else { EngineName::DenseBox }
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        let (low, high) = self.bounds(components)?;
        let exact = self.space_of(low.clone(), high.clone(), work);
        let Some(known) = &self.space else { return self.become_table(exact?, work) };
        if exact.as_ref().is_ok_and(|space| space.fits(known) && self.done as u64 == known.cells()) {
            return Ok(());
        }
        // A box that grows is made anew, so that it grows by a good part or not at all; what may be asked again stays in it.
        let mut larger = known.grown(&low, &high);
        for (axis, top) in self.evaluator.form().axes.iter().zip(&mut larger.1) {
            *top = axis.domain.fixed_bounds().1.map_or(*top, |most| (*top).min(most));
        }
        let grown = self.space_of(larger.0, larger.1, work).and_then(|space| self.become_table(space, work));
        match grown {
            Err(e) if !e.is_stop() => self.become_table(exact?, work),
            done => done,
        }
    }

    fn table_size(&mut self, components: &[Component]) -> Option<u64> {
        let (low, high) = self.bounds(components).ok()?;
        let sides = low
            .iter()
            .zip(&high)
            .map(|(low, high)| high.saturating_sub(*low).saturating_add(1).max(0) as u64);
        Some(sides.fold(1, u64::saturating_mul))
    }

    fn table_cost(&mut self, components: &[Component], work: &Work<'_>) -> Option<TableCost> {
        let cells = self.table_size(components)?;
        let (low, high) = self.bounds(components).ok()?;
        // The program that would fill it says how wide its entries are; what is past the limits has none.
        let space = self.space_of(low, high, work).ok();
        let kernel = space.and_then(|space| self.kernel_for(&space, Width::U8, work));
        let (options, each) = kernel.map_or((None, 1), |kernel| (Some(kernel.options), kernel.width.bytes()));
        Some(TableCost { cells, options, each })
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        if !self.holds(place) {
            self.prepare(&[Component(place.to_vec())], work)?;
        }
        let space = self.space.as_ref().expect("prepared above");
        Ok(Nimber(self.values.get(space.index(place)).unwrap_or(0) as u64))
    }

    fn positions(&self) -> u64 {
        self.done as u64
    }
}

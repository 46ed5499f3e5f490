//! The cells of a dense table: a box of coordinates, numbered.

use crate::bytes::{Amount, OUT_OF_REACH};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::limits::Limits;

/// Numbers of cells are computed without asking whether they fit.
const MOST_CELLS: u64 = OUT_OF_REACH;

/// A box of coordinates. The first axes of `order` are the most significant ones of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    low: Vec<i64>,
    high: Vec<i64>,
    stride: Vec<i64>,
    order: Vec<usize>,
    /// Along which axes the largest number comes first.
    downwards: Vec<bool>,
    /// Positive weights of the coordinates, where cells come in the order of the weighted sum instead of their numbers.
    slant: Option<Vec<i64>>,
    /// For each axis another one whose number is never larger at any place that matters.
    floors: Vec<Option<usize>>,
    cells: u64,
}

impl Space {
    /// The box from `low` to `high`, both included.
    pub(crate) fn new(
        low: Vec<i64>,
        high: Vec<i64>,
        order: Vec<usize>,
        limits: &Limits,
        bytes: u64,
    ) -> Result<Space> {
        let mut stride = vec![0; low.len()];
        let mut cells: u128 = 1;
        for &axis in order.iter().rev() {
            stride[axis] = i64::try_from(cells).unwrap_or(i64::MAX);
            cells = cells.saturating_mul((high[axis] as i128 - low[axis] as i128 + 1).max(0) as u128);
        }
        let cells = u64::try_from(cells).unwrap_or(u64::MAX);
        limits.allow(cells, bytes)?;
        if cells > MOST_CELLS || usize::try_from(cells).is_err() {
            let fault = Fault::BeyondAnyMachine { needed: Amount(cells) };
            return Err(Error::new(ErrorKind::Limit, fault).hint(NextStep::AskSmaller));
        }
        let (downwards, floors) = (vec![false; low.len()], vec![None; low.len()]);
        Ok(Space { low, high, stride, order, downwards, slant: None, floors, cells })
    }

    /// The same box in which the largest number comes first along some axes.
    pub(crate) fn counted_down(self, downwards: Vec<bool>) -> Space {
        Space { downwards, ..self }
    }

    /// The same box without the places at which some coordinates are less than others.
    pub(crate) fn floored(self, floors: Vec<Option<usize>>) -> Space {
        Space { floors, ..self }
    }

    /// The coordinate that is never larger than this one.
    pub(crate) fn floor(&self, axis: usize) -> Option<usize> {
        self.floors[axis]
    }

    /// The same box whose cells come in the order of a sum with these positive weights.
    pub(crate) fn slanted(self, weights: Vec<i64>) -> Space {
        Space { slant: Some(weights), ..self }
    }

    pub(crate) fn slant(&self) -> Option<&[i64]> {
        self.slant.as_deref()
    }

    /// The first and the last number of a coordinate, in the order of the cells.
    pub(crate) fn ends(&self, axis: usize) -> (i64, i64) {
        let (low, high) = self.side(axis);
        if self.downwards[axis] { (high, low) } else { (low, high) }
    }

    pub(crate) fn cells(&self) -> u64 {
        self.cells
    }

    /// How far apart the cells of two places are that differ by one in a coordinate.
    pub(crate) fn stride(&self, axis: usize) -> i64 {
        self.stride[axis]
    }

    /// The least and the largest number of a coordinate.
    pub(crate) fn side(&self, axis: usize) -> (i64, i64) {
        (self.low[axis], self.high[axis])
    }

    /// The axes, the most significant of the index first.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The place with the next number, if they come in that order; says whether there is one.
    pub(crate) fn advance(&self, place: &mut [i64]) -> bool {
        for &axis in self.order.iter().rev() {
            let (first, last) = self.ends(axis);
            if place[axis] != last {
                place[axis] += if self.downwards[axis] { -1 } else { 1 };
                return true;
            }
            place[axis] = first;
        }
        false
    }

    pub(crate) fn contains(&self, place: &[i64]) -> bool {
        let above = |axis: usize, value: i64| self.floors[axis].is_none_or(|other| place[other] <= value);
        place
            .iter()
            .enumerate()
            .all(|(axis, &value)| self.low[axis] <= value && value <= self.high[axis] && above(axis, value))
    }

    /// The number of a cell; the place must be inside.
    #[inline]
    pub(crate) fn index(&self, place: &[i64]) -> usize {
        let offset = |(axis, &value): (usize, &i64)| match self.downwards[axis] {
            false => (value - self.low[axis]) * self.stride[axis],
            true => (self.high[axis] - value) * self.stride[axis],
        };
        place.iter().enumerate().map(offset).sum::<i64>() as usize
    }

    /// The place with a given number.
    pub(crate) fn place(&self, index: u64, place: &mut [i64]) {
        let mut rest = index as i64;
        for &axis in &self.order {
            let steps = rest / self.stride[axis];
            place[axis] = if self.downwards[axis] { self.high[axis] - steps } else { self.low[axis] + steps };
            rest %= self.stride[axis];
        }
    }

    /// The corners of a box that holds this one and another, and more where it grows. One of a heap grows for nothing, so
    /// that it is no longer than it must be.
    pub(crate) fn grown(&self, low: &[i64], high: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let top = |axis: usize| {
            let (known, wanted) = (self.high[axis], high[axis]);
            let spare = if self.low.len() > 1 { known.saturating_sub(self.low[axis]) / 4 } else { 0 };
            if wanted > known { wanted.max(known.saturating_add(spare)) } else { known }
        };
        let bottom = |axis: usize| self.low[axis].min(low[axis]);
        ((0..low.len()).map(bottom).collect(), (0..low.len()).map(top).collect())
    }

    /// Whether this box lies inside the other.
    pub(crate) fn fits(&self, other: &Space) -> bool {
        other.contains(&self.low) && other.contains(&self.high) && self.order == other.order
    }
}

//! Numbers on places whose rule is Nim, Staircase Nim, or Nim kept in order.
//!
//! * `w[i:=w[i]-k] for k in 1..w[i]`: no other place is read or written, so each is a Nim heap.
//! * `w[i:=w[i]-k, i-1:=w[i-1]+k]` on a strip: Staircase Nim. Call place 0, from which k is lost, and every second one after
//!   it odd. A push changes just one odd place: its own, which falls, or the one below, which grows. So no option has the
//!   same nim-sum of odd places; and a smaller sum is reached by lowering one of them, as in Nim. The value is that sum.
//! * `w[i:=w[i]-k] … if i == 0 or w[i-1] <= w[i]-k`, from places in non-decreasing order: what is taken from a place leaves its
//!   difference to the one before, and joins the next difference: a staircase of differences, of which the last is the lowest step,
//!   since what is taken from the last place is lost. (POI XVI, Pebbles.)
//!
//! Complexity: O(places), for any numbers of 64 bits.

use crate::heap::closed::{non_decreasing_value, staircase_value};
use crate::literal::Lets;
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::rules::{PlaceRule, Space};
use crate::work::Work;

/// The kinds of rules, each in the ways in which it is written.
const SHAPES: &[(Steps, &str)] = &[
    (Steps::Heaps, "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i]"),
    (Steps::Heaps, "w on strip of 0.. -> w[i:=k] for i in w for k in 0..w[i]-1"),
    (Steps::Down, "w on strip of 0.. -> w[i:=w[i]-k, i-1:=w[i-1]+k] for i in w for k in 1..w[i]"),
    (Steps::Down, "w on strip of 0.. -> w[i-1:=w[i-1]+k, i:=w[i]-k] for i in w for k in 1..w[i]"),
    (
        Steps::InOrder,
        "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i] if i == 0 or w[i-1] <= w[i]-k",
    ),
    (
        Steps::InOrder,
        "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i] if i == 0 or w[i]-k >= w[i-1]",
    ),
];

/// A kind of rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::places) enum Steps {
    /// Each place is a heap.
    Heaps,
    /// What is taken from a place joins the one below.
    Down,
    /// Heaps that stay in non-decreasing order.
    InOrder,
}

/// Whether a rule is one of a shape, whatever its names are; ways to end it are part of it, and so is its space unless its
/// neighbours do not matter.
fn is_shape(rule: &PlaceRule, shape: &str) -> bool {
    let Ok(shape) = PlaceRule::read(shape, &Lets::new(), &Work::unwatched()) else { return false };
    let holds = |rule: &PlaceRule| rule.coordinates.iter().map(|one| one.holds.clone()).collect::<Vec<_>>();
    rule.kinds.len() == shape.kinds.len()
        && rule
            .kinds
            .iter()
            .zip(&shape.kinds)
            .all(|(one, other)| (&one.option, &one.qualifiers) == (&other.option, &other.qualifiers))
        && holds(rule) == holds(&shape)
        && rule.ending.over.is_none()
        && rule.ending.over_all.is_none()
}

impl Steps {
    /// Recognises rules of one number on each place.
    pub(super) fn recognise(rule: &PlaceRule) -> Option<Steps> {
        let (kind, _) = SHAPES.iter().find(|(_, shape)| is_shape(rule, shape))?;
        // Heaps are heaps wherever they stand; where neighbours matter they stand on a strip.
        (*kind == Steps::Heaps || rule.space == Space::Strip).then_some(*kind)
    }

    pub(super) fn name(self) -> BoardTheorem {
        match self {
            Steps::Heaps => BoardTheorem::PlacesAreHeaps,
            Steps::Down => BoardTheorem::Staircase,
            Steps::InOrder => BoardTheorem::Neighbours,
        }
    }

    pub(super) fn value(self, cells: &[i64]) -> Option<Nimber> {
        let numbers = plain(cells)?;
        match self {
            Steps::Heaps => Some(numbers.into_iter().map(Nimber).sum()),
            Steps::Down => {
                let all: Vec<u64> = std::iter::once(0).chain(numbers).collect();
                Some(staircase_value(&all))
            }
            Steps::InOrder => non_decreasing_value(&numbers),
        }
    }

    pub(super) fn options_of_value(self, cells: &[i64], value: Nimber) -> Option<Vec<Box<[i64]>>> {
        let numbers = plain(cells)?;
        let found: Vec<(usize, u64)> = match self {
            Steps::Heaps => {
                let change = value.0 ^ numbers.iter().fold(0, |sum, n| sum ^ n);
                let lowered = numbers.iter().enumerate().map(|(at, n)| (at, *n, n ^ change));
                lowered.filter(|(_, n, to)| to < n).map(|(at, n, to)| (at, n - to)).collect()
            }
            Steps::Down => pushes(&numbers, value).collect(),
            Steps::InOrder => {
                let mut steps = differences(&numbers)?;
                steps.reverse();
                pushes(&steps, value).map(|(step, taken)| (numbers.len() - 1 - step, taken)).collect()
            }
        };
        found.into_iter().map(|(at, taken)| self.after(cells, at, taken)).collect()
    }

    pub(super) fn is_option(self, from: &[i64], to: &[i64]) -> Option<bool> {
        if from.len() != to.len() {
            return Some(false);
        }
        let Some(at) = from.iter().zip(to).position(|(from, to)| to < from) else { return Some(false) };
        let taken = u64::try_from(from[at].checked_sub(to[at])?).ok()?;
        let in_order = |cells: &[i64]| at == 0 || cells[at - 1] <= cells[at];
        Some(
            self.after(from, at, taken).is_some_and(|after| *after == *to)
                && (self != Steps::InOrder || in_order(to)),
        )
    }
}

impl Steps {
    /// What becomes of a position if so much is taken from a place.
    fn after(self, cells: &[i64], at: usize, taken: u64) -> Option<Box<[i64]>> {
        let (mut after, taken): (Box<[i64]>, i64) = (cells.into(), i64::try_from(taken).ok()?);
        after[at] -= taken;
        if self == Steps::Down && at > 0 {
            after[at - 1] = after[at - 1].checked_add(taken)?;
        }
        Some(after)
    }
}

fn plain(cells: &[i64]) -> Option<Vec<u64>> {
    cells.iter().map(|cell| u64::try_from(*cell).ok()).collect()
}

/// The differences of numbers in non-decreasing order.
fn differences(numbers: &[u64]) -> Option<Vec<u64>> {
    let before = std::iter::once(&0).chain(numbers);
    numbers.iter().zip(before).map(|(number, before)| number.checked_sub(*before)).collect()
}

/// Every push of a staircase to a value, the step and the stones. A push changes just one step that counts, and what that one must
/// become for the nim-sum to be the value is a single number.
fn pushes(steps: &[u64], value: Nimber) -> impl Iterator<Item = (usize, u64)> {
    let change = value.0 ^ steps.iter().step_by(2).fold(0, |sum, stones| sum ^ stones);
    steps.iter().enumerate().filter_map(move |(i, stones)| {
        let counts = if i % 2 == 0 { *stones } else { steps[i - 1] };
        let pushed = match i % 2 {
            0 => counts.checked_sub(counts ^ change)?,
            _ => (counts ^ change).checked_sub(counts)?,
        };
        (1..=*stones).contains(&pushed).then_some((i, pushed))
    })
}

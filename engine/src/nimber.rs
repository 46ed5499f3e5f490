//! Nimbers: the values of impartial games under normal play.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// The value `*n` of an impartial game: the size of the Nim heap it equals.
///
/// Addition is the value of a sum of games, that is, exclusive or.
///
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber(5) + Nimber(7) + Nimber(3), Nimber(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a finished game.
    pub const ZERO: Nimber = Nimber(0);
}

// The sum of two games has the exclusive or of their values: that is the point of nimbers.
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for Nimber {
    type Output = Nimber;
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

#[allow(clippy::suspicious_op_assign_impl)]
impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(iter: I) -> Nimber {
        iter.fold(Nimber::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The least nimber that is not among `values`.
///
/// ```
/// use grundy::{Nimber, mex};
/// assert_eq!(mex([0, 1, 2, 5, 7].map(Nimber)), Nimber(3));
/// assert_eq!(mex([]), Nimber(0));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut set = MexSet::default();
    values.into_iter().for_each(|v| set.insert(v));
    set.mex()
}

/// A set of nimbers that is asked for its mex and cleared, over and over.
///
/// Clearing is constant time: each slot holds the stamp of the round in which it was last inserted.
/// Values above the number of insertions cannot influence the mex, but the set does not know that number in
/// advance, so it grows to the largest value seen, up to `FAR`; larger values are kept aside.
#[derive(Clone, Debug)]
pub struct MexSet {
    stamp: Vec<u32>,
    round: u32,
    far: Vec<u64>,
}

impl Default for MexSet {
    fn default() -> Self {
        MexSet { stamp: Vec::new(), round: 1, far: Vec::new() }
    }
}

impl MexSet {
    /// Values from here on are stored in a list instead of a slot each.
    const FAR: u64 = 1 << 24;

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: Nimber) {
        match self.stamp.get_mut(value.0 as usize) {
            Some(slot) => *slot = self.round,
            None => self.insert_slow(value),
        }
    }

    #[cold]
    fn insert_slow(&mut self, value: Nimber) {
        if value.0 < Self::FAR {
            self.stamp.resize((value.0 as usize + 1).next_power_of_two().max(64), 0);
            self.stamp[value.0 as usize] = self.round;
        } else {
            self.far.push(value.0);
        }
    }

    /// Whether a value was added since the last clearing.
    pub fn contains(&self, value: Nimber) -> bool {
        self.stamp.get(value.0 as usize).map_or_else(|| self.far.contains(&value.0), |&s| s == self.round)
    }

    /// The least value that was not added.
    #[inline]
    pub fn mex(&self) -> Nimber {
        let near = self.stamp.iter().position(|&s| s != self.round).unwrap_or(self.stamp.len()) as u64;
        if near < self.stamp.len() as u64 || self.far.is_empty() { Nimber(near) } else { self.mex_far(near) }
    }

    #[cold]
    fn mex_far(&self, near: u64) -> Nimber {
        let mut far = self.far.clone();
        far.sort_unstable();
        Nimber(far.into_iter().fold(near, |next, v| if v == next { next + 1 } else { next }))
    }

    /// Empties the set.
    #[inline]
    pub fn clear(&mut self) {
        self.far.clear();
        if self.round == u32::MAX {
            self.stamp.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Every value that was added, in order, each once.
    pub fn values(&self) -> Vec<Nimber> {
        let mut far = self.far.clone();
        far.sort_unstable();
        far.dedup();
        let near = self.stamp.iter().enumerate().filter(|&(_, &s)| s == self.round).map(|(v, _)| v as u64);
        near.chain(far).map(Nimber).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_of_the_textbook_sets() {
        assert_eq!(mex([0, 1, 2, 5, 7].map(Nimber)), Nimber(3));
        assert_eq!(mex([]), Nimber(0));
        assert_eq!(mex([1, 2, 3].map(Nimber)), Nimber(0));
    }

    #[test]
    fn a_cleared_set_is_empty() {
        let mut set = MexSet::default();
        for v in [0, 1, u64::MAX, 3, 3] {
            set.insert(Nimber(v));
        }
        assert_eq!(set.values(), [0, 1, 3, u64::MAX].map(Nimber));
        assert!(set.contains(Nimber(u64::MAX)) && !set.contains(Nimber(2)));
        assert_eq!(set.mex(), Nimber(2));
        set.clear();
        assert_eq!(set.mex(), Nimber(0));
        assert!(set.values().is_empty());
    }

    #[test]
    fn the_stamp_may_wrap_around() {
        let mut set = MexSet { round: u32::MAX, ..MexSet::default() };
        set.insert(Nimber(0));
        set.clear();
        assert_eq!(set.mex(), Nimber(0));
    }
}

//! Sliding stones: a strip of cells, some with a stone; a move slides a stone one or two cells to the left over empty
//! cells onto an empty cell.
//!
//! Theorem: the value is the nim-sum of the gaps mod 3 before the last stone, the third last and so on. Proof: call these
//! gaps odd, the others even. Sliding a stone by d takes d from the gap before it and adds d to the gap after it, or
//! loses it after the last stone; so every move changes just one odd gap, by 1 or 2, and its residue mod 3 with it: no
//! option has the same sum. And to every smaller sum some odd residue r must become a smaller r' (as in Nim), which
//! sliding its stone by r - r' does. So the mex of the options is the sum. It is Staircase Nim
//! ([`staircase_value`](crate::heap::closed::staircase_value)) with one or two a push.
//!
//! ```
//! use grundy::boards::stones::Strip;
//! let strip: Strip = "X.X".parse()?;
//! assert_eq!(strip.value().0, 1);
//! assert_eq!(strip.winning().map(|to| to.to_string()).collect::<Vec<_>>(), ["XX."]);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::{bad_position, on_heap};
use crate::error::{BoardFault, Error, NextStep, Result};
use crate::nimber::Nimber;

/// A strip of cells with stones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    length: usize,
    /// The cells of the stones, from left to right.
    stones: Vec<usize>,
}

impl Strip {
    /// The strip that ends with the last of stones with so many empty cells before each.
    pub fn of_gaps(gaps: &[u64]) -> Result<Strip> {
        let mut length = 0usize;
        let stone = |gap: &u64| {
            let at = usize::try_from(*gap).ok().and_then(|gap| length.checked_add(gap));
            length = at.and_then(|at| at.checked_add(1)).ok_or_else(|| {
                bad_position(BoardFault::StripTooLong).hint(NextStep::NumbersUpTo { most: usize::MAX as u64 })
            })?;
            Ok(length - 1)
        };
        let stones = gaps.iter().map(stone).collect::<Result<Vec<usize>>>()?;
        Ok(Strip { length, stones })
    }

    /// How many empty cells lie before each stone.
    pub(super) fn gaps(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        (0..self.stones.len()).map(|i| self.gap(i))
    }

    fn gap(&self, stone: usize) -> usize {
        match stone {
            0 => self.stones[0],
            _ => self.stones[stone] - self.stones[stone - 1] - 1,
        }
    }

    /// The value: the gaps mod 3 before every second stone from the right.
    pub fn value(&self) -> Nimber {
        self.gaps().rev().step_by(2).map(residue).sum()
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        on_heap(&self.stones)
    }

    /// Every move, from the left stone to the right one.
    pub fn moves(&self) -> impl Iterator<Item = Strip> + '_ {
        (0..self.stones.len()).flat_map(move |stone| {
            (1..=self.gap(stone).min(2)).map(move |by| {
                let mut to = self.clone();
                to.stones[stone] -= by;
                to
            })
        })
    }

    /// Every winning move as a stone, counted from 0, and how far it slides.
    ///
    /// A slide changes one gap that counts, so that the value after it is known at once.
    pub fn winning_slides(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (value, last) = (self.value(), self.stones.len().wrapping_sub(1));
        (0..self.stones.len()).flat_map(move |stone| {
            let counts = (last - stone).is_multiple_of(2);
            let gap = self.gap(if counts { stone } else { stone + 1 });
            let without = value + residue(gap);
            let then = move |by: usize| residue(if counts { gap - by } else { gap + by });
            (1..=self.gap(stone).min(2)).filter(move |by| without == then(*by)).map(move |by| (stone, by))
        })
    }

    /// Every winning move.
    pub fn winning(&self) -> impl Iterator<Item = Strip> + '_ {
        self.winning_slides().map(|(stone, by)| {
            let mut to = self.clone();
            to.stones[stone] -= by;
            to
        })
    }
}

/// What a gap that counts is worth.
fn residue(gap: usize) -> Nimber {
    Nimber(gap as u64 % 3)
}

impl FromStr for Strip {
    type Err = Error;

    fn from_str(text: &str) -> Result<Strip> {
        let text = text.trim();
        let stray = text.chars().position(|c| !matches!(c, '.' | 'X'));
        if let Some(at) = stray {
            return Err(bad_position(BoardFault::NeitherFreeNorStone { cell: at + 1 }));
        }
        let stones = text.bytes().enumerate().filter(|(_, c)| *c == b'X').map(|(at, _)| at);
        Ok(Strip { length: text.len(), stones: stones.collect() })
    }
}

impl fmt::Display for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = vec![b'.'; self.length];
        self.stones.iter().for_each(|&at| cells[at] = b'X');
        f.write_str(&String::from_utf8_lossy(&cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use hashbrown::HashMap;

    fn plain(strip: &Strip, known: &mut HashMap<Strip, Nimber>) -> Nimber {
        if let Some(&value) = known.get(strip) {
            return value;
        }
        let options: Vec<Nimber> = strip.moves().map(|to| plain(&to, known)).collect();
        let value = mex(options);
        known.insert(strip.clone(), value);
        value
    }

    #[test]
    fn the_value_of_every_strip_up_to_11_cells_is_the_mex_of_its_options() {
        let mut known = HashMap::new();
        for length in 0..=11usize {
            for cells in 0..1u32 << length {
                let stones = (0..length).filter(|at| cells >> at & 1 == 1).collect();
                let strip = Strip { length, stones };
                assert_eq!(strip.value(), plain(&strip, &mut known), "{strip}");
                assert_eq!(strip.to_string().parse::<Strip>().unwrap(), strip);
                let winning = strip.moves().filter(|to| to.value() == Nimber::ZERO);
                assert!(strip.winning().eq(winning), "{strip}");
            }
        }
    }
}

//! Boards whose places hang together with their neighbours; and those of which every move clears two neighbours.
//!
//! Rows catch carries, so that adding to a run of places fills it, and no place has a neighbour in another row's end.
//!
//! *Paths.* Where every pair of neighbours can be cleared, and nothing else, a part in which no place has three neighbours and
//! some place has one is a path, however it is bent. A move leaves the two paths before and behind the pair: the value depends
//! on the number of places alone, v(n) = mex { v(i) xor v(n-2-i) }, which is Dawson's Kayles, 0.07. So the shortest straight
//! path of that value stands for all of them, and those of value 0 for nothing. That holds for values, not for
//! misère play.

use super::layout::Layout;
use crate::nimber::{MexSet, Nimber};

/// Places of the longest path that is told by its length.
const LONGEST: usize = 65;

/// What paths stand for, by how many places they have.
#[derive(Clone, Debug)]
pub(super) struct Paths(Vec<Option<u64>>);

impl Paths {
    pub(super) fn new(layout: &Layout) -> Paths {
        let mut values: Vec<u64> = Vec::with_capacity(LONGEST);
        for places in 0..LONGEST {
            let mut found = MexSet::default();
            let after = places.checked_sub(2).map_or(0..0, |rest| 0..rest + 1);
            after.for_each(|before| found.insert(Nimber(values[before] ^ values[places - 2 - before])));
            values.push(found.mex().0);
        }
        let straight = |places: usize| match places as u32 {
            0 => Some(0),
            places if places <= layout.rows => {
                Some((0..places).fold(0, |all, r| all | 1 << (r * layout.stride)))
            }
            places if places <= layout.columns => Some(u64::MAX >> (64 - places)),
            _ => None,
        };
        let shortest = |value: &u64| values.iter().position(|other| other == value).and_then(straight);
        Paths(values.iter().map(shortest).collect())
    }

    /// What stands for a part that is a path, nothing if it is worth nothing; none if it is no path, or what stands for it does
    /// not fit the board.
    #[inline]
    pub(super) fn form(&self, part: u64, stride: u32) -> Option<u64> {
        let is_path = near_three(part, stride) == 0 && ends(part, stride) != 0;
        if is_path { self.0.get(part.count_ones() as usize).copied().flatten() } else { None }
    }
}

/// Calls `visit` with what hangs together, but for single places.
#[inline]
pub(super) fn hanging_together(all: u64, stride: u32, mut visit: impl FnMut(u64)) {
    let mut left = all & near(all, stride);
    while left != 0 {
        let part = filled(left, stride);
        left ^= part;
        visit(part);
    }
}

/// How many holes there are in places that hang together: by Euler's formula, from the pairs of neighbours, the places and the
/// squares of four.
#[inline]
pub(super) fn holes(places: u64, stride: u32) -> u32 {
    let across = places & places >> 1;
    let pairs = across.count_ones() + (places & places.wrapping_shr(stride)).count_ones();
    let squares = (across & across.wrapping_shr(stride)).count_ones();
    (1 + pairs).saturating_sub(places.count_ones() + squares)
}

/// The neighbours of some places, where rows catch carries.
#[inline]
fn near(places: u64, stride: u32) -> u64 {
    places << 1 | places >> 1 | places.wrapping_shl(stride) | places.wrapping_shr(stride)
}

/// Those of the places that have at least two of others as neighbours.
#[inline]
fn near_two(places: u64, others: u64, stride: u32) -> u64 {
    let (left, right) = (others << 1, others >> 1);
    let (up, down) = (others.wrapping_shl(stride), others.wrapping_shr(stride));
    places & (left & right | up & down | (left | right) & (up | down))
}

/// Those of the places that have at most one neighbour.
#[inline]
pub(super) fn ends(places: u64, stride: u32) -> u64 {
    places & !near_two(places, places, stride)
}

/// Those of the places that have at least three neighbours.
#[inline]
fn near_three(places: u64, stride: u32) -> u64 {
    let (left, right) = (places << 1, places >> 1);
    let (up, down) = (places.wrapping_shl(stride), places.wrapping_shr(stride));
    places & (left & right & (up | down) | up & down & (left | right))
}

/// A part of which every move clears two neighbours, without places that are not needed.
///
/// *Why.* Let u and v have the same single neighbour w. A move that clears one of them clears w, after which the other has
/// no move; and a move that clears w with another place ends both. So at most one of them is ever cleared, no matter which,
/// and without v there are moves to the same positions. One pass is enough: w keeps another neighbour than u, or the two are all
/// that is left.
#[inline]
pub(super) fn without_twins(part: u64, stride: u32) -> u64 {
    let ends = ends(part, stride);
    let mut forks = near_two(part, ends, stride);
    let mut kept = part;
    while forks != 0 {
        let fork = forks & forks.wrapping_neg();
        forks ^= fork;
        let twins = near(fork, stride) & ends;
        kept &= !(twins & (twins - 1));
    }
    kept
}

/// What hangs together with the first of these places, where rows catch carries.
///
/// Adding a place to a run of places carries to the end of the run, so a row is filled at once.
#[inline]
fn filled(free: u64, stride: u32) -> u64 {
    let mut part = free & free.wrapping_neg();
    loop {
        let row = part | free & !free.wrapping_add(part);
        // A single row may be as wide as the word: then this shifts by less, which does not matter.
        let more = (row | row >> 1 | row.wrapping_shr(stride) | row.wrapping_shl(stride)) & free;
        if more == part {
            return part;
        }
        part = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_what_is_enclosed() {
        let rows = |text: [&str; 4]| {
            let row = |(r, row): (usize, &&str)| {
                row.bytes().enumerate().fold(0, |all, (c, b)| all | u64::from(b == b'o') << (8 * r + c))
            };
            text.iter().enumerate().map(row).fold(0, |all, row| all | row)
        };
        assert_eq!(holes(rows(["oooo", "oooo", "oooo", "oooo"]), 8), 0);
        assert_eq!(holes(rows(["oooo", "o.oo", "oooo", "...o"]), 8), 1);
        assert_eq!(holes(rows(["ooooo", "o.o.o", "ooooo", "...."]), 8), 2);
        // Two that touch at a corner are one.
        assert_eq!(holes(rows(["ooo.", "o.oo", "oo.o", ".ooo"]), 8), 1);
    }

    #[test]
    fn paths_are_told_however_they_are_bent() {
        let layout = Layout::new(7, 7).unwrap();
        let paths = Paths::new(&layout);
        let bent = |steps: &[u32]| steps.iter().fold(0u64, |all, bit| all | 1 << bit);
        // Five places are worth nothing, seven as much as two; a square and a fork are no paths.
        assert_eq!(paths.form(bent(&[0, 1, 9, 10, 18]), 8), Some(0));
        assert_eq!(paths.form(bent(&[0, 1, 2, 10, 18, 17, 16]), 8), paths.form(bent(&[0, 1]), 8));
        assert_eq!(paths.form(bent(&[0, 1, 8, 9]), 8), None);
        assert_eq!(paths.form(bent(&[0, 1, 2, 9]), 8), None);
    }
}

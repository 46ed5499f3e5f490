//! A table of values in one byte each, or two where they are large.
//!
//! Within one class of values the lowest bit of the mask follows from the others, so it is left out: the packed values of
//! common heaps keep their order, and packing respects exclusive or. Rare heaps are few and are listed. A table may
//! forget heaps between its beginning and its end; what it still has is enough to go on computing.

use crate::heap::cells::Cells;
use crate::heap::exact::{Exact, Moves};
use crate::heap::sparse::Class;

/// The values of heaps `0..len`, packed.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    pub(crate) moves: Moves,
    pub(crate) class: Class,
    /// The rare heaps from 1 on and their values, by heap.
    pub(crate) rares: Vec<(u64, u16)>,
    /// The packed values of heaps `start..`.
    cells: Cells,
    start: usize,
    /// Those of the first heaps, kept when the table forgets what lies between.
    first: Cells,
}

/// A rare part together with the digit that splits it off, or a take: the heap `distance` below, its value plus
/// `add`, is the value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    pub(crate) add: u16,
    pub(crate) distance: usize,
}

impl Packed {
    /// How many heaps a forgetful table keeps at its beginning.
    pub(crate) const FIRST: usize = 1 << 16;

    /// The table of an exact engine, if it has a class.
    pub(crate) fn from_exact(exact: &Exact) -> Option<Packed> {
        let (class, moves, rares) = (exact.class?, exact.moves.clone(), exact.rares.clone());
        let empty = Packed::from_parts(moves, class, rares, Cells::default(), 0, Cells::default());
        let cells = exact.values.iter().map(|&v| empty.pack(v.into()) as u16).collect();
        Some(Packed { cells, ..empty })
    }

    /// A table from its parts, as a checkpoint has them: the first heaps, and the heaps `start..`.
    pub(crate) fn from_parts(
        moves: Moves,
        class: Class,
        rares: Vec<(u64, u16)>,
        first: Cells,
        start: usize,
        cells: Cells,
    ) -> Packed {
        Packed { moves, class, rares, cells, start, first }
    }

    /// The value without the bit that its class determines.
    pub(crate) fn pack(&self, value: u32) -> u32 {
        let bit = self.class.mask.trailing_zeros();
        let low = (1 << bit) - 1;
        (value >> 1) & !low | value & low
    }

    /// The value of the given class that packs to `packed` at heap `n`.
    pub(crate) fn unpack(&self, packed: u32, n: u64, rare: bool) -> u32 {
        let bit = self.class.mask.trailing_zeros();
        let low = (1 << bit) - 1;
        let value = (packed & !low) << 1 | packed & low;
        if self.class.is_rare(value, n) == rare { value } else { value | 1 << bit }
    }

    /// How many heaps the table covers.
    pub(crate) fn len(&self) -> usize {
        self.start + self.cells.len()
    }

    /// The first heap of the part that is complete to the end.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The packed values of heaps `start..`.
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Their low bytes, which is all of them for kernels whose values fit in a byte.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.cells.low()
    }

    /// The packed values of the first heaps: at least [`Packed::FIRST`] of them, if there are so many.
    pub(crate) fn first(&self) -> &Cells {
        if self.start == 0 { &self.cells } else { &self.first }
    }

    /// The largest packed value of a heap that is kept or rare: rare heaps may be forgotten, but their values go on being added.
    pub(crate) fn largest(&self) -> usize {
        let rare = self.rares.iter().map(|r| self.pack(r.1.into())).max().unwrap_or(0);
        (rare as usize).max(self.first().max().max(self.cells.max()).into())
    }

    /// Whether the table still has this heap.
    pub(crate) fn has(&self, n: usize) -> bool {
        n < self.len() && (n >= self.start || n < self.first.len())
    }

    /// The packed value of heap `n`.
    #[inline]
    pub(crate) fn cell(&self, n: usize) -> u16 {
        if n >= self.start { self.cells.get(n - self.start) } else { self.first.get(n) }
    }

    /// Its low byte.
    #[inline]
    pub(crate) fn byte(&self, n: usize) -> u8 {
        if n >= self.start { self.cells.low()[n - self.start] } else { self.first.low()[n] }
    }

    pub(crate) fn is_rare(&self, n: usize) -> bool {
        let n = n as u64;
        n == 0
            || self.rares.last().is_some_and(|r| r.0 >= n)
                && self.rares.binary_search_by_key(&n, |r| r.0).is_ok()
    }

    /// The value of heap `n`.
    pub(crate) fn value(&self, n: usize) -> u32 {
        let at = n as u64;
        if self.rares.last().is_some_and(|r| r.0 >= at)
            && let Ok(i) = self.rares.binary_search_by_key(&at, |r| r.0)
        {
            return self.rares[i].1.into();
        }
        if n == 0 { 0 } else { self.unpack(self.cell(n).into(), at, false) }
    }

    /// Adds the next heaps, all of common value that packs into a byte.
    #[inline]
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.cells.append(bytes);
    }

    /// Adds the next heaps, all of common value.
    pub(crate) fn append_wide(&mut self, cells: &[u16]) {
        self.cells.extend(cells.iter().copied());
    }

    /// Adds the next heap, of rare value.
    pub(crate) fn push_rare(&mut self, value: u16) {
        self.rares.push((self.len() as u64, value));
        self.cells.push(self.pack(value.into()) as u16);
    }

    /// Drops all heaps from `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.cells.truncate(len - self.start);
        while self.rares.last().is_some_and(|r| r.0 >= len as u64) {
            self.rares.pop();
        }
    }

    /// Forgets all but the first heaps and at least the last `keep`.
    pub(crate) fn forget(&mut self, keep: usize) {
        let start = self.len().saturating_sub(keep);
        if start <= self.start || start < Packed::FIRST {
            return;
        }
        if self.start == 0 {
            self.first = self.cells.first(Packed::FIRST);
        }
        self.cells.drop_first(start - self.start);
        self.start = start;
    }

    /// The last rare heap, 0 if there is none.
    pub(crate) fn last_rare(&self) -> usize {
        self.rares.last().map_or(0, |r| r.0 as usize)
    }

    /// The options that can have a common value.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let takes = self.moves.takes.iter().filter(|&&t| self.takes_keep_class(t));
        let mut terms: Vec<Term> = takes.map(|&t| Term { add: 0, distance: t as usize }).collect();
        for &(p, v) in self.rares.iter().filter(|r| r.0 >= self.moves.least_part) {
            let add = self.pack(v.into()) as u16;
            terms.extend(self.moves.breaks.iter().map(|t| Term { add, distance: (t + p) as usize }));
        }
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Whether taking `t` from a heap leads from common to common values; with position parity an odd `t` makes a
    /// common value rare.
    pub(crate) fn takes_keep_class(&self, t: u64) -> bool {
        self.class.parity.is_none() || t.is_multiple_of(2)
    }

    /// The least short witness that heap `n` has an option of rare value `v`: 0 for a take, else the smaller part.
    /// The outer `None`: the table has forgotten heaps that would have to be looked at.
    #[inline]
    pub(crate) fn witness(&self, n: usize, v: u32) -> Option<Option<usize>> {
        let moves = &self.moves;
        if moves.takes.iter().any(|&t| (t as usize) < n && self.value(n - t as usize) == v) {
            return Some(Some(0));
        }
        let packed = self.pack(v) as u16;
        let rests = || moves.breaks.iter().filter(|&&t| (t as usize) < n).map(|&t| n - t as usize);
        let most = rests().map(|r| moves.half(r as u64) as usize).max().unwrap_or(0);
        let mut from = moves.least_part as usize;
        while from <= most {
            let to = (from + 256).min(most + 1);
            let mut least = None;
            for rest in rests() {
                let to = to.min(moves.half(rest as u64) as usize + 1);
                if from < to {
                    let hit = self.witness_in(from..to, rest, packed, v)?;
                    least = least.into_iter().chain(hit).min();
                }
            }
            if least.is_some() {
                return Some(least);
            }
            from = to;
        }
        Some(None)
    }

    #[inline]
    fn witness_in(
        &self,
        parts: std::ops::Range<usize>,
        rest: usize,
        packed: u16,
        v: u32,
    ) -> Option<Option<usize>> {
        let run = |from: usize, to: usize| {
            let (cells, from, to) = match from >= self.start {
                true => (&self.cells, from - self.start, to - self.start),
                false => (self.first(), from, to),
            };
            Some((cells.low().get(from..to)?, cells.high().get(from..to)))
        };
        let (small, small_high) = run(parts.start, parts.end)?;
        let (large, large_high) = run(rest + 1 - parts.end, rest + 1 - parts.start)?;
        let [low, high] = packed.to_le_bytes();
        let lows = small.iter().zip(large.iter().rev()).map(|(a, b)| a ^ b == low);
        let alike = match (small_high, large_high) {
            (None, None) => high == 0 && lows.fold(false, |any, hit| any | hit),
            (Some(small), Some(large)) => {
                let highs = small.iter().zip(large.iter().rev()).map(|(a, b)| a ^ b == high);
                lows.zip(highs).fold(false, |any, (low, high)| any | (low & high))
            }
            // Only the heaps of one run are wide.
            _ => true,
        };
        if !alike {
            return Some(None);
        }
        // Packed values may agree by accident when one part is rare: decide with the values themselves.
        let mut parts = parts;
        Some(parts.find(|&i| {
            self.cell(i) ^ self.cell(rest - i) == packed && self.value(i) ^ self.value(rest - i) == v
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::work::Work;

    fn packed(code: &str, len: u64) -> (Exact, Packed) {
        let mut exact = Exact::new(&code.parse().unwrap());
        exact.extend(len, &Work::unwatched()).unwrap();
        exact.classify();
        let packed = Packed::from_exact(&exact).unwrap();
        (exact, packed)
    }

    #[test]
    fn packing_loses_nothing() {
        for code in ["0.106", "0.6", "0.454", "0.104", "0.16"] {
            let (exact, packed) = packed(code, 3000);
            for (n, &v) in exact.values.iter().enumerate() {
                assert_eq!(packed.value(n), u32::from(v), "{code} heap {n}");
            }
        }
    }

    #[test]
    fn a_witness_is_the_least_and_there_is_none_for_the_value_itself() {
        for code in ["0.106", "0.6", "0.454"] {
            let (exact, packed) = packed(code, 2000);
            let moves = &packed.moves;
            for n in 1000..1100usize {
                for v in (0..=u32::from(exact.values[n])).filter(|&v| packed.class.is_rare(v, n as u64)) {
                    let take = moves.takes.iter().any(|&t| u32::from(exact.values[n - t as usize]) == v);
                    let split = (1..=n / 2).find(|&i| {
                        moves.breaks.iter().map(|&t| n - t as usize).any(|rest| {
                            2 * i <= rest && u32::from(exact.values[i] ^ exact.values[rest - i]) == v
                        })
                    });
                    let expected = if take { Some(0) } else { split };
                    assert_eq!(packed.witness(n, v), Some(expected), "{code} heap {n} value {v}");
                }
            }
        }
    }

    #[test]
    fn a_forgetful_table_says_so() {
        let (_, mut packed) = packed("0.106", 70_000);
        let last = packed.value(69_999);
        packed.forget(1000);
        assert_eq!(packed.value(69_999), last);
        assert!(packed.has(65_535) && !packed.has(65_536) && packed.has(69_000) && !packed.has(70_000));
        assert_eq!(packed.witness(69_999, 1 << 20), None);
    }
}

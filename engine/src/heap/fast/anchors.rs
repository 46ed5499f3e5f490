//! Windows of a long run that may come back: how a period is recognised that is longer than the memory.
//!
//! Theorem W compares a window of bounded length with the one a period later. So of all the heaps that are let go it is enough to
//! keep some windows, the *anchors*. They lie behind stations (see [`Recurrence`]), evenly spread over the run: when there are too many,
//! every second one goes. Every later station of the same fingerprint is compared with them, value by value. A window that comes
//! back does so behind a station, so its first return is not missed: that is the least distance at which it can be repeated, and
//! the least period if there is one. Nor is the return of an earlier anchor missed, so the periodic part begins behind
//! the anchor before the first that came back.
//!
//! Literature: Brent 1980 for a single window. Complexity: a comparison of fingerprints for each station, and about
//! `1/MOST` of the run more than a whole table would need.
//!
//! [`Recurrence`]: crate::heap::recurrence::Recurrence

use crate::error::Result;
use crate::heap::cells::Cells;
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::packed::Packed;
use crate::heap::recurrence::{FINGERPRINT, fingerprint};

/// The most anchors, and the fewest however little memory there is.
const MOST: usize = 64;
const FEWEST: usize = 4;
/// How far two anchors are apart at first.
const GAP: usize = 1 << 15;

/// A window of the run.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    /// The heap behind it.
    pub(crate) at: usize,
    print: u64,
    /// The packed values of the heaps before that one.
    pub(crate) window: Cells,
}

impl Anchor {
    /// The first heap of the window.
    pub(crate) fn from(&self) -> usize {
        self.at - self.window.len()
    }
}

/// An anchor whose window came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Return {
    /// The heap behind the window, its first heap, and the distance of its first return.
    pub(crate) at: usize,
    pub(crate) from: usize,
    pub(crate) period: usize,
    /// The sequence has this period from no earlier heap on.
    pub(crate) not_before: usize,
}

impl Return {
    /// Writes four numbers, zeros for none.
    pub(crate) fn write(back: Option<Return>, out: &mut Writer) {
        let numbers = back.map_or([0; 4], |back| [back.at, back.from, back.period, back.not_before]);
        numbers.into_iter().for_each(|number| out.number(number as u64));
    }

    /// Reads what `write` wrote, for these anchors of a table of `len` heaps.
    pub(crate) fn read(input: &mut Reader<'_>, anchors: &Anchors, len: usize) -> Result<Option<Return>> {
        let (at, from, period, not_before) =
            (input.up_to(len)?, input.up_to(len)?, input.up_to(len)?, input.up_to(len)?);
        let back = Return { at, from, period, not_before };
        let known = |anchor: &Anchor| anchor.at == at && anchor.from() == from;
        match period {
            0 if (at, from, not_before) == (0, 0, 0) => Ok(None),
            1.. if at + period <= len && not_before <= from && anchors.kept.iter().any(known) => {
                Ok(Some(back))
            }
            _ => Err(checkpoint::damaged("its anchors did not come back so")),
        }
    }
}

/// The windows that are kept, by position.
#[derive(Clone, Debug)]
pub(crate) struct Anchors {
    kept: Vec<Anchor>,
    gap: usize,
}

impl Default for Anchors {
    fn default() -> Anchors {
        Anchors { kept: Vec::new(), gap: GAP }
    }
}

impl Anchors {
    /// Compares the window behind a station with those that are kept, and keeps a window of `length` heaps if one is due; all of them together
    /// take about `bytes`. Heaps of the table before the station must be there.
    pub(crate) fn visit(
        &mut self,
        packed: &Packed,
        (print, at): (u64, usize),
        length: usize,
        bytes: u64,
    ) -> Option<Return> {
        let cells = packed.cells();
        let end = at - packed.start();
        let came_back = |anchor: &Anchor| {
            anchor.print == print
                && (packed.class.parity.is_none() || (at - anchor.at).is_multiple_of(2))
                && end.checked_sub(anchor.window.len()).is_some_and(|from| cells.has_at(from, &anchor.window))
        };
        if let Some(index) = self.kept.iter().position(came_back) {
            let (anchor, before) = (&self.kept[index], &self.kept[..index]);
            let not_before = before.last().map_or(0, |before| before.from() + 1);
            return Some(Return { at: anchor.at, from: anchor.from(), period: at - anchor.at, not_before });
        }
        let due = self.kept.last().is_none_or(|last| at >= last.at + self.gap);
        let behind = |from: &usize| packed.start() + from > packed.last_rare();
        if due && let Some(from) = end.checked_sub(length).filter(behind) {
            self.kept.push(Anchor { at, print, window: cells.copy(from..end) });
            let most = bytes / (length as u64 * cells.bytes_each()).max(1);
            while self.kept.len() > (most as usize).clamp(FEWEST, MOST) {
                let mut odd = false;
                self.kept.retain(|_| {
                    odd = !odd;
                    !odd
                });
                self.gap *= 2;
            }
        }
        None
    }

    /// Lets go of windows with a heap up to `last_rare`: theorem W is about common heaps.
    pub(crate) fn keep_behind(&mut self, last_rare: usize) {
        self.kept.retain(|anchor| anchor.from() > last_rare);
    }

    /// Lets go of all anchors, since one came back and proved nothing. Others may have come back with it, and what is said of a first
    /// return would no longer be true of them.
    pub(crate) fn clear(&mut self) {
        self.kept.clear();
    }

    /// The anchors, by position.
    pub(crate) fn kept(&self) -> &[Anchor] {
        &self.kept
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.number(self.gap as u64);
        out.number(self.kept.len() as u64);
        for anchor in &self.kept {
            out.number(anchor.at as u64);
            out.run(anchor.window.low());
            out.run(anchor.window.high());
        }
    }

    /// Reads what `write` wrote, for a table of `len` heaps.
    pub(crate) fn read(input: &mut Reader<'_>, len: usize) -> Result<Anchors> {
        let strange = || checkpoint::damaged("its anchors are not of its table");
        let gap = input.up_to(usize::MAX / 4)?;
        let count = input.up_to(MOST)?;
        let mut kept: Vec<Anchor> = Vec::new();
        for _ in 0..count {
            let at = input.up_to(len)?;
            let window = Cells::from_planes(input.run()?.to_vec(), input.run()?.to_vec());
            let window = window.filter(|window| (FINGERPRINT..at).contains(&window.len()));
            let window = window.filter(|window| window.max() <= u16::MAX / 2).ok_or_else(strange)?;
            if kept.last().is_some_and(|last| last.at >= at) {
                return Err(strange());
            }
            kept.push(Anchor { at, print: fingerprint(window.low()), window });
        }
        if gap < GAP {
            return Err(strange());
        }
        Ok(Anchors { kept, gap })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::exact::Exact;
    use crate::heap::recurrence::Recurrence;

    use crate::work::Work;

    /// A table of common heaps with this sequence of small packed values behind the real ones.
    fn table(len: usize, value: impl Fn(usize) -> u8) -> Packed {
        let mut exact = Exact::new(&"0.106".parse().unwrap());
        exact.extend(3000, &Work::unwatched()).unwrap();
        exact.classify();
        let mut packed = Packed::from_exact(&exact).unwrap();
        let more: Vec<u8> = (packed.len()..len).map(value).collect();
        packed.append(&more);
        packed
    }

    fn random(n: usize) -> u8 {
        let x = (n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 56) as u8 & 15
    }

    /// All returns in a table that is let go behind the reader, in pieces.
    fn returns(mut packed: Packed, window: usize, bytes: u64) -> (Vec<Return>, Anchors) {
        let whole = packed.clone();
        let (mut anchors, mut recurrence, mut returns) = (Anchors::default(), Recurrence::default(), vec![]);
        for len in (80_000..=whole.len()).step_by(10_000) {
            packed = whole.clone();
            packed.truncate(len);
            packed.forget(3 * window + 10_000);
            recurrence.scan(packed.bytes(), packed.start(), |print, at| {
                returns.extend(anchors.visit(&packed, (print, at), window, bytes));
            });
        }
        (returns, anchors)
    }

    #[test]
    fn the_first_return_is_the_least_period_and_the_anchor_before_did_not_come_back() {
        let (pre, p) = (250_000, 200_000);
        let packed = table(700_000, |n| random(if n < pre { n } else { pre + (n - pre) % p }));
        for bytes in [0, 1 << 30] {
            let (returns, anchors) = returns(packed.clone(), 2000, bytes);
            let first = returns[0];
            assert!(first.period == p && first.from >= pre && first.not_before <= pre, "{first:?}");
            assert!(first.from - first.not_before < if bytes == 0 { 300_000 } else { 60_000 }, "{first:?}");
            let most = if bytes == 0 { FEWEST } else { MOST };
            assert!(anchors.kept().len() <= most && anchors.kept().is_sorted_by(|a, b| a.at < b.at));
        }
    }

    #[test]
    fn equal_fingerprints_of_other_windows_are_no_return() {
        // Everything comes back but for one value in each window.
        let packed =
            table(700_000, |n| if n % 1500 == 7 { random(n / 1500 + 9000) } else { random(n % 9000) });
        assert_eq!(returns(packed, 10_000, 1 << 30).0, []);
    }

    #[test]
    fn an_odd_distance_is_no_period_where_parity_matters() {
        let (pre, p) = (250_000, 99_999);
        let packed = table(700_000, |n| random(if n < pre { n } else { pre + (n - pre) % p }));
        assert!(packed.class.parity.is_some());
        assert_eq!(returns(packed, 2000, 1 << 30).0[0].period, 2 * p);
    }

    #[test]
    fn a_rare_heap_ends_the_windows_it_is_in() {
        let (_, mut anchors) = returns(table(400_000, random), 2000, 1 << 30);
        let last = anchors.kept().last().unwrap().from();
        assert!(anchors.kept().len() > 3);
        anchors.keep_behind(last - 1);
        assert_eq!(anchors.kept().iter().map(Anchor::from).collect::<Vec<_>>(), [last]);
        anchors.keep_behind(last);
        assert!(anchors.kept().is_empty());
    }
}

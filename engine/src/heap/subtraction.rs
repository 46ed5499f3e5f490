//! Finite subtraction sets: `take {1,3,4}`.
//!
//! One bit row for each value says which heaps have it. A word of 64 heaps is settled value by value: the heaps
//! still without a value, less those excluded through far moves (rows shifted by `s ≥ 64`), are sieved from low to
//! high; a heap that keeps the value strikes out all heaps that reach it by a near move, all of them with one
//! shift of a pattern. All near moves together so cost one step a heap.
//!
//! **Theorem (Golomb 1966).** `G(n)` for `n ≥ m = max S` is a function of the `m` values before it. So two equal windows of
//! `m` values prove a period from the earlier one on; walking back while the values agree gives the least
//! preperiod, and the first return of a window after its snapshot gives the least period (Brent 1980: snapshots at
//! powers of two).
//!
//! Complexity: one sieve step a heap plus `F·V/64` word operations, `F` the number of moves of 64 and more, `V` the
//! number of values. Literature: Golomb 1966; *Winning Ways* ch. 4.

use crate::Nimber;
use crate::bytes::Bytes;
use crate::error::{Error, ErrorKind, NextStep, Result};
use crate::heap::certificate::{Certificate, CertifiedGame, Proof};
use crate::heap::period::{Period, PeriodReport, Theorem, Verdict};
use crate::work::Work;

/// The nim-sequence of a finite subtraction set, as far as it was asked for, and any further once its period is
/// known.
///
/// ```
/// use grundy::{Nimber, Work, heap::Subtraction};
/// let mut game = Subtraction::new(&[2, 5, 7])?;
/// let report = game.find_period(1 << 20, &Work::unwatched())?;
/// assert_eq!(report.period.map(|p| (p.preperiod, p.period)), Some((0, 22)));
/// assert_eq!(game.value(1_000_000_000_000_000_000, &Work::unwatched())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subtraction {
    set: Vec<u64>,
    /// Bit `s` for each move `s < 64`.
    near: u64,
    far: Vec<usize>,
    /// `rows[v]` has bit `n` set if `G(n) = v`; words before the first heap are empty and not stored.
    rows: Vec<Vec<u64>>,
    /// Heaps of the next word excluded for each value by near moves into the words before it.
    carry: Vec<u64>,
    words: usize,
    period: Option<Period>,
}

/// How many bytes of a table are copied at a time.
const COPIED: usize = 1 << 15;

impl Subtraction {
    /// The largest move supported; beyond it a window no longer fits in memory.
    pub const MAX_MOVE: u64 = 1 << 24;

    /// The game of taking a number of tokens that is in `set`.
    pub fn new(set: &[u64]) -> Result<Subtraction> {
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        if let Some(&wrong) = set.iter().find(|&&s| s == 0 || s > Subtraction::MAX_MOVE) {
            let what = format!("cannot take {wrong} tokens; amounts run from 1 to {}", Subtraction::MAX_MOVE);
            return Err(Error::new(ErrorKind::Rule, what));
        }
        let near = set.iter().filter(|&&s| s < 64).fold(0, |bits, s| bits | 1 << s);
        let far = set.iter().filter(|&&s| s >= 64).map(|&s| s as usize).collect();
        let (rows, carry) = (Vec::new(), Vec::new());
        Ok(Subtraction { set, near, far, rows, carry, words: 0, period: None })
    }

    /// The moves, in order.
    pub fn set(&self) -> &[u64] {
        &self.set
    }

    /// How many heaps are computed.
    pub fn len(&self) -> u64 {
        self.words as u64 * 64
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    /// Computes the heaps `0..len` by the sieve, or fewer once the period is proved: then the others are known too.
    pub fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        let enough = self.period.map_or(len, |p| len.min(p.preperiod + 2 * p.period));
        self.sieve_to(enough, work)
    }

    /// The values of heaps `0..len`, a byte each.
    ///
    /// ```
    /// use grundy::{Work, heap::Subtraction};
    /// assert_eq!(Subtraction::new(&[2, 5])?.table(11, &Work::unwatched())?, [0, 0, 1, 1, 0, 2, 1, 0, 0, 1, 1]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn table(&mut self, len: u64, work: &Work<'_>) -> Result<Vec<u8>> {
        let mut table = vec![0; usize::try_from(len).map_err(|_| too_long(len))?];
        self.fill(&mut table, work)?;
        Ok(table)
    }

    /// Writes the values of the first heaps over `table`, a byte each: sieved until the period is proved, then copied.
    pub fn fill(&mut self, table: &mut [u8], work: &Work<'_>) -> Result<()> {
        if self.set.len() > 255 {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "with more than 255 moves values may not fit a byte",
            ));
        }
        let len = table.len();
        self.find_period(len as u64, work)?;
        let sieved = self.period.map_or(len, |p| len.min((p.preperiod + p.period) as usize));
        self.extend(sieved as u64, work)?;
        table[..sieved].fill(0);
        for (v, row) in self.rows.iter().enumerate() {
            for (eight, bits) in table[..sieved].chunks_mut(64).zip(row) {
                let mut bits = *bits;
                while let Some(byte) = eight.get_mut(bits.trailing_zeros() as usize) {
                    *byte = v as u8;
                    bits &= bits - 1;
                }
            }
        }
        let round = self.period.map_or(1, |p| p.period as usize).min(sieved.max(1));
        let (first, mut done) = (sieved - round.min(sieved), sieved);
        while done < len {
            // Whole rounds, twice as many each time until they no longer fit a cache.
            let block = (done - first).min(COPIED.max(round)) / round * round;
            let from = done - block;
            let more = block.min(len - done);
            table.copy_within(from..from + more, done);
            done += more;
        }
        Ok(())
    }

    fn sieve_to(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        let words = usize::try_from(len.div_ceil(64)).map_err(|_| too_long(len))?;
        let more = words.saturating_sub(self.words);
        if more > 0 {
            self.room(words, work)?;
        }
        for row in &mut self.rows {
            row.reserve(more);
        }
        while self.words < words {
            if self.words.is_multiple_of(1 << 14) {
                work.step("heaps", self.len(), Some(len))?;
                // There may be more values than before.
                self.room(words, work)?;
            }
            self.word();
        }
        Ok(())
    }

    /// Fails if so many words of each value do not fit in the memory allowed.
    fn room(&self, words: usize, work: &Work<'_>) -> Result<()> {
        let bytes = (words as u64).saturating_mul(8 * self.rows.len().max(1) as u64);
        if bytes <= work.limits.bytes {
            return Ok(());
        }
        let (heaps, allowed) = (self.len(), Bytes(work.limits.bytes));
        let what = format!("a table of more than {heaps} heaps does not fit in {allowed}");
        Err(Error::new(ErrorKind::Limit, what).hint(NextStep::RaiseMemory))
    }

    /// Settles the next 64 heaps.
    fn word(&mut self) {
        let (mut alive, mut v) = (!0u64, 0);
        while alive != 0 {
            if v == self.rows.len() {
                self.rows.push(vec![0; self.words]);
                self.carry.push(0);
            }
            let row = &mut self.rows[v];
            let mut excluded = self.carry[v];
            for &s in &self.far {
                excluded |= bits_before(row, self.words * 64, s);
            }
            let (keep, carry) = sieve(alive & !excluded, self.near);
            row.push(keep);
            self.carry[v] = carry;
            alive &= !keep;
            v += 1;
        }
        for v in v..self.rows.len() {
            self.rows[v].push(0);
            self.carry[v] = 0;
        }
        self.words += 1;
    }

    /// The value of any heap, from the table or, past it, from the period, which is looked for if need be.
    pub fn value(&mut self, n: u64, work: &Work<'_>) -> Result<Nimber> {
        if n >= self.len() && self.period.is_none() {
            self.find_period(n.saturating_add(1), work)?;
        }
        let n = self.period.map_or(n, |p| p.reduce(n).0);
        self.extend(n + 1, work)?;
        Ok(Nimber(self.known(n)))
    }

    fn known(&self, n: u64) -> u64 {
        let (word, bit) = ((n / 64) as usize, n % 64);
        self.rows.iter().position(|row| row[word] >> bit & 1 == 1).unwrap_or(0) as u64
    }

    /// Looks for the period in at most `limit` heaps (and a word or two). It exists; the limit may be too small.
    pub fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        let window = self.set.last().copied().unwrap_or(0) as usize;
        let period = match self.period {
            Some(known) => Some(known),
            None if window == 0 => Some(Period { preperiod: 0, period: 1, saltus: 0 }),
            None => self.brent(window, limit, work)?,
        };
        self.period = period;
        let Some(period) = period else {
            return Ok(PeriodReport::unknown(self.len()));
        };
        self.extend(period.preperiod + 2 * period.period, work)?;
        let verdict = Verdict::Proved(Theorem::Window);
        Ok(PeriodReport::found(verdict, period, self.len(), |n| self.known(n)))
    }

    /// The proof of the period, if it was found.
    pub fn certificate(&self) -> Option<Certificate> {
        let period = self.period?;
        let values = (0..period.preperiod + period.period).map(|n| self.known(n));
        Some(Certificate::new(CertifiedGame::Take(self.set.clone()), period, Proof::Window {}, values))
    }

    /// The first return of the window of values that ends at a snapshot, for snapshots at powers of two.
    fn brent(&mut self, window: usize, limit: u64, work: &Work<'_>) -> Result<Option<Period>> {
        let first = window.next_power_of_two().max(64);
        let (mut snapshot, mut end) = (first, first + 1);
        self.sieve_to(first as u64, work)?;
        while (end as u64) < limit {
            self.sieve_to(end as u64 + 64, work)?;
            let lanes = 64 - end % 64;
            // Lane j stands for a window that ends at end + j.
            let mut hits = self.returns(snapshot, end, window) & (!0u64 >> (64 - lanes));
            while hits != 0 {
                let at = end + hits.trailing_zeros() as usize;
                hits &= hits - 1;
                if self.same_window(snapshot, at, window) {
                    return Ok(Some(self.walk_back(snapshot - window, at - snapshot)));
                }
            }
            end += lanes;
            if end >= 2 * snapshot {
                (snapshot, end) = (2 * snapshot, 2 * snapshot + 1);
            }
        }
        Ok(None)
    }

    /// Lanes `j` for which the last heaps of value 0 before `end + j` lie as they do before `snapshot`.
    fn returns(&self, snapshot: usize, end: usize, window: usize) -> u64 {
        let key = bits_before(&self.rows[0], snapshot, 64);
        let mut hits = !0u64;
        for j in 1..=window.min(24) {
            let want = (key >> (64 - j) & 1).wrapping_sub(1);
            hits &= bits_before(&self.rows[0], end, j) ^ want;
        }
        hits
    }

    fn same_window(&self, a: usize, b: usize, window: usize) -> bool {
        self.rows.iter().all(|row| {
            (0..window).step_by(64).all(|back| {
                let mask = if window - back >= 64 { !0 } else { !(!0u64 >> (window - back)) };
                (bits_before(row, a - back, 64) ^ bits_before(row, b - back, 64)) & mask == 0
            })
        })
    }

    /// The least preperiod for a period that holds from `from` on.
    fn walk_back(&self, mut from: usize, period: usize) -> Period {
        while from > 0 && self.known(from as u64 - 1) == self.known((from - 1 + period) as u64) {
            from -= 1;
        }
        Period { preperiod: from as u64, period: period as u64, saltus: 0 }
    }
}

/// Keeps the lowest candidate, strikes out what reaches it by a near move, and so on; returns what was kept and
/// the strikes that fall into the next word.
#[inline]
fn sieve(mut candidates: u64, near: u64) -> (u64, u64) {
    if near == 0 {
        return (candidates, 0);
    }
    let (mut keep, mut carry) = (0, 0);
    while candidates != 0 {
        let x = candidates.trailing_zeros();
        let bit = 1u64 << x;
        keep |= bit;
        // Bit 0 of the pattern is never set, so shifting by one first loses nothing and allows x = 0.
        carry |= (near >> 1) >> (63 - x);
        candidates &= !(near << x | bit);
    }
    (keep, carry)
}

/// The bits `at - back ..` of a row as a word; bits outside the row are zero.
#[inline]
fn bits_before(row: &[u64], at: usize, back: usize) -> u64 {
    let word = |i: usize| row.get(i).copied().unwrap_or(0);
    match at.checked_sub(back) {
        Some(from) => {
            let (w, shift) = (from / 64, from % 64);
            word(w) >> shift | (word(w + 1) << 1) << (63 - shift)
        }
        None if back - at < 64 => word(0) << (back - at),
        None => 0,
    }
}

fn too_long(len: u64) -> Error {
    Error::new(ErrorKind::Limit, format!("{len} heaps do not fit in memory"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    fn textbook(set: &[u64], len: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len as u64 {
            let options = set.iter().filter(|&&s| s <= n).map(|s| Nimber(values[(n - s) as usize]));
            values.push(mex(options).0);
        }
        values
    }

    fn random_sets() -> Vec<Vec<u64>> {
        let mut state = 12345u64;
        let mut next = move |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let mut sets = vec![vec![2, 5, 7], vec![1], vec![64], vec![63, 65], vec![1, 63, 64, 127, 128, 129]];
        for most in [6, 40, 70, 200, 900] {
            sets.extend((0..12).map(|_| (0..1 + next(7)).map(|_| 1 + next(most)).collect::<Vec<u64>>()));
        }
        sets
    }

    #[test]
    fn the_sieve_agrees_with_the_definition() {
        for set in random_sets() {
            let mut game = Subtraction::new(&set).unwrap();
            game.extend(3000, &Work::unwatched()).unwrap();
            let plain = textbook(&set, 3000);
            assert!((0..3000).all(|n| game.known(n) == plain[n as usize]), "{set:?}");
            let table = Subtraction::new(&set).unwrap().table(3000, &Work::unwatched()).unwrap();
            assert!(table.iter().zip(&plain).all(|(&a, &b)| u64::from(a) == b), "{set:?}");
        }
    }

    #[test]
    fn periods_are_least_and_hold() {
        for set in random_sets() {
            let mut game = Subtraction::new(&set).unwrap();
            let report = game.find_period(1 << 18, &Work::unwatched()).unwrap();
            let Some(period) = report.period else { continue };
            let len = (period.preperiod + 3 * period.period + 2000).min(60_000) as usize;
            let plain = textbook(&set, len);
            for (n, &v) in plain.iter().enumerate() {
                assert_eq!(game.value(n as u64, &Work::unwatched()).unwrap().0, v, "{set:?} heap {n}");
            }
            if (2 * period.period + period.preperiod) as usize + 2000 <= len {
                let holds = |p: usize, from: usize| (from..len - p).all(|n| plain[n] == plain[n + p]);
                let (pre, p) = (period.preperiod as usize, period.period as usize);
                assert!(holds(p, pre) && (pre == 0 || !holds(p, pre - 1)), "{set:?}");
                assert!((1..p).filter(|d| p.is_multiple_of(*d)).all(|d| !holds(d, pre)), "{set:?}");
            }
        }
    }

    #[test]
    fn published_periods() {
        let facts: [(&[u64], u64, u64); 4] =
            [(&[1, 2, 3], 0, 4), (&[2, 5, 7], 0, 22), (&[1, 4, 10], 16, 11), (&[6, 10, 23, 35], 0, 45)];
        for (set, preperiod, period) in facts {
            let report = Subtraction::new(set).unwrap().find_period(10_000, &Work::unwatched()).unwrap();
            assert_eq!(report.period, Some(Period { preperiod, period, saltus: 0 }), "{set:?}");
            assert_eq!(report.verdict, Verdict::Proved(Theorem::Window));
        }
    }

    #[test]
    fn an_empty_set_has_no_moves() {
        let mut game = Subtraction::new(&[]).unwrap();
        assert_eq!(game.value(u64::MAX, &Work::unwatched()).unwrap(), Nimber(0));
        assert!(Subtraction::new(&[0]).is_err());
    }
}

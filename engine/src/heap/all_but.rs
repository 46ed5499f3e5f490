//! Taking any amount except those of a finite set: `take all but {2,3}`.
//!
//! Let `m` be the largest forbidden amount. From heap `n` every heap below `n - m` can be reached, so each value that
//! occurs there is excluded for good. Let `b` be the least value that does not occur there. The **state** at `n` is what
//! can still matter, relative to `b`: the values at least `b` that occur below `n - m`, and the values of the `m`
//! heaps before `n`, where values below `b` are forgotten.
//!
//! **Theorem.** If the state at `n + p` equals the state at `n` and the least unused values there are `b + s` and
//! `b`, then `G(j + p) = G(j) + s` for all `j ≥ n`.
//! *Proof.* `G(n)` is the least `v ≥ b` that neither occurs below `n - m` nor at a heap `h` of the window with
//! `n - h` allowed: a function of the state, `b` added. The next state is a function of the state and `G(n) - b`, since the heap
//! that leaves the window joins the used values, and `b` rises by what that fills. So equal states stay equal. ∎
//! Values of heaps in `[n - m, n)` need not follow the period if they were forgotten; the preperiod is found by
//! walking back over the values themselves.
//!
//! That the state always comes back (these games are arithmetic periodic) is due to Siegel; the check here does
//! not use it. Complexity: `O(m)` a heap.

use crate::Nimber;
use crate::error::{Error, ErrorKind, Result};
use crate::heap::certificate::{Certificate, CertifiedGame, Proof};
use crate::heap::period::{Period, PeriodReport, Theorem, Verdict};
use crate::work::Work;

/// The nim-sequence of "take all but".
///
/// ```
/// use grundy::{Nimber, Work, heap::AllBut};
/// let mut game = AllBut::new(&[2, 3, 7])?;
/// let report = game.find_period(10_000, &Work::unwatched())?;
/// assert_eq!(report.period.map(|p| (p.preperiod, p.period, p.saltus)), Some((0, 4, 2)));
/// assert_eq!(game.value(1_000_000_000_001, &Work::unwatched())?, Nimber(500_000_000_001));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllBut {
    forbidden: Vec<u64>,
    values: Vec<u64>,
    /// The least value that does not occur below the window.
    base: u64,
    /// The larger values that do, in order.
    used: Vec<u64>,
    period: Option<Period>,
    /// Where a state was met, and after how many heaps again.
    met: (u64, u64),
    /// For each value from the base on, the last heap from which a heap of that value was reached.
    reached: Vec<usize>,
    /// Heaps of windows looked at since the last question whether to go on.
    unasked: u64,
}

/// Heaps of windows that are looked at between two questions: some milliseconds.
const PULSE: u64 = 1 << 22;

/// What determines the future, relative to the least unused value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    window: Vec<Option<u64>>,
    used: Vec<u64>,
}

impl AllBut {
    /// The largest forbidden amount supported.
    pub const MAX_AMOUNT: u64 = 1 << 16;

    /// The game of taking any positive amount that is not in `forbidden`.
    pub fn new(forbidden: &[u64]) -> Result<AllBut> {
        let mut forbidden: Vec<u64> = forbidden.iter().copied().filter(|&s| s > 0).collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        if let Some(&wrong) = forbidden.last().filter(|&&s| s > AllBut::MAX_AMOUNT) {
            let what = format!("the forbidden amount {wrong} is larger than {}", AllBut::MAX_AMOUNT);
            return Err(Error::new(ErrorKind::Limit, what));
        }
        Ok(AllBut {
            forbidden,
            values: Vec::new(),
            base: 0,
            used: Vec::new(),
            period: None,
            met: (0, 0),
            reached: Vec::new(),
            // The first bit of work asks.
            unasked: PULSE,
        })
    }

    /// The forbidden amounts, in order.
    pub fn forbidden(&self) -> &[u64] {
        &self.forbidden
    }

    /// How many heaps are computed.
    pub fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Computes at least the heaps `0..len`.
    pub fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        while (self.values.len() as u64) < len {
            self.unasked += self.window() as u64 + 16;
            if self.unasked >= PULSE {
                self.unasked = 0;
                work.step("heaps", self.values.len() as u64, Some(len))?;
            }
            if self.values.len() == self.values.capacity() {
                // While the table moves, the old and the new one are there.
                work.limits.allow_bytes(3 * 8 * self.values.len() as u64)?;
            }
            self.push();
        }
        Ok(())
    }

    fn window(&self) -> usize {
        self.forbidden.last().copied().unwrap_or(0) as usize
    }

    fn push(&mut self) {
        let value = self.least_unreached();
        let n = self.values.len();
        self.values.push(value);
        // The heap that leaves the window is now reached from everywhere.
        let Some(leaves) = (n + 1).checked_sub(self.window() + 1).map(|h| self.values[h]) else { return };
        if leaves >= self.base
            && let Err(at) = self.used.binary_search(&leaves)
        {
            self.used.insert(at, leaves);
        }
        let filled = self.used.iter().zip(self.base..).take_while(|&(&v, b)| v == b).count();
        self.used.drain(..filled);
        self.base += filled as u64;
    }

    /// The least value that is neither used nor reached in the window from the heap that comes next.
    fn least_unreached(&mut self) -> u64 {
        let n = self.values.len();
        let start = n.saturating_sub(self.window());
        // Of so many values one is open.
        let most = n - start + self.used.len() + 1;
        self.reached.resize(self.reached.len().max(most), usize::MAX);
        let mut forbidden = self.forbidden.iter().map(|&amount| amount as usize).peekable();
        for (h, &value) in self.values.iter().enumerate().skip(start).rev() {
            if forbidden.next_if_eq(&(n - h)).is_none()
                && let Some(reached) =
                    value.checked_sub(self.base).and_then(|at| self.reached.get_mut(at as usize))
            {
                *reached = n;
            }
        }
        let mut used = self.used.iter().peekable();
        let closed =
            |at: &usize| used.next_if_eq(&&(self.base + *at as u64)).is_some() || self.reached[*at] == n;
        self.base + (0..most).take_while(closed).count() as u64
    }

    fn state(&self) -> State {
        let start = self.values.len() - self.window();
        let window = self.values[start..].iter().map(|v| v.checked_sub(self.base)).collect();
        State { window, used: self.used.iter().map(|v| v - self.base).collect() }
    }

    /// Looks for the arithmetic period in at most `limit` heaps.
    pub fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        if self.period.is_none() {
            self.period = self.brent(limit, work)?;
        }
        let Some(period) = self.period else {
            return Ok(PeriodReport::unknown(self.values.len() as u64));
        };
        self.extend(period.preperiod + 2 * period.period, work)?;
        let verdict = Verdict::Proved(Theorem::AllBut);
        Ok(PeriodReport::found(verdict, period, self.values.len() as u64, |n| self.values[n as usize]))
    }

    /// The proof of the period, if it was found.
    pub fn certificate(&self) -> Option<Certificate> {
        let game = CertifiedGame::TakeAllBut(self.forbidden.clone());
        let (from, after) = self.met;
        let period = self.period?;
        let values = self.values.iter().copied().take((period.preperiod + period.period) as usize);
        Some(Certificate::new(game, period, Proof::AllBut { from, after }, values))
    }

    fn brent(&mut self, limit: u64, work: &Work<'_>) -> Result<Option<Period>> {
        // The table may already reach past the snapshots: run a fresh copy beside it.
        let mut run = AllBut::new(&self.forbidden)?;
        let mut at = (self.window() as u64).max(1);
        run.extend(at, work)?;
        while at < limit {
            let (snapshot, base) = (run.state(), run.base);
            for period in 1..=at.max(64) {
                run.extend(at + period, work)?;
                if run.same(&snapshot) {
                    let found = Period { preperiod: at, period, saltus: run.base - base };
                    run.extend(at + 2 * period, work)?;
                    let least = run.least(found);
                    *self = AllBut { period: Some(least), met: (at, period), ..run };
                    return Ok(self.period);
                }
            }
            at += at.max(64);
        }
        Ok(None)
    }

    /// The least period and preperiod of the values, given one that is proved from `preperiod` on. A divisor of the
    /// period that holds for one full period holds for all.
    fn least(&self, proved: Period) -> Period {
        let Period { preperiod: start, period: all, saltus } = proved;
        let value = |n: u64| self.values[n as usize];
        let holds =
            |p: u64, n: u64| (value(n + p) - value(n)) as u128 * all as u128 == saltus as u128 * p as u128;
        let rises = |p: u64, n: u64| value(n + p) >= value(n) && holds(p, n);
        let least = |p: &u64| all.is_multiple_of(*p) && (start..start + all).all(|n| rises(*p, n));
        let period = (1..=all).find(least).unwrap_or(all);
        let mut preperiod = start;
        while preperiod > 0 && rises(period, preperiod - 1) {
            preperiod -= 1;
        }
        Period { preperiod, period, saltus: value(start + period) - value(start) }
    }

    /// Whether the state now is this one; usually decided by the first value.
    fn same(&self, state: &State) -> bool {
        let last = self.values.last().map(|v| v.checked_sub(self.base));
        (self.window() == 0 || state.window.last() == last.as_ref()) && self.state() == *state
    }

    /// The value of any heap.
    pub fn value(&mut self, n: u64, work: &Work<'_>) -> Result<Nimber> {
        if n >= self.values.len() as u64 && self.period.is_none() {
            self.find_period(n.saturating_add(1), work)?;
        }
        let (n, add) = self.period.map_or((n, 0), |p| p.reduce(n));
        self.extend(n + 1, work)?;
        Ok(Nimber(self.values[n as usize] + add))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::nimber::mex;

    fn textbook(forbidden: &[u64], len: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len {
            let options =
                (0..n).filter(|h| !forbidden.contains(&(n - h))).map(|h| Nimber(values[h as usize]));
            values.push(mex(options).0);
        }
        values
    }

    #[test]
    fn values_and_periods_agree_with_the_definition() {
        let sets: [&[u64]; 12] = [
            &[],
            &[1],
            &[2, 3, 7],
            &[1, 2],
            &[3],
            &[1, 4, 10],
            &[5, 9],
            &[1, 3, 5, 7],
            &[2, 4, 6, 13],
            &[1, 2, 3, 4, 5],
            &[11, 17, 20],
            &[6, 7, 19],
        ];
        for set in sets {
            let plain = textbook(set, 900);
            let mut game = AllBut::new(set).unwrap();
            game.extend(900, &Work::unwatched()).unwrap();
            assert_eq!(game.values[..900], plain, "{set:?}");
            let report = AllBut::new(set).unwrap().find_period(100_000, &Work::unwatched()).unwrap();
            let period = report.period.unwrap();
            assert_eq!(report.verdict, Verdict::Proved(Theorem::AllBut));
            let (pre, p) = (period.preperiod as usize, period.period as usize);
            for n in pre..900usize.saturating_sub(p) {
                assert_eq!(plain[n + p], plain[n] + period.saltus, "{set:?} heap {n}");
            }
            assert!(pre == 0 || plain[pre - 1 + p] != plain[pre - 1] + period.saltus, "{set:?}");
        }
    }

    #[test]
    fn a_wide_window_is_asked_about_as_often_as_its_work_demands() {
        let asked = |set: &[u64]| {
            let counting = crate::Patience::new(u64::MAX);
            AllBut::new(set).unwrap().extend(8_000, &Work::watched(&counting)).unwrap();
            counting.asked()
        };
        assert_eq!(asked(&[5]), 1);
        assert!(asked(&[5000]) >= 8);
    }

    #[test]
    fn the_table_is_charged() {
        let mut game = AllBut::new(&[2, 3, 7]).unwrap();
        let little = Work::within(Limits { bytes: 1 << 16, ..Limits::default() });
        assert_eq!(game.extend(1 << 20, &little).unwrap_err().kind(), ErrorKind::Limit);
        assert!(game.value(1 << 40, &little).is_ok());
    }

    #[test]
    fn published_periods() {
        let period =
            |set: &[u64]| AllBut::new(set).unwrap().find_period(10_000, &Work::unwatched()).unwrap().period;
        assert_eq!(period(&[1]), Some(Period { preperiod: 0, period: 2, saltus: 1 }));
        assert_eq!(period(&[2, 3, 7]), Some(Period { preperiod: 0, period: 4, saltus: 2 }));
    }
}

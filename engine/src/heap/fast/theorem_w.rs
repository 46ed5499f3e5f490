//! The period of a sequence with a sparse space, by theorem W.
//!
//! **Theorem W.** Let moves remove at most `k` tokens, and let a class of values be given. Suppose, for numbers `R ≤ I`, `W = I + k`,
//! `p`, `n1` with `n1 - W > I`:
//!
//! (a) all heaps `n` with `R < n < n1 + p` have common values;
//! (b) `G(n+p) = G(n)` for `n1 - W ≤ n < n1`, and `p` is even if the class depends on the parity of the heap;
//! (c) for `n1 ≤ n < n1 + p`, every rare `v < G(n)` is the value of an option of `n` that is a take or a split with a part
//!     `i ≤ I`.
//!
//! Then `G(n+p) = G(n)` for all `n ≥ n1 - W`, and all of them are common. The proof is in `docs/theorem-w.md`.

use serde::{Deserialize, Serialize};

use super::Fast;
use super::anchors::Return;
use crate::heap::period::Period;
use crate::heap::recurrence::Recurrence;
use crate::heap::sparse::Class;

/// What theorem W was applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparseProof {
    /// Which values are rare.
    pub class: Class,
    /// All rare heaps from 1 on, with their values.
    pub rares: Vec<(u64, u16)>,
    /// `I`: no witness and no rare heap is larger.
    pub bound: u64,
    /// `n1`: the first heap whose option values are inherited.
    pub from: u64,
}

/// A period that was proved.
#[derive(Clone, Debug)]
pub(crate) struct Proved {
    /// With the least preperiod, unless that is only known to lie between `not_before` and the one given.
    pub(crate) period: Period,
    pub(crate) not_before: Option<u64>,
    pub(crate) proof: SparseProof,
}

impl Fast {
    /// Tries to prove a period with what is computed; else says how long the table should be for the next try.
    pub(crate) fn prove(&mut self) -> std::result::Result<Proved, usize> {
        self.look_back();
        let bytes = self.packed.bytes();
        // A distance that the last heaps do not repeat was an accident; trying it again and again would cost time.
        self.came_back = self.came_back.filter(|&p| !self.has_failed(self.even(p)));
        let later = self.len() + (self.len() / 32).clamp(1 << 15, 1 << 22);
        let mut ask = later;
        for p in [Recurrence::short(bytes), self.came_back].into_iter().flatten() {
            match self.theorem_w(self.even(p)) {
                Ok((period, proof)) => return Ok(Proved { period, not_before: None, proof }),
                Err(needed) if needed > self.len() => ask = ask.min(needed),
                Err(_) => {}
            }
        }
        let Some(back) = self.returned else { return Err(ask) };
        match self.theorem_w(back.period) {
            Ok((period, proof)) => Ok(Proved { period, not_before: None, proof }),
            // What the table may yet tell by itself, it tells with the least preperiod.
            Err(needed) if needed > self.len() => Err(ask.min(needed)),
            Err(_) => self.proved_by(back).ok_or(ask),
        }
    }

    /// Applies theorem W to an anchor that came back.
    fn proved_by(&mut self, Return { at, from, period, not_before }: Return) -> Option<Proved> {
        let last_rare = self.packed.last_rare();
        let bound = last_rare.max(self.witnesses).max(self.worst_witness(at, period));
        // Of a rare heap the packed value does not tell the value.
        let from = from.max(last_rare + 1);
        if self.least_from(from, bound) > at {
            // The window is too short for a witness that was met behind it.
            self.anchors.clear();
            self.returned = None;
            return None;
        }
        let not_before = Some(not_before as u64).filter(|&n| n < from as u64);
        let period = Period { preperiod: from as u64, period: period as u64, saltus: 0 };
        Some(Proved { period, not_before, proof: self.sparse_proof(bound, at) })
    }

    /// Whether the end of the table shows that `p` is not its period.
    fn has_failed(&self, p: usize) -> bool {
        const STREAK: usize = 96;
        self.preperiod(p).is_some_and(|n| self.len() - p - n < STREAK)
    }

    fn even(&self, p: usize) -> usize {
        if self.packed.class.parity.is_some() && p % 2 == 1 { 2 * p } else { p }
    }

    /// Applies theorem W to period `p`; the error is how many heaps it would need.
    fn theorem_w(&self, p: usize) -> std::result::Result<(Period, SparseProof), usize> {
        let Some(preperiod) = self.preperiod(p).filter(|_| p > 0) else { return Err(0) };
        let p = self.least_divisor(p, preperiod);
        let preperiod = self.preperiod(p).unwrap_or(preperiod);
        let mut bound = self.packed.last_rare().max(self.witnesses);
        loop {
            let from = self.least_from(preperiod, bound);
            if from + p > self.len() {
                return Err(from + p);
            }
            let worst = self.worst_witness(from, p);
            if worst <= bound {
                let period = Period { preperiod: preperiod as u64, period: p as u64, saltus: 0 };
                return Ok((period, self.sparse_proof(bound, from)));
            }
            bound = worst;
        }
    }

    /// The least `n1` for a bound.
    pub(super) fn least_from(&self, preperiod: usize, bound: usize) -> usize {
        let window = bound + self.last;
        let from =
            (preperiod + window).max(bound + window + 1).max(self.began).max(self.packed.last_rare() + 1);
        let split = &self.packed.moves;
        from.max(split.least_heap as usize).max(split.least_part as usize + window)
    }

    /// The largest witness that was noted for the `p` heaps from `from` on.
    fn worst_witness(&self, from: usize, p: usize) -> usize {
        let outliers = self.notes.outliers.iter();
        let inside = outliers.filter(|o| (from as u64..(from + p) as u64).contains(&o.0));
        inside.map(|o| o.1 as usize).max().unwrap_or(0)
    }

    fn sparse_proof(&self, bound: usize, from: usize) -> SparseProof {
        let (class, rares) = (self.packed.class, self.packed.rares.clone());
        SparseProof { class, rares, bound: bound as u64, from: from as u64 }
    }

    /// The proof that a checkpoint kept for a period; `None` if what is known contradicts it.
    pub(crate) fn take_up(&self, period: Period, bound: u64, from: u64) -> Option<SparseProof> {
        let below = |n: u64| usize::try_from(n).ok().filter(|&n| n <= self.len());
        let (bound, from) = (below(bound)?, below(from)?);
        let (preperiod, p) = (below(period.preperiod)?, below(period.period)?);
        let fits = bound >= self.packed.last_rare()
            && from >= self.least_from(preperiod, bound)
            && from + p <= self.len()
            && self.even(p) == p
            && self.worst_witness(from, p) <= bound;
        fits.then(|| self.sparse_proof(bound, from))
    }

    /// The least heap from which on the table has period `p`; `None` if it had to be sought among forgotten heaps.
    pub(crate) fn preperiod(&self, p: usize) -> Option<usize> {
        let packed = &self.packed;
        let last_rare = packed.last_rare();
        let mut n = packed.len().checked_sub(p)?;
        // Among common heaps and an even distance (if that matters) equal packed values are equal values.
        let (cells, start) = (packed.cells(), packed.start());
        const RUN: usize = 4096;
        while n > RUN + start.max(last_rare + 1) {
            let at = n - RUN - start;
            if !cells.repeats(at..at + RUN, at + p) {
                break;
            }
            n -= RUN;
        }
        while n > 0 {
            if !packed.has(n - 1) {
                return None;
            }
            if packed.value(n - 1) != packed.value(n - 1 + p) {
                break;
            }
            n -= 1;
        }
        Some(n)
    }

    /// The least divisor of `p` that is a period of one full round.
    fn least_divisor(&self, mut p: usize, preperiod: usize) -> usize {
        let from = self.len() - p;
        if from < preperiod || from <= self.packed.last_rare() || from < self.packed.start() {
            return p;
        }
        let (cells, from) = (self.packed.cells(), from - self.packed.start());
        let (mut rest, mut q) = (p, 2);
        while rest > 1 {
            if !rest.is_multiple_of(q) {
                q = if q * q > rest { rest } else { q + 1 };
                continue;
            }
            rest /= q;
            let shorter = p / q;
            if self.even(shorter) == shorter && cells.repeats(from..cells.len() - shorter, from + shorter) {
                p = shorter;
            }
        }
        p
    }
}

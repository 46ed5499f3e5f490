//! The windows that certify a period in segments.
//!
//! Most are anchors, which the run kept on its way. Three kinds are cut out anew, by runs of their own from the anchors before them: the window from
//! which the period holds, the one a period later, and, to show that no shorter period does, those a prime part of
//! the period later.

use std::collections::BTreeSet;

use super::Fast;
use super::anchors::Anchor;
use crate::error::Result;
use crate::factors::prime_factors;
use crate::heap::period::Period;
use crate::work::Work;

/// Windows of a run, and what theorem W is applied to.
pub(crate) struct Cuts {
    /// `I`: no heap from `began` on needs a larger witness.
    pub(crate) bound: u64,
    pub(crate) began: u64,
    /// `n1`: the first heap whose options are inherited.
    pub(crate) from: u64,
    /// The heap behind each window, and the values before it.
    pub(crate) windows: Vec<(u64, Vec<u16>)>,
}

/// The checker has sets of so many packed values.
const MOST_VALUES: usize = 64;

impl Fast {
    /// The windows for a period that is proved, with its least preperiod; `None` if what was kept is not enough for them.
    pub(crate) fn cuts(&self, period: Period, work: &Work<'_>) -> Result<Option<Cuts>> {
        let (preperiod, p) = (period.preperiod as usize, period.period as usize);
        // Before the period larger witnesses may have been needed than in it.
        let outliers = self.notes.outliers.iter().map(|o| o.1 as usize);
        let bound = outliers.max().unwrap_or(0).max(self.packed.last_rare()).max(self.witnesses);
        let (window, from) = (bound + self.last, self.least_from(preperiod, bound));
        if from + p > self.len() || self.kernel.values() > MOST_VALUES {
            return Ok(None);
        }
        // One heap more than the period has, to see it fail there.
        let length = from - preperiod.saturating_sub(1);
        let parts = prime_factors(period.period).into_iter().map(|q| from + p / q as usize);
        let sought: BTreeSet<usize> = parts.chain([from, from + p]).collect();
        let mut windows = Vec::new();
        for anchor in self.anchors.kept() {
            let next = sought.range(anchor.at..).next();
            // Whoever computes on from an anchor has only its window, and must meet the whole of the next.
            let apart = next.is_some_and(|next| next - anchor.at >= length);
            if apart && anchor.window.len() >= window && anchor.from() > bound && anchor.at > self.began {
                let Some(values) = self.values_of(anchor, window) else { return Ok(None) };
                windows.push((anchor.at as u64, values));
            }
        }
        let mut run: Option<Fast> = None;
        for at in sought {
            let Some(values) = self.cut_out(at, length, &mut run, work)? else { return Ok(None) };
            windows.push((at as u64, values));
        }
        windows.sort_unstable();
        let [bound, began, from] = [bound, self.began, from].map(|n| n as u64);
        Ok(Some(Cuts { bound, began, from, windows }))
    }

    /// The last values of an anchor.
    fn values_of(&self, anchor: &Anchor, length: usize) -> Option<Vec<u16>> {
        let skip = anchor.window.len() - length;
        let value = |i: usize| {
            let heap = (anchor.from() + i) as u64;
            u16::try_from(self.packed.unpack(anchor.window.get(i).into(), heap, false)).ok()
        };
        (skip..anchor.window.len()).map(value).collect()
    }

    /// The values of so many heaps before one. `run` is a run of its own that may be near; it is left where this one ended.
    fn cut_out(
        &self,
        at: usize,
        length: usize,
        run: &mut Option<Fast>,
        work: &Work<'_>,
    ) -> Result<Option<Vec<u16>>> {
        let begins = at - length;
        let has = |table: &Fast| {
            let (first, rest) = (0..table.packed.first().len(), table.packed.start()..table.len());
            [first, rest].iter().any(|range| range.start <= begins && at <= range.end)
        };
        if !has(self) {
            let anchor = self.anchors.kept().iter().rfind(|anchor| anchor.from() <= begins);
            let nearest = anchor.map_or(0, |anchor| anchor.at);
            if run.as_ref().is_none_or(|run| !(nearest..=at).contains(&run.len())) {
                *run = self.run_from(anchor);
            }
            let Some(run) = run else { return Ok(None) };
            if !run.extend(at as u64, work)? {
                return Ok(None);
            }
        }
        let Some(table) = [Some(self), run.as_ref()].into_iter().flatten().find(|table| has(table)) else {
            return Ok(None);
        };
        Ok((begins..at).map(|n| u16::try_from(table.value(n)).ok()).collect())
    }
}

//! Heap engines that know their period, as engines of the planner.

use crate::engine::Engine;
use crate::error::{Error, ErrorKind, Result};
use crate::heap::{AllBut, Certificate, PeriodReport, Sequence, Subtraction, Verdict};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::progress::Progress;
use crate::work::Work;

/// A nim-sequence that can be extended, and goes on for ever once its period is proved.
pub(super) trait NimSequence {
    /// How many heaps are computed.
    fn computed(&self) -> u64;
    /// The value of a heap: computed, or by the proved period.
    fn value_at(&mut self, n: u64, progress: &dyn Progress) -> Result<Nimber>;
    /// Looks for the period in at most so many heaps.
    fn period(&mut self, limit: u64, progress: &dyn Progress) -> Result<PeriodReport>;
    /// The proof of the period.
    fn proof(&self) -> Option<Certificate>;
}

macro_rules! nim_sequence {
    ($($sequence:ty),*) => {$(
        impl NimSequence for $sequence {
            fn computed(&self) -> u64 {
                self.len()
            }
            fn value_at(&mut self, n: u64, progress: &dyn Progress) -> Result<Nimber> {
                self.value(n, progress)
            }
            fn period(&mut self, limit: u64, progress: &dyn Progress) -> Result<PeriodReport> {
                self.find_period(limit, progress)
            }
            fn proof(&self) -> Option<Certificate> {
                self.certificate()
            }
        }
    )*};
}

nim_sequence!(Sequence, Subtraction, AllBut);

/// Below this a table is at hand before a period would be found.
const SHORT: u64 = 1 << 12;

/// An engine made of a sequence.
pub(super) struct HeapEngine<S> {
    name: &'static str,
    sequence: S,
    proved: bool,
}

impl<S: NimSequence> HeapEngine<S> {
    pub(super) fn new(name: &'static str, sequence: S) -> HeapEngine<S> {
        HeapEngine { name, sequence, proved: false }
    }
}

impl<S: NimSequence> Engine for HeapEngine<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        let largest = components.iter().map(|c| c.0[0] as u64).max().unwrap_or(0);
        if largest < self.sequence.computed().max(SHORT) || self.proved {
            return Ok(());
        }
        let limit = work.limits.positions.min(largest.saturating_add(1));
        let report = self.sequence.period(limit, work.progress)?;
        self.proved = matches!(report.verdict, Verdict::Proved(_));
        match self.proved || largest < work.limits.positions {
            true => Ok(()),
            false => Err(Error::new(
                ErrorKind::Limit,
                format!("no period was proved within {limit} heaps, so the value of heap {largest} is out of reach"),
            )
            .hint("raise the limit with --max-positions")),
        }
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let n = place[0] as u64;
        if n >= self.sequence.computed().max(SHORT) && !self.proved {
            self.prepare(&[Component(place.to_vec())], work)?;
        }
        self.sequence.value_at(n, work.progress)
    }

    fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<Option<PeriodReport>> {
        let report = self.sequence.period(limit, work.progress)?;
        self.proved = matches!(report.verdict, Verdict::Proved(_));
        Ok(Some(report))
    }

    fn certificate(&self) -> Option<Certificate> {
        self.sequence.proof()
    }

    fn positions(&self) -> u64 {
        self.sequence.computed()
    }
}

//! What every engine is given besides its question: limits, and the sink for progress.

use crate::error::Result;
use crate::limits::Limits;
use crate::progress::{Progress, Quiet, Step};

/// Limits and progress of one request.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// What the request may cost.
    pub limits: Limits,
    /// Where to report, and who may stop it.
    pub progress: &'a dyn Progress,
}

impl<'a> Work<'a> {
    /// Work that reports to nobody: for small, bounded jobs.
    pub fn unwatched() -> Work<'static> {
        Work::within(Limits::default())
    }

    /// Work that reports to nobody and keeps to these limits.
    pub fn within(limits: Limits) -> Work<'static> {
        Work { limits, progress: &Quiet }
    }

    /// Work with the usual limits that somebody watches.
    pub fn watched(progress: &'a dyn Progress) -> Work<'a> {
        Work { limits: Limits::default(), progress }
    }

    /// Reports and asks whether to go on, every 1024th time it is called with a growing count.
    #[inline]
    pub fn tick(&self, unit: &str, done: u64, total: Option<u64>) -> Result<()> {
        if done & 1023 == 0 { self.step(unit, done, total) } else { Ok(()) }
    }

    /// Reports and asks whether to go on.
    pub fn step(&self, unit: &str, done: u64, total: Option<u64>) -> Result<()> {
        Ok(self.progress.step(Step { unit, done, total })?)
    }

    /// The same request with at most this many positions.
    pub fn with_positions(&self, positions: u64) -> Work<'_> {
        let limits = Limits { positions: self.limits.positions.min(positions), ..self.limits };
        Work { limits, ..*self }
    }
}

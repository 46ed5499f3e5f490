//! What every engine is given besides its question: limits, and the sink for progress.

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::limits::Limits;
use crate::progress::{Progress, Quiet, Step, Stop};

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
        self.progress.step(Step { unit, done, total }).map_err(|stop| stopped(stop, unit, done, total))
    }

    /// The same request with at most this many positions.
    pub fn with_positions(&self, positions: u64) -> Work<'_> {
        let limits = Limits { positions: self.limits.positions.min(positions), ..self.limits };
        Work { limits, ..*self }
    }
}

/// What is counted here are positions.
const POSITIONS: [&str; 2] = ["positions", "heaps"];

/// The error for work that was told to stop: how far it was is worth knowing where that is a number of positions.
#[cold]
fn stopped(stop: Stop, unit: &str, done: u64, total: Option<u64>) -> Error {
    if stop != Stop::TimedOut || done == 0 || !POSITIONS.contains(&unit) {
        return stop.into();
    }
    let fault = match total {
        Some(total) => Fault::TimeOverOf { done, total },
        None => Fault::TimeOverAfter { done },
    };
    Error::new(ErrorKind::Timeout, fault).hint(NextStep::RaiseTime)
}

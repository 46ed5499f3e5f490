//! How long work reports where it is, and how it is told to stop.

use std::sync::atomic::{AtomicU64, Ordering};

/// Why work was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A person (or the caller) asked for it.
    Interrupted,
    /// The time allowed is over.
    TimedOut,
}

/// Where a piece of long work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// What is being counted, for example `"heaps"`.
    pub unit: &'a str,
    /// How many are done.
    pub done: u64,
    /// How many there will be, where that is known.
    pub total: Option<u64>,
}

/// A sink for the progress of long work, and the way to stop it.
///
/// The library never reads a clock: whoever implements this may. Engines call [`Progress::step`] often enough
/// (every few milliseconds of work) that stopping feels immediate, and rarely enough that it costs nothing.
pub trait Progress: Sync {
    /// Notes where the work is; an error stops it as soon as possible.
    fn step(&self, step: Step<'_>) -> Result<(), Stop>;
}

/// Never reports and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Progress for Quiet {
    fn step(&self, _: Step<'_>) -> Result<(), Stop> {
        Ok(())
    }
}

/// Lets work ask so many times whether to go on, and stops it then: a bound that, unlike a clock, is the same on every machine.
///
/// ```
/// use grundy::{ErrorKind, Patience, Work};
/// let patience = Patience::new(0);
/// let error = grundy::read_rules("n -> n-1", &grundy::Lets::new(), &Work::watched(&patience)).unwrap_err();
/// assert_eq!((error.kind(), patience.asked()), (ErrorKind::Timeout, 1));
/// ```
#[derive(Debug)]
pub struct Patience {
    most: u64,
    why: Stop,
    asked: AtomicU64,
}

impl Patience {
    /// Work may go on so many times, and then its time is over.
    pub const fn new(most: u64) -> Patience {
        Patience::until(most, Stop::TimedOut)
    }

    /// Work may go on so many times, and is then told to stop like this.
    pub const fn until(most: u64, why: Stop) -> Patience {
        Patience { most, why, asked: AtomicU64::new(0) }
    }

    /// How often it was asked.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Progress for Patience {
    fn step(&self, _: Step<'_>) -> Result<(), Stop> {
        if self.asked.fetch_add(1, Ordering::Relaxed) < self.most { Ok(()) } else { Err(self.why) }
    }
}

/// Passes on where the work is, on the way to another total: a search that goes on in steps has one end for whoever watches.
pub(crate) struct Toward<'a> {
    pub(crate) progress: &'a dyn Progress,
    pub(crate) total: u64,
}

impl Progress for Toward<'_> {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        self.progress.step(Step { total: Some(self.total), ..step })
    }
}

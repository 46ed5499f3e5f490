//! How long work reports where it is, and how it is told to stop.

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

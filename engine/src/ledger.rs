//! The bytes of a list that grows while nobody knows how long it will be.

use crate::error::Result;
use crate::work::Work;

/// Bytes of work between two questions whether to go on: a few milliseconds.
const PULSE: u64 = 1 << 20;

/// Counts what a list takes against the limit while the list grows, and asks now and then whether to go on.
///
/// A position with many components has many moves, and each leads to a position as wide: the list of them is
/// quadratic in a short question.
pub(crate) struct Ledger<'w, 'a> {
    work: &'w Work<'a>,
    unit: &'static str,
    entries: u64,
    bytes: u64,
    since_asked: u64,
}

impl<'w, 'a> Ledger<'w, 'a> {
    /// An empty list of such units.
    pub(crate) fn new(unit: &'static str, work: &'w Work<'a>) -> Ledger<'w, 'a> {
        Ledger { work, unit, entries: 0, bytes: 0, since_asked: 0 }
    }

    /// Counts one more entry, before it is made.
    pub(crate) fn add(&mut self, bytes: u64) -> Result<()> {
        self.entries += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.work.limits.allow(1, self.bytes)?;
        self.pass(bytes)
    }

    /// Counts work on so many bytes that takes no room of its own.
    pub(crate) fn pass(&mut self, bytes: u64) -> Result<()> {
        self.since_asked = self.since_asked.saturating_add(bytes);
        if self.since_asked < PULSE {
            return Ok(());
        }
        self.since_asked = 0;
        self.work.step(self.unit, self.entries, None)
    }

    /// The work that is counted.
    pub(crate) fn work(&self) -> &'w Work<'a> {
        self.work
    }

    /// How many entries were counted.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }
}

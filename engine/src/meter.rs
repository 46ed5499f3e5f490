//! What a piece of work has cost so far, held against its limits while it goes on and not after.

use std::cell::Cell;

use crate::error::Result;
use crate::work::Work;

/// So much work, a nanosecond or a few each, lies between two questions whether to go on.
const PULSE: u64 = 1 << 20;
/// The work that reading one byte of a text is.
const READ: u64 = 16;

/// Counts what is done and what is held in memory, and asks now and then whether to go on.
///
/// How much one entry costs is for whoever counts to say: a stranger's question may have few entries that are long, or a
/// certificate few heaps with many options.
pub(crate) struct Meter<'w> {
    work: &'w Work<'w>,
    unit: &'static str,
    total: Cell<Option<u64>>,
    /// The units that are behind.
    done: Cell<u64>,
    /// The bytes that all entries take.
    bytes: Cell<u64>,
    /// The work since the last question.
    since: Cell<u64>,
}

impl<'w> Meter<'w> {
    /// For a list that may be so short that it need not ask at all.
    pub(crate) fn new(unit: &'static str, work: &'w Work<'_>) -> Meter<'w> {
        let (done, bytes, since) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Meter { work, unit, total: Cell::new(None), done, bytes, since }
    }

    /// For what a stranger wrote: it asks before anything else.
    pub(crate) fn eager(unit: &'static str, work: &'w Work<'_>) -> Meter<'w> {
        Meter { since: Cell::new(PULSE), ..Meter::new(unit, work) }
    }

    /// For reading a text.
    pub(crate) fn of_text(text: &[u8], work: &'w Work<'_>) -> Meter<'w> {
        Meter { total: Cell::new(Some(text.len() as u64)), ..Meter::eager("bytes", work) }
    }

    /// Counts one more entry of a list, before it is made.
    pub(crate) fn add(&self, bytes: u64) -> Result<()> {
        self.done.set(self.done.get() + 1);
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        self.hold(self.bytes.get())?;
        self.pass(bytes)
    }

    /// Counts so much work.
    #[inline]
    pub(crate) fn pass(&self, work: u64) -> Result<()> {
        self.passed(work).map(|_| ())
    }

    /// Counts so much work, which got as far as `done` of `total`.
    #[inline]
    pub(crate) fn pass_to(&self, work: u64, done: usize, total: usize) -> Result<()> {
        self.done.set(done as u64);
        self.total.set(Some(total as u64));
        self.pass(work)
    }

    /// Notes which byte of a text is read and what is held in memory: how many vertices, edges or the like, and in how many
    /// bytes. Small steps cost nothing. A text that is read again begins again.
    #[inline]
    pub(crate) fn at(&self, at: usize, held: impl FnOnce() -> (usize, usize)) -> Result<()> {
        let read = (at as u64).saturating_sub(self.done.replace(at as u64));
        if self.passed(READ * read)? { self.allow(held()) } else { Ok(()) }
    }

    /// Counts so much work, and tells whether it was asked whether to go on.
    #[inline]
    fn passed(&self, work: u64) -> Result<bool> {
        let since = self.since.get().saturating_add(work);
        self.since.set(since);
        if since < PULSE { Ok(false) } else { self.ask().map(|()| true) }
    }

    #[cold]
    fn ask(&self) -> Result<()> {
        self.since.set(0);
        self.work.step(self.unit, self.done.get(), self.total.get())
    }

    /// Fails if so many bytes may not be held.
    pub(crate) fn hold(&self, bytes: u64) -> Result<()> {
        self.work.limits.allow_bytes(bytes)
    }

    /// Fails if so many entries, or so many bytes, may not be held.
    pub(crate) fn allow(&self, (count, bytes): (usize, usize)) -> Result<()> {
        self.work.limits.allow(count as u64, 0)?;
        self.hold(bytes as u64)
    }

    /// The work that is counted.
    pub(crate) fn work(&self) -> &'w Work<'w> {
        self.work
    }

    /// How many entries were counted.
    pub(crate) fn entries(&self) -> u64 {
        self.done.get()
    }
}

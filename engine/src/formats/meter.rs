//! What a reader has taken so far: memory held to the limits and the time looked at, while it reads and not after.

use crate::error::Result;
use crate::limits::Limits;
use crate::progress::{Progress, Step};

/// How many bytes are read between two looks.
const STRIDE: usize = 1 << 16;

/// Watches a reader of a text.
pub(super) struct Meter<'w> {
    limits: &'w Limits,
    progress: &'w dyn Progress,
    total: usize,
    /// The byte from which to look again.
    next: usize,
}

impl<'w> Meter<'w> {
    pub(super) fn new(text: &[u8], limits: &'w Limits, progress: &'w dyn Progress) -> Meter<'w> {
        Meter { limits, progress, total: text.len(), next: 0 }
    }

    /// The same for another pass over the text.
    pub(super) fn again(&self) -> Meter<'w> {
        Meter { next: 0, ..*self }
    }

    /// Notes which byte is read and what is held in memory: how many vertices, edges or the like, and in how many
    /// bytes. Small steps cost nothing.
    #[inline]
    pub(super) fn at(&mut self, at: usize, held: impl FnOnce() -> (usize, usize)) -> Result<()> {
        if at < self.next {
            return Ok(());
        }
        self.next = at.saturating_add(STRIDE);
        let (done, total) = (at as u64, Some(self.total as u64));
        self.progress.step(Step { unit: "bytes", done, total })?;
        self.allow(held())
    }

    /// Fails if this much is too much.
    pub(super) fn allow(&self, (count, bytes): (usize, usize)) -> Result<()> {
        self.limits.allow(count as u64, 0)?;
        self.limits.allow(1, bytes as u64)
    }
}

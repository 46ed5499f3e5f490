//! What a check costs: whether to go on is asked after so much work, however many heaps that was, and tables are held within
//! the memory allowed. A certificate is a stranger's word, so neither may depend on what it says.

use std::cell::{Cell, RefCell};

use super::{Rejected, reject};
use crate::error::{Error, ErrorKind};
use crate::work::Work;

/// So many options are looked at between two questions: some milliseconds.
const ASKED_EVERY: u64 = 1 << 21;

pub(super) struct Meter<'a> {
    work: &'a Work<'a>,
    /// The work since the last question.
    since: Cell<u64>,
    /// Why the check ended early, if it did.
    ended: RefCell<Option<Error>>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(work: &'a Work<'a>) -> Meter<'a> {
        // The first bit of work asks.
        Meter { work, since: Cell::new(ASKED_EVERY), ended: RefCell::new(None) }
    }

    /// Notes that so many options of heap `n` were looked at.
    #[inline]
    pub(super) fn did(&self, options: u64, n: usize, heaps: usize) -> Result<(), Rejected> {
        let since = self.since.get().saturating_add(options);
        self.since.set(since);
        if since < ASKED_EVERY { Ok(()) } else { self.ask(n, heaps) }
    }

    #[cold]
    fn ask(&self, n: usize, heaps: usize) -> Result<(), Rejected> {
        self.since.set(0);
        self.may(self.work.step("heaps", n as u64, Some(heaps as u64)))
    }

    /// Ends the check if tables of so many bytes may not be held.
    pub(super) fn hold(&self, bytes: u64) -> Result<(), Rejected> {
        self.may(self.work.limits.allow_bytes(bytes))
    }

    /// What was asked for, or why it failed; ends the check if that was the end of a limit.
    pub(super) fn within_limits<T>(&self, asked: Result<T, Error>) -> Result<Result<T, Error>, Rejected> {
        match asked {
            Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Timeout | ErrorKind::Interrupted) => {
                self.may(Err(e)).map(|()| unreachable!("an error is not allowed"))
            }
            asked => Ok(asked),
        }
    }

    /// What the check may cost.
    pub(super) fn work(&self) -> &'a Work<'a> {
        self.work
    }

    fn may(&self, allowed: Result<(), Error>) -> Result<(), Rejected> {
        allowed.or_else(|why| {
            *self.ended.borrow_mut() = Some(why);
            // Nobody sees this: what ended the check is told instead.
            reject("the check was not ended", "it was")
        })
    }

    /// Why the check ended early: then there is no verdict.
    pub(super) fn ended(self) -> Option<Error> {
        self.ended.into_inner()
    }
}

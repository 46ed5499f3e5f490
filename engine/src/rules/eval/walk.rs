//! How going through choices ends before all of them are made.

use std::ops::ControlFlow;

use crate::error::{Error, Result};

/// Why no further choice is made.
#[derive(Debug)]
pub(crate) enum Ended {
    /// Whoever looked has seen enough.
    Enough,
    /// Something failed.
    Failed(Error),
}

/// A walk through choices, or a step of it.
pub(crate) type Walk<T = ()> = ControlFlow<Ended, T>;

/// A failure ends a walk.
pub(super) trait OrEnd<T> {
    fn or_end(self) -> Walk<T>;
}

impl<T> OrEnd<T> for Result<T> {
    #[inline]
    fn or_end(self) -> Walk<T> {
        match self {
            Ok(value) => ControlFlow::Continue(value),
            Err(error) => ControlFlow::Break(Ended::Failed(error)),
        }
    }
}

/// Says whether a walk was broken off because somebody had seen enough.
#[inline]
pub(super) fn seen_enough(walked: Walk) -> Result<bool> {
    match walked {
        ControlFlow::Continue(()) => Ok(false),
        ControlFlow::Break(Ended::Enough) => Ok(true),
        ControlFlow::Break(Ended::Failed(error)) => Err(error),
    }
}

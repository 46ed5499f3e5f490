//! How much work a stranger's question may cause.

use crate::bytes::{Amount, Bytes, OUT_OF_REACH};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::machine::Threads;
use crate::program::Compiler;

/// Limits on one request. Time is limited by the [`Progress`](crate::Progress) sink, since the library reads no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many positions may be visited or tabulated.
    pub positions: u64,
    /// How many bytes the tables of one request may take.
    pub bytes: u64,
    /// How many bytes the answer may have where it is sent as JSON.
    pub answer: u64,
    /// How many threads heap sequences and searches of boards use where they can share their work; as many as usually pay if absent. No
    /// answer depends on it.
    pub threads: Option<Threads>,
    /// Who makes machine code of rules; they are interpreted if nobody does. No answer depends on it.
    pub compiler: Option<Compiler>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { positions: 100_000_000, bytes: 4 << 30, answer: u64::MAX, threads: None, compiler: None }
    }
}

impl Limits {
    /// Fails if `positions` of `bytes_each` would go past a limit.
    pub fn allow(&self, positions: u64, bytes_each: u64) -> Result<()> {
        if positions > self.positions.max(OUT_OF_REACH) {
            let fault = Fault::BeyondAnyMachine { needed: Amount(positions) };
            return Err(Error::new(ErrorKind::Limit, fault).hint(NextStep::AskSmaller));
        }
        if positions > self.positions {
            let fault = Fault::TooManyPositions { needed: positions, limit: self.positions };
            return Err(Error::new(ErrorKind::Limit, fault).hint(NextStep::RaisePositions));
        }
        self.allow_bytes(positions.saturating_mul(bytes_each))
    }

    /// Fails if so many bytes would go past the limit.
    pub fn allow_bytes(&self, bytes: u64) -> Result<()> {
        if bytes > self.bytes.max(OUT_OF_REACH) {
            let fault = Fault::BytesBeyondAnyMachine { needed: Bytes(bytes) };
            return Err(Error::new(ErrorKind::Limit, fault).hint(NextStep::AskSmaller));
        }
        if bytes > self.bytes {
            let fault = Fault::TooMuchMemory { needed: Bytes(bytes), limit: Bytes(self.bytes) };
            return Err(Error::new(ErrorKind::Limit, fault).hint(NextStep::RaiseMemory));
        }
        Ok(())
    }
}

/// The error for an answer that could not be sent.
pub(crate) fn answer_too_long(most: u64) -> Error {
    Error::new(ErrorKind::Limit, Fault::AnswerTooLong { limit: Bytes(most) }).hint(NextStep::SmallerRange)
}

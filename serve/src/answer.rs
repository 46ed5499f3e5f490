//! The answer to a question, in JSON, and what stops the work on it.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::http::StatusCode;
use grundy::ask::Question;
use grundy::sentence::NextStep;
use grundy::{Error, ErrorKind, Limits, Progress, Step, Stop, Work};
use serde_json::json;

use crate::kept::Kept;
use crate::refusal;
use crate::run::Run;
use crate::telling::Told;

pub const FAILED: &str = "the engine failed; this is a mistake of ours";
/// Bytes of an answer that are written between two looks at the watch.
const PULSE: usize = 1 << 20;

/// Stops the work when the time is over, when the one who asked has gone, when the server is to end, or when the work
/// has to leave its lane.
pub struct Watch<'a> {
    /// Nothing where the time is longer than a clock can say.
    pub until: Option<Instant>,
    pub gone: Arc<AtomicBool>,
    pub closed: Arc<AtomicBool>,
    pub told: Arc<Told>,
    pub run: &'a Run,
}

impl Watch<'_> {
    fn look(&self) -> Result<(), Stop> {
        if self.gone.load(Ordering::Relaxed) || self.closed.load(Ordering::Relaxed) {
            Err(Stop::Interrupted)
        } else if self.until.is_some_and(|until| Instant::now() > until) {
            Err(Stop::TimedOut)
        } else if self.run.goes_on() {
            Ok(())
        } else {
            Err(Stop::Interrupted)
        }
    }
}

impl Progress for Watch<'_> {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        self.told.note(&step);
        self.look()
    }
}

/// Works on a question with what is known about its game, and keeps what is found out; whatever comes of it is an answer.
pub fn answer(question: &Question, kept: &Kept, watch: &Watch<'_>, limits: Limits) -> (StatusCode, Vec<u8>) {
    let (work, most) = (Work { limits, progress: watch }, limits.answer);
    let mut known = kept.take(question);
    let asked = catch_unwind(AssertUnwindSafe(|| known.ask(question, &work)));
    // What failed half-way is not to be trusted; what was stopped is.
    if asked.is_ok() {
        kept.put(known);
    }
    let error = match asked {
        Ok(Ok(answer)) => {
            let mut written = Capped { bytes: Vec::new(), most, watch, stopped: None, unwatched: 0 };
            match (serde_json::to_writer(&mut written, &answer), written.stopped) {
                (Ok(()), _) => return (StatusCode::OK, written.bytes),
                (Err(_), Some(stop)) => stop.into(),
                (Err(_), None) => {
                    Error::new(ErrorKind::Limit, format!("the answer has more than {most} bytes"))
                        .hint(NextStep::SmallerRange)
                }
            }
        }
        Ok(Err(error)) => error,
        Err(_) => {
            return (StatusCode::INTERNAL_SERVER_ERROR, refusal::text("internal", FAILED).into_bytes());
        }
    };
    let status = match error.kind() {
        ErrorKind::Timeout | ErrorKind::Interrupted => StatusCode::GATEWAY_TIMEOUT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, json!({ "error": error }).to_string().into_bytes())
}

/// A text that must not grow past a limit, nor when nobody waits for it any longer.
struct Capped<'a> {
    bytes: Vec<u8>,
    most: u64,
    watch: &'a Watch<'a>,
    stopped: Option<Stop>,
    unwatched: usize,
}

impl Write for Capped<'_> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        self.unwatched += more.len();
        if self.unwatched >= PULSE {
            self.unwatched = 0;
            self.stopped = self.watch.look().err();
        }
        if self.stopped.is_some() {
            return Err(io::Error::other("nobody waits for the answer"));
        }
        if (self.bytes.len() + more.len()) as u64 > self.most {
            return Err(io::Error::other("the answer is too long"));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! Where questions are taken and worked on, within limits.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::StatusCode;
use grundy::Limits;
use grundy::ask::{Question, Verb};

use crate::answer::{FAILED, Watch, answer};
use crate::kept::{GAMES, Kept};
use crate::lanes::{Lanes, Place};
use crate::outbox::Outbox;
use crate::queue::Queue;
use crate::refusal;
use crate::run::Run;
use crate::telling::Told;
use crate::{MOST_WORKERS, Settings};

/// Heaps that a search for a period looks at if the question does not say: more than in the browser, as this is faster.
const USUAL_HEAPS: u64 = 1 << 16;
/// How long work may go on past its time. Engines look at the clock every few milliseconds; one that does not is left
/// behind, and keeps its place until it ends.
const GRACE: Duration = Duration::from_secs(5);

/// What all questions share: the limits, and the places where they are worked on.
pub struct Desk {
    settings: Settings,
    lanes: Arc<Lanes>,
    queue: Arc<Queue>,
    kept: Arc<Kept>,
    closed: Arc<AtomicBool>,
    outbox: Outbox,
}

/// A status and a text in JSON.
type Reply = (StatusCode, Bytes);

/// What came of a run.
enum Ended {
    Reply(StatusCode, Vec<u8>),
    /// It had to leave its lane.
    Left,
}

/// Dropped with the request, also when the client disconnects.
struct Asking(Arc<AtomicBool>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn refused(status: StatusCode, kind: &str, message: &str) -> Reply {
    (status, Bytes::from(refusal::text(kind, message)))
}

fn busy(message: &str) -> Reply {
    refused(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
}

impl Desk {
    pub fn new(settings: &Settings) -> Desk {
        let workers = settings.workers.clamp(1, MOST_WORKERS);
        let settings = Settings { workers, ..settings.clone() };
        let outbox = Outbox::new(settings.unread);
        let lanes = Arc::new(Lanes::new(workers));
        Desk { lanes, queue: Arc::default(), kept: Arc::default(), closed: Arc::default(), outbox, settings }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Stops what is being worked on, and takes no more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.lanes.close();
    }

    /// How many questions are worked on, and how many wait for that.
    pub fn busy(&self) -> (usize, usize) {
        (self.lanes.taken(), self.queue.len())
    }

    /// Among how many the memory is shared: all places, and the games that are kept.
    fn shares(&self) -> u64 {
        (self.lanes.places() + GAMES) as u64
    }

    /// What any answer may cost.
    fn limits(&self) -> Limits {
        let Settings { bytes, answer, positions, .. } = self.settings;
        let bytes = bytes / self.shares();
        #[cfg(feature = "jit")]
        let compiler = Some(grundy_jit::COMPILER);
        #[cfg(not(feature = "jit"))]
        let compiler = None;
        Limits { positions, bytes, answer: answer as u64, compiler, ..Limits::default() }
    }

    /// The question, of a size that this server can bear.
    pub fn limited(&self, mut question: Question) -> Question {
        let positions = self.settings.positions;
        question.nodes = Some(question.nodes.unwrap_or(400).min(2000));
        if question.verb == Verb::Period {
            question.limit = Some(question.limit.unwrap_or(USUAL_HEAPS).min(positions));
        }
        question
    }

    /// Works on a question, in one lane after another; whatever comes of it is an answer in JSON. Dropping this stops the
    /// work.
    pub async fn work(&self, question: Question, told: Arc<Told>) -> Reply {
        let question = Arc::new(question);
        let asking = Asking(Arc::default());
        let mut patience = self.settings.time;
        let mut lane = 0;
        loop {
            let place = match self.place(lane, &mut patience, &told).await {
                Ok(place) => place,
                Err(refusal) => return refusal,
            };
            let run = Run::new(self.lanes.clone(), place);
            let (status, answer) = match self.run(&run, &question, &asking, &told).await {
                Ok(Ended::Reply(status, answer)) => (status, answer),
                Ok(Ended::Left) => {
                    lane = run.next();
                    continue;
                }
                Err(refusal) => return refusal,
            };
            // The place is kept until there is room for the answer: otherwise those that wait for room would be too
            // many. That may take long, so that it is done in the last lane alone.
            let longest = if run.stays() { self.settings.time } else { Duration::ZERO };
            match self.outbox.hold(answer, longest).await {
                Some(answer) => return (status, answer),
                None if run.stays() => return busy("too many answers wait for being read; ask again later"),
                None => lane = run.next(),
            }
        }
    }

    /// Waits for a place in this lane or a later one, and takes the time from `patience`.
    async fn place(&self, lane: usize, patience: &mut Duration, told: &Told) -> Result<Place, Reply> {
        let Some(ticket) = self.queue.enter(self.settings.waiting) else {
            return Err(busy("too many questions are waiting; ask again later"));
        };
        told.waits(&ticket);
        let begun = Instant::now();
        let place = tokio::time::timeout(*patience, self.lanes.place(lane)).await;
        *patience = patience.saturating_sub(begun.elapsed());
        place.ok().flatten().ok_or_else(|| busy("other questions took all the time; ask again later"))
    }

    async fn run(
        &self,
        run: &Arc<Run>,
        question: &Arc<Question>,
        asking: &Asking,
        told: &Arc<Told>,
    ) -> Result<Ended, Reply> {
        let until = Instant::now().checked_add(self.settings.time);
        let (gone, closed, told) = (asking.0.clone(), self.closed.clone(), told.clone());
        let (question, kept, limits) = (question.clone(), self.kept.clone(), self.limits());
        let work = run.work(move |run| {
            let (status, answer) =
                answer(&question, &kept, &Watch { until, gone, closed, told, run }, limits);
            // Some work that is stopped says what it has seen so far, which is no answer here.
            if run.left() { Ended::Left } else { Ended::Reply(status, answer) }
        });
        match tokio::time::timeout(self.settings.time.saturating_add(GRACE), work).await {
            Ok(Ok(Some(ended))) => Ok(ended),
            Ok(Ok(None)) => Err(refused(StatusCode::INTERNAL_SERVER_ERROR, "internal", FAILED)),
            Ok(Err(e)) => Err(no_thread(&e)),
            Err(_) => Err(refused(StatusCode::GATEWAY_TIMEOUT, "timeout", "the time limit is over")),
        }
    }
}

fn no_thread(error: &io::Error) -> Reply {
    busy(&format!("the system has no thread for this question: {error}; ask again later"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_can_be_worked_on_share_the_memory() {
        for workers in [0, 1, 2, 5, 64, usize::MAX] {
            let desk = Desk::new(&Settings { workers, bytes: 1 << 30, ..Settings::default() });
            let share = desk.limits().bytes;
            assert!(share * desk.shares() <= 1 << 30);
            assert!((share + 1) * desk.shares() > 1 << 30);
        }
    }
}

//! Questions and answers in JSON.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::ask::{Asker, Question, Verb};
use grundy::{Error, ErrorKind, Progress, Step, Stop};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::outbox::Outbox;
use crate::refusal::{self, JSON, refuse};
use crate::telling::{self, Told};
use crate::{MOST_WORKERS, Settings};

const FAILED: &str = "the engine failed; this is a mistake of ours";
/// Bytes of an answer that are written between two looks at the watch.
const PULSE: usize = 1 << 20;
/// Heaps that a search for a period looks at if the question does not say: more than in the browser, as this is faster.
const USUAL_HEAPS: u64 = 1 << 16;

/// What all questions share: the limits, and the places where they are worked on.
pub struct Desk {
    settings: Settings,
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    closed: Arc<AtomicBool>,
    outbox: Outbox,
}

impl Desk {
    pub fn new(settings: &Settings) -> Desk {
        let workers = settings.workers.clamp(1, MOST_WORKERS);
        let settings = Settings { workers, ..settings.clone() };
        let places = Arc::new(Semaphore::new(workers));
        let outbox = Outbox::new(settings.unread);
        Desk { places, waiting: AtomicUsize::new(0), closed: Arc::default(), outbox, settings }
    }

    /// Stops what is being worked on, and takes no more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.places.close();
    }

    /// The question with limits that this server can bear.
    fn limited(&self, mut question: Question) -> Question {
        let bytes = self.settings.bytes / self.settings.workers as u64;
        question.max_bytes = Some(question.max_bytes.unwrap_or(bytes).min(bytes));
        let answer = self.settings.answer as u64;
        question.max_answer = Some(question.max_answer.unwrap_or(answer).min(answer));
        let positions = self.settings.positions;
        question.max_positions = Some(question.max_positions.unwrap_or(positions).min(positions));
        question.nodes = Some(question.nodes.unwrap_or(400).min(2000));
        if question.verb == Verb::Period {
            question.limit = Some(question.limit.unwrap_or(USUAL_HEAPS).min(positions));
        }
        question
    }
}

/// Stops the work when the time is over, when the one who asked has gone, or when the server is to end.
struct Watch {
    /// Nothing where the time is longer than a clock can say.
    until: Option<Instant>,
    gone: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    told: Arc<Told>,
}

impl Watch {
    fn look(&self) -> Result<(), Stop> {
        if self.gone.load(Ordering::Relaxed) || self.closed.load(Ordering::Relaxed) {
            Err(Stop::Interrupted)
        } else if self.until.is_some_and(|until| Instant::now() > until) {
            Err(Stop::TimedOut)
        } else {
            Ok(())
        }
    }
}

impl Progress for Watch {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        self.told.note(&step);
        self.look()
    }
}

/// Dropped with the request, also when the client disconnects.
struct Asking(Arc<AtomicBool>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Counts who waits, and stops counting whatever happens.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

pub async fn ask(State(desk): State<Arc<Desk>>, request: Request) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Another site's page can only send this type after asking, which this server never allows.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "format", "send the question as application/json");
    }
    let told = telling::wanted(request.headers());
    let body = match tokio::time::timeout(desk.settings.reading, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the question is too long, the limit is {} bytes", desk.settings.body);
            return refuse(rejection.status(), "limit", &message);
        }
        Ok(Err(rejection)) => {
            let message = "the question did not arrive whole, or its parts are not as HTTP has them";
            return refuse(rejection.status(), "format", message);
        }
        Err(_) => {
            return refuse(StatusCode::REQUEST_TIMEOUT, "timeout", "the question did not arrive in time");
        }
    };
    let question = match serde_json::from_slice::<Question>(&body) {
        Ok(question) => desk.limited(question),
        Err(e) => {
            return refuse(StatusCode::BAD_REQUEST, "format", &format!("the question cannot be read: {e}"));
        }
    };
    if told {
        return telling::answer(desk, question);
    }
    let (status, answer) = work(&desk, question, Arc::default()).await;
    (status, JSON, Body::from(answer)).into_response()
}

/// Waits for a place and works on a question; whatever comes of it is an answer in JSON. Dropping this stops the work.
pub async fn work(desk: &Desk, question: Question, told: Arc<Told>) -> (StatusCode, Bytes) {
    let refused = |status, kind, message| (status, Bytes::from(refusal::text(kind, message)));
    let busy = |message| refused(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
    if desk.waiting.fetch_add(1, Ordering::Relaxed) >= desk.settings.waiting {
        desk.waiting.fetch_sub(1, Ordering::Relaxed);
        return busy("too many questions are waiting; ask again later");
    }
    let waiting = Waiting(&desk.waiting);
    let place = tokio::time::timeout(desk.settings.time, desk.places.clone().acquire_owned()).await;
    drop(waiting);
    let Ok(Ok(place)) = place else {
        return busy("other questions took all the time; ask again later");
    };
    let asking = Asking(Arc::default());
    let until = Instant::now().checked_add(desk.settings.time);
    let watch = Watch { until, gone: asking.0.clone(), closed: desk.closed.clone(), told };
    let most = desk.settings.answer;
    let work = tokio::task::spawn_blocking(move || (answer(&question, &watch, most), place));
    // Engines look at the clock every few milliseconds; one that does not is left behind after a grace.
    let longest = desk.settings.time.saturating_add(Duration::from_secs(5));
    let ((status, answer), place) = match tokio::time::timeout(longest, work).await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => return refused(StatusCode::INTERNAL_SERVER_ERROR, "internal", FAILED),
        Err(_) => return refused(StatusCode::GATEWAY_TIMEOUT, "timeout", "the time limit is over"),
    };
    // The place is kept until there is room for the answer: otherwise those that wait for room would be too many.
    let held = desk.outbox.hold(answer, desk.settings.time).await;
    drop(place);
    held.map_or_else(
        || busy("too many answers wait for being read; ask again later"),
        |answer| (status, answer),
    )
}

fn answer(question: &Question, watch: &Watch, most: usize) -> (StatusCode, Vec<u8>) {
    let asked = catch_unwind(AssertUnwindSafe(|| Asker::default().ask(question, watch)));
    let error = match asked {
        Ok(Ok(answer)) => {
            let mut written = Capped { bytes: Vec::new(), most, watch, stopped: None, unwatched: 0 };
            match (serde_json::to_writer(&mut written, &answer), written.stopped) {
                (Ok(()), _) => return (StatusCode::OK, written.bytes),
                (Err(_), Some(stop)) => stop.into(),
                (Err(_), None) => {
                    Error::new(ErrorKind::Limit, format!("the answer has more than {most} bytes"))
                        .hint("ask for a smaller range")
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
    most: usize,
    watch: &'a Watch,
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
        if self.bytes.len() + more.len() > self.most {
            return Err(io::Error::other("the answer is too long"));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub async fn health() -> impl IntoResponse {
    (JSON, json!({"ok": true, "version": env!("CARGO_PKG_VERSION")}).to_string())
}

pub async fn openapi() -> impl IntoResponse {
    (JSON, include_str!("openapi.json"))
}

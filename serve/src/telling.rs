//! Answers that tell where their work is while it goes on, or how many wait before it: lines of JSON, the last of which is
//! the answer.
//!
//! Only who asks for `application/x-ndjson` gets them. By the time of the first line nobody knows how the work will end,
//! so that the status is always 200 and an error is the last line.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use grundy::Step;
use grundy::ask::Question;
use hyper::body::{Body as HttpBody, Frame};
use serde_json::json;
use tokio::sync::mpsc;

use crate::desk::Desk;
use crate::queue::Ticket;

/// The type of an answer in lines.
const LINES: &str = "application/x-ndjson";
/// How often the client is told.
const SILENCE: Duration = Duration::from_millis(250);

/// Where a question is: how far its work, or how many are before it.
#[derive(Default)]
pub struct Told {
    step: Mutex<Option<(String, u64)>>,
    /// While it waits for a place.
    waiting: Mutex<Weak<Ticket>>,
}

impl Told {
    /// It waits, as long as it has this ticket.
    pub fn waits(&self, ticket: &Arc<Ticket>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(ticket);
    }

    pub fn note(&self, step: &Step<'_>) {
        let mut last = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *last {
            // Steps are many, and their unit is mostly the same.
            Some((unit, done)) if unit == step.unit => *done = step.done,
            other => *other = Some((step.unit.to_string(), step.done)),
        }
    }

    fn line(&self) -> Option<Bytes> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        let told = match waiting {
            Some(ticket) => json!({ "ahead": ticket.ahead() }),
            None => {
                let last = self.step.lock().unwrap_or_else(PoisonError::into_inner);
                let (unit, done) = last.as_ref()?;
                json!({"unit": unit, "done": done})
            }
        };
        Some(Bytes::from(format!("{}\n", json!({ "told": told }))))
    }
}

/// Whether the client asks to be told.
pub fn wanted(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(LINES)))
}

/// Lines as they come.
struct Lines(mpsc::Receiver<Bytes>);

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

/// Works on a question and tells of it.
pub fn answer(desk: Arc<Desk>, question: Question) -> Response {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        let told = Arc::<Told>::default();
        let work = desk.work(question, told.clone());
        tokio::pin!(work);
        let mut pulse = tokio::time::interval(SILENCE);
        let answer = loop {
            tokio::select! {
                (_, answer) = &mut work => break answer,
                // A client that does not listen misses a line; only the last one waits for it.
                _ = pulse.tick() => drop(told.line().map(|line| sender.try_send(line))),
                // The work stops when it is dropped.
                () = sender.closed() => return,
            }
        };
        let _ = sender.send(answer).await;
    });
    ([(header::CONTENT_TYPE, LINES)], Body::new(Lines(receiver))).into_response()
}

//! What can go wrong, in words a person can act on.

mod board_fault;
mod fault;
mod next_step;

use std::fmt;
use std::ops::Range;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::progress::Stop;

pub use board_fault::{BoardFault, Told};
pub use fault::{Fault, Piece, Pieces};
pub use next_step::NextStep;

/// The kinds of failure, for programs; people read the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text of a rule cannot be read.
    Syntax,
    /// A rule can be read but makes no sense: an unknown name, a number where a condition belongs.
    Rule,
    /// A rule failed while its options were computed: overflow, division by zero, an index out of range.
    Evaluation,
    /// A position does not fit the rules.
    Position,
    /// A file or other input is malformed.
    Format,
    /// A limit on positions, bytes or steps was reached.
    Limit,
    /// The game has a cycle, where an engine for games without cycles was asked.
    Cycle,
    /// The question cannot be answered for this kind of game.
    Unsupported,
    /// The work was told to stop.
    Interrupted,
    /// The time allowed was over.
    Timeout,
}

/// A failure, with the place it points at and the next step where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    fault: Fault,
    /// The fault in English.
    message: String,
    span: Option<Range<usize>>,
    source: Option<String>,
    next: Option<NextStep>,
}

/// A message has at most so many letters: what a stranger wrote may have a million.
const LONGEST_MESSAGE: usize = 400;

/// A text without its middle if it is longer than anybody reads.
fn readable(text: String) -> String {
    if text.len() <= LONGEST_MESSAGE || text.chars().count() <= LONGEST_MESSAGE {
        return text;
    }
    let head: String = text.chars().take(LONGEST_MESSAGE * 3 / 4).collect();
    let tail: Vec<char> = text.chars().rev().take(LONGEST_MESSAGE / 4).collect();
    head + "…" + &tail.into_iter().rev().collect::<String>()
}

/// The result of everything here that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A failure of the given kind.
    pub fn new(kind: ErrorKind, fault: impl Into<Fault>) -> Error {
        let fault = fault.into();
        let message = readable(fault.to_string());
        Error(Box::new(Inner { kind, fault, message, span: None, source: None, next: None }))
    }

    /// The same failure, pointing at bytes of the source text.
    pub fn at(mut self, span: Range<usize>) -> Error {
        self.0.span.get_or_insert(span);
        self
    }

    /// The same failure, with the text that the span belongs to.
    pub fn within(mut self, source: &str) -> Error {
        self.0.source.get_or_insert_with(|| source.to_string());
        self
    }

    /// The same failure in a text of which `source` is a longer spelling, if it lies in the end that both share.
    pub(crate) fn where_written(mut self, source: &str, written: &str) -> Error {
        let same = source.bytes().rev().zip(written.bytes().rev()).take_while(|(a, b)| a == b).count();
        let (shared, ahead) = (source.len() - same, source.len().saturating_sub(written.len()));
        if let Some(span) = self.0.span.clone().filter(|span| span.start >= shared && span.start >= ahead)
            && self.0.source.as_deref().is_none_or(|known| known == source)
        {
            self.0.span = Some(span.start - ahead..span.end - ahead);
            self.0.source = Some(written.to_string());
        }
        self
    }

    /// The same failure with what to do about it.
    pub fn hint(mut self, step: impl Into<NextStep>) -> Error {
        self.0.next.get_or_insert_with(|| step.into());
        self
    }

    /// The same failure with this next step, if there is one.
    pub fn hint_if(self, step: Option<&NextStep>) -> Error {
        match step {
            Some(step) => self.hint(step.clone()),
            None => self,
        }
    }

    /// The same error with another next step, for whoever knows more about the question.
    pub(crate) fn with_hint(mut self, step: impl Into<NextStep>) -> Error {
        self.0.next = Some(step.into());
        self
    }

    /// Whether the work was told to stop, so that nothing is known.
    pub fn is_stop(&self) -> bool {
        matches!(self.kind(), ErrorKind::Interrupted | ErrorKind::Timeout)
    }

    /// What kind of failure this is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What happened, as data.
    pub fn fault(&self) -> &Fault {
        &self.0.fault
    }

    /// What happened, without place and next step.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The bytes of the source text that this is about.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// The text that the span belongs to.
    pub fn source_text(&self) -> Option<&str> {
        self.0.source.as_deref()
    }

    /// What to do about it.
    pub fn next_step(&self) -> Option<&NextStep> {
        self.0.next.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if let Some(step) = &self.0.next {
            write!(f, "; {step}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// As scripts read it: `kind`, `message` and as data `fault`; where there is a next step `hint` and as data `next`; and
/// where there is a place `span` with its `source`.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Inner { kind, fault, message, span, source, next } = &*self.0;
        let placed = span.as_ref().zip(source.as_ref());
        let fields = 3 + 2 * usize::from(next.is_some()) + 2 * usize::from(placed.is_some());
        let mut object = serializer.serialize_struct("Error", fields)?;
        object.serialize_field("kind", kind)?;
        object.serialize_field("message", message)?;
        object.serialize_field("fault", fault)?;
        if let Some(step) = next {
            object.serialize_field("hint", &step.to_string())?;
            object.serialize_field("next", step)?;
        }
        if let Some((span, source)) = placed {
            object.serialize_field("span", span)?;
            object.serialize_field("source", source)?;
        }
        object.end()
    }
}

/// The schema of what is written above.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Error {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Failure".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        /// Why there is no answer.
        #[derive(schemars::JsonSchema, Serialize)]
        #[allow(dead_code)]
        struct Written {
            /// What is wrong, in one word, such as syntax, rule, position, limit or timeout. There may be new ones, and a
            /// server has its own, such as busy, format, host, origin or method.
            kind: String,
            /// What happened.
            message: String,
            /// The message as data; what a server itself finds has none.
            #[serde(skip_serializing_if = "Option::is_none")]
            fault: Option<Fault>,
            /// What to do about it.
            #[serde(skip_serializing_if = "Option::is_none")]
            hint: Option<String>,
            /// The hint as data.
            #[serde(skip_serializing_if = "Option::is_none")]
            next: Option<NextStep>,
            /// The bytes of the source text that it is about.
            #[serde(skip_serializing_if = "Option::is_none")]
            span: Option<Span>,
            /// The text that the span belongs to.
            #[serde(skip_serializing_if = "Option::is_none")]
            source: Option<String>,
        }
        /// A range of bytes.
        #[derive(schemars::JsonSchema, Serialize)]
        #[allow(dead_code)]
        struct Span {
            /// The first of them.
            start: usize,
            /// The first that is behind them.
            end: usize,
        }
        Written::json_schema(generator)
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        match stop {
            Stop::Interrupted => Error::new(ErrorKind::Interrupted, Fault::Interrupted),
            Stop::TimedOut => Error::new(ErrorKind::Timeout, Fault::TimeOver).hint(NextStep::RaiseTime),
        }
    }
}

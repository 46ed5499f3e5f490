//! Failures: drawn under the source line for people, as one object for scripts.

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use grundy::{Error, ErrorKind};
use serde_json::{Value, json};

use crate::wording;

/// Letters of a long line that are shown before the place that a failure is about, and half of those after it.
const SEEN: usize = 60;
/// A complaint about the command line that is longer holds something that nobody wants to read again.
const LONG: usize = 2000;
/// Longer texts are cut where a failure tells them.
const READABLE: usize = 80;

/// A text that is short enough to be told in a line, with its end if the whole is too long.
pub fn cut(text: &str) -> String {
    let length = text.chars().count();
    match length <= READABLE {
        true => text.into(),
        false => {
            let ends = |text: &mut dyn Iterator<Item = char>| text.take(READABLE / 2).collect::<String>();
            let tail: String = ends(&mut text.chars().rev()).chars().rev().collect();
            format!("{}…{tail}", ends(&mut text.chars()))
        }
    }
}

/// Why a command could not answer.
#[derive(Debug)]
pub enum Failure {
    /// The library says so.
    Engine(Error),
    /// A file could not be read or written, or an argument makes no sense.
    Input(String),
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default();

impl Failure {
    /// An error about input or output, with its next step.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure::Input(message.into())
    }

    /// The same as the library tells failures.
    pub fn into_error(self) -> Error {
        match self {
            Failure::Engine(error) => error,
            Failure::Input(message) => Error::new(ErrorKind::Format, message),
        }
    }

    /// Prints the failure to stderr and gives the exit code: 130 after an interrupt, otherwise 2.
    pub fn report(self, json: bool) -> ExitCode {
        let error = match self {
            Failure::Engine(error) => error,
            Failure::Input(message) => {
                let message = Error::new(ErrorKind::Format, message).message().to_string();
                match json {
                    true => eprintln!("{}", json!({"error": {"kind": "input", "message": message}})),
                    false => anstream::eprintln!("{ERROR}error:{ERROR:#} {message}"),
                }
                return ExitCode::from(2);
            }
        };
        match json {
            true => eprintln!("{}", json!({"error": object(&error)})),
            false => draw(&error),
        }
        ExitCode::from(if error.kind() == ErrorKind::Interrupted { 130 } else { 2 })
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Engine(error)
    }
}

/// The failure for scripts; its hint names the flags.
pub fn object(error: &Error) -> Value {
    let mut object = json!(error);
    if let Some(step) = error.next_step() {
        object["hint"] = wording::next_step(step).into();
    }
    object
}

/// The message, the source line with the place marked under it, and the next step.
fn draw(error: &Error) {
    anstream::eprintln!("{ERROR}error:{ERROR:#} {}", error.message());
    if let (Some(span), Some(source)) = (error.span(), error.source_text()) {
        let start = span.start.min(source.len());
        let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = source[start..].find('\n').map_or(source.len(), |at| start + at);
        let before = &source[line_start..start];
        let (ahead, before) = match before.char_indices().rev().nth(SEEN - 1) {
            Some((at, _)) if before.len() > 2 * SEEN => ("…", &before[at..]),
            _ => ("", before),
        };
        let after = &source[start..line_end];
        let (after, behind) = match after.char_indices().nth(2 * SEEN) {
            Some((at, _)) => (&after[..at], "…"),
            None => (after, ""),
        };
        let line = format!("{ahead}{before}{after}{behind}");
        let marked =
            source.get(start..span.end.min(start + after.len())).map_or(1, |s| s.chars().count()).max(1);
        let before = ahead.chars().count() + before.chars().count();
        let number = source[..line_start].matches('\n').count() + 1;
        let gutter = " ".repeat(number.to_string().len());
        anstream::eprintln!(" {gutter} |\n {number} | {line}");
        anstream::eprintln!(" {gutter} | {}{ERROR}{}{ERROR:#}", " ".repeat(before), "^".repeat(marked));
    }
    if let Some(step) = error.next_step() {
        anstream::eprintln!("{HINT}hint:{HINT:#} {}", wording::next_step(step));
    }
}

/// Reports a command line that cannot be read; help and version are no failure.
pub fn usage(error: &clap::Error, json: bool) -> ExitCode {
    if json && error.use_stderr() {
        let text = error.to_string();
        let message = text.trim_start_matches("error: ").lines().next().unwrap_or_default();
        let message = Error::new(ErrorKind::Format, message).message().to_string();
        eprintln!("{}", json!({"error": {"kind": "usage", "message": message}}));
    } else if error.use_stderr() && error.to_string().len() > LONG {
        // What was typed is told in short.
        error
            .to_string()
            .lines()
            .for_each(|line| eprintln!("{}", Error::new(ErrorKind::Format, line).message()));
    } else {
        // Nothing is left to be done if the message itself cannot be printed.
        let _ = error.print();
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

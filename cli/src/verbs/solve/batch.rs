//! `grundy solve RULES --batch FILE`: a position a line, an answer a line, in order, while the lines come.

use std::io::{BufWriter, ErrorKind as Io, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;

use grundy::{Brief, Error, ErrorKind, Opened, Outcome as Winner, Series, Work};
use serde::Serialize;
use serde_json::{Value, json};

use super::Options;
use crate::Outcome;
use crate::failure::{self, Failure};
use crate::game::About;
use crate::lines::{Line, Lines};
use crate::progress::Watch;
use crate::wording;

/// The words of the answers.
#[derive(Clone, Debug)]
pub struct Words([String; 3]);

impl Words {
    /// Reads `W,L` or `W,L,D`.
    pub fn parse(text: &str) -> Result<Words, String> {
        match *text.split(',').collect::<Vec<_>>() {
            [wins, loses] => Ok(Words([wins, loses, "D"].map(String::from))),
            [wins, loses, draws] => Ok(Words([wins, loses, draws].map(String::from))),
            _ => Err("expected two words or three with commas between them, such as First,Second".into()),
        }
    }

    fn of(&self, outcome: Winner) -> &str {
        &self.0[match outcome {
            Winner::N => 0,
            Winner::P => 1,
            Winner::D => 2,
        }]
    }
}

pub fn run(options: &Options, path: &Path) -> Outcome {
    // A file that cannot be opened is told before any rules are read.
    let mut lines = Lines::of(path)?;
    let watch = options.asked.cost.watch().without_bar();
    let work = Work { limits: options.sharing.of(options.asked.cost.limits()), progress: &watch };
    let play = options.play.asked();
    let about = About { position: &[], play, format: None };
    let bad = options.asked.with(&about, &work, |game| {
        let coordinates = game.rules().map_or(1, |rules| rules.form().axes.len());
        let mut batch = Batch {
            options,
            coordinates,
            series: Series::new(game),
            printed: Printed(BufWriter::new(std::io::stdout().lock())),
            blank: 0,
            bad: 0,
        };
        batch.answer_all(&mut lines, &watch, &work)?;
        Ok(batch.bad)
    })?;
    if bad > 0 {
        let lines = if bad == 1 { "1 line".into() } else { format!("{bad} lines") };
        eprintln!("{lines} could not be answered");
    }
    Ok(ExitCode::from(if bad > 0 { 2 } else { 0 }))
}

/// A batch under way.
struct Batch<'o, 'g> {
    options: &'o Options,
    /// How many coordinates a component has.
    coordinates: usize,
    series: Series<'g>,
    printed: Printed,
    /// Empty lines that have not been answered: at the end of a file they mean nothing.
    blank: usize,
    bad: u64,
}

/// An answer for scripts.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    brief: &'a Brief,
    /// The word that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'a str>,
}

/// A line as a position, or why it is none.
type Asked = Result<Vec<String>, Error>;

impl<'g> Batch<'_, 'g> {
    fn answer_all(&mut self, lines: &mut Lines, watch: &Watch, work: &Work<'_>) -> Result<(), Failure> {
        while let Some(group) = lines.next(watch)? {
            let asked: Vec<Asked> = group.into_iter().map(|line| self.read(line)).collect();
            let positions: Vec<Vec<String>> = asked.iter().flatten().cloned().collect();
            self.series.expect(&positions, work)?;
            for position in asked {
                if !self.answer(position, work)? {
                    return Ok(());
                }
            }
            if !self.printed.flush()? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn read(&self, line: Line) -> Asked {
        let line = line.map_err(|why| Error::new(ErrorKind::Format, why))?;
        match line.trim_start().starts_with(['[', '{', '"']).then(|| serde_json::from_str::<Value>(&line)) {
            Some(Ok(value)) => components(value, self.coordinates),
            // A set of places begins like an object.
            _ => Ok(line.split_whitespace().map(String::from).collect()),
        }
    }

    /// Answers one line, and says whether anybody still listens.
    fn answer(&mut self, asked: Asked, work: &Work<'_>) -> Result<bool, Failure> {
        if asked.as_ref().is_ok_and(Vec::is_empty) {
            self.blank += 1;
            return Ok(true);
        }
        for _ in 0..std::mem::take(&mut self.blank) {
            let nothing = Error::new(ErrorKind::Position, "there is no position on this line");
            if !self.print(Err(nothing))? {
                return Ok(false);
            }
        }
        let (options, json) = (self.options, self.options.json);
        let mut anew = |position: &[String]| -> Result<Opened<'g>, Error> {
            let opened = options.asked.open(position, options.play.asked(), work);
            opened.map_err(Failure::into_error)
        };
        let answer = asked.and_then(|position| self.series.answer(&position, json, &mut anew, work));
        match answer {
            Err(e) if e.is_stop() => {
                self.printed.flush()?;
                Err(e.into())
            }
            answer => self.print(answer),
        }
    }

    fn print(&mut self, answer: Result<Brief, Error>) -> Result<bool, Failure> {
        self.bad += u64::from(answer.is_err());
        let words = self.options.words.as_ref();
        let text = match (answer, self.options.json) {
            (Err(error), true) => json!({"error": failure::object(&error)}).to_string(),
            (Err(error), false) => format!("error: {}", one_line(&wording::error(&error))),
            (Ok(brief), true) => {
                let word = words.map(|words| words.of(brief.outcome));
                serde_json::to_string(&Answer { brief: &brief, word })
                    .map_err(|e| Failure::input(format!("the answer as JSON: {e}")))?
            }
            (Ok(brief), false) => {
                words.map_or_else(|| brief.outcome.to_string(), |words| words.of(brief.outcome).into())
            }
        };
        self.printed.line(&text)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The components of a position in JSON: a list of them, or an object with the list as its `position`. A component is a
/// number, a text, or the list of its coordinates; where it has several, a list of so many is one component.
fn components(value: Value, coordinates: usize) -> Asked {
    let wrong = || {
        Error::new(ErrorKind::Position, "this is no position in JSON")
            .hint("write a list of components: [3, 5], [[2, 3], [1, 4]] or [\"..X\"]")
    };
    let word = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let component = |value: &Value| match value {
        Value::Array(list) => Some(list.iter().map(word).collect::<Option<Vec<_>>>()?.join(",")),
        other => word(other),
    };
    match value {
        Value::Object(mut object) if object.len() == 1 => match object.remove("position") {
            Some(position @ (Value::Array(_) | Value::String(_) | Value::Number(_))) => {
                components(position, coordinates)
            }
            _ => Err(wrong()),
        },
        Value::Array(list)
            if coordinates > 1 && list.len() == coordinates && list.iter().all(|v| !v.is_array()) =>
        {
            match list.iter().map(word).collect::<Option<Vec<_>>>() {
                // Texts with commas are components of their own.
                Some(words) if words.iter().all(|word| !word.contains(',')) => Ok(vec![words.join(",")]),
                words => words.ok_or_else(wrong),
            }
        }
        Value::Array(list) => list.iter().map(component).collect::<Option<Vec<_>>>().ok_or_else(wrong),
        other => Ok(vec![component(&other).ok_or_else(wrong)?]),
    }
}

/// Answers on stdout. A reader that has seen enough (`| head`) is not an error.
struct Printed(BufWriter<StdoutLock<'static>>);

impl Printed {
    /// Prints a line, and says whether anybody still listens.
    fn line(&mut self, text: &str) -> Result<bool, Failure> {
        listening(writeln!(self.0, "{text}"))
    }

    fn flush(&mut self) -> Result<bool, Failure> {
        listening(self.0.flush())
    }
}

fn listening(written: std::io::Result<()>) -> Result<bool, Failure> {
    match written {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == Io::BrokenPipe => Ok(false),
        Err(e) => Err(Failure::input(format!("stdout: {e}"))),
    }
}

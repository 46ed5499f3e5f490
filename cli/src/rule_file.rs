//! Rules that stand in a file: a `.game` file, or a text as one would type it.

use std::path::{Path, PathBuf};

use grundy::catalogue::Entry;
use grundy::{Error, Lets, Opened, Play, Source, Work, named, open, read_rules};

use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound};

/// A rule in a file may be as long as one that is an argument.
const LONGEST_RULE: u64 = 128 << 10;

/// A game as it was written down.
pub enum Written<'a> {
    /// As it was typed.
    Typed(&'a str),
    /// In a `.game` file, with the text of it.
    Game(Box<Entry>, PathBuf, String),
    /// In a text, as one would type it.
    Text(PathBuf, String),
}

impl<'a> Written<'a> {
    /// What stands in the place of the rules: what is no game by itself may be the name of a file with one.
    pub fn read(text: &'a str, lets: &Lets, watch: &Watch, work: &Work<'_>) -> Result<Written<'a>, Failure> {
        let path = Path::new(text);
        if !text.contains("->") && text.ends_with(".game") {
            let inside = reading::text(path, Bound::by_hand("a .game file"), watch)?;
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let entry = Entry::parse(&name, &inside)?;
            return Ok(Written::Game(Box::new(entry), path.into(), inside));
        }
        if path.is_file() && named::find(text).is_none() && read_rules(text, lets, work).is_err() {
            let inside = reading::text(path, Bound::fixed(LONGEST_RULE, "a rule"), watch)?;
            // Some editors put a mark before the text.
            let inside = inside.strip_prefix('\u{feff}').unwrap_or(&inside).to_string();
            return Ok(Written::Text(path.into(), inside));
        }
        Ok(Written::Typed(text))
    }

    /// Opens it to ask about a position.
    pub fn open(
        &self,
        lets: &Lets,
        position: &[String],
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<Opened<'static>, Error> {
        match self {
            Written::Typed(text) => open(Source::Text(text), lets, position, play, work),
            Written::Game(entry, path, text) => {
                open(Source::File(entry), lets, position, play, work).map_err(|e| placed(&e, path, text))
            }
            Written::Text(path, text) => open(Source::Text(text.trim()), lets, position, play, work)
                .map_err(|e| placed(&e, path, text)),
        }
    }
}

/// The same failure at its line and column of a file, if what it is about stands there as it is.
fn placed(error: &Error, path: &Path, text: &str) -> Error {
    let (name, message) = (path.display(), error.message());
    let about = error.source_text().unwrap_or(text);
    let place = error.span().zip(text.find(about).filter(|_| !about.is_empty()));
    let named = match place {
        Some((span, start)) => {
            let at = (start + span.start).min(text.len());
            let before = text.get(..at).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            let message = format!("{name}, line {line}, column {column}: {message}");
            Error::new(error.kind(), message).at(at..start + span.end).within(text)
        }
        None => {
            let named = Error::new(error.kind(), format!("{name}: {message}")).within(about);
            error.span().map_or(named.clone(), |span| named.at(span))
        }
    };
    named.hint_if(error.next_step())
}

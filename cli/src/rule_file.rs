//! Rules that stand in a file: a `.game` file, or a text as one would type it.

use std::path::Path;

use grundy::catalogue::Entry;
use grundy::{Error, Lets, Rules};

use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound};

/// A rule in a file may be as long as one that is an argument.
const LONGEST_RULE: u64 = 128 << 10;

/// The rules of a `.game` file.
pub fn read_game(path: &Path, lets: &Lets, watch: &Watch) -> Result<Rules, Failure> {
    let text = reading::text(path, Bound::by_hand("a .game file"), watch)?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let entry = Entry::parse(&name, &text)?;
    Ok(Rules::of_game(&entry, lets).map_err(|error| placed(&error, path, &text))?)
}

/// The rules of a text.
pub fn read_text(path: &Path, lets: &Lets, watch: &Watch) -> Result<Rules, Failure> {
    let text = reading::text(path, Bound::fixed(LONGEST_RULE, "a rule"), watch)?;
    // Some editors put a mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(Rules::read(text.trim(), lets).map_err(|error| placed(&error, path, text))?)
}

/// Whether rules can be read from a file that may as well be a graph.
pub fn holds_rules(path: &Path) -> bool {
    read_text(path, &Lets::new(), &Watch::new(None)).is_ok()
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
    match error.next_step() {
        Some(hint) => named.hint(hint),
        None => named,
    }
}

//! One line of an edge list: words, and perhaps an arrow between the two vertices.

use super::{bad_line, shown};
use crate::error::{NextStep, Result};

/// One line with something in it.
pub(super) struct Line<'t> {
    pub(super) number: usize,
    pub(super) from: &'t str,
    pub(super) to: Option<&'t str>,
    pub(super) gain: Option<i64>,
}

/// What stands in a line.
#[derive(Debug, PartialEq)]
enum LineItem<'t> {
    Word(&'t str),
    Arrow,
}

/// Takes the next word or arrow from what is left of a line; none before a comment and at the end.
fn token<'t>(rest: &mut &'t str) -> Option<LineItem<'t>> {
    let bytes = rest.as_bytes();
    let start = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b',' | b'\r'))?;
    if matches!(bytes[start], b'#' | b'%') {
        return None;
    }
    let mut end = start;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b' ' | b'\t' | b',' | b'\r' | b'#' | b'%' => break,
            b'-' | 0xe2 => match arrow(&bytes[end..]) {
                Ok(len) if end == start => {
                    *rest = &rest[start + len..];
                    return Some(LineItem::Arrow);
                }
                Ok(_) => break,
                Err(len) => end += len,
            },
            _ => end += 1,
        }
    }
    let word = &rest[start..end];
    *rest = &rest[end..];
    Some(LineItem::Word(word))
}

/// The length of the arrow that bytes begin with, or how many of them begin none.
fn arrow(bytes: &[u8]) -> std::result::Result<usize, usize> {
    if bytes.starts_with("→".as_bytes()) {
        return Ok("→".len());
    }
    match bytes.iter().position(|&byte| byte != b'-') {
        Some(0) => Err(1),
        Some(dashes) if bytes[dashes] == b'>' => Ok(dashes + 1),
        dashes => Err(dashes.unwrap_or(bytes.len())),
    }
}

/// Whether a name is read back from a line as what it is.
pub(super) fn stands_alone(name: &str) -> bool {
    let mut rest = name;
    let whole = token(&mut rest) == Some(LineItem::Word(name));
    // A mark before a text belongs to no name.
    whole && wrong_name(name).is_none() && !name.contains('\n') && !name.starts_with('\u{feff}')
}

/// Why a word names no vertex, if so.
fn wrong_name(word: &str) -> Option<&'static str> {
    match () {
        () if word.ends_with(':') => Some("does not name a vertex"),
        () if word.contains(';') => Some("has a `;` in it, which separates nothing here"),
        () if word.contains('\0') => Some("has a byte 0 in it, so that this is no plain text"),
        () => None,
    }
}

/// What a line says; none if that is nothing.
pub(super) fn parse(number: usize, line: &str) -> Result<Option<Line<'_>>> {
    let wrong = |message: String| bad_line(number, message).hint(NextStep::OneALine);
    let (mut words, mut count, mut arrow) = ([""; 3], 0, false);
    let mut rest = line;
    while let Some(token) = token(&mut rest) {
        match token {
            LineItem::Arrow if count == 1 && !arrow => arrow = true,
            LineItem::Arrow => {
                return Err(wrong("an arrow stands elsewhere than between two vertices".into()));
            }
            LineItem::Word(word) if count == words.len() => {
                return Err(wrong(format!("{} is one word too many", shown(word))));
            }
            LineItem::Word(word) => {
                words[count] = word;
                count += 1;
            }
        }
    }
    if arrow && count == 1 {
        return Err(wrong(format!("the arrow after {} leads nowhere", shown(words[0]))));
    }
    for word in &words[..count.min(2)] {
        if let Some(why) = wrong_name(word) {
            return Err(wrong(format!("{} {why}", shown(word))));
        }
    }
    let [from, to, gain] = words;
    let gain = match count {
        3 => Some(
            gain.parse()
                .map_err(|_| wrong(format!("the gain {} is no whole number of 64 bits", shown(gain))))?,
        ),
        _ => None,
    };
    Ok((count > 0).then_some(Line { number, from, to: (count > 1).then_some(to), gain }))
}

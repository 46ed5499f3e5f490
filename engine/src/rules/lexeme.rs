//! Rule text cut into lexemes.

use std::collections::BTreeSet;

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Result};

use super::syntax::Span;

/// A lexeme of the rule language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lexeme {
    Int(i64),
    Word(String),
    Symbol(&'static str),
    /// What stands between quotes.
    Text(String),
    End,
}

impl Lexeme {
    /// The lexeme as an error message shows it.
    pub(crate) fn piece(&self) -> Piece {
        match self {
            Lexeme::Int(n) => Piece::token(n.to_string()),
            Lexeme::Word(w) => Piece::token(w),
            Lexeme::Symbol(s) => Piece::token(*s),
            Lexeme::Text(text) => Piece::token(format!("\"{text}\"")),
            Lexeme::End => Piece::EndOfText,
        }
    }
}

/// Every symbol, the longer ones first so that `<=` is not read as `<`.
const SYMBOLS: &[&str] = &[
    "->", "..", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",",
    "|", "&", ":", "=", ";", "^",
];

/// Signs that mathematicians type, and how the language spells them.
const SPELLINGS: &[(&str, &str)] = &[
    ("→", "->"),
    ("↦", "->"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
    ("·", "*"),
    ("×", "*"),
    ("…", ".."),
];

/// The words of a text.
pub(crate) fn words(source: &str) -> Result<BTreeSet<String>> {
    let words = lexemes(source)?.into_iter().filter_map(|(lexeme, _)| match lexeme {
        Lexeme::Word(word) => Some(word),
        _ => None,
    });
    Ok(words.collect())
}

/// Cuts `source` into lexemes, the last of which is [`Lexeme::End`]. `#` starts a comment, except within quotes.
pub(crate) fn lexemes(source: &str) -> Result<Vec<(Lexeme, Span)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let (lexeme, length) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c == '"' {
            text(rest, at)?
        } else if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if c.is_ascii_digit() {
            number(rest, at)?
        } else if c.is_alphabetic() || c == '_' {
            let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            (Lexeme::Word(rest[..length].to_string()), length)
        } else if c == '∈' {
            (Lexeme::Word("in".into()), c.len_utf8())
        } else {
            symbol(rest, c, at)?
        };
        found.push((lexeme, Span::new(at, at + length)));
        at += length;
    }
    found.push((Lexeme::End, Span::new(source.len(), source.len())));
    Ok(found)
}

/// A text between quotes, which holds any sign but a quote.
fn text(rest: &str, at: usize) -> Result<(Lexeme, usize)> {
    match rest[1..].find(['"', '\n']).filter(|end| rest[1 + end..].starts_with('"')) {
        Some(end) => Ok((Lexeme::Text(rest[1..=end].to_string()), end + 2)),
        None => Err(Error::new(ErrorKind::Syntax, Fault::OpenQuote)
            .at(at..at + 1)
            .hint(NextStep::PictureOnOneLine)),
    }
}

fn number(rest: &str, at: usize) -> Result<(Lexeme, usize)> {
    let length = rest.find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(rest.len());
    let digits: String = rest[..length].chars().filter(|c| *c != '_').collect();
    match digits.parse() {
        Ok(n) => Ok((Lexeme::Int(n), length)),
        Err(_) => Err(Error::new(ErrorKind::Syntax, Fault::NumberTooLarge { text: digits })
            .at(at..at + length)
            .hint(NextStep::IntegersUpTo { most: i64::MAX })),
    }
}

fn symbol(rest: &str, first: char, at: usize) -> Result<(Lexeme, usize)> {
    if let Some((sign, symbol)) = SPELLINGS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok((Lexeme::Symbol(symbol), sign.len()));
    }
    if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
        return Ok((Lexeme::Symbol(symbol), symbol.len()));
    }
    let error = Error::new(ErrorKind::Syntax, Fault::NoMeaning { text: first.into() });
    Err(match first {
        '!' => error.hint(NextStep::either("`not`", "`!=`")),
        '?' => error.hint(NextStep::ValueIf),
        '.' => error.hint(NextStep::TwoDots),
        _ => error,
    }
    .at(at..at + first.len_utf8()))
}

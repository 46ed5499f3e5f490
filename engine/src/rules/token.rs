//! Rule text cut into tokens.

use std::collections::BTreeSet;

use crate::error::{Error, ErrorKind, Result};
use crate::sentence::Piece;

use super::syntax::Span;

/// A token of the rule language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Int(i64),
    Word(String),
    Symbol(&'static str),
    End,
}

impl Token {
    /// The token as an error message shows it.
    pub(crate) fn piece(&self) -> Piece {
        match self {
            Token::Int(n) => Piece::token(n.to_string()),
            Token::Word(w) => Piece::token(w),
            Token::Symbol(s) => Piece::token(*s),
            Token::End => Piece::EndOfText,
        }
    }
}

/// Every symbol, the longer ones first so that `<=` is not read as `<`.
const SYMBOLS: &[&str] = &[
    "->", "..", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",",
    "|", "&", ":", "=", ";",
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
    let words = tokens(source)?.into_iter().filter_map(|(token, _)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    Ok(words.collect())
}

/// Cuts `source` into tokens, the last of which is [`Token::End`]. `#` starts a comment.
pub(crate) fn tokens(source: &str) -> Result<Vec<(Token, Span)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let (token, length) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if c.is_ascii_digit() {
            number(rest, at)?
        } else if c.is_alphabetic() || c == '_' {
            let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            (Token::Word(rest[..length].to_string()), length)
        } else if c == '∈' {
            (Token::Word("in".into()), c.len_utf8())
        } else {
            symbol(rest, c, at)?
        };
        found.push((token, Span::new(at, at + length)));
        at += length;
    }
    found.push((Token::End, Span::new(source.len(), source.len())));
    Ok(found)
}

fn number(rest: &str, at: usize) -> Result<(Token, usize)> {
    let length = rest.find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(rest.len());
    let digits: String = rest[..length].chars().filter(|c| *c != '_').collect();
    match digits.parse() {
        Ok(n) => Ok((Token::Int(n), length)),
        Err(_) => Err(Error::new(ErrorKind::Syntax, format!("the number {digits} is too large"))
            .at(at..at + length)
            .hint(format!("integers go up to {}", i64::MAX))),
    }
}

fn symbol(rest: &str, first: char, at: usize) -> Result<(Token, usize)> {
    if let Some((sign, symbol)) = SPELLINGS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok((Token::Symbol(symbol), sign.len()));
    }
    if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
        return Ok((Token::Symbol(symbol), symbol.len()));
    }
    let error = Error::new(ErrorKind::Syntax, format!("`{first}` has no meaning here"));
    Err(match first {
        '!' => error.hint("write `not`, or `!=`"),
        '^' => error.hint("there is no power operator; write a product"),
        '.' => error.hint("a range has two dots: `1..3`"),
        _ => error,
    }
    .at(at..at + first.len_utf8()))
}

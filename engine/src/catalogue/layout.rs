//! The layout of a judge's input, as a `.game` file says it.
//!
//! ```text
//! items = { item }
//! item  = NAME | NAME ":" item | "until" NUMBER item | "(" items ")" | "[" items "]" | "<" items ">"
//! ```

use crate::error::{Error, ErrorKind, Result};

/// Brackets within brackets.
const DEEPEST: usize = 16;

/// A piece of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A number.
    Name(String),
    /// So many of something.
    Times(String, Box<Item>),
    /// Something again and again, up to a word or the end.
    Until(String, Box<Item>),
    /// One after the other.
    All(Vec<Item>),
    /// A position.
    Position(Vec<Item>),
    /// What is answered on one line.
    Line(Vec<Item>),
}

impl Item {
    /// Reads a layout.
    pub fn parse(text: &str) -> Result<Item> {
        let mut words = Words { text, rest: text };
        let all = words.items(None, 0)?;
        match all.iter().any(Item::asks) {
            true => Ok(Item::All(all)),
            false => Err(wrong(text, "it has no position: write it in square brackets, as in `T: [N: n]`")),
        }
    }

    fn asks(&self) -> bool {
        match self {
            Item::Name(_) => false,
            Item::Times(_, item) | Item::Until(_, item) => item.asks(),
            Item::All(items) | Item::Line(items) => items.iter().any(Item::asks),
            Item::Position(_) => true,
        }
    }
}

fn wrong(text: &str, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Format, format!("the layout `{text}` cannot be read: {why}"))
}

struct Words<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Words<'t> {
    /// The next sign or word.
    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let sign = |c: char| "()[]<>:".contains(c);
        let first = rest.chars().next()?;
        let length = match sign(first) {
            true => first.len_utf8(),
            false => rest.find(|c: char| c.is_whitespace() || sign(c)).unwrap_or(rest.len()),
        };
        self.rest = &rest[length..];
        Some(&rest[..length])
    }

    fn items(&mut self, close: Option<&str>, depth: usize) -> Result<Vec<Item>> {
        let mut all = Vec::new();
        loop {
            let before = self.rest;
            match (self.next(), close) {
                (None, None) => return Ok(all),
                (None, Some(close)) => return Err(wrong(self.text, format!("`{close}` is missing"))),
                (Some(word), Some(close)) if word == close => return Ok(all),
                (Some(_), _) => {
                    self.rest = before;
                    all.push(self.item(depth)?);
                }
            }
        }
    }

    fn item(&mut self, depth: usize) -> Result<Item> {
        if depth > DEEPEST {
            return Err(wrong(self.text, "its brackets are too deep"));
        }
        let Some(word) = self.next() else { return Err(wrong(self.text, "it ends too early")) };
        match word {
            "(" => Ok(Item::All(self.items(Some(")"), depth + 1)?)),
            "[" => Ok(Item::Position(self.items(Some("]"), depth + 1)?)),
            "<" => Ok(Item::Line(self.items(Some(">"), depth + 1)?)),
            "until" => {
                let end = self.next().ok_or_else(|| wrong(self.text, "it ends too early"))?;
                Ok(Item::Until(end.into(), Box::new(self.item(depth + 1)?)))
            }
            ")" | "]" | ">" | ":" => Err(wrong(self.text, format!("`{word}` has nothing before it"))),
            name if self.rest.trim_start().starts_with(':') => {
                self.next();
                Ok(Item::Times(name.into(), Box::new(self.item(depth + 1)?)))
            }
            name => Ok(Item::Name(name.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused() {
        for layout in ["", "T n", "T: [n", "T: ]", ": n", "[n)", "until", "[x]]", "T:"] {
            assert!(Item::parse(layout).is_err(), "{layout}");
        }
        assert!(Item::parse(&"[".repeat(99)).is_err());
    }
}

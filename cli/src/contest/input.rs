//! Words and numbers of an input, each with its line and column.
//!
//! Any white space separates words, so CRLF, trailing spaces and blank lines do no harm. Numbers that announce how much
//! follows are not believed: nothing is set aside for what has not been read.

use std::ops::RangeInclusive;

use grundy::{Error, ErrorKind, Result};

/// Longer words are cut in messages.
const SHOWN: usize = 24;

/// An input that is read from front to back.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Input<'a> {
    /// The whole text, a byte order mark left out.
    pub fn new(text: &'a str) -> Input<'a> {
        Input { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0 }
    }

    /// The next word, if there is one.
    pub fn next(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let start = rest.find(|c: char| !c.is_whitespace())?;
        let length = rest[start..].find(char::is_whitespace).unwrap_or(rest.len() - start);
        self.at += start + length;
        Some(&rest[start..start + length])
    }

    /// The next word, which must be there.
    pub fn word(&mut self, what: &str) -> Result<&'a str> {
        self.next().ok_or_else(|| self.missing(what))
    }

    /// The next number, which must be there and in range.
    pub fn number(&mut self, what: &str, range: RangeInclusive<i64>) -> Result<i64> {
        let word = self.word(what)?;
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.unexpected(what, &range, word)),
        }
    }

    /// So many numbers.
    pub fn numbers(&mut self, count: i64, what: &str, range: RangeInclusive<i64>) -> Result<Vec<i64>> {
        self.repeat(count, |input| input.number(what, range.clone()))
    }

    /// Reads so many of something.
    pub fn repeat<T>(&mut self, count: i64, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(read(self)?);
        }
        Ok(all)
    }

    /// Whether another word comes before the line ends.
    pub fn line_goes_on(&self) -> bool {
        let line = self.text[self.at..].split('\n').next().unwrap_or("");
        line.contains(|c: char| !c.is_whitespace())
    }

    /// Fails if something is left.
    pub fn end(&mut self) -> Result<()> {
        match self.next() {
            None => Ok(()),
            Some(word) => {
                Err(self.about(word, format!("expected the end of the input, found {}", quoted(word))))
            }
        }
    }

    /// An error that points at a word of this input.
    pub fn about(&self, word: &str, message: impl std::fmt::Display) -> Error {
        // A word is a slice of the text, so its place is the distance of the two.
        let at = (word.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize).min(self.text.len());
        let before = self.text.get(..at).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error::new(ErrorKind::Format, format!("line {line}, column {column}: {message}"))
    }

    fn missing(&self, what: &str) -> Error {
        let end = &self.text[self.text.trim_end().len()..];
        self.about(end, format!("expected {what}, found the end of the input"))
    }

    fn unexpected(&self, what: &str, range: &RangeInclusive<i64>, word: &str) -> Error {
        let numeric =
            !word.is_empty() && word.trim_start_matches(['-', '+']).bytes().all(|b| b.is_ascii_digit());
        let bounds = match (range.start(), range.end()) {
            _ if !numeric => String::new(),
            (low, &i64::MAX) if !word.starts_with('-') && word.len() > 18 => {
                format!(" from {low} to {}", i64::MAX)
            }
            (low, &i64::MAX) => format!(" of at least {low}"),
            (low, high) => format!(" from {low} to {high}"),
        };
        self.about(word, format!("expected {what}{bounds}, found {}", quoted(word)))
    }
}

/// A word as a message shows it; what a terminal would obey is escaped.
pub fn quoted(word: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    let shown: String = word.chars().take(SHOWN).map(escaped).collect();
    let more = if word.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint<T: std::fmt::Debug>(result: Result<T>) -> String {
        result.unwrap_err().message().to_string()
    }

    #[test]
    fn white_space_of_any_kind_separates() {
        let mut input = Input::new("\u{feff}  3\r\n\r\n7\t8  \r\n x \n\n");
        assert_eq!(input.number("a heap size", 0..=9).unwrap(), 3);
        assert_eq!(input.numbers(2, "a heap size", 0..=9).unwrap(), [7, 8]);
        assert!(!input.line_goes_on());
        assert_eq!(input.word("a name").unwrap(), "x");
        assert!(input.end().is_ok());
    }

    #[test]
    fn errors_name_line_and_column_and_what_was_expected() {
        let mut input = Input::new("2\n\n1 2 ä x\n");
        input.numbers(3, "a heap size", 0..=9).unwrap();
        input.word("a name").unwrap();
        assert_eq!(
            complaint(input.number("a heap size", 0..=9)),
            "line 3, column 7: expected a heap size, found `x`"
        );
        let last = complaint(input.number("a heap size", 0..=9));
        assert_eq!(last, "line 3, column 8: expected a heap size, found the end of the input");
        let low = complaint(Input::new("0").number("a heap size", 1..=i64::MAX));
        assert_eq!(low, "line 1, column 1: expected a heap size of at least 1, found `0`");
        let high = complaint(Input::new(" 17").number("a side", 1..=15));
        assert_eq!(high, "line 1, column 2: expected a side from 1 to 15, found `17`");
        let extra = complaint(Input::new("1 2").end());
        assert_eq!(extra, "line 1, column 1: expected the end of the input, found `1`");
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(quoted("a\u{1b}[31m"), "`a\\u{1b}[31m`");
        assert_eq!(quoted(&"x".repeat(SHOWN + 1)), format!("`{}…`", "x".repeat(SHOWN)));
    }

    #[test]
    fn a_count_that_lies_sets_nothing_aside() {
        let mut input = Input::new("9223372036854775807 1 2");
        let count = input.number("a count", 0..=i64::MAX).unwrap();
        assert!(complaint(input.numbers(count, "a heap size", 0..=9)).contains("end of the input"));
    }
}

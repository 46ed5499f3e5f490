//! JSON text read value by value, with the place of each value at hand.
//!
//! Readers that build a whole document first can name neither the line of what is wrong with its meaning nor stop in
//! the middle of a long list; this one leaves it to its caller what to keep.
//!
//! Why not serde's streaming seeds: they know where a value ends but not where it began, do not look at the clock within
//! a value that is passed over, and take a visitor for each of the ten shapes here, which is no less code. On 20 MB of
//! followers they took 62 ms where this took 64 ms, on 20 MB of links with names 61 ms and 80 ms.

use std::borrow::Cow;

use super::shown;
use crate::error::{Error, ErrorKind, Result};
use crate::meter::Meter;
use crate::work::Work;

/// How deep lists and objects may lie in each other.
const DEPTH: usize = 64;

/// What a value is, as its first byte tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Truth,
    Number,
    Text,
    List,
    Object,
}

/// A place in a JSON text.
pub(super) struct Scanner<'t, 'w> {
    text: &'t str,
    at: usize,
    depth: usize,
    clock: Meter<'w>,
}

impl<'t, 'w> Scanner<'t, 'w> {
    pub(super) fn new(text: &'t str, work: &'w Work<'w>) -> Scanner<'t, 'w> {
        Scanner { text, at: 0, depth: 0, clock: Meter::of_text(text.as_bytes(), work) }
    }

    /// Where the next value begins.
    pub(super) fn place(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        self.at
    }

    /// Goes to a place that [`Scanner::place`] gave.
    pub(super) fn go_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Something wrong at a place.
    pub(super) fn error(&self, at: usize, message: impl std::fmt::Display) -> Error {
        let before = &self.text[..at];
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        let column = 1 + before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        Error::new(ErrorKind::Format, format!("line {line}, column {column}: {message}")).at(at..at)
    }

    /// What the next value is.
    pub(super) fn kind(&mut self) -> Result<Kind> {
        let at = self.place();
        Ok(match self.text.as_bytes().get(at) {
            Some(b'n') => Kind::Null,
            Some(b't' | b'f') => Kind::Truth,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            Some(b'"') => Kind::Text,
            Some(b'[') => Kind::List,
            Some(b'{') => Kind::Object,
            _ => return Err(self.expected("a value")),
        })
    }

    /// Hands out the values of a list; each must be read.
    pub(super) fn list(&mut self, mut each: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.items(b'[', b']', &mut each)
    }

    /// Hands out the keys of an object; the value of each must be read.
    pub(super) fn object(
        &mut self,
        mut each: impl FnMut(&mut Self, Cow<'t, str>) -> Result<()>,
    ) -> Result<()> {
        self.items(b'{', b'}', &mut |scanner| {
            let key = scanner.text()?;
            scanner.take(b':')?;
            each(scanner, key)
        })
    }

    fn items(&mut self, open: u8, close: u8, each: &mut impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.take(open)?;
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(self.at, format!("values lie more than {DEPTH} deep in values")));
        }
        if !self.skip_sign(close) {
            loop {
                self.clock.at(self.at, || (0, 0))?;
                each(self)?;
                if self.skip_sign(close) {
                    break;
                }
                self.take(b',')?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// The next value, which must be a text.
    pub(super) fn text(&mut self) -> Result<Cow<'t, str>> {
        let start = self.place();
        if self.text.as_bytes().get(start) != Some(&b'"') {
            return Err(self.expected("a text in quotes"));
        }
        let text: &'t str = self.text;
        let (mut at, mut plain) = (start + 1, true);
        loop {
            match text.as_bytes().get(at) {
                None => return Err(self.error(start, "a text does not end")),
                Some(b'"') => break,
                Some(b'\\') => (at, plain) = (at + 2, false),
                Some(0..0x20) => return Err(self.error(at, "a text has a control character in it")),
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        if plain {
            return Ok(text[start + 1..at].into());
        }
        let read: serde_json::Result<String> = serde_json::from_str(&text[start..=at]);
        Ok(read.map_err(|_| self.error(start, "a text has an unknown escape in it"))?.into())
    }

    /// The next value, which must be a number, as it is written.
    pub(super) fn number(&mut self) -> Result<&'t str> {
        let start = self.place();
        let text: &'t str = self.text;
        let bytes = text.as_bytes();
        let run = |from: usize, of: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| of(byte)).count();
        let digits = run(start, u8::is_ascii_digit);
        let more = |byte: &u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
        let end = start + digits + run(start + digits, more);
        let number = &text[start..end];
        // Most numbers are vertices, nothing but digits; to look at those once makes lists twice as fast.
        let plain = digits == number.len() && digits > 0 && (digits == 1 || bytes[start] != b'0');
        if !plain && !is_number(number) {
            return Err(self.expected("a number"));
        }
        self.at = end;
        Ok(number)
    }

    /// The next value, which must be `true` or `false`.
    pub(super) fn truth(&mut self) -> Result<bool> {
        for (word, truth) in [("true", true), ("false", false)] {
            if self.skip_word(word) {
                return Ok(truth);
            }
        }
        Err(self.expected("true or false"))
    }

    /// Passes over the next value.
    pub(super) fn skip(&mut self) -> Result<()> {
        match self.kind()? {
            Kind::Null if self.skip_word("null") => Ok(()),
            Kind::Null => Err(self.expected("a value")),
            Kind::Truth => self.truth().map(drop),
            Kind::Number => self.number().map(drop),
            Kind::Text => self.text().map(drop),
            Kind::List => self.list(Self::skip),
            Kind::Object => self.object(|scanner, _| scanner.skip()),
        }
    }

    /// Fails if there is more.
    pub(super) fn end(&mut self) -> Result<()> {
        if self.place() == self.text.len() { Ok(()) } else { Err(self.expected("the end of the file")) }
    }

    fn take(&mut self, sign: u8) -> Result<()> {
        if self.skip_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{}`", sign as char))) }
    }

    fn skip_sign(&mut self, sign: u8) -> bool {
        let at = self.place();
        let here = self.text.as_bytes().get(at) == Some(&sign);
        self.at += usize::from(here);
        here
    }

    fn skip_word(&mut self, word: &str) -> bool {
        let at = self.place();
        let rest = &self.text[at..];
        let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let here = rest.starts_with(word) && !letter(rest.as_bytes().get(word.len()));
        self.at += if here { word.len() } else { 0 };
        here
    }

    fn expected(&mut self, what: &str) -> Error {
        let at = self.place();
        let rest = self.text[at..].lines().next().unwrap_or("");
        let found = if rest.is_empty() { "the end".into() } else { shown(rest) };
        self.error(at, format!("expected {what}, found {found}"))
    }
}

/// Whether a text is a number as JSON writes it.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::graph::tests::Random;

    fn skips(text: &str) -> bool {
        let work = Work::unwatched();
        let mut scanner = Scanner::new(text, &work);
        scanner.skip().and_then(|()| scanner.end()).is_ok()
    }

    /// Noise of the pieces that JSON is made of, read by both.
    #[test]
    fn a_text_is_json_exactly_if_a_complete_reader_says_so() {
        let pieces = [
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            " ",
            "\n",
            "\"a\"",
            "\"\\n\"",
            "\"\\u00e9\"",
            "\"\\x\"",
            "\"",
            "0",
            "1",
            "-",
            ".",
            "e",
            "+",
            "12",
            "0.5",
            "1e3",
            "true",
            "false",
            "null",
            "nul",
            "é",
            "\t",
        ];
        let mut random = Random(91);
        let mut good = 0;
        for _ in 0..300_000 {
            let text: String = (0..1 + random.below(7)).map(|_| pieces[random.below(pieces.len())]).collect();
            let known = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            assert_eq!(skips(&text), known, "{text:?}");
            good += usize::from(known);
        }
        assert!(good > 1000, "{good}");
    }

    #[test]
    fn texts_are_read_with_their_escapes() {
        let work = Work::unwatched();
        let mut scanner = Scanner::new(" [\"a\\\"\\u00e9\\\\\", \"é\"]", &work);
        let mut found = Vec::new();
        scanner.list(|scanner| scanner.text().map(|text| found.push(text))).unwrap();
        assert_eq!(found, ["a\"é\\", "é"]);
    }

    #[test]
    fn errors_name_the_line_and_the_column() {
        let work = Work::unwatched();
        let mut scanner = Scanner::new("[1,\n 2 3]", &work);
        let error = scanner.skip().unwrap_err();
        assert_eq!(error.message(), "line 2, column 4: expected `,`, found \"3]\"");
    }
}

//! Pictures: what stands on some places that lie together, as a rule shows it between quotes.
//!
//! A row is a run of cells, rows have `/` between them. A cell is a letter, `?` (anything, left as it is), `[ab]` (one of
//! these), `[^ab]` (none of these), `~` (beyond the edge), or `{x}` (a letter that a `for` names); `+` behind a cell makes
//! it a run of one or more.

use std::fmt;

use crate::error::{Error, ErrorKind, Result};

use super::bounds::MOST_CELLS;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its rows, all of the same length.
    pub rows: Vec<Vec<PictureCell>>,
}

/// A cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// What may stand there.
    pub sign: Sign,
    /// Whether it stands for one or more such cells.
    pub run: bool,
}

/// What may stand on a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// This letter.
    Letter(char),
    /// Anything, which is left as it is.
    Any,
    /// Nothing: the place is beyond the edge.
    Edge,
    /// One of these letters, or the edge if so said.
    OneOf(Vec<char>, bool),
    /// Any letter but these.
    NoneOf(Vec<char>),
    /// The letter of a variable.
    Variable(String),
}

/// Signs with a meaning of their own, which are no letters.
const SPECIAL: &str = "?~[]^{}+/\"";

/// Whether a place may hold this letter.
pub fn is_letter(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !SPECIAL.contains(c)
}

impl Picture {
    /// Reads what stands between quotes; where it goes wrong is told in bytes from `at`.
    pub(crate) fn read(text: &str, at: usize) -> Result<Picture> {
        let mut reader = Reader { text, at: 0, from: at };
        let mut rows = vec![reader.row()?];
        while reader.eat('/') {
            rows.push(reader.row()?);
        }
        let picture = Picture { rows };
        let wide = picture.rows[0].len();
        let wrong = if picture.rows.iter().any(|row| row.len() != wide) {
            "the rows of a picture have the same length"
        } else if picture.rows.len() > 1 && picture.cells().any(|cell| cell.run) {
            "only a picture of one row has runs"
        } else if picture.rows.len() * wide > MOST_CELLS {
            "a picture this large is not read"
        } else {
            return Ok(picture);
        };
        Err(Error::new(ErrorKind::Syntax, wrong).at(at..at + text.len()))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &PictureCell> {
        self.rows.iter().flatten()
    }

    /// How many cells a row has, runs as one.
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    from: usize,
}

impl Reader<'_> {
    fn row(&mut self) -> Result<Vec<PictureCell>> {
        let mut row = Vec::new();
        while let Some(c) = self.peek().filter(|c| *c != '/') {
            self.at += c.len_utf8();
            let sign = match c {
                '?' => Sign::Any,
                '~' => Sign::Edge,
                '[' => self.class()?,
                '{' => Sign::Variable(self.until('}', "a letter's name")?),
                c if is_letter(c) => Sign::Letter(c),
                c => return Err(self.wrong(format!("`{c}` has no meaning here"), c.len_utf8())),
            };
            row.push(PictureCell { sign, run: self.eat('+') });
        }
        Ok(row)
    }

    fn class(&mut self) -> Result<Sign> {
        let none = self.eat('^');
        let inside = self.until(']', "letters")?;
        let edge = inside.contains('~');
        let mut letters: Vec<char> = inside.chars().filter(|c| *c != '~').collect();
        if let Some(stray) = letters.iter().find(|c| !is_letter(**c)) {
            return Err(self.wrong(format!("`{stray}` is no letter"), inside.len() + 1));
        }
        letters.sort_unstable();
        letters.dedup();
        Ok(if none { Sign::NoneOf(letters) } else { Sign::OneOf(letters, edge) })
    }

    fn until(&mut self, close: char, what: &str) -> Result<String> {
        let rest = &self.text[self.at..];
        match rest.find(close).filter(|end| *end > 0) {
            Some(end) => {
                self.at += end + close.len_utf8();
                Ok(rest[..end].to_string())
            }
            None => Err(self.wrong(format!("expected {what} and `{close}`"), 1)),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// The error about so many bytes before this place.
    fn wrong(&self, message: String, bytes: usize) -> Error {
        let end = self.from + self.at;
        Error::new(ErrorKind::Syntax, message).at(end.saturating_sub(bytes)..end)
    }
}

/// As it is written between quotes.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.rows.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "/" })?;
            row.iter().try_for_each(|cell| write!(f, "{}{}", cell.sign, if cell.run { "+" } else { "" }))?;
        }
        Ok(())
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |letters: &[char]| letters.iter().collect::<String>();
        match self {
            Sign::Letter(c) => write!(f, "{c}"),
            Sign::Any => f.write_str("?"),
            Sign::Edge => f.write_str("~"),
            Sign::OneOf(letters, edge) => write!(f, "[{}{}]", text(letters), if *edge { "~" } else { "" }),
            Sign::NoneOf(letters) => write!(f, "[^{}]", text(letters)),
            Sign::Variable(name) => write!(f, "{{{name}}}"),
        }
    }
}

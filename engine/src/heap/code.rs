//! Taking-and-breaking games and their codes: `0.77`, `4.7`, `0.3F`, `0.[3]`.
//!
//! Digit `t` of a code says what may become of a heap from which exactly `t` tokens were removed: bit `p` is set
//! if the rest may be left as exactly `p` non-empty parts. Octal digits use up to two parts, hexadecimal ones
//! three. Digit 0, before the point, may only split. A block in brackets repeats for ever. Grundy's game and
//! Couples-are-Forever split under a restriction, which no digit can say: [`Split`] holds it.
//!
//! Literature: Guy and Smith 1956 (octal codes); Berlekamp, Conway, Guy, *Winning Ways* ch. 4.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};

/// What a split must respect beyond leaving the right number of non-empty parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Split {
    /// Two parts must differ, as in Grundy's game.
    pub unequal: bool,
    /// No part may be smaller than this.
    pub least_part: u64,
    /// No heap smaller than this may be split, as Couples-are-Forever forbids it for couples.
    pub least_heap: u64,
}

impl Default for Split {
    fn default() -> Split {
        Split { unequal: false, least_part: 1, least_heap: 0 }
    }
}

/// A taking-and-breaking game in normal form.
///
/// ```
/// use grundy::heap::TakeBreak;
/// let kayles: TakeBreak = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!(kayles.breaks(), [1, 2]);
/// assert_eq!("0.7x".parse::<TakeBreak>().unwrap_err().span(), Some(3..4));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeBreak {
    /// `digits[t]` for `t` removed; never empty; no trailing zeros unless a tail follows.
    digits: Vec<u8>,
    /// Repeats for ever after `digits`; empty for finite codes, never all zeros.
    tail: Vec<u8>,
    split: Split,
}

impl TakeBreak {
    /// The largest number of tokens a move of a finite code may remove.
    pub const MAX_REMOVED: u64 = 1 << 16;

    /// A game from its moves: amounts whose removal may leave nothing, one part, two parts.
    ///
    /// ```
    /// use grundy::heap::TakeBreak;
    /// assert_eq!(TakeBreak::new(&[1, 2], &[1, 2], &[1, 2])?.to_string(), "0.77");
    /// assert_eq!(TakeBreak::new(&[], &[], &[0])?.to_string(), "4.0");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn new(to_nothing: &[u64], to_one: &[u64], to_two: &[u64]) -> Result<TakeBreak> {
        TakeBreak::from_parts(&[to_nothing, to_one, to_two, &[]])
    }

    /// A game from its moves: `amounts[p]` are the amounts whose removal may leave exactly `p` non-empty parts.
    pub fn from_parts(amounts: &[&[u64]; 4]) -> Result<TakeBreak> {
        let mut digits = vec![0u8];
        for (parts, list) in amounts.iter().enumerate() {
            for &t in *list {
                if t > TakeBreak::MAX_REMOVED {
                    return Err(Error::new(
                        ErrorKind::Limit,
                        format!("a move removes {t} tokens, the most is {}", TakeBreak::MAX_REMOVED),
                    )
                    .hint("let the general engine play it"));
                }
                let t = t as usize;
                if digits.len() <= t {
                    digits.resize(t + 1, 0);
                }
                digits[t] |= 1 << parts;
            }
        }
        TakeBreak { digits, tail: Vec::new(), split: Split::default() }.normal()
    }

    /// Strips of the given lengths placed on a board of `n` cells: each removes its length and leaves what lies on
    /// either side, where a side may be empty (digit 7). `n -> a & n-d-a for d in D for a in 0..n-d`.
    pub fn strips(lengths: &[u64]) -> Result<TakeBreak> {
        TakeBreak::new(lengths, lengths, lengths)
    }

    /// Grundy's game: split a heap into two unequal heaps.
    pub fn grundy() -> TakeBreak {
        TakeBreak { digits: vec![4], tail: Vec::new(), split: Split { unequal: true, ..Split::default() } }
    }

    /// Couples-are-Forever: split any heap in two, except a heap of two.
    pub fn couples() -> TakeBreak {
        TakeBreak { digits: vec![4], tail: Vec::new(), split: Split { least_heap: 3, ..Split::default() } }
    }

    /// The same game with a restriction on its splits.
    pub fn with_split(mut self, split: Split) -> TakeBreak {
        self.split = Split { least_part: split.least_part.max(1), ..split };
        self
    }

    fn normal(mut self) -> Result<TakeBreak> {
        if self.digits[0] & 3 != 0 {
            return Err(Error::new(
                ErrorKind::Rule,
                format!("a move that removes nothing must split, but digit 0 is {:X}", self.digits[0]),
            )
            .hint("write 0, 4, 8 or C before the point"));
        }
        if self.tail.iter().all(|&d| d == 0) {
            self.tail.clear();
            while self.digits.len() > 1 && self.digits.last() == Some(&0) {
                self.digits.pop();
            }
        }
        Ok(self)
    }

    /// The digit for `t` tokens removed.
    pub fn digit(&self, t: u64) -> u8 {
        let written = self.digits.len() as u64;
        match self.digits.get(t as usize) {
            Some(&d) => d,
            None if self.tail.is_empty() => 0,
            None => self.tail[((t - written) % self.tail.len() as u64) as usize],
        }
    }

    /// The most tokens one move removes; `None` if a repeating block sets no bound.
    pub fn last(&self) -> Option<u64> {
        self.tail.is_empty().then(|| self.digits.len() as u64 - 1)
    }

    /// The last written digit before the repeating block.
    pub(crate) fn last_written(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// The restriction on splits.
    pub fn split(&self) -> Split {
        self.split
    }

    /// The most parts one move leaves.
    pub fn parts(&self) -> u32 {
        let all = self.digits.iter().chain(&self.tail).fold(0, |all, d| all | d);
        (8 - all.leading_zeros()).saturating_sub(1)
    }

    /// The amounts of the written digits whose removal may leave exactly `parts` non-empty parts.
    pub fn amounts(&self, parts: u32) -> Vec<u64> {
        (0..self.digits.len() as u64).filter(|&t| self.digit(t) >> parts & 1 == 1).collect()
    }

    /// The amounts whose removal may leave two parts.
    pub fn breaks(&self) -> Vec<u64> {
        self.amounts(2)
    }

    /// The repeating block, empty for finite codes.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Whether this is a finite code with at most two parts: what the sparse-space engines play.
    pub fn is_octal(&self) -> bool {
        self.tail.is_empty() && self.parts() <= 2
    }
}

impl fmt::Display for TakeBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|d| write!(f, "{d:X}"))?;
        if !self.tail.is_empty() {
            f.write_str("[")?;
            self.tail.iter().try_for_each(|d| write!(f, "{d:X}"))?;
            f.write_str("]")?;
        } else if self.digits.len() == 1 {
            f.write_str("0")?;
        }
        if self.split.unequal {
            f.write_str(" into unequal parts")?;
        }
        if self.split.least_part > 1 {
            write!(f, " into parts of at least {}", self.split.least_part)?;
        }
        if self.split.least_heap > 1 {
            write!(f, " splitting heaps of at least {}", self.split.least_heap)?;
        }
        Ok(())
    }
}

impl FromStr for TakeBreak {
    type Err = Error;

    fn from_str(text: &str) -> Result<TakeBreak> {
        let wrong = |at: usize, what: String| {
            let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            Error::new(ErrorKind::Syntax, what).at(at..end)
        };
        let (mut digits, mut tail) = (Vec::new(), None);
        for (at, c) in text.char_indices() {
            match c {
                '.' if at == 1 => {}
                '[' if at >= 2 && tail.is_none() => tail = Some(Vec::new()),
                ']' if at + 1 == text.len() && tail.as_ref().is_some_and(|t| !t.is_empty()) => {}
                _ if c.is_ascii_hexdigit() && at != 1 => {
                    let digit = c.to_digit(16).unwrap_or(0) as u8;
                    tail.as_mut().unwrap_or(&mut digits).push(digit);
                }
                _ => return Err(wrong(at, format!("a code is digits like 0.77 or 4.[3], not `{c}` here"))),
            }
        }
        if text.len() < 3 || (tail.is_some() && !text.ends_with(']')) {
            return Err(
                wrong(text.len(), "the code ends too early".into()).hint("write it like 0.77 or 0.[3]")
            );
        }
        if digits.len() as u64 > TakeBreak::MAX_REMOVED {
            return Err(Error::new(ErrorKind::Limit, "the code has too many digits"));
        }
        let game = TakeBreak { digits, tail: tail.unwrap_or_default(), split: Split::default() };
        game.normal().map_err(|e| e.at(0..1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_printed_back() {
        for code in ["0.77", "4.7", "0.3F", "0.[3]", "4.[3]", "0.137", "4.0", "0.0", "C.8", "0.1[02]"] {
            assert_eq!(code.parse::<TakeBreak>().unwrap().to_string(), code);
        }
        assert_eq!("0.770".parse::<TakeBreak>().unwrap().to_string(), "0.77");
        assert_eq!("0.3f[0]".parse::<TakeBreak>().unwrap().to_string(), "0.3F");
    }

    #[test]
    fn a_wrong_code_points_at_the_character() {
        let at = |code: &str| code.parse::<TakeBreak>().unwrap_err().span().unwrap().start;
        assert_eq!(at("0.7x"), 3);
        assert_eq!(at("077"), 1);
        assert_eq!(at("0."), 2);
        assert_eq!(at("0.[3"), 4);
        assert_eq!(at("0.[]"), 3);
        assert_eq!(at("0.[3]7"), 4);
        assert_eq!(at("3.7"), 0);
        assert_eq!(at(""), 0);
        assert_eq!(at("0.7é"), 3);
    }

    #[test]
    fn shapes_have_the_digits_of_the_literature() {
        assert_eq!(TakeBreak::strips(&[2]).unwrap().to_string(), "0.07");
        let game: TakeBreak = "0.[3]".parse().unwrap();
        assert_eq!((game.digit(1), game.digit(1_000_000), game.last()), (3, 3, None));
        assert_eq!("0.3F".parse::<TakeBreak>().unwrap().parts(), 3);
        assert_eq!("0.0".parse::<TakeBreak>().unwrap().parts(), 0);
        assert!(TakeBreak::new(&[0], &[], &[]).is_err());
    }
}

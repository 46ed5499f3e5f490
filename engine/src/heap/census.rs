//! All codes of a shape, and which of them are the same game in other clothes.
//!
//! A shape is a code with open digits: `0.???` stands for 512 octal codes, `0x0.??` for 256 hexadecimal ones. Many of
//! them have the same values, or the same behind a few more empty heaps (Kayles as `0.77` and as `4.4`), so codes are
//! gathered into *families* by their first values. That is what was seen, not what is proved: a family says how far it was compared.
//!
//! Complexity: a table of [`Shape::compared`] heaps for each code.

use std::fmt;
use std::str::FromStr;

use hashbrown::HashMap;

use crate::error::{Error, ErrorKind, NextStep, Result};
use crate::heap::code::TakeBreak;
use crate::heap::taking_breaking::Sequence;
use crate::work::Work;

/// A code some of whose digits are open.
///
/// ```
/// use grundy::heap::Shape;
/// let shape: Shape = "0.?7".parse()?;
/// let codes: Vec<String> = shape.codes()?.iter().map(|code| code.to_string()).collect();
/// assert_eq!(codes, ["0.07", "0.17", "0.27", "0.37", "0.47", "0.57", "0.67", "0.77"]);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// 8 or 16.
    base: u8,
    /// The digit before the point and those behind it; open ones are absent.
    digits: Vec<Option<u8>>,
}

/// More codes than this are too many for one census.
const MOST: u64 = 1 << 20;
/// What marks hexadecimal codes.
const HEXADECIMAL: &str = "0x";
/// How many values tell codes of two parts apart, and how many others, which take longer.
const COMPARED: u64 = 2000;
const COMPARED_SLOWLY: u64 = 300;

impl FromStr for Shape {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shape> {
        let (base, code) = text.strip_prefix(HEXADECIMAL).map_or((8, text), |code| (16, code));
        let wrong = |what: String| {
            Err(Error::new(ErrorKind::Rule, what)
                .hint("write a code with ? for open digits: 0.??? or 0x0.??"))
        };
        let Some((head, tail)) =
            code.split_once('.').filter(|(head, tail)| head.len() == 1 && !tail.is_empty())
        else {
            return wrong(format!("`{text}` is no shape of codes"));
        };
        let mut digits = Vec::new();
        for c in head.chars().chain(tail.chars()) {
            let digit = c.to_digit(base.into()).map(|digit| digit as u8);
            match c {
                '?' => digits.push(None),
                _ if digit.is_some() => digits.push(digit),
                _ => return wrong(format!("`{c}` is no digit of base {base}")),
            }
        }
        if digits[0].is_some_and(|digit| digit % 4 != 0) {
            return wrong(format!("`{head}` before the point would be a move that removes nothing"));
        }
        Ok(Shape { base, digits })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String =
            self.digits.iter().map(|digit| digit.map_or("?".into(), |d| format!("{d:X}"))).collect();
        let prefix = if self.base == 16 { HEXADECIMAL } else { "" };
        write!(f, "{prefix}{}.{}", &text[..1], &text[1..])
    }
}

impl Shape {
    /// The codes, those with fewer digits first, else by their digits. Zeros at the end are not written, so that shorter codes are among them.
    pub fn codes(&self) -> Result<Vec<TakeBreak>> {
        let open: Vec<Vec<u8>> =
            (0..).zip(&self.digits).map(|(place, digit)| self.choices(place, *digit)).collect();
        let count = open.iter().try_fold(1u64, |count, digits| count.checked_mul(digits.len() as u64));
        if count.is_none_or(|count| count > MOST) {
            let what = format!("{self} stands for more than {MOST} codes");
            return Err(Error::new(ErrorKind::Limit, what).hint("give some of its digits"));
        }
        let mut texts = vec![String::new()];
        for digits in &open {
            let longer =
                |text: &String| digits.iter().map(move |d| format!("{text}{d:X}")).collect::<Vec<_>>();
            texts = texts.iter().flat_map(longer).collect();
        }
        let codes = texts.iter().map(|text| format!("{}.{}", &text[..1], &text[1..]).parse());
        let mut codes = codes.collect::<Result<Vec<TakeBreak>>>()?;
        codes.sort_by_cached_key(|code| (code.to_string().len(), code.to_string()));
        Ok(codes)
    }

    fn choices(&self, place: usize, digit: Option<u8>) -> Vec<u8> {
        match digit {
            Some(digit) => vec![digit],
            // A move that removes nothing must split.
            None => (0..self.base).filter(|digit| place > 0 || digit % 4 == 0).collect(),
        }
    }

    /// How many values, from the first that is not 0 on, make a family.
    pub fn compared(&self) -> u64 {
        if self.base == 16 { COMPARED_SLOWLY } else { COMPARED }
    }

    /// The codes in families, each under its first code, in order.
    pub fn families(&self, work: &Work<'_>) -> Result<Vec<Family>> {
        let codes = self.codes()?;
        let compared = self.compared();
        let room = work.limits.bytes / (codes.len() as u64 * compared * size_of::<u16>() as u64).max(1);
        if room == 0 {
            let what = format!("the first values of {} codes do not fit in the memory", codes.len());
            return Err(Error::new(ErrorKind::Limit, what).hint(NextStep::RaiseMemory));
        }
        let mut known: HashMap<Vec<u16>, usize> = HashMap::new();
        let mut families: Vec<Family> = Vec::new();
        let total = codes.len() as u64;
        for (done, code) in (0..).zip(codes) {
            work.step("codes", done, Some(total))?;
            let (empty, values) = beginning(&code, compared, work)?;
            match known.get(&values) {
                Some(&index) => {
                    let family = &mut families[index];
                    family.others.push((code, empty as i64 - family.empty as i64));
                }
                None => {
                    known.insert(values, families.len());
                    families.push(Family { first: code, empty, others: Vec::new() });
                }
            }
        }
        Ok(families)
    }
}

/// How many heaps of value 0 a game begins with, and the values behind them; no heap if all looked at have the value 0.
fn beginning(code: &TakeBreak, compared: u64, work: &Work<'_>) -> Result<(u64, Vec<u16>)> {
    // However many digits: whoever has a move at all has one from a heap not much larger than the largest amount.
    let most_empty = 2 * code.last_written() + 4;
    let mut sequence = Sequence::new(code.clone());
    sequence.extend(most_empty + compared, work)?;
    let empty = (0..most_empty).find(|&n| sequence.known(n) != 0);
    let Some(empty) = empty else { return Ok((0, Vec::new())) };
    let values = (empty..empty + compared).map(|n| sequence.known(n).min(u16::MAX.into()) as u16);
    Ok((empty, values.collect()))
}

/// Codes with the same first values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The code that stands for all.
    pub first: TakeBreak,
    /// How many heaps of value 0 it begins with.
    empty: u64,
    /// The others, each with how many more such heaps it begins with.
    pub others: Vec<(TakeBreak, i64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(shape: &str) -> Vec<Family> {
        shape.parse::<Shape>().unwrap().families(&Work::unwatched()).unwrap()
    }

    #[test]
    fn a_shape_is_read_and_written() {
        for text in ["0.??", "4.7?", "0x0.3?F", "?.0", "0x?.?"] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
        for text in ["", "0", "0.", "0.8", "1.?", "0x0.G", "00.?", "0.?é", "?"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
        let count = |text: &str| text.parse::<Shape>().unwrap().codes().map(|codes| codes.len());
        assert_eq!((count("0.??"), count("?.?"), count("0x?.?")), (Ok(64), Ok(16), Ok(64)));
        assert_eq!(count("0.?????????").unwrap_err().kind(), ErrorKind::Limit);
    }

    #[test]
    fn codes_with_the_same_values_are_one_family() {
        let all = families("?.??");
        let of = |code: &str| {
            let code: TakeBreak = code.parse().unwrap();
            let family =
                all.iter().find(|f| f.first == code || f.others.iter().any(|o| o.0 == code)).unwrap();
            let by = family.others.iter().find(|o| o.0 == code).map_or(0, |o| o.1);
            (family.first.to_string(), by)
        };
        // First cousins: Kayles and Dawson's Kayles (Winning Ways, ch. 4).
        assert_eq!((of("4.4").0, of("0.77")), (of("0.77").0, ("4.4".into(), -1)));
        assert_eq!(of("0.07").0, of("0.4").0);
        assert_ne!(of("0.6").0, of("0.77").0);
        let codes: usize = all.iter().map(|family| 1 + family.others.len()).sum();
        assert_eq!(codes, 128);
    }

    #[test]
    fn every_member_of_a_family_has_its_values_moved() {
        let work = &Work::unwatched();
        for family in families("0.??") {
            let mut first = Sequence::new(family.first.clone());
            for (code, by) in &family.others {
                let mut other = Sequence::new(code.clone());
                for n in by.unsigned_abs()..200 {
                    let moved = n.checked_add_signed(-by).unwrap();
                    let values = (other.value(n, work), first.value(moved, work));
                    assert_eq!(values.0, values.1, "{code}, {}, heap {n}", family.first);
                }
            }
        }
    }
}

//! Strips as boards: stones and strings, each with the value of its theorem.

use std::ops::ControlFlow;

use super::palindrome::value_of_run;
use super::stones::Strip;
use super::sums::unsupported;
use super::{bad_position, numbers_of, on_heap, plain_number};
use crate::error::{BoardFault, NextStep, Result};
use crate::game::{Game, Readable};
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::sketch::{Point, Sketch, Tiles};

/// Letters that anybody would look at.
const MOST_DRAWN: usize = 200;

/// Sliding stones, [`super::stones`]; how they are written is part of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stones {
    /// The cells of the strip, `X..X.`.
    Cells,
    /// How many free cells lie before each stone, `0,2`.
    Gaps,
}

impl Game for Stones {
    type State = Strip;

    fn show(&self, strip: &Strip) -> String {
        match self {
            Stones::Cells => strip.to_string(),
            Stones::Gaps => show(&strip.gaps().map(|gap| gap as u64).collect::<Vec<_>>()),
        }
    }

    fn options(&self, strip: &Strip, visit: &mut impl FnMut(Strip) -> ControlFlow<()>) -> ControlFlow<()> {
        strip.moves().try_for_each(visit)
    }

    fn bytes(&self, strip: &Strip) -> u64 {
        strip.bytes()
    }

    fn theorem(&self, _: &Strip) -> Option<BoardTheorem> {
        Some(BoardTheorem::SlidingStones)
    }

    fn known(&self, strip: &Strip) -> Option<Nimber> {
        Some(strip.value())
    }
}

impl Readable for Stones {
    /// A strip such as `X..X.`, or the gaps of one, `0,2`.
    fn open(text: &str) -> Result<(Stones, Strip)> {
        let text = text.trim();
        if text.is_empty() {
            return Err(bad_position(BoardFault::EmptyStrip).hint(NextStep::either("X..X.", "0,2")));
        }
        match text.contains(|c: char| c.is_ascii_digit()) {
            true => Ok((Stones::Gaps, Strip::of_gaps(&numbers(text)?)?)),
            false => Ok((Stones::Cells, text.parse()?)),
        }
    }
}

/// Palindrome cuts, [`super::palindrome`]: strings, with `/` between the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings;

impl Game for Strings {
    type State = String;

    fn show(&self, text: &String) -> String {
        text.clone()
    }

    fn options(&self, text: &String, visit: &mut impl FnMut(String) -> ControlFlow<()>) -> ControlFlow<()> {
        let letters = text.as_bytes();
        for i in 1..letters.len().saturating_sub(1) {
            if letters[i - 1] == letters[i + 1] && !letters[i - 1..=i + 1].contains(&b'/') {
                visit(format!("{}/{}/{}", &text[..i], &text[i..=i], &text[i + 1..]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn sketch(&self, text: &String) -> Option<Sketch> {
        let (letters, at) = (text.as_bytes(), |i: usize| [i as f64, 0.0]);
        let cut = |i: usize| {
            let centre = i > 0 && i + 1 < letters.len() && letters[i - 1] == letters[i + 1];
            let whole = centre && !letters[i - 1..=i + 1].contains(&b'/');
            whole.then(|| format!("{}/{}/{}", &text[..i], &text[i..=i], &text[i + 1..]))
        };
        let point = |i: usize| {
            let sign = if letters[i] == b'/' { "|".into() } else { text[i..=i].to_string() };
            Point { leaves: cut(i), sign, ..Point::new(i.to_string(), at(i)) }
        };
        let points = |n: usize| (0..n).map(point).collect();
        (text.len() <= MOST_DRAWN).then(|| Sketch::new(Tiles::Letters, points(text.len()), Vec::new()))
    }

    /// Every run of centres by itself.
    fn parts(&self, text: String, visit: &mut impl FnMut(String)) {
        for piece in text.split('/') {
            let letters = piece.as_bytes();
            let mut run = 0;
            for i in 1..letters.len().max(1) {
                match i + 1 < letters.len() && letters[i - 1] == letters[i + 1] {
                    true => run += 1,
                    false if run > 0 => {
                        // A run of n centres plays like n + 2 equal letters.
                        visit("a".repeat(run + 2));
                        run = 0;
                    }
                    false => {}
                }
            }
        }
    }

    fn bytes(&self, text: &String) -> u64 {
        on_heap(text.as_bytes())
    }

    fn size(&self, text: &String) -> u32 {
        text.len() as u32
    }

    fn theorem(&self, _: &String) -> Option<BoardTheorem> {
        Some(BoardTheorem::RunsOfCentres)
    }

    /// A run by itself; a string of several runs is none.
    fn known(&self, text: &String) -> Option<Nimber> {
        let centres = text.len().checked_sub(2)?;
        if text.bytes().all(|c| c == b'a') { value_of_run(centres) } else { None }
    }
}

impl Readable for Strings {
    /// A string, or several with `/` between them.
    fn open(text: &str) -> Result<(Strings, String)> {
        match text.trim().chars().find(|c| !c.is_ascii_alphanumeric() && *c != '/') {
            Some(stray) => Err(bad_position(BoardFault::NeitherLetterNorDigit { text: stray.to_string() })),
            None if text.trim().split('/').any(str::is_empty) => {
                Err(bad_position(BoardFault::EmptyString).hint(NextStep::either("abacaba", "aba/aca")))
            }
            // The rules of the same name read a number as so many centres in a run.
            None if plain_number::<u64>(text.trim()).is_some() => {
                Err(unsupported(BoardFault::NumberNotString { text: text.trim().into() })
                    .hint(NextStep::write("abacaba")))
            }
            None => Ok((Strings, text.trim().to_string())),
        }
    }
}

fn numbers(text: &str) -> Result<Vec<u64>> {
    let all = numbers_of(text, "1,7,1")?;
    match all.is_empty() {
        true => Err(bad_position(BoardFault::NoNumber).hint(NextStep::write("1,7,1"))),
        false => Ok(all),
    }
}

fn show(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

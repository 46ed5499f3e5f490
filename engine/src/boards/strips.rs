//! Strips and steps as boards: stones, strings, staircases and heaps in order, each with the value of its theorem.

use std::ops::ControlFlow;

use super::palindrome::value_of_run;
use super::stones::Strip;
use super::sums::unsupported;
use super::{bad_position, numbers_of, on_heap, plain_number};
use crate::error::{Error, ErrorKind, NextStep, Result};
use crate::game::{Game, Readable};
use crate::heap::closed::{non_decreasing_value, staircase_value};
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
            return Err(bad_position("a strip has at least one cell").hint(NextStep::either("X..X.", "0,2")));
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
            Some(stray) => Err(bad_position(format!("`{stray}` is neither a letter nor a digit"))),
            None if text.trim().split('/').any(str::is_empty) => {
                Err(bad_position("a string has at least one letter")
                    .hint(NextStep::either("abacaba", "aba/aca")))
            }
            // The rules of the same name read a number as so many centres in a run.
            None if plain_number::<u64>(text.trim()).is_some() => {
                Err(unsupported(&format!("`{}` is a number, not a string", text.trim()))
                    .hint("write it with letters, such as abacaba"))
            }
            None => Ok((Strings, text.trim().to_string())),
        }
    }
}

fn numbers(text: &str) -> Result<Vec<u64>> {
    let all = numbers_of(text, "1,7,1")?;
    match all.is_empty() {
        true => Err(bad_position("there is no number").hint(NextStep::write("1,7,1"))),
        false => Ok(all),
    }
}

fn show(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Every way to take some from one entry, in steps that a caller can break off.
fn takes(numbers: &[u64], mut visit: impl FnMut(usize, u64) -> ControlFlow<()>) -> ControlFlow<()> {
    (0..numbers.len()).try_for_each(|i| (1..=numbers[i]).try_for_each(|taken| visit(i, taken)))
}

/// Staircase Nim, the stones of steps 1, 2, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircase;

impl Game for Staircase {
    type State = Vec<u64>;

    fn show(&self, steps: &Vec<u64>) -> String {
        show(steps)
    }

    fn options(
        &self,
        steps: &Vec<u64>,
        visit: &mut impl FnMut(Vec<u64>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        takes(steps, |i, pushed| visit(push(steps, i, pushed)))
    }

    fn bytes(&self, steps: &Vec<u64>) -> u64 {
        on_heap(steps)
    }

    fn theorem(&self, _: &Vec<u64>) -> Option<BoardTheorem> {
        Some(BoardTheorem::Staircase)
    }

    fn known(&self, steps: &Vec<u64>) -> Option<Nimber> {
        let all: Vec<u64> = std::iter::once(0).chain(steps.iter().copied()).collect();
        Some(staircase_value(&all))
    }

    fn options_of_value(&self, steps: &Vec<u64>, value: Nimber) -> Option<Vec<Vec<u64>>> {
        Some(pushes_to_value(steps, value).map(|(i, pushed)| push(steps, i, pushed)).collect())
    }

    fn is_option(&self, from: &Vec<u64>, to: &Vec<u64>) -> Option<bool> {
        Some(is_lowered(from, to, |i, pushed| push(from, i, pushed)))
    }
}

impl Readable for Staircase {
    /// The stones of steps 1, 2, …: `1,7,1`.
    fn open(text: &str) -> Result<(Staircase, Vec<u64>)> {
        Ok((Staircase, countable(numbers(text)?)?))
    }
}

/// The steps after some stones of one went down.
fn push(steps: &[u64], step: usize, pushed: u64) -> Vec<u64> {
    let mut to = steps.to_vec();
    to[step] -= pushed;
    if step > 0 {
        to[step - 1] += pushed;
    }
    to
}

/// Every push to a value, the step and the stones. A push changes just one step that counts: its own, which falls, or
/// the one below, which grows; and what that one must become for the nim-sum to be the value is a single number.
fn pushes_to_value(steps: &[u64], value: Nimber) -> impl Iterator<Item = (usize, u64)> {
    let change = value.0 ^ steps.iter().step_by(2).fold(0, |sum, stones| sum ^ stones);
    steps.iter().enumerate().filter_map(move |(i, stones)| {
        let counts = if i % 2 == 0 { *stones } else { steps[i - 1] };
        let pushed = match i % 2 {
            0 => counts.checked_sub(counts ^ change)?,
            _ => (counts ^ change).checked_sub(counts)?,
        };
        (1..=*stones).contains(&pushed).then_some((i, pushed))
    })
}

/// Whether a position comes from another by a move that makes one entry smaller.
fn is_lowered(from: &[u64], to: &[u64], after: impl Fn(usize, u64) -> Vec<u64>) -> bool {
    let fallen = from.iter().zip(to).position(|(from, to)| to < from);
    from.len() == to.len() && fallen.is_some_and(|i| after(i, from[i] - to[i]) == to)
}

/// Nim with heaps that must stay in non-decreasing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NonDecreasing;

impl Game for NonDecreasing {
    type State = Vec<u64>;

    fn show(&self, heaps: &Vec<u64>) -> String {
        show(heaps)
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        visit: &mut impl FnMut(Vec<u64>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        takes(heaps, |i, taken| {
            let mut to = heaps.clone();
            to[i] -= taken;
            if i > 0 && to[i] < to[i - 1] { ControlFlow::Continue(()) } else { visit(to) }
        })
    }

    fn bytes(&self, heaps: &Vec<u64>) -> u64 {
        on_heap(heaps)
    }

    fn theorem(&self, _: &Vec<u64>) -> Option<BoardTheorem> {
        Some(BoardTheorem::Neighbours)
    }

    fn known(&self, heaps: &Vec<u64>) -> Option<Nimber> {
        non_decreasing_value(heaps)
    }

    /// The differences are a staircase, the last of them the lowest step.
    fn options_of_value(&self, heaps: &Vec<u64>, value: Nimber) -> Option<Vec<Vec<u64>>> {
        let before = std::iter::once(&0).chain(heaps);
        let mut steps: Vec<u64> = heaps.iter().zip(before).map(|(heap, before)| heap - before).collect();
        steps.reverse();
        let take = |(step, taken): (usize, u64)| taken_from(heaps, heaps.len() - 1 - step, taken);
        Some(pushes_to_value(&steps, value).map(take).collect())
    }

    fn is_option(&self, from: &Vec<u64>, to: &Vec<u64>) -> Option<bool> {
        Some(to.is_sorted() && is_lowered(from, to, |i, taken| taken_from(from, i, taken)))
    }
}

impl Readable for NonDecreasing {
    /// The heaps in order: `1,2,4`.
    fn open(text: &str) -> Result<(NonDecreasing, Vec<u64>)> {
        let heaps = countable(numbers(text)?)?;
        match heaps.is_sorted() {
            true => Ok((NonDecreasing, heaps)),
            false => Err(bad_position(format!("the heaps `{text}` are not in non-decreasing order"))),
        }
    }
}

fn taken_from(heaps: &[u64], heap: usize, taken: u64) -> Vec<u64> {
    let mut to = heaps.to_vec();
    to[heap] -= taken;
    to
}

/// The most stones of a position: however they are pushed together, they can be counted.
const MOST_STONES: u64 = i64::MAX as u64;

fn countable(numbers: Vec<u64>) -> Result<Vec<u64>> {
    let stones = numbers.iter().fold(0u64, |sum, n| sum.saturating_add(*n));
    match stones > MOST_STONES {
        true => Err(Error::new(
            ErrorKind::Limit,
            format!("there are too many stones to count; a board has up to {MOST_STONES}"),
        )),
        false => Ok(numbers),
    }
}

//! Palindrome cuts: pieces of paper with strings. A move picks a letter whose two neighbours are equal and cuts it out,
//! which leaves the string before it, the letter, and the string after it.
//!
//! Call a letter a centre if its neighbours exist and are equal. Cutting at a centre takes a neighbour from the letters
//! next to it, so it destroys the centres next to it and itself, and no other. A run of n centres in a row is
//! therefore the strip of n cells on which no two crosses may touch, and strings are sums of runs. That strip is the
//! octal game 0.137: a cross in the middle takes 3 cells, at an end 2, and a strip of one cell is taken whole.
//!
//! Complexity: the values of runs up to n take n^2/2 steps.

use std::sync::Mutex;

use crate::error::Result;
use crate::literal::Lets;
use crate::nimber::Nimber;
use crate::position::{Component, Position};
use crate::rules::Rules;
use crate::solve::Solver;
use crate::work::Work;

/// The strip on which no two crosses may touch.
pub const CROSSES: &str = "0.137";

/// A string and what its runs of centres are worth.
#[derive(Clone, Debug)]
pub struct Cuts {
    /// First letter (from 0) and length of each run of centres.
    runs: Vec<(usize, usize)>,
    /// The values of runs by their length.
    values: Vec<Nimber>,
    value: Nimber,
}

impl Cuts {
    /// Looks at one string.
    pub fn new(letters: &[u8], work: &Work<'_>) -> Result<Cuts> {
        let runs = runs(letters);
        let longest = runs.iter().map(|run| run.1).max().unwrap_or(0);
        let values = values_of_runs(longest, work)?;
        let value = runs.iter().fold(Nimber::ZERO, |sum, run| sum + values[run.1]);
        Ok(Cuts { runs, values, value })
    }

    /// The value of the string.
    pub fn value(&self) -> Nimber {
        self.value
    }

    /// The letters (from 0) at which a cut wins, from left to right.
    pub fn winning(&self) -> impl Iterator<Item = usize> + '_ {
        self.runs.iter().flat_map(move |&(first, length)| {
            let rest = self.value + self.values[length];
            let left = |i: usize| self.values[i.saturating_sub(1)];
            let right = move |i: usize| self.values[(length - 1 - i).saturating_sub(1)];
            (0..length).filter(move |&i| left(i) + right(i) == rest).map(move |i| first + i)
        })
    }
}

/// The values of runs up to a longest one.
fn values_of_runs(longest: usize, work: &Work<'_>) -> Result<Vec<Nimber>> {
    let rules = Rules::read(CROSSES, &Lets::new(), &Work::unwatched())?;
    let strip = |n: usize| Component(vec![n as i64]);
    let mut solver = Solver::new(&rules, &[Position(vec![strip(longest)])], None, work)?;
    (0..=longest).map(|n| solver.value(&strip(n), work)).collect()
}

/// Runs up to this length are valued at once; a longer one is searched.
const LONGEST: usize = 1 << 16;

/// The value of a run of so many centres, unless it is very long. Values are kept, and computed for more than asked, so
/// that a search asks seldom.
pub(super) fn value_of_run(centres: usize) -> Option<Nimber> {
    static VALUES: Mutex<Vec<Nimber>> = Mutex::new(Vec::new());
    let mut values = VALUES.lock().ok()?;
    if values.len() <= centres && centres <= LONGEST {
        let longest = centres.next_power_of_two().max(1 << 10);
        *values = values_of_runs(longest, &Work::unwatched()).ok()?;
    }
    values.get(centres).copied()
}

/// The runs of centres: first letter and length.
fn runs(letters: &[u8]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (before, window) in letters.windows(3).enumerate() {
        if window[0] == window[2] {
            match runs.last_mut() {
                Some((first, length)) if *first + *length == before + 1 => *length += 1,
                _ => runs.push((before + 1, 1)),
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    use hashbrown::HashMap;

    fn plain(text: &[u8], known: &mut HashMap<Vec<u8>, Nimber>) -> Nimber {
        if let Some(&value) = known.get(text) {
            return value;
        }
        let options = cuts(text, known).into_iter().map(|(_, value)| value);
        let value = mex(options);
        known.insert(text.to_vec(), value);
        value
    }

    fn cuts(text: &[u8], known: &mut HashMap<Vec<u8>, Nimber>) -> Vec<(usize, Nimber)> {
        let centres = (1..text.len().max(1) - 1).filter(|&i| text[i - 1] == text[i + 1]);
        centres.map(|i| (i, plain(&text[..i], known) + plain(&text[i + 1..], known))).collect()
    }

    #[test]
    fn every_short_string_over_two_and_three_letters() {
        let work = Work::unwatched();
        let mut known = HashMap::new();
        for (letters, longest) in [(2usize, 10u32), (3, 6)] {
            for length in 0..=longest {
                for code in 0..letters.pow(length) {
                    let text: Vec<u8> =
                        (0..length).map(|i| b'a' + (code / letters.pow(i) % letters) as u8).collect();
                    let found = Cuts::new(&text, &work).unwrap();
                    assert_eq!(found.value(), plain(&text, &mut known), "{text:?}");
                    let winning = cuts(&text, &mut known).into_iter().filter(|cut| cut.1 == Nimber::ZERO);
                    assert!(found.winning().eq(winning.map(|cut| cut.0)), "{text:?}");
                }
            }
        }
    }
}

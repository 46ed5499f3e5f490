//! Which heap games begin with given values.
//!
//! Tried are all octal codes of up to four digits, hexadecimal ones of two, Grundy's game and its kin, small subtraction sets, and small
//! sets of forbidden amounts. Each candidate is computed as far as it agrees. Where none begins with the values at heap 0, they are looked for
//! from the next heaps on, for lists of values often begin at heap 1. Candidates are grouped: where each first differs from the first one is
//! the heap to ask about next.
//!
//! Complexity: some ten thousand candidates, nearly all of which fail within a few heaps.

use crate::Nimber;
use crate::error::Result;
use crate::heap::code::TakeBreak;
use crate::heap::game::{HeapGame, HeapRules};
use crate::work::Work;

/// A game that begins with the values asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The game.
    pub rules: HeapRules,
    /// The first heap at which it differs from the first candidate; `None` for the first itself, and where none was found below
    /// [`compared`].
    pub differs_at: Option<u64>,
    /// The heap that has the first of the values.
    pub offset: u64,
}

/// The values are looked for from this heap on at most.
const FARTHEST: u64 = 4;

/// How far candidates that begin with these values are compared with each other.
pub fn compared(values: &[Nimber]) -> u64 {
    1000.max(values.len() as u64)
}

/// The games that begin with these values, simplest first.
///
/// ```
/// use grundy::{Nimber, Work, heap::identify};
/// let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6].map(Nimber);
/// let found = identify(&kayles, &Work::unwatched())?;
/// assert_eq!(found[0].rules.to_string(), "0.77");
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn identify(values: &[Nimber], work: &Work<'_>) -> Result<Vec<Candidate>> {
    let candidates = candidates();
    for offset in 0..=FARTHEST {
        let mut found = Vec::new();
        for rules in &candidates {
            work.tick("candidates", found.len() as u64, None)?;
            if begins(rules, values, offset, work)? {
                found.push(Candidate { rules: rules.clone(), differs_at: None, offset });
            }
        }
        if let Some((first, others)) = found.split_first_mut() {
            for other in others {
                other.differs_at = first_difference(&first.rules, &other.rules, compared(values), work)?;
            }
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Whether the values are those of a game from a heap on.
fn begins(rules: &HeapRules, values: &[Nimber], offset: u64, work: &Work<'_>) -> Result<bool> {
    let mut run = HeapGame::new(rules)?;
    for (n, &value) in (offset..).zip(values) {
        if run.value(n, work)? != value {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The first heap below `limit` at which two games differ.
///
/// ```
/// use grundy::{Work, heap::{HeapRules, first_difference}};
/// let code = |code: &str| HeapRules::Code(code.parse().unwrap());
/// assert_eq!(first_difference(&code("0.161"), &code("0.36"), 1000, &Work::unwatched())?, Some(519));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn first_difference(a: &HeapRules, b: &HeapRules, limit: u64, work: &Work<'_>) -> Result<Option<u64>> {
    let (mut a, mut b) = (HeapGame::new(a)?, HeapGame::new(b)?);
    for n in 0..limit {
        if a.value(n, work)? != b.value(n, work)? {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

fn candidates() -> Vec<HeapRules> {
    let code = |text: &str| text.parse::<TakeBreak>().ok().map(HeapRules::Code);
    let named = ["0.[3]", "4.[3]"].into_iter().filter_map(code);
    let named = named.chain([TakeBreak::grundy(), TakeBreak::couples()].map(HeapRules::Code));
    let octal = (0..1u32 << 10).map(|d| format!("{}.{:03o}", if d < 512 { 0 } else { 4 }, d % 512));
    let four = (0..1u32 << 12).filter(|d| d % 8 > 0).map(|d| format!("0.{d:04o}"));
    // Codes without a digit above 7 are among those.
    let hexadecimal = (0..1u32 << 8).filter(|d| d % 16 > 7 || d / 16 > 7).map(|d| format!("0.{d:02X}"));
    let mut codes: Vec<HeapRules> =
        octal.chain(four).chain(hexadecimal).filter_map(|text| code(&text)).collect();
    codes.sort_by_key(|rules| rules.to_string().len());
    let takes = subsets(12, 4).into_iter().map(HeapRules::Take);
    let all_but = subsets(9, 3).into_iter().map(HeapRules::TakeAllBut);
    codes.into_iter().chain(named).chain(takes).chain(all_but).collect()
}

/// The non-empty subsets of `1..=most` with up to `size` members, small ones first.
fn subsets(most: u32, size: u32) -> Vec<Vec<u64>> {
    let mut masks: Vec<u32> = (1..1 << most).filter(|mask: &u32| mask.count_ones() <= size).collect();
    masks.sort_by_key(|mask| (mask.count_ones(), *mask));
    let members = |mask: u32| (0..most).filter(move |bit| mask >> bit & 1 == 1).map(|bit| u64::from(bit) + 1);
    masks.into_iter().map(|mask| members(mask).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Sequence;

    fn names(values: &[u64]) -> Vec<String> {
        let values: Vec<Nimber> = values.iter().map(|&v| Nimber(v)).collect();
        identify(&values, &Work::unwatched()).unwrap().iter().map(|c| c.rules.to_string()).collect()
    }

    fn values_of(code: &str) -> Vec<u64> {
        let mut sequence = Sequence::new(code.parse().unwrap());
        (0..40).map(|n| sequence.value(n, &Work::unwatched()).unwrap().0).collect()
    }

    #[test]
    fn known_games_are_recognised() {
        assert!(names(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]).contains(&"0.77".into()));
        assert!(
            names(&[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]).contains(&"4.0 into unequal parts".into())
        );
        assert_eq!(names(&[0, 0, 1, 1, 0, 2, 1, 0, 0, 1, 1]).first(), Some(&"take {2,5}".into()));
        assert!(names(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).contains(&"0.[3]".into()));
        assert!(names(&[5, 99, 5]).is_empty());
        // Hexadecimal, four digits, and a list that begins at heap 1.
        assert!(names(&values_of("0.3F")).contains(&"0.3F".into()));
        assert!(names(&values_of("0.3156")).contains(&"0.3156".into()));
        let kayles = values_of("0.77");
        let found = identify(&kayles[1..].iter().map(|&v| Nimber(v)).collect::<Vec<_>>(), &Work::unwatched())
            .unwrap();
        assert_eq!((found[0].rules.to_string(), found[0].offset), ("0.77".into(), 1));
    }

    #[test]
    fn candidates_say_where_they_part() {
        let mut code = Sequence::new("0.161".parse().unwrap());
        let values: Vec<Nimber> = (0..100).map(|n| code.value(n, &Work::unwatched()).unwrap()).collect();
        let found = identify(&values, &Work::unwatched()).unwrap();
        let at = |name: &str| found.iter().find(|c| c.rules.to_string() == name).unwrap().differs_at;
        assert_eq!(found[0].rules.to_string(), "0.36");
        assert_eq!(at("0.161"), Some(519));
    }
}

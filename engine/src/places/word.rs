//! Rewriting of words: letters may vanish, so that others meet, and a word may be cut.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::error::Result;
use crate::rules::{BoardCondition, Sign};
use crate::work::Work;

use super::PictureRules;
use super::board::Board;
use super::ground::{Mask, allows_edge, forms, mask};

/// What separates the words of a position that a move has cut, until they are parts of their own.
pub(super) const CUT: u8 = u8::MAX;

/// A pattern of a word with what takes its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    /// Whether the pattern begins or ends at the edge of the word.
    edges: (bool, bool),
    /// The letters that it asks for.
    asked: Vec<Mask>,
    /// The words that are put there; a number that is no letter stands for one of those asked for, kept.
    put: Vec<Vec<u8>>,
    pub(super) kind: u16,
}

/// Numbers from here on stand for letters that are kept.
const KEPT: u8 = 64;

/// The patterns of a rule for words of at most so many letters.
pub(super) fn patterns(rules: &PictureRules, board: &Board, work: &Work<'_>) -> Result<Vec<Pattern>> {
    let mut all = BTreeSet::new();
    for (kind, rewrite) in rules.rule.rewrites.iter().enumerate() {
        for form in forms(rewrite, board, board.columns + 2, work)? {
            work.step("patterns", all.len() as u64, None)?;
            let before = form.before[0].clone();
            let after: Vec<Vec<Sign>> = form.after.iter().map(|rows| rows[0].clone()).collect();
            for edges in [(false, false), (true, false), (false, true), (true, true)] {
                let Some(pattern) = pattern(&before, &after, edges, board, kind as u16) else { continue };
                if !rules.rule.as_drawn {
                    all.insert(mirrored(&pattern));
                }
                all.insert(pattern);
            }
        }
    }
    Ok(all.into_iter().collect())
}

/// Whether no pattern asks for the edge of a word.
pub(super) fn looks_at_no_edge(patterns: &[Pattern]) -> bool {
    patterns.iter().all(|pattern| pattern.edges == (false, false))
}

/// The pattern whose first or last cells are the edge, if so said.
fn pattern(
    before: &[Sign],
    after: &[Vec<Sign>],
    edges: (bool, bool),
    board: &Board,
    kind: u16,
) -> Option<Pattern> {
    let first = usize::from(edges.0);
    let last = before.len().checked_sub(usize::from(edges.1)).filter(|last| first <= *last)?;
    let at_edge = |yes: bool, sign: Option<&Sign>| !yes || sign.is_some_and(allows_edge);
    if !at_edge(edges.0, before.first()) || !at_edge(edges.1, before.last()) {
        return None;
    }
    let asked: Vec<Mask> = before[first..last].iter().map(|sign| mask(sign, board)).collect();
    if asked.contains(&0) {
        return None;
    }
    let mut kept = 0;
    let mut put = |signs: &Vec<Sign>| -> Option<Vec<u8>> {
        let mut word = Vec::new();
        for sign in signs {
            match sign {
                Sign::Letter(letter) => word.push(board.number(*letter)?),
                // The edge is put back by itself.
                Sign::Edge => {}
                // A sign that says no letter keeps the next one that was not asked for by name.
                _ => {
                    let places =
                        (0..before.len()).filter(|&i| !matches!(before[i], Sign::Letter(_) | Sign::Edge));
                    let at = places.into_iter().nth(kept)?;
                    kept += 1;
                    if (first..last).contains(&at) {
                        word.push(KEPT + u8::try_from(at - first).ok()?);
                    }
                }
            }
        }
        Some(word)
    };
    let put = after.iter().map(&mut put).collect::<Option<Vec<_>>>()?;
    Some(Pattern { edges, asked, put, kind })
}

fn mirrored(pattern: &Pattern) -> Pattern {
    let length = pattern.asked.len() as u8;
    let turned = |cell: &u8| if *cell >= KEPT { KEPT + (length - 1 - (cell - KEPT)) } else { *cell };
    let put = pattern.put.iter().rev().map(|word| word.iter().rev().map(turned).collect()).collect();
    let asked = pattern.asked.iter().rev().copied().collect();
    Pattern { edges: (pattern.edges.1, pattern.edges.0), asked, put, kind: pattern.kind }
}

impl Pattern {
    fn fits(&self, word: &[u8], at: usize) -> bool {
        let end = at + self.asked.len();
        // What lies beyond a cut is as far away as what lies beyond the edge.
        let begins = || at == 0 || word[at - 1] == CUT;
        let ends = || end == word.len() || word[end] == CUT;
        let holds = |(mask, letter): (&Mask, &u8)| *letter != CUT && mask >> letter & 1 == 1;
        (!self.edges.0 || begins())
            && (!self.edges.1 || ends())
            && self.asked.iter().zip(&word[at..]).all(holds)
    }

    /// What becomes of a word if the pattern is replaced at a place; words that are cut apart have [`CUT`] between them.
    fn replaced(&self, word: &[u8], at: usize) -> Box<[u8]> {
        let mut after = word[..at].to_vec();
        for (i, put) in self.put.iter().enumerate() {
            if i > 0 {
                after.push(CUT);
            }
            after.extend(
                put.iter().map(|&cell| if cell >= KEPT { word[at + usize::from(cell - KEPT)] } else { cell }),
            );
        }
        after.extend(&word[at + self.asked.len()..]);
        after.into()
    }
}

/// Hands out what each move leaves of a word, and the kind of the move.
pub(super) fn options(
    patterns: &[Pattern],
    word: &[u8],
    visit: &mut impl FnMut(Box<[u8]>, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for pattern in patterns {
        let Some(last) = word.len().checked_sub(pattern.asked.len()) else { continue };
        for at in (0..=last).filter(|&at| pattern.fits(word, at)) {
            visit(pattern.replaced(word, at), pattern.kind)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a condition holds on a word.
pub(super) fn holds(condition: &BoardCondition, word: &[u8], board: &Board, as_drawn: bool) -> bool {
    let inner = |condition: &BoardCondition| holds(condition, word, board, as_drawn);
    match condition {
        BoardCondition::Shows(picture) => {
            let signs: Vec<Sign> = picture.rows[0].iter().map(|cell| cell.sign.clone()).collect();
            [(false, false), (true, false), (false, true), (true, true)].into_iter().any(|edges| {
                let Some(pattern) = pattern(&signs, &[], edges, board, 0) else { return false };
                let shows = |pattern: &Pattern| {
                    let last = word.len().checked_sub(pattern.asked.len());
                    last.is_some_and(|last| (0..=last).any(|at| pattern.fits(word, at)))
                };
                shows(&pattern) || !as_drawn && shows(&mirrored(&pattern))
            })
        }
        BoardCondition::Not(one) => !inner(one),
        BoardCondition::And(left, right) => inner(left) && inner(right),
        BoardCondition::Or(left, right) => inner(left) || inner(right),
    }
}

/// Whether every move shortens words or lowers weights, so that every play ends: the sum of lengths falls.
pub(super) fn ends(patterns: &[Pattern]) -> bool {
    let falls = |pattern: &Pattern| {
        let put: usize = pattern.put.iter().map(Vec::len).sum();
        put < pattern.asked.len()
            || put == pattern.asked.len()
                && pattern.put.len() > 1
                && pattern.put.iter().all(|w| !w.is_empty())
    };
    patterns.iter().all(falls)
}

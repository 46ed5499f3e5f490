//! Runs of one live letter on a strip are heaps of a taking-and-breaking game.
//!
//! Let `a` be a letter, and let every picture of a rule on a strip change some neighbouring cells that hold `a`, and only
//! these, into other letters, beside cells that it asks to hold `a` and stay, and at its ends perhaps for a cell that is not
//! `a` or beyond the edge. No picture puts `a` anywhere, and all cells that do not hold `a` are alike to every picture, and like
//! what lies beyond the edge. So they never matter again but as ends of runs: a position is the sum of its runs of `a`, and a
//! run is known by its length. A picture that changes k cells, asks for p more before and q more after them, takes k
//! from a run and leaves l ≥ p on the left and r ≥ q on the right, l = p or r = q where it asks for the end of the run. For
//! p, q ≤ 1 this is a digit of an octal code (Guy and Smith 1956): bit 0 if nothing may be left, bit 1 if one heap may, bit 2
//! if two may. Else it is a rule of numbers all the same. ∎
//!
//! Complexity: that of the heap game, once for the longest run; then a look at every cell.

use std::sync::Arc;

use crate::error::Result;
use crate::literal::Lets;
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::rules::{PictureCell, Rewrite, Rewriting, Rules, Sign, Universe};
use crate::solve::{Cell, table};
use crate::work::Work;

use super::super::PictureRules;
use super::super::board::Board;
use super::Theorem;

/// What one picture takes from a run: so many cells, with what it leaves on both sides.
struct Take {
    cells: usize,
    sides: [Side; 2],
}

/// What must be left on one side of the cells that are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    /// At least so many cells, or exactly so many.
    least: usize,
    exact: bool,
}

impl Side {
    /// Whether nothing may be left here, and whether any number from one on.
    fn nothing_and_some(self) -> Option<[bool; 2]> {
        match (self.least, self.exact) {
            (0, true) => Some([true, false]),
            (0, false) => Some([true, true]),
            (1, false) => Some([false, true]),
            _ => None,
        }
    }
}

/// The live letter of a rule, what its pictures take, and the letters that may end a run if pictures ask for its end.
struct Live {
    letter: char,
    takes: Vec<Take>,
    ends: Option<Vec<char>>,
}

/// The rule of numbers by which the runs of a rule of pictures are played, if they are heaps.
pub(in crate::places) fn heaps_of(rule: &Rewriting) -> Option<String> {
    live(rule).map(|live| heaps(&live.takes))
}

/// A rule as moves of one live letter.
fn live(rule: &Rewriting) -> Option<Live> {
    let ending = &rule.ending;
    if rule.universe != Universe::Strip || ending.over.is_some() || ending.over_all.is_some() || ending.misere
    {
        return None;
    }
    let changed = |rewrite: &Rewrite| {
        let pairs = rewrite.before.cells().zip(rewrite.after.first()?.cells());
        pairs.filter_map(|(before, after)| changes(before, after)).next().map(|(from, _)| from)
    };
    let letter = changed(&rule.rewrites[0])?;
    let mut live = Live { letter, takes: Vec::new(), ends: None };
    for rewrite in &rule.rewrites {
        let take = take(rewrite, &mut live)?;
        live.takes.push(take);
    }
    // What is put down must end a run as well as any other letter does.
    let put = rule.rewrites.iter().flat_map(|rewrite| {
        let pairs = rewrite.before.cells().zip(rewrite.after[0].cells());
        pairs.filter_map(|(before, after)| changes(before, after)).map(|(_, to)| to)
    });
    let ends = |letter: char| live.ends.as_ref().is_none_or(|ends| ends.contains(&letter));
    let plain = put.into_iter().all(|to| to != letter && ends(to));
    plain.then_some(live)
}

/// The letters before and after on a cell that a picture changes.
fn changes(before: &PictureCell, after: &PictureCell) -> Option<(char, char)> {
    match (&before.sign, &after.sign) {
        (Sign::Letter(from), Sign::Letter(to)) if from != to => Some((*from, *to)),
        _ => None,
    }
}

/// What a picture takes, if it has the shape.
fn take(rewrite: &Rewrite, live: &mut Live) -> Option<Take> {
    let ([before], [after]) = (&rewrite.before.rows[..], &rewrite.after[..]) else { return None };
    let [after] = &after.rows[..] else { return None };
    if !rewrite.choices.is_empty() || before.len() != after.len() {
        return None;
    }
    let mut kinds = Vec::new();
    for (before, after) in before.iter().zip(after) {
        if before.run || after.run {
            return None;
        }
        kinds.push(kind(before, after, live)?);
    }
    let first = kinds.iter().position(|kind| *kind == Kind::Taken)?;
    let last = kinds.iter().rposition(|kind| *kind == Kind::Taken)?;
    if kinds[first..=last].iter().any(|kind| *kind != Kind::Taken) {
        return None;
    }
    let outside = |side: Vec<Kind>| {
        let exact = side.last() == Some(&Kind::End);
        let kept = &side[..side.len() - usize::from(exact)];
        kept.iter().all(|kind| *kind == Kind::Kept).then_some(Side { least: kept.len(), exact })
    };
    let left = outside(kinds[..first].iter().rev().copied().collect())?;
    let right = outside(kinds[last + 1..].to_vec())?;
    Some(Take { cells: last + 1 - first, sides: [left, right] })
}

/// What a picture does with one cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The live letter goes.
    Taken,
    /// The live letter stays.
    Kept,
    /// Another letter, or what lies beyond the edge.
    End,
}

fn kind(before: &PictureCell, after: &PictureCell, live: &mut Live) -> Option<Kind> {
    let stays = after.sign == Sign::Any || after.sign == before.sign;
    match &before.sign {
        Sign::Letter(letter) if *letter == live.letter => match stays {
            true => Some(Kind::Kept),
            false => changes(before, after).map(|_| Kind::Taken),
        },
        Sign::OneOf(letters, true) if stays && !letters.contains(&live.letter) => {
            let ends = live.ends.get_or_insert_with(|| letters.clone());
            ends.retain(|letter| letters.contains(letter));
            Some(Kind::End)
        }
        _ => None,
    }
}

/// The takes as a code, or else as a rule of numbers.
fn heaps(takes: &[Take]) -> String {
    let longest = takes.iter().map(|take| take.cells).max().unwrap_or(0);
    let mut digits = vec![0u8; longest];
    for take in takes {
        let [Some([left, more_left]), Some([right, more_right])] = take.sides.map(Side::nothing_and_some)
        else {
            let rules: Vec<String> = takes.iter().map(numbers).collect();
            return format!("n -> {}", rules.join(" | "));
        };
        let one = more_left && right || left && more_right;
        digits[take.cells - 1] |=
            u8::from(left && right) | u8::from(one) << 1 | u8::from(more_left && more_right) << 2;
    }
    format!("0.{}", digits.iter().map(u8::to_string).collect::<String>())
}

/// A take as a kind of move of a heap.
fn numbers(Take { cells, sides: [left, right] }: &Take) -> String {
    let (p, q, k) = (left.least, right.least, cells);
    match (left.exact, right.exact) {
        (true, true) => format!("{p} & {q} if n == {}", k + p + q),
        (true, false) => format!("{p} & n-{} if n >= {}", k + p, k + p + q),
        (false, true) => format!("{q} & n-{} if n >= {}", k + q, k + p + q),
        (false, false) => format!("l & n-{k}-l for l in {p}..n-{}", k + q),
    }
}

/// The values of the runs of a strip.
#[derive(Debug)]
struct Runs {
    /// The live letter.
    live: u8,
    /// The values of runs of 0, 1, … cells.
    values: Vec<Nimber>,
    /// The letters that no picture takes for the end of a run: where one of them is, nothing is known.
    strange: Vec<u8>,
}

impl Theorem for Runs {
    fn name(&self) -> BoardTheorem {
        BoardTheorem::RunsAreHeaps
    }

    fn value(&self, cells: &[u8]) -> Option<Nimber> {
        if cells.iter().any(|cell| self.strange.contains(cell)) {
            return None;
        }
        let runs = cells.split(|cell| *cell != self.live);
        runs.map(|run| self.values.get(run.len()).copied()).sum()
    }
}

fn values(rules: &str, longest: usize, work: &Work<'_>) -> Result<Vec<Nimber>> {
    let rules = Rules::read(rules, &Lets::new(), work)?;
    let made = table(&rules, Some(&[0]), Some(&[longest as i64]), None, work)?;
    Ok(made.cells.iter().flatten().map(|cell| Nimber(Cell::nimber(cell))).collect())
}

/// The theorem about a rule of pictures.
pub(super) fn recognise(
    rules: &PictureRules,
    board: &Board,
    work: &Work<'_>,
) -> Result<Option<Arc<dyn Theorem>>> {
    let Some(found) = live(&rules.rule) else { return Ok(None) };
    let Some(live) = board.number(found.letter) else { return Ok(None) };
    let ends = |letter: char| found.ends.as_ref().is_none_or(|ends| ends.contains(&letter));
    let strange = board.letters.iter().filter(|letter| **letter != found.letter && !ends(**letter));
    let strange = strange.filter_map(|letter| board.number(*letter)).collect();
    let values = values(&heaps(&found.takes), board.columns, work)?;
    Ok(Some(Arc::new(Runs { live, values, strange })))
}

//! Stones that slide in one direction over free cells: a staircase of gaps.
//!
//! Let every picture of a rule `as drawn` on a strip bring a stone over some free cells to the left, `..X -> X..`, by one of the
//! distances D; a run, `.+X -> X.+`, has every distance. Letters that are neither stones nor free cells never change, so
//! that between them a strip falls into independent ones.
//!
//! Theorem: the value is the nim-sum of G(g) over the gaps g before the last stone, the third last and so on, where G is the
//! value of a heap from which an amount of D may be taken. Proof: call these gaps odd, the others even. Sliding a stone by
//! d takes d from the gap before it, and adds d to the gap behind it, or loses it after the last stone. So every move
//! changes just one odd gap: it takes d from it, or adds d to it. A heap of g and one of g + d have different values, since
//! from the larger one d may be taken: no option has the same sum. And to every smaller sum some odd gap must change its value to a
//! smaller one, as in Nim, which taking a distance of D from it does. So the mex of the options is the sum. ∎
//! It is Staircase Nim with D as its pushes. Stones that go right are the same in a mirror.
//!
//! Complexity: O(cells) for a position, once G is known.

use std::sync::Arc;

use crate::nimber::{Nimber, mex};
use crate::report::sentence::BoardTheorem;
use crate::rules::{PictureCell, Rewrite, Sign};

use super::super::PictureRules;
use super::super::board::Board;
use super::Theorem;

/// How far stones may slide.
#[derive(Debug, PartialEq, Eq)]
enum Distances {
    Any,
    These(Vec<usize>),
}

/// Stones on a strip.
#[derive(Debug)]
struct Slides {
    stone: u8,
    free: u8,
    to_the_left: bool,
    /// The values of gaps of 0, 1, … cells.
    gaps: Vec<Nimber>,
    /// Whether distances are 1 and 2.
    by_two: bool,
}

impl Slides {
    /// The value of a strip without walls, whose cells are read in the direction from where stones come.
    fn of_strip<'c>(&self, cells: impl Iterator<Item = &'c u8>) -> Nimber {
        // From behind: the gap before the stone that was met last counts if it is the first, third, … met.
        let (mut stones, mut gap, mut sum) = (0usize, 0, Nimber::ZERO);
        for cell in cells {
            if *cell != self.stone {
                gap += 1;
                continue;
            }
            if stones % 2 == 1 {
                sum += self.gaps[gap];
            }
            (stones, gap) = (stones + 1, 0);
        }
        if stones % 2 == 1 { sum + self.gaps[gap] } else { sum }
    }
}

impl Theorem for Slides {
    fn name(&self) -> BoardTheorem {
        if self.by_two { BoardTheorem::SlidingStones } else { BoardTheorem::GapsAreSteps }
    }

    fn value(&self, cells: &[u8]) -> Option<Nimber> {
        let strips = cells.split(|cell| *cell != self.stone && *cell != self.free);
        let value = |strip: &[u8]| match self.to_the_left {
            true => self.of_strip(strip.iter().rev()),
            false => self.of_strip(strip.iter()),
        };
        Some(strips.map(value).sum())
    }
}

/// Recognises a rule by which stones slide one way.
pub(super) fn recognise(rules: &PictureRules, board: &Board) -> Option<Arc<dyn Theorem>> {
    let rule = &rules.rule;
    let plain = rule.ending.over.is_none() && rule.ending.over_all.is_none();
    if !rule.as_drawn || !plain {
        return None;
    }
    let all = rule.rewrites.iter().map(slide).collect::<Option<Vec<Slide>>>()?;
    let first = all.first()?;
    let alike = |one: &Slide| (one.stone, one.free, one.left) == (first.stone, first.free, first.left);
    if !all.iter().all(alike) {
        return None;
    }
    let distances = match all.iter().any(|one| one.distance.is_none()) {
        true => Distances::Any,
        false => Distances::These(all.iter().filter_map(|one| one.distance).collect()),
    };
    let (stone, free) = (board.number(first.stone)?, board.number(first.free)?);
    let by_two = matches!(&distances, Distances::These(all) if all.contains(&1) && all.contains(&2) && all.iter().all(|d| *d < 3));
    let gaps = values(&distances, board.columns);
    Some(Arc::new(Slides { stone, free, to_the_left: first.left, gaps, by_two }))
}

/// One picture: a stone with so many free cells before it, or any number.
struct Slide {
    stone: char,
    free: char,
    left: bool,
    distance: Option<usize>,
}

fn slide(rewrite: &Rewrite) -> Option<Slide> {
    let ([before], [after]) = (&rewrite.before.rows[..], &rewrite.after[..]) else { return None };
    let [after] = &after.rows[..] else { return None };
    let letter = |cell: &PictureCell| match cell.sign {
        Sign::Letter(letter) => Some((letter, cell.run)),
        _ => None,
    };
    let read = |cells: &[PictureCell]| cells.iter().map(letter).collect::<Option<Vec<(char, bool)>>>();
    let (before, after) = (read(before)?, read(after)?);
    if !rewrite.choices.is_empty() || before.len() < 2 || before.len() != after.len() {
        return None;
    }
    // The stone stands at one end, and goes to the other; all else is free.
    let mut turned = after.clone();
    turned.reverse();
    let left = before[0] == after[after.len() - 1] && before[0].0 != before[before.len() - 1].0;
    let (stone, free) = match (left, before[0] == before[1]) {
        (true, true) => (before[before.len() - 1], &before[..before.len() - 1]),
        (true, false) if before.len() > 2 => (before[0], &before[1..]),
        // Two cells: what stands still in other pictures would tell; a stone is never a run.
        (true, false) if before[0].1 => (before[1], &before[..1]),
        (true, false) if before[1].1 => (before[0], &before[1..]),
        (true, false) => return two_cells(&before, &after),
        (false, _) => return None,
    };
    let alike = free.iter().all(|cell| cell.0 == free[0].0 && cell.0 != stone.0);
    if turned != before || stone.1 || !alike {
        return None;
    }
    let runs = free.iter().filter(|cell| cell.1).count();
    let distance = match (runs, free.len()) {
        (0, length) => Some(length),
        (1, 1) => None,
        _ => return None,
    };
    Some(Slide { stone: stone.0, free: free[0].0, left: before[before.len() - 1] == stone, distance })
}

/// `.X -> X.`: either letter may be the stone; the sign that is no letter or digit is the free cell.
fn two_cells(before: &[(char, bool)], after: &[(char, bool)]) -> Option<Slide> {
    let (first, second) = (before[0].0, before[1].0);
    if after[0].0 != second || after[1].0 != first {
        return None;
    }
    match (first.is_alphanumeric(), second.is_alphanumeric()) {
        (false, true) => Some(Slide { stone: second, free: first, left: true, distance: Some(1) }),
        (true, false) => Some(Slide { stone: first, free: second, left: false, distance: Some(1) }),
        _ => None,
    }
}

/// The values of heaps of up to so many, from which a distance may be taken.
fn values(distances: &Distances, longest: usize) -> Vec<Nimber> {
    let mut all: Vec<Nimber> = Vec::with_capacity(longest + 1);
    for gap in 0..=longest {
        all.push(match distances {
            Distances::Any => Nimber(gap as u64),
            Distances::These(these) => {
                mex(these.iter().filter(|d| **d <= gap).map(|d| all[gap - d]).collect::<Vec<_>>())
            }
        });
    }
    all
}

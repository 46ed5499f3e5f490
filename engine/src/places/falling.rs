//! That a game ends, proved on one board.
//!
//! Give each letter a weight of 0 or more. If every move lowers the sum of the weights, or keeps how often each letter
//! occurs and lowers the sum of (a number for its letter) times (row or column) over all cells, no position comes back: the
//! first sum never rises, and while it stays the second falls. On a finite board the game ends.
//!
//! The weights are found by a walk that corrects them after each move that does not fall (a perceptron), and are then
//! checked exactly; if none are found, nothing is claimed.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::work::Work;

use super::board::Board;
use super::ground::{Ground, Placement};

/// Corrections before the search for weights is given up.
const PATIENCE: usize = 10_000;
/// Different changes of the board that are looked at.
const MOST_CHANGES: usize = 1 << 10;
/// Ways to fill the places of one placement that are looked at.
const FILLINGS: usize = 64;

/// Whether every play on the board ends.
pub(super) fn ends(ground: &Ground, board: &Board, work: &Work<'_>) -> Result<bool> {
    let letters = board.letters.len();
    let (mut counts, mut shifts) = (BTreeSet::new(), BTreeSet::new());
    for placement in &ground.placements {
        let Some(changes) = changes(placement, board) else { return Ok(false) };
        if counts.len() + shifts.len() > MOST_CHANGES {
            return Ok(false);
        }
        for change in changes {
            if change[..letters].iter().all(|by| *by == 0) {
                shifts.insert(change[letters..].to_vec());
            } else {
                counts.insert(change[..letters].to_vec());
            }
        }
    }
    let list = |all: BTreeSet<Vec<i64>>| all.into_iter().collect::<Vec<_>>();
    Ok(falls(&list(counts), true, work)? && falls(&list(shifts), false, work)?)
}

/// How a placement changes the board, for each filling of its places: how often each letter occurs, and for each letter the
/// sum of its rows and of its columns.
fn changes(placement: &Placement, board: &Board) -> Option<Vec<Vec<i64>>> {
    let letters = board.letters.len();
    let mut all = vec![vec![0i64; 3 * letters]];
    for &(place, written) in &placement.writes {
        let mask = placement.needs.iter().find(|need| need.0 == place)?.1;
        let (row, column) =
            ((place as usize / board.columns) as i64, (place as usize % board.columns) as i64);
        let add = |change: &mut Vec<i64>, letter: usize, by: i64| {
            change[letter] += by;
            change[letters + letter] += by * row;
            change[2 * letters + letter] += by * column;
        };
        let mut next = Vec::new();
        for before in (0..letters).filter(|letter| mask >> letter & 1 == 1) {
            for change in &all {
                let mut change = change.clone();
                add(&mut change, before, -1);
                add(&mut change, usize::from(written), 1);
                next.push(change);
            }
        }
        if next.len() > FILLINGS {
            return None;
        }
        all = next;
    }
    Some(all)
}

/// Whether some weights, of 0 or more if so asked, make every change negative.
fn falls(changes: &[Vec<i64>], positive: bool, work: &Work<'_>) -> Result<bool> {
    let Some(first) = changes.first() else { return Ok(true) };
    let mut weights = vec![0i64; first.len()];
    for round in 0..PATIENCE {
        work.step("weights", round as u64, Some(PATIENCE as u64))?;
        let sum =
            |change: &Vec<i64>| change.iter().zip(&weights).map(|(by, weight)| by * weight).sum::<i64>();
        let Some(wrong) = changes.iter().find(|change| sum(change) >= 0) else { return Ok(true) };
        let corrected = |(weight, by): (&i64, &i64)| {
            let weight = weight - by;
            if positive { weight.max(0) } else { weight }
        };
        weights = weights.iter().zip(wrong).map(corrected).collect();
    }
    Ok(false)
}

//! Chomp: a bar of chocolate with a poisoned corner. A move bites at a square and takes it with everything below and to
//! the right; who must take the corner loses. So the corner counts as the end, and the rest is played normally.
//!
//! A position is a partition, the lengths of its rows. Mirrored partitions are alike. Once the second square of the
//! diagonal is gone, the first row and the first column are two Nim heaps. There is no formula beyond that; that the
//! first player wins every bar but the single square is a theft of strategy (Gale 1974), which shows no move.

use std::ops::ControlFlow;

use super::cram::sides;
use super::game::Game;
use super::numbers_of;
use crate::error::{Error, ErrorKind, Result};
use crate::nimber::Nimber;

/// Rows are bytes of one word.
const MOST_ROWS: usize = 8;
/// The longest row.
const LONGEST: usize = 255;

/// The game; its boards are its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chomp;

fn row(state: u64, i: usize) -> u64 {
    state >> (8 * i) & 0xFF
}

fn height(state: u64) -> usize {
    MOST_ROWS - state.leading_zeros() as usize / 8
}

impl Game for Chomp {
    type State = u64;

    /// `4x7`, or the lengths of the rows: `7,7,5`.
    fn open(text: &str) -> Result<(Chomp, u64)> {
        let text = text.trim();
        let lengths: Vec<usize> = match sides(text) {
            Some((rows, columns)) if rows <= MOST_ROWS => vec![columns; rows],
            Some((rows, columns)) if columns <= MOST_ROWS => vec![rows; columns],
            Some((rows, _)) => vec![rows; MOST_ROWS + 1],
            None => {
                let lengths = numbers_of(text, "4x7 or 7,7,5")?;
                lengths.into_iter().map(|length| usize::try_from(length).unwrap_or(usize::MAX)).collect()
            }
        };
        let what = format!("of up to {MOST_ROWS} rows that do not grow, of 1 to {LONGEST} squares");
        let refusal = |kind| Err(Error::new(kind, format!("`{text}` is not a bar {what}")));
        if lengths.first().is_none_or(|first| *first == 0) || !lengths.is_sorted_by(|a, b| a >= b) {
            return refusal(ErrorKind::Position);
        }
        if lengths.len() > MOST_ROWS || lengths[0] > LONGEST {
            return refusal(ErrorKind::Limit);
        }
        Ok((Chomp, lengths.iter().rev().fold(0, |state, length| state << 8 | *length as u64)))
    }

    fn show(&self, state: &u64) -> String {
        let rows: Vec<String> = (0..height(*state).max(1)).map(|i| row(*state, i).to_string()).collect();
        rows.join(",")
    }

    fn options(&self, state: &u64, visit: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for top in 0..height(*state) {
            for length in u64::from(top == 0)..row(*state, top) {
                let bitten = |i: usize| if i < top { row(*state, i) } else { row(*state, i).min(length) };
                visit((0..MOST_ROWS).fold(0, |to, i| to | bitten(i) << (8 * i)))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, state: u64) -> u64 {
        if row(state, 0) > MOST_ROWS as u64 {
            return state;
        }
        let column = |j: usize| (0..MOST_ROWS).filter(|i| row(state, *i) > j as u64).count() as u64;
        state.min((0..MOST_ROWS).fold(0, |mirrored, j| mirrored | column(j) << (8 * j)))
    }

    fn packed(&self, state: &u64) -> Option<u64> {
        (state >> 56 == 0).then_some(*state)
    }

    fn size(&self, state: &u64) -> u32 {
        (0..MOST_ROWS).map(|i| row(*state, i) as u32).sum()
    }

    fn known(&self, state: &u64) -> Option<Nimber> {
        let (first, below) = (row(*state, 0), height(*state) as u64);
        (row(*state, 1) <= 1).then(|| Nimber(first.saturating_sub(1)) + Nimber(below.saturating_sub(1)))
    }

    fn theorem(&self, state: &u64) -> Option<&'static str> {
        let (first, second, rows) = (row(*state, 0), row(*state, 1), height(*state));
        match rows {
            _ if second <= 1 => {
                Some("Nim on an L: without the second square of the diagonal the two arms are Nim heaps")
            }
            2 => Some(
                "law of two rows: a position is lost exactly if the upper row is one longer than the lower one",
            ),
            _ if (0..rows).all(|i| row(*state, i) == first) => Some(
                "strategy stealing (Gale 1974): if a bite at the far corner could be answered, that answer could be bitten \
                 at once, so the first player wins every bar but the single square; which bite wins is searched",
            ),
            _ => None,
        }
    }

    fn labels(&self, from: &u64, to: &u64) -> Vec<String> {
        let top = (0..MOST_ROWS).find(|i| row(*from, *i) != row(*to, *i));
        top.map(|top| format!("bite at ({},{})", top + 1, row(*to, top) + 1)).into_iter().collect()
    }
}

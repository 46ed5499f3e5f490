//! Notakto: crosses on several boards; a board with three in a row is dead, and who kills the last board loses.
//!
//! It is "place a cross while nothing is finished" under misère play, where the sum counts as a whole. Literature:
//! Plambeck and Whitehead 2013.

use std::ops::ControlFlow;

use super::cram::sides;
use super::{bad_position, rows_of};
use crate::error::{NextStep, Result};
use crate::game::{Game, Readable};
use crate::outcome::Play;

/// A board of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notakto {
    rows: usize,
    columns: usize,
    lines: Vec<u64>,
}

impl Notakto {
    fn new(rows: usize, columns: usize) -> Result<Notakto> {
        if rows == 0 || columns == 0 || rows.checked_mul(columns).is_none_or(|cells| cells > 30) {
            return Err(bad_position(format!("a board of {rows} × {columns} is not one of 1 to 30 cells")));
        }
        let mut lines = Vec::new();
        for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, usize::MAX)] {
                let cell = |i: usize| (r + i * dr, c.wrapping_add(dc.wrapping_mul(i)));
                if (0..3).map(cell).all(|(r, c)| r < rows && c < columns) {
                    lines.push((0..3).map(cell).fold(0, |line, (r, c)| line | 1 << (r * columns + c)));
                }
            }
        }
        Ok(Notakto { rows, columns, lines })
    }

    fn is_dead(&self, state: u64) -> bool {
        self.lines.iter().any(|line| state & line == *line)
    }

    /// The board mirrored, turned upside down, or with rows and columns exchanged.
    fn moved(&self, state: u64, how: u32) -> u64 {
        bits(state).fold(0, |to, cell| {
            let (r, c) = (cell / self.columns, cell % self.columns);
            let c = if how & 1 == 1 { self.columns - 1 - c } else { c };
            let r = if how & 2 == 2 { self.rows - 1 - r } else { r };
            let (r, c) = if how & 4 == 4 { (c, r) } else { (r, c) };
            to | 1 << (r * self.columns + c)
        })
    }
}

fn bits(state: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |i| state >> i & 1 == 1)
}

impl Game for Notakto {
    type State = u64;

    fn show(&self, state: &u64) -> String {
        let cell = |r: usize, c: usize| if state >> (r * self.columns + c) & 1 == 1 { 'X' } else { '.' };
        let row = |r: usize| (0..self.columns).map(|c| cell(r, c)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    fn options(&self, state: &u64, visit: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_dead(*state) {
            return ControlFlow::Continue(());
        }
        let mut free = bits(!state).take_while(|cell| *cell < self.rows * self.columns);
        free.try_for_each(|cell| visit(state | 1 << cell))
    }

    /// A dead board is gone.
    fn parts(&self, state: u64, visit: &mut impl FnMut(u64)) {
        if !self.is_dead(state) {
            visit(state);
        }
    }

    fn canonical(&self, state: u64) -> u64 {
        let ways = if self.rows == self.columns { 8 } else { 4 };
        (0..ways).map(|how| self.moved(state, how)).min().unwrap_or(state)
    }

    fn packed(&self, state: &u64) -> Option<u64> {
        Some(*state)
    }

    fn labels(&self, from: &u64, to: &u64) -> Vec<String> {
        let place = |cell: usize| format!("({},{})", cell / self.columns + 1, cell % self.columns + 1);
        bits(to & !from).map(place).collect()
    }

    fn size(&self, state: &u64) -> u32 {
        (self.rows * self.columns) as u32 - state.count_ones()
    }
}

impl Readable for Notakto {
    const PLAY: Play = Play::Misere;

    /// `3x3`, or rows such as `X../.../...`.
    fn open(text: &str) -> Result<(Notakto, u64)> {
        let text = text.trim();
        if let Some((rows, columns)) = sides(text) {
            return Ok((Notakto::new(rows, columns)?, 0));
        }
        let rows = rows_of(text)?;
        let wide = rows.first().map_or(0, |row| row.len());
        if rows.iter().any(|row| row.len() != wide || row.bytes().any(|c| c != b'.' && c != b'X')) {
            return Err(
                bad_position(format!("`{text}` is no board")).hint(NextStep::either("3x3", "X../.../..."))
            );
        }
        let cells = rows.concat();
        let state = cells.bytes().take(64).enumerate().filter(|(_, c)| *c == b'X');
        let state = state.fold(0u64, |state, (i, _)| state | 1 << i);
        Ok((Notakto::new(rows.len(), wide)?, state))
    }
}

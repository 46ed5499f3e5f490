//! Three in a row with one sign for both players. Treblecross: crosses on a strip; who makes three in a row wins.
//! Notakto: crosses on several boards; a board with three in a row is dead, and who kills the last board loses.
//!
//! Both are "place a cross while nothing is finished", one under normal play and the other under misère play, where the
//! sum counts as a whole. Literature: *Winning Ways* ch. 4 (Treblecross is 0.007); Plambeck and Whitehead 2013 (Notakto).

use std::ops::ControlFlow;

use super::cram::sides;
use super::game::Game;
use super::{bad_position, plain_number, rows_of};
use crate::error::Result;
use crate::outcome::Play;

/// A strip of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treblecross {
    cells: usize,
}

impl Treblecross {
    fn is_over(state: u64) -> bool {
        state & state >> 1 & state >> 2 != 0
    }
}

impl Game for Treblecross {
    type State = u64;

    /// The number of cells, or a strip such as `..X...`.
    fn open(text: &str) -> Result<(Treblecross, u64)> {
        let text = text.trim();
        let strip = match plain_number::<usize>(text) {
            Some(cells) => ".".repeat(cells.min(57)),
            None => text.to_string(),
        };
        if strip.is_empty() || strip.len() > 56 || strip.bytes().any(|c| c != b'.' && c != b'X') {
            return Err(
                bad_position(format!("`{text}` is no strip of 1 to 56 cells")).hint("write 12 or ..X...")
            );
        }
        let crosses = strip.bytes().enumerate().filter(|(_, c)| *c == b'X');
        Ok((Treblecross { cells: strip.len() }, crosses.fold(0, |state, (i, _)| state | 1 << i)))
    }

    fn show(&self, state: &u64) -> String {
        (0..self.cells).map(|i| if state >> i & 1 == 1 { 'X' } else { '.' }).collect()
    }

    fn options(&self, state: &u64, visit: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        if Treblecross::is_over(*state) {
            return ControlFlow::Continue(());
        }
        let free = (0..self.cells).filter(|i| state >> i & 1 == 0);
        free.into_iter().try_for_each(|i| visit(state | 1 << i))
    }

    /// A finished strip is the end, whatever else stands on it.
    fn canonical(&self, state: u64) -> u64 {
        match Treblecross::is_over(state) {
            true => 7,
            false => state.min(state.reverse_bits() >> (64 - self.cells)),
        }
    }

    fn packed(&self, state: &u64) -> Option<u64> {
        Some(*state)
    }

    fn size(&self, state: &u64) -> u32 {
        // A strip with a threat is decided at once.
        self.cells as u32 - state.count_ones()
    }
}

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
            return Err(bad_position(format!("`{text}` is no board")).hint("write 3x3 or X../.../..."));
        }
        let cells = rows.concat();
        let state = cells.bytes().take(64).enumerate().filter(|(_, c)| *c == b'X');
        let state = state.fold(0u64, |state, (i, _)| state | 1 << i);
        Ok((Notakto::new(rows.len(), wide)?, state))
    }

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

    fn size(&self, state: &u64) -> u32 {
        (self.rows * self.columns) as u32 - state.count_ones()
    }
}

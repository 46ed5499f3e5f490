//! A small table of numbers, as boards write it: rows with `/` between them.

use std::fmt;

use super::{bad_position, numbers_of, on_heap, rows_of};
use crate::error::{BoardFault, NextStep, Result};

/// The most numbers that a written table may have.
const MOST: usize = 400;

/// A table of numbers, row by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numbers {
    columns: usize,
    cells: Vec<u64>,
}

impl Numbers {
    /// Reads rows of numbers with `/`, `|` or line ends between them; nothing at all is the empty table.
    pub fn read(text: &str) -> Result<Numbers> {
        let (mut columns, mut cells) = (None, Vec::new());
        for row in rows_of(text)? {
            let before = cells.len();
            cells.append(&mut numbers_of(row, "1 2 3/0 1 2")?);
            if *columns.get_or_insert(cells.len() - before) != cells.len() - before {
                return Err(bad_position(BoardFault::UnequalRows).hint(NextStep::write("1 2 3/0 1 2")));
            }
        }
        match cells.len() > MOST {
            true => Err(bad_position(BoardFault::TooManyNumbers { count: cells.len(), most: MOST })),
            false => Ok(Numbers { columns: columns.unwrap_or(0), cells }),
        }
    }

    /// From its cells row by row.
    pub(super) fn new(columns: usize, cells: Vec<u64>) -> Numbers {
        Numbers { columns, cells }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        on_heap(&self.cells)
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }

    pub(super) fn cells(&self) -> &[u64] {
        &self.cells
    }

    pub(super) fn get(&self, row: usize, column: usize) -> u64 {
        self.cells[row * self.columns + column]
    }

    /// The first rows and columns.
    pub(super) fn corner(&self, rows: usize, columns: usize) -> Numbers {
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).map(|(r, c)| self.get(r, c));
        Numbers { columns: if rows == 0 { 0 } else { columns }, cells: cells.collect() }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |cells: &[u64]| cells.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(&self.cells.chunks(self.columns.max(1)).map(row).collect::<Vec<_>>().join("/"))
    }
}

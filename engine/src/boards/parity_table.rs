//! The parity table: a table of integers; a move deletes the last row if its sum is even, or the last column if its
//! sum is even. The player who cannot move loses, and the empty table has no move.
//!
//! A position is a prefix of i rows and j columns, so there are only so many; whether a row or column may go depends
//! on the parities of prefix sums. Complexity: one pass over the table, one byte a cell.

use std::ops::ControlFlow;

use super::numbers::Numbers;
use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::game::{Game, Readable};
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::work::Work;

/// A table of parities: whether each entry is odd.
#[derive(Clone, Debug, Default)]
pub struct ParityTable {
    rows: usize,
    columns: usize,
    odd: Vec<bool>,
}

impl ParityTable {
    /// From the entries row by row; the last row is filled up with even ones if it is short.
    pub fn new(columns: usize, odd: Vec<bool>) -> ParityTable {
        let rows = odd.len().div_ceil(columns.max(1));
        let mut odd = odd;
        odd.resize(rows * columns, false);
        ParityTable { rows, columns, odd }
    }

    /// The value of the table.
    ///
    /// ```
    /// use grundy::boards::parity_table::ParityTable;
    /// # let work = grundy::Work::unwatched();
    /// assert_eq!(ParityTable::new(1, vec![false]).value(&work)?.0, 1);
    /// assert_eq!(ParityTable::new(1, vec![true]).value(&work)?.0, 0);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn value(&self, work: &Work<'_>) -> Result<Nimber> {
        let mut column_odd = vec![false; self.columns];
        // The values of the prefixes with one row less; an empty table is worth 0.
        let mut above = vec![0u8; self.columns];
        for row in 0..self.rows {
            work.tick("rows", row as u64, Some(self.rows as u64))?;
            let (mut row_odd, mut left) = (false, 0u8);
            for column in 0..self.columns {
                let entry = self.odd[row * self.columns + column];
                row_odd ^= entry;
                column_odd[column] ^= entry;
                let by_row = (!row_odd).then_some(above[column]);
                let by_column = (!column_odd[column]).then_some(left);
                left = (0..).find(|v| Some(*v) != by_row && Some(*v) != by_column).unwrap_or(0);
                above[column] = left;
            }
        }
        Ok(Nimber(above.last().copied().unwrap_or(0).into()))
    }
}

/// The game on tables that are written down; the numbers left are the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines;

impl Game for Lines {
    type State = Numbers;

    fn show(&self, table: &Numbers) -> String {
        table.to_string()
    }

    fn options(
        &self,
        table: &Numbers,
        visit: &mut impl FnMut(Numbers) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (Some(row), Some(column)) = (table.rows().checked_sub(1), table.columns().checked_sub(1)) else {
            return ControlFlow::Continue(());
        };
        let odd = |cells: &mut dyn Iterator<Item = u64>| cells.fold(0, |sum, cell| sum ^ cell & 1) == 1;
        if !odd(&mut (0..=column).map(|c| table.get(row, c))) {
            visit(table.corner(row, column + 1))?;
        }
        if !odd(&mut (0..=row).map(|r| table.get(r, column))) {
            visit(table.corner(row + 1, column))?;
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self, table: &Numbers) -> u64 {
        table.bytes()
    }

    fn known(&self, table: &Numbers) -> Option<Nimber> {
        let odd = table.cells().iter().map(|cell| cell % 2 == 1).collect();
        ParityTable::new(table.columns(), odd).value(&Work::unwatched()).ok()
    }

    fn theorem(&self, _: &Numbers) -> Option<BoardTheorem> {
        Some(BoardTheorem::Corners)
    }

    fn labels(&self, from: &Numbers, to: &Numbers) -> Vec<String> {
        // Nothing is left by deleting the only row, the only column, or the only number as either.
        let (row, column) = match to.rows() {
            0 => (from.rows() == 1, from.columns() == 1),
            rows => (rows < from.rows(), rows == from.rows()),
        };
        let names = [(row, "row"), (column, "column")].into_iter();
        names.filter(|(is, _)| *is).map(|(_, name)| name.into()).collect()
    }
}

impl Readable for Lines {
    /// Rows of numbers with `/` between them.
    fn open(text: &str) -> Result<(Lines, Numbers)> {
        // The rules of the same name read `2,3` as the numbers of rows and columns.
        match text.contains(',') {
            true => {
                Err(Error::new(ErrorKind::Unsupported, BoardFault::WithCommas { text: text.trim().into() })
                    .hint(NextStep::write("1 2 3/0 1 2")))
            }
            false => Ok((Lines, Numbers::read(text)?)),
        }
    }
}

//! The parity table: a table of integers; a move deletes the last row if its sum is even, or the last column if its
//! sum is even. The player who cannot move loses, and the empty table has no move.
//!
//! A position is a prefix of i rows and j columns, so there are only so many; whether a row or column may go depends
//! on the parities of prefix sums. Complexity: one pass over the table, one byte a cell.

use crate::error::Result;
use crate::nimber::Nimber;
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
    /// # let work = grundy::Work { limits: Default::default(), progress: &grundy::Quiet };
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

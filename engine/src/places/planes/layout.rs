//! Where the places of a board lie in a word of 64 bits.
//!
//! The longer side goes down the rows, so that whatever is turned to be at least as high as wide fits. Where there is room a
//! row has a bit more than cells: it catches carries, so that a run of cells is filled by one addition.

/// Rows of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// How many cells a row of the board has.
    across: usize,
    /// The rows of the board are columns of the word.
    turned: bool,
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The bits from one row to the next.
    pub(super) stride: u32,
}

/// The stride of boards of up to eight rows and columns, for which turning is a few instructions.
pub(super) const SQUARE: u32 = 8;

impl Layout {
    /// For a board of so many rows and columns, if it fits.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Layout> {
        let (long, short) = (rows.max(columns) as u64, rows.min(columns) as u64);
        if short == 0 || long > 64 || long * short > 64 {
            return None;
        }
        let (long, short) = (long as u32, short as u32);
        let with_room = (long - 1) * (short + 1) + short <= 64;
        Some(match short {
            // A row stays a row.
            1 => Layout { across: columns, turned: columns == 1, rows: 1, columns: long, stride: long + 1 },
            _ => {
                let stride = if long <= SQUARE { SQUARE } else { short + u32::from(with_room) };
                Layout { across: columns, turned: columns > rows, rows: long, columns: short, stride }
            }
        })
    }

    /// The bit of a place.
    pub(super) fn bit(&self, place: usize) -> u32 {
        let (row, column) = ((place / self.across) as u32, (place % self.across) as u32);
        let (row, column) = if self.turned { (column, row) } else { (row, column) };
        row * self.stride + column
    }

    /// The bits of the cells in these rows and columns.
    pub(super) fn cells(&self, rows: u32, columns: u32) -> u64 {
        let row = u64::MAX >> (64 - columns);
        (0..rows).fold(0, |all, r| all | row << (r * self.stride))
    }

    /// All bits that stand for places.
    pub(super) fn all(&self) -> u64 {
        self.cells(self.rows, self.columns)
    }

    /// How many bits there are up to the last place.
    pub(super) fn span(&self) -> u32 {
        64 - self.all().leading_zeros()
    }

    /// Whether a carry out of a row stays out of the next.
    pub(super) fn catches_carries(&self) -> bool {
        self.columns < self.stride && self.span() < 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_a_bit_of_its_own() {
        for rows in 1..=64 {
            for columns in 1..=64 {
                let Some(layout) = Layout::new(rows, columns) else {
                    assert!(rows * columns > 64);
                    continue;
                };
                let bits = (0..rows * columns).fold(0u64, |all, place| all | 1 << layout.bit(place));
                assert_eq!((bits.count_ones() as usize, bits), (rows * columns, layout.all()));
            }
        }
        assert!(Layout::new(0, 3).is_none() && Layout::new(usize::MAX, usize::MAX).is_none());
    }
}

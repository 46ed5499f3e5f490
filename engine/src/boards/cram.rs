//! Cram: a move puts a domino on two free cells of a board that touch, in either direction. It is Domineering in which
//! both players may use both directions, and Arc Kayles on a grid.
//!
//! Free cells are bits of one word. Parts are filled from a cell outwards, moved to the corner, and turned and mirrored
//! into the least of up to eight forms; single cells are dropped. Literature: Gardner 1974; Schneider 2009; Lemoine and
//! Viennot 2010.

use std::ops::ControlFlow;

use super::bad_position;
use super::game::Game;
use crate::error::Result;
use crate::nimber::Nimber;

/// The most cells that the longer side times the shorter one may have.
const MOST: usize = 64;

/// A board of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cram {
    rows: usize,
    columns: usize,
    /// The board was turned, so that it is not higher than wide.
    turned: bool,
    row: u64,
    /// All cells but those of the first column, and of the last.
    not_first: u64,
    not_last: u64,
}

impl Cram {
    /// An empty board.
    pub fn new(rows: usize, columns: usize) -> Result<(Cram, u64)> {
        let turned = rows > columns;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        if rows == 0 || rows.checked_mul(columns).is_none_or(|cells| cells > MOST) {
            return Err(bad_position(format!(
                "a board of {rows} × {columns} cells is not one of 1 to {MOST}"
            )));
        }
        let row = u64::MAX >> (64 - columns);
        let each = |cells: u64| (0..rows).fold(0, |all, i| all | cells << (i * columns));
        let (not_first, not_last) = (each(row & !1), each(row >> 1));
        Ok((Cram { rows, columns, turned, row, not_first, not_last }, each(row)))
    }

    fn spread(&self, cells: u64) -> u64 {
        let sideways = cells << 1 & self.not_first | cells >> 1 & self.not_last;
        // A single row may be as wide as the word, and then cannot be shifted.
        let vertical = if self.rows == 1 { 0 } else { cells >> self.columns | cells << self.columns };
        sideways | vertical
    }

    /// The rows of some cells, moved to the corner, with height and width.
    fn cornered(&self, cells: u64) -> ([u64; 8], usize, usize) {
        let cells = cells >> (cells.trailing_zeros() as usize / self.columns * self.columns);
        let mut rows = [0u64; 8];
        let (mut height, mut all) = (0, 0);
        for i in 0..self.rows {
            rows[i] = cells >> (i * self.columns) & self.row;
            if rows[i] != 0 {
                height = i + 1;
            }
            all |= rows[i];
        }
        let left = all.trailing_zeros();
        rows[..height].iter_mut().for_each(|row| *row >>= left);
        (rows, height, 64 - (all >> left).leading_zeros() as usize)
    }

    /// The least of the four mirrored forms.
    fn least(&self, rows: &[u64], width: usize) -> u64 {
        let mut forms = [0u64; 4];
        for (i, &row) in rows.iter().enumerate() {
            let mirrored = row.reverse_bits() >> (64 - width);
            let (top, bottom) = (i * self.columns, (rows.len() - 1 - i) * self.columns);
            forms[0] |= row << top;
            forms[1] |= row << bottom;
            forms[2] |= mirrored << top;
            forms[3] |= mirrored << bottom;
        }
        forms[0].min(forms[1]).min(forms[2].min(forms[3]))
    }
}

impl Game for Cram {
    type State = u64;

    /// `5x5`, or rows of `.` and `#` with `/`, `|` or line ends between them.
    fn open(text: &str) -> Result<(Cram, u64)> {
        let text = text.trim();
        if let Some((rows, columns)) = sides(text) {
            return Cram::new(rows, columns);
        }
        let lines: Vec<&str> =
            text.split(['/', '|', '\n']).map(str::trim).filter(|l| !l.is_empty()).collect();
        let wide = lines.first().map_or(0, |line| line.chars().count());
        if lines.iter().any(|line| line.chars().count() != wide) {
            return Err(
                bad_position("the rows of the board are not equally long").hint("write 5x5, or .../#..")
            );
        }
        let (game, _) = Cram::new(lines.len(), wide)?;
        let mut state = 0;
        for (r, line) in lines.iter().enumerate() {
            for (c, cell) in line.chars().enumerate() {
                match cell {
                    '.' => state |= 1 << game.bit(r, c),
                    '#' | 'X' | 'O' | '*' => {}
                    _ => {
                        return Err(bad_position(format!(
                            "`{cell}` is neither a free cell `.` nor a taken one `#`"
                        )));
                    }
                }
            }
        }
        Ok((game, state))
    }

    fn show(&self, state: &u64) -> String {
        let (rows, columns) = if self.turned { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let cell = |r: usize, c: usize| if state >> self.bit(r, c) & 1 == 1 { '.' } else { '#' };
        let line = |r: usize| (0..columns).map(|c| cell(r, c)).collect::<String>();
        (0..rows).map(line).collect::<Vec<_>>().join("/")
    }

    fn options(&self, state: &u64, visit: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut across = state & state >> 1 & self.not_last;
        while across != 0 {
            let cell = across & across.wrapping_neg();
            visit(state & !(cell | cell << 1))?;
            across ^= cell;
        }
        let mut down = if self.rows == 1 { 0 } else { state & state >> self.columns };
        while down != 0 {
            let cell = down & down.wrapping_neg();
            visit(state & !(cell | cell << self.columns))?;
            down ^= cell;
        }
        ControlFlow::Continue(())
    }

    fn parts(&self, state: u64, visit: &mut impl FnMut(u64)) {
        let mut left = state;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let more = (part | self.spread(part)) & left;
                if more == part {
                    break;
                }
                part = more;
            }
            left ^= part;
            if part.count_ones() > 1 {
                visit(part);
            }
        }
    }

    fn canonical(&self, state: u64) -> u64 {
        let (rows, height, width) = self.cornered(state);
        let flat = if width >= height { self.least(&rows[..height], width) } else { u64::MAX };
        if height < width {
            return flat;
        }
        let mut turned = [0u64; 8];
        for (i, row) in rows[..height].iter().enumerate() {
            (0..width).for_each(|j| turned[j] |= (row >> j & 1) << i);
        }
        flat.min(self.least(&turned[..width], height))
    }

    fn packed(&self, state: &u64) -> Option<u64> {
        (state >> 56 == 0).then_some(*state)
    }

    fn size(&self, state: &u64) -> u32 {
        state.count_ones()
    }

    /// Parts of two or three cells have one move and are worth 1. A part that half a turn maps onto itself is worth 0 if no
    /// domino can lie across its middle: every move can be answered by its image, which does not touch it.
    fn known(&self, state: &u64) -> Option<Nimber> {
        if state.count_ones() <= 3 {
            return Some(Nimber(u64::from(state.count_ones() > 1)));
        }
        let (rows, height, width) = self.cornered(*state);
        let turned = |i: usize| rows[height - 1 - i].reverse_bits() >> (64 - width);
        if (0..height).any(|i| rows[i] != turned(i)) {
            return None;
        }
        // With a side of odd length the middle lies on a cell, or between two; they are free both or not at all.
        let across =
            (height % 2 == 1 || width % 2 == 1) && rows[(height - 1) / 2] >> ((width - 1) / 2) & 1 == 1;
        (!across).then_some(Nimber::ZERO)
    }

    fn label(&self, from: &u64, to: &u64) -> Option<String> {
        let gone = from & !to;
        let place = |bit: u32| {
            let (r, c) = (bit as usize / self.columns, bit as usize % self.columns);
            let (r, c) = if self.turned { (c, r) } else { (r, c) };
            format!("({},{})", r + 1, c + 1)
        };
        Some(format!("{} {}", place(gone.trailing_zeros()), place(63 - gone.leading_zeros())))
    }
}

impl Cram {
    fn bit(&self, r: usize, c: usize) -> usize {
        if self.turned { c * self.columns + r } else { r * self.columns + c }
    }
}

/// Two sides such as `5x7`.
pub(super) fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', '×'])?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}

//! Cram: a move puts a domino on two free cells of a board that touch, in either direction. It is Domineering in which
//! both players may use both directions, and Arc Kayles on a grid.
//!
//! Free cells are bits of one word, on boards of up to 8×8 with eight bits a row. Parts are filled from a cell outwards,
//! moved to the corner, and turned and mirrored into the least of up to eight forms; single cells are dropped.
//! Literature: Gardner 1974; Schneider 2009; Lemoine and Viennot 2010.

use std::ops::ControlFlow;

use super::square::{self, Frame};
use super::{bad_position, plain_size, rows_of};
use crate::error::{NextStep, Result};
use crate::game::{Game, Readable};
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;

/// The most cells that the longer side times the shorter one may have.
const MOST: usize = 64;

/// A board of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cram {
    rows: usize,
    columns: usize,
    /// The board was turned, so that it is not higher than wide.
    turned: bool,
    /// How many bits a row takes.
    stride: usize,
    row: u64,
    /// All cells but those of the first column, and of the last.
    not_first: u64,
    not_last: u64,
}

impl Cram {
    /// An empty board.
    pub fn new(rows: usize, columns: usize) -> Result<(Cram, u64)> {
        let cells = rows.checked_mul(columns);
        if cells.is_none_or(|cells| cells == 0 || cells > MOST) {
            let what = if cells == Some(0) { "has no cells" } else { "has too many cells" };
            return Err(bad_position(format!("a board of {rows} × {columns} {what}"))
                .hint(format!("write two sides with a product of 1 to {MOST}, such as 5x5")));
        }
        let turned = rows > columns;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let stride = columns.max(square::STRIDE);
        let row = u64::MAX >> (64 - columns);
        let each = |cells: u64| (0..rows).fold(0, |all, i| all | cells << (i * stride));
        let (not_first, not_last) = (each(row & !1), each(row >> 1));
        Ok((Cram { rows, columns, turned, stride, row, not_first, not_last }, each(row)))
    }

    fn spread(&self, cells: u64) -> u64 {
        let sideways = cells << 1 & self.not_first | cells >> 1 & self.not_last;
        // A single row may be as wide as the word, and then cannot be shifted.
        let vertical = if self.rows == 1 { 0 } else { cells >> self.stride | cells << self.stride };
        sideways | vertical
    }

    /// The part that hangs together with the first free cell.
    fn filled(&self, free: u64) -> u64 {
        match self.columns < square::STRIDE {
            true => square::filled(free),
            false => square::filled_by(free, |part| self.spread(part)),
        }
    }

    /// The rows of some cells, moved to the corner, with height and width.
    fn cornered(&self, cells: u64) -> ([u64; 8], usize, usize) {
        let cells = cells >> (cells.trailing_zeros() as usize / self.stride * self.stride);
        let mut rows = [0u64; 8];
        let (mut height, mut all) = (0, 0);
        for i in 0..self.rows {
            rows[i] = cells >> (i * self.stride) & self.row;
            if rows[i] != 0 {
                height = i + 1;
            }
            all |= rows[i];
        }
        let left = all.trailing_zeros();
        rows[..height].iter_mut().for_each(|row| *row >>= left);
        (rows, height, 64 - (all >> left).leading_zeros() as usize)
    }

    /// Whether half a turn maps a part onto itself, its height and width, and whether the cell in the middle is free (the
    /// one up and left of it if the middle lies between cells).
    fn half_turn(&self, state: u64) -> (bool, usize, usize, bool) {
        if self.stride == square::STRIDE {
            let frame = Frame::around(state);
            let cells = frame.cornered(state);
            let (height, width) = (frame.height as usize, frame.width as usize);
            let middle = cells >> ((height - 1) / 2 * square::STRIDE + (width - 1) / 2) & 1 == 1;
            return (frame.half_turned(cells) == cells, height, width, middle);
        }
        let (rows, height, width) = self.cornered(state);
        let turned = |i: usize| rows[height - 1 - i].reverse_bits() >> (64 - width);
        let middle = rows[(height - 1) / 2] >> ((width - 1) / 2) & 1 == 1;
        ((0..height).all(|i| rows[i] == turned(i)), height, width, middle)
    }

    /// The least of the four mirrored forms.
    fn least(&self, rows: &[u64], width: usize) -> u64 {
        let mut forms = [0u64; 4];
        for (i, &row) in rows.iter().enumerate() {
            let mirrored = row.reverse_bits() >> (64 - width);
            let (top, bottom) = (i * self.stride, (rows.len() - 1 - i) * self.stride);
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
        let mut down = if self.rows == 1 { 0 } else { state & state >> self.stride };
        while down != 0 {
            let cell = down & down.wrapping_neg();
            visit(state & !(cell | cell << self.stride))?;
            down ^= cell;
        }
        ControlFlow::Continue(())
    }

    fn parts(&self, state: u64, visit: &mut impl FnMut(u64)) {
        let mut left = state;
        while left != 0 {
            let part = self.filled(left);
            left ^= part;
            if part.count_ones() > 1 {
                visit(part);
            }
        }
    }

    fn canonical(&self, state: u64) -> u64 {
        if self.stride == square::STRIDE {
            let mut least = u64::MAX;
            Frame::around(state).forms([state], &mut |[form]| least = least.min(form));
            return least;
        }
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

    /// How many dominoes may be put.
    fn size(&self, state: &u64) -> u32 {
        let down = if self.rows == 1 { 0 } else { state & state >> self.stride };
        (state & state >> 1 & self.not_last).count_ones() + down.count_ones()
    }

    /// Parts of two or three cells have one move and are worth 1. A part that half a turn maps onto itself is worth 0 if no
    /// domino can lie across its middle: every move can be answered by its image, which does not touch it.
    fn known(&self, state: &u64) -> Option<Nimber> {
        if state.count_ones() <= 3 {
            return Some(Nimber(u64::from(state.count_ones() > 1)));
        }
        let (alike, height, width, middle) = self.half_turn(*state);
        // With a side of odd length the middle lies on a cell, or between two; they are free both or not at all.
        let across = (height % 2 == 1 || width % 2 == 1) && middle;
        (alike && !across).then_some(Nimber::ZERO)
    }

    fn theorem(&self, state: &u64) -> Option<BoardTheorem> {
        let (alike, height, width, middle) = if *state == 0 { return None } else { self.half_turn(*state) };
        match (height % 2 == 1, width % 2 == 1) {
            _ if !alike => None,
            (true, true) if middle => None,
            (true, false) | (false, true) if middle => Some(BoardTheorem::MiddleDomino),
            _ => Some(BoardTheorem::HalfTurn),
        }
    }

    fn labels(&self, from: &u64, to: &u64) -> Vec<String> {
        let gone = from & !to;
        let place = |bit: u32| {
            let (r, c) = (bit as usize / self.stride, bit as usize % self.stride);
            let (r, c) = if self.turned { (c, r) } else { (r, c) };
            format!("({},{})", r + 1, c + 1)
        };
        vec![format!("{} {}", place(gone.trailing_zeros()), place(63 - gone.leading_zeros()))]
    }
}

impl Readable for Cram {
    /// `5x5`, or rows of `.` and `#` with `/`, `|` or line ends between them.
    fn open(text: &str) -> Result<(Cram, u64)> {
        let text = text.trim();
        if let Some((rows, columns)) = sides(text) {
            return Cram::new(rows, columns);
        }
        let lines = rows_of(text)?;
        let wide = lines.first().map_or(0, |line| line.chars().count());
        if lines.iter().any(|line| line.chars().count() != wide) {
            return Err(bad_position("the rows of the board are not equally long")
                .hint(NextStep::either("5x5", ".../#..")));
        }
        let (game, _) = Cram::new(lines.len(), wide)?;
        let mut state = 0;
        for (r, line) in lines.iter().enumerate() {
            for (c, cell) in line.chars().enumerate() {
                match cell {
                    '.' => state |= 1 << game.bit(r, c),
                    '#' | 'X' | 'O' | '*' => {}
                    _ => {
                        let message = format!("`{cell}` is neither a free cell `.` nor a taken one `#`");
                        return Err(
                            bad_position(message).hint("write two sides such as 5x5, or rows .../#..")
                        );
                    }
                }
            }
        }
        Ok((game, state))
    }
}

impl Cram {
    fn bit(&self, r: usize, c: usize) -> usize {
        if self.turned { c * self.stride + r } else { r * self.stride + c }
    }
}

/// Two sides such as `5x7`, or `5X7`.
pub(super) fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    Some((plain_size(rows.trim())?, plain_size(columns.trim())?))
}

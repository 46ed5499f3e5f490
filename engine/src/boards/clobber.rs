//! Impartial Clobber: stones of two colours; a move takes a stone onto a neighbour of the other colour, which is gone.
//! Either player may move either colour. Who cannot move loses.
//!
//! The stones of each colour are bits of one word. Stones that touch form parts; parts of one colour have no move. The
//! colours may be exchanged. Literature: Albert, Grossman, Nowakowski and Wolfe 2005 (the partisan game).

use std::ops::ControlFlow;

use super::cram::sides;
use super::square::{self, Frame};
use super::{bad_position, rows_of};
use crate::error::{NextStep, Result};
use crate::game::{Game, Readable};

/// A board of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clobber {
    rows: usize,
    columns: usize,
    /// The board was turned, so that it is not higher than wide and every part fits when it is not either.
    turned: bool,
    /// How many bits a row takes.
    stride: usize,
    /// All cells, and those but of the first column, and of the last.
    all: u64,
    not_first: u64,
    not_last: u64,
}

/// The stones of the two colours.
type Stones = (u64, u64);

impl Clobber {
    fn new(rows: usize, columns: usize) -> Clobber {
        let turned = rows > columns;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        // Boards that fit take eight bits a row, for which turning is cheap.
        let stride = columns.max(square::STRIDE);
        let row = u64::MAX >> (64 - columns);
        let each = |cells: u64| (0..rows).fold(0, |sum, i| sum | cells << (i * stride));
        let (all, not_first, not_last) = (each(row), each(row & !1), each(row >> 1));
        Clobber { rows, columns, turned, stride, all, not_first, not_last }
    }

    /// A board full of stones, neighbours of different colours.
    fn full(rows: usize, columns: usize) -> Result<(Clobber, Stones)> {
        if rows == 0 || columns == 0 || rows.checked_mul(columns).is_none_or(|cells| cells > 64) {
            return Err(bad_position(format!("a board of {rows} × {columns} cells is not one of 1 to 64")));
        }
        let game = Clobber::new(rows, columns);
        let mut stones = (0, 0);
        for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let stone = 1 << game.bit(r, c);
            if (r + c) % 2 == 0 { stones.0 |= stone } else { stones.1 |= stone }
        }
        Ok((game, stones))
    }

    fn bit(&self, r: usize, c: usize) -> usize {
        if self.turned { c * self.stride + r } else { r * self.stride + c }
    }

    fn near(&self, cells: u64) -> u64 {
        let sideways = cells << 1 & self.not_first | cells >> 1 & self.not_last;
        let vertical = if self.rows == 1 { 0 } else { cells >> self.stride | cells << self.stride };
        sideways | vertical & self.all
    }

    /// The cells of `from` next to one cell, each as a bit.
    fn targets(&self, cell: u64, from: u64) -> impl Iterator<Item = u64> {
        bits(self.near(cell) & from)
    }

    /// The least of the mirrored forms of a part of a board that is too long to be turned.
    fn least_mirrored(&self, (x, o): Stones) -> Stones {
        let places = || bits(x | o).map(|cell| cell.trailing_zeros() as usize);
        let (up, down) =
            places().fold((usize::MAX, 0), |(a, b), at| (a.min(at / self.stride), b.max(at / self.stride)));
        let (left, right) =
            places().fold((usize::MAX, 0), |(a, b), at| (a.min(at % self.stride), b.max(at % self.stride)));
        let moved = |cells: u64, how: u32| {
            bits(cells).fold(0, |to, cell| {
                let at = cell.trailing_zeros() as usize;
                let (r, c) = (at / self.stride, at % self.stride);
                let r = if how & 1 == 1 { down - r } else { r - up };
                let c = if how & 2 == 2 { right - c } else { c - left };
                to | 1 << (r * self.stride + c)
            })
        };
        let forms = (0..4).flat_map(|how| {
            let (x, o) = (moved(x, how), moved(o, how));
            [(x, o), (o, x)]
        });
        forms.min().unwrap_or((x, o))
    }
}

/// The bits of a word, each by itself.
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Game for Clobber {
    type State = Stones;

    fn show(&self, stones: &Stones) -> String {
        let cell = |i: usize| match (stones.0 >> i & 1, stones.1 >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let (rows, columns) = if self.turned { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let row = |r: usize| (0..columns).map(|c| cell(self.bit(r, c))).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    }

    fn options(&self, stones: &Stones, visit: &mut impl FnMut(Stones) -> ControlFlow<()>) -> ControlFlow<()> {
        let (x, o) = *stones;
        for from in bits(x) {
            self.targets(from, o).try_for_each(|to| visit((x & !from | to, o & !to)))?;
        }
        for from in bits(o) {
            self.targets(from, x).try_for_each(|to| visit((x & !to, o & !from | to)))?;
        }
        ControlFlow::Continue(())
    }

    fn parts(&self, (x, o): Stones, visit: &mut impl FnMut(Stones)) {
        let mut left = x | o;
        while left != 0 {
            let part = match self.columns < square::STRIDE {
                true => square::filled(left),
                false => square::filled_by(left, |part| self.near(part)),
            };
            left ^= part;
            if part & x != 0 && part & o != 0 {
                visit((part & x, part & o));
            }
        }
    }

    fn canonical(&self, (x, o): Stones) -> Stones {
        if self.stride != square::STRIDE {
            return self.least_mirrored((x, o));
        }
        let mut least = (u64::MAX, u64::MAX);
        Frame::around(x | o).forms([x, o], &mut |[x, o]| least = least.min((x, o)).min((o, x)));
        least
    }

    fn packed(&self, (x, o): &Stones) -> Option<u64> {
        // Up to 28 bits a colour, without gaps between the rows.
        if self.stride != square::STRIDE {
            return (self.rows * self.columns <= 28).then_some(x | o << 28);
        }
        let row = |cells: u64, r: usize| cells >> (r * square::STRIDE) & 0xFF;
        let packed = |cells: u64| (0..self.rows).fold(0, |all, r| all | row(cells, r) << (r * self.columns));
        (self.rows * self.columns <= 28).then(|| packed(*x) | packed(*o) << 28)
    }

    fn size(&self, (x, o): &Stones) -> u32 {
        (x | o).count_ones()
    }
}

impl Readable for Clobber {
    /// `3x4` for a board full of stones in turns, or rows of `X`, `O` and `.` with `/` or `|` between them.
    fn open(text: &str) -> Result<(Clobber, Stones)> {
        if let Some((rows, columns)) = sides(text.trim()) {
            return Clobber::full(rows, columns);
        }
        let rows = rows_of(text)?;
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if columns == 0 || rows.len() * columns > 64 || rows.iter().any(|row| row.chars().count() != columns)
        {
            return Err(bad_position(format!("`{text}` is no board of up to 64 cells"))
                .hint(NextStep::write("XOX/OXO")));
        }
        let game = Clobber::new(rows.len(), columns);
        let mut stones = (0, 0);
        for (i, cell) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            let i = game.bit(i / columns, i % columns);
            match cell {
                'X' | 'x' => stones.0 |= 1 << i,
                'O' | 'o' => stones.1 |= 1 << i,
                '.' | '#' => {}
                _ => {
                    return Err(bad_position(format!(
                        "`{cell}` is neither a stone `X`, `O` nor an empty cell `.`"
                    )));
                }
            }
        }
        Ok((game, stones))
    }
}

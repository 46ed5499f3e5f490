//! Impartial Clobber: stones of two colours; a move takes a stone onto a neighbour of the other colour, which is gone.
//! Either player may move either colour. Who cannot move loses.
//!
//! The stones of each colour are bits of one word. Stones that touch form parts; parts of one colour have no move. The
//! colours may be exchanged. Literature: Albert, Grossman, Nowakowski and Wolfe 2005 (the partisan game).

use std::ops::ControlFlow;

use super::bad_position;
use super::game::Game;
use crate::error::Result;

/// A board of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clobber {
    rows: usize,
    columns: usize,
}

/// The stones of the two colours.
type Stones = (u64, u64);

impl Clobber {
    fn near(&self, cells: u64) -> u64 {
        let row = u64::MAX >> (64 - self.columns);
        let all = |cells: u64| (0..self.rows).fold(0, |sum, i| sum | cells << (i * self.columns));
        let sideways = cells << 1 & all(row & !1) | cells >> 1 & all(row >> 1);
        let vertical = if self.rows == 1 { 0 } else { cells >> self.columns | cells << self.columns };
        sideways | vertical & all(row)
    }

    /// The cells of `from` next to one cell, each as a bit.
    fn targets(&self, cell: u64, from: u64) -> impl Iterator<Item = u64> {
        bits(self.near(cell) & from)
    }

    fn moved(&self, cells: u64, how: u32, up: usize, left: usize, height: usize, width: usize) -> u64 {
        bits(cells).fold(0, |to, cell| {
            let at = cell.trailing_zeros() as usize;
            let (r, c) = (at / self.columns - up, at % self.columns - left);
            let r = if how & 1 == 1 { height - 1 - r } else { r };
            let c = if how & 2 == 2 { width - 1 - c } else { c };
            to | 1 << (r * self.columns + c)
        })
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

    /// Rows of `X`, `O` and `.` with `/` or `|` between them.
    fn open(text: &str) -> Result<(Clobber, Stones)> {
        let rows: Vec<&str> =
            text.trim().split(['/', '|', '\n']).map(str::trim).filter(|r| !r.is_empty()).collect();
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if columns == 0 || rows.len() * columns > 64 || rows.iter().any(|row| row.chars().count() != columns)
        {
            return Err(bad_position(format!("`{text}` is no board of up to 64 cells")).hint("write XOX/OXO"));
        }
        let mut stones = (0, 0);
        for (i, cell) in rows.iter().flat_map(|row| row.chars()).enumerate() {
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
        Ok((Clobber { rows: rows.len(), columns }, stones))
    }

    fn show(&self, stones: &Stones) -> String {
        let cell = |i: usize| match (stones.0 >> i & 1, stones.1 >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let row = |r: usize| (0..self.columns).map(|c| cell(r * self.columns + c)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
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
            let mut part = left & left.wrapping_neg();
            loop {
                let more = (part | self.near(part)) & left;
                if more == part {
                    break;
                }
                part = more;
            }
            left ^= part;
            if part & x != 0 && part & o != 0 {
                visit((part & x, part & o));
            }
        }
    }

    fn canonical(&self, (x, o): Stones) -> Stones {
        let places = || bits(x | o).map(|cell| cell.trailing_zeros() as usize);
        let (up, down) =
            places().fold((usize::MAX, 0), |(a, b), at| (a.min(at / self.columns), b.max(at / self.columns)));
        let (left, right) =
            places().fold((usize::MAX, 0), |(a, b), at| (a.min(at % self.columns), b.max(at % self.columns)));
        let (height, width) = ((down + 1).saturating_sub(up), (right + 1).saturating_sub(left));
        let forms = (0..4).flat_map(|how| {
            let form = |cells| self.moved(cells, how, up, left, height, width);
            [(form(x), form(o)), (form(o), form(x))]
        });
        forms.min().unwrap_or((x, o))
    }

    fn packed(&self, (x, o): &Stones) -> Option<u64> {
        (self.rows * self.columns <= 28).then_some(x | o << 28)
    }

    fn size(&self, (x, o): &Stones) -> u32 {
        (x | o).count_ones()
    }
}

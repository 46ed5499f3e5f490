//! The symmetries of sets of cells of an 8×8 board that is one word: bit `8·row + column`.
//!
//! Turning and mirroring are a few instructions each on the whole word (Warren, *Hacker's Delight*, ch. 7), so the
//! least of eight forms costs less than looking at the cells one by one.

/// The bits from one to the next row.
pub(super) const STRIDE: usize = 8;

/// Exchanges rows and columns.
fn transposed(mut cells: u64) -> u64 {
    for (distance, mask) in
        [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let moved = (cells ^ cells >> distance) & mask;
        cells ^= moved ^ moved << distance;
    }
    cells
}

/// Exchanges left and right within every row.
fn mirrored(mut cells: u64) -> u64 {
    for (distance, mask) in
        [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0F0F_0F0F_0F0F_0F0F)]
    {
        cells = cells >> distance & mask | (cells & mask) << distance;
    }
    cells
}

/// The part of `free` that hangs together with its first cell, where `spread` gives the neighbours of cells.
pub(super) fn filled_by(free: u64, spread: impl Fn(u64) -> u64) -> u64 {
    let mut part = free & free.wrapping_neg();
    loop {
        let more = (part | spread(part)) & free;
        if more == part {
            return part;
        }
        part = more;
    }
}

/// The same on a board of fewer than eight columns.
///
/// Adding a cell to a run of free cells carries to the end of the run, so a row is filled at once. The empty last column
/// catches the carry.
pub(super) fn filled(free: u64) -> u64 {
    filled_by(free, |part| {
        let row = part | free & !free.wrapping_add(part);
        row | row >> 1 | row >> STRIDE | row << STRIDE
    })
}

/// The columns that some cells lie in, as a row.
fn columns(cells: u64) -> u64 {
    let folded = cells | cells >> 32;
    let folded = folded | folded >> 16;
    (folded | folded >> 8) & 0xFF
}

/// Where some cells lie: how far down and to the right, and the height and width of the box around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    shift: u32,
    pub height: u32,
    pub width: u32,
}

impl Frame {
    /// Around cells, of which there is at least one.
    pub(super) fn around(cells: u64) -> Frame {
        let (top, bottom) = (cells.trailing_zeros() / 8, 8 - cells.leading_zeros() / 8);
        let columns = columns(cells);
        let (left, right) = (columns.trailing_zeros(), 64 - columns.leading_zeros());
        Frame { shift: 8 * top + left, height: bottom - top, width: right - left }
    }

    /// The cells in the corner.
    pub(super) fn cornered(self, cells: u64) -> u64 {
        cells >> self.shift
    }

    /// The frame once the cells are in the corner, and rows and columns exchanged.
    fn turned(self) -> Frame {
        Frame { shift: 0, height: self.width, width: self.height }
    }

    /// Cells in the corner, upside down.
    fn flipped(self, cells: u64) -> u64 {
        cells.swap_bytes() >> (8 * (8 - self.height))
    }

    /// Cells in the corner, after half a turn.
    pub(super) fn half_turned(self, cells: u64) -> u64 {
        cells.reverse_bits() >> (8 * (8 - self.height) + 8 - self.width)
    }

    /// Calls `visit` with the four mirrored forms of one or more sets that share this frame and lie in the corner.
    fn mirrors<const N: usize>(self, cells: [u64; N], visit: &mut impl FnMut([u64; N])) {
        let mirrored = cells.map(|set| mirrored(set) >> (8 - self.width));
        for sets in [cells, mirrored] {
            visit(sets);
            visit(sets.map(|set| self.flipped(set)));
        }
    }

    /// Calls `visit` with every form of one or more sets that is at least as wide as high.
    pub(super) fn forms<const N: usize>(self, cells: [u64; N], visit: &mut impl FnMut([u64; N])) {
        let cells = cells.map(|set| self.cornered(set));
        if self.width >= self.height {
            self.mirrors(cells, visit);
        }
        if self.height >= self.width {
            self.turned().mirrors(cells.map(transposed), visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_filled_round_corners_and_not_across_the_edge() {
        let cells = |rows: [u64; 4]| rows.iter().rev().fold(0, |all, row| all << 8 | row);
        let winding = [0b0101_1101, 0b0101_0101, 0b0111_0111, 0b0000_0000];
        assert_eq!(filled(cells(winding)), cells([0b0101_1101, 0b0101_0101, 0b0111_0111, 0]));
        let apart = [0b0100_0011, 0b0000_0000, 0b0000_0001, 0b0000_0001];
        assert_eq!(filled(cells(apart)), 0b11);
        // A run up to the last column does not go on in the next row.
        assert_eq!(filled(cells([0b0100_0000, 0b0000_0001, 0, 0])), 0b0100_0000);
    }

    #[test]
    fn forms_are_those_of_the_cells_one_by_one() {
        let mut cells = 0x0000_1C24_0810_0000u64;
        for _ in 0..200 {
            cells = cells.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let set = cells & cells >> 7 & cells.rotate_left(23);
            if set == 0 {
                continue;
            }
            let places: Vec<(u32, u32)> =
                (0..64).filter(|i| set >> i & 1 == 1).map(|i| (i / 8, i % 8)).collect();
            let mut plain: Vec<u64> = (0..8)
                .map(|how| {
                    let moved = places.iter().map(|&(r, c)| {
                        let (r, c) = if how & 1 == 1 { (7 - r, c) } else { (r, c) };
                        let (r, c) = if how & 2 == 2 { (r, 7 - c) } else { (r, c) };
                        if how & 4 == 4 { (c, r) } else { (r, c) }
                    });
                    let moved: Vec<(u32, u32)> = moved.collect();
                    let top = moved.iter().map(|at| at.0).min().unwrap();
                    let left = moved.iter().map(|at| at.1).min().unwrap();
                    let bottom = moved.iter().map(|at| at.0).max().unwrap();
                    let right = moved.iter().map(|at| at.1).max().unwrap();
                    let wide = right - left >= bottom - top;
                    let bits = moved.iter().fold(0u64, |all, (r, c)| all | 1 << (8 * (r - top) + c - left));
                    if wide { bits } else { 0 }
                })
                .filter(|form| *form != 0)
                .collect();
            let mut fast = Vec::new();
            Frame::around(set).forms([set], &mut |[form]| fast.push(form));
            for forms in [&mut plain, &mut fast] {
                forms.sort_unstable();
                forms.dedup();
            }
            assert_eq!(plain, fast, "{set:x}");
        }
    }
}

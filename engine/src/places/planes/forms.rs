//! The least of all boards that look alike, on planes.
//!
//! Where a part may be moved it is moved to the corner, and turned so that it is at least as high as wide if the rule does
//! not mind. Half a turn reverses the bits of a word; rows are turned upside down by the order of bytes where they have eight bits,
//! and mirrored by exchanging pairs of columns elsewhere (Warren, *Hacker's Delight*, ch. 7). Where a part has to stay where it
//! is, every symmetry of the board is a look into a table for each byte.

use super::super::symmetry::Symmetry;
use super::layout::{Layout, SQUARE};
use super::shapes::Alphabet;

/// Symmetries of boards where parts stay that are used; any of them will do.
const MOST_TABLES: usize = 64;

/// Mirrored from left to right, turned upside down, and rows exchanged with columns before that.
const MIRRORED: usize = 1;
const FLIPPED: usize = 2;
const TRANSPOSED: usize = 4;

/// Where each class goes.
pub(super) type Exchange<const P: usize> = [u8; P];

/// The ways to see a board so that it stays the same game.
#[derive(Clone, Debug)]
pub(super) enum Forms<const P: usize> {
    Moved(Box<Turns<P>>),
    Fixed(Vec<(Bytes, Exchange<P>)>),
}

impl<const P: usize> Forms<P> {
    pub(super) fn new(symmetry: &Symmetry, alphabet: &Alphabet, layout: Layout, freely: bool) -> Forms<P> {
        let mut fixed: Vec<(Vec<u32>, Exchange<P>)> = Vec::new();
        for (letters, places) in symmetry.whole() {
            let Some(exchange) = exchange(letters, alphabet) else { continue };
            let mut to = vec![0; 64];
            places.iter().enumerate().for_each(|(from, &place)| {
                to[layout.bit(from) as usize] = layout.bit(place as usize);
            });
            if !fixed.contains(&(to.clone(), exchange)) {
                fixed.push((to, exchange));
            }
        }
        if symmetry.moves {
            return Forms::Moved(Box::new(Turns::new(&fixed, layout, freely)));
        }
        let tables = fixed.into_iter().take(MOST_TABLES);
        Forms::Fixed(
            tables
                .map(|(to, exchange)| (Bytes::new(layout.all(), |bit| to[bit as usize]), exchange))
                .collect(),
        )
    }

    /// The least form of some planes.
    pub(super) fn least(&self, planes: [u64; P]) -> [u64; P] {
        match self {
            Forms::Moved(turns) => turns.least(planes),
            Forms::Fixed(all) => {
                let mut least = planes;
                for (to, exchange) in all {
                    least = least.min(exchanged(planes.map(|plane| to.of(plane)), exchange));
                }
                least
            }
        }
    }
}

/// Where the classes go, if letters of one class stay together.
fn exchange<const P: usize>(letters: &[u8], alphabet: &Alphabet) -> Option<Exchange<P>> {
    let mut to = [u8::MAX; P];
    for (letter, class) in alphabet.of.iter().enumerate() {
        let image = alphabet.of[usize::from(letters[letter])];
        match (class, image) {
            (Some(class), Some(image)) => {
                let known = to.get_mut(usize::from(*class))?;
                if *known != u8::MAX && *known != image {
                    return None;
                }
                *known = image;
            }
            (None, None) => {}
            _ => return None,
        }
    }
    Some(to)
}

#[inline]
fn exchanged<const P: usize>(planes: [u64; P], exchange: &Exchange<P>) -> [u64; P] {
    let mut to = [0; P];
    (0..P).for_each(|class| to[usize::from(exchange[class])] = planes[class]);
    to
}

/// A permutation of bits, as a table for each byte.
#[derive(Clone, Debug)]
pub(super) struct Bytes(Vec<[u64; 256]>);

impl Bytes {
    fn new(all: u64, to: impl Fn(u32) -> u32) -> Bytes {
        let table = |byte: u32| {
            std::array::from_fn(|bits: usize| {
                let within = (0..8).filter(|i| bits >> i & 1 == 1).map(|i| 8 * byte + i);
                within.filter(|bit| all >> bit & 1 == 1).fold(0, |sum, bit| sum | 1 << to(bit))
            })
        };
        Bytes((0..(64 - all.leading_zeros()).div_ceil(8)).map(table).collect())
    }

    #[inline]
    fn of(&self, cells: u64) -> u64 {
        let bytes = cells.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |all, (table, byte)| all | table[usize::from(byte)])
    }
}

/// Where some cells lie: how far down and to the right, and the height and width of the box around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) shift: u32,
    pub(super) height: u32,
    pub(super) width: u32,
}

/// The turns that keep the rule, for parts that may be moved.
#[derive(Clone, Debug)]
pub(super) struct Turns<const P: usize> {
    layout: Layout,
    /// The exchanges of classes that go with each turn.
    exchanges: [Vec<Exchange<P>>; 8],
    /// Whether rows may be exchanged with columns.
    transposes: bool,
    /// The row of each bit.
    row_of: [u8; 64],
    /// Distances and places of the bits that are exchanged to mirror every row.
    mirrors: Vec<(u32, u64)>,
    /// Rows and columns exchanged, where rows do not have eight bits.
    transposition: Option<Bytes>,
}

impl<const P: usize> Turns<P> {
    fn new(fixed: &[(Vec<u32>, Exchange<P>)], layout: Layout, freely: bool) -> Turns<P> {
        let Layout { rows, columns, stride, .. } = layout;
        let mut exchanges: [Vec<Exchange<P>>; 8] = Default::default();
        let cells = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        for (to, exchange) in fixed {
            for (turn, exchanges) in exchanges.iter_mut().enumerate() {
                if turn & TRANSPOSED != 0 && rows != columns {
                    continue;
                }
                let image = |r: u32, c: u32| {
                    let (r, c) = if turn & TRANSPOSED != 0 { (c, r) } else { (r, c) };
                    let c = if turn & MIRRORED != 0 { columns - 1 - c } else { c };
                    let r = if turn & FLIPPED != 0 { rows - 1 - r } else { r };
                    r * stride + c
                };
                if !exchanges.contains(exchange)
                    && cells().all(|(r, c)| to[(r * stride + c) as usize] == image(r, c))
                {
                    exchanges.push(*exchange);
                }
            }
        }
        if freely && rows > 1 {
            (0..4).for_each(|turn| exchanges[TRANSPOSED + turn] = exchanges[turn].clone());
        }
        let column = |c: u32| (0..rows).fold(0, |all, r| all | 1u64 << (r * stride + c));
        let mirrors = (0..columns / 2).map(|c| (columns - 1 - 2 * c, column(c))).collect();
        let transposition = (stride != SQUARE && rows > 1).then(|| {
            let transposed = |bit: u32| bit % stride * stride + bit / stride;
            Bytes::new(layout.cells(columns.min(rows), columns), transposed)
        });
        let transposes = exchanges[TRANSPOSED..].iter().any(|all| !all.is_empty());
        let row_of = std::array::from_fn(|bit| (bit as u32 / stride) as u8);
        Turns { layout, exchanges, transposes, row_of, mirrors, transposition }
    }

    /// The box around cells, of which there is at least one.
    #[inline]
    pub(super) fn frame(&self, cells: u64) -> Frame {
        let stride = self.layout.stride;
        let (first, last) = (cells.trailing_zeros(), 63 - cells.leading_zeros());
        let (top, bottom, columns) = if stride == SQUARE {
            let folded = cells | cells >> 32;
            let folded = folded | folded >> 16;
            (first / 8, last / 8, (folded | folded >> 8) & 0xFF)
        } else {
            let mut folded = cells;
            let (mut by, mut rows) = (stride, 1);
            while rows < self.layout.rows {
                folded |= folded.checked_shr(by).unwrap_or(0);
                (by, rows) = (2 * by, 2 * rows);
            }
            let row = u64::MAX >> (64 - self.layout.columns);
            (u32::from(self.row_of[first as usize]), u32::from(self.row_of[last as usize]), folded & row)
        };
        let (left, right) = (columns.trailing_zeros(), 63 - columns.leading_zeros());
        Frame { shift: top * stride + left, height: bottom - top + 1, width: right - left + 1 }
    }

    /// Cells in the corner, upside down, with what half a turn makes of them.
    #[inline]
    fn flipped(&self, cells: u64, half: u64, height: u32, width: u32) -> u64 {
        match self.layout.stride {
            _ if self.layout.rows == 1 => cells,
            SQUARE => cells.swap_bytes() >> (8 * (8 - height)),
            _ => self.mirrored(half, width),
        }
    }

    /// Cells in the corner, mirrored from left to right.
    #[inline]
    fn mirrored(&self, cells: u64, width: u32) -> u64 {
        let mirror = |cells: u64, &(distance, places): &(u32, u64)| {
            let differ = (cells ^ cells >> distance) & places;
            cells ^ differ ^ differ << distance
        };
        self.mirrors.iter().fold(cells, mirror) >> (self.layout.columns - width)
    }

    /// Cells in the corner, after half a turn.
    #[inline]
    fn half_turned(&self, cells: u64, height: u32, width: u32) -> u64 {
        cells.reverse_bits() >> (64 - (height - 1) * self.layout.stride - width)
    }

    #[inline]
    fn transposed(&self, cells: u64) -> u64 {
        self.transposition.as_ref().map_or_else(|| transposed(cells), |table| table.of(cells))
    }

    /// The least form of a part.
    #[inline]
    pub(super) fn least(&self, planes: [u64; P]) -> [u64; P] {
        let all = planes.iter().fold(0, |all, plane| all | plane);
        if all == 0 {
            return planes;
        }
        let Frame { shift, height, width } = self.frame(all);
        let mut planes = planes;
        planes.iter_mut().for_each(|plane| *plane >>= shift);
        let mut least = [u64::MAX; P];
        if !self.transposes || height >= width {
            self.compare_mirrors(planes, height, width, 0, &mut least);
        }
        if self.transposes && width >= height {
            let mut turned = planes;
            turned.iter_mut().for_each(|plane| *plane = self.transposed(*plane));
            self.compare_mirrors(turned, width, height, TRANSPOSED, &mut least);
        }
        least
    }

    /// Compares with the mirrored forms.
    #[inline]
    fn compare_mirrors(&self, planes: [u64; P], height: u32, width: u32, from: usize, least: &mut [u64; P]) {
        let mut compare = |turn: usize, planes: [u64; P]| {
            for exchange in &self.exchanges[from + turn] {
                *least = (*least).min(exchanged(planes, exchange));
            }
        };
        let (mut half, mut flipped, mut mirrored) = (planes, planes, planes);
        for class in 0..P {
            half[class] = self.half_turned(planes[class], height, width);
            flipped[class] = self.flipped(planes[class], half[class], height, width);
            mirrored[class] = self.flipped(half[class], planes[class], height, width);
        }
        compare(0, planes);
        compare(MIRRORED | FLIPPED, half);
        compare(FLIPPED, flipped);
        compare(MIRRORED, mirrored);
    }

    /// The box around a part that half a turn maps onto itself, perhaps with classes exchanged in pairs.
    pub(super) fn half_turn(&self, planes: [u64; P]) -> Option<Frame> {
        let all = planes.iter().fold(0, |all, plane| all | plane);
        let frame = if all == 0 { return None } else { self.frame(all) };
        let planes = planes.map(|plane| plane >> frame.shift);
        let half = planes.map(|plane| self.half_turned(plane, frame.height, frame.width));
        let mut exchanges = self.exchanges[MIRRORED | FLIPPED].iter();
        exchanges.any(|to| is_in_pairs(to) && exchanged(half, to) == planes).then_some(frame)
    }
}

fn is_in_pairs<const P: usize>(exchange: &Exchange<P>) -> bool {
    (0..P).all(|class| usize::from(exchange[usize::from(exchange[class])]) == class)
}

/// Exchanges rows and columns of an 8×8 board.
#[inline]
fn transposed(mut cells: u64) -> u64 {
    for (distance, mask) in
        [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let moved = (cells ^ cells >> distance) & mask;
        cells ^= moved ^ moved << distance;
    }
    cells
}

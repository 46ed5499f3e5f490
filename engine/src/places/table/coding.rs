//! Positions as bits: one for every member that a set may have, one for every letter that a place may hold, one for every
//! place that a coordinate may be.
//!
//! A place holds exactly one letter, and a coordinate is exactly one place, so of such a group one bit is 1. Where all are 0
//! nothing stands, which no position has: that is how a part of a position is told from the rest of it.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::rules::{Holds, PlaceRule, Space};

use crate::places::field::Field;

/// A word of bits.
pub(in crate::places) trait Bits:
    Copy
    + Debug
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    const NONE: Self;
    fn of(bit: usize) -> Self;
    fn count(self) -> u32;
    /// The lowest bit that is 1, of a word that has one.
    fn first(self) -> usize;
    /// The word without its lowest 1.
    fn rest(self) -> Self;

    fn has(self, other: Self) -> bool {
        self & other == other
    }

    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    fn each(self) -> Each<Self> {
        Each(self)
    }
}

/// The bits of a word that are 1, in order.
pub(in crate::places) struct Each<B>(B);

impl<B: Bits> Iterator for Each<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == B::NONE {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.rest();
        Some(first)
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const NONE: $word = 0;

            fn of(bit: usize) -> $word {
                1 << bit
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn rest(self) -> $word {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// Which bit stands for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::places) struct Coding {
    groups: Vec<Group>,
    /// How many bits there are.
    pub(in crate::places) bits: usize,
}

/// The bits of one coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    /// Where they begin, and how many places there are.
    start: usize,
    places: usize,
    /// What the cells of a place may hold.
    cells: Cells,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    Set,
    Letters(Vec<i64>),
    Place,
}

/// The most bits of a position.
pub(in crate::places) const MOST_BITS: usize = 128;

impl Coding {
    /// None if there are too many bits, or numbers, which have no end.
    pub(in crate::places) fn new(rule: &PlaceRule, field: &Field) -> Option<Coding> {
        if matches!(rule.space, Space::Numbers | Space::Bag) {
            return None;
        }
        let (mut groups, mut bits) = (Vec::new(), 0usize);
        for coordinate in &rule.coordinates {
            let (places, cells) = match &coordinate.holds {
                Holds::Set => (field.members().len(), Cells::Set),
                Holds::Place(_) => (field.places.len(), Cells::Place),
                Holds::Letters(letters) => {
                    let mut letters: Vec<i64> = letters.iter().map(|c| i64::from(u32::from(*c))).collect();
                    letters.sort_unstable();
                    letters.dedup();
                    (field.places.len(), Cells::Letters(letters))
                }
                Holds::Numbers => return None,
            };
            let group = Group { start: bits, places, cells };
            bits = bits.checked_add(group.width())?;
            groups.push(group);
        }
        (bits <= MOST_BITS).then_some(Coding { groups, bits })
    }

    /// The bit of a member of the set that a coordinate is.
    pub(super) fn member(&self, at: usize, member: usize) -> usize {
        self.groups[at].start + member
    }

    /// The bits of what a coordinate holds on a place, a letter each; or of the place that it is.
    pub(super) fn one_of(&self, at: usize, place: usize) -> Vec<(usize, i64)> {
        let group = &self.groups[at];
        match &group.cells {
            Cells::Letters(letters) => {
                let first = group.start + place * letters.len();
                letters.iter().enumerate().map(|(i, letter)| (first + i, *letter)).collect()
            }
            _ => (0..group.places).map(|place| (group.start + place, place as i64)).collect(),
        }
    }

    pub(in crate::places) fn encode<B: Bits>(&self, cells: &[i64]) -> B {
        let (mut bits, mut cells) = (B::NONE, cells.iter());
        for group in &self.groups {
            match &group.cells {
                Cells::Place => {
                    let place = cells.next().map_or(0, |place| *place as usize);
                    bits = bits | B::of(group.start + place);
                }
                kind => {
                    for (place, cell) in cells.by_ref().take(group.places).enumerate() {
                        let bit = match kind {
                            Cells::Letters(letters) => letters
                                .binary_search(cell)
                                .ok()
                                .map(|letter| group.start + place * letters.len() + letter),
                            _ => (*cell != 0).then_some(group.start + place),
                        };
                        bits = bit.map_or(bits, |bit| bits | B::of(bit));
                    }
                }
            }
        }
        bits
    }

    /// What [`Coding::encode`] was given. Where nothing stands, as in a part of a position, the cell is 0.
    pub(in crate::places) fn decode<B: Bits>(&self, bits: B) -> Box<[i64]> {
        let mut cells = Vec::new();
        for group in &self.groups {
            match &group.cells {
                Cells::Set => cells
                    .extend((0..group.places).map(|place| i64::from(bits.has(B::of(group.start + place))))),
                Cells::Letters(letters) => cells.extend((0..group.places).map(|place| {
                    let first = group.start + place * letters.len();
                    let held = (0..letters.len()).find(|letter| bits.has(B::of(first + letter)));
                    held.map_or(0, |letter| letters[letter])
                })),
                Cells::Place => {
                    let place = (0..group.places).find(|place| bits.has(B::of(group.start + place)));
                    cells.push(place.unwrap_or(0) as i64);
                }
            }
        }
        cells.into()
    }
}

impl Group {
    fn width(&self) -> usize {
        match &self.cells {
            Cells::Letters(letters) => self.places.saturating_mul(letters.len()),
            _ => self.places,
        }
    }
}

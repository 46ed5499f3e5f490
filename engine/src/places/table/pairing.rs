//! Positions that a symmetry answers: Tweedledum and Tweedledee (the theorem and its proof stand in `places::pairing`).
//!
//! Wanted are permutations σ of the bits with σ² = 1 that take rows to rows. They are looked for by pairing one bit after the
//! other, as far as the rows that two bits are in together allow; bits that no row has together are tried first, for only
//! those can answer each other. The search is cut off early: what it misses costs time, never a wrong answer.

use std::sync::OnceLock;

use hashbrown::HashSet;

use super::{Bits, Row, Table};

/// Symmetries that are kept, and steps that are spent on them.
const MOST: usize = 12;
const STEPS: usize = 20_000;
/// Boards with more bits are not looked at.
const MOST_BITS: usize = 128;
const MOST_ROWS: usize = 4096;

/// The symmetries of a table that are their own inverse, found when they are first asked for.
#[derive(Debug)]
pub(super) struct Pairing {
    width: usize,
    found: OnceLock<Vec<Vec<u8>>>,
}

impl Pairing {
    pub(super) fn new<B: Bits>(rows: &[Row<B>], width: usize) -> Pairing {
        let found = OnceLock::new();
        if width > MOST_BITS || rows.len() > MOST_ROWS {
            let _ = found.set(Vec::new());
        }
        Pairing { width, found }
    }

    /// Whether one of the symmetries answers every move.
    pub(super) fn answers<B: Bits>(&self, table: &Table<B>, state: B) -> bool {
        let found = self.found.get_or_init(|| find(&table.rows, self.width));
        found.iter().any(|symmetry| keeps(symmetry, state) && apart(symmetry, table, state))
    }
}

fn keeps<B: Bits>(symmetry: &[u8], state: B) -> bool {
    let image = |bit: usize| symmetry.get(bit).map_or(bit, |to| usize::from(*to));
    state.each().all(|bit| state.has(B::of(image(bit))))
}

fn apart<B: Bits>(symmetry: &[u8], table: &Table<B>, state: B) -> bool {
    let can_be = state | table.settable;
    table.rows.iter().filter(|row| can_be.has(row.need)).all(|row| {
        let changes = row.clear & can_be | row.set | row.flip;
        let touched = row.reads() | changes;
        changes.each().all(|bit| !touched.has(B::of(usize::from(symmetry[bit]))))
    })
}

fn find<B: Bits>(rows: &[Row<B>], width: usize) -> Vec<Vec<u8>> {
    let all = rows.iter().map(plain).collect();
    let mut search = Search { rows, all, ties: ties(rows, width), found: Vec::new(), steps: 0 };
    search.pair(&mut vec![UNPAIRED; width], 0);
    search.found
}

const UNPAIRED: u8 = u8::MAX;

/// A row without its kind.
fn plain<B: Bits>(row: &Row<B>) -> [B; 5] {
    [row.need, row.forbid, row.clear, row.set, row.flip]
}

/// For every two bits the rows that have both, as a number that symmetries keep.
fn ties<B: Bits>(rows: &[Row<B>], width: usize) -> Vec<Vec<u64>> {
    let mut ties = vec![vec![0u64; width]; width];
    for row in rows {
        let words = plain(row);
        let role =
            |bit: usize| words.iter().fold(1u64, |role, word| role << 1 | u64::from(word.has(B::of(bit))));
        let weight =
            words.iter().fold(1u64, |all, word| all.wrapping_mul(131).wrapping_add(u64::from(word.count())));
        let bits: Vec<(usize, u64)> = row.touches().each().map(|bit| (bit, role(bit))).collect();
        for &(a, first) in &bits {
            for &(b, second) in &bits {
                let tie = (weight ^ first << 20 ^ second << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                ties[a][b] = ties[a][b].wrapping_add(tie ^ tie >> 32);
            }
        }
    }
    ties
}

struct Search<'r, B> {
    rows: &'r [Row<B>],
    all: HashSet<[B; 5]>,
    ties: Vec<Vec<u64>>,
    found: Vec<Vec<u8>>,
    steps: usize,
}

impl<B: Bits> Search<'_, B> {
    fn pair(&mut self, to: &mut Vec<u8>, from: usize) {
        let Some(bit) = (from..to.len()).find(|bit| to[*bit] == UNPAIRED) else {
            let moves = to.iter().enumerate().any(|(bit, image)| usize::from(*image) != bit);
            if moves && self.is_symmetry(to) {
                self.found.push(to.clone());
            }
            return;
        };
        // Those that no row has together with this bit come first, then the others, then the bit itself.
        let rank = |other: &usize| if *other == bit { 2 } else { u8::from(self.ties[bit][*other] != 0) };
        let mut others: Vec<usize> = (bit..to.len()).filter(|other| to[*other] == UNPAIRED).collect();
        others.sort_by_key(rank);
        for other in others {
            self.steps += 1;
            if self.steps > STEPS || self.found.len() >= MOST {
                return;
            }
            if self.fits(to, bit, other) {
                (to[bit], to[other]) = (other as u8, bit as u8);
                self.pair(to, bit + 1);
                (to[bit], to[other]) = (UNPAIRED, UNPAIRED);
            }
        }
    }

    fn fits(&self, to: &[u8], bit: usize, other: usize) -> bool {
        let ties = &self.ties;
        ties[bit][bit] == ties[other][other]
            && ties[bit][other] == ties[other][bit]
            && to.iter().enumerate().filter(|(_, image)| **image != UNPAIRED).all(|(known, image)| {
                let image = usize::from(*image);
                ties[bit][known] == ties[other][image] && ties[known][bit] == ties[image][other]
            })
    }

    fn is_symmetry(&self, to: &[u8]) -> bool {
        let image = |word: B| word.each().fold(B::NONE, |all, bit| all | B::of(usize::from(to[bit])));
        self.rows.iter().all(|row| self.all.contains(&plain(row).map(image)))
    }
}

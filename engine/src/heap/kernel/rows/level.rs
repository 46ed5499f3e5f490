//! Terms of one range of distances: what they exclude for a whole block, row by row.
//!
//! A row is copied eight times, shifted by 0 to 7 bits, so that every distance is a run of bytes of one of the copies.

use crate::heap::kernel::dispatch;
use crate::heap::packed::Term;

/// Terms of one range of distances, for blocks of `lanes` heaps.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) lanes: usize,
    /// By added value: where in the shifted copies each term begins.
    groups: Vec<(u16, Vec<u32>)>,
    /// How many bits before the block the copies begin, and how many words each has.
    pub(super) reach: usize,
    words: usize,
    /// Excluded heaps, `lanes / 64` words for each value.
    pub(super) excluded: Vec<u64>,
    /// Eight shifted copies of one row.
    copies: Vec<u8>,
}

/// What the levels read.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) rows: &'a [u8],
    pub(super) stride: usize,
    pub(super) count: &'a [u64],
    pub(super) latest: &'a [usize],
    /// The values, those that occur often first.
    pub(super) order: &'a [usize],
}

impl Level {
    pub(super) fn new(terms: &[Term], lanes: usize, low: usize, high: usize, values: usize) -> Level {
        let within = |t: &&Term| (low..high).contains(&t.distance);
        let reach = terms.iter().filter(within).map(|t| t.distance).max().unwrap_or(low).next_multiple_of(64);
        let words = (reach + lanes - low).div_ceil(64);
        let place = |t: &Term| {
            let bit = reach - t.distance;
            (bit % 8 * words * 8 + bit / 8) as u32
        };
        let mine: Vec<Term> = terms.iter().filter(within).copied().collect();
        let same = mine.chunk_by(|a, b| a.add == b.add);
        let groups = same.map(|g| (g[0].add, g.iter().map(place).collect())).collect();
        let (excluded, copies) = (vec![0; values * lanes / 64], vec![0; 64 * words]);
        Level { lanes, groups, reach, words, excluded, copies }
    }

    /// Takes over the exclusions of a level for more heaps, from some heap of it on.
    pub(super) fn start_from(&mut self, above: &Level, offset: usize) {
        let (width, upper) = (self.lanes / 64, above.lanes / 64);
        for (own, from) in self.excluded.chunks_mut(width).zip(above.excluded.chunks(upper)) {
            own.copy_from_slice(&from[offset / 64..offset / 64 + width]);
        }
    }
}

/// Adds to the exclusions of a level those of its terms, for the heaps from `n` on, at bit `at` of the rows.
pub(super) fn exclude<const WIDE: bool>(level: &mut Level, known: Known<'_>, at: usize, n: usize) {
    if !WIDE {
        return exclude_any(level, known, at, n);
    }
    dispatch!(exclude_any(level: &mut Level, known: Known<'_>, at: usize, n: usize))
}

#[inline(always)]
fn exclude_any(level: &mut Level, known: Known<'_>, at: usize, n: usize) {
    let Level { lanes, groups, reach, words, excluded, copies } = level;
    let (width, values) = (*lanes / 64, known.order.len());
    if groups.is_empty() {
        return;
    }
    let occurs = |u: &&usize| known.count[**u] > 0 && known.latest[**u] + *reach >= n;
    for &u in known.order.iter().filter(occurs) {
        let row = &known.rows[u * known.stride..][..known.stride];
        shift_copies(&row[(at - *reach) / 8..], *words, copies);
        for (add, places) in groups.iter() {
            let v = u ^ usize::from(*add);
            if v >= values {
                continue;
            }
            let sets = &mut excluded[v * width..(v + 1) * width];
            if width >= 16 {
                for (part, set) in sets.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                    or_places::<16>(set, &copies[128 * part..], places);
                }
            } else if let Some(set) = sets.first_chunk_mut::<4>() {
                or_places::<4>(set, copies, places);
            }
        }
    }
}

/// Eight copies of a row, the `k`-th shifted down by `k` bits.
#[inline(always)]
fn shift_copies(row: &[u8], words: usize, copies: &mut [u8]) {
    let row = row.as_chunks::<8>().0;
    let last = row.len() - 1;
    copies[..8 * words].copy_from_slice(row[..words].as_flattened());
    for (k, copy) in copies.chunks_mut(8 * words).take(8).enumerate().skip(1) {
        let copy = copy.as_chunks_mut::<8>().0;
        // The word behind the last one only matters if the row goes on.
        let inner = words.min(last);
        for ((to, low), high) in copy.iter_mut().zip(&row[..inner]).zip(&row[1..=inner]) {
            let (low, high) = (u64::from_le_bytes(*low), u64::from_le_bytes(*high));
            *to = (low >> k | high << (64 - k)).to_le_bytes();
        }
        if inner < words {
            copy[inner] = (u64::from_le_bytes(row[inner]) >> k).to_le_bytes();
        }
    }
}

/// Ors the runs of `8·N` bytes at the given places into a set, unless it is full.
#[inline(always)]
fn or_places<const N: usize>(set: &mut [u64; N], copies: &[u8], places: &[u32]) {
    let mut sum = *set;
    if sum.iter().fold(!0, |all, word| all & word) == !0 {
        return;
    }
    for &place in places {
        let bytes = &copies[place as usize..place as usize + 8 * N];
        let words = bytes.as_chunks::<8>().0;
        for j in 0..N {
            sum[j] |= u64::from_le_bytes(words[j]);
        }
    }
    *set = sum;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_shifted_by_their_number() {
        let row: Vec<u8> = (0..80u32).map(|i| (i * i * 37 % 251) as u8).collect();
        let bit = |bytes: &[u8], i: usize| bytes[i / 8] >> (i % 8) & 1;
        let mut copies = vec![0u8; 8 * 8 * 9];
        shift_copies(&row, 9, &mut copies);
        for k in 0..8 {
            let copy = &copies[k * 72..(k + 1) * 72];
            assert!((0..72 * 8).all(|i| bit(copy, i) == bit(&row, i + k)), "{k}");
        }
    }
}

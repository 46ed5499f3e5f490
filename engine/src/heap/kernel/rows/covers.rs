//! Helpers of the bit rows: for each rare value the rows, at distances of whole bytes, that cover most heaps above it.
//!
//! They are learnt from the last heaps of the table by greedy set cover, with gains re-examined only when they lead.

use std::cmp::Reverse;

use super::{BLOCK, HELPER_DISTANCE, HELPERS, Rows};
use crate::heap::packed::Packed;

/// A row and a distance in bytes that cover a rare value.
pub(super) type Cover = (u8, u32);

/// Helpers for each packed rare value.
pub(crate) type Covers = Vec<Vec<Cover>>;

impl Rows {
    /// For every rare value the rows that cover most of the last heaps that need it, greedily.
    pub(super) fn learn(&self, packed: &Packed) -> Covers {
        let (n, breaks) = (packed.len(), &packed.moves.breaks);
        let from = self.span - BLOCK;
        let parts =
            (packed.moves.least_part as usize..HELPER_DISTANCE.min(n / 2)).filter(|&i| !packed.is_rare(i));
        let near_by = parts.flat_map(|i| breaks.iter().map(move |&t| (packed.byte(i), i + t as usize)));
        let whole: Vec<(u8, usize)> = near_by.filter(|c| c.1 % 8 == 0 && c.1 < HELPER_DISTANCE).collect();
        let recent: Vec<u32> = (n - BLOCK..n).map(|n| packed.value(n)).collect();
        let learn_one = |x: usize| {
            let rare = |n: usize| packed.unpack(x as u32, n as u64, true);
            let mut need = [0u64; BLOCK / 64];
            for (lane, &value) in recent.iter().enumerate() {
                need[lane / 64] |= u64::from(value > rare(n - BLOCK + lane)) << (lane % 64);
            }
            let useful = |c: &&(u8, usize)| usize::from(c.0 ^ x as u8) < self.values;
            let mut candidates: Vec<Cover> =
                whole.iter().filter(useful).map(|c| (c.0 ^ x as u8, (c.1 / 8) as u32)).collect();
            candidates.sort_by_key(|c| Reverse(self.count[usize::from(c.0)]));
            candidates.truncate(2048);
            let gain = |c: &Cover, need: &[u64; BLOCK / 64]| -> u32 {
                let row = &self.row(c.0)[from / 8 - c.1 as usize..];
                let words = row.as_chunks::<8>().0.iter().map(|w| u64::from_le_bytes(*w));
                words.zip(need).map(|(row, need)| (row & need).count_ones()).sum()
            };
            let (mut chosen, mut open) = (Vec::new(), need);
            let mut queue: std::collections::BinaryHeap<(u32, Reverse<usize>)> =
                candidates.iter().enumerate().map(|(i, c)| (gain(c, &open), Reverse(i))).collect();
            let mut spent = Vec::new();
            while chosen.len() < HELPERS {
                let Some((_, i)) = queue.pop() else {
                    // All is covered: cover it again with the helpers that are left, for heaps unlike these.
                    if spent.is_empty() || open == need {
                        break;
                    }
                    open = need;
                    queue.extend(spent.drain(..).map(|i: Reverse<usize>| (gain(&candidates[i.0], &open), i)));
                    continue;
                };
                let cover = candidates[i.0];
                let now = gain(&cover, &open);
                if now == 0 {
                    spent.push(i);
                } else if queue.peek().is_some_and(|next| (now, i) < *next) {
                    queue.push((now, i));
                } else {
                    let row = &self.row(cover.0)[from / 8 - cover.1 as usize..];
                    for (open, word) in open.iter_mut().zip(row.as_chunks::<8>().0) {
                        *open &= !u64::from_le_bytes(*word);
                    }
                    chosen.push(cover);
                }
            }
            chosen
        };
        (0..self.values).map(learn_one).collect()
    }

    fn row(&self, value: u8) -> &[u8] {
        &self.rows[usize::from(value) * self.stride..][..self.stride]
    }
}

//! Verification, value by value: every rare value below the value of a heap must be that of an option.
//!
//! For each rare value in ascending order, the heaps above it are covered by rows of helpers; the few left over are searched
//! pair by pair, 64 at a time.

use std::sync::Mutex;

use super::{Rows, VALUES, VERIFY, next};
use crate::heap::kernel::blocks::{End, Notes};
use crate::heap::kernel::dispatch;
use crate::heap::packed::Packed;
use crate::machine::Threads;

/// What verifying a part came to.
struct Verified {
    notes: Notes,
    /// The first heap found to be rare, and its value.
    rare: Option<(usize, u32)>,
    /// Whether heaps had to be looked at that are forgotten.
    forgotten: bool,
}

/// Verifies the parts of a block that are there, on as many threads as there are pieces, and drops what does not hold.
pub(super) fn verify_block<const WIDE: bool>(
    rows: &Rows,
    packed: &mut Packed,
    notes: &mut Notes,
    n: usize,
    at: usize,
) -> End {
    let parts = (packed.len() - n) / VERIFY;
    let (table, jobs) = (&*packed, Mutex::new(0..parts));
    let found = Threads::new(rows.far.len()).run(|| {
        let one = |part: usize| (part, verify::<WIDE>(rows, table, n + part * VERIFY, at + part * VERIFY));
        std::iter::from_fn(|| next(&jobs).map(one)).collect::<Vec<_>>()
    });
    let mut verified: Vec<(usize, Verified)> = found.into_iter().flatten().collect();
    verified.sort_by_key(|v| v.0);
    for (part, verified) in verified {
        notes.searched += verified.notes.searched;
        notes.outliers.extend(verified.notes.outliers);
        if verified.forgotten {
            packed.truncate(n + part * VERIFY);
            return End::Forgotten;
        }
        if let Some((heap, value)) = verified.rare {
            packed.truncate(heap);
            packed.push_rare(value as u16);
            return End::Rare;
        }
    }
    End::Done
}

/// Checks that every rare value below the values of 1024 heaps is excluded.
fn verify<const WIDE: bool>(rows: &Rows, packed: &Packed, n: usize, at: usize) -> Verified {
    if !WIDE {
        return verify_any(rows, packed, n, at);
    }
    dispatch!(verify_any(rows: &Rows, packed: &Packed, n: usize, at: usize) -> Verified)
}

#[inline(always)]
fn verify_any(rows: &Rows, packed: &Packed, n: usize, at: usize) -> Verified {
    let mut notes = Notes::default();
    const WORDS: usize = VERIFY / 64;
    let mut above = [!0u64; WORDS];
    // The first heap found to be rare, and its value; heaps from there on are not looked at any more.
    let mut found: Option<(usize, u32)> = None;
    let even_lanes: u64 = if n.is_multiple_of(2) { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
    for value in 0..2 * VALUES as u32 {
        let x = packed.pack(value) as usize;
        if x >= rows.values || above.iter().all(|&w| w == 0) {
            break;
        }
        let (even, odd) = (packed.class.is_rare(value, 0), packed.class.is_rare(value, 1));
        let rare = if even { even_lanes } else { 0 } | if odd { !even_lanes } else { 0 };
        if rare != 0 {
            let mut open = above.map(|w| w & rare);
            cover(rows, at, x, &mut open);
            for (word, open) in open.iter().enumerate() {
                let mut open = *open;
                while open != 0 {
                    let lane = 64 * word + open.trailing_zeros() as usize;
                    open &= open - 1;
                    if found.is_some_and(|f| f.0 <= lane) {
                        break;
                    }
                    notes.searched += 1;
                    match search(rows, packed, n + lane, x as u8, value) {
                        Some(Some(part)) if part > rows.helper_bound => {
                            notes.outliers.push(((n + lane) as u64, part as u64));
                        }
                        Some(Some(_)) => {}
                        Some(None) => {
                            found = Some((lane, value));
                            for (word, above) in above.iter_mut().enumerate() {
                                let keep = lane.saturating_sub(64 * word).min(64);
                                *above &= if keep == 64 { !0 } else { (1 << keep) - 1 };
                            }
                        }
                        None => return Verified { notes, rare: None, forgotten: true },
                    }
                }
            }
        }
        let own = rows.rows[x * rows.stride + at / 8..].as_chunks::<8>().0;
        for (above, own) in above.iter_mut().zip(own) {
            *above &= !(u64::from_le_bytes(*own) & !rare);
        }
    }
    Verified { notes, rare: found.map(|(lane, value)| (n + lane, value)), forgotten: false }
}

/// Takes from the open heaps those that a helper covers, until few are left.
#[inline(always)]
fn cover(rows: &Rows, at: usize, x: usize, open: &mut [u64; VERIFY / 64]) {
    const FEW: u32 = 3;
    for eight in rows.covers[x].chunks(8) {
        if open.iter().map(|w| w.count_ones()).sum::<u32>() <= FEW {
            return;
        }
        let mut covered = [0u64; VERIFY / 64];
        for &(row, distance) in eight {
            let from = usize::from(row) * rows.stride + at / 8 - distance as usize;
            let words = rows.rows[from..from + VERIFY / 8].as_chunks::<8>().0;
            for j in 0..VERIFY / 64 {
                covered[j] |= u64::from_le_bytes(words[j]);
            }
        }
        for (open, covered) in open.iter_mut().zip(covered) {
            *open &= !covered;
        }
    }
}

/// A witness for a rare value, first among small common parts, 64 at a time.
#[inline(always)]
fn search(rows: &Rows, packed: &Packed, n: usize, x: u8, value: u32) -> Option<Option<usize>> {
    let (bytes, start) = (packed.bytes(), packed.start());
    let runs = rows.mirror.as_chunks::<64>().0.iter().zip(rows.common.as_chunks::<64>().0);
    for (run, (mirror, common)) in runs.enumerate() {
        for &t in &packed.moves.breaks {
            // Part i = 64·run + 64 - j stands beside heap rest - i.
            let rest = n - t as usize;
            let Some(from) = rest.checked_sub(64 * run + 64 + start) else { continue };
            let Some(large) = bytes.get(from..from + 64) else { continue };
            let same = |(a, b): (&u8, &u8)| if a ^ b == x { 255 } else { 0 };
            let hits = mirror.iter().zip(large).map(same).zip(common);
            if hits.fold(0, |any, (hit, common)| any | (hit & common)) != 0
                && from + start > packed.last_rare()
            {
                // Both parts are common, so equal packed values are equal values. The largest part of the run bounds the witness.
                return Some(Some(64 * run + 64));
            }
        }
    }
    packed.witness(n, value)
}

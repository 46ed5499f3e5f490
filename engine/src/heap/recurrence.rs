//! Where a sequence comes back to what it was: candidates for its period.
//!
//! Short periods show in the last stretch of the table (Z function). For long ones, positions whose last eight values
//! hash below a threshold are *distinguished*; each is stored under a fingerprint of the values before it. Once the sequence is
//! periodic, the first distinguished position of the second round meets its twin, so the period is found as soon as it has
//! been run through once, wherever the preperiod ended. Candidates prove nothing.
//!
//! Complexity: one multiplication a heap; the store is halved (with the threshold) when it is full.

use hashbrown::HashMap;

use crate::error::Result;
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::period::suffix_period;

/// Positions that may come back.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence {
    seen: HashMap<u64, (u32, u64)>,
    threshold: u32,
    scanned: usize,
}

/// How many positions are stored at most.
const STORED: usize = 1 << 18;
/// How many values make a fingerprint.
const FINGERPRINT: usize = 96;
/// Periods up to a quarter of this are found in the last stretch.
const STRETCH: usize = 1 << 15;

impl Default for Recurrence {
    fn default() -> Recurrence {
        Recurrence { seen: HashMap::new(), threshold: 1 << 22, scanned: 0 }
    }
}

impl Recurrence {
    /// Reads on to the end of `bytes`, the values of heaps `start..`, and returns the distance of the last position that came
    /// back.
    pub(crate) fn scan(&mut self, bytes: &[u8], start: usize) -> Option<usize> {
        let from = self.scanned.max(start + FINGERPRINT);
        let mut found = None;
        for (end, eight) in (from..).zip(bytes[(from - 8 - start).min(bytes.len())..].windows(8)) {
            let key = eight.iter().rev().fold(0u64, |key, &b| key << 8 | u64::from(b));
            let hash = mix(key) as u32;
            if hash < self.threshold {
                let print = bytes[end - start - FINGERPRINT..end - start].chunks(8).fold(0, |print, part| {
                    mix(print ^ part.iter().fold(0u64, |key, &b| key << 8 | u64::from(b)))
                });
                if let Some((_, before)) = self.seen.insert(print, (hash, end as u64)) {
                    found = Some(end - before as usize);
                }
            }
        }
        // The position behind the last value is done: the next one is a value further.
        self.scanned = (start + bytes.len() + 1).max(from);
        while self.seen.len() > STORED {
            self.threshold /= 2;
            let threshold = self.threshold;
            self.seen.retain(|_, (hash, _)| *hash < threshold);
        }
        found
    }

    /// Writes the store, by position.
    pub(crate) fn write(&self, out: &mut Writer) {
        let mut list: Vec<[u64; 3]> =
            self.seen.iter().map(|(&print, &(hash, at))| [at, print, hash.into()]).collect();
        list.sort_unstable();
        out.number(self.threshold.into());
        out.number(self.scanned as u64);
        out.numbers(list.into_iter());
    }

    /// Reads what `write` wrote, for a table of `len` heaps.
    pub(crate) fn read(input: &mut Reader<'_>, len: usize) -> Result<Recurrence> {
        let (threshold, scanned) = (input.up_to(1 << 22)? as u32, input.up_to(len + 1)?);
        let list = input.numbers()?;
        let fits = |&[at, _, hash]: &[u64; 3]| at < scanned as u64 && hash < threshold.into();
        if list.len() > STORED || !list.iter().all(fits) {
            return Err(checkpoint::damaged("its positions are not of its table"));
        }
        let seen = list.into_iter().map(|[at, print, hash]| (print, (hash as u32, at))).collect();
        Ok(Recurrence { seen, threshold, scanned })
    }

    /// A short period of the last stretch.
    pub(crate) fn short(bytes: &[u8]) -> Option<usize> {
        let stretch = &bytes[bytes.len().saturating_sub(STRETCH)..];
        let len = stretch.len() as u64;
        suffix_period(stretch, |n0, p| n0 + 4 * p <= len && n0 <= len / 4).map(|(_, p)| p as usize)
    }
}

#[inline(always)]
fn mix(key: u64) -> u64 {
    let x = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_periods_are_found_after_one_round() {
        let mut state = 1u64;
        let random: Vec<u8> = std::iter::repeat_with(|| {
            state = mix(state.wrapping_add(77));
            (state & 15) as u8
        })
        .take(90_000)
        .collect();
        let (pre, p) = (20_000, 60_000);
        let value = |n: usize| random[if n < pre { n } else { pre + (n - pre) % p }];
        let bytes: Vec<u8> = (0..pre + p + 12_000).map(value).collect();
        let mut recurrence = Recurrence::default();
        assert_eq!(recurrence.scan(&bytes[..pre + p], 0), None);
        assert_eq!(recurrence.scan(&bytes, 0), Some(p));
        assert_eq!(Recurrence::short(&bytes), None);
    }

    #[test]
    fn no_position_is_its_own_twin() {
        let bytes: Vec<u8> = (0..2000u64).map(|n| mix(n) as u8).collect();
        let mut recurrence = Recurrence { threshold: u32::MAX, ..Recurrence::default() };
        for len in [90, 96, 97, 104, 500, 500, 501, 2000] {
            assert_eq!(recurrence.scan(&bytes[..len], 0), None, "{len}");
        }
    }

    #[test]
    fn short_periods_are_found_in_the_last_stretch() {
        let bytes: Vec<u8> =
            (0..50_000usize).map(|n| if n < 30_000 { n * n % 13 } else { n % 4 } as u8).collect();
        assert_eq!(Recurrence::short(&bytes), None);
        let bytes: Vec<u8> =
            (0..70_000usize).map(|n| if n < 30_000 { n * n % 13 } else { n % 4 } as u8).collect();
        assert_eq!(Recurrence::short(&bytes), Some(4));
    }
}

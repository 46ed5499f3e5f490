//! Where a sequence comes back to what it was: candidates for its period.
//!
//! Short periods show in the last stretch of the table (Z function). For long ones, positions whose last eight values
//! hash below a gate are *stations*; each is stored under a fingerprint of the values before it. Once the sequence is
//! periodic, the first stored station of the second round meets its twin, so the period is found as soon as it has
//! been run through once, wherever the preperiod ended. Candidates prove nothing. Whether a position is a station depends
//! on the values before it alone, so where a window comes back its stations come back.
//!
//! Complexity: one multiplication a heap; the store is halved when it is full, by a threshold for fingerprints: of those there
//! are enough however long the run, of eight values there might not be.

use hashbrown::HashMap;

use crate::error::Result;
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::period::suffix_period;

/// Positions that may come back.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence {
    /// The last station of each fingerprint below the threshold.
    seen: HashMap<u64, u64>,
    threshold: u64,
    scanned: usize,
}

/// About one position in two to this power is a station.
const GATE: u32 = 10;
/// Above all fingerprints.
const ALL: u64 = 1 << 48;

/// How many stations are stored at most.
const STORED: usize = 1 << 18;
/// How many values make a fingerprint.
pub(crate) const FINGERPRINT: usize = 96;
/// Periods up to a quarter of this are found in the last stretch.
const STRETCH: usize = 1 << 15;

impl Default for Recurrence {
    fn default() -> Recurrence {
        Recurrence { seen: HashMap::new(), threshold: ALL, scanned: 0 }
    }
}

impl Recurrence {
    /// Reads on to the end of `bytes`, the values of heaps `start..`, and returns the distance of the last stored station that came
    /// back. Every station on the way is shown to `station`, once: its fingerprint, and the heap behind it.
    pub(crate) fn scan(
        &mut self,
        bytes: &[u8],
        start: usize,
        mut station: impl FnMut(u64, usize),
    ) -> Option<usize> {
        let from = self.scanned.max(start + FINGERPRINT);
        let (mut end, mut found) = (from, None);
        // Nearly all the time goes into this search, so nothing else is in its loop.
        while let Some(skip) = bytes[(end - 8 - start).min(bytes.len())..].windows(8).position(is_station) {
            end += skip;
            let print = fingerprint(&bytes[..end - start]);
            station(print, end);
            if print < self.threshold
                && let Some(before) = self.seen.insert(print, end as u64)
            {
                found = Some(end - before as usize);
            }
            end += 1;
        }
        // The position behind the last value is done: the next one is a value further.
        self.scanned = (start + bytes.len() + 1).max(from);
        while self.seen.len() > STORED {
            self.threshold /= 2;
            let threshold = self.threshold;
            self.seen.retain(|print, _| *print < threshold);
        }
        found
    }

    /// Writes the store, by position.
    pub(crate) fn write(&self, out: &mut Writer) {
        let mut list: Vec<[u64; 3]> = self.seen.iter().map(|(&print, &at)| [at, print, 0]).collect();
        list.sort_unstable();
        out.number(self.threshold);
        out.number(self.scanned as u64);
        out.numbers(list.into_iter());
    }

    /// Reads what `write` wrote, for a table of `len` heaps.
    pub(crate) fn read(input: &mut Reader<'_>, len: usize) -> Result<Recurrence> {
        let (threshold, scanned) = (input.number()?, input.up_to(len + 1)?);
        let list = input.numbers()?;
        let fits = |&[at, print, _]: &[u64; 3]| at < scanned as u64 && print < threshold;
        if threshold > ALL || list.len() > STORED || !list.iter().all(fits) {
            return Err(checkpoint::damaged("its positions are not of its table"));
        }
        let seen = list.into_iter().map(|[at, print, _]| (print, at)).collect();
        Ok(Recurrence { seen, threshold, scanned })
    }

    /// A short period of the last stretch.
    pub(crate) fn short(bytes: &[u8]) -> Option<usize> {
        let stretch = &bytes[bytes.len().saturating_sub(STRETCH)..];
        let len = stretch.len() as u64;
        suffix_period(stretch, |n0, p| n0 + 4 * p <= len && n0 <= len / 4).map(|(_, p)| p as usize)
    }
}

/// Whether eight values make the position behind them a station.
#[inline(always)]
fn is_station(eight: &[u8]) -> bool {
    let key = eight.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - GATE) == 0
}

/// The fingerprint of the last values; there are at least [`FINGERPRINT`].
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes[bytes.len() - FINGERPRINT..]
        .chunks(8)
        .fold(0, |print, part| mix(print ^ part.iter().fold(0u64, |key, &b| key << 8 | u64::from(b))))
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
        let mut stations = Vec::new();
        assert_eq!(recurrence.scan(&bytes[..pre + p], 0, |print, at| stations.push((print, at))), None);
        let again = |print, at| assert!(at < pre + p + FINGERPRINT || stations.contains(&(print, at - p)));
        assert_eq!(recurrence.scan(&bytes, 0, again), Some(p));
        assert_eq!(Recurrence::short(&bytes), None);
    }

    #[test]
    fn no_station_is_its_own_twin_or_shown_twice_and_a_full_store_is_thinned() {
        let bytes: Vec<u8> = (0..2_000_000u64).map(|n| mix(n) as u8).collect();
        let (mut recurrence, mut stations) = (Recurrence::default(), Vec::new());
        for len in [90, 96, 97, 104, 500, 500, 501, 2000, 1_000_000, bytes.len()] {
            assert_eq!(recurrence.scan(&bytes[..len], 0, |_, at| stations.push(at)), None, "{len}");
        }
        assert!(stations.is_sorted_by(|a, b| a < b) && (1500..2500).contains(&stations.len()));
        let before = recurrence.seen.len();
        recurrence.seen.extend((0..STORED as u64).map(|i| (mix(i), i)));
        recurrence.scan(&bytes, 0, |_, _| ());
        assert!(recurrence.threshold == ALL / 2 && before < recurrence.seen.len());
        assert!(recurrence.seen.keys().all(|&print| print < ALL / 2));
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

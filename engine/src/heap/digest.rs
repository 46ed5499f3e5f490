//! A digest of a long table, so that two runs in bounded memory can be compared although neither keeps its values.
//!
//! The packed values are read eight at a time into four sums that do not wait for one another, which costs a fraction of
//! a cycle a heap. What the digest says of a heap does not depend on how the run was cut into pieces.

use crate::error::Result;
use crate::heap::checkpoint::{Reader, Writer};

/// How many heaps are read at a time.
const STEP: usize = 32;

/// The digest of heaps `0..read`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digest {
    sums: [u64; 4],
    read: usize,
}

impl Digest {
    /// Reads on to heap `to`, or a few heaps less; `bytes` are the packed values of heaps `start..`.
    pub(crate) fn read_on(&mut self, bytes: &[u8], start: usize, to: usize) {
        let Some(new) = bytes.get(self.read - start..to - start) else { return };
        let (steps, _) = new.as_chunks::<STEP>();
        for step in steps {
            for (sum, word) in self.sums.iter_mut().zip(step.as_chunks::<8>().0) {
                *sum = mixed(*sum, u64::from_le_bytes(*word));
            }
        }
        self.read += steps.len() * STEP;
    }

    /// How many heaps were read, and their digest.
    pub(crate) fn so_far(&self) -> (u64, u64) {
        (self.read as u64, self.sums.into_iter().fold(self.read as u64, mixed))
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.number(self.read as u64);
        self.sums.into_iter().for_each(|sum| out.number(sum));
    }

    pub(crate) fn read(input: &mut Reader<'_>) -> Result<Digest> {
        let read = input.number()? as usize;
        Ok(Digest { read, sums: [input.number()?, input.number()?, input.number()?, input.number()?] })
    }
}

/// One to one in each argument, so a single change is never lost.
#[inline(always)]
fn mixed(sum: u64, word: u64) -> u64 {
    let sum = (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    sum ^ sum >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_digest_of_the_whole_and_every_value_counts() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| ((n * n) >> 3) as u8).collect();
        let digest = |bytes: &[u8], cuts: &[usize]| {
            let mut digest = Digest::default();
            for &cut in cuts {
                let start = digest.read.saturating_sub(7);
                digest.read_on(&bytes[start..], start, cut);
            }
            digest.so_far()
        };
        let whole = digest(&bytes, &[1000]);
        assert_eq!(whole.0, 992);
        assert_eq!(digest(&bytes, &[1, 31, 32, 100, 500, 501, 1000]), whole);
        for at in 0..992 {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_ne!(digest(&changed, &[1000]), whole, "heap {at}");
        }
    }
}

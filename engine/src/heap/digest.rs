//! A digest of a long table, so that two runs in bounded memory can be compared although neither keeps its values.
//!
//! The packed values are read eight at a time into four sums that do not wait for one another, which costs a fraction of
//! a cycle a heap; high bytes, where there are any, are added with their heaps. The class and the list of rare heaps, which together with the packed values make up the values, are added when
//! the digest is asked for. Which heaps it covers depends on the question alone, not on how the run was cut into
//! pieces: reading lags behind the end of the table, which is a block or so beyond what was asked for. It is not the
//! checksum of files, since its state is a few numbers that a checkpoint holds, and runs of both widths must agree.

use crate::error::Result;
use crate::heap::cells::Cells;
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::packed::Packed;

/// How many heaps are read at a time.
const STEP: usize = 32;
/// How far reading stays behind the end of the table: more than a kernel computes beyond what it is asked for, and less
/// than is kept of any table.
const LAG: usize = 1 << 13;

/// The digest of the bytes of heaps `0..read`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digest {
    sums: [u64; 4],
    /// The sum of all high bytes but zeros.
    high: u64,
    read: usize,
}

impl Digest {
    /// A digest of its own for a run that begins in the middle, comparable with none.
    pub(crate) fn beginning_at(start: usize) -> Digest {
        Digest { read: start.next_multiple_of(STEP), ..Digest::default() }
    }

    /// Reads on in a table of which `len` heaps are computed.
    pub(crate) fn read_on(&mut self, packed: &Packed, len: usize) {
        self.read_to(packed.cells(), packed.start(), len.saturating_sub(LAG));
    }

    /// Reads on to heap `to`, or a few heaps less; `cells` are the packed values of heaps `start..`.
    fn read_to(&mut self, cells: &Cells, start: usize, to: usize) {
        let from = self.read - start;
        let Some(new) = cells.low().get(from..to.saturating_sub(start)) else { return };
        let (steps, _) = new.as_chunks::<STEP>();
        for step in steps {
            for (sum, word) in self.sums.iter_mut().zip(step.as_chunks::<8>().0) {
                *sum = mixed(*sum, u64::from_le_bytes(*word));
            }
        }
        // When a run became wide is no matter, so zeros do not count.
        let high = cells.high().get(from..from + steps.len() * STEP).unwrap_or_default();
        for (heap, &byte) in (self.read as u64..).zip(high).filter(|h| *h.1 != 0) {
            self.high = mixed(self.high, heap << 8 | u64::from(byte));
        }
        self.read += steps.len() * STEP;
    }

    /// The digest of the values of heaps `0..heaps` or a few less, and how many it covers. Of fewer heaps than were read
    /// or more than the table has, the nearest.
    pub(crate) fn of(&self, packed: &Packed, heaps: u64) -> (u64, u64) {
        let mut all = self.clone();
        all.read_to(
            packed.cells(),
            packed.start(),
            packed.len().min(usize::try_from(heaps).unwrap_or(usize::MAX)),
        );
        let covered = all.read as u64;
        let class = [packed.class.mask.into(), packed.class.parity.map_or(2, u64::from)];
        let rares = packed.rares.iter().take_while(|r| r.0 < covered).flat_map(|r| [r.0, r.1.into()]);
        (covered, all.sums.into_iter().chain([all.high]).chain(class).chain(rares).fold(covered, mixed))
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.number(self.read as u64);
        self.sums.into_iter().chain([self.high]).for_each(|sum| out.number(sum));
    }

    /// Reads what `write` wrote, for a table that begins at `start` and has `len` heaps.
    pub(crate) fn read(input: &mut Reader<'_>, start: usize, len: usize) -> Result<Digest> {
        let read = input.number()? as usize;
        if !(start..=len).contains(&read) || !read.is_multiple_of(STEP) {
            return Err(checkpoint::damaged("its digest is not of its table"));
        }
        let sums = [input.number()?, input.number()?, input.number()?, input.number()?];
        Ok(Digest { read, sums, high: input.number()? })
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
    use crate::heap::exact::Exact;

    use crate::work::Work;

    fn table(len: u64) -> Packed {
        let mut exact = Exact::new(&"0.106".parse().unwrap());
        exact.extend(len, &Work::unwatched()).unwrap();
        exact.classify();
        Packed::from_exact(&exact).unwrap()
    }

    #[test]
    fn pieces_have_the_digest_of_the_whole_and_every_value_counts() {
        let bytes: Vec<u16> = (0..1000u32).map(|n| (n * n) as u16 >> 3 & 255).collect();
        let digest = |numbers: &[u16], cuts: &[usize]| {
            let mut digest = Digest::default();
            for &cut in cuts {
                let start = digest.read.saturating_sub(7);
                let cells: Cells = numbers[start..].iter().copied().collect();
                digest.read_to(&cells, start, cut);
            }
            (digest.read, digest.sums, digest.high)
        };
        let whole = digest(&bytes, &[1000]);
        assert_eq!(whole.0, 992);
        assert_eq!(digest(&bytes, &[1, 31, 32, 100, 500, 501, 1000]), whole);
        for at in 0..992 {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_ne!(digest(&changed, &[1000]), whole, "heap {at}");
            changed[at] ^= 1 | 256;
            assert_ne!(digest(&changed, &[1000]), whole, "heap {at} is wide");
            assert_eq!(digest(&changed, &[40, 99, 1000]), digest(&changed, &[1000]), "heap {at} is wide");
        }
    }

    #[test]
    fn what_it_covers_depends_on_the_question_and_class_and_rare_heaps_count() {
        let packed = table(12_000);
        let whole = Digest::default().of(&packed, 11_000);
        assert_eq!(whole.0, 10_976);
        for len in [0, 5000, 8300, 12_000] {
            let mut digest = Digest::default();
            digest.read_on(&packed, len);
            assert_eq!(digest.of(&packed, 11_000), whole, "read at {len}");
        }
        let differs = |change: &dyn Fn(&mut Packed)| {
            let mut other = packed.clone();
            change(&mut other);
            assert_ne!(Digest::default().of(&other, 11_000), whole);
        };
        differs(&|p| p.class.mask ^= 1 << 9);
        differs(&|p| p.class.parity = None);
        differs(&|p| p.rares[0].1 ^= 1);
        differs(&|p| p.rares.push((9999, 1)));
    }
}

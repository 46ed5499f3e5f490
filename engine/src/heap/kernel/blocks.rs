//! The loop around every kernel: settle a block of heaps as if all were common, then verify that they are.
//!
//! A kernel says how; when a run ends, and what of the table is then left, is the same for all of them. The loop is compiled
//! twice, and with it the blocks of the kernel, which are inlined into it.

use crate::heap::packed::Packed;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All heaps asked for are there (in whole blocks).
    Done,
    /// The next heap has a value that does not fit the kernel.
    Wide,
    /// The last heap is a new rare heap.
    Rare,
    /// A heap could not be verified because the table has forgotten part of its history.
    Forgotten,
}

/// What a run left behind beside the values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// Heaps that needed a witness beyond the helper bound, and that witness.
    pub(crate) outliers: Vec<(u64, u64)>,
    /// How many heaps needed a search beyond the helpers.
    pub(crate) searched: u64,
}

/// A kernel, as the loop sees it. `WIDE` says whether the loop was compiled for wide vectors, for kernels that hand work to other
/// threads, where it is compiled anew.
pub(crate) trait Blocks: Sized {
    /// How many heaps are settled together.
    const BLOCK: usize;

    /// How many packed values fit.
    fn values(&self) -> usize;

    /// No heap needs a larger witness, but for those noted.
    fn helper_bound(&self) -> usize;

    /// Makes room for the block from heap `n` on, and says where in the window it begins.
    fn place(&mut self, n: usize) -> usize;

    /// Appends a block on the assumption that all its heaps are common; how many of them can be verified, before a value did
    /// not fit. What is appended beyond them is dropped.
    fn settle<const WIDE: bool>(&mut self, packed: &mut Packed, n: usize, at: usize) -> usize;

    /// Checks that every rare value below the values of the heaps from `n` on is excluded, and drops what does not hold.
    fn verify<const WIDE: bool>(
        &mut self,
        packed: &mut Packed,
        notes: &mut Notes,
        n: usize,
        at: usize,
    ) -> End;

    /// Computes whole blocks until the table has at least `to` heaps.
    fn run(&mut self, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
        #[cfg(target_arch = "x86_64")]
        if super::has_avx2() {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide<K: Blocks>(kernel: &mut K, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
                kernel.run_any::<true>(packed, notes, to)
            }
            // SAFETY: `has_avx2` is true only if the processor has every feature named above.
            return unsafe { wide(self, packed, notes, to) };
        }
        self.run_any::<false>(packed, notes, to)
    }

    /// Does so as compiled for its caller.
    #[inline(always)]
    fn run_any<const WIDE: bool>(&mut self, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
        while packed.len() < to {
            let n = packed.len();
            let at = self.place(n);
            let settled = self.settle::<WIDE>(packed, n, at);
            packed.truncate(n + settled);
            if settled == 0 {
                return End::Wide;
            }
            let end = self.verify::<WIDE>(packed, notes, n, at);
            if end != End::Done {
                return end;
            }
            if settled < Self::BLOCK {
                return End::Wide;
            }
        }
        End::Done
    }
}

/// A rare value below the value of a heap, open after the helpers and searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) heap: usize,
    pub(crate) value: u32,
    /// What [`Packed::witness`] said.
    pub(crate) witness: Option<Option<usize>>,
}

impl Open {
    /// Notes the witness if it is larger than `bound`. Without one the value is that of its heap, which is the last one then; and if the
    /// witness cannot be told, the block from `n` on goes. Both end the run.
    #[inline(always)]
    pub(crate) fn judge(self, packed: &mut Packed, notes: &mut Notes, n: usize, bound: usize) -> Option<End> {
        match self.witness {
            Some(Some(part)) => {
                if part > bound {
                    notes.outliers.push((self.heap as u64, part as u64));
                }
                None
            }
            Some(None) => {
                packed.truncate(self.heap);
                packed.push_rare(self.value as u16);
                Some(End::Rare)
            }
            None => {
                packed.truncate(n);
                Some(End::Forgotten)
            }
        }
    }
}

/// What a kernel keeps of the last heaps, one entry each, with room for some to come.
#[derive(Clone, Debug)]
pub(crate) struct Trail<T> {
    /// The entries of heaps `base..`.
    pub(crate) entries: Vec<T>,
    base: isize,
    /// How many heaps back is looked.
    span: usize,
}

impl<T: Copy> Trail<T> {
    /// A trail behind the end of the table that is `reach` long, in blocks of `block`; `none` stands for heaps below 1 and for those to come.
    pub(crate) fn new(
        packed: &Packed,
        reach: usize,
        block: usize,
        none: T,
        entry: impl Fn(usize) -> T,
    ) -> Trail<T> {
        let span = (reach + block).next_multiple_of(block);
        let base = packed.len() as isize - span as isize;
        let room = span.max(1 << 14).next_multiple_of(block);
        let known = (base..base + span as isize).map(|n| if n > 0 { entry(n as usize) } else { none });
        let entries = known.chain(std::iter::repeat_n(none, room)).collect();
        Trail { entries, base, span }
    }

    /// Where heap `n`, the one behind the end of the table, and the block from there on have their place; what is too old for them goes if there is no
    /// room left.
    #[inline(always)]
    pub(crate) fn place(&mut self, n: usize, block: usize) -> usize {
        let at = (n as isize - self.base) as usize;
        if at + block <= self.entries.len() {
            return at;
        }
        self.entries.copy_within(at - self.span..at, 0);
        self.base += (at - self.span) as isize;
        self.span
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::exact::Exact;

    use crate::work::Work;

    /// Appends heaps one by one until one does not fit, and finds nothing wrong with them.
    struct OneByOne {
        fit: usize,
    }

    impl Blocks for OneByOne {
        const BLOCK: usize = 16;

        fn values(&self) -> usize {
            256
        }

        fn helper_bound(&self) -> usize {
            0
        }

        fn place(&mut self, n: usize) -> usize {
            n
        }

        fn settle<const WIDE: bool>(&mut self, packed: &mut Packed, n: usize, _: usize) -> usize {
            for heap in n..n + Self::BLOCK {
                if heap == self.fit {
                    return (heap - n) / 4 * 4;
                }
                packed.append(&[1]);
            }
            Self::BLOCK
        }

        fn verify<const WIDE: bool>(&mut self, _: &mut Packed, _: &mut Notes, _: usize, _: usize) -> End {
            End::Done
        }
    }

    #[test]
    fn what_a_kernel_appended_beyond_what_can_be_verified_is_dropped() {
        let mut exact = Exact::new(&"0.106".parse().unwrap());
        exact.extend(2000, &Work::unwatched()).unwrap();
        exact.classify();
        let table = Packed::from_exact(&exact).unwrap();
        for (fit, end, len) in [
            (1 << 20, End::Done, 2112),
            (2000, End::Wide, 2000),
            (2003, End::Wide, 2000),
            (2047, End::Wide, 2044),
            (2048, End::Wide, 2048),
        ] {
            let (mut packed, mut notes) = (table.clone(), Notes::default());
            assert_eq!(OneByOne { fit }.run(&mut packed, &mut notes, 2100), end, "{fit}");
            assert_eq!(packed.len(), len, "{fit}");
        }
    }

    #[test]
    fn a_trail_keeps_its_entries_when_it_makes_room() {
        let mut exact = Exact::new(&"0.106".parse().unwrap());
        exact.extend(2000, &Work::unwatched()).unwrap();
        exact.classify();
        let packed = Packed::from_exact(&exact).unwrap();
        let start = packed.len();
        let mut trail = Trail::new(&packed, 3000, 16, usize::MAX, |heap| heap);
        for n in (start..100_000).step_by(16) {
            let at = trail.place(n, 16);
            for back in [1, 2, 100, 3000] {
                let entry = n.checked_sub(back).filter(|&heap| heap > 0).unwrap_or(usize::MAX);
                assert_eq!(trail.entries[at - back], entry, "{back} before {n}");
            }
            (0..16).for_each(|j| trail.entries[at + j] = n + j);
        }
    }
}

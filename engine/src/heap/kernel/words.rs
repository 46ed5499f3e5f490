//! One machine word a heap: the set of excluded values as a word, its mex as a bit.
//!
//! For packed values below the width `B` of a word, heap `n` is the word with bit `G(n)` set. Adding a value `g` permutes
//! the bits of a word (bit `v` goes to bit `v ⊕ g`), which is a few masked shifts; all terms with the same `g` share them. Words of
//! consecutive heaps are lanes of one vector, so far terms are settled for a block of 64 heaps at once. Where the nearest term is some heaps away, that many
//! heaps do not depend on each other: the close terms are settled for a run of them, and so is the mex, the lowest bit that is not set.
//! Otherwise close terms are settled for 8 heaps, and the nearest heap by heap.
//!
//! The same loop with other terms verifies the block: splits into two *common* parts, the helpers, have rare values, and every rare
//! value below the mex must occur among them. What the helpers leave open is searched for pair by pair. A rare value
//! that no option has is the true value of its heap: a new rare heap, which ends the run.
//!
//! Complexity: `r·B/256` vector operations a heap for `r` far terms with AVX2, and about as much for verification.

use crate::heap::kernel::blocks::{Blocks, End, Notes, Open, Trail};
use crate::heap::kernel::helpers::Helper;
use crate::heap::packed::{Packed, Term};

/// How many heaps are settled together.
const BLOCK: usize = 64;
/// How many heaps are settled together once the far terms are in.
const STEP: usize = 8;
/// Heaps are settled in runs if at least so many do not depend on each other.
const LEAST_RUN: usize = 4;
/// Terms at least this far away are read from the table instead of the window of words.
const LATE: usize = 1 << 20;

/// A word that holds a set of small values.
pub(crate) trait Word: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    /// How many values fit.
    const VALUES: usize;
    /// Adds to each of 64 sets what the terms contribute, in runs of 128 bytes that stay in registers.
    fn gather_block(window: &[Self], at: usize, groups: &[Group], sets: &mut [Self; BLOCK]);
    /// The set of one value.
    fn bit(value: usize) -> Self;
    /// The union.
    fn or(self, other: Self) -> Self;
    /// What is in `self` and not in `other`.
    fn without(self, other: Self) -> Self;
    /// The least value that is not in the set, `VALUES` if all are.
    fn mex(self) -> usize;
    /// The set of that value alone, empty if there is none.
    fn least_missing(self) -> Self;
    /// The least value that is in the set, `VALUES` if none is.
    fn least(self) -> usize;
    /// Exchanges values that differ in bit `j` of their index.
    fn flip(self, j: u32) -> Self;
}

/// The bits whose index has bit `j` clear.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

macro_rules! word {
    ($type:ty, $lanes:literal) => {
        impl Word for $type {
            const VALUES: usize = <$type>::BITS as usize;
            #[inline(always)]
            fn gather_block(window: &[$type], at: usize, groups: &[Group], sets: &mut [$type; BLOCK]) {
                gather_runs::<$type, $lanes>(window, at, groups, sets);
            }
            #[inline(always)]
            fn bit(value: usize) -> $type {
                1 << value
            }
            #[inline(always)]
            fn or(self, other: $type) -> $type {
                self | other
            }
            #[inline(always)]
            fn without(self, other: $type) -> $type {
                self & !other
            }
            #[inline(always)]
            fn mex(self) -> usize {
                self.trailing_ones() as usize
            }
            #[inline(always)]
            fn least_missing(self) -> $type {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn flip(self, j: u32) -> $type {
                let low = LOW[j as usize] as $type;
                (self & low) << (1u32 << j) | (self >> (1u32 << j)) & low
            }
        }
    };
}
word!(u16, 64);
word!(u32, 32);
word!(u64, 16);

/// Two words side by side, for up to 128 values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair([u64; 2]);

impl Word for Pair {
    const VALUES: usize = 128;
    #[inline(always)]
    fn gather_block(window: &[Pair], at: usize, groups: &[Group], sets: &mut [Pair; BLOCK]) {
        gather_runs::<Pair, 8>(window, at, groups, sets);
    }
    #[inline(always)]
    fn bit(value: usize) -> Pair {
        if value < 64 { Pair([1 << value, 0]) } else { Pair([0, 1 << (value - 64)]) }
    }
    #[inline(always)]
    fn or(self, other: Pair) -> Pair {
        Pair([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
    #[inline(always)]
    fn without(self, other: Pair) -> Pair {
        Pair([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
    #[inline(always)]
    fn mex(self) -> usize {
        let low = self.0[0].trailing_ones() as usize;
        if low < 64 { low } else { 64 + self.0[1].trailing_ones() as usize }
    }
    #[inline(always)]
    fn least_missing(self) -> Pair {
        let [low, high] = self.0.map(Word::least_missing);
        Pair([low, if low == 0 { high } else { 0 }])
    }
    #[inline(always)]
    fn least(self) -> usize {
        let low = self.0[0].least();
        if low < 64 { low } else { 64 + self.0[1].least() }
    }
    #[inline(always)]
    fn flip(self, j: u32) -> Pair {
        if j == 6 { Pair([self.0[1], self.0[0]]) } else { Pair([self.0[0].flip(j), self.0[1].flip(j)]) }
    }
}

/// Terms that add the same value.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    add: u16,
    distances: Vec<usize>,
}

fn groups(terms: impl Iterator<Item = Term>) -> Vec<Group> {
    let mut terms: Vec<Term> = terms.collect();
    terms.sort_unstable();
    let same = terms.chunk_by(|a, b| a.add == b.add);
    same.map(|g| Group { add: g[0].add, distances: g.iter().map(|t| t.distance).collect() }).collect()
}

/// The terms within a block.
#[derive(Clone, Debug)]
enum Close {
    /// So many heaps in a row do not depend on each other.
    Runs(usize, Vec<Group>),
    /// For a few heaps at once, and heap by heap.
    OneByOne(Vec<Group>, Vec<Term>),
}

/// The kernel for one width of words.
#[derive(Clone, Debug)]
pub(crate) struct Words<W> {
    far: Vec<Group>,
    close: Close,
    late: Vec<Term>,
    helpers: Vec<Helper>,
    /// Helpers in the order of their use.
    stages: Vec<Vec<Group>>,
    /// `need[n % 2][v]`: the rare values below the common value `v` at heap `n`.
    need: [Vec<W>; 2],
    /// The words of the last heaps, empty for rare heaps and for heaps below 1.
    trail: Trail<W>,
    helper_bound: usize,
}

impl<W: Word> Words<W> {
    /// Sets up the window behind the end of the table.
    pub(crate) fn new(packed: &Packed, helpers: Vec<Helper>) -> Words<W> {
        let terms = packed.terms();
        let within =
            |from: usize, to: usize| terms.iter().copied().filter(move |t| (from..to).contains(&t.distance));
        let stage = |part: &[Helper]| groups(part.iter().map(|h| h.term));
        let far_reach =
            within(0, LATE).chain(helpers.iter().map(|h| h.term)).map(|t| t.distance).max().unwrap_or(0);
        let need = [0, 1].map(|parity| {
            let below = |v| {
                let value = packed.unpack(v, parity, false);
                let rare = |x: &u32| packed.unpack(*x, parity, true) < value;
                (0..W::VALUES as u32).filter(rare).fold(W::default(), |set, x| set.or(W::bit(x as usize)))
            };
            (0..W::VALUES as u32).map(below).collect()
        });
        let word = |heap: usize| match packed.is_rare(heap) {
            true => W::default(),
            false => W::bit(packed.byte(heap).into()),
        };
        Words {
            far: groups(within(BLOCK, LATE)),
            close: match within(0, STEP).map(|t| t.distance).min().unwrap_or(STEP) {
                run @ LEAST_RUN.. => Close::Runs(run, groups(within(0, BLOCK))),
                _ => Close::OneByOne(groups(within(STEP, BLOCK)), within(0, STEP).collect()),
            },
            late: within(LATE, usize::MAX).collect(),
            stages: helpers.chunks(32).map(stage).collect(),
            helper_bound: helpers.iter().map(|h| h.part).max().unwrap_or(0),
            helpers,
            need,
            trail: Trail::new(packed, far_reach, BLOCK, W::default(), word),
        }
    }

    /// The helpers, for the next kernel.
    pub(crate) fn helpers(&self) -> &[Helper] {
        &self.helpers
    }
}

impl<W: Word> Blocks for Words<W> {
    const BLOCK: usize = BLOCK;

    fn values(&self) -> usize {
        W::VALUES
    }

    /// The largest part among the helpers.
    fn helper_bound(&self) -> usize {
        self.helper_bound
    }

    #[inline(always)]
    fn place(&mut self, n: usize) -> usize {
        // Behind the block, what a run has too much.
        self.trail.place(n, BLOCK + STEP)
    }

    #[inline(always)]
    fn settle<const WIDE: bool>(&mut self, packed: &mut Packed, n: usize, at: usize) -> usize {
        if settle(self, packed, n, at) { BLOCK } else { 0 }
    }

    #[inline(always)]
    fn verify<const WIDE: bool>(
        &mut self,
        packed: &mut Packed,
        notes: &mut Notes,
        n: usize,
        at: usize,
    ) -> End {
        verify(self, packed, notes, n, at)
    }
}

/// Appends a block on the assumption that all its heaps are common; false if a value does not fit.
#[inline(always)]
fn settle<W: Word>(words: &mut Words<W>, packed: &mut Packed, n: usize, at: usize) -> bool {
    let mut excluded = [W::default(); BLOCK];
    W::gather_block(&words.trail.entries, at, &words.far, &mut excluded);
    for term in &words.late {
        for (j, set) in excluded.iter_mut().enumerate() {
            if let Some(heap) = (n + j).checked_sub(term.distance)
                && !packed.is_rare(heap)
            {
                *set = set.or(W::bit((packed.cell(heap) ^ term.add).into()));
            }
        }
    }
    match &words.close {
        Close::Runs(run, close) => settle_runs(&mut words.trail.entries, *run, close, &excluded, packed, at),
        Close::OneByOne(mid, near) => {
            settle_one_by_one(&mut words.trail.entries, (mid, near), &excluded, packed, n, at)
        }
    }
}

/// Settles a block run by run. A run has fewer heaps than lanes; the next one puts right what was written behind it.
#[inline(always)]
fn settle_runs<W: Word>(
    entries: &mut [W],
    run: usize,
    close: &[Group],
    excluded: &[W; BLOCK],
    packed: &mut Packed,
    at: usize,
) -> bool {
    let mut padded = [W::default(); BLOCK + STEP];
    padded[..BLOCK].copy_from_slice(excluded);
    for j in (0..BLOCK).step_by(run) {
        let mut sets = [W::default(); STEP];
        sets.copy_from_slice(&padded[j..j + STEP]);
        gather(entries, at + j, close, &mut sets);
        entries[at + j..at + j + STEP].copy_from_slice(&sets.map(Word::least_missing));
    }
    let mut bytes = [0u8; BLOCK];
    let mut fit = true;
    for (byte, word) in bytes.iter_mut().zip(&entries[at..at + BLOCK]) {
        *byte = word.least() as u8;
        fit &= *word != W::default();
    }
    if fit {
        packed.append(&bytes);
    }
    fit
}

/// Settles a block heap by heap, but for the terms that are far enough.
#[inline(always)]
fn settle_one_by_one<W: Word>(
    entries: &mut [W],
    (mid, nearest): (&[Group], &[Term]),
    excluded: &[W; BLOCK],
    packed: &mut Packed,
    n: usize,
    at: usize,
) -> bool {
    // The bytes of the block, behind those of the heaps before it. The array is a power of two so that masked indices
    // need no check.
    let mut bytes = [0u8; 2 * BLOCK];
    let before = packed.bytes();
    bytes[BLOCK - STEP..BLOCK].copy_from_slice(&before[before.len() - STEP..]);
    let plain = n > packed.last_rare() + STEP;
    for step in 0..BLOCK / STEP {
        let (from, mut near) = (at + step * STEP, [W::default(); STEP]);
        near.copy_from_slice(&excluded[step * STEP..(step + 1) * STEP]);
        gather(entries, from, mid, &mut near);
        for (j, word) in near.iter_mut().enumerate() {
            let mut set = *word;
            let heap = BLOCK + step * STEP + j;
            for term in nearest {
                if plain || !packed.is_rare(n + heap - BLOCK - term.distance) {
                    let value = u16::from(bytes[(heap - term.distance) % (2 * BLOCK)]) ^ term.add;
                    set = set.or(W::bit(usize::from(value) % W::VALUES));
                }
            }
            let value = set.mex();
            if value >= W::VALUES {
                return false;
            }
            *word = W::bit(value);
            bytes[heap % (2 * BLOCK)] = value as u8;
        }
        entries[from..from + STEP].copy_from_slice(&near);
    }
    packed.append(&bytes[BLOCK..]);
    true
}

/// Checks that every rare value below the values of a block is excluded.
#[inline(always)]
fn verify<W: Word>(words: &mut Words<W>, packed: &mut Packed, notes: &mut Notes, n: usize, at: usize) -> End {
    let mut open = [W::default(); BLOCK];
    let values = &packed.bytes()[n - packed.start()..];
    for (j, (set, &v)) in open.iter_mut().zip(values).enumerate() {
        *set = words.need[(n + j) & 1][usize::from(v)];
    }
    let mut covered = [W::default(); BLOCK];
    let mut left = BLOCK as u32;
    for stage in &words.stages {
        W::gather_block(&words.trail.entries, at, stage, &mut covered);
        left = 0;
        for (set, covered) in open.iter_mut().zip(&covered) {
            *set = set.without(*covered);
            left += u32::from(*set != W::default());
        }
        if left <= 1 {
            break;
        }
    }
    if left == 0 {
        return End::Done;
    }
    for (j, &set) in open.iter().enumerate() {
        if set == W::default() {
            continue;
        }
        notes.searched += 1;
        // Ascending: the least rare value without an option is the value.
        for v in 0..W::VALUES {
            if W::bit(v).without(set) != W::default() {
                continue;
            }
            let value = packed.unpack(v as u32, (n + j) as u64, true);
            let open = Open { heap: n + j, value, witness: packed.witness(n + j, value) };
            if let Some(end) = open.judge(packed, notes, n, words.helper_bound) {
                return end;
            }
        }
    }
    End::Done
}

#[inline(always)]
fn gather_runs<W: Word, const N: usize>(window: &[W], at: usize, groups: &[Group], sets: &mut [W; BLOCK]) {
    let (runs, _) = sets.as_chunks_mut::<N>();
    for (run, total) in runs.iter_mut().enumerate() {
        gather(window, at + run * N, groups, total);
    }
}

#[inline(always)]
fn gather<W: Word, const N: usize>(window: &[W], at: usize, groups: &[Group], total: &mut [W; N]) {
    let mut all = *total;
    for group in groups {
        let mut sum = [W::default(); N];
        for &distance in &group.distances {
            let from = at - distance;
            let Some(words) = window.get(from..from + N).and_then(|w| w.first_chunk::<N>()) else {
                unreachable!()
            };
            for j in 0..N {
                sum[j] = sum[j].or(words[j]);
            }
        }
        for j in 0..W::VALUES.trailing_zeros() {
            if group.add >> j & 1 == 1 {
                for word in &mut sum {
                    *word = word.flip(j);
                }
            }
        }
        for j in 0..N {
            all[j] = all[j].or(sum[j]);
        }
    }
    *total = all;
}

/// The set with `add` added to every value.
#[cfg(test)]
fn add<W: Word>(mut word: W, add: u8) -> W {
    for j in 0..W::VALUES.trailing_zeros() {
        if add >> j & 1 == 1 {
            word = word.flip(j);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flips_exchange<W: Word>() {
        for v in 0..W::VALUES {
            for g in 0..W::VALUES {
                assert_eq!(add(W::bit(v), g as u8), W::bit(v ^ g));
            }
            let below = (0..v).fold(W::default(), |set, x| set.or(W::bit(x)));
            assert_eq!((below.mex(), below.least_missing(), W::bit(v).least()), (v, W::bit(v), v));
            assert_eq!(below.or(W::bit(v)).without(below), W::bit(v));
        }
    }

    #[test]
    fn adding_a_value_permutes_the_bits() {
        flips_exchange::<u16>();
        flips_exchange::<u32>();
        flips_exchange::<u64>();
        flips_exchange::<Pair>();
    }
}

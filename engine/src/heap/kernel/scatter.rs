//! One mark an option: for values that are too many for words and bit rows.
//!
//! A term `(d, g)` says: heap `n` cannot have the value `G(n - d) ⊕ g`. For a block of 16 heaps the values `G(n - d)` are one
//! run of memory, and each of the 16 sums is a mark, a byte in the set of its heap. A mark costs the same however many
//! values there are, where a bit row costs an operation for each of them; so this kernel takes over where values exceed what the
//! rows hold. Terms nearer than the block are marked heap by heap.
//!
//! Verification is the same loop with helpers for terms: splits into two common parts have rare values, and every rare value
//! below the value of a heap must be marked. What the helpers leave open is searched for pair by pair.
//!
//! Complexity: `r + h` marks a heap for `r` terms and `h` helpers, and `V/32` vector operations to find the least value
//! without a mark.

use crate::heap::kernel::blocks::{Blocks, End, Notes, Open, Trail};
use crate::heap::kernel::helpers::Helper;
use crate::heap::packed::{Packed, Term};

/// How many heaps are settled together.
const BLOCK: usize = 16;
/// Terms at least this far away are read from the table instead of the window.
const LATE: usize = 1 << 20;
/// How many small parts are kept mirrored for the search pair by pair. Witnesses among them are not worth a note.
const MIRROR: usize = 1 << 14;
/// How many pairs are looked at together.
const RUN: usize = 64;
/// The most packed values: those of all values of 16 bits.
pub(crate) const VALUES: usize = 1 << 15;

/// The kernel.
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    /// A power of two that no packed value reaches.
    values: usize,
    far: Vec<Term>,
    near: Vec<Term>,
    late: Vec<Term>,
    helpers: Vec<Helper>,
    helping: Vec<Term>,
    /// The packed values of the last heaps. A heap that is rare or below 1 is no common part: it has the bit `values` set, and so have
    /// its sums, which land in the upper half of the marks where nobody looks.
    trail: Trail<u16>,
    /// For each heap of the block a byte for each sum.
    marks: Vec<u8>,
    /// `mirror[RUN·c + j]` is the packed value of the part `RUN·c + RUN - j`, with the bit `values` set if it is no common part.
    mirror: Vec<u16>,
}

impl Scatter {
    /// Sets up the window behind the end of the table, for `values` packed values or more.
    pub(crate) fn new(packed: &Packed, values: usize, helpers: Vec<Helper>) -> Scatter {
        let values = values.next_power_of_two();
        let terms = packed.terms();
        let within = |from: usize, to: usize| -> Vec<Term> {
            terms.iter().copied().filter(|t| (from..to).contains(&t.distance)).collect()
        };
        let reach = within(0, LATE).iter().map(|t| t.distance).max().unwrap_or(0);
        let reach = reach.max(MIRROR + packed.moves.most_removed());
        let mirrored =
            (0..MIRROR.min(packed.first().len() / (2 * RUN) * RUN)).map(|i| i - i % RUN + RUN - i % RUN);
        let common = |heap: usize| match packed.is_rare(heap) {
            true => values as u16,
            false => packed.cell(heap),
        };
        let part =
            |heap: usize| if heap < packed.moves.least_part as usize { values as u16 } else { common(heap) };
        Scatter {
            values,
            far: within(BLOCK, LATE),
            near: within(0, BLOCK),
            late: within(LATE, usize::MAX),
            helping: helpers.iter().map(|h| h.term).collect(),
            helpers,
            trail: Trail::new(packed, reach, BLOCK, values as u16, common),
            marks: vec![0; BLOCK * 2 * values],
            mirror: mirrored.map(part).collect(),
        }
    }

    /// The helpers, for the next kernel.
    pub(crate) fn helpers(&self) -> &[Helper] {
        &self.helpers
    }
}

impl Blocks for Scatter {
    const BLOCK: usize = BLOCK;

    fn values(&self) -> usize {
        self.values
    }

    /// Witnesses among the mirrored parts are not noted, whichever it was.
    fn helper_bound(&self) -> usize {
        MIRROR
    }

    #[inline(always)]
    fn place(&mut self, n: usize) -> usize {
        self.trail.place(n, BLOCK)
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
fn settle(scatter: &mut Scatter, packed: &mut Packed, n: usize, at: usize) -> bool {
    let Scatter { values, far, near, late, trail, marks, .. } = scatter;
    let window = &mut trail.entries;
    let (values, width) = (*values, 2 * *values);
    scatter_marks(window, at, far, marks, values);
    for term in late.iter() {
        for (j, marks) in marks.chunks_mut(width).enumerate() {
            if let Some(heap) = (n + j).checked_sub(term.distance)
                && !packed.is_rare(heap)
            {
                marks[usize::from(packed.cell(heap) ^ term.add)] = 1;
            }
        }
    }
    for j in 0..BLOCK {
        let marks = &mut marks[j * width..(j + 1) * width];
        for term in near.iter() {
            marks[usize::from(window[at + j - term.distance] ^ term.add)] = 1;
        }
        let Some(value) = unmarked(&marks[..values], 0) else { return false };
        window[at + j] = value as u16;
    }
    packed.append_wide(&window[at..at + BLOCK]);
    true
}

/// Clears the marks that are looked at, and marks the sums of all terms for a block.
#[inline(always)]
fn scatter_marks(window: &[u16], at: usize, terms: &[Term], marks: &mut [u8], values: usize) {
    marks.chunks_mut(2 * values).for_each(|marks| marks[..values].fill(0));
    // The usual widths are known to the compiler, so that an index within them needs no check.
    match values {
        512 => mark_within::<1024>(window, at, terms, marks),
        1024 => mark_within::<2048>(window, at, terms, marks),
        _ => {
            for term in terms {
                for (marks, value) in marks.chunks_mut(2 * values).zip(&window[at - term.distance..]) {
                    marks[usize::from(value ^ term.add)] = 1;
                }
            }
        }
    }
}

#[inline(always)]
fn mark_within<const WIDTH: usize>(window: &[u16], at: usize, terms: &[Term], marks: &mut [u8]) {
    let Some(marks) = marks.as_chunks_mut::<WIDTH>().0.first_chunk_mut::<BLOCK>() else { return };
    for term in terms {
        let Some(run) = window[at - term.distance..].first_chunk::<BLOCK>() else { unreachable!() };
        for (j, value) in run.iter().enumerate() {
            marks[j][usize::from(value ^ term.add) % WIDTH] = 1;
        }
    }
}

/// The least value from `from` on without a mark.
#[inline(always)]
fn unmarked(marks: &[u8], from: usize) -> Option<usize> {
    const RUN: usize = 32;
    let mut at = from;
    // Whole runs of marks are passed over together.
    while let Some(run) = marks.get(at..at + RUN)
        && run.iter().fold(1, |all, mark| all & mark) == 1
    {
        at += RUN;
    }
    marks[at..].iter().position(|&mark| mark == 0).map(|more| at + more)
}

/// Checks that every rare value below the values of a block is excluded.
#[inline(always)]
fn verify(scatter: &mut Scatter, packed: &mut Packed, notes: &mut Notes, n: usize, at: usize) -> End {
    let Scatter { values, helping, trail, marks, mirror, .. } = scatter;
    let window = &trail.entries;
    scatter_marks(window, at, helping, marks, *values);
    for (j, marks) in marks.chunks(2 * *values).enumerate() {
        let heap = n + j;
        let value = packed.unpack(window[at + j].into(), heap as u64, false);
        // Ascending: the least rare value without an option is the value.
        let (mut from, mut searched) = (0, false);
        while let Some(x) = unmarked(&marks[..*values], from) {
            let rare = packed.unpack(x as u32, heap as u64, true);
            if rare > value {
                break;
            }
            searched = true;
            let witness = match pair(mirror, window, &packed.moves.breaks, at + j, x as u16) {
                true => Some(Some(0)),
                false => packed.witness(heap, rare),
            };
            let open = Open { heap, value: rare, witness };
            if let Some(end) = open.judge(packed, notes, n, MIRROR) {
                return end;
            }
            from = x + 1;
        }
        notes.searched += u64::from(searched);
    }
    End::Done
}

/// Whether two common parts, one of them mirrored, have the packed value `x` together.
#[inline(always)]
fn pair(mirror: &[u16], window: &[u16], breaks: &[u64], at: usize, x: u16) -> bool {
    let (runs, _) = mirror.as_chunks::<RUN>();
    runs.iter().enumerate().any(|(run, small)| {
        breaks.iter().any(|&t| {
            // Part i = RUN·run + RUN - j stands beside the heap t + i below.
            let from = at - t as usize - RUN * (run + 1);
            let large = window[from..].first_chunk::<RUN>();
            large.is_some_and(|large| small.iter().zip(large).fold(false, |any, (a, b)| any | (a ^ b == x)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_unmarked_value_is_found_anywhere() {
        let mut marks = vec![1u8; 100];
        assert_eq!(unmarked(&marks, 0), None);
        for at in [0, 1, 31, 32, 63, 64, 95, 96, 99] {
            marks[at] = 0;
            assert_eq!(unmarked(&marks, 0), Some(at));
            assert_eq!(unmarked(&marks, at), Some(at));
            assert_eq!(unmarked(&marks, at + 1), None);
            marks[at] = 1;
        }
    }
}

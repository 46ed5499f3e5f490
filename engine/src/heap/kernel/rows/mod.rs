//! Value-major bit rows: for each value the set of heaps that have it, 1024 heaps to an operation.
//!
//! A term `(d, g)` says: where heap `n - d` has value `u`, heap `n` cannot have `u ⊕ g`. With a bit row for every value that is one shifted row or-ed
//! into another, for all heaps of a block at once. Far terms are settled for 4096 heaps, nearer ones for 1024 and 256, and those below 256 heap by heap,
//! after the rows of the block have been transposed into one set a heap. For each value `u` its row is copied eight times, shifted by 0 to 7
//! bits, so that every distance is a run of bytes; the copies stay in cache while all terms of `u` are served.
//!
//! Verification is value-major too: for each rare value in ascending order, the heaps above it are covered by rows of helpers at distances that
//! are whole bytes; the few heaps left over are searched pair by pair, 64 at a time.
//!
//! Two threads share the far terms, each for half of the block, and then the verification, each for some of its parts. What comes out does not depend
//! on it: no part of either reads what another writes.
//!
//! Complexity: `r·V/256` vector operations a heap for `r` terms and `V` packed values, up to 256.

mod covers;
mod level;
mod transpose;
mod verify;

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use crate::heap::kernel::blocks::{Blocks, End, Notes};
use crate::heap::packed::{Packed, Term};
use crate::machine::Threads;
pub(crate) use covers::Covers;
use level::{Known, Level, exclude};
use transpose::transpose;
use verify::verify_block;

/// Heaps settled together for the farthest terms.
const BLOCK: usize = 4096;
/// Heaps verified together.
const VERIFY: usize = 1024;
/// Heaps settled one by one after all rows are in.
const NEAR: usize = 256;
/// Terms at least this far away are read from the table.
const LATE: usize = 1 << 20;
/// The largest distance of a helper.
const HELPER_DISTANCE: usize = 1 << 14;
/// The most helpers for one rare value.
const HELPERS: usize = 320;
/// How many small parts are kept mirrored for the search pair by pair.
const MIRROR: usize = 1 << 14;
/// The most packed values.
pub(crate) const VALUES: usize = 256;
/// The most threads that share a block.
const PIECES: usize = 2;

/// The kernel.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    values: usize,
    /// The farthest terms, for as many pieces of the block as there are threads.
    far: Vec<Level>,
    /// Nearer terms, for parts of the block and for parts of those.
    nearer: [Level; 2],
    near: Vec<Term>,
    late: Vec<Term>,
    /// Bit `i` of row `v` (low bits first) is set if heap `base + i` is common and has packed value `v`.
    rows: Vec<u8>,
    stride: usize,
    base: isize,
    span: usize,
    /// How often each value occurred, and where last.
    count: Vec<u64>,
    latest: Vec<usize>,
    /// Sets of excluded values of the next heaps, from near terms.
    pending: Vec<[u64; 4]>,
    covers: Covers,
    /// `mirror[64c + j]` is the packed value of heap `64c + 64 - j`, and whether that is a common part (0 or 255).
    mirror: Vec<u8>,
    common: Vec<u8>,
    helper_bound: usize,
}

impl Rows {
    /// Sets up the rows behind the end of the table; helpers are learnt unless given.
    pub(crate) fn new(packed: &Packed, values: usize, covers: Option<Covers>, threads: Threads) -> Rows {
        let values = (values + 8).next_multiple_of(16).min(VALUES);
        let mut terms = packed.terms();
        terms.sort_unstable();
        let pieces = threads.count().min(PIECES);
        let far = vec![Level::new(&terms, BLOCK / pieces, BLOCK, LATE, values); pieces];
        let nearer = [(VERIFY, BLOCK), (NEAR, VERIFY)];
        let nearer = nearer.map(|(lanes, high)| Level::new(&terms, lanes, lanes, high, values));
        let reach = far.iter().chain(&nearer).map(|l| l.reach).max().unwrap_or(0);
        let span = reach.max(HELPER_DISTANCE + 2 * BLOCK).next_multiple_of(64);
        let stride = (span + (1 << 16).max(span)) / 8;
        let mirrored = (0..MIRROR.min(packed.first().len() / 128 * 64)).map(|i| i - i % 64 + 64 - i % 64);
        let is_part = |heap: usize| heap >= packed.moves.least_part as usize && !packed.is_rare(heap);
        let mut rows = Rows {
            values,
            near: terms.iter().filter(|t| t.distance < NEAR).copied().collect(),
            late: terms.iter().filter(|t| t.distance >= LATE).copied().collect(),
            far,
            nearer,
            rows: vec![0; values * stride],
            stride,
            base: packed.len() as isize - span as isize,
            span,
            count: vec![0; values],
            latest: vec![0; values],
            pending: vec![[0; 4]; 2 * NEAR],
            covers: Vec::new(),
            mirror: mirrored.clone().map(|heap| packed.byte(heap)).collect(),
            common: mirrored.map(|heap| if is_part(heap) { 255 } else { 0 }).collect(),
            helper_bound: HELPER_DISTANCE,
        };
        rows.fill(packed);
        // Those of a kernel for fewer values say nothing of the others.
        let covers = covers.filter(|covers| covers.len() >= values);
        rows.covers = covers.unwrap_or_else(|| rows.learn(packed));
        rows
    }

    fn fill(&mut self, packed: &Packed) {
        let n = packed.len();
        for at in 0..self.span {
            let heap = self.base + at as isize;
            if heap > 0 && !packed.is_rare(heap as usize) {
                let v = usize::from(packed.byte(heap as usize));
                self.rows[v * self.stride + at / 8] |= 1 << (at % 8);
                self.count[v] += 1;
                self.latest[v] = heap as usize;
            }
        }
        for back in (1..NEAR.min(n)).filter(|&back| !packed.is_rare(n - back)) {
            for term in self.near.iter().filter(|t| t.distance >= back) {
                let v = usize::from(packed.cell(n - back) ^ term.add);
                self.pending[term.distance - back][v / 64] |= 1 << (v % 64);
            }
        }
    }

    /// The helpers, for the next kernel.
    pub(crate) fn covers(&self) -> &Covers {
        &self.covers
    }
}

impl Blocks for Rows {
    const BLOCK: usize = BLOCK;

    fn values(&self) -> usize {
        self.values
    }

    /// The largest part among the helpers.
    fn helper_bound(&self) -> usize {
        self.helper_bound
    }

    fn place(&mut self, n: usize) -> usize {
        let at = (n as isize - self.base) as usize;
        if at + BLOCK <= self.stride * 8 {
            return at;
        }
        let from = (at - self.span) / 8;
        for row in self.rows.chunks_mut(self.stride) {
            row.copy_within(from..from + self.span / 8, 0);
            row[self.span / 8..].fill(0);
        }
        self.base += (at - self.span) as isize;
        self.span
    }

    #[inline(always)]
    fn settle<const WIDE: bool>(&mut self, packed: &mut Packed, n: usize, at: usize) -> usize {
        // All values, also those that occur for the first time within the block.
        let mut order: Vec<usize> = (0..self.values).collect();
        order.sort_by_key(|&u| Reverse(self.count[u]));
        exclude_far::<WIDE>(self, at, n, &order);
        settle_block::<WIDE>(self, packed, at, &order) * VERIFY
    }

    fn verify<const WIDE: bool>(
        &mut self,
        packed: &mut Packed,
        notes: &mut Notes,
        n: usize,
        at: usize,
    ) -> End {
        verify_block::<WIDE>(self, packed, notes, n, at)
    }
}

/// The far terms of a block, each piece of it on a thread of its own.
fn exclude_far<const WIDE: bool>(rows: &mut Rows, at: usize, n: usize, order: &[usize]) {
    let Rows { far, rows, stride, count, latest, .. } = rows;
    let known = Known { rows, stride: *stride, count, latest, order };
    let threads = Threads::new(far.len());
    let pieces = Mutex::new(far.iter_mut().enumerate());
    threads.run(|| {
        while let Some((piece, level)) = next(&pieces) {
            let offset = piece * level.lanes;
            level.excluded.fill(0);
            exclude::<WIDE>(level, known, at + offset, n + offset);
        }
    });
}

/// The next job of a pool.
fn next<T>(jobs: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Settles the parts of a block one after the other; how many of them, before a value did not fit.
#[inline(always)]
fn settle_block<const WIDE: bool>(rows: &mut Rows, packed: &mut Packed, at: usize, order: &[usize]) -> usize {
    let n = packed.len();
    for part in 0..BLOCK / VERIFY {
        let offset = part * VERIFY;
        let Rows { far, nearer: [middle, _], rows: bits, stride, count, latest, .. } = &mut *rows;
        let piece = &far[offset / far[0].lanes];
        middle.start_from(piece, offset % piece.lanes);
        let known = Known { rows: bits, stride: *stride, count, latest, order };
        exclude::<WIDE>(middle, known, at + offset, n + offset);
        for near in 0..VERIFY / NEAR {
            let inner = offset + near * NEAR;
            let Rows { nearer: [middle, last], rows: bits, stride, count, latest, .. } = &mut *rows;
            last.start_from(middle, near * NEAR);
            let known = Known { rows: bits, stride: *stride, count, latest, order };
            exclude::<WIDE>(last, known, at + inner, n + inner);
            if !settle(rows, packed, at + inner) {
                return part;
            }
        }
    }
    BLOCK / VERIFY
}

/// Settles 256 heaps one by one; false if a value does not fit.
#[inline(always)]
fn settle(rows: &mut Rows, packed: &mut Packed, at: usize) -> bool {
    let n = packed.len();
    let width = NEAR / 64;
    let excluded = &rows.nearer[1].excluded;
    for (tile, values) in excluded.chunks(64 * width).enumerate() {
        for word in 0..width {
            let mut square = [0u64; 64];
            for (line, sets) in square.iter_mut().zip(values.chunks(width)) {
                *line = sets[word];
            }
            transpose(&mut square);
            for (set, line) in rows.pending[word * 64..].iter_mut().zip(square) {
                set[tile] |= line;
            }
        }
    }
    for term in &rows.late {
        for (j, set) in rows.pending[..NEAR].iter_mut().enumerate() {
            if let Some(heap) = (n + j).checked_sub(term.distance)
                && !packed.is_rare(heap)
            {
                let v = usize::from(packed.cell(heap) ^ term.add);
                set[v / 64] |= 1 << (v % 64);
            }
        }
    }
    let mut bytes = [0u8; NEAR];
    for (j, byte) in bytes.iter_mut().enumerate() {
        let set = rows.pending[j];
        let Some(word) = (0..4).find(|&w| set[w] != !0) else { return false };
        let value = 64 * word + set[word].trailing_ones() as usize;
        if value >= rows.values {
            return false;
        }
        *byte = value as u8;
        rows.rows[value * rows.stride + (at + j) / 8] |= 1 << (j % 8);
        rows.count[value] += 1;
        rows.latest[value] = n + j;
        let pending = &mut rows.pending[j..];
        for term in &rows.near {
            let v = usize::from(*byte) ^ usize::from(term.add);
            pending[term.distance][v / 64 % 4] |= 1 << (v % 64);
        }
    }
    rows.pending.copy_within(NEAR.., 0);
    rows.pending[NEAR..].fill([0; 4]);
    packed.append(&bytes);
    true
}

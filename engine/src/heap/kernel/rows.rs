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

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use crate::graph::Threads;
use crate::heap::kernel::blocks::{Blocks, End, Notes};
use crate::heap::kernel::dispatch;
use crate::heap::packed::{Packed, Term};

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

/// Terms of one range of distances, for blocks of `lanes` heaps.
#[derive(Clone, Debug)]
struct Level {
    lanes: usize,
    /// By added value: where in the shifted copies each term begins.
    groups: Vec<(u16, Vec<u32>)>,
    /// How many bits before the block the copies begin, and how many words each has.
    reach: usize,
    words: usize,
    /// Excluded heaps, `lanes / 64` words for each value.
    excluded: Vec<u64>,
    /// Eight shifted copies of one row.
    copies: Vec<u8>,
}

/// A row and a distance in bytes that cover a rare value.
type Cover = (u8, u32);

/// Helpers for each packed rare value.
pub(crate) type Covers = Vec<Vec<Cover>>;

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

impl Level {
    fn new(terms: &[Term], lanes: usize, low: usize, high: usize, values: usize) -> Level {
        let within = |t: &&Term| (low..high).contains(&t.distance);
        let reach = terms.iter().filter(within).map(|t| t.distance).max().unwrap_or(low).next_multiple_of(64);
        let words = (reach + lanes - low).div_ceil(64);
        let place = |t: &Term| {
            let bit = reach - t.distance;
            (bit % 8 * words * 8 + bit / 8) as u32
        };
        let mine: Vec<Term> = terms.iter().filter(within).copied().collect();
        let same = mine.chunk_by(|a, b| a.add == b.add);
        let groups = same.map(|g| (g[0].add, g.iter().map(place).collect())).collect();
        let (excluded, copies) = (vec![0; values * lanes / 64], vec![0; 64 * words]);
        Level { lanes, groups, reach, words, excluded, copies }
    }
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

    /// For every rare value the rows that cover most of the last heaps that need it, greedily.
    fn learn(&self, packed: &Packed) -> Covers {
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

/// What the levels read.
#[derive(Clone, Copy)]
struct Known<'a> {
    rows: &'a [u8],
    stride: usize,
    count: &'a [u64],
    latest: &'a [usize],
    /// The values, those that occur often first.
    order: &'a [usize],
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

impl Level {
    /// Takes over the exclusions of a level for more heaps, from some heap of it on.
    fn start_from(&mut self, above: &Level, offset: usize) {
        let (width, upper) = (self.lanes / 64, above.lanes / 64);
        for (own, from) in self.excluded.chunks_mut(width).zip(above.excluded.chunks(upper)) {
            own.copy_from_slice(&from[offset / 64..offset / 64 + width]);
        }
    }
}

/// Adds to the exclusions of a level those of its terms, for the heaps from `n` on, at bit `at` of the rows.
fn exclude<const WIDE: bool>(level: &mut Level, known: Known<'_>, at: usize, n: usize) {
    if !WIDE {
        return exclude_any(level, known, at, n);
    }
    dispatch!(exclude_any(level: &mut Level, known: Known<'_>, at: usize, n: usize))
}

#[inline(always)]
fn exclude_any(level: &mut Level, known: Known<'_>, at: usize, n: usize) {
    let Level { lanes, groups, reach, words, excluded, copies } = level;
    let (width, values) = (*lanes / 64, known.order.len());
    if groups.is_empty() {
        return;
    }
    let occurs = |u: &&usize| known.count[**u] > 0 && known.latest[**u] + *reach >= n;
    for &u in known.order.iter().filter(occurs) {
        let row = &known.rows[u * known.stride..][..known.stride];
        shift_copies(&row[(at - *reach) / 8..], *words, copies);
        for (add, places) in groups.iter() {
            let v = u ^ usize::from(*add);
            if v >= values {
                continue;
            }
            let sets = &mut excluded[v * width..(v + 1) * width];
            if width >= 16 {
                for (part, set) in sets.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                    or_places::<16>(set, &copies[128 * part..], places);
                }
            } else if let Some(set) = sets.first_chunk_mut::<4>() {
                or_places::<4>(set, copies, places);
            }
        }
    }
}

/// Eight copies of a row, the `k`-th shifted down by `k` bits.
#[inline(always)]
fn shift_copies(row: &[u8], words: usize, copies: &mut [u8]) {
    let row = row.as_chunks::<8>().0;
    let last = row.len() - 1;
    copies[..8 * words].copy_from_slice(row[..words].as_flattened());
    for (k, copy) in copies.chunks_mut(8 * words).take(8).enumerate().skip(1) {
        let copy = copy.as_chunks_mut::<8>().0;
        // The word behind the last one only matters if the row goes on.
        let inner = words.min(last);
        for ((to, low), high) in copy.iter_mut().zip(&row[..inner]).zip(&row[1..=inner]) {
            let (low, high) = (u64::from_le_bytes(*low), u64::from_le_bytes(*high));
            *to = (low >> k | high << (64 - k)).to_le_bytes();
        }
        if inner < words {
            copy[inner] = (u64::from_le_bytes(row[inner]) >> k).to_le_bytes();
        }
    }
}

/// Ors the runs of `8·N` bytes at the given places into a set, unless it is full.
#[inline(always)]
fn or_places<const N: usize>(set: &mut [u64; N], copies: &[u8], places: &[u32]) {
    let mut sum = *set;
    if sum.iter().fold(!0, |all, word| all & word) == !0 {
        return;
    }
    for &place in places {
        let bytes = &copies[place as usize..place as usize + 8 * N];
        let words = bytes.as_chunks::<8>().0;
        for j in 0..N {
            sum[j] |= u64::from_le_bytes(words[j]);
        }
    }
    *set = sum;
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

/// Transposes a square of 64 × 64 bits.
#[inline(always)]
fn transpose(square: &mut [u64; 64]) {
    let (mut size, mut mask) = (32, 0x0000_0000_FFFF_FFFFu64);
    while size > 0 {
        for pair in square.chunks_mut(2 * size) {
            let (upper, lower) = pair.split_at_mut(size);
            for (a, b) in upper.iter_mut().zip(lower) {
                let change = (*a >> size ^ *b) & mask;
                *b ^= change;
                *a ^= change << size;
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
}

/// What verifying a part came to.
struct Verified {
    notes: Notes,
    /// The first heap found to be rare, and its value.
    rare: Option<(usize, u32)>,
    /// Whether heaps had to be looked at that are forgotten.
    forgotten: bool,
}

/// Verifies the parts of a block that are there, on as many threads as there are pieces, and drops what does not hold.
fn verify_block<const WIDE: bool>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_twice_changes_nothing() {
        let mut square = [0u64; 64];
        for (i, line) in square.iter_mut().enumerate() {
            *line = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let before = square;
        transpose(&mut square);
        for (i, line) in before.iter().enumerate() {
            assert!((0..64).all(|j| line >> j & 1 == square[j] >> i & 1));
        }
        transpose(&mut square);
        assert_eq!(square, before);
    }

    #[test]
    fn copies_are_shifted_by_their_number() {
        let row: Vec<u8> = (0..80u32).map(|i| (i * i * 37 % 251) as u8).collect();
        let bit = |bytes: &[u8], i: usize| bytes[i / 8] >> (i % 8) & 1;
        let mut copies = vec![0u8; 8 * 8 * 9];
        shift_copies(&row, 9, &mut copies);
        for k in 0..8 {
            let copy = &copies[k * 72..(k + 1) * 72];
            assert!((0..72 * 8).all(|i| bit(copy, i) == bit(&row, i + k)), "{k}");
        }
    }
}

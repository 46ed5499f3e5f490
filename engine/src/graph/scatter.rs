//! Sorting arcs by a key into rows: the one step behind building a graph and reversing it.
//!
//! A counting sort whose writes stay near each other. The keys are cut into ranges; each range is filled by one
//! walk over all arcs that ignores the others, so threads own disjoint slices and need no atomics, and the slice
//! being written stays small enough for the cache. Reading the arcs again is cheap, writing at random is not.
//! Complexity: O(V + R·E) sequential reads and O(E) nearby writes for R ranges; no memory beyond the result.

use std::sync::Mutex;

use super::csr::Offsets;
use super::memory::zeros;
use super::prefetch;
use super::threads::Threads;
use crate::error::Result;
use crate::progress::{Progress, Step};

/// Arcs that can be walked as often as needed, always in the same order.
pub(super) trait Arcs: Sync {
    /// What goes into the rows.
    type Load: Copy + Default + Send;

    /// How many there are.
    fn len(&self) -> usize;

    /// Hands out each arc's key and load.
    fn walk(&self, visit: impl FnMut(u32, Self::Load));
}

/// Below this many arcs a second thread costs more than it saves.
const PARALLEL: usize = 1 << 20;
/// How many loads a range should hold, so that its part of the result stays in the cache.
const RANGE: usize = 1 << 23;
/// How many arcs of the range are collected before they are written.
const BATCH: usize = 2048;
/// How far ahead the row of an arc is asked for.
const AHEAD: usize = 16;

/// An entry of an offset table.
pub(super) trait Word: Copy + Default + Send + Sync {
    fn new(at: usize) -> Self;
    fn at(self) -> usize;
}

impl Word for u32 {
    #[inline]
    fn new(at: usize) -> u32 {
        at as u32
    }
    #[inline]
    fn at(self) -> usize {
        self as usize
    }
}

impl Word for u64 {
    #[inline]
    fn new(at: usize) -> u64 {
        at as u64
    }
    #[inline]
    fn at(self) -> usize {
        self as usize
    }
}

/// The loads of `arcs` in rows by key, each row in the order of the walk. Every key must be below `keys`.
pub(super) fn by_key<A: Arcs>(
    keys: usize,
    arcs: &A,
    threads: Threads,
    progress: &dyn Progress,
) -> Result<(Offsets<'static>, Vec<A::Load>)> {
    if u32::try_from(arcs.len()).is_ok() {
        let (offsets, loads) = rows::<u32, A>(keys, arcs, threads, progress)?;
        Ok((Offsets::Narrow(offsets.into()), loads))
    } else {
        let (offsets, loads) = rows::<u64, A>(keys, arcs, threads, progress)?;
        Ok((Offsets::Wide(offsets.into()), loads))
    }
}

fn rows<W: Word, A: Arcs>(
    keys: usize,
    arcs: &A,
    threads: Threads,
    progress: &dyn Progress,
) -> Result<(Vec<W>, Vec<A::Load>)> {
    let threads = threads.for_work(arcs.len(), PARALLEL);
    let mut offsets = zeros::<W>(keys + 1)?;
    let mut loads = zeros::<A::Load>(arcs.len())?;
    count(&mut offsets[..keys], arcs, threads, progress)?;
    let mut total = 0;
    for offset in &mut offsets {
        let length = offset.at();
        *offset = W::new(total);
        total += length;
    }
    fill(&mut offsets, &mut loads, arcs, threads, progress)?;
    // Filling moved the start of each row to its end, which is the start of the next one.
    offsets.copy_within(..keys, 1);
    offsets[0] = W::new(0);
    Ok((offsets, loads))
}

/// A range of keys from `first` on, with the part of the tables that only these keys touch.
struct Range<'t, W, L> {
    first: u32,
    /// Position of the range's first load in the whole table.
    base: usize,
    cursors: &'t mut [W],
    loads: &'t mut [L],
}

fn count<W: Word, A: Arcs>(
    counts: &mut [W],
    arcs: &A,
    threads: Threads,
    progress: &dyn Progress,
) -> Result<()> {
    let width = counts.len().div_ceil(threads.count()).max(1);
    let ranges = counts.chunks_mut(width).enumerate().map(|(i, counts)| ((i * width) as u32, counts));
    work_off(ranges.collect(), threads, progress, |(first, counts)| {
        arcs.walk(|key, _| {
            if let Some(count) = counts.get_mut(key.wrapping_sub(first) as usize) {
                *count = W::new(count.at() + 1);
            }
        });
    })
}

fn fill<W: Word, A: Arcs>(
    offsets: &mut [W],
    loads: &mut [A::Load],
    arcs: &A,
    threads: Threads,
    progress: &dyn Progress,
) -> Result<()> {
    let keys = offsets.len() - 1;
    let parts = loads.len().div_ceil(RANGE).max(1).next_multiple_of(threads.count());
    let width = keys.div_ceil(parts).max(1);
    let starts: Vec<usize> = offsets.iter().step_by(width).map(|w| w.at()).collect();
    let (mut rest, mut ranges) = (loads, Vec::with_capacity(parts));
    for (i, cursors) in offsets[..keys].chunks_mut(width).enumerate() {
        let base = starts[i];
        let end = starts.get(i + 1).map_or(base + rest.len(), |&next| next);
        let (loads, tail) = rest.split_at_mut(end - base);
        rest = tail;
        ranges.push(Range { first: (i * width) as u32, base, cursors, loads });
    }
    work_off(ranges, threads, progress, |range| fill_range(range, arcs))
}

fn fill_range<W: Word, A: Arcs>(range: Range<'_, W, A::Load>, arcs: &A) {
    let Range { first, base, cursors, loads } = range;
    let width = cursors.len() as u32;
    let mut batch = [(0u32, A::Load::default()); BATCH];
    let mut held = 0;
    let mut write = |batch: &[(u32, A::Load)]| {
        for (i, &(key, load)) in batch.iter().enumerate() {
            if let Some(&(soon, _)) = batch.get(i + AHEAD) {
                prefetch::ask(cursors, soon as usize);
            }
            let cursor = &mut cursors[key as usize];
            loads[cursor.at() - base] = load;
            *cursor = W::new(cursor.at() + 1);
        }
    };
    arcs.walk(|key, load| {
        // Written always, kept only if it belongs here: a branch would be guessed wrong half of the time.
        let key = key.wrapping_sub(first);
        batch[held] = (key, load);
        held += usize::from(key < width);
        if held == BATCH {
            write(&batch);
            held = 0;
        }
    });
    write(&batch[..held]);
}

/// Does each job once, on as many threads as given.
fn work_off<J: Send>(
    jobs: Vec<J>,
    threads: Threads,
    progress: &dyn Progress,
    work: impl Fn(J) + Sync,
) -> Result<()> {
    let total = jobs.len() as u64;
    let queue = Mutex::new(jobs.into_iter());
    let next = || queue.lock().ok().and_then(|mut jobs| Some((jobs.next()?, total - 1 - jobs.len() as u64)));
    let ends = threads.run(|| {
        while let Some((job, done)) = next() {
            progress.step(Step { unit: "passes", done, total: Some(total) })?;
            work(job);
        }
        Ok(())
    });
    ends.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Quiet;

    struct Pairs(Vec<(u32, u32)>);

    impl Arcs for Pairs {
        type Load = u32;
        fn len(&self) -> usize {
            self.0.len()
        }
        fn walk(&self, mut visit: impl FnMut(u32, u32)) {
            self.0.iter().for_each(|&(key, load)| visit(key, load));
        }
    }

    fn check<W: Word + std::fmt::Debug + PartialEq>(keys: u32, arcs: &Pairs, threads: usize) {
        let (offsets, loads) = rows::<W, _>(keys as usize, arcs, Threads::new(threads), &Quiet).unwrap();
        let mut sorted = arcs.0.clone();
        sorted.sort_by_key(|&(key, _)| key);
        assert_eq!(loads, sorted.iter().map(|&(_, load)| load).collect::<Vec<_>>());
        for key in 0..=keys {
            assert_eq!(offsets[key as usize].at(), sorted.partition_point(|&(k, _)| k < key));
        }
    }

    #[test]
    fn rows_are_a_stable_sort_for_any_number_of_threads() {
        let pairs =
            |keys: u32, len: u32| Pairs((0..len).map(|i| (i.wrapping_mul(2654435761) % keys, i)).collect());
        for (keys, len) in [(1, 0), (1, 5), (7, 3), (10, 5000), (5000, 10)] {
            check::<u32>(keys, &pairs(keys, len), 1);
            check::<u64>(keys, &pairs(keys, len), 2);
        }
        let many = pairs(100_003, PARALLEL as u32 + 17);
        (1..=3).for_each(|threads| check::<u32>(100_003, &many, threads));
    }

    #[test]
    fn no_keys_no_arcs() {
        let (offsets, loads) = rows::<u32, _>(0, &Pairs(vec![]), Threads::ONE, &Quiet).unwrap();
        assert_eq!((offsets, loads), (vec![0], vec![]));
    }
}

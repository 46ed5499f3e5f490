//! Sorting arcs by a key into rows: the one step behind building a graph and reversing it.
//!
//! A counting sort is O(E), but each of its writes misses the cache. So the keys are first cut into *buckets* whose
//! part of the result fits the cache. One walk over the arcs counts the buckets, a second puts each load into its
//! bucket's part of the result, in the order of the walk, and two bytes of its key beside it; then each bucket is
//! sorted by counting, inside the cache. Threads walk parts of the arcs and then sort whole buckets; all they write
//! to is cut into disjoint slices beforehand, so there are no atomics, and the result is the same for any number.
//!
//! Literature: radix partitioning, Manegold, Boncz and Kersten 2002. Complexity: O(V + E) time, two bytes an arc
//! beside the result.

use std::sync::Mutex;

use super::csr::Offsets;
use crate::error::Result;
use crate::machine::Threads;
use crate::machine::memory::{room, zeros};
use crate::work::Work;

/// Arcs that can be walked as often as needed, always in the same order.
pub(super) trait Arcs: Sync {
    /// What goes into the rows.
    type Load: Copy + Default + Send + Sync;

    /// How many there are.
    fn len(&self) -> usize;

    /// Hands out key and load of each arc of the `part`-th of so many parts, which together are all arcs in order.
    fn walk(&self, part: usize, parts: usize, visit: impl FnMut(u32, Self::Load));
}

/// Below this many arcs everything is in the cache anyway, and a second thread costs more than it saves.
const SMALL: usize = 1 << 17;
/// How many loads a bucket should have, so that it stays in the cache while it is sorted.
const BUCKET: usize = 1 << 17;
/// How many buckets there should be at most: each is a stream that the second walk writes to.
const BUCKETS: usize = 1 << 10;
/// A key must fit in 16 bits once its bucket is known.
const WIDEST: u32 = 16;

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
    work: &Work<'_>,
) -> Result<(Offsets<'static>, Vec<A::Load>)> {
    if u32::try_from(arcs.len()).is_ok() {
        let (offsets, loads) = rows::<u32, A>(keys, arcs, threads, work)?;
        Ok((Offsets::Narrow(offsets.into()), loads))
    } else {
        let (offsets, loads) = rows::<u64, A>(keys, arcs, threads, work)?;
        Ok((Offsets::Wide(offsets.into()), loads))
    }
}

fn rows<W: Word, A: Arcs>(
    keys: usize,
    arcs: &A,
    threads: Threads,
    work: &Work<'_>,
) -> Result<(Vec<W>, Vec<A::Load>)> {
    let mut offsets = zeros::<W>(keys + 1)?;
    let mut loads = zeros::<A::Load>(arcs.len())?;
    offsets[keys] = W::new(arcs.len());
    if arcs.len() <= SMALL {
        fill(0, arcs, &mut offsets[..keys], &mut loads);
        return Ok((offsets, loads));
    }
    let wanted = (arcs.len() / BUCKET).clamp(1, BUCKETS);
    let shift = keys.div_ceil(wanted).next_power_of_two().ilog2().min(WIDEST);
    let mut low = zeros::<u16>(arcs.len())?;
    let sizes = sizes(keys.div_ceil(1 << shift), shift, arcs, threads, work)?;
    partition(&sizes, shift, arcs, &mut low, &mut loads, threads, work)?;
    sort_buckets(&sizes, shift, &low, &mut offsets[..keys], &mut loads, threads, work)?;
    Ok((offsets, loads))
}

/// How many arcs of each part fall into each bucket: one list for each part.
fn sizes<A: Arcs>(
    buckets: usize,
    shift: u32,
    arcs: &A,
    threads: Threads,
    work: &Work<'_>,
) -> Result<Vec<Vec<usize>>> {
    let mut sizes: Vec<Vec<usize>> = vec![vec![0; buckets]; threads.count()];
    let parts = sizes.len();
    work_off(sizes.iter_mut().enumerate().collect(), threads, work, |(part, sizes)| {
        arcs.walk(part, parts, |key, _| sizes[(key >> shift) as usize] += 1);
        Ok(())
    })?;
    Ok(sizes)
}

/// Where the loads of one bucket and one part go, and the low bits of their keys.
struct Stream<'t, L> {
    low: std::slice::IterMut<'t, u16>,
    loads: std::slice::IterMut<'t, L>,
}

/// Puts each load into its bucket, in the order of the walk.
fn partition<A: Arcs>(
    sizes: &[Vec<usize>],
    shift: u32,
    arcs: &A,
    mut low: &mut [u16],
    mut loads: &mut [A::Load],
    threads: Threads,
    work: &Work<'_>,
) -> Result<()> {
    let parts = sizes.len();
    let mut streams: Vec<Vec<Stream<'_, A::Load>>> = (0..parts).map(|_| Vec::new()).collect();
    for bucket in 0..sizes[0].len() {
        for (streams, sizes) in streams.iter_mut().zip(sizes) {
            let (low_here, low_rest) = low.split_at_mut(sizes[bucket]);
            let (loads_here, loads_rest) = loads.split_at_mut(sizes[bucket]);
            (low, loads) = (low_rest, loads_rest);
            streams.push(Stream { low: low_here.iter_mut(), loads: loads_here.iter_mut() });
        }
    }
    work_off(streams.into_iter().enumerate().collect(), threads, work, |(part, mut streams)| {
        let mask = (1u32 << shift) - 1;
        arcs.walk(part, parts, |key, load| {
            let stream = &mut streams[(key >> shift) as usize];
            // The sizes were counted on the same walk, so there is always room.
            if let (Some(low), Some(place)) = (stream.low.next(), stream.loads.next()) {
                *low = (key & mask) as u16;
                *place = load;
            }
        });
        Ok(())
    })
}

/// A bucket whose loads are in the order of the walk, and where its rows start.
struct Bucket<'t, W, L> {
    base: usize,
    low: &'t [u16],
    offsets: &'t mut [W],
    loads: &'t mut [L],
}

fn sort_buckets<W: Word, L: Copy + Default + Send + Sync>(
    sizes: &[Vec<usize>],
    shift: u32,
    mut low: &[u16],
    offsets: &mut [W],
    mut loads: &mut [L],
    threads: Threads,
    work: &Work<'_>,
) -> Result<()> {
    let mut base = 0;
    let mut buckets = Vec::with_capacity(sizes[0].len());
    for (bucket, offsets) in offsets.chunks_mut(1 << shift).enumerate() {
        let size = sizes.iter().map(|sizes| sizes[bucket]).sum();
        let (low_here, low_rest) = low.split_at(size);
        let (loads_here, loads_rest) = loads.split_at_mut(size);
        (low, loads) = (low_rest, loads_rest);
        buckets.push(Bucket { base, low: low_here, offsets, loads: loads_here });
        base += size;
    }
    work_off(buckets, threads, work, |bucket| {
        let mut held = room::<L>(bucket.loads.len())?;
        held.extend_from_slice(bucket.loads);
        let arcs = Held { low: bucket.low, loads: &held };
        fill(bucket.base, &arcs, bucket.offsets, bucket.loads);
        Ok(())
    })
}

/// The arcs of one bucket, their keys counted from its first.
struct Held<'h, L> {
    low: &'h [u16],
    loads: &'h [L],
}

impl<L: Copy + Default + Send + Sync> Arcs for Held<'_, L> {
    type Load = L;
    fn len(&self) -> usize {
        self.loads.len()
    }
    fn walk(&self, _: usize, _: usize, mut visit: impl FnMut(u32, L)) {
        self.low.iter().zip(self.loads).for_each(|(&key, &load)| visit(key.into(), load));
    }
}

/// A counting sort; the table of loads continues one of `base` entries.
fn fill<W: Word, A: Arcs>(base: usize, arcs: &A, offsets: &mut [W], loads: &mut [A::Load]) {
    let mut cursors = vec![W::new(0); offsets.len()];
    arcs.walk(0, 1, |key, _| {
        let count = &mut cursors[key as usize];
        *count = W::new(count.at() + 1);
    });
    let mut total = 0;
    for (cursor, offset) in cursors.iter_mut().zip(offsets) {
        *offset = W::new(base + total);
        total += std::mem::replace(cursor, W::new(total)).at();
    }
    arcs.walk(0, 1, |key, load| {
        let cursor = &mut cursors[key as usize];
        loads[cursor.at()] = load;
        *cursor = W::new(cursor.at() + 1);
    });
}

/// Does each job once, on as many threads as given.
fn work_off<J: Send>(
    jobs: Vec<J>,
    threads: Threads,
    work: &Work<'_>,
    job: impl Fn(J) -> Result<()> + Sync,
) -> Result<()> {
    let total = jobs.len() as u64;
    let queue = Mutex::new(jobs.into_iter());
    let next = || queue.lock().ok().and_then(|mut jobs| Some((jobs.next()?, total - 1 - jobs.len() as u64)));
    let ends = threads.run(|| {
        while let Some((part, done)) = next() {
            work.step("parts", done, Some(total))?;
            job(part)?;
        }
        Ok(())
    });
    ends.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pairs(Vec<(u32, u32)>);

    impl Arcs for Pairs {
        type Load = u32;
        fn len(&self) -> usize {
            self.0.len()
        }
        fn walk(&self, part: usize, parts: usize, mut visit: impl FnMut(u32, u32)) {
            let cut = |part: usize| self.0.len() * part / parts;
            self.0[cut(part)..cut(part + 1)].iter().for_each(|&(key, load)| visit(key, load));
        }
    }

    fn check<W: Word + std::fmt::Debug + PartialEq>(keys: u32, arcs: &Pairs, threads: usize) {
        let (offsets, loads) =
            rows::<W, _>(keys as usize, arcs, Threads::new(threads), &Work::unwatched()).unwrap();
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
        let many = pairs(100_003, 3 * SMALL as u32 + 17);
        (1..=3).for_each(|threads| check::<u32>(100_003, &many, threads));
    }

    #[test]
    fn no_keys_no_arcs() {
        let (offsets, loads) = rows::<u32, _>(0, &Pairs(vec![]), Threads::ONE, &Work::unwatched()).unwrap();
        assert_eq!((offsets, loads), (vec![0], vec![]));
    }
}

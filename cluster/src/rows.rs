//! The predecessors of the vertices that a worker owns, in rows: in memory, or in a file that is read round by round.
//!
//! A level is walked in the order of places, so that rows on disk are read as they lie: whole stretches where much of
//! them is wanted, single rows where little is.
//!
//! Literature: semi-external graphs, Abello, Buchsbaum and Westbrook 2002. Complexity: four bytes a vertex, and four
//! an arc in memory or on disk.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use grundy::Result;

use crate::gather::BUCKET;
use crate::trouble::storage;

/// Rows on disk are read together if this part of what lies between them is wanted.
const DENSE: u64 = 8;

/// Rows by place.
#[derive(Debug)]
pub struct Rows {
    buckets: Vec<Sorted>,
    file: Option<OnDisk>,
}

/// The rows of 2^16 places.
#[derive(Debug)]
pub(crate) struct Sorted {
    /// Where each row starts among those of the bucket, and where the last one ends.
    pub(crate) starts: Vec<u32>,
    /// What is in them, unless that lies on disk.
    pub(crate) loads: Vec<u32>,
    /// Where they begin on disk.
    pub(crate) base: u64,
}

impl Sorted {
    #[inline]
    fn span(&self, place: u32) -> (u32, u32) {
        let row = (place & ((1 << BUCKET) - 1)) as usize;
        (self.starts[row], self.starts[row + 1])
    }
}

#[derive(Debug)]
struct OnDisk {
    file: File,
    folder: PathBuf,
    bytes: Vec<u8>,
    words: Vec<u32>,
}

impl OnDisk {
    /// Reads some entries of a bucket.
    fn read(&mut self, bucket: &Sorted, from: u32, to: u32) -> io::Result<()> {
        self.bytes.resize(4 * (to - from) as usize, 0);
        self.file.seek(SeekFrom::Start(bucket.base + 4 * u64::from(from)))?;
        self.file.read_exact(&mut self.bytes)?;
        self.words.clear();
        let words =
            self.bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        self.words.extend(words);
        Ok(())
    }
}

impl Rows {
    pub(crate) fn in_memory(buckets: Vec<Sorted>) -> Rows {
        Rows { buckets, file: None }
    }

    pub(crate) fn on_disk(buckets: Vec<Sorted>, file: File, folder: PathBuf) -> Rows {
        Rows { buckets, file: Some(OnDisk { file, folder, bytes: Vec::new(), words: Vec::new() }) }
    }

    /// How many entries the row of a place has.
    pub fn len(&self, place: u32) -> usize {
        let (from, to) = self.buckets[(place >> BUCKET) as usize].span(place);
        (to - from) as usize
    }

    /// About how much memory is taken.
    pub fn bytes(&self) -> u64 {
        self.buckets.iter().map(|bucket| 4 * (bucket.starts.len() + bucket.loads.len()) as u64).sum()
    }

    /// Visits the rows of places in ascending order until so many entries were seen; how many places were done.
    pub fn visit(
        &mut self,
        places: &[u32],
        budget: usize,
        visit: &mut impl FnMut(u32, &[u32]) -> Result<()>,
    ) -> Result<usize> {
        let (mut done, mut seen) = (0, 0);
        while let Some(&first) = places.get(done).filter(|_| seen < budget) {
            let at = first >> BUCKET;
            let bucket = &self.buckets[at as usize];
            let mut end = done;
            let before = seen;
            while let Some(&place) = places.get(end).filter(|&&place| place >> BUCKET == at && seen < budget)
            {
                let (from, to) = bucket.span(place);
                seen += (to - from) as usize;
                end += 1;
                if self.file.is_none() {
                    visit(place, &bucket.loads[from as usize..to as usize])?;
                }
            }
            if let Some(disk) = &mut self.file {
                disk.visit(bucket, &places[done..end], (seen - before) as u64, visit)?;
            }
            done = end;
        }
        Ok(done)
    }
}

impl OnDisk {
    /// Visits the rows of places of one bucket that have so many entries together.
    fn visit(
        &mut self,
        bucket: &Sorted,
        places: &[u32],
        wanted: u64,
        visit: &mut impl FnMut(u32, &[u32]) -> Result<()>,
    ) -> Result<()> {
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Ok(()) };
        let (base, end) = (bucket.span(first).0, bucket.span(last).1);
        let together = wanted.saturating_mul(DENSE) >= u64::from(end - base);
        if together {
            self.read(bucket, base, end).map_err(|e| storage(&self.folder, &e))?;
        }
        for &place in places {
            let (from, to) = bucket.span(place);
            let base = match together {
                true => base,
                false => {
                    self.read(bucket, from, to).map_err(|e| storage(&self.folder, &e))?;
                    from
                }
            };
            visit(place, &self.words[(from - base) as usize..(to - base) as usize])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::gather::RowsBuilder;

    /// All rows, of arcs that are pushed in any order.
    fn rows(
        mut builder: RowsBuilder,
        arcs: &[(u32, u32)],
        places: u32,
        budget: usize,
    ) -> Vec<(u32, Vec<u32>)> {
        arcs.iter().for_each(|&(place, load)| builder.push(place, load).unwrap());
        let mut rows = builder.finish(places.into()).unwrap();
        let all: Vec<u32> = (0..places).filter(|place| place % 3 != 1 || *place < 100).collect();
        let (mut found, mut at) = (Vec::new(), 0);
        while at < all.len() {
            at += rows
                .visit(&all[at..], budget, &mut |place, row| {
                    let mut row = row.to_vec();
                    row.sort_unstable();
                    found.push((place, row));
                    Ok(())
                })
                .unwrap();
        }
        found
    }

    #[test]
    fn rows_are_the_same_in_memory_and_on_disk_and_as_sorted() {
        let places = 200_000u32;
        let arcs: Vec<(u32, u32)> = (0..400_000u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) % places, i))
            .chain((0..40_000).map(|i| (7, i)))
            .collect();
        let folder = std::env::temp_dir();
        let held = rows(RowsBuilder::new(None).unwrap(), &arcs, places, 1000);
        assert_eq!(held, rows(RowsBuilder::new(Some(&folder)).unwrap(), &arcs, places, 50_000));
        let mut sorted = arcs;
        sorted.sort_unstable();
        for (place, row) in held {
            let from = sorted.partition_point(|&(other, _)| other < place);
            let to = sorted.partition_point(|&(other, _)| other <= place);
            assert_eq!(row, sorted[from..to].iter().map(|&(_, load)| load).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_arc_from_beyond_the_last_place_is_refused() {
        let mut builder = RowsBuilder::new(None).unwrap();
        builder.push(1 << 17, 0).unwrap();
        assert!(builder.finish(5).is_err());
        assert_eq!(RowsBuilder::new(None).unwrap().finish(0).unwrap().bytes(), 0);
    }
}

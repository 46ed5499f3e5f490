//! Arcs that arrive in any order, sorted into rows: in memory, or through files.
//!
//! Arcs are put into *buckets* of 2^16 neighbouring places, six bytes each, and at the end bucket after bucket is sorted
//! by counting, so that the work stays in the cache and little is held twice. On disk both are files that are written
//! from the first byte to the last; in memory remain four bytes a vertex and one bucket.
//!
//! Literature: radix partitioning, Manegold, Boncz and Kersten 2002. Complexity: O(V + E) time; up to 10 bytes an arc
//! while it is built, or none on disk.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use grundy::{Error, ErrorKind, Result};

use crate::rows::{Rows, Sorted};
use crate::trouble::storage;

/// Places of a bucket, as a power of two: the rest of a place fits in two bytes.
pub(crate) const BUCKET: u32 = 16;
/// The bytes of an arc: two of its place, four of its load.
const ARC: usize = 6;
/// The bytes that are gathered for a bucket before they are put away.
const PIECE: usize = ARC << 12;
/// How many arcs of a bucket that lies on disk are sorted in one go.
const GO: usize = 1 << 24;
/// What is gathered before a file is written.
const BUFFER: usize = 1 << 20;

/// Arcs that are being gathered.
#[derive(Debug)]
pub struct RowsBuilder {
    buckets: Vec<Bucket>,
    disk: Option<Disk>,
    arcs: u64,
}

#[derive(Debug, Default)]
struct Bucket {
    /// What was gathered last.
    last: Vec<u8>,
    /// Full pieces before it.
    held: Vec<Vec<u8>>,
    /// Where full pieces are on disk.
    stored: Vec<u64>,
    arcs: u64,
}

#[derive(Debug)]
struct Disk {
    folder: PathBuf,
    arcs: BufWriter<File>,
    written: u64,
}

/// A file of this process alone: it has no name any more once it is open, so that it goes with the process.
fn scratch(folder: &Path, name: &str) -> Result<File> {
    let path = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let named = |e: io::Error| storage(&path, &e);
    let file = File::options().read(true).write(true).create_new(true).open(&path).map_err(named)?;
    std::fs::remove_file(&path).map_err(named)?;
    Ok(file)
}

impl RowsBuilder {
    /// Nothing yet; what there will be lies in a folder, if one is given.
    pub fn new(folder: Option<&Path>) -> Result<RowsBuilder> {
        let disk = |folder: &Path| -> Result<Disk> {
            let arcs = BufWriter::with_capacity(BUFFER, scratch(folder, "arcs")?);
            Ok(Disk { folder: folder.to_path_buf(), arcs, written: 0 })
        };
        Ok(RowsBuilder { buckets: Vec::new(), disk: folder.map(disk).transpose()?, arcs: 0 })
    }

    /// An arc from a place, with what goes into the row.
    #[inline]
    pub fn push(&mut self, place: u32, load: u32) -> Result<()> {
        let at = (place >> BUCKET) as usize;
        if at >= self.buckets.len() {
            self.buckets.resize_with(at + 1, Bucket::default);
        }
        let bucket = &mut self.buckets[at];
        bucket.last.extend_from_slice(&(place as u16).to_le_bytes());
        bucket.last.extend_from_slice(&load.to_le_bytes());
        bucket.arcs += 1;
        self.arcs += 1;
        if bucket.last.len() >= PIECE { self.put_away(at) } else { Ok(()) }
    }

    fn put_away(&mut self, at: usize) -> Result<()> {
        let bucket = &mut self.buckets[at];
        match &mut self.disk {
            None => bucket.held.push(std::mem::take(&mut bucket.last)),
            Some(disk) => {
                disk.arcs.write_all(&bucket.last).map_err(|e| storage(&disk.folder, &e))?;
                bucket.stored.push(disk.written);
                disk.written += bucket.last.len() as u64;
                bucket.last.clear();
            }
        }
        Ok(())
    }

    /// How many arcs there are.
    pub fn arcs(&self) -> u64 {
        self.arcs
    }

    /// About how much memory is taken, what sorting will take included.
    pub fn bytes(&self) -> u64 {
        let buckets = self.buckets.len() as u64 * (PIECE as u64 + (4 << BUCKET));
        buckets
            + if self.disk.is_some() { 4 * self.arcs.min(GO as u64) } else { (ARC as u64 + 4) * self.arcs }
    }

    /// The rows of so many places.
    pub fn finish(mut self, places: u64) -> Result<Rows> {
        let count = usize::try_from(places.div_ceil(1 << BUCKET)).unwrap_or(usize::MAX);
        if self.buckets.len() > count {
            return Err(Error::new(ErrorKind::Format, "an edge leads beyond the last vertex"));
        }
        self.buckets.resize_with(count, Bucket::default);
        match self.disk.take() {
            None => Ok(Rows::in_memory(self.buckets.into_iter().map(Bucket::sort).collect::<Result<_>>()?)),
            Some(disk) => sort_on_disk(self.buckets, disk),
        }
    }
}

fn sort_on_disk(buckets: Vec<Bucket>, disk: Disk) -> Result<Rows> {
    let Disk { folder, arcs, .. } = disk;
    let named = |e: io::Error| storage(&folder, &e);
    let mut arcs = arcs.into_inner().map_err(|e| named(e.into_error()))?;
    let mut rows = BufWriter::with_capacity(BUFFER, scratch(&folder, "rows")?);
    let mut sorted = Vec::with_capacity(buckets.len());
    let mut base = 0;
    for bucket in buckets {
        let starts = bucket.sort_through(&mut arcs, &mut rows).map_err(named)?;
        sorted.push(Sorted { starts, loads: Vec::new(), base });
        base += 4 * bucket.arcs;
    }
    let file = rows.into_inner().map_err(|e| named(e.into_error()))?;
    Ok(Rows::on_disk(sorted, file, folder))
}

/// The arcs of a piece: the rest of their place, and their load.
fn each(piece: &[u8]) -> impl Iterator<Item = (usize, u32)> + '_ {
    piece.chunks_exact(ARC).map(|arc| {
        let load = u32::from_le_bytes([arc[2], arc[3], arc[4], arc[5]]);
        (usize::from(u16::from_le_bytes([arc[0], arc[1]])), load)
    })
}

/// Where rows start whose lengths are given.
fn starts(lengths: &[u64]) -> Vec<u64> {
    let mut sum = 0;
    let ends = lengths.iter().map(|&length| {
        sum += length;
        sum
    });
    std::iter::once(0).chain(ends).collect()
}

/// The same in four bytes each.
fn narrow(starts: &[u64]) -> io::Result<Vec<u32>> {
    let fits = |&start: &u64| u32::try_from(start);
    let message = "2^16 vertices have more than 2^32 entries; use more workers";
    starts.iter().map(fits).collect::<std::result::Result<_, _>>().map_err(|_| io::Error::other(message))
}

impl Bucket {
    /// Sorted by counting; what was gathered is given back.
    fn sort(self) -> Result<Sorted> {
        let pieces = || self.held.iter().chain([&self.last]).flat_map(|piece| each(piece));
        let mut lengths = vec![0; 1 << BUCKET];
        pieces().for_each(|(low, _)| lengths[low] += 1);
        let starts = narrow(&starts(&lengths)).map_err(|e| Error::new(ErrorKind::Limit, e.to_string()))?;
        let mut cursors = starts.clone();
        let mut loads = vec![0; self.arcs as usize];
        for (low, load) in pieces() {
            loads[cursors[low] as usize] = load;
            cursors[low] += 1;
        }
        Ok(Sorted { starts, loads, base: 0 })
    }

    /// The same from one file into another, some rows in a go; one row is never split.
    fn sort_through(&self, arcs: &mut File, rows: &mut impl Write) -> io::Result<Vec<u32>> {
        let mut lengths = vec![0; 1 << BUCKET];
        self.walk(arcs, |low, _| lengths[low] += 1)?;
        let starts = starts(&lengths);
        let mut first = 0;
        while first < lengths.len() {
            let fits = starts.partition_point(|&start| start <= starts[first] + GO as u64);
            let last = fits.saturating_sub(1).clamp(first + 1, lengths.len());
            self.sort_some(arcs, rows, &starts, first..last)?;
            first = last;
        }
        narrow(&starts)
    }

    fn sort_some(
        &self,
        arcs: &mut File,
        rows: &mut impl Write,
        starts: &[u64],
        some: Range<usize>,
    ) -> io::Result<()> {
        let base = starts[some.start];
        let mut cursors: Vec<u64> = starts[some.clone()].iter().map(|start| start - base).collect();
        let mut loads = vec![0u32; (starts[some.end] - base) as usize];
        if loads.is_empty() {
            return Ok(());
        }
        self.walk(arcs, |low, load| {
            if some.contains(&low) {
                let cursor = &mut cursors[low - some.start];
                loads[*cursor as usize] = load;
                *cursor += 1;
            }
        })?;
        loads.iter().try_for_each(|load| rows.write_all(&load.to_le_bytes()))
    }

    fn walk(&self, arcs: &mut File, mut visit: impl FnMut(usize, u32)) -> io::Result<()> {
        let mut piece = vec![0; PIECE];
        for &at in &self.stored {
            arcs.seek(SeekFrom::Start(at))?;
            arcs.read_exact(&mut piece)?;
            each(&piece).for_each(|(low, load)| visit(low, load));
        }
        each(&self.last).for_each(|(low, load)| visit(low, load));
        Ok(())
    }
}

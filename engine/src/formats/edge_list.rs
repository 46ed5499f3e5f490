//! Edge lists: one edge `u v` a line, or `u v gain`, or a vertex `u` alone.
//!
//! Blanks, tabs and commas separate, and so does an arrow (`->`, `-->` or `→`) between the two vertices, with blanks
//! around it or without; `#` and `%` start a comment, right behind a word too. The vertices are those that some line
//! mentions, and no others: numbers in ascending order if all are numbers, else names in the order in which they come.
//! A name does not end in `:`, so that lists of followers are not mistaken for edges, and has no `;` in it, which
//! separates elsewhere.
//!
//! Lists of plain numbers go through a byte loop on all threads, in chunks cut at line ends, and are sorted into
//! rows straight from the chunks. Complexity: O(bytes); 8 bytes an edge beside the graph while it is built. Numbers
//! that lie far apart, and lines with more than numbers, take the slow way: O(bytes + E log E).
//!
//! ```
//! use grundy::formats::edge_list;
//! use grundy::Work;
//! let file = edge_list::read(b"start end  # the only move\n", &Work::unwatched())?;
//! assert_eq!(file.graph.edge_count(), 1);
//! assert_eq!(file.name(file.vertex("end")?), "end");
//! # Ok::<(), grundy::Error>(())
//! ```

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::edge_line::{parse, stands_alone};
use super::gathered::Gathered;
use super::mentioned::keep_mentioned;
use super::names::{Interner, Names};
use super::sized_list::Sizes;
use super::{GraphFile, shown, text};
use crate::error::{NextStep, Result};
use crate::graph::csr::{Graph, Vertex};
use crate::limits::Limits;
use crate::machine::Threads;
use crate::meter::Meter;
use crate::work::Work;

/// How many bytes a thread parses at a time, at most and at least. Under a tight limit it is a small part of that, since
/// what a chunk takes, up to four times its text, is seen only when it is done.
const CHUNK: usize = 1 << 23;
const SMALL_CHUNK: usize = 1 << 16;
const OF_LIMIT: u64 = 32;
/// How many vertices a list of numbers may have for each line, and besides, without a mention.
const SPARSE: u64 = 16;
const FEW: u64 = 1 << 16;
/// What an edge takes beside the list of edges while they are sorted into rows: its target and a part of its key.
const SORTED: u64 = 6;
/// What a vertex takes in the graph: where its row starts.
const ROW: u64 = 8;

/// Reads an edge list.
pub fn read(bytes: &[u8], work: &Work<'_>) -> Result<GraphFile<'static>> {
    read_rest(bytes, None, work)
}

/// Reads the edges behind a line with their sizes, if there was one.
pub(super) fn read_rest(bytes: &[u8], sizes: Option<&Sizes>, work: &Work<'_>) -> Result<GraphFile<'static>> {
    if let Some(mut chunks) = plain(bytes, work)? {
        if let Some(sizes) = sizes {
            chunks.push(announced(sizes, &chunks)?);
        }
        let lines = chunks.iter().map(|chunk| chunk.lines).sum::<u64>();
        let mentioned = chunks.iter().filter(|chunk| chunk.lines > 0);
        let vertices = mentioned.map(|chunk| u64::from(chunk.largest) + 1).max().unwrap_or(0);
        // Numbers beyond the limit may still name few vertices: the slow way tells.
        if dense(vertices, lines) && vertices <= work.limits.positions {
            let rows = ROW.saturating_mul(vertices);
            work.limits.allow_bytes(chunks.iter().map(Chunk::bytes).sum::<u64>().saturating_add(rows))?;
            let (chunks, alone): (Vec<_>, Vec<_>) =
                chunks.into_iter().map(|chunk| (chunk.edges, chunk.alone)).unzip();
            let graph = Graph::from_edge_chunks(vertices as usize, &chunks, work)?;
            drop(chunks);
            let (graph, names) = keep_mentioned(graph, alone.into_iter().flatten())?;
            return Ok(GraphFile { graph, names, gains: None });
        }
    }
    careful(text(bytes)?, sizes, work)
}

/// The vertices that sizes announce, after a look at whether the edges are as announced.
fn announced(sizes: &Sizes, chunks: &[Chunk]) -> Result<Chunk> {
    sizes.check_edges(chunks.iter().map(|chunk| chunk.edges.len() as u64).sum())?;
    let edges = chunks.iter().flat_map(|chunk| &chunk.edges).map(|&(u, v)| u.0.min(v.0));
    let least = edges.chain(chunks.iter().flat_map(|chunk| chunk.alone.iter().copied())).min();
    let largest = chunks.iter().map(|chunk| chunk.largest).max().unwrap_or(0);
    let numbers = sizes.numbers(least.unwrap_or(1), largest)?;
    // Numbers have 32 bits here: a vertex beyond is one too many for the limits of any graph.
    let alone: Vec<u32> = numbers.map_while(|number| u32::try_from(number).ok()).collect();
    let largest = alone.last().copied().unwrap_or(0);
    Ok(Chunk { edges: Vec::new(), lines: alone.len() as u64, alone, largest })
}

/// The edges of a list of plain numbers, on the calling thread; none if there is anything else in the list.
pub fn plain_edges(bytes: &[u8]) -> Option<Vec<(Vertex, Vertex)>> {
    numbers(bytes).map(|chunk| chunk.edges)
}

/// Writes an edge list; a vertex without edges stands alone in its line. Fails on a name that would not be read
/// back as one word.
pub fn write(file: &GraphFile<'_>, sink: &mut impl Write) -> io::Result<()> {
    let mentioned = {
        let mut mentioned = vec![false; file.graph.vertex_count()];
        file.graph.targets().iter().for_each(|&v| mentioned[v as usize] = true);
        mentioned
    };
    if let Some(why) = file.names.as_ref().and_then(unwritable) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{why}; save as .json, which keeps it"),
        ));
    }
    for u in file.graph.vertices() {
        if file.graph.is_terminal(u) && !mentioned[u.index()] {
            writeln!(sink, "{}", file.name(u))?;
        }
        for (v, edge) in file.graph.successors(u).zip(file.graph.edges(u)) {
            match &file.gains {
                Some(gains) => writeln!(sink, "{} {} {}", file.name(u), file.name(v), gains[edge])?,
                None => writeln!(sink, "{} {}", file.name(u), file.name(v))?,
            }
        }
    }
    Ok(())
}

/// Why names would not be read back as they are, if so.
fn unwritable(names: &Names<'_>) -> Option<String> {
    let name = names.iter().find(|name| !stands_alone(name))?;
    Some(format!("the name {} cannot stand in an edge list", shown(&name)))
}

fn dense(vertices: u64, lines: u64) -> bool {
    vertices <= SPARSE.saturating_mul(lines).saturating_add(FEW) && vertices <= Graph::MAX_VERTICES as u64
}

/// The edges of some whole lines.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) edges: Vec<(Vertex, Vertex)>,
    /// The vertices that have a line of their own.
    pub(super) alone: Vec<u32>,
    largest: u32,
    /// How many lines mention a vertex.
    lines: u64,
}

impl Chunk {
    /// What it takes, its part of the graph included.
    fn bytes(&self) -> u64 {
        let held =
            self.edges.capacity() * size_of::<(Vertex, Vertex)>() + self.alone.capacity() * size_of::<u32>();
        held as u64 + SORTED * self.edges.len() as u64
    }
}

/// What the chunks of all threads take so far, held to the limits.
struct Held {
    limits: Limits,
    bytes: AtomicU64,
    lines: AtomicU64,
}

impl Held {
    /// The edges of some lines, as [`numbers`] finds them.
    fn numbers(&self, lines: &[u8]) -> Result<Option<Chunk>> {
        let Some(mut chunk) = numbers(lines) else { return Ok(None) };
        chunk.edges.shrink_to_fit();
        let lines = chunk.lines + self.lines.fetch_add(chunk.lines, Relaxed);
        let bytes = chunk.bytes() + self.bytes.fetch_add(chunk.bytes(), Relaxed);
        self.limits.allow(lines, 0)?;
        self.limits.allow_bytes(bytes)?;
        Ok(Some(chunk))
    }
}

/// The edges of a list of plain numbers, in chunks; none if there is anything else in it.
fn plain(bytes: &[u8], work: &Work<'_>) -> Result<Option<Vec<Chunk>>> {
    let size = CHUNK.min((work.limits.bytes / OF_LIMIT) as usize).max(SMALL_CHUNK);
    let mut jobs = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let cut = rest.iter().skip(size).position(|&b| b == b'\n').map_or(rest.len(), |at| size + at + 1);
        let (job, tail) = rest.split_at(cut);
        jobs.push(job);
        rest = tail;
    }
    let total = jobs.len();
    let queue = Mutex::new(jobs.into_iter().enumerate());
    let next = || queue.lock().ok().and_then(|mut jobs| jobs.next());
    let held = Held { limits: work.limits, bytes: AtomicU64::new(0), lines: AtomicU64::new(0) };
    let found = Threads::available().for_work(total, 2).run(|| -> Result<Option<Vec<(usize, Chunk)>>> {
        let mut found = Vec::new();
        while let Some((i, job)) = next() {
            work.step("chunks", i as u64, Some(total as u64))?;
            match held.numbers(job)? {
                Some(chunk) => found.push((i, chunk)),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    });
    let mut chunks = Vec::with_capacity(total);
    for part in found {
        match part? {
            Some(part) => chunks.extend(part),
            None => return Ok(None),
        }
    }
    chunks.sort_unstable_by_key(|&(i, _)| i);
    Ok(Some(chunks.into_iter().map(|(_, chunk)| chunk).collect()))
}

/// Lines of one or two plain numbers each, comments and empty lines between them; none if there is anything else.
pub(super) fn numbers(bytes: &[u8]) -> Option<Chunk> {
    let (mut edges, mut alone) = (Vec::with_capacity(bytes.len() / 8), Vec::new());
    let (mut at, mut largest, mut lines) = (0, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => {
                let u = number(bytes, &mut at)?;
                largest = u.max(largest);
                lines += 1;
                let apart = blanks(bytes, &mut at);
                if ends_here(bytes, at) {
                    alone.push(u);
                } else {
                    let v = number(bytes, &mut at).filter(|_| apart)?;
                    largest = v.max(largest);
                    edges.push((Vertex(u), Vertex(v)));
                    blanks(bytes, &mut at);
                    if !ends_here(bytes, at) {
                        return None;
                    }
                }
            }
            b'\n' | b'\r' | b' ' | b'\t' => at += 1,
            b'#' | b'%' => at += bytes[at..].iter().position(|&b| b == b'\n').unwrap_or(bytes.len() - at),
            _ => return None,
        }
    }
    Some(Chunk { edges, alone, largest, lines })
}

/// Whether a line, or what is not a comment of it, is over.
#[inline(always)]
fn ends_here(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None | Some(b'\n' | b'#' | b'%') => true,
        Some(b'\r') => matches!(bytes.get(at + 1), None | Some(b'\n')),
        Some(_) => false,
    }
}

/// A number of at most 32 bits.
#[inline(always)]
fn number(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let start = *at;
    let mut number = 0u64;
    while let Some(digit) = bytes.get(*at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        *at += 1;
    }
    // Nineteen digits do not overflow 64 bits. With a zero in front it is a name: 01 is not 1.
    let digits = *at - start;
    match digits == 1 || (2..=19).contains(&digits) && bytes[start] != b'0' {
        true => u32::try_from(number).ok(),
        false => None,
    }
}

#[inline(always)]
fn blanks(bytes: &[u8], at: &mut usize) -> bool {
    let start = *at;
    while let Some(b' ' | b'\t' | b',') = bytes.get(*at) {
        *at += 1;
    }
    *at > start
}

/// How the words of a list become vertices.
enum Naming {
    /// The numbers that are mentioned, in order.
    Numbers(Vec<u32>),
    Words(Interner),
}

impl Naming {
    fn vertex(&mut self, word: &str) -> Result<Vertex> {
        match self {
            Naming::Words(names) => names.vertex(word),
            Naming::Numbers(numbers) => {
                let (wanted, first) = (as_number(word).unwrap_or(0), numbers.first().copied().unwrap_or(0));
                // In a list without gaps the place is known at once.
                let guess = wanted.wrapping_sub(first) as usize;
                let place = match numbers.get(guess) == Some(&wanted) {
                    true => guess,
                    false => numbers.partition_point(|&number| number < wanted),
                };
                Ok(Vertex(place as u32))
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Naming::Numbers(numbers) => numbers.len(),
            Naming::Words(names) => names.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Naming::Numbers(numbers) => numbers.capacity() * size_of::<u32>(),
            Naming::Words(names) => names.bytes(),
        }
    }

    fn finish(self) -> Option<Names<'static>> {
        match self {
            Naming::Numbers(numbers) => Names::of_numbers(numbers),
            Naming::Words(names) => Some(names.finish()),
        }
    }
}

/// The same with everything allowed, and errors that name the line.
fn careful(text: &str, sizes: Option<&Sizes>, work: &Work<'_>) -> Result<GraphFile<'static>> {
    let passed = sizes.map_or(0, |sizes| sizes.line);
    // With where each line begins.
    let lines = || {
        let all = text.lines().enumerate();
        all.filter_map(|(i, line)| {
            let at = line.as_ptr() as usize - text.as_ptr() as usize;
            parse(passed + i + 1, line).transpose().map(|line| (at, line))
        })
    };
    let meter = Meter::of_text(text.as_bytes(), work);
    let mut numbers = Some(Vec::new());
    for (at, line) in lines() {
        let line = line?;
        meter.at(at, || {
            let numbers = numbers.as_ref().map_or(0, Vec::capacity);
            (numbers / 2, numbers * size_of::<u32>())
        })?;
        for word in [Some(line.from), line.to].into_iter().flatten() {
            match (as_number(word), &mut numbers) {
                (Some(number), Some(numbers)) => numbers.push(number),
                _ => numbers = None,
            }
        }
    }
    let mut naming = match numbers {
        None => Naming::Words(Interner::default()),
        Some(mut numbers) => {
            if let Some(sizes) = sizes {
                let (least, largest) = (numbers.iter().min(), numbers.iter().max());
                let all = sizes.numbers(*least.unwrap_or(&1), *largest.unwrap_or(&0))?;
                numbers.extend(all.map_while(|number| u32::try_from(number).ok()));
            }
            numbers.sort_unstable();
            numbers.dedup();
            Naming::Numbers(numbers)
        }
    };
    let mut gathered = Gathered::default();
    let meter = Meter::of_text(text.as_bytes(), work);
    for (at, line) in lines() {
        let line = line?;
        let from = naming.vertex(line.from)?;
        let Some(to) = line.to else { continue };
        let to = naming.vertex(to)?;
        gathered
            .push(from, to, line.gain, || line.number)
            .map_err(|error| error.hint(NextStep::GainsOrSizes))?;
        meter.at(at, || {
            let (count, bytes) = gathered.held(naming.len());
            (count, bytes + naming.bytes())
        })?;
    }
    if let Some(sizes) = sizes {
        sizes.check_edges(gathered.len() as u64)?;
        sizes.check_names(naming.len())?;
    }
    gathered.finish(naming.len(), naming.finish(), &meter)
}

/// A word that is a number of 32 bits, written as we write it.
pub(super) fn as_number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| !word.starts_with('+') && (word.len() == 1 || !word.starts_with('0')))
}

//! The compact binary form `.grg`: compressed rows as they lie in memory.
//!
//! A mapped file is a graph after one look at its bytes: no parsing and no copy. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `GRUNDY\0G` |
//! | 8–11 | version, 1 |
//! | 12–15 | flags: 1 rows start at 64-bit places, 2 gains, 4 words as names, 8 numbers as names |
//! | 16–23, 24–31 | number of vertices V, of edges E |
//! | 32–39 | bytes of the words' text |
//! | 40–47 | XXH64 of everything else, the header before it as seed |
//! | 48–63 | zero |
//! | from 64 | V + 1 row starts (4 or 8 bytes each), E followers (4 bytes), E gains (8), V ends of words (8) and text, or V numbers (4) |
//!
//! Each table starts at a multiple of 8, the gap filled with zeros.
//!
//! ```
//! use grundy::formats::{GraphFile, binary};
//! use grundy::graph::{Graph, Vertex};
//! let file = GraphFile::from(Graph::from_edges(2, &[(Vertex(1), Vertex(0))])?);
//! let mut bytes = Vec::new();
//! binary::write(&file, &mut bytes).unwrap();
//! assert_eq!(binary::open(&bytes)?, file);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::hash::Hasher;
use std::io::{self, Write};

use super::GraphFile;
use super::cast::Number;
use super::names::{Names, Words};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::csr::{Graph, Offsets};
use crate::machine::checksum::{XxHash64, checksum};

/// How every such file begins.
pub(super) const MAGIC: &[u8] = b"GRUNDY\0G";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const WIDE: u32 = 1;
const GAINS: u32 = 2;
const WORDS: u32 = 4;
const NUMBERS: u32 = 8;

/// Opens a graph where its bytes lie, after checking all of them.
///
/// Bytes at an address that is no multiple of 8 are copied.
pub fn open(bytes: &[u8]) -> Result<GraphFile<'_>> {
    let header = Header::read(bytes)?;
    let mut tables = Tables { bytes, at: HEADER };
    let rows = header.vertices.checked_add(1).ok_or_else(|| too_short(bytes))?;
    let offsets = if header.flags & WIDE == 0 {
        Offsets::Narrow(u32::view(tables.next(rows, 4)?))
    } else {
        Offsets::Wide(u64::view(tables.next(rows, 8)?))
    };
    let targets = u32::view(tables.next(header.edges, 4)?);
    let gains = match header.flags & GAINS {
        0 => None,
        _ => Some(i64::view(tables.next(header.edges, 8)?)),
    };
    let words = match header.flags & WORDS {
        0 => None,
        _ => Some((u64::view(tables.next(header.vertices, 8)?), tables.next(header.text, 1)?)),
    };
    let numbers = match header.flags & NUMBERS {
        0 => None,
        _ => Some(u32::view(tables.next(header.vertices, 4)?)),
    };
    if tables.at != bytes.len() {
        return Err(bad(tables.at, format!("{} bytes are left over", bytes.len() - tables.at)));
    }
    if checksum(header.seed(), &bytes[HEADER..]) != header.checksum {
        return Err(
            bad(40, "the checksum is wrong: the file was damaged".into()).hint("copy or save it again")
        );
    }
    let graph = Graph::from_tables(offsets, targets)?;
    let names = match words {
        None => numbers.map(Names::Numbers),
        Some((ends, text)) => {
            let text =
                std::str::from_utf8(text).map_err(|_| bad(HEADER, "the names are not UTF-8".into()))?;
            Some(Names::Words(Words::from_tables(text.into(), ends)?))
        }
    };
    Ok(GraphFile { graph, names, gains })
}

/// Where the tables of a file lie, for who reads only some of their entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many vertices there are.
    pub vertices: u64,
    /// How many edges there are.
    pub edges: u64,
    /// Where the table of row starts begins; it has an entry more than there are vertices.
    pub starts: u64,
    /// The bytes of one of its entries, 4 or 8.
    pub start_bytes: u64,
    /// Where the followers begin, 4 bytes each.
    pub followers: u64,
    /// Whether edges have gains.
    pub gains: bool,
    /// Where the numbers of the vertices begin, 4 bytes each, if they are not just `0, 1, 2, …`.
    pub numbers: Option<u64>,
    /// Whether vertices have words for names.
    pub words: bool,
}

impl Layout {
    /// How many bytes tell it.
    pub const HEAD: usize = HEADER;

    /// Reads the first bytes of a file that has so many in all. Entries are for the reader to check, and the checksum
    /// for who reads all of them.
    pub fn read(head: &[u8], length: u64) -> Result<Layout> {
        let header = Header::read(head)?;
        let has = |flag: u32| header.flags & flag != 0;
        let start_bytes = if has(WIDE) { 8 } else { 4 };
        let mut at = HEADER as u64;
        let mut next = |entries: u64, size: u64| -> Result<u64> {
            let from = at;
            let bytes = entries.checked_mul(size).and_then(|bytes| bytes.checked_next_multiple_of(8));
            at = bytes.and_then(|bytes| at.checked_add(bytes)).ok_or_else(|| too_short(head))?;
            Ok(from)
        };
        let rows = header.vertices.checked_add(1).ok_or_else(|| too_short(head))?;
        let (starts, followers) = (next(rows, start_bytes)?, next(header.edges, 4)?);
        next(if has(GAINS) { header.edges } else { 0 }, 8)?;
        let numbers = if has(NUMBERS) { Some(next(header.vertices, 4)?) } else { None };
        if has(WORDS) {
            next(header.vertices, 8)?;
            next(header.text, 1)?;
        }
        if at != length {
            let message = format!("the file has {length} bytes, and {at} are announced");
            return Err(bad(HEADER, message).hint("copy or save it again"));
        }
        let (vertices, edges, gains, words) = (header.vertices, header.edges, has(GAINS), has(WORDS));
        Ok(Layout { vertices, edges, starts, start_bytes, followers, gains, numbers, words })
    }
}

/// Writes a graph; the sink gets it from the first byte to the last.
pub fn write(file: &GraphFile<'_>, sink: &mut impl Write) -> io::Result<()> {
    let mut header = Header {
        flags: 0,
        vertices: file.graph.vertex_count() as u64,
        edges: file.graph.edge_count() as u64,
        text: match &file.names {
            Some(Names::Words(words)) => words.text().len() as u64,
            _ => 0,
        },
        checksum: 0,
    };
    header.flags |= if matches!(file.graph.offsets(), Offsets::Wide(_)) { WIDE } else { 0 };
    header.flags |= if file.gains.is_some() { GAINS } else { 0 };
    header.flags |= match &file.names {
        None => 0,
        Some(Names::Words(_)) => WORDS,
        Some(Names::Numbers(_)) => NUMBERS,
    };
    let mut state = XxHash64::with_seed(header.seed());
    each_piece(file, &mut |piece| {
        state.write(piece);
        Ok(())
    })?;
    header.checksum = state.finish();
    sink.write_all(&header.bytes())?;
    each_piece(file, &mut |piece| sink.write_all(piece))
}

type Sink<'s> = dyn FnMut(&[u8]) -> io::Result<()> + 's;

fn each_piece(file: &GraphFile<'_>, sink: &mut Sink<'_>) -> io::Result<()> {
    match file.graph.offsets() {
        Offsets::Narrow(table) => pieces(table, u32::to_le_bytes, sink)?,
        Offsets::Wide(table) => pieces(table, u64::to_le_bytes, sink)?,
    }
    pieces(file.graph.targets(), u32::to_le_bytes, sink)?;
    if let Some(gains) = &file.gains {
        pieces(gains, i64::to_le_bytes, sink)?;
    }
    match &file.names {
        None => {}
        Some(Names::Words(words)) => {
            pieces(words.ends(), u64::to_le_bytes, sink)?;
            sink(words.text().as_bytes())?;
            sink(&[0; 8][..padding(words.text().len())])?;
        }
        Some(Names::Numbers(numbers)) => pieces(numbers, u32::to_le_bytes, sink)?,
    }
    Ok(())
}

/// The numbers of a table as bytes, some thousands at a time, with the gap after them.
fn pieces<T: Copy, const N: usize>(
    table: &[T],
    bytes: impl Fn(T) -> [u8; N],
    sink: &mut Sink<'_>,
) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(N << 13);
    for part in table.chunks(1 << 13) {
        buffer.clear();
        part.iter().for_each(|&number| buffer.extend_from_slice(&bytes(number)));
        sink(&buffer)?;
    }
    sink(&[0; 8][..padding(table.len() * N)])
}

fn padding(len: usize) -> usize {
    len.next_multiple_of(8) - len
}

struct Header {
    flags: u32,
    vertices: u64,
    edges: u64,
    text: u64,
    checksum: u64,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header> {
        if !bytes.starts_with(MAGIC) {
            return Err(bad(0, "this is no .grg file".into()));
        }
        if bytes.len() < HEADER {
            return Err(too_short(bytes));
        }
        let word = |at: usize| u64::from_file(&bytes[at..at + 8]);
        let half = |at: usize| u32::from_file(&bytes[at..at + 4]);
        if half(8) != VERSION {
            return Err(bad(8, format!("this is version {}, known is version {VERSION}", half(8)))
                .hint("use a newer release, or save the graph again"));
        }
        if half(12) & !(WIDE | GAINS | WORDS | NUMBERS) != 0 || word(48) != 0 || word(56) != 0 {
            return Err(bad(12, "unknown flags are set".into()));
        }
        if half(12) & (WORDS | NUMBERS) == WORDS | NUMBERS {
            return Err(bad(12, "vertices have two names".into()));
        }
        Ok(Header {
            flags: half(12),
            vertices: word(16),
            edges: word(24),
            text: word(32),
            checksum: word(40),
        })
    }

    fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.flags.to_le_bytes());
        for (at, word) in [(16, self.vertices), (24, self.edges), (32, self.text), (40, self.checksum)] {
            bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The checksum of the header's own fields, so that those are covered too.
    fn seed(&self) -> u64 {
        checksum(0, &self.bytes()[..40])
    }
}

/// The tables after the header, each a slice of bytes that are there.
struct Tables<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tables<'a> {
    fn next(&mut self, len: u64, size: u64) -> Result<&'a [u8]> {
        let end = len.checked_mul(size).and_then(|len| usize::try_from(len).ok());
        let end = end.and_then(|len| self.at.checked_add(len));
        let table = end.and_then(|end| self.bytes.get(self.at..end)).ok_or_else(|| too_short(self.bytes))?;
        self.at += table.len();
        let gap =
            self.bytes.get(self.at..self.at + padding(table.len())).ok_or_else(|| too_short(self.bytes))?;
        self.at += gap.len();
        Ok(table)
    }
}

fn bad(at: usize, message: String) -> Error {
    Error::new(ErrorKind::Format, format!("at byte {at}: {message}"))
}

fn too_short(bytes: &[u8]) -> Error {
    bad(bytes.len(), "the file ends early".into()).hint("copy or save it again")
}

/// Makes the checksum fit damaged bytes, to test what lies behind it.
#[cfg(test)]
pub(crate) fn reseal(bytes: &mut [u8]) {
    let seed = checksum(0, &bytes[..40]);
    let sum = checksum(seed, &bytes[HEADER..]);
    bytes[40..48].copy_from_slice(&sum.to_le_bytes());
}

//! Which files a graph is in, and the share of them that a worker reads: a range of bytes, or of vertices.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use grundy::formats::{Format, binary::Layout};
use grundy::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};

use crate::trouble::storage;

/// How much text is read at a time.
const CHUNK: u64 = 4 << 20;
/// A longer line is no line of an edge list.
const LONGEST_LINE: usize = 1 << 20;

/// A graph in files that all workers can open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// An edge list of numbers, perhaps in parts.
    Edges(Vec<Part>),
    /// A graph in its compact binary form.
    Grg(PathBuf),
    /// Graphs in that form which are parts of one: vertices of one number are one vertex.
    GrgParts(Vec<PathBuf>),
}

/// One file of an edge list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    path: PathBuf,
    bytes: u64,
}

fn refused(path: &Path, why: &str, hint: &str) -> Error {
    Error::new(ErrorKind::Unsupported, format!("{}: {why}", path.display())).hint(hint)
}

impl Input {
    /// Looks at a file, or at a folder whose files are the parts of one graph.
    pub fn open(path: &Path, format: Option<Format>) -> Result<Input> {
        let named = |e: io::Error| storage(path, &e);
        let about = std::fs::metadata(path).map_err(named)?;
        if about.is_dir() {
            let parts = files(path).map_err(named)?;
            let formats = parts.iter().map(|part| Part::format(part, format));
            let binary = formats.collect::<Result<Vec<_>>>()?.contains(&Format::Grg);
            return match binary {
                true => Ok(Input::GrgParts(parts.iter().map(|part| grg_part(part)).collect::<Result<_>>()?)),
                false => Ok(Input::Edges(
                    parts.iter().map(|part| Part::open(part, format)).collect::<Result<_>>()?,
                )),
            };
        }
        if !about.is_file() {
            return Err(refused(path, "workers read files, no pipes", "save it to a file first"));
        }
        match Part::format(path, format)? {
            Format::Grg => Ok(Input::Grg(absolute(path)?)),
            _ => Ok(Input::Edges(vec![Part::open(path, format)?])),
        }
    }

    /// How many bytes there are.
    pub fn bytes(&self) -> u64 {
        match self {
            Input::Edges(parts) => parts.iter().map(|part| part.bytes).sum(),
            Input::Grg(path) => length(path),
            Input::GrgParts(paths) => paths.iter().map(|path| length(path)).sum(),
        }
    }

    /// Whether vertices have words for names, which workers do not tell.
    pub fn has_words(&self) -> Result<bool> {
        match self {
            Input::Grg(path) => Ok(GrgRows::open(path)?.layout.words),
            Input::Edges(_) | Input::GrgParts(_) => Ok(false),
        }
    }

    /// The first line with two numbers in it, if the first line with anything has just these: it may tell sizes.
    pub fn first_numbers(&self) -> Option<(u32, u32)> {
        let Input::Edges(parts) = self else { return None };
        let mut head = Vec::new();
        File::open(&parts.first()?.path).ok()?.take(1 << 12).read_to_end(&mut head).ok()?;
        let text = String::from_utf8_lossy(&head);
        let line =
            text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '%']))?;
        let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        match (words.next()?.parse(), words.next()?.parse(), words.next()) {
            (Ok(first), Ok(second), None) => Some((first, second)),
            _ => None,
        }
    }
}

/// The files of a folder that are no hidden ones, in order.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    let hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    files.retain(|path| path.is_file() && !hidden(path));
    files.sort();
    Ok(files)
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |about| about.len())
}

/// A part whose vertices are told by number.
fn grg_part(path: &Path) -> Result<PathBuf> {
    if Part::format(path, None)? != Format::Grg {
        let hint = "put the parts of one graph, all .grg or all edge lists, into a folder of their own";
        return Err(refused(path, "the other parts are .grg, and this is not", hint));
    }
    match GrgRows::open(path)?.layout.words {
        true => Err(refused(
            path,
            "parts are put together by number, and here vertices are words",
            "leave out the workers",
        )),
        false => absolute(path),
    }
}

fn absolute(path: &Path) -> Result<PathBuf> {
    path.canonicalize().map_err(|e| storage(path, &e))
}

impl Part {
    fn open(path: &Path, format: Option<Format>) -> Result<Part> {
        match Part::format(path, format)? {
            Format::Edges => {}
            other => {
                let why = format!("a graph as {other} is read by one process");
                let hint = "save it as .grg with `--save`, or leave out the workers";
                return Err(refused(path, &why, hint));
            }
        }
        let bytes = std::fs::metadata(path).map_err(|e| storage(path, &e))?.len();
        Ok(Part { path: absolute(path)?, bytes })
    }

    fn format(path: &Path, format: Option<Format>) -> Result<Format> {
        let named = |e: io::Error| storage(path, &e);
        let mut head = Vec::new();
        File::open(path).map_err(named)?.take(1 << 12).read_to_end(&mut head).map_err(named)?;
        if head.starts_with(&[0x1f, 0x8b]) || head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            return Err(refused(path, "a compressed file cannot be read in shares", "unpack it first"));
        }
        Ok(format.unwrap_or_else(|| Format::of(&path.to_string_lossy(), &head)))
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The share of one worker of so much.
pub fn cut(total: u64, me: usize, size: usize) -> Range<u64> {
    let at = |i: usize| (u128::from(total) * i as u128 / size.max(1) as u128) as u64;
    at(me)..at(me + 1)
}

/// The lines that begin in a range of bytes of a file.
#[derive(Debug)]
pub struct Lines {
    file: File,
    path: PathBuf,
    at: u64,
    end: u64,
}

impl Lines {
    /// Opens a part.
    pub fn open(part: &Part, range: Range<u64>) -> Result<Lines> {
        let file = File::open(&part.path).map_err(|e| storage(&part.path, &e))?;
        let mut lines =
            Lines { file, path: part.path.clone(), at: range.start, end: range.end.min(part.bytes) };
        if lines.at > 0 {
            // The line that this range cuts through belongs to whoever has its beginning.
            lines.at -= 1;
            let skipped = lines.up_to_line_end(Vec::new()).map_err(|e| storage(&lines.path, &e))?;
            lines.at += skipped.len() as u64;
        }
        Ok(lines)
    }

    /// Reads on to the end of a line.
    fn up_to_line_end(&mut self, mut text: Vec<u8>) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(self.at + text.len() as u64))?;
        let before = text.len();
        let mut buffer = vec![0; 1 << 12];
        loop {
            let read = self.file.read(&mut buffer)?;
            match buffer[..read].iter().position(|&byte| byte == b'\n') {
                Some(end) => text.extend_from_slice(&buffer[..=end]),
                None => text.extend_from_slice(&buffer[..read]),
            }
            if read == 0 || text.last() == Some(&b'\n') && text.len() > before {
                return Ok(text);
            }
            if text.len() - before > LONGEST_LINE {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "a line of more than 1 MiB is no edge",
                ));
            }
        }
    }

    /// Some more whole lines and where they begin; none at the end.
    pub fn more(&mut self) -> Result<Option<(u64, Vec<u8>)>> {
        if self.at >= self.end {
            return Ok(None);
        }
        let text = self.read().map_err(|e| storage(&self.path, &e))?;
        let at = self.at;
        self.at += text.len() as u64;
        if text.is_empty() {
            self.at = self.end;
        }
        Ok(Some((at, text)))
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let wanted = CHUNK.min(self.end - self.at);
        let mut text = Vec::with_capacity(wanted as usize + (1 << 12));
        (&mut self.file).take(wanted).read_to_end(&mut text)?;
        let mut text = if text.last() == Some(&b'\n') { text } else { self.up_to_line_end(text)? };
        if self.at == 0 && text.starts_with(b"\xef\xbb\xbf") {
            text[..3].fill(b' ');
        }
        Ok(text)
    }

    /// What to call the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Some rows of a graph in its compact binary form.
#[derive(Debug)]
pub struct GrgRows {
    file: File,
    path: PathBuf,
    /// Where its tables lie.
    pub layout: Layout,
}

impl GrgRows {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<GrgRows> {
        let named = |e: io::Error| storage(path, &e);
        let mut file = File::open(path).map_err(named)?;
        let mut head = Vec::new();
        (&mut file).take(Layout::HEAD as u64).read_to_end(&mut head).map_err(named)?;
        let layout = Layout::read(&head, file.metadata().map_err(named)?.len())?;
        if layout.gains {
            return Err(refused(path, "scores are not solved by workers", "leave out the workers"));
        }
        Ok(GrgRows { file, path: path.to_path_buf(), layout })
    }

    fn read(&mut self, at: u64, bytes: u64) -> Result<Vec<u8>> {
        let mut table = vec![0; bytes as usize];
        let named = |e: io::Error| storage(&self.path, &e);
        self.file.seek(SeekFrom::Start(at)).map_err(named)?;
        self.file.read_exact(&mut table).map_err(named)?;
        Ok(table)
    }

    fn words(&mut self, at: u64, count: u64) -> Result<Vec<u32>> {
        let table = self.read(at, 4 * count)?;
        Ok(table
            .chunks_exact(4)
            .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect())
    }

    /// Where the rows of some vertices start, and where the last one ends.
    pub fn starts(&mut self, vertices: Range<u64>) -> Result<Vec<u64>> {
        let Layout { starts, start_bytes, edges, .. } = self.layout;
        let (at, count) = (starts + start_bytes * vertices.start, vertices.end - vertices.start + 1);
        let starts: Vec<u64> = match start_bytes {
            4 => self.words(at, count)?.into_iter().map(u64::from).collect(),
            _ => self
                .words(at, 2 * count)?
                .chunks_exact(2)
                .map(|w| u64::from(w[0]) | u64::from(w[1]) << 32)
                .collect(),
        };
        match starts.is_sorted() && starts.last().is_none_or(|&last| last <= edges) {
            true => Ok(starts),
            false => Err(self.damaged("row starts are out of order")),
        }
    }

    /// Some followers.
    pub fn followers(&mut self, edges: Range<u64>) -> Result<Vec<u32>> {
        let followers = self.words(self.layout.followers + 4 * edges.start, edges.end - edges.start)?;
        match followers.iter().all(|&v| u64::from(v) < self.layout.vertices) {
            true => Ok(followers),
            false => Err(self.damaged("an edge goes beyond the last vertex")),
        }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What some vertices are called, if by numbers.
    pub fn numbers(&mut self, vertices: Range<u64>) -> Result<Option<Vec<u32>>> {
        match self.layout.numbers {
            None => Ok(None),
            Some(at) => self.words(at + 4 * vertices.start, vertices.end - vertices.start).map(Some),
        }
    }

    fn damaged(&self, why: &str) -> Error {
        Error::new(ErrorKind::Format, format!("{}: {why}", self.path.display())).hint("copy or save it again")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_by_one_worker_whatever_their_number() {
        let path = std::env::temp_dir().join(format!("grundy-lines-{}", std::process::id()));
        for text in ["", "1 2", "1 2\n", "\n\n1 2\n3\n\n4 5 # comment\n6 7", "10 20\n300 4\n5 6\n"] {
            std::fs::write(&path, text).unwrap();
            let part = Part { path: path.clone(), bytes: text.len() as u64 };
            for size in 1..=text.len() + 2 {
                let mut all = Vec::new();
                for me in 0..size {
                    let mut lines = Lines::open(&part, cut(part.bytes, me, size)).unwrap();
                    while let Some((at, some)) = lines.more().unwrap() {
                        assert_eq!(at, all.len() as u64);
                        all.extend(some);
                    }
                }
                assert_eq!(String::from_utf8(all).unwrap(), text, "{size}");
            }
        }
        std::fs::remove_file(&path).unwrap();
    }
}

//! Where a graph comes from: a file, mapped as it lies, or stdin; unpacked if it is compressed.

use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use grundy::formats::{self, Format, GraphFile, Header, Meaning};
use grundy::{Bytes, Error, ErrorKind, Limits, Progress, Work};
use memmap2::Mmap;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

#[cfg(feature = "cluster")]
use super::folder;
use super::map;
use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound, Gathered};
use crate::wording;

/// How much is unpacked between two looks at the clock.
const CHUNK: u64 = 1 << 20;
/// What an unpacker takes for each byte of its window: its room is a power of two, and moves when it grows.
const ROOM: u64 = 3;
const CONTENT: &str = "a graph";
/// How many bytes are looked at before the file is read.
const HEAD: usize = 1 << 12;
const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The bytes of a graph file and how to read them.
pub struct Source {
    /// What to call it in messages.
    name: String,
    content: Content,
    format: Format,
    /// Whether the format is only what name and content suggest.
    guessed: bool,
}

enum Content {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Content::Mapped(map) => map,
            Content::Owned(bytes) => bytes,
        }
    }
}

/// The first bytes, which tell the format, and whether all is a text: a disk full of zeros would take hours to read.
fn head(content: &[u8]) -> &[u8] {
    &content[..content.len().min(HEAD)]
}

impl Source {
    /// Opens a file, or stdin for `-`. What must be held in memory is held to the limit on bytes.
    pub fn open(
        path: &Path,
        format: Option<Format>,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<Source, Failure> {
        #[cfg(feature = "cluster")]
        if path.is_dir() {
            return folder::read(path, format, limits, watch);
        }
        let stdin = path.as_os_str() == "-";
        let name = if stdin { "stdin".into() } else { path.display().to_string() };
        let bound = Bound::of_memory(limits.bytes, CONTENT);
        let raw = match stdin {
            true => Content::Owned(reading::stdin(bound, watch)?),
            false => open_file(path, bound, watch)?,
        };
        let unpacked = unpack(&raw, limits, watch).map_err(|error| reading::about(&name, &error))?;
        let (content, packed) = match unpacked {
            Some(bytes) => (Content::Owned(bytes), true),
            None => (raw, false),
        };
        let guessed = format.is_none();
        let format = format.unwrap_or_else(|| {
            let whole = if stdin { "" } else { &name };
            let inner = whole.rsplit_once('.').filter(|_| packed).map(|(inner, _)| inner);
            Format::of(inner.unwrap_or(whole), head(&content))
        });
        if format != Format::Grg
            && let Some(at) = head(&content).iter().position(|&byte| byte == 0)
        {
            let line = content[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
            let message = format!("line {line}: there is a byte 0 in it, so that this is no text");
            let error = Error::new(ErrorKind::Format, message);
            return Err(reading::about(&name, &error.hint("graphs are texts in UTF-8, or .grg files")));
        }
        Ok(Source { name, content, format, guessed })
    }

    /// An edge list that was put together from others.
    #[cfg(feature = "cluster")]
    pub(super) fn edges(name: String, list: Vec<u8>) -> Source {
        Source { name, content: Content::Owned(list), format: Format::Edges, guessed: false }
    }

    /// The bytes, unpacked.
    #[cfg(feature = "cluster")]
    pub(super) fn content(&self) -> &[u8] {
        &self.content
    }

    /// How they are read.
    #[cfg(feature = "cluster")]
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// Reads the graph where its bytes lie, with what a person should know about how it was read.
    pub fn graph(&self, work: &Work<'_>) -> Result<(GraphFile<'_>, Option<String>), Failure> {
        let read = |format| {
            formats::read(&self.content, format, work)
                .map_err(|error| reading::about(&self.name, &self.doubted(error)))
        };
        let file = read(self.format)?;
        // Who says that these are edges means the first line too.
        let doubtful = self.guessed && self.format == Format::Edges;
        match doubtful.then(|| formats::possible_header(&self.content, &file)).flatten() {
            None => Ok((file, None)),
            Some(header) if header.clear => Ok((read(Format::Sizes)?, Some(self.note(&header)))),
            Some(header) => Ok((file, Some(self.note(&header)))),
        }
    }

    /// How a first line was read that may be no move.
    fn note(&self, header: &Header<'_>) -> String {
        let Header { number, line, words: [from, to], meaning, clear } = header;
        let place = format!("note: line {number} of {}, `{line}`", self.name);
        let sizes = format!("{from} vertices and {to} edges");
        match meaning {
            Meaning::Sizes if *clear => {
                format!(
                    "{place}, is read as {sizes}; if it is a move from {from} to {to}, say --format edges"
                )
            }
            Meaning::Sizes => format!(
                "{place}, is read as a move from {from} to {to}; if it means {sizes}, say --format sizes"
            ),
            Meaning::Titles => {
                format!("{place}, is read as a move from {from} to {to}; if it names the columns, delete it")
            }
        }
    }

    /// The same failure with how else the file may be read, if nobody has said that.
    fn doubted(&self, error: Error) -> Error {
        let step = error.next_step();
        let malformed = matches!(error.kind(), ErrorKind::Format | ErrorKind::Unsupported);
        if !self.guessed || !malformed || step.is_some_and(wording::names_formats) {
            return error;
        }
        let doubt = format!("the file is read as {}; --format says what else it may be", self.format);
        let hint = step.map_or(doubt.clone(), |step| format!("{}; {doubt}", wording::next_step(step)));
        Error::new(error.kind(), error.message()).hint(hint)
    }

    /// What it is called, without folders.
    pub fn title(&self) -> String {
        let name = Path::new(&self.name).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| self.name.clone())
    }
}

fn open_file(path: &Path, bound: Bound, watch: &Watch) -> Result<Content, Failure> {
    // Pipes have no bytes to map, and neither have empty files.
    match reading::regular_file(path)? {
        Some(file) if file.metadata().is_ok_and(|about| about.len() > 0) => match map::map(&file) {
            Ok(mapped) => Ok(Content::Mapped(mapped)),
            Err(e) => Err(Failure::input(format!("{}: {e}", path.display()))),
        },
        _ => Ok(Content::Owned(reading::bytes(path, bound, watch)?)),
    }
}

/// The content of a compressed file; none if it is not compressed.
fn unpack(raw: &Content, limits: &Limits, watch: &Watch) -> Result<Option<Vec<u8>>, Error> {
    // What is packed is held while it is unpacked, unless it lies in a file.
    let held = if let Content::Owned(bytes) = raw { bytes.capacity() as u64 } else { 0 };
    let budget = limits.bytes.saturating_sub(held);
    if raw.starts_with(GZIP) {
        return read_all(MultiGzDecoder::new(&raw[..]), "gzip", budget, watch).map(Some);
    }
    if raw.starts_with(ZSTD) || skippable(raw) {
        let frames = Frames { rest: raw, frame: None, window: 0, budget, given: 0 };
        return read_all(frames, "zstd", budget, watch).map(Some);
    }
    Ok(None)
}

/// Whether bytes begin with a frame that zstd readers pass over.
fn skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// All that was packed.
fn read_all(mut source: impl Read, packing: &str, budget: u64, watch: &Watch) -> Result<Vec<u8>, Error> {
    let mut all = Gathered::new(Bound::of_memory(budget, CONTENT));
    loop {
        let mut chunk = Vec::new();
        let read = source.by_ref().take(CHUNK).read_to_end(&mut chunk);
        all.push(&chunk)?;
        watch.step(all.step())?;
        match read.map_err(|error| error.downcast::<Error>()) {
            Ok(0) => return Ok(all.bytes),
            Ok(_) => {}
            Err(Ok(limit)) => return Err(limit),
            // What the unpackers say is about their insides.
            Err(Err(_)) => {
                let at = Bytes(all.bytes.len() as u64);
                let message = format!("the {packing} data is damaged or cut off, {at} into its content");
                return Err(Error::new(ErrorKind::Format, message).hint("copy or pack it again"));
            }
        }
    }
}

/// The frames of a zstd file one after the other. What a frame refers back to, its window, counts as memory.
struct Frames<'b> {
    rest: &'b [u8],
    frame: Option<StreamingDecoder<&'b [u8], ruzstd::decoding::FrameDecoder>>,
    /// Of this frame.
    window: u64,
    budget: u64,
    /// How much of the content was given away so far, to somebody who keeps it.
    given: u64,
}

impl Frames<'_> {
    /// Fails if the content and the window of the frame go past the budget together.
    fn afford(&self) -> io::Result<()> {
        let needed = self.window.saturating_mul(ROOM).saturating_add(self.given);
        match needed > self.budget {
            true => Err(self.too_wide(self.window)),
            false => Ok(()),
        }
    }

    fn too_wide(&self, window: u64) -> io::Error {
        let (window, given, budget) = (Bytes(window), Bytes(self.given), Bytes(self.budget));
        let message = format!(
            "to unpack a zstd window of {window} after {given} of content takes more than the {budget} that are left"
        );
        let hint = "raise --max-memory, or pack it again without --long or --ultra";
        io::Error::other(Error::new(ErrorKind::Limit, message).hint(hint))
    }

    /// Opens the next frame, or passes over one that is none.
    fn next_frame(&mut self) -> io::Result<()> {
        let affordable = self.budget.saturating_sub(self.given) / ROOM;
        match StreamingDecoder::new_with_max_window_size(self.rest, affordable) {
            Ok(frame) => {
                self.window = window(self.rest, frame.decoder.content_size());
                self.frame = Some(frame);
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                // Magic number and length take four bytes each.
                let skipped = self.rest.get(8..).and_then(|rest| rest.get(length as usize..));
                self.rest = skipped.ok_or(io::ErrorKind::UnexpectedEof)?;
            }
            Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
                return Err(self.too_wide(requested));
            }
            Err(_) => return Err(io::ErrorKind::InvalidData.into()),
        }
        Ok(())
    }
}

/// The window of a frame, whose header was read before: told in a byte, or all of the content where there is only one
/// segment.
fn window(frame: &[u8], content: u64) -> u64 {
    let single_segment = frame.get(4).is_some_and(|descriptor| descriptor & 1 << 5 != 0);
    let told = u64::from(frame.get(5).copied().unwrap_or(0));
    let base = 1u64 << (10 + (told >> 3));
    if single_segment { content } else { base + base / 8 * (told & 7) }
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    self.given += read as u64;
                    self.afford()?;
                    return Ok(read);
                }
                let (told, found) =
                    (frame.decoder.get_checksum_from_data(), frame.decoder.get_calculated_checksum());
                if told.is_some() && told != found {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                self.rest = frame.get_ref();
                self.frame = None;
            }
            if self.rest.is_empty() {
                return Ok(0);
            }
            self.next_frame()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_of_a_frame_is_told_in_a_byte_or_is_all_of_the_content() {
        let frame = |descriptor: u8, told: u8| [ZSTD, &[descriptor, told]].concat();
        assert_eq!(window(&frame(0, 0x88), 7), 1 << 27);
        assert_eq!(window(&frame(0, 0x8a), 7), (1 << 27) + (1 << 25));
        assert_eq!(window(&frame(1 << 5, 0x88), 7), 7);
    }
}

//! Where a graph comes from: a file, mapped as it lies, or stdin; unpacked if it is compressed.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use grundy::formats::{self, Format, GraphFile};
use grundy::{Bytes, Error, ErrorKind, Limits, Progress, Step};
use memmap2::Mmap;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

use super::map;
use crate::failure::Failure;

/// How much is unpacked between two looks at the clock.
const CHUNK: u64 = 1 << 20;
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

impl Source {
    /// Opens a file, or stdin for `-`. What must be held in memory is held to the limit on bytes.
    pub fn open(
        path: &Path,
        format: Option<Format>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Source, Failure> {
        let stdin = path.as_os_str() == "-";
        let name = if stdin { "stdin".into() } else { path.display().to_string() };
        let within = |error| about(&name, error);
        let raw = match stdin {
            true => Content::Owned(read_all(io::stdin().lock(), None, limits, progress).map_err(within)?),
            false => open_file(path, limits, progress).map_err(within)?,
        };
        let (content, packed) = match unpack(&raw, limits, progress).map_err(within)? {
            Some(bytes) => (Content::Owned(bytes), true),
            None => (raw, false),
        };
        let guessed = format.is_none();
        let format = format.unwrap_or_else(|| {
            let whole = if stdin { "" } else { &name };
            let inner = whole.rsplit_once('.').filter(|_| packed).map(|(inner, _)| inner);
            Format::of(inner.unwrap_or(whole), &content[..content.len().min(1 << 12)])
        });
        Ok(Source { name, content, format, guessed })
    }

    /// Reads the graph where its bytes lie.
    pub fn graph(&self, limits: &Limits, progress: &dyn Progress) -> Result<GraphFile<'_>, Failure> {
        formats::read(&self.content, self.format, limits, progress)
            .map_err(|error| about(&self.name, self.doubted(error)))
    }

    /// The same failure with how else the file may be read, if nobody has said that.
    fn doubted(&self, error: Error) -> Error {
        let hint = error.next_step().unwrap_or("").to_string();
        let malformed = matches!(error.kind(), ErrorKind::Format | ErrorKind::Unsupported);
        if !self.guessed || !malformed || hint.contains("--format") {
            return error;
        }
        let doubt = format!("the file is read as {}; --format says what else it may be", self.format);
        let hint = if hint.is_empty() { doubt } else { format!("{hint}; {doubt}") };
        Error::new(error.kind(), error.message()).hint(hint)
    }

    /// What a person should know about how the file was read.
    pub fn note(&self, file: &GraphFile<'_>) -> Option<String> {
        let edges = self.format == Format::Edges;
        let header = edges.then(|| formats::possible_header(&self.content, file)).flatten()?;
        let formats::Header { number, line, words: [from, to], meaning } = header;
        let otherwise = match meaning {
            formats::Meaning::Sizes => format!("means {from} vertices and {to} edges"),
            formats::Meaning::Titles => "names the columns".into(),
        };
        Some(format!(
            "note: line {number} of {}, `{line}`, is read as a move from {from} to {to}; \
             if it {otherwise}, delete it",
            self.name
        ))
    }

    /// What it is called, without folders.
    pub fn title(&self) -> String {
        let name = Path::new(&self.name).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| self.name.clone())
    }
}

/// The same failure with the name of the file before it.
fn about(name: &str, error: Error) -> Failure {
    if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::Timeout) {
        return error.into();
    }
    let named = Error::new(error.kind(), format!("{name}: {}", error.message()));
    match error.next_step() {
        Some(hint) => named.hint(hint).into(),
        None => named.into(),
    }
}

fn open_file(path: &Path, limits: &Limits, progress: &dyn Progress) -> Result<Content, Error> {
    let file = File::open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    // Pipes and devices have no bytes to map, and neither have empty files.
    match about.is_file() && about.len() > 0 {
        true => Ok(Content::Mapped(map::map(&file).map_err(unreadable)?)),
        false => Ok(Content::Owned(read_all(file, None, limits, progress)?)),
    }
}

/// The content of a compressed file; none if it is not compressed.
fn unpack(bytes: &[u8], limits: &Limits, progress: &dyn Progress) -> Result<Option<Vec<u8>>, Error> {
    if bytes.starts_with(GZIP) {
        return read_all(MultiGzDecoder::new(bytes), Some("gzip"), limits, progress).map(Some);
    }
    if bytes.starts_with(ZSTD) || skippable(bytes) {
        return read_all(Frames { rest: bytes, frame: None }, Some("zstd"), limits, progress).map(Some);
    }
    Ok(None)
}

/// Whether bytes begin with a frame that zstd readers pass over.
fn skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// All that a source has; `packing` is what packed it, if it unpacks something.
fn read_all(
    mut source: impl Read,
    packing: Option<&str>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<u8>, Error> {
    let mut all = Vec::new();
    loop {
        match (source.by_ref().take(CHUNK).read_to_end(&mut all), packing) {
            (Ok(0), _) => return Ok(all),
            (Ok(_), _) => {}
            (Err(error), None) => return Err(unreadable(error)),
            // What the unpackers say is about their insides.
            (Err(_), Some(packing)) => {
                let message = format!(
                    "the {packing} data is damaged or cut off, {} into its content",
                    Bytes(all.len() as u64)
                );
                return Err(Error::new(ErrorKind::Format, message).hint("copy or pack it again"));
            }
        }
        if all.len() as u64 > limits.bytes {
            let message = format!("the content is larger than {}, the limit on memory", Bytes(limits.bytes));
            return Err(Error::new(ErrorKind::Limit, message).hint("raise it with --max-memory"));
        }
        progress.step(Step { unit: "bytes", done: all.len() as u64, total: None })?;
    }
}

fn unreadable(error: io::Error) -> Error {
    Error::new(ErrorKind::Format, error.to_string())
}

/// The frames of a zstd file one after the other.
struct Frames<'b> {
    rest: &'b [u8],
    frame: Option<StreamingDecoder<&'b [u8], ruzstd::decoding::FrameDecoder>>,
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(buffer)?;
                if read > 0 || buffer.is_empty() {
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
            match StreamingDecoder::new(self.rest) {
                Ok(frame) => self.frame = Some(frame),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    // Magic number and length take four bytes each.
                    let skipped = self.rest.get(8..).and_then(|rest| rest.get(length as usize..));
                    self.rest = skipped.ok_or(io::ErrorKind::UnexpectedEof)?;
                }
                Err(_) => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    }
}

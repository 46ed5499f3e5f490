//! Files and pipes of strangers: read up to a bound, with an eye on the clock and on Ctrl-C.
//!
//! A pipe may never end and a read from it may never return, so another thread reads it and this one waits for what it
//! sends, looking up now and then. Nobody waits for that thread: the process ends without it.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use grundy::{Bytes, Error, ErrorKind, Progress, Step};

use crate::failure::Failure;
use crate::progress::Watch;

/// How much is read between two looks at the clock.
const CHUNK: usize = 1 << 20;
/// How long to wait for a pipe between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(50);
/// How much a text that a person writes may have: rules, a game, a board.
const BY_HAND: u64 = 1 << 20;

/// How much of something is read at most, and why not more.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    bytes: u64,
    /// What is read, such as `a certificate`.
    what: &'static str,
    next: &'static str,
}

impl Bound {
    /// So many bytes, which follow from `--max-memory`.
    pub fn of_memory(bytes: u64, what: &'static str) -> Bound {
        Bound { bytes, what, next: "raise --max-memory" }
    }

    /// So many bytes whatever the flags say.
    pub fn fixed(bytes: u64, what: &'static str) -> Bound {
        Bound { bytes, what, next: "look whether this is the file that you mean" }
    }

    /// The bound of texts that a person writes.
    pub fn by_hand(what: &'static str) -> Bound {
        Bound::fixed(BY_HAND, what)
    }

    /// The smaller of two bounds.
    pub fn min(self, other: Bound) -> Bound {
        if other.bytes < self.bytes { other } else { self }
    }

    fn exceeded(&self) -> Error {
        let most = Bytes(self.bytes);
        Error::new(ErrorKind::Limit, format!("more than {most}, which is the most for {}", self.what))
            .hint(self.next)
    }
}

/// What a path leads to. Not every system tells all of these apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))]
enum Kind {
    File,
    Folder,
    /// Pipes and sockets, and what cannot be told apart from them.
    Pipe,
    /// A device with a keyboard may be one.
    Characters,
    Disk,
}

#[cfg(unix)]
fn kind(about: &Metadata) -> Kind {
    use std::os::unix::fs::FileTypeExt;
    let kind = about.file_type();
    match () {
        () if kind.is_file() => Kind::File,
        () if kind.is_dir() => Kind::Folder,
        () if kind.is_char_device() => Kind::Characters,
        () if kind.is_block_device() => Kind::Disk,
        () => Kind::Pipe,
    }
}

#[cfg(not(unix))]
fn kind(about: &Metadata) -> Kind {
    match () {
        () if about.is_file() => Kind::File,
        () if about.is_dir() => Kind::Folder,
        () => Kind::Pipe,
    }
}

/// The file of a path, if it is a regular one; a pipe is none. Fails on folders and on devices, which have no end.
pub fn regular_file(path: &Path) -> Result<Option<File>, Failure> {
    let name = path.display().to_string();
    let failed = |e| unreadable(&name, &e);
    let refused = |what| Err(Failure::input(format!("{name} is {what}; name a file or a pipe")));
    let about = std::fs::metadata(path).map_err(failed)?;
    match kind(&about) {
        Kind::File => Ok(Some(File::open(path).map_err(failed)?)),
        Kind::Pipe => Ok(None),
        Kind::Folder => refused("a folder"),
        Kind::Characters if File::open(path).map_err(failed)?.is_terminal() => Ok(None),
        Kind::Characters | Kind::Disk => refused("a device"),
    }
}

/// Everything in a file or pipe.
pub fn bytes(path: &Path, bound: Bound, watch: &Watch) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    match regular_file(path)? {
        Some(file) => of_file(file, &name, bound, watch),
        None => {
            let path = path.to_path_buf();
            // Even to open a pipe may take until somebody writes to it.
            let open = move || File::open(path);
            of_pipe(open, &name, bound, watch)
        }
    }
}

/// Everything on stdin.
pub fn stdin(bound: Bound, watch: &Watch) -> Result<Vec<u8>, Failure> {
    of_pipe(|| Ok(io::stdin()), "stdin", bound, watch)
}

/// Whether something comes from stdin that somebody meant to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))]
pub enum Fed {
    No,
    /// It is a pipe from which nothing has come yet.
    Perhaps,
    Yes,
}

/// Looks whether stdin is fed. A pipe is given a moment to show it; whoever asks does not read it.
pub fn stdin_is_fed() -> Fed {
    static SEEN: OnceLock<Fed> = OnceLock::new();
    *SEEN.get_or_init(look_at_stdin)
}

#[cfg(unix)]
fn look_at_stdin() -> Fed {
    let Ok(about) = std::fs::metadata("/dev/stdin") else { return Fed::No };
    match kind(&about) {
        Kind::File if about.len() > 0 => Fed::Yes,
        Kind::Pipe => match spawn(|| Ok(io::stdin()), "stdin").map(|chunks| chunks.recv_timeout(2 * PAUSE)) {
            Ok(Ok(_)) => Fed::Yes,
            Ok(Err(RecvTimeoutError::Timeout)) => Fed::Perhaps,
            // It is empty and closed, as scripts leave it.
            _ => Fed::No,
        },
        _ => Fed::No,
    }
}

#[cfg(not(unix))]
fn look_at_stdin() -> Fed {
    Fed::No
}

/// The text in a file or pipe.
pub fn text(path: &Path, bound: Bound, watch: &Watch) -> Result<String, Failure> {
    utf8(bytes(path, bound, watch)?, &path.display().to_string())
}

/// Bytes as a text, or where they are none.
pub fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Failure::input(format!("{name}: line {line}, column {column} is not text in UTF-8"))
    })
}

/// The same failure with the name of the file before it.
pub fn about(name: &str, error: &Error) -> Failure {
    if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::Timeout) {
        return error.clone().into();
    }
    let named = Error::new(error.kind(), format!("{name}: {}", error.message()));
    named.hint_if(error.next_step()).into()
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::input(format!("{name}: {error}"))
}

fn of_file(mut file: File, name: &str, bound: Bound, watch: &Watch) -> Result<Vec<u8>, Failure> {
    let length = file.metadata().map_err(|e| unreadable(name, &e))?.len();
    // What is known to be too long is not read first.
    if length > bound.bytes {
        return Err(about(name, &bound.exceeded()));
    }
    let mut all = Gathered::new(bound);
    loop {
        watch.step(all.step()).map_err(Error::from)?;
        let mut chunk = Vec::new();
        file.by_ref().take(CHUNK as u64).read_to_end(&mut chunk).map_err(|e| unreadable(name, &e))?;
        if chunk.is_empty() {
            return Ok(all.bytes);
        }
        all.push(&chunk).map_err(|e| about(name, &e))?;
    }
}

fn of_pipe<R: Read + IsTerminal + 'static>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    name: &str,
    bound: Bound,
    watch: &Watch,
) -> Result<Vec<u8>, Failure> {
    gather(&spawn(open, name)?, name, bound, watch)
}

/// What the reading thread sends: bytes, and whether a person types them.
type Chunk = io::Result<(Vec<u8>, bool)>;

/// A thread that reads, and where what it reads arrives.
fn spawn<R: Read + IsTerminal + 'static>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    name: &str,
) -> Result<Receiver<Chunk>, Failure> {
    let (sender, chunks) = sync_channel(4);
    std::thread::Builder::new()
        .spawn(move || send(open, &sender))
        .map_err(|e| Failure::input(format!("{name}: no thread to read it: {e}")))?;
    Ok(chunks)
}

/// What is in a file, in a pipe or on stdin (`-`), piece by piece as it comes.
pub struct Pieces {
    name: String,
    chunks: Receiver<Chunk>,
}

impl Pieces {
    pub fn of(path: &Path) -> Result<Pieces, Failure> {
        if path == Path::new("-") {
            return Ok(Pieces { name: "stdin".into(), chunks: spawn(|| Ok(io::stdin()), "stdin")? });
        }
        let (name, file) = (path.display().to_string(), regular_file(path)?);
        let path = path.to_path_buf();
        let chunks = spawn(move || file.map_or_else(|| File::open(path), Ok), &name)?;
        Ok(Pieces { name, chunks })
    }

    /// The next piece; nothing at the end.
    pub fn next(&self, watch: &Watch) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            watch.look().map_err(Error::from)?;
            match self.chunks.recv_timeout(PAUSE) {
                Ok(Ok((chunk, _))) => return Ok(Some(chunk)),
                Ok(Err(e)) => return Err(unreadable(&self.name, &e)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

/// Sends everything that can be read; nothing is left to be done once nobody listens.
fn send<R: Read + IsTerminal>(open: impl FnOnce() -> io::Result<R>, chunks: &SyncSender<Chunk>) {
    let mut source = match open() {
        Ok(source) => source,
        Err(e) => return drop(chunks.send(Err(e))),
    };
    let typed = source.is_terminal();
    let mut buffer = vec![0; CHUNK / 8];
    loop {
        let sent = match source.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => chunks.send(Ok((buffer[..read].to_vec(), typed))),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(e) => return drop(chunks.send(Err(e))),
        };
        if sent.is_err() {
            return;
        }
    }
}

fn gather(chunks: &Receiver<Chunk>, name: &str, bound: Bound, watch: &Watch) -> Result<Vec<u8>, Failure> {
    let mut all = Gathered::new(bound);
    loop {
        match chunks.recv_timeout(PAUSE) {
            Ok(Ok((chunk, typed))) => {
                all.push(&chunk).map_err(|e| about(name, &e))?;
                // A bar would stand where a person types.
                if typed { watch.look() } else { watch.step(all.step()) }.map_err(Error::from)?;
            }
            Ok(Err(e)) => return Err(unreadable(name, &e)),
            Err(RecvTimeoutError::Timeout) => watch.look().map_err(Error::from)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(all.bytes),
        }
    }
}

/// Bytes that grow up to a bound, in room that does not grow past it.
pub struct Gathered {
    pub bytes: Vec<u8>,
    bound: Bound,
}

impl Gathered {
    pub fn new(bound: Bound) -> Gathered {
        Gathered { bytes: Vec::new(), bound }
    }

    /// Adds some bytes, if they are within the bound and there is room for them.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), Error> {
        let (held, more) = (self.bytes.len(), chunk.len());
        if (held as u64).saturating_add(more as u64) > self.bound.bytes {
            return Err(self.bound.exceeded());
        }
        if self.bytes.capacity() - held < more {
            let most = usize::try_from(self.bound.bytes).unwrap_or(usize::MAX);
            let room = held.saturating_mul(2).min(most).max(held + more);
            self.bytes.try_reserve_exact(room - held).map_err(|_| {
                let message = format!("there is no memory for more than {} of it", Bytes(held as u64));
                Error::new(ErrorKind::Limit, message).hint("close other programs, or use a larger computer")
            })?;
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// How far it is.
    pub fn step(&self) -> Step<'static> {
        Step { unit: "bytes", done: self.bytes.len() as u64, total: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Bound = Bound { bytes: 10, what: "a test", next: "do nothing" };

    #[test]
    fn what_is_gathered_and_its_room_stay_within_the_bound() {
        let mut all = Gathered::new(TEN);
        for _ in 0..3 {
            all.push(b"abc").unwrap();
        }
        assert!(all.bytes.capacity() <= 10);
        let error = all.push(b"abc").unwrap_err();
        assert_eq!(error.to_string(), "more than 10 bytes, which is the most for a test; do nothing");
        assert_eq!((all.bytes.len(), error.kind()), (9, ErrorKind::Limit));
        all.push(b"d").unwrap();
    }

    #[test]
    fn a_pipe_that_breaks_is_an_error_and_one_that_ends_is_not() {
        let watch = Watch::new(None);
        let (sender, chunks) = sync_channel(4);
        sender.send(Ok((b"abc".to_vec(), false))).unwrap();
        sender.send(Err(io::Error::other("no more"))).unwrap();
        assert!(gather(&chunks, "a pipe", TEN, &watch).is_err());
        sender.send(Ok((b"abc".to_vec(), false))).unwrap();
        drop(sender);
        assert_eq!(gather(&chunks, "a pipe", TEN, &watch).unwrap(), b"abc");
    }

    #[test]
    fn waiting_for_a_pipe_ends_with_the_time() {
        let (_sender, chunks) = sync_channel(4);
        let error = gather(&chunks, "a pipe", TEN, &Watch::new(Some(Duration::ZERO))).unwrap_err();
        assert!(matches!(error, Failure::Engine(e) if e.kind() == ErrorKind::Timeout));
    }
}

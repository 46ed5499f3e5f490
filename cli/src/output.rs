//! Answers on stdout.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// How much is gathered before it is written.
const BUFFER: usize = 1 << 18;
/// How many names are tried for a file that is not finished.
const TRIES: u32 = 100;

/// Prints an answer. A reader that has seen enough (`| head`) is not an error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure::input(format!("stdout: {e}"))),
        _ => Ok(()),
    }
}

/// Prints an answer that is made as it is written, such as a long table.
pub fn print_with(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Failure> {
    let mut sink = BufWriter::with_capacity(BUFFER, std::io::stdout().lock());
    match write(&mut sink).and_then(|()| sink.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(failed("stdout", e)),
        _ => Ok(()),
    }
}

/// Prints one JSON object.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string(value).map_err(|e| Failure::input(format!("the answer as JSON: {e}")))?;
    print(&(text + "\n"))
}

/// Fails early if a file could not be written later, so that no long work is lost.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = folder_of(path);
    let wrong = |why: String| Err(Failure::input(format!("{} cannot be written: {why}", path.display())));
    if !folder.is_dir() {
        return wrong(format!("no such folder as {}", folder.display()));
    }
    if path.is_dir() { wrong("it is a folder".into()) } else { Ok(()) }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a file is or will be, however its name is written.
pub fn place(path: &Path) -> PathBuf {
    let named = || {
        let folder = folder_of(path).canonicalize().unwrap_or_else(|_| folder_of(path).to_path_buf());
        path.file_name().map_or_else(|| path.to_path_buf(), |name| folder.join(name))
    };
    path.canonicalize().unwrap_or_else(|_| named())
}

/// Writes a file whole or not at all: beside its place first, then moved there.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_file_with(path, |sink| sink.write_all(content))
}

/// The same for content that is made as it is written.
pub fn write_file_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let name =
        path.file_name().ok_or_else(|| Failure::input(format!("{} is not a file name", path.display())))?;
    let named = |e| failed(&path.display().to_string(), e);
    // A pipe or a device cannot be replaced by a file: what is written goes through it.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        let through = OpenOptions::new().write(true).open(path);
        return through.and_then(|file| fill(file, write).map(drop)).map_err(named);
    }
    // A link stays, and the file that it leads to is replaced.
    let path = if path.is_symlink() { &place(path) } else { path };
    let (beside, file) = open_beside(path, &name.to_string_lossy()).map_err(named)?;
    let written = fill(file, write).and_then(|file| file.sync_all());
    let written = written.and_then(|()| std::fs::rename(&beside, path));
    // The new name survives a power cut once the folder is on disk; where a folder cannot be opened there is no such step.
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        named(e)
    })
}

fn fill(file: File, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<File> {
    let mut sink = BufWriter::with_capacity(BUFFER, file);
    write(&mut sink)?;
    sink.into_inner().map_err(|e| e.into_error())
}

/// A new file beside the place of another. A name that is taken may lead anywhere, so what is there is left alone.
fn open_beside(path: &Path, name: &str) -> std::io::Result<(PathBuf, File)> {
    let mut tries = 0;
    loop {
        let more = if tries == 0 { String::new() } else { format!("-{tries}") };
        let beside = path.with_file_name(format!(".{name}.{}{more}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            made => return made.map(|file| (beside, file)),
        }
    }
}

/// A failure to write; what the library says inside it keeps its kind.
fn failed(name: &str, error: std::io::Error) -> Failure {
    match error.downcast::<grundy::Error>() {
        Ok(error) => error.into(),
        Err(error) => Failure::input(format!("{name}: {error}")),
    }
}

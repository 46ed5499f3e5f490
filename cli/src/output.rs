//! Answers on stdout.

use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::failure::Failure;

/// Prints an answer. A reader that has seen enough (`| head`) is not an error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure::input(format!("stdout: {e}"))),
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
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match folder.is_dir() && !path.is_dir() {
        true => Ok(()),
        false => {
            Err(Failure::input(format!("{} cannot be written: no such folder, or it is one", path.display())))
        }
    }
}

/// Writes a file whole or not at all: beside its place first, then moved there.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::input(format!("{}: {e}", path.display()));
    let name =
        path.file_name().ok_or_else(|| Failure::input(format!("{} is not a file name", path.display())))?;
    let beside = path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let written = std::fs::File::create(&beside)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        failed(e)
    })
}

//! A folder that one process writes to: files put in their place whole, and a lock against a second process.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output;
use crate::progress::Watch;
use crate::reading::{self, Bound};

const LOCK: &str = "lock";

/// A folder that this process alone writes to, until it ends in whatever way.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder if need be and takes it. It holds files of ours alone, as their names tell.
    pub fn open(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<Folder, Failure> {
        let failed = |e: std::io::Error| Failure::input(format!("{}: {e}", path.display()));
        fs::create_dir_all(path).map_err(failed)?;
        for entry in fs::read_dir(path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_ours(&name) {
                own(&entry.path())?;
            } else if name != LOCK && !left_over_of(&name).is_some_and(&is_ours) {
                return Err(Failure::input(format!(
                    "{} holds {name}, which is no part of a run; choose an empty folder",
                    path.display()
                )));
            }
        }
        let lock = open_lock(&path.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::input(format!(
                    "another process runs in {}; wait for it or choose another folder",
                    path.display()
                )));
            }
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        let folder = Folder { path: path.to_path_buf(), _lock: lock };
        folder.sweep().map_err(failed)?;
        Ok(folder)
    }

    /// Removes what a killed process had not finished writing. The lock is held, so nobody else is writing it.
    fn sweep(&self) -> std::io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            if left_over_of(&entry.file_name().to_string_lossy()).is_some() {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Where a file of this name is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// What a file of this name holds, if there is one and it is not larger than may be.
    pub fn read(&self, name: &str, bound: Bound, watch: &Watch) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.file(name);
        match own(&path)? {
            None => Ok(None),
            Some(_) => reading::bytes(&path, bound, watch).map(Some),
        }
    }

    /// Replaces a file, whole or not at all.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        output::write_file(&self.file(name), content)
    }
}

/// The length of a file of ours, if it is there. A link, a pipe or a device is not ours, whoever put it there: to write
/// or to wait would be done elsewhere.
fn own(path: &Path) -> Result<Option<u64>, Failure> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_file() => Ok(Some(about.len())),
        Ok(_) => Err(Failure::input(format!(
            "{} is no regular file, so no run wrote it; choose an empty folder",
            path.display()
        ))),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Failure::input(format!("{}: {e}", path.display()))),
    }
}

/// Makes the lock, or opens the one that is there. Nothing is ever written to it: whatever it turns out to be is left as it is.
fn open_lock(path: &Path) -> Result<File, Failure> {
    let failed = |e: std::io::Error| Failure::input(format!("{}: {e}", path.display()));
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
        made => return made.map_err(failed),
    }
    match own(path)? {
        None | Some(0) => File::open(path).map_err(failed),
        Some(_) => Err(Failure::input(format!(
            "{} has something in it, so no run wrote it; choose an empty folder",
            path.display()
        ))),
    }
}

/// Of which file this is the beginning, that never got its name.
fn left_over_of(name: &str) -> Option<&str> {
    let (file, process) = name.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('.')?;
    process.starts_with(|c: char| c.is_ascii_digit()).then_some(file)
}

//! The folder of a long run: one checkpoint, put in its place whole, and a lock against a second process.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use grundy::heap::{Sequence, TakeBreak};

use crate::failure::Failure;
use crate::output;
use crate::progress::Watch;
use crate::reading::{self, Bound};

const CHECKPOINT: &str = "sequence.checkpoint";
const LOCK: &str = "lock";

/// A folder that this process alone writes to, until it ends in whatever way.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    _lock: File,
}

impl Store {
    /// Makes the folder if need be and takes it.
    pub fn open(folder: &Path) -> Result<Store, Failure> {
        let failed = |e: std::io::Error| Failure::input(format!("{}: {e}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        for entry in fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_string_lossy();
            if name != CHECKPOINT && name != LOCK && !is_left_over(&name) {
                return Err(Failure::input(format!(
                    "{} holds {name}, which is no part of a run; choose an empty folder",
                    folder.display()
                )));
            }
        }
        own(&folder.join(CHECKPOINT))?;
        let lock = open_lock(&folder.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::input(format!(
                    "another process runs in {}; wait for it or choose another folder",
                    folder.display()
                )));
            }
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        let store = Store { folder: folder.to_path_buf(), _lock: lock };
        store.sweep().map_err(failed)?;
        Ok(store)
    }

    /// Removes what a killed process had not finished writing. The lock is held, so nobody else is writing it.
    fn sweep(&self) -> std::io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if is_left_over(&entry.file_name().to_string_lossy()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// The checkpoint file.
    pub fn path(&self) -> PathBuf {
        self.folder.join(CHECKPOINT)
    }

    /// The run that is stored here, if there is one, in a file of at most so many bytes.
    pub fn read(&self, game: &TakeBreak, most: u64, watch: &Watch) -> Result<Option<Sequence>, Failure> {
        let path = self.path();
        if own(&path)?.is_none() {
            return Ok(None);
        }
        let file = reading::bytes(&path, Bound::of_memory(most, "a checkpoint"), watch)?;
        let read = Sequence::resume(game.clone(), &file);
        read.map(Some).map_err(|e| reading::about(&path.display().to_string(), &e))
    }

    /// Replaces the checkpoint.
    pub fn write(&self, sequence: &Sequence) -> Result<(), Failure> {
        output::write_file(&self.path(), &sequence.checkpoint())
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

/// Whether this is the beginning of a checkpoint that never got its name.
fn is_left_over(name: &str) -> bool {
    name.starts_with(&format!(".{CHECKPOINT}.")) && name.ends_with(".tmp")
}

//! The folder of a long run: one checkpoint, put in its place whole, and a lock against a second process.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use grundy::Error;
use grundy::heap::{Sequence, TakeBreak};

use crate::failure::Failure;
use crate::output;

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
        let lock = File::create(folder.join(LOCK)).map_err(failed)?;
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

    /// The run that is stored here, if there is one.
    pub fn read(&self, game: &TakeBreak) -> Result<Option<Sequence>, Failure> {
        let path = self.path();
        let named = |e: Error| {
            let wrong = Error::new(e.kind(), format!("{}: {}", path.display(), e.message()));
            Failure::Engine(match e.next_step() {
                Some(hint) => wrong.hint(hint),
                None => wrong,
            })
        };
        match fs::read(&path) {
            Ok(file) => Sequence::resume(game.clone(), &file).map(Some).map_err(named),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Failure::input(format!("{}: {e}", path.display()))),
        }
    }

    /// Replaces the checkpoint.
    pub fn write(&self, sequence: &Sequence) -> Result<(), Failure> {
        output::write_file(&self.path(), &sequence.checkpoint())
    }
}

/// Whether this is the beginning of a checkpoint that never got its name.
fn is_left_over(name: &str) -> bool {
    name.starts_with(&format!(".{CHECKPOINT}.")) && name.ends_with(".tmp")
}

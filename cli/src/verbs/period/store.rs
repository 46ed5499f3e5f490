//! The folder of a long run: one checkpoint.

use std::path::{Path, PathBuf};

use grundy::heap::{Sequence, TakeBreak};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::progress::Watch;
use crate::reading::{self, Bound};

const CHECKPOINT: &str = "sequence.checkpoint";

/// Where a run is kept.
#[derive(Debug)]
pub struct Store(Folder);

impl Store {
    /// Makes the folder if need be and takes it.
    pub fn open(folder: &Path) -> Result<Store, Failure> {
        Folder::open(folder, |name| name == CHECKPOINT).map(Store)
    }

    /// The checkpoint file.
    pub fn path(&self) -> PathBuf {
        self.0.file(CHECKPOINT)
    }

    /// The run that is stored here, if there is one, in a file of at most so many bytes.
    pub fn read(&self, game: &TakeBreak, most: u64, watch: &Watch) -> Result<Option<Sequence>, Failure> {
        let Some(file) = self.0.read(CHECKPOINT, Bound::of_memory(most, "a checkpoint"), watch)? else {
            return Ok(None);
        };
        let read = Sequence::resume(game.clone(), &file);
        read.map(Some).map_err(|e| reading::about(&self.path().display().to_string(), &e))
    }

    /// Replaces the checkpoint.
    pub fn write(&self, sequence: &Sequence) -> Result<(), Failure> {
        self.0.write(CHECKPOINT, &sequence.checkpoint())
    }
}

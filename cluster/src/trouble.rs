//! What can end a run besides what ends the same question on one machine.

use std::fmt;
use std::io;
use std::path::Path;

use grundy::{Error, ErrorKind};

/// Why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// As on one machine.
    Engine(Error),
    /// A worker is gone.
    Lost {
        /// Which, from 0.
        worker: usize,
        /// What to call it: its address, and its process where that is known.
        name: String,
        /// What happened to it.
        how: String,
    },
    /// The processes could not be brought together.
    Setup(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Engine(error)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Engine(error) => error.fmt(f),
            Trouble::Lost { worker, name, how } => write!(f, "worker {worker} ({name}) {how}"),
            Trouble::Setup(message) => f.write_str(message),
        }
    }
}

/// A file that cannot be read or written.
pub(crate) fn storage(path: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::Format, format!("{}: {error}", path.display()))
}

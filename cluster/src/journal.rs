//! The moves of a game that were found, kept on disk so that a run that breaks need not look for them again.
//!
//! A record is a position with what its moves lead to. It says nothing of who owns what or in which round it was found:
//! it is right by itself, so that any number of workers can go on from whatever records there are. Records are written
//! in blocks with a checksum; a block that was not written whole is left out with all that follow it in its file. Every run
//! writes files of its own.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};

use crate::keep::{Manifest, Store, write_whole};
use crate::trouble::storage;

/// How much is gathered for a block.
const BLOCK: usize = 1 << 16;
/// A longer block is none of ours: a position with a million moves is not followed.
const LONGEST: u32 = 1 << 30;
const CHECK: usize = 16;
const ABOUT: &str = "game.json";

/// Where the moves of a game are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStore {
    /// The folder, how long what was found may wait before it is written, and the rounds that are there.
    pub rounds: Store,
    /// Which run this is, from 0.
    run: u32,
}

/// What a folder is about.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    format: String,
    version: u32,
    /// A checksum of the question.
    question: String,
    runs: u32,
}

impl GameStore {
    /// Whether a folder is one of a game.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(ABOUT).exists()
    }

    /// Opens a folder for a question. What an earlier run has left there is neither mixed up nor taken over unasked.
    pub fn open(folder: &Path, question: &str, resume: bool, every: Duration) -> Result<GameStore> {
        let path = folder.join(ABOUT);
        let about = |message: &str, hint: &str| {
            let message = format!("{} {message}", folder.display());
            Error::new(ErrorKind::Format, message).hint(hint)
        };
        let fresh = || About {
            format: "grundy-game-store".into(),
            version: 2,
            question: blake3::hash(question.as_bytes()).to_hex().to_string(),
            runs: 0,
        };
        let earlier = Manifest::read(folder)?;
        let mut found = match std::fs::read(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound && earlier.is_some() => {
                return Err(about("holds rounds of a graph", "name an empty folder"));
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => fresh(),
            Err(e) => return Err(storage(&path, &e)),
            Ok(_) if !resume => {
                return Err(about("holds an earlier run", "go on with --resume, or name an empty folder"));
            }
            Ok(text) => serde_json::from_slice(&text).map_err(|e| storage(&path, &e.into()))?,
        };
        let (run, earlier) = (found.runs, earlier.unwrap_or_default());
        if found != (About { runs: run, ..fresh() }) {
            return Err(about("is about another game or another position", "name an empty folder"));
        }
        found.runs += 1;
        let text = serde_json::to_vec(&found).unwrap_or_default();
        write_whole(&path, |sink| sink.write_all(&text)).map_err(|e| storage(&path, &e))?;
        Ok(GameStore { rounds: Store { folder: folder.into(), every, earlier }, run })
    }
}

/// The records of one way to follow a game.
#[derive(Debug)]
pub struct Journal {
    store: GameStore,
    name: &'static str,
    path: PathBuf,
    file: File,
    block: Vec<u8>,
    last: Instant,
}

fn number(bytes: &mut Vec<u8>, mut rest: usize) {
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn read_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = read_number(bytes)?;
    let (some, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(some)
}

/// Hears of a position and of what its moves lead to.
type Visit<'v> = dyn FnMut(&[u8], &[&[u8]]) -> Result<()> + 'v;

impl Journal {
    /// The journal of a worker.
    pub fn open(store: &GameStore, name: &'static str, me: usize) -> Result<Journal> {
        let path = store.rounds.folder.join(format!("{name}-{:05}-{me:05}.moves", store.run));
        let file = File::create(&path).map_err(|e| storage(&path, &e))?;
        Ok(Journal { store: store.clone(), name, path, file, block: Vec::new(), last: Instant::now() })
    }

    /// Notes what a position leads to.
    pub fn write(&mut self, position: &[u8], options: &[Vec<u8>]) -> Result<()> {
        number(&mut self.block, position.len());
        self.block.extend_from_slice(position);
        number(&mut self.block, options.len());
        for option in options {
            number(&mut self.block, option.len());
            self.block.extend_from_slice(option);
        }
        let due = self.block.len() >= BLOCK || self.last.elapsed() >= self.store.rounds.every;
        if due { self.flush() } else { Ok(()) }
    }

    /// Writes what was gathered.
    pub fn flush(&mut self) -> Result<()> {
        self.last = Instant::now();
        if self.block.is_empty() {
            return Ok(());
        }
        let mut bytes = (self.block.len() as u32).to_le_bytes().to_vec();
        bytes.append(&mut self.block);
        let check = blake3::hash(&bytes[4..]);
        bytes.extend_from_slice(&check.as_bytes()[..CHECK]);
        self.file.write_all(&bytes).map_err(|e| storage(&self.path, &e))
    }

    /// Visits the records of all earlier runs, always in the same order.
    pub fn read(&self, visit: &mut Visit<'_>) -> Result<()> {
        let named = |e: std::io::Error| storage(&self.store.rounds.folder, &e);
        let entries = std::fs::read_dir(&self.store.rounds.folder).map_err(named)?;
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>().map_err(named)?;
        let earlier = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let rest = name.strip_prefix(self.name).and_then(|rest| rest.strip_prefix('-'));
            let run =
                rest.and_then(|rest| rest.strip_suffix(".moves")?.split('-').next()?.parse::<u32>().ok());
            run.is_some_and(|run| run < self.store.run)
        };
        paths.retain(earlier);
        paths.sort();
        paths.iter().try_for_each(|path| read_file(path, visit))
    }
}

fn read_file(path: &Path, visit: &mut Visit<'_>) -> Result<()> {
    let mut file = BufReader::new(File::open(path).map_err(|e| storage(path, &e))?);
    let mut block = Vec::new();
    loop {
        let mut length = [0; 4];
        if file.read_exact(&mut length).is_err() {
            return Ok(());
        }
        let length = u32::from_le_bytes(length);
        block.clear();
        let whole = length <= LONGEST
            && (&mut file)
                .take(u64::from(length))
                .read_to_end(&mut block)
                .is_ok_and(|read| read == length as usize);
        let mut check = [0; CHECK];
        if !whole || file.read_exact(&mut check).is_err() || blake3::hash(&block).as_bytes()[..CHECK] != check
        {
            return Ok(());
        }
        let mut rest = &block[..];
        while !rest.is_empty() {
            let wrong = || storage(path, &std::io::Error::other("a record makes no sense"));
            let position = read_bytes(&mut rest).ok_or_else(wrong)?;
            let count = read_number(&mut rest).filter(|&count| count <= rest.len()).ok_or_else(wrong)?;
            let options: Option<Vec<&[u8]>> = (0..count).map(|_| read_bytes(&mut rest)).collect();
            visit(position, &options.ok_or_else(wrong)?)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_records_of_earlier_runs_are_read_and_no_others() {
        let folder = std::env::temp_dir().join(format!("grundy-journal-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let open = |question: &str, resume| GameStore::open(&folder, question, resume, Duration::ZERO);
        let mut journal = Journal::open(&open("nim", false).unwrap(), "sums", 3).unwrap();
        let long = vec![7; 300];
        for i in 0..10u8 {
            journal.write(&[i], &[vec![], vec![i, 1], long.clone()]).unwrap();
        }
        assert!(open("nim", false).is_err() && open("kayles", true).is_err());
        let again = Journal::open(&open("nim", true).unwrap(), "sums", 0).unwrap();
        let read = |journal: &Journal| {
            let mut all = Vec::new();
            journal.read(&mut |position, options| {
                assert_eq!(options, [&[][..], &[position[0], 1], &long]);
                all.push(position[0]);
                Ok(())
            })?;
            Ok::<_, Error>(all)
        };
        assert_eq!(read(&again).unwrap(), (0..10).collect::<Vec<u8>>());
        assert_eq!(read(&journal).unwrap(), Vec::<u8>::new(), "its own are not earlier");
        let file = folder.join("sums-00000-00003.moves");
        let mut bytes = std::fs::read(&file).unwrap();
        bytes.truncate(bytes.len() - 1);
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(read(&again).unwrap(), (0..9).collect::<Vec<u8>>());
        bytes[6] ^= 1;
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(read(&again).unwrap(), Vec::<u8>::new());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

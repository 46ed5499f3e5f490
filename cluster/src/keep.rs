//! Rounds that are saved, so that a run can go on after a worker was lost, with however many workers.
//!
//! What is decided stays decided, so a word of each vertex after a whole round is all that is needed. Each worker writes
//! its places into a *part*: beside its place first, then moved there. When all parts of a round are written, the
//! process that asks writes the manifest that names them, and only then are older ones removed. A part tells how vertices
//! were dealt, so that workers of another number pick what is theirs out of all parts.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::{Error, ErrorKind, Play, Result};
use serde::{Deserialize, Serialize};

use crate::deal::Deal;
use crate::share::Share;
use crate::trouble::storage;

/// What is being found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Outcomes and remoteness.
    Outcomes,
    /// Values.
    Values,
}

impl Phase {
    /// The word of a place of which nothing is known.
    fn unknown(self) -> u32 {
        match self {
            Phase::Outcomes => 0,
            Phase::Values => u32::MAX,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Phase::Outcomes => "outcomes",
            Phase::Values => "values",
        }
    }
}

/// What was saved after a round, for the places of this worker.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The round.
    pub round: u32,
    /// A word of each place.
    pub words: Vec<u32>,
}

/// Who keeps rounds.
pub trait Keeper {
    /// Whether it is time to save; if one worker says so, all do.
    fn due(&mut self) -> bool;

    /// Saves a word of each place, after a round.
    fn keep(
        &mut self,
        phase: Phase,
        round: u32,
        share: &Share,
        words: &mut dyn Iterator<Item = u32>,
    ) -> Result<()>;

    /// What an earlier run saved of a phase.
    fn saved(&mut self, phase: Phase, share: &Share) -> Result<Option<Saved>>;
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Keeper for Nothing {
    fn due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, _: Phase, _: u32, _: &Share, _: &mut dyn Iterator<Item = u32>) -> Result<()> {
        Ok(())
    }

    fn saved(&mut self, _: Phase, _: &Share) -> Result<Option<Saved>> {
        Ok(None)
    }
}

/// Where rounds are kept, and what is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Store {
    /// The folder, the same for all workers.
    pub folder: PathBuf,
    /// How long the work goes on before it is saved again.
    pub every: Duration,
    /// What an earlier run has left there.
    pub earlier: Manifest,
}

/// The rounds whose parts are all there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Of outcomes.
    pub outcomes: Option<Round>,
    /// Of values.
    pub values: Option<Round>,
}

/// A saved round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Which.
    pub round: u32,
    /// How many parts it has.
    pub workers: usize,
    /// How vertices were dealt out.
    pub shift: u32,
}

const MANIFEST: &str = "manifest.json";

impl Manifest {
    /// What stands in a folder; none if there is no manifest.
    pub fn read(folder: &Path) -> Result<Option<Manifest>> {
        let path = folder.join(MANIFEST);
        let text = match std::fs::read(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|e| storage(&path, &e))?,
        };
        serde_json::from_slice(&text).map(Some).map_err(|e| storage(&path, &e.into()))
    }

    fn of(&mut self, phase: Phase) -> &mut Option<Round> {
        match phase {
            Phase::Outcomes => &mut self.outcomes,
            Phase::Values => &mut self.values,
        }
    }

    /// Writes it, whole or not at all, and removes the parts that it makes superfluous.
    pub fn write(&mut self, folder: &Path, phase: Phase, round: Round) -> Result<()> {
        let before = self.of(phase).replace(round);
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec(self).unwrap_or_default();
        write_whole(&path, |sink| sink.write_all(&text)).map_err(|e| storage(&path, &e))?;
        if let Some(before) = before.filter(|before| *before != round) {
            for me in 0..before.workers {
                let _ = std::fs::remove_file(part_path(folder, phase, &before, me));
            }
        }
        Ok(())
    }
}

/// Who waits for all parts of a round before the manifest names them.
#[derive(Debug)]
pub struct Ledger {
    folder: PathBuf,
    manifest: Manifest,
    workers: usize,
    shift: u32,
    /// Whose parts of rounds are there that lack others.
    begun: Vec<(Phase, u32, BTreeSet<usize>)>,
}

impl Ledger {
    /// For a run of so many workers.
    pub fn new(store: &Store, workers: usize, shift: u32) -> Ledger {
        Ledger {
            folder: store.folder.clone(),
            manifest: store.earlier.clone(),
            workers,
            shift,
            begun: Vec::new(),
        }
    }

    /// A worker has written its part of a round. Of workers that are ahead of others, later rounds are heard first.
    pub fn hear(&mut self, worker: usize, phase: Phase, round: u32) -> Result<()> {
        let at = self.begun.iter().position(|(other, number, _)| (*other, *number) == (phase, round));
        let at = at.unwrap_or_else(|| {
            self.begun.push((phase, round, BTreeSet::new()));
            self.begun.len() - 1
        });
        self.begun[at].2.insert(worker);
        if self.begun[at].2.len() < self.workers {
            return Ok(());
        }
        self.begun.remove(at);
        match self.manifest.of(phase).is_some_and(|written| written.round > round) {
            true => Ok(()),
            false => self.manifest.write(
                &self.folder,
                phase,
                Round { round, workers: self.workers, shift: self.shift },
            ),
        }
    }
}

fn part_path(folder: &Path, phase: Phase, of: &Round, me: usize) -> PathBuf {
    folder.join(format!("{}-{}.{me}-of-{}.part", phase.name(), of.round, of.workers))
}

/// Writes a file beside its place and moves it there once it is on disk.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut sink = BufWriter::with_capacity(1 << 18, File::create(&beside)?);
    write(&mut sink)?;
    sink.into_inner().map_err(|e| e.into_error())?.sync_all()?;
    std::fs::rename(&beside, path)
}

const MAGIC: &[u8; 8] = b"GRUNDYP1";
/// Magic, checksum of the graph, then six words and the number of places.
const HEAD: usize = 8 + 8 + 6 * 4 + 8;
const HASH: usize = 32;

/// Who hears of every part of a round that a worker has written.
pub type Saves<'k> = &'k dyn Fn(Phase, u32) -> Result<()>;

/// Keeps rounds in a folder.
pub struct InFolder<'k> {
    store: Store,
    me: usize,
    size: usize,
    shift: u32,
    play: Play,
    last: Instant,
    /// What was kept last.
    kept: Option<(Phase, u32)>,
    told: Saves<'k>,
}

impl<'k> InFolder<'k> {
    /// For a worker; `told` hears of every part that is written.
    pub fn new(
        store: Store,
        (me, size): (usize, usize),
        shift: u32,
        play: Play,
        told: Saves<'k>,
    ) -> InFolder<'k> {
        InFolder { store, me, size, shift, play, last: Instant::now(), kept: None, told }
    }

    fn head(&self, phase: Phase, of: &Round, me: usize, share: &Share, places: u64) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(MAGIC);
        head[8..16].copy_from_slice(&share.mark.to_le_bytes());
        let words = [phase as u32, self.play as u32, of.round, me as u32, of.workers as u32, of.shift];
        for (i, word) in words.iter().enumerate() {
            head[16 + 4 * i..20 + 4 * i].copy_from_slice(&word.to_le_bytes());
        }
        head[40..].copy_from_slice(&places.to_le_bytes());
        head
    }

    /// Picks what is ours out of a part.
    fn pick(&self, phase: Phase, of: &Round, me: usize, share: &Share, words: &mut [u32]) -> io::Result<()> {
        let wrong = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidData, why.to_string()));
        let mut file =
            BufReader::with_capacity(1 << 18, File::open(part_path(&self.store.folder, phase, of, me))?);
        let mut head = [0; HEAD];
        file.read_exact(&mut head)?;
        let places = u64::from_le_bytes(head[40..].try_into().unwrap_or_default());
        if head != self.head(phase, of, me, share, places) {
            return wrong("it is about another graph or another question");
        }
        let deal = Deal::new(me, of.workers, of.shift);
        let mut hash = blake3::Hasher::new();
        hash.update(&head);
        let mut buffer = vec![0; 4 << 14];
        let mut place = 0u64;
        while place < places {
            let some = (places - place).min(1 << 14);
            let bytes = &mut buffer[..4 * some as usize];
            file.read_exact(bytes)?;
            hash.update(bytes);
            for word in bytes.chunks_exact(4) {
                let vertex = deal.vertex(place as u32) as u32;
                let (owner, ours) = share.deal.place(vertex);
                if let Some(slot) = words.get_mut(ours as usize).filter(|_| share.deal.is_me(owner)) {
                    *slot = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                }
                place += 1;
            }
        }
        let mut told = [0; HASH];
        file.read_exact(&mut told)?;
        if hash.finalize() != blake3::Hash::from_bytes(told) { wrong("it was damaged") } else { Ok(()) }
    }
}

impl Keeper for InFolder<'_> {
    fn due(&mut self) -> bool {
        // One clock decides for all.
        self.me == 0 && self.last.elapsed() >= self.store.every
    }

    fn keep(
        &mut self,
        phase: Phase,
        round: u32,
        share: &Share,
        words: &mut dyn Iterator<Item = u32>,
    ) -> Result<()> {
        if self.kept.replace((phase, round)) == Some((phase, round)) {
            return Ok(());
        }
        let of = Round { round, workers: self.size, shift: self.shift };
        let path = part_path(&self.store.folder, phase, &of, self.me);
        let head = self.head(phase, &of, self.me, share, share.degrees.len() as u64);
        let written = write_whole(&path, |sink| {
            let mut hash = blake3::Hasher::new();
            let mut bytes = head.to_vec();
            for word in words {
                bytes.extend_from_slice(&word.to_le_bytes());
                if bytes.len() >= 1 << 16 {
                    hash.update(&bytes);
                    sink.write_all(&bytes)?;
                    bytes.clear();
                }
            }
            hash.update(&bytes);
            sink.write_all(&bytes)?;
            sink.write_all(hash.finalize().as_bytes())
        });
        written.map_err(|e| storage(&path, &e))?;
        self.last = Instant::now();
        (self.told)(phase, round)
    }

    fn saved(&mut self, phase: Phase, share: &Share) -> Result<Option<Saved>> {
        let Some(of) = *self.store.earlier.of(phase) else { return Ok(None) };
        let mut words = vec![phase.unknown(); share.degrees.len()];
        for me in 0..of.workers {
            self.pick(phase, &of, me, share, &mut words).map_err(|e| {
                let path = part_path(&self.store.folder, phase, &of, me);
                Error::new(ErrorKind::Format, format!("{}: {e}", path.display()))
                    .hint("begin anew in an empty folder, without resuming")
            })?;
        }
        Ok(Some(Saved { round: of.round, words }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_names_a_round_once_all_parts_are_there_and_never_goes_back() {
        let folder = std::env::temp_dir().join(format!("grundy-ledger-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store { folder: folder.clone(), every: Duration::ZERO, earlier: Manifest::default() };
        let mut ledger = Ledger::new(&store, 2, 0);
        let named =
            || Manifest::read(&folder).unwrap().and_then(|manifest| manifest.outcomes).map(|of| of.round);
        let of = |round| Round { round, workers: 2, shift: 0 };
        for round in [4, 5] {
            (0..2).for_each(|me| {
                std::fs::write(part_path(&folder, Phase::Outcomes, &of(round), me), "x").unwrap()
            });
        }
        for (worker, round, expected) in
            [(0, 4, None), (0, 4, None), (0, 5, None), (1, 5, Some(5)), (1, 4, Some(5)), (0, 5, Some(5))]
        {
            ledger.hear(worker, Phase::Outcomes, round).unwrap();
            assert_eq!(named(), expected, "{worker} {round}");
        }
        assert!(part_path(&folder, Phase::Outcomes, &of(5), 1).exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

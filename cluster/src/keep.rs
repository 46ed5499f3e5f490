//! Rounds that are saved, so that a run can go on after a worker was lost, with however many workers.
//!
//! What is decided stays decided, so a word of each vertex after a whole round is all that is needed. Each worker writes
//! its places into a *part* ([`part`](crate::part)). When all parts of a round are written, the process that asks writes
//! the manifest that names them, and only then are older ones removed.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use grundy::Result;
use serde::{Deserialize, Serialize};

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
    /// Whether there is a cycle, where values are not wanted.
    Cycle,
}

impl Phase {
    /// The word of a place of which nothing is known.
    pub(crate) fn unknown(self) -> u32 {
        match self {
            Phase::Outcomes => 0,
            Phase::Values | Phase::Cycle => u32::MAX,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Phase::Outcomes => "outcomes",
            Phase::Values => "values",
            Phase::Cycle => "cycle",
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
    /// Of the search for a cycle.
    pub cycle: Option<Round>,
}

/// Rounds of values from here on are stages that are over, counted from here.
pub(crate) const STAGES: u32 = 1 << 30;

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

    /// Where a run goes on that takes this up, in words; nothing if it begins anew.
    pub fn reached(&self) -> Vec<String> {
        let rounds =
            [(Phase::Outcomes, self.outcomes), (Phase::Values, self.values), (Phase::Cycle, self.cycle)];
        let told = |(phase, of): (Phase, Option<Round>)| {
            let round = of?.round;
            Some(match round.checked_sub(STAGES) {
                None => format!("{}: round {round}", phase.name()),
                Some(stages) => format!("{}: {stages} stages", phase.name()),
            })
        };
        rounds.into_iter().filter_map(told).collect()
    }

    pub(crate) fn of(&mut self, phase: Phase) -> &mut Option<Round> {
        match phase {
            Phase::Outcomes => &mut self.outcomes,
            Phase::Values => &mut self.values,
            Phase::Cycle => &mut self.cycle,
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

pub(crate) fn part_path(folder: &Path, phase: Phase, of: &Round, me: usize) -> PathBuf {
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

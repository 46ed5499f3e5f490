//! What a team is asked about a graph, and what each worker finds.

use std::path::PathBuf;

use grundy::graph::retrograde::Counts;
use grundy::solve::analysis::{Digest, Label, Summary, VertexReport};
use grundy::{Limits, Nimber, Outcome, Play, Result, Work};
use serde::{Deserialize, Serialize};

use crate::deal::Deal;
use crate::input::{GrgRows, Input};
use crate::keep::{Keeper, Store};
use crate::load;
use crate::parts::Parts;
use crate::retrograde::{self, Outcomes};
use crate::share::Share;
use crate::team::Team;
use crate::values::{self, Values, Wanted};

/// A question about a graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Where it is.
    pub input: Input,
    /// How vertices are dealt out.
    pub shift: u32,
    /// What happens to the player who cannot move.
    pub play: Play,
    /// Values are wanted if the graph has at most so many vertices and edges together.
    pub values_up_to: u64,
    /// Whether one number for all answers is wanted.
    pub digest: bool,
    /// How many vertices there may be.
    pub positions: u64,
    /// How many bytes a worker may take.
    pub bytes: u64,
    /// Where predecessors are put instead of into memory.
    pub on_disk: Option<PathBuf>,
    /// Where rounds are kept.
    pub store: Option<Store>,
    /// Where the answers about every vertex go.
    pub parts: Parts,
}

impl Job {
    /// The usual question about a file, for so many workers.
    pub fn new(input: Input, workers: usize, limits: &Limits) -> Job {
        let shift = Deal::shift_for(input.bytes(), workers);
        let (positions, bytes) = (limits.positions, limits.bytes);
        Job {
            input,
            shift,
            play: Play::Normal,
            values_up_to: u64::MAX,
            digest: false,
            positions,
            bytes,
            on_disk: None,
            store: None,
            parts: Parts::default(),
        }
    }

    /// The limits of one worker.
    pub fn limits(&self) -> Limits {
        Limits { positions: self.positions, bytes: self.bytes, ..Limits::default() }
    }

    /// Answers it together with others.
    pub fn work<T: Team>(&self, team: &mut T, keeper: &mut impl Keeper, work: &Work<'_>) -> Result<Solved> {
        let deal = Deal::new(team.me(), team.size(), self.shift);
        let mut share = load::load(team, &self.input, deal, self.on_disk.as_deref(), work)?;
        let won = self.play == Play::Misere;
        let outcomes = retrograde::solve(team, &mut share, &|_| won, keeper, work)?;
        let wanted =
            self.play == Play::Normal && share.vertices.saturating_add(share.edges) <= self.values_up_to;
        let all = if wanted { Wanted::All } else { Wanted::Cycle };
        let values = values::solve(team, &mut share, all, keeper, work)?;
        let acyclic = values.acyclic;
        Ok(Solved { share, outcomes, values: Some(values).filter(|_| wanted), acyclic })
    }
}

/// What a worker knows at the end.
#[derive(Debug)]
pub struct Solved {
    /// Its part of the graph.
    pub share: Share,
    /// Who wins.
    pub outcomes: Outcomes,
    /// The values, if they were wanted.
    pub values: Option<Values>,
    /// Whether the whole graph has no cycle.
    pub acyclic: bool,
}

/// What a worker tells at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Of the whole graph.
    pub vertices: u64,
    /// Of the whole graph.
    pub edges: u64,
    /// Whether the whole graph has no cycle.
    pub acyclic: bool,
    /// Of this worker.
    pub counts: Counts,
    /// Of this worker.
    pub longest: Option<u32>,
    /// Of this worker.
    pub largest: Option<u32>,
    /// Of this worker.
    pub digest: u64,
    /// How many rounds the outcomes took.
    pub rounds: u32,
    /// How many bytes this worker sent to others.
    pub sent: u64,
    /// How many bytes its process took at most, where the system tells.
    pub peak: Option<u64>,
}

impl Solved {
    /// The report of a place.
    pub fn report(&self, place: u32, name: u32) -> VertexReport {
        let value = self.values.as_ref().map(|values| values.value(place));
        let (outcome, remoteness) = (self.outcomes.outcome(place), self.outcomes.remoteness(place));
        VertexReport::of_last_move(Label::Number(name), outcome, remoteness, value)
    }

    /// What a worker tells of it.
    pub fn found(&self, job: &Job, sent: u64) -> Result<Found> {
        let mut counts = Counts::default();
        let (mut longest, mut largest, mut digest) = (None, None, Digest::default());
        for place in self.share.places() {
            match self.outcomes.outcome(place) {
                Outcome::N => counts.N += 1,
                Outcome::P => counts.P += 1,
                Outcome::D => counts.D += 1,
            }
            longest = longest.max(self.outcomes.remoteness(place));
            largest = largest.max(self.values.as_ref().and_then(|values| values.finite(place)));
        }
        if job.digest {
            self.each_named(job, |place, name| {
                digest.add(&self.report(place, name));
                Ok(())
            })?;
        }
        Ok(Found {
            vertices: self.share.vertices,
            edges: self.share.edges,
            acyclic: self.acyclic,
            counts,
            longest,
            largest,
            digest: digest.0,
            rounds: self.outcomes.rounds,
            sent,
            peak: peak(),
        })
    }

    /// Visits every vertex of this worker with the number that the file gives it.
    pub fn each_named(&self, job: &Job, mut visit: impl FnMut(u32, u32) -> Result<()>) -> Result<()> {
        let mut numbered = match &job.input {
            Input::Grg(path) => Some(GrgRows::open(path)?).filter(|file| file.layout.numbers.is_some()),
            Input::Edges(_) | Input::GrgParts(_) => None,
        };
        // Neighbouring places are neighbouring vertices, so that numbers are read a stretch at a time.
        let (mut first, mut names) = (0, Vec::new());
        for place in self.share.places() {
            let vertex = self.share.deal.vertex(place);
            let name = match &mut numbered {
                None => vertex as u32,
                Some(file) => {
                    if !(first..first + names.len() as u64).contains(&vertex) {
                        let last = file.layout.vertices.min(vertex + (1 << job.shift));
                        names = file.numbers(vertex..last)?.unwrap_or_default();
                        first = vertex;
                    }
                    names[(vertex - first) as usize]
                }
            };
            visit(place, name)?;
        }
        Ok(())
    }
}

/// The most memory that this process has taken, where the system tells.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

/// What all workers found together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The graph as a whole.
    pub summary: Summary,
    /// One number for all answers; meaningless unless it was asked for.
    pub digest: Digest,
    /// How many rounds the outcomes took.
    pub rounds: u32,
    /// How many bytes were exchanged.
    pub sent: u64,
    /// The most memory that a process took.
    pub peak: Option<u64>,
}

impl Total {
    /// Adds up what the workers found; none if there are none.
    pub fn of(found: &[Found]) -> Option<Total> {
        let first = found.first()?;
        let sum = |of: fn(&Found) -> u64| found.iter().map(of).fold(0, u64::wrapping_add);
        let counts = Counts {
            N: sum(|found| found.counts.N),
            P: sum(|found| found.counts.P),
            D: sum(|found| found.counts.D),
        };
        let longest = found.iter().filter_map(|found| found.longest).max();
        let largest = found.iter().filter_map(|found| found.largest).max().map(|value| Nimber(value.into()));
        let sizes = (first.vertices, first.edges);
        Some(Total {
            summary: Summary::of_last_move(sizes, first.acyclic, counts, longest, largest),
            digest: Digest(sum(|found| found.digest)),
            rounds: first.rounds,
            sent: sum(|found| found.sent),
            peak: found.iter().filter_map(|found| found.peak).max(),
        })
    }
}

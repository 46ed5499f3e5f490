//! What workers may be asked, and what they answer.

use grundy::{Limits, Result, Work};
use serde::{Deserialize, Serialize};

use crate::game::{GameFound, GameJob};
use crate::job::{Found, Job};
use crate::keep::{Ledger, Nothing};
use crate::part::{ByNumber, InFolder, Saves};
use crate::parts::WriteTable;
use crate::team::Team;

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// About a graph in files.
    Graph(Box<Job>),
    /// About a game by rules.
    Game(Box<GameJob>),
}

impl Task {
    /// The limits of one worker.
    pub fn limits(&self) -> Limits {
        match self {
            Task::Graph(job) => job.limits(),
            Task::Game(job) => job.limits(),
        }
    }

    /// Who waits for all parts of a round, if rounds are kept.
    pub fn ledger(&self, workers: usize) -> Option<Ledger> {
        match self {
            Task::Graph(job) => job.store.as_ref().map(|store| Ledger::new(store, workers, job.shift)),
            Task::Game(job) => job.store.as_ref().map(|store| Ledger::new(&store.rounds, workers, 0)),
        }
    }

    /// Answers it together with others; `saves` hears of every part of a round that is kept.
    pub fn answer<T: Team>(
        &self,
        team: &mut T,
        saves: Saves<'_>,
        table: WriteTable,
        work: &Work<'_>,
    ) -> Result<Answer> {
        let job = match self {
            Task::Graph(job) => job,
            Task::Game(job) => return Ok(Answer::Game(Box::new(job.work(team, saves, work)?))),
        };
        let place = (team.me(), team.size());
        let solved = match &job.store {
            None => job.work(team, &mut Nothing, work)?,
            Some(store) => {
                let how = (job.shift, job.play);
                job.work(team, &mut InFolder::new(store.clone(), place, how, ByNumber, saves), work)?
            }
        };
        job.parts.write(&solved, job, place, table)?;
        Ok(Answer::Graph(Box::new(solved.found(job, team.sent())?)))
    }
}

/// What one worker answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// About its part of a graph.
    Graph(Box<Found>),
    /// About its part of a game.
    Game(Box<GameFound>),
}

impl Answer {
    /// If it is about a graph.
    pub fn graph(self) -> Option<Found> {
        match self {
            Answer::Graph(found) => Some(*found),
            Answer::Game(_) => None,
        }
    }

    /// If it is about a game.
    pub fn game(self) -> Option<GameFound> {
        match self {
            Answer::Game(found) => Some(*found),
            Answer::Graph(_) => None,
        }
    }
}

//! What workers may be asked, and what they answer.

use grundy::Limits;
use serde::{Deserialize, Serialize};

use crate::game::{GameFound, GameJob};
use crate::job::{Found, Job};

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

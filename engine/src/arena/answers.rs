//! Who wins each position of a game that was written out as a graph.

use super::{Arena, DecidedBy, Written};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::graph::{Graph, Vertex, retrograde, score};
use crate::outcome::{Outcome, Play};
use crate::report::Judgement;
use crate::work::Work;

/// What decides at the end of a game that was written out.
pub(crate) enum Ending<'e> {
    /// The gains of the edges, in their order.
    Scores(&'e [i64]),
    /// Whether the mover wins at a vertex without a move.
    Final(&'e mut dyn FnMut(Vertex) -> Result<bool>),
    /// Who cannot move.
    LastMove(Play),
}

/// Who wins each vertex of a graph, or by how much.
pub(crate) enum Answers {
    Outcomes(retrograde::Outcomes),
    Scores(score::Scores),
}

impl Answers {
    /// Solves the whole graph.
    pub(crate) fn new(graph: &Graph<'_>, ending: Ending<'_>, work: &Work<'_>) -> Result<Answers> {
        let by_outcomes = |terminal: &dyn Fn(Vertex) -> Outcome| {
            Ok(Answers::Outcomes(retrograde::solve(graph, terminal, work)?))
        };
        match ending {
            Ending::Scores(gains) => {
                let scores = score::solve(graph, gains, work);
                Ok(Answers::Scores(scores.map_err(|e| match e.kind() {
                    ErrorKind::Cycle => no_score(),
                    _ => e,
                })?))
            }
            Ending::Final(wins_at) => {
                let mut wins = vec![false; graph.vertex_count()];
                for v in graph.vertices().filter(|v| graph.is_terminal(*v)) {
                    wins[v.index()] = wins_at(v)?;
                }
                by_outcomes(&|v| if wins[v.index()] { Outcome::N } else { Outcome::P })
            }
            Ending::LastMove(play) => by_outcomes(&retrograde::by_play(play)),
        }
    }

    /// The same for a game that was written out.
    pub(crate) fn of_arena(arena: &dyn Arena, written: &Written, work: &Work<'_>) -> Result<Answers> {
        let gains: Vec<i64> = written.moves.iter().map(|by| by.gain.unwrap_or(0)).collect();
        let mut wins_at = |v: Vertex| arena.wins_at_end(written.positions.get(v));
        let ending = match arena.decided() {
            DecidedBy::Score => Ending::Scores(&gains),
            DecidedBy::FinalPosition => Ending::Final(&mut wins_at),
            DecidedBy::LastMove(play) => Ending::LastMove(play),
        };
        Answers::new(&written.graph, ending, work)
    }

    /// What is known about a vertex of the graph.
    pub(crate) fn judge(&self, v: Vertex) -> Judgement {
        match self {
            Answers::Outcomes(outcomes) => Judgement {
                outcome: outcomes.outcome(v),
                value: None,
                remoteness: outcomes.remoteness(v),
                score: None,
            },
            Answers::Scores(scores) => {
                let score = scores.score(v);
                let outcome = match score.signum() {
                    1 => Outcome::N,
                    0 => Outcome::D,
                    _ => Outcome::P,
                };
                Judgement { outcome, value: None, remoteness: None, score: Some(score) }
            }
        }
    }
}

fn no_score() -> Error {
    Error::new(ErrorKind::Unsupported, Fault::ScoringComesBack).hint(NextStep::ScoresNeedEnd)
}

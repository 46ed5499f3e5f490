//! Answers from the graph of the whole game.

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Vertex, retrograde, score};
use crate::outcome::{Outcome, Play};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Explored, Explorer};
use crate::work::Work;

use super::Judgement;

pub(super) struct Whole {
    explored: Explored,
    answers: Answers,
}

/// Who wins each state of a graph, or by how much.
pub(crate) enum Answers {
    Outcomes(retrograde::Outcomes),
    Scores(score::Scores),
}

impl Whole {
    /// Follows the whole game from some positions.
    pub(super) fn new(rules: &Rules, starts: &[Position], play: Play, work: &Work<'_>) -> Result<Whole> {
        Whole::within(rules, starts, play, work.limits.positions.saturating_mul(64), work)
    }

    /// The same, if no more than so many moves have to be followed.
    pub(super) fn within(
        rules: &Rules,
        starts: &[Position],
        play: Play,
        edges: u64,
        work: &Work<'_>,
    ) -> Result<Whole> {
        let explorer = Explorer::new(rules, work.limits.positions);
        let mut explored = explorer.explore(starts, edges, work)?;
        let answers = Answers::new(rules, &mut explored, play, work)?;
        Ok(Whole { explored, answers })
    }

    pub(super) fn judge(&mut self, position: &Position) -> Result<Judgement> {
        let state = self.explored.explorer.find(&position.0)?;
        if state.index() >= self.explored.graph.vertex_count() {
            return Err(Error::new(
                ErrorKind::Position,
                "this position cannot come up from the one that was asked for",
            ));
        }
        Ok(self.answers.judge(state))
    }

    pub(super) fn positions(&self) -> u64 {
        self.explored.graph.vertex_count() as u64
    }
}

impl Answers {
    /// Solves the whole graph of states.
    pub(crate) fn new(
        rules: &Rules,
        explored: &mut Explored,
        play: Play,
        work: &Work<'_>,
    ) -> Result<Answers> {
        let graph = &explored.graph;
        Ok(if rules.form().scores() {
            let scores = score::solve(graph, &explored.gains, work.progress);
            Answers::Scores(scores.map_err(|e| {
                match e.kind() {
                    ErrorKind::Cycle => {
                        Error::new(ErrorKind::Unsupported, "a scoring game in which a position can come back")
                            .hint("scores are only defined for games that end")
                    }
                    _ => e,
                }
            })?)
        } else if rules.form().ending.win_if.is_some() {
            let mut wins = vec![false; graph.vertex_count()];
            for vertex in graph.vertices().filter(|v| graph.is_terminal(*v)) {
                wins[vertex.index()] = explored.explorer.wins_at_end(vertex)?;
            }
            let ending = |v: Vertex| if wins[v.index()] { Outcome::N } else { Outcome::P };
            Answers::Outcomes(retrograde::solve(graph, ending, work.progress)?)
        } else {
            Answers::Outcomes(retrograde::solve(graph, retrograde::by_play(play), work.progress)?)
        })
    }

    /// What is known about a state of the graph.
    pub(crate) fn judge(&self, state: Vertex) -> Judgement {
        match self {
            Answers::Outcomes(outcomes) => Judgement {
                outcome: outcomes.outcome(state),
                value: None,
                remoteness: outcomes.remoteness(state),
                score: None,
            },
            Answers::Scores(scores) => {
                let score = scores.score(state);
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

//! Everything about one graph file in one place: what a front end asks, in the shape in which it answers.
//!
//! A file without gains is played to the last move: outcome, remoteness, and under normal play loopy values, which
//! make several starts a sum. A file with gains is a scoring game: its outcome is the sign of the score. Several
//! starts that no rule covers (misère play, compounds of cyclic graphs) are searched as a product, within limits.
//!
//! ```
//! use grundy::graph::analysis::{Analysis, Question};
//! use grundy::graph::formats::edge_list;
//! use grundy::{Limits, Outcome, Quiet};
//! let file = edge_list::read(b"b a\nc a\nc b\n", &Limits::default(), &Quiet)?;
//! let analysis = Analysis::new(&file, &Question::default(), &Quiet)?;
//! assert_eq!(analysis.summary().counts.N, 2);
//! let sum = analysis.sum(&[file.vertex("b")?, file.vertex("c")?], None, &Limits::default(), &Quiet)?;
//! assert_eq!((sum.outcome, sum.winning_moves.len()), (Outcome::N, 1));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;

use serde::Serialize;

use super::certificate::Certificate;
use super::compound::{self, Compound, End, Turn};
use super::csr::{Graph, Vertex};
use super::formats::GraphFile;
use super::loopy::{self, LoopyValue};
use super::order::{self, Order};
use super::product;
use super::retrograde::{self, Counts, Outcomes};
use super::score::{self, Scores};
use super::sum::Sum;
use super::threads::Threads;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::progress::Progress;

/// What is asked of a graph.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What happens to the player who cannot move.
    pub play: Play,
    /// Whether loopy values are wanted; they cost as much as the outcomes again.
    pub values: bool,
}

impl Default for Question {
    fn default() -> Question {
        Question { play: Play::Normal, values: true }
    }
}

/// The answers about a graph.
#[derive(Clone, Debug)]
pub struct Analysis<'f> {
    file: &'f GraphFile<'f>,
    play: Play,
    acyclic: bool,
    answers: Answers,
}

#[derive(Clone, Debug)]
enum Answers {
    LastMove { outcomes: Outcomes, values: Option<loopy::Values> },
    Scores(Scores),
}

/// A vertex as a file calls it: a name, or a number if it has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Label {
    /// Its number.
    Number(u32),
    /// Its name.
    Name(String),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Number(number) => number.fmt(f),
            Label::Name(name) => name.fmt(f),
        }
    }
}

/// The graph as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How many vertices there are.
    pub vertices: u64,
    /// How many edges there are.
    pub edges: u64,
    /// Whether there is no cycle.
    pub acyclic: bool,
    /// How many vertices have each outcome.
    pub counts: Counts,
    /// The longest remoteness.
    pub longest: Option<u32>,
    /// The largest finite value, where values were asked for.
    pub largest: Option<Nimber>,
}

/// One vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VertexReport {
    /// Which.
    pub vertex: Label,
    /// Who wins from it.
    pub outcome: Outcome,
    /// Its value, where values decide.
    pub value: Option<LoopyValue>,
    /// How many moves best play lasts.
    pub remoteness: Option<u32>,
    /// The mover's best difference in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
}

/// One or several starts, played together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SumReport {
    /// Who wins.
    pub outcome: Outcome,
    /// The value of the sum, where values decide.
    pub value: Option<LoopyValue>,
    /// Every winning move; in a scoring game every best one. Parallel edges are one move.
    pub winning_moves: Vec<MoveReport>,
    /// The one to choose: a winning move which, always followed, ends the game; else one that keeps the draw or
    /// holds out longest. None where there is no move, and where a closed rule does not tell.
    pub best_move: Option<MoveReport>,
    /// How many moves it lasts, where known.
    pub remoteness: Option<u32>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MoveReport {
    /// The component that moves, counted from 0; none if several do at once.
    pub component: Option<usize>,
    /// Where it goes; if several move at once, where all components stand afterwards.
    pub to: Vec<Label>,
}

impl<'f> Analysis<'f> {
    /// Solves a graph.
    pub fn new(
        file: &'f GraphFile<'f>,
        question: &Question,
        progress: &dyn Progress,
    ) -> Result<Analysis<'f>> {
        let (graph, play) = (&file.graph, question.play);
        let order = order::find(graph, progress)?;
        let answers = match &file.gains {
            Some(gains) => {
                let name = |v| file.name(v).into_owned();
                Answers::Scores(score::solve_in(graph, gains, &order, &name, progress)?)
            }
            None => {
                let threads = Threads::available();
                let back = graph.reversed(threads, progress)?;
                let terminal = retrograde::by_play(play);
                let outcomes = retrograde::solve_reversed(graph, &back, terminal, threads, progress)?;
                let values = match (question.values && play == Play::Normal, &order) {
                    (false, _) => None,
                    (true, Order::Cyclic(_)) => Some(loopy::solve_reversed(graph, &back, progress)?),
                    (true, order) => Some(loopy::solve_in(graph, order, progress)?),
                };
                Answers::LastMove { outcomes, values }
            }
        };
        Ok(Analysis { file, play, acyclic: order.is_acyclic(), answers })
    }

    /// The graph as a whole.
    pub fn summary(&self) -> Summary {
        let graph = &self.file.graph;
        let (counts, longest, largest) = match &self.answers {
            Answers::LastMove { outcomes, values } => {
                (outcomes.counts(), outcomes.longest(), values.as_ref().and_then(loopy::Values::largest))
            }
            Answers::Scores(_) => {
                let mut counts = Counts::default();
                for v in graph.vertices() {
                    match self.outcome(v) {
                        Outcome::N => counts.N += 1,
                        Outcome::P => counts.P += 1,
                        Outcome::D => counts.D += 1,
                    }
                }
                (counts, None, None)
            }
        };
        let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
        Summary { vertices, edges, acyclic: self.acyclic, counts, longest, largest }
    }

    /// The graph and the names that were solved.
    pub fn file(&self) -> &'f GraphFile<'f> {
        self.file
    }

    /// A table of the outcomes that anyone can check; a scoring game has none.
    pub fn certificate(&self) -> Result<Certificate> {
        match &self.answers {
            Answers::LastMove { outcomes, .. } => Ok(Certificate::new(&self.file.graph, self.play, outcomes)),
            Answers::Scores(_) => Err(Error::new(
                ErrorKind::Unsupported,
                "a certificate is about outcomes, and this file has gains, so that scores decide",
            )),
        }
    }

    /// Who wins from a vertex.
    pub fn outcome(&self, v: Vertex) -> Outcome {
        match &self.answers {
            Answers::LastMove { outcomes, .. } => outcomes.outcome(v),
            Answers::Scores(scores) => match scores.score(v) {
                1.. => Outcome::N,
                0 => Outcome::D,
                _ => Outcome::P,
            },
        }
    }

    /// One vertex.
    pub fn vertex(&self, v: Vertex) -> VertexReport {
        let (value, remoteness, score) = match &self.answers {
            Answers::LastMove { outcomes, values } => (
                values.as_ref().map(|values| values.value(&self.file.graph, v)),
                outcomes.remoteness(v),
                None,
            ),
            Answers::Scores(scores) => (None, None, Some(scores.score(v))),
        };
        VertexReport { vertex: self.label(v), outcome: self.outcome(v), value, remoteness, score }
    }

    /// Best play from a vertex, as the vertices that it visits. A draw stops at the first vertex it meets again.
    pub fn line(&self, start: Vertex) -> Vec<Vertex> {
        match &self.answers {
            Answers::LastMove { outcomes, .. } => outcomes.line(&self.file.graph, start),
            Answers::Scores(scores) => {
                let gains = self.file.gains.as_deref().unwrap_or_default();
                let best = |&v: &Vertex| scores.best_moves(&self.file.graph, gains, v).first().copied();
                std::iter::successors(Some(start), best).collect()
            }
        }
    }

    /// Several starts played as one: as a sum, or as another compound (whose play is replaced by the question's).
    pub fn sum(
        &self,
        starts: &[Vertex],
        compound: Option<Compound>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<SumReport> {
        starts.iter().try_for_each(|&v| self.file.graph.check(v))?;
        let mut report = self.together(starts, compound, limits, progress)?;
        let mut met = hashbrown::HashSet::<MoveReport>::new();
        report.winning_moves.retain(|by| met.insert(by.clone()));
        Ok(report)
    }

    fn together(
        &self,
        starts: &[Vertex],
        compound: Option<Compound>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<SumReport> {
        let disjunctive = Compound { turn: Turn::Disjunctive, end: End::Long, play: self.play };
        let compound = compound.unwrap_or(disjunctive).under(self.play);
        match (&self.answers, starts) {
            (Answers::Scores(scores), &[v]) => {
                let gains = self.file.gains.as_deref().unwrap_or_default();
                let best = scores.best_moves(&self.file.graph, gains, v);
                let first = best.first().copied();
                Ok(self.single(v, None, best, first, None))
            }
            (Answers::Scores(_), _) => Err(Error::new(
                ErrorKind::Unsupported,
                "the score of several starts is not decided by their scores",
            )
            .hint("ask for one start at a time")),
            (Answers::LastMove { outcomes, values }, &[v]) if compound == disjunctive => {
                let value = values.as_ref().map(|values| values.value(&self.file.graph, v));
                let winning = outcomes.winning_moves(&self.file.graph, v).collect();
                let best = outcomes.best_move(&self.file.graph, v);
                Ok(self.single(v, value, winning, best, outcomes.remoteness(v)))
            }
            (Answers::LastMove { values: Some(values), .. }, _) if compound == disjunctive => {
                let sum = Sum::on(&self.file.graph, values, starts.iter().copied())?;
                let winning = sum.winning_moves().map(|m| self.component_move(m.token, m.to));
                Ok(SumReport {
                    outcome: sum.outcome(),
                    value: Some(sum.value()),
                    winning_moves: winning.collect(),
                    best_move: sum.best_move().map(|m| self.component_move(m.token, m.to)),
                    remoteness: None,
                })
            }
            _ => match compound::Table::new(&self.file.graph, compound, progress) {
                Ok(table) => self.by_rule(starts, compound, &table, limits),
                Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::Cycle) => {
                    self.by_product(starts, compound, limits, progress)
                }
                Err(error) => Err(error),
            },
        }
    }

    fn single(
        &self,
        v: Vertex,
        value: Option<LoopyValue>,
        winning: Vec<Vertex>,
        best: Option<Vertex>,
        remoteness: Option<u32>,
    ) -> SumReport {
        let winning_moves = winning.into_iter().map(|to| self.component_move(0, to)).collect();
        let best_move = best.map(|to| self.component_move(0, to));
        SumReport { outcome: self.outcome(v), value, winning_moves, best_move, remoteness }
    }

    fn by_rule(
        &self,
        starts: &[Vertex],
        compound: Compound,
        table: &compound::Table<'_>,
        limits: &Limits,
    ) -> Result<SumReport> {
        let parts: Vec<_> = starts.iter().map(|&v| table.at(v)).collect::<Result<_>>()?;
        let answer = compound.answer(&parts)?;
        let winning = compound.winning_moves(&parts, limits)?;
        let winning_moves = winning.iter().map(|after| self.turn(compound, starts, after)).collect();
        // A long conjunctive compound is counted with the winner dawdling: no remoteness.
        let remoteness =
            answer.moves.filter(|_| (compound.turn, compound.end) == (Turn::Conjunctive, End::Short));
        Ok(SumReport { outcome: answer.outcome, value: None, winning_moves, best_move: None, remoteness })
    }

    fn by_product(
        &self,
        starts: &[Vertex],
        compound: Compound,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<SumReport> {
        let components: Vec<(&Graph<'_>, Vertex)> = starts.iter().map(|&v| (&self.file.graph, v)).collect();
        let product = product::build(&components, compound, limits, progress)?;
        let outcomes = retrograde::solve(&product.graph, retrograde::by_play(compound.play), progress)?;
        let start = product.start();
        let winning = outcomes.winning_moves(&product.graph, start);
        let turn = |v| self.turn(compound, starts, &product.position(v).collect::<Vec<_>>());
        Ok(SumReport {
            outcome: outcomes.outcome(start),
            value: None,
            winning_moves: winning.map(turn).collect(),
            best_move: outcomes.best_move(&product.graph, start).map(turn),
            remoteness: outcomes.remoteness(start),
        })
    }

    /// A turn from where the components stood to where they stand.
    fn turn(&self, compound: Compound, before: &[Vertex], after: &[Vertex]) -> MoveReport {
        let mut moved = (0..after.len()).filter(|&i| before[i] != after[i]);
        match (compound.turn, moved.next(), moved.next()) {
            (Turn::Disjunctive, Some(component), None) => self.component_move(component, after[component]),
            _ => MoveReport { component: None, to: after.iter().map(|&v| self.label(v)).collect() },
        }
    }

    fn component_move(&self, component: usize, to: Vertex) -> MoveReport {
        MoveReport { component: Some(component), to: vec![self.label(to)] }
    }

    /// What the file calls a vertex.
    pub fn label(&self, v: Vertex) -> Label {
        match &self.file.names {
            Some(names) => match names.number(v) {
                Some(number) => Label::Number(number),
                None => Label::Name(self.file.name(v).into_owned()),
            },
            None => Label::Number(v.0),
        }
    }
}

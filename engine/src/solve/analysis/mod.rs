//! Everything about one graph file in one place: what a front end asks, in the shape in which it answers.
//!
//! A file without gains is played to the last move: outcome, remoteness, and under normal play loopy values, which
//! make several starts a sum. A file with gains is a scoring game: its outcome is the sign of the score. Several
//! starts that no rule covers (misère play, compounds of cyclic graphs) are searched as a product, within limits.
//!
//! ```
//! use grundy::solve::analysis::{Analysis, Question};
//! use grundy::formats::edge_list;
//! use grundy::{Outcome, Work};
//! let file = edge_list::read(b"b a\nc a\nc b\n", &Work::unwatched())?;
//! let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched())?;
//! assert_eq!(analysis.summary().counts.N, 2);
//! let sum = analysis.sum(&[file.vertex("b")?, file.vertex("c")?], None, &Work::unwatched())?;
//! assert_eq!((sum.outcome, sum.winning_moves.len()), (Outcome::N, 1));
//! # Ok::<(), grundy::Error>(())
//! ```

pub mod certificate;

mod answers;
mod arena;
mod digest;
mod listing;

use crate::error::{Error, ErrorKind, Result};
use crate::formats::GraphFile;
use crate::graph::compound::{self, Compound, End, Turn};
use crate::graph::loopy;
use crate::graph::order::{self, Order};
use crate::graph::product;
use crate::graph::retrograde::{self, Counts, Outcomes};
use crate::graph::score::{self, Scores};
use crate::graph::sum::{Move, Sum};
use crate::graph::{Graph, Vertex};
use crate::loopy_value::LoopyValue;
use crate::machine::Threads;
use crate::outcome::{Outcome, Play};
use crate::work::Work;

use certificate::Certificate;
use listing::{Listing, MOST_TURNS};

pub use answers::{Label, SumReport, Summary, TurnReport, VertexReport};
pub use arena::GraphArena;
pub use digest::Digest;

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

impl<'f> Analysis<'f> {
    /// Solves a graph.
    pub fn new(file: &'f GraphFile<'f>, question: &Question, work: &Work<'_>) -> Result<Analysis<'f>> {
        let (graph, play) = (&file.graph, question.play);
        let order = order::find(graph, work)?;
        let answers = match &file.gains {
            Some(gains) => {
                let name = |v| file.name(v).into_owned();
                Answers::Scores(score::solve_in(graph, gains, &order, &name, work)?)
            }
            None => {
                let threads = Threads::available();
                let back = graph.reversed(threads, work)?;
                let terminal = retrograde::by_play(play);
                let outcomes = retrograde::solve_reversed(graph, &back, terminal, threads, work)?;
                let values = match (question.values && play == Play::Normal, &order) {
                    (false, _) => None,
                    (true, Order::Cyclic(_)) => Some(loopy::solve_reversed(graph, &back, work)?),
                    (true, order) => Some(loopy::solve_in(graph, order, work)?),
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
        let scored = self.file.gains.is_some();
        Summary { vertices, edges, acyclic: self.acyclic, counts, longest, largest, scored }
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
        let (value, remoteness) = match &self.answers {
            Answers::LastMove { outcomes, values } => {
                (values.as_ref().map(|values| values.value(&self.file.graph, v)), outcomes.remoteness(v))
            }
            Answers::Scores(_) => (None, None),
        };
        let (vertex, outcome, score) = (self.label(v), self.outcome(v), self.score(v));
        VertexReport { vertex, outcome, value, remoteness, score }
    }

    /// The mover's best difference from a vertex, in a scoring game.
    pub(super) fn score(&self, v: Vertex) -> Option<i64> {
        match &self.answers {
            Answers::LastMove { .. } => None,
            Answers::Scores(scores) => Some(scores.score(v)),
        }
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
    pub fn sum(&self, starts: &[Vertex], compound: Option<Compound>, work: &Work<'_>) -> Result<SumReport> {
        Ok(self.sum_of_vertices(starts, compound, work)?.named(|v| self.label(v)))
    }

    /// The same, with moves between vertices.
    pub(super) fn sum_of_vertices(
        &self,
        starts: &[Vertex],
        compound: Option<Compound>,
        work: &Work<'_>,
    ) -> Result<SumReport<Vertex>> {
        starts.iter().try_for_each(|&v| self.file.graph.check(v))?;
        let disjunctive = Compound { turn: Turn::Disjunctive, end: End::Long, play: self.play };
        let compound = compound.unwrap_or(disjunctive).under(self.play);
        let name = |v| self.bytes_of_name(v);
        let most = if compound.turn == Turn::Disjunctive { usize::MAX } else { MOST_TURNS };
        let list = Listing::new(most, &name, work);
        match (&self.answers, starts) {
            (Answers::Scores(scores), &[v]) => {
                let gains = self.file.gains.as_deref().unwrap_or_default();
                let best = scores.best_moves(&self.file.graph, gains, v);
                let first = best.first().copied();
                self.single(v, list, None, best.into_iter().map(|to| (to, true)), first)
            }
            (Answers::Scores(_), _) => Err(Error::new(
                ErrorKind::Unsupported,
                "the score of several starts is not decided by their scores",
            )
            .hint("ask for one start at a time")),
            (Answers::LastMove { outcomes, values }, &[v]) if compound == disjunctive => {
                let value = values.as_ref().map(|values| values.value(&self.file.graph, v));
                let moves = self.file.graph.successors(v).map(|to| (to, outcomes.outcome(to) == Outcome::P));
                self.single(v, list, value, moves, outcomes.best_move(&self.file.graph, v))
            }
            (Answers::LastMove { values: Some(values), .. }, _) if compound == disjunctive => {
                by_values(&Sum::on(&self.file.graph, values, starts.iter().copied())?, list, work)
            }
            _ => match compound::Table::new(&self.file.graph, compound, work) {
                Ok(table) => by_rule(starts, compound, &table, list, work),
                Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::Cycle) => {
                    self.by_product(starts, compound, list, work)
                }
                Err(error) => Err(error),
            },
        }
    }

    fn single(
        &self,
        v: Vertex,
        mut list: Listing<'_>,
        value: Option<LoopyValue>,
        moves: impl Iterator<Item = (Vertex, bool)>,
        best: Option<Vertex>,
    ) -> Result<SumReport<Vertex>> {
        let ended = list.look_at(moves.map(|(to, wins)| wins.then(|| component_move(0, to))));
        let (winning_moves, moves_complete) = list.finish(ended)?;
        let remoteness = match &self.answers {
            Answers::LastMove { outcomes, .. } => outcomes.remoteness(v),
            Answers::Scores(_) => None,
        };
        let best_move = best.map(|to| component_move(0, to));
        Ok(SumReport {
            outcome: self.outcome(v),
            value,
            winning_moves,
            moves_complete,
            best_move,
            remoteness,
        })
    }

    fn by_product(
        &self,
        starts: &[Vertex],
        compound: Compound,
        mut list: Listing<'_>,
        work: &Work<'_>,
    ) -> Result<SumReport<Vertex>> {
        let components: Vec<(&Graph<'_>, Vertex)> = starts.iter().map(|&v| (&self.file.graph, v)).collect();
        let product = product::build(&components, compound, work)?;
        let outcomes = retrograde::solve(&product.graph, retrograde::by_play(compound.play), work)?;
        let best = outcomes.best_move(&product.graph, product.start());
        let by = |(mover, to)| turn(mover, product.position(to));
        let wins = |to| outcomes.outcome(to) == Outcome::P;
        let ended = list.look_at(product.turns().map(|turn| wins(turn.1).then(|| by(turn))));
        let (winning_moves, moves_complete) = list.finish(ended)?;
        Ok(SumReport {
            outcome: outcomes.outcome(product.start()),
            value: None,
            winning_moves,
            moves_complete,
            best_move: product.turns().find(|&(_, to)| Some(to) == best).map(by),
            remoteness: outcomes.remoteness(product.start()),
        })
    }

    /// What the name of a vertex takes beside the label that holds it.
    fn bytes_of_name(&self, v: Vertex) -> u64 {
        match &self.file.names {
            // What the allocator adds to a small piece of memory.
            Some(names) if names.number(v).is_none() => self.file.name(v).len() as u64 + 16,
            _ => 0,
        }
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

fn by_values(sum: &Sum<'_>, mut list: Listing<'_>, work: &Work<'_>) -> Result<SumReport<Vertex>> {
    let by = |m: Move| component_move(m.token, m.to);
    let best_move = sum.best_move(work)?.map(by);
    let ended = list.look_at(sum.moves().map(|m| sum.is_winning(m).then(|| by(m))));
    let (winning_moves, moves_complete) = list.finish(ended)?;
    Ok(SumReport {
        outcome: sum.outcome(),
        value: Some(sum.value()),
        winning_moves,
        moves_complete,
        best_move,
        remoteness: None,
    })
}

fn by_rule(
    starts: &[Vertex],
    compound: Compound,
    table: &compound::Table<'_>,
    mut list: Listing<'_>,
    work: &Work<'_>,
) -> Result<SumReport<Vertex>> {
    let parts: Vec<_> = starts.iter().map(|&v| table.at(v)).collect::<Result<_>>()?;
    let answer = compound.answer(&parts)?;
    let ended = compound.each_winning_move(&parts, work, &mut |mover, after| {
        Ok(list.add(turn(mover, after.iter().map(|part| part.at()))))
    });
    let (winning_moves, moves_complete) = list.finish(ended)?;
    // A long conjunctive compound is counted with the winner dawdling: no remoteness.
    let remoteness =
        answer.moves.filter(|_| (compound.turn, compound.end) == (Turn::Conjunctive, End::Short));
    let outcome = answer.outcome;
    Ok(SumReport { outcome, value: None, winning_moves, moves_complete, best_move: None, remoteness })
}

/// A turn of one component, or of perhaps several, to where the components stand afterwards.
fn turn(mover: Option<usize>, after: impl ExactSizeIterator<Item = Vertex>) -> TurnReport<Vertex> {
    let to = match mover {
        Some(component) => after.skip(component).take(1).collect(),
        None => after.collect(),
    };
    TurnReport { component: mover, to }
}

fn component_move(component: usize, to: Vertex) -> TurnReport<Vertex> {
    TurnReport { component: Some(component), to: vec![to] }
}

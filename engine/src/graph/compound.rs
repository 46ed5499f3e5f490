//! The twelve compounds: how several games are played as one.
//!
//! On a turn one moves in one component (disjunctive), in all (conjunctive) or in any (selective); the game ends
//! when all components have ended (long) or as soon as one has (short); and the player who cannot move loses
//! (normal) or wins (misère). Eleven of the twelve have a closed rule: numbers of the components, found once for
//! each graph, decide the compound without looking at the product of the graphs.
//!
//! | turn | long | short |
//! |---|---|---|
//! | disjunctive | loopy nimbers add (misère: no rule, see [`product`](super::product)) | foreclosed nimbers add |
//! | conjunctive | the largest suspense | the least remoteness |
//! | selective | lost if all are lost (misère: see below) | lost if all are lost |
//!
//! Selective long misère: with one component still in play its misère outcome, with more the normal rule.
//!
//! Literature: Smith 1966; Conway 1976 (On Numbers and Games ch. 14); Winning Ways ch. 9. Complexity: O(V + E) for
//! each graph (loopy nimbers: see [`loopy`]), then O(components). Cycles are fine for disjunctive long
//! normal, conjunctive short and selective long normal play; the other numbers are only defined without them.
//!
//! ```
//! use grundy::graph::compound::{Compound, Table};
//! use grundy::graph::{Graph, Vertex};
//! use grundy::{Outcome, Play, Work};
//! let path = Graph::from_successors(9, |v| v.0.checked_sub(1).map(Vertex))?;
//! let compound = "conjunctive-short".parse::<Compound>()?.under(Play::Normal);
//! let table = Table::new(&path, compound, &Work::unwatched())?;
//! // Both paths shrink at once: the shorter one, of 3, ends the game.
//! let answer = compound.answer(&[table.at(Vertex(3))?, table.at(Vertex(8))?])?;
//! assert_eq!((answer.outcome, answer.moves), (Outcome::N, Some(3)));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::csr::{Graph, Vertex};
use super::loopy;
use super::order;
use super::retrograde::{self, Outcomes};
use crate::error::{Error, ErrorKind, Result};
use crate::loopy_value::LoopyValue;
use crate::machine::memory::zeros;
use crate::nimber::{MexSet, Nimber};
use crate::outcome::{Outcome, Play};
use crate::work::Work;

/// In which components one moves on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// In exactly one.
    Disjunctive,
    /// In every one that has a move.
    Conjunctive,
    /// In any number, at least one.
    Selective,
}

/// When the whole game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// When no component has a move.
    Long,
    /// As soon as some component has no move.
    Short,
}

/// One of the twelve compounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Compound {
    /// In which components one moves.
    pub turn: Turn,
    /// When the game ends.
    pub end: End,
    /// Who wins when it has ended.
    pub play: Play,
}

/// Who wins a compound, and how long it lasts where the rule tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Answer {
    /// Who wins.
    pub outcome: Outcome,
    /// For conjunctive play: the number of moves, the winner hurrying in short play and dawdling in long play.
    pub moves: Option<u32>,
}

impl Compound {
    /// All twelve.
    pub fn all() -> impl Iterator<Item = Compound> {
        let turns = [Turn::Disjunctive, Turn::Conjunctive, Turn::Selective];
        let ends = [
            (End::Long, Play::Normal),
            (End::Long, Play::Misere),
            (End::Short, Play::Normal),
            (End::Short, Play::Misere),
        ];
        turns.into_iter().flat_map(move |turn| ends.map(|(end, play)| Compound { turn, end, play }))
    }

    /// The same compound under another play.
    pub fn under(self, play: Play) -> Compound {
        Compound { play, ..self }
    }

    /// Who wins the compound of these components, whose tables must have been made for it.
    pub fn answer(self, parts: &[Part<'_>]) -> Result<Answer> {
        let mut ended = parts.iter().filter(|part| part.table.graph.is_terminal(part.at));
        let live = parts.len() - ended.clone().count();
        if live == 0 || (self.end == End::Short && ended.next().is_some()) {
            return Ok(Answer { outcome: retrograde::by_play(self.play)(Vertex(0)), moves: Some(0) });
        }
        let mut parts = parts.iter().filter(|part| !part.table.graph.is_terminal(part.at));
        let mut total = Total::new(self, live);
        parts.try_for_each(|part| part.table.numbers.add(part, &mut total))?;
        Ok(total.answer())
    }

    /// Whether components are lost together if each is lost under misère play.
    pub(super) fn one_misere_rule(self) -> bool {
        (self.end, self.play) == (End::Short, Play::Misere)
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.turn {
            Turn::Disjunctive => "disjunctive",
            Turn::Conjunctive => "conjunctive",
            Turn::Selective => "selective",
        })?;
        f.write_str(match self.end {
            End::Long => "-long",
            End::Short => "-short",
        })?;
        f.write_str(if self.play == Play::Misere { "-misere" } else { "" })
    }
}

impl FromStr for Compound {
    type Err = Error;

    /// `disjunctive`, `conjunctive` or `selective`, then `-long` or `-short`, then `-misere`; or the traditional
    /// name, in which a conjunctive compound is short and the others are long unless it says otherwise.
    fn from_str(text: &str) -> Result<Compound> {
        let words = text.to_ascii_lowercase();
        let (rest, play) = match words.strip_suffix("-misere") {
            Some(rest) => (rest, Play::Misere),
            None => (words.as_str(), Play::Normal),
        };
        let (turn, end) = match rest {
            "disjunctive" | "disjunctive-long" => (Turn::Disjunctive, End::Long),
            "disjunctive-short" | "diminished-disjunctive" => (Turn::Disjunctive, End::Short),
            "conjunctive" | "conjunctive-short" => (Turn::Conjunctive, End::Short),
            "conjunctive-long" | "continued-conjunctive" => (Turn::Conjunctive, End::Long),
            "selective" | "selective-long" => (Turn::Selective, End::Long),
            "selective-short" | "shortened-selective" => (Turn::Selective, End::Short),
            _ => {
                return Err(Error::new(ErrorKind::Syntax, format!("there is no compound called {text:?}"))
                    .hint("write disjunctive, conjunctive or selective, with -long or -short after it"));
            }
        };
        Ok(Compound { turn, end, play })
    }
}

/// The numbers of one graph that a compound needs.
#[derive(Clone, Debug)]
pub struct Table<'g> {
    pub(super) graph: &'g Graph<'g>,
    compound: Compound,
    pub(super) numbers: Numbers,
}

/// A component: a graph with its table, and where play in it stands.
#[derive(Clone, Copy, Debug)]
pub struct Part<'t> {
    pub(super) table: &'t Table<'t>,
    pub(super) at: Vertex,
}

impl Part<'_> {
    /// Where play in it stands.
    pub fn at(&self) -> Vertex {
        self.at
    }

    pub(super) fn check(&self, compound: Compound) -> Result<()> {
        if self.table.compound == compound {
            return Ok(());
        }
        let made_for = self.table.compound;
        Err(Error::new(
            ErrorKind::Unsupported,
            format!("a table for {made_for} play was used for {compound} play"),
        ))
    }
}

#[derive(Clone, Debug)]
pub(super) enum Numbers {
    Loopy(loopy::Values),
    Foreclosed(Vec<u32>),
    Remoteness(Outcomes),
    Suspense(Vec<u32>),
    Outcomes { normal: Outcomes, misere: Outcomes },
}

impl<'g> Table<'g> {
    /// The numbers of a graph for a compound; fails on a cycle where the rule needs an acyclic graph, and for the
    /// one compound without a rule.
    pub fn new(graph: &'g Graph<'g>, compound: Compound, work: &Work<'_>) -> Result<Table<'g>> {
        let outcomes = |play| retrograde::solve(graph, retrograde::by_play(play), work);
        let numbers = match (compound.turn, compound.end, compound.play) {
            (Turn::Disjunctive, End::Long, Play::Normal) => Numbers::Loopy(loopy::solve(graph, work)?),
            (Turn::Disjunctive, End::Long, Play::Misere) => {
                return Err(Error::new(ErrorKind::Unsupported, "a misère sum has no closed rule")
                    .hint("search the product of the graphs, or ask for the misère quotient"));
            }
            (Turn::Disjunctive, End::Short, play) => Numbers::Foreclosed(foreclosed(graph, play, work)?),
            (Turn::Conjunctive, End::Short, play) => Numbers::Remoteness(outcomes(play)?),
            (Turn::Conjunctive, End::Long, play) => Numbers::Suspense(suspense(graph, play, work)?),
            (Turn::Selective, end, play) => {
                if let (order::Order::Cyclic(cycle), false) =
                    (order::find(graph, work)?, (end, play) == (End::Long, Play::Normal))
                {
                    return Err(order::cycle_error(&cycle, |v| v.to_string())
                        .hint("search the product of the graphs"));
                }
                Numbers::Outcomes { normal: outcomes(Play::Normal)?, misere: outcomes(Play::Misere)? }
            }
        };
        Ok(Table { graph, compound, numbers })
    }

    /// A component at a vertex.
    pub fn at(&self, at: Vertex) -> Result<Part<'_>> {
        self.graph.check(at)?;
        Ok(Part { table: self, at })
    }
}

/// Foreclosed number of a terminal.
pub(super) const ENDED: u32 = u32::MAX;
/// Foreclosed number of a vertex that wins at once, by moving to a terminal.
pub(super) const WINS: u32 = u32::MAX - 1;

/// Nimbers that leave out what ends the game: under normal play a move to a terminal wins at once, and a vertex
/// with such a move is no place to go to; under misère play a move to a terminal loses at once.
pub(super) fn foreclosed(graph: &Graph<'_>, play: Play, work: &Work<'_>) -> Result<Vec<u32>> {
    let mut numbers = zeros::<u32>(graph.vertex_count())?;
    let mut seen = MexSet::default();
    order::find(graph, work)?.visit(graph, work, |v| {
        let row = graph.row(v);
        let follower = |&w: &u32| numbers[w as usize];
        numbers[v as usize] = if row.is_empty() {
            ENDED
        } else if play == Play::Normal && row.iter().map(follower).any(|number| number == ENDED) {
            WINS
        } else {
            seen.clear();
            let numbers = row.iter().map(follower).filter(|&number| number < WINS);
            numbers.for_each(|number| seen.insert(Nimber(number.into())));
            seen.mex().0 as u32
        };
        Ok(())
    })?;
    Ok(numbers)
}

/// How long the game lasts when the winner dawdles and the loser hurries.
pub(super) fn suspense(graph: &Graph<'_>, play: Play, work: &Work<'_>) -> Result<Vec<u32>> {
    let good = |number: &u32| number.is_multiple_of(2) == (play == Play::Normal);
    let mut numbers = zeros::<u32>(graph.vertex_count())?;
    order::find(graph, work)?.visit(graph, work, |v| {
        let followers = || graph.row(v).iter().map(|&w| numbers[w as usize]);
        numbers[v as usize] =
            followers().filter(good).max().or_else(|| followers().min()).map_or(0, |number| number + 1);
        Ok(())
    })?;
    Ok(numbers)
}

/// What the components amount to so far.
struct Total {
    compound: Compound,
    live: usize,
    value: LoopyValue,
    wins_at_once: bool,
    /// The least or largest number of moves; none for play without end.
    moves: Option<u32>,
    all_lost: bool,
    some_drawn: bool,
    misere: Outcome,
}

impl Total {
    fn new(compound: Compound, live: usize) -> Total {
        Total {
            compound,
            live,
            value: LoopyValue::Finite(Nimber::ZERO),
            wins_at_once: false,
            moves: None,
            all_lost: true,
            some_drawn: false,
            misere: Outcome::N,
        }
    }

    fn lost_if(lost: bool) -> Outcome {
        if lost { Outcome::P } else { Outcome::N }
    }

    fn answer(self) -> Answer {
        let Compound { turn, end, play } = self.compound;
        let outcome = match turn {
            Turn::Disjunctive if self.wins_at_once => Outcome::N,
            Turn::Disjunctive => self.value.outcome(),
            Turn::Conjunctive => match self.moves {
                Some(moves) => Total::lost_if(moves.is_multiple_of(2) == (play == Play::Normal)),
                None => Outcome::D,
            },
            Turn::Selective if self.some_drawn => Outcome::D,
            Turn::Selective if (end, play, self.live) == (End::Long, Play::Misere, 1) => self.misere,
            Turn::Selective => Total::lost_if(self.all_lost),
        };
        Answer { outcome, moves: self.moves }
    }
}

impl Numbers {
    /// Adds a component with a move to the total.
    fn add(&self, part: &Part<'_>, total: &mut Total) -> Result<()> {
        part.check(total.compound)?;
        let Part { table, at } = part;
        match self {
            Numbers::Loopy(values) => {
                let value = std::mem::replace(&mut total.value, LoopyValue::Finite(Nimber::ZERO));
                total.value = value + values.value(table.graph, *at);
            }
            Numbers::Foreclosed(numbers) => match numbers[at.index()] {
                WINS => total.wins_at_once = true,
                number => {
                    let value = std::mem::replace(&mut total.value, LoopyValue::Finite(Nimber::ZERO));
                    total.value = value + LoopyValue::Finite(Nimber(number.into()));
                }
            },
            Numbers::Remoteness(outcomes) => {
                let both = [total.moves, outcomes.remoteness(*at)];
                total.moves = both.into_iter().flatten().min();
            }
            Numbers::Suspense(numbers) => total.moves = total.moves.max(Some(numbers[at.index()])),
            Numbers::Outcomes { normal, misere } => {
                let outcome = if total.compound.one_misere_rule() { misere } else { normal }.outcome(*at);
                total.all_lost &= outcome == Outcome::P;
                total.some_drawn |= outcome == Outcome::D;
                total.misere = misere.outcome(*at);
            }
        }
        Ok(())
    }
}

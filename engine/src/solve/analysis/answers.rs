//! The shape of the answers about a graph, as front ends print them.

use std::fmt;

use serde::Serialize;

use crate::graph::retrograde::Counts;
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;

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
#[non_exhaustive]
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
    /// Whether edges have gains, so that scores decide.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scored: bool,
}

impl Summary {
    /// Of a graph without gains that was solved elsewhere.
    pub fn of_last_move(
        (vertices, edges): (u64, u64),
        acyclic: bool,
        counts: Counts,
        longest: Option<u32>,
        largest: Option<Nimber>,
    ) -> Summary {
        Summary { vertices, edges, acyclic, counts, longest, largest, scored: false }
    }
}

/// One vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
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

impl VertexReport {
    /// Of a vertex of a graph without gains that was solved elsewhere.
    pub fn of_last_move(
        vertex: Label,
        outcome: Outcome,
        remoteness: Option<u32>,
        value: Option<LoopyValue>,
    ) -> VertexReport {
        VertexReport { vertex, outcome, value, remoteness, score: None }
    }
}

/// One or several starts, played together; while it is worked out its moves go to vertices, not yet to names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SumReport<At = Label> {
    /// Who wins.
    pub outcome: Outcome,
    /// The value of the sum, where values decide.
    pub value: Option<LoopyValue>,
    /// Every winning move; in a scoring game every best one. Parallel edges are one move.
    pub winning_moves: Vec<TurnReport<At>>,
    /// Whether all are listed; if not, a limit was met and there may be more.
    #[serde(skip_serializing_if = "crate::report::is_true")]
    pub moves_complete: bool,
    /// The one to choose: a winning move which, always followed, ends the game; else one that keeps the draw or
    /// holds out longest. None where there is no move, and where a closed rule does not tell.
    pub best_move: Option<TurnReport<At>>,
    /// How many moves it lasts, where known.
    pub remoteness: Option<u32>,
}

// Only the exception is worth a line of JSON.
/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct TurnReport<At = Label> {
    /// The component that moves, counted from 0; none if several do at once.
    pub component: Option<usize>,
    /// Where it goes; if several move at once, where all components stand afterwards.
    pub to: Vec<At>,
}

impl<At> TurnReport<At> {
    /// The same move between what its vertices are called.
    pub(super) fn named<Name>(self, name: impl FnMut(At) -> Name) -> TurnReport<Name> {
        TurnReport { component: self.component, to: self.to.into_iter().map(name).collect() }
    }

    /// About how much memory it takes in a list that grows, is searched for doubles and is then named, names apart.
    pub(super) fn bytes(&self) -> u64 {
        let places = (size_of::<At>() + size_of::<Label>()) * self.to.len();
        (2 * size_of::<TurnReport>() + size_of::<TurnReport<At>>() + 2 * size_of::<usize>() + 32 + places)
            as u64
    }
}

impl<At> SumReport<At> {
    /// The same answer with the moves between what their vertices are called.
    pub(in crate::solve) fn named<Name>(self, mut name: impl FnMut(At) -> Name) -> SumReport<Name> {
        SumReport {
            outcome: self.outcome,
            value: self.value,
            best_move: self.best_move.map(|by| by.named(&mut name)),
            winning_moves: self.winning_moves.into_iter().map(|by| by.named(&mut name)).collect(),
            moves_complete: self.moves_complete,
            remoteness: self.remoteness,
        }
    }
}

//! The components of a position played as one of the twelve compounds, whatever the game is.
//!
//! Each component is written out as a graph, all of them as one, and the rules of compounds of graphs
//! ([`compound`](crate::graph::compound)) answer; so a compound of rules or boards is one of graphs and nothing new. Within a
//! component that a move has split one part is moved at a time.

use serde::Serialize;

use super::analysis::{Analysis, Question, SumReport, TurnReport};
use crate::arena::{self, Arena, DecidedBy};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::formats::GraphFile;
use crate::graph::Vertex;
use crate::graph::compound::Compound;
use crate::graph::explore::{Bounds, Explored};
use crate::loopy_value::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::report::sentence::{EngineName, Fit};
use crate::report::{Cost, PlanReport};
use crate::work::Work;

/// Who wins a compound, and by which turns.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CompoundReport {
    /// Which compound.
    pub compound: String,
    /// The components.
    pub components: Vec<CompoundPart>,
    /// The answer.
    #[serde(flatten)]
    pub sum: SumReport<Place>,
    /// The engine and why it was chosen.
    pub plan: PlanReport,
    /// What it took.
    pub cost: Cost,
}

/// A component of a compound.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CompoundPart {
    /// Where it is.
    pub position: Place,
    /// Who wins it alone.
    pub outcome: Outcome,
    /// Its value alone, under normal play.
    pub value: Option<LoopyValue>,
    /// How many moves it lasts alone.
    pub remoteness: Option<u32>,
}

/// Plays the components of a position together. Who wins where nobody can move is as the game says.
///
/// ```
/// use grundy::solve::compound;
/// use grundy::{Lets, Outcome, Source, Work, open};
/// let (position, work) = (["3".to_string(), "8".to_string()], Work::unwatched());
/// let mut game = open(Source::Text("n -> n-1"), &Lets::new(), &position, None, &work)?;
/// // Both shrink at once: the smaller heap, of 3, ends the game.
/// let report = compound(game.arena(), &position, "conjunctive".parse()?, &work)?;
/// assert_eq!((report.sum.outcome, report.sum.remoteness), (Outcome::N, Some(3)));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn compound(
    arena: &mut dyn Arena,
    position: &[String],
    compound: Compound,
    work: &Work<'_>,
) -> Result<CompoundReport> {
    let play = play_of(arena, position, work)?;
    let position = arena.tidy_all(position)?;
    let starts: Vec<Vec<String>> = position.iter().map(|text| vec![text.clone()]).collect();
    let most = work.limits.positions;
    let bounds = Bounds { positions: most, moves: most.saturating_mul(64) };
    let written = arena::explore_all(arena, &starts, &|_, _| true, true, bounds, work)?;
    let Explored { positions, graph, moves } = written;
    if moves.iter().any(|by| by.again) {
        return Err(no_compound(Fault::TurnsMoveOn));
    }
    let file = GraphFile::from(graph);
    let analysis = Analysis::new(&file, &Question { play, values: play == Play::Normal }, work)?;
    let at: Vec<Vertex> = starts.iter().filter_map(|start| positions.find(start)).collect();
    let place = |v: Vertex| match &positions.get(v)[..] {
        [one] => arena.place(one),
        parts => Place::written(&if parts.is_empty() { "nothing".into() } else { parts.join(" + ") }),
    };
    let part = |v: &Vertex| {
        let alone = analysis.vertex(*v);
        let (outcome, value, remoteness) = (alone.outcome, alone.value, alone.remoteness);
        CompoundPart { position: place(*v), outcome, value, remoteness }
    };
    let components = at.iter().map(part).collect();
    let sum = analysis.sum_of_vertices(&at, Some(compound), work)?.named(place);
    let compound = compound.under(play).to_string();
    let plan = PlanReport::new(EngineName::Retrograde, Fit::Together);
    let cost = Cost { positions: file.graph.vertex_count() as u64 };
    Ok(CompoundReport { compound, components, sum, plan, cost })
}

/// How the game ends, if that is by the last move in each component.
fn play_of(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<Play> {
    let DecidedBy::LastMove(play) = arena.decided() else {
        return Err(no_compound(Fault::CompoundByLastMove));
    };
    // Values that do not add up may be due to misère play, which rules of numbers say themselves.
    let whole = arena.rules().is_none() && !arena.adds_up();
    if whole && arena.plan(position, work)?.why == Fit::OverAll {
        return Err(no_compound(Fault::OneEndsAll));
    }
    Ok(play)
}

fn no_compound(why: Fault) -> Error {
    Error::new(ErrorKind::Unsupported, why).hint(NextStep::AskPositions)
}

/// A turn of a compound in words.
impl CompoundReport {
    /// What a turn does, component by component: from where to where.
    pub fn steps<'r>(&'r self, turn: &'r TurnReport<Place>) -> Vec<(usize, &'r Place, &'r Place)> {
        let from = |i: usize| &self.components[i].position;
        match turn.component {
            Some(component) => turn.to.iter().map(|to| (component, from(component), to)).collect(),
            None => {
                let all = turn.to.iter().enumerate().filter(|(i, to)| from(*i) != *to);
                all.map(|(i, to)| (i, from(i), to)).collect()
            }
        }
    }
}

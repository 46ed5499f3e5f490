//! The whole game from a position: states are sums of components, edges are moves.
//!
//! Where values do not add up (misère play, custom endings, scores, cycles together with splits) the sum itself is
//! the position. Components without moves are dropped and the others sorted, so that equal sums are one state.

use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Graph, GraphBuilder, Vertex};
use crate::ledger::Ledger;
use crate::position::{Component, Position};
use crate::rules::{Evaluator, Rules};
use crate::sentence::{Fault, NextStep};
use crate::work::Work;

use super::Interner;

/// How many moves one component may have.
const MOST_STEPS: usize = 1 << 20;
/// How many choices may be looked at to find the moves of one component.
const MOST_CHOICES: u64 = 1 << 22;
/// How many components one sum may have.
const WIDEST: u64 = 1 << 16;

/// About how many bytes a move of a component takes, besides its parts.
const STEP: u64 = 64;
/// How many components of sums are written down between two questions whether to go on.
const PULSE: usize = 1 << 16;

/// A move of one component.
#[derive(Clone, Debug)]
struct Step {
    /// The components it leads to, in the order of the rule, each as often as it occurs.
    parts: Vec<u32>,
    /// What the mover earns.
    gain: i64,
}

/// Builds the graph of states reachable from a position.
#[derive(Debug)]
pub(crate) struct Explorer {
    evaluator: Evaluator,
    components: Interner<i64>,
    /// The moves of each component, once they are known.
    steps: Vec<Option<Arc<[Step]>>>,
    states: Interner<u32>,
    /// Whether each component has a move, once that is known.
    has_moves: Vec<Option<bool>>,
    /// How many moves of components are stored, and may be.
    stored: u64,
    most_stored: u64,
    /// About how many bytes they take.
    stored_bytes: u64,
    /// Whether components without moves are part of a state: they are where the final position decides.
    keep_finished: bool,
}

/// The graph of states.
#[derive(Debug)]
pub(crate) struct Explored {
    pub graph: Graph<'static>,
    /// What each edge earns, in the order of the edges; empty unless the game has scores.
    pub gains: Vec<i64>,
    pub explorer: Explorer,
}

impl Explorer {
    pub(crate) fn new(rules: &Rules, most_options: u64) -> Explorer {
        Explorer {
            evaluator: Evaluator::new(rules.form().clone(), most_options.min(MOST_CHOICES)),
            components: Interner::default(),
            steps: Vec::new(),
            states: Interner::default(),
            has_moves: Vec::new(),
            stored: 0,
            most_stored: u64::MAX,
            stored_bytes: 0,
            keep_finished: rules.form().ending.win_if.is_some(),
        }
    }

    /// Follows all moves from some positions. At most `edges` moves are followed.
    pub(crate) fn explore(mut self, starts: &[Position], edges: u64, work: &Work<'_>) -> Result<Explored> {
        let scores = self.evaluator.form().scores();
        self.most_stored = edges;
        for (done, start) in starts.iter().enumerate() {
            work.tick("positions", done as u64, None)?;
            self.find_watched(&start.0, work)?;
        }
        let mut builder = GraphBuilder::new();
        let mut gains = Vec::new();
        let mut next = 0;
        while (next as usize) < self.states.len() {
            self.check(&builder, edges, work)?;
            let successors = self.successors(next, work)?;
            if scores {
                gains.extend(successors.iter().map(|(_, gain)| *gain));
            }
            builder.push_vertex(successors.into_iter().map(|(state, _)| Vertex(state)))?;
            next += 1;
        }
        Ok(Explored { graph: builder.finish()?, gains, explorer: self })
    }

    fn check(&self, builder: &GraphBuilder, edges: u64, work: &Work<'_>) -> Result<()> {
        work.tick("positions", builder.vertex_count() as u64, None)?;
        if builder.edge_count() as u64 > edges {
            return Err(too_many_moves(edges));
        }
        self.fits(12 * builder.edge_count() as u64, work)
    }

    /// Whether the states so far are within the limits, with so many bytes for the moves between them.
    fn fits(&self, edge_bytes: u64, work: &Work<'_>) -> Result<()> {
        let states = self.states.len() as u64;
        let moves = edge_bytes + self.stored_bytes;
        let bytes = self.states.bytes() + self.components.bytes() + moves;
        work.limits.allow(states, bytes / states.max(1)).map_err(|e| {
            let fault = Fault::SumTooLarge { fault: Box::new(e.fault().clone()) };
            Error::new(ErrorKind::Limit, fault).hint_if(e.next_step())
        })
    }

    fn component(&mut self, place: &[i64]) -> u32 {
        let index = self.components.intern(place);
        if index as usize == self.steps.len() {
            self.steps.push(None);
        }
        index
    }

    /// The coordinates of a component.
    pub(crate) fn place(&self, component: u32) -> &[i64] {
        self.components.get(component)
    }

    /// The components of a state.
    pub(crate) fn sum(&self, state: Vertex) -> &[u32] {
        self.states.get(state.0)
    }

    /// The coordinates of the components of a state, sorted.
    pub(crate) fn places(&self, state: Vertex) -> Vec<Vec<i64>> {
        let mut places: Vec<Vec<i64>> = self.sum(state).iter().map(|&c| self.place(c).to_vec()).collect();
        places.sort_unstable();
        places
    }

    /// The moves of a component, each once.
    fn steps(&mut self, component: u32, work: &Work<'_>) -> Result<Arc<[Step]>> {
        if let Some(steps) = &self.steps[component as usize] {
            return Ok(steps.clone());
        }
        let place = self.components.get(component).to_vec();
        let axes = place.len();
        let form = self.evaluator.form().clone();
        let (components, known) = (&mut self.components, &mut self.steps);
        let mut found: Vec<Step> = Vec::new();
        let mut once = hashbrown::HashSet::new();
        let mut ledger = Ledger::new("moves", work);
        let mut bytes = 0;
        self.evaluator.options(&place, work, &mut |option| {
            let total: u64 = option.counts.iter().fold(0, |sum, c| sum.saturating_add(*c));
            if total > WIDEST {
                return Err(Error::new(ErrorKind::Limit, format!("a move leads to {total} components"))
                    .hint("only normal play can add up so many"));
            }
            // Written down twice: as a step, and sorted to be told from others.
            ledger.add(2 * (STEP + 4 * total))?;
            let mut parts = Vec::new();
            for (part, &count) in option.places.chunks_exact(axes).zip(option.counts) {
                let index = components.intern(part);
                if index as usize == known.len() {
                    known.push(None);
                }
                parts.extend(std::iter::repeat_n(index, count as usize));
            }
            let mut sorted = parts.clone();
            sorted.sort_unstable();
            // Moves of different names are different moves, even to the same place.
            let label = form.kinds.iter().position(|kind| kind.label == form.kinds[option.kind].label);
            if once.insert((label, sorted, option.gain)) {
                found.push(Step { parts, gain: option.gain });
                bytes += STEP + 4 * total;
            }
            if found.len() > MOST_STEPS {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("a component has more than {MOST_STEPS} moves"),
                )
                .hint("the whole sum has to be followed here; ask for a smaller position"));
            }
            Ok(())
        })?;
        self.stored += found.len() as u64;
        self.stored_bytes += bytes;
        if self.stored > self.most_stored {
            return Err(too_many_moves(self.most_stored));
        }
        let steps: Arc<[Step]> = found.into();
        self.steps[component as usize] = Some(steps.clone());
        Ok(steps)
    }

    /// Whether a component has a move; the first one found is enough.
    fn can_move(&mut self, component: u32, work: &Work<'_>) -> Result<bool> {
        let at = component as usize;
        if self.has_moves.len() <= at {
            self.has_moves.resize(self.components.len().max(at + 1), None);
        }
        if let Some(known) = self.has_moves[at] {
            return Ok(known);
        }
        let place = self.components.get(component).to_vec();
        let mut found = false;
        let looked = self.evaluator.options(&place, work, &mut |_| {
            found = true;
            // Enough; the error only ends the enumeration.
            Err(Error::new(ErrorKind::Interrupted, "found"))
        });
        if !found {
            looked?;
        }
        self.has_moves[at] = Some(found);
        Ok(found)
    }

    /// The state for a list of components.
    fn state(&mut self, mut sum: Vec<u32>, work: &Work<'_>) -> Result<u32> {
        if !self.keep_finished {
            for at in (0..sum.len()).rev() {
                if !self.can_move(sum[at], work)? {
                    sum.swap_remove(at);
                }
            }
        }
        if sum.len() as u64 > WIDEST {
            return Err(Error::new(
                ErrorKind::Limit,
                format!("a sum of {} components is too wide", sum.len()),
            ));
        }
        sum.sort_unstable();
        Ok(self.states.intern(&sum))
    }

    /// The state after a move in one component of a sum.
    fn after(&mut self, sum: &[u32], at: usize, parts: &[u32], work: &Work<'_>) -> Result<Vertex> {
        let mut next = sum.to_vec();
        next.swap_remove(at);
        next.extend_from_slice(parts);
        Ok(Vertex(self.state(next, work)?))
    }

    fn successors(&mut self, state: u32, work: &Work<'_>) -> Result<Vec<(u32, i64)>> {
        let sum = self.states.get(state).to_vec();
        let mut successors = Vec::new();
        let mut copied = 0;
        for at in 0..sum.len() {
            // Equal components have equal moves; sorted, they stand together.
            if at > 0 && sum[at] == sum[at - 1] {
                continue;
            }
            let steps = self.steps(sum[at], work)?;
            for step in steps.iter() {
                // A wide sum with many moves has successors that alone go past a limit.
                copied += sum.len() + step.parts.len();
                if copied > PULSE {
                    copied = 0;
                    work.step("positions", state.into(), None)?;
                    self.fits(size_of_val(&successors[..]) as u64, work)?;
                }
                successors.push((self.after(&sum, at, &step.parts, work)?.0, step.gain));
            }
        }
        Ok(successors)
    }

    /// Whether the mover wins at a finished state whose last position decides.
    pub(crate) fn wins_at_end(&mut self, state: Vertex) -> Result<bool> {
        let sum = self.states.get(state.0).to_vec();
        let [only] = sum[..] else { return Ok(false) };
        let place = self.components.get(only).to_vec();
        Ok(self.evaluator.wins_at_end(&place)?.unwrap_or(false))
    }

    /// The state of a position, which becomes known if it was not.
    pub(crate) fn find(&mut self, position: &[Component]) -> Result<Vertex> {
        self.find_watched(position, &Work::unwatched())
    }

    fn find_watched(&mut self, position: &[Component], work: &Work<'_>) -> Result<Vertex> {
        let sum: Vec<u32> = position.iter().map(|c| self.component(&c.0)).collect();
        Ok(Vertex(self.state(sum, work)?))
    }
}

fn too_many_moves(most: u64) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyToFollow { most }).hint(NextStep::RaisePositions)
}

//! The whole game from a position: states are sums of components, edges are moves.
//!
//! Where values do not add up (misère play, custom endings, scores, cycles together with splits) the sum itself is
//! the position. Components without moves are dropped and the others sorted, so that equal sums are one state.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::graph::explore::{self, Bounds, Explored, Explorer};
use crate::graph::few::Few;
use crate::graph::{Graph, Vertex};
use crate::meter::Meter;
use crate::position::{Component, Position};
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

use super::{Interner, PATIENCE};

/// How many moves one component may have.
const MOST_STEPS: usize = 1 << 20;
/// How many choices may be looked at to find the moves of one component.
const MOST_CHOICES: u64 = 1 << 22;
/// How many components one sum may have.
const WIDEST: u64 = 1 << 16;

/// About how many bytes a move of a component takes, besides its parts.
const STEP: u64 = 64;
/// What a move of a sum earns, with room to grow.
const GAIN: u64 = 16;

/// A move of one component.
#[derive(Clone, Debug)]
struct ComponentMove {
    /// The components it leads to, in the order of the rule, each as often as it occurs.
    parts: Vec<u32>,
    /// What the mover earns.
    gain: i64,
}

/// A sum: the numbers of its components, in order.
type Sum = Few;

/// The components that were met, and their moves.
#[derive(Debug)]
pub(crate) struct Components {
    evaluator: Evaluator,
    places: Interner<i64>,
    /// The moves of each component, once they are known.
    steps: Vec<Option<Arc<[ComponentMove]>>>,
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

/// The whole game, written out.
#[derive(Debug)]
pub(crate) struct Whole {
    explored: Explored<Sum, ()>,
    /// What each move earns, in the order of the edges; nothing where moves earn nothing.
    gains: Vec<i64>,
    components: Components,
}

impl Whole {
    /// Follows all moves from some positions. At most `moves` of them are followed.
    pub(crate) fn new(rules: &Rules, starts: &[Position], moves: u64, work: &Work<'_>) -> Result<Whole> {
        let mut components = Components::new(rules, work.limits.positions, moves);
        let mut sums = Vec::with_capacity(starts.len());
        for (done, start) in starts.iter().enumerate() {
            work.tick("positions", done as u64, None)?;
            sums.push(components.sum(&start.0, work)?);
        }
        let bounds = Bounds { positions: u64::MAX, moves };
        let bytes_of = |sum: &Sum| 24 + 4 * sum.len() as u64;
        let (scores, mut gains) = (rules.form().scores(), Vec::new());
        let mut follow = |sum: &Sum, _: u32, explorer: &mut Explorer<'_, _, _>| {
            work.limits.allow_bytes(gains.len() as u64 * GAIN)?;
            components.follow(sum, work, &mut |to, gain| {
                gains.extend(scores.then_some(gain));
                explorer.push(to, ())
            })
        };
        let explored = explore::explore(sums, bounds, &bytes_of, &mut follow, work).map_err(|e| {
            let whole = e.kind() == ErrorKind::Limit;
            if whole { too_many(e) } else { e }
        })?;
        Ok(Whole { explored, gains, components })
    }

    /// The positions and moves.
    pub(crate) fn graph(&self) -> &Graph<'static> {
        &self.explored.graph
    }

    /// The vertex of a position, if it can come up.
    pub(crate) fn find(&mut self, position: &[Component]) -> Result<Option<Vertex>> {
        let sum = self.components.sum(position, &Work::unwatched())?;
        Ok(self.explored.positions.find(&sum))
    }

    /// The coordinates of the components of a vertex, sorted.
    pub(crate) fn places(&self, v: Vertex) -> Vec<Vec<i64>> {
        let sum = self.explored.positions.get(v).iter();
        let mut places: Vec<Vec<i64>> = sum.map(|&c| self.components.places.get(c).to_vec()).collect();
        places.sort_unstable();
        places
    }

    /// Hands out the graph, what each move earns, and whether the mover wins at a vertex without a move.
    pub(crate) fn solve<R>(
        &mut self,
        with: impl FnOnce(&Graph<'_>, &[i64], &mut dyn FnMut(Vertex) -> Result<bool>) -> R,
    ) -> R {
        let Whole { explored: Explored { positions, graph, .. }, gains, components } = self;
        with(graph, gains, &mut |v| {
            let [only] = positions.get(v)[..] else { return Ok(false) };
            let place = components.places.get(only).to_vec();
            Ok(components.evaluator.wins_at_end(&place)?.unwrap_or(false))
        })
    }
}

impl Components {
    fn new(rules: &Rules, most_options: u64, most_stored: u64) -> Components {
        let mut evaluator = Evaluator::new(rules.form().clone(), most_options.min(MOST_CHOICES));
        evaluator.hasten(PATIENCE);
        Components {
            evaluator,
            places: Interner::default(),
            steps: Vec::new(),
            has_moves: Vec::new(),
            stored: 0,
            most_stored,
            stored_bytes: 0,
            keep_finished: rules.form().ending.win_if.is_some(),
        }
    }

    fn component(&mut self, place: &[i64]) -> u32 {
        let index = self.places.intern(place);
        if index as usize == self.steps.len() {
            self.steps.push(None);
        }
        index
    }

    /// The moves of a component, each once.
    fn steps(&mut self, component: u32, work: &Work<'_>) -> Result<Arc<[ComponentMove]>> {
        if let Some(steps) = &self.steps[component as usize] {
            return Ok(steps.clone());
        }
        let place = self.places.get(component).to_vec();
        let axes = place.len();
        let form = self.evaluator.form().clone();
        let (components, known) = (&mut self.places, &mut self.steps);
        let mut found: Vec<ComponentMove> = Vec::new();
        let mut once = hashbrown::HashSet::new();
        let meter = Meter::new("moves", work);
        let mut bytes = 0;
        self.evaluator.options(&place, work, &mut |option| {
            let total: u64 = option.counts.iter().fold(0, |sum, c| sum.saturating_add(*c));
            if total > WIDEST {
                return Err(Error::new(ErrorKind::Limit, Fault::TooManyComponents { count: total })
                    .hint(NextStep::OnlyNormalAddsUp));
            }
            // Written down twice: as a step, and sorted to be told from others.
            meter.add(2 * (STEP + 4 * total))?;
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
                found.push(ComponentMove { parts, gain: option.gain });
                bytes += STEP + 4 * total;
            }
            if found.len() > MOST_STEPS {
                return Err(Error::new(
                    ErrorKind::Limit,
                    Fault::ComponentTooWide { most: MOST_STEPS as u64 },
                )
                .hint(NextStep::SmallerPosition));
            }
            Ok(())
        })?;
        self.stored += found.len() as u64;
        self.stored_bytes += bytes;
        if self.stored > self.most_stored {
            return Err(too_many_moves(self.most_stored));
        }
        let steps: Arc<[ComponentMove]> = found.into();
        self.steps[component as usize] = Some(steps.clone());
        Ok(steps)
    }

    /// Whether a component has a move; the first one found is enough.
    fn can_move(&mut self, component: u32, work: &Work<'_>) -> Result<bool> {
        let at = component as usize;
        if self.has_moves.len() <= at {
            self.has_moves.resize(self.places.len().max(at + 1), None);
        }
        if let Some(known) = self.has_moves[at] {
            return Ok(known);
        }
        let place = self.places.get(component).to_vec();
        let found =
            self.evaluator.options_until(&place, work, &mut |_| Ok(ControlFlow::Break(())))?.is_break();
        self.has_moves[at] = Some(found);
        Ok(found)
    }

    /// The sum of some components, in the form that all equal ones share.
    fn sum(&mut self, position: &[Component], work: &Work<'_>) -> Result<Sum> {
        let mut sum: Vec<u32> = position.iter().map(|c| self.component(&c.0)).collect();
        self.canonical(&mut sum, work)
    }

    fn canonical(&mut self, sum: &mut Vec<u32>, work: &Work<'_>) -> Result<Sum> {
        if !self.keep_finished {
            for at in (0..sum.len()).rev() {
                if !self.can_move(sum[at], work)? {
                    sum.swap_remove(at);
                }
            }
        }
        if sum.len() as u64 > WIDEST {
            return Err(Error::new(ErrorKind::Limit, Fault::SumTooWide { count: sum.len() }));
        }
        sum.sort_unstable();
        Ok(Few::from(&sum[..]))
    }

    /// Visits the sums that a sum leads to, with what each move earns.
    fn follow(
        &mut self,
        sum: &Sum,
        work: &Work<'_>,
        visit: &mut dyn FnMut(Sum, i64) -> Result<()>,
    ) -> Result<()> {
        let mut next = Vec::new();
        for at in 0..sum.len() {
            // Equal components have equal moves; sorted, they stand together.
            if at > 0 && sum[at] == sum[at - 1] {
                continue;
            }
            work.limits.allow_bytes(self.stored_bytes + self.places.bytes())?;
            for step in self.steps(sum[at], work)?.iter() {
                next.clear();
                next.extend_from_slice(sum);
                next.swap_remove(at);
                next.extend_from_slice(&step.parts);
                visit(self.canonical(&mut next, work)?, step.gain)?;
            }
        }
        Ok(())
    }
}

fn too_many(error: Error) -> Error {
    let fault = Fault::SumTooLarge { fault: Box::new(error.fault().clone()) };
    Error::new(ErrorKind::Limit, fault).hint_if(error.next_step())
}

fn too_many_moves(most: u64) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyToFollow { most }).hint(NextStep::RaisePositions)
}

//! The layer of each state of a game graph.
//!
//! By remoteness the layers alternate between lost and won under normal play, and winning moves go down by exactly
//! one layer when they are the fastest. By size every move goes down. Draws, which last for ever, stand above all
//! others, those near the start on top.
//!
//! Complexity: O(V + E).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::graph::Vertex;
use crate::graph::order::{self, Order};
use crate::work::Work;

use super::states::States;

/// What the layers of a drawing are asked to stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Layers {
    /// How many moves the game lasts under best play, where that is known.
    #[default]
    Remoteness,
    /// How many moves the game can last at most; with cycles, how far the start is.
    Size,
}

/// What the layers of a drawing do stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Moves to the end under best play.
    Remoteness,
    /// Moves to the end along the longest play.
    Longest,
    /// Moves from the start along the shortest play.
    Distance,
}

/// The rank of every state, 0 at the bottom, and what ranks mean.
pub(super) fn ranks(states: &States, layers: Layers, work: &Work<'_>) -> Result<(Vec<u32>, Measure)> {
    let scored = states.judged.iter().any(|j| j.score.is_some());
    if layers == Layers::Remoteness && !scored {
        return Ok((by_remoteness(states), Measure::Remoteness));
    }
    Ok(match by_longest_play(states, work)? {
        Some(ranks) => (ranks, Measure::Longest),
        None => by_distance(states),
    })
}

/// States near the start on top.
pub(super) fn by_distance(states: &States) -> (Vec<u32>, Measure) {
    let distances = distances(states);
    let far = distances.iter().copied().max().unwrap_or(0);
    (distances.into_iter().map(|d| far - d).collect(), Measure::Distance)
}

fn by_remoteness(states: &States) -> Vec<u32> {
    let known = |r: &crate::report::Judgement| r.remoteness;
    let above = states.judged.iter().filter_map(known).max().map_or(0, |most| most + 1);
    let distances = distances(states);
    let drawn = states.judged.iter().zip(&distances).filter(|(j, _)| j.remoteness.is_none());
    let far = drawn.map(|(_, d)| *d).max().unwrap_or(0);
    states
        .judged
        .iter()
        .zip(distances)
        .map(|(j, d)| j.remoteness.unwrap_or(above + far - d.min(far)))
        .collect()
}

fn by_longest_play(states: &States, work: &Work<'_>) -> Result<Option<Vec<u32>>> {
    let graph = &states.graph;
    let vertices = graph.vertex_count() as u32;
    let sequence: Vec<u32> = match order::find(graph, work)? {
        Order::Ascending => (0..vertices).collect(),
        Order::Descending => (0..vertices).rev().collect(),
        Order::Listed(list) => list.into_iter().rev().collect(),
        Order::Cyclic(_) => return Ok(None),
    };
    let mut ranks = vec![0; vertices as usize];
    for v in sequence.into_iter().map(Vertex) {
        ranks[v.index()] = graph.successors(v).map(|w| ranks[w.index()] + 1).max().unwrap_or(0);
    }
    Ok(Some(ranks))
}

/// How many moves from the start each state is; everything here can be reached.
fn distances(states: &States) -> Vec<u32> {
    let mut distances = vec![u32::MAX; states.graph.vertex_count()];
    distances[states.start.index()] = 0;
    let mut queue = VecDeque::from([states.start]);
    while let Some(v) = queue.pop_front() {
        for w in states.graph.successors(v) {
            if distances[w.index()] == u32::MAX {
                distances[w.index()] = distances[v.index()] + 1;
                queue.push_back(w);
            }
        }
    }
    distances
}

impl Measure {
    /// What the number of a layer counts, in a word or two.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Remoteness => "remoteness",
            Measure::Longest => "longest play",
            Measure::Distance => "from start",
        }
    }
}

//! Of positions with many moves only the best are drawn, and how many are left out is said.
//!
//! Which moves are best is known when all of them have been judged, so more positions are looked at than are drawn.
//! Complexity: O(E log E) for E moves.

use std::cmp::Reverse;

use crate::error::Result;
use crate::graph::{GraphBuilder, Vertex};
use crate::outcome::Outcome;

use super::states::{DrawOptions, Move, States, too_many};

/// Positions that are looked at to choose the ones to draw.
const LOOKED_AT: u64 = 1 << 14;

/// How many positions may be looked at for a drawing.
pub(super) fn most_looked_at(options: &DrawOptions) -> u64 {
    match options.width {
        Some(_) => options.most_nodes.max(LOOKED_AT),
        None => options.most_nodes,
    }
}

/// Leaves out all but the best moves of each state, and what is then out of reach. `opened` says how often a state was
/// opened, which shows as many more.
pub(super) fn narrow(
    mut states: States,
    opened: &dyn Fn(Vertex) -> u64,
    options: &DrawOptions,
) -> Result<States> {
    let Some(width) = options.width else { return Ok(states) };
    let mut of_state: Vec<Vec<Move>> = states.graph.vertices().map(|_| Vec::new()).collect();
    std::mem::take(&mut states.moves).into_iter().for_each(|m| of_state[m.from.index()].push(m));
    // States in the order in which they are met, with their new numbers.
    let (mut met, mut number) = (vec![states.start], vec![None; of_state.len()]);
    number[states.start.index()] = Some(Vertex(0));
    let (mut builder, mut moves, mut left_out) = (GraphBuilder::new(), Vec::new(), Vec::new());
    while builder.vertex_count() < met.len() {
        let from = met[builder.vertex_count()];
        let mut best = std::mem::take(&mut of_state[from.index()]);
        best.sort_by_key(|m| worth(m, &states));
        let shown = usize::try_from(width.saturating_mul(opened(from).max(1))).unwrap_or(usize::MAX);
        left_out.push(best.len().saturating_sub(shown) as u64);
        best.truncate(shown);
        for m in &mut best {
            m.from = Vertex(builder.vertex_count() as u32);
            m.to = *number[m.to.index()].get_or_insert_with(|| {
                met.push(m.to);
                Vertex((met.len() - 1) as u32)
            });
        }
        builder.push_vertex(best.iter().map(|m| m.to))?;
        moves.append(&mut best);
        if met.len() as u64 > options.most_nodes {
            return Err(too_many(options.most_nodes));
        }
    }
    let kept = |v: &Vertex| v.index();
    Ok(States {
        graph: builder.finish()?,
        start: Vertex(0),
        labels: met.iter().map(|v| std::mem::take(&mut states.labels[kept(v)])).collect(),
        in_rows: states.in_rows,
        places: met.iter().map(|v| std::mem::take(&mut states.places[kept(v)])).collect(),
        judged: met.iter().map(|v| states.judged[kept(v)].clone()).collect(),
        moves,
        left_out,
    })
}

/// Smaller is better: wins before draws before losses, quick wins and long resistance first.
fn worth(m: &Move, states: &States) -> (bool, u8, Option<i64>, Reverse<u32>, u32) {
    let then = &states.judged[m.to.index()];
    let lasts = then.remoteness.unwrap_or(0);
    let (rank, quick, long) = match then.outcome {
        Outcome::P => (0, lasts, 0),
        Outcome::D => (1, 0, 0),
        Outcome::N => (2, 0, lasts),
    };
    (!m.winning, rank, then.score, Reverse(long), quick)
}

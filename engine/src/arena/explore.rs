//! A game written out as a graph, from a position: what can come up, and every move between.
//!
//! Components stand in order, so that equal sums are one vertex; those without a move are left out of sums. Complexity:
//! the moves of the positions that are followed, which the caller bounds.

use hashbrown::HashMap;

use super::{Arena, DecidedBy, can_move};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Graph, GraphBuilder, Vertex};
use crate::ledger::Ledger;
use crate::report::MoveReport;
use crate::work::Work;

/// How far a game is written out.
pub(crate) struct Bounds<'b> {
    /// Whether the moves of a position are followed, which is so many moves from the start.
    pub follows: &'b dyn Fn(&[String], u32) -> bool,
    /// The most positions.
    pub positions: u64,
    /// The most moves.
    pub moves: u64,
    /// Whether components without a move are kept.
    pub finished: bool,
}

/// A game written out.
pub(crate) struct Written {
    /// The positions, the start first; components in order.
    pub positions: Vec<Vec<String>>,
    /// The moves between them.
    pub graph: Graph<'static>,
    /// The moves in the order of the edges, with the vertex that they come from.
    pub moves: Vec<(Vertex, MoveReport)>,
}

impl Written {
    /// What each move earns, in the order of the edges.
    pub(crate) fn gains(&self) -> Vec<i64> {
        self.moves.iter().map(|(_, by)| by.gain.unwrap_or(0)).collect()
    }
}

/// Brings positions into the form in which they are vertices.
pub(crate) struct Sums {
    drops: bool,
    open: HashMap<String, bool>,
}

impl Sums {
    /// For sums that come up from a position.
    pub(crate) fn new(arena: &dyn Arena, start: &[String], finished: bool) -> Sums {
        // A single component that stays single is written as it is, at the end too: 0 and 1 are two ends of `take {2,3}`.
        let single = start.len() == 1 && !arena.splits();
        Sums {
            drops: !finished && !single && arena.decided() != DecidedBy::FinalPosition,
            open: HashMap::new(),
        }
    }

    /// A position as a vertex: components in order, those without a move left out where they are none of the sum.
    pub(crate) fn vertex(
        &mut self,
        arena: &mut dyn Arena,
        position: Vec<String>,
        work: &Work<'_>,
    ) -> Result<Vec<String>> {
        let mut sum = Vec::with_capacity(position.len());
        for text in position {
            if !self.drops || self.is_open(arena, &text, work)? {
                sum.push(text);
            }
        }
        sum.sort_by_cached_key(|text| arena.place(text));
        Ok(sum)
    }

    fn is_open(&mut self, arena: &mut dyn Arena, text: &String, work: &Work<'_>) -> Result<bool> {
        if let Some(&known) = self.open.get(text) {
            return Ok(known);
        }
        let open = can_move(arena, std::slice::from_ref(text), work)?;
        self.open.insert(text.clone(), open);
        Ok(open)
    }
}

/// Follows the moves from a position.
pub(crate) fn explore(
    arena: &mut dyn Arena,
    start: &[String],
    bounds: &Bounds<'_>,
    work: &Work<'_>,
) -> Result<Written> {
    let mut sums = Sums::new(arena, start, bounds.finished);
    let start = arena.tidy_all(start)?;
    let start = sums.vertex(arena, start, work)?;
    let mut known = HashMap::<Vec<String>, Vertex>::from_iter([(start.clone(), Vertex(0))]);
    let (mut positions, mut far) = (vec![start], vec![0u32]);
    let (mut builder, mut moves) = (GraphBuilder::new(), Vec::new());
    let mut ledger = Ledger::new("positions", work);
    while builder.vertex_count() < positions.len() {
        let at = builder.vertex_count();
        work.tick("positions", at as u64, None)?;
        let followed = (bounds.follows)(&positions[at], far[at]);
        let all = if followed { arena.moves(&positions[at], work)? } else { Vec::new() };
        if (moves.len() + all.len()) as u64 > bounds.moves {
            return Err(too_many());
        }
        let mut row = Vec::with_capacity(all.len());
        for played in all {
            let to = sums.vertex(arena, played.to, work)?;
            ledger.pass(bytes_of(&to))?;
            if !known.contains_key(&to) {
                if positions.len() as u64 >= bounds.positions {
                    return Err(too_many());
                }
                // As a key, as a position, as a label and as a place.
                ledger.add(4 * bytes_of(&to))?;
            }
            row.push(*known.entry(to).or_insert_with_key(|to| {
                positions.push(to.clone());
                far.push(far[at] + 1);
                Vertex((positions.len() - 1) as u32)
            }));
            moves.push((Vertex(at as u32), played.by));
        }
        builder.push_vertex(row)?;
    }
    Ok(Written { positions, graph: builder.finish()?, moves })
}

/// About how many bytes a sum takes.
fn bytes_of(sum: &[String]) -> u64 {
    sum.iter().map(|text| text.len() as u64 + 40).sum()
}

/// Whoever set the bounds knows better what to say.
fn too_many() -> Error {
    Error::new(ErrorKind::Limit, "more positions or moves can come up than were allowed")
}

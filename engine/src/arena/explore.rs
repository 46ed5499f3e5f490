//! Any game written out as a graph, from a position.
//!
//! Components stand in order, so that equal sums are one vertex; those without a move are left out of sums.

use hashbrown::HashMap;

use super::{Arena, DecidedBy, can_move};
use crate::error::Result;
use crate::graph::explore::{self, Bounds, Explored, Explorer};
use crate::report::MoveReport;
use crate::work::Work;

/// A game written out: positions are sums with their components in order, the start first.
pub(crate) type Written = Explored<Vec<String>, MoveReport>;

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
    follows: &dyn Fn(&[String], u32) -> bool,
    finished: bool,
    bounds: Bounds,
    work: &Work<'_>,
) -> Result<Written> {
    explore_all(arena, &[start.to_vec()], follows, finished, bounds, work)
}

/// The same from several positions, which become vertices of one graph.
pub(crate) fn explore_all(
    arena: &mut dyn Arena,
    starts: &[Vec<String>],
    follows: &dyn Fn(&[String], u32) -> bool,
    finished: bool,
    bounds: Bounds,
    work: &Work<'_>,
) -> Result<Written> {
    let mut sums = Sums::new(arena, starts.first().map_or(&[], Vec::as_slice), finished);
    let mut from = Vec::with_capacity(starts.len());
    for start in starts {
        let start = arena.tidy_all(start)?;
        from.push(sums.vertex(arena, start, work)?);
    }
    let mut follow = |position: &Vec<String>, far: u32, explorer: &mut Explorer<'_, _, _>| {
        if follows(position, far) {
            for played in arena.moves(position, work)? {
                explorer.push(sums.vertex(arena, played.to, work)?, played.by)?;
            }
        }
        Ok(())
    };
    explore::explore(from, bounds, &|sum| bytes_of(sum), &mut follow, work)
}

/// About how many bytes a sum takes: as a position, as a label and as a place.
fn bytes_of(sum: &[String]) -> u64 {
    3 * sum.iter().map(|text| text.len() as u64 + 40).sum::<u64>()
}

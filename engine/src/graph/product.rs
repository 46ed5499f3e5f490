//! A compound of graphs as one graph: every position that can come up, and every move between them.
//!
//! The size is the product of the sizes, so this is for small components: it answers what no closed rule does
//! (misère sums, compounds of graphs with cycles), gives the moves themselves, and is what the rules of
//! [`compound`](super::compound) are tested against.
//!
//! Literature: Smith 1966 (definitions of the compounds). Complexity: O(moves · components) time and memory.
//!
//! ```
//! use grundy::graph::compound::{Compound, End, Turn};
//! use grundy::graph::{Graph, Vertex, product, retrograde};
//! use grundy::{Outcome, Play, Work};
//! let nim = Graph::from_successors(3, |v| (0..v.0).map(Vertex))?;
//! let compound = Compound { turn: Turn::Disjunctive, end: End::Long, play: Play::Misere };
//! let product = product::build(&[(&nim, Vertex(2)), (&nim, Vertex(2))], compound, &Work::unwatched())?;
//! let outcomes = retrograde::solve(&product.graph, retrograde::by_play(Play::Misere), &Work::unwatched())?;
//! assert_eq!(outcomes.outcome(product.start()), Outcome::P);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::ops::ControlFlow;

use super::compound::{Compound, End, Turn};
use super::csr::{Graph, Vertex};
use super::explore::{self, Bounds, Explored, Explorer, Positions};
use super::few::Few;
use crate::error::Result;
use crate::work::Work;

/// The product of some graphs: a graph, and which vertex of it is which position.
#[derive(Debug)]
pub struct Product {
    /// The positions and moves of the compound.
    pub graph: Graph<'static>,
    positions: Positions<Few>,
    /// Which component each turn moves, in the order of the edges.
    movers: Vec<Option<usize>>,
}

impl Product {
    /// The vertex of the position that the product was built from.
    pub fn start(&self) -> Vertex {
        Vertex(0)
    }

    /// Every turn from the start: the component that it moves, none if it may move several, and where it leads. Two
    /// turns may lead to one position and yet be two, as moves of two components that stay where they are.
    pub fn turns(&self) -> impl Iterator<Item = (Option<usize>, Vertex)> + '_ {
        self.movers.iter().copied().zip(self.graph.successors(self.start()))
    }

    /// Where each component stands in a position.
    pub fn position(&self, v: Vertex) -> impl ExactSizeIterator<Item = Vertex> + '_ {
        self.positions.get(v).iter().map(|&at| Vertex(at))
    }
}

/// The compound of components at their starts, with all that can come of it.
///
/// Its positions and its moves are each held to the limit of positions.
pub fn build(components: &[(&Graph<'_>, Vertex)], compound: Compound, work: &Work<'_>) -> Result<Product> {
    components.iter().try_for_each(|&(graph, at)| graph.check(at))?;
    let graphs: Vec<&Graph<'_>> = components.iter().map(|&(graph, _)| graph).collect();
    let start: Vec<u32> = components.iter().map(|&(_, at)| at.0).collect();
    let start = Few::from(&start[..]);
    let mut follow = |position: &Few, _: u32, explorer: &mut Explorer<'_, _, _>| {
        each_move(&graphs, position, compound, &mut |mover, after| {
            explorer.push(after.into(), mover)?;
            Ok(ControlFlow::Continue(()))
        })
        .map(drop)
    };
    let most = work.limits.positions;
    let bounds = Bounds { positions: most, moves: most };
    let bytes_of = |position: &Few| 48 + 4 * position.len() as u64;
    let Explored { positions, graph, moves } =
        explore::explore([start], bounds, &bytes_of, &mut follow, work)?;
    Ok(Product { graph, positions, movers: moves })
}

/// Hands out each position that a turn can lead to, some perhaps several times, and before it the component that
/// moves, none if several may; until `visit` breaks it off.
pub(super) fn each_move(
    graphs: &[&Graph<'_>],
    position: &[u32],
    compound: Compound,
    visit: &mut impl FnMut(Option<usize>, &[u32]) -> Result<ControlFlow<()>>,
) -> Result<ControlFlow<()>> {
    let ended = |i: usize| graphs[i].row(position[i]).is_empty();
    if compound.end == End::Short && (0..graphs.len()).any(ended) {
        return Ok(ControlFlow::Continue(()));
    }
    let mut after = position.to_vec();
    if compound.turn == Turn::Disjunctive {
        for (i, graph) in graphs.iter().enumerate() {
            for &w in graph.row(position[i]) {
                after[i] = w;
                if visit(Some(i), &after)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            after[i] = position[i];
        }
        return Ok(ControlFlow::Continue(()));
    }
    // A counter with one digit for each component: digit 0 stays, digit k takes the k-th edge. Where a component
    // must move, and can, its digit starts at 1.
    let least = |i: usize| usize::from(compound.turn == Turn::Conjunctive && !ended(i));
    let mut digits: Vec<usize> = (0..graphs.len()).map(least).collect();
    loop {
        if digits.iter().any(|&digit| digit > 0) {
            for (i, &digit) in digits.iter().enumerate() {
                after[i] = if digit == 0 { position[i] } else { graphs[i].row(position[i])[digit - 1] };
            }
            if visit(None, &after)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let Some(i) = (0..graphs.len()).find(|&i| digits[i] < graphs[i].row(position[i]).len()) else {
            return Ok(ControlFlow::Continue(()));
        };
        digits[i] += 1;
        (0..i).for_each(|i| digits[i] = least(i));
    }
}

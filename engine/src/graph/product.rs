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
//! use grundy::{Limits, Outcome, Play, Quiet};
//! let nim = Graph::from_successors(3, |v| (0..v.0).map(Vertex))?;
//! let compound = Compound { turn: Turn::Disjunctive, end: End::Long, play: Play::Misere };
//! let product = product::build(&[(&nim, Vertex(2)), (&nim, Vertex(2))], compound, &Limits::default(), &Quiet)?;
//! let outcomes = retrograde::solve(&product.graph, retrograde::by_play(Play::Misere), &Quiet)?;
//! assert_eq!(outcomes.outcome(product.start()), Outcome::P);
//! # Ok::<(), grundy::Error>(())
//! ```

use hashbrown::HashMap;

use super::builder::GraphBuilder;
use super::compound::{Compound, End, Turn};
use super::csr::{Graph, Vertex};
use crate::error::Result;
use crate::limits::Limits;
use crate::progress::{Progress, Step};

/// The product of some graphs: a graph, and which vertex of it is which position.
#[derive(Clone, Debug)]
pub struct Product {
    /// The positions and moves of the compound.
    pub graph: Graph<'static>,
    width: usize,
    /// The positions one after the other, `width` vertices each.
    places: Vec<u32>,
}

impl Product {
    /// The vertex of the position that the product was built from.
    pub fn start(&self) -> Vertex {
        Vertex(0)
    }

    /// Where each component stands in a position.
    pub fn position(&self, v: Vertex) -> impl ExactSizeIterator<Item = Vertex> + '_ {
        self.places[v.index() * self.width..][..self.width].iter().map(|&at| Vertex(at))
    }
}

/// How many edges are added between two looks at the progress sink.
const STRIDE: usize = 1 << 14;

/// The compound of components at their starts, with all that can come of it.
///
/// Its positions and its moves are each held to `limits`.
pub fn build(
    components: &[(&Graph<'_>, Vertex)],
    compound: Compound,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Product> {
    components.iter().try_for_each(|&(graph, at)| graph.check(at))?;
    let graphs: Vec<&Graph<'_>> = components.iter().map(|&(graph, _)| graph).collect();
    let start: Vec<u32> = components.iter().map(|&(_, at)| at.0).collect();
    let width = start.len();
    let mut places = start.clone();
    let mut names: HashMap<Vec<u32>, u32> = HashMap::from_iter([(start, 0)]);
    let mut builder = GraphBuilder::new();
    let mut row = Vec::new();
    let mut reported = 0;
    while builder.vertex_count() < names.len() {
        let at = builder.vertex_count() * width;
        let position = places[at..at + width].to_vec();
        row.clear();
        each_move(&graphs, &position, compound, &mut |after| {
            let next = names.len() as u32;
            let name = *names.entry_ref(after).or_insert_with(|| {
                places.extend_from_slice(after);
                next
            });
            row.push(Vertex(name));
            let moves = (builder.edge_count() + row.len()) as u64;
            limits.allow((names.len() as u64).max(moves), 8 * (width as u64 + 4))?;
            if moves as usize - reported >= STRIDE {
                reported = moves as usize;
                progress.step(Step { unit: "moves", done: moves, total: None })?;
            }
            Ok(())
        })?;
        builder.push_vertex(row.iter().copied())?;
    }
    Ok(Product { graph: builder.finish()?, width, places })
}

/// Hands out each position that a turn can lead to, some perhaps several times.
pub(super) fn each_move(
    graphs: &[&Graph<'_>],
    position: &[u32],
    compound: Compound,
    visit: &mut impl FnMut(&[u32]) -> Result<()>,
) -> Result<()> {
    let ended = |i: usize| graphs[i].row(position[i]).is_empty();
    if compound.end == End::Short && (0..graphs.len()).any(ended) {
        return Ok(());
    }
    let mut after = position.to_vec();
    if compound.turn == Turn::Disjunctive {
        for (i, graph) in graphs.iter().enumerate() {
            for &w in graph.row(position[i]) {
                after[i] = w;
                visit(&after)?;
            }
            after[i] = position[i];
        }
        return Ok(());
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
            visit(&after)?;
        }
        let Some(i) = (0..graphs.len()).find(|&i| digits[i] < graphs[i].row(position[i]).len()) else {
            return Ok(());
        };
        digits[i] += 1;
        (0..i).for_each(|i| digits[i] = least(i));
    }
}

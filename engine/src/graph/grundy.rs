//! Grundy values of an acyclic graph: the least nimber that no follower has.
//!
//! Vertices are visited with followers first; the values of the followers are stamped into a table that is
//! emptied in constant time, and the first unstamped entry is the value.
//!
//! Literature: Sprague 1935, Grundy 1939. Complexity: O(V + E) time, since a value is at most the degree; 4 bytes
//! a vertex, and 8 more while the order is found if vertices are not numbered along the moves.
//!
//! ```
//! use grundy::graph::{self, Graph, Vertex};
//! use grundy::{Nimber, Work};
//! let nim = Graph::from_successors(5, |v| (0..v.0).map(Vertex))?;
//! assert_eq!(graph::grundy::solve(&nim, &Work::unwatched())?.value(Vertex(4)), Nimber(4));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::csr::{Graph, Vertex};
use super::order::{self, Order};
use crate::error::Result;
use crate::machine::memory::zeros;
use crate::nimber::{MexSet, Nimber};
use crate::work::Work;

/// The Grundy value of every vertex; fails on a cycle, naming it.
pub fn solve(graph: &Graph<'_>, work: &Work<'_>) -> Result<Values> {
    let order = order::find(graph, work)?;
    solve_in(graph, &order, work)
}

/// The same for a caller who already has the order.
pub fn solve_in(graph: &Graph<'_>, order: &Order, work: &Work<'_>) -> Result<Values> {
    let mut values = zeros::<u32>(graph.vertex_count())?;
    let mut seen = MexSet::default();
    order.visit(graph, work, |v| {
        seen.clear();
        for &w in graph.row(v) {
            seen.insert(Nimber(u64::from(values[w as usize])));
        }
        values[v as usize] = seen.mex().0 as u32;
        Ok(())
    })?;
    Ok(Values { values })
}

/// The Grundy value of every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    values: Vec<u32>,
}

impl Values {
    /// The value of a vertex.
    #[inline]
    pub fn value(&self, v: Vertex) -> Nimber {
        Nimber(u64::from(self.values[v.index()]))
    }

    /// The values in the order of the vertices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Nimber> + '_ {
        self.values.iter().map(|&value| Nimber(u64::from(value)))
    }

    /// The largest value, if there is a vertex.
    pub fn largest(&self) -> Option<Nimber> {
        self.iter().max()
    }

    pub(super) fn into_table(self) -> Vec<u32> {
        self.values
    }
}

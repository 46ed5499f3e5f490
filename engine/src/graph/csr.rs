//! A game graph in compressed sparse rows: the followers of vertex `v` are one slice of one long table.
//!
//! Four bytes an edge and four a vertex (eight a vertex from 2^32 edges on), nothing else, so that a graph is as
//! large as memory is and can be looked at where it lies, for instance in a mapped file.
//!
//! Literature: Tinney and Walker 1967 (compressed rows). Complexity: building and reversing are O(V + E).
//!
//! ```
//! use grundy::graph::{Graph, Vertex};
//! let edges = [(1, 0), (2, 0), (2, 1)].map(|(u, v)| (Vertex(u), Vertex(v)));
//! let graph = Graph::from_edges(3, &edges)?;
//! assert_eq!(graph.successors(Vertex(2)).collect::<Vec<_>>(), [Vertex(0), Vertex(1)]);
//! assert!(graph.is_terminal(Vertex(0)));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::builder::GraphBuilder;
use super::scatter::{self, Arcs};
use crate::error::{Error, ErrorKind, Result};
use crate::machine::Threads;
use crate::machine::memory::room;
use crate::machine::prefetch;
use crate::work::Work;

/// A vertex of a [`Graph`]: one position of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Vertex(pub u32);

impl Vertex {
    /// The place of this vertex in a table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where each row starts, and where the last one ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Offsets<'a> {
    Narrow(Cow<'a, [u32]>),
    Wide(Cow<'a, [u64]>),
}

impl Offsets<'_> {
    #[inline]
    fn at(&self, index: usize) -> usize {
        match self {
            Offsets::Narrow(table) => table[index] as usize,
            Offsets::Wide(table) => table[index] as usize,
        }
    }

    fn len(&self) -> usize {
        match self {
            Offsets::Narrow(table) => table.len(),
            Offsets::Wide(table) => table.len(),
        }
    }
}

/// A directed graph: positions and moves. Self-loops and parallel edges are allowed.
///
/// `Graph<'static>` owns its tables; a shorter lifetime means that they lie elsewhere, as in a mapped file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph<'a> {
    offsets: Offsets<'a>,
    targets: Cow<'a, [u32]>,
}

impl Graph<'static> {
    /// The largest number of vertices: the last few numbers of 32 bits are kept for marks.
    pub const MAX_VERTICES: usize = (u32::MAX - 8) as usize;

    /// The largest number of moves from one vertex, so that engines may count them in 31 bits.
    pub const MAX_DEGREE: usize = (1 << 31) - 2;

    /// The graph with vertices `0..vertices` and these edges; each row keeps the order of the list.
    pub fn from_edges(vertices: usize, edges: &[(Vertex, Vertex)]) -> Result<Graph<'static>> {
        Graph::from_edge_chunks(vertices, &[edges], &Work::unwatched())
    }

    /// The same for edges that gain something: the gains come back in the order of the graph's edges.
    pub fn from_scored_edges(
        vertices: usize,
        edges: &[(Vertex, Vertex, i64)],
    ) -> Result<(Graph<'static>, Vec<i64>)> {
        check_count(vertices)?;
        for (i, &(u, v, _)) in edges.iter().enumerate() {
            check_edge(vertices, i, u, v)?;
        }
        let (offsets, loads) =
            scatter::by_key(vertices, &ScoredEdgeList(edges), Threads::available(), &Work::unwatched())?;
        check_degrees(&offsets)?;
        let mut targets = room(loads.len())?;
        targets.extend(loads.iter().map(|&(target, _)| target));
        let mut gains = room(loads.len())?;
        gains.extend(loads.iter().map(|&(_, gain)| gain));
        Ok((Graph { offsets, targets: Cow::Owned(targets) }, gains))
    }

    /// The same for edges in several lists, one after the other.
    pub(crate) fn from_edge_chunks(
        vertices: usize,
        chunks: &[impl AsRef<[(Vertex, Vertex)]> + Sync],
        work: &Work<'_>,
    ) -> Result<Graph<'static>> {
        check_count(vertices)?;
        for (i, &(u, v)) in chunks.iter().flat_map(AsRef::as_ref).enumerate() {
            check_edge(vertices, i, u, v)?;
        }
        let (offsets, targets) = scatter::by_key(vertices, &EdgeChunks(chunks), Threads::available(), work)?;
        check_degrees(&offsets)?;
        Ok(Graph { offsets, targets: targets.into() })
    }

    /// The graph whose vertex `v` has the followers `successors(v)`.
    pub fn from_successors<S: IntoIterator<Item = Vertex>>(
        vertices: usize,
        mut successors: impl FnMut(Vertex) -> S,
    ) -> Result<Graph<'static>> {
        check_count(vertices)?;
        let mut builder = GraphBuilder::new();
        for v in 0..vertices as u32 {
            builder.push_vertex(successors(Vertex(v)))?;
        }
        builder.finish()
    }
}

impl<'a> Graph<'a> {
    /// A graph over tables that came from outside, after looking at every entry.
    pub(crate) fn from_tables(offsets: Offsets<'a>, targets: Cow<'a, [u32]>) -> Result<Graph<'a>> {
        let bad = |message: String| Err(Error::new(ErrorKind::Format, message));
        let Some(vertices) = offsets.len().checked_sub(1) else {
            return bad("the table of rows is empty".into());
        };
        check_count(vertices)?;
        let ordered = match &offsets {
            Offsets::Narrow(table) => table[0] == 0 && table.is_sorted(),
            Offsets::Wide(table) => table[0] == 0 && table.is_sorted(),
        };
        // On 32-bit targets `at` would truncate, so the last entry is compared in full.
        let last = match &offsets {
            Offsets::Narrow(table) => u64::from(table[vertices]),
            Offsets::Wide(table) => table[vertices],
        };
        if !ordered || last != targets.len() as u64 {
            return bad(format!("the table of rows does not fit {} edges", targets.len()));
        }
        check_degrees(&offsets)?;
        if let Some(edge) = targets.iter().position(|&v| v as usize >= vertices) {
            return bad(format!("edge {edge} goes to vertex {}, there are {vertices}", targets[edge]));
        }
        Ok(Graph { offsets, targets })
    }

    /// How many vertices there are.
    pub fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many edges there are, parallel ones counted each.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// Every vertex in order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Vertex> + DoubleEndedIterator + Clone + use<> {
        (0..self.vertex_count() as u32).map(Vertex)
    }

    /// Fails if the vertex is not one of this graph's.
    pub fn check(&self, v: Vertex) -> Result<()> {
        if v.index() < self.vertex_count() {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Position, format!("there is no vertex {v}"))
            .hint(format!("the graph has {} vertices, numbered from 0", self.vertex_count())))
    }

    /// The followers of a vertex, parallel edges repeated.
    #[inline]
    pub fn successors(
        &self,
        v: Vertex,
    ) -> impl ExactSizeIterator<Item = Vertex> + DoubleEndedIterator + Clone + '_ {
        self.row(v.0).iter().map(|&w| Vertex(w))
    }

    /// The number of moves from a vertex.
    #[inline]
    pub fn degree(&self, v: Vertex) -> usize {
        self.edges(v).len()
    }

    /// Whether there is no move from a vertex.
    #[inline]
    pub fn is_terminal(&self, v: Vertex) -> bool {
        self.degree(v) == 0
    }

    /// The places of a vertex's edges in tables with one entry an edge, such as gains.
    #[inline]
    pub fn edges(&self, v: Vertex) -> Range<usize> {
        self.offsets.at(v.index())..self.offsets.at(v.index() + 1)
    }

    /// The bytes that the tables of this graph take.
    pub fn bytes(&self) -> u64 {
        let offset = if matches!(self.offsets, Offsets::Narrow(_)) { 4 } else { 8 };
        offset * self.offsets.len() as u64 + 4 * self.targets.len() as u64
    }

    /// The only vertex that no other leads to, if there is just one.
    pub fn only_source(&self) -> Option<Vertex> {
        let mut entered = vec![false; self.vertex_count()];
        for v in self.vertices() {
            self.successors(v).filter(|&w| w != v).for_each(|w| entered[w.index()] = true);
        }
        let mut sources = self.vertices().filter(|v| !entered[v.index()]);
        sources.next().filter(|_| sources.next().is_none())
    }

    /// The graph with every edge turned round; rows are in ascending order.
    ///
    /// ```
    /// use grundy::Work;
    /// use grundy::Threads;
    /// use grundy::graph::{Graph, Vertex};
    /// let graph = Graph::from_edges(3, &[(Vertex(2), Vertex(0)), (Vertex(1), Vertex(0))])?;
    /// let back = graph.reversed(Threads::available(), &Work::unwatched())?;
    /// assert_eq!(back.successors(Vertex(0)).collect::<Vec<_>>(), [Vertex(1), Vertex(2)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn reversed(&self, threads: Threads, work: &Work<'_>) -> Result<Graph<'static>> {
        let (offsets, targets) = scatter::by_key(self.vertex_count(), &Reverse(self), threads, work)?;
        Ok(Graph { offsets, targets: targets.into() })
    }

    /// The followers of a vertex as they are stored.
    #[inline]
    pub(crate) fn row(&self, v: u32) -> &[u32] {
        &self.targets[self.edges(Vertex(v))]
    }

    /// All rows one after the other.
    pub(crate) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Where the row of a vertex starts in [`Graph::targets`].
    #[inline]
    pub(crate) fn row_start(&self, v: u32) -> usize {
        self.offsets.at(v as usize)
    }

    /// Where the rows start, and all rows one after the other.
    pub(crate) fn into_tables(self) -> (Offsets<'a>, Cow<'a, [u32]>) {
        (self.offsets, self.targets)
    }

    /// Where the rows start.
    pub(crate) fn offsets(&self) -> &Offsets<'a> {
        &self.offsets
    }

    /// Hints that the row of a vertex is looked up soon.
    #[inline(always)]
    pub(crate) fn ask_row_start(&self, v: u32) {
        match &self.offsets {
            Offsets::Narrow(table) => prefetch::ask(table, v as usize),
            Offsets::Wide(table) => prefetch::ask(table, v as usize),
        }
    }
}

struct EdgeChunks<'e, C>(&'e [C]);

impl<C: AsRef<[(Vertex, Vertex)]> + Sync> Arcs for EdgeChunks<'_, C> {
    type Load = u32;
    fn len(&self) -> usize {
        self.0.iter().map(|chunk| chunk.as_ref().len()).sum()
    }
    fn walk(&self, part: usize, parts: usize, mut visit: impl FnMut(u32, u32)) {
        let (mut skip, end) = (cut(self.len(), part, parts), cut(self.len(), part + 1, parts));
        let mut left = end - skip;
        for chunk in self.0 {
            let chunk = chunk.as_ref();
            let here = &chunk[skip.min(chunk.len())..];
            skip -= chunk.len() - here.len();
            let here = &here[..left.min(here.len())];
            left -= here.len();
            here.iter().for_each(|&(u, v)| visit(u.0, v.0));
        }
    }
}

struct ScoredEdgeList<'e>(&'e [(Vertex, Vertex, i64)]);

impl Arcs for ScoredEdgeList<'_> {
    type Load = (u32, i64);
    fn len(&self) -> usize {
        self.0.len()
    }
    fn walk(&self, part: usize, parts: usize, mut visit: impl FnMut(u32, (u32, i64))) {
        let edges = &self.0[cut(self.len(), part, parts)..cut(self.len(), part + 1, parts)];
        edges.iter().for_each(|&(u, v, gain)| visit(u.0, (v.0, gain)));
    }
}

struct Reverse<'g, 'a>(&'g Graph<'a>);

impl Arcs for Reverse<'_, '_> {
    type Load = u32;
    fn len(&self) -> usize {
        self.0.edge_count()
    }
    fn walk(&self, part: usize, parts: usize, mut visit: impl FnMut(u32, u32)) {
        // The vertices whose row starts within the part, so that parts have about the same number of edges.
        let first = |part| match &self.0.offsets {
            Offsets::Narrow(table) => {
                table.partition_point(|&at| (at as usize) < cut(self.len(), part, parts))
            }
            Offsets::Wide(table) => table.partition_point(|&at| (at as usize) < cut(self.len(), part, parts)),
        };
        let end = if part + 1 == parts { self.0.vertex_count() } else { first(part + 1) };
        for v in first(part) as u32..end as u32 {
            self.0.row(v).iter().for_each(|&w| visit(w, v));
        }
    }
}

/// Where the `part`-th of so many parts of a list starts.
fn cut(len: usize, part: usize, parts: usize) -> usize {
    (len as u128 * part as u128 / parts as u128) as usize
}

pub(crate) fn check_count(vertices: usize) -> Result<()> {
    if vertices <= Graph::MAX_VERTICES {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Limit,
        format!("a graph of {vertices} vertices is too large, the most is {}", Graph::MAX_VERTICES),
    ))
}

fn check_degrees(offsets: &Offsets<'_>) -> Result<()> {
    let too_many = match offsets {
        Offsets::Narrow(table) => table.windows(2).position(|w| (w[1] - w[0]) as usize > Graph::MAX_DEGREE),
        Offsets::Wide(table) => table.windows(2).position(|w| w[1] - w[0] > Graph::MAX_DEGREE as u64),
    };
    match too_many {
        None => Ok(()),
        Some(v) => Err(Error::new(
            ErrorKind::Limit,
            format!("vertex {v} has too many moves, the most is {}", Graph::MAX_DEGREE),
        )),
    }
}

fn check_edge(vertices: usize, edge: usize, u: Vertex, v: Vertex) -> Result<()> {
    match [u, v].into_iter().find(|w| w.index() >= vertices) {
        None => Ok(()),
        Some(w) => Err(Error::new(
            ErrorKind::Format,
            format!("edge {edge} ({u} to {v}) uses vertex {w}, there are {vertices}"),
        )
        .hint("vertices are numbered from 0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_order_of_the_list_and_parallel_edges() {
        let edges = [(2, 1), (0, 0), (2, 0), (2, 1)].map(|(u, v)| (Vertex(u), Vertex(v)));
        let graph = Graph::from_edges(3, &edges).unwrap();
        assert_eq!(graph.successors(Vertex(2)).map(|v| v.0).collect::<Vec<_>>(), [1, 0, 1]);
        assert_eq!((graph.degree(Vertex(0)), graph.degree(Vertex(1))), (1, 0));
        assert_eq!(graph.bytes(), 4 * 4 + 4 * 4);
    }

    #[test]
    fn gains_follow_their_edges() {
        let edges = [(1, 0, 7), (0, 1, -2), (1, 1, 5)].map(|(u, v, g)| (Vertex(u), Vertex(v), g));
        let (graph, gains) = Graph::from_scored_edges(2, &edges).unwrap();
        assert_eq!(gains[graph.edges(Vertex(1))], [7, 5]);
        assert_eq!(gains[graph.edges(Vertex(0))], [-2]);
    }

    #[test]
    fn the_empty_graph_is_a_graph() {
        let graph = Graph::from_edges(0, &[]).unwrap();
        assert_eq!((graph.vertex_count(), graph.edge_count()), (0, 0));
        assert_eq!(graph.reversed(Threads::ONE, &Work::unwatched()).unwrap(), graph);
    }

    #[test]
    fn a_vertex_that_does_not_exist_is_an_error() {
        let error = Graph::from_edges(2, &[(Vertex(0), Vertex(2))]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Format);
        assert!(Graph::from_edges(usize::MAX, &[]).is_err());
    }

    #[test]
    fn wide_offsets_are_read_like_narrow_ones() {
        let wide = Offsets::Wide(Cow::Owned(vec![0, 0, 1, 3]));
        let graph = Graph::from_tables(wide, Cow::Owned(vec![0, 0, 1])).unwrap();
        assert_eq!(graph.successors(Vertex(2)).map(|v| v.0).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(graph.reversed(Threads::ONE, &Work::unwatched()).unwrap().row(0), [1, 2]);
        let lying = Offsets::Wide(Cow::Owned(vec![0, u64::MAX, 3]));
        assert!(Graph::from_tables(lying, Cow::Owned(vec![0, 0, 1])).is_err());
    }
}

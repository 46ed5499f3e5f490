//! The edges of a text as they come, one by one, until they are a graph.

use hashbrown::HashMap;

use super::names::Names;
use super::{GraphFile, bad_line};
use crate::error::Result;
use crate::graph::csr::{Graph, Vertex};
use crate::meter::Meter;

type Edge = (Vertex, Vertex, i64);

/// What an edge takes while the list is sorted into rows, and in the graph: its target and its gain, twice.
const SORTED: usize = 28;
/// What an edge takes in a table that is searched for doubles.
const SEARCHED: usize = 40;
/// What a vertex takes in the graph: where its row starts.
const ROW: usize = 8;

/// Edges with or without gains, but not some with and some without.
#[derive(Default)]
pub(super) struct Gathered {
    edges: Vec<Edge>,
    scored: Option<bool>,
}

impl Gathered {
    /// No edges yet, of which it is known whether they have gains.
    pub(super) fn expecting(scored: bool) -> Gathered {
        Gathered { edges: Vec::new(), scored: Some(scored) }
    }

    /// Adds an edge that stands in a line; the line is asked for only if something is wrong.
    pub(super) fn push(
        &mut self,
        from: Vertex,
        to: Vertex,
        gain: Option<i64>,
        line: impl FnOnce() -> usize,
    ) -> Result<()> {
        if *self.scored.get_or_insert(gain.is_some()) != gain.is_some() {
            return Err(bad_line(line(), "some edges have a gain and some have none"));
        }
        self.edges.push((from, to, gain.unwrap_or(0)));
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// How many edges or vertices there are and what they take, the graph included that they will be.
    pub(super) fn held(&self, vertices: usize) -> (usize, usize) {
        let bytes = self.edges.capacity() * size_of::<Edge>() + self.len() * SORTED;
        (vertices.max(self.len()), bytes.saturating_add(vertices.saturating_mul(ROW)))
    }

    /// Keeps one of all edges from a vertex to another: the first, with the gain of the last.
    pub(super) fn keep_one_each(&mut self, meter: &Meter<'_>) -> Result<()> {
        let (_, bytes) = self.held(0);
        meter.allow((self.len(), bytes.saturating_add(self.len() * SEARCHED)))?;
        let mut places = HashMap::<(Vertex, Vertex), usize>::with_capacity(self.len());
        let mut kept = 0;
        for i in 0..self.len() {
            let (from, to, gain) = self.edges[i];
            let place = *places.entry((from, to)).or_insert(kept);
            self.edges[place] = (from, to, gain);
            kept += usize::from(place == kept);
        }
        self.edges.truncate(kept);
        Ok(())
    }

    /// The graph of these edges, after a last look at what it takes.
    pub(super) fn finish(
        self,
        vertices: usize,
        names: Option<Names<'static>>,
        meter: &Meter<'_>,
    ) -> Result<GraphFile<'static>> {
        let (count, bytes) = self.held(vertices);
        let named = names.as_ref().map_or(0, Names::bytes);
        meter.allow((count, bytes.saturating_add(named)))?;
        let (graph, gains) = Graph::from_scored_edges(vertices, &self.edges)?;
        Ok(GraphFile { graph, names, gains: self.scored.unwrap_or(false).then(|| gains.into()) })
    }
}

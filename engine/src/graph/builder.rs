//! Building a graph vertex by vertex, as a game that lists its options does.

use std::borrow::Cow;

use super::csr::{Graph, Offsets, Vertex, check_count};
use crate::error::{Error, ErrorKind, Result};
use crate::machine::memory::room;

/// A graph under construction, vertex by vertex.
///
/// ```
/// use grundy::graph::{GraphBuilder, Vertex};
/// let mut builder = GraphBuilder::new();
/// for n in 0..5u32 {
///     builder.push_vertex((1..=3).filter(|&k| k <= n).map(|k| Vertex(n - k)))?;
/// }
/// assert_eq!(builder.finish()?.edge_count(), 1 + 2 + 3 + 3);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphBuilder {
    offsets: Vec<u64>,
    targets: Vec<u32>,
}

impl Default for GraphBuilder {
    fn default() -> GraphBuilder {
        GraphBuilder::new()
    }
}

impl GraphBuilder {
    /// A graph without vertices.
    pub fn new() -> GraphBuilder {
        GraphBuilder { offsets: vec![0], targets: Vec::new() }
    }

    /// Adds the next vertex with its followers, which may be vertices still to come.
    pub fn push_vertex(&mut self, successors: impl IntoIterator<Item = Vertex>) -> Result<Vertex> {
        let v = self.vertex_count();
        check_count(v + 1)?;
        for w in successors {
            if self.targets.len() == self.targets.capacity() {
                grow(&mut self.targets)?;
            }
            self.targets.push(w.0);
        }
        if self.offsets.len() == self.offsets.capacity() {
            grow(&mut self.offsets)?;
        }
        self.offsets.push(self.targets.len() as u64);
        Ok(Vertex(v as u32))
    }

    /// How many vertices were added.
    pub fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many edges were added.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// The graph; fails if an edge leads to a vertex that never came.
    pub fn finish(self) -> Result<Graph<'static>> {
        let offsets = if u32::try_from(self.targets.len()).is_ok() {
            let mut narrow = room(self.offsets.len())?;
            narrow.extend(self.offsets.iter().map(|&at| at as u32));
            Offsets::Narrow(Cow::Owned(narrow))
        } else {
            Offsets::Wide(Cow::Owned(self.offsets))
        };
        Graph::from_tables(offsets, Cow::Owned(self.targets))
    }
}

fn grow<T>(list: &mut Vec<T>) -> Result<()> {
    let more = list.len().max(64);
    list.try_reserve(more).map_err(|_| {
        Error::new(ErrorKind::Limit, format!("there is no room for more than {} entries", list.len()))
            .hint("use a smaller graph or a machine with more memory")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_vertices_make_the_empty_graph() {
        assert_eq!(GraphBuilder::new().finish().unwrap(), Graph::from_edges(0, &[]).unwrap());
    }

    #[test]
    fn a_follower_that_never_came_is_an_error() {
        let mut builder = GraphBuilder::new();
        builder.push_vertex([Vertex(1)]).unwrap();
        assert_eq!(builder.finish().unwrap_err().message(), "edge 0 goes to vertex 1, there are 1");
    }
}

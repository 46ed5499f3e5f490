//! Followers before positions: the order in which an acyclic game is solved, or a cycle that forbids one.
//!
//! Games are often numbered so that every move goes down (or every move goes up), which one look at the edges
//! shows; otherwise vertices without unvisited predecessors are peeled off one after the other, and the list is
//! read backwards. No recursion, so a path of any length is fine; only the forward graph is needed.
//!
//! Literature: Kahn 1962. Complexity: O(V + E) time, at most 8 bytes a vertex.
//!
//! ```
//! use grundy::Work;
//! use grundy::graph::order::{self, Order};
//! use grundy::graph::{Graph, Vertex};
//! let ring = Graph::from_successors(3, |v| [Vertex((v.0 + 1) % 3)])?;
//! let Order::Cyclic(cycle) = order::find(&ring, &Work::unwatched())? else { unreachable!() };
//! assert_eq!(cycle.len(), 3);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::csr::{Graph, Vertex};
use crate::error::{Error, ErrorKind, Result};
use crate::machine::memory::{room, zeros};
use crate::machine::prefetch;
use crate::work::Work;

/// An order of the vertices in which followers come first, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// `0, 1, 2, …`: every move goes to a smaller number.
    Ascending,
    /// `…, 2, 1, 0`: every move goes to a larger number.
    Descending,
    /// These vertices, read from the end.
    Listed(Vec<u32>),
    /// None: here is a cycle, each vertex followed by the next and the last by the first.
    Cyclic(Vec<Vertex>),
}

/// How far ahead the next rows are asked for.
const AHEAD: usize = 16;
/// How many vertices are done between two looks at the progress sink.
const STRIDE: usize = 1 << 16;

/// Finds an order with followers first, or a cycle.
pub fn find(graph: &Graph<'_>, work: &Work<'_>) -> Result<Order> {
    let (mut down, mut up) = (true, true);
    for v in 0..graph.vertex_count() as u32 {
        for &w in graph.row(v) {
            down &= w < v;
            up &= w > v;
        }
        if !down && !up {
            break;
        }
    }
    match (down, up) {
        (true, _) => Ok(Order::Ascending),
        (_, true) => Ok(Order::Descending),
        _ => peel(graph, work),
    }
}

fn peel(graph: &Graph<'_>, work: &Work<'_>) -> Result<Order> {
    let vertices = graph.vertex_count();
    let mut entries = zeros::<u32>(vertices)?;
    for &w in graph.targets() {
        // More entries than 32 bits count would wrap to a wrong order.
        entries[w as usize] = entries[w as usize].checked_add(1).ok_or_else(|| {
            Error::new(ErrorKind::Limit, format!("vertex {w} has more than {} entries", u32::MAX))
        })?;
    }
    let mut list = room::<u32>(vertices)?;
    list.extend((0..vertices as u32).filter(|&v| entries[v as usize] == 0));
    let mut next = 0;
    while let Some(&v) = list.get(next) {
        if next % STRIDE == 0 {
            work.step("vertices", next as u64, Some(vertices as u64))?;
        }
        if let Some(&soon) = list.get(next + AHEAD) {
            prefetch::ask(graph.targets(), graph.row_start(soon));
        }
        for &w in graph.row(v) {
            let left = &mut entries[w as usize];
            *left -= 1;
            if *left == 0 {
                list.push(w);
            }
        }
        next += 1;
    }
    if list.len() == vertices { Ok(Order::Listed(list)) } else { Ok(Order::Cyclic(cycle(graph, entries)?)) }
}

/// A cycle among the vertices that still have entries; the peeling stopped, so there is one.
///
/// Walks along first edges that are not yet known to lead nowhere; a vertex met twice on the walk closes a cycle.
fn cycle(graph: &Graph<'_>, entries: Vec<u32>) -> Result<Vec<Vertex>> {
    const NEW: u32 = 0;
    const DEAD: u32 = u32::MAX;
    // 0 new, MAX leads nowhere, else 1 + the number of edges already tried by a vertex on the walk.
    let mut tried = zeros::<u32>(entries.len())?;
    let mut walk: Vec<u32> = Vec::new();
    for start in (0..entries.len() as u32).filter(|&v| entries[v as usize] > 0) {
        if tried[start as usize] != NEW {
            continue;
        }
        walk.push(start);
        tried[start as usize] = 1;
        while let Some(&v) = walk.last() {
            let row = graph.row(v);
            let Some(&w) = row.get(tried[v as usize] as usize - 1) else {
                tried[v as usize] = DEAD;
                walk.pop();
                continue;
            };
            tried[v as usize] += 1;
            match tried[w as usize] {
                DEAD => {}
                NEW => {
                    tried[w as usize] = 1;
                    walk.push(w);
                }
                _ => {
                    let from = walk.iter().rposition(|&x| x == w).unwrap_or(0);
                    return Ok(walk[from..].iter().map(|&x| Vertex(x)).collect());
                }
            }
        }
    }
    Ok(Vec::new())
}

impl Order {
    /// Whether there is an order.
    pub fn is_acyclic(&self) -> bool {
        !matches!(self, Order::Cyclic(_))
    }

    /// Calls `visit` with each vertex, followers first; fails on a cycle, naming it.
    pub(super) fn visit(
        &self,
        graph: &Graph<'_>,
        work: &Work<'_>,
        mut visit: impl FnMut(u32) -> Result<()>,
    ) -> Result<()> {
        let vertices = graph.vertex_count();
        let total = Some(vertices as u64);
        let mut done = 0;
        let mut step = |v: u32| {
            if done % STRIDE == 0 {
                work.step("vertices", done as u64, total)?;
            }
            done += 1;
            visit(v)
        };
        match self {
            Order::Ascending => (0..vertices as u32).try_for_each(step),
            Order::Descending => (0..vertices as u32).rev().try_for_each(step),
            Order::Listed(list) => list.iter().enumerate().rev().try_for_each(|(i, &v)| {
                if let Some(soon) = i.checked_sub(AHEAD).and_then(|i| list.get(i)) {
                    prefetch::ask(graph.targets(), graph.row_start(*soon));
                }
                step(v)
            }),
            Order::Cyclic(cycle) => {
                Err(cycle_error(cycle, |v| v.to_string())
                    .hint("ask for the outcome or for loopy values instead"))
            }
        }
    }
}

/// The failure of an engine that needs an acyclic graph, with the vertices called by their names.
pub(super) fn cycle_error(cycle: &[Vertex], name: impl Fn(Vertex) -> String) -> Error {
    const SHOWN: usize = 8;
    let mut names: Vec<String> = cycle.iter().take(SHOWN).map(|&v| name(v)).collect();
    if cycle.len() > SHOWN {
        names.push(format!("… ({} vertices)", cycle.len()));
    }
    names.extend(cycle.first().map(|&v| name(v)));
    Error::new(ErrorKind::Cycle, format!("the graph has a cycle: {}", names.join(" → ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(vertices: usize, edges: &[(u32, u32)]) -> Order {
        let edges: Vec<_> = edges.iter().map(|&(u, v)| (Vertex(u), Vertex(v))).collect();
        find(&Graph::from_edges(vertices, &edges).unwrap(), &Work::unwatched()).unwrap()
    }

    #[test]
    fn numbering_is_recognised() {
        assert_eq!(order(3, &[(2, 0), (1, 0)]), Order::Ascending);
        assert_eq!(order(3, &[(0, 2), (1, 2)]), Order::Descending);
        assert_eq!(order(0, &[]), Order::Ascending);
        assert_eq!(order(3, &[(0, 1), (2, 1)]), Order::Listed(vec![0, 2, 1]));
    }

    #[test]
    fn the_shortest_cycles_are_found() {
        assert_eq!(order(1, &[(0, 0)]), Order::Cyclic(vec![Vertex(0)]));
        assert_eq!(order(4, &[(0, 1), (1, 2), (2, 1), (2, 3)]), Order::Cyclic(vec![Vertex(1), Vertex(2)]));
        let error = cycle_error(&[Vertex(1), Vertex(2)], |v| format!("v{v}"));
        assert_eq!(error.message(), "the graph has a cycle: v1 → v2 → v1");
    }
}

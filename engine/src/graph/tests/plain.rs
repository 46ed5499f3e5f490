//! Random graphs, and the definitions written down without any thought of speed.

use crate::graph::{Graph, GraphBuilder, Vertex};
use crate::loopy_value::LoopyValue;
use crate::{Nimber, Outcome, mex};

/// Numbers that look random and are the same in every run (SplitMix64, Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A digraph of 1 to `most` vertices with any edges, self-loops and parallel ones included.
    pub fn digraph(&mut self, most: usize) -> Graph<'static> {
        let n = 1 + self.below(most);
        let edges = self.below(3 * n + 1);
        let pairs: Vec<_> = (0..edges).map(|_| (vertex(self.below(n)), vertex(self.below(n)))).collect();
        Graph::from_edges(n, &pairs).unwrap()
    }

    /// An acyclic digraph, its vertices numbered in a random order.
    pub fn dag(&mut self, most: usize) -> Graph<'static> {
        let n = 1 + self.below(most);
        let mut name: Vec<usize> = (0..n).collect();
        (1..n).for_each(|i| name.swap(i, self.below(i + 1)));
        let mut pairs = Vec::new();
        for _ in 0..self.below(3 * n + 1) {
            let (a, b) = (self.below(n), self.below(n));
            if a != b {
                pairs.push((vertex(name[a.max(b)]), vertex(name[a.min(b)])));
            }
        }
        Graph::from_edges(n, &pairs).unwrap()
    }
}

pub fn vertex(index: usize) -> Vertex {
    Vertex(index as u32)
}

pub fn graph(succ: &[Vec<u32>]) -> Graph<'static> {
    let mut builder = GraphBuilder::new();
    for row in succ {
        builder.push_vertex(row.iter().map(|&v| Vertex(v))).unwrap();
    }
    builder.finish().unwrap()
}

/// Outcome and remoteness by their definition, repeated until nothing changes.
pub fn outcomes(graph: &Graph<'_>, terminal: impl Fn(Vertex) -> Outcome) -> Vec<(Outcome, Option<u32>)> {
    let mut found = vec![(Outcome::D, None); graph.vertex_count()];
    for v in graph.vertices().filter(|&v| graph.is_terminal(v) && terminal(v) != Outcome::D) {
        found[v.index()] = (terminal(v), Some(0));
    }
    for round in 0.. {
        let before = found.clone();
        for v in graph.vertices().filter(|&v| !graph.is_terminal(v) && before[v.index()].0 == Outcome::D) {
            let mut next = graph.successors(v).map(|w| before[w.index()].0);
            if next.clone().any(|o| o == Outcome::P) {
                found[v.index()] = (Outcome::N, Some(round + 1));
            } else if next.all(|o| o == Outcome::N) {
                found[v.index()] = (Outcome::P, Some(round + 1));
            }
        }
        if found == before {
            break;
        }
    }
    found
}

/// The value of every vertex by recursion; the graph must be acyclic.
pub fn grundy(graph: &Graph<'_>) -> Vec<Nimber> {
    fn value(graph: &Graph<'_>, v: Vertex, known: &mut Vec<Option<Nimber>>) -> Nimber {
        if known[v.index()].is_none() {
            let next: Vec<Nimber> = graph.successors(v).map(|w| value(graph, w, known)).collect();
            known[v.index()] = Some(mex(next));
        }
        known[v.index()].unwrap()
    }
    let mut known = vec![None; graph.vertex_count()];
    graph.vertices().map(|v| value(graph, v, &mut known)).collect()
}

/// Loopy values by the stage rule, repeated until nothing changes.
pub fn loopy(graph: &Graph<'_>) -> Vec<LoopyValue> {
    let n = graph.vertex_count();
    let mut label: Vec<Option<u64>> = vec![None; n];
    loop {
        // Smallest values first: a later, larger one may not be needed to justify a smaller one.
        let stage = (0..=n as u64).find_map(|m| {
            graph
                .vertices()
                .find(|&u| label[u.index()].is_none() && fits(graph, &label, u, m))
                .map(|u| (u, m))
        });
        let Some((u, m)) = stage else { break };
        label[u.index()] = Some(m);
    }
    let value = |v: Vertex| match label[v.index()] {
        Some(m) => LoopyValue::Finite(Nimber(m)),
        None => LoopyValue::infinity(graph.successors(v).filter_map(|w| label[w.index()].map(Nimber))),
    };
    graph.vertices().map(value).collect()
}

fn fits(graph: &Graph<'_>, label: &[Option<u64>], u: Vertex, m: u64) -> bool {
    let finite = graph.successors(u).filter_map(|v| label[v.index()].map(Nimber));
    let reverts = |v: Vertex| graph.successors(v).any(|w| label[w.index()] == Some(m));
    mex(finite) == Nimber(m)
        && graph.successors(u).all(|v| label[v.index()].is_some_and(|l| l <= m) || reverts(v))
}

/// The sum of two games as one graph: vertex `u·|b| + v` is the pair.
pub fn sum(a: &Graph<'_>, b: &Graph<'_>) -> Graph<'static> {
    let width = b.vertex_count();
    Graph::from_successors(a.vertex_count() * width, |v| {
        let (x, y) = (vertex(v.index() / width), vertex(v.index() % width));
        let left = a.successors(x).map(|x| vertex(x.index() * width + y.index()));
        let right = b.successors(y).map(|y| vertex(x.index() * width + y.index()));
        left.chain(right).collect::<Vec<_>>()
    })
    .unwrap()
}

/// The Nim heap of `size` as a graph: its vertex `k` is the heap `k`.
pub fn heap(size: usize) -> Graph<'static> {
    Graph::from_successors(size + 1, |v| (0..v.0).map(Vertex)).unwrap()
}

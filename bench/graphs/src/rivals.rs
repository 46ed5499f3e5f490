//! The same answers as a person would compute them.

use std::collections::VecDeque;
use std::io::BufRead;

use grundy::Outcome;
use grundy::graph::retrograde::Outcomes;
use grundy::graph::{Graph, Vertex};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

/// A way to solve a graph.
pub type Rival = fn(&Graph<'_>) -> Answer;

/// Outcome (`'N'`, `'P'`, `'D'`) and remoteness of every vertex.
pub struct Answer {
    outcome: Vec<u8>,
    remoteness: Vec<u32>,
}

/// Fails unless every vertex has the same outcome and remoteness.
pub fn assert_same(ours: &Outcomes, theirs: &Answer) {
    for (v, (&outcome, &remoteness)) in theirs.outcome.iter().zip(&theirs.remoteness).enumerate() {
        let v = Vertex(v as u32);
        let letter = match ours.outcome(v) {
            Outcome::N => b'N',
            Outcome::P => b'P',
            Outcome::D => b'D',
        };
        assert_eq!((letter, ours.remoteness(v).unwrap_or(0)), (outcome, remoteness), "vertex {v}");
    }
}

/// The textbook: terminals into a queue, then backwards with a counter for each vertex.
fn queue<'p, I: Iterator<Item = u32>>(mut left: Vec<u32>, predecessors: impl Fn(u32) -> I + 'p) -> Answer {
    let n = left.len();
    let mut answer = Answer { outcome: vec![b'D'; n], remoteness: vec![0; n] };
    let mut queue = VecDeque::new();
    for v in 0..n as u32 {
        if left[v as usize] == 0 {
            answer.outcome[v as usize] = b'P';
            queue.push_back(v);
        }
    }
    while let Some(v) = queue.pop_front() {
        for u in predecessors(v) {
            if answer.outcome[u as usize] != b'D' {
                continue;
            }
            if answer.outcome[v as usize] == b'P' {
                answer.outcome[u as usize] = b'N';
            } else {
                left[u as usize] -= 1;
                if left[u as usize] > 0 {
                    continue;
                }
                answer.outcome[u as usize] = b'P';
            }
            answer.remoteness[u as usize] = answer.remoteness[v as usize] + 1;
            queue.push_back(u);
        }
    }
    answer
}

/// Reversed by a counting sort, solved with a queue.
pub fn rows(graph: &Graph<'_>) -> Answer {
    let n = graph.vertex_count();
    let mut starts = vec![0u32; n + 1];
    for v in graph.vertices() {
        graph.successors(v).for_each(|w| starts[w.index() + 1] += 1);
    }
    for v in 0..n {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut sources = vec![0u32; graph.edge_count()];
    for v in graph.vertices() {
        for w in graph.successors(v) {
            sources[next[w.index()] as usize] = v.0;
            next[w.index()] += 1;
        }
    }
    let left = graph.vertices().map(|v| graph.degree(v) as u32).collect();
    queue(left, |v| sources[starts[v as usize] as usize..starts[v as usize + 1] as usize].iter().copied())
}

/// As verification tools see it, a parity game: vertex `2v + p` is `v` with player `p` to move, and what player 1 can
/// force is found alone, so that winning, losing and drawing come from another game and another loop.
pub fn doubled(graph: &Graph<'_>) -> Answer {
    let n = graph.vertex_count();
    let mut starts = vec![0usize; 2 * n + 1];
    for v in graph.vertices() {
        graph.successors(v).for_each(|w| (1..3).for_each(|next| starts[2 * w.index() + next] += 1));
    }
    for v in 0..2 * n {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut sources = vec![0u32; 2 * graph.edge_count()];
    for v in graph.vertices() {
        for w in graph.successors(v) {
            for player in 0..2 {
                let to = 2 * w.index() + 1 - player;
                sources[next[to]] = 2 * v.0 + player as u32;
                next[to] += 1;
            }
        }
    }
    let mut left: Vec<u32> = graph.vertices().flat_map(|v| [graph.degree(v) as u32; 2]).collect();
    let mut forced: Vec<Option<u32>> = vec![None; 2 * n];
    let mut queue = VecDeque::new();
    // Player 0 is to move and cannot.
    for v in graph.vertices().filter(|&v| graph.is_terminal(v)) {
        forced[2 * v.index()] = Some(0);
        queue.push_back(2 * v.0);
    }
    while let Some(v) = queue.pop_front() {
        let moves = forced[v as usize].map(|moves| moves + 1);
        for &u in &sources[starts[v as usize]..starts[v as usize + 1]] {
            left[u as usize] -= 1;
            if forced[u as usize].is_none() && (u % 2 == 1 || left[u as usize] == 0) {
                forced[u as usize] = moves;
                queue.push_back(u);
            }
        }
    }
    let outcome = |pair: &[Option<u32>]| match pair {
        [None, Some(_)] => b'N',
        [Some(_), None] => b'P',
        _ => b'D',
    };
    Answer {
        outcome: forced.chunks(2).map(outcome).collect(),
        remoteness: forced.chunks(2).map(|pair| pair[0].or(pair[1]).unwrap_or(0)).collect(),
    }
}

/// A vector of predecessors for each vertex.
pub fn vectors(graph: &Graph<'_>) -> Answer {
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); graph.vertex_count()];
    for v in graph.vertices() {
        graph.successors(v).for_each(|w| sources[w.index()].push(v.0));
    }
    let left = graph.vertices().map(|v| graph.degree(v) as u32).collect();
    queue(left, |v| sources[v as usize].iter().copied())
}

/// A petgraph graph.
pub fn petgraph(graph: &Graph<'_>) -> Answer {
    let mut other = DiGraph::<(), ()>::new();
    for _ in 0..graph.vertex_count() {
        other.add_node(());
    }
    for v in graph.vertices() {
        for w in graph.successors(v) {
            other.add_edge(NodeIndex::new(v.index()), NodeIndex::new(w.index()), ());
        }
    }
    let left = other.node_indices().map(|v| other.neighbors(v).count() as u32).collect();
    queue(left, |v| {
        let back = other.neighbors_directed(NodeIndex::new(v as usize), Direction::Incoming);
        back.map(|u| u.index() as u32)
    })
}

/// An edge list by lines and words.
pub fn parse_lines(bytes: &[u8]) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for line in bytes.lines() {
        let line = line.expect("text");
        let mut words = line.split_whitespace().map(|word| word.parse().expect("a number"));
        if let (Some(u), Some(v)) = (words.next(), words.next()) {
            edges.push((u, v));
        }
    }
    edges
}

//! Values of games with cycles: a nimber, or ∞(K).
//!
//! A loopy nimber tells the outcome of every sum. A vertex has the finite value `n` if its sum with a Nim heap of
//! `n` is lost for the player to move; otherwise its value is ∞(K), K the finite values of its followers: with a
//! heap `k` it is won if `k` is in K and drawn if not. Values 0, 1, 2, … are given in stages. In stage `i` a
//! vertex gets `i` once every follower that has no finite value yet can move to a vertex of value `i` (a reverting
//! move) while the vertex itself cannot; a vertex that can neither get `i` nor move to `i` will never be finite.
//! The order in which values are given is the *counter*: reverting to a smaller counter is what makes winning play
//! end.
//!
//! Vertices that no cycle can be reached from get their values first, by mex from the ends upwards, and only the
//! others go through the stages.
//!
//! Literature: Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986; Winning Ways ch. 12. Complexity:
//! O(V + E + (V' + E')·S) time for V' vertices that reach a cycle, E' edges between them and S stages; a value k needs
//! k(k+1)/2 edges below it, so S is O(√E), and small in practice.
//!
//! ```
//! use grundy::graph::{Graph, Vertex, loopy};
//! use grundy::{LoopyValue, Nimber, Work};
//! // A heap of 3 from which one may also pass.
//! let graph = Graph::from_successors(4, |v| (0..v.0 + u32::from(v.0 == 3)).map(Vertex))?;
//! let values = loopy::solve(&graph, &Work::unwatched())?;
//! assert_eq!(values.value(&graph, Vertex(2)), LoopyValue::Finite(Nimber(2)));
//! assert_eq!(values.value(&graph, Vertex(3)).to_string(), "∞(0,1,2)");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::csr::{Graph, Vertex};
use super::grundy;
use super::order::{self, Order};
use crate::error::Result;
use crate::loopy_value::LoopyValue;
use crate::machine::Threads;
use crate::machine::memory::zeros;
use crate::nimber::{MexSet, Nimber};
use crate::work::Work;

/// The loopy value of every vertex.
pub fn solve(graph: &Graph<'_>, work: &Work<'_>) -> Result<Values> {
    match order::find(graph, work)? {
        Order::Cyclic(_) => {
            let back = graph.reversed(Threads::available(), work)?;
            solve_reversed(graph, &back, work)
        }
        order => solve_in(graph, &order, work),
    }
}

/// The same by stages, for a caller who already has the reversed graph.
pub fn solve_reversed(graph: &Graph<'_>, back: &Graph<'_>, work: &Work<'_>) -> Result<Values> {
    let vertices = graph.vertex_count();
    let mut stages = Stages {
        graph,
        back,
        work,
        labels: zeros(vertices)?,
        counters: zeros(vertices)?,
        without: zeros(vertices)?,
        need: zeros(vertices)?,
        can: zeros(vertices)?,
        given: 0,
    };
    stages.labels.fill(NEW);
    stages.settle_without_cycles()?;
    let mut open: Vec<u32> = (0..vertices as u32).filter(|&v| stages.labels[v as usize] == NEW).collect();
    // What was settled and is seen from the rest, in the order of the stages.
    let seen = |&v: &u32| {
        let labels = &stages.labels;
        labels[v as usize] != NEW && back.row(v).iter().any(|&w| labels[w as usize] == NEW)
    };
    let mut settled: Vec<u32> = (0..vertices as u32).filter(seen).collect();
    settled.sort_by_key(|&v| stages.labels[v as usize]);
    let mut settled = settled.as_slice();
    for stage in 0.. {
        if open.is_empty() {
            break;
        }
        let count = settled.partition_point(|&v| stages.labels[v as usize] <= stage);
        let (now, later) = settled.split_at(count);
        settled = later;
        stages.run(stage, now, &mut open)?;
    }
    Ok(Values { labels: stages.labels, counters: stages.counters })
}

/// The same for an acyclic graph and a caller who already has its order: the values are Grundy's, and the order in
/// which they are found is a counter. Fails on a cycle, naming it.
pub fn solve_in(graph: &Graph<'_>, order: &Order, work: &Work<'_>) -> Result<Values> {
    let labels = grundy::solve_in(graph, order, work)?.into_table();
    let mut counters = zeros::<u32>(labels.len())?;
    let mut given = 0;
    order.visit(graph, work, |v| {
        counters[v as usize] = given;
        given += 1;
        Ok(())
    })?;
    Ok(Values { labels, counters })
}

/// The label of a vertex without a value as yet.
const NEW: u32 = u32::MAX;
/// The label of a vertex that will never have a finite value.
const INFINITE: u32 = u32::MAX - 1;
/// How many values are given between two looks at the progress sink.
const STRIDE: u32 = 1 << 12;

struct Stages<'s, 'g> {
    graph: &'s Graph<'g>,
    back: &'s Graph<'g>,
    work: &'s Work<'s>,
    labels: Vec<u32>,
    counters: Vec<u32>,
    /// How many followers have no finite value.
    without: Vec<u32>,
    /// How many of those of a vertex without label cannot yet revert to the stage's value.
    need: Vec<u32>,
    /// 1 + the last stage in whose value the vertex can move.
    can: Vec<u32>,
    given: u32,
}

impl Stages<'_, '_> {
    /// Gives every vertex from which no cycle can be reached its Grundy value.
    ///
    /// That is its loopy value, since play from it and in a Nim heap beside it ends. For the others it is as if each
    /// had got its value in its stage: before stage j a settled follower of value j would count as one without value,
    /// but one that can revert to every smaller value, by a move to a settled vertex with a smaller counter. So it is
    /// in nobody's way before its stage, and in its stage it comes first, as `run` is told.
    fn settle_without_cycles(&mut self) -> Result<()> {
        let vertices = self.graph.vertex_count() as u32;
        let mut queue = Vec::new();
        for v in 0..vertices {
            self.without[v as usize] = self.graph.row(v).len() as u32;
            if self.without[v as usize] == 0 {
                queue.push(v);
            }
        }
        let mut seen = MexSet::default();
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            seen.clear();
            let values = self.graph.row(v).iter().map(|&w| self.labels[w as usize]);
            values.for_each(|value| seen.insert(Nimber(value.into())));
            self.give(seen.mex().0 as u32, v)?;
            for &w in self.back.row(v) {
                self.without[w as usize] -= 1;
                if self.without[w as usize] == 0 {
                    queue.push(w);
                }
            }
        }
        Ok(())
    }

    /// Gives the value `stage`, which the vertices `settled` already have; afterwards `open` holds the vertices that
    /// may still get a larger one.
    fn run(&mut self, stage: u32, settled: &[u32], open: &mut Vec<u32>) -> Result<()> {
        self.report()?;
        let mut queue = Vec::new();
        for &u in open.iter() {
            self.need[u as usize] = self.without[u as usize];
        }
        settled.iter().for_each(|&v| self.revert_to(stage, v, &mut queue));
        queue.clear();
        queue.extend(open.iter().filter(|&&u| self.need[u as usize] == 0));
        // First come, first served: the counter must grow with the length of the reverting play.
        let mut next = 0;
        while let Some(&u) = queue.get(next) {
            next += 1;
            if self.labels[u as usize] == NEW && !self.can_move_to(stage, u) {
                self.give(stage, u)?;
                self.back.row(u).iter().for_each(|&w| self.without[w as usize] -= 1);
                self.revert_to(stage, u, &mut queue);
            }
        }
        for &u in open.iter() {
            if self.labels[u as usize] == NEW && !self.can_move_to(stage, u) {
                self.labels[u as usize] = INFINITE;
            }
        }
        open.retain(|&u| self.labels[u as usize] == NEW);
        Ok(())
    }

    fn can_move_to(&self, stage: u32, u: u32) -> bool {
        self.can[u as usize] == stage + 1
    }

    fn give(&mut self, value: u32, u: u32) -> Result<()> {
        self.labels[u as usize] = value;
        self.counters[u as usize] = self.given;
        self.given += 1;
        if self.given.is_multiple_of(STRIDE) { self.report() } else { Ok(()) }
    }

    fn report(&self) -> Result<()> {
        let total = Some(self.labels.len() as u64);
        self.work.step("vertices", self.given.into(), total)
    }

    /// Notes which vertices can move to a vertex of the stage's value, and puts those in the queue that then have no
    /// other followers left.
    fn revert_to(&mut self, stage: u32, u: u32, queue: &mut Vec<u32>) {
        for &w in self.back.row(u) {
            if self.labels[w as usize] < INFINITE || self.can_move_to(stage, w) {
                continue;
            }
            self.can[w as usize] = stage + 1;
            for &x in self.back.row(w) {
                if self.labels[x as usize] == NEW {
                    self.need[x as usize] -= 1;
                    if self.need[x as usize] == 0 && !self.can_move_to(stage, x) {
                        queue.push(x);
                    }
                }
            }
        }
    }
}

/// The loopy value of every vertex, with the counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    labels: Vec<u32>,
    counters: Vec<u32>,
}

impl Values {
    /// The value of a vertex of the graph that was solved.
    pub fn value(&self, graph: &Graph<'_>, v: Vertex) -> LoopyValue {
        match self.finite(v) {
            Some(value) => LoopyValue::Finite(value),
            None => LoopyValue::infinity(graph.successors(v).filter_map(|w| self.finite(w))),
        }
    }

    /// The value of a vertex if it is finite.
    #[inline]
    pub fn finite(&self, v: Vertex) -> Option<Nimber> {
        let label = self.labels[v.index()];
        (label < INFINITE).then_some(Nimber(u64::from(label)))
    }

    /// The counter of a vertex with a finite value: when it was given.
    pub fn counter(&self, v: Vertex) -> Option<u32> {
        self.finite(v).map(|_| self.counters[v.index()])
    }

    /// How many vertices have an infinite value.
    pub fn infinite_count(&self) -> u64 {
        self.labels.iter().filter(|&&label| label >= INFINITE).count() as u64
    }

    /// The largest finite value, if there is one.
    pub fn largest(&self) -> Option<Nimber> {
        self.labels.iter().filter(|&&label| label < INFINITE).max().map(|&label| Nimber(u64::from(label)))
    }
}

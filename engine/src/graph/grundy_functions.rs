//! Grundy functions of a graph with cycles: there may be none, one or many.
//!
//! A Grundy function gives each vertex the least number that none of its followers has. An acyclic graph has
//! exactly one; a ring of odd length has none, a ring of even length two. The search gives values that are forced,
//! cuts what is left into parts that do not touch, and tries values part by part; the numbers of the parts multiply.
//!
//! Literature: Berge 1962 (functions and kernels); deciding existence is NP-complete (Fraenkel 1981), so the search has
//! a budget of steps, and an answer that ran out of it says so. Complexity: exponential in the undecided part.
//!
//! ```
//! use grundy::graph::{Graph, Vertex, grundy_functions};
//! use grundy::Work;
//! let ring = |n: u32| Graph::from_successors(n as usize, move |v| [Vertex((v.0 + 1) % n)]);
//! let count = |n| Ok::<_, grundy::Error>(grundy_functions::find(&ring(n)?, &Work::unwatched())?.count);
//! assert_eq!(count(3)?, grundy_functions::Count::Exactly(0));
//! assert_eq!(count(4)?, grundy_functions::Count::Exactly(2));
//! # Ok::<(), grundy::Error>(())
//! ```

use serde::Serialize;

use super::csr::Graph;
use crate::error::Result;
use crate::machine::Threads;
use crate::machine::memory::zeros;
use crate::nimber::{MexSet, Nimber};
use crate::work::Work;

/// How many Grundy functions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// This many.
    Exactly(u64),
    /// This many were found before the budget was spent; whether there are more is not known.
    AtLeast(u64),
}

/// The Grundy functions of a graph: how many, and one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyFunctions {
    /// How many there are.
    pub count: Count,
    /// One of them, if one was found: the value of each vertex.
    pub example: Option<Vec<Nimber>>,
}

/// Counts the Grundy functions of a graph; `limits.positions` is the number of values that may be tried.
pub fn find(graph: &Graph<'_>, work: &Work<'_>) -> Result<GrundyFunctions> {
    let back = graph.reversed(Threads::available(), work)?;
    let mut search = Search::new(graph, &back, work.limits.positions, work)?;
    if !search.force_all()? {
        return Ok(GrundyFunctions { count: Count::Exactly(0), example: None });
    }
    let (mut total, mut complete) = (1u64, true);
    for part in search.parts()? {
        let (found, example, all) = search.count(&part)?;
        if found == 0 && all {
            return Ok(GrundyFunctions { count: Count::Exactly(0), example: None });
        }
        complete &= all;
        total = total.checked_mul(found).unwrap_or_else(|| {
            complete = false;
            u64::MAX
        });
        part.iter().zip(example).for_each(|(&v, value)| search.values[v as usize] = value);
    }
    let example = (total > 0).then(|| search.values.iter().map(|&value| Nimber(value.into())).collect());
    let count = if complete { Count::Exactly(total) } else { Count::AtLeast(total) };
    Ok(GrundyFunctions { count, example })
}

/// The value of a vertex that has none as yet.
const OPEN: u32 = u32::MAX;

struct Search<'s, 'g> {
    graph: &'s Graph<'g>,
    back: &'s Graph<'g>,
    values: Vec<u32>,
    /// How many edges of each vertex lead to an open one.
    left: Vec<u32>,
    /// The vertices with a value, in the order they got it.
    trail: Vec<u32>,
    seen: MexSet,
    budget: u64,
    work: &'s Work<'s>,
}

/// A vertex whose values are being tried.
struct Trial {
    /// Its place in the part; all before it have a value.
    place: usize,
    next: u32,
    /// The length of the trail before it got one.
    trail: usize,
}

impl<'s, 'g> Search<'s, 'g> {
    fn new(
        graph: &'s Graph<'g>,
        back: &'s Graph<'g>,
        budget: u64,
        work: &'s Work<'s>,
    ) -> Result<Search<'s, 'g>> {
        let mut values = zeros(graph.vertex_count())?;
        values.fill(OPEN);
        let left = graph.vertices().map(|v| graph.degree(v) as u32).collect();
        Ok(Search { graph, back, values, left, trail: Vec::new(), seen: MexSet::default(), budget, work })
    }

    /// Gives every value that no choice can change; tells whether that went well.
    fn force_all(&mut self) -> Result<bool> {
        // A vertex that follows itself would have to differ from itself.
        if self.graph.vertices().any(|v| self.graph.row(v.0).contains(&v.0)) {
            return Ok(false);
        }
        for v in 0..self.values.len() as u32 {
            if self.left[v as usize] == 0 && self.values[v as usize] == OPEN && !self.assign(v, 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The open vertices in groups with no edge between them.
    fn parts(&self) -> Result<Vec<Vec<u32>>> {
        let mut met = zeros::<bool>(self.values.len())?;
        let mut parts = Vec::new();
        for start in 0..self.values.len() as u32 {
            let mut part = Vec::new();
            let mut reach = |v: u32, part: &mut Vec<u32>| {
                if self.values[v as usize] == OPEN && !std::mem::replace(&mut met[v as usize], true) {
                    part.push(v);
                }
            };
            reach(start, &mut part);
            let mut next = 0;
            while let Some(&v) = part.get(next) {
                next += 1;
                self.graph.row(v).iter().chain(self.back.row(v)).for_each(|&w| reach(w, &mut part));
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        Ok(parts)
    }

    /// How many ways there are to give values to a part, one of them, and whether these are all.
    fn count(&mut self, part: &[u32]) -> Result<(u64, Vec<u32>, bool)> {
        let floor = self.trail.len();
        let (mut found, mut example) = (0, Vec::new());
        let mut trials = vec![Trial { place: 0, next: 0, trail: floor }];
        while let Some(trial) = trials.last_mut() {
            if self.budget == 0 {
                self.undo(floor);
                return Ok((found, example, false));
            }
            self.budget -= 1;
            if self.budget.is_multiple_of(1 << 12) {
                self.work.step("trials", self.trail.len() as u64, None)?;
            }
            let (place, value, trail) = (trial.place, trial.next, trial.trail);
            let vertex = part[place];
            trial.next += 1;
            self.undo(trail);
            if value > self.graph.row(vertex).len() as u32 {
                trials.pop();
            } else if self.assign(vertex, value) {
                match (place..part.len()).find(|&i| self.values[part[i] as usize] == OPEN) {
                    Some(place) => trials.push(Trial { place, next: 0, trail: self.trail.len() }),
                    None => {
                        found += 1;
                        if example.is_empty() {
                            example.extend(part.iter().map(|&v| self.values[v as usize]));
                        }
                    }
                }
            }
        }
        Ok((found, example, true))
    }

    /// Gives a value and all that follow from it; tells whether no contradiction was met.
    fn assign(&mut self, v: u32, value: u32) -> bool {
        let mut next = self.trail.len();
        self.set(v, value);
        if !self.fits(v) {
            return false;
        }
        while let Some(&v) = self.trail.get(next) {
            next += 1;
            for &u in self.back.row(v) {
                if self.values[u as usize] == OPEN && self.left[u as usize] == 0 {
                    let value = self.mex(u);
                    self.set(u, value);
                } else if !self.fits(u) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the value of a vertex may still become the least that no follower has.
    fn fits(&mut self, u: u32) -> bool {
        let value = self.values[u as usize];
        if value == OPEN {
            return true;
        }
        self.mex(u);
        let missing = (0..value).filter(|&k| !self.seen.contains(Nimber(k.into()))).count();
        !self.seen.contains(Nimber(value.into())) && missing <= self.left[u as usize] as usize
    }

    /// The least number that no follower with a value has.
    fn mex(&mut self, u: u32) -> u32 {
        self.seen.clear();
        for &w in self.graph.row(u) {
            let value = self.values[w as usize];
            if value != OPEN {
                self.seen.insert(Nimber(value.into()));
            }
        }
        self.seen.mex().0 as u32
    }

    fn set(&mut self, v: u32, value: u32) {
        self.values[v as usize] = value;
        self.trail.push(v);
        self.back.row(v).iter().for_each(|&u| self.left[u as usize] -= 1);
    }

    fn undo(&mut self, length: usize) {
        for v in self.trail.drain(length..) {
            self.values[v as usize] = OPEN;
            self.back.row(v).iter().for_each(|&u| self.left[u as usize] += 1);
        }
    }
}

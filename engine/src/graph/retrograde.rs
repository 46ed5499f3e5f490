//! Who wins a game with cycles, and in how many moves: retrograde analysis.
//!
//! Start from the positions without moves and walk backwards. A position with a move to a lost one is won; a
//! position all of whose moves lead to won ones is lost; what is never reached is a draw. Going level by level
//! makes the remoteness exact: the winner hurries, the loser delays.
//!
//! Each vertex has one word: while undecided the number of moves not yet refuted, then outcome and remoteness.
//! A level's result does not depend on the order of its work, so it is spread over threads freely, and large levels
//! are put in the order of memory first. Nearly all time is waiting for memory, hence the hints far ahead.
//!
//! Literature: Smith 1966 (remoteness); Ströhlein 1970, Thompson 1986 (retrograde analysis); the attractor of
//! infinite games on graphs. Complexity: O(V + E) time; 4 bytes an edge and at most 16 a vertex beyond the graph.
//!
//! ```
//! use grundy::graph::{Graph, Vertex, retrograde};
//! use grundy::{Outcome, Play, Work};
//! // 1 and 2 move to each other, and 2 also to the end 0.
//! let graph = Graph::from_edges(3, &[(1, 2), (2, 1), (2, 0)].map(|(u, v)| (Vertex(u), Vertex(v))))?;
//! let outcomes = retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched())?;
//! assert_eq!((outcomes.outcome(Vertex(1)), outcomes.remoteness(Vertex(1))), (Outcome::P, Some(2)));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use super::csr::{Graph, Vertex};
use crate::error::{Error, ErrorKind, Result};
use crate::machine::Threads;
use crate::machine::memory::{room, zeros};
use crate::machine::prefetch;
use crate::outcome::{Outcome, Play};
use crate::work::Work;

/// Outcome and remoteness of every vertex; `terminal` says who wins where there is no move.
///
/// A terminal with outcome `D` is a drawn end: nobody wins there, and it has no remoteness.
pub fn solve(graph: &Graph<'_>, terminal: impl Fn(Vertex) -> Outcome, work: &Work<'_>) -> Result<Outcomes> {
    solve_on(graph, terminal, Threads::available(), work)
}

/// The same on a given number of threads; the answer is the same for each.
pub fn solve_on(
    graph: &Graph<'_>,
    terminal: impl Fn(Vertex) -> Outcome,
    threads: Threads,
    work: &Work<'_>,
) -> Result<Outcomes> {
    let back = graph.reversed(threads, work)?;
    solve_reversed(graph, &back, terminal, threads, work)
}

/// The same for a caller who already has the reversed graph.
pub fn solve_reversed(
    graph: &Graph<'_>,
    back: &Graph<'_>,
    terminal: impl Fn(Vertex) -> Outcome,
    threads: Threads,
    work: &Work<'_>,
) -> Result<Outcomes> {
    let mut words = room::<AtomicU32>(graph.vertex_count())?;
    let mut level = Vec::new();
    for v in graph.vertices() {
        let degree = graph.degree(v) as u32;
        let outcome = if degree == 0 { terminal(v) } else { Outcome::D };
        words.push(AtomicU32::new(if outcome == Outcome::D { degree } else { decided(outcome, 0) }));
        if outcome != Outcome::D {
            level.push(v.0);
        }
    }
    let solver = Solver { back, words: &words, threads, work };
    solver.run(level)?;
    Ok(Outcomes { words: words.into_iter().map(AtomicU32::into_inner).collect() })
}

/// The outcome of the positions without moves: lost under normal play, won under misère play.
pub fn by_play(play: Play) -> impl Fn(Vertex) -> Outcome + Copy + Sync {
    move |_| match play {
        Play::Normal => Outcome::P,
        Play::Misere => Outcome::N,
    }
}

/// Set in the word of a decided vertex.
const DECIDED: u32 = 1 << 31;
/// Set in the word of a decided vertex that is won by the player to move.
const WON: u32 = 1 << 30;
/// The remoteness in the word of a decided vertex.
const REMOTENESS: u32 = WON - 1;

/// A level below this size is done by the calling thread: starting another takes longer.
const PARALLEL: usize = 1 << 14;
/// How many vertices of a level a thread takes at a time.
const CHUNK: usize = 1 << 12;
/// How many vertices are done between two looks at the progress sink.
const STRIDE: usize = 1 << 16;
/// How far ahead the words of predecessors are asked for; twice that their row, four times that its place.
const AHEAD: usize = 4;

fn decided(outcome: Outcome, remoteness: u32) -> u32 {
    DECIDED | remoteness | if outcome == Outcome::N { WON } else { 0 }
}

struct Solver<'s, 'b> {
    back: &'s Graph<'b>,
    words: &'s [AtomicU32],
    threads: Threads,
    work: &'s Work<'s>,
}

impl Solver<'_, '_> {
    fn run(&self, mut level: Vec<u32>) -> Result<()> {
        let mut next = Vec::new();
        let mut marks = zeros::<u64>(self.words.len().div_ceil(64))?;
        let (mut done, mut reported) = (0, 0);
        for remoteness in 1.. {
            if level.is_empty() {
                break;
            }
            if remoteness > REMOTENESS {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("a game of more than {REMOTENESS} moves is too long"),
                ));
            }
            if level.len() < PARALLEL || self.threads == Threads::ONE {
                for chunk in level.chunks(STRIDE) {
                    // Levels may be tiny and many: a path is all levels of one vertex.
                    if done == 0 || done - reported >= STRIDE {
                        self.step(done)?;
                        reported = done;
                    }
                    self.expand::<false>(chunk, remoteness, &mut next);
                    done += chunk.len();
                }
            } else {
                self.expand_level(&level, remoteness, done, &mut next)?;
                done += level.len();
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
            ascend(&mut level, &mut marks);
        }
        Ok(())
    }

    fn step(&self, done: usize) -> Result<()> {
        let total = Some(self.words.len() as u64);
        self.work.step("vertices", done as u64, total)
    }

    /// One level on all threads.
    fn expand_level(&self, level: &[u32], remoteness: u32, done: usize, next: &mut Vec<u32>) -> Result<()> {
        let cursor = AtomicUsize::new(0);
        let found = self.threads.run(|| -> Result<Vec<u32>> {
            let mut found = Vec::new();
            loop {
                let start = cursor.fetch_add(CHUNK, Relaxed);
                if start >= level.len() {
                    return Ok(found);
                }
                let chunk = &level[start..level.len().min(start + CHUNK)];
                self.step(done + start)?;
                self.expand::<true>(chunk, remoteness, &mut found);
            }
        });
        for part in found {
            next.append(&mut part?);
        }
        Ok(())
    }

    /// Tells the predecessors of some vertices of a level; those decided by it go to the next level.
    fn expand<const SHARED: bool>(&self, level: &[u32], remoteness: u32, next: &mut Vec<u32>) {
        let (won, lost) = (decided(Outcome::N, remoteness), decided(Outcome::P, remoteness));
        for (i, &v) in level.iter().enumerate() {
            self.look_ahead(level, i);
            let row = self.back.row(v);
            let lost_here = self.words[v as usize].load(Relaxed) & WON == 0;
            for &u in row {
                let word = &self.words[u as usize];
                let newly =
                    if lost_here { settle::<SHARED>(word, won) } else { refute::<SHARED>(word, lost) };
                if newly {
                    next.push(u);
                }
            }
        }
    }

    #[inline(always)]
    fn look_ahead(&self, level: &[u32], i: usize) {
        if let Some(&later) = level.get(i + 4 * AHEAD) {
            self.back.ask_row_start(later);
        }
        if let Some(&soon) = level.get(i + 2 * AHEAD) {
            prefetch::ask(self.back.targets(), self.back.row_start(soon));
            prefetch::ask(self.words, soon as usize);
        }
        if let Some(&next) = level.get(i + AHEAD) {
            self.back.row(next).iter().take(16).for_each(|&u| prefetch::ask(self.words, u as usize));
        }
    }
}

/// Sorts a large level, so that the rows of its vertices are met as they lie in memory; `marks` is and stays zero.
fn ascend(level: &mut Vec<u32>, marks: &mut [u64]) {
    if level.len() < marks.len() {
        return;
    }
    for v in level.drain(..) {
        marks[v as usize / 64] |= 1 << (v % 64);
    }
    for (i, mark) in marks.iter_mut().enumerate() {
        let mut rest = std::mem::take(mark);
        while rest != 0 {
            level.push(64 * i as u32 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// Decides a vertex; tells whether it was undecided.
#[inline(always)]
fn settle<const SHARED: bool>(word: &AtomicU32, decision: u32) -> bool {
    let old = word.load(Relaxed);
    if old & DECIDED != 0 {
        return false;
    }
    if SHARED {
        return word.swap(decision, Relaxed) & DECIDED == 0;
    }
    word.store(decision, Relaxed);
    true
}

/// Notes that one more move of a vertex is bad; decides the vertex if it was the last.
#[inline(always)]
fn refute<const SHARED: bool>(word: &AtomicU32, decision: u32) -> bool {
    let mut old = word.load(Relaxed);
    loop {
        if old & DECIDED != 0 {
            return false;
        }
        let new = if old == 1 { decision } else { old - 1 };
        if !SHARED {
            word.store(new, Relaxed);
            return old == 1;
        }
        match word.compare_exchange_weak(old, new, Relaxed, Relaxed) {
            Ok(_) => return old == 1,
            Err(now) => old = now,
        }
    }
}

/// How many vertices have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(non_snake_case)]
pub struct Counts {
    /// Won by the player to move.
    pub N: u64,
    /// Lost by the player to move.
    pub P: u64,
    /// Drawn.
    pub D: u64,
}

/// Outcome and remoteness of every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    words: Vec<u32>,
}

impl Outcomes {
    /// Who wins from a vertex.
    #[inline]
    pub fn outcome(&self, v: Vertex) -> Outcome {
        let word = self.words[v.index()];
        match (word & DECIDED != 0, word & WON != 0) {
            (false, _) => Outcome::D,
            (true, true) => Outcome::N,
            (true, false) => Outcome::P,
        }
    }

    /// How many moves the game lasts when the winner hurries and the loser delays; none for a draw.
    #[inline]
    pub fn remoteness(&self, v: Vertex) -> Option<u32> {
        let word = self.words[v.index()];
        (word & DECIDED != 0).then_some(word & REMOTENESS)
    }

    /// How many vertices there are.
    pub fn vertex_count(&self) -> usize {
        self.words.len()
    }

    /// How many vertices have each outcome.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for &word in &self.words {
            counts.D += u64::from(word & DECIDED == 0);
            counts.N += u64::from(word & (DECIDED | WON) == DECIDED | WON);
        }
        counts.P = self.words.len() as u64 - counts.N - counts.D;
        counts
    }

    /// The longest remoteness, if any vertex has one.
    pub fn longest(&self) -> Option<u32> {
        self.words.iter().filter(|&&word| word & DECIDED != 0).map(|&word| word & REMOTENESS).max()
    }

    /// Every winning move from a vertex: the followers that are lost for the other player.
    pub fn winning_moves<'g>(&'g self, graph: &'g Graph<'_>, v: Vertex) -> impl Iterator<Item = Vertex> + 'g {
        graph.successors(v).filter(|&w| self.outcome(w) == Outcome::P)
    }

    /// The move of best play: the quickest win, any move that keeps the draw, or the longest resistance.
    /// Among equal ones the first edge; none where there is no move.
    pub fn best_move(&self, graph: &Graph<'_>, v: Vertex) -> Option<Vertex> {
        let length = |w: Vertex| i64::from(self.remoteness(w).unwrap_or(u32::MAX));
        match self.outcome(v) {
            Outcome::N => self.winning_moves(graph, v).min_by_key(|&w| length(w)),
            Outcome::D => graph.successors(v).find(|&w| self.outcome(w) == Outcome::D),
            Outcome::P => graph.successors(v).min_by_key(|&w| -length(w)),
        }
    }

    /// Best play from a vertex as the list of vertices visited, the start included.
    ///
    /// A draw goes on for ever: there the line stops at the first vertex it meets again, which ends the list.
    pub fn line(&self, graph: &Graph<'_>, start: Vertex) -> Vec<Vertex> {
        let mut line = vec![start];
        let mut met = hashbrown::HashSet::<Vertex>::from_iter([start]);
        let mut v = start;
        while let Some(w) = self.best_move(graph, v) {
            line.push(w);
            if !met.insert(w) {
                break;
            }
            v = w;
        }
        line
    }
}

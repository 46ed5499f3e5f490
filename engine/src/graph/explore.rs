//! A game written out as a graph: every position that can come up, and every move between them.
//!
//! Whoever knows the game says what each position leads to; this gives positions their numbers, in the order in which
//! they are met, and holds time, memory and numbers to their limits. Equal positions are one vertex, so a position must
//! be in a form that all that are equal share. Complexity: O(V + E) time and memory, besides finding the moves.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::builder::GraphBuilder;
use super::csr::{Graph, Vertex};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::work::Work;

/// Bytes of positions between two questions whether to go on, and what looking at one move counts beside them.
const PULSE: u64 = 1 << 18;
const LOOK: u64 = 64;
/// About how many bytes a position takes besides its own: a place in the list and in the table, and a row.
const POSITION: u64 = 24;
/// The same for a move: a target, and its room to grow.
const MOVE: u64 = 8;

/// How much may be written out, besides what the work allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The most positions.
    pub positions: u64,
    /// The most moves.
    pub moves: u64,
}

/// A game written out.
#[derive(Debug)]
pub(crate) struct Explored<S, M> {
    /// Which vertex is which position.
    pub positions: Positions<S>,
    /// The positions and moves.
    pub graph: Graph<'static>,
    /// What is known about each move, in the order of the edges.
    pub moves: Vec<M>,
}

/// Positions by their numbers, and numbers by their positions.
#[derive(Debug)]
pub(crate) struct Positions<S> {
    all: Vec<S>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<S: Eq + Hash> Positions<S> {
    fn new() -> Positions<S> {
        Positions { all: Vec::new(), table: HashTable::new(), hasher: DefaultHashBuilder::default() }
    }

    /// The vertex of a position, if it was met.
    pub(crate) fn find(&self, position: &S) -> Option<Vertex> {
        let hash = self.hasher.hash_one(position);
        self.table.find(hash, |&at| self.all[at as usize] == *position).map(|&at| Vertex(at))
    }

    /// The position of a vertex.
    pub(crate) fn get(&self, v: Vertex) -> &S {
        &self.all[v.index()]
    }

    /// All positions, in the order of the vertices.
    pub(crate) fn all(&self) -> &[S] {
        &self.all
    }

    fn push(&mut self, position: S) -> Vertex {
        let at = self.all.len() as u32;
        let (all, hasher) = (&self.all, &self.hasher);
        let hash = hasher.hash_one(&position);
        self.table.insert_unique(hash, at, |&other| hasher.hash_one(&all[other as usize]));
        self.all.push(position);
        Vertex(at)
    }
}

/// A game while it is written out.
pub(crate) struct Explorer<'w, S, M> {
    positions: Positions<S>,
    /// How many moves each position is from the nearest start.
    depths: Vec<u32>,
    moves: Vec<M>,
    /// Where the moves of the position at hand lead.
    row: Vec<Vertex>,
    bounds: Bounds,
    bytes_of: &'w dyn Fn(&S) -> u64,
    work: &'w Work<'w>,
    bytes: u64,
    unasked: u64,
}

impl<S: Eq + Hash, M> Explorer<'_, S, M> {
    /// Adds a move of the position at hand.
    pub(crate) fn push(&mut self, to: S, by: M) -> Result<()> {
        if self.moves.len() as u64 >= self.bounds.moves {
            return Err(too_many_moves(self.bounds.moves));
        }
        let bytes = (self.bytes_of)(&to);
        let to = match self.positions.find(&to) {
            Some(known) => known,
            None => self.meet(to, bytes)?,
        };
        self.row.push(to);
        self.moves.push(by);
        self.bytes += MOVE + size_of::<M>() as u64;
        self.unasked += LOOK + bytes;
        if self.unasked > PULSE {
            self.unasked = 0;
            self.work.step("positions", self.positions.all.len() as u64, None)?;
            self.work.limits.allow_bytes(self.bytes)?;
        }
        Ok(())
    }

    fn meet(&mut self, position: S, bytes: u64) -> Result<Vertex> {
        let met = self.positions.all.len() as u64 + 1;
        if met > self.bounds.positions {
            return Err(too_many_positions(self.bounds.positions));
        }
        self.bytes += POSITION + bytes;
        self.work.limits.allow(met, 0)?;
        self.work.limits.allow_bytes(self.bytes)?;
        self.depths.push(0);
        Ok(self.positions.push(position))
    }
}

/// Adds the moves of a position, which is so many moves from the nearest start.
type Follow<'f, S, M> = dyn FnMut(&S, u32, &mut Explorer<'_, S, M>) -> Result<()> + 'f;

/// Writes a game out, from the positions it may start with. `bytes_of` says what a position takes.
pub(crate) fn explore<S: Clone + Eq + Hash, M>(
    starts: impl IntoIterator<Item = S>,
    bounds: Bounds,
    bytes_of: &dyn Fn(&S) -> u64,
    follow: &mut Follow<'_, S, M>,
    work: &Work<'_>,
) -> Result<Explored<S, M>> {
    let mut explorer = Explorer {
        positions: Positions::new(),
        depths: Vec::new(),
        moves: Vec::new(),
        row: Vec::new(),
        bounds,
        bytes_of,
        work,
        bytes: 0,
        unasked: 0,
    };
    for (done, start) in starts.into_iter().enumerate() {
        work.tick("positions", done as u64, None)?;
        if explorer.positions.find(&start).is_none() {
            let bytes = bytes_of(&start);
            explorer.meet(start, bytes)?;
        }
    }
    let mut builder = GraphBuilder::new();
    while builder.vertex_count() < explorer.positions.all.len() {
        let at = builder.vertex_count();
        work.tick("positions", at as u64, None)?;
        let (position, depth) = (explorer.positions.all[at].clone(), explorer.depths[at]);
        let known = explorer.depths.len();
        follow(&position, depth, &mut explorer)?;
        explorer.depths[known..].fill(depth + 1);
        builder.push_vertex(explorer.row.drain(..))?;
    }
    let Explorer { positions, moves, .. } = explorer;
    Ok(Explored { positions, graph: builder.finish()?, moves })
}

fn too_many_positions(most: u64) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyComeUp { most }).hint(NextStep::RaisePositions)
}

fn too_many_moves(most: u64) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyToFollow { most }).hint(NextStep::RaisePositions)
}

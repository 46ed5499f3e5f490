//! A list of moves that grows within limits, each move once.
//!
//! The answer to a question is known before its winning moves are listed, and a star of a million leaves has a
//! million of them for each token on it. So a list that would go past a limit is cut, and says so; it is an error only
//! to be interrupted, or to be out of time before the first one is found.

use std::hash::BuildHasher;
use std::ops::ControlFlow;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::answers::TurnReport;
use crate::error::{ErrorKind, Result};
use crate::graph::Vertex;
use crate::work::Work;

/// Moves of one component at a time are at most as many as there are edges, and wanted all. Turns of several at once
/// multiply: nobody reads more of them.
pub(super) const MOST_TURNS: usize = 10_000;

/// A growing list of moves.
pub(super) struct Listing<'w> {
    work: &'w Work<'w>,
    /// How many bytes the name of a vertex will take.
    name: &'w dyn Fn(Vertex) -> u64,
    most: usize,
    moves: Vec<TurnReport<Vertex>>,
    /// The places of the moves in the list, found by what they are.
    places: HashTable<usize>,
    hasher: DefaultHashBuilder,
    bytes: u64,
    looked: u64,
}

impl<'w> Listing<'w> {
    /// An empty list for at most so many moves.
    pub(super) fn new(most: usize, name: &'w dyn Fn(Vertex) -> u64, work: &'w Work<'w>) -> Listing<'w> {
        Listing {
            work,
            name,
            most,
            moves: Vec::new(),
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            bytes: 0,
            looked: 0,
        }
    }

    /// Adds a move; breaks off where there is no room for it.
    pub(super) fn add(&mut self, by: TurnReport<Vertex>) -> ControlFlow<()> {
        let Listing { moves, hasher, .. } = self;
        let hash = hasher.hash_one(&by);
        if self.places.find(hash, |&place| moves[place] == by).is_some() {
            return ControlFlow::Continue(());
        }
        let names: u64 = by.to.iter().map(|&v| (self.name)(v)).sum();
        self.bytes += by.bytes() + names;
        // One winning move is always worth its room.
        let full = self.bytes > self.work.limits.bytes || moves.len() == self.most;
        if full && !moves.is_empty() {
            return ControlFlow::Break(());
        }
        moves.push(by);
        let rehash = |&place: &usize| hasher.hash_one(&moves[place]);
        self.places.insert_unique(hash, moves.len() - 1, rehash);
        ControlFlow::Continue(())
    }

    /// Looks at moves one by one, where those that do not win are none, and adds the others.
    pub(super) fn look_at(
        &mut self,
        moves: impl IntoIterator<Item = Option<TurnReport<Vertex>>>,
    ) -> Result<ControlFlow<()>> {
        for by in moves {
            self.work.tick("moves", self.looked, None)?;
            self.looked += 1;
            if by.is_some_and(|by| self.add(by).is_break()) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The list, and whether it is whole, which `ended` tells: how looking for moves came to its end.
    pub(super) fn finish(self, ended: Result<ControlFlow<()>>) -> Result<(Vec<TurnReport<Vertex>>, bool)> {
        match ended {
            Ok(flow) => Ok((self.moves, flow.is_continue())),
            Err(error) if error.kind() == ErrorKind::Timeout && !self.moves.is_empty() => {
                Ok((self.moves, false))
            }
            Err(error) => Err(error),
        }
    }
}

//! What is known about states that are no small numbers, in a table that threads share.
//!
//! States are spread over many maps with a lock each, so that threads seldom wait for each other. A lock that is lost
//! because a thread failed means that nothing is known, which costs time but never a wrong answer.

use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::transposition::Knowledge;
use crate::boards::Game;

/// How many maps there are.
const MAPS: usize = 64;

/// Some of the states, with what is known about them.
type Map<S> = Mutex<HashTable<(S, Knowledge)>>;

/// Knowledge about states, whatever they are.
#[derive(Debug)]
pub(super) struct Wide<G: Game> {
    maps: Vec<Map<G::State>>,
    hasher: DefaultHashBuilder,
    used: AtomicU64,
    bytes: AtomicU64,
}

impl<G: Game> Wide<G> {
    pub(super) fn new() -> Wide<G> {
        Wide {
            maps: (0..MAPS).map(|_| Mutex::default()).collect(),
            hasher: DefaultHashBuilder::default(),
            used: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    fn map(&self, hash: u64) -> &Map<G::State> {
        // The maps themselves use the lowest and the highest bits.
        &self.maps[(hash >> 32) as usize % MAPS]
    }

    pub(super) fn get(&self, state: &G::State) -> Knowledge {
        // Most boards have no such states, and no need to hash any.
        if self.used() == 0 {
            return Knowledge::default();
        }
        let hash = self.hasher.hash_one(state);
        let found = self
            .map(hash)
            .lock()
            .ok()
            .and_then(|map| map.find(hash, |(known, _)| known == state).map(|(_, knowledge)| *knowledge));
        found.unwrap_or_default()
    }

    pub(super) fn put(&self, game: &G, state: &G::State, knowledge: Knowledge) {
        let hash = self.hasher.hash_one(state);
        let Ok(mut map) = self.map(hash).lock() else { return };
        match map.find_mut(hash, |(known, _)| known == state) {
            Some((_, known)) => *known = knowledge,
            None => {
                map.insert_unique(hash, (state.clone(), knowledge), |(known, _)| self.hasher.hash_one(known));
                self.used.fetch_add(1, Relaxed);
                // A place of a map is at most half empty.
                let place = 2 * (size_of::<(G::State, Knowledge)>() as u64 + 1);
                let elsewhere = game.bytes(state).saturating_sub(size_of::<G::State>() as u64);
                self.bytes.fetch_add(place + elsewhere, Relaxed);
            }
        }
    }

    /// How many states it holds.
    pub(super) fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}

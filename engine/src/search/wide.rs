//! What is known about states that are no small numbers, in a table that threads share.
//!
//! States are spread over many maps with a lock each, so that threads seldom wait for each other. A lock that is lost
//! because a thread failed means that nothing is known, which costs time but never a wrong answer.

use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::transposition::Knowledge;
use crate::game::Game;

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
    /// The most bytes that it would have taken when there was no room.
    wanted: AtomicU64,
}

impl<G: Game> Wide<G> {
    pub(super) fn new() -> Wide<G> {
        Wide {
            maps: (0..MAPS).map(|_| Mutex::default()).collect(),
            hasher: DefaultHashBuilder::default(),
            used: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            wanted: AtomicU64::new(0),
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

    /// Notes what is known about a state, unless a map had to grow beyond so many bytes of all; then it is only noted how
    /// many there would be.
    pub(super) fn put(&self, game: &G, state: &G::State, knowledge: Knowledge, room: u64) {
        let hash = self.hasher.hash_one(state);
        let Ok(mut map) = self.map(hash).lock() else { return };
        match map.find_mut(hash, |(known, _)| known == state) {
            Some((_, known)) => *known = knowledge,
            None => {
                let elsewhere = game.bytes(state).saturating_sub(size_of::<G::State>() as u64);
                let before = map.allocation_size() as u64;
                let wanted = self.bytes() + elsewhere + growth(map.len(), map.capacity(), before);
                if wanted > room {
                    self.wanted.fetch_max(wanted, Relaxed);
                    return;
                }
                map.insert_unique(hash, (state.clone(), knowledge), |(known, _)| self.hasher.hash_one(known));
                self.used.fetch_add(1, Relaxed);
                self.bytes.fetch_add(elsewhere + map.allocation_size() as u64 - before, Relaxed);
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

    /// About how many bytes it would have taken at most, had there been room for all.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.load(Relaxed).max(self.bytes())
    }
}

/// How many bytes a map takes more while one more entry is put into it: a full one is copied to one of twice the size.
pub(crate) fn growth(entries: usize, capacity: usize, bytes: u64) -> u64 {
    if entries < capacity { 0 } else { 2 * bytes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::stones::Strip;
    use crate::boards::strips::Stones;

    #[test]
    fn maps_do_not_grow_beyond_the_room_that_they_have() {
        for room in [1u64 << 16, 100_000, 1 << 20, 3_000_000] {
            let strip = |n: u64| Strip::of_gaps(&[n, n % 7]).unwrap();
            let wide = Wide::<Stones>::new();
            for n in 0..50_000 {
                wide.put(&Stones::Gaps, &strip(n), Knowledge::value(n), room);
            }
            let taken: u64 = wide.maps.iter().map(|map| map.lock().unwrap().allocation_size() as u64).sum();
            let lists = wide.used() * Stones::Gaps.bytes(&strip(0)).saturating_sub(size_of::<Strip>() as u64);
            assert!(taken + lists <= room && wide.bytes() == taken + lists, "{taken} + {lists}, {room}");
            assert!(wide.wanted() > room, "{room}");
            assert!((0..50_000).all(|n| wide.get(&strip(n)).exact.is_none_or(|v| v == n)));
        }
    }
}

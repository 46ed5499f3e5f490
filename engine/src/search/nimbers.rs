//! Values of boards by asking "is it k?" instead of "what is it?": the memory of the search, and its threads.
//!
//! The descent itself is in `descent`. It stops when the table is crowded; then the table grows and the descent starts
//! anew, which costs little, for what was found is remembered. A long search is run by several threads that share the
//! table, look at the options in different orders, and answer as soon as one of them knows. A value is a fact of the
//! state, so the answer does not depend on who was first; only the number of states looked at does.
//!
//! Literature: Lemoine and Viennot 2010 (Sprouts, Cram). Complexity: what memory holds; the number of states looked at
//! is often a small part of all.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::descent::{Descent, Halt, Shared};
use super::transposition::Transposition;
use super::wide::Wide;
use crate::boards::Game;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::Threads;
use crate::nimber::Nimber;
use crate::report::SearchCost;
use crate::work::Work;

/// Searches with fewer states in their table are over before a second thread has started.
const WORTH_THREADS: u64 = 1 << 15;

/// What searches of one board have found, to be used by the next.
#[derive(Debug)]
pub struct NimberSearch<G: Game> {
    table: Transposition,
    /// States that are no small numbers.
    wide: Wide<G>,
    threads: Threads,
    expanded: u64,
}

impl<G: Game> NimberSearch<G> {
    /// A search with an empty table.
    pub fn new(work: &Work<'_>) -> NimberSearch<G> {
        NimberSearch {
            table: Transposition::new(work.limits.bytes),
            wide: Wide::new(),
            threads: work.limits.threads.unwrap_or_else(Threads::available),
            expanded: 0,
        }
    }

    /// Keeps to a smaller share of the memory; if it has taken more already, it starts anew.
    pub fn fit(&mut self, work: &Work<'_>) {
        if self.cost().table_bytes > work.limits.bytes {
            self.wide = Wide::new();
            self.table = Transposition::new(work.limits.bytes);
        }
        self.table.keep_to(work.limits.bytes);
    }

    /// The same with this many threads.
    #[cfg(test)]
    pub fn with_threads(self, threads: Threads) -> NimberSearch<G> {
        NimberSearch { threads, ..self }
    }

    /// The value of a state.
    pub fn value(&mut self, game: &G, state: &G::State, work: &Work<'_>) -> Result<Nimber> {
        self.run(game, work, |descent| descent.value(state)).map(|value| Nimber(value.into()))
    }

    /// Whether a state has this value, which may be known long before the value is.
    pub fn is(&mut self, game: &G, state: &G::State, value: Nimber, work: &Work<'_>) -> Result<bool> {
        match u32::try_from(value.0) {
            Ok(wanted) => self.run(game, work, |descent| descent.is(state, wanted)),
            Err(_) => Ok(false),
        }
    }

    /// What the searches so far took.
    pub fn cost(&self) -> SearchCost {
        SearchCost {
            positions: self.expanded,
            positions_per_second: None,
            table_entries: self.table.used() + self.wide.used(),
            table_bytes: self.table.bytes() + self.wide.bytes(),
        }
    }

    fn run<T: Send>(
        &mut self,
        game: &G,
        work: &Work<'_>,
        ask: impl Fn(&mut Descent<'_, G>) -> Result<T, Halt> + Sync,
    ) -> Result<T> {
        loop {
            let many = self.table.used().max(self.wide.used()) >= WORTH_THREADS;
            let threads = if many { self.threads } else { Threads::ONE };
            match self.once(game, work, threads, &ask) {
                Ok(answer) => return Ok(answer),
                Err(Halt::Crowded) if self.table.is_crowded() => self.table.grow(),
                Err(Halt::Crowded) => {}
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Overtaken) => {
                    return Err(Error::new(ErrorKind::Interrupted, "the search was stopped"));
                }
            }
        }
    }

    /// Asks until there is an answer or the table is crowded.
    fn once<T: Send>(
        &mut self,
        game: &G,
        work: &Work<'_>,
        threads: Threads,
        ask: &(impl Fn(&mut Descent<'_, G>) -> Result<T, Halt> + Sync),
    ) -> Result<T, Halt> {
        // One thread alone stops when two would be faster, if there are two.
        let most_wide = if threads == self.threads { u64::MAX } else { WORTH_THREADS };
        let shared = Shared::after(self.expanded, most_wide);
        let started = AtomicUsize::new(0);
        let mut found = threads.run(|| {
            let turn = started.fetch_add(1, Relaxed);
            let mut descent = Descent::new(game, work, &self.table, &self.wide, &shared, turn % 2 == 1);
            let answer = ask(&mut descent);
            if !matches!(answer, Err(Halt::Overtaken)) {
                shared.stop();
            }
            descent.finish();
            (turn, answer)
        });
        found.sort_unstable_by_key(turn_of);
        self.expanded = shared.expanded.into_inner();
        let mut halt = Halt::Overtaken;
        let mut answer = None;
        for (_, outcome) in found {
            match outcome {
                Ok(value) => answer = answer.or(Some(value)),
                Err(Halt::Overtaken) => {}
                Err(other) => halt = other,
            }
        }
        answer.ok_or(halt)
    }
}

/// Which thread it was.
fn turn_of<T>((turn, _): &(usize, T)) -> usize {
    *turn
}

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
use crate::error::{Error, ErrorKind, Result};
use crate::game::Game;
use crate::machine::Threads;
use crate::nimber::Nimber;
use crate::report::SearchCost;
use crate::work::Work;

/// A question that is answered after fewer states is answered before a second thread has started. What was found for other
/// questions does not matter: however much that is, the next may be answered by a theorem.
const ALONE: u64 = 1 << 12;

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
        self.run(game, work, |descent| descent.value(state)).map(Nimber)
    }

    /// Whether a state has this value, which may be known long before the value is.
    pub fn is(&mut self, game: &G, state: &G::State, value: Nimber, work: &Work<'_>) -> Result<bool> {
        self.run(game, work, |descent| descent.is(state, value.0))
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
        let alone_until = self.expanded + ALONE;
        loop {
            // The two tables share the memory.
            self.table.keep_to(work.limits.bytes.saturating_sub(self.wide.bytes()));
            let alone = self.expanded < alone_until || self.threads == Threads::ONE;
            let threads = if alone { Threads::ONE } else { self.threads };
            let most = if threads == self.threads { u64::MAX } else { alone_until };
            match self.once(game, work, threads, most, &ask) {
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

    /// Asks until there is an answer, the table is crowded, or the most states were looked at.
    fn once<T: Send>(
        &mut self,
        game: &G,
        work: &Work<'_>,
        threads: Threads,
        most: u64,
        ask: &(impl Fn(&mut Descent<'_, G>) -> Result<T, Halt> + Sync),
    ) -> Result<T, Halt> {
        let shared = Shared::after(self.expanded, most);
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;
    use std::thread::{self, ThreadId};

    use super::*;

    /// A heap whose value a theorem tells, to the thread that it belongs to.
    #[derive(Debug)]
    struct Told {
        owner: ThreadId,
        told_others: AtomicBool,
    }

    impl PartialEq for Told {
        fn eq(&self, other: &Told) -> bool {
            self.owner == other.owner
        }
    }

    impl Game for Told {
        type State = u64;

        fn show(&self, heap: &u64) -> String {
            heap.to_string()
        }

        fn options(&self, _: &u64, _: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn known(&self, heap: &u64) -> Option<Nimber> {
            if thread::current().id() != self.owner {
                self.told_others.store(true, Relaxed);
            }
            Some(Nimber(heap % 5))
        }
    }

    #[test]
    fn theorems_are_asked_by_one_thread_however_much_is_known() {
        let work = Work::unwatched();
        let game = Told { owner: thread::current().id(), told_others: AtomicBool::new(false) };
        let mut search = NimberSearch::<Told>::new(&work).with_threads(Threads::new(3));
        for heap in 0..40_000 {
            assert!(search.is(&game, &heap, Nimber(heap % 5), &work).unwrap());
        }
        assert!(search.cost().table_entries >= 40_000);
        assert!(!game.told_others.into_inner());
    }
}

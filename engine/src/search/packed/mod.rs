//! Memory search over positions that are packed into one number each.
//!
//! Depth first with a stack of its own. A component is looked up once for each option that leads to it and valued when all of its
//! options are: by the mex. While the search is small, what is known lies in a hash table of exact entries that also hold how long
//! the game lasts, and one thread does all. A large search goes on in the compact table of board searches, eight bytes a slot, which
//! several threads share: they go through options in different orders and meet in the middle. Where the limit on memory is reached the
//! table forgets, which costs time and never a wrong answer. A value is a fact of the position, so no answer depends on the threads.
//!
//! A position that comes back shows in a path that does not end: whenever a path has become twice as long it is looked through for a
//! position that stands in it twice.
//!
//! Complexity: each option is looked up once; about 8 / 0.7 bytes a position at most, and what the paths hold.

mod walk;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use hashbrown::HashTable;

use crate::error::Result;
use crate::machine::Threads;
use crate::nimber::Nimber;
use crate::rules::Form;
use crate::rules::lower::{PackedListing, Packing};
use crate::work::Work;

use super::transposition::{Knowledge, Transposition};
use walk::{Exact, Found, Halt, Memory, PULSE, Shared, Walk, outside};

/// Bits of a packed position.
const BITS: u32 = 55;
/// Entries that there is room for to begin with.
const FIRST: usize = 1 << 10;
/// A search is small up to so many positions.
const SMALL: u64 = 1 << 20;
/// Machine code is made of the program after so many.
const WORTH_COMPILING: u64 = 1 << 14;
/// Bytes of an exact entry, while its table grows.
const ENTRY: u64 = 64;

/// Values of the positions of one rule, packed.
#[derive(Debug)]
pub(super) struct PackedSearch {
    form: Arc<Form>,
    packing: Packing,
    listing: PackedListing,
    most_options: u64,
    exact: Exact,
    /// The table of a large search.
    large: Option<Transposition>,
    valued: u64,
    /// Up to how many positions it is small.
    small: u64,
}

impl PackedSearch {
    /// For all that can come up from some places, if they can be packed.
    pub(super) fn new<'p>(
        form: &Arc<Form>,
        places: impl Iterator<Item = &'p [i64]> + Clone,
        most_options: u64,
        work: &Work<'_>,
    ) -> Option<PackedSearch> {
        let packing = Packing::new(form, places, BITS)?;
        let mut listing = PackedListing::new(form, &packing, work)?;
        if work.limits.compiler.is_some_and(|compiler| compiler.0.is_eager()) {
            listing.hasten(work);
        }
        let exact = Exact(HashTable::with_capacity(FIRST));
        let (form, small) = (form.clone(), SMALL.min(work.limits.bytes / ENTRY));
        Some(PackedSearch { form, packing, listing, most_options, exact, large: None, valued: 0, small })
    }

    pub(super) fn takes(&self, place: &[i64]) -> bool {
        self.packing.pack(place).is_some()
    }

    pub(super) fn positions(&self) -> u64 {
        self.valued
    }

    /// How long the game of a position lasts, if it was small enough to know.
    pub(super) fn length(&self, place: &[i64]) -> Option<u32> {
        let key = self.packing.pack(place).filter(|_| self.large.is_none())?;
        self.exact.get(key).map(|found| found.length)
    }

    /// The value of a place. Fails as unsupported where what comes up cannot be packed.
    pub(super) fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let start = self.packing.pack(place).ok_or_else(outside)?;
        if let Some(found) = self.known(start) {
            return Ok(Nimber(found.value.into()));
        }
        self.search(start, work)
    }

    fn known(&self, key: u64) -> Option<Found> {
        self.large.as_ref().map_or_else(|| self.exact.get(key), |large| Memory::get(&large, key))
    }

    fn search(&mut self, start: u64, work: &Work<'_>) -> Result<Nimber> {
        let most = self.most_options;
        let mut first = Walk::new(self.listing.lister(), &self.form, most, false);
        if self.large.is_none()
            && let Some(value) = self.search_small(start, &mut first, work)?
        {
            return Ok(value);
        }
        self.search_large(start, first, work)
    }

    fn shared<'a>(&self, packing: &'a Packing, table: u64, work: &'a Work<'a>) -> Shared<'a> {
        let (paths, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        Shared { packing, work, valued: AtomicU64::new(self.valued), table, paths, stop }
    }

    /// The search as long as it is small; nothing if it became large.
    fn search_small(&mut self, start: u64, walk: &mut Walk, work: &Work<'_>) -> Result<Option<Nimber>> {
        let packing = self.packing.clone();
        let mut exact = std::mem::take(&mut self.exact);
        let shared = self.shared(&packing, 0, work);
        let mut halt = walk.enter(start, &exact, &shared).map_or_else(|halt| halt, |()| Halt::Full);
        let small = self.small;
        let mut most = WORTH_COMPILING.min(small);
        while let Halt::Full = halt {
            let so_far = shared.valued.load(Relaxed);
            if so_far >= small {
                break;
            }
            if so_far >= WORTH_COMPILING {
                self.listing.hasten(work);
                walk.lister.follow(&self.listing);
                most = small;
            }
            halt = walk.run(&mut exact, || shared.valued.load(Relaxed) >= most, &shared);
        }
        self.valued = shared.valued.load(Relaxed) + std::mem::take(&mut walk.fresh);
        self.exact = exact;
        match halt {
            Halt::Done => Ok(self.exact.get(start).map(|found| Nimber(found.value.into()))),
            Halt::Full | Halt::Stopped => Ok(None),
            Halt::Failed(error) => Err(error),
        }
    }

    /// The search in the compact table, on all threads.
    fn search_large(&mut self, start: u64, first: Walk, work: &Work<'_>) -> Result<Nimber> {
        let mut table = self.large.take().unwrap_or_else(|| self.enlarge(work));
        let packing = self.packing.clone();
        let threads = work.limits.threads.unwrap_or_else(Threads::available);
        let mut walks = vec![Mutex::new(first)];
        for other in 1..threads.count() {
            let lister = self.listing.lister();
            walks.push(Mutex::new(Walk::new(lister, &self.form, self.most_options, other % 2 == 1)));
        }
        let done = loop {
            let shared = self.shared(&packing, table.bytes(), work);
            let halts = together(start, &walks, &table, threads, &shared);
            self.valued = shared.valued.into_inner();
            if let Some(value) =
                table.get(start).exact.filter(|_| halts.iter().any(|halt| matches!(halt, Halt::Done)))
            {
                break Ok(Nimber(value));
            }
            if let Some(Halt::Failed(error)) = halts.into_iter().find(|halt| matches!(halt, Halt::Failed(_)))
            {
                break Err(error);
            }
            table.make_room();
        };
        self.large = Some(table);
        done
    }

    /// What is known so far in the compact table.
    fn enlarge(&mut self, work: &Work<'_>) -> Transposition {
        let mut table = Transposition::new(work.limits.bytes / 8 * 7);
        for (at, (key, found)) in std::mem::take(&mut self.exact).0.into_iter().enumerate() {
            table.put(key, Knowledge::value(found.value.into()));
            if (at as u64).is_multiple_of(PULSE) && table.is_full() {
                table.make_room();
            }
        }
        table
    }
}

/// Lets every thread go on with its walk until one is done or the table is full.
fn together(
    start: u64,
    walks: &[Mutex<Walk>],
    table: &Transposition,
    threads: Threads,
    shared: &Shared<'_>,
) -> Vec<Halt> {
    let turn = AtomicUsize::new(0);
    threads.run(|| {
        let Some(mut walk) = walks.get(turn.fetch_add(1, Relaxed)).and_then(|walk| walk.lock().ok()) else {
            return Halt::Stopped;
        };
        let mut memory = table;
        let entered = if walk.stack.is_empty() { walk.enter(start, &memory, shared) } else { Ok(()) };
        let halt = entered.map_or_else(|halt| halt, |()| walk.run(&mut memory, || table.is_full(), shared));
        shared.stop.store(true, Relaxed);
        halt
    })
}

#[cfg(test)]
mod tests {
    use super::super::MemorySearch;
    use super::*;
    use crate::engine::Engine;
    use crate::error::{ErrorKind, Fault};
    use crate::limits::Limits;
    use crate::{Lets, Rules};

    fn rules(text: &str) -> Rules {
        Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap()
    }

    fn searched(rules: &Rules, start: &[i64], small: u64, limits: Limits) -> Result<(Nimber, PackedSearch)> {
        let work = Work::within(limits);
        let mut search =
            PackedSearch::new(rules.form(), [start].into_iter(), 1 << 20, &work).expect("it can be packed");
        search.small = small;
        search.value(start, &work).map(|value| (value, search))
    }

    const RULES: [(&str, &[i64]); 5] = [
        (
            "(a,b) -> (a/2,b) if a > 0 | (a/3,b+1) if a > 0 | (a,b-1) if b > 0 | (a-1,b) if a%5 == 1",
            &[90_000, 3],
        ),
        ("(a,b,c) -> (a-1,b,c) | (a,b-2,c+1) if (a+b)%3 != 1 | (a,b,c-1) | (a-1,b-1,c+1)", &[15, 14, 6]),
        ("(x in -9..9, y) -> (x-k,y-1) for k in -2..3 if (x*k+y)%4 != 0", &[2, 40]),
        ("n -> m for m in 0..n-1 if (n*m)%7 != 3", &[200]),
        ("(n, last in 0..20) -> (n-k, k) for k in 1..min(n,20) if k != last", &[90, 0]),
    ];

    #[test]
    fn values_are_those_of_the_plain_search_in_small_and_in_large_tables_for_any_number_of_threads() {
        for (text, start) in RULES {
            let (rules, work) = (rules(text), Work::unwatched());
            let mut plain = MemorySearch::new(&rules, 1 << 20);
            for (small, threads) in [(u64::MAX, 1), (50, 1), (50, 2), (200, 3)] {
                let limits = Limits { threads: Some(Threads::new(threads)), ..Limits::default() };
                let (value, mut search) = searched(&rules, start, small, limits).unwrap();
                assert_eq!(Ok(value), plain.value(start, &work), "{text}");
                let mut near = start.to_vec();
                for step in 1..=5 {
                    near[0] = start[0] - step;
                    let found = search.value(&near, &Work::within(limits));
                    assert_eq!(found, plain.value(&near, &work), "{text} {near:?}");
                }
                if small == u64::MAX {
                    assert_eq!(search.length(start), plain.remoteness(start), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_table_that_may_not_grow_forgets_and_never_lies() {
        let (text, start) = RULES[1];
        let limits = Limits { bytes: 1 << 15, threads: Some(Threads::new(2)), ..Limits::default() };
        let rules = rules(text);
        let mut plain = MemorySearch::new(&rules, 1 << 20);
        let (value, search) = searched(&rules, start, 100, limits).unwrap();
        assert_eq!(Ok(value), plain.value(start, &Work::unwatched()));
        assert!(search.large.as_ref().is_some_and(|table| table.bytes() <= 1 << 15));
    }

    #[test]
    fn a_position_that_comes_back_is_noticed_and_limits_are_kept() {
        let back = rules("(x in 0..9, y in 0..9) -> (x+1,y) | (x-2,y) | (x,y-1)");
        for small in [10, u64::MAX] {
            let found = searched(&back, &[5, 5], small, Limits::default());
            assert_eq!(found.unwrap_err().kind(), ErrorKind::Cycle);
        }
        let (text, start) = RULES[0];
        let few = Limits { positions: 5, ..Limits::default() };
        let found = searched(&rules(text), &[1 << 40, start[1]], 10, few);
        assert!(matches!(found.unwrap_err().fault(), Fault::SearchTooLong { limit: 5, .. }));
        // A coordinate that grows past its bits is for a search that keeps coordinates.
        let grows = rules("(a,b) -> (a-1,b*b*b) if b < 10^12");
        assert_eq!(
            searched(&grows, &[50, 9], 10, Limits::default()).unwrap_err().kind(),
            ErrorKind::Unsupported
        );
    }
}

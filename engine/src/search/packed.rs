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

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use hashbrown::{HashSet, HashTable};

use crate::error::{Error, ErrorKind, Fault, Result};
use crate::machine::Threads;
use crate::nimber::Nimber;
use crate::rules::lower::{PackedLister, PackedListing, Packing};
use crate::rules::{Evaluator, Form};
use crate::work::Work;

use super::transposition::{Knowledge, Transposition};

/// Bits of a packed position.
const BITS: u32 = 55;
/// Entries that there is room for to begin with.
const FIRST: usize = 1 << 10;
/// A search is small up to so many positions.
const SMALL: u64 = 1 << 20;
/// Machine code is made of the program after so many.
const WORTH_COMPILING: u64 = 1 << 14;
/// Positions between two questions whether to go on.
const PULSE: u64 = 1 << 10;
/// A path of so many positions is looked through for the first time.
const LONG: usize = 1 << 10;
/// A position with more choices is walked, which can be stopped on the way.
const MOST_LISTED: i64 = 1 << 20;
/// Bytes of an exact entry, while its table grows.
const ENTRY: u64 = 64;
/// Bytes of a position on a path, and of an option that is kept there.
const FRAME: u64 = size_of::<Frame>() as u64;
const OPTION: u64 = 8;

/// What is known of a position: its value, and how long its game lasts if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    value: u32,
    length: u32,
}

/// Where values are kept.
trait Memory: Sync {
    fn get(&self, key: u64) -> Option<Found>;
    fn ask(&self, key: u64);
    fn put(&mut self, key: u64, found: Found);
}

/// Exact entries.
#[derive(Debug, Default)]
struct Exact(HashTable<(u64, Found)>);

#[inline]
fn mixed(key: u64) -> u64 {
    let mixed = (key ^ key >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

impl Memory for Exact {
    #[inline]
    fn get(&self, key: u64) -> Option<Found> {
        self.0.find(mixed(key), |entry| entry.0 == key).map(|entry| entry.1)
    }

    fn ask(&self, _: u64) {}

    #[inline]
    fn put(&mut self, key: u64, found: Found) {
        self.0.insert_unique(mixed(key), (key, found), |entry| mixed(entry.0));
    }
}

impl Memory for &Transposition {
    #[inline]
    fn get(&self, key: u64) -> Option<Found> {
        let value = Transposition::get(self, key).exact?;
        Some(Found { value: value as u32, length: 0 })
    }

    #[inline]
    fn ask(&self, key: u64) {
        Transposition::ask(self, key);
    }

    #[inline]
    fn put(&mut self, key: u64, found: Found) {
        Transposition::put(self, key, Knowledge::value(found.value.into()));
    }
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: u64,
    /// The values below 64 that were seen among its options.
    seen: u64,
    /// Its options that are kept, from the next one on to look at.
    from: usize,
    next: usize,
    /// The least length of a lost option, and the largest of all; one more, 0 if there is none.
    shortest: u32,
    longest: u32,
}

impl Frame {
    #[inline]
    fn add(&mut self, found: Found) {
        if found.value < 64 {
            self.seen |= 1 << found.value;
        }
        let length = found.length.saturating_add(1);
        self.longest = self.longest.max(length);
        if found.value == 0 && (self.shortest == 0 || length < self.shortest) {
            self.shortest = length;
        }
        self.next += 1;
    }

    fn length(&self) -> u32 {
        if self.shortest > 0 { self.shortest } else { self.longest }
    }
}

/// Why a walk stands still.
enum Halt {
    /// The value of the start is known.
    Done,
    /// The table should grow, or become another.
    Full,
    /// Somebody else is done.
    Stopped,
    Failed(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Failed(error)
    }
}

/// What the threads of a search have in common.
struct Shared<'a> {
    packing: &'a Packing,
    work: &'a Work<'a>,
    /// How many positions were valued.
    valued: AtomicU64,
    /// Bytes that the table takes, and all paths.
    table: u64,
    paths: AtomicU64,
    stop: AtomicBool,
}

/// The search of one thread.
#[derive(Debug)]
struct Walk {
    lister: PackedLister,
    evaluator: Evaluator,
    stack: Vec<Frame>,
    kept: Vec<u64>,
    /// Values from 64 on, with the length of the path whose last position has such an option.
    wide: Vec<(usize, u32)>,
    /// Whether options are looked at from the last to the first.
    backwards: bool,
    /// The path is looked through when it is so long.
    check_at: usize,
    /// Positions valued since the last pulse, and bytes that were told.
    fresh: u64,
    told: u64,
}

impl Walk {
    fn new(lister: PackedLister, form: &std::sync::Arc<Form>, most_options: u64, backwards: bool) -> Walk {
        let evaluator = Evaluator::new(form.clone(), most_options);
        Walk {
            lister,
            evaluator,
            stack: Vec::new(),
            kept: Vec::new(),
            wide: Vec::new(),
            backwards,
            check_at: LONG,
            fresh: 0,
            told: 0,
        }
    }

    /// Goes on until the value of the start is known, or something is in the way.
    fn run<M: Memory>(&mut self, memory: &mut M, full: impl Fn() -> bool, shared: &Shared<'_>) -> Halt {
        match self.descend(memory, full, shared) {
            Ok(halt) | Err(halt) => halt,
        }
    }

    fn descend<M: Memory>(
        &mut self,
        memory: &mut M,
        full: impl Fn() -> bool,
        shared: &Shared<'_>,
    ) -> Result<Halt, Halt> {
        while let Some(frame) = self.stack.last_mut() {
            if let Some(&option) = self.kept.get(frame.next) {
                match memory.get(option) {
                    Some(found) => {
                        frame.add(found);
                        self.note(found.value);
                    }
                    None => self.enter(option, memory, shared)?,
                }
                continue;
            }
            let mut found = Found { value: frame.seen.trailing_ones(), length: frame.length() };
            let (key, from) = (frame.key, frame.from);
            if !self.wide.is_empty() {
                found.value = self.with_wide(found.value);
            }
            memory.put(key, found);
            self.kept.truncate(from);
            self.stack.pop();
            if let Some(before) = self.stack.last_mut() {
                before.add(found);
                self.note(found.value);
            }
            self.fresh += 1;
            if self.fresh >= PULSE {
                self.pulse(shared)?;
                if full() {
                    return Ok(Halt::Full);
                }
            }
        }
        Ok(Halt::Done)
    }

    /// Notes a large value among the options of the last position of the path.
    #[inline]
    fn note(&mut self, value: u32) {
        if value >= 64 {
            self.wide.push((self.stack.len(), value));
        }
    }

    /// The mex, given that of the small values; those of the last position of the path are no longer needed.
    #[cold]
    fn with_wide(&mut self, small: u32) -> u32 {
        let depth = self.stack.len();
        let from = self.wide.iter().rposition(|(at, _)| *at != depth).map_or(0, |at| at + 1);
        let mut large: Vec<u32> = self.wide.drain(from..).map(|(_, value)| value).collect();
        large.sort_unstable();
        large.into_iter().fold(small, |mex, value| if value == mex { mex + 1 } else { mex })
    }

    /// Tells how far it is and asks whether to go on.
    fn pulse(&mut self, shared: &Shared<'_>) -> Result<(), Halt> {
        let valued = shared.valued.fetch_add(self.fresh, Relaxed) + self.fresh;
        self.fresh = 0;
        let bytes = self.kept.capacity() as u64 * OPTION + self.stack.capacity() as u64 * FRAME;
        let paths = shared
            .paths
            .fetch_add(bytes.wrapping_sub(self.told), Relaxed)
            .wrapping_add(bytes.wrapping_sub(self.told));
        self.told = bytes;
        let work = shared.work;
        work.step("positions", valued, None)?;
        let within = work.limits.allow(valued, 0).and(work.limits.allow_bytes(shared.table + paths));
        super::memory::too_many(within, valued)?;
        if shared.stop.load(Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Puts a position on the path, with its options.
    fn enter<M: Memory>(&mut self, key: u64, memory: &M, shared: &Shared<'_>) -> Result<(), Halt> {
        let from = self.kept.len();
        if let Some(options) = self.lister.list(shared.packing, key, MOST_LISTED) {
            make_room(&mut self.kept, options.len(), shared)?;
            self.kept.extend(options.iter().map(|option| *option as u64));
        } else {
            self.walk(key, shared)?;
        }
        if self.backwards {
            self.kept[from..].reverse();
        }
        for option in &self.kept[from..] {
            memory.ask(*option);
        }
        self.stack.push(Frame { key, seen: 0, from, next: from, shortest: 0, longest: 0 });
        if self.stack.len() >= self.check_at {
            self.check_at *= 2;
            let mut path = HashSet::with_capacity(self.stack.len());
            if !self.stack.iter().all(|frame| path.insert(frame.key)) {
                return Err(Error::new(ErrorKind::Cycle, Fault::ComesBack).into());
            }
            // A path that grows is not noticed by the pulse, which counts what is behind it.
            self.pulse(shared)?;
        }
        Ok(())
    }

    /// Lists the options of a position by walking the rule.
    fn walk(&mut self, key: u64, shared: &Shared<'_>) -> Result<()> {
        let (packing, kept) = (shared.packing, &mut self.kept);
        let mut place = vec![0; self.evaluator.form().axes.len()];
        packing.unpack(key, &mut place);
        self.evaluator.options(&place, shared.work, &mut |option| {
            make_room(kept, 1, shared)?;
            kept.push(packing.pack(option.places).ok_or_else(outside)?);
            Ok(())
        })
    }
}

/// Makes room for more options on a path before they are there, within the limit on memory.
#[inline]
fn make_room(kept: &mut Vec<u64>, more: usize, shared: &Shared<'_>) -> Result<()> {
    if kept.capacity() - kept.len() < more {
        let room = (kept.len() + more).max(kept.capacity() / 2 * 3);
        // The old list is there as long as the new one is filled.
        let bytes = (room + kept.capacity()) as u64 * OPTION;
        let met = shared.valued.load(Relaxed);
        super::memory::too_many(shared.work.limits.allow_bytes(shared.table + bytes), met)?;
        kept.reserve_exact(room - kept.len());
    }
    Ok(())
}

/// The error for an option that has no room in a packed position; nobody but the search that tried sees it.
fn outside() -> Error {
    Error::new(ErrorKind::Unsupported, "a coordinate is too large to be packed")
}

/// Values of the positions of one rule, packed.
#[derive(Debug)]
pub(super) struct PackedSearch {
    form: std::sync::Arc<Form>,
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
        form: &std::sync::Arc<Form>,
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

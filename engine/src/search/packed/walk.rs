//! The descent of one thread through packed positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use hashbrown::{HashSet, HashTable};

use crate::error::{Error, ErrorKind, Fault, Result};
use crate::rules::lower::{PackedLister, Packing};
use crate::rules::{Evaluator, Form};
use crate::work::Work;

use super::super::memory::too_many;
use super::super::transposition::{Knowledge, Transposition};

/// Positions between two questions whether to go on.
pub(super) const PULSE: u64 = 1 << 10;
/// A path of so many positions is looked through for the first time.
const LONG: usize = 1 << 10;
/// A position with more choices is walked, which can be stopped on the way.
const MOST_LISTED: i64 = 1 << 20;
/// Bytes of a position on a path, and of an option that is kept there.
const FRAME: u64 = size_of::<Frame>() as u64;
const OPTION: u64 = 8;

/// What is known of a position: its value, and how long its game lasts if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) value: u32,
    pub(super) length: u32,
}

/// Where values are kept.
pub(super) trait Memory: Sync {
    fn get(&self, key: u64) -> Option<Found>;
    fn ask(&self, key: u64);
    fn put(&mut self, key: u64, found: Found);
}

/// Exact entries.
#[derive(Debug, Default)]
pub(super) struct Exact(pub(super) HashTable<(u64, Found)>);

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
pub(super) struct Frame {
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
pub(super) enum Halt {
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
pub(super) struct Shared<'a> {
    pub(super) packing: &'a Packing,
    pub(super) work: &'a Work<'a>,
    /// How many positions were valued.
    pub(super) valued: AtomicU64,
    /// Bytes that the table takes, and all paths.
    pub(super) table: u64,
    pub(super) paths: AtomicU64,
    pub(super) stop: AtomicBool,
}

/// The search of one thread.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) lister: PackedLister,
    evaluator: Evaluator,
    pub(super) stack: Vec<Frame>,
    kept: Vec<u64>,
    /// Values from 64 on, with the length of the path whose last position has such an option.
    wide: Vec<(usize, u32)>,
    /// Whether options are looked at from the last to the first.
    backwards: bool,
    /// The path is looked through when it is so long.
    check_at: usize,
    /// Positions valued since the last pulse, and bytes that were told.
    pub(super) fresh: u64,
    told: u64,
}

impl Walk {
    pub(super) fn new(lister: PackedLister, form: &Arc<Form>, most_options: u64, backwards: bool) -> Walk {
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
    pub(super) fn run<M: Memory>(
        &mut self,
        memory: &mut M,
        full: impl Fn() -> bool,
        shared: &Shared<'_>,
    ) -> Halt {
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
        too_many(within, valued)?;
        if shared.stop.load(Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Puts a position on the path, with its options.
    pub(super) fn enter<M: Memory>(&mut self, key: u64, memory: &M, shared: &Shared<'_>) -> Result<(), Halt> {
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
        too_many(shared.work.limits.allow_bytes(shared.table + bytes), met)?;
        kept.reserve_exact(room - kept.len());
    }
    Ok(())
}

/// The error for an option that has no room in a packed position; nobody but the search that tried sees it.
pub(super) fn outside() -> Error {
    Error::new(ErrorKind::Unsupported, "a coordinate is too large to be packed")
}

//! One descent through the states of a board, by one thread.
//!
//! A state has the value k exactly if it and a Nim heap of k are lost together. To refute that, one option of value k
//! is enough; and of an option that falls into parts, all but the largest are valued and the question goes on to that
//! one. So most states never get a value, only a few that they do not have. Parts are canonical and remembered in a
//! compact table; equal parts cancel; options whose parts are all known come first, then the small ones, and of those
//! the ones of which more is known.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::transposition::{Knowledge, Transposition};
use super::wide::Wide;
use crate::error::{Error, ErrorKind, Result};
use crate::game::Game;
use crate::work::Work;

/// Deeper play than this is not followed: the stack is not endless.
const DEEPEST: u32 = 1_000;
/// The sum of an option whose parts are not all known.
const UNKNOWN: u64 = u64::MAX;
/// States between two looks at the clock, the limits and the other threads.
const ROUND: u64 = 256;
/// Bytes of options between two looks at the clock and the memory: few states may have many wide ones.
const PULSE: u64 = 1 << 20;

/// About how many bytes an option takes besides its parts.
const AN_OPTION: u64 = 8;

/// Why a descent ended without an answer.
#[derive(Debug)]
pub(super) enum Halt {
    /// It was stopped or met a limit.
    Failed(Error),
    /// The tables have become large: they have to grow, or a second thread is worth while.
    Crowded,
    /// Another thread was faster.
    Overtaken,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Failed(error)
    }
}

/// What the threads of one search have in common.
#[derive(Debug)]
pub(super) struct Shared {
    /// How many states were expanded.
    pub expanded: AtomicU64,
    stopped: AtomicBool,
    /// How many states may be expanded before the search starts anew with more threads.
    most: u64,
}

impl Shared {
    /// For a search that goes on after so many states.
    pub(super) fn after(expanded: u64, most: u64) -> Shared {
        Shared { expanded: AtomicU64::new(expanded), stopped: AtomicBool::new(false), most }
    }

    /// Tells the other threads that there is nothing left to do.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }
}

/// A descent under way.
pub(super) struct Descent<'a, G: Game> {
    game: &'a G,
    work: &'a Work<'a>,
    table: &'a Transposition,
    wide: &'a Wide<G>,
    shared: &'a Shared,
    /// Whether options that look equally good are tried last first, so that threads do not do the same.
    backwards: bool,
    /// The parts of the options at hand, level upon level.
    parts: Vec<G::State>,
    /// Where the parts of each option end.
    ends: Vec<u32>,
    /// The nim-sum of each option, once all its parts are known.
    sums: Vec<u64>,
    /// Options still in question, with their weight.
    open: Vec<(u32, u32)>,
    /// About how many bytes the options take.
    held: u64,
    expanded: u64,
    depth: u32,
}

impl<'a, G: Game> Descent<'a, G> {
    pub(super) fn new(
        game: &'a G,
        work: &'a Work<'a>,
        table: &'a Transposition,
        wide: &'a Wide<G>,
        shared: &'a Shared,
        backwards: bool,
    ) -> Descent<'a, G> {
        let (parts, ends, sums, open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (held, expanded, depth) = (0, 0, 0);
        Descent { game, work, table, wide, shared, backwards, parts, ends, sums, open, held, expanded, depth }
    }

    /// Counts the last states.
    pub(super) fn finish(self) {
        self.shared.expanded.fetch_add(self.expanded % ROUND, Relaxed);
    }

    /// The value of a state.
    pub(super) fn value(&mut self, state: &G::State) -> Result<u64, Halt> {
        self.split(state).iter().try_fold(0, |sum, part| Ok(sum ^ self.part_value(part)?))
    }

    /// Whether a state has this value.
    pub(super) fn is(&mut self, state: &G::State, wanted: u64) -> Result<bool, Halt> {
        let mut parts = self.split(state);
        // The largest part is asked about; the others have to be valued.
        let largest = (0..parts.len()).max_by_key(|at| self.game.size(&parts[*at]));
        let Some(last) = largest.map(|at| parts.swap_remove(at)) else { return Ok(wanted == 0) };
        let rest =
            parts.iter().try_fold(wanted, |rest, part| Ok::<u64, Halt>(rest ^ self.part_value(part)?))?;
        self.part_is(&last, rest)
    }

    fn split(&self, state: &G::State) -> Vec<G::State> {
        let mut parts = Vec::new();
        self.game.parts(state.clone(), &mut |part| cancel_or_push(&mut parts, 0, self.game.canonical(part)));
        parts
    }

    fn look(&self, part: &G::State) -> Knowledge {
        look(self.game, self.table, self.wide, part)
    }

    fn learn(&mut self, part: &G::State, knowledge: Knowledge) {
        match self.game.packed(part) {
            Some(key) => self.table.put(key, knowledge),
            None => {
                let room = self.work.limits.bytes.saturating_sub(self.table.bytes() + self.held);
                self.wide.put(self.game, part, knowledge, room);
            }
        }
    }

    fn part_is(&mut self, part: &G::State, wanted: u64) -> Result<bool, Halt> {
        Ok(self.settle(part, wanted)? == Some(wanted))
    }

    fn part_value(&mut self, part: &G::State) -> Result<u64, Halt> {
        Ok(self.settle(part, u64::MAX)?.unwrap_or(u64::MAX))
    }

    /// The value, if it is at most `most` and not excluded there; looks no further than that.
    fn settle(&mut self, part: &G::State, most: u64) -> Result<Option<u64>, Halt> {
        let known = self.look(part);
        if known.exact.is_some() {
            return Ok(known.exact);
        }
        // A single question may be answered by what the value is not; its smaller neighbours do not matter then.
        if known.excludes(most) {
            return Ok(None);
        }
        if let Some(value) = self.game.known(part) {
            self.learn(part, Knowledge::value(value.0));
            return Ok(Some(value.0));
        }
        self.enter()?;
        let (parts, ends, held) = (self.parts.len(), self.ends.len(), self.held);
        let found = match self.expand(part, most)? {
            true => self.refute(part, known, most),
            false => self.answer(part, known, ends, most)?,
        };
        self.parts.truncate(parts);
        self.ends.truncate(ends);
        self.sums.truncate(ends);
        self.held = held;
        self.depth -= 1;
        Ok(found)
    }

    /// The same, once the options lie from `first` on.
    fn answer(
        &mut self,
        part: &G::State,
        mut known: Knowledge,
        first: usize,
        most: u64,
    ) -> Result<Option<u64>, Halt> {
        // The question itself comes first: one option of that value refutes it, whatever the smaller values are.
        if most != u64::MAX && self.some_option_is(first, most)? {
            return Ok(self.refute(part, known, most));
        }
        for value in 0..most {
            if known.excludes(value) {
                continue;
            }
            if !self.some_option_is(first, value)? {
                self.learn(part, Knowledge::value(value));
                return Ok(Some(value));
            }
            known.exclude(value);
            self.learn(part, known);
        }
        self.learn(part, Knowledge::value(most));
        Ok(Some(most))
    }

    /// Notes that the value is not this one.
    fn refute(&mut self, part: &G::State, mut known: Knowledge, value: u64) -> Option<u64> {
        known.exclude(value);
        self.learn(part, known);
        None
    }

    fn enter(&mut self) -> Result<(), Halt> {
        self.expanded += 1;
        self.depth += 1;
        if self.table.is_crowded() {
            return Err(Halt::Crowded);
        }
        if self.expanded.is_multiple_of(ROUND) {
            self.check()?;
        }
        match self.depth > DEEPEST {
            true => Err(Halt::Failed(
                Error::new(ErrorKind::Limit, format!("a game of more than {DEEPEST} moves"))
                    .hint("ask for a smaller board"),
            )),
            false => Ok(()),
        }
    }

    fn check(&self) -> Result<(), Halt> {
        if self.shared.stopped.load(Relaxed) {
            return Err(Halt::Overtaken);
        }
        let all = self.shared.expanded.fetch_add(ROUND, Relaxed) + ROUND;
        self.work.step("positions", all, None)?;
        self.work.limits.allow(all, 0)?;
        self.work.limits.allow(1, self.table.bytes() + self.wide.wanted() + self.held)?;
        if all >= self.shared.most { Err(Halt::Crowded) } else { Ok(()) }
    }

    /// Lists the options, up to the first one that is known to have the wanted value; says whether there is one.
    fn expand(&mut self, part: &G::State, wanted: u64) -> Result<bool, Halt> {
        let (game, table, wide, work) = (self.game, self.table, self.wide, self.work);
        // An option takes about as much as the state it comes from, and asking that once costs nothing.
        let each = game.bytes(part) + AN_OPTION;
        let (mut ask_at, mut failed) = (self.held + PULSE, None);
        let held = &mut self.held;
        let (parts, ends, sums) = (&mut self.parts, &mut self.ends, &mut self.sums);
        let looked = game.options(part, &mut |option| {
            let start = parts.len();
            game.parts(option, &mut |piece| cancel_or_push(parts, start, game.canonical(piece)));
            ends.push(parts.len() as u32);
            let value = |part| look(game, table, wide, part).exact;
            let sum = parts[start..].iter().try_fold(0, |sum, part| Some(sum ^ value(part)?));
            sums.push(sum.unwrap_or(UNKNOWN));
            *held += each;
            if *held > ask_at {
                ask_at += PULSE;
                let goes_on = work.step("options", ends.len() as u64, None);
                failed =
                    goes_on.and_then(|()| work.limits.allow(1, table.bytes() + wide.wanted() + *held)).err();
            }
            match failed.is_some() || sum == Some(wanted) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match failed.or_else(|| game.fault().err()) {
            Some(error) => Err(Halt::Failed(error)),
            None => Ok(looked.is_break()),
        }
    }

    /// Whether one of the options that lie from `first` on has this value.
    fn some_option_is(&mut self, first: usize, value: u64) -> Result<bool, Halt> {
        let open = self.open.len();
        for option in first..self.ends.len() {
            if self.sums[option] != UNKNOWN {
                if self.sums[option] == value {
                    self.open.truncate(open);
                    return Ok(true);
                }
                continue;
            }
            let (mut sum, mut unknown, mut weight, mut last) = (value, 0, 0, Knowledge::default());
            for part in &self.parts[self.range(option)] {
                let known = self.look(part);
                match known.exact {
                    Some(exact) => sum ^= exact,
                    None => {
                        unknown += 1;
                        weight = weight.max(self.game.size(part) * 8 + 7 - known.not.count_ones().min(7));
                        last = known;
                    }
                }
            }
            match unknown {
                0 if sum == 0 => {
                    self.open.truncate(open);
                    return Ok(true);
                }
                0 => self.sums[option] = sum ^ value,
                1 if last.excludes(sum) => {}
                _ => self.open.push((weight, option as u32)),
            }
        }
        lightest_first(&mut self.open[open..], self.backwards);
        let end = self.open.len();
        for at in open..end {
            if self.option_is(self.open[at].1 as usize, value)? {
                self.open.truncate(open);
                return Ok(true);
            }
        }
        self.open.truncate(open);
        Ok(false)
    }

    fn range(&self, option: usize) -> std::ops::Range<usize> {
        // The options of a level begin where the parts of the level above end.
        let start = if option == 0 { 0 } else { self.ends[option - 1] as usize };
        start..self.ends[option] as usize
    }

    fn option_is(&mut self, option: usize, value: u64) -> Result<bool, Halt> {
        let (mut rest, mut largest) = (value, None);
        for at in self.range(option) {
            let size = self.game.size(&self.parts[at]);
            let smaller = match largest {
                None => {
                    largest = Some((size, at));
                    continue;
                }
                Some((most, before)) if most < size => {
                    largest = Some((size, at));
                    before
                }
                Some(_) => at,
            };
            let part = self.parts[smaller].clone();
            rest ^= self.part_value(&part)?;
        }
        match largest {
            None => Ok(rest == 0),
            Some((_, at)) => {
                let part = self.parts[at].clone();
                self.part_is(&part, rest)
            }
        }
    }
}

/// Options with their weights, the light ones first; a thread that goes backwards begins at the other end of equals.
///
/// Not part of the search, which is built once for every board: one of this is enough.
fn lightest_first(options: &mut [(u32, u32)], backwards: bool) {
    match backwards {
        false => options.sort_unstable(),
        true => options.sort_unstable_by_key(|(weight, option)| (*weight, !option)),
    }
}

/// What is known about a part.
#[inline]
fn look<G: Game>(game: &G, table: &Transposition, wide: &Wide<G>, part: &G::State) -> Knowledge {
    match game.packed(part) {
        Some(key) => table.get(key),
        None => wide.get(part),
    }
}

/// Adds a part to those from `start` on; two equal ones are worth nothing together.
fn cancel_or_push<S: PartialEq>(parts: &mut Vec<S>, start: usize, part: S) {
    match parts[start..].iter().position(|other| *other == part) {
        Some(at) => {
            parts.swap_remove(start + at);
        }
        None => parts.push(part),
    }
}

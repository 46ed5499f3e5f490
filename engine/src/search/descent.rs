//! One descent through the states of a board, by one thread.
//!
//! A question is about a set of values: which of them does the state have, if any? An option of value k shows that the state
//! does not have it; once all that are wanted are excluded, the others do not matter. So an option is asked only which of
//! those values it has that no option was found to have yet, up to the largest one that is still wanted; and of an option that
//! falls into parts, all but the largest are valued and the question goes on to that one. Most states never get a value, only
//! a few that they do not have.
//!
//! *Why the answer is right.* Let w be wanted and not found when all options were asked, and m the least value that was not
//! found: m ≤ w. Every option was asked about m, since m was not found before and is not above what is still wanted. So no option
//! has the value m, and every smaller one was found: m is the value. What is known not to be the value may count as found: it
//! is not m, and smaller values than the value are found by options.
//!
//! Parts are canonical and remembered in a compact table; equal parts cancel. Options whose parts are all known come first,
//! then those that look easy, and of those the ones of which more is known. The table is larger than the caches, so its lines
//! are asked for some options before they are needed.
//! Literature: Lemoine and Viennot 2010; Beling and Rogalski 2020 (sets of values instead of one).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::transposition::{Knowledge, Transposition};
use super::wanted::{Found, TOLD_APART, Wanted};
use super::wide::Wide;
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
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
/// Options between asking for the lines of the table that one needs and looking at them.
const AHEAD: usize = 3;

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
    /// The options at hand, level upon level.
    listed: Listed<G::State>,
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
        let (listed, open) = (Listed::default(), Vec::new());
        let (held, expanded, depth) = (0, 0, 0);
        Descent { game, work, table, wide, shared, backwards, listed, open, held, expanded, depth }
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
        self.game.summands(state.clone(), &mut |part| cancel_or_push(&mut parts, 0, part));
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
        Ok(self.settle(part, Wanted::one(wanted))? == Some(wanted))
    }

    /// The value of a part: small values are asked for one by one, for most states have one of them.
    fn part_value(&mut self, part: &G::State) -> Result<u64, Halt> {
        for value in 0..TOLD_APART {
            if let Some(value) = self.settle(part, Wanted::one(value))? {
                return Ok(value);
            }
        }
        Ok(self.settle(part, Wanted::ALL)?.unwrap_or(u64::MAX))
    }

    /// The value if it is wanted; if not, perhaps.
    fn settle(&mut self, part: &G::State, wanted: Wanted) -> Result<Option<u64>, Halt> {
        let known = self.look(part);
        let wanted = wanted.without(known.not);
        if known.exact.is_some() || wanted.is_empty() {
            return Ok(known.exact);
        }
        if let Some(value) = self.game.known(part) {
            self.learn(part, Knowledge::value(value.0));
            return Ok(Some(value.0));
        }
        self.enter()?;
        let (listed, held) = (self.listed.size(), self.held);
        let mut found = Found::new(known.not);
        self.expand(part, wanted, &mut found)?;
        let value = match wanted.without(found.small).is_empty() {
            true => None,
            false => self.ask_options(listed.1, wanted, &mut found)?,
        };
        self.learn(part, value.map_or(Knowledge { exact: None, not: found.small }, Knowledge::value));
        self.listed.truncate(listed);
        self.held = held;
        self.depth -= 1;
        Ok(value)
    }

    /// The same, once the options lie from `first` on.
    fn ask_options(&mut self, first: usize, wanted: Wanted, found: &mut Found) -> Result<Option<u64>, Halt> {
        let open = self.open.len();
        for option in first..self.listed.ends.len() {
            if self.listed.sums[option] == UNKNOWN {
                let weight = self.weight(option);
                self.open.push((weight, option as u32));
            }
        }
        lightest_first(&mut self.open[open..], self.backwards);
        let mut answer = None;
        for at in open..self.open.len() {
            let asked = wanted.without(found.small).and_smaller().without(found.small);
            if let Some(value) = self.option_value(self.open[at].1 as usize, asked)? {
                found.note(value);
            }
            if wanted.without(found.small).is_empty() {
                break;
            }
        }
        if !wanted.without(found.small).is_empty() {
            answer = Some(found.mex());
        }
        self.open.truncate(open);
        Ok(answer)
    }

    /// How much it takes to find out about an option: by what is left to play for, and what is known.
    fn weight(&self, option: usize) -> u32 {
        let weight = |part: &G::State| {
            let known = self.look(part);
            let unknown = 7 - known.not.count_ones().min(7);
            known.exact.map_or(self.game.effort(part).saturating_add(2 * unknown), |_| 0)
        };
        self.listed.parts[self.listed.range(option)].iter().map(weight).max().unwrap_or(0)
    }

    /// The value of an option if it is among these; if not, perhaps.
    fn option_value(&mut self, option: usize, asked: Wanted) -> Result<Option<u64>, Halt> {
        let (mut rest, mut largest) = (0, None);
        for at in self.listed.range(option) {
            if let Some(value) = self.look(&self.listed.parts[at]).exact {
                rest ^= value;
                continue;
            }
            let size = self.game.size(&self.listed.parts[at]);
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
            let part = self.listed.parts[smaller].clone();
            rest ^= self.part_value(&part)?;
        }
        match largest {
            None => Ok(Some(rest)),
            Some((_, at)) => {
                let part = self.listed.parts[at].clone();
                Ok(self.settle(&part, asked.plus(rest))?.map(|value| value ^ rest))
            }
        }
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
                Error::new(ErrorKind::Limit, Fault::GameTooLong { most: DEEPEST as u64 })
                    .hint(NextStep::SmallerBoard),
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

    /// Lists the options and notes the values of those that are known, until nothing wanted is left.
    fn expand(&mut self, part: &G::State, wanted: Wanted, found: &mut Found) -> Result<(), Halt> {
        let (game, table, wide, work) = (self.game, self.table, self.wide, self.work);
        // An option takes about as much as the state it comes from, and asking that once costs nothing.
        let each = game.bytes(part) + AN_OPTION;
        let (mut ask_at, mut failed) = (self.held + PULSE, None);
        let (held, listed) = (&mut self.held, &mut self.listed);
        let ended = game.options(part, &mut |option| {
            let start = listed.parts.len();
            game.summands(option, &mut |piece| cancel_or_push(&mut listed.parts, start, piece));
            let fresh = listed.parts[start..].iter();
            fresh.filter_map(|part| game.packed(part)).for_each(|key| table.ask(key));
            listed.ends.push(listed.parts.len() as u32);
            *held += each;
            if *held > ask_at {
                ask_at += PULSE;
                let goes_on = work.step("options", listed.ends.len() as u64, None);
                failed =
                    goes_on.and_then(|()| work.limits.allow(1, table.bytes() + wide.wanted() + *held)).err();
            }
            if listed.ends.len() - listed.sums.len() > AHEAD {
                listed.add_up(game, table, wide, found);
            }
            match failed.is_some() || wanted.without(found.small).is_empty() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        while ended.is_continue() && listed.sums.len() < listed.ends.len() {
            listed.add_up(game, table, wide, found);
        }
        match failed.or_else(|| game.fault().err()) {
            Some(error) => Err(Halt::Failed(error)),
            None => Ok(()),
        }
    }
}

/// Options with their parts.
#[derive(Debug)]
struct Listed<S> {
    parts: Vec<S>,
    /// Where the parts of each option end.
    ends: Vec<u32>,
    /// The nim-sum of each option that was looked at, if all its parts are known.
    sums: Vec<u64>,
}

impl<S> Default for Listed<S> {
    fn default() -> Listed<S> {
        Listed { parts: Vec::new(), ends: Vec::new(), sums: Vec::new() }
    }
}

impl<S> Listed<S> {
    /// How many parts and options there are.
    fn size(&self) -> (usize, usize) {
        (self.parts.len(), self.ends.len())
    }

    fn truncate(&mut self, (parts, options): (usize, usize)) {
        self.parts.truncate(parts);
        self.ends.truncate(options);
        self.sums.truncate(options);
    }

    /// The parts of an option; those of a level begin where the parts of the level above end.
    fn range(&self, option: usize) -> std::ops::Range<usize> {
        let start = if option == 0 { 0 } else { self.ends[option - 1] as usize };
        start..self.ends[option] as usize
    }

    /// Looks at the next option.
    #[inline]
    fn add_up<G: Game<State = S>>(
        &mut self,
        game: &G,
        table: &Transposition,
        wide: &Wide<G>,
        found: &mut Found,
    ) {
        let mut parts = self.parts[self.range(self.sums.len())].iter();
        let sum = parts.try_fold(0, |sum, part| {
            let known = look(game, table, wide, part);
            // One of which something is known was looked at before.
            let glance = || if known.not == 0 { game.evident(part).map(|value| value.0) } else { None };
            Some(sum ^ known.exact.or_else(glance)?)
        });
        if let Some(sum) = sum {
            found.note(sum);
        }
        self.sums.push(sum.unwrap_or(UNKNOWN));
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

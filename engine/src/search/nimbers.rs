//! Values of boards by asking "is it k?" instead of "what is it?".
//!
//! A state has the value k exactly if it and a Nim heap of k are lost together. To refute that, one option of value k
//! is enough; and of an option that falls into parts, all but the largest are valued and the question goes on to that
//! one. So most states never get a value, only a few that they do not have. Parts are canonical and remembered in a
//! compact table; equal parts cancel; options whose parts are all known come first, then the small ones, and of those
//! the ones of which more is known.
//!
//! Literature: Lemoine and Viennot 2010 (Sprouts, Cram). Complexity: what memory holds; the number of states looked at
//! is often a small part of all.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::transposition::{Knowledge, Transposition};
use crate::boards::Game;
use crate::error::{Error, ErrorKind, Result};
use crate::nimber::Nimber;
use crate::work::Work;

/// Deeper play than this is not followed: the stack is not endless.
const DEEPEST: u32 = 2_000;

/// Searches the states of one board.
pub struct NimberSearch<'a, G: Game> {
    game: &'a G,
    work: Work<'a>,
    packed: Transposition,
    wide: HashMap<G::State, Knowledge>,
    /// The parts of the options at hand, level upon level.
    parts: Vec<G::State>,
    /// Where the parts of each option end.
    ends: Vec<u32>,
    /// Options still in question, with their weight.
    open: Vec<(u32, u32)>,
    expanded: u64,
    depth: u32,
}

impl<'a, G: Game> NimberSearch<'a, G> {
    /// A search with an empty table.
    pub fn new(game: &'a G, work: &Work<'a>) -> NimberSearch<'a, G> {
        NimberSearch {
            game,
            work: *work,
            packed: Transposition::new(work.limits.bytes),
            wide: HashMap::new(),
            parts: Vec::new(),
            ends: Vec::new(),
            open: Vec::new(),
            expanded: 0,
            depth: 0,
        }
    }

    /// The value of a state.
    pub fn value(&mut self, state: &G::State) -> Result<Nimber> {
        let mut sum = 0;
        for part in self.split(state) {
            sum ^= self.part_value(&part)?;
        }
        Ok(Nimber(sum.into()))
    }

    /// Whether a state has this value, which may be known long before the value is.
    pub fn is(&mut self, state: &G::State, value: Nimber) -> Result<bool> {
        let Ok(wanted) = u32::try_from(value.0) else { return Ok(false) };
        let mut parts = self.split(state);
        parts.sort_by_cached_key(|part| self.game.size(part));
        let Some(last) = parts.pop() else { return Ok(wanted == 0) };
        let rest =
            parts.iter().try_fold(wanted, |rest, part| Ok::<u32, Error>(rest ^ self.part_value(part)?))?;
        self.part_is(&last, rest)
    }

    /// How many states were expanded.
    pub fn positions(&self) -> u64 {
        self.expanded
    }

    /// How many bytes the tables take.
    pub fn bytes(&self) -> u64 {
        let wide = self.wide.capacity() * (size_of::<G::State>() + size_of::<Knowledge>() + 1);
        self.packed.bytes() + wide as u64
    }

    fn split(&self, state: &G::State) -> Vec<G::State> {
        let mut parts = Vec::new();
        self.game.parts(state.clone(), &mut |part| cancel_or_push(&mut parts, 0, self.game.canonical(part)));
        parts
    }

    fn look(&self, part: &G::State) -> Knowledge {
        match self.game.packed(part) {
            Some(key) => self.packed.get(key),
            None => self.wide.get(part).copied().unwrap_or_default(),
        }
    }

    fn learn(&mut self, part: &G::State, knowledge: Knowledge) {
        match self.game.packed(part) {
            Some(key) => self.packed.put(key, knowledge),
            None => {
                self.wide.insert(part.clone(), knowledge);
            }
        }
    }

    fn part_is(&mut self, part: &G::State, wanted: u32) -> Result<bool> {
        Ok(self.settle(part, wanted)? == Some(wanted))
    }

    fn part_value(&mut self, part: &G::State) -> Result<u32> {
        Ok(self.settle(part, u32::MAX)?.unwrap_or(u32::MAX))
    }

    /// The value, if it is at most `most` and not excluded there; looks no further than that.
    fn settle(&mut self, part: &G::State, most: u32) -> Result<Option<u32>> {
        let known = self.look(part);
        if known.exact.is_some() {
            return Ok(known.exact);
        }
        // A single question may be answered by what the value is not; its smaller neighbours do not matter then.
        if known.excludes(most) {
            return Ok(None);
        }
        if let Some(value) = self.game.known(part) {
            let value = value.0 as u32;
            self.learn(part, Knowledge { exact: Some(value), not: 0 });
            return Ok(Some(value));
        }
        self.enter()?;
        let (parts, ends) = (self.parts.len(), self.ends.len());
        self.expand(part);
        let found = self.answer(part, known, ends, most)?;
        self.parts.truncate(parts);
        self.ends.truncate(ends);
        self.depth -= 1;
        Ok(found)
    }

    /// The same, once the options lie from `first` on.
    fn answer(
        &mut self,
        part: &G::State,
        mut known: Knowledge,
        first: usize,
        most: u32,
    ) -> Result<Option<u32>> {
        // The question itself comes first: one option of that value refutes it, whatever the smaller values are.
        if most != u32::MAX && self.some_option_is(first, most)? {
            known.not |= 1u64.checked_shl(most).unwrap_or(0);
            self.learn(part, known);
            return Ok(None);
        }
        for value in 0..most {
            if known.excludes(value) {
                continue;
            }
            if !self.some_option_is(first, value)? {
                self.learn(part, Knowledge { exact: Some(value), not: 0 });
                return Ok(Some(value));
            }
            known.not |= 1u64.checked_shl(value).unwrap_or(0);
            self.learn(part, known);
        }
        self.learn(part, Knowledge { exact: Some(most), not: 0 });
        Ok(Some(most))
    }

    fn enter(&mut self) -> Result<()> {
        self.expanded += 1;
        self.depth += 1;
        self.work.tick("positions", self.expanded, None)?;
        if self.expanded & 1023 == 0 {
            self.work.limits.allow(self.expanded, 0)?;
            let wide = (self.wide.len() * (2 * size_of::<G::State>() + size_of::<Knowledge>())) as u64;
            self.work.limits.allow(1, wide)?;
        }
        match self.depth > DEEPEST {
            true => Err(Error::new(ErrorKind::Limit, format!("a game of more than {DEEPEST} moves"))
                .hint("ask for a smaller board")),
            false => Ok(()),
        }
    }

    fn expand(&mut self, part: &G::State) {
        let (game, parts, ends) = (self.game, &mut self.parts, &mut self.ends);
        let _ = game.options(part, &mut |option| {
            let start = parts.len();
            game.parts(option, &mut |piece| cancel_or_push(parts, start, game.canonical(piece)));
            ends.push(parts.len() as u32);
            ControlFlow::Continue(())
        });
    }

    /// Whether one of the options that lie from `first` on has this value.
    fn some_option_is(&mut self, first: usize, value: u32) -> Result<bool> {
        let open = self.open.len();
        for option in first..self.ends.len() {
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
                0 => {}
                1 if last.excludes(sum) => {}
                _ => self.open.push((weight, option as u32)),
            }
        }
        self.open[open..].sort_unstable();
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

    fn option_is(&mut self, option: usize, value: u32) -> Result<bool> {
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

/// Adds a part to those from `start` on; two equal ones are worth nothing together.
fn cancel_or_push<S: PartialEq>(parts: &mut Vec<S>, start: usize, part: S) {
    match parts[start..].iter().position(|other| *other == part) {
        Some(at) => {
            parts.swap_remove(start + at);
        }
        None => parts.push(part),
    }
}

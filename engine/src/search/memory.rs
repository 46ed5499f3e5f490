//! Memory search: depth first with a table of what is known and a stack of its own.
//!
//! A component is expanded when it is met, put back until its parts are known, and then valued by the mex of its
//! options. A component met again while it is still open lies on a cycle: the search stops and says so.
//!
//! Where moves lead to single components, where they lead is kept until the component is valued, and how long the game lasts is
//! found out on the way: a lost position lasts as long as its longest option, a won one as its shortest lost option.
//!
//! Complexity: each option is looked at about twice; memory is one entry a component and a stack that holds at most
//! [`AHEAD`] entries a level, so that a chain of 10^7 positions overflows nothing.

use crate::engine::Engine;
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::nimber::{MexSet, Nimber};
use crate::position::Component;
use crate::report::sentence::EngineName;
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

use super::packed::PackedSearch;
use super::{Interner, PATIENCE};

/// How many unknown parts of a component are put on the stack at a time.
const AHEAD: usize = 64;
/// Not met yet, or only seen from above.
const UNKNOWN: u32 = u32::MAX;
/// On the path from the start to the component at hand.
const OPEN: u32 = u32::MAX - 1;

/// New components of one position between two looks at the memory.
const OFTEN: u64 = 1 << 12;
/// So many options are kept on the way; those of further components are found again.
const MOST_KEPT: usize = 1 << 22;

/// Where the options of a component on the stack are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Nowhere,
    From(usize),
}

/// Values by memory search.
#[derive(Debug)]
pub struct MemorySearch {
    evaluator: Evaluator,
    seen: Interner<i64>,
    values: Vec<u32>,
    /// How long the game of each valued component lasts, where every move leads to one component.
    lengths: Vec<u32>,
    /// Whether every move does.
    alone: bool,
    valued: u64,
    /// The search over packed positions, where they can be packed; it is tried first.
    packed: Option<PackedSearch>,
    tried: bool,
    most_options: u64,
}

/// What is known of a component from the options seen so far.
#[derive(Default)]
struct Seen {
    values: MexSet,
    /// The least length of a lost option, and the largest of all.
    shortest: Option<u32>,
    longest: Option<u32>,
}

impl Seen {
    fn clear(&mut self) {
        self.values.clear();
        (self.shortest, self.longest) = (None, None);
    }

    /// An option with its value, and how long it lasts.
    fn add(&mut self, value: u32, length: u32) {
        self.values.insert(Nimber(value.into()));
        self.longest = self.longest.max(Some(length));
        if value == 0 {
            self.shortest = Some(self.shortest.map_or(length, |shortest| shortest.min(length)));
        }
    }

    fn length(&self) -> u32 {
        self.shortest.or(self.longest).map_or(0, |length| length.saturating_add(1))
    }
}

impl MemorySearch {
    /// A search for any rules.
    pub fn new(rules: &Rules, most_options: u64) -> MemorySearch {
        let mut evaluator = Evaluator::new(rules.form().clone(), most_options);
        evaluator.hasten(PATIENCE);
        let alone =
            rules.form().kinds.iter().all(
                |kind| matches!(&kind.parts[..], [part] if part.count.is_none() && part.each.is_empty()),
            );
        let (values, lengths) = (Vec::new(), Vec::new());
        let seen = Interner::default();
        MemorySearch {
            evaluator,
            seen,
            values,
            lengths,
            alone,
            valued: 0,
            packed: None,
            tried: false,
            most_options,
        }
    }

    fn intern(&mut self, place: &[i64]) -> u32 {
        let index = self.seen.intern(place);
        if index as usize == self.values.len() {
            self.values.push(UNKNOWN);
            self.lengths.extend(self.alone.then_some(0));
        }
        index
    }

    fn run(&mut self, start: u32, work: &Work<'_>) -> Result<()> {
        let mut stack = vec![(start, Kept::Nowhere)];
        let (mut seen, mut kept, mut place) = (Seen::default(), Vec::new(), Vec::new());
        let mut pending: Vec<u32> = Vec::with_capacity(AHEAD);
        while let Some(&(top, known)) = stack.last() {
            if self.values[top as usize] < OPEN {
                stack.pop();
                if let Kept::From(from) = known {
                    kept.truncate(from);
                }
                continue;
            }
            self.check(kept.len() + stack.len(), work)?;
            self.values[top as usize] = OPEN;
            seen.clear();
            pending.clear();
            match known {
                // What was kept above was dropped with whoever it belonged to.
                Kept::From(from) => self.recall(&kept[from..], &mut seen, &mut pending)?,
                Kept::Nowhere => {
                    let from = kept.len();
                    place.clear();
                    place.extend_from_slice(self.seen.get(top));
                    self.look(&place, &mut seen, &mut pending, &mut kept, work)?;
                    if self.alone && kept.len() <= MOST_KEPT {
                        stack.last_mut().expect("it is there").1 = Kept::From(from);
                    } else {
                        kept.truncate(from);
                    }
                }
            }
            if pending.is_empty() {
                self.values[top as usize] = seen.values.mex().0 as u32;
                if self.alone {
                    self.lengths[top as usize] = seen.length();
                }
                self.valued += 1;
            } else {
                stack.extend(pending.iter().map(|part| (*part, Kept::Nowhere)));
            }
        }
        Ok(())
    }

    /// Looks at options that were kept.
    fn recall(&self, kept: &[u32], seen: &mut Seen, pending: &mut Vec<u32>) -> Result<()> {
        for &option in kept {
            match self.values[option as usize] {
                OPEN => return Err(cycle()),
                UNKNOWN if pending.len() < AHEAD => pending.push(option),
                UNKNOWN => {}
                value => seen.add(value, self.lengths[option as usize]),
            }
        }
        Ok(())
    }

    /// Looks at the options of a place; single components are also kept.
    fn look(
        &mut self,
        place: &[i64],
        seen: &mut Seen,
        pending: &mut Vec<u32>,
        kept: &mut Vec<u32>,
        work: &Work<'_>,
    ) -> Result<()> {
        let (axes, alone) = (place.len(), self.alone);
        let (all, values, lengths) = (&mut self.seen, &mut self.values, &mut self.lengths);
        self.evaluator.options(place, work, &mut |option| {
            let (mut sum, mut length) = (0, 0);
            for (part, count) in option.places.chunks_exact(axes).zip(option.counts) {
                let index = all.intern(part);
                if index as usize == values.len() {
                    values.push(UNKNOWN);
                    lengths.extend(alone.then_some(0));
                    let met = values.len() as u64;
                    too_many(work.limits.allow(met, 0), met)?;
                    if met.is_multiple_of(OFTEN) {
                        let bytes = all.bytes() + 8 * met + 4 * kept.capacity() as u64;
                        too_many(work.limits.allow_bytes(bytes), met)?;
                    }
                }
                if alone {
                    kept.push(index);
                    length = lengths[index as usize];
                }
                match values[index as usize] {
                    OPEN => return Err(cycle()),
                    UNKNOWN if pending.len() < AHEAD => pending.push(index),
                    UNKNOWN => {}
                    value if count % 2 == 1 => sum ^= value,
                    _ => {}
                }
            }
            seen.add(sum, length);
            Ok(())
        })
    }

    /// Whether time, positions and memory allow to go on, with so many further numbers stored.
    fn check(&self, numbers: usize, work: &Work<'_>) -> Result<()> {
        let positions = self.seen.len() as u64;
        work.tick("positions", positions, None)?;
        let bytes = self.seen.bytes() + 8 * positions + 16 * numbers as u64;
        too_many(work.limits.allow(positions, 0).and(work.limits.allow_bytes(bytes)), positions)
    }
}

/// A search that does not end may be one that cannot: nothing here is proved to fall.
pub(super) fn too_many(within: Result<()>, met: u64) -> Result<()> {
    within.map_err(|limit| {
        let fault = match *limit.fault() {
            Fault::TooMuchMemory { needed, limit } => Fault::SearchTooLarge { met, needed, limit },
            Fault::TooManyPositions { limit, .. } => Fault::SearchTooLong { met, limit },
            ref other => other.clone(),
        };
        let raise = limit.next_step().cloned().unwrap_or(NextStep::RaisePositions);
        Error::new(ErrorKind::Limit, fault).hint(NextStep::RaiseOrBound { step: Box::new(raise) })
    })
}

fn cycle() -> Error {
    Error::new(ErrorKind::Cycle, Fault::ComesBack)
}

impl Engine for MemorySearch {
    fn name(&self) -> EngineName {
        EngineName::MemorySearch
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        if self.alone && !std::mem::replace(&mut self.tried, true) {
            let places = components.iter().map(|component| &component.0[..]);
            self.packed = PackedSearch::new(self.evaluator.form(), places, self.most_options, work);
        }
        components.iter().try_for_each(|component| self.value(&component.0, work).map(|_| ()))
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        if let Some(packed) = self.packed.as_mut().filter(|packed| packed.takes(place)) {
            match packed.value(place, work) {
                // Something that comes up has no room: coordinates are kept instead.
                Err(e) if e.kind() == ErrorKind::Unsupported => self.packed = None,
                found => return found,
            }
        }
        let start = self.intern(place);
        if self.values[start as usize] >= OPEN {
            // What was open when the search stopped is unknown again, not on a path.
            self.run(start, work).inspect_err(|_| {
                self.values.iter_mut().filter(|value| **value == OPEN).for_each(|value| *value = UNKNOWN);
            })?;
        }
        Ok(Nimber(self.values[start as usize].into()))
    }

    fn remoteness(&mut self, place: &[i64]) -> Option<u32> {
        if let Some(length) = self.packed.as_ref().and_then(|packed| packed.length(place)) {
            return Some(length);
        }
        let at = self.seen.find(place).filter(|_| self.alone)? as usize;
        (self.values[at] < OPEN).then(|| self.lengths[at])
    }

    fn positions(&self) -> u64 {
        self.valued + self.packed.as_ref().map_or(0, PackedSearch::positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let work = Work::unwatched();
        let rules = Rules::read("n -> n-k for k in 1..3 if (n+k)%5 != 0 | n/2 if n > 6", &Lets::new(), &work)
            .unwrap();
        let mut search = MemorySearch::new(&rules, 1 << 10);
        search.prepare(&[Component(vec![300])], &work).unwrap();
        let options = |n: i64| {
            let taken = (1..=3).filter(move |k| (n + k) % 5 != 0 && n >= *k).map(move |k| n - k);
            taken.chain((n > 6).then_some(n / 2)).map(|m| m as usize).collect::<Vec<_>>()
        };
        let mut lengths: Vec<(bool, u32)> = Vec::new();
        for n in 0..=300 {
            let to: Vec<(bool, u32)> = options(n).into_iter().map(|m| lengths[m]).collect();
            let lost = to.iter().filter(|option| !option.0).map(|option| option.1).min();
            let longest = to.iter().map(|option| option.1 + 1).max().unwrap_or(0);
            lengths.push(lost.map_or((false, longest), |lost| (true, lost + 1)));
        }
        let valued = (0..=300i64).filter_map(|n| Some((n, search.remoteness(&[n])?)));
        let valued: Vec<(i64, u32)> = valued.collect();
        assert!(valued.len() > 200);
        assert!(valued.iter().all(|(n, length)| lengths[*n as usize].1 == *length), "{valued:?}");
    }
}

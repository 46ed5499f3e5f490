//! Memory search: depth first with a table of what is known and a stack of its own.
//!
//! A component is expanded when it is met, put back until its parts are known, and then valued by the mex of its
//! options. A component met again while it is still open lies on a cycle: the search stops and says so.
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

use super::{Interner, PATIENCE};

/// How many unknown parts of a component are put on the stack at a time.
const AHEAD: usize = 64;
/// Not met yet, or only seen from above.
const UNKNOWN: u32 = u32::MAX;
/// On the path from the start to the component at hand.
const OPEN: u32 = u32::MAX - 1;

/// Values by memory search.
#[derive(Debug)]
pub struct MemorySearch {
    evaluator: Evaluator,
    seen: Interner<i64>,
    values: Vec<u32>,
    valued: u64,
}

impl MemorySearch {
    /// A search for any rules.
    pub fn new(rules: &Rules, most_options: u64) -> MemorySearch {
        let mut evaluator = Evaluator::new(rules.form().clone(), most_options);
        evaluator.hasten(PATIENCE);
        MemorySearch { evaluator, seen: Interner::default(), values: Vec::new(), valued: 0 }
    }

    fn intern(&mut self, place: &[i64]) -> u32 {
        let index = self.seen.intern(place);
        if index as usize == self.values.len() {
            self.values.push(UNKNOWN);
        }
        index
    }

    fn run(&mut self, start: u32, work: &Work<'_>) -> Result<()> {
        let form = self.evaluator.form().clone();
        let axes = form.axes.len();
        let mut stack = vec![start];
        let mut found = MexSet::default();
        let mut pending: Vec<u32> = Vec::with_capacity(AHEAD);
        while let Some(&top) = stack.last() {
            if self.values[top as usize] < OPEN {
                stack.pop();
                continue;
            }
            self.check(work)?;
            self.values[top as usize] = OPEN;
            found.clear();
            pending.clear();
            let place = self.seen.get(top).to_vec();
            let (seen, values) = (&mut self.seen, &mut self.values);
            self.evaluator.options(&place, work, &mut |option| {
                let mut sum = 0;
                for (part, count) in option.places.chunks_exact(axes).zip(option.counts) {
                    let index = seen.intern(part);
                    if index as usize == values.len() {
                        values.push(UNKNOWN);
                        work.limits.allow(values.len() as u64, 0).map_err(too_many)?;
                    }
                    match values[index as usize] {
                        OPEN => return Err(cycle()),
                        UNKNOWN if pending.len() < AHEAD => pending.push(index),
                        UNKNOWN => {}
                        value if count % 2 == 1 => sum ^= value,
                        _ => {}
                    }
                }
                found.insert(Nimber(sum.into()));
                Ok(())
            })?;
            if pending.is_empty() {
                self.values[top as usize] = found.mex().0 as u32;
                self.valued += 1;
                stack.pop();
            } else {
                stack.extend_from_slice(&pending);
            }
        }
        Ok(())
    }

    fn check(&self, work: &Work<'_>) -> Result<()> {
        let positions = self.seen.len() as u64;
        work.tick("positions", positions, None)?;
        let bytes = self.seen.bytes() + 4 * positions;
        work.limits.allow(positions, bytes.checked_div(positions).unwrap_or(0)).map_err(too_many)
    }
}

/// A search that does not end may be one that cannot: nothing here is proved to fall.
fn too_many(limit: Error) -> Error {
    let fault = Fault::SearchTooLong { fault: Box::new(limit.fault().clone()) };
    let raise = limit.next_step().cloned().unwrap_or(NextStep::RaisePositions);
    Error::new(ErrorKind::Limit, fault).hint(NextStep::RaiseOrBound { step: Box::new(raise) })
}

fn cycle() -> Error {
    Error::new(ErrorKind::Cycle, Fault::ComesBack)
}

impl Engine for MemorySearch {
    fn name(&self) -> EngineName {
        EngineName::MemorySearch
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        components.iter().try_for_each(|component| self.value(&component.0, work).map(|_| ()))
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let start = self.intern(place);
        if self.values[start as usize] >= OPEN {
            // What was open when the search stopped is unknown again, not on a path.
            self.run(start, work).inspect_err(|_| {
                self.values.iter_mut().filter(|value| **value == OPEN).for_each(|value| *value = UNKNOWN);
            })?;
        }
        Ok(Nimber(self.values[start as usize].into()))
    }

    fn positions(&self) -> u64 {
        self.valued
    }
}

//! Going through choices: every member of a set, and every way to make several choices, within the steps that are allowed.

use std::sync::Arc;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::work::Work;

use super::super::form::*;
use super::super::numbers;
use super::super::syntax::{SetFunction, Span};
use super::Evaluator;
use super::walk::{Ended, OrEnd, Walk, seen_enough};

/// How many choices are made between two questions whether to go on.
const PULSE: u64 = 1 << 14;
/// Of a range that is longer than allowed, so many members are visited at either end before the position is refused,
const HALF: i64 = 1 << 13;
/// and so many such ranges.
const ROUNDS: u64 = 16;
/// How many members may be gone through to gather what the moves of one position ask for.
const MOST_GATHERED: u64 = 1 << 22;

impl Evaluator {
    /// Makes every choice that something is gathered from, until `add` says that it has enough; says whether it went
    /// through all of them.
    pub(super) fn gather(
        &mut self,
        steps: &[QualifierForm],
        work: &Work<'_>,
        add: &mut dyn FnMut(&mut Evaluator) -> Result<bool>,
    ) -> Result<bool> {
        self.gathering += 1;
        let walked = self.each_choice(steps, work, &mut |this| match add(this).or_end()? {
            true => Walk::Continue(()),
            false => Walk::Break(Ended::Enough),
        });
        self.gathering -= 1;
        seen_enough(walked).map(|enough| !enough)
    }

    /// Calls `then` for every way to make these choices.
    pub(super) fn each_choice(
        &mut self,
        steps: &[QualifierForm],
        work: &Work<'_>,
        then: &mut dyn FnMut(&mut Evaluator) -> Walk,
    ) -> Walk {
        let Some((first, rest)) = steps.split_first() else { return then(self) };
        match first {
            QualifierForm::Guard(condition) => match self.term(condition, work).or_end()? {
                0 => Walk::Continue(()),
                _ => self.each_choice(rest, work, then),
            },
            QualifierForm::Each(slot, set) => self.each(set, work, &mut |this, member| {
                this.slots[*slot] = member;
                this.each_choice(rest, work, then)
            }),
        }
    }

    /// Calls `visit` for every member of a set.
    fn each(
        &mut self,
        set: &SetForm,
        work: &Work<'_>,
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Walk,
    ) -> Walk {
        match set {
            SetForm::Range(low, high) => self.range(low, high, work, visit),
            SetForm::Fixed(members) => members.iter().try_for_each(|&member| self.step(member, work, visit)),
            SetForm::Entries(list) => {
                let form = Arc::clone(&self.form);
                form.lists[*list].iter().try_for_each(|&entry| self.step(entry, work, visit))
            }
            SetForm::Filter(slot, set, condition) => self.each(set, work, &mut |this, member| {
                this.slots[*slot] = member;
                if this.term(condition, work).or_end()? == 0 {
                    Walk::Continue(())
                } else {
                    visit(this, member)
                }
            }),
            SetForm::Members(members) => {
                // A set has each member once, whatever way it was written.
                let mut seen = hashbrown::HashSet::new();
                for (first, last) in members {
                    self.gathered += u64::from(self.gathering > 0);
                    let mut once = |this: &mut Evaluator, m| {
                        if seen.insert(m) { visit(this, m) } else { Walk::Continue(()) }
                    };
                    self.range(first, last.as_ref().unwrap_or(first), work, &mut once)?;
                }
                Walk::Continue(())
            }
            SetForm::Call(function, arguments, span) => {
                self.named_set(*function, arguments, *span, work, visit)
            }
        }
    }

    fn range(
        &mut self,
        low: &Term,
        high: &Term,
        work: &Work<'_>,
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Walk,
    ) -> Walk {
        let (low, high) = (self.term(low, work).or_end()?, self.term(high, work).or_end()?);
        if self.gathering > 0 {
            // Nobody waits for a refusal that is certain.
            if low <= high && high.abs_diff(low) >= MOST_GATHERED {
                return Err(self.too_much_to_gather()).or_end();
            }
            return (low..=high).try_for_each(|member| self.step(member, work, visit));
        }
        let allowed = self.most.saturating_sub(self.steps);
        if low <= high && high.abs_diff(low) >= allowed.max(2 * HALF as u64) {
            // Nobody waits for a refusal that is certain; what is found at first may be all that is wanted.
            if !self.refused {
                self.refused = true;
                self.allowed = self.allowed.min(self.steps + ROUNDS * 2 * HALF as u64);
            }
            let (first, last) = (low.saturating_add(HALF), high.saturating_sub(HALF));
            let mut ends = (low..first).chain(last + 1..=high);
            return ends.try_for_each(|member| self.step(member, work, visit));
        }
        (low..=high).try_for_each(|member| self.step(member, work, visit))
    }

    pub(super) fn too_many(&self) -> Error {
        Error::new(ErrorKind::Limit, Fault::TooManyOptions { most: self.most })
            .hint(NextStep::RaisePositionsOrLess)
    }

    fn too_much_to_gather(&self) -> Error {
        let message = format!("the moves of a position add up or compare more than {MOST_GATHERED} numbers");
        Error::new(ErrorKind::Limit, message).hint(NextStep::ShortenRange)
    }

    /// Counts work, and asks now and then whether to go on.
    #[inline]
    pub(super) fn charge(&mut self, units: u64, work: &Work<'_>) -> Result<()> {
        self.unasked += units;
        if self.unasked < PULSE {
            return Ok(());
        }
        self.unasked = 0;
        work.step("choices", self.steps, None)
    }

    fn step(
        &mut self,
        member: i64,
        work: &Work<'_>,
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Walk,
    ) -> Walk {
        if self.gathering > 0 {
            self.gathered += 1;
            self.charge(1, work).or_end()?;
            return if self.gathered > MOST_GATHERED {
                Err(self.too_much_to_gather()).or_end()
            } else {
                visit(self, member)
            };
        }
        self.steps += 1;
        self.charge(1, work).or_end()?;
        if self.steps > self.allowed {
            return Err(self.too_many()).or_end();
        }
        visit(self, member)
    }

    fn named_set(
        &mut self,
        function: SetFunction,
        arguments: &[Term],
        span: Span,
        work: &Work<'_>,
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Walk,
    ) -> Walk {
        let last = arguments.last().map_or(Ok(0), |bound| self.term(bound, work)).or_end()?;
        let most = if self.gathering > 0 { MOST_GATHERED } else { self.most };
        match function {
            SetFunction::Divisors => {
                let divisors = numbers::divisors(last, most).map_err(|e| e.at(span.range())).or_end()?;
                divisors.into_iter().try_for_each(|d| self.step(d, work, visit))
            }
            SetFunction::Primes => {
                if last > most as i64 {
                    return Err(Error::new(ErrorKind::Limit, Fault::TooManyPrimes { last })
                        .hint(NextStep::RaisePositions))
                    .or_end();
                }
                let last = u64::try_from(last).unwrap_or(0);
                numbers::extend_primes(&mut self.primes.borrow_mut(), last, work).or_end()?;
                let count = self.primes.borrow().partition_point(|&p| p <= last);
                (0..count).try_for_each(|i| {
                    let prime = self.primes.borrow()[i];
                    self.step(prime as i64, work, visit)
                })
            }
            _ => {
                let base = if arguments.len() == 2 { self.term(&arguments[0], work).or_end()? } else { 2 };
                if function == SetFunction::Powers && base < 2 {
                    return Err(Error::new(ErrorKind::Evaluation, Fault::PowersDoNotGrow { base })
                        .at(span.range())
                        .hint(NextStep::BaseAtLeastTwo))
                    .or_end();
                }
                numbers::sequence(function, base)
                    .take_while(|&member| member <= last)
                    .try_for_each(|member| self.step(member, work, visit))
            }
        }
    }
}

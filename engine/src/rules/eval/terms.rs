//! The value of a term, and whether a set has a member.

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::work::Work;

use super::super::arithmetic::{Aggregate, Function, Gathered, Op, Trouble};
use super::super::form::*;
use super::super::numbers;
use super::super::syntax::Span;
use super::Evaluator;

/// Members of a fixed set that are compared in the time of one choice.
const LOOKED_AT_ONCE: u64 = 64;

impl Evaluator {
    fn contains(&mut self, set: &SetForm, item: i64, work: &Work<'_>) -> Result<bool> {
        Ok(match set {
            SetForm::Range(low, high) => self.term(low, work)? <= item && item <= self.term(high, work)?,
            SetForm::Fixed(members) => {
                self.unasked += members.len() as u64 / LOOKED_AT_ONCE;
                members.contains(&item)
            }
            SetForm::Entries(list) => {
                let entries = &self.form.lists[*list];
                self.unasked += entries.len() as u64 / LOOKED_AT_ONCE;
                entries.contains(&item)
            }
            SetForm::Filter(slot, set, condition) => {
                if !self.contains(set, item, work)? {
                    return Ok(false);
                }
                self.slots[*slot] = item;
                self.term(condition, work)? != 0
            }
            SetForm::Members(members) => {
                self.unasked += members.len() as u64;
                for (first, last) in members {
                    let first = self.term(first, work)?;
                    if first <= item
                        && item <= last.as_ref().map_or(Ok(first), |last| self.term(last, work))?
                    {
                        return Ok(true);
                    }
                }
                false
            }
            SetForm::Call(function, arguments, _) => {
                let last = arguments.last().map_or(Ok(0), |bound| self.term(bound, work))?;
                let base = if arguments.len() == 2 { self.term(&arguments[0], work)? } else { 2 };
                numbers::is_member(*function, base, last, item)
            }
        })
    }

    /// The value of a term in the current slots.
    pub(crate) fn term(&mut self, term: &Term, work: &Work<'_>) -> Result<i64> {
        match &term.kind {
            TermKind::Const(value) => Ok(*value),
            TermKind::Slot(slot) => Ok(self.slots[*slot]),
            TermKind::Neg(inner) => {
                let inner = self.term(inner, work)?;
                inner.checked_neg().ok_or_else(|| self.trouble(Trouble::Overflow, term.span))
            }
            TermKind::Not(inner) => Ok(i64::from(self.term(inner, work)? == 0)),
            TermKind::Binary(Op::And, left, right) => {
                Ok(i64::from(self.term(left, work)? != 0 && self.term(right, work)? != 0))
            }
            TermKind::Binary(Op::Or, left, right) => {
                Ok(i64::from(self.term(left, work)? != 0 || self.term(right, work)? != 0))
            }
            TermKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left, work)?, self.term(right, work)?);
                op.apply(left, right).map_err(|trouble| self.trouble(trouble, term.span))
            }
            TermKind::Call(function, arguments) => self.call(*function, arguments, term.span, work),
            TermKind::Index(list, index) => {
                let index = self.term(index, work)?;
                let list = &self.form.lists[*list];
                usize::try_from(index).ok().and_then(|i| list.get(i).copied()).ok_or_else(|| {
                    let entries = list.len();
                    self.error(Fault::NoEntry { count: entries, index }, term.span).hint(NextStep::FromZero)
                })
            }
            TermKind::In(item, set) => {
                let item = self.term(item, work)?;
                Ok(i64::from(self.contains(set, item, work)?))
            }
            TermKind::If(three) => {
                let [condition, one, other] = &**three;
                if self.term(condition, work)? != 0 { self.term(one, work) } else { self.term(other, work) }
            }
            TermKind::Over(aggregate, over) => self.over(*aggregate, &over.0, &over.1, term.span, work),
        }
    }

    fn call(&mut self, function: Function, arguments: &[Term], span: Span, work: &Work<'_>) -> Result<i64> {
        let first = self.term(&arguments[0], work)?;
        let result = match &arguments[1..] {
            [] => function.of_one(first),
            more => {
                let mut so_far = Ok(first);
                for argument in more {
                    let value = self.term(argument, work)?;
                    so_far = so_far.and_then(|so_far| function.of_two(so_far, value));
                }
                so_far
            }
        };
        result.map_err(|trouble| self.trouble(trouble, span))
    }

    #[cold]
    fn trouble(&self, trouble: Trouble, span: Span) -> Error {
        self.error(trouble.into(), span)
    }

    /// An error that names the position at which it happened.
    fn error(&self, fault: Fault, span: Span) -> Error {
        let at: Vec<String> = self
            .form
            .axes
            .iter()
            .zip(&self.slots)
            .map(|(axis, value)| match &axis.domain {
                Domain::Names(_) => format!("{} = {}", axis.name, self.form.names[*value as usize]),
                _ => format!("{} = {value}", axis.name),
            })
            .collect();
        let fault = Fault::AtPosition { fault: Box::new(fault), text: at.join(", ") };
        Error::new(ErrorKind::Evaluation, fault).at(span.range())
    }

    /// What is gathered from the value of a term for every choice.
    fn over(
        &mut self,
        aggregate: Aggregate,
        steps: &[QualifierForm],
        body: &Term,
        span: Span,
        work: &Work<'_>,
    ) -> Result<i64> {
        let mut gathered = Gathered::new(aggregate);
        self.gather(steps, work, &mut |this| {
            let value = this.term(body, work)?;
            gathered.add(value).map_err(|trouble| this.trouble(trouble, span))
        })?;
        gathered.result().map_err(|trouble| self.trouble(trouble, span))
    }
}

//! Terms and options computed by walking the form.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::factors;
use crate::work::Work;

use super::form::*;
use super::numbers;
use super::syntax::{Function, Op, SetFunction, Span};

/// An option as the evaluator found it; borrowed, so that enumerating costs no allocation.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Which kind of move.
    pub kind: usize,
    /// How often each part occurs.
    pub counts: &'a [u64],
    /// The coordinates of the parts, one part after the other.
    pub places: &'a [i64],
    /// What the mover earns.
    pub gain: i64,
}

/// How many choices are made between two questions whether to go on.
const PULSE: u64 = 1 << 14;
/// Members of a fixed set that are compared in the time of one choice.
const LOOKED_AT_ONCE: u64 = 64;
/// Of a range that is longer than allowed, so many members are visited at either end before the position is refused,
const HALF: i64 = 1 << 13;
/// and so many such ranges.
const ROUNDS: u64 = 16;

/// Enumerates the options of positions of one rule.
#[derive(Debug)]
pub struct Evaluator {
    form: Arc<Form>,
    slots: Vec<i64>,
    counts: Vec<u64>,
    places: Vec<i64>,
    steps: u64,
    /// Steps since the work was asked last, for all positions together: each may have few and all of them many.
    unasked: u64,
    most: u64,
    /// How many steps the position at hand may take; fewer than `most` once it is certain to be refused.
    allowed: u64,
    refused: bool,
    primes: RefCell<Vec<u64>>,
}

impl Evaluator {
    /// An evaluator that refuses positions whose moves take more than `most` steps to enumerate.
    pub fn new(form: Arc<Form>, most: u64) -> Evaluator {
        let slots = vec![0; form.slots];
        Evaluator {
            form,
            slots,
            counts: Vec::new(),
            places: Vec::new(),
            steps: 0,
            unasked: 0,
            most,
            allowed: most,
            refused: false,
            primes: RefCell::default(),
        }
    }

    /// The rule that is evaluated.
    pub fn form(&self) -> &Arc<Form> {
        &self.form
    }

    /// Calls `visit` with every option of a position; the same option may come more than once.
    ///
    /// The work is asked now and then whether to go on: a position may have many choices and hardly an option.
    pub fn options(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        self.each_option_of_all(place, work, visit)
    }

    /// The same, until `visit` breaks it off; says whether it did.
    pub fn options_until(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        // Going through options has one way to end early, a failure, which fits in a register; that somebody has seen
        // enough is no failure, and is known here.
        let mut enough = false;
        let walked = self.each_option_of_all(place, work, &mut |option| {
            enough = visit(option)?.is_break();
            if enough {
                Err(Error::new(ErrorKind::Evaluation, "whoever looked has seen enough"))
            } else {
                Ok(())
            }
        });
        if enough { Ok(ControlFlow::Break(())) } else { walked.map(ControlFlow::Continue) }
    }

    fn each_option_of_all(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        self.load(place);
        let form = Arc::clone(&self.form);
        (0..form.kinds.len()).try_for_each(|index| self.each_option(&form, index, work, visit))?;
        self.accepted()
    }

    /// How many choices the options of the last position took.
    pub(crate) fn choices(&self) -> u64 {
        self.steps
    }

    /// A refusal that was put off until the first members of a range were visited.
    fn accepted(&self) -> Result<()> {
        if self.refused { Err(self.too_many()) } else { Ok(()) }
    }

    /// Prepares for [`Evaluator::options_of`]: the slots of the coordinates take the position.
    pub(crate) fn load(&mut self, place: &[i64]) {
        (self.steps, self.allowed, self.refused) = (0, self.most, false);
        self.slots[..place.len()].copy_from_slice(place);
    }

    /// Whether the mover wins a finished game at this position, if the rule says so.
    pub fn wins_at_end(&mut self, place: &[i64]) -> Result<Option<bool>> {
        self.slots[..place.len()].copy_from_slice(place);
        let form = Arc::clone(&self.form);
        form.ending.win_if.as_ref().map(|condition| Ok(self.term(condition)? != 0)).transpose()
    }

    /// Whether all coordinates lie in their domains.
    pub fn is_legal(&mut self, place: &[i64]) -> Result<bool> {
        self.slots[..place.len()].copy_from_slice(place);
        let form = Arc::clone(&self.form);
        self.inside(&form, place)
    }

    /// The bounds of a coordinate with an integer domain, given the earlier coordinates.
    pub fn bounds(&mut self, axis: usize, earlier: &[i64]) -> Result<(i64, Option<i64>)> {
        self.slots[..earlier.len()].copy_from_slice(earlier);
        let form = Arc::clone(&self.form);
        Ok(match &form.axes[axis].domain {
            Domain::Natural => (0, None),
            Domain::Range(low, high) => (self.term(low)?, Some(self.term(high)?)),
            Domain::Integers(members) => (members[0], members.last().copied()),
            Domain::Names(ids) => (*ids.iter().min().unwrap_or(&0), ids.iter().max().copied()),
        })
    }

    /// Makes the choices before `until` of one kind in every way and calls `then` for each.
    pub(crate) fn choose(
        &mut self,
        kind: &Kind,
        until: usize,
        work: &Work<'_>,
        then: &mut dyn FnMut(&mut Evaluator) -> Result<()>,
    ) -> Result<()> {
        self.each_choice(kind, 0, until, work, then)?;
        self.accepted()
    }

    fn each_choice(
        &mut self,
        kind: &Kind,
        at: usize,
        until: usize,
        work: &Work<'_>,
        then: &mut dyn FnMut(&mut Evaluator) -> Result<()>,
    ) -> Result<()> {
        if at == until {
            return then(self);
        }
        match &kind.steps[at] {
            QualifierForm::Guard(condition) => match self.term(condition)? {
                0 => Ok(()),
                _ => self.each_choice(kind, at + 1, until, work, then),
            },
            QualifierForm::Each(slot, set) => self.each(set, work, &mut |this, member| {
                this.slots[*slot] = member;
                this.each_choice(kind, at + 1, until, work, then)
            }),
        }
    }

    /// Gives a slot its value.
    pub(crate) fn set(&mut self, slot: usize, value: i64) {
        self.slots[slot] = value;
    }

    /// Calls `visit` with every option of one kind; the position has been loaded.
    pub(crate) fn options_of(
        &mut self,
        form: &Form,
        index: usize,
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        self.each_option(form, index, work, visit)?;
        self.accepted()
    }

    fn each_option(
        &mut self,
        form: &Form,
        index: usize,
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        let kind = &form.kinds[index];
        let parts = (kind.parts.len() * form.axes.len()) as u64;
        self.charge(1, work)?;
        self.each_choice(kind, 0, kind.steps.len(), work, &mut |this| {
            this.charge(parts, work)?;
            this.emit(form, index, visit)
        })
    }

    fn emit(
        &mut self,
        form: &Form,
        index: usize,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        let kind = &form.kinds[index];
        let (mut counts, mut places) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.places));
        counts.clear();
        places.clear();
        let legal = self.parts(form, kind, &mut counts, &mut places);
        let mut visit = |legal: bool| -> Result<()> {
            if !legal {
                return Ok(());
            }
            let gain = kind.gain.as_ref().map_or(Ok(0), |gain| self.term(gain))?;
            visit(Found { kind: index, counts: &counts, places: &places, gain })
        };
        let result = legal.and_then(&mut visit);
        (self.counts, self.places) = (counts, places);
        result
    }

    fn parts(
        &mut self,
        form: &Form,
        kind: &Kind,
        counts: &mut Vec<u64>,
        places: &mut Vec<i64>,
    ) -> Result<bool> {
        for part in &kind.parts {
            let count = part.count.as_ref().map_or(Ok(1), |count| self.term(count))?;
            if count < 0 {
                return Ok(false);
            }
            let start = places.len();
            for term in &part.place {
                places.push(self.term(term)?);
            }
            if !self.inside(form, &places[start..])? {
                return Ok(false);
            }
            match count {
                0 => places.truncate(start),
                _ => counts.push(count as u64),
            }
        }
        Ok(true)
    }

    fn inside(&mut self, form: &Form, place: &[i64]) -> Result<bool> {
        for (axis, &value) in form.axes.iter().zip(place) {
            let ok = match &axis.domain {
                Domain::Natural => value >= 0,
                Domain::Range(low, high) => match (low.as_const(), high.as_const()) {
                    (Some(low), Some(high)) => low <= value && value <= high,
                    _ => self.inside_moving_range(low, high, place, value)?,
                },
                Domain::Integers(members) => members.binary_search(&value).is_ok(),
                Domain::Names(ids) => ids.contains(&value),
            };
            if !ok {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Bounds that depend on earlier coordinates are those of the option, not of the position it comes from.
    fn inside_moving_range(&mut self, low: &Term, high: &Term, place: &[i64], value: i64) -> Result<bool> {
        let saved = self.slots[..place.len()].to_vec();
        self.slots[..place.len()].copy_from_slice(place);
        let bounds = self.term(low).and_then(|low| Ok((low, self.term(high)?)));
        self.slots[..place.len()].copy_from_slice(&saved);
        bounds.map(|(low, high)| low <= value && value <= high)
    }

    /// Calls `visit` for every member of a set.
    fn each(
        &mut self,
        set: &SetForm,
        work: &Work<'_>,
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Result<()>,
    ) -> Result<()> {
        match set {
            SetForm::Range(low, high) => self.range(low, high, work, visit),
            SetForm::Fixed(members) => members.iter().try_for_each(|&member| self.step(member, work, visit)),
            SetForm::Members(members) => {
                // A set has each member once, whatever way it was written.
                let mut seen = hashbrown::HashSet::new();
                for (first, last) in members {
                    let mut once =
                        |this: &mut Evaluator, m| if seen.insert(m) { visit(this, m) } else { Ok(()) };
                    self.range(first, last.as_ref().unwrap_or(first), work, &mut once)?;
                }
                Ok(())
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
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Result<()>,
    ) -> Result<()> {
        let (low, high) = (self.term(low)?, self.term(high)?);
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

    fn too_many(&self) -> Error {
        Error::new(ErrorKind::Limit, Fault::TooManyOptions { most: self.most })
            .hint(NextStep::RaisePositionsOrLess)
    }

    /// Counts work, and asks now and then whether to go on.
    #[inline]
    fn charge(&mut self, units: u64, work: &Work<'_>) -> Result<()> {
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
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Result<()>,
    ) -> Result<()> {
        self.steps += 1;
        self.charge(1, work)?;
        if self.steps > self.allowed {
            return Err(self.too_many());
        }
        visit(self, member)
    }

    fn named_set(
        &mut self,
        function: SetFunction,
        arguments: &[Term],
        span: Span,
        work: &Work<'_>,
        visit: &mut dyn FnMut(&mut Evaluator, i64) -> Result<()>,
    ) -> Result<()> {
        let last = arguments.last().map_or(Ok(0), |bound| self.term(bound))?;
        match function {
            SetFunction::Divisors => {
                let divisors = numbers::divisors(last, self.most).map_err(|e| e.at(span.range()))?;
                divisors.into_iter().try_for_each(|d| self.step(d, work, visit))
            }
            SetFunction::Primes => {
                if last > self.most as i64 {
                    return Err(Error::new(
                        ErrorKind::Limit,
                        format!("the primes up to {last} are too many"),
                    )
                    .hint(NextStep::RaisePositions));
                }
                let last = u64::try_from(last).unwrap_or(0);
                numbers::extend_primes(&mut self.primes.borrow_mut(), last, work)?;
                let count = self.primes.borrow().partition_point(|&p| p <= last);
                (0..count).try_for_each(|i| {
                    let prime = self.primes.borrow()[i];
                    self.step(prime as i64, work, visit)
                })
            }
            _ => {
                let base = if arguments.len() == 2 { self.term(&arguments[0])? } else { 2 };
                if function == SetFunction::Powers && base < 2 {
                    return Err(Error::new(ErrorKind::Evaluation, format!("powers of {base} do not grow"))
                        .at(span.range())
                        .hint("the base is at least 2"));
                }
                numbers::sequence(function, base)
                    .take_while(|&member| member <= last)
                    .try_for_each(|member| self.step(member, work, visit))
            }
        }
    }

    fn contains(&mut self, set: &SetForm, item: i64) -> Result<bool> {
        Ok(match set {
            SetForm::Range(low, high) => self.term(low)? <= item && item <= self.term(high)?,
            SetForm::Fixed(members) => {
                self.unasked += members.len() as u64 / LOOKED_AT_ONCE;
                members.contains(&item)
            }
            SetForm::Members(members) => {
                self.unasked += members.len() as u64;
                for (first, last) in members {
                    let first = self.term(first)?;
                    if first <= item && item <= last.as_ref().map_or(Ok(first), |last| self.term(last))? {
                        return Ok(true);
                    }
                }
                false
            }
            SetForm::Call(function, arguments, _) => {
                let last = arguments.last().map_or(Ok(0), |bound| self.term(bound))?;
                let base = if arguments.len() == 2 { self.term(&arguments[0])? } else { 2 };
                numbers::is_member(*function, base, last, item)
            }
        })
    }

    /// The value of a term in the current slots.
    pub(crate) fn term(&mut self, term: &Term) -> Result<i64> {
        match &term.kind {
            TermKind::Const(value) => Ok(*value),
            TermKind::Slot(slot) => Ok(self.slots[*slot]),
            TermKind::Neg(inner) => {
                let inner = self.term(inner)?;
                inner.checked_neg().ok_or_else(|| self.overflow(term.span))
            }
            TermKind::Not(inner) => Ok(i64::from(self.term(inner)? == 0)),
            TermKind::Binary(Op::And, left, right) => {
                Ok(i64::from(self.term(left)? != 0 && self.term(right)? != 0))
            }
            TermKind::Binary(Op::Or, left, right) => {
                Ok(i64::from(self.term(left)? != 0 || self.term(right)? != 0))
            }
            TermKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                arithmetic(*op, left, right).ok_or_else(|| self.failed(*op, right, term.span))
            }
            TermKind::Call(function, arguments) => self.call(*function, arguments, term.span),
            TermKind::Index(list, index) => {
                let index = self.term(index)?;
                let list = &self.form.lists[*list];
                usize::try_from(index).ok().and_then(|i| list.get(i).copied()).ok_or_else(|| {
                    let entries = list.len();
                    self.error(
                        format!("the list has {entries} entries, there is no entry {index}"),
                        term.span,
                    )
                    .hint("entries are counted from 0")
                })
            }
            TermKind::In(item, set) => {
                let item = self.term(item)?;
                Ok(i64::from(self.contains(set, item)?))
            }
        }
    }

    fn call(&mut self, function: Function, arguments: &[Term], span: Span) -> Result<i64> {
        let first = self.term(&arguments[0])?;
        match function {
            Function::Min | Function::Max => arguments[1..].iter().try_fold(first, |best, argument| {
                let value = self.term(argument)?;
                Ok(if function == Function::Min { best.min(value) } else { best.max(value) })
            }),
            Function::Abs => first.checked_abs().ok_or_else(|| self.overflow(span)),
            Function::Gcd => {
                let second = self.term(&arguments[1])?;
                i64::try_from(factors::gcd(first.unsigned_abs(), second.unsigned_abs()))
                    .map_err(|_| self.overflow(span))
            }
            Function::Isqrt if first < 0 => Err(self.error(format!("{first} has no square root"), span)),
            Function::Isqrt => Ok(first.isqrt()),
            Function::Bit => {
                let index = self.term(&arguments[1])?;
                Ok(if index < 0 { 0 } else { first >> index.min(63) & 1 })
            }
            Function::Popcount => Ok(i64::from(first.count_ones())),
            Function::Len => unreachable!("the checker turns `len` into a constant"),
        }
    }

    fn failed(&self, op: Op, right: i64, span: Span) -> Error {
        match op {
            Op::Div | Op::Rem if right == 0 => self.error("division by zero".into(), span),
            _ => self.overflow(span),
        }
    }

    fn overflow(&self, span: Span) -> Error {
        self.error("a number here does not fit in 64 bits".into(), span)
    }

    /// An error that names the position at which it happened.
    fn error(&self, message: String, span: Span) -> Error {
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
        Error::new(ErrorKind::Evaluation, format!("{message} (at {})", at.join(", "))).at(span.range())
    }
}

/// Arithmetic and comparison; `None` on overflow and division by zero. Division rounds down.
fn arithmetic(op: Op, left: i64, right: i64) -> Option<i64> {
    match op {
        Op::Add => left.checked_add(right),
        Op::Sub => left.checked_sub(right),
        Op::Mul => left.checked_mul(right),
        Op::Div => {
            let quotient = left.checked_div(right)?;
            Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
        }
        Op::Rem => {
            let rest = left.checked_rem(right)?;
            Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        Op::Eq => Some(i64::from(left == right)),
        Op::Ne => Some(i64::from(left != right)),
        Op::Lt => Some(i64::from(left < right)),
        Op::Le => Some(i64::from(left <= right)),
        Op::Gt => Some(i64::from(left > right)),
        Op::Ge => Some(i64::from(left >= right)),
        Op::And => Some(i64::from(left != 0 && right != 0)),
        Op::Or => Some(i64::from(left != 0 || right != 0)),
    }
}

/// A term without slots becomes a constant, unless computing it fails: then it fails when it is reached.
pub(crate) fn fold(term: Term, lists: &[Vec<i64>]) -> Term {
    let ready = match &term.kind {
        TermKind::Const(_) | TermKind::Slot(_) | TermKind::In(..) => false,
        TermKind::Neg(inner) | TermKind::Not(inner) | TermKind::Index(_, inner) => inner.as_const().is_some(),
        TermKind::Binary(_, left, right) => left.as_const().is_some() && right.as_const().is_some(),
        TermKind::Call(_, arguments) => arguments.iter().all(|a| a.as_const().is_some()),
    };
    if !ready {
        return term;
    }
    let value = match &term.kind {
        TermKind::Index(list, index) => {
            let index = index.as_const().and_then(|index| usize::try_from(index).ok());
            index.and_then(|index| lists[*list].get(index).copied())
        }
        _ => {
            let kinds = Vec::new();
            let ending = EndForm::default();
            let form =
                Form { axes: Vec::new(), names: Vec::new(), lists: Vec::new(), kinds, ending, slots: 0 };
            Evaluator::new(Arc::new(form), 1).term(&term).ok()
        }
    };
    match value {
        Some(value) => Term { kind: TermKind::Const(value), span: term.span },
        None => term,
    }
}

//! Terms and options computed by walking the form.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::work::Work;

use super::arithmetic::{Aggregate, Function, Gathered, Op, Trouble};
use super::form::*;
use super::numbers;
use super::syntax::{SetFunction, Span};

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
/// How many members may be gone through to gather what the moves of one position ask for.
const MOST_GATHERED: u64 = 1 << 22;
/// How many different parts one move may leave.
const MOST_PARTS_LEFT: usize = 1 << 16;

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
    /// How many sums and the like are under way inside each other, and how many members they went through so far.
    gathering: u32,
    gathered: u64,
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
            gathering: 0,
            gathered: 0,
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
        self.load_place(place);
    }

    fn load_place(&mut self, place: &[i64]) {
        (self.gathering, self.gathered) = (0, 0);
        self.slots[..place.len()].copy_from_slice(place);
    }

    /// Whether the mover wins a finished game at this position, if the rule says so.
    pub fn wins_at_end(&mut self, place: &[i64]) -> Result<Option<bool>> {
        self.load_place(place);
        let form = Arc::clone(&self.form);
        let wins = |condition| Ok(self.term(condition, &Work::unwatched())? != 0);
        form.ending.win_if.as_ref().map(wins).transpose()
    }

    /// Whether all coordinates lie in their domains.
    pub fn is_legal(&mut self, place: &[i64]) -> Result<bool> {
        self.load_place(place);
        let form = Arc::clone(&self.form);
        self.inside(&form, place, &Work::unwatched())
    }

    /// The bounds of a coordinate with an integer domain, given the earlier coordinates.
    pub fn bounds(&mut self, axis: usize, earlier: &[i64]) -> Result<(i64, Option<i64>)> {
        self.load_place(earlier);
        let (form, work) = (Arc::clone(&self.form), &Work::unwatched());
        Ok(match &form.axes[axis].domain {
            Domain::Natural => (0, None),
            Domain::Range(low, high) => (self.term(low, work)?, Some(self.term(high, work)?)),
            Domain::From(low) => (self.term(low, work)?, None),
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
        self.each_choice(&kind.steps[..until], work, then)?;
        self.accepted()
    }

    fn each_choice(
        &mut self,
        steps: &[QualifierForm],
        work: &Work<'_>,
        then: &mut dyn FnMut(&mut Evaluator) -> Result<()>,
    ) -> Result<()> {
        let Some((first, rest)) = steps.split_first() else { return then(self) };
        match first {
            QualifierForm::Guard(condition) => match self.term(condition, work)? {
                0 => Ok(()),
                _ => self.each_choice(rest, work, then),
            },
            QualifierForm::Each(slot, set) => self.each(set, work, &mut |this, member| {
                this.slots[*slot] = member;
                this.each_choice(rest, work, then)
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
        self.each_choice(&kind.steps, work, &mut |this| {
            this.charge(parts, work)?;
            this.emit(form, index, work, visit)
        })
    }

    fn emit(
        &mut self,
        form: &Form,
        index: usize,
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        let kind = &form.kinds[index];
        let (mut counts, mut places) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.places));
        counts.clear();
        places.clear();
        let legal = self.parts(form, kind, &mut counts, &mut places, work);
        let mut visit = |legal: bool| -> Result<()> {
            if !legal {
                return Ok(());
            }
            let gain = kind.gain.as_ref().map_or(Ok(0), |gain| self.term(gain, work))?;
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
        work: &Work<'_>,
    ) -> Result<bool> {
        for part in &kind.parts {
            let legal = match part.each.is_empty() {
                true => self.part(form, part, counts, places, work)?,
                false => self.gather(&part.each, work, &mut |this| {
                    if counts.len() == MOST_PARTS_LEFT {
                        let message = format!("a move leaves more than {MOST_PARTS_LEFT} parts");
                        return Err(Error::new(ErrorKind::Limit, message).at(kind.span.range()));
                    }
                    this.part(form, part, counts, places, work)
                })?,
            };
            if !legal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds one part, and says whether it is a legal one.
    fn part(
        &mut self,
        form: &Form,
        part: &PartForm,
        counts: &mut Vec<u64>,
        places: &mut Vec<i64>,
        work: &Work<'_>,
    ) -> Result<bool> {
        let count = part.count.as_ref().map_or(Ok(1), |count| self.term(count, work))?;
        if count < 0 {
            return Ok(false);
        }
        let start = places.len();
        for term in &part.place {
            places.push(self.term(term, work)?);
        }
        if !self.inside(form, &places[start..], work)? {
            return Ok(false);
        }
        match count {
            0 => places.truncate(start),
            _ => counts.push(count as u64),
        }
        Ok(true)
    }

    /// Makes every choice that something is gathered from, until `add` says that it has enough; says whether it went
    /// through all of them.
    fn gather(
        &mut self,
        steps: &[QualifierForm],
        work: &Work<'_>,
        add: &mut dyn FnMut(&mut Evaluator) -> Result<bool>,
    ) -> Result<bool> {
        let mut enough = false;
        self.gathering += 1;
        let walked = self.each_choice(steps, work, &mut |this| {
            enough = !add(this)?;
            // As where options are gone through, a failure is the one way to end early.
            if enough { Err(Error::new(ErrorKind::Evaluation, "enough was gathered")) } else { Ok(()) }
        });
        self.gathering -= 1;
        if enough { Ok(false) } else { walked.map(|()| true) }
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

    fn inside(&mut self, form: &Form, place: &[i64], work: &Work<'_>) -> Result<bool> {
        for (axis, &value) in form.axes.iter().zip(place) {
            let ok = match &axis.domain {
                Domain::Natural => value >= 0,
                Domain::Range(low, high) => match (low.as_const(), high.as_const()) {
                    (Some(low), Some(high)) => low <= value && value <= high,
                    _ => self.inside_moving_range(low, Some(high), place, value, work)?,
                },
                Domain::From(low) => match low.as_const() {
                    Some(low) => low <= value,
                    None => self.inside_moving_range(low, None, place, value, work)?,
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
    fn inside_moving_range(
        &mut self,
        low: &Term,
        high: Option<&Term>,
        place: &[i64],
        value: i64,
        work: &Work<'_>,
    ) -> Result<bool> {
        let saved = self.slots[..place.len()].to_vec();
        self.slots[..place.len()].copy_from_slice(place);
        let mut within = || {
            Ok(self.term(low, work)? <= value
                && high.map_or(Ok(value), |high| self.term(high, work))? >= value)
        };
        let within = within();
        self.slots[..place.len()].copy_from_slice(&saved);
        within
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
            SetForm::Entries(list) => {
                let form = Arc::clone(&self.form);
                form.lists[*list].iter().try_for_each(|&entry| self.step(entry, work, visit))
            }
            SetForm::Filter(slot, set, condition) => self.each(set, work, &mut |this, member| {
                this.slots[*slot] = member;
                if this.term(condition, work)? == 0 { Ok(()) } else { visit(this, member) }
            }),
            SetForm::Members(members) => {
                // A set has each member once, whatever way it was written.
                let mut seen = hashbrown::HashSet::new();
                for (first, last) in members {
                    self.gathered += u64::from(self.gathering > 0);
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
        let (low, high) = (self.term(low, work)?, self.term(high, work)?);
        if self.gathering > 0 {
            // Nobody waits for a refusal that is certain.
            if low <= high && high.abs_diff(low) >= MOST_GATHERED {
                return Err(self.too_much_to_gather());
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

    fn too_many(&self) -> Error {
        Error::new(ErrorKind::Limit, Fault::TooManyOptions { most: self.most })
            .hint(NextStep::RaisePositionsOrLess)
    }

    fn too_much_to_gather(&self) -> Error {
        let message = format!("the moves of a position add up or compare more than {MOST_GATHERED} numbers");
        Error::new(ErrorKind::Limit, message).hint("ask about a smaller position, or shorten the range")
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
        if self.gathering > 0 {
            self.gathered += 1;
            self.charge(1, work)?;
            return if self.gathered > MOST_GATHERED {
                Err(self.too_much_to_gather())
            } else {
                visit(self, member)
            };
        }
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
        let last = arguments.last().map_or(Ok(0), |bound| self.term(bound, work))?;
        let most = if self.gathering > 0 { MOST_GATHERED } else { self.most };
        match function {
            SetFunction::Divisors => {
                let divisors = numbers::divisors(last, most).map_err(|e| e.at(span.range()))?;
                divisors.into_iter().try_for_each(|d| self.step(d, work, visit))
            }
            SetFunction::Primes => {
                if last > most as i64 {
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
                let base = if arguments.len() == 2 { self.term(&arguments[0], work)? } else { 2 };
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
                    self.error(
                        format!("the list has {entries} entries, there is no entry {index}"),
                        term.span,
                    )
                    .hint("entries are counted from 0")
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
        self.error(trouble.to_string(), span)
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

/// A term without slots becomes a constant, unless computing it fails: then it fails when it is reached.
pub(crate) fn fold(term: Term, lists: &[Vec<i64>]) -> Term {
    let ready = match &term.kind {
        TermKind::Const(_) | TermKind::Slot(_) | TermKind::In(..) => false,
        // What is gathered may take long, and is needed only where it is reached.
        TermKind::If(_) | TermKind::Over(..) => false,
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
            Evaluator::new(Arc::new(form), 1).term(&term, &Work::unwatched()).ok()
        }
    };
    match value {
        Some(value) => Term { kind: TermKind::Const(value), span: term.span },
        None => term,
    }
}

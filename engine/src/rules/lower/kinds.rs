//! The choices of a move, and the options they lead to.

use crate::program::Operation;

use super::super::form::{Domain, Kind, QualifierForm, SetForm, Term};
use super::slope::slope;
use super::{Known, Lowered, Lowering, NotLowered};

/// A legal option: its parts with how often each is there (once if absent), and what the mover earns.
pub(crate) struct Emitted {
    pub parts: Vec<(Option<Known>, Vec<Known>)>,
    pub gain: Known,
}

type Emit<'e, 'a> = dyn FnMut(&mut Lowering<'a>, &Emitted) -> Lowered + 'e;

impl<'a> Lowering<'a> {
    /// Goes through every option of one kind. The slots of the coordinates have been set.
    pub(crate) fn kind(&mut self, index: usize, emit: &mut Emit<'_, 'a>) -> Lowered {
        let form = self.form;
        let kind = &form.kinds[index];
        self.choose(kind, 0, emit)
    }

    fn choose(&mut self, kind: &'a Kind, at: usize, emit: &mut Emit<'_, 'a>) -> Lowered {
        match kind.steps.get(at) {
            None => self.emit(kind, emit),
            Some(QualifierForm::Guard(condition)) => {
                let condition = self.condition(condition)?;
                self.when(condition, &mut |this| this.choose(kind, at + 1, emit))
            }
            Some(QualifierForm::Each(slot, SetForm::Range(low, high))) => {
                let (low, high) = (self.term(low)?, self.term(high)?);
                let fences = self.fences(kind, *slot, at)?;
                let most = span(low, high);
                if !fences.is_empty() {
                    let (mut first, mut last, proved) = (low, high, self.proved.len());
                    for fence in &fences {
                        (first, last) = self.narrow(fence, first, last);
                    }
                    if self.counted {
                        // What is left out of a range is a choice, too.
                        let length = self.builder.difference(high, low);
                        let length = self.builder.max(length, Known::constant(-1));
                        self.pay(length);
                        self.paid = true;
                    }
                    // What cannot be legal is left out, unless looking at it might fail.
                    let trimmed = self.repeat(first, last, most, |traps| !traps, &mut |this, member| {
                        this.slots[*slot] = Some(member);
                        for fence in &fences {
                            this.prove(fence)?;
                        }
                        this.choose(kind, at + 1, emit)
                    })?;
                    self.proved.truncate(proved);
                    if trimmed {
                        return Ok(());
                    }
                }
                let body = &mut |this: &mut Self, member| {
                    this.slots[*slot] = Some(member);
                    this.choose(kind, at + 1, emit)
                };
                self.repeat(low, high, u64::MAX, |_| true, body).map(|_| ())
            }
            Some(QualifierForm::Each(slot, set)) => self.each(set, &mut |this, member| {
                this.slots[*slot] = Some(member);
                this.choose(kind, at + 1, emit)
            }),
        }
    }

    /// Whether a place is one of the rule, as far as its coordinates do not say so by themselves; `sure` are those that do.
    pub(crate) fn is_legal(&mut self, place: &[Known], sure: &[bool]) -> Lowered<Known> {
        let (mut legal, mut signs, mut place) = (Known::constant(1), Known::constant(0), place.to_vec());
        for axis in (0..place.len()).filter(|axis| !sure[*axis]) {
            legal = self.inside(axis, &mut place, legal, &mut signs)?;
        }
        Ok(self.with_signs(legal, signs))
    }

    fn with_signs(&mut self, legal: Known, signs: Known) -> Known {
        let natural = self.builder.compare(Operation::Le, Known::constant(0), signs);
        self.builder.bits(Operation::And, legal, natural)
    }

    fn emit(&mut self, kind: &'a Kind, emit: &mut Emit<'_, 'a>) -> Lowered {
        let mut parts = Vec::with_capacity(kind.parts.len());
        let (mut legal, mut signs) = (Known::constant(1), Known::constant(0));
        for part in &kind.parts {
            if !part.each.is_empty() {
                return Err(NotLowered);
            }
            let count = part.count.as_ref().map(|count| self.term(count)).transpose()?;
            if let Some(count) = count.filter(|count| count.low < 0) {
                signs = self.builder.bits(Operation::Or, signs, count);
            }
            let mut place = Vec::with_capacity(part.place.len());
            for term in &part.place {
                place.push(self.term(term)?);
            }
            for axis in 0..place.len() {
                legal = self.inside(axis, &mut place, legal, &mut signs)?;
            }
            parts.push((count, place));
        }
        let legal = self.with_signs(legal, signs);
        self.options = self.options.saturating_add(self.times);
        self.when(legal, &mut |this| {
            let gain = kind.gain.as_ref().map_or(Ok(Known::constant(0)), |gain| this.term(gain))?;
            emit(this, &Emitted { parts: parts.clone(), gain })
        })
    }

    /// Adds to what makes an option legal that a coordinate lies in its domain and below the ceiling. What is only asked to be
    /// no negative number is asked of all such numbers at once, by their signs.
    fn inside(
        &mut self,
        axis: usize,
        place: &mut [Known],
        legal: Known,
        signs: &mut Known,
    ) -> Lowered<Known> {
        let form = self.form;
        let mut value = place[axis];
        if let Some((low, high)) =
            self.proved.iter().find(|known| known.0 == value.operand).map(|known| known.1)
        {
            value = value.within(low, high);
        }
        let mut legal = legal;
        let (low, high) = match &form.axes[axis].domain {
            Domain::Natural => (Some(Known::constant(0)), None),
            Domain::From(low) => (Some(self.moved(low, &place[..axis])?), None),
            Domain::Range(low, high) => {
                let high = self.moved(high, &place[..axis])?;
                (Some(self.moved(low, &place[..axis])?), Some(high))
            }
            Domain::Integers(members) | Domain::Names(members) => {
                let inside = self.one_of(members, value)?;
                legal = self.builder.bits(Operation::And, legal, inside);
                let (low, high) = form.axes[axis].domain.fixed_bounds();
                value = value.within(low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
                (None, None)
            }
        };
        if let Some(low) = low {
            if low.as_constant() == Some(0) && value.low < 0 {
                *signs = self.builder.bits(Operation::Or, *signs, value);
            } else {
                let above = self.builder.compare(Operation::Le, low, value);
                legal = self.builder.bits(Operation::And, legal, above);
            }
            value = value.within(low.low, i64::MAX);
        }
        let ceiling = self.ceilings[axis].map(Known::constant);
        for high in [high, ceiling].into_iter().flatten() {
            let below = self.builder.compare(Operation::Le, value, high);
            legal = self.builder.bits(Operation::And, legal, below);
            value = value.within(i64::MIN, high.high);
        }
        place[axis] = value;
        Ok(legal)
    }

    /// A bound that may depend on earlier coordinates of the option.
    fn moved(&mut self, bound: &'a Term, earlier: &[Known]) -> Lowered<Known> {
        if let Some(bound) = bound.as_const() {
            return Ok(Known::constant(bound));
        }
        let saved: Vec<Option<Known>> = self.slots[..earlier.len()].to_vec();
        for (slot, value) in self.slots.iter_mut().zip(earlier) {
            *slot = Some(*value);
        }
        let bound = self.term(bound);
        self.slots[..earlier.len()].copy_from_slice(&saved);
        bound
    }

    /// Where a coordinate of a part moves by one with the slot, and its domain has ends that never change.
    fn fences(&mut self, kind: &'a Kind, slot: usize, at: usize) -> Lowered<Vec<Fence<'a>>> {
        let later = |step: &QualifierForm| match step {
            QualifierForm::Each(slot, _) => Some(*slot),
            QualifierForm::Guard(_) => None,
        };
        let later: Vec<usize> = kind.steps[at + 1..].iter().filter_map(later).collect();
        let mut fences = Vec::new();
        for part in &kind.parts {
            for (axis, term) in part.place.iter().enumerate() {
                let domain = &self.form.axes[axis].domain;
                let Some(step @ (1 | -1)) = slope(term, slot) else { continue };
                if !domain.is_fixed_interval() || later.iter().any(|slot| term.mentions(*slot)) {
                    continue;
                }
                let (low, high) = domain.fixed_bounds();
                let ceiling = self.ceilings[axis];
                let high = high.into_iter().chain(ceiling).min();
                // Where the coordinate would be if the slot were 0.
                self.slots[slot] = Some(Known::constant(0));
                self.builder.open();
                let base = self.term(term);
                let scope = self.builder.close();
                let base = base?;
                if scope.traps {
                    continue;
                }
                self.builder.splice(scope);
                fences.push(Fence { term, base, step, low, high });
            }
        }
        Ok(fences)
    }

    fn narrow(&mut self, fence: &Fence<'a>, first: Known, last: Known) -> (Known, Known) {
        let (mut first, mut last) = (first, last);
        for (bound, is_low) in [(fence.low, true), (fence.high, false)] {
            let Some(bound) = bound.map(Known::constant) else { continue };
            let base = fence.base;
            // Differences that do not fit in 64 bits leave the range as it is: the fence is then asked for each option.
            let wide = |known: Known| known.low < -(1 << 62) || known.high > 1 << 62;
            if wide(base) || wide(bound) {
                continue;
            }
            if (fence.step > 0) == is_low {
                let reach = match fence.step > 0 {
                    true => self.builder.difference(bound, base),
                    false => self.builder.difference(base, bound),
                };
                first = self.builder.max(first, reach);
            } else {
                let reach = match fence.step > 0 {
                    true => self.builder.difference(bound, base),
                    false => self.builder.difference(base, bound),
                };
                last = self.builder.min(last, reach);
            }
        }
        (first, last)
    }

    /// Notes that a coordinate lies inside its fence.
    fn prove(&mut self, fence: &Fence<'a>) -> Lowered {
        let wide = |bound: Option<i64>| bound.is_some_and(|bound| bound.unsigned_abs() > 1 << 62);
        let base = fence.base;
        if base.low < -(1 << 62) || base.high > 1 << 62 || wide(fence.low) || wide(fence.high) {
            return Ok(());
        }
        let value = self.term(fence.term)?;
        self.proved.push((value.operand, (fence.low.unwrap_or(i64::MIN), fence.high.unwrap_or(i64::MAX))));
        Ok(())
    }
}

/// Bounds of a coordinate that is `base + step · slot`.
struct Fence<'a> {
    term: &'a Term,
    base: Known,
    step: i64,
    low: Option<i64>,
    high: Option<i64>,
}

/// How many members a range has at most.
fn span(low: Known, high: Known) -> u64 {
    u64::try_from(i128::from(high.high) - i128::from(low.low) + 1).unwrap_or(0)
}

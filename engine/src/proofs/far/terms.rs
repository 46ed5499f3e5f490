//! Terms as affine functions of a large heap.

use crate::rules::{Function, Op, Term, TermKind};

use super::Reader;
use super::branch::{Affine, Branch, Heaps};

impl Reader<'_> {
    /// The value of a term, if it is affine for all these heaps.
    pub(super) fn term(&self, term: &Term, branch: &Branch, heaps: &Heaps) -> Option<Affine> {
        match &term.kind {
            TermKind::Const(value) => Some(Affine::constant((*value).into())),
            TermKind::Slot(slot) => branch.slots[*slot],
            TermKind::Neg(inner) => self.term(inner, branch, heaps)?.times(-1),
            TermKind::Binary(op @ (Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem), left, right) => {
                let (left, right) = (self.term(left, branch, heaps)?, self.term(right, branch, heaps)?);
                arithmetic(*op, left, right, branch, heaps)
            }
            TermKind::Binary(op, left, right) if op.is_arithmetic() => {
                let number = |term| i64::try_from(self.term(term, branch, heaps)?.as_constant()?).ok();
                let value = op.apply(number(left)?, number(right)?).ok()?;
                Some(Affine::constant(value.into()))
            }
            TermKind::Binary(..) | TermKind::Not(_) | TermKind::In(..) => {
                let holds = self.holds(term, branch, heaps)?;
                Some(Affine::constant(holds.into()))
            }
            TermKind::Call(function, arguments) => self.call(*function, arguments, branch, heaps),
            TermKind::Index(list, index) => {
                let index = usize::try_from(self.term(index, branch, heaps)?.as_constant()?).ok()?;
                Some(Affine::constant((*self.form.lists[*list].get(index)?).into()))
            }
            TermKind::If(three) => {
                let [condition, one, other] = &**three;
                let taken = if self.holds(condition, branch, heaps)? { one } else { other };
                self.term(taken, branch, heaps)
            }
            TermKind::Over(..) => None,
        }
    }

    /// Whether a condition holds, if it is the same for all these heaps and choices.
    fn holds(&self, condition: &Term, branch: &Branch, heaps: &Heaps) -> Option<bool> {
        match &condition.kind {
            TermKind::Const(value) => Some(*value != 0),
            TermKind::Slot(_) => Some(self.term(condition, branch, heaps)?.as_constant()? != 0),
            _ => {
                // It holds if assuming it changes nothing, and does not if it leaves nothing.
                let kept = self.assume(condition, true, branch, heaps)?;
                let left = self.assume(condition, false, branch, heaps)?;
                match (kept.is_empty(), left.is_empty()) {
                    (false, true) => Some(true),
                    (true, false) => Some(false),
                    _ => None,
                }
            }
        }
    }

    fn call(&self, function: Function, arguments: &[Term], branch: &Branch, heaps: &Heaps) -> Option<Affine> {
        let values: Vec<Affine> =
            arguments.iter().map(|argument| self.term(argument, branch, heaps)).collect::<Option<_>>()?;
        let (first, more) = values.split_first()?;
        // Of two numbers the one that is never smaller, for all these heaps and choices.
        let larger = |a: Affine, b: Affine| match self.sign(a.minus(b)?, branch, heaps)? {
            true => Some((a, b)),
            false => Some((b, a)),
        };
        match function {
            Function::Max => more.iter().try_fold(*first, |best, &other| Some(larger(best, other)?.0)),
            Function::Min => more.iter().try_fold(*first, |best, &other| Some(larger(best, other)?.1)),
            Function::Abs => Some(larger(*first, first.times(-1)?)?.0),
            _ => {
                let numbers: Vec<i64> = values
                    .iter()
                    .map(|value| i64::try_from(value.as_constant()?).ok())
                    .collect::<Option<_>>()?;
                let (first, more) = numbers.split_first()?;
                let value = match more {
                    [] => function.of_one(*first).ok()?,
                    more => {
                        more.iter().try_fold(*first, |so_far, &next| function.of_two(so_far, next).ok())?
                    }
                };
                Some(Affine::constant(value.into()))
            }
        }
    }

    /// Whether `claim ≥ 0`, if that is the same for all these heaps and choices.
    pub(super) fn sign(&self, claim: Affine, branch: &Branch, heaps: &Heaps) -> Option<bool> {
        if claim.chosen == 0 {
            return Some(heaps.decide(claim));
        }
        // Between its ends a range has nothing that both ends have not.
        let long = branch.long?;
        let low = heaps.decide(claim.with_chosen(long.low)?);
        let high = heaps.decide(claim.with_chosen(long.high)?);
        (low == high).then_some(low)
    }
}

fn arithmetic(op: Op, left: Affine, right: Affine, branch: &Branch, heaps: &Heaps) -> Option<Affine> {
    match (op, left.as_constant(), right.as_constant()) {
        (Op::Add, ..) => left.plus(right),
        (Op::Sub, ..) => left.minus(right),
        (Op::Mul, _, Some(factor)) => left.times(factor),
        (Op::Mul, Some(factor), _) => right.times(factor),
        (Op::Div | Op::Rem, _, Some(divisor)) if divisor > 0 => {
            let rest = heaps.remainder(left, divisor, branch.long)?;
            if op == Op::Rem {
                return Some(Affine::constant(rest));
            }
            let whole = Affine { constant: left.constant - rest, ..left };
            let divides = [whole.constant, whole.heap, whole.chosen].iter().all(|part| part % divisor == 0);
            let (constant, heap, chosen) =
                (whole.constant / divisor, whole.heap / divisor, whole.chosen / divisor);
            divides.then_some(Affine { constant, heap, chosen })
        }
        _ => None,
    }
}

//! Rules whose moves no longer depend on the size of the heap once it is large.
//!
//! Under the assumption that the heap is at least some bound, conditions about it may be decided and `max`, `min`
//! resolved. If after that the heap occurs only as "n minus something without n", all larger heaps have the same moves.

use crate::rules::{Form, Function, Kind, Op, QualifierForm, SetForm, Term, TermKind};
use crate::work::Work;

use super::linear::{Linear, impossible};

/// What is assumed about slots: inequalities `≥ 0`.
type Facts = Vec<Linear>;

/// Whether, for heaps (the coordinate `axis`) of at least `bound`, the moves and the meaning of the end do not depend
/// on the heap.
pub(crate) fn settled(form: &Form, axis: usize, bound: i64, facts: &[Linear], work: &Work<'_>) -> bool {
    let mut facts = facts.to_vec();
    facts.push(Linear::variable(axis).shifted(-bound));
    let settled = Settled { axis, work };
    form.kinds.iter().all(|kind| settled.kind(kind, facts.clone()))
        && form.ending.win_if.as_ref().is_none_or(|end| settled.free(&settled.term(end, &facts)))
}

struct Settled<'w, 'a> {
    axis: usize,
    work: &'w Work<'a>,
}

impl Settled<'_, '_> {
    fn kind(&self, kind: &Kind, mut facts: Facts) -> bool {
        for step in &kind.steps {
            match step {
                QualifierForm::Guard(condition) => {
                    let condition = self.term(condition, &facts);
                    if condition.as_const() == Some(0) {
                        return true;
                    }
                    if !self.free(&condition) {
                        return false;
                    }
                }
                QualifierForm::Each(slot, set) => match self.members(*slot, set, &facts) {
                    Some(known) => facts.extend(known),
                    None => return false,
                },
            }
        }
        kind.parts.iter().all(|part| {
            part.count.is_none()
                && part.place.iter().enumerate().all(|(axis, term)| {
                    let term = self.term(term, &facts);
                    match axis == self.axis {
                        true => Linear::of(&term).is_some_and(|l| l.coefficient(self.axis) == 1),
                        false => self.free(&term),
                    }
                })
        })
    }

    /// What membership says of the chosen slot, for sets that do not depend on the heap.
    fn members(&self, slot: usize, set: &SetForm, facts: &Facts) -> Option<Facts> {
        let chosen = Linear::variable(slot);
        match set {
            SetForm::Fixed(members) => {
                let (least, most) = (*members.iter().min()?, *members.iter().max()?);
                Some(vec![chosen.shifted(-least), Linear::constant(most).minus(&chosen)])
            }
            SetForm::Range(low, high) => {
                let (low, high) = (self.term(low, facts), self.term(high, facts));
                if !self.free(&low) || !self.free(&high) {
                    return None;
                }
                let below = Linear::of(&low).map(|low| chosen.minus(&low));
                let above = Linear::of(&high).map(|high| high.minus(&chosen));
                Some(below.into_iter().chain(above).collect())
            }
            SetForm::Members(_) | SetForm::Call(..) | SetForm::Entries(_) | SetForm::Filter(..) => None,
        }
    }

    /// Whether the heap does not occur.
    fn free(&self, term: &Term) -> bool {
        match &term.kind {
            TermKind::Const(_) => true,
            TermKind::Slot(slot) => *slot != self.axis,
            TermKind::Neg(inner) | TermKind::Not(inner) | TermKind::Index(_, inner) => self.free(inner),
            TermKind::Binary(_, left, right) => self.free(left) && self.free(right),
            TermKind::Call(_, arguments) => arguments.iter().all(|a| self.free(a)),
            TermKind::In(item, set) => self.free(item) && matches!(**set, SetForm::Fixed(_)),
            TermKind::If(three) => three.iter().all(|term| self.free(term)),
            TermKind::Over(..) => false,
        }
    }

    /// The term with everything decided that the facts decide.
    fn term(&self, term: &Term, facts: &Facts) -> Term {
        let made = |kind| Term { kind, span: term.span };
        match &term.kind {
            TermKind::Const(_) | TermKind::Slot(_) | TermKind::Index(..) => term.clone(),
            TermKind::In(..) | TermKind::Over(..) => term.clone(),
            TermKind::If(three) => {
                let [condition, one, other] = &**three;
                let condition = self.term(condition, facts);
                match condition.as_const() {
                    Some(0) => self.term(other, facts),
                    Some(_) => self.term(one, facts),
                    None => {
                        let (one, other) = (self.term(one, facts), self.term(other, facts));
                        made(TermKind::If(Box::new([condition, one, other])))
                    }
                }
            }
            TermKind::Neg(inner) => made(TermKind::Neg(Box::new(self.term(inner, facts)))),
            TermKind::Not(inner) => match self.term(inner, facts) {
                inner if inner.as_const().is_some() => {
                    made(TermKind::Const(i64::from(inner.as_const() == Some(0))))
                }
                inner => made(TermKind::Not(Box::new(inner))),
            },
            TermKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left, facts), self.term(right, facts));
                self.binary(*op, left, right, facts, &made)
            }
            TermKind::Call(function @ (Function::Min | Function::Max), arguments) => {
                let arguments: Vec<Term> = arguments.iter().map(|a| self.term(a, facts)).collect();
                match extreme(*function, &arguments, facts, self.work) {
                    Some(decided) => decided,
                    None => made(TermKind::Call(*function, arguments)),
                }
            }
            TermKind::Call(..) => term.clone(),
        }
    }

    fn binary(
        &self,
        op: Op,
        left: Term,
        right: Term,
        facts: &Facts,
        made: &dyn Fn(TermKind) -> Term,
    ) -> Term {
        let truth = |value: bool| made(TermKind::Const(value.into()));
        match (op, left.as_const(), right.as_const()) {
            (Op::And, Some(0), _) | (Op::And, _, Some(0)) => return truth(false),
            (Op::And, Some(_), _) => return right,
            (Op::And, _, Some(_)) => return left,
            (Op::Or, Some(0), _) => return right,
            (Op::Or, _, Some(0)) => return left,
            (Op::Or, Some(_), _) | (Op::Or, _, Some(_)) => return truth(true),
            _ => {}
        }
        if let (Some(l), Some(r)) = (Linear::of(&left), Linear::of(&right)) {
            let never = |claim: Linear| impossible(&[&facts[..], &[claim]].concat(), self.work);
            let (above, below) = (l.minus(&r), r.minus(&l));
            let (not_above, not_below) = (never(above.shifted(-1)), never(below.shifted(-1)));
            let not_equal = impossible(&[&facts[..], &[above.clone(), below.clone()]].concat(), self.work);
            let decided = match op {
                Op::Lt if never(below.shifted(-1)) => Some(false),
                Op::Lt if never(above.clone()) => Some(true),
                Op::Le if never(below.clone()) => Some(false),
                Op::Le if not_above => Some(true),
                Op::Gt if not_above => Some(false),
                Op::Gt if never(below.clone()) => Some(true),
                Op::Ge if never(above.clone()) => Some(false),
                Op::Ge if not_below => Some(true),
                Op::Eq | Op::Ne if not_equal => Some(op == Op::Ne),
                Op::Eq | Op::Ne if not_above && not_below => Some(op == Op::Eq),
                _ => None,
            };
            if let Some(value) = decided {
                return truth(value);
            }
        }
        made(TermKind::Binary(op, Box::new(left), Box::new(right)))
    }
}

/// The argument of `min` or `max` that is always the one, if there is such.
fn extreme(function: Function, arguments: &[Term], facts: &Facts, work: &Work<'_>) -> Option<Term> {
    let linear: Vec<Linear> = arguments.iter().map(Linear::of).collect::<Option<_>>()?;
    let wins = |i: usize| {
        linear.iter().all(|other| {
            let gap =
                if function == Function::Max { linear[i].minus(other) } else { other.minus(&linear[i]) };
            impossible(&[&facts[..], &[gap.times(-1).shifted(-1)]].concat(), work)
        })
    };
    (0..arguments.len()).find(|i| wins(*i)).map(|i| arguments[i].clone())
}

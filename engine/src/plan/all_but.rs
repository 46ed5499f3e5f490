//! Take all but: any amount except finitely many.

use crate::heap::HeapRules;
use crate::rules::{Form, Op, QualifierForm, Rules, SetForm, Term, TermKind};
use crate::work::Work;

use super::sequence::HeapEngine;
use super::shape::heap;
use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

pub(super) struct TakeAllBut;

impl Recogniser for TakeAllBut {
    fn shape(&self) -> ShapeName {
        ShapeName::TakeAllBut
    }

    fn recognise(&self, rules: &Rules, _: &Work<'_>) -> Result<Recognised, Misfit> {
        let forbidden = forbidden(rules.form())?;
        let shown: Vec<String> = forbidden.iter().map(u64::to_string).collect();
        Ok(Recognised {
            why: Fit::AllBut { set: format!("{{{}}}", shown.join(",")) },
            reach: Reach::OnceArithmetic,
            engine: Box::new(HeapEngine::new(EngineName::AllBut, &HeapRules::TakeAllBut(forbidden))?),
        })
    }
}

/// The amounts that may not be taken: `n-s for s in 1..n if s not in {…}`.
fn forbidden(form: &Form) -> Result<Vec<u64>, Misfit> {
    let no = Err;
    if !form.is_heap() {
        return no(Misfit::NotAHeap);
    }
    let [kind] = &form.kinds[..] else { return no(Misfit::SeveralKinds) };
    let [part] = &kind.parts[..] else { return no(Misfit::NotOneHeap) };
    let Some((QualifierForm::Each(slot, SetForm::Range(low, high)), guards)) = kind.steps.split_first()
    else {
        return no(Misfit::NoRange);
    };
    let all = low.as_const() == Some(1) && Linear::of(high) == Some(heap());
    if !all
        || part.count.is_some()
        || Linear::of(&part.place[0]) != Some(heap().minus(&Linear::variable(*slot)))
    {
        return no(Misfit::NotWholeRange);
    }
    let mut forbidden = Vec::new();
    for guard in guards {
        let QualifierForm::Guard(condition) = guard else { return no(Misfit::TwoChoices) };
        if !excluded(condition, *slot, &mut forbidden) {
            return no(Misfit::MoreThanForbids);
        }
    }
    forbidden.sort_unstable();
    forbidden.dedup();
    Ok(forbidden)
}

/// Collects the amounts that a condition forbids; `false` if it says anything else.
fn excluded(condition: &Term, slot: usize, forbidden: &mut Vec<u64>) -> bool {
    let is_amount = |term: &Term| term.kind == TermKind::Slot(slot);
    // Amounts below 1 are never taken, so forbidding them forbids nothing.
    let mut forbid = |amount: i64| forbidden.extend(u64::try_from(amount).ok().filter(|a| *a > 0));
    match &condition.kind {
        TermKind::Binary(Op::And, left, right) => {
            excluded(left, slot, forbidden) && excluded(right, slot, forbidden)
        }
        TermKind::Binary(Op::Ne, left, right) => match (left.as_const(), right.as_const()) {
            (None, Some(amount)) if is_amount(left) => {
                forbid(amount);
                true
            }
            (Some(amount), None) if is_amount(right) => {
                forbid(amount);
                true
            }
            _ => false,
        },
        TermKind::Not(inner) => match &inner.kind {
            TermKind::In(item, set) if is_amount(item) => match &**set {
                SetForm::Fixed(members) => {
                    members.iter().for_each(|&member| forbid(member));
                    true
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

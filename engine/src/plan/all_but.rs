//! Take all but: any amount except finitely many.

use crate::heap::HeapRules;
use crate::rules::{Form, Op, Rules, SetForm, Step, Term, TermKind};
use crate::work::Work;

use super::sequence::HeapEngine;
use super::shape::heap;
use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;

pub(super) struct TakeAllBut;

impl Recogniser for TakeAllBut {
    fn shape(&self) -> &'static str {
        "take all but a finite set"
    }

    fn recognise(&self, rules: &Rules, _: &Work<'_>) -> Result<Recognised, String> {
        let forbidden = forbidden(rules.form())?;
        let shown: Vec<String> = forbidden.iter().map(u64::to_string).collect();
        Ok(Recognised {
            why: format!("any amount may be taken but {{{}}}", shown.join(",")),
            reach: "any heap, once the arithmetic period is found; it always exists".into(),
            engine: Box::new(HeapEngine::new("all-but recurrence", &HeapRules::TakeAllBut(forbidden))?),
        })
    }
}

/// The amounts that may not be taken: `n-s for s in 1..n if s not in {…}`.
fn forbidden(form: &Form) -> Result<Vec<u64>, String> {
    let no = |why: &str| Err(why.to_string());
    if !form.is_heap() {
        return no("a position is not a single heap");
    }
    let [kind] = &form.kinds[..] else { return no("there are several kinds of move") };
    let [part] = &kind.parts[..] else { return no("a move leaves nothing, or several heaps") };
    let Some((Step::Each(slot, SetForm::Range(low, high)), guards)) = kind.steps.split_first() else {
        return no("no amount is chosen from a range");
    };
    let all = low.as_const() == Some(1) && Linear::of(high) == Some(heap());
    if !all
        || part.count.is_some()
        || Linear::of(&part.place[0]) != Some(heap().minus(&Linear::variable(*slot)))
    {
        return no("the amounts are not all from 1 to the whole heap");
    }
    let mut forbidden = Vec::new();
    for guard in guards {
        let Step::Guard(condition) = guard else { return no("a move has two choices") };
        if !excluded(condition, *slot, &mut forbidden) {
            return no("a condition does more than forbid some amounts");
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

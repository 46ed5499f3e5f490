//! What recognisers of heap games share: the option of a simple move as a function of the heap.

use crate::rules::{Form, Function, Kind, QualifierForm, SetForm, Term, TermKind};
use crate::work::Work;

use crate::proofs::cases::guard_is_idle;
use crate::proofs::linear::Linear;
use crate::report::sentence::Misfit;

/// The slot of the only coordinate of a heap game.
pub(super) const HEAP: usize = 0;

/// The heap itself, as a linear form.
pub(super) fn heap() -> Linear {
    Linear::variable(HEAP)
}

/// A move of a heap to one heap: where it leads, as a linear form, and the set of the variable in it, if any.
pub(super) struct Single<'f> {
    /// The heap that is left.
    pub target: Linear,
    /// The variable and the set it is chosen from.
    pub choice: Option<(usize, &'f SetForm)>,
}

/// Reads a kind of move as a move to one heap with at most one choice, where every condition is idle.
pub(super) fn single<'f>(form: &'f Form, kind: &'f Kind, work: &Work<'_>) -> Result<Single<'f>, Misfit> {
    let [part] = &kind.parts[..] else {
        return Err(Misfit::NotOneHeap);
    };
    if part.count.is_some() {
        return Err(Misfit::CopiesOfAHeap);
    }
    let Some(target) = Linear::of(&part.place[0]) else {
        return Err(Misfit::HeapNotLinear);
    };
    let mut choice = None;
    for (at, step) in kind.steps.iter().enumerate() {
        match step {
            QualifierForm::Each(slot, set) if choice.replace((*slot, set)).is_none() => {}
            QualifierForm::Each(..) => return Err(Misfit::TwoChoices),
            QualifierForm::Guard(_) if guard_is_idle(form, kind, at, work) => {}
            QualifierForm::Guard(_) => return Err(Misfit::Restricted),
        }
    }
    if target.variables().any(|v| v != HEAP && choice.is_none_or(|(slot, _)| slot != v)) {
        return Err(Misfit::HeapDependsOnMore);
    }
    Ok(Single { target, choice })
}

/// The upper end of a range of numbers, where taking them plus a shift that is not negative: then a bound `min(c, n)`
/// says no more than `c`, since a heap cannot be overdrawn. With a negative shift it would say more.
pub(super) fn amount_bound(term: &Term, shift: i64) -> Option<i64> {
    if let Some(value) = term.as_const() {
        return Some(value);
    }
    let TermKind::Call(Function::Min, arguments) = &term.kind else { return None };
    if shift < 0 {
        return None;
    }
    let mut constant = None;
    for argument in arguments {
        match (argument.as_const(), Linear::of(argument)) {
            (Some(value), _) => constant = Some(constant.map_or(value, |c: i64| c.min(value))),
            (_, Some(linear)) if linear == heap() => {}
            _ => return None,
        }
    }
    constant
}

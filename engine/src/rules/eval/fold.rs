//! Terms that are the same everywhere.

use std::sync::Arc;

use crate::work::Work;

use super::super::form::*;
use super::Evaluator;

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

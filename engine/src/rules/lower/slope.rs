//! How a term changes with a slot.

use super::super::arithmetic::Op;
use super::super::form::{Term, TermKind};

/// How much a term grows when the slot grows by one, if that is always the same.
pub(crate) fn slope(term: &Term, slot: usize) -> Option<i64> {
    match &term.kind {
        TermKind::Slot(other) => Some(i64::from(*other == slot)),
        TermKind::Neg(inner) => slope(inner, slot)?.checked_neg(),
        TermKind::Binary(Op::Add, left, right) => slope(left, slot)?.checked_add(slope(right, slot)?),
        TermKind::Binary(Op::Sub, left, right) => slope(left, slot)?.checked_sub(slope(right, slot)?),
        TermKind::Binary(Op::Mul, left, right) => match (left.as_const(), right.as_const()) {
            (Some(factor), _) => slope(right, slot)?.checked_mul(factor),
            (_, Some(factor)) => slope(left, slot)?.checked_mul(factor),
            _ if term.mentions(slot) => None,
            _ => Some(0),
        },
        _ if term.mentions(slot) => None,
        _ => Some(0),
    }
}

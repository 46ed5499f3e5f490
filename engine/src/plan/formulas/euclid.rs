//! Euclid: a multiple of the smaller of two numbers is taken from the larger, which stays positive, or may become 0.
//!
//! **Theorem** (Nivasch 2006). Where both stay positive the value of (a,b) with a, b > 0 is |a/b − b/a|, rounded down. **Proof.** It depends on the ratio t
//! ≥ 1 alone; let h(s) = s − 1/s, and let q be the integer part of t and u = t − q. The options have the ratios u + i for i from 1 to q − 1 and, if u > 0,
//! u itself. If u = 0 the values ⌊h(i)⌋ = i − 1 of the options make all below q − 1 = ⌊h(q)⌋. Let u > 0. For i ≥ 1 the value ⌊h(u + i)⌋ is i
//! where u(u + i) ≥ 1 and i − 1 otherwise. If u(u + q) < 1, the options i < q have the values 0, …, q − 2; t has q − 1; and 1/u − u > q, so u has a value
//! of q or more. Otherwise let j be the least i with u(u + i) ≥ 1: the options i < j have 0, …, j − 2, those from j to q − 1 have j, …, q − 1, and t has q.
//! Now j − 1 < 1/u − u < j (equality would make j² + 4 a square), so u has the missing value j − 1. ∎
//!
//! **Theorem** (Cole and Davie 1969). Where a number may become 0, which ends the game, the mover loses exactly where a number is 0, or they are different and
//! the ratio t > 1 of the larger to the smaller is below φ = (1 + √5)/2. **Proof.** At t = 1 the mover leaves a 0. If 1 < t < φ, the only move makes
//! the ratio 1/(t − 1) > φ. If φ < t < 2 it makes it less than φ and more than 1. If t ≥ 2 with u = t − q, the mover may leave u, which is lost if u = 0 or
//! 1/u < φ, and u + 1, which is lost if u < φ − 1 = 1/φ; one of both holds. ∎ Options with a ratio of 2 and more are never lost.

use crate::error::Result;
use crate::nimber::Nimber;
use crate::proofs::linear::Linear;
use crate::report::sentence::Fit;
use crate::rules::{Domain, Form, Kind, Op, QualifierForm, SetForm, Term, TermKind};
use crate::work::Work;

use super::{Formula, Lost, Places, is_slot};

pub(super) fn read(form: &Form, _: &Work<'_>) -> Option<(Box<dyn Formula>, Fit)> {
    is_euclid(form, 1)?.then(|| (Box::new(Euclid) as Box<dyn Formula>, Fit::Euclid))
}

pub(super) fn read_to_zero(form: &Form) -> Option<(Box<dyn Lost>, Fit)> {
    is_euclid(form, 0)?.then(|| (Box::new(ToZero) as Box<dyn Lost>, Fit::EuclidToZero))
}

/// Whether these are the moves, with so much left of the larger number at least.
fn is_euclid(form: &Form, least: i64) -> Option<bool> {
    let natural = form.axes.len() == 2 && form.axes.iter().all(|axis| matches!(axis.domain, Domain::Natural));
    let [one, other] = &form.kinds[..] else { return None };
    let both = |one, other| lowers(one, 0, least) == Some(true) && lowers(other, 1, least) == Some(true);
    Some(natural && form.is_normal() && (both(one, other) || both(other, one)))
}

/// Whether a kind of move takes multiples of the other number from that of an axis.
fn lowers(kind: &Kind, axis: usize, least: i64) -> Option<bool> {
    let ([part], [one, other]) = (&kind.parts[..], &kind.steps[..]) else { return None };
    let (guard, slot, low, high) = match (one, other) {
        (QualifierForm::Guard(guard), QualifierForm::Each(slot, SetForm::Range(low, high)))
        | (QualifierForm::Each(slot, SetForm::Range(low, high)), QualifierForm::Guard(guard)) => {
            (guard, *slot, low, high)
        }
        _ => return None,
    };
    // The condition comes first: it keeps the division from one by 0.
    let first = matches!(one, QualifierForm::Guard(_));
    let by = 1 - axis;
    let positive = match &guard.kind {
        TermKind::Binary(Op::Gt, left, right) => is_slot(left, by) && right.as_const() == Some(0),
        TermKind::Binary(Op::Ge, left, right) => is_slot(left, by) && right.as_const() == Some(1),
        _ => false,
    };
    let TermKind::Binary(Op::Div, of, divisor) = &high.kind else { return None };
    let range = low.as_const() == Some(1)
        && is_slot(divisor, by)
        && Linear::of(of)? == Linear::variable(axis).shifted(-least);
    let place = is_slot(&part.place[by], by) && takes_multiple(&part.place[axis], axis, slot, by)?;
    Some(first && positive && range && place && part.count.is_none())
}

fn takes_multiple(term: &Term, axis: usize, slot: usize, by: usize) -> Option<bool> {
    let TermKind::Binary(Op::Sub, from, taken) = &term.kind else { return None };
    let TermKind::Binary(Op::Mul, a, b) = &taken.kind else { return None };
    let product = is_slot(a, slot) && is_slot(b, by) || is_slot(a, by) && is_slot(b, slot);
    Some(is_slot(from, axis) && product)
}

struct Euclid;

fn value(a: i64, b: i64) -> u64 {
    let (larger, smaller) = (i128::from(a.max(b)), i128::from(a.min(b)));
    if smaller == 0 { 0 } else { ((larger * larger - smaller * smaller) / (larger * smaller)) as u64 }
}

/// What is left of the larger number after the last possible moves: the rest, plus so many times the smaller one.
fn left(a: i64, b: i64, times: &[u64], least: i64) -> Vec<Vec<i64>> {
    let mut found = Vec::new();
    for (larger, smaller, swapped) in [(a, b, false), (b, a, true)] {
        if smaller == 0 || larger < smaller {
            continue;
        }
        for &i in times {
            let left = i128::from(larger % smaller) + i128::from(i) * i128::from(smaller);
            if left >= i128::from(least) && left < i128::from(larger) {
                let left = left as i64;
                found.push(if swapped { vec![smaller, left] } else { vec![left, smaller] });
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

impl Formula for Euclid {
    fn value(&self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(Nimber(value(place[0], place[1])))
    }

    /// Of the options u + i only i = w and i = w + 1 can have the value w, and u itself.
    fn options(&self, place: &[i64], wanted: Nimber, _: &Work<'_>) -> Result<Places> {
        let mut options = left(place[0], place[1], &[0, wanted.0, wanted.0.saturating_add(1)], 1);
        options.retain(|option| value(option[0], option[1]) == wanted.0);
        Ok(Some((options.into_iter().map(|option| vec![option]).collect(), true)))
    }
}

struct ToZero;

impl Lost for ToZero {
    fn is_lost(&self, place: &[i64]) -> bool {
        let (larger, smaller) = (i128::from(place[0].max(place[1])), i128::from(place[0].min(place[1])));
        smaller == 0 || larger > smaller && larger * (larger - smaller) < smaller * smaller
    }

    fn lost_options(&self, place: &[i64]) -> Vec<Vec<i64>> {
        let mut options = left(place[0], place[1], &[0, 1], 0);
        options.retain(|option| self.is_lost(option));
        options
    }
}

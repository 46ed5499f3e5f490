//! Taking an amount that does not divide the heap: Saliquant.
//!
//! **Theorem.** An odd heap 2m + 1 has the value m; the heaps 0, 1 and 2 are lost and all others won. **Proof.** An even heap 2j > 0 has a value below j,
//! by induction together with the first claim: its options are not 2j − 1, since 1 divides it; so odd ones among them have values up to
//! j − 2, even ones 2i have values below i ≤ j − 1, and the least missing value is at most j − 1. From 2m + 1 every smaller odd heap can be
//! left, since even numbers do not divide it: all values below m are there; and no even option 2i ≤ 2m has the value m, for its value is below i. The
//! heaps 0, 1 and 2 have no move. From n > 2 the mover leaves 1, since n − 1 does not divide n. ∎
//!
//! The values of even heaps are the subject of a paper of their own, and come from a table.

use crate::error::{Error, ErrorKind, Result};
use crate::nimber::Nimber;
use crate::proofs::linear::Linear;
use crate::report::sentence::Fit;
use crate::rules::{Form, Op, SetForm, TermKind};
use crate::work::Work;

use super::super::shape::{HEAP, heap};
use super::{Formula, Lost, Places, is_slot, one_heap_left, single_parts};

fn fits(form: &Form) -> Option<bool> {
    let (left, slot, SetForm::Range(low, high), Some(guard)) = one_heap_left(form)? else { return None };
    let TermKind::Binary(Op::Ne, rest, zero) = &guard.kind else { return None };
    let TermKind::Binary(Op::Rem, of, by) = &rest.kind else { return None };
    let all = low.as_const() == Some(1) && Linear::of(high)? == heap();
    let no_divisor = is_slot(of, HEAP) && is_slot(by, slot) && zero.as_const() == Some(0);
    Some(all && no_divisor && Linear::of(left)? == heap().minus(&Linear::variable(slot)))
}

pub(super) fn read(form: &Form, _: &Work<'_>) -> Option<(Box<dyn Formula>, Fit)> {
    fits(form)?.then(|| (Box::new(NoDivisor) as Box<dyn Formula>, Fit::NoDivisor))
}

pub(super) fn read_lost(form: &Form) -> Option<(Box<dyn Lost>, Fit)> {
    fits(form)?.then(|| (Box::new(NoDivisor) as Box<dyn Lost>, Fit::NoDivisor))
}

struct NoDivisor;

impl Formula for NoDivisor {
    fn value(&self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        match place[0] {
            n if n % 2 == 1 => Ok(Nimber(n as u64 / 2)),
            0 | 2 => Ok(Nimber(0)),
            _ => Err(Error::new(ErrorKind::Limit, "no formula tells the values of even heaps")),
        }
    }

    fn options(&self, place: &[i64], wanted: Nimber, _: &Work<'_>) -> Result<Places> {
        if wanted == Nimber(0) {
            return Ok(single_parts(self.lost_options(place).concat(), true));
        }
        // Even heaps may have the value too.
        let odd = wanted.0.checked_mul(2).and_then(|twice| i64::try_from(twice + 1).ok());
        let left = odd.filter(|left| *left < place[0] && place[0] % (place[0] - left) != 0);
        Ok(single_parts(left.into_iter().collect(), false))
    }
}

impl Lost for NoDivisor {
    fn is_lost(&self, place: &[i64]) -> bool {
        place[0] <= 2
    }

    fn lost_options(&self, place: &[i64]) -> Vec<Vec<i64>> {
        let can_be_left = |left: &i64| *left < place[0] && place[0] % (place[0] - left) != 0;
        [0, 1, 2].into_iter().filter(can_be_left).map(|left| vec![left]).collect()
    }
}

//! Dividing the heap by any number from c to n, rounded down.
//!
//! **Theorem.** For c ≥ 2 the value of n > 0 is the logarithm of n to the base c, rounded down, and that of 0 is 0. **Proof.** A heap below c
//! has no move. Let c^j ≤ n < c^(j+1) with j > 0. A quotient n/k with k ≥ c is below c^j, so by induction no option has the value j; and
//! n divided by c^i, for i from 1 to j, lies between c^(j−i) and c^(j−i+1), so every smaller value is there. ∎

use crate::error::Result;
use crate::nimber::Nimber;
use crate::proofs::linear::Linear;
use crate::report::sentence::Fit;
use crate::rules::{Form, Op, SetForm, TermKind};
use crate::work::Work;

use super::super::shape::{HEAP, heap};
use super::{Formula, Places, is_slot, one_heap_left, single_parts};

/// So many options with a value are listed, where there are more.
const LISTED: usize = 1000;

pub(super) fn read(form: &Form, _: &Work<'_>) -> Option<(Box<dyn Formula>, Fit)> {
    let (left, slot, SetForm::Range(low, high), None) = one_heap_left(form)? else { return None };
    let TermKind::Binary(Op::Div, of, by) = &left.kind else { return None };
    let least = low.as_const().filter(|least| *least >= 2)?;
    let fits = is_slot(of, HEAP) && is_slot(by, slot) && Linear::of(high)? == heap();
    fits.then(|| (Box::new(Quotients(least as u64)) as Box<dyn Formula>, Fit::Quotients { least }))
}

struct Quotients(u64);

impl Formula for Quotients {
    fn value(&self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(Nimber((place[0] as u64).checked_ilog(self.0).unwrap_or(0).into()))
    }

    fn options(&self, place: &[i64], wanted: Nimber, _: &Work<'_>) -> Result<Places> {
        let n = place[0] as u64;
        let power = |exponent: u64| u32::try_from(exponent).ok().and_then(|e| self.0.checked_pow(e));
        let Some(low) = power(wanted.0).filter(|_| n >= self.0) else {
            return Ok(single_parts(Vec::new(), true));
        };
        // Quotients below this have the value, or a smaller one.
        let end = power(wanted.0.saturating_add(1)).unwrap_or(u64::MAX);
        let mut divisor = (n / end + 1).max(self.0);
        let mut found = Vec::new();
        while divisor <= n && n / divisor >= low {
            if found.len() == LISTED {
                return Ok(single_parts(found, false));
            }
            found.push((n / divisor) as i64);
            divisor = n / (n / divisor) + 1;
        }
        Ok(single_parts(found, true))
    }
}

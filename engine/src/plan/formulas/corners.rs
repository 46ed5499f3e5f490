//! Turning the corners of a rectangle: from (x,y) to (a,y), (x,b) and (a,b) together, for all a from l to x − 1 and b from m to y − 1.
//!
//! **Theorem.** The value is the nim-product of x − l and y − m, differences below 0 counting as 0. **Proof.** That is Conway's definition of the
//! product: x·y is the least number that is not a·y + x·b + a·b for a < x and b < y, and + is the nim-sum, the value of the three parts. ∎
//!
//! An option has the value w exactly if (x + a)·(y + b) = x·y + w, so for every a there is one b, by division in the field of nimbers.

use crate::error::Result;
use crate::nim_field::{inverse, product};
use crate::nimber::Nimber;
use crate::proofs::linear::Linear;
use crate::report::sentence::Fit;
use crate::rules::{Form, Kind, QualifierForm, SetForm, Term};
use crate::work::Work;

use super::{Formula, Places, is_slot};

/// So many places for a are looked at from either end,
const LOOKED: u64 = 1 << 10;
/// until so many options are found.
const LISTED: usize = 64;

pub(super) fn read(form: &Form, _: &Work<'_>) -> Option<(Box<dyn Formula>, Fit)> {
    let [Kind { parts, steps, .. }] = &form.kinds[..] else { return None };
    let natural = form.axes.len() == 2
        && form.axes.iter().all(|axis| matches!(axis.domain, crate::rules::Domain::Natural));
    if !natural || !form.is_normal() || parts.len() != 3 || parts.iter().any(|part| part.count.is_some()) {
        return None;
    }
    let [QualifierForm::Each(first, of_first), QualifierForm::Each(second, of_second)] = &steps[..] else {
        return None;
    };
    let low = |set: &SetForm, axis: usize| match set {
        SetForm::Range(low, high) if Linear::of(high) == Some(Linear::variable(axis).shifted(-1)) => {
            low.as_const().filter(|low| *low >= 0)
        }
        _ => None,
    };
    // Which of the two choices is for which coordinate.
    let (a, b, lows) = match (low(of_first, 0), low(of_second, 1)) {
        (Some(l), Some(m)) => (*first, *second, [l, m]),
        _ => (*second, *first, [low(of_second, 0)?, low(of_first, 1)?]),
    };
    let has = |x: usize, y: usize| {
        parts
            .iter()
            .any(|part| matches!(&part.place[..], [left, right] if is_slot(left, x) && is_slot(right, y)))
    };
    let whole = |term: &Term| Linear::of(term).is_some();
    let fits = has(a, 1) && has(0, b) && has(a, b) && parts.iter().all(|part| part.place.iter().all(whole));
    fits.then(|| (Box::new(Corners(lows)) as Box<dyn Formula>, Fit::Corners))
}

struct Corners([i64; 2]);

impl Corners {
    fn sides(&self, place: &[i64]) -> [u64; 2] {
        [0, 1].map(|axis| (place[axis] - self.0[axis]).max(0) as u64)
    }
}

impl Formula for Corners {
    fn value(&self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        let [x, y] = self.sides(place);
        Ok(product(Nimber(x), Nimber(y)))
    }

    fn options(&self, place: &[i64], wanted: Nimber, work: &Work<'_>) -> Result<Places> {
        let [x, y] = self.sides(place);
        let sought = product(Nimber(x), Nimber(y)) + wanted;
        let mut found = Vec::new();
        let near = x.min(LOOKED);
        let looked = (0..near).chain((near.max(x.saturating_sub(LOOKED))..x).rev());
        for (done, a) in looked.enumerate() {
            work.tick("options", done as u64, None)?;
            let Some(inverse) = inverse(Nimber(x) + Nimber(a)) else { continue };
            let b = (Nimber(y) + product(sought, inverse)).0;
            if b < y {
                let (a, b) = (a as i64 + self.0[0], b as i64 + self.0[1]);
                found.push(vec![vec![a, place[1]], vec![place[0], b], vec![a, b]]);
            }
            if found.len() == LISTED {
                return Ok(Some((found, false)));
            }
        }
        Ok(Some((found, x <= 2 * LOOKED)))
    }
}

//! Taking a power of b, 1 included.
//!
//! **Theorem.** Let r be the rest of n modulo b + 1. The value is 2 if b is even and r = b, and otherwise the rest of r modulo 2. **Proof.** b leaves
//! the rest −1, so every power of it leaves 1 or −1, and an option is a neighbour of n in the circle of rests. Neighbours have different
//! values: 0 and 1 alternate along the circle, but for the 2 that stands between 1 and 0 where its length is odd. Where the value is 1, r is
//! odd, and taking 1 leaves an even rest with the value 0. Where it is 2, taking 1 leaves the value 1 and taking b leaves the rest 0. ∎

use crate::error::Result;
use crate::nimber::Nimber;
use crate::report::sentence::Fit;
use crate::work::Work;

use super::{ByFormula, Formula, Places, single_parts};

/// The engine, and why it applies.
pub(in crate::plan) fn powers(base: u64) -> Option<(ByFormula, Fit)> {
    let modulus = base.checked_add(1)?;
    Some((ByFormula(Box::new(Powers(base))), Fit::Powers { base, modulus }))
}

struct Powers(u64);

impl Powers {
    fn at(&self, n: u64) -> Nimber {
        let rest = n % (self.0 + 1);
        Nimber(if self.0.is_multiple_of(2) && rest == self.0 { 2 } else { rest % 2 })
    }
}

impl Formula for Powers {
    fn value(&self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(self.at(place[0] as u64))
    }

    fn options(&self, place: &[i64], wanted: Nimber, _: &Work<'_>) -> Result<Places> {
        let n = place[0] as u64;
        let powers = std::iter::successors(Some(1), |power: &u64| power.checked_mul(self.0));
        let left = powers.take_while(|power| *power <= n).map(|power| n - power);
        Ok(single_parts(left.filter(|m| self.at(*m) == wanted).map(|m| m as i64).collect(), true))
    }
}

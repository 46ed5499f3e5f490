//! Taking an amount without a common factor with the heap, but not the whole heap: Prim.
//!
//! **Theorem.** The value of n > 1 is the rank of its least prime factor (1 for 2, 2 for 3, …); 0 and 1 have the value 0. **Proof.** What
//! is left, m = n − k, has no common factor with n either, and any such m from 1 to n − 1 can be left. Let p be the least prime factor
//! of n. No m is a multiple of p, so by induction no option has its rank. Every smaller prime q has no common factor with n and is below it, so
//! its rank is there, and m = 1 has the value 0. ∎
//!
//! So the mover wins every n > 1, by leaving 1 alone. The rank of a prime takes counting all smaller ones.

use crate::error::{Error, ErrorKind, Result};
use crate::factors::{prime_factors, primes_up_to};
use crate::nimber::Nimber;
use crate::proofs::linear::Linear;
use crate::report::sentence::Fit;
use crate::rules::{Form, Function, Op, SetForm, TermKind};
use crate::work::Work;

use super::super::shape::{HEAP, heap};
use super::{Formula, Lost, Places, is_slot, one_heap_left, single_parts};

/// Primes up to this are counted.
const COUNTED: u64 = 20_000_000;

fn fits(form: &Form) -> Option<bool> {
    let (left, slot, SetForm::Range(low, high), Some(guard)) = one_heap_left(form)? else { return None };
    let TermKind::Binary(Op::Eq, divisor, one) = &guard.kind else { return None };
    let TermKind::Call(Function::Gcd, of) = &divisor.kind else { return None };
    let [a, b] = &of[..] else { return None };
    let both = is_slot(a, slot) && is_slot(b, HEAP) || is_slot(a, HEAP) && is_slot(b, slot);
    let all = low.as_const() == Some(1) && Linear::of(high)? == heap().shifted(-1);
    Some(
        both && all
            && one.as_const() == Some(1)
            && Linear::of(left)? == heap().minus(&Linear::variable(slot)),
    )
}

pub(super) fn read(form: &Form, _: &Work<'_>) -> Option<(Box<dyn Formula>, Fit)> {
    fits(form)?.then(|| (Box::new(Coprime) as Box<dyn Formula>, Fit::Coprime))
}

pub(super) fn read_lost(form: &Form) -> Option<(Box<dyn Lost>, Fit)> {
    fits(form)?.then(|| (Box::new(Coprime) as Box<dyn Lost>, Fit::Coprime))
}

struct Coprime;

impl Formula for Coprime {
    fn value(&self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        if place[0] <= 1 {
            return Ok(Nimber(0));
        }
        let least = prime_factors(place[0] as u64).into_iter().min().unwrap_or(1);
        if least > COUNTED {
            let message =
                format!("the value is how many primes there are up to {least}, which are too many to count");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        Ok(Nimber(primes_up_to(least, work)?.len() as u64))
    }

    /// The first one; how many more there are is not told, unless only 1 will do.
    fn options(&self, place: &[i64], wanted: Nimber, work: &Work<'_>) -> Result<Places> {
        let n = place[0] as u64;
        if wanted == Nimber(0) {
            return Ok(single_parts(self.lost_options(place).concat(), true));
        }
        let primes = primes_up_to(n.min(COUNTED), work)?;
        Ok(match primes.get(wanted.0 as usize - 1) {
            Some(prime) if *prime < n && !n.is_multiple_of(*prime) => {
                single_parts(vec![*prime as i64], false)
            }
            // Only multiples of the prime have the value.
            Some(_) => single_parts(Vec::new(), true),
            None => single_parts(Vec::new(), n <= COUNTED),
        })
    }
}

impl Lost for Coprime {
    fn is_lost(&self, place: &[i64]) -> bool {
        place[0] <= 1
    }

    fn lost_options(&self, place: &[i64]) -> Vec<Vec<i64>> {
        if place[0] <= 1 { Vec::new() } else { vec![vec![1]] }
    }
}

//! Taking at most a share of the heap: from 1 to f(n) objects, where f(n) is ⌊(p·n + d)/c⌋ with 0 < p < c, but at least 0 and at most n.
//!
//! **Theorem.** Let f(0) = 0 and let f grow by 0 or 1 from each heap to the next. Then the value of n > 0 is f(n) if f(n) > f(n−1), and
//! otherwise that of n − 1 − f(n). **Proof.** The options of n are the f(n) heaps below n. By induction the f(n) + 1 heaps n − f(n), …, n
//! have the values 0, …, f(n) in some order, which holds for n = 0. Let it hold for n − 1. If f(n) = f(n−1) + 1, the options of n are
//! just the heaps of n − 1, whose values are 0, …, f(n) − 1, so n has f(n), and the claim holds for n. If f(n) = f(n−1), the options are
//! those heaps but the first, n − 1 − f(n), whose value is then the only one below f(n) + 1 that is missing; n takes its place. ∎
//!
//! The share is a quotient of linear forms, cut at 0 and at n; each of these grows by 0 or 1, and so does the least of both. Where f stays
//! the same, j, from s on, n goes down by j + 1 at a time, which is done at once; so there are at most as many steps as f(n), and
//! about (c/p)·log n where f is large. For f(n) = ⌊n/2⌋ the values are a fractal: Levine 2006.

use crate::error::{Error, ErrorKind, Result};
use crate::nimber::Nimber;
use crate::proofs::linear::Linear;
use crate::report::sentence::Fit;
use crate::rules::{Form, Op, SetForm, TermKind};
use crate::work::Work;

use super::super::shape::{HEAP, heap, single};
use super::{Formula, Places, single_parts};

/// How many times a value is followed to later heaps that have it.
const FOLLOWED: u64 = 1 << 16;

pub(super) fn read(form: &Form, work: &Work<'_>) -> Option<(Box<dyn Formula>, Fit)> {
    let [kind] = &form.kinds[..] else { return None };
    if !form.is_heap() || !form.is_normal() {
        return None;
    }
    let taken = single(form, kind, work).ok()?;
    let (slot, SetForm::Range(low, high)) = taken.choice? else { return None };
    let TermKind::Binary(Op::Div, of, by) = &high.kind else { return None };
    let (of, c) = (Linear::of(of)?, i128::from(by.as_const()?));
    let share = Share { p: of.coefficient(HEAP), d: of.constant_part(), c };
    let fits = low.as_const() == Some(1)
        && taken.target == heap().minus(&Linear::variable(slot))
        && of.variables().all(|variable| variable == HEAP)
        && (1..share.c).contains(&share.p)
        && share.d.abs() < 1 << 62;
    fits.then(|| (Box::new(share) as Box<dyn Formula>, Fit::Share))
}

#[derive(Clone, Copy, Debug)]
struct Share {
    p: i128,
    d: i128,
    c: i128,
}

impl Share {
    fn most(self, n: i128) -> i128 {
        (self.p * n + self.d).div_euclid(self.c).clamp(0, n.max(0))
    }

    /// The least heap from which so many may be taken.
    fn first(self, most: i128) -> i128 {
        // p·n + d ≥ c·most, and n ≥ most.
        let share = self.c * most - self.d;
        (share + self.p - 1).div_euclid(self.p).max(most)
    }

    fn value(self, mut n: i128, work: &Work<'_>) -> Result<i128> {
        for step in 0.. {
            let most = self.most(n);
            if most == 0 {
                return Ok(0);
            }
            work.tick("heaps", step, None)?;
            if step > work.limits.positions {
                return Err(Error::new(ErrorKind::Limit, "a value is that of too many heaps before"));
            }
            let start = self.first(most);
            match (n - start) % (most + 1) {
                0 => return Ok(most),
                rest => n = start + rest - (most + 1),
            }
        }
        unreachable!("the loop has no end")
    }

    /// The next heap with the value of this one: the least n with n − 1 − f(n) ≥ m.
    fn next(self, m: i128, below: i128) -> Option<i128> {
        let (mut low, mut high) = (m + 1, below);
        while low < high {
            let middle = low + (high - low) / 2;
            if middle - 1 - self.most(middle) >= m { high = middle } else { low = middle + 1 }
        }
        (low < below).then_some(low)
    }
}

impl Formula for Share {
    fn value(&self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        Share::value(*self, place[0].into(), work).map(|value| Nimber(value as u64))
    }

    /// The values of the options differ, so at most one has it.
    fn options(&self, place: &[i64], wanted: Nimber, work: &Work<'_>) -> Result<Places> {
        let n = i128::from(place[0]);
        let lowest = n - self.most(n);
        let mut at = match wanted.0 {
            0 => Some(0),
            value => Some(self.first(value.into())).filter(|first| *first < n),
        };
        for step in 0.. {
            work.tick("heaps", step, None)?;
            match at {
                Some(heap) if heap >= lowest && heap < n => return Ok(single_parts(vec![heap as i64], true)),
                Some(heap) if heap < lowest && step < FOLLOWED => at = self.next(heap, n),
                Some(heap) if heap < lowest => return Ok(None),
                _ => break,
            }
        }
        Ok(single_parts(Vec::new(), true))
    }
}

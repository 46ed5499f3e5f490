//! Every member of a set.
//!
//! Members that are listed twice come twice here: nobody who looks options up minds, and where something is gathered such sets
//! are refused.

use crate::factors;
use crate::program::{Array, Operand, Operation, Step};
use crate::work::Work;

use super::super::form::{SetForm, Term};
use super::super::numbers;
use super::super::syntax::SetFunction;
use super::{Known, Lowered, Lowering, NotLowered};

/// So few members are written out one after the other.
const UNROLLED: usize = 4;
/// The largest number whose divisors are listed beforehand, and the largest primes.
const MOST_DIVIDED: i64 = 1 << 19;
const MOST_PRIME: i64 = 1 << 22;

type Body<'b, 'a> = dyn FnMut(&mut Lowering<'a>, Known) -> Lowered + 'b;

impl<'a> Lowering<'a> {
    /// Does what `body` says for every member of a set.
    pub(super) fn each(&mut self, set: &'a SetForm, body: &mut Body<'_, 'a>) -> Lowered {
        match set {
            SetForm::Range(low, high) => {
                let (low, high) = (self.term(low)?, self.term(high)?);
                self.repeat(low, high, u64::MAX, |_| true, body).map(|_| ())
            }
            SetForm::Fixed(members) => self.listed(members, body),
            SetForm::Entries(list) => self.listed(&self.form.lists[*list], body),
            SetForm::Filter(slot, set, condition) => self.each(set, &mut |this, member| {
                this.slots[*slot] = Some(member);
                let condition = this.condition(condition)?;
                this.when(condition, &mut |this| body(this, member))
            }),
            SetForm::Members(members) => {
                if self.gathering > 0 && members.len() > 1 {
                    return Err(NotLowered);
                }
                for (first, last) in members {
                    let first = self.term(first)?;
                    let last = last.as_ref().map_or(Ok(first), |last| self.term(last))?;
                    if first.operand == last.operand {
                        self.once(first, body)?;
                    } else {
                        self.repeat(first, last, u64::MAX, |_| true, body)?;
                    }
                }
                Ok(())
            }
            SetForm::Call(function, arguments, _) => self.named(*function, arguments, body),
        }
    }

    /// One member, which is a choice like any other.
    fn once(&mut self, member: Known, body: &mut Body<'_, 'a>) -> Lowered {
        self.count(1);
        body(self, member)
    }

    fn listed(&mut self, members: &[i64], body: &mut Body<'_, 'a>) -> Lowered {
        if members.len() <= UNROLLED {
            return members.iter().try_for_each(|member| self.once(Known::constant(*member), body));
        }
        let array = self.builder.constant_array(Array::of(members));
        let last = Known::constant(members.len() as i64 - 1);
        self.over_array(array, Known::constant(0), last, body)
    }

    fn over_array(&mut self, array: usize, first: Known, last: Known, body: &mut Body<'_, 'a>) -> Lowered {
        let entry = &mut |this: &mut Self, at| {
            let member = this.builder.entry(array, at);
            body(this, member)
        };
        self.repeat(first, last, u64::MAX, |_| true, entry).map(|_| ())
    }

    fn named(&mut self, function: SetFunction, arguments: &'a [Term], body: &mut Body<'_, 'a>) -> Lowered {
        let last = arguments.last().map_or(Ok(Known::constant(0)), |last| self.term(last))?;
        let base = match arguments {
            [base, _] => self.term(base)?.as_constant().filter(|base| *base >= 2).ok_or(NotLowered)?,
            _ => 2,
        };
        match function {
            SetFunction::Squares => {
                let natural = self.builder.max(last, Known::constant(0));
                let high = natural.high.isqrt();
                let root = self.builder.call(
                    |n, _| Some(n.max(0).isqrt()),
                    natural,
                    Known::constant(0),
                    (0, high),
                    true,
                );
                let square = &mut |this: &mut Self, root: Known| {
                    let square = this.builder.arithmetic(Operation::Mul, root, root);
                    body(this, square)
                };
                self.repeat(Known::constant(1), root, u64::MAX, |_| true, square).map(|_| ())
            }
            SetFunction::Divisors => self.divisors(last, body),
            SetFunction::Primes => {
                if last.high > MOST_PRIME {
                    return Err(NotLowered);
                }
                let primes =
                    factors::primes_up_to(last.high.max(2) as u64 + 1, self.work).map_err(|_| NotLowered)?;
                let primes: Vec<i64> = primes.into_iter().map(|prime| prime as i64).collect();
                // Three lists of them live at the same time while the program is made.
                self.work.limits.allow_bytes(3 * 8 * primes.len() as u64).map_err(|_| NotLowered)?;
                self.sequence(&primes, last, body)
            }
            _ => {
                let members: Vec<i64> = numbers::sequence(function, base)
                    .take_while(|member| *member <= last.high)
                    .take(1 << 12)
                    .collect();
                if members.len() == 1 << 12 {
                    return Err(NotLowered);
                }
                self.sequence(&members, last, body)
            }
        }
    }

    /// The members of a growing sequence up to a bound.
    fn sequence(&mut self, members: &[i64], last: Known, body: &mut Body<'_, 'a>) -> Lowered {
        let end = members.len() as i64 - 1;
        if end < 0 {
            return Ok(());
        }
        let array = self.builder.constant_array(Array::of(members));
        self.over_array(array, Known::constant(0), Known::constant(end), &mut |this, member| {
            let over = this.builder.compare(Operation::Lt, last, member);
            match over.as_constant() {
                Some(0) => {}
                Some(_) => this.builder.push(Step::Leave(1)),
                None => this.builder.push(Step::If(over.operand, vec![Step::Leave(1)], Vec::new())),
            }
            body(this, member)
        })
    }

    /// The divisors of every number that can come up are listed once.
    fn divisors(&mut self, of: Known, body: &mut Body<'_, 'a>) -> Lowered {
        if of.high > MOST_DIVIDED {
            return Err(NotLowered);
        }
        let (most, work) = (of.high.max(0) as usize, self.work);
        let [starts, divisors] = self.builder.named_arrays((SetFunction::Divisors, of.high), || {
            let (starts, divisors) = divisor_lists(most, work)?;
            Ok([Array::U32(starts), Array::U32(divisors)])
        })?;
        // Who is not positive has none, as 0 has.
        let number = self.builder.max(of, Known::constant(0));
        let first = self.builder.entry(starts, number);
        let next = self.builder.sum(number, Known::constant(1));
        let end = self.builder.entry(starts, next);
        let last = self.builder.difference(end, Known::constant(1));
        // No number has more divisors than twice its root.
        let span = 2 * (most as u64).isqrt() + 1;
        let entry = &mut |this: &mut Self, at: Known| {
            let divisor = this.builder.entry(divisors, at.within(0, i64::MAX)).within(1, i64::MAX);
            body(this, divisor)
        };
        self.repeat(first, last, span, |_| true, entry).map(|_| ())
    }

    /// Counts choices that are made without a loop.
    fn count(&mut self, choices: u64) {
        let all = self.times.saturating_mul(choices);
        match self.gathering {
            0 => self.choices = self.choices.saturating_add(all),
            _ => self.gathered = self.gathered.saturating_add(all),
        }
        match self.varying {
            0 if !self.counted => self.certain = self.certain.saturating_add(all),
            _ => {
                let fuel = self.fuel;
                let left = Operand::Register(fuel);
                self.builder.push(Step::Do(fuel, Operation::Sub, left, Operand::Constant(1)));
            }
        }
    }
}

/// For every number up to `most` where its divisors begin, with one more for the end, and the divisors in order.
/// Nothing where there is no room for them.
fn divisor_lists(most: usize, work: &Work<'_>) -> Lowered<(Vec<u32>, Vec<u32>)> {
    // The numbers up to n have n/1 + n/2 + … + n/n divisors, at most n (1 + log2 n).
    let room = (most as u64 + 1) * u64::from(2 + most.max(1).ilog2());
    work.limits.allow_bytes(4 * (2 * most as u64 + room)).map_err(|_| NotLowered)?;
    let mut starts = vec![0u32; most + 2];
    for divisor in 1..=most {
        (divisor..=most).step_by(divisor).for_each(|n| starts[n + 1] += 1);
    }
    for n in 1..starts.len() {
        starts[n] += starts[n - 1];
    }
    let mut next = starts.clone();
    let mut divisors = vec![0; starts[most + 1] as usize];
    for divisor in 1..=most {
        for n in (divisor..=most).step_by(divisor) {
            divisors[next[n] as usize] = divisor as u32;
            next[n] += 1;
        }
    }
    Ok((starts, divisors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divisors_of_every_number_in_order() {
        let (starts, divisors) = divisor_lists(12, &Work::unwatched()).unwrap();
        let of = |n: usize| &divisors[starts[n] as usize..starts[n + 1] as usize];
        assert!(of(0).is_empty());
        assert_eq!((of(1), of(12), of(7)), (&[1u32][..], &[1, 2, 3, 4, 6, 12][..], &[1, 7][..]));
    }
}

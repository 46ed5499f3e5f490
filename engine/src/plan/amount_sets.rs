//! Infinite sets of amounts: squares, primes, powers, Fibonacci and triangular numbers, factorials.
//!
//! A move takes a member of the set that the heap can pay. No theorem gives a period here (take-a-factorial looks
//! periodic for 5049 heaps and is not), so values come from a table; those of powers from a formula.

use crate::engine::Engine;
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::heap::Amounts;
use crate::nimber::Nimber;
use crate::position::Component;
use crate::rules::{Form, Rules, SetForm, SetFunction};
use crate::work::Work;

use super::formulas::powers::powers;
use super::shape::{heap, single};
use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

/// A table of values marks every amount at every heap; more marks than this take minutes.
const MARKS: u64 = 1 << 36;

/// What a heap costs while a table is made: 4 bytes for its value, 8 for it as it is kept, 8 for it in the table before, and 3 for the list of
/// amounts, of which primes are the longest.
const BYTES: u64 = 23;

pub(super) struct AmountSet;

impl Recogniser for AmountSet {
    fn shape(&self) -> ShapeName {
        ShapeName::AmountSet
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let amounts = amounts(rules.form(), work)?;
        if let Amounts::Powers(base) = amounts
            && let Some((engine, why)) = powers(base)
        {
            return Ok(Recognised { why, reach: Reach::AnySize, engine: Box::new(engine) });
        }
        Ok(Recognised {
            why: Fit::KnownSet { set: amounts },
            reach: Reach::Heaps { limit: work.limits.positions },
            engine: Box::new(Taking { amounts, values: Vec::new() }),
        })
    }
}

/// The set of amounts that may be taken, if it is one with a name.
pub(super) fn amounts(form: &Form, work: &Work<'_>) -> Result<Amounts, Misfit> {
    if !form.is_heap() {
        return Err(Misfit::NotAHeap);
    }
    let [kind] = &form.kinds[..] else { return Err(Misfit::SeveralKinds) };
    let single = single(form, kind, work)?;
    let Some((slot, SetForm::Call(function, arguments, _))) = single.choice else {
        return Err(Misfit::NoNamedSet);
    };
    let whole_heap = arguments.last().and_then(Linear::of) == Some(heap());
    if !whole_heap || single.target != heap().minus(&Linear::variable(slot)) {
        return Err(Misfit::NotEveryMember);
    }
    Ok(match function {
        SetFunction::Squares => Amounts::Squares,
        SetFunction::Primes => Amounts::Primes,
        SetFunction::Fibonacci => Amounts::Fibonacci,
        SetFunction::Triangular => Amounts::Triangular,
        SetFunction::Factorials => Amounts::Factorials,
        SetFunction::Powers => match arguments.len() {
            1 => Amounts::Powers(2),
            _ => match arguments[0]
                .as_const()
                .and_then(|base| u64::try_from(base).ok())
                .filter(|base| *base > 1)
            {
                Some(base) => Amounts::Powers(base),
                None => return Err(Misfit::BaseNotConstant),
            },
        },
        SetFunction::Divisors => return Err(Misfit::DivisorsChange),
    })
}

/// A table that doubles as larger heaps are asked for.
struct Taking {
    amounts: Amounts,
    values: Vec<Nimber>,
}

impl Engine for Taking {
    fn name(&self) -> EngineName {
        EngineName::TableOfSet
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        let largest = components.iter().map(|c| c.0[0] as u64).max().unwrap_or(0);
        if largest < self.values.len() as u64 {
            return Ok(());
        }
        // Where there is room, the table doubles: heaps are asked for one after the other.
        let doubled = (2 * self.values.len() as u64).max(1024);
        let fits = |len: u64| work.limits.allow(len, BYTES);
        let len = largest.saturating_add(1).max(if fits(doubled).is_ok() { doubled } else { 0 });
        fits(len)?;
        let marks = largest.saturating_mul(self.amounts.list(largest, work)?.len() as u64);
        if marks > MARKS {
            let what = Fault::StepsNeeded { heap: largest, steps: marks.to_string() };
            return Err(Error::new(ErrorKind::Limit, what).hint(NextStep::KnownFurther));
        }
        self.values = self.amounts.values(len, work)?;
        Ok(())
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        self.prepare(&[Component(place.to_vec())], work)?;
        Ok(self.values[place[0] as usize])
    }

    fn positions(&self) -> u64 {
        self.values.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::limits::Limits;

    #[test]
    fn a_table_is_charged_with_all_that_is_allocated() {
        let rules = Rules::read("take primes", &Lets::new(), &Work::unwatched()).unwrap();
        let prepared = |bytes: u64, heaps: &[i64]| {
            let limits = Limits { bytes, ..Limits::default() };
            let work = Work::within(limits);
            let mut engine = AmountSet.recognise(&rules, &work).ok().unwrap().engine;
            heaps.iter().try_for_each(|&n| engine.value(&[n], &work).map(|_| ())).map(|()| engine.positions())
        };
        assert_eq!(prepared(BYTES * 2000, &[1999]), Ok(2000));
        assert_eq!(prepared(BYTES * 2000, &[2000]).unwrap_err().kind(), ErrorKind::Limit);
        // It doubles while there is room, and goes on without doubling.
        assert_eq!(prepared(BYTES * 4000, &[1500, 1501]), Ok(3002));
        assert_eq!(prepared(BYTES * 2000, &[1500, 1501]), Ok(1502));
    }
}

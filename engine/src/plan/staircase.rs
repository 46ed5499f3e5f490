//! Staircase Nim: tokens step down a staircase, and only odd steps count.
//!
//! The shape has a coordinate for each step, the lowest first: any number of tokens of one step moves to the step below it, those of the
//! first step leave. The proof stands with the formula, [`staircase_value`].

use crate::engine::Engine;
use crate::error::Result;
use crate::heap::closed::staircase_value;
use crate::nimber::Nimber;
use crate::position::Component;
use crate::rules::{Domain, Form, Kind, QualifierForm, Rules, SetForm};
use crate::work::Work;

use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

pub(super) struct StaircaseNim;

impl Recogniser for StaircaseNim {
    fn shape(&self) -> ShapeName {
        ShapeName::StaircaseNim
    }

    fn recognise(&self, rules: &Rules, _: &Work<'_>) -> Result<Recognised, Misfit> {
        let form = rules.form();
        let natural = form.axes.iter().all(|axis| matches!(axis.domain, Domain::Natural));
        let mut from: Vec<usize> =
            form.kinds.iter().map(|kind| stepped(form, kind)).collect::<Option<_>>().unwrap_or_default();
        from.sort_unstable();
        if form.axes.len() < 2 || !natural || !from.iter().copied().eq(0..form.axes.len()) {
            return Err(Misfit::NoSteps);
        }
        Ok(Recognised { why: Fit::Steps, reach: Reach::AnySize, engine: Box::new(Stairs) })
    }
}

/// The step from which this kind moves any number of its tokens to the step below.
fn stepped(form: &Form, kind: &Kind) -> Option<usize> {
    let ([part], [QualifierForm::Each(slot, SetForm::Range(low, high))]) = (&kind.parts[..], &kind.steps[..])
    else {
        return None;
    };
    if part.count.is_some() || kind.gain.is_some() || low.as_const() != Some(1) {
        return None;
    }
    let amount = Linear::variable(*slot);
    let rises: Option<Vec<Linear>> =
        (0..form.axes.len()).map(|i| Some(Linear::of(&part.place[i])?.minus(&Linear::variable(i)))).collect();
    let rises = rises?;
    let from = rises.iter().position(|rise| *rise == amount.times(-1))?;
    let moved = |(i, rise): (usize, &Linear)| match i {
        _ if i == from => true,
        _ if i + 1 == from => *rise == amount,
        _ => *rise == Linear::constant(0),
    };
    let all = Linear::of(high) == Some(Linear::variable(from));
    (all && rises.iter().enumerate().all(moved)).then_some(from)
}

#[derive(Debug)]
struct Stairs;

fn value(place: &[i64]) -> Nimber {
    let steps: Vec<u64> = std::iter::once(0).chain(place.iter().map(|&tokens| tokens as u64)).collect();
    staircase_value(&steps)
}

impl Engine for Stairs {
    fn name(&self) -> EngineName {
        EngineName::Staircase
    }

    fn prepare(&mut self, _: &[Component], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    fn value(&mut self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(value(place))
    }

    /// A move changes one term of the sum: it lowers an odd step, or raises the odd step below an even one.
    fn options_of_value(&mut self, place: &[i64], wanted: Nimber) -> Option<Vec<Vec<Component>>> {
        let change = i64::try_from(value(place).0 ^ wanted.0).ok();
        let option = |from: usize| {
            let counted = from - from % 2;
            let becomes = place[counted] ^ change?;
            let amount = if counted == from { place[from] - becomes } else { becomes - place[counted] };
            if !(1..=place[from]).contains(&amount) {
                return None;
            }
            let mut next = place.to_vec();
            next[from] -= amount;
            if let Some(below) = from.checked_sub(1) {
                next[below] = next[below].checked_add(amount)?;
            }
            Some(vec![Component(next)])
        };
        Some((0..place.len()).filter_map(option).collect())
    }

    fn positions(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::Lets;
    use crate::proofs::potential::descent;

    const THREE: &str =
        "(a,b,c) -> (a-k,b,c) for k in 1..a | (a+k,b-k,c) for k in 1..b | (a,b+k,c-k) for k in 1..c";

    #[test]
    fn values_and_options_agree_with_the_dense_table() {
        let work = Work::unwatched();
        let rules = Rules::read(THREE, &Lets::new(), &Work::unwatched()).unwrap();
        let Ok(Recognised { engine: mut closed, .. }) = StaircaseNim.recognise(&rules, &work) else {
            panic!("staircase Nim was not recognised")
        };
        let mut dense = crate::dense::Dense::new(&rules, descent(rules.form(), &work).unwrap(), 1 << 20);
        let mut evaluator = crate::rules::Evaluator::new(rules.form().clone(), 1 << 20);
        for place in (0..125i64).map(|i| [i / 25, i / 5 % 5, i % 5]) {
            assert_eq!(
                closed.value(&place, &work).unwrap(),
                dense.value(&place, &work).unwrap(),
                "{place:?}"
            );
            let mut options: Vec<Vec<i64>> = Vec::new();
            let listed = evaluator.options(&place, &work, &mut |option| {
                options.push(option.places.to_vec());
                Ok(())
            });
            listed.unwrap();
            for wanted in 0..10 {
                let mut ours: Vec<Vec<i64>> = closed
                    .options_of_value(&place, Nimber(wanted))
                    .unwrap()
                    .into_iter()
                    .map(|option| option[0].0.clone())
                    .collect();
                ours.sort();
                let mut plain = options.clone();
                plain.retain(|option| dense.value(option, &work).unwrap() == Nimber(wanted));
                plain.sort();
                assert_eq!(ours, plain, "{place:?} to {wanted}");
            }
        }
        assert_eq!(closed.value(&[5, i64::MAX, 3], &work).unwrap(), Nimber(6));
        assert!(closed.options_of_value(&[i64::MAX, 1, 1], Nimber(u64::MAX)).unwrap().is_empty());
    }

    #[test]
    fn other_rules_are_not_taken() {
        for text in [
            "(a,b) -> (a-k,b) for k in 1..a | (a,b-k) for k in 1..b",
            "(a,b) -> (a-k,b) for k in 1..a | (a+k,b-k) for k in 1..a",
            "(a,b) -> (a-k,b) for k in 1..a | (a+2*k,b-k) for k in 1..b",
            "(a,b) -> (a+k,b-k) for k in 1..b",
            "(a,b) -> (a-k,b) for k in 2..a | (a+k,b-k) for k in 1..b",
            "n -> n-k for k in 1..n",
        ] {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            assert!(StaircaseNim.recognise(&rules, &Work::unwatched()).is_err(), "{text}");
        }
    }
}

//! Take one or all: 0 for nothing, 1 for odd heaps, 2 for even ones.
//!
//! The shape is `n -> n-1 | 0 if n > 0`; the proof stands with the formula, [`one_or_all_value`].

use crate::engine::{Engine, Periodic};
use crate::error::Result;
use crate::heap::closed::one_or_all_value;
use crate::heap::{Period, PeriodReport, Theorem, Verdict};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::rules::{Form, Kind, Op, QualifierForm, Rules, Term, TermKind};
use crate::work::Work;

use super::shape::{HEAP, heap};
use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

pub(super) struct OneOrAll;

impl Recogniser for OneOrAll {
    fn shape(&self) -> ShapeName {
        ShapeName::OneOrAll
    }

    fn recognise(&self, rules: &Rules, _: &Work<'_>) -> Result<Recognised, Misfit> {
        if !is_one_or_all(rules.form()) {
            return Err(Misfit::NotOneOrAll);
        }
        Ok(Recognised { why: Fit::OneOrAll, reach: Reach::AnySize, engine: Box::new(Parity) })
    }
}

fn is_one_or_all(form: &Form) -> bool {
    let [a, b] = &form.kinds[..] else { return false };
    let takes_one = |kind: &Kind| left(kind) == Some(heap().shifted(-1)) && kind.steps.is_empty();
    let takes_all = |kind: &Kind| {
        let something = matches!(&kind.steps[..], [QualifierForm::Guard(guard)] if is_something(guard));
        left(kind) == Some(Linear::constant(0)) && something
    };
    form.is_heap() && (takes_one(a) && takes_all(b) || takes_one(b) && takes_all(a))
}

/// The heap that a kind of move leaves.
fn left(kind: &Kind) -> Option<Linear> {
    let ([part], None) = (&kind.parts[..], &kind.gain) else { return None };
    Linear::of(&part.place[0]).filter(|_| part.count.is_none())
}

/// Whether the condition is that there is something to take. Whether a heap of one may be taken as a whole is no matter.
fn is_something(guard: &Term) -> bool {
    let TermKind::Binary(op, left, right) = &guard.kind else { return false };
    let holds_from = match (left.as_const(), right.as_const()) {
        (None, Some(than)) if left.kind == TermKind::Slot(HEAP) => (op, than),
        (Some(than), None) if right.kind == TermKind::Slot(HEAP) => match op {
            Op::Lt => (&Op::Gt, than),
            Op::Le => (&Op::Ge, than),
            Op::Ne => (&Op::Ne, than),
            _ => return false,
        },
        _ => return false,
    };
    matches!(holds_from, (Op::Gt, 0 | 1) | (Op::Ge, 1 | 2) | (Op::Ne, 0))
}

#[derive(Debug)]
struct Parity;

impl Engine for Parity {
    fn name(&self) -> EngineName {
        EngineName::Parity
    }

    fn prepare(&mut self, _: &[Component], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    fn value(&mut self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(one_or_all_value(place[0] as u64))
    }

    fn positions(&self) -> u64 {
        0
    }

    fn periodic(&mut self) -> Option<&mut dyn Periodic> {
        Some(self)
    }
}

impl Periodic for Parity {
    fn find_period(&mut self, limit: u64, _: &Work<'_>) -> Result<PeriodReport> {
        let period = Period { preperiod: 1, period: 2, saltus: 0 };
        let verdict = Verdict::Proved(Theorem::ClosedForm);
        Ok(PeriodReport::found(verdict, period, limit.min(3), |n| one_or_all_value(n).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::Lets;
    use crate::proofs::potential::descent;

    #[test]
    fn parity_agrees_with_the_dense_table() {
        let work = Work::unwatched();
        for text in ["n -> n-1 | 0 if n > 0", "n -> 0 if 2 <= n | n-1", "n -> n-1 | 0 if n != 0"] {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            let Ok(Recognised { engine: mut closed, .. }) = OneOrAll.recognise(&rules, &work) else {
                panic!("{text} was not recognised")
            };
            let falls = descent(rules.form(), &work).expect(text);
            let mut dense = crate::dense::Dense::new(&rules, falls, 1 << 20);
            for n in (0..300).rev() {
                assert_eq!(
                    closed.value(&[n], &work).unwrap(),
                    dense.value(&[n], &work).unwrap(),
                    "{text} {n}"
                );
            }
            let report = closed.periodic().unwrap().find_period(1000, &work).unwrap();
            assert_eq!(report.period, Some(Period { preperiod: 1, period: 2, saltus: 0 }));
            assert_eq!(report.exceptions, [0]);
        }
    }

    #[test]
    fn other_rules_are_not_taken() {
        for text in
            ["n -> n-1 | 0 if n > 2", "n -> n-2 | 0 if n > 0", "n -> n-1 if n > 5 | 0 if n > 0", "n -> n-1"]
        {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            assert!(OneOrAll.recognise(&rules, &Work::unwatched()).is_err(), "{text}");
        }
    }
}

//! Nim heaps: any smaller heap may be left.
//!
//! Proof of the value: by induction the options of n have the values 0, …, n−1, whose mex is n (Bouton 1901). Further
//! moves to smaller heaps add no new option.

use crate::engine::{Engine, Periodic};
use crate::error::Result;
use crate::heap::{AllBut, Certificate, CertifiedGame, PeriodReport};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::rules::{Form, Kind, Rules, SetForm};
use crate::work::Work;

use super::shape::{heap, single};
use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;
use crate::proofs::potential::descent;
use crate::report::sentence::{EngineName, Fit, Misfit, OptionValues, Reach, ShapeName};

pub(super) struct NimHeap;

impl Recogniser for NimHeap {
    fn shape(&self) -> ShapeName {
        ShapeName::NimHeap
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        check(rules.form(), work)?;
        Ok(Recognised { why: Fit::EverySmaller, reach: Reach::AnySize, engine: Box::new(Nim::default()) })
    }
}

/// Whether the components of these rules are Nim heaps.
pub fn is_nim(form: &Form, work: &Work<'_>) -> bool {
    check(form, work).is_ok()
}

fn check(form: &Form, work: &Work<'_>) -> Result<(), Misfit> {
    if !form.is_heap() {
        return Err(Misfit::NotAHeap);
    }
    if form.splits() || form.kinds.iter().any(|kind| kind.parts.is_empty()) {
        return Err(Misfit::NotOneHeap);
    }
    if !form.kinds.iter().any(|kind| leaves_every_smaller(form, kind, work)) {
        return Err(Misfit::NotEverySmaller);
    }
    descent(form, work).map(|_| ())
}

/// Whether this kind of move leaves every smaller heap, and nothing else.
pub(super) fn leaves_every_smaller(form: &Form, kind: &Kind, work: &Work<'_>) -> bool {
    let Ok(single) = single(form, kind, work) else { return false };
    let Some((slot, SetForm::Range(low, high))) = single.choice else { return false };
    let (Some(low), Some(high)) = (Linear::of(low), Linear::of(high)) else { return false };
    let at = |end: &Linear| {
        single.target.substitute(|v| if v == slot { end.clone() } else { Linear::variable(v) })
    };
    let (zero, below) = (Linear::constant(0), heap().shifted(-1));
    match single.target.coefficient(slot) {
        1 => at(&low) == zero && at(&high) == below,
        -1 => at(&low) == below && at(&high) == zero,
        _ => false,
    }
}

/// A heap of n has the value n. As a sequence it is the game of taking all but nothing.
#[derive(Debug, Default)]
struct Nim {
    sequence: Option<AllBut>,
}

impl Engine for Nim {
    fn name(&self) -> EngineName {
        EngineName::Nim
    }

    fn prepare(&mut self, _: &[Component], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    fn value(&mut self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(Nimber(place[0] as u64))
    }

    fn options_of_value(&mut self, place: &[i64], wanted: Nimber) -> Option<Vec<Vec<Component>>> {
        let smaller = wanted.0 < place[0] as u64;
        Some(smaller.then(|| vec![Component(vec![wanted.0 as i64])]).into_iter().collect())
    }

    fn option_values(&mut self, place: &[i64]) -> Option<OptionValues> {
        Some(OptionValues::all_below(place[0] as u64))
    }

    fn positions(&self) -> u64 {
        0
    }

    fn periodic(&mut self) -> Option<&mut dyn Periodic> {
        Some(self)
    }
}

impl Periodic for Nim {
    fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        let sequence = self.sequence.insert(AllBut::new(&[])?);
        sequence.find_period(limit, work)
    }

    fn certificate(&self) -> Option<Certificate> {
        self.sequence.as_ref()?.certificate()
    }

    fn certified_game(&self) -> Option<CertifiedGame> {
        Some(CertifiedGame::TakeAllBut(Vec::new()))
    }
}

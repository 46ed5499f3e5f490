//! Shapes of rules whose values a formula tells: one file a theorem, with its proof at the head.

mod coprime;
mod corners;
mod euclid;
mod no_divisor;
pub(super) mod powers;
mod quotients;
mod share;
#[cfg(test)]
mod tests;

use crate::engine::{Engine, KnownOption, KnownOptions};
use crate::error::Result;
use crate::nimber::Nimber;
use crate::position::Component;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};
use crate::rules::{Form, Kind, QualifierForm, Rules, SetForm, Term, TermKind};
use crate::work::Work;

use super::{Recognised, Recogniser, product};

/// Places with a wanted value, and whether these are all.
type Places = Option<(Vec<Vec<Vec<i64>>>, bool)>;

/// A formula for the values of a shape.
trait Formula: Send {
    /// The value of a position.
    fn value(&self, place: &[i64], work: &Work<'_>) -> Result<Nimber>;

    /// Options with a value, each the list of its parts, and whether these are all; nothing where the formula does not tell.
    fn options(&self, place: &[i64], wanted: Nimber, work: &Work<'_>) -> Result<Places>;
}

/// Who wins where a formula tells no more, or not of all positions.
pub(crate) trait Lost: Send {
    /// Whether the mover loses.
    fn is_lost(&self, place: &[i64]) -> bool;

    /// All options that are lost.
    fn lost_options(&self, place: &[i64]) -> Vec<Vec<i64>>;
}

/// Reads a rule as one of a shape.
type Reader = fn(&Form, &Work<'_>) -> Option<(Box<dyn Formula>, Fit)>;

const READERS: [Reader; 6] =
    [share::read, quotients::read, coprime::read, no_divisor::read, euclid::read, corners::read];

/// Who wins by a formula, and why it applies.
pub(crate) fn lost_by_formula(form: &Form) -> Option<(Box<dyn Lost>, Fit)> {
    let unnamed = form.kinds.iter().all(|kind| kind.label.is_none());
    unnamed.then(|| {
        euclid::read_to_zero(form)
            .or_else(|| coprime::read_lost(form))
            .or_else(|| no_divisor::read_lost(form))
    })?
}

pub(super) struct ClosedForm;

impl Recogniser for ClosedForm {
    fn shape(&self) -> ShapeName {
        ShapeName::ClosedForm
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let form = rules.form();
        let Some((formula, why)) = READERS.iter().find_map(|read| read(form, work)) else {
            return product::recognise(rules).ok_or(Misfit::NoFormula);
        };
        Ok(Recognised { why, reach: Reach::AnySize, engine: Box::new(ByFormula(formula)) })
    }
}

pub(super) struct ByFormula(Box<dyn Formula>);

impl Engine for ByFormula {
    fn name(&self) -> EngineName {
        EngineName::ClosedForm
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        components.iter().try_for_each(|component| self.value(&component.0, work).map(drop))
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        self.0.value(place, work)
    }

    fn first_options_of_value(
        &mut self,
        place: &[i64],
        wanted: Nimber,
        work: &Work<'_>,
    ) -> Result<Option<KnownOptions>> {
        let Some((options, complete)) = self.0.options(place, wanted, work)? else { return Ok(None) };
        let known = |parts: Vec<Vec<i64>>| KnownOption {
            parts: parts.into_iter().map(Component).collect(),
            kind: None,
        };
        Ok(Some(KnownOptions { options: options.into_iter().map(known).collect(), complete }))
    }

    fn positions(&self) -> u64 {
        0
    }
}

/// Options of one part each.
fn single_parts(places: Vec<i64>, complete: bool) -> Places {
    Some((places.into_iter().map(|place| vec![vec![place]]).collect(), complete))
}

/// The only kind of move of a heap, if it leaves one heap: what is left, its choice, and its condition if it has one.
fn one_heap_left(form: &Form) -> Option<(&Term, usize, &SetForm, Option<&Term>)> {
    let [Kind { parts, steps, .. }] = &form.kinds[..] else { return None };
    let [part] = &parts[..] else { return None };
    if !form.is_heap() || part.count.is_some() || !form.is_normal() {
        return None;
    }
    let (choice, guard) = match &steps[..] {
        [QualifierForm::Each(slot, set)] => ((*slot, set), None),
        [QualifierForm::Each(slot, set), QualifierForm::Guard(guard)] => ((*slot, set), Some(guard)),
        _ => return None,
    };
    Some((&part.place[0], choice.0, choice.1, guard))
}

fn is_slot(term: &Term, slot: usize) -> bool {
    matches!(term.kind, TermKind::Slot(of) if of == slot)
}

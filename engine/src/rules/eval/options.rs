//! What a choice leads to: the parts of an option, and whether they are legal.

use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::work::Work;

use super::super::form::*;
use super::walk::{OrEnd, Walk};
use super::{Evaluator, Found};

/// How many different parts one move may leave.
const MOST_PARTS_LEFT: usize = 1 << 16;

impl Evaluator {
    /// Visits every option of one kind; the position has been loaded.
    pub(super) fn each_option(
        &mut self,
        form: &Form,
        index: usize,
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Walk,
    ) -> Walk {
        let kind = &form.kinds[index];
        let parts = (kind.parts.len() * form.axes.len()) as u64;
        self.charge(1, work).or_end()?;
        if self.never_legal(form, index, work) {
            return Walk::Continue(());
        }
        self.each_choice(&kind.steps, work, &mut |this| {
            this.charge(parts, work).or_end()?;
            this.emit(form, index, work, visit)
        })
    }

    /// Whether no choice makes a legal option, because of something that does not depend on one: a coordinate is outside its domain, a
    /// condition fails, or there is nothing to choose. What cannot be computed is complained about where it is met.
    fn never_legal(&mut self, form: &Form, index: usize, work: &Work<'_>) -> bool {
        let (settled, kind) = (Arc::clone(&self.settled), &form.kinds[index]);
        let settled = &settled[index];
        let outside = |this: &mut Evaluator, (part, axis): (usize, usize)| {
            let (low, high) = form.axes[axis].domain.fixed_bounds();
            let value = this.term(&kind.parts[part].place[axis], work);
            value.is_ok_and(|n| low.is_some_and(|low| n < low) || high.is_some_and(|high| n > high))
        };
        let in_vain = |this: &mut Evaluator, step: usize| match &kind.steps[step] {
            QualifierForm::Guard(condition) => this.term(condition, work) == Ok(0),
            QualifierForm::Each(_, SetForm::Range(low, high)) => {
                matches!((this.term(low, work), this.term(high, work)), (Ok(low), Ok(high)) if low > high)
            }
            QualifierForm::Each(..) => false,
        };
        settled.coordinates.iter().any(|at| outside(self, *at))
            || settled.steps.iter().any(|step| in_vain(self, *step))
    }

    fn emit(
        &mut self,
        form: &Form,
        index: usize,
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Walk,
    ) -> Walk {
        let kind = &form.kinds[index];
        let (mut counts, mut places) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.places));
        counts.clear();
        places.clear();
        let gain = self.parts(form, kind, &mut counts, &mut places, work).and_then(|legal| {
            let gain = |this: &mut Evaluator| kind.gain.as_ref().map_or(Ok(0), |gain| this.term(gain, work));
            legal.then(|| gain(self)).transpose()
        });
        let walked = match gain {
            Ok(Some(gain)) => visit(Found { kind: index, counts: &counts, places: &places, gain }),
            Ok(None) => Walk::Continue(()),
            Err(error) => Err(error).or_end(),
        };
        (self.counts, self.places) = (counts, places);
        walked
    }

    fn parts(
        &mut self,
        form: &Form,
        kind: &Kind,
        counts: &mut Vec<u64>,
        places: &mut Vec<i64>,
        work: &Work<'_>,
    ) -> Result<bool> {
        for part in &kind.parts {
            let legal = match part.each.is_empty() {
                true => self.part(form, part, counts, places, work)?,
                false => self.gather(&part.each, work, &mut |this| {
                    if counts.len() == MOST_PARTS_LEFT {
                        let message = format!("a move leaves more than {MOST_PARTS_LEFT} parts");
                        return Err(Error::new(ErrorKind::Limit, message).at(kind.span.range()));
                    }
                    this.part(form, part, counts, places, work)
                })?,
            };
            if !legal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds one part, and says whether it is a legal one.
    fn part(
        &mut self,
        form: &Form,
        part: &PartForm,
        counts: &mut Vec<u64>,
        places: &mut Vec<i64>,
        work: &Work<'_>,
    ) -> Result<bool> {
        let count = part.count.as_ref().map_or(Ok(1), |count| self.term(count, work))?;
        if count < 0 {
            return Ok(false);
        }
        let start = places.len();
        for term in &part.place {
            places.push(self.term(term, work)?);
        }
        if !self.inside(form, &places[start..], work)? {
            return Ok(false);
        }
        match count {
            0 => places.truncate(start),
            _ => counts.push(count as u64),
        }
        Ok(true)
    }

    /// Whether all coordinates lie in their domains.
    pub(super) fn inside(&mut self, form: &Form, place: &[i64], work: &Work<'_>) -> Result<bool> {
        for (axis, &value) in form.axes.iter().zip(place) {
            let ok = match &axis.domain {
                Domain::Natural => value >= 0,
                Domain::Range(low, high) => match (low.as_const(), high.as_const()) {
                    (Some(low), Some(high)) => low <= value && value <= high,
                    _ => self.inside_moving_range(low, Some(high), place, value, work)?,
                },
                Domain::From(low) => match low.as_const() {
                    Some(low) => low <= value,
                    None => self.inside_moving_range(low, None, place, value, work)?,
                },
                Domain::Integers(members) => members.binary_search(&value).is_ok(),
                Domain::Names(ids) => ids.contains(&value),
            };
            if !ok {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Bounds that depend on earlier coordinates are those of the option, not of the position it comes from.
    fn inside_moving_range(
        &mut self,
        low: &Term,
        high: Option<&Term>,
        place: &[i64],
        value: i64,
        work: &Work<'_>,
    ) -> Result<bool> {
        let saved = self.slots[..place.len()].to_vec();
        self.slots[..place.len()].copy_from_slice(place);
        let mut within = || {
            Ok(self.term(low, work)? <= value
                && high.map_or(Ok(value), |high| self.term(high, work))? >= value)
        };
        let within = within();
        self.slots[..place.len()].copy_from_slice(&saved);
        within
    }
}

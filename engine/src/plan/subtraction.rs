//! Finite subtraction: a fixed set of amounts may be taken.

use crate::heap::HeapRules;
use crate::rules::{Form, Rules, SetForm};
use crate::work::Work;

use super::sequence::HeapEngine;
use super::shape::{amount_bound, heap, single};
use super::{Recognised, Recogniser};
use crate::proofs::cases::never_made;
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

/// More amounts than this are left to the general table.
const MOST: i64 = 1 << 16;

pub(super) struct FiniteSubtraction;

impl Recogniser for FiniteSubtraction {
    fn shape(&self) -> ShapeName {
        ShapeName::FiniteSubtraction
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let ranges = amounts(rules.form(), work)?;
        if ranges.iter().fold(0i64, |sum, (low, high)| sum.saturating_add(high - low + 1)) > MOST {
            return Err(Misfit::TooManyAmounts { most: MOST });
        }
        let set: Vec<u64> = ranges.iter().flat_map(|&(low, high)| low as u64..=high as u64).collect();
        Ok(Recognised {
            why: match &ranges[..] {
                [] => Fit::Nothing,
                _ => Fit::TheseAmounts { set: show(&ranges) },
            },
            reach: Reach::OncePeriod,
            engine: Box::new(HeapEngine::new(EngineName::SubtractionSieve, &HeapRules::Take(set))?),
        })
    }
}

/// The amounts that may be taken, as ranges in order that neither touch nor overlap; none if there is no move.
pub(super) fn amounts(form: &Form, work: &Work<'_>) -> Result<Vec<(i64, i64)>, Misfit> {
    if !form.is_heap() {
        return Err(Misfit::NotAHeap);
    }
    let mut ranges = Vec::new();
    for kind in form.kinds.iter().filter(|kind| !never_made(form, kind, work)) {
        let single = single(form, kind, work)?;
        let taken = heap().minus(&single.target);
        match (taken.as_constant(), single.choice) {
            (Some(amount), None) => ranges.push((amount, amount)),
            (None, Some((slot, set))) => {
                let shift = taken.minus(&Linear::variable(slot)).as_constant();
                let Some(shift) = shift else {
                    return Err(Misfit::AmountNotChosen);
                };
                for (low, high) in members(set, shift)? {
                    let shifted = low.checked_add(shift).zip(high.checked_add(shift));
                    ranges.push(shifted.ok_or(Misfit::AmountTooLarge)?);
                }
            }
            _ => return Err(Misfit::AmountDepends),
        }
    }
    merge(ranges)
}

/// The members of a set that does not depend on the heap, as ranges; the amounts are these plus the shift.
pub(super) fn members(set: &SetForm, shift: i64) -> Result<Vec<(i64, i64)>, Misfit> {
    let unbounded = || Misfit::AmountsDepend;
    match set {
        SetForm::Fixed(members) => Ok(members.iter().map(|&m| (m, m)).collect()),
        SetForm::Range(low, high) => Ok(vec![(
            low.as_const().ok_or_else(unbounded)?,
            amount_bound(high, shift).ok_or_else(unbounded)?,
        )]),
        SetForm::Members(members) => members
            .iter()
            .map(|(first, last)| {
                let low = first.as_const().ok_or_else(unbounded)?;
                Ok((
                    low,
                    last.as_ref()
                        .map_or(Some(low), |last| amount_bound(last, shift))
                        .ok_or_else(unbounded)?,
                ))
            })
            .collect(),
        SetForm::Call(..) | SetForm::Entries(_) | SetForm::Filter(..) => Err(unbounded()),
    }
}

/// The largest amount, where the amounts are a finite set: smaller heaps say nothing about what comes with it.
pub(crate) fn largest_amount(form: &Form, work: &Work<'_>) -> Option<u64> {
    u64::try_from(amounts(form, work).ok()?.last()?.1).ok()
}

fn merge(mut ranges: Vec<(i64, i64)>) -> Result<Vec<(i64, i64)>, Misfit> {
    ranges.retain(|(low, high)| low <= high);
    ranges.sort_unstable();
    if ranges.iter().any(|(low, _)| *low < 1) {
        return Err(Misfit::AmountNotPositive);
    }
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (low, high) in ranges {
        match merged.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    Ok(merged)
}

fn show(ranges: &[(i64, i64)]) -> String {
    let each = ranges.iter().map(|(low, high)| match high - low {
        0 => low.to_string(),
        1 => format!("{low},{high}"),
        _ => format!("{low}..{high}"),
    });
    format!("{{{}}}", each.collect::<Vec<_>>().join(","))
}

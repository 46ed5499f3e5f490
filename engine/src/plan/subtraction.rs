//! Finite subtraction: a fixed set of amounts may be taken.

use crate::heap::HeapRules;
use crate::rules::{Form, Rules, SetForm};
use crate::work::Work;

use super::sequence::HeapEngine;
use super::shape::{amount_bound, heap, single};
use super::{Recognised, Recogniser};
use crate::proofs::cases::never_made;
use crate::proofs::linear::Linear;

/// More amounts than this are left to the general table.
const MOST: i64 = 1 << 16;

pub(super) struct FiniteSubtraction;

impl Recogniser for FiniteSubtraction {
    fn shape(&self) -> &'static str {
        "finite subtraction set"
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, String> {
        let ranges = amounts(rules.form(), work)?;
        if ranges.iter().fold(0i64, |sum, (low, high)| sum.saturating_add(high - low + 1)) > MOST {
            return Err(format!("there are more than {MOST} amounts"));
        }
        let set: Vec<u64> = ranges.iter().flat_map(|&(low, high)| low as u64..=high as u64).collect();
        Ok(Recognised {
            why: match &ranges[..] {
                [] => "nothing may ever be taken".into(),
                _ => format!("the amounts that may be taken are {}", show(&ranges)),
            },
            reach: "any heap, once the period is found; it always exists".into(),
            engine: Box::new(HeapEngine::new("subtraction sieve", &HeapRules::Take(set))?),
        })
    }
}

/// The amounts that may be taken, as ranges in order that neither touch nor overlap; none if there is no move.
pub(super) fn amounts(form: &Form, work: &Work<'_>) -> Result<Vec<(i64, i64)>, String> {
    if !form.is_heap() {
        return Err("a position is not a single heap".into());
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
                    return Err("the amount taken is not the chosen number".into());
                };
                for (low, high) in members(set, shift)? {
                    let shifted = low.checked_add(shift).zip(high.checked_add(shift));
                    ranges.push(shifted.ok_or("an amount does not fit in 64 bits")?);
                }
            }
            _ => return Err("the amount taken depends on the heap".into()),
        }
    }
    merge(ranges)
}

/// The members of a set that does not depend on the heap, as ranges; the amounts are these plus the shift.
pub(super) fn members(set: &SetForm, shift: i64) -> Result<Vec<(i64, i64)>, String> {
    let unbounded = || "the amounts depend on the heap".to_string();
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
        SetForm::Call(..) => Err(unbounded()),
    }
}

/// The largest amount, where the amounts are a finite set: smaller heaps say nothing about what comes with it.
pub(crate) fn largest_amount(form: &Form, work: &Work<'_>) -> Option<u64> {
    u64::try_from(amounts(form, work).ok()?.last()?.1).ok()
}

fn merge(mut ranges: Vec<(i64, i64)>) -> Result<Vec<(i64, i64)>, String> {
    ranges.retain(|(low, high)| low <= high);
    ranges.sort_unstable();
    if ranges.iter().any(|(low, _)| *low < 1) {
        return Err("an amount is not positive".into());
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

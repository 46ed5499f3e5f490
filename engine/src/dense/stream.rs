//! Innermost choices that walk through a table in equal steps.
//!
//! In `a & n-a for a in 1..(n-1)/2` the cells of both parts move by one as `a` does. Such a choice need not be
//! interpreted option by option: where the first option lies, how far each step goes and how many are legal is
//! computed once, and the rest is a loop over the array.

use crate::error::Result;
use crate::nimber::{MexSet, Nimber};
use crate::rules::{Domain, Evaluator, Form, Op, QualifierForm, SetForm, Term, TermKind};
use crate::work::Work;

use super::space::Space;

/// A kind of move whose last choice is a range and whose parts are linear in it.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// Which kind of move.
    kind: usize,
    slot: usize,
    /// For each part and axis, how much one step adds.
    slopes: Vec<Vec<i64>>,
}

impl Stream {
    /// Sees whether a kind of move ends in such a choice.
    pub(crate) fn find(form: &Form, index: usize) -> Option<Stream> {
        let kind = &form.kinds[index];
        let Some(QualifierForm::Each(slot, SetForm::Range(..))) = kind.steps.last() else { return None };
        let slopes = kind.parts.iter().map(|part| {
            let slopes: Option<Vec<i64>> = part.place.iter().map(|term| slope(term, *slot)).collect();
            slopes.filter(|slopes| {
                let plain = |(axis, slope): (usize, &i64)| match &form.axes[axis].domain {
                    Domain::Integers(_) | Domain::Names(_) => *slope == 0,
                    interval => interval.is_fixed_interval(),
                };
                part.count.is_none() && slopes.iter().enumerate().all(plain)
            })
        });
        Some(Stream { kind: index, slot: *slot, slopes: slopes.collect::<Option<_>>()? })
    }

    /// Adds the values of all options of this kind. The position has been loaded into the evaluator.
    pub(crate) fn run(
        &self,
        evaluator: &mut Evaluator,
        form: &Form,
        space: &Space,
        values: &[u32],
        found: &mut MexSet,
        work: &Work<'_>,
    ) -> Result<()> {
        let kind = &form.kinds[self.kind];
        let last = kind.steps.len() - 1;
        let QualifierForm::Each(_, SetForm::Range(low, high)) = &kind.steps[last] else { return Ok(()) };
        let mut walks = Vec::with_capacity(self.slopes.len());
        evaluator.choose(kind, last, work, &mut |evaluator| {
            let (low, high) = (evaluator.term(low, work)?, evaluator.term(high, work)?);
            if low > high {
                return Ok(());
            }
            evaluator.set(self.slot, low);
            let (mut first, mut end) = (0i128, i128::from(high) - i128::from(low) + 1);
            walks.clear();
            for (part, slopes) in kind.parts.iter().zip(&self.slopes) {
                let (mut start, mut step) = (0i128, 0i128);
                for (axis, (term, &slope)) in part.place.iter().zip(slopes).enumerate() {
                    let base = evaluator.term(term, work)?;
                    let (least, most) = bounds(&form.axes[axis].domain, base);
                    narrow(&mut first, &mut end, base, slope, least, most);
                    start += i128::from(base) * i128::from(space.stride(axis));
                    step += i128::from(slope) * i128::from(space.stride(axis));
                }
                walks.push((start, step));
            }
            if first >= end {
                return Ok(());
            }
            let origin = space.origin();
            let at = |(start, step): (i128, i128)| ((start - origin + first * step) as usize, step as isize);
            let count = (end - first) as usize;
            match walks[..] {
                [] => found.insert(Nimber::ZERO),
                [one] => insert_one(values, at(one), count, found),
                [one, two] => insert_two(values, at(one), at(two), count, found),
                _ => insert_many(values, &walks.iter().map(|w| at(*w)).collect::<Vec<_>>(), count, found),
            }
            Ok(())
        })
    }
}

/// Keeps the steps `first..end` at which `base + slope · step` lies between the bounds.
fn narrow(first: &mut i128, end: &mut i128, base: i64, slope: i64, least: i128, most: i128) {
    let (base, slope) = (i128::from(base), i128::from(slope));
    if slope == 0 {
        if base < least || base > most {
            *end = *first;
        }
        return;
    }
    let (near, far) = if slope > 0 { (least - base, most - base) } else { (base - most, base - least) };
    let slope = slope.abs();
    *first = (*first).max((near + slope - 1).div_euclid(slope));
    *end = (*end).min(far.div_euclid(slope) + 1);
}

fn bounds(domain: &Domain, base: i64) -> (i128, i128) {
    match domain {
        // Such a coordinate does not move along a stream; it is legal or not as a whole.
        Domain::Integers(members) | Domain::Names(members) => match members.contains(&base) {
            true => (base.into(), base.into()),
            false => (1, 0),
        },
        interval => {
            let (least, most) = interval.fixed_bounds();
            (least.unwrap_or(0).into(), most.unwrap_or(i64::MAX).into())
        }
    }
}

type Walk = (usize, isize);

fn insert_one(values: &[u32], (at, step): Walk, count: usize, found: &mut MexSet) {
    match step {
        1 => values[at..at + count].iter().for_each(|&v| found.insert(Nimber(v.into()))),
        -1 => values[at + 1 - count..=at].iter().for_each(|&v| found.insert(Nimber(v.into()))),
        _ => insert_many(values, &[(at, step)], count, found),
    }
}

fn insert_two(values: &[u32], one: Walk, two: Walk, count: usize, found: &mut MexSet) {
    let forward = |at: usize| values[at..at + count].iter();
    let backward = |at: usize| values[at + 1 - count..=at].iter().rev();
    let mut insert = |a: &u32, b: &u32| found.insert(Nimber((a ^ b).into()));
    match (one.1, two.1) {
        (1, -1) => forward(one.0).zip(backward(two.0)).for_each(|(a, b)| insert(a, b)),
        (-1, 1) => forward(two.0).zip(backward(one.0)).for_each(|(a, b)| insert(a, b)),
        (1, 1) => forward(one.0).zip(forward(two.0)).for_each(|(a, b)| insert(a, b)),
        _ => insert_many(values, &[one, two], count, found),
    }
}

fn insert_many(values: &[u32], walks: &[Walk], count: usize, found: &mut MexSet) {
    for i in 0..count as isize {
        let value = walks.iter().fold(0, |sum, &(at, step)| sum ^ values[(at as isize + i * step) as usize]);
        found.insert(Nimber(value.into()));
    }
}

/// How much a term grows when the slot grows by one, if that is always the same.
fn slope(term: &Term, slot: usize) -> Option<i64> {
    match &term.kind {
        TermKind::Slot(other) => Some(i64::from(*other == slot)),
        TermKind::Neg(inner) => slope(inner, slot)?.checked_neg(),
        TermKind::Binary(Op::Add, left, right) => slope(left, slot)?.checked_add(slope(right, slot)?),
        TermKind::Binary(Op::Sub, left, right) => slope(left, slot)?.checked_sub(slope(right, slot)?),
        TermKind::Binary(Op::Mul, left, right) => match (left.as_const(), right.as_const()) {
            (Some(factor), _) => slope(right, slot)?.checked_mul(factor),
            (_, Some(factor)) => slope(left, slot)?.checked_mul(factor),
            _ if term.mentions(slot) => None,
            _ => Some(0),
        },
        _ if term.mentions(slot) => None,
        _ => Some(0),
    }
}

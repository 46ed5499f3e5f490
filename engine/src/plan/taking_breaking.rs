//! Taking and breaking: moves that remove a fixed amount and leave the rest in up to three parts.
//!
//! A rule has this shape if every kind of move removes a constant amount k (or one of a constant set) and its parts
//! add up to n−k. One part says what k may leave; for two parts `a & n-k-a` the range of `a` says which unordered
//! pairs occur. With m = n−k, `a` from L to m−C gives the pairs {x, y} with x ≥ L and y ≥ C; `a` from L to ⌊(m−C)/2⌋
//! gives the pairs with min ≥ L, and with C = 1 only unequal ones. For three parts the range
//! `a in 1..m/3, b in a..(m-a)/2` gives every triple of non-empty parts once. The rest of this file reads digits off.

use crate::heap::{HeapRules, Split, TakeBreak};
use crate::rules::{Form, Kind, Op, PartForm, QualifierForm, Rules, SetForm, Term, TermKind};
use crate::work::Work;

use super::edges;
use super::sequence::HeapEngine;
use super::shape::{HEAP, heap};
use super::subtraction::members;
use super::{Recognised, Recogniser};
use crate::proofs::cases::guard_is_idle;
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

/// A condition on larger heaps is not part of a code.
const LARGEST_LEAST: u64 = 1 << 12;

pub(super) struct TakingAndBreaking;

impl Recogniser for TakingAndBreaking {
    fn shape(&self) -> ShapeName {
        ShapeName::TakingAndBreaking
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let game = code(rules.form(), work)?;
        Ok(Recognised {
            why: Fit::Code { code: game.to_string() },
            reach: Reach::IfPeriod,
            engine: Box::new(HeapEngine::new(EngineName::SparseSpace, &HeapRules::Code(game))?),
        })
    }
}

/// The code of a rule of this shape.
pub(super) fn code(form: &Form, work: &Work<'_>) -> Result<TakeBreak, Misfit> {
    if !form.is_heap() {
        return Err(Misfit::NotAHeap);
    }
    let mut found = Digits::default();
    for kind in &form.kinds {
        found.read(form, kind, work)?;
    }
    let [none, one, two, three] = &found.amounts;
    let splits = !two.is_empty() || !three.is_empty();
    // Where every move leaves a heap and none splits it, other engines know as much.
    if !splits && none.is_empty() {
        return Err(Misfit::NeverSplits);
    }
    let game = TakeBreak::from_parts(&[none, one, two, three])?;
    // A code has one restriction for all its splits.
    match &found.splits[..] {
        [] if !splits => Ok(game),
        [first, rest @ ..] if rest.iter().all(|split| split == first) => Ok(game.with_split(*first)),
        _ => Err(Misfit::SomeSplitsRestricted),
    }
}

/// Whether this kind of move splits a heap into two non-empty parts in every way, and nothing else.
pub(super) fn splits_freely(form: &Form, kind: &Kind, work: &Work<'_>) -> bool {
    let mut found = Digits::default();
    found.read(form, kind, work).is_ok()
        && found.amounts == [vec![], vec![], vec![0], vec![]]
        && found.splits == [Split::default()]
}

/// The amounts whose removal may leave nothing, one, two or three non-empty parts.
#[derive(Default)]
struct Digits {
    amounts: [Vec<u64>; 4],
    /// The restriction of each kind of move that splits,
    splits: Vec<Split>,
    /// and whether the last of them may leave fewer parts, too.
    fewer: bool,
}

impl Digits {
    fn read(&mut self, form: &Form, kind: &Kind, work: &Work<'_>) -> Result<(), Misfit> {
        if kind.parts.iter().any(|part| part.count.is_some()) {
            return Err(Misfit::CopiesOfAHeap);
        }
        if let Some(moves) = edges::read(kind) {
            moves.into_iter().for_each(|(amount, parts)| self.amounts[parts].push(amount));
            self.splits.push(Split::default());
            return Ok(());
        }
        let (amounts, rest) = amount_choice(kind)?;
        let parts: Vec<Linear> = kind.parts.iter().map(target).collect::<Result<_, _>>()?;
        if parts.is_empty() {
            return self.nothing(&rest, amounts);
        }
        let total = parts.iter().fold(Linear::default(), |sum, part| sum.plus(part));
        let removed = heap().minus(&total);
        let amounts = amounts.resolve(&removed)?;
        match (&parts[..], &rest[..]) {
            ([_], guards) => self.one(form, kind, guards, amounts, work),
            ([a, b], steps) if steps.iter().any(|(_, step)| ranges(step)) => {
                let (chosen, guards): (Vec<_>, Vec<_>) = steps.iter().partition(|(_, step)| ranges(step));
                let [(_, QualifierForm::Each(slot, SetForm::Range(low, high)))] = chosen[..] else {
                    return Err(Misfit::PartWithoutRange);
                };
                let smallest = amounts.iter().min().copied().unwrap_or(0);
                self.two(a, b, *slot, low, high, &removed, amounts)?;
                self.hold_back(form, kind, &guards, smallest, work)
            }
            ([a, b, c], [(_, first), (_, second)]) => {
                if !every_triple([a, b, c], first, second, &removed) {
                    return Err(Misfit::NotEveryTriple);
                }
                self.amounts[3].extend(amounts);
                self.splits.push(Split::default());
                Ok(())
            }
            ([_, _], _) => Err(Misfit::PartWithoutRange),
            _ => Err(Misfit::TooManyParts),
        }
    }

    /// `nothing if n == k`.
    fn nothing(&mut self, rest: &[NumberedQualifier<'_>], amounts: Amounts<'_>) -> Result<(), Misfit> {
        let [(_, QualifierForm::Guard(Term { kind: TermKind::Binary(Op::Eq, left, right), .. }))] = rest
        else {
            return Err(Misfit::LeavesNothing);
        };
        let (Some(left), Some(right)) = (Linear::of(left), Linear::of(right)) else {
            return Err(Misfit::ConditionNotLinear);
        };
        let difference = left.minus(&right);
        let amount = difference
            .minus(&heap().times(difference.coefficient(HEAP)))
            .times(-difference.coefficient(HEAP));
        if difference.coefficient(HEAP).abs() != 1 {
            return Err(Misfit::HeapNotFixed);
        }
        self.amounts[0].extend(amounts.resolve(&amount)?);
        Ok(())
    }

    /// One part, n−k: with a condition `n > k` at least one token stays, without one the heap may also be gone.
    fn one(
        &mut self,
        form: &Form,
        kind: &Kind,
        guards: &[NumberedQualifier<'_>],
        amounts: Vec<u64>,
        work: &Work<'_>,
    ) -> Result<(), Misfit> {
        let left = target(&kind.parts[0])?;
        let mut some_stays = false;
        for (at, guard) in guards {
            let QualifierForm::Guard(condition) = guard else { return Err(Misfit::ChoiceNoPart) };
            if guard_is_idle(form, kind, *at, work) {
                continue;
            }
            match positive(condition) {
                Some(positive) if positive == left => some_stays = true,
                _ => return Err(Misfit::Restricted),
            }
        }
        self.amounts[1].extend(&amounts);
        if !some_stays {
            self.amounts[0].extend(&amounts);
        }
        Ok(())
    }

    /// Two parts: the unordered pairs that the range allows.
    #[allow(clippy::too_many_arguments)]
    fn two(
        &mut self,
        a: &Linear,
        b: &Linear,
        slot: usize,
        low: &Term,
        high: &Term,
        removed: &Linear,
        amounts: Vec<u64>,
    ) -> Result<(), Misfit> {
        let variable = Linear::variable(slot);
        if *a != variable && *b != variable {
            return Err(Misfit::PartNotChosen);
        }
        let rest = heap().minus(removed);
        let Some(low) = low.as_const().filter(|low| *low >= 0) else {
            return Err(Misfit::RangeStartsLate);
        };
        let (other_least, halved) = upper(high, &rest).ok_or(Misfit::RangeEndsOtherwise)?;
        // The fewest parts that a move may leave, and what two parts must respect.
        let free = Split::default();
        let (fewest, split) = match (halved, low, other_least) {
            (_, 0, 0) => (0, free),
            (false, 0, 1) | (false, 1, 0) => (1, free),
            (true, 1, 0) | (false, 1, 1) => (2, free),
            (true, 1, 1) => (2, Split { unequal: true, ..free }),
            (true, low, 0) if low > 1 => (2, Split { least_part: low as u64, ..free }),
            _ => return Err(Misfit::NoCodeSays),
        };
        (fewest..3).for_each(|parts| self.amounts[parts].extend(&amounts));
        self.fewer = fewest < 2;
        self.splits.push(split);
        Ok(())
    }
}

impl Digits {
    /// Conditions on the heap that the last kind of move splits: `n > c`, or `n != c` where no smaller heap can be split anyway.
    fn hold_back(
        &mut self,
        form: &Form,
        kind: &Kind,
        guards: &[NumberedQualifier<'_>],
        smallest: u64,
        work: &Work<'_>,
    ) -> Result<(), Misfit> {
        // Where it also leaves fewer parts, a condition is about more than splits.
        let splits_only = !self.fewer;
        let Some(split) = self.splits.last_mut() else { return Ok(()) };
        let parts = if split.unequal { 3 } else { split.least_part.saturating_mul(2) };
        for (at, guard) in guards {
            let QualifierForm::Guard(condition) = guard else { return Err(Misfit::SplitsRestricted) };
            if guard_is_idle(form, kind, *at, work) {
                continue;
            }
            let least = least_heap(condition, smallest.saturating_add(parts));
            match least.filter(|least| splits_only && *least <= LARGEST_LEAST) {
                Some(least) => split.least_heap = split.least_heap.max(least),
                None => return Err(Misfit::SplitsRestricted),
            }
        }
        Ok(())
    }
}

/// The least heap on which a condition holds, if it holds from there on and for no heap below that could be split; those below
/// `splittable` cannot.
fn least_heap(condition: &Term, splittable: u64) -> Option<u64> {
    let on_heap = |linear: &Linear| {
        let constant = linear.minus(&heap()).as_constant()?;
        (linear.coefficient(HEAP) == 1).then_some(constant)
    };
    if let Some(positive) = positive(condition) {
        return u64::try_from(1i64.checked_sub(on_heap(&positive)?)?.max(0)).ok();
    }
    let TermKind::Binary(Op::Ne, left, right) = &condition.kind else { return None };
    let (left, right) = (Linear::of(left)?, Linear::of(right)?);
    let difference = left.minus(&right);
    let constant = on_heap(&difference).or_else(|| on_heap(&right.minus(&left)))?;
    let forbidden = u64::try_from(constant.checked_neg()?).ok()?;
    (forbidden <= splittable).then_some(forbidden + 1)
}

fn ranges(step: &QualifierForm) -> bool {
    matches!(step, QualifierForm::Each(_, SetForm::Range(..)))
}

/// How the amount is chosen: fixed by the parts, or from a constant set.
enum Amounts<'f> {
    Fixed,
    Chosen(usize, &'f SetForm),
}

impl Amounts<'_> {
    /// The amounts, given how many tokens are gone.
    fn resolve(self, removed: &Linear) -> Result<Vec<u64>, Misfit> {
        let ranges = match self {
            Amounts::Fixed => {
                let amount = removed.as_constant().ok_or(Misfit::RemovedNotFixed)?;
                vec![(amount, amount)]
            }
            Amounts::Chosen(slot, set) => {
                let shift = removed.minus(&Linear::variable(slot)).as_constant();
                let shift = shift.ok_or(Misfit::RemovedNotChosen)?;
                let moved = members(set, shift)?
                    .into_iter()
                    .map(|(low, high)| Some((low.checked_add(shift)?, high.checked_add(shift)?)));
                moved.collect::<Option<Vec<_>>>().ok_or(Misfit::AmountTooLarge)?
            }
        };
        let count: i128 = ranges.iter().map(|(low, high)| i128::from(*high) - i128::from(*low) + 1).sum();
        if count > i128::from(TakeBreak::MAX_REMOVED) || ranges.iter().any(|(low, _)| *low < 0) {
            return Err(Misfit::TooManyOrNegative);
        }
        Ok(ranges.into_iter().flat_map(|(low, high)| (low..=high).map(|amount| amount as u64)).collect())
    }
}

type NumberedQualifier<'f> = (usize, &'f QualifierForm);

/// Takes the choice of the amount off the steps, if the first step is one: a constant set that no part is equal to.
fn amount_choice(kind: &Kind) -> Result<(Amounts<'_>, Vec<NumberedQualifier<'_>>), Misfit> {
    let steps: Vec<NumberedQualifier<'_>> = kind.steps.iter().enumerate().collect();
    let is_part = |slot: usize| kind.parts.iter().any(|p| p.place[0].kind == TermKind::Slot(slot));
    match steps.split_first() {
        Some(((_, QualifierForm::Each(slot, set)), rest)) if !is_part(*slot) => {
            Ok((Amounts::Chosen(*slot, set), rest.to_vec()))
        }
        _ => Ok((Amounts::Fixed, steps)),
    }
}

fn target(part: &PartForm) -> Result<Linear, Misfit> {
    Linear::of(&part.place[0]).ok_or(Misfit::PartNotLinear)
}

/// The linear form that a condition says is positive: `n > k` says so of n−k.
fn positive(condition: &Term) -> Option<Linear> {
    let TermKind::Binary(op, left, right) = &condition.kind else { return None };
    let (left, right) = (Linear::of(left)?, Linear::of(right)?);
    match op {
        Op::Gt => Some(left.minus(&right)),
        Op::Lt => Some(right.minus(&left)),
        Op::Ge => Some(left.minus(&right).shifted(1)),
        Op::Le => Some(right.minus(&left).shifted(1)),
        _ => None,
    }
}

/// The end of the range of a part when `rest` tokens stay: `rest − C` gives (C, false), `(rest − C)/2` gives (C, true).
/// A range beyond the rest is cut off there, since parts are not negative.
fn upper(high: &Term, rest: &Linear) -> Option<(i64, bool)> {
    let gap = |linear: Linear| rest.minus(&linear).as_constant();
    if let TermKind::Binary(Op::Div, left, right) = &high.kind {
        return (right.as_const() == Some(2)).then(|| gap(Linear::of(left)?)).flatten().map(|c| (c, true));
    }
    gap(Linear::of(high)?).map(|c| (c.max(0), false))
}

/// `a & b & m-a-b for a in 1..m/3 for b in a..(m-a)/2`.
fn every_triple(
    parts: [&Linear; 3],
    first: &QualifierForm,
    second: &QualifierForm,
    removed: &Linear,
) -> bool {
    let (
        QualifierForm::Each(a, SetForm::Range(low_a, high_a)),
        QualifierForm::Each(b, SetForm::Range(low_b, high_b)),
    ) = (first, second)
    else {
        return false;
    };
    let (a, b, rest) = (Linear::variable(*a), Linear::variable(*b), heap().minus(removed));
    let third = rest.minus(&a).minus(&b);
    let over = |term: &Term, divisor: i64| match &term.kind {
        TermKind::Binary(Op::Div, left, right) if right.as_const() == Some(divisor) => Linear::of(left),
        _ => None,
    };
    [&a, &b, &third].iter().all(|part| parts.contains(part))
        && low_a.as_const() == Some(1)
        && over(high_a, 3) == Some(rest.clone())
        && Linear::of(low_b) == Some(a.clone())
        && over(high_b, 2) == Some(rest.minus(&a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::prove::plain_values;

    #[test]
    fn conditions_on_the_heap_that_is_split_are_part_of_the_code() {
        let work = Work::unwatched();
        for (text, least) in [
            ("n -> a & n-a for a in 1..n/2 if n != 2", Some(3)),
            ("n -> a & n-a for a in 1..n/2 if 2 != n", Some(3)),
            ("n -> a & n-a if n != 2 for a in 1..n/2", Some(3)),
            ("n -> a & n-a for a in 1..n/2 if n > 5", Some(6)),
            ("n -> a & n-a for a in 1..n/2 if n >= 5 if n != 2", Some(5)),
            ("n -> a & n-a-1 for a in 1..(n-1)/2 if n != 3", Some(4)),
            ("n -> a & n-a for a in 2..n/2 if n != 4", Some(5)),
            ("n -> a & n-a for a in 1..(n-1)/2 if n != 3", Some(4)),
            ("n -> n-1 | a & n-a-1 for a in 1..(n-1)/2 if n > 7", Some(8)),
            // Heaps of 2 could be split, those of 3 not: no code says so.
            ("n -> a & n-a for a in 1..n/2 if n != 3", None),
            ("n -> a & n-a for a in 1..n/2 if n < 9", None),
            ("n -> a & n-a for a in 1..n/2 if n%2 == 0", None),
            ("n -> a & n-a for a in 1..n/2 if a != 2", None),
            ("n -> a & n-a for a in 1..n/2 if 2*n > 9", None),
            ("n -> a & n-1-a for a in 0..n-1 if n > 5", None),
        ] {
            let rules = Rules::read(text, &Lets::new(), &work).unwrap();
            let found = code(rules.form(), &work);
            let recognised = found.as_ref().ok().map(|game| game.split().least_heap);
            assert_eq!(recognised, least, "{text}: {found:?}");
            if found.is_ok() {
                let mut engine = TakingAndBreaking.recognise(&rules, &work).unwrap().engine;
                engine.prepare(&[crate::position::Component(vec![400])], &work).unwrap();
                for (place, value) in plain_values(&rules, 400) {
                    assert_eq!(engine.value(&place, &work).unwrap().0, value, "{text} {place:?}");
                }
            }
        }
    }
}

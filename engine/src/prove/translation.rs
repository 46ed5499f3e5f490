//! Linear rules as formulas: a move is finitely many cases of linear facts about the position, the parts it leads to, and
//! numbers in between.
//!
//! Unlike the cases of `proofs`, which only promise that every move is among them, these say exactly what the moves are;
//! what they cannot say is refused. Coordinates and choices are numbers from 0 on, called tracks. A choice from a range that
//! begins elsewhere is its beginning plus a track, so that nothing is ever negative.

use crate::proofs::linear::Linear;
use crate::report::sentence::Unproved;
use crate::rules::{Domain, Form, Function, Kind, Op, QualifierForm, SetForm, Term, TermKind};

use crate::automata::Comparison;

/// What is known of some tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A sum compares so with 0.
    Compares(Linear, Comparison),
    /// A sum leaves one of these rests.
    Leaves(Linear, i64, Vec<i64>),
}

/// Facts that hold together, and what the slots of the rule are in them.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub slots: Vec<Linear>,
    pub facts: Vec<Fact>,
    /// The first track that is not in use.
    pub free: usize,
}

type Translated<T> = Result<T, Unproved>;

/// How many cases are followed.
const MOST: usize = 256;
/// How many facts one of them may have.
const MOST_FACTS: usize = 64;
/// The largest number that residues are taken of.
const LARGEST_MODULUS: i64 = 1 << 10;

impl Case {
    /// What every position fulfils, in every way.
    pub(super) fn positions(form: &Form) -> Translated<Vec<Case>> {
        let axes = form.axes.len();
        let slot = |slot: usize| if slot < axes { Linear::variable(slot) } else { Linear::default() };
        let start = Case { slots: (0..form.slots).map(slot).collect(), facts: Vec::new(), free: axes };
        for axis in &form.axes {
            let (negative, linear) = match &axis.domain {
                Domain::Natural => (false, true),
                Domain::Integers(members) | Domain::Names(members) => (members.iter().any(|m| *m < 0), true),
                Domain::Range(low, _) | Domain::From(low) => match Linear::of(low) {
                    Some(low) => (!low.never_negative(), true),
                    None => (false, false),
                },
            };
            if negative || !linear {
                return Err(Unproved::NegativeCoordinate { name: axis.name.clone() });
            }
        }
        let place: Vec<Linear> = (0..axes).map(Linear::variable).collect();
        start.legal(form, &place)
    }

    /// Every way to make a move of one kind, with the coordinates of the parts and whether their number is odd.
    pub(super) fn moves(self, form: &Form, kind: &Kind) -> Translated<Vec<(Case, Vec<Vec<Linear>>)>> {
        let mut open = vec![self];
        for step in &kind.steps {
            open = each(open, |case| match step {
                QualifierForm::Guard(condition) => case.assume(condition, true),
                QualifierForm::Each(slot, set) => case.choose(*slot, set),
            })?;
        }
        let mut open: Vec<(Case, Vec<Vec<Linear>>)> =
            open.into_iter().map(|case| (case, Vec::new())).collect();
        for part in &kind.parts {
            if !part.each.is_empty() {
                return Err(beyond("a part for each choice"));
            }
            open = each(open, |(case, parts)| {
                let counted = match &part.count {
                    None => vec![(case, true)],
                    Some(count) => case.counted(count)?,
                };
                each(counted, |(case, odd)| {
                    each(case.places(&part.place)?, |(place, case)| {
                        let with = if odd {
                            [&parts[..], std::slice::from_ref(&place)].concat()
                        } else {
                            parts.clone()
                        };
                        Ok(case.legal(form, &place)?.into_iter().map(|case| (case, with.clone())).collect())
                    })
                })
            })?;
        }
        Ok(open)
    }

    /// Whether an odd number of copies is left: an even number cancels.
    fn counted(self, count: &Term) -> Translated<Vec<(Case, bool)>> {
        each(self.linear(count)?, |(count, case)| {
            let case = case.with(Fact::Compares(count.clone(), Comparison::AtLeastZero))?;
            let even = case.clone().with(Fact::Leaves(count.clone(), 2, vec![0]))?;
            Ok(vec![(even, false), (case.with(Fact::Leaves(count, 2, vec![1]))?, true)])
        })
    }

    fn places(self, place: &[Term]) -> Translated<Vec<(Vec<Linear>, Case)>> {
        place.iter().try_fold(vec![(Vec::new(), self)], |open, term| {
            each(open, |(before, case)| {
                let values = case.linear(term)?.into_iter();
                Ok(values.map(|(value, case)| ([&before[..], &[value]].concat(), case)).collect())
            })
        })
    }

    /// These are the coordinates of a position.
    fn legal(self, form: &Form, place: &[Linear]) -> Translated<Vec<Case>> {
        let before = self.slots.clone();
        let mut case = self;
        // Bounds may mention earlier coordinates, and mean those of this position.
        case.slots[..place.len()].clone_from_slice(place);
        let mut open = vec![case];
        for (slot, axis) in form.axes.iter().enumerate() {
            open = each(open, |case| match &axis.domain {
                Domain::Natural => {
                    Ok(vec![case.with(Fact::Compares(place[slot].clone(), Comparison::AtLeastZero))?])
                }
                Domain::Range(low, high) => case.between(&slot_term(slot), low, high),
                Domain::From(low) => case.at_most(low, 0, &slot_term(slot)),
                Domain::Integers(members) | Domain::Names(members) => case.one_of(&place[slot], members),
            })?;
        }
        open.iter_mut().for_each(|case| case.slots.clone_from(&before));
        Ok(open)
    }

    fn with(mut self, fact: Fact) -> Translated<Case> {
        self.facts.push(fact);
        if self.facts.len() > MOST_FACTS { Err(Unproved::TooManyCases) } else { Ok(self) }
    }

    fn fresh(&mut self) -> Linear {
        self.free += 1;
        Linear::variable(self.free - 1)
    }

    /// A slot takes every member of a set.
    fn choose(self, slot: usize, set: &SetForm) -> Translated<Vec<Case>> {
        match set {
            SetForm::Range(low, high) => self.choose_between(slot, low, high),
            SetForm::Members(members) => each(members.iter().collect(), |(first, last)| match last {
                Some(last) => self.clone().choose_between(slot, first, last),
                None => {
                    let values = self.clone().linear(first)?.into_iter();
                    Ok(values.map(|(value, case)| case.set(slot, value)).collect())
                }
            }),
            SetForm::Fixed(members) => each(runs(members), |(first, last)| {
                let (first, last) = (Term::constant(first), Term::constant(last));
                self.clone().choose_between(slot, &first, &last)
            }),
            SetForm::Call(function, ..) => Err(Unproved::NotLinear { what: function.name().into() }),
            SetForm::Entries(_) | SetForm::Filter(..) => Err(beyond("a set with a condition")),
        }
    }

    fn set(mut self, slot: usize, value: Linear) -> Case {
        self.slots[slot] = value;
        self
    }

    fn choose_between(self, slot: usize, low: &Term, high: &Term) -> Translated<Vec<Case>> {
        if let (Some(first), Some(last)) = (low.as_const(), high.as_const())
            && first == last
        {
            return Ok(vec![self.set(slot, Linear::constant(first))]);
        }
        each(self.linear(low)?, |(first, mut case)| {
            let track = case.fresh();
            let case = match first.as_constant() {
                Some(first) if first >= 0 => case
                    .with(Fact::Compares(track.shifted(-first), Comparison::AtLeastZero))?
                    .set(slot, track),
                _ => case.set(slot, first.plus(&track)),
            };
            case.at_most(&slot_term(slot), 0, high)
        })
    }

    fn one_of(self, item: &Linear, members: &[i64]) -> Translated<Vec<Case>> {
        each(runs(members), |(first, last)| {
            let case = self.clone();
            Ok(vec![match first == last {
                true => case.with(Fact::Compares(item.shifted(-first), Comparison::Zero))?,
                false => case
                    .with(Fact::Compares(item.shifted(-first), Comparison::AtLeastZero))?
                    .with(Fact::Compares(Linear::constant(last).minus(item), Comparison::AtLeastZero))?,
            }])
        })
    }

    /// What follows if a condition is, or is not, true.
    pub(super) fn assume(self, condition: &Term, truth: bool) -> Translated<Vec<Case>> {
        match &condition.kind {
            TermKind::Const(value) => Ok(if (*value != 0) == truth { vec![self] } else { Vec::new() }),
            TermKind::Not(inner) => self.assume(inner, !truth),
            TermKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                if (*op == Op::And) == truth {
                    return each(self.assume(left, truth)?, |case| case.assume(right, truth));
                }
                let mut either = self.clone().assume(left, truth)?;
                either.extend(self.assume(right, truth)?);
                Ok(either)
            }
            TermKind::Binary(op, left, right) => self.compare(*op, truth, left, right),
            TermKind::In(item, set) => self.member(item, set, truth),
            _ => Err(beyond("a condition")),
        }
    }

    fn compare(self, op: Op, truth: bool, left: &Term, right: &Term) -> Translated<Vec<Case>> {
        if let (Some((of, modulus)), Some(with)) = (remainder(left), right.as_const()) {
            let rests = (0..modulus).filter(|rest| holds(op, *rest, with) == truth).collect::<Vec<i64>>();
            return each(self.linear(of)?, |(sum, case)| {
                Ok(vec![case.with(Fact::Leaves(sum, modulus, rests.clone()))?])
            });
        }
        match (op, truth) {
            (Op::Eq, true) | (Op::Ne, false) => self.related(left, right, Comparison::Zero),
            (Op::Eq, false) | (Op::Ne, true) => self.related(left, right, Comparison::NotZero),
            (Op::Lt, true) | (Op::Ge, false) => self.at_most(left, 1, right),
            (Op::Le, true) | (Op::Gt, false) => self.at_most(left, 0, right),
            (Op::Gt, true) | (Op::Le, false) => self.at_most(right, 1, left),
            (Op::Ge, true) | (Op::Lt, false) => self.at_most(right, 0, left),
            _ => Err(Unproved::NotLinear { what: op.symbol().into() }),
        }
    }

    fn related(self, left: &Term, right: &Term, comparison: Comparison) -> Translated<Vec<Case>> {
        each(self.linear(left)?, |(left, case)| {
            each(case.linear(right)?, |(right, case)| {
                Ok(vec![case.with(Fact::Compares(left.minus(&right), comparison))?])
            })
        })
    }

    fn member(self, item: &Term, set: &SetForm, truth: bool) -> Translated<Vec<Case>> {
        match (set, truth) {
            (SetForm::Range(low, high), true) => self.between(item, low, high),
            (SetForm::Range(low, high), false) => {
                let mut outside = self.clone().at_most(item, 1, low)?;
                outside.extend(self.at_most(high, 1, item)?);
                Ok(outside)
            }
            (SetForm::Fixed(members), true) => {
                each(self.linear(item)?, |(item, case)| case.one_of(&item, members))
            }
            (SetForm::Fixed(members), false) => members.iter().try_fold(vec![self], |open, member| {
                each(open, |case| case.related(item, &Term::constant(*member), Comparison::NotZero))
            }),
            (SetForm::Members(members), true) => each(members.iter().collect(), |(first, last)| {
                self.clone().between(item, first, last.as_ref().unwrap_or(first))
            }),
            (SetForm::Members(members), false) => {
                members.iter().try_fold(vec![self], |open, (first, last)| {
                    each(open, |case| {
                        let mut outside = case.clone().at_most(item, 1, first)?;
                        outside.extend(case.at_most(last.as_ref().unwrap_or(first), 1, item)?);
                        Ok(outside)
                    })
                })
            }
            (SetForm::Call(function, ..), _) => Err(Unproved::NotLinear { what: function.name().into() }),
            (SetForm::Entries(_) | SetForm::Filter(..), _) => Err(beyond("a set with a condition")),
        }
    }

    fn between(self, item: &Term, low: &Term, high: &Term) -> Translated<Vec<Case>> {
        each(self.at_most(low, 0, item)?, |case| case.at_most(item, 0, high))
    }

    /// `left + shift` is at most `right`. Least and greatest of several, absolute values and quotients are compared without
    /// numbers in between where that can be.
    fn at_most(self, left: &Term, shift: i64, right: &Term) -> Translated<Vec<Case>> {
        use Function::{Abs, Max, Min};
        let all = |case: Case, terms: &[Term], one: &dyn Fn(Case, &Term) -> Translated<Vec<Case>>| {
            terms.iter().try_fold(vec![case], |open, term| each(open, |case| one(case, term)))
        };
        let any = |case: Case, terms: &[Term], one: &dyn Fn(Case, &Term) -> Translated<Vec<Case>>| {
            each(terms.iter().collect(), |term| one(case.clone(), term))
        };
        let below = |case: Case, term: &Term| case.at_most(left, shift, term);
        let above = |case: Case, term: &Term| case.at_most(term, shift, right);
        match (&left.kind, &right.kind) {
            (_, TermKind::Call(Min, terms)) => all(self, terms, &below),
            (TermKind::Call(Max, terms), _) => all(self, terms, &above),
            (_, TermKind::Call(Max, terms)) => any(self, terms, &below),
            (TermKind::Call(Min, terms), _) => any(self, terms, &above),
            (TermKind::Call(Abs, terms), _) => {
                let inner = &terms[0];
                let negative = Term { kind: TermKind::Neg(Box::new(inner.clone())), span: inner.span };
                all(self, &[inner.clone(), negative], &above)
            }
            _ => self.at_most_linear(left, shift, right),
        }
    }

    fn at_most_linear(self, left: &Term, shift: i64, right: &Term) -> Translated<Vec<Case>> {
        // x ≤ ⌊e/d⌋ exactly if d·x ≤ e, and ⌊e/d⌋ ≤ x exactly if e ≤ d·x + d - 1.
        let (left, right, factor, slack) = match (quotient(left), quotient(right)) {
            (_, Some((of, divisor))) => (left, of, (divisor, 1), 0),
            (Some((of, divisor)), None) => (of, right, (1, divisor), divisor - 1),
            (None, None) => (left, right, (1, 1), 0),
        };
        let shift = shift.checked_mul(factor.0.max(factor.1)).ok_or(Unproved::TooLarge)?;
        each(self.linear(left)?, |(left, case)| {
            each(case.linear(right)?, |(right, case)| {
                let gap = right.times(factor.1.into()).minus(&left.times(factor.0.into()));
                Ok(vec![case.with(Fact::Compares(gap.shifted(slack - shift), Comparison::AtLeastZero))?])
            })
        })
    }

    /// The value of a term in every case.
    fn linear(self, term: &Term) -> Translated<Vec<(Linear, Case)>> {
        match &term.kind {
            TermKind::Const(value) => Ok(vec![(Linear::constant(*value), self)]),
            TermKind::Slot(slot) => Ok(vec![(self.slots[*slot].clone(), self)]),
            TermKind::Neg(inner) => {
                Ok(self.linear(inner)?.into_iter().map(|(value, case)| (value.times(-1), case)).collect())
            }
            TermKind::Binary(op, left, right) => each(self.linear(left)?, |(left, case)| {
                each(case.linear(right)?, |(right, case)| case.arithmetic(*op, &left, &right))
            }),
            TermKind::Call(function, arguments) => self.call(*function, arguments),
            TermKind::Index(..) => Err(beyond("a list")),
            TermKind::If(_) => Err(beyond("if")),
            _ => Err(beyond("a term")),
        }
    }

    fn arithmetic(self, op: Op, left: &Linear, right: &Linear) -> Translated<Vec<(Linear, Case)>> {
        match (op, left.as_constant(), right.as_constant()) {
            (Op::Add, ..) => Ok(vec![(left.plus(right), self)]),
            (Op::Sub, ..) => Ok(vec![(left.minus(right), self)]),
            (Op::Mul, _, Some(factor)) => Ok(vec![(left.times(factor.into()), self)]),
            (Op::Mul, Some(factor), _) => Ok(vec![(right.times(factor.into()), self)]),
            (Op::Div | Op::Rem, _, Some(divisor)) if (1..=LARGEST_MODULUS).contains(&divisor) => {
                self.divided(op, left, divisor)
            }
            _ => Err(Unproved::NotLinear { what: op.symbol().into() }),
        }
    }

    /// The quotient, rounded down, or the rest: a track, or its negative where what is divided is negative.
    fn divided(self, op: Op, of: &Linear, divisor: i64) -> Translated<Vec<(Linear, Case)>> {
        let sign = |negative: bool| if negative { -1 } else { 1 };
        let signs: &[bool] = if of.never_negative() { &[false] } else { &[false, true] };
        each(signs.to_vec(), |negative| {
            let mut case = self.clone();
            let quotient = case.fresh().times(sign(negative));
            let rest = of.minus(&quotient.times(divisor.into()));
            let side = if negative { of.times(-1).shifted(-1) } else { of.clone() };
            let case = case
                .with(Fact::Compares(side, Comparison::AtLeastZero))?
                .with(Fact::Compares(rest.clone(), Comparison::AtLeastZero))?
                .with(Fact::Compares(Linear::constant(divisor - 1).minus(&rest), Comparison::AtLeastZero))?;
            Ok(vec![(if op == Op::Div { quotient } else { rest }, case)])
        })
    }

    fn call(self, function: Function, arguments: &[Term]) -> Translated<Vec<(Linear, Case)>> {
        let first = self.linear(&arguments[0])?;
        let sign = match function {
            Function::Min => 1,
            Function::Max | Function::Abs => -1,
            _ => return Err(Unproved::NotLinear { what: function.name().into() }),
        };
        // The better of two values, each with the case in which it is.
        let better = |best: &Linear, other: &Linear, case: Case| {
            let gap = other.minus(best).times(sign);
            let keep = case.clone().with(Fact::Compares(gap.clone(), Comparison::AtLeastZero))?;
            let change = case.with(Fact::Compares(gap.times(-1).shifted(-1), Comparison::AtLeastZero))?;
            Ok(vec![(best.clone(), keep), (other.clone(), change)])
        };
        if function == Function::Abs {
            return each(first, |(value, case)| better(&value, &value.times(-1), case));
        }
        arguments[1..].iter().try_fold(first, |open, argument| {
            each(open, |(best, case)| {
                each(case.linear(argument)?, |(other, case)| better(&best, &other, case))
            })
        })
    }
}

/// Applies a step to every case and collects what comes out, unless that is too much.
fn each<T, U>(from: Vec<T>, mut step: impl FnMut(T) -> Translated<Vec<U>>) -> Translated<Vec<U>> {
    from.into_iter().try_fold(Vec::new(), |mut all, one| {
        all.extend(step(one)?);
        if all.len() > MOST { Err(Unproved::TooManyCases) } else { Ok(all) }
    })
}

fn beyond(what: &str) -> Unproved {
    Unproved::NotLinear { what: what.into() }
}

fn slot_term(slot: usize) -> Term {
    Term { kind: TermKind::Slot(slot), ..Term::constant(0) }
}

/// `e / d` with a constant.
fn quotient(term: &Term) -> Option<(&Term, i64)> {
    match &term.kind {
        TermKind::Binary(Op::Div, of, by) => by.as_const().filter(|by| *by > 0).map(|by| (&**of, by)),
        _ => None,
    }
}

/// `e % d` with a constant that is not too large.
fn remainder(term: &Term) -> Option<(&Term, i64)> {
    let modest = |by: &i64| (1..=LARGEST_MODULUS).contains(by);
    match &term.kind {
        TermKind::Binary(Op::Rem, of, by) => by.as_const().filter(modest).map(|by| (&**of, by)),
        _ => None,
    }
}

fn holds(op: Op, left: i64, right: i64) -> bool {
    match op {
        Op::Eq => left == right,
        Op::Ne => left != right,
        Op::Lt => left < right,
        Op::Le => left <= right,
        Op::Gt => left > right,
        Op::Ge => left >= right,
        _ => false,
    }
}

/// The runs of neighbours among some integers.
fn runs(members: &[i64]) -> Vec<(i64, i64)> {
    let mut sorted = members.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for member in sorted {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(member) => *last = member,
            _ => runs.push((member, member)),
        }
    }
    runs
}

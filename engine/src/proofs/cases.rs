//! A rule as finitely many linear cases: a position, the choices made, and the parts they lead to.
//!
//! Every legal move of the rule is an integer point of at least one case, so a claim that holds in all cases holds
//! for all moves. The converse is not promised: what is not linear becomes a variable with whatever bounds are
//! known, so a case may contain points that are no moves. A recogniser therefore proves, and never disproves.

use crate::rules::{
    Axis, Domain, Form, Function, Kind, Op, PartForm, QualifierForm, SetForm, SetFunction, Term, TermKind,
};
use crate::work::Work;

use super::linear::{Linear, Variable, impossible};

/// One way a move can be made.
#[derive(Clone, Debug)]
pub struct Case {
    /// Inequalities `≥ 0` that hold for every move of this case.
    pub facts: Vec<Linear>,
    /// The coordinates of the parts.
    pub parts: Vec<Vec<Linear>>,
}

impl Case {
    /// Whether the inequality `claim ≥ 0` holds for every move of this case.
    pub fn implies(&self, claim: &Linear, work: &Work<'_>) -> bool {
        self.excludes(&[claim.times(-1).shifted(-1)], work)
    }

    /// Whether no move of this case satisfies all of `more`.
    pub fn excludes(&self, more: &[Linear], work: &Work<'_>) -> bool {
        impossible(&[&self.facts[..], more].concat(), work)
    }
}

/// How many cases are followed before giving up.
const MOST: usize = 256;
/// How many inequalities the cases of a rule may have together.
const MOST_FACTS: usize = 1 << 16;
/// and one of them: with more nothing is proved.
const MOST_FACTS_EACH: usize = 400;

/// The cases of every kind of move, or `None` if there are too many or the work is to stop.
pub fn cases(form: &Form, work: &Work<'_>) -> Option<Vec<Case>> {
    let mut facts = 0;
    form.kinds.iter().try_fold(Vec::new(), |mut all, kind| {
        let found = cases_of(form, kind, work)?;
        facts += found.iter().map(|case| case.facts.len()).sum::<usize>();
        all.extend(found);
        (facts <= MOST_FACTS).then_some(all)
    })
}

/// The cases of one kind of move.
pub fn cases_of(form: &Form, kind: &Kind, work: &Work<'_>) -> Option<Vec<Case>> {
    let mut translator = Translator { form, next: form.slots, work };
    let mut open = translator.start()?;
    for step in &kind.steps {
        open = translator.step(step, open)?;
    }
    each(open, |facts| {
        let mut done = vec![Case { facts, parts: Vec::new() }];
        for part in &kind.parts {
            done = each(done, |case| translator.any_of(part, case))?;
        }
        Some(done)
    })
}

/// Applies a step to every case and collects what comes out, unless that is too much.
fn each<T, U>(from: Vec<T>, mut step: impl FnMut(T) -> Option<Vec<U>>) -> Option<Vec<U>> {
    from.into_iter().try_fold(Vec::new(), |mut all, one| {
        all.extend(step(one)?);
        (all.len() <= MOST).then_some(all)
    })
}

type Facts = Vec<Linear>;

struct Translator<'f, 'w> {
    form: &'f Form,
    next: Variable,
    work: &'f Work<'w>,
}

impl Translator<'_, '_> {
    /// Nothing if the work is to stop, or if there are more facts than a proof can use.
    fn go_on(&self, facts: &Facts) -> Option<()> {
        (facts.len() <= MOST_FACTS_EACH && self.work.step("proofs", 0, None).is_ok()).then_some(())
    }

    fn fresh(&mut self) -> Linear {
        self.next += 1;
        Linear::variable(self.next - 1)
    }

    /// What is known of a position: its coordinates lie in their domains.
    fn start(&mut self) -> Option<Vec<Facts>> {
        let axes = &self.form.axes;
        axes.iter().enumerate().try_fold(vec![Facts::new()], |open, (slot, axis)| {
            let value = Linear::variable(slot);
            each(open, |facts| match &axis.domain {
                Domain::Range(low, high) => self.within(&value, low, high, facts),
                Domain::From(low) => each(self.term(low, facts)?, |(low, mut facts)| {
                    facts.push(value.minus(&low));
                    Some(vec![facts])
                }),
                _ => Some(vec![inside_fixed(axis, &value, facts)]),
            })
        })
    }

    /// A part is legal: its coordinates lie in their domains. A bound that depends on earlier coordinates is read for
    /// those of the part; only where it is plainly linear, since what else is known about it belongs to the position.
    fn legal(&self, found: &[Linear], mut facts: Facts) -> Facts {
        for (axis, value) in self.form.axes.iter().zip(found) {
            let (low, high) = match &axis.domain {
                Domain::Range(low, high) => (low, Some(high)),
                Domain::From(low) => (low, None),
                _ => {
                    facts = inside_fixed(axis, value, facts);
                    continue;
                }
            };
            facts.extend(plain(low, found).map(|low| value.minus(&low)));
            facts.extend(high.and_then(|high| plain(high, found)).map(|high| high.minus(value)));
        }
        facts
    }

    /// What follows from a choice or a condition.
    fn step(&mut self, step: &QualifierForm, open: Vec<Facts>) -> Option<Vec<Facts>> {
        match step {
            QualifierForm::Guard(condition) => each(open, |facts| self.assume(condition, true, facts)),
            QualifierForm::Each(slot, set) => {
                each(open, |facts| self.member(&Linear::variable(*slot), set, facts))
            }
        }
    }

    /// Adds a part. One that is there for each of some choices stands for any of them, so that what is claimed of it holds
    /// for all; and since there may be none at all, nothing that follows from a choice may help the other parts: they are
    /// also looked at without it.
    fn any_of(&mut self, part: &PartForm, case: Case) -> Option<Vec<Case>> {
        if part.each.is_empty() {
            return self.part(&part.place, case);
        }
        let chosen =
            part.each.iter().try_fold(vec![case.facts.clone()], |open, step| self.step(step, open))?;
        let mut cases =
            each(chosen, |facts| self.part(&part.place, Case { facts, parts: case.parts.clone() }))?;
        cases.push(case);
        Some(cases)
    }

    /// Adds a part: its coordinates, and that they are legal.
    fn part(&mut self, place: &[Term], case: Case) -> Option<Vec<Case>> {
        let mut open = vec![(case.facts, Vec::new())];
        for term in place {
            open = each(open, |(facts, found)| {
                each(self.term(term, facts)?, |(value, facts)| {
                    let mut found: Vec<Linear> = found.clone();
                    found.push(value);
                    Some(vec![(facts, found)])
                })
            })?;
        }
        each(open, |(facts, found)| {
            let facts = self.legal(&found, facts);
            Some(vec![Case { facts, parts: [&case.parts[..], &[found]].concat() }])
        })
    }

    /// The value of a term, with what is known about it.
    fn term(&mut self, term: &Term, mut facts: Facts) -> Option<Vec<(Linear, Facts)>> {
        self.go_on(&facts)?;
        match &term.kind {
            TermKind::Const(value) => Some(vec![(Linear::constant(*value), facts)]),
            TermKind::Slot(slot) => Some(vec![(Linear::variable(*slot), facts)]),
            TermKind::Neg(inner) => {
                each(self.term(inner, facts)?, |(l, facts)| Some(vec![(l.times(-1), facts)]))
            }
            TermKind::Binary(op, left, right) => each(self.term(left, facts)?, |(left, facts)| {
                each(self.term(right, facts)?, |(right, facts)| {
                    Some(vec![self.binary(*op, &left, &right, facts)])
                })
            }),
            TermKind::Call(function, arguments) => self.call(*function, arguments, facts),
            TermKind::Index(list, _) => {
                let entry = self.fresh();
                let list = &self.form.lists[*list];
                if let (Some(&least), Some(&most)) = (list.iter().min(), list.iter().max()) {
                    between(&entry, least, most, &mut facts);
                }
                Some(vec![(entry, facts)])
            }
            TermKind::If(three) => {
                let [condition, one, other] = &**three;
                let mut either = each(self.assume(condition, true, facts.clone())?, |f| self.term(one, f))?;
                either.extend(each(self.assume(condition, false, facts)?, |f| self.term(other, f))?);
                Some(either)
            }
            TermKind::Not(_) | TermKind::In(..) | TermKind::Over(..) => Some(vec![(self.fresh(), facts)]),
        }
    }

    fn binary(&mut self, op: Op, left: &Linear, right: &Linear, mut facts: Facts) -> (Linear, Facts) {
        match (op, left.as_constant(), right.as_constant()) {
            (Op::Add, ..) => (left.plus(right), facts),
            (Op::Sub, ..) => (left.minus(right), facts),
            (Op::Mul, _, Some(factor)) => (left.times(factor.into()), facts),
            (Op::Mul, Some(factor), _) => (right.times(factor.into()), facts),
            (Op::Div | Op::Rem, _, Some(divisor)) if divisor > 0 => {
                // left = divisor · quotient + rest with 0 ≤ rest < divisor
                let quotient = self.fresh();
                let rest = left.minus(&quotient.times(divisor.into()));
                between(&rest, 0, divisor - 1, &mut facts);
                (if op == Op::Div { quotient } else { rest }, facts)
            }
            (Op::Div, ..) => {
                let quotient = self.fresh();
                let known = |claim: &Linear| {
                    Case { facts: facts.clone(), parts: Vec::new() }.implies(claim, self.work)
                };
                if known(left) && known(&right.shifted(-1)) {
                    let factor = if known(&right.shifted(-2)) { 2 } else { 1 };
                    facts.extend([quotient.clone(), left.minus(&quotient.times(factor))]);
                }
                (quotient, facts)
            }
            _ => (self.fresh(), facts),
        }
    }

    fn call(&mut self, function: Function, arguments: &[Term], facts: Facts) -> Option<Vec<(Linear, Facts)>> {
        let first = self.term(&arguments[0], facts)?;
        match function {
            // The result is one of the arguments, and none of them is better.
            Function::Min | Function::Max => arguments[1..].iter().try_fold(first, |open, argument| {
                each(open, |(best, facts)| {
                    each(self.term(argument, facts)?, |(other, facts)| {
                        let sign = if function == Function::Min { 1 } else { -1 };
                        let gap = other.minus(&best).times(sign);
                        let keep = (best.clone(), with(&facts, gap.clone()));
                        Some(vec![keep, (other, with(&facts, gap.times(-1).shifted(-1)))])
                    })
                })
            }),
            Function::Abs => each(first, |(value, facts)| {
                let negative = value.times(-1);
                let below = (negative.clone(), with(&facts, negative.shifted(-1)));
                Some(vec![(value.clone(), with(&facts, value)), below])
            }),
            Function::Isqrt => each(first, |(value, mut facts)| {
                let root = self.fresh();
                facts.extend([root.clone(), value.minus(&root), value]);
                Some(vec![(root, facts)])
            }),
            Function::Gcd | Function::Popcount => each(first, |(_, mut facts)| {
                let value = self.fresh();
                facts.push(value.clone());
                Some(vec![(value, facts)])
            }),
            Function::Bit => each(first, |(_, mut facts)| {
                let bit = self.fresh();
                between(&bit, 0, 1, &mut facts);
                Some(vec![(bit, facts)])
            }),
            Function::Len => None,
        }
    }

    /// What follows if a condition is (or is not) true.
    fn assume(&mut self, condition: &Term, truth: bool, facts: Facts) -> Option<Vec<Facts>> {
        match &condition.kind {
            TermKind::Const(value) => Some(if (*value != 0) == truth { vec![facts] } else { Vec::new() }),
            TermKind::Not(inner) => self.assume(inner, !truth, facts),
            TermKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                if (*op == Op::And) == truth {
                    let open = self.assume(left, truth, facts)?;
                    return each(open, |facts| self.assume(right, truth, facts));
                }
                let mut either = self.assume(left, truth, facts.clone())?;
                either.extend(self.assume(right, truth, facts)?);
                Some(either)
            }
            TermKind::Binary(op, left, right) => each(self.term(left, facts)?, |(left, facts)| {
                each(self.term(right, facts)?, |(right, facts)| {
                    Some(compared(*op, truth, &left, &right, &facts))
                })
            }),
            TermKind::In(item, set) if truth => {
                each(self.term(item, facts)?, |(item, facts)| self.member(&item, set, facts))
            }
            _ => Some(vec![facts]),
        }
    }

    /// What follows if `item` belongs to the set.
    fn member(&mut self, item: &Linear, set: &SetForm, mut facts: Facts) -> Option<Vec<Facts>> {
        match set {
            SetForm::Range(low, high) => self.within(item, low, high, facts),
            SetForm::Entries(list) => {
                let list = &self.form.lists[*list];
                let (least, most) = (list.iter().min()?, list.iter().max()?);
                between(item, *least, *most, &mut facts);
                Some(vec![facts])
            }
            SetForm::Filter(slot, set, condition) => {
                let slot = Linear::variable(*slot);
                facts.extend([slot.minus(item), item.minus(&slot)]);
                each(self.member(item, set, facts)?, |facts| self.assume(condition, true, facts))
            }
            SetForm::Fixed(members) => match (members.iter().min(), members.iter().max()) {
                (Some(&least), Some(&most)) => {
                    between(item, least, most, &mut facts);
                    Some(vec![facts])
                }
                _ => Some(Vec::new()),
            },
            SetForm::Members(members) => each(members.iter().collect(), |(first, last)| {
                self.within(item, first, last.as_ref().unwrap_or(first), facts.clone())
            }),
            SetForm::Call(function, arguments, _) => {
                each(self.term(arguments.last()?, facts)?, |(last, mut facts)| {
                    let least = if *function == SetFunction::Primes { 2 } else { 1 };
                    facts.extend([item.shifted(-least), last.minus(item)]);
                    Some(vec![facts])
                })
            }
        }
    }

    fn within(&mut self, item: &Linear, low: &Term, high: &Term, facts: Facts) -> Option<Vec<Facts>> {
        each(self.term(low, facts)?, |(low, facts)| {
            each(self.term(high, facts)?, |(high, mut facts)| {
                facts.extend([item.minus(&low), high.minus(item)]);
                Some(vec![facts])
            })
        })
    }
}

/// A bound in the coordinates of a position, read for those of a part.
fn plain(bound: &Term, found: &[Linear]) -> Option<Linear> {
    let linear = Linear::of(bound)?;
    linear.variables().all(|v| v < found.len()).then(|| linear.substitute(|v| found[v].clone()))
}

/// A coordinate lies in a domain that does not depend on others.
fn inside_fixed(axis: &Axis, value: &Linear, mut facts: Facts) -> Facts {
    match &axis.domain {
        Domain::Natural => facts.push(value.clone()),
        Domain::Integers(members) | Domain::Names(members) => {
            if let (Some(&least), Some(&most)) = (members.iter().min(), members.iter().max()) {
                between(value, least, most, &mut facts);
            }
        }
        Domain::Range(..) | Domain::From(_) => {}
    }
    facts
}

fn between(value: &Linear, least: i64, most: i64, facts: &mut Facts) {
    facts.push(value.minus(&Linear::constant(least)));
    facts.push(Linear::constant(most).minus(value));
}

fn with(facts: &Facts, fact: Linear) -> Facts {
    [&facts[..], &[fact]].concat()
}

/// The cases in which a comparison is (or is not) true.
fn compared(op: Op, truth: bool, left: &Linear, right: &Linear, facts: &Facts) -> Vec<Facts> {
    let (below, above) = (right.minus(left), left.minus(right));
    let less = || with(facts, below.shifted(-1));
    let more = || with(facts, above.shifted(-1));
    let equal = || with(&with(facts, below.clone()), above.clone());
    match (op, truth) {
        (Op::Eq, true) | (Op::Ne, false) => vec![equal()],
        (Op::Ne, true) | (Op::Eq, false) => vec![less(), more()],
        (Op::Lt, true) | (Op::Ge, false) => vec![less()],
        (Op::Gt, true) | (Op::Le, false) => vec![more()],
        (Op::Le, true) | (Op::Gt, false) => vec![with(facts, below)],
        (Op::Ge, true) | (Op::Lt, false) => vec![with(facts, above)],
        _ => vec![facts.clone()],
    }
}

/// Whether no move of this kind can ever be made.
pub fn never_made(form: &Form, kind: &Kind, work: &Work<'_>) -> bool {
    cases_of(form, kind, work).is_some_and(|cases| cases.iter().all(|case| case.excludes(&[], work)))
}

/// Whether a guard holds for every move of a kind anyway, so that a recogniser may ignore it.
pub fn guard_is_idle(form: &Form, kind: &Kind, guard: usize, work: &Work<'_>) -> bool {
    let Some(QualifierForm::Guard(condition)) = kind.steps.get(guard) else { return false };
    // Judged by choices and legality alone: if guards could vouch for each other, two equal ones would both be dropped.
    let denied = Term { kind: TermKind::Not(Box::new(condition.clone())), span: condition.span };
    let choices = kind.steps.iter().filter(|step| matches!(step, QualifierForm::Each(..))).cloned();
    let without = Kind { steps: choices.chain([QualifierForm::Guard(denied)]).collect(), ..kind.clone() };
    // A condition that the translation knows nothing about yields no facts, so nothing is excluded by mistake.
    never_made(form, &without, work)
}

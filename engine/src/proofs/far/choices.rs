//! Choices and conditions: what they leave of the ways to move from all large heaps.

use crate::rules::{Op, QualifierForm, SetForm, Term, TermKind};

use super::branch::{Affine, Branch, Heaps, Long};
use super::{BRANCHES, Reader};

impl Reader<'_> {
    /// What a choice or a condition makes of a branch.
    pub(super) fn step(&self, step: &QualifierForm, branch: &Branch, heaps: &Heaps) -> Option<Vec<Branch>> {
        match step {
            QualifierForm::Guard(condition) => self.assume(condition, true, branch, heaps),
            QualifierForm::Each(slot, set) => self.members(*slot, set, branch, heaps),
        }
    }

    fn members(&self, slot: usize, set: &SetForm, branch: &Branch, heaps: &Heaps) -> Option<Vec<Branch>> {
        match set {
            SetForm::Fixed(members) => {
                let all = members.iter().map(|&member| with(branch, slot, Affine::constant(member.into())));
                Some(all.collect())
            }
            SetForm::Range(low, high) => {
                let (low, high) = (self.term(low, branch, heaps)?, self.term(high, branch, heaps)?);
                self.range(slot, low, high, branch, heaps)
            }
            SetForm::Members(members) => each(members.iter().collect(), |(first, last)| {
                let low = self.term(first, branch, heaps)?;
                let high = last.as_ref().map_or(Some(low), |last| self.term(last, branch, heaps))?;
                self.range(slot, low, high, branch, heaps)
            }),
            SetForm::Filter(member, set, condition) => {
                let chosen = self.members(*member, set, branch, heaps)?;
                let kept = each(chosen, |branch| self.assume(condition, true, &branch, heaps))?;
                let named = kept.into_iter().map(|branch| {
                    let value = branch.slots[*member]?;
                    Some(with(&branch, slot, value))
                });
                named.collect()
            }
            SetForm::Call(..) | SetForm::Entries(_) => None,
        }
    }

    /// The members of a range: one after the other, or together if there are as many as the heap is large.
    fn range(
        &self,
        slot: usize,
        low: Affine,
        high: Affine,
        branch: &Branch,
        heaps: &Heaps,
    ) -> Option<Vec<Branch>> {
        let length = high.minus(low)?;
        if length.chosen != 0 {
            return None;
        }
        if !heaps.decide(length) {
            return Some(Vec::new());
        }
        if length.heap == 0 {
            return members(low, length.constant, 1)
                .map(|all| all.into_iter().map(|member| with(branch, slot, member)).collect());
        }
        if branch.long.is_some() || low.chosen != 0 {
            return None;
        }
        each((0..self.step).collect(), |class| {
            let long = Long { low, high, step: self.step, class };
            let with_long = Branch { long: Some(long), ..with(branch, slot, Affine::chosen()) };
            aligned(with_long, heaps)
        })
    }

    /// The branches in which a condition holds, or does not.
    pub(super) fn assume(
        &self,
        condition: &Term,
        truth: bool,
        branch: &Branch,
        heaps: &Heaps,
    ) -> Option<Vec<Branch>> {
        match &condition.kind {
            TermKind::Not(inner) => self.assume(inner, !truth, branch, heaps),
            TermKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                if (*op == Op::And) == truth {
                    let open = self.assume(left, truth, branch, heaps)?;
                    return each(open, |branch| self.assume(right, truth, &branch, heaps));
                }
                // One of the two: the second only where the first is not so, for what would fail there is never asked.
                let mut either = self.assume(left, truth, branch, heaps)?;
                let rest = self.assume(left, !truth, branch, heaps)?;
                either.extend(each(rest, |branch| self.assume(right, truth, &branch, heaps))?);
                Some(either)
            }
            TermKind::Binary(op, left, right) if op.is_comparison() => {
                let (left, right) = (self.term(left, branch, heaps)?, self.term(right, branch, heaps)?);
                self.compared(*op, truth, left.minus(right)?, branch, heaps)
            }
            TermKind::In(item, set) => {
                let item = self.term(item, branch, heaps)?;
                self.inside(item, set, truth, branch, heaps)
            }
            _ => {
                let holds = self.term(condition, branch, heaps)?.as_constant()? != 0;
                Some(if holds == truth { vec![branch.clone()] } else { Vec::new() })
            }
        }
    }

    /// The branches in which a difference compares so with 0.
    fn compared(
        &self,
        op: Op,
        truth: bool,
        difference: Affine,
        branch: &Branch,
        heaps: &Heaps,
    ) -> Option<Vec<Branch>> {
        let negative = difference.times(-1)?;
        let less = |claim: Affine| claim.plus(Affine::constant(-1));
        match (op, truth) {
            (Op::Ge, true) | (Op::Lt, false) => self.at_least(difference, branch, heaps),
            (Op::Gt, true) | (Op::Le, false) => self.at_least(less(difference)?, branch, heaps),
            (Op::Le, true) | (Op::Gt, false) => self.at_least(negative, branch, heaps),
            (Op::Lt, true) | (Op::Ge, false) => self.at_least(less(negative)?, branch, heaps),
            (Op::Eq, true) | (Op::Ne, false) => {
                let above = self.at_least(difference, branch, heaps)?;
                // A cut may have made the choice, so that the difference is another.
                each(above, |cut| self.at_least(self.after(negative, branch, &cut)?, &cut, heaps))
            }
            (Op::Ne, true) | (Op::Eq, false) => {
                let mut either = self.at_least(less(difference)?, branch, heaps)?;
                either.extend(self.at_least(less(negative)?, branch, heaps)?);
                Some(either)
            }
            _ => None,
        }
    }

    /// A number of a branch after a cut that may have made its choice.
    fn after(&self, number: Affine, before: &Branch, cut: &Branch) -> Option<Affine> {
        if before.long.is_none() || cut.long.is_some() || number.chosen == 0 {
            return Some(number);
        }
        let slot = before.slots.iter().position(|slot| *slot == Some(Affine::chosen()))?;
        number.with_chosen(cut.slots[slot]?)
    }

    fn inside(
        &self,
        item: Affine,
        set: &SetForm,
        truth: bool,
        branch: &Branch,
        heaps: &Heaps,
    ) -> Option<Vec<Branch>> {
        let ranges: Vec<(Affine, Affine)> = match set {
            SetForm::Fixed(members) => {
                members.iter().map(|&m| (Affine::constant(m.into()), Affine::constant(m.into()))).collect()
            }
            SetForm::Range(low, high) => {
                vec![(self.term(low, branch, heaps)?, self.term(high, branch, heaps)?)]
            }
            SetForm::Members(members) => members
                .iter()
                .map(|(first, last)| {
                    let low = self.term(first, branch, heaps)?;
                    let high = last.as_ref().map_or(Some(low), |last| self.term(last, branch, heaps))?;
                    Some((low, high))
                })
                .collect::<Option<_>>()?,
            SetForm::Filter(..) | SetForm::Call(..) | SetForm::Entries(_) => return None,
        };
        if truth {
            return each(ranges, |(low, high)| {
                let above = self.compared(Op::Ge, true, item.minus(low)?, branch, heaps)?;
                each(above, |cut| {
                    let difference = self.after(item.minus(high)?, branch, &cut)?;
                    self.compared(Op::Le, true, difference, &cut, heaps)
                })
            });
        }
        ranges.iter().try_fold(vec![branch.clone()], |open, &(low, high)| {
            each(open, |now| {
                let (below, above) = (
                    self.after(item.minus(low)?, branch, &now)?,
                    self.after(item.minus(high)?, branch, &now)?,
                );
                let mut either = self.compared(Op::Lt, true, below, &now, heaps)?;
                either.extend(self.compared(Op::Gt, true, above, &now, heaps)?);
                Some(either)
            })
        })
    }

    /// The branches in which `claim ≥ 0`: this one, none, or this one with its long choice cut.
    pub(super) fn at_least(&self, claim: Affine, branch: &Branch, heaps: &Heaps) -> Option<Vec<Branch>> {
        if let Some(holds) = self.sign(claim, branch, heaps) {
            return Some(if holds { vec![branch.clone()] } else { Vec::new() });
        }
        let long = branch.long?;
        let rest = Affine { chosen: 0, ..claim };
        let larger = |a: Affine, b: Affine| Some(if heaps.decide(a.minus(b)?) { a } else { b });
        let cut = match claim.chosen {
            // k ≥ −rest
            1 => Long { low: larger(long.low, rest.times(-1)?)?, ..long },
            // k ≤ rest
            -1 => Long { high: larger(long.high.times(-1)?, rest.times(-1)?)?.times(-1)?, ..long },
            _ => return None,
        };
        aligned(Branch { long: Some(cut), ..branch.clone() }, heaps)
    }
}

/// A branch whose long choice begins and ends with members of its class; made one by one if these are few for all heaps, and gone if there are none.
fn aligned(branch: Branch, heaps: &Heaps) -> Option<Vec<Branch>> {
    let long = branch.long?;
    let Long { low, high, step, class } = long;
    let up = (class - heaps.remainder(low, step, None)?).rem_euclid(step);
    let down = (heaps.remainder(high, step, None)? - class).rem_euclid(step);
    let (low, high) = (low.plus(Affine::constant(up))?, high.plus(Affine::constant(-down))?);
    let length = high.minus(low)?;
    if !heaps.decide(length) {
        return Some(Vec::new());
    }
    if length.heap == 0 {
        return members(low, length.constant, step)?
            .into_iter()
            .map(|member| branch.choose(member))
            .collect();
    }
    Some(vec![Branch { long: Some(Long { low, high, ..long }), ..branch }])
}

/// Members from one on, a step apart, as far as the length goes.
fn members(low: Affine, length: i128, step: i128) -> Option<Vec<Affine>> {
    let count = usize::try_from(length / step + 1).ok().filter(|count| *count <= BRANCHES)?;
    (0..count).map(|i| low.plus(Affine::constant(i as i128 * step))).collect()
}

fn with(branch: &Branch, slot: usize, value: Affine) -> Branch {
    let mut branch = branch.clone();
    branch.slots[slot] = Some(value);
    branch
}

/// Applies a step to every branch and collects what comes out, unless that is too much.
fn each<T>(from: Vec<T>, mut step: impl FnMut(T) -> Option<Vec<Branch>>) -> Option<Vec<Branch>> {
    from.into_iter().try_fold(Vec::new(), |mut all, one| {
        all.extend(step(one)?);
        (all.len() <= BRANCHES).then_some(all)
    })
}

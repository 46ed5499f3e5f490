//! Bounded steps with finite memory: a heap, and coordinates that take finitely many values.
//!
//! Looked for is a size from which on the moves no longer depend on the heap: every part is `n - c`, or a fixed heap,
//! and every condition has stopped changing. This is proved term by term. A term is *far-fixed* if for all heaps from
//! some size on it equals `v` or `n + v`, where `v` depends on the other slots only and lies between known bounds:
//! sums and differences keep that, `max(n+v, w)` is `n+v` once n exceeds the bounds, and a comparison of `n+v` with
//! `w` has then one truth value. [`crate::window`] turns the shape into values at any size.

use crate::limits::Limits;
use crate::rules::{Domain, Form, Function, Kind, Op, Rules, SetForm, Step, Term, TermKind};
use crate::window::{Shape, Window};

use super::potential::descent;
use super::{Recognised, Recogniser};

pub(super) struct BoundedStep;

/// Memories larger than this are left to other engines.
const MOST_MEMORIES: usize = 1 << 12;
/// So are steps longer than this.
const LONGEST: i64 = 1 << 16;

impl Recogniser for BoundedStep {
    fn shape(&self) -> &'static str {
        "bounded step with finite memory"
    }

    fn recognise(&self, rules: &Rules, limits: &Limits) -> Result<Recognised, String> {
        let shape = shape(rules.form())?;
        let why = format!(
            "from {} on the moves are the same for every heap and go back at most {}, so the values repeat",
            shape.from, shape.step
        );
        Ok(Recognised {
            why,
            reach: "any size".into(),
            engine: Box::new(Window::new(rules, shape, limits.positions)),
        })
    }
}

/// The shape of the rules, or why they do not have it.
pub(crate) fn shape(form: &Form) -> Result<Shape, String> {
    if !matches!(form.axes[0].domain, Domain::Natural) {
        return Err("the first coordinate is not a heap".into());
    }
    if form.splits() || form.scores() {
        return Err("a move leaves several heaps, or earns points".into());
    }
    let memory = form.axes[1..].iter().map(|axis| members(&axis.domain)).collect::<Option<Vec<_>>>();
    let memory = memory.ok_or("a coordinate besides the heap has no fixed values")?;
    let count = memory.iter().try_fold(1usize, |product, values| product.checked_mul(values.len()));
    if count.is_none_or(|count| count > MOST_MEMORIES) {
        return Err("the coordinates besides the heap take too many values".into());
    }
    let falls = descent(form)?.potential.rows;
    if falls.len() != 1 || falls[0][0] != 1 || falls[0][1..].iter().any(|weight| *weight != 0) {
        return Err("a move may leave the heap as it is".into());
    }
    let mut far = Far { form, ranges: vec![None; form.slots], from: 0, step: 0 };
    for (slot, values) in memory.iter().enumerate() {
        let bounds = (values.iter().min().copied(), values.iter().max().copied());
        far.ranges[slot + 1] = bounds.0.zip(bounds.1);
    }
    let fixed = form.kinds.iter().try_for_each(|kind| far.kind(kind));
    let fixed = fixed.and_then(|()| form.ending.win_if.iter().try_for_each(|end| far.condition(end)));
    fixed.ok_or("the moves go on depending on the heap, however large it is")?;
    if far.from > LONGEST || far.step > LONGEST {
        return Err(format!("a move may go back more than {LONGEST}"));
    }
    Ok(Shape { from: far.from as usize, step: far.step as usize, memory })
}

fn members(domain: &Domain) -> Option<Vec<i64>> {
    match domain {
        Domain::Natural => None,
        Domain::Range(low, high) => {
            let (low, high) = (low.as_const()?, high.as_const()?);
            (high.checked_sub(low)? < MOST_MEMORIES as i64).then(|| (low..=high).collect())
        }
        Domain::Integers(members) | Domain::Names(members) => Some(members.clone()),
    }
}

/// What a far-fixed term is: `v`, or `n + v` if it moves along, with `low ≤ v ≤ high`.
#[derive(Clone, Copy)]
struct Fixed {
    along: bool,
    low: i64,
    high: i64,
}

const TRUTH: Fixed = Fixed { along: false, low: 0, high: 1 };

impl Fixed {
    fn free(low: i64, high: i64) -> Option<Fixed> {
        Some(Fixed { along: false, low, high })
    }
}

/// Walks over the terms and notes from which size on they are fixed.
struct Far<'f> {
    form: &'f Form,
    ranges: Vec<Option<(i64, i64)>>,
    from: i64,
    step: i64,
}

impl Far<'_> {
    fn kind(&mut self, kind: &Kind) -> Option<()> {
        for step in &kind.steps {
            match step {
                Step::Guard(condition) => self.condition(condition)?,
                Step::Each(slot, set) => self.ranges[*slot] = Some(self.set(set)?),
            }
        }
        for part in &kind.parts {
            let heap = self.term(&part.place[0])?;
            if heap.along {
                // Also legal from here on, since no heap is overdrawn.
                let back = heap.low.checked_neg()?;
                self.step = self.step.max(back);
                self.from = self.from.max(back);
            } else {
                self.from = self.from.max(heap.high.checked_add(1)?);
            }
            part.place[1..].iter().try_for_each(|term| self.condition(term))?;
        }
        Some(())
    }

    /// A term that must not move along with the heap.
    fn condition(&mut self, term: &Term) -> Option<()> {
        (!self.term(term)?.along).then_some(())
    }

    /// From here on `n + along.v` exceeds `free.v`.
    fn exceeds(&mut self, along: Fixed, free: Fixed) -> Option<()> {
        self.from = self.from.max(free.high.checked_sub(along.low)?.checked_add(1)?);
        Some(())
    }

    fn term(&mut self, term: &Term) -> Option<Fixed> {
        match &term.kind {
            TermKind::Const(value) => Fixed::free(*value, *value),
            TermKind::Slot(0) => Some(Fixed { along: true, low: 0, high: 0 }),
            TermKind::Slot(slot) => self.ranges[*slot].and_then(|(low, high)| Fixed::free(low, high)),
            TermKind::Neg(inner) => match self.term(inner)? {
                Fixed { along: false, low, high } => Fixed::free(high.checked_neg()?, low.checked_neg()?),
                _ => None,
            },
            TermKind::Not(inner) => self.condition(inner).map(|()| TRUTH),
            TermKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.binary(*op, left, right)
            }
            TermKind::Call(function, arguments) => self.call(*function, arguments),
            TermKind::Index(list, at) => {
                self.condition(at)?;
                let list = &self.form.lists[*list];
                Fixed::free(*list.iter().min()?, *list.iter().max()?)
            }
            TermKind::In(item, set) => {
                let (item, (low, high)) = (self.term(item)?, self.set(set)?);
                if item.along {
                    self.exceeds(item, Fixed { along: false, low, high })?;
                }
                Some(TRUTH)
            }
        }
    }

    fn binary(&mut self, op: Op, left: Fixed, right: Fixed) -> Option<Fixed> {
        let both_free = !left.along && !right.along;
        match op {
            Op::Add if !(left.along && right.along) => Some(Fixed {
                along: left.along || right.along,
                low: left.low.checked_add(right.low)?,
                high: left.high.checked_add(right.high)?,
            }),
            Op::Sub if left.along || !right.along => Some(Fixed {
                along: left.along && !right.along,
                low: left.low.checked_sub(right.high)?,
                high: left.high.checked_sub(right.low)?,
            }),
            Op::Mul if both_free => {
                let corner = |a: i64, b: i64| a.checked_mul(b);
                let corners = [
                    corner(left.low, right.low)?,
                    corner(left.low, right.high)?,
                    corner(left.high, right.low)?,
                    corner(left.high, right.high)?,
                ];
                Fixed::free(*corners.iter().min()?, *corners.iter().max()?)
            }
            Op::Div if both_free && right.low >= 1 => Fixed::free(left.low.min(0), left.high.max(0)),
            Op::Rem if both_free && right.low >= 1 => Fixed::free(0, right.high - 1),
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                match (left.along, right.along) {
                    (true, false) => self.exceeds(left, right)?,
                    (false, true) => self.exceeds(right, left)?,
                    _ => {}
                }
                Some(TRUTH)
            }
            Op::And | Op::Or if both_free => Some(TRUTH),
            _ => None,
        }
    }

    fn call(&mut self, function: Function, arguments: &[Term]) -> Option<Fixed> {
        if !matches!(function, Function::Min | Function::Max) {
            return None;
        }
        let mut all = arguments.iter();
        let mut best = self.term(all.next()?)?;
        for argument in all {
            let other = self.term(argument)?;
            let max = function == Function::Max;
            best = match (best.along, other.along) {
                (true, false) => {
                    self.exceeds(best, other)?;
                    if max { best } else { other }
                }
                (false, true) => {
                    self.exceeds(other, best)?;
                    if max { other } else { best }
                }
                (along, _) => {
                    let pick = |a: i64, b: i64| if max { a.max(b) } else { a.min(b) };
                    Fixed { along, low: pick(best.low, other.low), high: pick(best.high, other.high) }
                }
            };
        }
        Some(best)
    }

    /// Bounds of a set that does not depend on the heap.
    fn set(&mut self, set: &SetForm) -> Option<(i64, i64)> {
        match set {
            SetForm::Fixed(members) => {
                Some((members.iter().min().copied().unwrap_or(0), members.iter().max().copied().unwrap_or(0)))
            }
            SetForm::Range(low, high) => self.range(low, high),
            SetForm::Members(members) => {
                members.iter().try_fold((i64::MAX, i64::MIN), |hull, (low, high)| {
                    let (least, most) = self.range(low, high.as_ref().unwrap_or(low))?;
                    Some((hull.0.min(least), hull.1.max(most)))
                })
            }
            SetForm::Call(..) => None,
        }
    }

    fn range(&mut self, low: &Term, high: &Term) -> Option<(i64, i64)> {
        let (low, high) = (self.term(low)?, self.term(high)?);
        (!low.along && !high.along).then_some((low.low, high.high))
    }
}

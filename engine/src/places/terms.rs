//! What the terms of a rule over places are at one position, worked out plainly.
//!
//! What is beyond the edge has no value, and neither has what is worked out from it: no comparison with it holds, nothing is
//! chosen by it, nothing is written there, and a move that would write it is none.

use std::ops::ControlFlow;

use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::rules::{
    Aggregate, Binder, Function, Gathered, Holds, Op, PlaceCondition, PlaceQualifier, PlaceRule, SetTerm,
    Space, Trouble, ValueTerm,
};

use super::field::{Field, Value};

/// About how many values may be looked at until the next move is found: nobody asks in between whether to go on.
const MOST_STEPS: u64 = 1 << 22;
/// So many of them a move that was found gives back, for whoever is told of it may stop there.
const GIVEN_BACK: u64 = 1 << 18;

/// A position and what was chosen so far.
pub(super) struct Terms<'a> {
    rule: &'a PlaceRule,
    field: &'a Field,
    cells: &'a [i64],
    /// Where each coordinate begins among the cells.
    starts: &'a [usize],
    chosen: Vec<Value>,
    steps: u64,
    /// Why the moves cannot be told, if so.
    pub(super) failed: Option<Error>,
}

impl<'a> Terms<'a> {
    pub(super) fn new(rule: &'a PlaceRule, field: &'a Field, starts: &'a [usize], cells: &'a [i64]) -> Self {
        let of_moves = rule.kinds.iter().map(|kind| kind.names.0.len()).max().unwrap_or(0);
        let variables = of_moves.max(rule.ending.names.0.len());
        let chosen = vec![[0; 2]; variables];
        Terms { rule, field, cells, starts, chosen, steps: 0, failed: None }
    }

    /// Says why the moves cannot be told.
    pub(super) fn fail(&mut self, fault: BoardFault) {
        self.failed.get_or_insert_with(|| Error::new(ErrorKind::Limit, fault).hint(NextStep::ShortenRange));
    }

    /// The result of arithmetic, if it has one.
    fn worked_out<T>(&mut self, result: Result<T, Trouble>) -> Option<T> {
        result
            .map_err(|trouble| self.failed.get_or_insert_with(|| Error::new(ErrorKind::Evaluation, trouble)))
            .ok()
    }

    /// Counts values that are looked at; says whether to go on.
    fn spend(&mut self, values: usize) -> bool {
        self.steps += values as u64 + 1;
        if self.steps > MOST_STEPS {
            self.fail(BoardFault::TooManySteps);
        }
        self.failed.is_none()
    }

    /// What was chosen.
    pub(super) fn chosen(&self, slot: usize) -> Option<Value> {
        self.chosen.get(slot).copied()
    }

    /// Goes on after a move was found.
    pub(super) fn go_on(&mut self) {
        self.steps = self.steps.saturating_sub(GIVEN_BACK);
    }

    fn choose(&mut self, slot: usize, value: Value) {
        if slot >= self.chosen.len() {
            self.chosen.resize(slot + 1, [0; 2]);
        }
        self.chosen[slot] = value;
    }

    /// Makes every choice in turn, and calls `each` where all conditions hold.
    pub(super) fn choices(
        &mut self,
        qualifiers: &[PlaceQualifier],
        each: &mut impl FnMut(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.spend(0) {
            return ControlFlow::Break(());
        }
        let Some((first, rest)) = qualifiers.split_first() else { return each(self) };
        match first {
            PlaceQualifier::If(condition) => match self.holds(condition) {
                true => self.choices(rest, each),
                false => ControlFlow::Continue(()),
            },
            PlaceQualifier::For(Binder::One(slot), SetTerm::Range(low, high)) => {
                let (Some([low, _]), Some([high, _])) = (self.value(low), self.value(high)) else {
                    return ControlFlow::Continue(());
                };
                for value in low..=high {
                    self.choose(*slot, [value, 0]);
                    self.choices(rest, each)?;
                }
                ControlFlow::Continue(())
            }
            PlaceQualifier::For(binder, set) => {
                for value in self.set(set) {
                    match binder {
                        Binder::One(slot) => self.choose(*slot, value),
                        Binder::Parts(row, column) => {
                            self.choose(*row, [value[0], 0]);
                            self.choose(*column, [value[1], 0]);
                        }
                        Binder::Ends(one, other) => {
                            let Some([a, b]) = self.field.ends(value) else { continue };
                            self.choose(*one, b);
                            self.choose(*other, a);
                            self.choices(rest, each)?;
                            self.choose(*one, a);
                            self.choose(*other, b);
                        }
                    }
                    self.choices(rest, each)?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    pub(super) fn value(&mut self, term: &ValueTerm) -> Option<Value> {
        Some(match term {
            ValueTerm::Constant(value) => *value,
            ValueTerm::Variable(slot) => *self.chosen.get(*slot)?,
            ValueTerm::Coordinate(at) => {
                let place = usize::try_from(self.cells[self.starts[*at]]).ok()?;
                *self.field.places.get(place)?
            }
            ValueTerm::At(at, place) => {
                let place = self.value(place)?;
                [self.cells[self.starts[*at] + self.field.index(place)?], 0]
            }
            ValueTerm::Size(set) => [self.set(set).len() as i64, 0],
            ValueTerm::First(set) => *self.set(set).first()?,
            ValueTerm::Pair(row, column) => [self.value(row)?[0], self.value(column)?[0]],
            ValueTerm::Edge(one, other) => {
                let (one, other) = (self.value(one)?, self.value(other)?);
                self.field.edge(one, other)?
            }
            ValueTerm::Arithmetic(how, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.worked_out(arithmetic(*how, left, right))?
            }
            ValueTerm::Call(function, arguments) => [self.call(*function, arguments)?, 0],
            ValueTerm::If(three) => {
                let (condition, one, other) = &**three;
                let value = if self.holds(condition) { one } else { other };
                self.value(value)?
            }
            ValueTerm::Over(aggregate, choices, body) => {
                [self.gather(*aggregate, choices, &mut |this| Some(this.value(body)?[0]))?, 0]
            }
            ValueTerm::Count(choices, condition) => {
                let mut holds = |this: &mut Self| Some(i64::from(this.holds(condition)));
                [self.gather(Aggregate::Count, choices, &mut holds)?, 0]
            }
            ValueTerm::Entry(list, index) => {
                let [index, _] = self.value(index)?;
                [*self.rule.lists[*list].1.get(usize::try_from(index).ok()?)?, 0]
            }
        })
    }

    /// The number of a place in the list of places, or a number itself.
    pub(super) fn place(&self, value: Value) -> Option<usize> {
        match self.field.space {
            Space::Numbers => usize::try_from(value[0]).ok(),
            _ => self.field.index(value),
        }
    }

    fn call(&mut self, function: Function, arguments: &[ValueTerm]) -> Option<i64> {
        let (first, more) = arguments.split_first()?;
        let [mut so_far, _] = self.value(first)?;
        if more.is_empty() {
            return self.worked_out(function.of_one(so_far));
        }
        for argument in more {
            let [value, _] = self.value(argument)?;
            so_far = self.worked_out(function.of_two(so_far, value))?;
        }
        Some(so_far)
    }

    /// What is gathered from a number for every choice; nothing if one of them is worked out from beyond the edge.
    fn gather(
        &mut self,
        aggregate: Aggregate,
        choices: &[PlaceQualifier],
        number: &mut dyn FnMut(&mut Self) -> Option<i64>,
    ) -> Option<i64> {
        let mut gathered = Some(Gathered::new(aggregate));
        let _ = self.choices(choices, &mut |this| {
            let more = match (number(this), &mut gathered) {
                (Some(value), Some(so_far)) => this.worked_out(so_far.add(value)),
                _ => None,
            };
            if more.is_none() {
                gathered = None;
            }
            if more == Some(true) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if self.failed.is_some() { None } else { self.worked_out(gathered?.result()) }
    }

    /// The members of a set, in order.
    pub(super) fn set(&mut self, term: &SetTerm) -> Vec<Value> {
        let set = self.set_nested(term).unwrap_or_default();
        if self.spend(set.len()) { set } else { Vec::new() }
    }

    fn set_nested(&mut self, term: &SetTerm) -> Option<Vec<Value>> {
        Some(match term {
            SetTerm::Coordinate(at) => self.coordinate(*at),
            SetTerm::Places => self.field.places.clone(),
            SetTerm::Edges => self.field.all_edges(),
            SetTerm::Members(members) => {
                let values = members.iter().filter_map(|member| self.value(member));
                in_order(values.collect())
            }
            SetTerm::Range(low, high) => {
                let ([low, _], [high, _]) = (self.value(low)?, self.value(high)?);
                let length = usize::try_from(high.checked_sub(low)?).unwrap_or(0);
                if length as u64 > MOST_STEPS || !self.spend(length) {
                    self.fail(BoardFault::TooManySteps);
                    return None;
                }
                (low..=high).map(|n| [n, 0]).collect()
            }
            SetTerm::Filter(slot, set, condition) => {
                let mut all = self.set(set);
                all.retain(|value| {
                    self.choose(*slot, *value);
                    self.holds(condition)
                });
                all
            }
            SetTerm::Held(at, set) => {
                let places = self.set(set);
                let held = places.into_iter().filter_map(|place| self.field.index(place));
                in_order(held.map(|place| [self.cells[self.starts[*at] + place], 0]).collect())
            }
            SetTerm::Near(place) => self.field.near(self.value(place)?),
            SetTerm::Ball(place) => {
                let place = self.value(place)?;
                in_order(self.field.ball(place))
            }
            SetTerm::Up(place) => self.side(place, true)?,
            SetTerm::Down(place) => self.side(place, false)?,
            SetTerm::Ray(from, step, within) => {
                let (from, step) = (self.value(from)?, self.value(step)?);
                in_order(self.ray(from, step, within.as_deref()))
            }
            SetTerm::Part(set, place) => {
                let set = self.set(set);
                let place = self.value(place)?;
                self.spend(set.len() * 8);
                self.field.part(&set, place)
            }
            SetTerm::Minus(left, right) => {
                let (mut left, right) = self.both(left, right);
                left.retain(|value| right.binary_search(value).is_err());
                left
            }
            SetTerm::Plus(left, right) => {
                let (left, right) = self.both(left, right);
                in_order([left, right].concat())
            }
            SetTerm::Xor(left, right) => {
                let (mut left, mut right) = self.both(left, right);
                right.retain(|value| match left.binary_search(value) {
                    Ok(at) => {
                        left.remove(at);
                        false
                    }
                    Err(_) => true,
                });
                in_order([left, right].concat())
            }
        })
    }

    /// The places that one meets by going on from a place, until the board or the set ends or the place comes again.
    fn ray(&mut self, from: Value, [down, right]: Value, within: Option<&SetTerm>) -> Vec<Value> {
        let (mut all, start) = (Vec::new(), self.field.index(from));
        let [mut row, mut column] = from;
        while self.spend(1) {
            let (Some(next_row), Some(next_column)) = (row.checked_add(down), column.checked_add(right))
            else {
                break;
            };
            (row, column) = (next_row, next_column);
            let Some(at) = self.field.index([row, column]).filter(|at| Some(*at) != start) else { break };
            let place = self.field.places[at];
            if within.is_some_and(|set| !self.contains(set, place)) || all.len() >= self.field.places.len() {
                break;
            }
            all.push(place);
        }
        all
    }

    /// Two sets that are put together. On a circle a place has many names, of which one is taken.
    fn both(&mut self, left: &SetTerm, right: &SetTerm) -> (Vec<Value>, Vec<Value>) {
        let (left, right) = (self.set(left), self.set(right));
        if !self.is_round() {
            return (left, right);
        }
        let all = |set: Vec<Value>| in_order(set.into_iter().map(|value| self.usual(value)).collect());
        (all(left), all(right))
    }

    fn is_round(&self) -> bool {
        matches!(self.field.space, Space::Ring | Space::Torus(_))
    }

    /// The one name of a place.
    fn usual(&self, value: Value) -> Value {
        self.field.index(value).map_or(value, |at| self.field.places[at])
    }

    /// The set that a coordinate is.
    fn coordinate(&self, at: usize) -> Vec<Value> {
        if self.field.space == Space::Numbers {
            return self.cells.iter().map(|member| [*member, 0]).collect();
        }
        let members = self.field.members();
        let cells = &self.cells[self.starts[at]..self.starts[at] + members.len()];
        members.iter().zip(cells).filter(|(_, cell)| **cell != 0).map(|(value, _)| *value).collect()
    }

    /// Numbers have no end: of those above one only what the largest of the position does not exceed is asked for.
    fn side(&mut self, place: &ValueTerm, up: bool) -> Option<Vec<Value>> {
        let place = self.value(place)?;
        if self.field.space != Space::Numbers {
            return Some(self.field.side(place, up));
        }
        let largest = self.cells.last().copied().unwrap_or(-1);
        let (low, high) = if up { (place[0].max(0), largest) } else { (0, place[0]) };
        let length = usize::try_from(high.saturating_sub(low)).unwrap_or(0);
        if length as u64 > MOST_STEPS || !self.spend(length) {
            self.fail(BoardFault::TooManySteps);
            return None;
        }
        Some((low..=high).map(|n| [n, 0]).collect())
    }

    /// Whether a value is in a set, without a list of its members where that is easy.
    fn contains(&mut self, term: &SetTerm, value: Value) -> bool {
        match term {
            SetTerm::Coordinate(_) if self.field.space == Space::Numbers => {
                self.cells.binary_search(&value[0]).is_ok()
            }
            SetTerm::Coordinate(at) => {
                let member = self.field.member(value);
                member.is_some_and(|member| self.cells[self.starts[*at] + member] != 0)
            }
            SetTerm::Places => self.field.index(value).is_some(),
            SetTerm::Range(low, high) => match (self.value(low), self.value(high)) {
                (Some([low, _]), Some([high, _])) => (low..=high).contains(&value[0]),
                _ => false,
            },
            SetTerm::Minus(..) | SetTerm::Plus(..) | SetTerm::Xor(..) if self.is_round() => {
                let usual = self.usual(value);
                self.set(term).binary_search(&usual).is_ok()
            }
            SetTerm::Minus(left, right) => self.contains(left, value) && !self.contains(right, value),
            SetTerm::Plus(left, right) => self.contains(left, value) || self.contains(right, value),
            SetTerm::Xor(left, right) => self.contains(left, value) != self.contains(right, value),
            term => {
                let set = self.set(term);
                set.binary_search(&value).is_ok()
            }
        }
    }

    pub(super) fn holds(&mut self, condition: &PlaceCondition) -> bool {
        match condition {
            PlaceCondition::In(value, set) => {
                self.value(value).is_some_and(|value| self.contains(set, value))
            }
            PlaceCondition::Compare(how, left, right) => match (self.value(left), self.value(right)) {
                (Some(left), Some(right)) => compare(*how, left, right),
                _ => false,
            },
            PlaceCondition::Same(left, right) => self.set(left) == self.set(right),
            PlaceCondition::Not(one) => !self.holds(one),
            PlaceCondition::And(left, right) => self.holds(left) && self.holds(right),
            PlaceCondition::Or(left, right) => self.holds(left) || self.holds(right),
            PlaceCondition::Over(aggregate, choices, condition) => {
                let mut holds = |this: &mut Self| Some(i64::from(this.holds(condition)));
                self.gather(*aggregate, choices, &mut holds) == Some(1)
            }
        }
    }

    /// Whether a coordinate may hold this on a place.
    pub(super) fn may_hold(&self, at: usize, value: i64) -> bool {
        match &self.rule.coordinates[at].holds {
            Holds::Letters(letters) => letters.iter().any(|c| i64::from(u32::from(*c)) == value),
            _ => value >= 0,
        }
    }
}

pub(super) fn in_order(mut values: Vec<Value>) -> Vec<Value> {
    values.sort_unstable();
    values.dedup();
    values
}

/// What is done with numbers, and with places: they are added and multiplied row by row and column by column.
pub(super) fn arithmetic(how: Op, [a, b]: Value, [c, d]: Value) -> Result<Value, Trouble> {
    Ok(match how {
        Op::Add | Op::Sub => [how.apply(a, c)?, how.apply(b, d)?],
        // The first is a number, the second a number or a step.
        Op::Mul => [how.apply(a, c)?, how.apply(a, d)?],
        _ => [how.apply(a, c)?, 0],
    })
}

pub(super) fn compare(how: Op, left: Value, right: Value) -> bool {
    match how {
        Op::Eq => left == right,
        Op::Ne => left != right,
        // Only numbers are ordered, which are the first of the pair.
        _ => how.apply(left[0], right[0]) == Ok(1),
    }
}

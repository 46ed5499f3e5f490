//! What terms and conditions are on a position that nobody knows.

use super::{Run, Runner, Stop};
use crate::places::field::Value;
use crate::places::terms::{arithmetic, compare, in_order};
use crate::rules::{Holds, PlaceCondition, SetTerm, Space, ValueTerm};

impl Runner<'_> {
    pub(super) fn value(&mut self, term: &ValueTerm) -> Run<Option<Value>> {
        self.spend(0)?;
        Ok(match term {
            ValueTerm::Constant(value) => Some(*value),
            ValueTerm::Variable(slot) => self.chosen.get(*slot).copied(),
            ValueTerm::Coordinate(at) => {
                let bits = self.coding.one_of(*at, 0);
                let place = self.one_of(&bits)?;
                self.field.places.get(place as usize).copied()
            }
            ValueTerm::At(at, place) => {
                let place = self.value(place)?.and_then(|place| self.field.index(place));
                match place {
                    Some(place) => Some([self.held(*at, place)?, 0]),
                    None => None,
                }
            }
            ValueTerm::Size(set) => Some([self.list(set)?.len() as i64, 0]),
            ValueTerm::First(set) => {
                for value in self.candidates(set)? {
                    if self.contains(set, value)? {
                        return Ok(Some(value));
                    }
                }
                None
            }
            ValueTerm::Pair(row, column) => match (self.value(row)?, self.value(column)?) {
                (Some(row), Some(column)) => Some([row[0], column[0]]),
                _ => None,
            },
            ValueTerm::Edge(one, other) => match (self.value(one)?, self.value(other)?) {
                (Some(one), Some(other)) => self.field.edge(one, other),
                _ => None,
            },
            ValueTerm::Arithmetic(how, left, right) => match (self.value(left)?, self.value(right)?) {
                (Some(left), Some(right)) => Some(arithmetic(*how, left, right).map_err(|_| Stop::GiveUp)?),
                _ => None,
            },
            ValueTerm::If(three) => {
                let (condition, one, other) = &**three;
                let value = if self.holds(condition)? { one } else { other };
                self.value(value)?
            }
            // What has many sources is worked out position by position.
            ValueTerm::Call(..) | ValueTerm::Over(..) | ValueTerm::Count(..) | ValueTerm::Entry(..) => {
                return Err(Stop::GiveUp);
            }
        })
    }

    /// What a coordinate holds on a place: a letter, or whether a set has it.
    pub(super) fn held(&mut self, at: usize, place: usize) -> Run<i64> {
        match self.rule.coordinates[at].holds {
            Holds::Letters(_) => {
                let bits = self.coding.one_of(at, place);
                self.one_of(&bits)
            }
            Holds::Set => Ok(i64::from(self.bit(self.coding.member(at, place)))),
            _ => Err(Stop::GiveUp),
        }
    }

    /// All values that may be in a set, in order.
    pub(super) fn candidates(&mut self, set: &SetTerm) -> Run<Vec<Value>> {
        let all = match set {
            SetTerm::Coordinate(at) => match self.rule.coordinates[*at].holds {
                Holds::Set => self.field.members().to_vec(),
                _ => self.field.places.clone(),
            },
            SetTerm::Places => self.field.places.clone(),
            SetTerm::Edges => self.field.all_edges(),
            SetTerm::Members(members) => {
                let mut values = Vec::new();
                for member in members {
                    values.extend(self.value(member)?);
                }
                in_order(values)
            }
            SetTerm::Range(low, high) => match (self.value(low)?, self.value(high)?) {
                (Some([low, _]), Some([high, _])) => {
                    self.spend(usize::try_from(high.saturating_sub(low)).unwrap_or(0))?;
                    (low..=high).map(|n| [n, 0]).collect()
                }
                _ => Vec::new(),
            },
            SetTerm::Filter(_, inner, _) => self.candidates(inner)?,
            SetTerm::Held(at, _) => {
                if !matches!(self.rule.coordinates[*at].holds, Holds::Letters(_)) {
                    return Err(Stop::GiveUp);
                }
                let letters = self.coding.one_of(*at, 0);
                in_order(letters.into_iter().map(|(_, letter)| [letter, 0]).collect())
            }
            SetTerm::Near(place) => self.value(place)?.map_or_else(Vec::new, |place| self.field.near(place)),
            SetTerm::Ball(place) => {
                self.value(place)?.map_or_else(Vec::new, |place| in_order(self.field.ball(place)))
            }
            SetTerm::Up(place) => {
                self.value(place)?.map_or_else(Vec::new, |place| self.field.side(place, true))
            }
            SetTerm::Down(place) => {
                self.value(place)?.map_or_else(Vec::new, |place| self.field.side(place, false))
            }
            SetTerm::Part(..) | SetTerm::Ray(..) => return Err(Stop::GiveUp),
            SetTerm::Minus(left, _) => {
                let left = self.candidates(left)?;
                self.usual_names(left)
            }
            SetTerm::Plus(left, right) | SetTerm::Xor(left, right) => {
                let all = [self.candidates(left)?, self.candidates(right)?].concat();
                in_order(self.usual_names(all))
            }
        };
        self.spend(all.len())?;
        Ok(all)
    }

    /// The members of a set, in order.
    pub(super) fn list(&mut self, set: &SetTerm) -> Run<Vec<Value>> {
        let mut all = self.candidates(set)?;
        if is_plain(set) {
            return Ok(all);
        }
        let mut kept = Vec::new();
        for value in all.drain(..) {
            if self.contains(set, value)? {
                kept.push(value);
            }
        }
        Ok(kept)
    }

    pub(super) fn is_round(&self) -> bool {
        matches!(self.field.space, Space::Ring | Space::Torus(_))
    }

    pub(super) fn usual(&self, value: Value) -> Value {
        self.field.index(value).map_or(value, |at| self.field.places[at])
    }

    /// Places of a circle by the one name that each has when sets are put together.
    pub(super) fn usual_names(&self, values: Vec<Value>) -> Vec<Value> {
        match self.is_round() {
            true => in_order(values.into_iter().map(|value| self.usual(value)).collect()),
            false => values,
        }
    }

    pub(super) fn contains(&mut self, set: &SetTerm, value: Value) -> Run<bool> {
        self.spend(0)?;
        Ok(match set {
            SetTerm::Coordinate(at) => match self.rule.coordinates[*at].holds {
                Holds::Set => match self.field.member(value) {
                    Some(member) => self.bit(self.coding.member(*at, member)),
                    None => false,
                },
                _ => self.field.index(value).is_some(),
            },
            SetTerm::Places => self.field.index(value).is_some(),
            SetTerm::Range(low, high) => match (self.value(low)?, self.value(high)?) {
                (Some([low, _]), Some([high, _])) => (low..=high).contains(&value[0]),
                _ => false,
            },
            SetTerm::Minus(left, right) => {
                self.has_under_a_name(left, value)? && !self.has_under_a_name(right, value)?
            }
            SetTerm::Plus(left, right) => {
                self.has_under_a_name(left, value)? || self.has_under_a_name(right, value)?
            }
            SetTerm::Xor(left, right) => {
                self.has_under_a_name(left, value)? != self.has_under_a_name(right, value)?
            }
            SetTerm::Filter(slot, inner, condition) => {
                if !self.candidates(inner)?.contains(&value) || !self.contains(inner, value)? {
                    return Ok(false);
                }
                self.choose(*slot, value);
                self.holds(condition)?
            }
            SetTerm::Held(at, places) if matches!(self.rule.coordinates[*at].holds, Holds::Letters(_)) => {
                self.is_held(*at, places, value[0])?
            }
            SetTerm::Part(..) | SetTerm::Held(..) => return Err(Stop::GiveUp),
            plain => self.candidates(plain)?.binary_search(&value).is_ok(),
        })
    }

    /// Whether one of these places holds a letter.
    pub(super) fn is_held(&mut self, at: usize, places: &SetTerm, letter: i64) -> Run<bool> {
        for place in self.list(places)? {
            let Some(place) = self.field.index(place) else { continue };
            let bit = self.coding.one_of(at, place).into_iter().find(|(_, held)| *held == letter);
            if let Some((bit, _)) = bit
                && self.bit(bit)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a set that is put together with another has this member; on a circle under whatever name.
    pub(super) fn has_under_a_name(&mut self, set: &SetTerm, value: Value) -> Run<bool> {
        let composed = matches!(set, SetTerm::Minus(..) | SetTerm::Plus(..) | SetTerm::Xor(..));
        if !self.is_round() || composed || matches!(set, SetTerm::Coordinate(_) | SetTerm::Places) {
            return self.contains(set, value);
        }
        let wanted = self.usual(value);
        for candidate in self.candidates(set)? {
            if self.usual(candidate) == wanted && self.contains(set, candidate)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn holds(&mut self, condition: &PlaceCondition) -> Run<bool> {
        Ok(match condition {
            PlaceCondition::In(value, set) => match self.value(value)? {
                Some(value) => {
                    let round = self.is_round()
                        && matches!(set, SetTerm::Minus(..) | SetTerm::Plus(..) | SetTerm::Xor(..));
                    let value = if round { self.usual(value) } else { value };
                    self.contains(set, value)?
                }
                None => false,
            },
            PlaceCondition::Compare(how, left, right) => match (self.value(left)?, self.value(right)?) {
                (Some(left), Some(right)) => compare(*how, left, right),
                _ => false,
            },
            PlaceCondition::Same(left, right) => self.list(left)? == self.list(right)?,
            PlaceCondition::Not(one) => !self.holds(one)?,
            PlaceCondition::And(left, right) => self.holds(left)? && self.holds(right)?,
            PlaceCondition::Or(left, right) => self.holds(left)? || self.holds(right)?,
            PlaceCondition::Over(..) => return Err(Stop::GiveUp),
        })
    }
}

/// Whether all that may be in a set is in it.
pub(super) fn is_plain(set: &SetTerm) -> bool {
    matches!(
        set,
        SetTerm::Places
            | SetTerm::Edges
            | SetTerm::Members(_)
            | SetTerm::Range(..)
            | SetTerm::Near(_)
            | SetTerm::Ball(_)
            | SetTerm::Up(_)
            | SetTerm::Down(_)
    )
}

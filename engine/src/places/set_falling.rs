//! That a game over places ends, proved from the rule alone.
//!
//! It ends if one coordinate falls with every move, in an order in which nothing falls for ever:
//! * a set, read as a binary number whose digits are the places in order: it falls if only members are taken away, at least
//!   one, and if places are turned over the last of which was a member;
//! * numbers on places, the number on place i counted i + 1 times: it falls if numbers only go down, and if as much as is
//!   taken from a place is added to one before it;
//! * letters: how often one letter stands somewhere falls, or how often another one does.

use crate::rules::{
    Becomes, Binder, Holds, Op, PlaceCondition, PlaceMove, PlaceQualifier, PlaceRule, SetTerm, Space,
    ValueTerm,
};

/// Whether every play ends.
pub(super) fn ends(rule: &PlaceRule) -> bool {
    let all = |falls: &dyn Fn(&Known<'_>, &Becomes) -> bool, at: usize| {
        rule.kinds.iter().all(|kind| falls(&Known::new(rule, kind), &kind.option[at]))
    };
    rule.coordinates.iter().enumerate().any(|(at, coordinate)| match &coordinate.holds {
        Holds::Set => all(&|known, becomes| known.set_falls(at, becomes), at),
        Holds::Numbers => all(&|known, becomes| known.numbers_fall(at, becomes), at),
        Holds::Letters(letters) => letters.iter().map(|letter| i64::from(u32::from(*letter))).any(|letter| {
            all(&|known, becomes| known.is_used_up(at, letter, becomes), at)
                || all(&|known, becomes| known.spreads(at, letter, becomes), at)
        }),
        Holds::Place(_) => false,
    })
}

/// Whether a kind of move turns places of the first coordinate over, the last of which is the member that is chosen first.
pub(super) fn turns(rule: &PlaceRule, kind: &PlaceMove) -> bool {
    let variable = |slot: &usize| Box::new(ValueTerm::Variable(*slot));
    let member = match kind.qualifiers.first() {
        Some(PlaceQualifier::For(Binder::One(slot), SetTerm::Coordinate(0))) => *variable(slot),
        Some(PlaceQualifier::For(Binder::Parts(row, column), SetTerm::Coordinate(0))) => {
            ValueTerm::Pair(variable(row), variable(column))
        }
        _ => return false,
    };
    matches!(&kind.option[..], [Becomes::Set(set)] if Known::new(rule, kind).turns(set, 0, &member))
}

/// What a kind of move tells about what was chosen.
struct Known<'r> {
    rule: &'r PlaceRule,
    kind: &'r PlaceMove,
    conditions: Vec<&'r PlaceCondition>,
}

impl<'r> Known<'r> {
    fn new(rule: &'r PlaceRule, kind: &'r PlaceMove) -> Known<'r> {
        let mut conditions = Vec::new();
        for qualifier in &kind.qualifiers {
            if let PlaceQualifier::If(condition) = qualifier {
                both(condition, &mut conditions);
            }
        }
        Known { rule, kind, conditions }
    }

    fn choices(&self) -> impl Iterator<Item = (&'r Binder, &'r SetTerm)> {
        self.kind.qualifiers.iter().filter_map(|qualifier| match qualifier {
            PlaceQualifier::For(binder, set) => Some((binder, set)),
            PlaceQualifier::If(_) => None,
        })
    }

    /// Values that are members of a set for sure: those that were chosen from it or asked to be in it.
    fn members(&self, wanted: &SetTerm) -> Vec<ValueTerm> {
        let mut all = Vec::new();
        for (binder, set) in self.choices().filter(|(_, set)| *set == wanted) {
            let variable = |slot: &usize| Box::new(ValueTerm::Variable(*slot));
            all.extend(match (binder, set) {
                (Binder::One(slot), _) => vec![*variable(slot)],
                (Binder::Parts(row, column), _) => vec![ValueTerm::Pair(variable(row), variable(column))],
                (Binder::Ends(one, other), _) => vec![
                    ValueTerm::Edge(variable(one), variable(other)),
                    ValueTerm::Edge(variable(other), variable(one)),
                ],
            });
        }
        all.extend(self.conditions.iter().filter_map(|condition| match condition {
            PlaceCondition::In(value, set) if set == wanted => Some(value.clone()),
            _ => None,
        }));
        for (at, coordinate) in self.rule.coordinates.iter().enumerate() {
            if let Holds::Place(Some(set)) = coordinate.holds
                && *wanted == SetTerm::Coordinate(set)
            {
                all.push(ValueTerm::Coordinate(at));
            }
        }
        all
    }

    /// Whether a value is a place that is there, for sure.
    fn is_there(&self, place: &ValueTerm) -> bool {
        if self.members(&SetTerm::Places).contains(place) || matches!(place, ValueTerm::Coordinate(_)) {
            return true;
        }
        let chosen = |slot: usize| *place == ValueTerm::Variable(slot);
        self.choices().any(|(binder, set)| match (binder, set) {
            (Binder::Ends(one, other), _) => chosen(*one) || chosen(*other),
            (Binder::One(slot), SetTerm::Near(_) | SetTerm::Ball(_) | SetTerm::Up(_) | SetTerm::Down(_)) => {
                chosen(*slot)
            }
            _ => false,
        })
    }

    fn set_falls(&self, at: usize, becomes: &Becomes) -> bool {
        let Becomes::Set(set) = becomes else { return false };
        let members = self.members(&SetTerm::Coordinate(at));
        members.iter().any(|member| self.loses(set, at, member) || self.turns(set, at, member))
    }

    /// Whether a set is within the coordinate, but without this member of it.
    fn loses(&self, set: &SetTerm, at: usize, member: &ValueTerm) -> bool {
        match set {
            SetTerm::Minus(left, right) => {
                self.loses(left, at, member) || is_within(left, at) && self.has(right, member)
            }
            SetTerm::Part(inner, _) | SetTerm::Filter(_, inner, _) => self.loses(inner, at, member),
            _ => false,
        }
    }

    /// Whether a set is the coordinate with some places turned over, the last of them this member.
    fn turns(&self, set: &SetTerm, at: usize, member: &ValueTerm) -> bool {
        // What is turned beyond a circle comes back anywhere on it, and elements of orders and graphs have other numbers.
        let in_order = matches!(self.rule.space, Space::Strip | Space::Numbers | Space::Grid(_));
        match set {
            SetTerm::Xor(left, turned) => {
                in_order
                    && **left == SetTerm::Coordinate(at)
                    && self.has(turned, member)
                    && self.is_up_to(turned, member)
            }
            _ => false,
        }
    }

    /// Whether a set has this member for sure, which is a place that is there.
    fn has(&self, set: &SetTerm, member: &ValueTerm) -> bool {
        match set {
            SetTerm::Members(members) => members.contains(member),
            SetTerm::Ball(place) | SetTerm::Up(place) | SetTerm::Down(place) => **place == *member,
            SetTerm::Range(low, high) => {
                (**high == *member && self.at_most(low, member))
                    || (**low == *member && self.at_most(member, high))
            }
            SetTerm::Plus(left, right) => self.has(left, member) || self.has(right, member),
            _ => false,
        }
    }

    /// Whether no member of a set comes after this place.
    fn is_up_to(&self, set: &SetTerm, last: &ValueTerm) -> bool {
        match set {
            SetTerm::Members(members) => members.iter().all(|member| self.at_most(member, last)),
            SetTerm::Range(_, high) => self.at_most(high, last),
            SetTerm::Plus(left, right) => self.is_up_to(left, last) && self.is_up_to(right, last),
            _ => false,
        }
    }

    /// Whether a value is at most another for sure; of places, in its row and in its column.
    fn at_most(&self, value: &ValueTerm, bound: &ValueTerm) -> bool {
        if value == bound {
            return true;
        }
        match (value, bound) {
            (ValueTerm::Pair(a, b), ValueTerm::Pair(c, d)) => self.at_most(a, c) && self.at_most(b, d),
            (ValueTerm::Arithmetic(Op::Sub, from, amount), _) => {
                matches!(**amount, ValueTerm::Constant([n, _]) if n >= 0) && self.at_most(from, bound)
            }
            // Variables are bound by what was chosen before them, so that this ends.
            (ValueTerm::Variable(slot), _) => self.choices().any(|(binder, set)| match (binder, set) {
                (Binder::One(chosen), SetTerm::Range(_, high)) => chosen == slot && self.at_most(high, bound),
                _ => false,
            }),
            _ => false,
        }
    }

    /// Whether a value is at least 1 for sure.
    fn is_positive(&self, value: &ValueTerm) -> bool {
        match value {
            ValueTerm::Constant([n, _]) => *n >= 1,
            ValueTerm::Variable(slot) => self.choices().any(|(binder, set)| match (binder, set) {
                (Binder::One(chosen), SetTerm::Range(low, _)) => chosen == slot && self.is_positive(low),
                _ => false,
            }),
            _ => false,
        }
    }

    fn numbers_fall(&self, at: usize, becomes: &Becomes) -> bool {
        let Becomes::Written(writes) = becomes else { return false };
        let changes: Option<Vec<_>> = writes.iter().map(|write| change(at, write)).collect();
        let Some(changes) = changes else { return false };
        let lowers =
            |(_, how, amount): &(&ValueTerm, Op, &ValueTerm)| *how == Op::Sub && self.is_positive(amount);
        if changes.iter().all(lowers) {
            return changes.iter().any(|(place, ..)| self.is_there(place));
        }
        match &changes[..] {
            [one, other] | [other, one] if lowers(one) && other.1 == Op::Add && one.2 == other.2 => {
                let before = |place: &ValueTerm| match place {
                    ValueTerm::Arithmetic(Op::Sub, from, amount) => {
                        **from == *one.0 && self.is_positive(amount)
                    }
                    _ => false,
                };
                self.rule.space == Space::Strip && self.is_there(one.0) && before(other.0)
            }
            _ => false,
        }
    }

    /// Whether a place holds this letter for sure, or another for sure.
    fn is_known(&self, at: usize, place: &ValueTerm, letter: i64, how: Op) -> bool {
        let here = ValueTerm::At(at, Box::new(place.clone()));
        let letter = ValueTerm::Constant([letter, 0]);
        self.conditions.iter().any(|condition| match condition {
            PlaceCondition::Compare(found, left, right) if *found == how => {
                (*left == here && *right == letter) || (*right == here && *left == letter)
            }
            _ => false,
        })
    }

    /// Whether a letter goes from a place and comes to none.
    fn is_used_up(&self, at: usize, letter: i64, becomes: &Becomes) -> bool {
        let Becomes::Written(writes) = becomes else { return false };
        let another = |value: &ValueTerm| match value {
            ValueTerm::Constant([written, _]) => *written != letter,
            ValueTerm::Variable(slot) => self.choices().any(|(binder, set)| match (binder, set) {
                (Binder::One(chosen), SetTerm::Members(letters)) => {
                    let is_other =
                        |one: &ValueTerm| matches!(one, ValueTerm::Constant([n, _]) if *n != letter);
                    chosen == slot && letters.iter().all(is_other)
                }
                _ => false,
            }),
            _ => false,
        };
        let goes = |(place, _): &(ValueTerm, ValueTerm)| {
            self.is_there(place) && self.is_known(at, place, letter, Op::Eq)
        };
        writes.iter().all(|(_, value)| another(value)) && writes.iter().any(goes)
    }

    /// Whether a letter comes to a place that held another, and goes from none.
    fn spreads(&self, at: usize, letter: i64, becomes: &Becomes) -> bool {
        let Becomes::Written(writes) = becomes else { return false };
        let other = |place: &ValueTerm| self.is_known(at, place, letter, Op::Ne);
        let written = |value: &ValueTerm| *value == ValueTerm::Constant([letter, 0]);
        let stays = |(place, value): &(ValueTerm, ValueTerm)| written(value) || other(place);
        // Whatever else is written must not undo it: it is written on the other end of an edge.
        let apart = |one: &ValueTerm, two: &ValueTerm| {
            self.choices().any(|(binder, _)| match binder {
                Binder::Ends(a, b) => {
                    let ends = [ValueTerm::Variable(*a), ValueTerm::Variable(*b)];
                    one != two && ends.contains(one) && ends.contains(two)
                }
                _ => false,
            })
        };
        let comes = |(place, value): &(ValueTerm, ValueTerm)| {
            let kept =
                |(place_2, value_2): &(ValueTerm, ValueTerm)| written(value_2) || apart(place, place_2);
            written(value) && self.is_there(place) && other(place) && writes.iter().all(kept)
        };
        writes.iter().all(stays) && writes.iter().any(comes)
    }
}

/// The conditions that must all hold.
fn both<'r>(condition: &'r PlaceCondition, all: &mut Vec<&'r PlaceCondition>) {
    match condition {
        PlaceCondition::And(left, right) => {
            both(left, all);
            both(right, all);
        }
        one => all.push(one),
    }
}

/// Whether a set is within the one that a coordinate is.
fn is_within(set: &SetTerm, at: usize) -> bool {
    match set {
        SetTerm::Coordinate(other) => *other == at,
        SetTerm::Minus(inner, _) | SetTerm::Part(inner, _) | SetTerm::Filter(_, inner, _) => {
            is_within(inner, at)
        }
        _ => false,
    }
}

/// How much a write adds to the number on its place, or takes from it.
fn change(at: usize, (place, value): &(ValueTerm, ValueTerm)) -> Option<(&ValueTerm, Op, &ValueTerm)> {
    let ValueTerm::Arithmetic(how @ (Op::Add | Op::Sub), from, amount) = value else {
        return None;
    };
    let same = matches!(&**from, ValueTerm::At(other, here) if *other == at && **here == *place);
    same.then_some((place, *how, amount))
}

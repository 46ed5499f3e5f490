//! Independent parts of a set of places, derived from the rule.
//!
//! Let all moves be `S - X`, where what is chosen are members of S, each a neighbour of one chosen before it, X is made of
//! chosen places, their neighbourhoods and balls, and conditions ask only for that or for nothing about S. Then S is the sum of
//! what hangs together in it.
//!
//! *Proof.* The chosen places of a move are members of S that hang together, so they lie in one part C. Whatever X takes away
//! from S is chosen or a neighbour of what is chosen, so it lies in C as well. That the move is legal depends on S only through
//! the chosen places being members, so it is legal in S exactly if it is legal in C alone, and it leaves S - X, which is C - X
//! and all other parts as they were. Sets only shrink, so parts never meet again. ∎ This is an isomorphism of games, so that
//! it holds under misère play as well.

use crate::rules::{Becomes, Binder, Holds, PlaceCondition, PlaceMove, PlaceQualifier, PlaceRule};
use crate::rules::{SetTerm, Space, ValueTerm};

use super::field::{Field, Value};

/// Whether the theorem above holds for a rule.
pub(super) fn falls_apart(rule: &PlaceRule) -> bool {
    let one_set = rule.coordinates.len() == 1 && rule.coordinates[0].holds == Holds::Set;
    let space = rule.space.has_neighbours() && rule.space != Space::Edges;
    let goes_on = rule.ending.over.is_none() && rule.ending.over_all.is_none();
    one_set && space && goes_on && rule.is_plain() && rule.kinds.iter().all(is_local)
}

fn is_local(kind: &PlaceMove) -> bool {
    let (mut chosen, mut members, mut plain) = (Vec::new(), Vec::new(), true);
    for qualifier in &kind.qualifiers {
        plain &= match qualifier {
            PlaceQualifier::For(Binder::One(slot), set) => {
                let linked = match set {
                    SetTerm::Coordinate(_) => chosen.is_empty(),
                    SetTerm::Near(place) | SetTerm::Ball(place) => is_one_of(place, &chosen),
                    _ => false,
                };
                members.extend((*set == SetTerm::Coordinate(0)).then_some(*slot));
                chosen.push(*slot);
                linked
            }
            PlaceQualifier::For(Binder::Ends(one, other), SetTerm::Edges) => {
                let first = chosen.is_empty();
                chosen.extend([*one, *other]);
                first
            }
            PlaceQualifier::For(..) => false,
            PlaceQualifier::If(condition) => asks_for_members(condition, &mut members),
        };
    }
    plain
        && chosen.iter().all(|slot| members.contains(slot))
        && matches!(&kind.option[..], [Becomes::Set(set)] if takes_from_near(set, &chosen))
}

fn is_one_of(value: &ValueTerm, chosen: &[usize]) -> bool {
    matches!(value, ValueTerm::Variable(slot) if chosen.contains(slot))
}

/// Whether a condition asks that variables are members, which are noted, or for nothing about the set.
fn asks_for_members(condition: &PlaceCondition, members: &mut Vec<usize>) -> bool {
    match condition {
        PlaceCondition::And(left, right) => {
            asks_for_members(left, members) && asks_for_members(right, members)
        }
        PlaceCondition::In(ValueTerm::Variable(slot), SetTerm::Coordinate(_)) => {
            members.push(*slot);
            true
        }
        // Variables and constants say nothing about the set.
        PlaceCondition::Compare(_, left, right) => is_bare(left) && is_bare(right),
        _ => false,
    }
}

fn is_bare(value: &ValueTerm) -> bool {
    match value {
        ValueTerm::Constant(_) | ValueTerm::Variable(_) => true,
        ValueTerm::Pair(left, right) | ValueTerm::Arithmetic(_, left, right) => {
            is_bare(left) && is_bare(right)
        }
        _ => false,
    }
}

/// Whether a set is the coordinate without chosen places and neighbours of them.
fn takes_from_near(set: &SetTerm, chosen: &[usize]) -> bool {
    match set {
        SetTerm::Coordinate(_) => true,
        SetTerm::Minus(left, right) => takes_from_near(left, chosen) && is_near(right, chosen),
        _ => false,
    }
}

fn is_near(set: &SetTerm, chosen: &[usize]) -> bool {
    match set {
        SetTerm::Members(members) => members.iter().all(|member| is_one_of(member, chosen)),
        SetTerm::Near(place) | SetTerm::Ball(place) => is_one_of(place, chosen),
        SetTerm::Plus(left, right) => is_near(left, chosen) && is_near(right, chosen),
        _ => false,
    }
}

/// Hands out what hangs together, each part as a set of its own.
pub(super) fn split(field: &Field, cells: &[i64], visit: &mut impl FnMut(Box<[i64]>)) {
    let members = field.members().iter().zip(cells).filter(|(_, cell)| **cell != 0);
    let mut left: Vec<Value> = members.map(|(place, _)| *place).collect();
    while let Some(first) = left.first() {
        let part = field.part(&left, *first);
        let mut alone = vec![0; cells.len()];
        part.iter().filter_map(|place| field.index(*place)).for_each(|at| alone[at] = 1);
        visit(alone.into());
        left.retain(|place| part.binary_search(place).is_err());
    }
}

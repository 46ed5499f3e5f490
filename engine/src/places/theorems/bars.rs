//! Chomp and its kin: a move takes a place with all that are at least as large.
//!
//! On a board of rows and columns whose first place may not be taken a position without gaps is a bar of chocolate, the
//! lengths of its rows, and is searched as such (`chomp`): bars that are mirrored are alike, and an L is two Nim heaps.
//!
//! Theorem (Gale 1974, strategy stealing). Let a set have a greatest member, which may be taken. Then the player to move wins
//! under normal play.
//!
//! *Proof.* Take the greatest member alone. If that does not win, the other player has a winning answer: some p with all above
//! it. Taking p at once leaves the same, for the greatest member is above p; so that wins. ∎ Which move it is nobody says.

use crate::error::{Error, ErrorKind, Result};
use crate::game::Readable;
use crate::rules::{Becomes, Binder, Holds, Op, PlaceCondition, PlaceMove, PlaceQualifier, PlaceRule};
use crate::rules::{SetTerm, Space, ValueTerm};

use super::chomp::{Bar, Chomp};
use crate::places::field::Field;

/// Whether a rule is Chomp: the first place of a board may not be taken.
pub(super) fn recognise(rule: &PlaceRule) -> bool {
    let first = |term: &ValueTerm| match term {
        ValueTerm::Constant(place) => *place == [0, 0],
        ValueTerm::Pair(row, column) => [row, column].iter().all(|n| ***n == ValueTerm::Constant([0, 0])),
        _ => false,
    };
    matches!(rule.space, Space::Grid(_)) && matches!(spared(rule), Some(Some(place)) if first(place))
}

/// Whether a move takes a place and all above it, whichever places may not be taken.
pub(super) fn takes_all_above(rule: &PlaceRule) -> bool {
    spared(rule).is_some()
}

/// For rules that take a place with all above it: which one may not be taken, if one may not.
fn spared(rule: &PlaceRule) -> Option<Option<&ValueTerm>> {
    let set = rule.coordinates.len() == 1 && rule.coordinates[0].holds == Holds::Set;
    match &rule.kinds[..] {
        [kind] if set => spared_by(kind),
        _ => None,
    }
}

fn spared_by(kind: &PlaceMove) -> Option<Option<&ValueTerm>> {
    let [PlaceQualifier::For(Binder::One(p), SetTerm::Coordinate(0)), rest @ ..] = &kind.qualifiers[..]
    else {
        return None;
    };
    let chosen = ValueTerm::Variable(*p);
    let above = SetTerm::Up(Box::new(chosen.clone()));
    if kind.option != [Becomes::Set(SetTerm::Minus(Box::new(SetTerm::Coordinate(0)), Box::new(above)))] {
        return None;
    }
    match rest {
        [] => Some(None),
        [PlaceQualifier::If(PlaceCondition::Compare(Op::Ne, one, other))] => match (one, other) {
            (one, other) if *one == chosen && is_constant(other) => Some(Some(other)),
            (other, one) if *one == chosen && is_constant(other) => Some(Some(other)),
            _ => None,
        },
        _ => None,
    }
}

fn is_constant(term: &ValueTerm) -> bool {
    match term {
        ValueTerm::Constant(_) => true,
        ValueTerm::Pair(row, column) => is_constant(row) && is_constant(column),
        _ => false,
    }
}

fn constant(term: &ValueTerm) -> Option<[i64; 2]> {
    match term {
        ValueTerm::Constant(value) => Some(*value),
        ValueTerm::Pair(row, column) => Some([constant(row)?[0], constant(column)?[0]]),
        _ => None,
    }
}

/// Reads a bar: `4x7`, or the lengths of its rows. None if it is written otherwise, or too large for a bar.
pub(in crate::places) fn read(text: &str) -> Result<Option<Bar>> {
    let lengths = text.trim().starts_with(|c: char| c.is_ascii_digit());
    match lengths.then(|| Chomp::open(text)) {
        Some(Ok((_, bar))) => Ok(Some(bar)),
        // A large board may still be one that a theorem tells something about.
        Some(Err(error)) if error.kind() != ErrorKind::Limit || !text.contains('x') => Err(error),
        _ => Ok(None),
    }
}

/// Why a board of this size is none: it is too large a bar, if it is one; else what was said.
pub(in crate::places) fn no_bar(text: &str, said: Error) -> Error {
    match Chomp::open(text) {
        Err(error) if error.kind() == ErrorKind::Limit => error,
        _ => said,
    }
}

/// The bar that a set without gaps is, unless it is too large for one.
pub(in crate::places) fn bar_of(field: &Field, cells: &[i64]) -> Option<Bar> {
    let length = |row: &[i64]| row.iter().take_while(|cell| **cell != 0).count();
    let rows: Vec<&[i64]> = cells.chunks(field.columns.max(1)).collect();
    let whole = |row: &&[i64]| row.iter().skip(length(row)).all(|cell| *cell == 0);
    let lengths: Vec<usize> = rows.iter().map(|row| length(row)).take_while(|length| *length > 0).collect();
    let plain = rows.iter().all(whole) && rows[lengths.len()..].iter().all(|row| length(row) == 0);
    let text: Vec<String> = lengths.iter().map(usize::to_string).collect();
    Chomp::open(&text.join(",")).ok().filter(|_| plain).map(|(_, bar)| bar)
}

/// Whether the player to move wins by the theorem above.
pub(in crate::places) fn is_theft(rule: &PlaceRule, field: &Field, cells: &[i64]) -> bool {
    let members = field.places.iter().zip(cells).filter(|(_, cell)| **cell != 0).map(|(place, _)| *place);
    let members: Vec<[i64; 2]> = members.collect();
    let largest = members.iter().max_by_key(|place| field.side(**place, false).len());
    let Some(greatest) = largest else { return false };
    let below = field.side(*greatest, false);
    let is_greatest = members.iter().all(|place| below.binary_search(place).is_ok());
    let may_go = spared(rule).flatten().is_none_or(|spared| constant(spared) != Some(*greatest));
    is_greatest && may_go
}

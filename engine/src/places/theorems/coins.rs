//! Games of turning coins: a move turns some coins over, the last of which showed heads.
//!
//! Theorem. If which coins may be turned depends on the last of them alone, and on no other head, then heads are
//! independent: a position is worth the nim-sum of its heads, and a head at n is worth the least number that no nim-sum of the
//! other coins of a move at n is (*Winning Ways* ch. 14).
//!
//! *Proof.* Let g be defined so, and say that a position is worth the nim-sum of g over its heads. A move at n replaces g(n) by
//! the nim-sum s of g over the other coins that are turned, whichever of them were heads, for a coin that was a head before
//! takes part twice and cancels. Since s ≠ g(n), a position worth 0 has no move to one worth 0. If a position is worth x > 0,
//! some head n has g(n) + x < g(n), so some move at n has s = g(n) + x and leaves 0; likewise any smaller value than x is
//! reached. So this is the Grundy value. ∎
//!
//! Tartan theorem. Let the moves at (r,c) be the products A × B of a move A at r of one such game and a move B at c of
//! another. Then a head at (r,c) is worth the nim-product of the two (*Winning Ways* ch. 14; Conway 1976).
//!
//! *Proof.* By induction a move leaves, besides (r,c), heads worth g(r)·b + a·g(c) + a·b, where a is what A leaves at r and b what B
//! leaves at c. These a are values other than g(r), among them all smaller ones, and so for b; and the nim-product of g(r)
//! and g(c) is the least number that no a·g(c) + g(r)·b + a·b with a < g(r), b < g(c) is, and differs from all with a ≠ g(r) and
//! b ≠ g(c), since the difference is (g(r) + a)·(g(c) + b) ≠ 0 in a field. ∎
//!
//! Complexity: one look at every move of a single coin, for every coin up to the last head; for products, of a row and of a
//! column.

use crate::error::Result;
use crate::nim_field;
use crate::nimber::{Nimber, mex};
use crate::rules::{
    Becomes, Binder, Holds, PlaceCoordinate, PlaceEnding, PlaceMove, PlaceQualifier, PlaceRule,
};
use crate::rules::{SetTerm, Space, ValueTerm};
use crate::work::Work;

use crate::places::field::Field;
use crate::places::set_falling;
use crate::places::terms::Terms;

/// Coins whose values are tabulated.
const MOST_COINS: usize = 1 << 16;

/// Whether a rule turns coins so that heads are independent.
pub(super) fn recognise(rule: &PlaceRule) -> bool {
    let set = rule.coordinates.len() == 1 && rule.coordinates[0].holds == Holds::Set;
    let space = matches!(rule.space, Space::Numbers | Space::Strip | Space::Grid(_));
    set && space && rule.kinds.iter().all(|kind| depends_on_one_coin(kind) && set_falling::turns(rule, kind))
}

/// Whether only the first choice looks at the heads.
fn depends_on_one_coin(kind: &PlaceMove) -> bool {
    let [PlaceQualifier::For(Binder::One(_) | Binder::Parts(..), SetTerm::Coordinate(0)), rest @ ..] =
        &kind.qualifiers[..]
    else {
        return false;
    };
    let plain = |qualifier: &PlaceQualifier| match qualifier {
        PlaceQualifier::For(Binder::One(_), SetTerm::Range(low, high)) => is_bare(low) && is_bare(high),
        _ => false,
    };
    let [Becomes::Set(SetTerm::Xor(_, turned))] = &kind.option[..] else { return false };
    rest.iter().all(plain) && is_bare_set(turned)
}

/// Whether a value is made of what was chosen alone.
fn is_bare(value: &ValueTerm) -> bool {
    match value {
        ValueTerm::Constant(_) | ValueTerm::Variable(_) => true,
        ValueTerm::Pair(left, right) | ValueTerm::Arithmetic(_, left, right) => {
            is_bare(left) && is_bare(right)
        }
        _ => false,
    }
}

fn is_bare_set(set: &SetTerm) -> bool {
    match set {
        SetTerm::Members(members) => members.iter().all(is_bare),
        SetTerm::Range(low, high) => is_bare(low) && is_bare(high),
        SetTerm::Plus(left, right) => is_bare_set(left) && is_bare_set(right),
        _ => false,
    }
}

/// What single heads are worth.
#[derive(Clone, Debug)]
pub(in crate::places) enum Coins {
    /// By the number of the coin.
    Row(Vec<Nimber>),
    /// By row and by column: a head is worth the product.
    Product(Vec<Nimber>, Vec<Nimber>),
}

impl Coins {
    /// Of coins up to the last head of a position.
    pub(super) fn new(
        rule: &PlaceRule,
        field: &Field,
        cells: &[i64],
        work: &Work<'_>,
    ) -> Result<Option<Coins>> {
        if let (Some([rows, columns]), Space::Grid(_)) = (product(rule), rule.space) {
            let rows = row_values(&rows, field.rows, work)?;
            return Ok(rows
                .zip(row_values(&columns, field.columns, work)?)
                .map(|(r, c)| Coins::Product(r, c)));
        }
        let coins = match rule.space {
            Space::Numbers => {
                cells.last().map_or(0, |last| usize::try_from(*last).unwrap_or(usize::MAX).saturating_add(1))
            }
            _ => field.places.len(),
        };
        Ok(values(rule, field, coins, work)?.map(Coins::Row))
    }

    /// Whether the heads of a position are all known.
    pub(super) fn knows(&self, field: &Field, cells: &[i64]) -> bool {
        match self {
            Coins::Row(values) if field.space == Space::Numbers => {
                cells.last().is_none_or(|last| usize::try_from(*last).is_ok_and(|last| last < values.len()))
            }
            _ => true,
        }
    }

    pub(super) fn value(&self, field: &Field, cells: &[i64]) -> Option<Nimber> {
        if !self.knows(field, cells) {
            return None;
        }
        let heads = || cells.iter().enumerate().filter(|(_, cell)| **cell != 0).map(|(place, _)| place);
        Some(match self {
            Coins::Row(values) if field.space == Space::Numbers => {
                cells.iter().map(|coin| values[*coin as usize]).sum()
            }
            Coins::Row(values) => heads().map(|place| values[place]).sum(),
            Coins::Product(rows, columns) => heads()
                .map(|place| nim_field::product(rows[place / field.columns], columns[place % field.columns]))
                .sum(),
        })
    }
}

fn row_values(rule: &PlaceRule, coins: usize, work: &Work<'_>) -> Result<Option<Vec<Nimber>>> {
    values(rule, &Field::empty(Space::Numbers, 1, 0), coins, work)
}

/// The values of the first coins; none if there are too many, or too many moves at one.
fn values(rule: &PlaceRule, field: &Field, coins: usize, work: &Work<'_>) -> Result<Option<Vec<Nimber>>> {
    if coins > MOST_COINS {
        return Ok(None);
    }
    let (mut values, mut sums): (Vec<Nimber>, _) = (Vec::new(), vec![Nimber::ZERO]);
    let mut cells = vec![0i64; if field.space == Space::Numbers { 1 } else { coins }];
    for coin in 0..coins {
        work.step("coins", coin as u64, Some(coins as u64))?;
        work.limits.allow_bytes(16 * coins as u64)?;
        // The coin alone.
        match field.space {
            Space::Numbers => cells[0] = coin as i64,
            _ => cells[coin] = 1,
        }
        let mut left = Vec::new();
        let mut terms = Terms::new(rule, field, &[0], &cells);
        for kind in &rule.kinds {
            let [Becomes::Set(SetTerm::Xor(_, turned))] = &kind.option[..] else { return Ok(None) };
            let _ = terms.choices(&kind.qualifiers, &mut |terms| {
                left.push(others(terms, turned, coin, &values, &sums));
                std::ops::ControlFlow::Continue(())
            });
        }
        if terms.failed.is_some() {
            return Ok(None);
        }
        if field.space != Space::Numbers {
            cells[coin] = 0;
        }
        let value = mex(left);
        sums.push(sums[coin] + value);
        values.push(value);
    }
    Ok(Some(values))
}

/// The nim-sum of the coins before this one that a move turns. The sums are those of the first 0, 1, … coins.
fn others(
    terms: &mut Terms<'_>,
    turned: &SetTerm,
    coin: usize,
    values: &[Nimber],
    sums: &[Nimber],
) -> Nimber {
    if let SetTerm::Range(low, high) = turned {
        let (Some([low, _]), Some([high, _])) = (terms.value(low), terms.value(high)) else {
            return Nimber::ZERO;
        };
        let end = usize::try_from(high.saturating_add(1)).unwrap_or(0).min(coin);
        let start = usize::try_from(low).unwrap_or(0).min(end);
        return sums[end] + sums[start];
    }
    let places = terms.set(turned).into_iter().filter_map(|value| terms.place(value));
    places.filter(|other| *other < coin).map(|other| values[other]).sum()
}

/// The games of rows and of columns whose product a rule is.
fn product(rule: &PlaceRule) -> Option<[PlaceRule; 2]> {
    let [kind] = &rule.kinds[..] else { return None };
    let [PlaceQualifier::For(Binder::Parts(row, column), _), choices @ ..] = &kind.qualifiers[..] else {
        return None;
    };
    let [Becomes::Set(SetTerm::Xor(_, turned))] = &kind.option[..] else { return None };
    let SetTerm::Members(members) = &**turned else { return None };
    let mut sides: [(Vec<usize>, Vec<PlaceQualifier>); 2] =
        [(vec![*row], Vec::new()), (vec![*column], Vec::new())];
    for choice in choices {
        let PlaceQualifier::For(Binder::One(slot), SetTerm::Range(low, high)) = choice else { return None };
        let side = sides.iter_mut().find(|(known, _)| speaks_of(low, known) && speaks_of(high, known))?;
        side.0.push(*slot);
        side.1.push(choice.clone());
    }
    let mut parts: [Vec<ValueTerm>; 2] = [Vec::new(), Vec::new()];
    for member in members {
        let ValueTerm::Pair(r, c) = member else { return None };
        for (part, value) in parts.iter_mut().zip([r, c]) {
            if !part.contains(value) {
                part.push((**value).clone());
            }
        }
    }
    let own =
        parts.iter().zip(&sides).all(|(part, (known, _))| part.iter().all(|value| speaks_of(value, known)));
    let [rows, columns] = parts;
    let pair = |r: &ValueTerm, c: &ValueTerm| ValueTerm::Pair(Box::new(r.clone()), Box::new(c.clone()));
    let whole = rows.iter().all(|r| columns.iter().all(|c| members.contains(&pair(r, c))));
    let [(first, row_choices), (second, column_choices)] = sides;
    (own && whole)
        .then(|| [line(kind, first[0], rows, row_choices), line(kind, second[0], columns, column_choices)])
}

/// Whether a value is made of these variables and constants alone.
fn speaks_of(value: &ValueTerm, known: &[usize]) -> bool {
    match value {
        ValueTerm::Constant(_) => true,
        ValueTerm::Variable(slot) => known.contains(slot),
        ValueTerm::Arithmetic(_, left, right) => speaks_of(left, known) && speaks_of(right, known),
        _ => false,
    }
}

/// The game in which these coins of one line are turned.
fn line(kind: &PlaceMove, coin: usize, turned: Vec<ValueTerm>, choices: Vec<PlaceQualifier>) -> PlaceRule {
    let heads = || SetTerm::Coordinate(0);
    let option = vec![Becomes::Set(SetTerm::Xor(Box::new(heads()), Box::new(SetTerm::Members(turned))))];
    let mut qualifiers = vec![PlaceQualifier::For(Binder::One(coin), heads())];
    qualifiers.extend(choices);
    PlaceRule {
        space: Space::Numbers,
        coordinates: vec![PlaceCoordinate { name: "S".into(), holds: Holds::Set }],
        kinds: vec![PlaceMove {
            label: None,
            option,
            qualifiers,
            names: kind.names.clone(),
            gain: None,
            again: false,
        }],
        ending: PlaceEnding::default(),
        lists: Vec::new(),
    }
}

//! Conditions on a board: whether pictures are somewhere on it.

use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::rules::{BoardCondition, Picture, Rewriting, Sign};

use super::board::{Board, turns};
use super::ground::{Mask, Needs, anchors, fit};
use super::symmetry::mapped_needs;

/// A condition laid on one board.
#[derive(Debug)]
pub(super) enum Grounded {
    /// One of these lies on the board: what must stand where.
    Shows(Vec<Needs>),
    Not(Box<Grounded>),
    And(Box<Grounded>, Box<Grounded>),
    Or(Box<Grounded>, Box<Grounded>),
}

impl Grounded {
    pub(super) fn new(condition: &BoardCondition, rule: &Rewriting, board: &Board) -> Result<Grounded> {
        let inner = |condition: &BoardCondition| Grounded::new(condition, rule, board).map(Box::new);
        Ok(match condition {
            BoardCondition::Shows(picture) => Grounded::Shows(lie(picture, rule, board)?),
            BoardCondition::Not(one) => Grounded::Not(inner(one)?),
            BoardCondition::And(left, right) => Grounded::And(inner(left)?, inner(right)?),
            BoardCondition::Or(left, right) => Grounded::Or(inner(left)?, inner(right)?),
        })
    }

    /// Hands out what each picture needs.
    pub(super) fn each(&self, visit: &mut impl FnMut(&Needs)) {
        match self {
            Grounded::Shows(all) => all.iter().for_each(visit),
            Grounded::Not(one) => one.each(visit),
            Grounded::And(left, right) | Grounded::Or(left, right) => {
                left.each(visit);
                right.each(visit);
            }
        }
    }

    /// Whether it holds on the image of a board exactly if it holds on the board.
    pub(super) fn is_kept(&self, letters: &[u8], places: &[u32]) -> bool {
        match self {
            // They are in order.
            Grounded::Shows(all) => {
                all.iter().all(|needs| all.binary_search(&mapped_needs(needs, letters, places)).is_ok())
            }
            Grounded::Not(one) => one.is_kept(letters, places),
            Grounded::And(left, right) | Grounded::Or(left, right) => {
                left.is_kept(letters, places) && right.is_kept(letters, places)
            }
        }
    }

    pub(super) fn holds(&self, cells: &[u8]) -> bool {
        match self {
            Grounded::Shows(all) => all.iter().any(|needs| matches(needs, cells)),
            Grounded::Not(one) => !one.holds(cells),
            Grounded::And(left, right) => left.holds(cells) && right.holds(cells),
            Grounded::Or(left, right) => left.holds(cells) || right.holds(cells),
        }
    }
}

/// Whether what must stand there does.
#[inline]
pub(super) fn matches(needs: &[(u32, Mask)], cells: &[u8]) -> bool {
    needs.iter().all(|&(place, mask)| mask >> cells[place as usize] & 1 == 1)
}

/// Every way in which a picture lies on the board.
fn lie(picture: &Picture, rule: &Rewriting, board: &Board) -> Result<Vec<Needs>> {
    let plain = |cell: &crate::rules::PictureCell| match (&cell.sign, cell.run) {
        (Sign::Variable(_), _) | (_, true) => Err(Error::new(
            ErrorKind::Unsupported,
            BoardFault::RunInCondition { picture: picture.to_string() },
        )
        .hint(NextStep::LengthsByOr)),
        (sign, false) => Ok(sign.clone()),
    };
    let rows: Vec<Vec<Sign>> =
        picture.rows.iter().map(|row| row.iter().map(plain).collect::<Result<_>>()).collect::<Result<_>>()?;
    let mut all = Vec::new();
    for turn in turns(rule.universe, rule.as_drawn) {
        for (row, column) in anchors(&rows, *turn, board) {
            if let Some(needs) = fit(&rows, *turn, board, row, column) {
                all.push(needs.into_iter().map(|(place, mask, ..)| (place, mask)).collect());
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

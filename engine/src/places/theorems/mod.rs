//! What is known about rules over places from their form alone, one theorem a file.
//!
//! A recogniser compares the rule as it was read with the form that its theorem is about, so that a game has its theorem
//! whatever it is called. What it then says about a position is tested against the options of the rule.

mod bars;
mod chomp;
mod coins;
mod geography;
mod hackenbush;
mod pictures;
mod runs;

use std::ops::ControlFlow;

use crate::error::Result;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::report::sentence::BoardTheorem;
use crate::rules::PlaceRule;
use crate::work::Work;

use super::field::Field;
use coins::Coins;
use runs::{Runs, Taken};

pub(super) use bars::{bar_of, is_theft, no_bar, read as read_bar};
pub(super) use chomp::{Bar, Chomp};
pub(super) use hackenbush::Hackenbush;
pub(super) use pictures::{edges_of, read as read_picture};

/// A form that a theorem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Coins are turned over, the last of them from heads to tails.
    Coins,
    /// A token walks over vertices that vanish.
    Geography,
    /// An edge is cut, and what does not hang together with the ground is gone.
    Hackenbush,
    /// A place is taken with all above it, but never the first one of a board of rows and columns.
    Chomp,
    /// A place is taken with all above it.
    Above,
    /// A place is taken with its neighbours, or two neighbours.
    Taken(Taken),
}

impl Shape {
    /// The form of a rule, if there is a theorem about it.
    pub(super) fn of(rule: &PlaceRule) -> Option<Shape> {
        // A condition of the end is about the whole position, and no theorem here is.
        if rule.ending.over.is_some() || rule.ending.over_all.is_some() {
            return None;
        }
        let told = [
            (coins::recognise(rule), Shape::Coins),
            (geography::recognise(rule), Shape::Geography),
            (pictures::recognise(rule), Shape::Hackenbush),
            (bars::recognise(rule), Shape::Chomp),
            (bars::takes_all_above(rule), Shape::Above),
        ];
        let found = told.into_iter().find(|(is_so, _)| *is_so).map(|(_, shape)| shape);
        found.or_else(|| Taken::recognise(rule).map(Shape::Taken))
    }
}

/// A theorem with the tables that it needs on one board.
#[derive(Clone, Debug)]
pub(super) enum Theory {
    Coins(Coins),
    Geography,
    Runs(Runs),
}

impl Theory {
    /// The tables for a position and all that follow it; none if the theorem says nothing about this board.
    pub(super) fn new(
        shape: Shape,
        rule: &PlaceRule,
        field: &Field,
        cells: &[i64],
        work: &Work<'_>,
    ) -> Result<Option<Theory>> {
        Ok(match shape {
            Shape::Coins => Coins::new(rule, field, cells, work)?.map(Theory::Coins),
            Shape::Geography => Some(Theory::Geography),
            Shape::Taken(taken) => Runs::new(taken, field, work)?.map(Theory::Runs),
            Shape::Hackenbush | Shape::Chomp | Shape::Above => None,
        })
    }

    /// Whether the tables reach as far as a position.
    pub(super) fn knows(&self, field: &Field, cells: &[i64]) -> bool {
        match self {
            Theory::Coins(coins) => coins.knows(field, cells),
            Theory::Geography | Theory::Runs(_) => true,
        }
    }

    pub(super) fn value(&self, field: &Field, cells: &[i64]) -> Option<Nimber> {
        match self {
            Theory::Coins(coins) => coins.value(field, cells),
            Theory::Runs(runs) => Some(runs.value(cells)),
            Theory::Geography => None,
        }
    }

    /// Who wins, where values are not told.
    pub(super) fn outcome(&self, field: &Field, cells: &[i64]) -> Option<Outcome> {
        match self {
            Theory::Geography => {
                let wins = !geography::winning(field, cells).is_empty();
                Some(if wins { Outcome::N } else { Outcome::P })
            }
            _ => None,
        }
    }

    pub(super) fn name(&self) -> BoardTheorem {
        match self {
            Theory::Coins(Coins::Row(_)) => BoardTheorem::TurningCoins,
            Theory::Coins(Coins::Product(..)) => BoardTheorem::Tartan,
            Theory::Geography => BoardTheorem::MaximumMatchings,
            Theory::Runs(_) => BoardTheorem::PathsAndCycles,
        }
    }

    /// Calls `visit` with every option, for boards on which each is found without a look at the whole; else none.
    pub(super) fn options(
        &self,
        cells: &[i64],
        visit: &mut impl FnMut(Box<[i64]>) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        match self {
            Theory::Runs(runs) => Some(runs.options(cells, visit)),
            _ => None,
        }
    }

    /// Every option of a value, where that is known without a look at the others.
    pub(super) fn options_of_value(&self, cells: &[i64], value: Nimber) -> Option<Vec<Box<[i64]>>> {
        match self {
            Theory::Runs(runs) => Some(runs.options_of_value(cells, value)),
            _ => None,
        }
    }
}

//! What is known about rules over places from their form alone, one theorem a file.
//!
//! A recogniser compares the rule as it was read with the form that its theorem is about, so that a game has its theorem
//! whatever it is called. What it then says about a position is tested against the options of the rule.

mod bars;
mod chomp;
mod coins;
mod geography;
mod hackenbush;
mod heaps;
mod pictures;
mod runs;
mod steps;

use std::ops::ControlFlow;

use crate::error::Result;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::report::sentence::BoardTheorem;
use crate::rules::{PlaceRule, Space};
use crate::work::Work;

use super::field::Field;
use coins::Coins;
use heaps::Heaps;
use runs::{Runs, Taken};
use steps::Steps;

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
    /// Numbers as Nim, Staircase Nim or Nim kept in order.
    Steps(Steps),
    /// Numbers of which a move changes one, and reads no other.
    Heaps,
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
        let numbers = || match Steps::recognise(rule) {
            Some(steps) => Some(Shape::Steps(steps)),
            None => heaps::rule_of_numbers(rule).map(|_| Shape::Heaps),
        };
        found.or_else(|| Taken::recognise(rule).map(Shape::Taken)).or_else(numbers)
    }
}

/// A rule of numbers that answers for the positions of a rule over places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OfNumbers {
    /// By which runs of places are played.
    Runs(&'static str),
    /// By which the number on each place is played.
    Places(String),
}

impl OfNumbers {
    /// The rule.
    pub(crate) fn rules(&self) -> &str {
        match self {
            OfNumbers::Runs(code) => code,
            OfNumbers::Places(rule) => rule,
        }
    }

    /// The rule of numbers by which a rule over places is played, if that is all there is.
    pub(super) fn of(rule: &PlaceRule, shape: Option<Shape>) -> Option<OfNumbers> {
        match shape? {
            _ if rule.ending.misere => None,
            Shape::Taken(taken) if rule.space == Space::Strip => Some(OfNumbers::Runs(taken.code())),
            Shape::Heaps | Shape::Steps(Steps::Heaps) => heaps::rule_of_numbers(rule).map(OfNumbers::Places),
            _ => None,
        }
    }
}

/// A theorem with the tables that it needs on one board.
#[derive(Clone, Debug)]
pub(super) enum Theory {
    Coins(Coins),
    Geography,
    Runs(Runs),
    Steps(Steps),
    Heaps(Heaps),
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
            Shape::Steps(steps) => Some(Theory::Steps(steps)),
            Shape::Heaps => Heaps::new(rule, cells, work)?.map(Theory::Heaps),
            Shape::Hackenbush | Shape::Chomp | Shape::Above => None,
        })
    }

    /// Whether the tables reach as far as a position.
    pub(super) fn knows(&self, field: &Field, cells: &[i64]) -> bool {
        match self {
            Theory::Coins(coins) => coins.knows(field, cells),
            Theory::Heaps(heaps) => heaps.value(cells).is_some(),
            Theory::Geography | Theory::Runs(_) | Theory::Steps(_) => true,
        }
    }

    pub(super) fn value(&self, field: &Field, cells: &[i64]) -> Option<Nimber> {
        match self {
            Theory::Coins(coins) => coins.value(field, cells),
            Theory::Runs(runs) => Some(runs.value(cells)),
            Theory::Steps(steps) => steps.value(cells),
            Theory::Heaps(heaps) => heaps.value(cells),
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
            Theory::Steps(steps) => steps.name(),
            Theory::Heaps(_) => BoardTheorem::PlacesAreHeaps,
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
            Theory::Steps(steps) => steps.options_of_value(cells, value),
            _ => None,
        }
    }

    /// Whether a move leads from one position to another, where there may be too many to look through.
    pub(super) fn is_option(&self, from: &[i64], to: &[i64]) -> Option<bool> {
        match self {
            Theory::Steps(steps) => steps.is_option(from, to),
            _ => None,
        }
    }
}

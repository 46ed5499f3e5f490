//! Answers from a table of outcomes or scores of single components.

use std::ops::RangeInclusive;

use crate::dense::{Goal, Judged};
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::outcome::{Outcome, Play};
use crate::position::Position;
use crate::report::Judgement;
use crate::rules::Rules;
use crate::work::Work;

/// Smaller games of points are followed, which needs no proof.
const FEW: u64 = 1 << 12;
/// So many cells are not worth a search for how long the game lasts, which is known only where it is followed.
const MANY: u64 = 1 << 19;
/// More cells than this are left to whoever needs no table, if anybody.
const MOST: u64 = 1 << 24;

pub(super) struct Tabled {
    table: Judged,
    scores: bool,
}

impl Tabled {
    /// The table for some positions, if it is one of single components and large enough.
    pub(super) fn new(
        rules: &Rules,
        starts: &[Position],
        play: Play,
        work: &Work<'_>,
    ) -> Result<Option<Tabled>> {
        let scores = rules.form().scores();
        if starts.iter().any(|start| start.0.len() != 1) {
            return Ok(None);
        }
        let components: Vec<_> = starts.iter().map(|start| &start.0[0]).collect();
        let (goal, cells) = goal(rules, play);
        let table = Judged::new(rules, &components, goal, cells, work)?;
        Ok(table.map(|table| Tabled { table, scores }))
    }

    /// How many cells the table for a position would have, and of what, if there would be one.
    pub(super) fn cells(
        rules: &Rules,
        position: &Position,
        play: Play,
        work: &Work<'_>,
    ) -> Option<(u64, Goal)> {
        let [component] = &position.0[..] else { return None };
        let (goal, wanted) = goal(rules, play);
        Judged::size(rules, &[component], wanted, work).map(|cells| (cells, goal))
    }

    pub(super) fn judge(&self, position: &Position) -> Result<Judgement> {
        let [component] = &position.0[..] else { return Err(never_comes_up()) };
        let found = self.table.get(&component.0).ok_or_else(never_comes_up)?;
        let score = self.scores.then_some(found);
        let outcome = match (self.scores, found.signum()) {
            (_, 1) => Outcome::N,
            (true, 0) => Outcome::D,
            _ => Outcome::P,
        };
        Ok(Judgement { outcome, value: None, remoteness: None, score })
    }

    pub(super) fn positions(&self) -> u64 {
        self.table.cells()
    }
}

/// What a table holds, and how many cells it must have.
fn goal(rules: &Rules, play: Play) -> (Goal, RangeInclusive<u64>) {
    match rules.form().scores() {
        true => (Goal::Scores, FEW..=u64::MAX),
        false => (Goal::Wins(play), MANY..=MOST),
    }
}

fn never_comes_up() -> Error {
    Error::new(ErrorKind::Position, Fault::NotForeseen)
}

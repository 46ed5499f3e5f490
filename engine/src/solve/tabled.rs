//! Answers from a table of outcomes or scores of single components.

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
        let (goal, cells) = match scores {
            true => (Goal::Scores, FEW..=u64::MAX),
            false => (Goal::Wins(play), MANY..=MOST),
        };
        let table = Judged::new(rules, &components, goal, cells, work)?;
        Ok(table.map(|table| Tabled { table, scores }))
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

fn never_comes_up() -> Error {
    Error::new(ErrorKind::Position, Fault::NotForeseen)
}

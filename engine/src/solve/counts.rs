//! Questions that need less than a report: one value, one number of winning moves.

use hashbrown::HashMap;

use crate::arena::wins;
use crate::error::{Error, ErrorKind, Result};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::position::{Component, Position};
use crate::report::MoveReport;
use crate::rules::Evaluator;
use crate::work::Work;

use super::{Method, Solver};

impl Solver {
    /// The value of one component; an error where values do not decide.
    pub fn value(&mut self, component: &Component, work: &Work<'_>) -> Result<Nimber> {
        if let Method::Values(values) = &mut self.method {
            return values.value(component, work);
        }
        match self.judge(&Position(vec![component.clone()]), work)?.value {
            Some(LoopyValue::Finite(value)) => Ok(value),
            _ => Err(Error::new(ErrorKind::Unsupported, "there is no finite value here")),
        }
    }

    /// Every winning move, without a reason.
    pub fn winning(&mut self, position: &Position, work: &Work<'_>) -> Result<Vec<MoveReport>> {
        let Method::Values(values) = &mut self.method else {
            let judged = self.judge(position, work)?;
            if let Some(choices) = self.known_choices(position, &judged, work)? {
                return Ok(choices.winning);
            }
            let winning = self.moves(position, work)?.into_iter();
            let winning = winning.filter(|m| wins(&judged, &m.then, m.by.gain.unwrap_or(0)));
            return Ok(winning.map(|m| m.by).collect());
        };
        let sum = values.sum(position, work)?;
        let mut winning = Vec::new();
        if sum == Nimber::ZERO {
            return Ok(winning);
        }
        for (index, component) in position.0.iter().enumerate() {
            // One component at a time, since the others stay as they are.
            let wanted = values.value(component, work)? + sum;
            let moves = values.moves_to(&self.rules, component, wanted, work)?;
            winning.extend(moves.into_iter().map(|by| MoveReport { component: index, ..by }));
        }
        Ok(winning)
    }

    /// How many moves win, without writing them down. Equal components are looked at once.
    pub fn count_winning(&mut self, position: &Position, work: &Work<'_>) -> Result<u64> {
        let mut evaluator = Evaluator::new(self.rules.form().clone(), work.limits.positions);
        let Method::Values(values) = &mut self.method else {
            let judged = self.moves(position, work)?;
            return Ok(judged.iter().filter(|m| m.then.outcome == Outcome::P).count() as u64);
        };
        let sum = values.sum(position, work)?;
        if sum == Nimber::ZERO {
            return Ok(0);
        }
        let mut known: HashMap<&Component, u64> = HashMap::new();
        let mut total = 0;
        for component in &position.0 {
            let count = match known.get(component) {
                Some(&count) => count,
                None => {
                    let wanted = values.value(component, work)? + sum;
                    let count = values.count_options(&self.rules, &mut evaluator, component, wanted, work)?;
                    known.insert(component, count);
                    count
                }
            };
            total += count;
        }
        Ok(total)
    }
}

//! Outcomes of one component far out, where the window automaton applies.

use crate::error::{Error, ErrorKind, Result};
use crate::outcome::Play;
use crate::plan::WindowOutcomes;
use crate::position::Position;
use crate::rules::Rules;
use crate::work::Work;

use super::Judgement;

/// A judge of single components.
pub(super) struct OneComponent(WindowOutcomes);

impl OneComponent {
    /// The judge for these rules and why it applies, if it does and every position is a single component.
    pub(super) fn new(rules: &Rules, starts: &[Position], play: Play) -> Option<(OneComponent, String)> {
        if starts.iter().any(|start| start.0.len() != 1) {
            return None;
        }
        WindowOutcomes::new(rules, play).ok().map(|(window, why)| (OneComponent(window), why))
    }

    pub(super) fn judge(&mut self, position: &Position, work: &Work<'_>) -> Result<Judgement> {
        let [component] = &position.0[..] else {
            return Err(Error::new(ErrorKind::Unsupported, "only single components are judged here"));
        };
        let outcome = self.0.outcome(&component.0, work)?;
        Ok(Judgement { outcome, value: None, remoteness: None, score: None })
    }
}

//! Outcomes of one component far out: by the window automaton, by a formula, by a sieve, by a proof about all positions.

use crate::error::{Error, ErrorKind, Result};
use crate::outcome::{Outcome, Play};
use crate::plan::{ClosedOutcomes, WindowOutcomes};
use crate::position::Position;
use crate::prove::{LostOption, SOME};
use crate::report::sentence::{EngineName, Fit, Sentence};
use crate::report::{MoveReport, Part};
use crate::rules::Rules;
use crate::work::Work;

use crate::report::Judgement;

/// A judge of single components.
pub(super) enum OneComponent {
    Window(WindowOutcomes),
    Closed(ClosedOutcomes),
}

impl OneComponent {
    /// The judge where values do not decide, its name and why it applies, if it does and every position is a single component.
    pub(super) fn new(
        rules: &Rules,
        starts: &[Position],
        play: Play,
        work: &Work<'_>,
    ) -> Option<(OneComponent, EngineName, Fit)> {
        if starts.iter().any(|start| start.0.len() != 1) {
            return None;
        }
        if let Ok((window, why)) = WindowOutcomes::new(rules, play, work) {
            return Some((OneComponent::Window(window), EngineName::WindowAutomaton, why));
        }
        let proved = ClosedOutcomes::proved(rules, play, SOME, work)?;
        Some((OneComponent::Closed(proved.0), proved.1, proved.2))
    }

    /// The judge by a formula, its name, and why it applies.
    pub(super) fn by_formula(rules: &Rules, starts: &[Position]) -> Option<(OneComponent, EngineName, Fit)> {
        let found =
            ClosedOutcomes::by_formula(rules).filter(|_| starts.iter().all(|start| start.0.len() == 1));
        found.map(|(closed, name, why)| (OneComponent::Closed(closed), name, why))
    }

    /// The judge where values decide and are out of reach, or in a `table` that is large; its name, and why it applies.
    pub(super) fn closed(
        rules: &Rules,
        starts: &[Position],
        table: bool,
        work: &Work<'_>,
    ) -> Option<(OneComponent, EngineName, Fit)> {
        if starts.iter().any(|start| start.0.len() != 1) {
            return None;
        }
        ClosedOutcomes::new(rules, table, work)
            .map(|(closed, name, why)| (OneComponent::Closed(closed), name, why))
    }

    pub(super) fn judge(&mut self, position: &Position, work: &Work<'_>) -> Result<Judgement> {
        let [component] = &position.0[..] else {
            return Err(Error::new(ErrorKind::Unsupported, "only single components are judged here"));
        };
        let outcome = match self {
            OneComponent::Window(window) => window.outcome(&component.0, work)?,
            OneComponent::Closed(closed) => closed.outcome(&component.0, work)?,
        };
        Ok(Judgement { outcome, value: None, remoteness: None, score: None })
    }

    /// The winning moves and whether these are all, where they are known without looking at all moves.
    pub(super) fn winning(
        &mut self,
        rules: &Rules,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<Option<(Vec<MoveReport>, bool)>> {
        let (OneComponent::Closed(closed), [component]) = (self, &position.0[..]) else { return Ok(None) };
        // Copies that cancel do not show in what is proved, so moves that make some are looked at one by one.
        let counted =
            rules.form().kinds.iter().any(|kind| kind.parts.iter().any(|part| part.count.is_some()));
        if counted && matches!(closed, ClosedOutcomes::Proved(_)) {
            return Ok(None);
        }
        let (lost, complete) = closed.lost_options(&component.0, work)?;
        let report = |option: LostOption| MoveReport {
            component: 0,
            to: option.to.iter().map(|place| Part::One(rules.show(place))).collect(),
            label: rules.form().kinds[option.kind].label.clone(),
            gain: None,
            again: false,
        };
        Ok(Some((lost.into_iter().map(report).collect(), complete)))
    }

    /// Why the outcome is what it is.
    pub(super) fn reason(&self, outcome: Outcome) -> Sentence {
        let won = outcome == Outcome::N;
        match self {
            OneComponent::Window(_) => Sentence::Periodic { won },
            OneComponent::Closed(ClosedOutcomes::Wythoff) => Sentence::GoldenRatio { won },
            OneComponent::Closed(ClosedOutcomes::Sieve { .. }) => Sentence::Struck { won },
            OneComponent::Closed(ClosedOutcomes::Proved(_) | ClosedOutcomes::Formula(_)) => {
                Sentence::ProvedAutomaton { won }
            }
        }
    }
}

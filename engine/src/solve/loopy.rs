//! Games in which positions come back: loopy values of the components, and their sum.

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{LoopyValue, loopy, retrograde};
use crate::outcome::Play;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Explored, Explorer};
use crate::work::Work;

use super::Judgement;

pub(super) struct Loopy {
    explored: Explored,
    values: loopy::Values,
    outcomes: retrograde::Outcomes,
}

impl Loopy {
    /// Analyses the graph of single components. The rules must not split them.
    pub(super) fn new(rules: &Rules, starts: &[Position], work: &Work<'_>) -> Result<Loopy> {
        let starts = starts.iter().flat_map(|p| &p.0).map(|c| Position(vec![c.clone()]));
        let starts: Vec<Position> = starts.collect();
        let explorer = Explorer::new(rules, work.limits.positions);
        let explored = explorer.explore(&starts, work.limits.positions.saturating_mul(64), work)?;
        let values = loopy::solve(&explored.graph, work.progress)?;
        let outcomes = retrograde::solve(&explored.graph, retrograde::by_play(Play::Normal), work.progress)?;
        Ok(Loopy { explored, values, outcomes })
    }

    pub(super) fn judge(&mut self, position: &Position) -> Result<Judgement> {
        let mut value = LoopyValue::Finite(crate::Nimber::ZERO);
        let mut remoteness = (position.0.is_empty()).then_some(0);
        for component in &position.0 {
            let vertex = self.explored.explorer.find(std::slice::from_ref(component))?;
            if vertex.index() >= self.explored.graph.vertex_count() {
                return Err(Error::new(
                    ErrorKind::Position,
                    "this component cannot come up from those asked for",
                ));
            }
            value = value + self.values.value(&self.explored.graph, vertex);
            remoteness = if position.0.len() == 1 { self.outcomes.remoteness(vertex) } else { None };
        }
        Ok(Judgement { outcome: value.outcome(), value: Some(value), remoteness, score: None })
    }

    pub(super) fn positions(&self) -> u64 {
        self.explored.graph.vertex_count() as u64
    }
}

//! Answers from the graph of the whole game.

use crate::arena::{Answers, Ending};
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::outcome::Play;
use crate::position::Position;
use crate::rules::Rules;
use crate::search;
use crate::work::Work;

use crate::report::Judgement;

/// Positions, and moves, that may be followed just to know how long a game lasts.
pub(super) const FOLLOWED: u64 = 1 << 16;
const FOR_REMOTENESS: u64 = 1 << 18;
/// Sums of more components have too many positions for anybody to know how long they last.
const WIDE: usize = 16;

pub(super) struct Whole {
    game: search::Whole,
    answers: Answers,
}

impl Whole {
    /// Follows the whole game from some positions.
    pub(super) fn new(rules: &Rules, starts: &[Position], play: Play, work: &Work<'_>) -> Result<Whole> {
        Whole::within(rules, starts, play, work.limits.positions.saturating_mul(64), work)
    }

    /// The same, if no more than so many moves have to be followed.
    pub(super) fn within(
        rules: &Rules,
        starts: &[Position],
        play: Play,
        edges: u64,
        work: &Work<'_>,
    ) -> Result<Whole> {
        let mut game = search::Whole::new(rules, starts, edges, work)?;
        let form = rules.form();
        let answers = game.solve(|graph, gains, wins_at| {
            let ending = match (form.scores(), form.ending.win_if.is_some()) {
                (true, _) => Ending::Scores(gains),
                (_, true) => Ending::Final(wins_at),
                _ => Ending::LastMove(play),
            };
            Answers::new(graph, ending, work)
        })?;
        Ok(Whole { game, answers })
    }

    /// The whole game under normal play from a position, if it is small enough just to know how long it lasts.
    pub(super) fn if_small(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Option<Whole>> {
        if position.0.len() > WIDE {
            return Ok(None);
        }
        let small = work.with_positions(FOLLOWED);
        match Whole::within(rules, std::slice::from_ref(position), Play::Normal, FOR_REMOTENESS, &small) {
            Ok(whole) => Ok(Some(whole)),
            Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Evaluation) => Ok(None),
            Err(e) => Err(e),
        }
    }

    pub(super) fn judge(&mut self, position: &Position) -> Result<Judgement> {
        match self.game.find(&position.0)? {
            Some(state) => Ok(self.answers.judge(state)),
            None => Err(Error::new(ErrorKind::Position, Fault::NotForeseen)),
        }
    }

    pub(super) fn positions(&self) -> u64 {
        self.game.graph().vertex_count() as u64
    }
}

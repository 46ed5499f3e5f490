//! How boards are judged, and why the answer is right.

use super::Sums;
use super::listing::{MOST_MOVES, some_options};
use crate::boards::lasting;
use crate::error::Result;
use crate::game::Game;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::reason;
use crate::report::sentence::{BoardTheorem, EngineName, Fit, Sentence, Theorems};
use crate::report::{NimSum, PlanReport, Reason, Report};
use crate::work::Work;

/// Boards with less left to play for are searched, even where a theorem tells who wins: a search tells the value as well.
const LONG_SEARCH: u32 = 26;

/// How boards are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Values are searched, and add up.
    Values,
    /// The whole sum is searched.
    WholeSum,
    /// A theorem tells who wins.
    Theorem,
}

/// Why an answer is right; compiled once for all boards.
pub(super) fn why(theorems: Vec<BoardTheorem>, how: How, report: &Report) -> Reason {
    let mut reason = Reason::default();
    if how == How::WholeSum {
        reason.sentences.push(Sentence::MisereSum);
        return reason;
    }
    reason.sentences.extend(theorems.into_iter().map(|theorem| Sentence::Theorem { theorem }));
    if how == How::Values {
        let terms: Vec<Nimber> =
            report.components.iter().filter_map(|c| c.value.as_ref()?.finite()).collect();
        let sum = terms.iter().copied().sum();
        reason.nim_sum = (terms.len() > 1).then_some(NimSum { terms, sum });
        reason.sentences.push(reason::by_value(sum, report));
    }
    reason
}

pub(super) fn plan(how: How, searched: u64, theorems: Vec<BoardTheorem>) -> PlanReport {
    match how {
        How::Theorem => PlanReport::new(EngineName::Theorem, Fit::TheoremOnly),
        How::WholeSum => PlanReport::new(EngineName::MemorySearch, Fit::Misere),
        How::Values if searched == 0 => by_theorem(theorems),
        How::Values => PlanReport::new(EngineName::NimberSearch, Fit::PartByPart),
    }
}

/// The plan where no position had to be searched.
fn by_theorem(theorems: Vec<BoardTheorem>) -> PlanReport {
    let why = match theorems.is_empty() {
        true => Fit::SmallBoards,
        false => Fit::Theorems { theorems: Theorems(theorems) },
    };
    PlanReport::new(EngineName::Theorem, why)
}

impl<G: Game> Sums<G> {
    /// Whether values are searched, and decide.
    pub(super) fn by_values(&self) -> bool {
        self.how() == How::Values
    }

    /// The same for a position: a single board may be one whose winner a theorem tells, though not its value.
    pub(super) fn how_at(&self, boards: &[(usize, G::State)]) -> How {
        match (self.how(), boards) {
            (How::Values, [(board, state)]) => {
                let game = &self.games[*board];
                let long = game.size(state) >= LONG_SEARCH && game.known(state).is_none();
                if long && game.outcome(state).is_some() { How::Theorem } else { How::Values }
            }
            (how, _) => how,
        }
    }

    /// Whether a theorem tells the winner after every move.
    pub(super) fn tells_all(&self, (board, state): &(usize, G::State), work: &Work<'_>) -> Result<bool> {
        let game = &self.games[*board];
        let (options, all) = some_options(game, state, MOST_MOVES, work)?;
        Ok(all && options.iter().all(|to| game.outcome(to).is_some() || game.known(to).is_some()))
    }

    pub(super) fn how(&self) -> How {
        match (self.kind.adds_up, self.play) {
            (false, _) => How::Theorem,
            (true, Play::Normal) => How::Values,
            (true, Play::Misere) => How::WholeSum,
        }
    }

    /// The theorems about these boards, each once. In a sum values count, so a theorem about who wins says nothing there; and where
    /// play is over there is nothing to prove.
    pub(super) fn theorems(&self, boards: &[(usize, G::State)]) -> Vec<BoardTheorem> {
        let mut all = Vec::new();
        for (board, state) in boards {
            let game = &self.games[*board];
            let counts = lasting::has_move(game, state) && (boards.len() == 1 || game.known(state).is_some());
            if let Some(theorem) = game.theorem(state).filter(|theorem| counts && !all.contains(theorem)) {
                all.push(theorem);
            }
        }
        all
    }
}

//! The searches that answer questions about the boards of a kind; whoever opens boards may bring faster ones.

use std::ops::ControlFlow;

use super::misere::Misere;
use crate::error::Result;
use crate::game::Game;
use crate::nimber::Nimber;
use crate::report::SearchCost;
use crate::search::NimberSearch;
use crate::work::Work;

/// Finds the values of the states of one board.
pub(crate) trait Values<G: Game>: Send {
    /// The value of a state.
    fn value(&mut self, game: &G, state: &G::State, work: &Work<'_>) -> Result<Nimber>;

    /// Whether a state has this value, which may be known long before the value is.
    fn is(&mut self, game: &G, state: &G::State, value: Nimber, work: &Work<'_>) -> Result<bool>;

    /// How many ways there are to make so many moves.
    fn lines(&self, game: &G, state: &G::State, moves: u32, work: &Work<'_>) -> Result<u64> {
        lines(game, state, moves, work)
    }

    /// What the searches so far took.
    fn cost(&self) -> SearchCost;

    /// Keeps to a smaller share of the memory.
    fn fit(&mut self, work: &Work<'_>);
}

impl<G: Game> Values<G> for NimberSearch<G> {
    fn value(&mut self, game: &G, state: &G::State, work: &Work<'_>) -> Result<Nimber> {
        self.value(game, state, work)
    }

    fn is(&mut self, game: &G, state: &G::State, value: Nimber, work: &Work<'_>) -> Result<bool> {
        self.is(game, state, value, work)
    }

    fn cost(&self) -> SearchCost {
        self.cost()
    }

    fn fit(&mut self, work: &Work<'_>) {
        self.fit(work);
    }
}

/// How many ways there are to make so many moves from a state.
pub(crate) fn lines<G: Game>(game: &G, state: &G::State, moves: u32, work: &Work<'_>) -> Result<u64> {
    let (mut all, mut failed) = (0, Ok(()));
    if moves == 0 {
        return Ok(1);
    }
    let _ = game.options(state, &mut |to| {
        match moves {
            1 => all += 1,
            _ => match lines(game, &to, moves - 1, work).and_then(|more| {
                all += more;
                work.step("lines", all, None)
            }) {
                Ok(()) => {}
                Err(error) => {
                    failed = Err(error);
                    return ControlFlow::Break(());
                }
            },
        }
        ControlFlow::Continue(())
    });
    failed.map(|()| all)
}

/// Finds who wins sums of boards under misère play.
pub(crate) trait MisereSums<G: Game>: Send {
    /// Whether the player to move wins the sum of these states of these boards.
    fn wins(&mut self, games: &[G], states: &[(usize, G::State)], work: &Work<'_>) -> Result<bool>;

    /// How many sums are known.
    fn positions(&self) -> u64;
}

impl<G: Game> MisereSums<G> for Misere<G> {
    fn wins(&mut self, games: &[G], states: &[(usize, G::State)], work: &Work<'_>) -> Result<bool> {
        self.wins(games, states, work)
    }

    fn positions(&self) -> u64 {
        self.positions()
    }
}

/// The searches of a kind of boards.
pub(crate) struct Engines<G: Game> {
    /// A search for the values of a board that is prepared.
    pub(crate) values: fn(&G, &Work<'_>) -> Box<dyn Values<G>>,
    /// A search for who wins sums under misère play.
    pub(crate) misere: fn() -> Box<dyn MisereSums<G>>,
}

impl<G: Game> Engines<G> {
    /// The searches that serve every board.
    pub(crate) fn usual() -> Engines<G> {
        Engines {
            values: |_, work| Box::new(NimberSearch::<G>::new(work)),
            misere: || Box::new(Misere::<G>::new()),
        }
    }
}

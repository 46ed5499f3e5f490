//! Misère play on boards: values do not add up, so the sum itself is the position.
//!
//! Parts without a move are dropped, the others made canonical and sorted, so that equal sums are one state. Complexity:
//! the number of sums that come up.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::answer::options;
use super::game::Game;
use crate::error::Result;
use crate::work::Work;

/// A sum: parts as (board, state), in order.
type Sum<S> = Vec<(usize, S)>;

/// Which sums are won.
pub(super) struct Misere<G: Game>(HashMap<Sum<G::State>, bool>);

impl<G: Game> Misere<G> {
    pub(super) fn new() -> Misere<G> {
        Misere(HashMap::new())
    }

    /// How many sums are known.
    pub(super) fn positions(&self) -> u64 {
        self.0.len() as u64
    }

    /// Whether the player to move wins the sum of these states of these boards.
    pub(super) fn wins(
        &mut self,
        games: &[G],
        states: &[(usize, G::State)],
        work: &Work<'_>,
    ) -> Result<bool> {
        let mut sum = Vec::new();
        states.iter().for_each(|(board, state)| add(games, *board, state, &mut sum));
        self.search(games, sum, work)
    }

    fn search(&mut self, games: &[G], mut sum: Sum<G::State>, work: &Work<'_>) -> Result<bool> {
        sum.sort_unstable();
        if sum.is_empty() {
            return Ok(true);
        }
        if let Some(&won) = self.0.get(&sum) {
            return Ok(won);
        }
        work.tick("positions", self.positions(), None)?;
        work.limits.allow(self.positions(), 64)?;
        let won = self.some_move_wins(games, &sum, work)?;
        self.0.insert(sum, won);
        Ok(won)
    }

    fn some_move_wins(&mut self, games: &[G], sum: &Sum<G::State>, work: &Work<'_>) -> Result<bool> {
        for at in 0..sum.len() {
            // Equal parts have equal moves; sorted, they stand together.
            if at > 0 && sum[at] == sum[at - 1] {
                continue;
            }
            let (board, part) = &sum[at];
            for to in options(&games[*board], part) {
                let mut next = sum.clone();
                next.swap_remove(at);
                add(games, *board, &to, &mut next);
                if !self.search(games, next, work)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Adds the parts of a state to a sum, leaving out those without a move.
fn add<G: Game>(games: &[G], board: usize, state: &G::State, sum: &mut Sum<G::State>) {
    let game = &games[board];
    game.parts(state.clone(), &mut |part| {
        if game.options(&part, &mut |_| ControlFlow::Break(())).is_break() {
            sum.push((board, game.canonical(part)));
        }
    });
}

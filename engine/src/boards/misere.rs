//! Misère play on boards: values do not add up, so the sum itself is the position.
//!
//! Parts without a move are dropped, the others made canonical and sorted, so that equal sums are one state. Complexity:
//! the number of sums that come up.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::game::Game;
use crate::search::growth;
use crate::work::Work;

/// A sum: parts as (board, state), in order.
pub(super) type Sum<S> = Vec<(usize, S)>;

/// Deeper play than this is not followed: the stack is not endless.
const DEEPEST: u32 = 1_000;

/// Puts a sum in order by insertion: sums are short and nearly in order, and this is compiled for every board.
pub(super) fn put_in_order<S: Ord>(sum: &mut Sum<S>) {
    for end in 1..sum.len() {
        for at in (1..=end).rev() {
            if sum[at - 1] <= sum[at] {
                break;
            }
            sum.swap(at - 1, at);
        }
    }
}

/// Bytes of sums between two questions whether to go on.
const PULSE: u64 = 1 << 17;

/// Which sums are won.
pub(crate) struct Misere<G: Game> {
    known: HashMap<Sum<G::State>, bool>,
    /// The bytes of what is known, besides the places of the table.
    bytes: u64,
    /// The bytes of sums that were looked up since the work was asked whether to go on.
    unasked: u64,
    /// How many moves the sum at hand lies below the question, and the bytes of the sums between.
    depth: u32,
    held: u64,
}

impl<G: Game> Misere<G> {
    pub(crate) fn new() -> Misere<G> {
        Misere { known: HashMap::new(), bytes: 0, unasked: 0, depth: 0, held: 0 }
    }

    /// How many sums are known.
    pub(crate) fn positions(&self) -> u64 {
        self.known.len() as u64
    }

    /// Whether the player to move wins the sum of these states of these boards.
    pub(crate) fn wins(
        &mut self,
        games: &[G],
        states: &[(usize, G::State)],
        work: &Work<'_>,
    ) -> Result<bool> {
        let mut sum = Vec::new();
        states.iter().for_each(|(board, state)| add(games, *board, state, &mut sum));
        (self.depth, self.held) = (0, 0);
        self.search(games, sum, work)
    }

    fn search(&mut self, games: &[G], mut sum: Sum<G::State>, work: &Work<'_>) -> Result<bool> {
        put_in_order(&mut sum);
        if sum.is_empty() {
            return Ok(true);
        }
        let bytes = 16 + sum.iter().map(|(board, part)| 8 + games[*board].bytes(part)).sum::<u64>();
        self.unasked += bytes;
        if self.unasked > PULSE {
            self.unasked = 0;
            work.step("positions", self.positions(), None)?;
        }
        if let Some(&won) = self.known.get(&sum) {
            return Ok(won);
        }
        work.limits.allow(self.positions(), 0)?;
        self.afford(bytes, work)?;
        if self.depth >= DEEPEST {
            return Err(Error::new(ErrorKind::Limit, Fault::GameTooLong { most: DEEPEST as u64 })
                .hint(NextStep::SmallerBoard));
        }
        // Below, the sum is held twice: as it is, and as the game looks at its options.
        self.depth += 1;
        self.held += 2 * bytes;
        let won = self.some_move_wins(games, &sum, work)?;
        self.depth -= 1;
        self.held -= 2 * bytes;
        self.afford(bytes, work)?;
        self.bytes += bytes;
        self.known.insert(sum, won);
        Ok(won)
    }

    /// Fails if one more sum of so many bytes would go past the limit, with what the table takes while it grows for it.
    fn afford(&self, bytes: u64, work: &Work<'_>) -> Result<()> {
        let places = self.known.allocation_size() as u64;
        let grown = places + growth(self.known.len(), self.known.capacity(), places);
        work.limits.allow(1, self.bytes + self.held + bytes + grown)
    }

    /// Options are followed as they come, for a list of them on every level would take more than all that is known.
    fn some_move_wins(&mut self, games: &[G], sum: &Sum<G::State>, work: &Work<'_>) -> Result<bool> {
        let mut found = Ok(false);
        for at in 0..sum.len() {
            // Equal parts have equal moves; sorted, they stand together.
            if at > 0 && sum[at] == sum[at - 1] {
                continue;
            }
            let (board, part) = &sum[at];
            let looked = games[*board].options(part, &mut |to| {
                let mut next = sum.clone();
                next.swap_remove(at);
                add(games, *board, &to, &mut next);
                found = self.search(games, next, work).map(|won| !won);
                if matches!(found, Ok(false)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if looked.is_break() {
                break;
            }
        }
        found
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::boards::strips::Stones;
    use crate::game::Readable;

    #[test]
    fn the_table_of_sums_keeps_to_the_limit_also_when_it_grows() {
        let stones = Stones::open("9,9,9,9,9").unwrap().1;
        for bytes in (100_000..1_000_000).step_by(30_000) {
            let limits = Limits { bytes, ..Limits::default() };
            let mut misere = Misere::<Stones>::new();
            let ended = misere.wins(&[Stones::Gaps], &[(0, stones.clone())], &Work::within(limits));
            assert_eq!(ended.unwrap_err().kind(), ErrorKind::Limit);
            // Before it grew last, there were a table of half the size and this one at the same time.
            let places = misere.known.allocation_size() as u64;
            assert!(places / 2 * 3 <= bytes && places + misere.bytes <= bytes, "{places} of {bytes}");
        }
    }
}

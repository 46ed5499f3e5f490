//! How long a sum of boards lasts under best play, where it is small enough to be followed to its end; and moves that
//! look long where it is not.
//!
//! Canonical forms share a value but not how long they last, so the states themselves are followed. Complexity: O(V + E)
//! for V sums and E moves between them, both bounded by what the caller spends.

use std::ops::ControlFlow;

use super::misere::{Sum, put_in_order};
use crate::error::{BoardFault, Error, ErrorKind, Result};
use crate::game::Game;
use crate::graph::explore::{self, Bounds, Explorer, Positions};
use crate::graph::retrograde;
use crate::outcome::Play;
use crate::work::Work;

/// Moves for each sum, on average, that are followed.
const MOVES_A_SUM: usize = 32;
/// Moves of a component that are compared, and moves after each of them that are counted.
const COMPARED: usize = 64;
const COUNTED: usize = 256;
/// Looking at a state counts as one for each so many bytes of it, and so much of it is spent on moves that only look long.
const TOUCHED: u64 = 64;
const STALLING: u64 = 1 << 16;

/// The sums that can come up, and how long each lasts.
pub(super) struct Lasting<G: Game> {
    followed: Option<(Positions<Sum<G::State>>, retrograde::Outcomes)>,
}

impl<G: Game> Lasting<G> {
    /// Nothing is known yet.
    pub(super) fn new() -> Lasting<G> {
        Lasting { followed: None }
    }

    /// Moves to the end of a sum, where known.
    pub(super) fn of(&self, games: &[G], boards: &[(usize, G::State)]) -> Option<u32> {
        let (positions, outcomes) = self.followed.as_ref()?;
        outcomes.remoteness(positions.find(&open_part(games, boards))?)
    }

    /// Follows a sum to its end if at most so many sums can come up; nothing is lost if there are more.
    pub(super) fn follow(
        &mut self,
        games: &[G],
        boards: &[(usize, G::State)],
        play: Play,
        most: usize,
        work: &Work<'_>,
    ) -> Result<()> {
        let start = open_part(games, boards);
        if self.followed.as_ref().is_some_and(|(positions, _)| positions.find(&start).is_some()) {
            return Ok(());
        }
        match explore(games, start, play, most, work) {
            Ok(followed) => *self = followed,
            Err(e) if e.kind() == ErrorKind::Limit => {}
            Err(e) => return Err(e),
        }
        Ok(())
    }
}

/// The boards that have a move, in order.
fn open_part<G: Game>(games: &[G], boards: &[(usize, G::State)]) -> Sum<G::State> {
    let open = boards.iter().filter(|(board, state)| has_move(&games[*board], state));
    let mut open: Sum<G::State> = open.cloned().collect();
    put_in_order(&mut open);
    open
}

pub(super) fn has_move<G: Game>(game: &G, state: &G::State) -> bool {
    game.options(state, &mut |_| ControlFlow::Break(())).is_break()
}

fn explore<G: Game>(
    games: &[G],
    start: Sum<G::State>,
    play: Play,
    most: usize,
    work: &Work<'_>,
) -> Result<Lasting<G>> {
    let bytes_of = |sum: &Sum<G::State>| {
        64 + sum.iter().map(|(board, part)| 16 + games[*board].bytes(part)).sum::<u64>()
    };
    let mut effort = (most * MOVES_A_SUM) as u64;
    let mut follow = |sum: &Sum<G::State>, _: u32, explorer: &mut Explorer<'_, _, _>| {
        for (i, (board, state)) in sum.iter().enumerate() {
            // Equal boards have equal moves; sorted, they stand together.
            if i > 0 && sum[i] == sum[i - 1] {
                continue;
            }
            let (game, mut failed) = (&games[*board], Ok(()));
            let _ = game.options(state, &mut |to| {
                let mut after = sum.clone();
                after.remove(i);
                if has_move(game, &to) {
                    let place = after.partition_point(|part| *part < (*board, to.clone()));
                    after.insert(place, (*board, to));
                }
                effort = effort.saturating_sub(1 + 2 * bytes_of(&after) / TOUCHED);
                failed = if effort == 0 { Err(too_long()) } else { explorer.push(after, ()) };
                if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            failed?;
        }
        Ok(())
    };
    let bounds = Bounds { positions: most as u64, moves: u64::MAX };
    let followed = explore::explore([start], bounds, &bytes_of, &mut follow, work)?;
    let outcomes = retrograde::solve(&followed.graph, retrograde::by_play(play), work)?;
    Ok(Lasting { followed: Some((followed.positions, outcomes)) })
}

/// The error for a game that is too long to be followed just to know how long it lasts, which nobody sees.
fn too_long() -> Error {
    Error::new(ErrorKind::Limit, BoardFault::TooManySteps)
}

/// A move that looks long: of the first moves of each board one after which the other player cannot end the game at once,
/// where there is one, and after which there are most moves. The board and its state after it.
pub(super) fn stall<G: Game>(
    games: &[G],
    boards: &[(usize, G::State)],
    play: Play,
) -> Option<(usize, G::State)> {
    let mut left = STALLING;
    let counts: Vec<usize> =
        boards.iter().map(|(board, state)| count(&games[*board], state, &mut left).0).collect();
    let all: usize = counts.iter().sum();
    let mut best: Option<((bool, usize), usize, G::State)> = None;
    for (i, (board, state)) in boards.iter().enumerate() {
        let (game, mut compared) = (&games[*board], 0);
        let _ = game.options(state, &mut |to| {
            let others = all - counts[i];
            let (moves, ends) = count(game, &to, &mut left);
            // Who faces the end wins under misère play, so nobody hurries there.
            let soon = play == Play::Normal && others == 0 && (ends || moves == 0);
            let long = (!soon, others + moves);
            if best.as_ref().is_none_or(|(longest, ..)| long > *longest) {
                best = Some((long, i, to));
            }
            compared += 1;
            if compared < COMPARED && left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    best.map(|(_, component, to)| (component, to))
}

/// The first moves of a state, counted as far as there is effort left for it, and whether one of them leaves nothing to move.
fn count<G: Game>(game: &G, state: &G::State, left: &mut u64) -> (usize, bool) {
    let (mut count, mut ends) = (0, false);
    let _ = game.options(state, &mut |to| {
        count += 1;
        ends |= !has_move(game, &to);
        *left = left.saturating_sub(1 + game.bytes(&to) / TOUCHED);
        if count < COUNTED && *left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (count, ends)
}

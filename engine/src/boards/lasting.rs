//! How long a sum of boards lasts under best play, where it is small enough to be followed to its end; and moves that
//! look long where it is not.
//!
//! Canonical forms share a value but not how long they last, so the states themselves are followed. Complexity: O(V + E)
//! for V sums and E moves between them, both bounded by what the caller spends.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::misere::{Sum, put_in_order};
use crate::error::{ErrorKind, Result};
use crate::game::Game;
use crate::graph::{GraphBuilder, Vertex, retrograde};
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
    places: HashMap<Sum<G::State>, Vertex>,
    outcomes: Option<retrograde::Outcomes>,
}

impl<G: Game> Lasting<G> {
    /// Nothing is known yet.
    pub(super) fn new() -> Lasting<G> {
        Lasting { places: HashMap::new(), outcomes: None }
    }

    /// Moves to the end of a sum, where known.
    pub(super) fn of(&self, games: &[G], boards: &[(usize, G::State)]) -> Option<u32> {
        let vertex = self.places.get(&open_part(games, boards))?;
        self.outcomes.as_ref()?.remoteness(*vertex)
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
        if self.places.contains_key(&start) {
            return Ok(());
        }
        match explore(games, start, play, most, work) {
            Ok(Some(followed)) => *self = followed,
            Ok(None) => {}
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
) -> Result<Option<Lasting<G>>> {
    let mut places = HashMap::from([(start.clone(), Vertex(0))]);
    let (mut sums, mut builder) = (vec![start], GraphBuilder::new());
    let (mut effort, mut bytes, mut looked) = (0, 0, 0u64);
    let mut failed = Ok(());
    while builder.vertex_count() < sums.len() {
        let at = builder.vertex_count();
        let sum = sums[at].clone();
        let mut next = Vec::new();
        for (i, (board, state)) in sum.iter().enumerate() {
            // Equal boards have equal moves; sorted, they stand together.
            if i > 0 && sum[i] == sum[i - 1] {
                continue;
            }
            let game = &games[*board];
            let all = game.options(state, &mut |to| {
                let mut after = sum.clone();
                after.remove(i);
                if has_move(game, &to) {
                    let place = after.partition_point(|part| *part < (*board, to.clone()));
                    after.insert(place, (*board, to));
                }
                // As a key and as a sum, and the places of both.
                let parts = after.iter().map(|(board, part)| 16 + games[*board].bytes(part));
                let new = 2 * parts.sum::<u64>() + 128;
                looked += 1;
                effort += 1 + new / TOUCHED;
                if let Err(why) = may_go_on(work, looked, at, bytes + new) {
                    failed = Err(why);
                    return ControlFlow::Break(());
                }
                let to = *places.entry(after).or_insert_with_key(|after| {
                    sums.push(after.clone());
                    bytes += new;
                    Vertex((sums.len() - 1) as u32)
                });
                next.push(to);
                let enough = sums.len() > most || effort > (most * MOVES_A_SUM) as u64;
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if all.is_break() {
                return failed.map(|()| None);
            }
        }
        builder.push_vertex(next)?;
    }
    let outcomes = retrograde::solve(&builder.finish()?, retrograde::by_play(play), work.progress)?;
    Ok(Some(Lasting { places, outcomes: Some(outcomes) }))
}

/// One position may have thousands of moves, so it is asked after some of them, not after a position.
fn may_go_on(work: &Work<'_>, looked: u64, positions: usize, bytes: u64) -> Result<()> {
    if looked.is_multiple_of(16) {
        work.step("positions", positions as u64, None)?;
    }
    work.limits.allow(1, bytes)
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

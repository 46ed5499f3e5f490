//! How long a sum of boards lasts under best play, where it is small enough to be followed to its end; and moves that
//! look long where it is not.
//!
//! Canonical forms share a value but not how long they last, so the states themselves are followed. Complexity: O(V + E)
//! for V sums and E moves between them, both bounded by what the caller spends.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::game::Game;
use super::misere::{Sum, put_in_order};
use crate::error::{ErrorKind, Result};
use crate::graph::{GraphBuilder, Vertex, retrograde};
use crate::outcome::Play;
use crate::work::Work;

/// Moves for each sum, on average, that are followed.
const MOVES_A_SUM: usize = 32;
/// Moves of a component that are compared, and moves after each of them that are counted.
const COMPARED: usize = 64;
const COUNTED: usize = 256;

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

fn has_move<G: Game>(game: &G, state: &G::State) -> bool {
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
    let (mut moves, mut bytes) = (0, 0);
    while builder.vertex_count() < sums.len() {
        let at = builder.vertex_count();
        work.tick("positions", at as u64, None)?;
        work.limits.allow(1, bytes)?;
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
                // As a key and as a sum.
                let new = 2 * after.iter().map(|(board, part)| 16 + games[*board].bytes(part)).sum::<u64>();
                let to = *places.entry(after).or_insert_with_key(|after| {
                    sums.push(after.clone());
                    bytes += new;
                    Vertex((sums.len() - 1) as u32)
                });
                next.push(to);
                moves += 1;
                let enough = sums.len() > most || moves > most.saturating_mul(MOVES_A_SUM);
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if all.is_break() {
                return Ok(None);
            }
        }
        builder.push_vertex(next)?;
    }
    let outcomes = retrograde::solve(&builder.finish()?, retrograde::by_play(play), work.progress)?;
    Ok(Some(Lasting { places, outcomes: Some(outcomes) }))
}

/// A move that looks long: of the first moves of each board one after which the other player cannot end the game at once,
/// where there is one, and after which there are most moves. The board and its state after it.
pub(super) fn stall<G: Game>(
    games: &[G],
    boards: &[(usize, G::State)],
    play: Play,
) -> Option<(usize, G::State)> {
    let counts: Vec<usize> = boards.iter().map(|(board, state)| count(&games[*board], state).0).collect();
    let all: usize = counts.iter().sum();
    let mut best: Option<((bool, usize), usize, G::State)> = None;
    for (i, (board, state)) in boards.iter().enumerate() {
        let (game, mut compared) = (&games[*board], 0);
        let _ = game.options(state, &mut |to| {
            let others = all - counts[i];
            let (left, ends) = count(game, &to);
            // Who faces the end wins under misère play, so nobody hurries there.
            let soon = play == Play::Normal && others == 0 && (ends || left == 0);
            let long = (!soon, others + left);
            if best.as_ref().is_none_or(|(longest, ..)| long > *longest) {
                best = Some((long, i, to));
            }
            compared += 1;
            if compared < COMPARED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    best.map(|(_, component, to)| (component, to))
}

/// The first moves of a state, counted, and whether one of them leaves nothing to move.
fn count<G: Game>(game: &G, state: &G::State) -> (usize, bool) {
    let (mut count, mut ends) = (0, false);
    let _ = game.options(state, &mut |to| {
        count += 1;
        ends |= !has_move(game, &to);
        if count < COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (count, ends)
}

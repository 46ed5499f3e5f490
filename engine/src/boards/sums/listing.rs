//! The moves of boards as lists, held to the clock and to limits.

use std::hash::BuildHasher;
use std::ops::ControlFlow;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::arena::Played;
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::game::Game;
use crate::position::Place;
use crate::report::{MoveReport, Part};
use crate::work::Work;

/// Moves of a position that are listed.
pub(super) const MOST_MOVES: usize = 1 << 16;
/// About how many bytes a move takes in a list, besides the texts.
const MOVE: u64 = 256;

/// A move of a board as a report shows it; every board after it is written down whole.
pub(in crate::boards) fn to_one(component: usize, texts: &[String], label: Option<String>) -> MoveReport {
    let to = texts.iter().map(|text| Part::One(Place::written(text))).collect();
    MoveReport { component, to, label, gain: None, again: false }
}

/// The moves from one state to another, one for each name.
pub(super) fn movements<G: Game>(
    game: &G,
    component: usize,
    from: &G::State,
    to: &G::State,
) -> Vec<MoveReport> {
    let (labels, shown) = (game.labels(from, to), game.shown(to));
    match labels.is_empty() {
        true => vec![to_one(component, &shown, None)],
        false => labels.into_iter().map(|label| to_one(component, &shown, Some(label))).collect(),
    }
}

/// Moves between two looks at the clock: a single one of a large board may take a millisecond.
const ROUND: usize = 16;

/// The first options of a state, each once, and whether these are all.
pub(super) fn some_options<G: Game>(
    game: &G,
    state: &G::State,
    most: usize,
    work: &Work<'_>,
) -> Result<(Vec<G::State>, bool)> {
    let (mut all, mut seen, hasher) = (Vec::new(), HashTable::new(), DefaultHashBuilder::default());
    let (mut looked, mut bytes, mut failed) = (0, 0, None);
    let ended = game.options(state, &mut |to: G::State| {
        looked += 1;
        let hash = hasher.hash_one(&to);
        if seen.find(hash, |at: &usize| all[*at] == to).is_none() {
            seen.insert_unique(hash, all.len(), |at| hasher.hash_one(&all[*at]));
            bytes += game.bytes(&to) + 2 * size_of::<usize>() as u64;
            all.push(to);
        }
        let watched = look_up(looked, work)
            .and_then(|()| work.limits.allow(all.len() as u64, 0))
            .and_then(|()| work.limits.allow(1, bytes));
        failed = watched.err();
        if failed.is_some() || all.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    game.fault()?;
    match failed {
        Some(error) => Err(error),
        None => Ok((all, ended.is_continue())),
    }
}

/// Whether a move leads from one state to another.
pub(super) fn is_option<G: Game>(game: &G, from: &G::State, to: &G::State, work: &Work<'_>) -> Result<bool> {
    if let Some(known) = game.is_option(from, to) {
        return Ok(known);
    }
    let (mut looked, mut found) = (0, Ok(false));
    let _ = game.options(from, &mut |option| {
        looked += 1;
        found = look_up(looked, work).map(|()| option == *to);
        if matches!(found, Ok(false)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Asks now and then whether to go on.
pub(super) fn look_up(moves: usize, work: &Work<'_>) -> Result<()> {
    if moves.is_multiple_of(ROUND) { work.step("moves", moves as u64, None) } else { Ok(()) }
}

/// The moves from a state of one component of a position to another, and the position after them.
pub(super) fn steps_to<G: Game>(
    game: &G,
    shown: &[String],
    component: usize,
    from: &G::State,
    to: &G::State,
) -> Vec<Played> {
    let mut after = shown.to_vec();
    after.splice(component..=component, game.shown(to));
    let step = |by| Played { by, to: after.clone() };
    movements(game, component, from, to).into_iter().map(step).collect()
}

/// About how many bytes a position takes, or a list of it with a move.
pub(super) fn bytes_of(texts: &[String]) -> u64 {
    MOVE + texts.iter().map(|text| text.len() as u64 + 64).sum::<u64>()
}

pub(super) fn bytes_of_report(by: &MoveReport) -> u64 {
    MOVE + by.to.iter().map(|part| part.to_string().len() as u64).sum::<u64>()
}

pub(super) fn too_many_moves(most: usize) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyMoves { most: most as u64 })
}

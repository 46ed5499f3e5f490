//! Values where moves leave three parts and more, proved by few of their options.
//!
//! To list the values of all options, parts have to be guessed, and with three of them the subsets of guesses grow too large. But both
//! conditions of `values` ask for less. That no option has the value of its position needs no subsets: parts, values and position are read
//! together, and one path through all automata is looked for. That every smaller number is the value of an option needs some
//! options only: those whose first part is at most a small bound, which is raised until nothing is missing. Where something
//! is always missing, or an option has the value, nothing is said here and the long way tells where.

use hashbrown::HashSet;

use crate::automata::{Automaton, Comparison, DEAD, Numeration, State, linear};
use crate::error::Result;
use crate::meter::Meter;
use crate::work::Work;

use super::moves::{Game, Moves};
use super::values::options;

/// The largest first parts that are tried, one after the other.
const FIRST_PARTS: [i64; 6] = [0, 1, 2, 4, 8, 16];
/// The memory that a combination of states takes beside the states.
const KEPT: u64 = 64;
/// The work of one step of one automaton.
const STEP: u64 = 4;

/// Whether some moves leave so many parts that few of them should do.
pub(super) fn many_parts(game: &Game) -> bool {
    game.moves.iter().any(many)
}

fn many(moves: &Moves) -> bool {
    moves.parts.len() > 2
}

/// Whether few options show that a relation, which gives every position one number, tells the values: `smaller` relates positions
/// to all numbers below theirs.
pub(super) fn few_options_do(
    game: &Game,
    values: &Automaton,
    smaller: &Automaton,
    work: &Work<'_>,
) -> Result<bool> {
    for moves in &game.moves {
        if has_own_value(game, moves, values, work)? {
            return Ok(false);
        }
    }
    for most in FIRST_PARTS {
        let few = with_small_part(game, most, work)?;
        if smaller.minus(&options(&few, values, work)?, work)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The same game, but moves that leave many parts leave a first one of at most so much.
fn with_small_part(game: &Game, most: i64, work: &Work<'_>) -> Result<Game> {
    let mut few = game.clone();
    for moves in few.moves.iter_mut().filter(|moves| many(moves)) {
        let Some(first) = moves.parts.first().and_then(|part| part.first()) else { continue };
        let small = linear(game.system, &[(*first, -1)], most, Comparison::AtLeastZero, work)?;
        moves.relation = moves.relation.and(&small, work)?;
    }
    Ok(few)
}

/// Digits of a letter, in the order in which an automaton reads their tracks.
fn digits(letter: usize, places: &[usize]) -> usize {
    places.iter().enumerate().fold(0, |read, (at, place)| read | (letter >> place & 1) << at)
}

/// Whether an option of one kind of move has the value of its position.
fn has_own_value(game: &Game, moves: &Moves, values: &Automaton, work: &Work<'_>) -> Result<bool> {
    debug_assert_eq!(game.system, Numeration::base(2));
    let (relation, axes, meter) = (&moves.relation, game.tracks.len(), Meter::new("states", work));
    let place = |track: &usize| relation.tracks().binary_search(track).ok();
    let places = |tracks: &Vec<usize>| tracks.iter().map(place).collect::<Option<Vec<_>>>();
    let parts = moves.parts.iter().map(places).collect::<Option<Vec<_>>>();
    // Of a relation that does not tell all of a move nothing can be shown.
    let (Some(own), Some(parts)) = (places(&game.tracks), parts) else { return Ok(true) };
    // The states in the relation, of the position and of each part.
    let mut start = vec![values.start(); parts.len() + 2];
    start[0] = relation.start();
    if start.contains(&DEAD) {
        return Ok(false);
    }
    let accepted = |states: &[State]| {
        relation.accepts_at(states[0]) && states[1..].iter().all(|state| values.accepts_at(*state))
    };
    let mut met: HashSet<Box<[State]>> = HashSet::from([start.clone().into()]);
    let mut open = vec![start];
    while let Some(states) = open.pop() {
        if accepted(&states) {
            return Ok(true);
        }
        for letter in 0..relation.letters() {
            let first = relation.step(states[0], letter);
            if first == DEAD {
                continue;
            }
            for chosen in 0..1usize << parts.len() {
                let with = |state, places: &[usize], digit: usize| {
                    values.step(state, digits(letter, places) | (digit & 1) << axes)
                };
                meter.pass(STEP * parts.len() as u64)?;
                let mut next = Vec::with_capacity(states.len());
                next.extend([first, with(states[1], &own, chosen.count_ones() as usize)]);
                let each = parts.iter().zip(&states[2..]).enumerate();
                next.extend(each.map(|(at, (places, state))| with(*state, places, chosen >> at)));
                if !next.contains(&DEAD) && !met.contains(&next[..]) {
                    meter.add(8 * next.len() as u64 + KEPT)?;
                    work.limits.allow(meter.entries(), 0)?;
                    met.insert(next.clone().into());
                    open.push(next);
                }
            }
        }
    }
    Ok(false)
}

//! Who wins everywhere: a set of positions is learnt from the table, and proved to be that of the lost positions, or refuted.
//!
//! **Theorem.** Let every play end, and let X be a set of positions such that no position of X has an option in X or is a
//! finished one that the mover wins; and that every other position has an option in X, or is such a finished one. Then X is the
//! set of the lost positions. **Proof.** By induction along the play: a position of X has only options outside X, which the next
//! player wins, and where it has none its mover loses; any other position has an option in X, which the next player loses, or
//! is won at once. ∎
//!
//! Both conditions say that a relation made of linear facts and X is empty. If one is not, the smallest position in it, or one
//! of its options, lies on the wrong side of X, and teaches the next hypothesis.

use crate::automata::{Automaton, Numeration};
use crate::error::{Error, ErrorKind, Result};
use crate::work::Work;

use super::learning::{Learner, Learnt, Teacher};
use super::moves::Game;
use super::table::Table;

/// How many words are compared with the table before a proof is tried.
const COMPARED: usize = 2048;

/// What came of one system.
pub(super) enum Attempt {
    /// The lost positions are these.
    Proved(Automaton),
    /// The best hypothesis, and where it fails.
    Refuted { states: usize, witness: Option<Vec<u64>> },
    /// There are more states than wanted.
    TooManyStates,
    /// The table was too small.
    OutOfReach,
}

/// What is learnt about all positions: a relation between numbers, and how it is proved or refuted.
pub(super) trait Subject: Teacher {
    /// The smallest position at which a relation is wrong; none if it is right.
    fn refutation(&self, set: &Automaton, work: &Work<'_>) -> Result<Option<Vec<u64>>>;

    /// Numbers about which a relation is wrong, found at or next to a position that refutes it; none if that is out of reach.
    fn wrong(&mut self, set: &Automaton, witness: &[u64], work: &Work<'_>) -> Result<Option<Vec<u64>>>;
}

/// Reads words as positions and looks them up.
pub(super) struct Lookup<'a, 'w> {
    pub table: &'a mut Table<'w>,
    pub game: &'a Game,
}

impl Teacher for Lookup<'_, '_> {
    fn accepts(&mut self, word: &[usize]) -> Result<Option<bool>> {
        let Some(place) = numbers_of(self.game.system, self.game.tracks.len(), word) else {
            return Ok(Some(false));
        };
        if !self.table.is_position(&place)? {
            return Ok(Some(false));
        }
        self.table.is_lost(&place)
    }
}

impl Subject for Lookup<'_, '_> {
    fn refutation(&self, set: &Automaton, work: &Work<'_>) -> Result<Option<Vec<u64>>> {
        refutation(self.game, set, work)
    }

    fn wrong(&mut self, set: &Automaton, witness: &[u64], _: &Work<'_>) -> Result<Option<Vec<u64>>> {
        wrong_side(set, witness, self.table)
    }
}

/// The numbers that a word says, if they are valid.
pub(super) fn numbers_of(system: Numeration, tracks: usize, word: &[usize]) -> Option<Vec<i64>> {
    let digits = system.digits();
    let on = |track: usize| {
        let place = digits.pow(track as u32);
        let word: Vec<u8> = word.iter().map(|letter| (letter / place % digits) as u8).collect();
        system.read(&word).and_then(|n| i64::try_from(n).ok())
    };
    (0..tracks).map(on).collect()
}

/// A position as a word.
pub(super) fn word_of(system: Numeration, place: &[u64]) -> Vec<usize> {
    let words: Vec<Vec<u8>> = place.iter().map(|n| system.write(*n)).collect();
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let digit =
        |word: &Vec<u8>, at: usize| (at + word.len()).checked_sub(length).map_or(0, |i| word[i].into());
    let letter =
        |at: usize| words.iter().rev().fold(0, |letter, word| letter * system.digits() + digit(word, at));
    (0..length).map(letter).collect()
}

/// The positions with a move into a set.
pub(super) fn reaching(game: &Game, set: &Automaton, work: &Work<'_>) -> Result<Automaton> {
    let nothing = set.minus(set, work)?;
    game.moves.iter().try_fold(nothing, |all, kind| {
        let into = match &kind.parts[..] {
            // Nothing is left, or only what cancels: whoever moves next has lost.
            [] => kind.relation.clone(),
            [part] => kind.relation.and(&set.renamed(part, work)?, work)?,
            _ => return Err(Error::new(ErrorKind::Unsupported, "moves leave several parts")),
        };
        all.or(&into.projected(&game.tracks, work)?, work)
    })
}

/// A pattern is wrong, but where cannot be told.
pub(super) fn beyond_64_bits() -> Error {
    Error::new(ErrorKind::Limit, "a pattern is refuted by a position beyond 64 bits")
}

/// The smallest position at which a set is not that of the lost positions; none if it is.
pub(super) fn refutation(game: &Game, set: &Automaton, work: &Work<'_>) -> Result<Option<Vec<u64>>> {
    let won = reaching(game, set, work)?.or(&game.won, work)?;
    let both = set.and(&won, work)?;
    let neither = game.positions.minus(set, work)?.minus(&won, work)?;
    let size = |place: &Vec<u64>| place.iter().max().copied();
    let outside = set.minus(&game.positions, work)?;
    let empty = both.is_empty() && neither.is_empty() && outside.is_empty();
    let found = [both, neither, outside].iter().filter_map(Automaton::smallest).min_by_key(size);
    match (empty, found) {
        (false, None) => Err(beyond_64_bits()),
        (_, found) => Ok(found),
    }
}

/// Learns and proves a relation between so many numbers, or refutes it.
pub(super) fn attempt(
    system: Numeration,
    tracks: usize,
    subject: &mut dyn Subject,
    most_states: usize,
    work: &Work<'_>,
) -> Result<Attempt> {
    let mut learner = Learner::new(system, tracks)?;
    let mut refuted = None;
    loop {
        work.step("hypotheses", 0, None)?;
        let gave_up = |refuted: Option<(usize, Vec<u64>)>, other| match refuted {
            Some((states, witness)) => Attempt::Refuted { states, witness: Some(witness) },
            None => other,
        };
        let hypothesis = match learner.hypothesis(most_states, subject)? {
            Learnt::Found(hypothesis) => hypothesis,
            Learnt::TooManyStates => return Ok(gave_up(refuted, Attempt::TooManyStates)),
            Learnt::OutOfReach => return Ok(gave_up(refuted, Attempt::OutOfReach)),
        };
        let word = match learner.mistake(&hypothesis, COMPARED, subject)? {
            Learnt::Found(Some(word)) => word,
            Learnt::Found(None) => {
                let set = learner.automaton(&hypothesis, work)?;
                let Some(witness) = subject.refutation(&set, work)? else { return Ok(Attempt::Proved(set)) };
                refuted = Some((set.states(), witness.clone()));
                match subject.wrong(&set, &witness, work)? {
                    Some(numbers) => word_of(system, &numbers),
                    None => return Ok(gave_up(refuted, Attempt::OutOfReach)),
                }
            }
            Learnt::TooManyStates | Learnt::OutOfReach => return Ok(gave_up(refuted, Attempt::OutOfReach)),
        };
        if !learner.correct(&hypothesis, &word, subject)? {
            return Ok(gave_up(refuted, Attempt::OutOfReach));
        }
    }
}

/// A position on the wrong side of a set: one that refutes it, or one of its options.
fn wrong_side(set: &Automaton, witness: &[u64], table: &mut Table<'_>) -> Result<Option<Vec<u64>>> {
    let here: Vec<i64> = witness.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)).collect();
    if !table.is_position(&here)? {
        return Ok(Some(witness.to_vec()));
    }
    // The options first: they are smaller.
    let Some(lost) = table.is_lost(&here)? else { return Ok(None) };
    if lost != set.accepts(witness) {
        return Ok(Some(witness.to_vec()));
    }
    for option in table.options(&here)?.into_iter().filter(|option| option.len() == here.len()) {
        let place: Vec<u64> = option.iter().map(|n| *n as u64).collect();
        let Some(lost) = table.is_lost(&option)? else { return Ok(None) };
        if lost != set.accepts(&place) {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

//! What an automaton is: deterministic, on several tracks, with one rejecting sink that is not written down.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::meter::Meter;
use crate::work::Work;

use super::numeration::Numeration;

/// A state.
pub(crate) type State = u32;

/// The state from which nothing is accepted.
pub(crate) const DEAD: State = State::MAX;

/// One step may read at most so many different letters.
const MOST_LETTERS: u64 = 1 << 16;
/// What a state takes beside its row.
const STATE_BYTES: u64 = 64;

/// A relation between the numbers on its tracks.
///
/// It is always minimal, with its states numbered in the order in which they are met, so that two automata of one relation
/// are equal. Words that are not valid in the numeration system are never accepted, and zeros in front make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub(super) system: Numeration,
    /// Which numbers it reads, in growing order.
    pub(super) tracks: Vec<usize>,
    pub(super) start: State,
    pub(super) accepting: Vec<bool>,
    /// The state after each letter, state by state.
    pub(super) next: Vec<State>,
}

/// How many letters there are on so many tracks.
pub(crate) fn letter_count(system: Numeration, tracks: usize) -> Result<usize> {
    let count = (system.digits() as u64).checked_pow(tracks as u32).filter(|count| *count <= MOST_LETTERS);
    count.map(|count| count as usize).ok_or_else(|| {
        let needed = (system.digits() as u64).saturating_pow(tracks as u32);
        Error::new(ErrorKind::Limit, Fault::TooManyPositions { needed, limit: MOST_LETTERS })
            .hint(NextStep::SmallerRange)
    })
}

/// For each letter on some tracks, the letter that remains on some of them. Every one of `part` is among `whole`.
pub(super) fn restricted(system: Numeration, whole: &[usize], part: &[usize]) -> Result<Vec<usize>> {
    let count = letter_count(system, whole.len())?;
    let digits = system.digits();
    let places: Vec<(usize, usize)> = part
        .iter()
        .enumerate()
        .filter_map(|(to, track)| Some((whole.binary_search(track).ok()?, to)))
        .map(|(from, to)| (digits.pow(from as u32), digits.pow(to as u32)))
        .collect();
    let restrict = |letter: usize| places.iter().map(|(from, to)| letter / from % digits * to).sum();
    Ok((0..count).map(restrict).collect())
}

impl Automaton {
    /// Which numbers it reads.
    pub(crate) fn tracks(&self) -> &[usize] {
        &self.tracks
    }

    /// How they are written.
    pub(crate) fn system(&self) -> Numeration {
        self.system
    }

    /// How many states it has, the sink not counted.
    pub(crate) fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether nothing is accepted.
    pub(crate) fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    /// The state in which reading begins.
    pub(crate) fn start(&self) -> State {
        self.start
    }

    /// Whether a word that ends here is accepted.
    pub(crate) fn accepts_at(&self, state: State) -> bool {
        state != DEAD && self.accepting[state as usize]
    }

    /// How many letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.system.digits().pow(self.tracks.len() as u32)
    }

    /// The state after a letter.
    pub(crate) fn step(&self, state: State, letter: usize) -> State {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters() + letter] }
    }

    /// Whether these numbers, one for each track, are related.
    pub(crate) fn accepts(&self, numbers: &[u64]) -> bool {
        let words: Vec<Vec<u8>> = numbers.iter().map(|n| self.system.write(*n)).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        let digits = self.system.digits();
        let mut state = self.start;
        for at in 0..longest {
            let digit = |word: &Vec<u8>| (at + word.len()).checked_sub(longest).map_or(0, |i| word[i]);
            let letter =
                words.iter().rev().fold(0, |letter, word| letter * digits + usize::from(digit(word)));
            state = self.step(state, letter);
        }
        self.accepts_at(state)
    }

    /// The automaton whose states are keys: `row` gives the keys after all letters, `None` being the sink.
    pub(super) fn explore<K: Clone + Eq + Hash>(
        system: Numeration,
        tracks: Vec<usize>,
        start: Option<K>,
        work: &Work<'_>,
        size_of: impl Fn(&K) -> u64,
        mut row: impl FnMut(&K, &mut Vec<Option<K>>),
        accepts: impl Fn(&K) -> bool,
    ) -> Result<Automaton> {
        let letters = letter_count(system, tracks.len())?;
        let meter = Meter::new("states", work);
        let mut known: HashMap<K, State> = HashMap::new();
        let (mut open, mut at): (Vec<K>, usize) = (Vec::new(), 0);
        let mut found = Automaton { system, tracks, start: DEAD, accepting: Vec::new(), next: Vec::new() };
        let mut number = |key: K, open: &mut Vec<K>| -> Result<State> {
            if let Some(state) = known.get(&key) {
                return Ok(*state);
            }
            meter.add(4 * letters as u64 + STATE_BYTES + 2 * size_of(&key))?;
            work.limits.allow(meter.entries(), 0)?;
            let state = open.len() as State;
            open.push(key.clone());
            known.insert(key, state);
            Ok(state)
        };
        if let Some(key) = start {
            found.start = number(key, &mut open)?;
        }
        let mut keys = Vec::with_capacity(letters);
        while at < open.len() {
            meter.pass(letters as u64 * 16)?;
            keys.clear();
            row(&open[at], &mut keys);
            found.accepting.push(accepts(&open[at]));
            for key in keys.drain(..) {
                let state = key.map_or(Ok(DEAD), |key| number(key, &mut open))?;
                found.next.push(state);
            }
            at += 1;
        }
        found.minimal(work)
    }

    /// All words that are valid on all tracks.
    pub(crate) fn valid(system: Numeration, tracks: &[usize], work: &Work<'_>) -> Result<Automaton> {
        let (digits, count) = (system.digits(), tracks.len());
        let letters = letter_count(system, count)?;
        // A state is the last digit of each track.
        let row = |before: &Vec<u8>, keys: &mut Vec<Option<Vec<u8>>>| {
            for letter in 0..letters {
                let mut rest = letter;
                let mut after = Vec::with_capacity(count);
                let fits = before.iter().all(|&last| {
                    let digit = rest % digits;
                    rest /= digits;
                    // Only the largest digit says anything about the next one.
                    after.push(if system.carries && digit + 1 == digits { digit as u8 } else { 0 });
                    system.may_follow(last.into(), digit)
                });
                keys.push(fits.then_some(after));
            }
        };
        let size = |key: &Vec<u8>| key.len() as u64 + 24;
        Automaton::explore(system, tracks.to_vec(), Some(vec![0; count]), work, size, row, |_| true)
    }

    /// The same relation between numbers on other tracks: number `i` of the tracks is read on track `to[i]`. Two may be read on
    /// one track, and are then equal.
    pub(crate) fn renamed(&self, to: &[usize], work: &Work<'_>) -> Result<Automaton> {
        let mut tracks = to.to_vec();
        tracks.sort_unstable();
        tracks.dedup();
        let digits = self.system.digits();
        let letters = letter_count(self.system, tracks.len())?;
        let place = |track: &usize| digits.pow(tracks.binary_search(track).unwrap_or(0) as u32);
        let places: Vec<usize> = to.iter().map(place).collect();
        let old =
            |letter: usize| places.iter().rev().fold(0, |old, place| old * digits + letter / place % digits);
        let read: Vec<usize> = (0..letters).map(old).collect();
        let next = (0..self.states())
            .flat_map(|state| read.iter().map(move |letter| (state, *letter)))
            .map(|(state, letter)| self.step(state as State, letter))
            .collect();
        let (start, accepting) = (self.start, self.accepting.clone());
        Automaton { system: self.system, tracks, start, accepting, next }.minimal(work)
    }

    /// An automaton that somebody else wrote down. Nothing is promised about it.
    pub(crate) fn written(
        system: Numeration,
        tracks: Vec<usize>,
        start: State,
        accepting: Vec<bool>,
        next: Vec<State>,
        work: &Work<'_>,
    ) -> Result<Automaton> {
        Automaton { system, tracks, start, accepting, next }.minimal(work)
    }
}

//! What an automaton accepts: the shortest word, and all numbers that go with given ones.

use crate::error::Result;
use crate::meter::Meter;
use crate::work::Work;

use super::automaton::{Automaton, DEAD, State, restricted};

impl Automaton {
    /// Related numbers, one for each track, that can be written with as few digits as any; none if nothing is related, or if
    /// they do not fit in 64 bits.
    pub(crate) fn smallest(&self) -> Option<Vec<u64>> {
        if self.start == DEAD {
            return None;
        }
        // Breadth first, each state with the one it was met from and by which letter.
        let mut from: Vec<Option<(State, usize)>> = vec![None; self.states()];
        let mut met = vec![false; self.states()];
        met[self.start as usize] = true;
        let mut queue = vec![self.start];
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at];
            if self.accepts_at(state) {
                return self.numbers(&word_to(&from, state));
            }
            for letter in 0..self.letters() {
                let to = self.step(state, letter);
                if to != DEAD && !std::mem::replace(&mut met[to as usize], true) {
                    from[to as usize] = Some((state, letter));
                    queue.push(to);
                }
            }
            at += 1;
        }
        None
    }

    /// The numbers that a word of letters stands for.
    pub(crate) fn numbers(&self, word: &[usize]) -> Option<Vec<u64>> {
        numbers(self.system.digits(), self.tracks.len(), word, |digits| self.system.read(digits))
    }
}

fn word_to(from: &[Option<(State, usize)>], mut state: State) -> Vec<usize> {
    let mut word = Vec::new();
    while let Some((before, letter)) = from[state as usize] {
        word.push(letter);
        state = before;
    }
    word.reverse();
    word
}

fn numbers(
    digits: usize,
    tracks: usize,
    word: &[usize],
    read: impl Fn(&[u8]) -> Option<u64>,
) -> Option<Vec<u64>> {
    let digit = |letter: usize, track: usize| (letter / digits.pow(track as u32) % digits) as u8;
    let on = |track: usize| read(&word.iter().map(|letter| digit(*letter, track)).collect::<Vec<u8>>());
    (0..tracks).map(on).collect()
}

/// Numbers that go with given ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Completions {
    /// One for each track, the given ones included; at most as many as were wanted.
    pub found: Vec<Vec<u64>>,
    /// Whether there are no others.
    pub complete: bool,
}

/// Finds up to `most` ways to go on from numbers that are given for some tracks. What goes with them may be longer by `longer`
/// digits; the longest given number has few digits, so the walk is short.
pub(crate) fn completions(
    automaton: &Automaton,
    given: &[(usize, u64)],
    longer: usize,
    most: usize,
    work: &Work<'_>,
) -> Result<Completions> {
    let system = automaton.system();
    let tracks: Vec<usize> = given.iter().map(|given| given.0).collect();
    let seen = restricted(system, automaton.tracks(), &tracks)?;
    let words: Vec<Vec<u8>> = given.iter().map(|given| system.write(given.1)).collect();
    let length = words.iter().map(Vec::len).max().unwrap_or(0) + longer;
    let digit =
        |word: &Vec<u8>, at: usize| (at + word.len()).checked_sub(length).map_or(0, |i| word[i].into());
    let wanted =
        |at: usize| words.iter().rev().fold(0, |letter, word| letter * system.digits() + digit(word, at));
    let wanted: Vec<usize> = (0..length).map(wanted).collect();
    let meter = Meter::new("states", work);
    // Which states lead to the end, counted from the back.
    let mut leads: Vec<Vec<bool>> = vec![automaton.accepting.clone()];
    for want in wanted.iter().rev() {
        meter.pass(automaton.next.len() as u64)?;
        let after = leads.last().expect("there is one");
        let leads_on = |state: usize| {
            let letters = (0..seen.len()).filter(|letter| seen[*letter] == *want);
            letters
                .map(|letter| automaton.step(state as State, letter))
                .any(|to| to != DEAD && after[to as usize])
        };
        let before = (0..automaton.states()).map(leads_on).collect();
        leads.push(before);
    }
    leads.reverse();
    let mut walk = Walk { automaton, seen, wanted, leads, most, word: Vec::new(), found: Vec::new() };
    let complete = automaton.start() == DEAD || walk.from(automaton.start());
    Ok(Completions { found: walk.found, complete })
}

struct Walk<'a> {
    automaton: &'a Automaton,
    /// What a letter says about the given numbers.
    seen: Vec<usize>,
    /// What it must say, place by place.
    wanted: Vec<usize>,
    leads: Vec<Vec<bool>>,
    most: usize,
    word: Vec<usize>,
    found: Vec<Vec<u64>>,
}

impl Walk<'_> {
    /// Goes on from a state; false if there was more than is wanted. As deep as numbers have digits.
    fn from(&mut self, state: State) -> bool {
        let at = self.word.len();
        if !self.leads[at][state as usize] {
            return true;
        }
        if at == self.wanted.len() {
            if self.found.len() == self.most {
                return false;
            }
            self.found.extend(self.automaton.numbers(&self.word));
            return true;
        }
        for letter in
            (0..self.seen.len()).filter(|letter| self.seen[*letter] == self.wanted[at]).collect::<Vec<_>>()
        {
            let to = self.automaton.step(state, letter);
            if to == DEAD {
                continue;
            }
            self.word.push(letter);
            let all = self.from(to);
            self.word.pop();
            if !all {
                return false;
            }
        }
        true
    }
}

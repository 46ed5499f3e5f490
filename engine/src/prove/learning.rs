//! An automaton from answers to questions "is this word accepted?", by Angluin's method.
//!
//! A state is a class of words that no known suffix tells apart (Myhill and Nerode). Words that lead to different answers are
//! told apart by a suffix that a wrong answer teaches: of the places at which the hypothesis replaces what was read by the
//! word that stands for its state, one changes the answer, and the rest of the word behind it is the new suffix (Rivest and Schapire
//! 1993). A set that an automaton of n states accepts is found after at most n wrong answers.

use hashbrown::HashMap;

use crate::automata::{Automaton, DEAD, Numeration, State, letter_count};
use crate::error::Result;
use crate::work::Work;

/// A letter for each place.
pub(super) type Word = Vec<usize>;

/// Answers whether a word is accepted; nothing if that is out of reach.
pub(super) trait Teacher {
    fn accepts(&mut self, word: &[usize]) -> Result<Option<bool>>;
}

/// What was learnt so far.
pub(super) struct Learner {
    system: Numeration,
    letters: usize,
    tracks: usize,
    suffixes: Vec<Word>,
    /// The answers for prefixes, suffix by suffix.
    answers: HashMap<Word, Vec<bool>>,
}

/// An automaton that agrees with all answers.
pub(super) struct Hypothesis {
    /// A word that leads to each state.
    words: Vec<Word>,
    accepting: Vec<bool>,
    next: Vec<State>,
    letters: usize,
}

/// What learning comes to.
pub(super) enum Learnt<T> {
    Found(T),
    /// There are more states than wanted.
    TooManyStates,
    /// An answer was out of reach.
    OutOfReach,
}

impl Learner {
    pub(super) fn new(system: Numeration, tracks: usize) -> Result<Learner> {
        let letters = letter_count(system, tracks)?;
        // The empty suffix tells whether a word itself is accepted.
        Ok(Learner { system, letters, tracks, suffixes: vec![Vec::new()], answers: HashMap::new() })
    }

    /// The answers for one prefix and all suffixes.
    fn answers(
        &mut self,
        prefix: &[usize],
        teacher: &mut (impl Teacher + ?Sized),
    ) -> Result<Option<Vec<bool>>> {
        let mut known = self.answers.remove(prefix).unwrap_or_default();
        for suffix in &self.suffixes[known.len()..] {
            match teacher.accepts(&[prefix, suffix].concat())? {
                Some(accepted) => known.push(accepted),
                None => return Ok(None),
            }
        }
        self.answers.insert(prefix.to_vec(), known.clone());
        Ok(Some(known))
    }

    /// The smallest automaton that agrees with what is known.
    pub(super) fn hypothesis(
        &mut self,
        most: usize,
        teacher: &mut (impl Teacher + ?Sized),
    ) -> Result<Learnt<Hypothesis>> {
        let mut states: HashMap<Vec<bool>, State> = HashMap::new();
        let mut found = Hypothesis {
            words: vec![Vec::new()],
            accepting: Vec::new(),
            next: Vec::new(),
            letters: self.letters,
        };
        let Some(start) = self.answers(&[], teacher)? else { return Ok(Learnt::OutOfReach) };
        states.insert(start, 0);
        let mut at = 0;
        while at < found.words.len() {
            let word = found.words[at].clone();
            let Some(own) = self.answers(&word, teacher)? else { return Ok(Learnt::OutOfReach) };
            found.accepting.push(own[0]);
            for letter in 0..self.letters {
                let longer = [&word[..], &[letter]].concat();
                let Some(row) = self.answers(&longer, teacher)? else { return Ok(Learnt::OutOfReach) };
                let state = *states.entry(row).or_insert_with(|| {
                    found.words.push(longer);
                    found.words.len() as State - 1
                });
                found.next.push(state);
            }
            if found.words.len() > most {
                return Ok(Learnt::TooManyStates);
            }
            at += 1;
        }
        Ok(Learnt::Found(found))
    }

    /// Learns from a word for which a hypothesis was wrong; says whether all answers were in reach.
    pub(super) fn correct(
        &mut self,
        wrong: &Hypothesis,
        word: &[usize],
        teacher: &mut (impl Teacher + ?Sized),
    ) -> Result<bool> {
        let Some(mut before) = teacher.accepts(word)? else { return Ok(false) };
        let mut state = 0;
        for at in 0..word.len() {
            state = wrong.next[state as usize * self.letters + word[at]];
            let replaced = [&wrong.words[state as usize][..], &word[at + 1..]].concat();
            let Some(after) = teacher.accepts(&replaced)? else { return Ok(false) };
            if before != after {
                let suffix = word[at + 1..].to_vec();
                if !self.suffixes.contains(&suffix) {
                    self.suffixes.push(suffix);
                }
                return Ok(true);
            }
            before = after;
        }
        Ok(true)
    }

    /// The automaton of a hypothesis.
    pub(super) fn automaton(&self, of: &Hypothesis, work: &Work<'_>) -> Result<Automaton> {
        let tracks = (0..self.tracks).collect();
        let start = if of.words.is_empty() { DEAD } else { 0 };
        Automaton::written(self.system, tracks, start, of.accepting.clone(), of.next.clone(), work)
    }

    /// The first word of some length for which a hypothesis is wrong, among at most so many.
    pub(super) fn mistake(
        &self,
        of: &Hypothesis,
        most: usize,
        teacher: &mut (impl Teacher + ?Sized),
    ) -> Result<Learnt<Option<Word>>> {
        let mut length = 0;
        while self.letters.checked_pow(length + 1).is_some_and(|count| count <= most) {
            length += 1;
        }
        for code in 0..self.letters.pow(length) {
            let digit = |place: u32| code / self.letters.pow(length - 1 - place) % self.letters;
            let word: Word = (0..length).map(digit).collect();
            match teacher.accepts(&word)? {
                Some(accepted) if accepted != of.accepts(&word) => return Ok(Learnt::Found(Some(word))),
                Some(_) => {}
                None => return Ok(Learnt::OutOfReach),
            }
        }
        Ok(Learnt::Found(None))
    }
}

impl Hypothesis {
    /// Whether it accepts a word.
    pub(super) fn accepts(&self, word: &[usize]) -> bool {
        let step = |state: State, letter: &usize| self.next[state as usize * self.letters + letter];
        self.accepting[word.iter().fold(0, step) as usize]
    }
}

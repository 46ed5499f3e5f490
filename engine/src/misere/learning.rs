//! Learning the quotient with one game more, where the new game is like none that the old quotient has.
//!
//! The quotient of all sums of some games is the syntactic monoid of the lost ones among all multisets of these games. So it
//! is learnt as automata are (D. Angluin, 1987; R. Rivest and R. Schapire, 1993): words are told apart by what they are beside
//! a few test words, the words that are told apart are states, and a sum at which the guess is wrong gives one more test.
//!
//! Only a few games are learnt with, the *generators*: every other game is replaced by the least word in generators that the
//! old quotient gives the same element. Whether that was right is decided by the checks over all games; a failure then
//! has a game that was replaced, which becomes a generator. Each round has a state or a generator more.

use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};

use super::checks::{Antichains, Step, least_failure, steps};
use super::games::{Game, Games};
use super::monoid::{Element, Monoid};
use super::outcomes::{Outcomes, Trusted};
use super::words::{Elements, Word};
use crate::error::Result;
use crate::meter::Meter;

/// How much learning may find.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The most elements of a quotient.
    pub(super) elements: usize,
    /// The most words whose outcome is searched for one game.
    pub(super) words: u64,
}

/// What was learnt.
pub(super) struct Learnt {
    pub(super) quotient: Monoid,
    pub(super) left: Antichains,
    pub(super) tests: Vec<Word>,
}

/// The quotient of all games up to the first that the old one does not have; none if it is not found within bounds.
pub(super) fn learn(
    old: &Monoid,
    generators: &[Game],
    tests: &[Word],
    games: &Games,
    bounds: Bounds,
    meter: &Meter<'_>,
) -> Result<Option<Learnt>> {
    let new = old.of.len() as Game;
    let words = old.least_words(generators);
    let mut generators: BTreeSet<Game> = generators.iter().copied().chain([new]).collect();
    let mut trusted = Trusted { by: old.clone(), below: Word::of(new) };
    let (mut states, mut tests) = (words.clone(), tests.to_vec());
    if !tests.contains(&Word::default()) {
        tests.push(Word::default());
    }
    loop {
        let word_of = |game: Game| match generators.contains(&game) {
            true => Word::of(game),
            false => words[old.of[game as usize]].clone(),
        };
        let replaced = |option: &Vec<Game>| option.iter().fold(Word::default(), |w, &g| w.plus(&word_of(g)));
        let options = generators.iter().map(|&game| {
            let all: BTreeSet<Word> = games.options(game).iter().map(replaced).collect();
            (game, all.into_iter().collect())
        });
        let mut guess = Guess {
            outcomes: Outcomes::new(options.clone().collect(), trusted),
            options: options.collect(),
            generators: generators.iter().copied().collect(),
            elements: (0..new).map(word_of).collect(),
            states,
            tests,
            after: Vec::new(),
            bounds,
            meter,
        };
        let Some(quotient) = guess.settle()? else { return Ok(None) };
        (states, tests) = (guess.states, guess.tests);
        let all: Vec<Game> = (0..=new).collect();
        match least_failure(&quotient, &steps(&quotient, games), &quotient.least_words(&all), meter)? {
            Ok(left) => return Ok(Some(Learnt { quotient, left, tests })),
            Err(failure) => {
                let before = generators.len();
                generators.extend(failure.games().iter().map(|(game, _)| game));
                // A sum of generators alone was decided by their true options.
                if generators.len() == before {
                    return Ok(None);
                }
                trusted = Trusted { by: quotient, below: failure };
            }
        }
    }
}

/// A guess at the quotient of the generators.
struct Guess<'w> {
    outcomes: Outcomes,
    /// What each generator may become, as words in generators.
    options: HashMap<Game, Vec<Word>>,
    generators: Vec<Game>,
    /// The words in generators that stand for games before the new one.
    elements: Vec<Word>,
    /// A word for each state, the first of which is empty.
    states: Vec<Word>,
    tests: Vec<Word>,
    /// The state after each generator, state by state.
    after: Vec<Vec<Element>>,
    bounds: Bounds,
    meter: &'w Meter<'w>,
}

/// What a word is beside each test.
type Row = Vec<bool>;

impl Guess<'_> {
    /// Adds states and tests until the guess is right for all sums of generators.
    fn settle(&mut self) -> Result<Option<Monoid>> {
        loop {
            if !self.close()? {
                return Ok(None);
            }
            if let Some((state, one, other, test)) = self.out_of_order()? {
                let behind: Vec<Game> = self.tests[test].letters().collect();
                let sequence = |first: Game, then: Game| [&[first, then], &behind[..]].concat();
                if !self.split(state, &sequence(one, other), 2)?
                    && !self.split(state, &sequence(other, one), 2)?
                {
                    return Ok(None);
                }
                continue;
            }
            let candidate = self.candidate()?;
            let words = candidate.least_words(&self.generators);
            match least_failure(&candidate, &self.steps(&candidate), &words, self.meter)? {
                Ok(_) => return Ok(Some(candidate)),
                Err(failure) => {
                    if failure > self.outcomes.trusted.below {
                        self.outcomes.trusted = Trusted { by: candidate, below: failure.clone() };
                    }
                    let letters: Vec<Game> = failure.letters().collect();
                    if !self.split(0, &letters, letters.len())? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Makes the state after every generator a state; fails if they are too many.
    fn close(&mut self) -> Result<bool> {
        let mut index: HashMap<Row, Element> = HashMap::new();
        let mut states = Vec::new();
        for word in std::mem::take(&mut self.states) {
            let row = self.row(&word)?;
            if !index.contains_key(&row) {
                index.insert(row, states.len());
                states.push(word);
            }
        }
        self.after.clear();
        let mut at = 0;
        while at < states.len() {
            let mut after = Vec::with_capacity(self.generators.len());
            for i in 0..self.generators.len() {
                let mut word = states[at].clone();
                word.add(self.generators[i], 1);
                let row = self.row(&word)?;
                let next = *index.entry(row).or_insert(states.len());
                if next == states.len() {
                    states.push(word);
                }
                after.push(next);
            }
            self.after.push(after);
            at += 1;
            if states.len() > self.bounds.elements || self.outcomes.searched() > self.bounds.words {
                return Ok(false);
            }
        }
        self.states = states;
        Ok(true)
    }

    fn row(&mut self, word: &Word) -> Result<Row> {
        let Guess { outcomes, tests, meter, .. } = self;
        tests.iter().map(|test| outcomes.is_lost(&word.plus(test), meter)).collect()
    }

    fn column(&self, game: Game) -> usize {
        self.generators.binary_search(&game).expect("words have generators only")
    }

    /// A state from which two generators lead to different states in different orders, and a test that tells these apart.
    fn out_of_order(&mut self) -> Result<Option<(Element, Game, Game, usize)>> {
        for state in 0..self.after.len() {
            self.meter.pass((self.generators.len() * self.generators.len()) as u64)?;
            for one in 0..self.generators.len() {
                for other in one + 1..self.generators.len() {
                    let first = self.after[self.after[state][one]][other];
                    let second = self.after[self.after[state][other]][one];
                    if first != second {
                        let rows = [self.states[first].clone(), self.states[second].clone()];
                        let (row, other_row) = (self.row(&rows[0])?, self.row(&rows[1])?);
                        let test = row.iter().zip(&other_row).position(|(a, b)| a != b);
                        let found = |test| (state, self.generators[one], self.generators[other], test);
                        return Ok(test.map(found));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Adds the test that shows where the states go wrong along a sequence of games, within its first few.
    fn split(&mut self, from: Element, sequence: &[Game], within: usize) -> Result<bool> {
        let mut states = vec![from];
        for &game in sequence {
            states.push(self.after[states[states.len() - 1]][self.column(game)]);
        }
        let seen = |this: &mut Self, at: usize| {
            let mut word = this.states[states[at]].clone();
            sequence[at..].iter().for_each(|&game| word.add(game, 1));
            this.outcomes.is_lost(&word, this.meter)
        };
        let first = seen(self, 0)?;
        if first == seen(self, within)? {
            return Ok(false);
        }
        let (mut low, mut high) = (0, within);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if seen(self, middle)? == first { low = middle } else { high = middle }
        }
        let mut test = Word::default();
        sequence[low + 1..].iter().for_each(|&game| test.add(game, 1));
        self.tests.push(test);
        Ok(true)
    }

    /// The monoid of the states.
    fn candidate(&mut self) -> Result<Monoid> {
        let size = self.states.len();
        self.meter.hold(4 * (size * size) as u64)?;
        let mut times = vec![0u32; size * size];
        for (by, word) in self.states.iter().enumerate() {
            let columns: Vec<usize> = word.letters().map(|game| self.column(game)).collect();
            self.meter.pass((size * (1 + columns.len())) as u64)?;
            for from in 0..size {
                let to = columns.iter().fold(from, |state, &column| self.after[state][column]);
                times[from * size + by] = to as u32;
            }
        }
        let mut lost = Elements::none(size);
        for state in 0..size {
            let word = self.states[state].clone();
            if self.outcomes.is_lost(&word, self.meter)? {
                lost.insert(state);
            }
        }
        let mut candidate = Monoid::new(size, times, lost);
        let product =
            |word: &Word| word.letters().fold(0, |state, game| self.after[state][self.column(game)]);
        candidate.of = self.elements.iter().map(product).collect();
        let new = self.generators[self.generators.len() - 1];
        candidate.of.push(self.after[0][self.column(new)]);
        Ok(candidate)
    }

    /// The generators as the checks see them.
    fn steps(&self, candidate: &Monoid) -> Vec<Step> {
        let step = |&game: &Game| {
            let options = self.options[&game].iter().map(|option| candidate.of_word(option));
            Step {
                game,
                element: candidate.of[game as usize],
                options: Elements::these(candidate.size(), options),
            }
        };
        self.generators.iter().map(step).collect()
    }
}

/// The tests that tell all elements apart, as words in generators, each no longer than it must be.
pub(super) fn telling(tests: &[Word], quotient: &Monoid, generators: &[Game]) -> Vec<Word> {
    let words = quotient.least_words(generators);
    let mut classes: Vec<usize> = vec![0; quotient.size()];
    let (mut count, mut kept) = (1, Vec::new());
    for test in tests {
        let by = quotient.of_word(test);
        let lost = |element| quotient.lost.contains(quotient.times(element, by));
        let mut index: HashMap<(usize, bool), usize> = HashMap::new();
        let mut finer = Vec::with_capacity(classes.len());
        for (element, &class) in classes.iter().enumerate() {
            let next = index.len();
            finer.push(*index.entry((class, lost(element))).or_insert(next));
        }
        let classes_now: HashSet<usize> = finer.iter().copied().collect();
        if classes_now.len() > count {
            (count, classes) = (classes_now.len(), finer);
            kept.push(words[by].clone());
        }
    }
    kept
}

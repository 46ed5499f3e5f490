//! A finite commutative monoid with the elements that are lost: what sums become when only their outcomes beside other sums count.

use super::games::{Game, Sum};
use super::words::{Elements, Word};

/// An element; 0 is the neutral one.
pub(super) type Element = usize;

/// A quotient, or a candidate for one.
#[derive(Clone, Debug)]
pub(super) struct Monoid {
    size: usize,
    times: Vec<u32>,
    /// The elements of lost positions.
    pub(super) lost: Elements,
    /// The element of each game.
    pub(super) of: Vec<Element>,
}

impl Monoid {
    /// Of the empty sum alone, which is won: its mover has no move.
    pub(super) fn trivial() -> Monoid {
        Monoid { size: 1, times: vec![0], lost: Elements::none(1), of: Vec::new() }
    }

    /// With this table, row by row.
    pub(super) fn new(size: usize, times: Vec<u32>, lost: Elements) -> Monoid {
        Monoid { size, times, lost, of: Vec::new() }
    }

    /// How many elements there are.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    #[inline]
    pub(super) fn times(&self, one: Element, other: Element) -> Element {
        self.times[one * self.size + other] as Element
    }

    /// One element times all others, in order.
    pub(super) fn row(&self, one: Element) -> &[u32] {
        &self.times[one * self.size..(one + 1) * self.size]
    }

    /// The element of a sum.
    pub(super) fn of_sum(&self, sum: &Sum) -> Element {
        sum.iter().fold(0, |element, &game| self.times(element, self.of[game as usize]))
    }

    /// The element of a word.
    pub(super) fn of_word(&self, word: &Word) -> Element {
        word.letters().fold(0, |element, game| self.times(element, self.of[game as usize]))
    }

    /// The least words of all elements over some games, which must give them all.
    pub(super) fn least_words(&self, games: &[Game]) -> Vec<Word> {
        let mut least: Vec<Option<Word>> = vec![None; self.size];
        least[0] = Some(Word::default());
        // With the games in order, the least word of an element that needs the next game has as few of it as possible.
        for &game in games {
            let step = self.of[game as usize];
            let mut ring: Vec<(Word, Element)> = known(&least);
            ring.sort_unstable();
            while !ring.is_empty() {
                let mut next = Vec::new();
                for (word, element) in ring {
                    let (mut word, element) = (word, self.times(element, step));
                    word.add(game, 1);
                    if least[element].is_none() {
                        least[element] = Some(word.clone());
                        next.push((word, element));
                    }
                }
                ring = next;
            }
        }
        least.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The games that are not in what the games before them give.
    pub(super) fn generators(&self) -> Vec<Game> {
        let mut given = Elements::these(self.size, [0]);
        let mut generators = Vec::new();
        for (game, &element) in self.of.iter().enumerate() {
            if given.contains(element) {
                continue;
            }
            generators.push(game as Game);
            let mut open: Vec<Element> = given.iter().collect();
            while let Some(one) = open.pop() {
                let more = self.times(one, element);
                if !given.contains(more) {
                    given.insert(more);
                    open.push(more);
                }
            }
        }
        generators
    }
}

fn known(least: &[Option<Word>]) -> Vec<(Word, Element)> {
    least.iter().enumerate().filter_map(|(at, word)| Some((word.clone()?, at))).collect()
}

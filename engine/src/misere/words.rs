//! Words: sums as multisets of games, in the order that the checks of a quotient need.
//!
//! Words are compared *colex*: by how many copies of the last game they have, then of the one before, and so on. An option of
//! a game has only earlier games, so every option of a word comes before it.

use super::games::Game;

/// A multiset of games: each with how many copies there are, the last game first. The derived order is colex.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Word(Vec<(Game, u32)>);

impl Word {
    /// A word of one game.
    pub(super) fn of(game: Game) -> Word {
        Word(vec![(game, 1)])
    }

    /// Adds copies of a game.
    pub(super) fn add(&mut self, game: Game, copies: u32) {
        if copies == 0 {
            return;
        }
        match self.0.binary_search_by(|(other, _)| game.cmp(other)) {
            Ok(at) => self.0[at].1 += copies,
            Err(at) => self.0.insert(at, (game, copies)),
        }
    }

    /// Takes one copy of a game away, which must be there.
    pub(super) fn remove(&mut self, game: Game) {
        if let Ok(at) = self.0.binary_search_by(|(other, _)| game.cmp(other)) {
            self.0[at].1 -= 1;
            if self.0[at].1 == 0 {
                self.0.remove(at);
            }
        }
    }

    /// Two words as one.
    pub(super) fn plus(&self, other: &Word) -> Word {
        let mut both = self.clone();
        other.0.iter().for_each(|&(game, copies)| both.add(game, copies));
        both
    }

    /// The games with their copies, the last game first.
    pub(super) fn games(&self) -> &[(Game, u32)] {
        &self.0
    }

    /// Every copy of every game.
    pub(super) fn letters(&self) -> impl Iterator<Item = Game> + '_ {
        self.0.iter().flat_map(|&(game, copies)| std::iter::repeat_n(game, copies as usize))
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        32 + 8 * self.0.len() as u64
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Elements(Vec<u64>);

impl Elements {
    /// None of so many.
    pub(super) fn none(of: usize) -> Elements {
        Elements(vec![0; of.div_ceil(64)])
    }

    /// These of so many.
    pub(super) fn these(of: usize, elements: impl IntoIterator<Item = usize>) -> Elements {
        let mut set = Elements::none(of);
        elements.into_iter().for_each(|element| set.insert(element));
        set
    }

    pub(super) fn insert(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    pub(super) fn contains(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    /// Whether all of these are in the other.
    pub(super) fn is_within(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    /// Whether one is in both.
    pub(super) fn meets(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// The elements in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |(at, &word): (usize, &u64)| {
            std::iter::successors((word != 0).then_some(word), |w| Some(w & (w - 1)).filter(|w| *w != 0))
                .map(move |w| 64 * at + w.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(bits)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        24 + 8 * self.0.len() as u64
    }
}

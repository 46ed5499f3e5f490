//! Plain play: who wins a whole position, by trying everything. No values, no sums.

use std::collections::HashMap;
use std::hash::Hash;

/// A small generator of numbers, the same in every run (xorshift, Marsaglia 2003).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed * 2 + 0x9E37_79B9_7F4A_7C15)
    }

    /// A number from `low` to `high`.
    pub fn roll(&mut self, low: u64, high: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (self.0 >> 11) % (high - low + 1)
    }

    pub fn rolls(&mut self, count: u64, low: u64, high: u64) -> Vec<u64> {
        (0..count).map(|_| self.roll(low, high)).collect()
    }
}

/// Remembers who wins the positions of one game under normal play.
pub struct Play<P, M> {
    moves: M,
    known: HashMap<P, bool>,
}

impl<P: Clone + Eq + Hash, M: Fn(&P) -> Vec<P>> Play<P, M> {
    pub fn new(moves: M) -> Play<P, M> {
        Play { moves, known: HashMap::new() }
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, position: &P) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let wins = (self.moves)(position).iter().any(|to| !self.wins(to));
        self.known.insert(position.clone(), wins);
        wins
    }

    /// How many moves win.
    pub fn winning(&mut self, position: &P) -> usize {
        (self.moves)(position).iter().filter(|to| !self.wins(to)).count()
    }
}

/// Sums of equal games: a move replaces one part by several; parts are kept in order.
pub fn sums<T: Clone + Ord>(options: impl Fn(&T) -> Vec<Vec<T>>) -> impl Fn(&Vec<T>) -> Vec<Vec<T>> {
    move |sum| {
        let mut all = Vec::new();
        for (i, part) in sum.iter().enumerate() {
            for option in options(part) {
                let mut to = sum.clone();
                to.splice(i..=i, option);
                to.sort();
                all.push(to);
            }
        }
        all
    }
}

/// Numbers as a line of an input.
pub fn line(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ") + "\n"
}

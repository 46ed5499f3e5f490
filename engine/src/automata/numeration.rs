//! Ways to write numbers: bases, and the systems of Zeckendorf and Fraenkel.
//!
//! The weights of the digits are 1, u₁, u₂, … with u₍ⱼ₊₁₎ = a·uⱼ + c·u₍ⱼ₋₁₎. With c = 0 this is base a with the digits below
//! a. With c = 1 and u₁ = a + 1 the digits are 0 to a, and where one is a the next lower one is 0: for a = 1 these are the
//! Fibonacci numbers 1, 2, 3, 5, … (Zeckendorf 1972), for other a the system of Fraenkel (1982), in which the lost
//! positions of Wythoff's game with slack are shifts of each other. In all of them the number that the lowest j digits make is below
//! uⱼ, and greedy writing finds the one valid word.

use std::fmt;

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numeration {
    /// How often the next weight holds the one below it: `a`.
    pub radix: u32,
    /// Whether it also holds the one below that: `c`.
    pub carries: bool,
}

impl Numeration {
    /// The system of Zeckendorf.
    pub(crate) const ZECKENDORF: Numeration = Numeration { radix: 1, carries: true };

    /// Base `b`.
    pub(crate) const fn base(b: u32) -> Numeration {
        Numeration { radix: b, carries: false }
    }

    /// The system for Wythoff's game with slack `r`.
    pub(crate) const fn fraenkel(r: u32) -> Numeration {
        Numeration { radix: r, carries: true }
    }

    /// How many digits there are: 0, 1, …
    pub(crate) fn digits(self) -> usize {
        self.radix as usize + usize::from(self.carries)
    }

    /// The weight of the second lowest digit.
    pub(crate) fn second_weight(self) -> i128 {
        i128::from(self.radix) + i128::from(self.carries)
    }

    /// `c`.
    pub(crate) fn carry(self) -> i128 {
        self.carries.into()
    }

    /// Whether this digit may follow that one.
    pub(crate) fn may_follow(self, before: usize, digit: usize) -> bool {
        !(self.carries && before == self.radix as usize && digit > 0)
    }

    /// The weights that are at most `n`, the lowest first, and at least one.
    fn weights(self, n: u128) -> Vec<u128> {
        let (a, c) = (u128::from(self.radix), u128::from(self.carries));
        let mut weights = vec![1, a + c];
        while *weights.last().expect("there are two") <= n {
            let last = weights.len() - 1;
            weights.push(a * weights[last] + c * weights[last - 1]);
        }
        weights.pop();
        weights
    }

    /// The digits of a number, the most significant first.
    pub(crate) fn write(self, n: u64) -> Vec<u8> {
        let mut rest = u128::from(n);
        let mut word = Vec::new();
        for weight in self.weights(rest).into_iter().rev() {
            word.push((rest / weight) as u8);
            rest %= weight;
        }
        word
    }

    /// The number that digits stand for, if they are a valid word and it has 64 bits.
    pub(crate) fn read(self, word: &[u8]) -> Option<u64> {
        let mut before = 0;
        // The number so far is x·uⱼ + y·u₍ⱼ₋₁₎, where j digits are still to come.
        let (mut x, mut y) = (0u128, 0u128);
        for &digit in word {
            if !self.may_follow(before, digit.into()) || usize::from(digit) >= self.digits() {
                return None;
            }
            before = digit.into();
            (x, y) = (u128::from(self.radix) * x + y + u128::from(digit), if self.carries { x } else { 0 });
            if x > 1 << 80 {
                return None;
            }
        }
        u64::try_from(x + y).ok()
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.radix, self.carries) {
            (base, false) => write!(f, "base {base}"),
            (1, true) => f.write_str("zeckendorf"),
            (slack, true) => write!(f, "fraenkel {slack}"),
        }
    }
}

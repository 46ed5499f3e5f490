//! Nim-values by the definition: every option of every heap, then the mex.
//!
//! This is what all faster engines are compared with, and the engine of last resort: hexadecimal codes and
//! repeating codes run here. For three parts the set of values of all two-part splits of each smaller heap is kept,
//! so a heap costs one pass over these sets instead of a double loop.
//!
//! Complexity: `n²/4` pairs for each breaking digit up to heap `n`; `n² V` more for each digit with three parts,
//! where `V` is the number of values.

use crate::Nimber;
use crate::error::{Error, ErrorKind, Result};
use crate::heap::code::TakeBreak;
use crate::nimber::MexSet;
use crate::work::Work;

/// The values of heaps `0..len` by the definition.
///
/// ```
/// use grundy::{Nimber, Work, heap::{TakeBreak, plain_values}};
/// let kayles = plain_values(&"0.77".parse::<TakeBreak>()?, 8, &Work::unwatched())?;
/// assert_eq!(kayles, [0, 1, 2, 3, 1, 4, 3, 2].map(Nimber));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn plain_values(game: &TakeBreak, len: u64, work: &Work<'_>) -> Result<Vec<Nimber>> {
    let mut plain = Plain::new(game.clone());
    plain.extend(len, work)?;
    Ok(plain.values.into_iter().map(|v| Nimber(v.into())).collect())
}

/// Values from here on are too large.
const LARGE: u32 = 1 << 20;

/// The plain engine, which can be asked for more heaps again and again.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    game: TakeBreak,
    pub(crate) values: Vec<u32>,
    /// For games with three parts: the values of all two-part splits of each heap, as bit sets.
    pairs: Vec<Vec<u64>>,
    seen: MexSet,
}

impl Plain {
    pub(crate) fn new(game: TakeBreak) -> Plain {
        Plain { game, values: Vec::new(), pairs: Vec::new(), seen: MexSet::default() }
    }

    pub(crate) fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        while (self.values.len() as u64) < len {
            let n = self.values.len() as u64;
            if n.is_multiple_of(256) {
                work.step("heaps", n, Some(len))?;
            }
            let value = self.value(n);
            if value >= LARGE {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("the value of heap {n} is {value}, too large"),
                ));
            }
            self.values.push(value);
        }
        Ok(())
    }

    /// Takes over values computed before; false if one is too large.
    pub(crate) fn restore(&mut self, values: impl Iterator<Item = u32>) -> bool {
        for value in values {
            if value >= LARGE {
                return false;
            }
            if self.game.parts() >= 3 && !self.values.is_empty() {
                self.keep_pairs(self.values.len());
            }
            self.values.push(value);
        }
        true
    }

    fn value(&mut self, n: u64) -> u32 {
        let most = self.game.last().unwrap_or(n).min(n);
        let Plain { game, values, seen, .. } = self;
        two_parts(game, n, seen, |m| values[m]);
        if game.parts() >= 3 {
            self.three_parts(n, most);
        }
        self.seen.mex().0 as u32
    }

    /// Adds the options with three parts. The restriction of splits is meant for two parts; three only respect
    /// the least part and the least heap.
    fn three_parts(&mut self, n: u64, most: u64) {
        let least = self.game.split().least_part.max(1) as usize;
        if n > 0 {
            self.keep_pairs(n as usize);
        }
        if n < self.game.split().least_heap {
            return;
        }
        for rest in (0..=most).filter(|&t| self.game.digit(t) & 8 != 0).map(|t| (n - t) as usize) {
            for a in least..=rest.saturating_sub(2 * least) {
                let own = u64::from(self.values[a]);
                // Digit 0 asks for heaps up to n - 1, whose pairs are known: parts are non-empty.
                for (word, &set) in self.pairs[rest - a].iter().enumerate() {
                    let mut set = set;
                    while set != 0 {
                        let v = word as u64 * 64 + u64::from(set.trailing_zeros());
                        set &= set - 1;
                        self.seen.insert(Nimber(own ^ v));
                    }
                }
            }
        }
    }
}

impl Plain {
    /// The bytes that the next heap takes, about.
    pub(crate) fn bytes_each(&self) -> u64 {
        let pairs = self.pairs.last().map_or(0, |set| size_of::<Vec<u64>>() + 8 * set.len());
        (size_of::<u32>() + pairs) as u64
    }

    /// Keeps the values of all two-part splits of heap `n - 1`.
    fn keep_pairs(&mut self, n: usize) {
        if self.pairs.len() >= n {
            return;
        }
        let (m, least) = (n - 1, self.game.split().least_part.max(1) as usize);
        let mut set = Vec::new();
        for (a, b) in (least..=m / 2).map(|a| (a, m - a)) {
            let v = (self.values[a] ^ self.values[b]) as usize;
            if set.len() <= v / 64 {
                set.resize(v / 64 + 1, 0);
            }
            set[v / 64] |= 1u64 << (v % 64);
        }
        self.pairs.push(set);
    }
}

/// Collects the values of all options of heap `n` with up to two parts.
fn two_parts(game: &TakeBreak, n: u64, seen: &mut MexSet, value: impl Fn(usize) -> u32) {
    seen.clear();
    for t in 0..=game.last().unwrap_or(n).min(n) {
        let (digit, rest) = (game.digit(t), n - t);
        if digit & 1 != 0 && rest == 0 {
            seen.insert(Nimber(0));
        }
        if digit & 2 != 0 && rest > 0 {
            seen.insert(Nimber(value(rest as usize).into()));
        }
        if digit & 4 != 0 && n >= game.split().least_heap {
            splits(game, rest).for_each(|(a, b)| seen.insert(Nimber((value(a) ^ value(b)).into())));
        }
    }
}

/// The value of one heap of an octal game, from those of smaller heaps.
pub(crate) fn one_value(game: &TakeBreak, n: u64, value: impl Fn(usize) -> u32) -> u64 {
    let mut seen = MexSet::default();
    two_parts(game, n, &mut seen, value);
    seen.mex().0
}

/// The two-part splits of `rest`, smaller part first.
fn splits(game: &TakeBreak, rest: u64) -> impl Iterator<Item = (usize, usize)> {
    let split = game.split();
    let half = if split.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
    (split.least_part.max(1)..=half).map(move |a| (a as usize, (rest - a) as usize))
}

/// A game by its code, and its first values, for tests.
#[cfg(test)]
pub(crate) fn table(code: &str, len: u64) -> (TakeBreak, Vec<u32>) {
    let game: TakeBreak = code.parse().unwrap();
    let mut plain = Plain::new(game.clone());
    plain.extend(len, &Work::unwatched()).unwrap();
    (game, plain.values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(game: TakeBreak, len: u64) -> Vec<u64> {
        plain_values(&game, len, &Work::unwatched()).unwrap().into_iter().map(|v| v.0).collect()
    }

    #[test]
    fn grundys_game_and_couples_start_as_published() {
        let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
        assert_eq!(first(TakeBreak::grundy(), 21), grundy);
        let officers = first("0.6".parse().unwrap(), 300);
        assert_eq!(first(TakeBreak::couples(), 301)[1..], officers);
    }

    #[test]
    fn three_parts_agree_with_the_triple_loop() {
        for code in ["0.8", "0.3F", "8.0", "C.08", "0.123456789"] {
            let game: TakeBreak = code.parse().unwrap();
            let values = first(game.clone(), 60);
            for n in 0..60u64 {
                let mut options = MexSet::default();
                for t in 0..=n {
                    let (d, r) = (game.digit(t), (n - t) as usize);
                    (d & 1 != 0 && r == 0).then(|| options.insert(Nimber(0)));
                    (d & 2 != 0 && r > 0).then(|| options.insert(Nimber(values[r])));
                    for a in 1..r {
                        (d & 4 != 0).then(|| options.insert(Nimber(values[a] ^ values[r - a])));
                        for b in (1..r - a).filter(|_| d & 8 != 0) {
                            options.insert(Nimber(values[a] ^ values[b] ^ values[r - a - b]));
                        }
                    }
                }
                assert_eq!(options.mex().0, values[n as usize], "{code} heap {n}");
            }
        }
    }
}

//! Octal games heap by heap, exact with or without a sparse space.
//!
//! The values that a heap certainly cannot have are marked first: takes, and splits with a rare part or a small one. Then the
//! least unmarked value decides. If it is common, it is the value of the heap, since the options of common value are all
//! known. If it is rare, or if there is no sparse space, all pairs are searched for it, many at a time: the table is kept
//! forwards and backwards so that the pairs of a split are two runs of memory. Found, it is marked and the next one is
//! tried; not found, it is the value.
//!
//! This is the rare/common loop of Gangolli–Plambeck and Flammenkamp with a vector search in place of their
//! scan, and the plain loop as its case without classes. Complexity: `r` marks and a few searches a heap, each of at
//! most `n/2` pairs, 16 pairs at a time; `r` is the number of rare heaps.

use crate::error::{Error, ErrorKind, Result};
use crate::heap::code::TakeBreak;
use crate::heap::kernel::search;
use crate::heap::sparse::Class;
use crate::work::Work;

/// The exact engine and its table.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    pub(crate) moves: Moves,
    pub(crate) class: Option<Class>,
    /// Rare heaps and their values, by heap; kept only while there is a class.
    pub(crate) rares: Vec<(u64, u16)>,
    pub(crate) values: Vec<u16>,
    /// `backwards[len - 1 - n]` is the value of heap `n`.
    backwards: Vec<u16>,
    /// `seen[v]` is the round in which `v` was last marked.
    seen: Box<[u32; VALUES]>,
    round: u32,
    /// How many pairs of each split are marked at present.
    marked: u64,
}

/// The moves of an octal game, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    pub(crate) ends: Vec<u64>,
    pub(crate) takes: Vec<u64>,
    pub(crate) breaks: Vec<u64>,
    pub(crate) unequal: bool,
    pub(crate) least_part: u64,
    pub(crate) least_heap: u64,
}

impl Moves {
    pub(crate) fn new(game: &TakeBreak) -> Moves {
        let split = game.split();
        Moves {
            ends: game.amounts(0),
            takes: game.amounts(1),
            breaks: game.breaks(),
            unequal: split.unequal,
            least_part: split.least_part,
            least_heap: split.least_heap,
        }
    }

    /// The most tokens that a move removes.
    pub(crate) fn most_removed(&self) -> usize {
        self.ends.iter().chain(&self.takes).chain(&self.breaks).copied().max().unwrap_or(0) as usize
    }

    /// The largest smaller part when `rest` is split.
    pub(crate) fn half(&self, rest: u64) -> u64 {
        if self.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}

/// Values are kept in 16 bits.
const VALUES: usize = 1 << 16;

/// How many pairs of each split are marked at least before values are searched for one by one.
const MARKED: u64 = 192;
/// From here on a table is long.
const LONG: usize = 1 << 14;
/// How many pairs are searched in the time in which one is marked; marking and searching are kept in balance.
const SEARCHED: u64 = 16;

impl Exact {
    /// The bytes of a heap in a table: its value, forwards and backwards.
    pub(crate) const BYTES_EACH: u64 = 2 * size_of::<u16>() as u64;

    pub(crate) fn new(game: &TakeBreak) -> Exact {
        let moves = Moves::new(game);
        let (values, backwards) = (Vec::new(), vec![0; 1024]);
        // An array of fixed size, so that a 16-bit index needs no check; made on the heap, never on the stack.
        let seen = vec![0; VALUES].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; VALUES]));
        Exact { moves, class: None, rares: Vec::new(), values, backwards, seen, round: 0, marked: MARKED }
    }

    /// Computes the heaps up to `len`.
    pub(crate) fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        while (self.values.len() as u64) < len {
            let n = self.values.len() as u64;
            if n.is_multiple_of(256) {
                let unit = match self.class {
                    Some(_) => format!("heaps, {} of them rare", self.rares.len()),
                    None => "heaps".into(),
                };
                work.step(&unit, n, Some(len))?;
            }
            let value = self.value(n)?;
            self.push(value);
        }
        Ok(())
    }

    /// Looks for the best class again and lists the rare heaps under it.
    pub(crate) fn classify(&mut self) {
        // In a long table with many rare heaps, marking them all costs more than searching all pairs.
        let len = self.values.len();
        let pays = |&(_, rares): &(Class, usize)| 8 * rares < len || len < LONG;
        let found = Class::find(&self.values, &self.moves.breaks).filter(pays).map(|(class, _)| class);
        if found != self.class {
            self.class = found;
            self.rares.clear();
            if let Some(class) = found {
                let rare = |&(n, &v): &(usize, &u16)| class.is_rare(v.into(), n as u64);
                self.rares = self
                    .values
                    .iter()
                    .enumerate()
                    .skip(1)
                    .filter(rare)
                    .map(|(n, &v)| (n as u64, v))
                    .collect();
            }
        }
    }

    /// Takes over values computed before; false if one is too large.
    pub(crate) fn restore(&mut self, values: impl Iterator<Item = u32>) -> bool {
        for value in values {
            let Ok(value) = u16::try_from(value) else { return false };
            self.push(value);
        }
        if self.values.len() >= 1 << 10 {
            self.classify();
        }
        true
    }

    fn push(&mut self, value: u16) {
        let n = self.values.len();
        if n == self.backwards.len() {
            let mut longer = vec![0; 2 * n];
            longer[n..].copy_from_slice(&self.backwards);
            self.backwards = longer;
        }
        let at = self.backwards.len() - 1 - n;
        self.backwards[at] = value;
        self.values.push(value);
        if n > 0 && self.class.is_some_and(|class| class.is_rare(value.into(), n as u64)) {
            self.rares.push((n as u64, value));
        }
    }

    fn value(&mut self, n: u64) -> Result<u16> {
        self.mark(n);
        let (mut v, mut searched) = (0, 0);
        loop {
            while self.seen[v] == self.round {
                v += 1;
                if v == VALUES {
                    return Err(Error::new(ErrorKind::Limit, format!("heap {n} has a value above {VALUES}")));
                }
            }
            let exact = self.class.is_some_and(|class| !class.is_rare(v as u32, n));
            if exact || !self.reaches(n, v as u16, &mut searched) {
                let marked = self.marked * self.moves.breaks.len() as u64;
                let (less, more) = (self.marked - self.marked / 16, self.marked + self.marked / 16);
                self.marked = if searched > SEARCHED * marked { more } else { less.max(MARKED) };
                return Ok(v as u16);
            }
            self.seen[v] = self.round;
        }
    }

    /// Marks takes, splits with a rare part, and the first pairs of every split.
    fn mark(&mut self, n: u64) {
        if self.round == u32::MAX {
            self.seen.fill(0);
            self.round = 0;
        }
        self.round += 1;
        let (values, round, moves) = (&self.values[..], self.round, &self.moves);
        if moves.ends.contains(&n) {
            self.seen[0] = round;
        }
        for &t in moves.takes.iter().take_while(|&&t| t < n) {
            self.seen[usize::from(values[(n - t) as usize])] = round;
        }
        if n < moves.least_heap {
            return;
        }
        for rest in moves.breaks.iter().filter(|&&t| t < n).map(|t| n - t) {
            let (from, to) = (moves.least_part as usize, moves.half(rest).min(self.marked) as usize);
            if from <= to {
                let back = self.backwards.len() + from - 1 - rest as usize;
                let (small, large) = (&values[from..=to], &self.backwards[back..=back + to - from]);
                for (a, b) in small.iter().zip(large) {
                    self.seen[usize::from(a ^ b)] = round;
                }
            }
            for &(p, v) in self.rares.iter().take_while(|r| r.0 + moves.least_part <= rest) {
                if p >= moves.least_part && !(moves.unequal && 2 * p == rest) {
                    self.seen[usize::from(v ^ values[(rest - p) as usize])] = round;
                }
            }
        }
    }

    /// Whether a split of `n` beyond the marked pairs has the value `v`; adds how many pairs were looked at.
    fn reaches(&self, n: u64, v: u16, searched: &mut u64) -> bool {
        let moves = &self.moves;
        let first = moves.least_part.max(self.marked + 1);
        n >= moves.least_heap
            && moves.breaks.iter().filter(|&&t| t < n).any(|t| {
                let (rest, half) = (n - t, moves.half(n - t));
                if first > half {
                    return false;
                }
                // Heap rest - i stands at len - 1 - (rest - i) of the backward table, i ≥ 1.
                let (from, to) = (first as usize, half as usize);
                let back = self.backwards.len() + from - 1 - rest as usize;
                let found =
                    search::pair(&self.values[from..=to], &self.backwards[back..=back + to - from], v);
                *searched += found.unwrap_or(to - from) as u64;
                found.is_some()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::code::Split;
    use crate::heap::plain::Plain;

    fn games() -> Vec<TakeBreak> {
        let codes = [
            "0.77", "0.07", "0.137", "0.6", "0.106", "0.104", "0.454", "4.07", "0.007", "0.16", "4.406",
            "0.3",
        ];
        let mut games: Vec<TakeBreak> = codes.iter().map(|c| c.parse().unwrap()).collect();
        games.extend([TakeBreak::grundy(), TakeBreak::couples()]);
        let far = Split { unequal: true, least_part: 3, least_heap: 9 };
        games.extend(["4.7", "0.64", "0.0007"].map(|c| c.parse::<TakeBreak>().unwrap().with_split(far)));
        games
    }

    #[test]
    fn with_and_without_classes_the_values_are_those_of_the_definition() {
        for game in games() {
            let mut plain = Plain::new(game.clone());
            plain.extend(1800, &Work::unwatched()).unwrap();
            for classified in [None, Some(500), Some(1000)] {
                let mut exact = Exact::new(&game);
                if let Some(at) = classified {
                    exact.extend(at, &Work::unwatched()).unwrap();
                    exact.classify();
                }
                exact.extend(1800, &Work::unwatched()).unwrap();
                let same = exact.values.iter().zip(&plain.values).position(|(&a, &b)| u32::from(a) != b);
                assert_eq!(same, None, "{game} classified at {classified:?}");
            }
        }
    }

    #[test]
    fn random_codes_agree_with_the_definition() {
        let mut state = 2024u64;
        for _ in 0..60 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let digits = state >> 40;
            let code = format!(
                "{}.{:o}",
                if state >> 39 & 1 == 1 { 4 } else { 0 },
                digits % (8 << (3 * (state >> 36 & 3)))
            );
            let split = Split {
                unequal: state >> 35 & 7 == 0,
                least_part: 1 + (state >> 30 & 31) / 24,
                least_heap: 0,
            };
            let game = code.parse::<TakeBreak>().unwrap().with_split(split);
            let mut plain = Plain::new(game.clone());
            plain.extend(700, &Work::unwatched()).unwrap();
            let mut exact = Exact::new(&game);
            exact.extend(300, &Work::unwatched()).unwrap();
            exact.classify();
            exact.extend(700, &Work::unwatched()).unwrap();
            let differ = exact.values.iter().zip(&plain.values).position(|(&a, &b)| u32::from(a) != b);
            assert_eq!(differ, None, "{game}");
        }
    }

    #[test]
    fn the_round_may_wrap_around() {
        let mut exact = Exact::new(&"0.77".parse().unwrap());
        exact.round = u32::MAX - 10;
        exact.extend(40, &Work::unwatched()).unwrap();
        assert_eq!(exact.values[..8], [0, 1, 2, 3, 1, 4, 3, 2]);
    }
}

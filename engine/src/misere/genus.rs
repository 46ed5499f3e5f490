//! The genus of a position: its value, and its misère values beside Nim heaps of two.
//!
//! The misère value of a game G is 1 if it has no move, else the least number that no option has; G loses for the mover
//! exactly if it is 0. The genus is `g^s0 s1 s2 …`, where g is the value of G under normal play and si the misère value of G
//! beside i heaps of two. An option of G + i·\*2 is an option of G beside as many, or G beside one fewer and a heap of 0 or 1,
//! whose misère values are s(i-1) and s(i-1) xor 1; so the numbers follow one from another.
//!
//! They come round: as soon as those of all options have period 2, each number follows from the one before and from
//! whether i is even. If then s(i) = s(i-2), all repeats. They are written until the last two repeat for ever.
//!
//! A game is *tame* if its genus is that of a sum of Nim heaps, `0^120`, `1^031` or `n^n(n xor 2)`, and all its options are
//! tame; sums of tame games are played as Nim is. Conway, *On Numbers and Games*, ch. 12; Berlekamp, Conway and Guy, *Winning
//! Ways*, ch. 13. The genus of a sum of other games does not follow from their genera, so it is found from its options:
//! O(sums that can come up, times their options).

use std::fmt;

use hashbrown::HashMap;
use serde::Serialize;

use super::games::{Games, Sum};
use crate::error::Result;
use crate::meter::Meter;
use crate::nimber::{Nimber, mex};
use crate::outcome::Outcome;
use crate::work::Work;

/// Bytes that a sum takes beside its genus.
const ENTRY: u64 = 160;

/// A value, and misère values beside 0, 1, 2, … heaps of two; the last two repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The value under normal play.
    pub value: u64,
    /// The misère values.
    pub tail: Vec<u64>,
}

impl Genus {
    fn of_nothing() -> Genus {
        Genus { value: 0, tail: vec![1, 2, 0] }
    }

    /// The genus of a Nim heap, or of several of which one has two or more.
    fn of_nim(value: u64, firm: bool) -> Genus {
        match (value, firm) {
            (0, false) => Genus::of_nothing(),
            (1, false) => Genus { value: 1, tail: vec![0, 3, 1] },
            _ => Genus { value, tail: vec![value, value ^ 2] },
        }
    }

    /// The misère value beside so many heaps of two.
    pub fn beside(&self, twos: usize) -> u64 {
        let last = self.tail.len();
        self.tail[if twos < last { twos } else { last - 2 + (twos - last) % 2 }]
    }

    /// Who wins under misère play.
    pub fn misere(&self) -> Outcome {
        if self.tail[0] == 0 { Outcome::P } else { Outcome::N }
    }

    /// Whether sums of Nim heaps have it: and then whether one of them has two or more.
    fn as_nim(&self) -> Option<bool> {
        [true, false]
            .into_iter()
            .find(|&firm| (firm || self.value < 2) && *self == Genus::of_nim(self.value, firm))
    }

    /// From those of all options.
    fn from_options<'g>(options: impl Iterator<Item = &'g Genus> + Clone) -> Genus {
        let least = |values: &mut dyn Iterator<Item = u64>| mex(values.map(Nimber)).0;
        if options.clone().next().is_none() {
            return Genus::of_nothing();
        }
        let value = least(&mut options.clone().map(|option| option.value));
        let settled = options.clone().map(|option| option.tail.len()).max().unwrap_or(0);
        let mut tail = vec![least(&mut options.clone().map(|option| option.tail[0]))];
        loop {
            let (twos, before) = (tail.len(), tail[tail.len() - 1]);
            let beside = options.clone().map(|option| option.beside(twos));
            tail.push(least(&mut beside.chain([before, before ^ 1])));
            if twos > settled + 1 && tail[twos] == tail[twos - 2] {
                break;
            }
        }
        while tail.len() > 2 && tail[tail.len() - 1] == tail[tail.len() - 3] {
            tail.pop();
        }
        Genus { value, tail }
    }
}

impl fmt::Display for Genus {
    /// Digits side by side as the literature has them, with commas where one of them has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.tail.iter().any(|&digit| digit > 9) { "," } else { "" };
        let digits: Vec<String> = self.tail.iter().map(u64::to_string).collect();
        write!(f, "{}^{}", self.value, digits.join(between))
    }
}

/// How far a position is from Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Class {
    /// Played as Nim is.
    Tame,
    /// All options are tame; the value is 0 or 1 and the misère value neither.
    Restive,
    /// All options are tame; the misère value is 0 or 1 and the value neither.
    Restless,
    /// Everything else.
    Wild,
}

impl Class {
    /// As scripts read it.
    pub fn name(self) -> &'static str {
        match self {
            Class::Tame => "tame",
            Class::Restive => "restive",
            Class::Restless => "restless",
            Class::Wild => "wild",
        }
    }
}

/// The genera of sums that were asked for, and of all that can come up from them.
#[derive(Default)]
pub(super) struct Genera {
    known: HashMap<Sum, (Genus, Class)>,
}

impl Genera {
    /// The genus of a tidy sum, and its class.
    pub(super) fn of(&mut self, games: &Games, sum: &Sum, work: &Work<'_>) -> Result<(Genus, Class)> {
        for game in sum {
            self.search(games, &vec![*game], work)?;
        }
        if let Some(genus) = self.of_tame(sum) {
            return Ok((genus, Class::Tame));
        }
        self.search(games, sum, work)?;
        Ok(self.known[sum].clone())
    }

    /// The genus of a sum of tame games: they add as Nim heaps do.
    fn of_tame(&self, sum: &Sum) -> Option<Genus> {
        let (mut value, mut firm) = (0, false);
        for game in sum {
            let (genus, class) = self.known.get(&vec![*game])?;
            if *class != Class::Tame {
                return None;
            }
            value ^= genus.value;
            firm |= genus.as_nim()?;
        }
        Some(Genus::of_nim(value, firm))
    }

    /// Goes through all sums that can come up, options first.
    fn search(&mut self, games: &Games, start: &Sum, work: &Work<'_>) -> Result<()> {
        let meter = Meter::new("positions", work);
        let mut stack = vec![(start.clone(), None::<Vec<Sum>>)];
        while let Some((sum, options)) = stack.last_mut() {
            if self.known.contains_key(sum) {
                stack.pop();
                continue;
            }
            if let Some(genus) = self.of_tame(sum) {
                let (sum, _) = stack.pop().expect("it was just there");
                self.known.insert(sum, (genus, Class::Tame));
                continue;
            }
            // What is known of its parts may tell, so they come first.
            let part = sum.iter().find(|&&game| sum.len() > 1 && !self.known.contains_key(&vec![game]));
            if let Some(&part) = part {
                stack.push((vec![part], None));
                continue;
            }
            let options = options.get_or_insert_with(|| games.options_of_sum(sum).into_iter().collect());
            meter.pass(ENTRY * (1 + options.len() as u64))?;
            while options.last().is_some_and(|option| self.known.contains_key(option)) {
                options.pop();
            }
            if let Some(next) = options.last() {
                let next = next.clone();
                stack.push((next, None));
                continue;
            }
            let (sum, _) = stack.pop().expect("it was just there");
            let found = self.by_options(games, &sum);
            self.known.insert(sum, found);
            work.limits.allow(self.known.len() as u64, ENTRY)?;
        }
        Ok(())
    }

    fn by_options(&self, games: &Games, sum: &Sum) -> (Genus, Class) {
        let options: Vec<&(Genus, Class)> =
            games.options_of_sum(sum).iter().map(|option| &self.known[option]).collect();
        let genus = Genus::from_options(options.iter().map(|(genus, _)| genus));
        let tame = options.iter().all(|(_, class)| *class == Class::Tame);
        let class = match (genus.value, genus.tail[0]) {
            _ if tame && genus.as_nim().is_some() => Class::Tame,
            (0..=1, 2..) if tame => Class::Restive,
            (2.., 0..=1) if tame => Class::Restless,
            _ => Class::Wild,
        };
        (genus, class)
    }
}

//! Words for a set of positions, where there are short ones.
//!
//! Each form of words is a set of its own, made as an automaton; it is said only if that is the very automaton that was proved.

use crate::automata::{Automaton, Comparison, Numeration, linear, nim_sum, residue};
use crate::error::{ErrorKind, Result};
use crate::report::sentence::Everywhere;
use crate::rules::Form;
use crate::work::Work;

use super::moves::Game;

/// The largest modulus that is tried, for one coordinate and for several.
const MODULI: [u64; 3] = [64, 8, 4];
/// Far out, where the beginning no longer matters.
const FAR: u64 = 1 << 16;
/// The numbers below this one are looked at where only finitely many matter.
const NEAR: u64 = 1 << 11;
/// The most rests that are named.
const RESTS: usize = 16;
/// The first positions that are named where there are no words.
const FIRST: usize = 6;
/// The most states that the automaton of some words may take.
const STATES: u64 = 1 << 12;

struct Words<'a, 'w> {
    form: &'a Form,
    game: &'a Game,
    lost: &'a Automaton,
    work: &'a Work<'w>,
}

/// What is true of the lost positions.
pub(super) fn words(form: &Form, game: &Game, lost: &Automaton, work: &Work<'_>) -> Result<Everywhere> {
    let work = &work.with_positions(STATES);
    let words = Words { form, game, lost, work };
    let forms: [&dyn Fn() -> Result<Option<Everywhere>>; 7] = [
        &|| words.plain(),
        &|| words.nim_sums(),
        &|| words.all_equal(),
        &|| words.finite(),
        &|| words.residues(),
        &|| words.pairs(),
        &|| words.below_lowest(),
    ];
    for form in forms {
        match form() {
            Ok(Some(said)) => return Ok(said),
            Err(e) if e.kind() != ErrorKind::Limit => return Err(e),
            _ => {}
        }
    }
    Ok(words.accepted())
}

impl Words<'_, '_> {
    fn axes(&self) -> usize {
        self.game.tracks.len()
    }

    fn name(&self, axis: usize) -> String {
        self.form.axes[axis].name.clone()
    }

    fn names(&self, axes: impl Iterator<Item = usize>) -> String {
        let names: Vec<String> = axes.map(|axis| self.name(axis)).collect();
        match &names[..] {
            [.., last] if names.len() > 1 => format!("{} and {last}", names[..names.len() - 1].join(", ")),
            _ => names.concat(),
        }
    }

    /// Whether the lost positions are exactly those of a set.
    fn is(&self, set: &Automaton) -> Result<bool> {
        let set = set.beside(&self.game.tracks, self.work)?.and(&self.game.positions, self.work)?;
        Ok(set == *self.lost)
    }

    fn plain(&self) -> Result<Option<Everywhere>> {
        if self.lost.is_empty() {
            return Ok(Some(Everywhere::Never));
        }
        Ok(self.is(&self.game.positions)?.then_some(Everywhere::Always))
    }

    fn nim_sums(&self) -> Result<Option<Everywhere>> {
        for chosen in (1usize..1 << self.axes().min(8)).rev() {
            let axes: Vec<usize> = (0..self.axes()).filter(|axis| chosen >> axis & 1 == 1).collect();
            let said = match axes[..] {
                [axis] => {
                    let zero = linear(self.game.system, &[(axis, 1)], 0, Comparison::Zero, self.work)?;
                    self.is(&zero)?.then(|| Everywhere::Zero { coordinate: self.name(axis) })
                }
                // The nim-sum of two is 0 where they are equal.
                [_, _] if self.axes() == 2 => None,
                _ if self.game.system != Numeration::base(2) => None,
                _ => self
                    .is(&nim_sum(&axes, self.work)?)?
                    .then(|| Everywhere::NimSum { coordinates: self.names(axes.into_iter()) }),
            };
            if said.is_some() {
                return Ok(said);
            }
        }
        Ok(None)
    }

    fn all_equal(&self) -> Result<Option<Everywhere>> {
        if self.axes() < 2 {
            return Ok(None);
        }
        let equal =
            |axis| linear(self.game.system, &[(axis, 1), (axis + 1, -1)], 0, Comparison::Zero, self.work);
        let all = (1..self.axes() - 1).try_fold(equal(0)?, |all, axis| all.and(&equal(axis)?, self.work))?;
        let said = || Everywhere::AllEqual { coordinates: self.names(0..self.axes()) };
        Ok(self.is(&all)?.then(said))
    }

    /// Only finitely many numbers, or all but finitely many.
    fn finite(&self) -> Result<Option<Everywhere>> {
        if self.axes() > 1 {
            return Ok(None);
        }
        let far = linear(self.game.system, &[(0, 1)], -(NEAR as i64), Comparison::AtLeastZero, self.work)?;
        let far = far.and(&self.game.positions, self.work)?;
        let others = self.game.positions.minus(self.lost, self.work)?;
        let coordinate = self.name(0);
        for (set, lost) in [(self.lost, true), (&others, false)] {
            if !set.and(&far, self.work)?.is_empty() {
                continue;
            }
            let members: Vec<Vec<u64>> = (0..NEAR).filter(|n| set.accepts(&[*n])).map(|n| vec![n]).collect();
            if members.len() > RESTS {
                continue;
            }
            let members = list(&members);
            return Ok(Some(match lost {
                true => Everywhere::Finite { coordinate, members },
                false => Everywhere::AllButFinite { coordinate, members },
            }));
        }
        Ok(None)
    }

    fn residues(&self) -> Result<Option<Everywhere>> {
        let most = MODULI[self.axes().min(3) - 1];
        for modulus in 2..=most {
            let count = modulus.pow(self.axes() as u32);
            if count > 512 {
                break;
            }
            if !self.repeats(modulus) {
                continue;
            }
            let rests =
                |code: u64| (0..self.axes()).map(move |axis| code / modulus.pow(axis as u32) % modulus);
            let far = |rest: u64| rest + modulus * FAR;
            let lost: Vec<Vec<u64>> = (0..count)
                .map(|code| rests(code).collect::<Vec<u64>>())
                .filter(|rests| self.lost.accepts(&rests.iter().map(|rest| far(*rest)).collect::<Vec<_>>()))
                .collect();
            if lost.is_empty() || lost.len() > RESTS {
                continue;
            }
            let set = self.rests(modulus, &lost)?;
            if self.is(&set)? {
                let rests = list(&lost);
                let coordinates = self.coordinates();
                return Ok(Some(Everywhere::Residues { coordinates, modulus, rests }));
            }
            if let Some(said) = self.residues_from(modulus, &lost, &set)? {
                return Ok(Some(said));
            }
        }
        Ok(None)
    }

    /// Whether some positions far out come back with a modulus.
    fn repeats(&self, modulus: u64) -> bool {
        (0..4 * modulus).all(|n| {
            let here: Vec<u64> = (0..self.axes() as u64).map(|axis| FAR + n * (3 * axis + 1)).collect();
            let lost = self.lost.accepts(&here);
            (0..self.axes()).all(|axis| {
                let mut there = here.clone();
                there[axis] += modulus;
                self.lost.accepts(&there) == lost
            })
        })
    }

    fn rests(&self, modulus: u64, lost: &[Vec<u64>]) -> Result<Automaton> {
        let one = |axis: usize, rest: u64| {
            residue(self.game.system, &[(axis, 1)], 0, modulus as i64, &[rest as i64], self.work)
        };
        let together = |rests: &Vec<u64>| {
            let all = Automaton::valid(self.game.system, &self.game.tracks, self.work)?;
            rests.iter().enumerate().try_fold(all, |all, (axis, rest)| all.and(&one(axis, *rest)?, self.work))
        };
        let first = together(&lost[0])?;
        lost[1..].iter().try_fold(first, |all, rests| all.or(&together(rests)?, self.work))
    }

    /// Residues of one heap that begin somewhere.
    fn residues_from(&self, modulus: u64, lost: &[Vec<u64>], set: &Automaton) -> Result<Option<Everywhere>> {
        if self.axes() > 1 {
            return Ok(None);
        }
        let other = set.minus(self.lost, self.work)?.or(&self.lost.minus(set, self.work)?, self.work)?;
        // Only finitely many differ if none lies far out.
        let far = linear(self.game.system, &[(0, 1)], -(1 << 11), Comparison::AtLeastZero, self.work)?;
        if !other.and(&far, self.work)?.is_empty() {
            return Ok(None);
        }
        let Some(last) = (0..1 << 11).rev().find(|n| other.accepts(&[*n])) else { return Ok(None) };
        let below: Vec<Vec<u64>> = (0..=last).filter(|n| self.lost.accepts(&[*n])).map(|n| vec![n]).collect();
        if below.len() > RESTS {
            return Ok(None);
        }
        let below = if below.is_empty() { "none".to_string() } else { list(&below) };
        let (coordinate, rests) = (self.name(0), list(lost));
        Ok(Some(Everywhere::ResiduesFrom { coordinate, modulus, rests, from: last + 1, below }))
    }

    /// One number is the other with a zero behind it, and that one ends in an even number of zeros (Fraenkel 1982).
    fn pairs(&self) -> Result<Option<Everywhere>> {
        let system = self.game.system;
        if self.axes() != 2 || !system.carries {
            return Ok(None);
        }
        let either = beatty_pairs(system, self.work)?;
        let (x, y) = (self.name(0), self.name(1));
        Ok(self.is(&either)?.then(|| match system {
            Numeration::ZECKENDORF => Everywhere::GoldenPairs { x, y },
            _ => Everywhere::BeattyPairs { x, y, slack: system.radix.into() },
        }))
    }

    /// Every digit of one number stands above all of the other.
    fn below_lowest(&self) -> Result<Option<Everywhere>> {
        if self.axes() != 2 {
            return Ok(None);
        }
        let (system, digits) = (self.game.system, self.game.system.digits());
        for (high, low) in [(0usize, 1usize), (1, 0)] {
            let of = |letter: usize, axis: usize| letter / digits.pow(axis as u32) % digits;
            let mut next = Vec::new();
            for begun in [false, true] {
                next.extend((0..digits * digits).map(|letter| {
                    match (of(letter, high) > 0, of(letter, low) > 0) {
                        (true, true) => crate::automata::DEAD,
                        (true, false) if begun => crate::automata::DEAD,
                        (_, starts) => u32::from(begun || starts),
                    }
                }));
            }
            let set = Automaton::written(system, vec![0, 1], 0, vec![true; 2], next, self.work)?;
            if self.is(&set.beside(&[0, 1], self.work)?)? {
                let (x, y) = (self.name(high), self.name(low));
                return Ok(Some(Everywhere::BelowLowest { x, y, system: written_as(system) }));
            }
        }
        Ok(None)
    }

    fn coordinates(&self) -> String {
        match self.axes() {
            1 => self.name(0),
            axes => format!("({})", (0..axes).map(|axis| self.name(axis)).collect::<Vec<_>>().join(",")),
        }
    }

    /// No words are known: the automaton, and what it begins with.
    fn accepted(&self) -> Everywhere {
        let mut first: Vec<Vec<u64>> = Vec::new();
        let side = match self.axes() {
            1 => 4096u64,
            2 => 64,
            3 => 16,
            _ => 4,
        };
        let count = side.saturating_pow(self.axes() as u32).min(1 << 16);
        let place = |code: u64| {
            (0..self.axes()).map(|axis| code / side.pow(axis as u32) % side).collect::<Vec<u64>>()
        };
        let mut all: Vec<Vec<u64>> = (0..count).map(place).filter(|place| self.lost.accepts(place)).collect();
        all.sort_by_key(|place| (place.iter().sum::<u64>(), place.clone()));
        first.extend(all.into_iter().take(FIRST));
        Everywhere::Accepted {
            states: self.lost.states(),
            system: written_as(self.game.system),
            coordinates: self.names(0..self.axes()),
            first: list(&first) + ", …",
        }
    }
}

/// The pairs of numbers one of which is the other with a zero behind it, where that one ends in an even number of zeros; and two zeros.
pub(super) fn beatty_pairs(system: Numeration, work: &Work<'_>) -> Result<Automaton> {
    let digits = system.digits();
    // A state is the digit of the larger that the smaller must show next, and whether its zeros at the end are odd in number.
    let number = |next: usize, odd: bool| (2 * next + usize::from(odd)) as u32;
    let mut next = Vec::new();
    for (wanted, odd) in (0..digits).flat_map(|wanted| [(wanted, false), (wanted, true)]) {
        for letter in 0..digits * digits {
            let (small, large) = (letter % digits, letter / digits);
            let odd = small == 0 && !odd;
            next.push(if small == wanted { number(large, odd) } else { crate::automata::DEAD });
        }
    }
    let accepting = (0..2 * digits).map(|state| state == 0).collect();
    let ordered = Automaton::written(system, vec![0, 1], 0, accepting, next, work)?;
    // Zeros in front count only where there is nothing else, which is the pair of two zeros.
    let zero = linear(system, &[(0, 1), (1, 1)], 0, Comparison::Zero, work)?;
    let positive = linear(system, &[(0, 1)], -1, Comparison::AtLeastZero, work)?;
    let ordered = ordered.beside(&[0, 1], work)?.and(&positive, work)?.or(&zero, work)?;
    ordered.or(&ordered.renamed(&[1, 0], work)?, work)
}

/// How a system is called in a sentence.
pub(super) fn written_as(system: Numeration) -> String {
    match system {
        Numeration::ZECKENDORF => "a sum of Fibonacci numbers".into(),
        Numeration { carries: true, radix } => format!("numbers in Fraenkel's system for {radix}"),
        base => format!("numbers in {base}"),
    }
}

fn list(places: &[Vec<u64>]) -> String {
    let shown = |place: &Vec<u64>| {
        let numbers = place.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        if place.len() == 1 { numbers } else { format!("({numbers})") }
    };
    places.iter().map(shown).collect::<Vec<_>>().join(", ")
}

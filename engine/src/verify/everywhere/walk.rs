//! All that may be guessed while a position is read.
//!
//! A guess under way is one formula, what is known of its sums, and the states of the automaton in which the parts are; a set of them is
//! all that is needed of what was read. Guesses and sets are numbered as they are met.

use std::collections::HashMap;
use std::collections::HashSet;

use crate::meter::Meter;

use super::super::Refused;
use super::claimed::{Claimed, SINK};
use super::formula::Formula;
use super::reading::{Reading, System};

/// A guess under way: the formula, the numbers whose next digit is 0, the states of the parts, and the sums, as one list.
type Guess = Box<[i64]>;
/// The number of a guess.
pub(super) type GuessId = u32;
/// The number of a set of guesses.
pub(super) type Guesses = u32;

/// Formulas that are read together, whose parts an automaton reads as well.
pub(super) struct Walk<'a> {
    system: System,
    axes: usize,
    /// Whether the automaton reads a value behind the coordinates of each part.
    values: bool,
    claimed: &'a Claimed,
    readings: Vec<Reading>,
    guesses: Vec<Guess>,
    numbers: HashMap<Guess, GuessId>,
    /// Whether each guess fits the numbers that end there.
    fits: Vec<bool>,
    sets: Vec<Box<[GuessId]>>,
    set_numbers: HashMap<Box<[GuessId]>, Guesses>,
    /// What a letter makes of a guess, and of a set.
    followed: HashMap<(GuessId, usize), Box<[GuessId]>>,
    after: HashMap<(Guesses, usize), Guesses>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        system: System,
        axes: usize,
        values: bool,
        claimed: &'a Claimed,
        formulas: Vec<Formula>,
    ) -> Walk<'a> {
        let readings = formulas.into_iter().map(|formula| Reading::new(system, formula)).collect();
        Walk {
            system,
            axes,
            values,
            claimed,
            readings,
            guesses: Vec::new(),
            numbers: HashMap::new(),
            fits: Vec::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            followed: HashMap::new(),
            after: HashMap::new(),
        }
    }

    fn number(&mut self, guess: Guess, meter: &Meter<'_>) -> Result<GuessId, Refused> {
        if let Some(id) = self.numbers.get(&guess) {
            return Ok(*id);
        }
        meter.add(16 * guess.len() as u64 + 96)?;
        let id = self.guesses.len() as GuessId;
        self.fits.push(self.fits(&guess));
        self.guesses.push(guess.clone());
        self.numbers.insert(guess, id);
        Ok(id)
    }

    fn set(&mut self, mut members: Vec<GuessId>, meter: &Meter<'_>) -> Result<Guesses, Refused> {
        members.sort_unstable();
        members.dedup();
        meter.pass(members.len() as u64 * 16)?;
        let members: Box<[GuessId]> = members.into();
        if let Some(id) = self.set_numbers.get(&members) {
            return Ok(*id);
        }
        meter.add(8 * members.len() as u64 + 96)?;
        let id = self.sets.len() as Guesses;
        self.sets.push(members.clone());
        self.set_numbers.insert(members, id);
        Ok(id)
    }

    fn first(&mut self, meter: &Meter<'_>) -> Result<Vec<GuessId>, Refused> {
        let begin = |(index, reading): (usize, &Reading)| -> Guess {
            let parts = reading.formula.parts.iter().filter(|part| !part.is_empty());
            let states = parts.map(|_| i64::from(self.claimed.start()));
            [index as i64, 0].into_iter().chain(states).chain(reading.start()).collect()
        };
        let guesses: Vec<Guess> = self.readings.iter().enumerate().map(begin).collect();
        guesses.into_iter().map(|guess| self.number(guess, meter)).collect()
    }

    /// The guesses before the first digit of the position, as a set.
    pub(super) fn start(&mut self, meter: &Meter<'_>) -> Result<Guesses, Refused> {
        let all = self.beginnings(meter)?;
        self.set(all, meter)
    }

    /// The guesses before the first digit of the position: what is guessed may have more digits.
    pub(super) fn beginnings(&mut self, meter: &Meter<'_>) -> Result<Vec<GuessId>, Refused> {
        let mut all = self.first(meter)?;
        let mut at = 0;
        while at < all.len() {
            for id in self.follow(all[at], 0, meter)? {
                if !all.contains(&id) {
                    all.push(id);
                }
            }
            at += 1;
        }
        Ok(all)
    }

    /// The guesses after one letter: a digit for each coordinate, and where values are read one for the value.
    pub(super) fn after(
        &mut self,
        before: Guesses,
        letter: usize,
        meter: &Meter<'_>,
    ) -> Result<Guesses, Refused> {
        if let Some(after) = self.after.get(&(before, letter)) {
            return Ok(*after);
        }
        let mut all = Vec::new();
        for id in self.sets[before as usize].clone() {
            all.extend(self.follow(id, letter, meter)?);
        }
        let after = self.set(all, meter)?;
        meter.add(32)?;
        self.after.insert((before, letter), after);
        Ok(after)
    }

    /// How many guesses were met.
    pub(super) fn count(&self) -> usize {
        self.guesses.len()
    }

    /// Whether no guess is left.
    pub(super) fn is_empty(&self, guesses: Guesses) -> bool {
        self.sets[guesses as usize].is_empty()
    }

    /// Every way to go on with one guess.
    pub(super) fn follow(
        &mut self,
        id: GuessId,
        letter: usize,
        meter: &Meter<'_>,
    ) -> Result<Vec<GuessId>, Refused> {
        if let Some(known) = self.followed.get(&(id, letter)) {
            return Ok(known.to_vec());
        }
        let found = self.ways(&self.guesses[id as usize], letter, meter)?;
        let ids = found.into_iter().map(|guess| self.number(guess, meter)).collect::<Result<Vec<_>, _>>()?;
        meter.add(4 * ids.len() as u64 + 48)?;
        self.followed.insert((id, letter), ids.clone().into());
        Ok(ids)
    }

    fn ways(&self, guess: &Guess, letter: usize, meter: &Meter<'_>) -> Result<Vec<Guess>, Refused> {
        let digits = self.system.digits();
        let reading = &self.readings[guess[0] as usize];
        let parts: Vec<&Vec<usize>> = reading.formula.parts.iter().filter(|part| !part.is_empty()).collect();
        let numbers = reading.formula.numbers;
        let value = letter / digits.pow(self.axes as u32);
        // Where there is no part the value is that of nothing, 0.
        if self.values && parts.is_empty() && value > 0 {
            return Ok(Vec::new());
        }
        let free = numbers - self.axes + if self.values { parts.len().saturating_sub(1) } else { 0 };
        let mut found = Vec::new();
        for code in 0..digits.pow(free as u32) {
            meter.pass(16 * (numbers + reading.formula.sums.len()) as u64)?;
            let digit = |at: usize| match at < self.axes {
                true => letter / digits.pow(at as u32) % digits,
                false => code / digits.pow((at - self.axes) as u32) % digits,
            };
            let mut read: Vec<usize> = (0..self.axes + free).map(digit).collect();
            // The values of the parts have the nim-sum that was read.
            read.push(read[numbers..].iter().fold(value, |sum, value| sum ^ value));
            found.extend(self.go_on(guess, reading, &parts, &read));
        }
        Ok(found)
    }

    /// A guess after one digit of every number, behind which stand those of the values of the parts.
    fn go_on(
        &self,
        guess: &Guess,
        reading: &Reading,
        parts: &[&Vec<usize>],
        read: &[usize],
    ) -> Option<Guess> {
        let (digits, numbers) = (self.system.digits(), reading.formula.numbers);
        let mut after = Vec::with_capacity(guess.len());
        after.extend([guess[0], 0]);
        for (number, digit) in read[..numbers].iter().enumerate() {
            if guess[1] >> number & 1 == 1 && *digit > 0 {
                return None;
            }
            after[1] |= i64::from(self.system.forbids(*digit)) << number;
        }
        for (index, part) in parts.iter().enumerate() {
            let value = if self.values { read[numbers + index] } else { 0 };
            let letter = part.iter().rev().fold(value, |letter, number| letter * digits + read[*number]);
            let state = self.claimed.step(guess[2 + index] as u32, letter);
            if state == SINK {
                return None;
            }
            after.push(state.into());
        }
        after.extend(reading.after(&guess[2 + parts.len()..], &read[..numbers])?);
        Some(after.into())
    }

    /// Whether a guess fits the numbers that end here.
    pub(super) fn fits_at_the_end(&self, id: GuessId) -> bool {
        self.fits[id as usize]
    }

    /// Whether some guess of a set fits the numbers that end here.
    pub(super) fn accepts(&self, guesses: Guesses) -> bool {
        self.sets[guesses as usize].iter().any(|id| self.fits[*id as usize])
    }

    fn fits(&self, guess: &Guess) -> bool {
        let reading = &self.readings[guess[0] as usize];
        let parts = reading.formula.parts.iter().filter(|part| !part.is_empty()).count();
        guess[2..2 + parts].iter().all(|state| self.claimed.accepts(*state as u32))
            && reading.accepts(&guess[2 + parts..])
    }

    /// Whether some numbers at all fit a formula: one guess after the other.
    pub(super) fn is_possible(&mut self, meter: &Meter<'_>) -> Result<bool, Refused> {
        let letters = self.system.digits().pow(self.axes as u32);
        let mut open = self.first(meter)?;
        let mut met: HashSet<GuessId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            if self.fits[id as usize] {
                return Ok(true);
            }
            for letter in 0..letters {
                for after in self.follow(id, letter, meter)? {
                    if met.insert(after) {
                        open.push(after);
                    }
                }
            }
        }
        Ok(false)
    }
}

//! The automaton of a certificate: written in the one way in which its set can be written.

use std::collections::HashMap;

use crate::meter::Meter;
use crate::prove::WrittenAutomaton;

use super::super::{Refused, reject};
use super::reading::System;

/// The state that accepts nothing.
pub(super) const SINK: u32 = u32::MAX;
/// Letters beyond this are not read.
const LETTERS: usize = 1 << 16;

/// The automaton as it is run.
pub(super) struct Claimed {
    pub(super) letters: usize,
    accepting: Vec<bool>,
    next: Vec<u32>,
}

impl Claimed {
    /// The automaton, if it is written as it should be: minimal, its states in the order in which they are met.
    pub(super) fn read(
        written: &WrittenAutomaton,
        system: System,
        tracks: usize,
        meter: &Meter<'_>,
    ) -> Result<Claimed, Refused> {
        const FORM: &str = "the automaton is written in its one form";
        let states = written.next.len();
        let letters = system.digits().checked_pow(tracks as u32).filter(|count| *count <= LETTERS);
        let Some(letters) = letters else { return reject(FORM, "it reads too many numbers") };
        let mut accepting = vec![false; states];
        if !written.accepting.is_sorted_by(|a, b| a < b)
            || written.accepting.iter().any(|s| *s as usize >= states)
        {
            return reject(FORM, "the accepting states are not a list of states in order");
        }
        written.accepting.iter().for_each(|state| accepting[*state as usize] = true);
        let mut next = Vec::with_capacity(states * letters);
        let mut met = usize::from(states > 0);
        for (state, row) in written.next.iter().enumerate() {
            meter.add(4 * letters as u64)?;
            if row.len() != letters || state >= met {
                return reject(FORM, format!("state {state} has {} letters or is never met", row.len()));
            }
            for &to in row {
                match usize::try_from(to) {
                    Err(_) if to == -1 => next.push(SINK),
                    Ok(to) if to < met => next.push(to as u32),
                    Ok(to) if to == met && to < states => {
                        met += 1;
                        next.push(to as u32);
                    }
                    _ => return reject(FORM, format!("state {state} leads to {to} out of order")),
                }
            }
        }
        let claimed = Claimed { letters, accepting, next };
        match claimed.is_minimal(meter)? {
            true => Ok(claimed),
            false => reject(FORM, "two states accept the same, or one accepts nothing"),
        }
    }

    /// Whether all states, and the sink, accept different words.
    fn is_minimal(&self, meter: &Meter<'_>) -> Result<bool, Refused> {
        let states = self.accepting.len();
        // The sink is the last one.
        let mut class: Vec<u32> = self.accepting.iter().map(|a| u32::from(*a)).chain([0]).collect();
        let mut count = 0;
        loop {
            let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut finer = Vec::with_capacity(states + 1);
            for state in 0..=states {
                meter.pass(8 * self.letters as u64)?;
                let to = |letter: usize| {
                    if state == states { SINK } else { self.next[state * self.letters + letter] }
                };
                let of = |to: u32| class[if to == SINK { states } else { to as usize }];
                let key = [class[state]]
                    .into_iter()
                    .chain((0..self.letters).map(|letter| of(to(letter))))
                    .collect();
                let new = seen.len() as u32;
                finer.push(*seen.entry(key).or_insert(new));
            }
            if seen.len() == count {
                return Ok(count == states + 1);
            }
            (class, count) = (finer, seen.len());
        }
    }

    pub(super) fn start(&self) -> u32 {
        if self.accepting.is_empty() { SINK } else { 0 }
    }

    pub(super) fn step(&self, state: u32, letter: usize) -> u32 {
        if state == SINK { SINK } else { self.next[state as usize * self.letters + letter] }
    }

    pub(super) fn accepts(&self, state: u32) -> bool {
        state != SINK && self.accepting[state as usize]
    }
}

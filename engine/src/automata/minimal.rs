//! The smallest automaton of a relation, in its canonical form.
//!
//! States from which nothing is accepted become the sink; the others are told apart by refining "accepts" until the classes
//! of all followers agree (Moore 1956), and numbered in the order in which reading meets them. O(n·l) a round for n states and
//! l letters; the number of rounds is the length of the longest word that is needed to tell two states apart.

use hashbrown::HashMap;

use crate::error::Result;
use crate::meter::Meter;
use crate::work::Work;

use super::automaton::{Automaton, DEAD, State};

impl Automaton {
    /// The canonical form.
    pub(super) fn minimal(self, work: &Work<'_>) -> Result<Automaton> {
        let meter = Meter::new("states", work);
        let live = self.live(&meter)?;
        let class = self.classes(&live, &meter)?;
        self.numbered(&class, &meter)
    }

    /// The states from which something is accepted.
    fn live(&self, meter: &Meter<'_>) -> Result<Vec<bool>> {
        let letters = self.letters();
        // Backward edges as lists, by counting.
        let mut first = vec![0u32; self.states() + 1];
        for &to in self.next.iter().filter(|to| **to != DEAD) {
            first[to as usize + 1] += 1;
        }
        for i in 0..self.states() {
            first[i + 1] += first[i];
        }
        meter.pass(self.next.len() as u64 * 4)?;
        meter.hold(self.next.len() as u64 * 8)?;
        let mut fill = first.clone();
        let mut from = vec![0u32; first[self.states()] as usize];
        for (edge, &to) in self.next.iter().enumerate().filter(|(_, to)| **to != DEAD) {
            from[fill[to as usize] as usize] = (edge / letters) as u32;
            fill[to as usize] += 1;
        }
        let mut live = self.accepting.clone();
        let mut open: Vec<usize> = (0..self.states()).filter(|state| live[*state]).collect();
        while let Some(state) = open.pop() {
            for &before in &from[first[state] as usize..first[state + 1] as usize] {
                if !std::mem::replace(&mut live[before as usize], true) {
                    open.push(before as usize);
                }
            }
        }
        Ok(live)
    }

    /// The class of each state, `DEAD` for those from which nothing is accepted.
    fn classes(&self, live: &[bool], meter: &Meter<'_>) -> Result<Vec<State>> {
        let letters = self.letters();
        let first = |state: usize| if live[state] { u32::from(self.accepting[state]) } else { DEAD };
        let mut class: Vec<State> = (0..self.states()).map(first).collect();
        let mut count = 0;
        loop {
            let mut known: HashMap<Vec<State>, State> = HashMap::new();
            let mut refined = vec![DEAD; self.states()];
            for state in (0..self.states()).filter(|state| live[*state]) {
                meter.pass(letters as u64 * 8)?;
                let row = &self.next[state * letters..][..letters];
                let mut key = Vec::with_capacity(letters + 1);
                key.push(class[state]);
                key.extend(row.iter().map(|&to| if to == DEAD { DEAD } else { class[to as usize] }));
                let new = known.len() as State;
                refined[state] = *known.entry(key).or_insert(new);
            }
            meter.hold((known.len() * (letters + 16) * 4 + self.next.len() * 4) as u64)?;
            let (before, now) = (count, known.len());
            (class, count) = (refined, now);
            if now == before {
                return Ok(class);
            }
        }
    }

    /// One state for each class that is met, in order.
    fn numbered(&self, class: &[State], meter: &Meter<'_>) -> Result<Automaton> {
        let letters = self.letters();
        let mut found = Automaton {
            system: self.system,
            tracks: self.tracks.clone(),
            start: DEAD,
            accepting: Vec::new(),
            next: Vec::new(),
        };
        let mut number: HashMap<State, State> = HashMap::new();
        let mut open: Vec<usize> = Vec::new();
        let mut meet = |state: State, open: &mut Vec<usize>| -> State {
            if state == DEAD || class[state as usize] == DEAD {
                return DEAD;
            }
            *number.entry(class[state as usize]).or_insert_with(|| {
                open.push(state as usize);
                open.len() as State - 1
            })
        };
        found.start = meet(self.start, &mut open);
        let mut at = 0;
        while at < open.len() {
            meter.pass(letters as u64 * 4)?;
            let state = open[at];
            found.accepting.push(self.accepting[state]);
            for &to in &self.next[state * letters..][..letters] {
                let to = meet(to, &mut open);
                found.next.push(to);
            }
            at += 1;
        }
        Ok(found)
    }
}

//! "There is": numbers that are guessed while the others are read, by the subset construction (Rabin and Scott 1959).

use crate::error::Result;
use crate::work::Work;

use super::automaton::{Automaton, DEAD, State, letter_count, restricted};

/// States in growing order.
type Set = Vec<State>;

impl Automaton {
    /// The relation between the numbers on the tracks in `kept` that holds if there are numbers for the others.
    pub(crate) fn projected(&self, kept: &[usize], work: &Work<'_>) -> Result<Automaton> {
        let tracks: Vec<usize> = self.tracks.iter().copied().filter(|track| kept.contains(track)).collect();
        if tracks.len() == self.tracks.len() {
            return Ok(self.clone());
        }
        let seen = restricted(self.system, &self.tracks, &tracks)?;
        let letters = letter_count(self.system, tracks.len())?;
        let mut buckets: Vec<Vec<State>> = vec![Vec::new(); letters];
        let row = |set: &Set, keys: &mut Vec<Option<Set>>| {
            for &state in set {
                for (letter, &seen) in seen.iter().enumerate() {
                    let to = self.step(state, letter);
                    if to != DEAD {
                        buckets[seen].push(to);
                    }
                }
            }
            for bucket in &mut buckets {
                bucket.sort_unstable();
                bucket.dedup();
                keys.push((!bucket.is_empty()).then(|| bucket.clone()));
                bucket.clear();
            }
        };
        let size = |set: &Set| 4 * set.len() as u64;
        let accepts = |set: &Set| set.iter().any(|state| self.accepts_at(*state));
        Automaton::explore(self.system, tracks, self.beginnings(&seen), work, size, row, accepts)
    }

    /// Where reading may be when the numbers that are kept begin: the others may be longer.
    fn beginnings(&self, seen: &[usize]) -> Option<Set> {
        if self.start == DEAD {
            return None;
        }
        let mut found = vec![self.start];
        let mut at = 0;
        while at < found.len() {
            for letter in (0..seen.len()).filter(|letter| seen[*letter] == 0) {
                let to = self.step(found[at], letter);
                if to != DEAD && !found.contains(&to) {
                    found.push(to);
                }
            }
            at += 1;
        }
        found.sort_unstable();
        Some(found)
    }
}

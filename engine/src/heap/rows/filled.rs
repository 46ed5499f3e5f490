//! A set of numbers that has nearly all up to some number, and few beyond.

use std::collections::VecDeque;

/// All numbers below `low`, and those of `above`.
#[derive(Clone, Debug, Default)]
pub(super) struct Filled {
    low: u64,
    /// Whether it has `low`, which it has not, `low + 1` and so on.
    above: VecDeque<bool>,
}

impl Filled {
    /// The least number that it has not.
    pub(super) fn low(&self) -> u64 {
        self.low
    }

    /// One more than the largest that it has, or less than that.
    pub(super) fn end(&self) -> u64 {
        self.low + self.above.len() as u64
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.above.len() as u64
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        match number.checked_sub(self.low) {
            None => true,
            Some(past) => self.above.get(past as usize).copied().unwrap_or(false),
        }
    }

    pub(super) fn insert(&mut self, number: u64) {
        let Some(past) = number.checked_sub(self.low) else { return };
        let past = past as usize;
        if past >= self.above.len() {
            self.above.resize(past + 1, false);
        }
        self.above[past] = true;
        while self.above.front() == Some(&true) {
            self.above.pop_front();
            self.low += 1;
        }
    }
}

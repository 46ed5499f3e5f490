//! When the state of the rows comes back, and what follows for each row.

use serde::{Deserialize, Serialize};

use super::Rows;
use super::filled::Filled;
use crate::error::Result;
use crate::heap::period::{Period, PeriodReport, Theorem, Verdict};
use crate::work::Work;

/// Where the state came back: `y`, `p`, `σ` and `θ` of the theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Return {
    /// `y`: the column before which the state was first met.
    pub from: u64,
    /// `p`: after how many columns it came back.
    pub after: u64,
    /// `σ`: by how much values have risen.
    pub rise: u64,
    /// `θ`: which values rise; smaller ones stay.
    pub threshold: u64,
}

impl Return {
    /// The column of the first round that a column is like, and how many rounds later it is.
    pub(super) fn reduce(&self, column: u64) -> (u64, u64) {
        match column.checked_sub(self.from) {
            None => (column, 0),
            Some(past) => (self.from + past % self.after, past / self.after),
        }
    }

    fn image(&self, value: u64) -> u64 {
        if value < self.threshold { value } else { value + self.rise }
    }
}

impl Rows {
    /// Where the state comes back, looked for in at most `limit` columns.
    pub fn find(&mut self, limit: u64, work: &Work<'_>) -> Result<Option<Return>> {
        let modulus = self.game.far.len() as u64;
        let mut y = (self.game.bound() + 2 * self.game.window()).max(self.columns());
        while self.back.is_none() && y < limit {
            self.extend(y, work)?;
            let then = self.filled.clone();
            while self.back.is_none() && self.columns() < (2 * y + modulus).min(limit) {
                let z = self.columns() + 1;
                self.extend(z, work)?;
                if (z - y).is_multiple_of(modulus) {
                    self.back = self.candidate(y).filter(|back| self.holds(back, &then));
                }
            }
            y = self.columns();
        }
        Ok(self.back)
    }

    /// What the state at `y` would have to have become for the present one to be it again.
    fn candidate(&self, y: u64) -> Option<Return> {
        let after = self.columns() - y;
        let window = (y - self.game.window()..y).rev();
        let window = window.flat_map(|column| (0..self.game.tags).map(move |tag| (column, tag)));
        let (mut rise, mut threshold) = (0, u64::MAX);
        for (column, tag) in window {
            let (then, now) = (self.at(column, tag), self.at(column + after, tag));
            if then == now {
                continue;
            }
            // What has changed has risen, all of it by as much.
            if now < then || rise != 0 && now - then != rise {
                return None;
            }
            (rise, threshold) = (now - then, threshold.min(then));
        }
        Some(Return { from: y, after, rise, threshold })
    }

    /// The conditions of the theorem, for the state at `back.from` with the sets `then`, and the present one.
    fn holds(&self, back: &Return, then: &[Filled]) -> bool {
        let (tags, window, Return { from, after, .. }) = (self.game.tags, self.game.window(), *back);
        let same = |column: u64, tag: u32| self.at(column + after, tag) == back.image(self.at(column, tag));
        (from - window..from).rev().all(|column| (0..tags).all(|tag| same(column, tag)))
            && then.iter().zip(&self.filled).all(|(then, now)| is_image(back, then, now))
            && self.rising_are_full(back)
            && self.landmarks_stay(back)
    }

    fn rising_are_full(&self, back: &Return) -> bool {
        let gap = || back.threshold..back.threshold.saturating_add(back.rise);
        let full = |sets: &[usize]| gap().all(|v| sets.iter().any(|&set| self.filled[set].contains(v)));
        let full: Vec<Vec<bool>> =
            self.drawn.iter().map(|row| row.iter().map(|(sets, _)| full(sets)).collect()).collect();
        (back.from..back.from + back.after).all(|column| {
            let row = &full[(column % full.len() as u64) as usize];
            (0..self.game.tags).zip(row).all(|(tag, full)| *full || self.at(column, tag) < back.threshold)
        })
    }

    fn landmarks_stay(&self, back: &Return) -> bool {
        let mut landmarks = self.game.far.iter().flatten().flat_map(|moves| &moves.landmarks);
        landmarks.all(|&(column, to)| self.at(column, to) < back.threshold)
    }

    /// The least period of one row from its least preperiod on, if the state came back and the row rises everywhere or nowhere: of columns
    /// from `first` on.
    pub fn period_of(&mut self, tag: u32, first: u64, work: &Work<'_>) -> Result<Option<Period>> {
        let Some(back) = self.back else { return Ok(None) };
        let (from, after) = (back.from, back.after);
        self.extend(from + 2 * after, work)?;
        let rising =
            (from..from + after).filter(|&column| self.at(column, tag) >= back.threshold).count() as u64;
        let rise = if rising == 0 { 0 } else { back.rise };
        if rising != 0 && rising != after {
            return Ok(None);
        }
        let same = |column: u64, period: u64, saltus: u64| {
            self.at(column + period, tag) == self.at(column, tag) + saltus
        };
        let is_period = |period: u64| {
            let saltus = rise / (after / period);
            after.is_multiple_of(period)
                && rise.is_multiple_of(after / period)
                && (from..from + after).all(|column| same(column, period, saltus))
        };
        let Some(period) = (1..=after).find(|&period| is_period(period)) else { return Ok(None) };
        let saltus = rise / (after / period);
        let mut preperiod = from;
        while preperiod > first && same(preperiod - 1, period, saltus) {
            preperiod -= 1;
        }
        Ok(Some(Period { preperiod, period, saltus }))
    }

    /// The period of one row, of columns from `first` on, looked for in at most `limit` columns.
    pub fn report(&mut self, tag: u32, first: u64, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        self.find(limit, work)?;
        let Some(period) = self.period_of(tag, first, work)? else {
            return Ok(PeriodReport::unknown(self.columns()));
        };
        let value = |column: u64| if column < first { u64::MAX } else { self.at(column, tag) };
        let mut report = PeriodReport::found(Verdict::Proved(Theorem::Rows), period, self.columns(), value);
        report.exceptions.retain(|&column| column >= first);
        report.exceptions_total -= first.min(period.preperiod);
        Ok(report)
    }

    /// Where the state came back, if that is known.
    pub fn back(&self) -> Option<Return> {
        self.back
    }
}

/// Whether outside the gap the later set is the earlier one, risen.
fn is_image(back: &Return, then: &Filled, now: &Filled) -> bool {
    let end = then.end().max(now.end());
    let below = then.low().min(now.low())..back.threshold.min(end);
    below.into_iter().all(|v| then.contains(v) == now.contains(v))
        && (back.threshold..end).all(|v| then.contains(v) == now.contains(v + back.rise))
}

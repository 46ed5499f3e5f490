//! The options of a position that have a value, found without going through the sweeps.

use super::{Return, Rows, Sweep, Target};
use crate::nimber::Nimber;
use crate::work::Work;

impl Rows {
    /// Every option of a position with this value, in order; nothing if there are more than `most.0`, or if the state did not come back in
    /// `most.1` columns.
    pub fn options_of_value(
        &mut self,
        column: u64,
        tag: u32,
        wanted: Nimber,
        most: (usize, u64),
    ) -> Option<Vec<Target>> {
        let work = Work::unwatched();
        let mut targets: Vec<Target> = match column < self.game.bound() {
            true => self.game.near[column as usize * self.game.tags as usize + tag as usize].clone(),
            false => {
                let far = &self.game.far[(column % self.game.far.len() as u64) as usize][tag as usize];
                far.falls
                    .iter()
                    .map(|&(drop, to)| (column - drop, to))
                    .chain(far.landmarks.iter().copied())
                    .collect()
            }
        };
        let mut found = Vec::new();
        for (to, tag) in targets.drain(..) {
            if self.value(to, tag, most.1, &work).ok()? == wanted {
                found.push((to, tag));
            }
        }
        if column >= self.game.bound() {
            let sweeps =
                self.game.far[(column % self.game.far.len() as u64) as usize][tag as usize].sweeps.clone();
            for sweep in sweeps {
                let last = column - sweep.lag;
                found.extend(
                    self.swept(sweep, last, wanted.0, most.0)?.into_iter().map(|column| (column, sweep.to)),
                );
            }
        }
        found.sort_unstable();
        found.dedup();
        (found.len() <= most.0).then_some(found)
    }

    /// The columns of a sweep up to `last` with a value; nothing if they are more than `most`.
    fn swept(&self, sweep: Sweep, last: u64, wanted: u64, most: usize) -> Option<Vec<u64>> {
        let belongs =
            |column: u64| column >= sweep.from && column <= last && column % sweep.step == sweep.class;
        let Some(Return { from, after, rise, threshold }) = self.back else {
            let all = (sweep.from..=last).take_while(|&column| column < self.columns());
            let found = all.filter(|&column| belongs(column) && self.at(column, sweep.to) == wanted);
            return (last < self.columns()).then(|| found.collect());
        };
        let mut found: Vec<u64> =
            (0..from).filter(|&column| belongs(column) && self.at(column, sweep.to) == wanted).collect();
        for first in from..from + after {
            let value = self.at(first, sweep.to);
            let rises = rise > 0 && value >= threshold;
            if rises {
                // The value comes once in the column that is so many rounds later.
                let rounds =
                    wanted.checked_sub(value).filter(|gap| gap.is_multiple_of(rise)).map(|gap| gap / rise);
                let column = rounds.and_then(|rounds| rounds.checked_mul(after)?.checked_add(first));
                found.extend(column.filter(|&column| belongs(column)));
            } else if value == wanted && first % sweep.step == sweep.class {
                // Rounds are as long as keeps the class.
                let rounds = (0..).map(|round| first + round * after).take_while(|&column| column <= last);
                found.extend(rounds.filter(|&column| belongs(column)).take(most + 1 - found.len().min(most)));
            }
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }
}

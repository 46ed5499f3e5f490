//! Taking-and-breaking games: the sequence of any code, as far as asked, and beyond once its period is proved.

use crate::Nimber;
use crate::error::Result;
use crate::heap::code::TakeBreak;
use crate::heap::exact::Exact;
use crate::heap::period::{self, Period, PeriodReport, Verdict};
use crate::heap::plain::Plain;
use crate::progress::Progress;

/// The nim-sequence of a taking-and-breaking game.
///
/// ```
/// use grundy::{Nimber, Quiet, heap::{Sequence, TakeBreak}};
/// let mut kayles = Sequence::new("0.77".parse::<TakeBreak>()?);
/// let report = kayles.find_period(1000, &Quiet)?;
/// assert_eq!(report.period.map(|p| (p.preperiod, p.period)), Some((71, 12)));
/// assert_eq!(kayles.value(1_000_000_000_000_000_003, &Quiet)?, Nimber(2));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    game: TakeBreak,
    engine: Engine,
    period: Option<(Period, Verdict)>,
}

#[derive(Clone, Debug)]
enum Engine {
    Plain(Plain),
    Exact(Exact),
}

impl Sequence {
    /// The sequence of a game, nothing computed yet.
    pub fn new(game: TakeBreak) -> Sequence {
        let octal = game.is_octal() && game.parts() == 2;
        let engine =
            if octal { Engine::Exact(Exact::new(&game)) } else { Engine::Plain(Plain::new(game.clone())) };
        Sequence { game, engine, period: None }
    }

    /// The game.
    pub fn game(&self) -> &TakeBreak {
        &self.game
    }

    /// How many heaps are computed.
    pub fn len(&self) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => plain.values.len() as u64,
            Engine::Exact(exact) => exact.values.len() as u64,
        }
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Computes at least the heaps `0..len`, without use of a period.
    pub fn extend(&mut self, len: u64, progress: &dyn Progress) -> Result<()> {
        match &mut self.engine {
            Engine::Plain(plain) => plain.extend(len, progress),
            Engine::Exact(exact) => {
                while (exact.values.len() as u64) < len {
                    let at = exact.values.len();
                    if at >= 1 << 10 && at.is_power_of_two() {
                        exact.classify();
                    }
                    exact.extend(len.min((at as u64 + 1).next_power_of_two()), progress)?;
                }
                Ok(())
            }
        }
    }

    fn known(&self, n: u64) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => plain.values[n as usize].into(),
            Engine::Exact(exact) => exact.values[n as usize].into(),
        }
    }

    /// Looks for a period in at most `limit` heaps and stops at the first proof.
    pub fn find_period(&mut self, limit: u64, progress: &dyn Progress) -> Result<PeriodReport> {
        let mut len = 256;
        loop {
            if let Some((period, verdict @ Verdict::Proved(_))) = self.period {
                return Ok(PeriodReport::found(verdict, period, self.len(), |n| self.known(n)));
            }
            let to = self.len().max(len.min(limit));
            self.extend(to, progress)?;
            let values: Vec<u32> = (0..to).map(|n| self.known(n) as u32).collect();
            self.period = period::find(&self.game, &values).map(|(verdict, period)| (period, verdict));
            if to >= limit && !matches!(self.period, Some((_, Verdict::Proved(_)))) {
                return Ok(match self.period {
                    Some((period, seen)) => PeriodReport::found(seen, period, to, |n| self.known(n)),
                    None => PeriodReport::unknown(to),
                });
            }
            len = to + to / 2;
        }
    }

    /// The value of a heap: from the table, from the proved period, or by computing up to it.
    pub fn value(&mut self, n: u64, progress: &dyn Progress) -> Result<Nimber> {
        let n = match self.period {
            Some((period, Verdict::Proved(_))) if n >= self.len() => period.reduce(n).0,
            _ => n,
        };
        self.extend(n + 1, progress)?;
        Ok(Nimber(self.known(n)))
    }
}

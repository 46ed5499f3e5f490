//! Taking-and-breaking games: the sequence of any code, as far as asked, and beyond once its period is proved.

use crate::Nimber;
use crate::error::Result;
use crate::heap::certificate::{Certificate, CertifiedGame, Proof};
use crate::heap::code::TakeBreak;
use crate::heap::exact::Exact;
use crate::heap::fast::{Fast, SparseProof};
use crate::heap::period::{self, Period, PeriodReport, Theorem, Verdict};
use crate::heap::plain::Plain;
use crate::heap::sparse::Class;
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
    proof: Option<SparseProof>,
}

#[derive(Clone, Debug)]
enum Engine {
    Plain(Plain),
    Exact(Box<Exact>),
    Fast(Box<Fast>),
}

/// From here on a class is looked for, at every power of two.
const CLASSIFY: usize = 1 << 10;
/// From here on the exact engine may hand over to a kernel, at a power of two.
const HAND_OVER: usize = 1 << 15;
/// Up to here Guy–Smith is tried on the whole table; beyond, only theorem W is.
const WHOLE_TABLE: u64 = 1 << 21;

impl Sequence {
    /// The sequence of a game, nothing computed yet.
    pub fn new(game: TakeBreak) -> Sequence {
        let engine = if game.is_octal() && game.parts() == 2 {
            Engine::Exact(Box::new(Exact::new(&game)))
        } else {
            Engine::Plain(Plain::new(game.clone()))
        };
        Sequence { game, engine, period: None, proof: None }
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
            Engine::Fast(fast) => fast.len() as u64,
        }
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which engine runs now, in a few words.
    pub fn engine(&self) -> String {
        match &self.engine {
            Engine::Plain(_) => "all options of every heap".into(),
            Engine::Exact(exact) => match exact.class {
                Some(_) => format!("rare and common values, {} rare heaps", exact.rares.len()),
                None => "search over all pairs".into(),
            },
            Engine::Fast(fast) => fast.describe(),
        }
    }

    /// Computes at least the heaps `0..len`, without use of a period.
    pub fn extend(&mut self, len: u64, progress: &dyn Progress) -> Result<()> {
        while self.len() < len {
            match &mut self.engine {
                Engine::Plain(plain) => plain.extend(len, progress)?,
                Engine::Fast(fast) => fast.extend(len, progress)?,
                Engine::Exact(exact) => {
                    let at = exact.values.len();
                    if at >= CLASSIFY && at.is_power_of_two() {
                        exact.classify();
                        if at >= HAND_OVER
                            && let Some(fast) = Fast::new(exact)
                        {
                            self.engine = Engine::Fast(Box::new(fast));
                            continue;
                        }
                    }
                    exact.extend(len.min((at as u64 + 1).next_power_of_two()), progress)?;
                }
            }
        }
        Ok(())
    }

    fn known(&self, n: u64) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => plain.values[n as usize].into(),
            Engine::Exact(exact) => exact.values[n as usize].into(),
            Engine::Fast(fast) => fast.value(n as usize).into(),
        }
    }

    /// Looks for a period in about `limit` heaps and stops at the first proof.
    pub fn find_period(&mut self, limit: u64, progress: &dyn Progress) -> Result<PeriodReport> {
        let (mut next, mut whole) = (256, 0);
        loop {
            if let Some((period, verdict @ Verdict::Proved(_))) = self.period {
                return Ok(PeriodReport::found(verdict, period, self.len(), |n| self.known(n)));
            }
            self.extend(next.min(limit), progress)?;
            let len = self.len();
            next = match &mut self.engine {
                Engine::Fast(fast) => match fast.prove() {
                    Ok((period, proof)) => {
                        self.period = Some((period, Verdict::Proved(Theorem::SparseWindow)));
                        self.proof = Some(proof);
                        continue;
                    }
                    Err(ask) => ask as u64,
                },
                _ => len + len / 2,
            };
            // What was only seen in a shorter table may be gone in this one.
            self.period = None;
            if len <= WHOLE_TABLE && (len >= whole || len >= limit) {
                let values: Vec<u32> = (0..len).map(|n| self.known(n) as u32).collect();
                self.period = period::find(&self.game, &values).map(|(verdict, period)| (period, verdict));
                whole = len + len / 2;
            }
            if len >= limit && !matches!(self.period, Some((_, Verdict::Proved(_)))) {
                return Ok(match self.period {
                    Some((period, seen)) => PeriodReport::found(seen, period, len, |n| self.known(n)),
                    None => PeriodReport::unknown(len),
                });
            }
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

    /// The proof of the period, if it is proved by a theorem that the checker knows.
    pub fn certificate(&self) -> Option<Certificate> {
        let (period, Verdict::Proved(theorem)) = self.period? else { return None };
        let proof = match theorem {
            Theorem::Window => Proof::Window {},
            Theorem::SparseWindow => {
                let SparseProof { class, rares, bound, from } = self.proof.clone()?;
                Proof::SparseWindow { class, rares, bound, from }
            }
            Theorem::GuySmith if self.game.is_octal() => {
                let (needed, _) = period::values_needed(&self.game, period.preperiod, period.period)?;
                let class = self.class();
                let rare = |n: u64| class.is_some_and(|class| class.is_rare(self.known(n) as u32, n));
                Proof::GuySmith { class, rare_heaps: (1..needed).filter(|&n| rare(n)).count() as u64 }
            }
            _ => return None,
        };
        Some(Certificate::new(CertifiedGame::code(&self.game), period, proof, |n| self.known(n)))
    }

    /// Which values are rare, if that is known to help.
    fn class(&self) -> Option<Class> {
        match &self.engine {
            Engine::Plain(_) => None,
            Engine::Exact(exact) => exact.class,
            Engine::Fast(fast) => Some(fast.class()),
        }
    }
}

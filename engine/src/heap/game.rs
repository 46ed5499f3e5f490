//! One door to all heap engines: rules in, values and periods out.

use std::fmt;

use crate::Nimber;
use crate::error::Result;
use crate::heap::all_but::AllBut;
use crate::heap::certificate::{Certificate, CertifiedGame};
use crate::heap::code::TakeBreak;
use crate::heap::period::PeriodReport;
use crate::heap::subtraction::Subtraction;
use crate::heap::taking_breaking::Sequence;
use crate::work::Work;

/// The rules of a heap game with a nim-sequence that may be periodic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeapRules {
    /// Taking and breaking.
    Code(TakeBreak),
    /// Taking an amount of this set.
    Take(Vec<u64>),
    /// Taking any amount but these.
    TakeAllBut(Vec<u64>),
}

impl fmt::Display for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match self {
            HeapRules::Code(game) => game.fmt(f),
            HeapRules::Take(set) => write!(f, "take {{{}}}", list(set)),
            HeapRules::TakeAllBut(set) => write!(f, "take all but {{{}}}", list(set)),
        }
    }
}

/// A heap game that is being computed.
///
/// ```
/// use grundy::{Nimber, Work, heap::{HeapGame, HeapRules}};
/// let mut game = HeapGame::new(&HeapRules::Code("0.77".parse()?))?;
/// assert_eq!(game.value(1_000_000_000_000, &Work::unwatched())?, Nimber(1));
/// assert_eq!(game.find_period(1000, &Work::unwatched())?.period.map(|p| p.period), Some(12));
/// assert!(game.certificate().is_some());
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum HeapGame {
    /// Taking and breaking.
    Code(Box<Sequence>),
    /// A finite subtraction set.
    Take(Subtraction),
    /// All amounts but finitely many.
    TakeAllBut(AllBut),
}

impl HeapGame {
    /// The engine for these rules, nothing computed yet.
    pub fn new(rules: &HeapRules) -> Result<HeapGame> {
        Ok(match rules {
            HeapRules::Code(game) => HeapGame::Code(Box::new(Sequence::new(game.clone()))),
            HeapRules::Take(set) => HeapGame::Take(Subtraction::new(set)?),
            HeapRules::TakeAllBut(set) => HeapGame::TakeAllBut(AllBut::new(set)?),
        })
    }

    /// How many heaps are computed.
    pub fn len(&self) -> u64 {
        match self {
            HeapGame::Code(run) => run.len(),
            HeapGame::Take(run) => run.len(),
            HeapGame::TakeAllBut(run) => run.len(),
        }
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Computes at least the heaps `0..len`.
    pub fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        match self {
            HeapGame::Code(run) => run.extend(len, work),
            HeapGame::Take(run) => run.extend(len, work),
            HeapGame::TakeAllBut(run) => run.extend(len, work),
        }
    }

    /// The value of a heap of any size.
    pub fn value(&mut self, n: u64, work: &Work<'_>) -> Result<Nimber> {
        match self {
            HeapGame::Code(run) => run.value(n, work),
            HeapGame::Take(run) => run.value(n, work),
            HeapGame::TakeAllBut(run) => run.value(n, work),
        }
    }

    /// Looks for a period in about `limit` heaps and stops at the first proof.
    pub fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        match self {
            HeapGame::Code(run) => run.find_period(limit, work),
            HeapGame::Take(run) => run.find_period(limit, work),
            HeapGame::TakeAllBut(run) => run.find_period(limit, work),
        }
    }

    /// The game as a certificate states it.
    pub(crate) fn certified_game(&self) -> CertifiedGame {
        match self {
            HeapGame::Code(run) => CertifiedGame::code(run.game()),
            HeapGame::Take(run) => CertifiedGame::Take(run.set().to_vec()),
            HeapGame::TakeAllBut(run) => CertifiedGame::TakeAllBut(run.forbidden().to_vec()),
        }
    }

    /// The proof of the period, if it was proved and the checker knows the theorem.
    pub fn certificate(&self) -> Option<Certificate> {
        match self {
            HeapGame::Code(run) => run.certificate(),
            HeapGame::Take(run) => run.certificate(),
            HeapGame::TakeAllBut(run) => run.certificate(),
        }
    }
}

/// The period of a heap game and, if it is proved, a certificate.
///
/// ```
/// use grundy::{Work, heap::{HeapRules, Verdict, period}};
/// let (report, certificate) = period(&HeapRules::Take(vec![2, 5, 7]), 10_000, &Work::unwatched())?;
/// assert_eq!(report.period.map(|p| p.period), Some(22));
/// assert!(certificate.is_some());
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn period(rules: &HeapRules, limit: u64, work: &Work<'_>) -> Result<(PeriodReport, Option<Certificate>)> {
    let mut game = HeapGame::new(rules)?;
    let report = game.find_period(limit, work)?;
    Ok((report, game.certificate()))
}

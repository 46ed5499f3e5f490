//! Heap engines that know their period, as engines of the planner.

use crate::engine::{Engine, Periodic};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::heap::{Certificate, CertifiedGame, HeapGame, HeapRules, PeriodReport, Sequence, Verdict};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::report::sentence::{EngineName, Misfit};
use crate::work::Work;

/// Below this a table is at hand before a period would be found.
const SHORT: u64 = 1 << 12;

/// The part of the allowed positions that is spent on looking for a period, where only a period can help. A sieve settles heaps by
/// the word, in steps for each amount, so with few amounts it may take more of them.
const PATIENCE: u64 = 128;

fn patience(game: &HeapGame) -> u64 {
    match game {
        HeapGame::Take(sieve) => (sieve.set().len() as u64).clamp(1, PATIENCE),
        _ => PATIENCE,
    }
}

/// Of a game whose heaps take the longer the larger they are, so many are looked at before that is seen.
const FIRST: u64 = 1 << 16;

fn is_fast(game: &HeapGame) -> bool {
    match game {
        HeapGame::Code(run) => run.is_fast(),
        HeapGame::Take(_) | HeapGame::TakeAllBut(_) => true,
    }
}

/// An engine made of a heap game.
pub(super) struct HeapEngine {
    name: EngineName,
    sequence: HeapGame,
    proved: bool,
}

impl HeapEngine {
    /// The engine for these rules, or why there is none.
    pub(super) fn new(name: EngineName, rules: &HeapRules) -> Result<HeapEngine, Misfit> {
        let sequence = HeapGame::new(rules)?;
        Ok(HeapEngine { name, sequence, proved: false })
    }
}

impl Engine for HeapEngine {
    fn name(&self) -> EngineName {
        self.name
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        let largest = components.iter().map(|c| c.0[0] as u64).max().unwrap_or(0);
        if largest < self.sequence.len().max(SHORT) || self.proved {
            return Ok(());
        }
        // A heap that no table will reach is worth a look for a period, not all the work that the limit allows.
        let within = largest < work.limits.positions;
        let mut limit = match within {
            true => largest + 1,
            false => work.limits.positions / patience(&self.sequence),
        };
        if !within && limit > FIRST {
            self.find_period(FIRST, work)?;
            limit = if is_fast(&self.sequence) { limit } else { FIRST };
        }
        if !self.proved {
            self.find_period(limit, work)?;
        }
        match self.proved || within {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::Limit, Fault::OutOfReach { limit, heap: largest })
                .hint(NextStep::LookFurther)),
        }
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let n = place[0] as u64;
        if n >= self.sequence.len().max(SHORT) && !self.proved {
            self.prepare(&[Component(place.to_vec())], work)?;
        }
        self.sequence.value(n, work)
    }

    fn positions(&self) -> u64 {
        self.sequence.len()
    }

    fn periodic(&mut self) -> Option<&mut dyn Periodic> {
        Some(self)
    }
}

impl Periodic for HeapEngine {
    fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        let report = self.sequence.find_period(limit, work)?;
        self.proved = matches!(report.verdict, Verdict::Proved(_));
        Ok(report)
    }

    fn certificate(&self) -> Option<Certificate> {
        self.sequence.certificate()
    }

    fn certified_game(&self) -> Option<CertifiedGame> {
        Some(self.sequence.certified_game())
    }

    fn sequence(&mut self) -> Option<&mut Sequence> {
        match &mut self.sequence {
            HeapGame::Code(run) => Some(run),
            HeapGame::Take(_) | HeapGame::TakeAllBut(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::machine::Threads;

    #[test]
    fn the_memory_allowed_ends_the_search_for_a_period() {
        let ask = |code: &str, bytes: u64, limit: u64| {
            let limits = Limits { bytes, ..Limits::default() };
            let mut engine =
                HeapEngine::new(EngineName::SparseSpace, &HeapRules::Code(code.parse().unwrap())).unwrap();
            let report = engine.find_period(limit, &Work::within(limits));
            (report.map(|report| report.verdict).map_err(|e| e.kind()), engine.positions())
        };
        // In words, by all pairs, and with three parts.
        for (code, bytes) in [("0.106", 1 << 20), ("0.07", 1000), ("0.E", 10_000)] {
            let (ended, heaps) = ask(code, bytes, 1 << 40);
            assert_eq!(ended, Err(ErrorKind::Limit), "{code}");
            assert!(heaps <= bytes, "{code}: {heaps} heaps");
        }
        assert_eq!(ask("0.106", 1 << 20, 100_000).0, Ok(Verdict::Unknown), "what fits is answered");
        assert!(matches!(ask("0.77", 1 << 20, 1 << 40).0, Ok(Verdict::Proved(_))), "proved before it is met");
    }

    #[test]
    fn a_few_large_amounts_are_within_reach_and_the_memory_allowed_ends_a_sieve() {
        let take =
            |set: &[u64]| HeapEngine::new(EngineName::SparseSpace, &HeapRules::Take(set.to_vec())).unwrap();
        // Amounts 1 and an even one: values 0 1 0 1 … 0, then 2 in place of the last 0.
        let mut engine = take(&[1, 500_000]);
        let value = |n: i64, engine: &mut HeapEngine| engine.value(&[n], &Work::unwatched()).unwrap();
        assert_eq!(value(500_001 * 1_000_000_000 + 500_000, &mut engine), Nimber(2));
        assert_eq!(value(500_001 * 1_000_000_000 + 7, &mut engine), Nimber(1));
        let limits = Limits { bytes: 100_000, ..Limits::default() };
        let ended = take(&[1, 500_000]).find_period(1 << 40, &Work::within(limits)).unwrap_err();
        assert_eq!(ended.kind(), ErrorKind::Limit);
        assert!(take(&[1, 500]).find_period(1 << 40, &Work::within(limits)).is_ok());
    }

    #[test]
    fn the_threads_asked_for_reach_the_sequence_and_change_no_answer() {
        let ask = |threads: Option<usize>| {
            let limits = Limits { threads: threads.map(Threads::new), ..Limits::default() };
            let work = Work::within(limits);
            let mut engine =
                HeapEngine::new(EngineName::SparseSpace, &HeapRules::Code("0.16".parse().unwrap())).unwrap();
            let report = engine.find_period(1 << 20, &work).unwrap();
            let value = engine.value(&[1_000_000_000_000], &work).unwrap();
            (engine.sequence().unwrap().threads().count(), report, value)
        };
        let usual = ask(None);
        assert_eq!(usual.0, 1);
        assert_eq!(ask(Some(3)), (3, usual.1, usual.2));
    }
}

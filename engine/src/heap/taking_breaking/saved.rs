//! What a checkpoint keeps of a sequence: its table, and the period once it is proved.
//!
//! The proof is kept in numbers of its own: a table that was let go, or a kernel that is chosen anew, may no longer bear it out.

use super::{Sequence, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::code::TakeBreak;
use crate::heap::fast::Fast;
use crate::heap::period::{self, Period, Theorem, Verdict};
use crate::heap::plain::{self, Plain};
use crate::machine::Threads;
use crate::work::Work;

/// The kinds of checkpoints: a table of values, or the state of the fast engine.
const VALUES: u64 = 0;
const FAST: u64 = 1;
/// How many heaps of a checkpoint are computed anew, and how many pairs are looked at for some later ones.
const RECOMPUTED: u64 = 1000;
const RECOMPUTED_PAIRS: u64 = 1 << 21;
/// The theorems of proofs that are kept; 0 stands for none.
const THEOREMS: [(u64, Theorem); 3] =
    [(1, Theorem::Window), (2, Theorem::GuySmith), (3, Theorem::SparseWindow)];

impl Sequence {
    /// All that is needed to go on later, as the bytes of a file.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = Writer::new();
        out.run(self.game.to_string().as_bytes());
        match &self.engine {
            Stage::Fast(fast) => {
                out.number(FAST);
                fast.write(&mut out);
            }
            _ => {
                out.number(VALUES);
                let values: Vec<u8> =
                    (0..self.len()).flat_map(|n| (self.known(n) as u32).to_le_bytes()).collect();
                out.run(&values);
            }
        }
        self.proof_to_keep().into_iter().for_each(|number| out.number(number));
        out.file()
    }

    /// Goes on where a checkpoint was made. What is not a whole checkpoint of this game is refused.
    pub fn resume(game: TakeBreak, file: &[u8]) -> Result<Sequence> {
        let mut sequence = Sequence::new(game);
        let mut input = Reader(checkpoint::payload(file)?);
        let (name, own) = (String::from_utf8_lossy(input.run()?).into_owned(), sequence.game.to_string());
        if name != own {
            let what = format!("the checkpoint is of the game {name}, not of {own}");
            return Err(Error::new(ErrorKind::Format, what).hint("choose another place for this game"));
        }
        match input.number()? {
            VALUES => {
                let (values, rest) = input.run()?.as_chunks::<4>();
                let values = values.iter().map(|v| u32::from_le_bytes(*v));
                let fits = match &mut sequence.engine {
                    Stage::Plain(plain) => plain.restore(values),
                    Stage::Exact(exact) => exact.restore(values),
                    Stage::Fast(_) => unreachable!("a new sequence is not fast yet"),
                };
                if !fits || !rest.is_empty() {
                    return Err(checkpoint::damaged("its values are too large or cut short"));
                }
            }
            FAST if matches!(sequence.engine, Stage::Exact(_)) => {
                sequence.engine =
                    Stage::Fast(Box::new(Fast::read(&sequence.game, &mut input, Threads::ONE)?));
            }
            _ => return Err(checkpoint::damaged("its kind is not known")),
        }
        let mut proof = [0; 6];
        for number in &mut proof {
            *number = input.number()?;
        }
        input.end()?;
        if let Some(n) = sequence.wrong_heap()? {
            return Err(checkpoint::damaged(&format!("the value of heap {n} is wrong")));
        }
        match sequence.take_up_proof(proof) {
            Some(()) => Ok(sequence),
            None => Err(checkpoint::damaged("its period is not that of its table")),
        }
    }

    /// Computes the first heaps anew by the definition, and where it is cheap some later ones; the first that differs.
    fn wrong_heap(&self) -> Result<Option<u64>> {
        let (octal, len) = (matches!(self.engine, Stage::Exact(_) | Stage::Fast(_)), self.len());
        let first = len.min(if octal { RECOMPUTED } else { RECOMPUTED / 4 });
        let mut plain = Plain::new(self.game.clone());
        plain.extend(first, &Work::unwatched())?;
        let differs = |n: &u64| self.known(*n) != u64::from(plain.values[*n as usize]);
        if let Some(n) = (0..first).find(differs) {
            return Ok(Some(n));
        }
        if !octal || !self.is_whole() {
            return Ok(None);
        }
        let cost = len * self.game.breaks().len().max(1) as u64;
        let sample = (1..=(RECOMPUTED_PAIRS / cost.max(1)).min(64)).map(|i| len.saturating_sub(i * i));
        let wrong =
            |n: &u64| plain::one_value(&self.game, *n, |m| self.known(m as u64) as u32) != self.known(*n);
        Ok(sample.filter(|&n| n >= first).find(wrong))
    }

    /// The theorem, preperiod and period that are proved, the least that the preperiod can be, and of theorem W its bound and its first
    /// heap; zeros if nothing is.
    fn proof_to_keep(&self) -> [u64; 6] {
        let Some((Period { preperiod, period, .. }, Verdict::Proved(theorem))) = self.period else {
            return [0; 6];
        };
        let Some((number, _)) = THEOREMS.into_iter().find(|known| known.1 == theorem) else { return [0; 6] };
        let not_before = self.not_before.unwrap_or(preperiod);
        match (theorem, &self.engine, &self.proof) {
            (Theorem::SparseWindow, Stage::Fast(_), Some(proof)) => {
                [number, preperiod, period, not_before, proof.bound, proof.from]
            }
            (Theorem::SparseWindow, ..) => [0; 6],
            _ => [number, preperiod, period, not_before, 0, 0],
        }
    }

    /// Takes up what `proof_to_keep` gave; `None` if the table, as far as it is kept, contradicts it.
    fn take_up_proof(&mut self, kept: [u64; 6]) -> Option<()> {
        let [number, preperiod, p, not_before, bound, from] = kept;
        if kept == [0; 6] {
            return Some(());
        }
        let (_, theorem) = THEOREMS.into_iter().find(|known| known.0 == number)?;
        let period = Period { preperiod, period: p, saltus: 0 };
        let inside = p > 0 && preperiod.checked_add(p).is_some_and(|end| end <= self.len());
        // Only heaps that were let go can leave it open where the period begins.
        let fits = not_before == preperiod || not_before < preperiod && !self.is_whole();
        if !inside || !fits || !self.repeats(period, not_before) {
            return None;
        }
        match (theorem, &self.engine) {
            (Theorem::SparseWindow, Stage::Fast(fast)) => {
                self.proof = Some(fast.take_up(period, bound, from)?);
            }
            (Theorem::SparseWindow, _) => return None,
            _ => {
                let needed = period::values_needed(&self.game, preperiod, p)?;
                if needed.1 != theorem || needed.0 > self.len() || (bound, from) != (0, 0) {
                    return None;
                }
            }
        }
        self.period = Some((period, Verdict::Proved(theorem)));
        self.not_before = Some(not_before).filter(|&n| n < preperiod);
        Some(())
    }

    /// Whether the table has this period from this heap on, and from none before `not_before`; of heaps that were let go nothing is known.
    fn repeats(&self, Period { preperiod, period: p, .. }: Period, not_before: u64) -> bool {
        match &self.engine {
            Stage::Fast(fast) => match fast.preperiod(p as usize) {
                Some(n) => (not_before..=preperiod).contains(&(n as u64)),
                None => !fast.is_whole(),
            },
            _ => {
                let same = |n: u64| self.known(n) == self.known(n + p);
                (preperiod..self.len() - p).all(same) && (preperiod == 0 || !same(preperiod - 1))
            }
        }
    }
}

//! Taking-and-breaking games: the sequence of any code, as far as asked, and beyond once its period is proved.

use crate::Nimber;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::Threads;
use crate::heap::certificate::{Certificate, CertifiedGame, Proof};
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::closed;
use crate::heap::code::{Split, TakeBreak};
use crate::heap::exact::Exact;
use crate::heap::fast::{Fast, SparseProof};
use crate::heap::period::{self, Period, PeriodReport, Theorem, Verdict};
use crate::heap::plain::{self, Plain};
use crate::heap::sparse::Class;
use crate::limits::Limits;
use crate::progress::{Progress, Quiet};

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
    limits: Limits,
    /// In bounded memory: up to how many heaps all are kept, and how many of the last ones then.
    bound: Option<(usize, usize)>,
    threads: Threads,
}

type Formula = fn(u64) -> Nimber;

/// The repeating codes whose values are known by a formula, and their arithmetic period.
fn closed_form(game: &TakeBreak) -> Option<(Period, Formula)> {
    if game.split() != Split::default() || game.tail() != [3] || game.last_written() != 0 {
        return None;
    }
    match game.digit(0) {
        0 => Some((Period { preperiod: 0, period: 1, saltus: 1 }, closed::nim_value)),
        4 => Some((Period { preperiod: 1, period: 4, saltus: 4 }, closed::lasker_value)),
        _ => None,
    }
}

#[derive(Clone, Debug)]
enum Engine {
    Plain(Plain),
    Exact(Box<Exact>),
    Fast(Box<Fast>),
}

/// The kinds of checkpoints: a table of values, or the state of the fast engine.
const VALUES: u64 = 0;
const FAST: u64 = 1;
/// How many heaps of a checkpoint are computed anew, and how many pairs are looked at for some later ones.
const RECOMPUTED: u64 = 1000;
const RECOMPUTED_PAIRS: u64 = 1 << 21;
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
        let (limits, threads) = (Limits::default(), Threads::ONE);
        Sequence { game, engine, period: None, proof: None, limits, bound: None, threads }
    }

    /// The same sequence, computed by several threads where its kernel can share the work; one unless asked, since two gained too little
    /// where it was measured. Values do not depend on it.
    pub fn with_threads(mut self, threads: Threads) -> Sequence {
        self.set_threads(threads);
        self
    }

    /// Does so from now on.
    pub fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
        if let Engine::Fast(fast) = &mut self.engine {
            fast.set_threads(threads);
        }
    }

    /// How many threads it may use.
    pub fn threads(&self) -> Threads {
        self.threads
    }

    /// The same sequence with other limits on what [`Sequence::value`] may compute.
    pub fn with_limits(mut self, limits: Limits) -> Sequence {
        self.limits = limits;
        self
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
                Engine::Fast(fast) => {
                    if !fast.extend(len, progress)? {
                        let values = fast.all_values().ok_or_else(|| {
                            Error::new(
                                ErrorKind::Limit,
                                "the values became too large to run on in bounded memory",
                            )
                            .hint("run it again with the whole table kept")
                        })?;
                        let mut exact = Exact::new(&self.game);
                        exact.restore(values.into_iter());
                        self.engine = Engine::Exact(Box::new(exact));
                    }
                }
                Engine::Exact(exact) => {
                    let at = exact.values.len();
                    if at >= CLASSIFY && at.is_power_of_two() {
                        exact.classify();
                        if at >= HAND_OVER
                            && let Some(mut fast) = Fast::new(exact, self.threads)
                        {
                            if let Some((whole, keep)) = self.bound {
                                fast.bound(whole, keep);
                            }
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
        if let Some((period, formula)) = closed_form(&self.game) {
            let verdict = Verdict::Proved(Theorem::ClosedForm);
            // No heap is computed; so many would show the period.
            let shown = limit.min(period.preperiod + period.period);
            return Ok(PeriodReport::found(verdict, period, shown, |n| formula(n).0));
        }
        let (mut next, mut whole) = (256, 0);
        loop {
            if let Some((period, verdict @ Verdict::Proved(_))) = self.period {
                return Ok(self.report(verdict, period));
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
            if len <= WHOLE_TABLE && self.is_whole() && (len >= whole || len >= limit) {
                let values: Vec<u32> = (0..len).map(|n| self.known(n) as u32).collect();
                self.period = period::find(&self.game, &values).map(|(verdict, period)| (period, verdict));
                whole = len + len / 2;
            }
            if len >= limit && !self.is_proved() {
                return Ok(match self.period {
                    Some((period, seen)) => self.report(seen, period),
                    None => PeriodReport::unknown(len),
                });
            }
        }
    }

    /// A period with its exceptions, which only a whole table can tell.
    fn report(&self, verdict: Verdict, period: Period) -> PeriodReport {
        match self.is_whole() {
            true => PeriodReport::found(verdict, period, self.len(), |n| self.known(n)),
            false => PeriodReport::found_in_part(verdict, period, self.len()),
        }
    }

    /// Whether no heap was let go.
    pub fn is_whole(&self) -> bool {
        match &self.engine {
            Engine::Fast(fast) => fast.is_whole(),
            _ => true,
        }
    }

    /// The value of a heap: from the table, from a formula or the proved period, which is looked for on the way, or by computing up to
    /// it as far as the limits allow.
    pub fn value(&mut self, n: u64, progress: &dyn Progress) -> Result<Nimber> {
        if let Some((_, formula)) = closed_form(&self.game) {
            return Ok(formula(n));
        }
        if n >= self.len().max(CLASSIFY as u64) && !self.is_proved() {
            self.find_period(n.saturating_add(1).min(self.limits.positions), progress)?;
        }
        let n = match self.period {
            Some((period, Verdict::Proved(_))) if n >= self.len() => period.reduce(n).0,
            _ => n,
        };
        if n >= self.len() {
            self.limits.allow(n.saturating_add(1), 2)?;
            self.extend(n + 1, progress)?;
        }
        match &self.engine {
            Engine::Fast(fast) if !fast.has(n as usize) => {
                Err(Error::new(ErrorKind::Limit, format!("the value of heap {n} was not kept")))
            }
            _ => Ok(Nimber(self.known(n))),
        }
    }

    fn is_proved(&self) -> bool {
        matches!(self.period, Some((_, Verdict::Proved(_))))
    }

    /// All that is needed to go on later, as the bytes of a file.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = Writer::new();
        out.run(self.game.to_string().as_bytes());
        match &self.engine {
            Engine::Fast(fast) => {
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
        out.file()
    }

    /// Goes on where a checkpoint was made. What is not a whole checkpoint of this game is refused.
    pub fn resume(game: TakeBreak, file: &[u8]) -> Result<Sequence> {
        Sequence::resume_with(game, file, Threads::ONE)
    }

    /// Does so on several threads.
    pub fn resume_with(game: TakeBreak, file: &[u8], threads: Threads) -> Result<Sequence> {
        let mut sequence = Sequence::new(game).with_threads(threads);
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
                    Engine::Plain(plain) => plain.restore(values),
                    Engine::Exact(exact) => exact.restore(values),
                    Engine::Fast(_) => unreachable!("a new sequence is not fast yet"),
                };
                if !fits || !rest.is_empty() {
                    return Err(checkpoint::damaged("its values are too large or cut short"));
                }
            }
            FAST if matches!(sequence.engine, Engine::Exact(_)) => {
                sequence.engine =
                    Engine::Fast(Box::new(Fast::read(&sequence.game, &mut input, sequence.threads)?));
            }
            _ => return Err(checkpoint::damaged("its kind is not known")),
        }
        input.end()?;
        match sequence.wrong_heap()? {
            Some(n) => Err(checkpoint::damaged(&format!("the value of heap {n} is wrong"))),
            None => Ok(sequence),
        }
    }

    /// Computes the first heaps anew by the definition, and where it is cheap some later ones; the first that differs.
    fn wrong_heap(&self) -> Result<Option<u64>> {
        let (octal, len) = (matches!(self.engine, Engine::Exact(_) | Engine::Fast(_)), self.len());
        let first = len.min(if octal { RECOMPUTED } else { RECOMPUTED / 4 });
        let mut plain = Plain::new(self.game.clone());
        plain.extend(first, &Quiet)?;
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

    /// From now on lets go of all but the first heaps and at least the last `keep`, to run on in bounded memory. Values of heaps between are gone,
    /// and so is the proof of a period longer than what is kept.
    pub fn forget(&mut self, keep: u64) {
        if let Engine::Fast(fast) = &mut self.engine {
            fast.forget(keep as usize);
        }
    }

    /// Does what [`Sequence::forget`] does by itself, as soon as there are more than `whole` heaps.
    pub fn bound(&mut self, whole: u64, keep: u64) {
        let (whole, keep) = (usize::try_from(whole).unwrap_or(usize::MAX), keep as usize);
        self.bound = Some((whole, keep));
        if let Engine::Fast(fast) = &mut self.engine {
            fast.bound(whole, keep);
        }
    }

    /// Whether the last run ended at a heap that needs values which were let go: it can never go on from here.
    pub fn is_stuck(&self) -> bool {
        matches!(&self.engine, Engine::Fast(fast) if fast.is_stuck())
    }

    /// A digest of the values of the first `heaps` heaps, where one is kept, and how many it covers: a few heaps less, and never more than
    /// are computed. Runs of one length that agree in it agree in these values, but for a collision of 64 bits.
    pub fn digest(&self, heaps: u64) -> Option<(u64, u64)> {
        match &self.engine {
            Engine::Fast(fast) => Some(fast.digest(heaps)),
            _ => None,
        }
    }

    /// How many heaps are known to be rare.
    pub fn rare_heaps(&self) -> usize {
        match &self.engine {
            Engine::Plain(_) => 0,
            Engine::Exact(exact) => exact.rares.len(),
            Engine::Fast(fast) => fast.rare_heaps(),
        }
    }

    /// The proof of the period, if it is proved by a theorem that the checker knows; it needs the whole table.
    pub fn certificate(&self) -> Option<Certificate> {
        if let Some((period, formula)) = closed_form(&self.game) {
            let values = (0..period.preperiod + period.period).map(|n| formula(n).0);
            let game = CertifiedGame::code(&self.game);
            return Some(Certificate::new(game, period, Proof::ClosedForm {}, values));
        }
        let (period, Verdict::Proved(theorem)) = self.period.filter(|_| self.is_whole())? else {
            return None;
        };
        let proof = match theorem {
            Theorem::Window => Proof::Window {},
            Theorem::SparseWindow => {
                let SparseProof { class, rares, bound, from } = self.proof.clone()?;
                Proof::SparseWindow { class, rares, bound, from }
            }
            Theorem::GuySmith => {
                let (needed, _) = period::values_needed(&self.game, period.preperiod, period.period)?;
                let class = self.class();
                let rare = |n: u64| class.is_some_and(|class| class.is_rare(self.known(n) as u32, n));
                Proof::GuySmith { class, rare_heaps: (1..needed).filter(|&n| rare(n)).count() as u64 }
            }
            _ => return None,
        };
        let values = (0..period.preperiod + period.period).map(|n| self.known(n));
        Some(Certificate::new(CertifiedGame::code(&self.game), period, proof, values))
    }

    /// Which values are rare, if that is known to help.
    pub fn class(&self) -> Option<Class> {
        match &self.engine {
            Engine::Plain(_) => None,
            Engine::Exact(exact) => exact.class,
            Engine::Fast(fast) => Some(fast.class()),
        }
    }
}

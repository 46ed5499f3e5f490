//! Taking-and-breaking games: the sequence of any code, as far as asked, and beyond once its period is proved.

mod saved;

use crate::Nimber;
use crate::bytes::Bytes;
use crate::error::{Error, ErrorKind, NextStep, Result};
use crate::heap::certificate::{Certificate, CertifiedGame, Proof};
use crate::heap::closed;
use crate::heap::code::{Split, TakeBreak};
use crate::heap::exact::Exact;
use crate::heap::fast::{Cuts, Fast, Proved, SparseProof};
use crate::heap::period::{self, Period, PeriodReport, Theorem, Verdict};
use crate::heap::plain::Plain;
use crate::heap::segments::{Cut, SegmentedCertificate};
use crate::heap::sparse::Class;
use crate::heap::sums;
use crate::machine::Threads;
use crate::progress::Toward;
use crate::work::Work;

/// The nim-sequence of a taking-and-breaking game.
///
/// ```
/// use grundy::{Nimber, Work, heap::{Sequence, TakeBreak}};
/// let mut kayles = Sequence::new("0.77".parse::<TakeBreak>()?);
/// let report = kayles.find_period(1000, &Work::unwatched())?;
/// assert_eq!(report.period.map(|p| (p.preperiod, p.period)), Some((71, 12)));
/// assert_eq!(kayles.value(1_000_000_000_000_000_003, &Work::unwatched())?, Nimber(2));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    game: TakeBreak,
    engine: Stage,
    period: Option<(Period, Verdict)>,
    /// The least that its preperiod can be, where that is not known.
    not_before: Option<u64>,
    proof: Option<SparseProof>,
    /// In bounded memory: how many bytes the table may take.
    bound: Option<u64>,
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
enum Stage {
    Plain(Plain),
    Exact(Box<Exact>),
    Fast(Box<Fast>),
}

/// From here on a class is looked for, at every power of two.
const CLASSIFY: usize = 1 << 10;
/// From here on the exact engine may hand over to a kernel, at a power of two.
const HAND_OVER: usize = 1 << 15;
/// What the search in a whole table takes for each heap: its value, the step to the next, and how far it repeats.
const SEARCHED: u64 = 20;
/// Up to here Guy–Smith is tried on the whole table; beyond, only theorem W is.
const WHOLE_TABLE: u64 = 1 << 21;

impl Sequence {
    /// The sequence of a game, nothing computed yet.
    pub fn new(game: TakeBreak) -> Sequence {
        let engine = if game.is_octal() && game.parts() == 2 {
            Stage::Exact(Box::new(Exact::new(&game)))
        } else {
            Stage::Plain(Plain::new(game.clone()))
        };
        Sequence { game, engine, period: None, not_before: None, proof: None, bound: None }
    }

    /// How many threads it uses now.
    pub fn threads(&self) -> Threads {
        match &self.engine {
            Stage::Fast(fast) => fast.threads(),
            _ => Threads::ONE,
        }
    }

    /// The game.
    pub fn game(&self) -> &TakeBreak {
        &self.game
    }

    /// How many heaps are computed.
    pub fn len(&self) -> u64 {
        match &self.engine {
            Stage::Plain(plain) => plain.values.len() as u64,
            Stage::Exact(exact) => exact.values.len() as u64,
            Stage::Fast(fast) => fast.len() as u64,
        }
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which engine runs now, in a few words.
    pub fn engine(&self) -> String {
        match &self.engine {
            Stage::Plain(_) => "all options of every heap".into(),
            Stage::Exact(exact) => match exact.class {
                Some(_) => format!("rare and common values, {} rare heaps", exact.rares.len()),
                None => "search over all pairs".into(),
            },
            Stage::Fast(fast) => fast.describe(),
        }
    }

    /// Computes at least the heaps `0..len`, without use of a period. Several threads share the work of a kernel only if they are asked
    /// for, since two gained too little where it was measured; no value depends on it.
    pub fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<()> {
        let threads = work.limits.threads.unwrap_or(Threads::ONE);
        while self.len() < len {
            match &mut self.engine {
                Stage::Plain(plain) => plain.extend(len, work)?,
                Stage::Fast(fast) => {
                    fast.set_threads(threads);
                    if !fast.extend(len, work)? {
                        let values = fast.all_values().ok_or_else(|| {
                            Error::new(
                                ErrorKind::Limit,
                                "the values became too large to run on in bounded memory",
                            )
                            .hint("run it again with the whole table kept")
                        })?;
                        let mut exact = Exact::new(&self.game);
                        exact.restore(values.into_iter());
                        self.engine = Stage::Exact(Box::new(exact));
                    }
                }
                Stage::Exact(exact) => {
                    let at = exact.values.len();
                    if at >= CLASSIFY && at.is_power_of_two() {
                        exact.classify();
                        if at >= HAND_OVER
                            && let Some(mut fast) = Fast::new(exact, threads)
                        {
                            if let Some(bytes) = self.bound {
                                fast.bound(bytes);
                            }
                            self.engine = Stage::Fast(Box::new(fast));
                            continue;
                        }
                    }
                    exact.extend(len.min((at as u64 + 1).next_power_of_two()), work)?;
                }
            }
        }
        Ok(())
    }

    /// The value of a heap that is computed and was not let go.
    pub(crate) fn known(&self, n: u64) -> u64 {
        match &self.engine {
            Stage::Plain(plain) => plain.values[n as usize].into(),
            Stage::Exact(exact) => exact.values[n as usize].into(),
            Stage::Fast(fast) => fast.value(n as usize).into(),
        }
    }

    /// Looks for a period in about `limit` heaps and stops at the first proof. Fails if so many do not fit in the memory allowed and none is proved
    /// in those that do.
    pub fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        if let Some((period, formula)) = closed_form(&self.game) {
            let verdict = Verdict::Proved(Theorem::ClosedForm);
            // No heap is computed; so many would show the period.
            let shown = limit.min(period.preperiod + period.period);
            return Ok(PeriodReport::found(verdict, period, shown, |n| formula(n).0));
        }
        let toward = Toward { progress: work.progress, total: limit };
        let work = &Work { progress: &toward, ..*work };
        let (mut next, mut whole) = (256, 0);
        // Kernels compute whole blocks; what was not asked for is not reported as searched.
        let asked = limit.max(self.len());
        loop {
            if let Some((period, verdict @ Verdict::Proved(_))) = self.period {
                return Ok(self.report(verdict, period));
            }
            let (to, room) = (next.min(limit), self.room(work));
            if to > self.len() && self.len() >= room {
                return Err(self.no_room(work));
            }
            self.extend(to.min(room), work)?;
            let len = self.len();
            next = match &mut self.engine {
                Stage::Fast(fast) => match fast.prove() {
                    Ok(Proved { period, not_before, proof }) => {
                        self.period = Some((period, Verdict::Proved(Theorem::SparseWindow)));
                        self.not_before = not_before;
                        self.proof = Some(proof);
                        continue;
                    }
                    Err(ask) => ask as u64,
                },
                _ => len + len / 2,
            };
            // What was only seen in a shorter table may be gone in this one.
            self.period = None;
            let searchable = len.saturating_mul(SEARCHED) <= work.limits.bytes;
            if len >= limit && !searchable && !matches!(self.engine, Stage::Fast(_)) {
                return Err(self.no_room(work));
            }
            if len <= WHOLE_TABLE && self.is_whole() && searchable && (len >= whole || len >= limit) {
                let values: Vec<u32> = (0..len).map(|n| self.known(n) as u32).collect();
                self.period = period::find(&self.game, &values).map(|(verdict, period)| (period, verdict));
                whole = len + len / 2;
            }
            if len >= limit && !self.is_proved() {
                return Ok(match self.period {
                    Some((period, seen)) => self.report(seen, period),
                    None => PeriodReport::unknown(len.min(asked)),
                });
            }
        }
    }

    /// How many heaps fit in the memory allowed. A run in bounded memory lets go of heaps instead.
    fn room(&self, work: &Work<'_>) -> u64 {
        let each = match &self.engine {
            Stage::Plain(plain) => plain.bytes_each() + SEARCHED,
            Stage::Exact(_) => Exact::BYTES_EACH,
            Stage::Fast(_) if self.bound.is_some() => return u64::MAX,
            Stage::Fast(fast) => fast.bytes_each(),
        };
        work.limits.bytes / each
    }

    fn no_room(&self, work: &Work<'_>) -> Error {
        let (len, bytes) = (self.len(), Bytes(work.limits.bytes));
        let what =
            format!("no period is proved within {len} heaps, and the search in more does not fit in {bytes}");
        Error::new(ErrorKind::Limit, what).hint(NextStep::RaiseMemory)
    }

    /// A period with its exceptions, which only a whole table can tell.
    fn report(&self, verdict: Verdict, period: Period) -> PeriodReport {
        match self.is_whole() {
            true => PeriodReport::found(verdict, period, self.len(), |n| self.known(n)),
            false => {
                let found = PeriodReport::found_in_part(verdict, period, self.len());
                PeriodReport { preperiod_at_least: self.not_before, ..found }
            }
        }
    }

    /// Whether no heap was let go.
    pub fn is_whole(&self) -> bool {
        match &self.engine {
            Stage::Fast(fast) => fast.is_whole(),
            _ => true,
        }
    }

    /// The value of a heap: from the table, from a formula or the proved period, which is looked for on the way, or by computing up to
    /// it as far as the limits allow.
    pub fn value(&mut self, n: u64, work: &Work<'_>) -> Result<Nimber> {
        if let Some((_, formula)) = closed_form(&self.game) {
            return Ok(formula(n));
        }
        if n >= self.len().max(CLASSIFY as u64) && !self.is_proved() {
            self.find_period(n.saturating_add(1).min(work.limits.positions), work)?;
        }
        let (n, add) = match self.period {
            Some((period, Verdict::Proved(_))) if n >= self.len() => period.reduce(n),
            _ => (n, 0),
        };
        if n >= self.len() {
            work.limits.allow(n.saturating_add(1), 2)?;
            self.extend(n + 1, work)?;
        }
        match &self.engine {
            Stage::Fast(fast) if !fast.has(n as usize) => {
                Err(Error::new(ErrorKind::Limit, format!("the value of heap {n} was not kept")))
            }
            _ => Ok(Nimber(self.known(n).saturating_add(add))),
        }
    }

    /// Whether the period is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self.period, Some((_, Verdict::Proved(_))))
    }

    /// Where only bounds of the preperiod are known (see [`PeriodReport::preperiod_at_least`]), computes the heaps between them anew and finds it, if
    /// what was kept is enough for that. It takes a fraction of the time of the run.
    pub fn settle_preperiod(&mut self, work: &Work<'_>) -> Result<()> {
        let (Some(not_before), Some((period, _)), Some(proof), Stage::Fast(fast)) =
            (self.not_before, &mut self.period, &self.proof, &self.engine)
        else {
            return Ok(());
        };
        let found = fast.beginning(proof.from as usize, period.period as usize, work)?;
        if let Some(n) = found.map(|n| n as u64).filter(|n| (not_before..=period.preperiod).contains(n)) {
            period.preperiod = n;
            self.not_before = None;
        }
        Ok(())
    }

    /// Lets go of all but the first heaps and at least the last `keep`, to run on in bounded memory. Values of heaps between are gone:
    /// a period is still found, but where it begins may be known only within bounds, and it cannot be certified.
    pub fn forget(&mut self, keep: u64) {
        if let Stage::Fast(fast) = &mut self.engine {
            fast.forget(keep as usize);
        }
    }

    /// From now on does what [`Sequence::forget`] does by itself, so that the table takes at most about so many bytes.
    pub fn bound(&mut self, bytes: u64) {
        self.bound = Some(bytes);
        if let Stage::Fast(fast) = &mut self.engine {
            fast.bound(bytes);
        }
    }

    /// Whether [`Sequence::bound`] with so many bytes would take no heap from the table.
    pub fn fits(&self, bytes: u64) -> bool {
        !matches!(&self.engine, Stage::Fast(fast) if !fast.fits(bytes))
    }

    /// How many of the last heaps are still in the table.
    pub fn kept(&self) -> u64 {
        match &self.engine {
            Stage::Fast(fast) => fast.kept() as u64,
            _ => self.len(),
        }
    }

    /// Whether the last run ended at a heap that needs values which were let go: it can never go on from here.
    pub fn is_stuck(&self) -> bool {
        matches!(&self.engine, Stage::Fast(fast) if fast.is_stuck())
    }

    /// A digest of the values of the first `heaps` heaps, where one is kept, and how many it covers: a few heaps less, and never more than
    /// are computed. Runs of one length that agree in it agree in these values, but for a collision of 64 bits.
    pub fn digest(&self, heaps: u64) -> Option<(u64, u64)> {
        match &self.engine {
            Stage::Fast(fast) => Some(fast.digest(heaps)),
            _ => None,
        }
    }

    /// Whether heaps are computed many at once, which takes few that are rare.
    pub(crate) fn is_fast(&self) -> bool {
        matches!(self.engine, Stage::Fast(_))
    }

    /// How many heaps are known to be rare.
    pub fn rare_heaps(&self) -> usize {
        match &self.engine {
            Stage::Plain(_) => 0,
            Stage::Exact(exact) => exact.rares.len(),
            Stage::Fast(fast) => fast.rare_heaps(),
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
            Theorem::Sums => {
                let values: Vec<u32> = (0..self.len()).map(|n| self.known(n) as u32).collect();
                let (from, multiple) = sums::prove(&self.game, &values, period)?;
                Proof::Sums { from, multiple }
            }
            _ => return None,
        };
        let values = (0..period.preperiod + period.period).map(|n| self.known(n));
        Some(Certificate::new(CertifiedGame::code(&self.game), period, proof, values))
    }

    /// The proof of a period longer than its table, in segments; `None` if the period is not proved so, or if what was kept does not
    /// tell all that is needed. Some windows are computed anew, which takes a fraction of the time of the run.
    pub fn segmented_certificate(&self, work: &Work<'_>) -> Result<Option<SegmentedCertificate>> {
        let (Some((period, Verdict::Proved(Theorem::SparseWindow))), None, Stage::Fast(fast)) =
            (self.period, self.not_before, &self.engine)
        else {
            return Ok(None);
        };
        let Some(Cuts { bound, began, from, windows }) = fast.cuts(period, work)? else { return Ok(None) };
        Ok(Some(SegmentedCertificate {
            format: SegmentedCertificate::FORMAT.into(),
            version: SegmentedCertificate::VERSION,
            rules: None,
            game: CertifiedGame::code(&self.game),
            period,
            class: fast.class(),
            bound,
            began,
            from,
            cuts: windows.into_iter().map(|(at, values)| Cut::new(at, &values)).collect(),
        }))
    }

    /// Which values are rare, if that is known to help.
    pub fn class(&self) -> Option<Class> {
        match &self.engine {
            Stage::Plain(_) => None,
            Stage::Exact(exact) => exact.class,
            Stage::Fast(fast) => Some(fast.class()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::progress::Progress;
    use std::sync::Mutex;

    use super::*;
    use crate::progress::{Step, Stop};

    #[test]
    fn a_search_has_one_end_for_whoever_watches() {
        #[derive(Default)]
        struct Totals(Mutex<Vec<Option<u64>>>);
        impl Progress for Totals {
            fn step(&self, step: Step<'_>) -> std::result::Result<(), Stop> {
                self.0.lock().unwrap().push(step.total);
                Ok(())
            }
        }
        let totals = Totals::default();
        Sequence::new("0.106".parse().unwrap()).find_period(300_000, &Work::watched(&totals)).unwrap();
        let totals = totals.0.into_inner().unwrap();
        assert!(totals.len() > 3 && totals.iter().all(|total| *total == Some(300_000)), "{totals:?}");
    }
}

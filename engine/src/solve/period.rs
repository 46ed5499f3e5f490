//! The period of a heap game: by theorem where the planner knows one, otherwise what the table shows.
//!
//! What is only seen is then tried as a claim about all heaps ([`prove`]): of linear rules an automaton may prove it, whatever number
//! of parts a move leaves. Short tables are tried first, since they are enough for a claim, and long ones may cost much.

use serde::Serialize;

use crate::engine::Engine;
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::heap::{
    Certificate, Period, PeriodReport, SegmentedCertificate, Sequence, Theorem, Verdict, seen_period,
};
use crate::plan::{RECOGNISERS, Recognised, largest_amount, recognise};
use crate::position::Component;
use crate::prove::{self, ProvedValues};
use crate::report::PlanReport;
use crate::report::sentence::{EngineName, Fit, ShapeName};
use crate::rules::{Axis, Rules};
use crate::verify;
use crate::work::Work;

/// The tables of which a claim is made before longer ones.
const SHORT: [u64; 3] = [1 << 6, 1 << 9, 1 << 12];
/// The longest table of values that becomes an automaton,
const LONGEST: u64 = 1 << 12;
/// and the states that its proof may take.
const STATES: u64 = 1 << 17;

/// A search for the period of a heap game, which may be taken up again with a larger limit.
pub struct PeriodSearch {
    engine: Box<dyn Engine>,
    plan: PlanReport,
    /// Whether the engine has a theorem for the rules.
    proves: bool,
    /// The largest amount that may be taken, where that is known: no table of fewer heaps shows anything.
    largest: u64,
    /// A value of every other coordinate, beside which the heap stands.
    place: Vec<i64>,
    /// The rules, for the certificate.
    rules: Rules,
    /// The longest of the short tables that was looked at.
    looked: u64,
    /// The last claim that an automaton did not prove.
    refused: Option<Period>,
    /// What an automaton proved of all heaps.
    proved: Option<(ProvedValues, PeriodReport)>,
}

impl PeriodSearch {
    /// Plans for rules about heaps.
    pub fn new(rules: &Rules, work: &Work<'_>) -> Result<PeriodSearch> {
        let form = rules.form();
        if !form.is_normal() {
            return Err(Error::new(ErrorKind::Unsupported, Fault::PeriodsOfNormalPlay));
        }
        let largest = largest_amount(form, work).unwrap_or(0);
        let made = |engine, plan, proves, place| {
            let rules = rules.clone();
            PeriodSearch {
                engine,
                plan,
                proves,
                largest,
                place,
                rules,
                looked: 0,
                refused: None,
                proved: None,
            }
        };
        let mut plain = None;
        for recogniser in RECOGNISERS {
            let found = recognise(*recogniser, rules, work)?;
            let Ok(Recognised { mut engine, why, .. }) = found else { continue };
            let plan = PlanReport::new(engine.name(), why);
            let place = rules.least()?;
            if engine.periodic().is_some() {
                return Ok(made(engine, plan, true, place));
            }
            if plain.is_none() && form.is_heap() {
                plain = Some(made(engine, plan, false, place));
            }
        }
        match plain {
            Some(mut search) => {
                search.plan.largest = Some(largest).filter(|largest| *largest > 0);
                Ok(search)
            }
            None if form.axes.len() == 1 => Err(Error::new(ErrorKind::Unsupported, Fault::PeriodsOfAnySize)),
            None => Err(of_several_coordinates(rules, work)),
        }
    }

    /// Looks for the period in the heaps below `limit`; stops at the first proof.
    pub fn run(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        if let Some((_, report)) = &self.proved {
            return Ok(report.clone());
        }
        let short = if self.proves { &[][..] } else { &SHORT[..] };
        for heaps in short.iter().copied().filter(|heaps| *heaps < limit) {
            if heaps <= self.looked {
                continue;
            }
            let report = self.seen(heaps, work)?;
            self.looked = heaps;
            if let Some(proved) = self.prove(&report, work)? {
                return Ok(proved);
            }
        }
        let report = self.seen(limit, work)?;
        Ok(self.prove(&report, work)?.unwrap_or(report))
    }

    /// What an automaton proves of a period that is only seen, if the independent checker accepts it.
    fn prove(&mut self, report: &PeriodReport, work: &Work<'_>) -> Result<Option<PeriodReport>> {
        let Some(period) = report.period.filter(|_| matches!(report.verdict, Verdict::Seen(_))) else {
            return Ok(None);
        };
        let needed = period.preperiod.saturating_add(period.period);
        // As elsewhere: too large for the browser.
        let refused = self.refused == Some(period) || needed > LONGEST || cfg!(target_arch = "wasm32");
        if refused || !self.rules.form().is_heap() {
            return Ok(None);
        }
        let values = (0..needed).map(|n| Ok(self.value(n, work)?.0)).collect::<Result<Vec<u64>>>()?;
        let limited = work.with_positions(STATES);
        let proof = ProvedValues::periodic(&self.rules, period, |n| values[n as usize], &limited)?;
        self.refused = Some(period);
        let Ok(proof) = proof else { return Ok(None) };
        match verify::check_everywhere(&proof.certificate(), &limited) {
            Ok(Ok(())) => {}
            Err(e) if e.is_stop() => return Err(e),
            Ok(Err(_)) | Err(_) => return Ok(None),
        }
        let verdict = Verdict::Proved(Theorem::Automaton);
        let report = PeriodReport::found(verdict, period, report.limit, |n| values[n as usize]);
        self.plan =
            PlanReport::new(EngineName::ProvedAutomaton, Fit::ProvedValues { states: proof.states() });
        self.proved = Some((proof, report.clone()));
        Ok(Some(report))
    }

    /// What the engine knows of the heaps below `limit`, by its own theorem or because it is seen.
    pub(super) fn seen(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        if let Some(engine) = self.engine.periodic() {
            return engine.find_period(limit, work);
        }
        work.limits.allow(limit, 8)?;
        let Some(last) = limit.checked_sub(1) else { return Ok(PeriodReport::unknown(0)) };
        self.engine.prepare(&[Component(vec![last as i64])], work)?;
        let mut values = Vec::with_capacity(limit as usize);
        for n in 0..limit {
            values.push(self.engine.value(&[n as i64], work)?.0 as u32);
        }
        Ok(match seen_period(&values).filter(|_| limit > self.largest) {
            Some(period) => {
                PeriodReport::found(Verdict::Seen(limit), period, limit, |n| values[n as usize].into())
            }
            None => PeriodReport::unknown(limit),
        })
    }

    /// The proof of the period that was found, for the independent checker.
    pub fn certificate(&mut self) -> Option<Certificate> {
        let Rules { source, lets, .. } = &self.rules;
        Some(self.engine.periodic()?.certificate()?.of_rules(source, lets))
    }

    /// The proof by an automaton, where that is what proves the period.
    pub fn automaton(&self) -> Option<prove::Certificate> {
        self.proved.as_ref().map(|(proof, _)| proof.certificate())
    }

    /// The engine in use, and why.
    pub fn plan(&self) -> &PlanReport {
        &self.plan
    }

    /// Whether there is a theorem that can prove a period of these rules.
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// The proof of a period that is longer than its table, in segments, if it is proved so; see [`Sequence::segmented_certificate`].
    pub fn segmented_certificate(&mut self, work: &Work<'_>) -> Result<Option<SegmentedCertificate>> {
        let Some(sequence) = self.engine.periodic().and_then(|engine| engine.sequence()) else {
            return Ok(None);
        };
        let certificate = sequence.segmented_certificate(work)?;
        Ok(certificate.map(|certificate| certificate.of_rules(&self.rules.source, &self.rules.lets)))
    }

    /// The sequence behind the search, if it is one that a long run can stop and take up again.
    pub fn sequence(&mut self) -> Option<&mut Sequence> {
        self.engine.periodic()?.sequence()
    }

    /// How many heaps are computed.
    pub fn computed(&self) -> u64 {
        self.engine.positions()
    }

    /// The value of a heap, from the table or the proved period.
    pub fn value(&mut self, n: u64, work: &Work<'_>) -> Result<crate::Nimber> {
        let mut place = self.place.clone();
        place[0] = n as i64;
        if let Some((proof, _)) = &self.proved {
            return proof.value(&place, work);
        }
        self.engine.value(&place, work)
    }
}

/// Why rules of several coordinates have no period that is proved: more than one is unbounded, or what the window says.
fn of_several_coordinates(rules: &Rules, work: &Work<'_>) -> Error {
    let unbounded = |axis: &&Axis| axis.domain.is_unbounded();
    let why = match rules.form().axes.iter().filter(unbounded).count() {
        1 => RECOGNISERS
            .iter()
            .find(|known| known.shape() == ShapeName::BoundedStep)
            .and_then(|known| known.recognise(rules, work).err()),
        _ => None,
    };
    match why {
        Some(why) => Error::new(ErrorKind::Unsupported, format!("no period is found here: {why}"))
            .hint(NextStep::LookAtTable),
        None => Error::new(ErrorKind::Unsupported, Fault::NoPeriodOfSeveral),
    }
}

/// A period report as scripts read it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Period"))]
#[non_exhaustive]
pub struct PeriodAnswer {
    /// `proved`, `seen` or `unknown`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["proved", "seen", "unknown"])))]
    pub verdict: &'static str,
    /// The first index of the periodic part, if it is known.
    pub preperiod: Option<u64>,
    /// If it is not, for a period that was found in bounded memory: the least and the most that it can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod_between: Option<[u64; 2]>,
    /// The least period.
    pub period: Option<u64>,
    /// What each period adds to the values.
    pub saltus: Option<u64>,
    /// How many heaps were computed.
    pub limit: u64,
    /// The heaps whose value differs from the periodic pattern, the first thousand of them.
    pub exceptions: Vec<u64>,
    /// How many such heaps there are.
    pub exceptions_total: u64,
    /// Whether they were looked for: without a period there are none, and a run in bounded memory no longer knows them.
    pub exceptions_known: bool,
    /// The theorem behind a proof, in English.
    pub theorem: Option<String>,
    /// The same as data.
    pub proved_by: Option<Theorem>,
    /// The engine and why it was chosen.
    pub plan: PlanReport,
}

impl PeriodAnswer {
    /// What a search found.
    pub fn new(report: PeriodReport, plan: &PlanReport) -> PeriodAnswer {
        let (verdict, proved_by) = match report.verdict {
            Verdict::Proved(theorem) => ("proved", Some(theorem)),
            Verdict::Seen(_) => ("seen", None),
            Verdict::Unknown => ("unknown", None),
        };
        let preperiod = report.period.map(|p| p.preperiod);
        let preperiod_between = report.preperiod_at_least.zip(preperiod).map(|(least, most)| [least, most]);
        PeriodAnswer {
            verdict,
            preperiod: preperiod.filter(|_| preperiod_between.is_none()),
            preperiod_between,
            period: report.period.map(|p| p.period),
            saltus: report.period.map(|p| p.saltus),
            limit: report.limit,
            exceptions: report.exceptions,
            exceptions_total: report.exceptions_total,
            exceptions_known: report.exceptions_known,
            theorem: proved_by.map(|theorem| theorem.to_string()),
            proved_by,
            plan: plan.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Lets;

    fn search(rules: &str, limit: u64) -> (PeriodReport, PeriodSearch) {
        let rules = Rules::read(rules, &Lets::new(), &Work::unwatched()).unwrap();
        let mut search = PeriodSearch::new(&rules, &Work::unwatched()).unwrap();
        (search.run(limit, &Work::unwatched()).unwrap(), search)
    }

    #[test]
    fn games_without_a_move_have_a_proved_period_with_a_certificate() {
        for rules in ["0.0", "take {}", "n -> n-1 if n < 0", "n -> n-k for k in 3..2"] {
            let (report, mut search) = search(rules, 100);
            assert_eq!(report.verdict, Verdict::Proved(Theorem::Window), "{rules}");
            assert_eq!(report.period, Some(Period { preperiod: 0, period: 1, saltus: 0 }), "{rules}");
            let certificate = search.certificate().unwrap();
            assert_eq!(crate::verify::check(&certificate, &Work::unwatched()), Ok(Ok(())), "{rules}");
        }
    }

    #[test]
    fn heaps_below_the_largest_amount_show_nothing() {
        for (rules, amount) in [
            ("take {1000000000000}", "1000000000000"),
            ("take {1,1000000000}", "1000000000"),
            ("n -> n-k for k in {1,20000000}", "20000000"),
        ] {
            let (report, search) = search(rules, 5000);
            assert_eq!((report.verdict, report.period), (Verdict::Unknown, None), "{rules}");
            assert!(search.plan().why().contains(&format!("{amount} may be taken")), "{}", search.plan());
        }
        // What is seen is still reported where no amount is out of sight, and no automaton proves it.
        assert_eq!(search("take powers(2)", 3000).0.verdict, Verdict::Seen(3000));
    }

    #[test]
    fn what_has_no_theorem_of_its_own_is_proved_by_an_automaton_however_it_is_typed() {
        for (rules, preperiod, period, saltus) in [
            ("0.[7]", 0, 1, 1),
            ("4.[7]", 2, 1, 2),
            ("0.0[3]", 0, 2, 1),
            ("n -> n-k for k in 2..n", 0, 2, 1),
            ("0.0[7]", 0, 2, 1),
            ("0.1[37]", 0, 2, 1),
            ("0.[F]", 0, 1, 1),
            ("0.[30]", 0, 2, 0),
            ("0.0[1]", 2, 1, 0),
            ("n -> n-k for k in 1..n if k%3 != 0", 0, 3, 0),
            ("n -> a & b & c & n-a-b-c-1 for a in 1..n-4 for b in 1..n-a-3 for c in 1..n-a-b-2", 1, 4, 1),
        ] {
            let (report, mut search) = search(rules, 300);
            let claim = Period { preperiod, period, saltus };
            assert_eq!(report.period, Some(claim), "{rules}");
            assert_eq!(report.verdict, Verdict::Proved(Theorem::Automaton), "{rules}");
            let certificate = search.automaton().unwrap();
            assert_eq!(verify::check_everywhere(&certificate, &Work::unwatched()), Ok(Ok(())), "{rules}");
            // Far out, and the same answer again without any work.
            let far = search.value(1_000_000_000_000_000_000, &Work::unwatched()).unwrap().0;
            let rest = (1_000_000_000_000_000_000 - preperiod) % period + preperiod;
            let near = search.value(rest, &Work::unwatched()).unwrap().0;
            assert_eq!(far, near + (1_000_000_000_000_000_000 - rest) / period * saltus, "{rules}");
            assert_eq!(search.run(1 << 40, &Work::unwatched()).unwrap().verdict, report.verdict);
        }
    }
}

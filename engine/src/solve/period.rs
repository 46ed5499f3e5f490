//! The period of a heap game: by theorem where the planner knows one, otherwise what the table shows.

use serde::Serialize;

use crate::engine::Engine;
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::heap::{Certificate, PeriodReport, SegmentedCertificate, Sequence, Theorem, Verdict, seen_period};
use crate::literal::Lets;
use crate::plan::{RECOGNISERS, Recognised, largest_amount, recognise};
use crate::position::Component;
use crate::report::PlanReport;
use crate::report::sentence::ShapeName;
use crate::rules::{Axis, Rules};
use crate::work::Work;

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
    source: String,
    lets: Lets,
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
            let (source, lets) = (rules.source.clone(), rules.lets.clone());
            PeriodSearch { engine, plan, proves, largest, place, source, lets }
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
        Some(self.engine.periodic()?.certificate()?.of_rules(&self.source, &self.lets))
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
        Ok(certificate.map(|certificate| certificate.of_rules(&self.source, &self.lets)))
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
    use crate::heap::Period;

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
        // What is seen is still reported where no amount is out of sight.
        assert_eq!(search("take powers(2)", 3000).0.verdict, Verdict::Seen(3000));
    }
}

//! What is true of all positions of a game: who wins, or the values.
//!
//! Where a move leaves several parts their values decide, so these are proved: a period that the table shows is the pattern,
//! and an automaton its proof. Otherwise the lost positions are learnt and proved.

use serde::Serialize;

use crate::error::{Error, ErrorKind, Result};
use crate::heap::{self, Period, PeriodReport, Verdict};
use crate::outcome::Play;
use crate::position::Place;
use crate::prove::{self, Found, Kind, MUCH, ProvedValues, Refuted, lost_positions};
use crate::report::sentence::{Everywhere, Unproved};
use crate::rules::Rules;
use crate::verify;
use crate::work::Work;

use super::PeriodSearch;

/// The heaps in which a period is looked for, one after the other.
const HEAPS: [u64; 4] = [1 << 9, 1 << 11, 1 << 13, 1 << 16];
/// The longest table of values that becomes an automaton.
const LONGEST: u64 = 1 << 12;

/// What is known of all positions, as scripts read it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EverywhereAnswer {
    /// `proved`, `seen` or `unknown`.
    pub verdict: &'static str,
    /// `outcomes` or `values`.
    pub kind: &'static str,
    /// How numbers are written where an automaton tells it: `base 2`, `zeckendorf`, ….
    pub system: Option<String>,
    /// How many states that automaton has.
    pub states: Option<usize>,
    /// What is proved or seen, in English.
    pub statement: Option<String>,
    /// The same as data.
    pub pattern: Option<Everywhere>,
    /// The smallest position that refutes the last pattern, where nothing better was found.
    pub witness: Option<Place>,
    /// Why nothing is proved, in English.
    pub reason: Option<String>,
    /// The same as data.
    pub because: Option<Unproved>,
}

/// A proof that the checker accepts.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum EverywhereCertificate {
    /// By an automaton.
    Automaton(prove::Certificate),
    /// By a theorem about periods.
    Period(heap::Certificate),
}

/// An answer with its proof.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EverywhereProof {
    /// The answer.
    pub answer: EverywhereAnswer,
    /// The proof, if there is one.
    pub certificate: Option<EverywhereCertificate>,
}

/// Learns and proves who wins every position, or where moves leave several parts, or if that is asked, the values.
///
/// ```
/// use grundy::{Lets, Rules, Work, solve::everywhere};
/// let rules = Rules::read("wythoff", &Lets::new(), &Work::unwatched())?;
/// let proof = everywhere(&rules, None, false, &Work::unwatched())?;
/// assert_eq!((proof.answer.verdict, proof.answer.system.as_deref()), ("proved", Some("zeckendorf")));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn everywhere(
    rules: &Rules,
    play: Option<Play>,
    values: bool,
    work: &Work<'_>,
) -> Result<EverywhereProof> {
    let play = play.unwrap_or(rules.form().ending.play);
    super::check_play(rules, &[], play)?;
    let (values_decide, normal) = (rules.form().splits(), play == Play::Normal && rules.form().is_normal());
    if values && !normal {
        return Err(Error::new(ErrorKind::Unsupported, "values are those of normal play"));
    }
    let proof = if values || (values_decide && normal) {
        by_values(rules, work)
    } else {
        by_outcomes(rules, play, work).and_then(|proof| told_more(rules, proof, normal, work))
    };
    checked(proof?, work)
}

/// The values of a heap, if they are proved too and who wins has no words that tell much.
fn told_more(
    rules: &Rules,
    proof: EverywhereProof,
    normal: bool,
    work: &Work<'_>,
) -> Result<EverywhereProof> {
    let pattern = &proof.answer.pattern;
    let little = matches!(pattern, Some(Everywhere::Finite { .. } | Everywhere::AllButFinite { .. }));
    if !(little && normal && rules.form().is_heap()) {
        return Ok(proof);
    }
    let values = by_values(rules, work)?;
    Ok(if values.answer.verdict == "proved" { values } else { proof })
}

/// What the independent checker does not accept is only seen.
fn checked(proof: EverywhereProof, work: &Work<'_>) -> Result<EverywhereProof> {
    let verdict = match &proof.certificate {
        None => return Ok(proof),
        Some(EverywhereCertificate::Automaton(certificate)) => verify::check_everywhere(certificate, work),
        Some(EverywhereCertificate::Period(certificate)) => verify::check(certificate, work),
    };
    let message = match verdict {
        Ok(Ok(())) => return Ok(proof),
        Ok(Err(rejected)) => rejected.to_string(),
        Err(e) if e.kind() == ErrorKind::Limit => e.message().to_string(),
        Err(e) => return Err(e),
    };
    let why = Unproved::Unchecked { message };
    let (reason, because) = (Some(why.to_string()), Some(why));
    let answer = EverywhereAnswer { verdict: "seen", reason, because, ..proof.answer };
    Ok(EverywhereProof { answer, certificate: None })
}

fn by_outcomes(rules: &Rules, play: Play, work: &Work<'_>) -> Result<EverywhereProof> {
    match lost_positions(rules, play, MUCH, work)? {
        Found::Proved(lost) => {
            let pattern = lost.words(work)?;
            let answer = EverywhereAnswer {
                system: Some(lost.system()),
                states: Some(lost.states()),
                statement: Some(pattern.to_string()),
                pattern: Some(pattern),
                ..EverywhereAnswer::empty(Kind::Outcomes, "proved")
            };
            let certificate = Some(EverywhereCertificate::Automaton(lost.certificate()));
            Ok(EverywhereProof { answer, certificate })
        }
        Found::Not { why, witness } => {
            let witness = witness.map(|place| shown(rules, &place));
            let (reason, because) = (Some(why.to_string()), Some(why));
            let none = EverywhereAnswer::empty(Kind::Outcomes, "unknown");
            let answer = EverywhereAnswer { witness, reason, because, ..none };
            Ok(EverywhereProof { answer, certificate: None })
        }
    }
}

/// A period, what it is known by, and the first values.
struct Seen {
    report: PeriodReport,
    period: Period,
    values: Vec<u64>,
    certificate: Option<heap::Certificate>,
}

/// The period that the table shows; the shortest table that has one is enough, for it is proved.
fn seen(rules: &Rules, work: &Work<'_>) -> Result<Option<Seen>> {
    let mut search = match PeriodSearch::new(rules, work) {
        Err(e) if e.kind() == ErrorKind::Unsupported => return Ok(None),
        search => search?,
    };
    for heaps in HEAPS {
        let report = match search.seen(heaps, work) {
            Err(e) if e.kind() == ErrorKind::Limit => return Ok(None),
            report => report?,
        };
        let Some(period) = report.period.filter(|_| rules.form().is_heap()) else { continue };
        let needed = period.preperiod.saturating_add(period.period);
        let values = match needed <= LONGEST {
            true => (0..needed).map(|n| Ok(search.value(n, work)?.0)).collect::<Result<_>>()?,
            false => Vec::new(),
        };
        let certificate = search.certificate();
        return Ok(Some(Seen { report, period, values, certificate }));
    }
    Ok(None)
}

/// A proof that the table does not suggest by a period: the automaton itself is learnt.
fn by_learnt_values(rules: &Rules, work: &Work<'_>) -> Result<Result<EverywhereProof, Refuted>> {
    let proved = match ProvedValues::learn(rules, MUCH, work)? {
        Ok(proved) => proved,
        Err(why) => return Ok(Err(why)),
    };
    let pattern = proved.words(work)?;
    let answer = EverywhereAnswer {
        system: Some("base 2".into()),
        states: Some(proved.states()),
        statement: Some(pattern.to_string()),
        pattern: Some(pattern),
        ..EverywhereAnswer::empty(Kind::Values, "proved")
    };
    let certificate = Some(EverywhereCertificate::Automaton(proved.certificate()));
    Ok(Ok(EverywhereProof { answer, certificate }))
}

fn by_values(rules: &Rules, work: &Work<'_>) -> Result<EverywhereProof> {
    let unproved = |verdict, pattern: Option<Everywhere>, (why, witness): Refuted| {
        let answer = EverywhereAnswer {
            system: pattern.is_some().then(|| "base 2".to_string()),
            statement: pattern.as_ref().map(Everywhere::to_string),
            pattern,
            witness: witness.map(|place| shown(rules, &place)),
            reason: Some(why.to_string()),
            because: Some(why),
            ..EverywhereAnswer::empty(Kind::Values, verdict)
        };
        Ok(EverywhereProof { answer, certificate: None })
    };
    let Some(Seen { report, period, values, certificate }) = seen(rules, work)? else {
        return match by_learnt_values(rules, work)? {
            Ok(proof) => Ok(proof),
            Err(why) => unproved("unknown", None, why),
        };
    };
    let pattern = match period {
        Period { preperiod, period, saltus: 0 } => Everywhere::Periodic { period, preperiod },
        Period { preperiod, period, saltus } => Everywhere::Rising { period, preperiod, saltus },
    };
    let by_theorem = matches!(report.verdict, Verdict::Proved(_)) && certificate.is_some();
    let by_automaton = match values.is_empty() {
        true => Err((Unproved::TooLarge, None)),
        false => ProvedValues::periodic(rules, period, |n| values[n as usize], work)?,
    };
    let proved = |states| EverywhereAnswer {
        system: Some("base 2".into()),
        states,
        statement: Some(pattern.to_string()),
        pattern: Some(pattern.clone()),
        ..EverywhereAnswer::empty(Kind::Values, "proved")
    };
    // Where a theorem is known its certificate is checked faster.
    let theorem = certificate.map(EverywhereCertificate::Period);
    match by_automaton {
        Ok(own) => {
            let certificate = theorem.or_else(|| Some(EverywhereCertificate::Automaton(own.certificate())));
            Ok(EverywhereProof { answer: proved(Some(own.states())), certificate })
        }
        Err(_) if by_theorem => Ok(EverywhereProof { answer: proved(None), certificate: theorem }),
        Err(why) if why.1.is_none() => unproved("seen", Some(pattern.clone()), why),
        Err(why) => match by_learnt_values(rules, work)? {
            Ok(proof) => Ok(proof),
            Err(_) => unproved("unknown", None, why),
        },
    }
}

fn shown(rules: &Rules, place: &[u64]) -> Place {
    rules.show(&place.iter().map(|n| *n as i64).collect::<Vec<_>>())
}

impl EverywhereAnswer {
    fn empty(kind: Kind, verdict: &'static str) -> EverywhereAnswer {
        EverywhereAnswer {
            verdict,
            kind: kind.name(),
            system: None,
            states: None,
            statement: None,
            pattern: None,
            witness: None,
            reason: None,
            because: None,
        }
    }
}

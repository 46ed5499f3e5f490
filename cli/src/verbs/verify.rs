//! `grundy verify CERTIFICATE`: of a period, of all positions, of a misère quotient, or with `--graph FILE` of the outcomes of a graph.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::formats::Format;
use grundy::heap::{Certificate, Period, RowCertificate, RuleText, SegmentedCertificate, Theorem};
use grundy::misere::Certificate as Quotient;
use grundy::prove::Certificate as Proof;
use grundy::solve::analysis::certificate::Certificate as Outcomes;
use grundy::{Work, verify};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::graph::{format_parser, input::Source};
use crate::ask::{CostLimits, Sharing};
use crate::failure::Failure;
use crate::reading::{self, Bound};
use crate::{Outcome, output, wording};

/// A certificate of a period larger than this is refused.
const LARGEST: u64 = 64 << 20;
/// The memory that a table takes for each byte of its file.
const GROWTH: u64 = 6;

#[derive(Debug, Args)]
pub struct Options {
    /// The file that `--certificate` of `grundy period`, `prove`, `misere quotient` or `graph` wrote
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    /// The graph that a table of outcomes is about
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// How to read the graph, whatever the file is called
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), requires = "graph")]
    format: Option<Format>,
    /// Of a certificate in segments check only so many of them, chosen at random: a sample, which proves nothing for all
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "graph")]
    sample: Option<u32>,
    #[command(flatten)]
    cost: CostLimits,
    #[command(flatten)]
    sharing: Sharing,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was accepted: the claim as people read it, and as scripts do.
#[derive(Default)]
struct Accepted {
    shown: String,
    claim: serde_json::Value,
    /// How much of it was checked, if not all.
    part: Option<String>,
}

type Judged = Result<Accepted, Rejection>;

/// The condition that fails, and how.
struct Rejection {
    condition: serde_json::Value,
    detail: String,
    shown: String,
}

impl Rejection {
    fn of(rejected: verify::Rejected) -> Rejection {
        let (condition, shown) = (json!(rejected.condition), rejected.to_string());
        Rejection { condition, shown, detail: rejected.detail }
    }
}

pub fn run(options: &Options) -> Outcome {
    #[cfg(feature = "cluster")]
    if let (true, Some(graph)) = (options.certificate.is_dir(), &options.graph) {
        let verdict = parts(options, graph)?;
        return answer(options, verdict);
    }
    let path = options.certificate.display();
    let affordable = Bound::of_memory(options.cost.limits().bytes / GROWTH, "a certificate");
    let bound = match options.graph {
        Some(_) => affordable,
        None => affordable.min(Bound::fixed(LARGEST, "the certificate of a period")),
    };
    let text = reading::text(&options.certificate, bound, &options.cost.watch())?;
    let verdict = match (kind(options, &text)?, &options.graph) {
        (Some(format), Some(graph)) if format == Outcomes::FORMAT => table(options, &text, graph)?,
        (Some(format), None) if format == Outcomes::FORMAT => {
            return Err(Failure::input(format!("{path} is about a graph; name its file with --graph FILE")));
        }
        (Some(_), Some(_)) => {
            return Err(Failure::input(format!("{path} is not about a graph; leave out --graph")));
        }
        (None, Some(_)) => {
            return Err(Failure::input(format!(
                "{path} is no certificate; `grundy graph FILE --certificate C` writes one"
            )));
        }
        (Some(format), None) if format == SegmentedCertificate::FORMAT => segments(options, &text)?,
        (_, None) if options.sample.is_some() => {
            return Err(Failure::input(format!("{path} is not in segments; leave out --sample")));
        }
        (Some(format), None) if format == Proof::FORMAT => everywhere(options, &text)?,
        (Some(format), None) if format == Quotient::FORMAT => quotient(options, &text)?,
        (Some(format), None) if format == RowCertificate::FORMAT => row(options, &text)?,
        (_, None) => period(options, &text)?,
    };
    answer(options, verdict)
}

/// What the certificate says it is, if it says so; fails if it is not even JSON.
fn kind(options: &Options, text: &str) -> Result<Option<String>, Failure> {
    #[derive(Deserialize)]
    struct Kind {
        format: String,
    }
    // Of what is no certificate the place does not matter; of a text that was cut off it does.
    read::<serde::de::IgnoredAny>(options, text)?;
    Ok(serde_json::from_str::<Kind>(text).ok().map(|kind| kind.format))
}

fn read<T: DeserializeOwned>(options: &Options, text: &str) -> Result<T, Failure> {
    let path = options.certificate.display();
    serde_json::from_str(text).map_err(|e| {
        Failure::input(format!("{path}, line {}, column {}: not a certificate: {e}", e.line(), e.column()))
    })
}

fn period(options: &Options, text: &str) -> Result<Judged, Failure> {
    let certificate: Certificate = read(options, text)?;
    let watch = options.cost.watch();
    let verdict = verify::check(&certificate, &Work { limits: options.cost.limits(), progress: &watch })?;
    let claim = || {
        claim(
            &certificate.game.to_string(),
            certificate.rules.as_ref(),
            certificate.period,
            certificate.theorem(),
        )
    };
    Ok(verdict.map(|()| claim()).map_err(Rejection::of))
}

fn row(options: &Options, text: &str) -> Result<Judged, Failure> {
    let certificate: RowCertificate = read(options, text)?;
    let watch = options.cost.watch();
    let verdict =
        verify::check_rows(&certificate, &Work { limits: options.cost.limits(), progress: &watch })?;
    let game = format!("{} at {:?}", certificate.rules.text, certificate.row);
    let claim = || claim(&game, Some(&certificate.rules), certificate.period, Theorem::Rows);
    Ok(verdict.map(|()| claim()).map_err(Rejection::of))
}

fn quotient(options: &Options, text: &str) -> Result<Judged, Failure> {
    let certificate: Quotient = read(options, text)?;
    let watch = options.cost.watch();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let verdict = verify::check_quotient(&certificate, &work)?;
    let Quotient { rules, table, lost, pretending, period, .. } = &certificate;
    let (order, lost, heap) = (table.len(), lost.len(), pretending.len().saturating_sub(1));
    let reach = match period {
        Some((preperiod, period)) => format!("all heaps, period {period} from {preperiod}"),
        None => format!("heaps up to {heap}"),
    };
    let accepted = || Accepted {
        shown: format!("{rules}: misère quotient of order {order}, {lost} lost, of {reach}\n"),
        claim: json!({"rules": rules, "order": order, "p_portion": lost, "heap": heap, "period": period}),
        part: None,
    };
    Ok(verdict.map(|()| accepted()).map_err(Rejection::of))
}

fn everywhere(options: &Options, text: &str) -> Result<Judged, Failure> {
    let certificate: Proof = read(options, text)?;
    let watch = options.cost.watch();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let verdict = verify::check_everywhere(&certificate, &work)?;
    let Proof { rules, system, lets, misere, .. } = &certificate;
    let with: String = lets.iter().map(|(name, value)| format!(" with {name} = {value}")).collect();
    let play = if *misere { " under misère play" } else { "" };
    let (kind, states) = (certificate.kind.name(), certificate.automaton.next.len());
    let accepted = || Accepted {
        shown: format!(
            "{rules}{with}: {kind} of all positions{play}, by an automaton of {}, {system}\n",
            wording::counted(states, "state")
        ),
        claim: json!({
            "rules": rules, "let": lets, "misere": misere, "kind": kind, "system": system, "states": states
        }),
        part: None,
    };
    Ok(verdict.map(|()| accepted()).map_err(Rejection::of))
}

/// A period that is checked between windows of its run, in bounded memory, or in a sample of its segments.
fn segments(options: &Options, text: &str) -> Result<Judged, Failure> {
    let certificate: SegmentedCertificate = read(options, text)?;
    let total = certificate.segments();
    let sample = options.sample.map(|count| sample(count as usize, total));
    let (watch, limits) = (options.cost.watch(), options.sharing.of(options.cost.limits()));
    let work = Work { limits, progress: &watch };
    let verdict = verify::check_segments(&certificate, sample.as_deref(), &work)?;
    let mut accepted = claim(
        &certificate.game.to_string(),
        certificate.rules.as_ref(),
        certificate.period,
        Theorem::SparseWindow,
    );
    if let Some(sample) = sample.filter(|sample| sample.len() < total) {
        let numbers: Vec<String> = sample.iter().map(|number| (number + 1).to_string()).collect();
        let checked = format!("{} of {total} segments", sample.len());
        accepted.shown += &format!(
            "a sample was checked, segments {}; the period is proved by all of them together\n",
            numbers.join(", ")
        );
        accepted.claim["segments"] = json!(total);
        accepted.claim["checked"] = json!(sample);
        accepted.part = Some(checked);
    }
    Ok(verdict.map(|()| accepted).map_err(Rejection::of))
}

/// Numbers of segments, in order, that nobody can foresee.
fn sample(count: usize, total: usize) -> Vec<usize> {
    let random = RandomState::new();
    let mut numbers: Vec<usize> = (0..total).collect();
    numbers.sort_by_key(|number| random.hash_one(number));
    numbers.truncate(count);
    numbers.sort_unstable();
    numbers
}

/// What the certificate says of which game: a file's name says nothing.
fn claim(game: &str, rules: Option<&RuleText>, period: Period, theorem: Theorem) -> Accepted {
    let Period { preperiod, period, saltus } = period;
    let theorem = theorem.to_string();
    let rises = if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    let rules = rules.map(|rules| &rules.text);
    Accepted {
        shown: format!("{game}: period {period} from {preperiod}{rises}, by {theorem}\n"),
        claim: json!({
            "game": game, "rules": rules, "preperiod": preperiod, "period": period, "saltus": saltus, "theorem": theorem,
        }),
        part: None,
    }
}

fn table(options: &Options, text: &str, graph: &std::path::Path) -> Result<Judged, Failure> {
    let certificate: Outcomes = read(options, text)?;
    let (watch, limits) = (options.cost.watch(), options.cost.limits());
    let source = Source::open(graph, options.format, &limits, &watch)?;
    let (file, _) = source.graph(&Work { limits, progress: &watch })?;
    Ok(certificate.check_file(&file).map(|()| Accepted::default()).map_err(|wrong| Rejection {
        condition: json!("outcomes"),
        detail: wrong.message().to_string(),
        shown: wrong.to_string(),
    }))
}

/// The parts that workers wrote, put together and checked as one.
#[cfg(feature = "cluster")]
fn parts(options: &Options, graph: &std::path::Path) -> Result<Judged, Failure> {
    let (watch, limits) = (options.cost.watch(), options.cost.limits());
    let source = Source::open(graph, options.format, &limits, &watch)?;
    let (file, _) = source.graph(&Work { limits, progress: &watch })?;
    let bound = || Bound::of_memory(limits.bytes / GROWTH, "a part of a certificate");
    let read = |path: &std::path::Path| reading::text(path, bound(), &watch).map_err(Failure::into_error);
    let together = grundy_cluster::parts::put_together(&options.certificate, &file, read);
    let checked = together.and_then(|certificate| certificate.check_file(&file));
    Ok(checked.map(|()| Accepted::default()).map_err(|wrong| Rejection {
        condition: json!("outcomes"),
        detail: wrong.message().to_string(),
        shown: wrong.to_string(),
    }))
}

fn answer(options: &Options, verdict: Judged) -> Outcome {
    let rejected = verdict.as_ref().err();
    match (options.json, &verdict) {
        (true, _) => output::print_json(&json!({
            "accepted": rejected.is_none(),
            "claim": verdict.as_ref().ok().map(|accepted| &accepted.claim),
            "condition": rejected.map(|rejected| &rejected.condition),
            "detail": rejected.map(|rejected| &rejected.detail),
        }))?,
        (false, Ok(accepted)) => {
            // Scripts rely on the one word; what it is about is for people.
            anstream::eprint!("{}", accepted.shown);
            match &accepted.part {
                Some(part) => output::print(&format!("accepted: {part}\n"))?,
                None => output::print("accepted\n")?,
            }
        }
        (false, Err(rejected)) => output::print(&format!("rejected: {}\n", rejected.shown))?,
    }
    Ok(if rejected.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

//! `grundy period RULES`.

mod long_run;
mod rows;
mod store;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anstyle::Style;
use clap::Args;
use grundy::heap::{PeriodReport, Verdict};
use grundy::solve::{PeriodAnswer, PeriodSearch, rows_of};
use grundy::{Error, ErrorKind, Quiet, Work};
use serde::Serialize;

use crate::ask::{Asked, Sharing, parse_count};
use crate::failure::Failure;
use crate::progress::Watch;
use crate::{Outcome, output, wording};
use long_run::{LongRun, Pacer, StoreOptions, Stored};

const STRONG: Style = Style::new().bold();
const PROGRESS: &str = "How far a run is, a terminal shows as a bar; elsewhere stderr gets a line every 30 seconds, unless with --json.";
/// Where no theorem applies, more heaps than this add little to what is seen.
const ENOUGH: u64 = 1 << 18;
/// Without a limit the search goes on about this long.
const PATIENCE: Duration = Duration::from_secs(40);
/// However late it is, a step that was begun gets so much.
const LEAST: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
#[command(after_help = PROGRESS)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// Compute at most this many heaps; if absent, as many as about a minute allows, or 262144 where no theorem can prove a period. Where one
    /// may, this and --max-memory bound the search; --max-positions bounds tables of other rules
    #[arg(long, value_name = "N", value_parser = parse_count)]
    limit: Option<u64>,
    /// Give a coordinate one value, so that one is left and its row has the period: x=5
    #[arg(long, value_name = "NAME=VALUE", conflicts_with_all = ["store", "resume"])]
    at: Vec<String>,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    sharing: Sharing,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    if let Some(path) = &options.certificate {
        output::check_writable(path)?;
    }
    let limits = options.sharing.of(options.asked.cost.limits());
    let clock = options.asked.cost.clock();
    let before = Work { limits, progress: &clock };
    let rules = options.asked.rules(&before)?;
    if !options.at.is_empty() {
        return rows::one(options, &rules, &before);
    }
    let search = PeriodSearch::new(&rules, &before);
    if let (Err(e), Some(all)) = (&search, rows_of(&rules))
        && e.kind() == ErrorKind::Unsupported
        && !options.store.is_asked()
    {
        return rows::several(options, &rules, &all, &before)
            .unwrap_or_else(|| Err(e.clone().within(&rules.source).into()));
    }
    let mut search = search.map_err(|e| e.within(&rules.source))?;
    // From here on there is something to report.
    let watch = clock.catching();
    // Scripts want one object; people who keep a log want to know how a run of hours goes.
    let watch = if options.json { watch } else { watch.with_diary() };
    let work = Work { limits, progress: &watch };
    let long = LongRun::begin(&options.store, &mut search, &work.limits, &watch)?;
    let mut ended_by = None;
    let report = match &long {
        Some(long) => long.look(&mut search, options.limit, PATIENCE, work.limits),
        None => {
            let looked = look(&mut search, options.limit, &work, &watch);
            looked.map_err(|e| e.within(&rules.source).into()).map(|(report, stopped)| {
                ended_by = stopped;
                report
            })
        }
    };
    let is_long = long.is_some();
    // What was found is printed even if its certificate cannot be made.
    let certified = match (&report, &options.certificate) {
        (Ok(report), Some(path)) => certify(path, report, &mut search, &work),
        _ => Ok(()),
    };
    drop(watch);
    let report = report?;
    if let Some(why) = &ended_by {
        eprintln!("the search ended early: {}", wording::error(why));
    }
    let stopped = ended_by.map(|why| why.kind()).filter(is_stop);
    let found = report.period.is_some();
    let answer = PeriodAnswer::new(report, search.plan());
    let stored =
        search.sequence().filter(|_| is_long).map(|sequence| LongRun::stored(sequence, options.limit));
    match options.json {
        true => Answer { answer, stopped, stored }.print()?,
        false => output::print(
            &(show(&answer)
                + &stored
                    .as_ref()
                    .map_or(String::new(), |stored| show_stored(stored, answer.verdict == "proved"))),
        )?,
    }
    certified?;
    if stopped == Some(ErrorKind::Interrupted) {
        return Ok(ExitCode::from(130));
    }
    Ok(if found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the certificate: with the whole table behind it, or in segments where the table was let go.
fn certify(
    path: &Path,
    report: &PeriodReport,
    search: &mut PeriodSearch,
    work: &Work<'_>,
) -> Result<(), Failure> {
    let text = match (search.automaton(), search.certificate()) {
        (Some(certificate), _) => serde_json::to_string(&certificate),
        (None, Some(certificate)) => serde_json::to_string_pretty(&certificate),
        (None, None) => {
            let certificate = search.segmented_certificate(work)?;
            serde_json::to_string_pretty(&certificate.ok_or_else(|| no_certificate(report, search))?)
        }
    };
    let text = text.map_err(|e| Failure::input(e.to_string()))?;
    output::write_file(path, (text + "\n").as_bytes())
}

/// Why there is nothing to certify, and what would help.
fn no_certificate(report: &PeriodReport, search: &mut PeriodSearch) -> Failure {
    let whole = search.sequence().is_none_or(|sequence| sequence.is_whole());
    Failure::input(match report.verdict {
        Verdict::Proved(_) if !whole => {
            "too little of the run was kept for a certificate; raise --max-memory".to_string()
        }
        Verdict::Proved(theorem) => {
            format!(
                "the period is proved ({theorem}), but the checker does not know such proofs; leave out --certificate"
            )
        }
        _ => "there is no proved period, so there is nothing to certify; try a larger --limit".to_string(),
    })
}

/// What is printed: the period, and of a long run what was computed.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    answer: PeriodAnswer,
    /// What ended the search before its limit, if it was the clock or the user: `timeout` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<ErrorKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<Stored>,
}

impl Answer {
    /// Prints one object; exceptions of a period that are not known are null. Without a period there are none.
    fn print(&self) -> Result<(), Failure> {
        if self.answer.exceptions_known || self.answer.period.is_none() {
            return output::print_json(self);
        }
        let mut object = serde_json::to_value(self).map_err(|e| Failure::input(e.to_string()))?;
        for field in ["exceptions", "exceptions_total"] {
            object[field] = serde_json::Value::Null;
        }
        output::print_json(&object)
    }
}

fn is_stop(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::Interrupted | ErrorKind::Timeout)
}

/// Searches up to the limit, or, without one, further and further until it has taken its time. If something else ends the search, that is
/// told beside what was found by then.
fn look(
    search: &mut PeriodSearch,
    limit: Option<u64>,
    work: &Work<'_>,
    watch: &Watch,
) -> grundy::Result<(PeriodReport, Option<Error>)> {
    let started = Instant::now();
    // A limit is one step; without one the steps grow. Where options are many, few heaps take long.
    let (first, most) = if search.proves() { (1 << 14, u64::MAX) } else { (1 << 9, ENOUGH) };
    let mut to = limit.unwrap_or(first);
    let mut last = None;
    loop {
        let pacer = Pacer::new(watch, None, PATIENCE.saturating_sub(started.elapsed()).max(LEAST));
        let paced = Work { limits: work.limits, progress: &pacer };
        let report = match search.run(to, if limit.is_some() { work } else { &paced }) {
            Ok(report) => report,
            // Its time is over: what was seen by then is the answer.
            Err(_) if pacer.has_paused() => {
                let seen = so_far(search, work).or(last.and_then(Result::ok));
                return Ok((seen.unwrap_or_else(|| PeriodReport::unknown(0)), None));
            }
            Err(e) if is_stop(&e.kind()) => {
                let seen = so_far(search, work).map_or(last, |report| Some(Ok(report)));
                return seen.unwrap_or(Err(e.clone())).map(|report| (report, Some(e)));
            }
            // What was seen before the limit was met is the answer.
            Err(e) if e.kind() == ErrorKind::Limit => {
                return last.unwrap_or(Err(e.clone())).map(|report| (report, Some(e)));
            }
            Err(e) => return Err(e),
        };
        let proved = matches!(report.verdict, Verdict::Proved(_));
        if proved
            || limit.is_some()
            || to >= most
            || started.elapsed() > PATIENCE
            || to >= work.limits.positions.saturating_mul(4)
        {
            return Ok((report, None));
        }
        last = Some(Ok(report));
        to = (to + to / 2).min(most);
    }
}

/// The report on the heaps that a stopped search has computed; none is added.
fn so_far(search: &mut PeriodSearch, work: &Work<'_>) -> Option<PeriodReport> {
    let computed = search.sequence()?.len();
    search.run(computed, &Work { limits: work.limits, progress: &Quiet }).ok()
}

fn show(answer: &PeriodAnswer) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match (answer.period, answer.preperiod) {
        (Some(period), preperiod) => {
            let from = match (preperiod, answer.preperiod_between) {
                (Some(preperiod), _) => format!(" from {preperiod}"),
                (_, Some([least, most])) => format!(" from a heap between {least} and {most} on"),
                _ => String::new(),
            };
            let saltus = answer.saltus.filter(|s| *s > 0).map_or(String::new(), |s| format!(", saltus {s}"));
            writeln!(text, "{STRONG}period {period}{from}{saltus}{STRONG:#}")
        }
        _ => writeln!(text, "{STRONG}no period found{STRONG:#} in {} heaps", answer.limit),
    };
    let _ = match (answer.verdict, &answer.theorem) {
        ("proved", Some(theorem)) => writeln!(text, "proved: {theorem}, from {} heaps", answer.limit),
        ("seen", _) => writeln!(text, "seen in {} heaps; nothing here proves that it goes on", answer.limit),
        _ => writeln!(text, "that does not mean that there is none; --limit N looks further"),
    };
    if answer.period.is_some() && !answer.exceptions_known {
        let _ = writeln!(text, "exceptions: not known, the run no longer has its first heaps");
    }
    if answer.exceptions_total > 0 {
        let first: Vec<String> = answer.exceptions.iter().take(20).map(u64::to_string).collect();
        let more = if answer.exceptions_total > 20 { ", …" } else { "" };
        let _ = writeln!(text, "exceptions ({}): {}{more}", answer.exceptions_total, first.join(", "));
    }
    let _ = writeln!(text, "[{}]", answer.plan);
    text
}

fn show_stored(stored: &Stored, proved: bool) -> String {
    let digest = stored.digest.as_ref();
    let digest = digest.map_or(String::new(), |(heaps, digest)| format!(", digest of {heaps}: {digest}"));
    let let_go = match stored.kept < stored.heaps && !proved {
        true => format!(
            "the last {} heaps are kept: longer periods are still found and certified, but not their exceptions\n",
            stored.kept
        ),
        false => String::new(),
    };
    format!("stored: {} heaps, {} of them rare{digest}\n{let_go}", stored.heaps, stored.rare_heaps)
}

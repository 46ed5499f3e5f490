//! `grundy census SHAPE`: all codes of a shape, in families, each with its period or how far it was looked.

mod rows;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use grundy::heap::{Certificate, Family, PeriodReport, SegmentedCertificate, Sequence, Shape, Verdict};
use grundy::{Error, ErrorKind, Limits, Progress, Quiet, Step, Stop, Work};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::ask::CostLimits;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::progress::Watch;
use crate::reading::Bound;
use crate::{Outcome, output};
use rows::{Form, Row};

const ABOUT: &str = "Open digits are written ?: 0.??? are all octal codes of three digits, 0x0.?? hexadecimal ones. Codes with the same first values are \
one family, looked at once, under its simplest code. Without -o or --json the table goes to stdout as CSV.";
/// The file of a census that is kept.
const CENSUS: &str = "census.json";

#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub struct Options {
    /// A code with ? for open digits, such as 0.??? or 0x0.??
    #[arg(value_name = "SHAPE")]
    shape: String,
    /// Look for the period of each family in at most this many heaps
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = crate::ask::parse_count)]
    limit: u64,
    /// Give each family at most this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::ask::parse_seconds)]
    each: Duration,
    /// Keep what is found in this folder, with a certificate for each proof
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Go on with the census in the store: families that were looked at as far as this are not looked at again
    #[arg(long, requires = "store")]
    resume: bool,
    /// Write the table to this file, as .csv or .parquet
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    cost: CostLimits,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A census as far as it got.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Census {
    shape: String,
    /// How many first values make a family.
    compared: u64,
    codes: u64,
    /// How many families there are; each has a row once it was looked at.
    families: u64,
    rows: Vec<Row>,
}

pub fn run(options: &Options) -> Outcome {
    let form = options.output.as_deref().map(Form::of).transpose()?;
    if let Some(path) = &options.output {
        output::check_writable(path)?;
    }
    let shape: Shape = options.shape.parse()?;
    let (watch, limits) = (options.cost.watch().with_diary(), options.cost.limits());
    let folder = options.store.as_deref().map(|path| Folder::open(path, is_ours)).transpose()?;
    let before = folder.as_ref().map(|folder| stored(folder, options, &watch)).transpose()?.flatten();
    let families = shape.families(&Work { limits, progress: &watch })?;
    let mut census = Census {
        shape: shape.to_string(),
        compared: shape.compared(),
        codes: families.iter().map(|family| 1 + family.others.len() as u64).sum(),
        families: families.len() as u64,
        rows: before.map_or(Vec::new(), |before| before.rows),
    };
    let ended = look_at_all(&families, &mut census, folder.as_ref(), options, &watch);
    drop(watch);
    let stopped = match ended {
        Err(Failure::Engine(e)) if matches!(e.kind(), ErrorKind::Interrupted | ErrorKind::Timeout) => {
            let rest = census.families - census.rows.len() as u64;
            eprintln!("{rest} of {} families were not looked at: {e}", census.families);
            Some(e.kind())
        }
        ended => ended.map(|()| None)?,
    };
    census.rows.sort_by_cached_key(|row| (row.code.len(), row.code.clone()));
    match (&options.output, form) {
        (Some(path), Some(form)) => form.write(path, &census.rows)?,
        _ if options.json => {}
        _ => output::print(&rows::csv(&census.rows))?,
    }
    if options.json {
        output::print_json(&json!({"census": census, "stopped": stopped}))?;
    } else {
        eprint!("{}", summary(&census));
    }
    Ok(if stopped == Some(ErrorKind::Interrupted) { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

fn is_ours(name: &str) -> bool {
    let code = name.strip_suffix(".json").unwrap_or_default();
    name == CENSUS || code.parse::<grundy::heap::TakeBreak>().is_ok()
}

/// The census in a folder, if it is the one that is asked for.
fn stored(folder: &Folder, options: &Options, watch: &Watch) -> Result<Option<Census>, Failure> {
    let path = folder.file(CENSUS);
    let bound = Bound::of_memory(options.cost.limits().bytes / 4, "a census");
    let Some(bytes) = folder.read(CENSUS, bound, watch)? else { return Ok(None) };
    if !options.resume {
        let path = path.display();
        return Err(Failure::input(format!(
            "{path} already exists; go on with --resume, or choose an empty folder"
        )));
    }
    let census: Census = serde_json::from_slice(&bytes)
        .map_err(|e| Failure::input(format!("{}: not a census: {e}", path.display())))?;
    if census.shape != options.shape {
        let (path, shape) = (path.display(), &census.shape);
        return Err(Failure::input(format!("{path} is a census of {shape}, not of {}", options.shape)));
    }
    Ok(Some(census))
}

/// Looks at every family that has no row yet, or one that did not look so far.
fn look_at_all(
    families: &[Family],
    census: &mut Census,
    folder: Option<&Folder>,
    options: &Options,
    watch: &Watch,
) -> Result<(), Failure> {
    let total = families.len() as u64;
    for (done, family) in (0..).zip(families) {
        let code = family.first.to_string();
        let before = census.rows.iter().position(|row| row.code == code);
        if before.is_some_and(|index| census.rows[index].is_enough(options.limit)) {
            continue;
        }
        let unit = format!("families, {code} now");
        watch.step(Step { unit: &unit, done, total: Some(total) }).map_err(Error::from)?;
        let (row, proof) = look_at(family, options, watch)?;
        if let (Some(folder), Some(proof)) = (folder, proof) {
            folder.write(&format!("{code}.json"), (proof + "\n").as_bytes())?;
        }
        if let Some(index) = before {
            census.rows.remove(index);
        }
        census.rows.push(row);
        if let Some(folder) = folder {
            let text = serde_json::to_string(&census).map_err(|e| Failure::input(e.to_string()))?;
            folder.write(CENSUS, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Looks for the period of a family within its limits; with it comes its certificate, if there is one.
fn look_at(family: &Family, options: &Options, watch: &Watch) -> Result<(Row, Option<String>), Failure> {
    let limits = Limits { positions: u64::MAX, ..options.cost.limits() };
    let turn = Turn { watch, ends: Instant::now() + options.each, over: AtomicBool::new(false) };
    let mut sequence = Sequence::new(family.first.clone());
    let work = Work { limits, progress: &turn };
    let report = match sequence.find_period(options.limit, &work) {
        Ok(report) => report,
        // Its turn is over, or its memory: what there is of it is looked at once more.
        Err(e) if turn.over.load(Ordering::Relaxed) || e.kind() == ErrorKind::Limit => {
            let computed = sequence.len();
            let quiet = Work { limits, progress: &Quiet };
            sequence.find_period(computed, &quiet).unwrap_or_else(|_| PeriodReport::unknown(computed))
        }
        Err(e) => return Err(e.into()),
    };
    let proved = matches!(report.verdict, Verdict::Proved(_));
    let certificate = if proved { certificate(&sequence, &work)? } else { None };
    Ok((Row::new(family, &report, certificate.is_some()), certificate))
}

fn certificate(sequence: &Sequence, work: &Work<'_>) -> Result<Option<String>, Failure> {
    let text = |text: serde_json::Result<String>| text.map_err(|e| Failure::input(e.to_string()));
    let whole: Option<Certificate> = sequence.certificate();
    if let Some(whole) = whole {
        return text(serde_json::to_string_pretty(&whole)).map(Some);
    }
    let parts: Option<SegmentedCertificate> = sequence.segmented_certificate(work)?;
    parts.map(|parts| text(serde_json::to_string_pretty(&parts))).transpose()
}

/// The turn of one family: it ends after its time, and everything ends with the watch.
struct Turn<'a> {
    watch: &'a Watch,
    ends: Instant,
    over: AtomicBool,
}

impl Progress for Turn<'_> {
    fn step(&self, _: Step<'_>) -> Result<(), Stop> {
        self.watch.look()?;
        if Instant::now() < self.ends {
            return Ok(());
        }
        self.over.store(true, Ordering::Relaxed);
        Err(Stop::TimedOut)
    }
}

fn summary(census: &Census) -> String {
    let count = |verdict: &str| census.rows.iter().filter(|row| row.verdict == verdict).count();
    format!(
        "{}: {} codes in {} families (the same first {} values); period proved {}, seen {}, none found {}\n",
        census.shape,
        census.codes,
        census.families,
        census.compared,
        count("proved"),
        count("seen"),
        count("unknown"),
    )
}

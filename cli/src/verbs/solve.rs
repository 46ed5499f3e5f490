//! `grundy solve RULES POSITION…`.

mod batch;
#[cfg(feature = "cluster")]
mod by_workers;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use clap::Args;
use grundy::graph::compound::Compound;
use grundy::report::{MoveReport, NimSum, show_parts};
use grundy::solve::CompoundReport;
use grundy::{Bytes, Limits, Outcome as Winner, Play, Report, Work};

use crate::ask::{Asked, PlayAs, Sharing};
use crate::failure::Failure;
use crate::game::{self, About};
use crate::{Outcome, output, wording};

/// Moves listed before the rest is only counted.
const LISTED: usize = 20;

const STRONG: Style = Style::new().bold();
const WINS: Style = AnsiColor::Blue.on_default().bold();
const LOSES: Style = AnsiColor::Red.on_default().bold();

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// The components of the position: 7, or 2,3 for two coordinates; if none, where the game starts
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    #[command(flatten)]
    play: PlayAs,
    /// Play the components as disjunctive, conjunctive or selective, with -long or -short
    #[arg(long, value_name = "NAME")]
    compound: Option<Compound>,
    #[command(flatten)]
    sharing: Sharing,
    /// Answer every line of a file, or of stdin (-): a line is a position, or a list of components in JSON
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<PathBuf>,
    /// What to print in a batch for a win of the player to move, a loss, and a draw: First,Second
    #[arg(long, value_name = "W,L[,D]", value_parser = batch::Words::parse)]
    words: Option<batch::Words>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    team: by_workers::Team,
    /// Print one JSON object, in a batch one a line
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    #[cfg(feature = "cluster")]
    if let Some(workers) = &options.team.workers {
        return by_workers::run(options, workers);
    }
    if let Some(path) = &options.batch {
        return batch::run(options, path);
    }
    if options.words.is_some() {
        return Err(Failure::input("--words is for the answers of --batch FILE"));
    }
    if options.position.is_empty() {
        game::refuse_positions_on_stdin(&options.asked)?;
    }
    let misere = options.compound.filter(|compound| compound.play == Play::Misere).map(|_| Play::Misere);
    let about = About { position: &options.position, play: misere.or(options.play.asked()), format: None };
    let limits = options.sharing.of(options.asked.cost.limits());
    match options.compound {
        Some(compound) => {
            let watch = options.asked.cost.watch();
            together(options, compound, &about, &Work { limits, progress: &watch })
        }
        None => alone(&options.asked, &about, limits, "solve", options.json),
    }
}

/// Who wins under misère play, as `grundy misere outcome` asks.
pub(super) fn as_misere(asked: &Asked, position: &[String], json: bool) -> Outcome {
    let about = About { position, play: Some(Play::Misere), format: None };
    alone(asked, &about, asked.cost.limits(), "misere outcome", json)
}

/// Who wins one position, as a verb asks.
fn alone(asked: &Asked, about: &About<'_>, limits: Limits, verb: &str, json: bool) -> Outcome {
    let watch = asked.cost.watch();
    let work = Work { limits, progress: &watch };
    let started = Instant::now();
    let report = asked.with(about, &work, |mut game| {
        game::go_to_start(&mut game, asked, verb, json, &work)?;
        Ok(game.report(&work)?)
    });
    let seconds = started.elapsed().as_secs_f64();
    drop(watch);
    let mut report = report?;
    if let Some(search) = report.search.as_mut().filter(|search| search.positions > 0) {
        search.positions_per_second = Some((search.positions as f64 / seconds.max(1e-6)) as u64);
    }
    answer(&report, json)
}

/// The components played as a compound.
fn together(options: &Options, compound: Compound, about: &About<'_>, work: &Work<'_>) -> Outcome {
    let report = options.asked.with(about, work, |mut game| {
        game::go_to_start(&mut game, &options.asked, "solve", options.json, work)?;
        let position = game.position().to_vec();
        Ok(grundy::solve::compound(game.arena(), &position, compound, work)?)
    })?;
    match options.json {
        true => output::print_json(&report)?,
        false => output::print(&show_compound(&report))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn show_compound(report: &CompoundReport) -> String {
    let mut text = String::new();
    let places: Vec<String> = report.components.iter().map(|part| part.position.to_string()).collect();
    let wide = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    for (place, part) in places.iter().zip(&report.components) {
        let value = part.value.as_ref().map_or(String::new(), |value| format!("   value {value}"));
        let moves = part.remoteness.map_or(String::new(), |moves| format!("   remoteness {moves}"));
        let _ = writeln!(text, "  {place:<wide$}   {}{value}{moves}", part.outcome);
    }
    let (style, verdict) = verdict(report.sum.outcome);
    let _ = write!(text, "\n{}\n{style}{verdict}{style:#}", report.compound);
    if let Some(remoteness) = report.sum.remoteness {
        let _ = write!(text, "   remoteness {remoteness}");
    }
    text += "\n";
    let winning = &report.sum.winning_moves;
    if !winning.is_empty() {
        let some = if report.sum.moves_complete { "" } else { ", not all" };
        let _ = writeln!(text, "\n{STRONG}winning moves{STRONG:#} ({}{some})", winning.len());
    }
    for turn in winning.iter().take(LISTED) {
        let step =
            |(component, from, to): (usize, _, _)| format!("component {}: {from} → {to}", component + 1);
        let steps: Vec<String> = report.steps(turn).into_iter().map(step).collect();
        let _ = writeln!(text, "  {}", steps.join(", "));
    }
    if winning.len() > LISTED {
        let _ = writeln!(text, "  … and {} more (--json lists all)", winning.len() - LISTED);
    }
    let _ = writeln!(text, "\n[{}]", report.plan);
    text
}

pub(super) fn verdict(outcome: Winner) -> (Style, &'static str) {
    match outcome {
        Winner::N => (WINS, "N: the player to move wins"),
        Winner::P => (LOSES, "P: the player to move loses"),
        Winner::D => (STRONG, "D: a draw"),
    }
}

fn answer(report: &Report, json: bool) -> Outcome {
    match json {
        true => output::print_json(report)?,
        false => output::print(&show(report))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn show(report: &Report) -> String {
    let mut text = String::new();
    let (style, verdict) = verdict(report.outcome);
    // Writing to a string cannot fail.
    let _ = write!(text, "{style}{verdict}{style:#}");
    if let Some(value) = &report.value {
        let _ = write!(text, "   value {STRONG}{value}{STRONG:#}");
    }
    if let Some(score) = report.score {
        let _ = write!(text, "   score {STRONG}{score}{STRONG:#}");
    }
    if let Some(remoteness) = report.remoteness {
        let _ = write!(text, "   remoteness {remoteness}");
    }
    text += "\n";
    if let Some(nim_sum) = &report.reason.nim_sum {
        text += &columns(nim_sum, report);
    }
    if let Some(mex) = &report.reason.mex {
        let _ = writeln!(
            text,
            "\n  options have the values {{{}}}, and the least missing is {}",
            mex.values, mex.mex
        );
    }
    let word = if report.score.is_some() { "best moves" } else { "winning moves" };
    match report.winning_moves.len() {
        0 => {}
        count => {
            let some = if report.moves_complete { "" } else { ", not all" };
            let _ = writeln!(text, "\n{STRONG}{word}{STRONG:#} ({count}{some})");
            report.winning_moves.iter().take(LISTED).for_each(|by| text += &movement(by, report));
            if count > LISTED {
                let _ = writeln!(text, "  … and {} more (--json lists all)", count - LISTED);
            }
        }
    }
    text += "\n";
    for sentence in &report.reason.sentences {
        let _ = writeln!(text, "{}", wording::sentence(sentence));
    }
    let _ = writeln!(text, "[{}]", report.plan);
    if let Some(search) = report.search.as_ref().filter(|search| search.positions > 0) {
        let rate = search.positions_per_second.map_or(String::new(), |rate| format!(", {rate} a second"));
        let (entries, bytes) = (search.table_entries, Bytes(search.table_bytes));
        let positions = match search.positions {
            1 => "1 position".into(),
            many => format!("{many} positions"),
        };
        let _ = writeln!(text, "[{positions}{rate}; the table holds {entries} in {bytes}]");
    }
    text
}

/// The nim-sum in binary columns.
pub(super) fn columns(nim_sum: &NimSum, report: &Report) -> String {
    let all = || nim_sum.terms.iter().chain([&nim_sum.sum]);
    let bits = all().map(|v| 64 - v.0.leading_zeros() as usize).max().unwrap_or(1).max(1);
    let places: Vec<String> = report.components.iter().map(|c| c.position.to_string()).collect();
    let wide = places.iter().map(|p| p.chars().count()).max().unwrap_or(0).max("nim-sum".len());
    let deep = all().map(|v| v.to_string().len()).max().unwrap_or(1);
    let mut text = String::from("\n");
    for (place, value) in places.iter().zip(&nim_sum.terms) {
        let _ = writeln!(text, "  {place:>wide$}   value {value:>deep$}   {:0bits$b}", value.0);
    }
    let _ = writeln!(text, "  {:>wide$}         {}   {}", "", " ".repeat(deep), "-".repeat(bits));
    let _ =
        writeln!(text, "  {:>wide$}         {:>deep$}   {:0bits$b}", "nim-sum", nim_sum.sum, nim_sum.sum.0);
    text
}

fn movement(by: &MoveReport, report: &Report) -> String {
    let from = report.components.get(by.component).map_or(String::new(), |c| c.position.to_string());
    let component = match report.components.len() {
        1 => String::new(),
        _ => format!("component {}: ", by.component + 1),
    };
    let label = by.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
    let gain = by.gain.map_or(String::new(), |gain| format!("   gain {gain}"));
    let again = if by.again { "   and moves on" } else { "" };
    format!("  {component}{label}{from} → {}{gain}{again}\n", show_parts(&by.to))
}

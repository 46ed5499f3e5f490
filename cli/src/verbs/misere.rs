//! `grundy misere outcome|genus|quotient RULES …`.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;
use clap::{Args, Subcommand};
use grundy::misere::{self, Certificate, Class, GenusAnswer, QuotientAnswer};
use grundy::{Play, Work};

use super::solve;
use crate::ask::Asked;
use crate::failure::Failure;
use crate::game::{self, About};
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();
/// Elements in a row of the pretending function, and rows of it that are shown.
const ROW: usize = 12;
const ROWS: usize = 40;

#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

/// What can be asked about misère play.
#[derive(Debug, Subcommand)]
enum What {
    /// Who wins if whoever cannot move wins, and by which moves
    Outcome(Asking),
    /// The genus of a position: its value, and its misère values beside heaps of two
    Genus(Asking),
    /// The misère quotient: who wins every sum of heaps, or of what can come up from some positions
    Quotient(Quotient),
}

#[derive(Debug, Args)]
struct Asking {
    #[command(flatten)]
    asked: Asked,
    /// The components of the position; if none, where the game starts
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Quotient {
    #[command(flatten)]
    asking: Asking,
    /// Take in the heaps up to this one; if absent, until all heaps are known or it grows too large
    #[arg(long, value_name = "N", conflicts_with = "position")]
    to: Option<u64>,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    certificate: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    match &options.what {
        What::Outcome(asking) => solve::as_misere(&asking.asked, &asking.position, asking.json),
        What::Genus(asking) => genus(asking),
        What::Quotient(options) => quotient(options),
    }
}

impl Asking {
    fn about(&self) -> About<'_> {
        About { position: &self.position, play: Some(Play::Misere), format: None }
    }
}

fn genus(asking: &Asking) -> Outcome {
    let watch = asking.asked.cost.watch();
    let work = Work { limits: asking.asked.cost.limits(), progress: &watch };
    let answer = asking.asked.with(&asking.about(), &work, |mut game| {
        game::go_to_start(&mut game, &asking.asked, "misere genus", asking.json, &work)?;
        let position = game.position().to_vec();
        Ok(misere::genus(game.arena(), &position, &work)?)
    });
    drop(watch);
    let answer = answer?;
    match asking.json {
        true => output::print_json(&answer)?,
        false => output::print(&show_genus(&answer))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn show_genus(answer: &GenusAnswer) -> String {
    let class = match answer.class {
        Class::Tame => "tame: it is played as Nim is",
        Class::Restive => "restive: its options are tame, it is not",
        Class::Restless => "restless: its options are tame, it is not",
        _ => "wild: something that can come up is not played as Nim is",
    };
    let who = solve::verdict(answer.outcome).1;
    format!("genus {STRONG}{}{STRONG:#}   {class}\nmisère {who}\n", answer.genus)
}

fn quotient(options: &Quotient) -> Outcome {
    let asking = &options.asking;
    if let Some(path) = &options.certificate {
        output::check_writable(path)?;
    }
    let watch = asking.asked.cost.watch();
    let work = Work { limits: asking.asked.cost.limits(), progress: &watch };
    let mut written = None;
    let found = asking.asked.with(&asking.about(), &work, |mut game| {
        if !asking.position.is_empty() {
            let position = game.position().to_vec();
            return Ok(misere::quotient_of_positions(game.arena(), &position, &work)?);
        }
        let rules = game.rules()?.clone();
        let found = misere::quotient_of_heaps(game.arena(), &rules, options.to, &work)?;
        written = Some(Certificate::new(&rules, &found));
        Ok(found)
    });
    drop(watch);
    let found = found?;
    match asking.json {
        true => output::print_json(&found)?,
        false => output::print(&show_quotient(&found))?,
    }
    if let (Some(path), Some(certificate)) = (&options.certificate, written) {
        let text = serde_json::to_string(&certificate).map_err(|e| Failure::input(e.to_string()))?;
        output::write_file(path, (text + "\n").as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show_quotient(found: &QuotientAnswer) -> String {
    let mut text = String::new();
    let reach = match (found.preperiod.zip(found.period), found.heap) {
        (Some(_), _) => ": for all heaps".into(),
        (None, Some(heap)) => format!(" heap {heap}"),
        (None, None) => ": for all sums of what can come up".into(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{STRONG}{}{STRONG:#}{reach}\norder {}, of which {} lost",
        found.verdict, found.order, found.p_portion
    );
    if let Some((preperiod, period)) = found.preperiod.zip(found.period) {
        let _ = writeln!(text, "period {period} from {preperiod}");
    }
    if let Some(stopped) = &found.stopped {
        let _ = writeln!(text, "no more heaps: {stopped}");
    }
    let lost: Vec<&str> = found.lost.iter().map(|&element| &found.elements[element][..]).collect();
    let _ =
        writeln!(text, "\na sum is lost if the product of its elements is one of\n  {}\n", lost.join(", "));
    let names: Vec<&str> = found.pretending.iter().map(|&element| &found.elements[element][..]).collect();
    let wide = names.iter().map(|name| name.len()).max().unwrap_or(1);
    if !found.positions.is_empty() {
        for (position, name) in found.positions.iter().zip(&names) {
            let _ = writeln!(text, "  {position}: {name}");
        }
        return text;
    }
    for (row, names) in names.chunks(ROW).take(ROWS).enumerate() {
        let cells: Vec<String> = names.iter().map(|name| format!("{name:>wide$}")).collect();
        let _ = writeln!(text, "{:>6}  {}", row * ROW, cells.join(" "));
    }
    if names.len() > ROW * ROWS {
        let _ = writeln!(text, "        … (--json lists all)");
    }
    text
}

//! `grundy plot RULES [--to N] -o FILE.svg`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::draw::{game_title, plot};
use grundy::{Play, Rules, Work, table};
use serde_json::json;

use super::picture::{Format, Target};
use crate::ask::{self, Asked, PlayAs};
use crate::failure::Failure;
use crate::{Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// The first position: 0, or 1,1 for two coordinates
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    from: Option<String>,
    /// The last position: 99, or 8,8 for two coordinates
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    to: Option<String>,
    /// The file to write, such as kayles.svg; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    play: PlayAs,
    /// Print one JSON object about what was written
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let target = Target::new(&options.output, None, &[Format::Svg])?;
    if options.json && target.file().is_none() {
        return Err(Failure::input("--json and -o - would both print on stdout; give a file name"));
    }
    let rules = options.asked.rules()?;
    let corner = |text: &Option<String>| text.as_ref().map(|text| ask::corner(&rules, text)).transpose();
    let (from, to) = (corner(&options.from)?, corner(&options.to)?);
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let made = table(&rules, from.as_deref(), to.as_deref(), options.play.asked(), &work);
    drop(watch);
    let made = made?;
    target.write(&plot(&made, &title(&rules, options.play.asked()))?)?;
    let Some(file) = target.file() else { return Ok(ExitCode::SUCCESS) };
    let positions = made.cells.iter().map(Vec::len).sum::<usize>();
    match options.json {
        true => output::print_json(&json!({"file": file, "format": "svg", "positions": positions}))?,
        false => anstream::eprintln!("{file}: {positions} positions"),
    }
    Ok(ExitCode::SUCCESS)
}

fn title(rules: &Rules, play: Option<Play>) -> String {
    let game = game_title(rules);
    match play {
        Some(Play::Misere) => format!("{game}, misère"),
        Some(Play::Normal) if rules.form().ending.play == Play::Misere => format!("{game}, normal play"),
        _ => game,
    }
}

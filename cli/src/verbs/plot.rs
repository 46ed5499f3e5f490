//! `grundy plot RULES [--to N] -o FILE.svg`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::Work;
use grundy::draw::plot;
use serde_json::json;

use super::picture::{Format, Target};
use super::range::Range;
use crate::ask::{Asked, PlayAs};
use crate::failure::Failure;
use crate::{Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    range: Range,
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
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let made = options.range.table(&options.asked, options.play.asked(), &work);
    drop(watch);
    let (made, title) = made?;
    target.write(&plot(&made, &title)?)?;
    let Some(file) = target.file() else { return Ok(ExitCode::SUCCESS) };
    let positions = made.cells.iter().map(Vec::len).sum::<usize>();
    match options.json {
        true => output::print_json(&json!({"file": file, "format": "svg", "positions": positions}))?,
        false => anstream::eprintln!("{file}: {positions} positions"),
    }
    Ok(ExitCode::SUCCESS)
}

//! `grundy pattern RULES [-o FILE.svg]`.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::Work;
use grundy::draw::plot;
use grundy::solve::{SeenPattern, patterns};
use serde_json::json;

use super::picture::{Format, Target};
use crate::ask::{Asked, PlayAs};
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();
const AFTER: &str = "What is `seen` holds in the table that was looked at, 4096 heaps or a square of 144, and nothing proves that it goes \
                     on; `proved` is what a theorem says of all positions. Exit code 1 says that nothing was found.";

#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    play: PlayAs,
    /// Draw the table that shows the patterns into this file, such as wythoff.svg
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let target = options.output.as_ref().map(|path| Target::new(path, None, &[Format::Svg])).transpose()?;
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let rules = options.asked.rules(&work)?;
    let found = patterns(&rules, options.play.asked(), &work);
    drop(watch);
    let found = found.map_err(|e| e.within(&rules.source))?;
    if let Some(target) = &target {
        target.write(&plot(&found.table, &rules.source)?)?;
    }
    match options.json {
        true => output::print_json(&json!({"patterns": found.patterns}))?,
        false => output::print(&show(&found.patterns))?,
    }
    Ok(if found.patterns.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn show(patterns: &[SeenPattern]) -> String {
    if patterns.is_empty() {
        return "no pattern was seen\n".into();
    }
    let mut text = String::new();
    for SeenPattern { verdict, statement, .. } in patterns {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{STRONG}{verdict}{STRONG:#}: {statement}");
    }
    text
}

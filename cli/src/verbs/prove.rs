//! `grundy prove RULES`.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::Work;
use grundy::solve::{EverywhereAnswer, everywhere};

use crate::ask::{Asked, PlayAs};
use crate::failure::Failure;
use crate::{Outcome, output, wording};

const STRONG: Style = Style::new().bold();
const AFTER: &str = "Rules are proved whose moves are linear: ranges, conditions and new coordinates are sums of coordinates with whole \
                     factors, compared, divided by constants. Exit code 1 says that nothing was proved.";

#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    play: PlayAs,
    /// Prove the values of a heap, not only who wins; where moves leave several parts that is always done
    #[arg(long)]
    values: bool,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    if let Some(path) = &options.certificate {
        output::check_writable(path)?;
    }
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let rules = options.asked.rules(&work)?;
    let proof = everywhere(&rules, options.play.asked(), options.values, &work);
    drop(watch);
    let proof = proof.map_err(|e| e.within(&rules.source))?;
    let proved = proof.answer.verdict == "proved";
    // What was found is printed even if its certificate cannot be written.
    match options.json {
        true => output::print_json(&proof.answer)?,
        false => output::print(&show(&proof.answer))?,
    }
    match (&options.certificate, &proof.certificate) {
        (Some(path), Some(certificate)) => {
            let text = serde_json::to_string(certificate).map_err(|e| Failure::input(e.to_string()))?;
            output::write_file(path, (text + "\n").as_bytes())?;
        }
        (Some(_), None) if proved => {
            return Err(Failure::input("there is no certificate for this proof; leave out --certificate"));
        }
        _ => {}
    }
    Ok(if proved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(answer: &EverywhereAnswer) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{STRONG}{}{STRONG:#}: {}",
        answer.verdict,
        match (&answer.statement, &answer.reason) {
            (Some(statement), _) => statement,
            (None, Some(reason)) => reason,
            (None, None) => answer.kind,
        }
    );
    if let (Some(_), Some(reason)) = (&answer.statement, &answer.reason) {
        let _ = writeln!(text, "not proved: {reason}");
    }
    if let Some(witness) = &answer.witness {
        let _ = writeln!(text, "the last pattern fails at {witness}");
    }
    if let (Some(system), Some(states)) = (&answer.system, answer.states) {
        let states = wording::counted(states, "state");
        let _ = writeln!(text, "[{} by an automaton of {states}, {system}]", answer.kind);
    }
    text
}

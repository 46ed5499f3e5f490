//! `grundy verify CERTIFICATE`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::heap::Certificate;
use grundy::verify;
use serde_json::json;

use crate::ask::CostLimits;
use crate::failure::Failure;
use crate::{Outcome, output};

/// A certificate larger than this is refused unread.
const LARGEST: u64 = 64 << 20;

#[derive(Debug, Args)]
pub struct Options {
    /// The file that `grundy period --certificate` wrote
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    #[command(flatten)]
    cost: CostLimits,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let path = options.certificate.display();
    let failed = |e: std::io::Error| Failure::input(format!("{path}: {e}"));
    if std::fs::metadata(&options.certificate).map_err(failed)?.len() > LARGEST {
        return Err(Failure::input(format!("{path} is too large for a certificate")));
    }
    let text = std::fs::read_to_string(&options.certificate).map_err(failed)?;
    let certificate: Certificate = serde_json::from_str(&text).map_err(|e| {
        Failure::input(format!("{path}, line {}, column {}: not a certificate: {e}", e.line(), e.column()))
    })?;
    let watch = options.cost.watch();
    let verdict = verify::check(&certificate, &watch);
    drop(watch);
    let verdict = verdict.map_err(grundy::Error::from)?;
    if options.json {
        let (condition, detail) = match &verdict {
            Ok(()) => (None, None),
            Err(rejected) => (Some(rejected.condition), Some(&rejected.detail)),
        };
        output::print_json(&json!({"accepted": verdict.is_ok(), "condition": condition, "detail": detail}))?;
    } else {
        match &verdict {
            Ok(()) => output::print("accepted\n")?,
            Err(rejected) => output::print(&format!("rejected: {rejected}\n"))?,
        }
    }
    Ok(if verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

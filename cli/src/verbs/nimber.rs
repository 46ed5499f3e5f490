//! `grundy nimber EXPR`.

use std::process::ExitCode;

use clap::Args;
use grundy::nim_arithmetic::evaluate;
use serde_json::json;

use crate::{Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    /// An expression: `5+7+3`, `mex{0,1,2,5,7}`; `+` is exclusive or
    #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true)]
    expression: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let text = options.expression.join(" ");
    let value = evaluate(&text).map_err(|e| e.within(&text))?;
    match options.json {
        true => output::print_json(&json!({"expression": text, "value": value}))?,
        false => output::print(&format!("{value}\n"))?,
    }
    Ok(ExitCode::SUCCESS)
}

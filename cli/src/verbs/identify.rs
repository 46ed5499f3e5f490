//! `grundy identify V,V,…`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::heap::{COMPARED, Candidate, identify};
use grundy::{Cell, Lets, LoopyValue, Nimber, Rules, Work, catalogue, table};
use serde_json::json;

use crate::ask::CostLimits;
use crate::failure::Failure;
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();

#[derive(Debug, Args)]
pub struct Options {
    /// The first values of a nim-sequence, from heap 0 on: 0,1,2,3,1,4
    #[arg(value_name = "V,V,…", required = true)]
    values: Vec<String>,
    #[command(flatten)]
    cost: CostLimits,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let values = read(&options.values)?;
    let watch = options.cost.watch();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let found = identify(&values, work.progress).and_then(|codes| Ok((codes, games(&values, &work)?)));
    drop(watch);
    let (codes, games) = found?;
    let empty = codes.is_empty() && games.is_empty();
    if options.json {
        let codes: Vec<_> =
            codes.iter().map(|c| json!({"rules": c.rules.to_string(), "differs_at": c.differs_at})).collect();
        output::print_json(&json!({"values": values, "candidates": codes, "games": games}))?;
    } else {
        output::print(&show(&codes, &games))?;
    }
    Ok(if empty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn read(words: &[String]) -> Result<Vec<Nimber>, Failure> {
    let words =
        words.iter().flat_map(|word| word.split([',', ' '])).map(str::trim).filter(|word| !word.is_empty());
    let values = words.map(|word| {
        word.parse()
            .map(Nimber)
            .map_err(|_| Failure::input(format!("`{word}` is not a value; write them as 0,1,2,3")))
    });
    let values = values.collect::<Result<Vec<Nimber>, Failure>>()?;
    match values.len() {
        0 => Err(Failure::input("no values were given; write them as 0,1,2,3")),
        1..=10_000 => Ok(values),
        _ => Err(Failure::input("more than 10000 values were given; the first few dozen tell enough")),
    }
}

/// The heap games of the catalogue that begin with the values.
fn games(values: &[Nimber], work: &Work<'_>) -> grundy::Result<Vec<&'static str>> {
    let mut fitting = Vec::new();
    for entry in catalogue::all() {
        let Ok(rules) = Rules::of_entry(entry, &Lets::new()) else { continue };
        if !rules.form().is_heap() || rules.form().scores() {
            continue;
        }
        let last = [values.len() as i64 - 1];
        let Ok(made) = table(&rules, Some(&[0]), Some(&last), None, &work.with_positions(1_000_000)) else {
            continue;
        };
        let same = |(row, value): (&Vec<Cell>, &Nimber)| row[0] == Cell::Value(LoopyValue::Finite(*value));
        if made.cells.iter().zip(values).all(same) {
            fitting.push(entry.name.as_str());
        }
    }
    Ok(fitting)
}

fn show(codes: &[Candidate], games: &[&str]) -> String {
    if codes.is_empty() && games.is_empty() {
        return "no code of up to three digits, small set or catalogue game begins like that\n".into();
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    if !games.is_empty() {
        let _ = writeln!(text, "{STRONG}catalogue{STRONG:#}  {}", games.join(", "));
    }
    for (i, candidate) in codes.iter().enumerate() {
        let differs = match (i, candidate.differs_at) {
            (0, _) => String::new(),
            (_, Some(heap)) => format!("   differs from the first at heap {heap}"),
            (_, None) => format!("   the same as the first below heap {COMPARED}"),
        };
        let _ = writeln!(text, "{}{differs}", candidate.rules);
    }
    text
}

//! `grundy identify V,V,…`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::heap::{Candidate, compared, identify};
use grundy::solve::{Cell, table};
use grundy::{ErrorKind, Lets, LoopyValue, Nimber, Rules, Work, catalogue};
use serde_json::json;

use crate::ask::CostLimits;
use crate::failure::Failure;
use crate::{Outcome, atlas, output};

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
    let found = identify(&values, &work).and_then(|codes| Ok((codes, games(&values, &work)?)));
    drop(watch);
    let (codes, games) = found?;
    let empty = codes.is_empty() && games.fitting.is_empty();
    if options.json {
        let codes: Vec<_> = codes
            .iter()
            .map(|c| {
                json!({
                    "rules": c.rules.to_string(), "differs_at": c.differs_at, "offset": c.offset,
                    "atlas": atlas::of(&c.rules.to_string()),
                })
            })
            .collect();
        output::print_json(&json!({
            "values": values, "candidates": codes, "games": games.fitting, "undecided": games.undecided
        }))?;
    } else {
        output::print(&show(&codes, &games, compared(&values)))?;
        if empty && values[0] != Nimber(0) {
            eprintln!("values are those of heaps 0, 1, 2, …, or begin with one of the next heaps");
        }
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
        _ => Err(Failure::input("more than 10000 values were given; the first hundred tell enough")),
    }
}

/// The heap games of the catalogue, compared with the values.
#[derive(Default)]
struct Games {
    /// Those that begin with the values.
    fitting: Vec<&'static str>,
    /// Those that begin like that as far as the limits let them be followed.
    undecided: Vec<&'static str>,
}

fn games(values: &[Nimber], work: &Work<'_>) -> grundy::Result<Games> {
    let mut games = Games::default();
    for entry in catalogue::all() {
        let Ok(rules) = Rules::of_entry(entry, &Lets::new(), work) else { continue };
        if !rules.form().is_heap() || rules.form().scores() {
            continue;
        }
        match begins(&rules, values, work) {
            Ok(true) => games.fitting.push(&entry.name),
            Ok(false) => {}
            Err(stop) if matches!(stop.kind(), ErrorKind::Interrupted | ErrorKind::Timeout) => {
                return Err(stop);
            }
            Err(limit) if limit.kind() == ErrorKind::Limit => games.undecided.push(&entry.name),
            // Rules without a table of values, such as those that want a parameter, are nobody's answer.
            Err(_) => {}
        }
    }
    Ok(games)
}

/// Whether the nim-sequence of some rules begins with the values. Most differ early and some are slow, so short tables come first.
fn begins(rules: &Rules, values: &[Nimber], work: &Work<'_>) -> grundy::Result<bool> {
    let work = work.with_positions(1_000_000);
    let mut length = 12;
    loop {
        let first = &values[..length.min(values.len())];
        let made = table(rules, Some(&[0]), Some(&[first.len() as i64 - 1]), None, &work)?;
        let same = |(row, value): (&Vec<Cell>, &Nimber)| row[0] == Cell::Value(LoopyValue::Finite(*value));
        // A table that ends before the values do is that of a game with fewer heaps.
        if made.cells.len() < first.len() || !made.cells.iter().zip(first).all(same) {
            return Ok(false);
        }
        if first.len() == values.len() {
            return Ok(true);
        }
        length *= 3;
    }
}

/// As many candidates are shown to a person; more say only that more values are needed.
const SHOWN: usize = 40;

fn show(codes: &[Candidate], games: &Games, compared: u64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if codes.is_empty() && games.fitting.is_empty() {
        text.push_str("no octal code of up to four digits, hexadecimal one of two, small set or catalogue game begins like that\n");
    }
    for (heading, names) in [("catalogue", &games.fitting), ("not followed to the end", &games.undecided)] {
        if !names.is_empty() {
            let _ = writeln!(text, "{STRONG}{heading}{STRONG:#}  {}", names.join(", "));
        }
    }
    if let Some(offset) = codes.first().map(|candidate| candidate.offset).filter(|offset| *offset > 0) {
        let _ = writeln!(text, "from heap {offset} on:");
    }
    for (i, candidate) in codes.iter().enumerate().take(SHOWN) {
        let differs = match (i, candidate.differs_at) {
            (0, _) => String::new(),
            (_, Some(heap)) => format!("   differs from the first at heap {heap}"),
            (_, None) => format!("   the same as the first below heap {compared}"),
        };
        let known = atlas::of(&candidate.rules.to_string());
        let known = known.map_or(String::new(), |known| format!("   {}", known.show()));
        let _ = writeln!(text, "{}{differs}{known}", candidate.rules);
    }
    if codes.len() > SHOWN {
        let _ = writeln!(text, "… and {} more: give more values, or --json for all", codes.len() - SHOWN);
    }
    text
}

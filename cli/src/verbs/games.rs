//! `grundy games [NAME]`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::boards::{self, Board};
use grundy::catalogue::{self, Entry, Fact};
use grundy::{Limits, Work};

use crate::progress::Watch;
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();

#[derive(Debug, Args)]
pub struct Options {
    /// A game of the catalogue; all of them if absent
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let Some(name) = &options.name else {
        match options.json {
            true => {
                output::print_json(&serde_json::json!({"games": catalogue::all(), "boards": boards::ALL}))?;
            }
            false => output::print(&list())?,
        }
        return Ok(ExitCode::SUCCESS);
    };
    if let (None, Some(board)) = (catalogue::find(name), boards::find(name)) {
        return on_board(board, options.json);
    }
    let entry = catalogue::find(name).ok_or_else(|| catalogue::unknown(name))?;
    match options.json {
        true => output::print_json(entry)?,
        false => output::print(&(describe(entry) + &boards::find(name).map_or(String::new(), as_board)))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let wide = catalogue::all().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let line = |entry: &Entry| format!("{STRONG}{:wide$}{STRONG:#}  {}\n", entry.name, entry.title);
    let games: String = catalogue::all().iter().map(line).collect();
    // Boards that the catalogue also knows as rules are listed once.
    let boards = boards::ALL.iter().filter(|board| catalogue::find(board.name).is_none());
    let line = |board: &Board| format!("{STRONG}{:wide$}{STRONG:#}  {}\n", board.name, board.title);
    games + &boards.map(line).collect::<String>()
}

fn on_board(board: &Board, json: bool) -> Outcome {
    let watch = Watch::new(None);
    let facts = board.facts(&Work { limits: Limits::default(), progress: &watch });
    drop(watch);
    let facts = facts?;
    if json {
        output::print_json(&serde_json::json!({"board": board, "facts": facts}))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{STRONG}{}{STRONG:#}\n\npositions {}\n", board.title, board.positions);
    if !board.aliases.is_empty() {
        let _ = writeln!(text, "also      {}", board.aliases.join(", "));
    }
    let _ = writeln!(text, "try       grundy solve {} '{}'", board.name, board.start);
    if !facts.is_empty() {
        text += "\ncomputed\n";
        facts.iter().for_each(|fact| text += &format!("  {fact}\n"));
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What the board of a game that the catalogue has as rules adds to it.
fn as_board(board: &Board) -> String {
    format!(
        "\nas a board of any size\n  positions {}\n  try       grundy solve {} '{}'\n",
        board.positions, board.name, board.start
    )
}

fn describe(entry: &Entry) -> String {
    let mut text = format!("{STRONG}{}{STRONG:#}\n\n{}\n\n", entry.title, entry.about.trim());
    let _ = writeln!(text, "rules    {}", entry.rules.trim());
    for (name, value) in &entry.parameters {
        let _ = writeln!(text, "         let {name} = {value}");
    }
    if !entry.aliases.is_empty() {
        let _ = writeln!(text, "also     {}", entry.aliases.join(", "));
    }
    for reference in &entry.references {
        let _ = writeln!(text, "source   {reference}");
    }
    if !entry.start.is_empty() {
        let _ = writeln!(text, "try      grundy solve {} {}", entry.name, entry.start.join(" "));
    }
    if !entry.facts.is_empty() {
        text += "\nknown\n";
        entry.facts.iter().for_each(|fact| text += &show(fact));
    }
    text
}

fn show(fact: &Fact) -> String {
    let mut said = Vec::new();
    let lets: Vec<String> = fact.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !lets.is_empty() {
        said.push(format!("with {}", lets.join(", ")));
    }
    if let Some(values) = &fact.values {
        let from = fact.from.unwrap_or(0);
        let shown: Vec<String> = values.iter().take(24).map(u64::to_string).collect();
        let more = if values.len() > 24 { " …" } else { "" };
        said.push(format!("values from {from}: {}{more}", shown.join(" ")));
    }
    if let Some(grid) = &fact.grid {
        said.push(format!("a table of {} rows", grid.len()));
    }
    if let Some(period) = fact.period {
        let saltus = fact.saltus.filter(|s| *s > 0).map_or(String::new(), |s| format!(", saltus {s}"));
        said.push(format!("period {period} from {}{saltus}", fact.preperiod.unwrap_or(0)));
    }
    if let Some(position) = &fact.position {
        let misere = if fact.misere { " (misère)" } else { "" };
        let mut claim = vec![format!(
            "{}{misere}",
            if position.is_empty() { "empty".into() } else { position.join(" ") }
        )];
        claim.extend(fact.outcome.map(|outcome| format!("is {outcome}")));
        claim.extend(fact.value.map(|value| format!("value {value}")));
        claim.extend(fact.score.map(|score| format!("score {score}")));
        claim.extend(fact.wins.as_ref().map(|wins| {
            let to: Vec<String> =
                wins.iter().map(|to| if to.is_empty() { "nothing".into() } else { to.join(" + ") }).collect();
            format!("won by moving to {}", if to.is_empty() { "nowhere".into() } else { to.join("; ") })
        }));
        said.push(claim.join(", "));
    }
    format!("  {}  [{}]\n", said.join("; "), fact.source)
}

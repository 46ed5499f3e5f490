//! `grundy games [NAME]`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::boards::{self, Board};
use grundy::catalogue::{self, Entry, Fact};
use grundy::{Limits, Play, Work};

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
    let entry = catalogue::find(name).ok_or_else(|| grundy::unknown(name))?;
    match options.json {
        true => output::print_json(&described(entry, boards::find(name)))?,
        false => output::print(&(describe(entry) + &boards::find(name).map_or(String::new(), as_board)))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A game of the catalogue for scripts, with the board of the same name if there is one.
fn described(entry: &Entry, board: Option<&Board>) -> serde_json::Value {
    let mut game = serde_json::json!(entry);
    if let (Some(fields), Some(board)) = (game.as_object_mut(), board) {
        fields.insert("board".into(), serde_json::json!(board));
    }
    game
}

fn list() -> String {
    let wide = catalogue::all().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let line = |entry: &Entry| format!("{STRONG}{:wide$}{STRONG:#}  {}\n", entry.name, entry.title);
    let games: String = catalogue::all().iter().map(line).collect();
    let line = |board: &Board| {
        let example = command(board, board.examples[0]);
        format!("{STRONG}{:wide$}{STRONG:#}  {}\n{:wide$}  {example}\n", board.name, board.title, "")
    };
    let boards: String = boards::ALL.iter().map(line).collect();
    format!(
        "{games}\n{STRONG}boards{STRONG:#}: several positions are a sum; `grundy games NAME` shows how they are written\n{boards}"
    )
}

/// A command that can be pasted into a shell.
fn command(board: &Board, position: &[&str]) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '/' | '-');
    let word = |text: &&str| match text.chars().all(bare) {
        true => text.to_string(),
        false => format!("'{text}'"),
    };
    let words: Vec<String> = position.iter().map(word).collect();
    format!("grundy solve {} {}", board.name, words.join(" "))
}

/// How positions of a board are written, with examples, each line after a margin.
fn forms(board: &Board, margin: &str) -> String {
    let mut text = format!("{margin}positions {}\n", board.positions);
    if board.adds_up {
        let _ = writeln!(text, "{margin}          several positions are a sum");
    }
    for (i, example) in board.examples.iter().enumerate() {
        let _ = writeln!(text, "{margin}{:9} {}", if i == 0 { "try" } else { "" }, command(board, example));
    }
    text
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
    let mut text = format!("{STRONG}{}{STRONG:#}\n\n", board.title);
    if !board.aliases.is_empty() {
        let _ = writeln!(text, "also      {}", board.aliases.join(", "));
    }
    if board.play == Play::Misere {
        text += "play      misère: whoever cannot move wins\n";
    }
    text += &forms(board, "");
    if !facts.is_empty() {
        text += "\ncomputed\n";
        facts.iter().for_each(|fact| text += &format!("  {fact}\n"));
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What the board of a game that the catalogue has as rules adds to it.
fn as_board(board: &Board) -> String {
    format!("\nas a board of any size\n{}", forms(board, "  "))
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
        let subject = if position.is_empty() { "empty".into() } else { position.join(" ") };
        let mut claim = vec![match fact.outcome {
            Some(outcome) => format!("{subject}{misere} is {outcome}"),
            None => format!("{subject}{misere}"),
        }];
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

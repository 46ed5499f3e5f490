//! `grundy games [NAME]`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::catalogue::nearest;
use grundy::catalogue::{self, Entry, Fact};
use grundy::named::{self, Board};
use grundy::{Error, ErrorKind, Limits, Play, Work};
use serde::Serialize;

use crate::game::quoted;
use crate::progress::Watch;
use crate::{Outcome, output, wording};

const STRONG: Style = Style::new().bold();

#[derive(Debug, Args)]
pub struct Options {
    /// A game of the catalogue by its name, or words to look for in names, titles and descriptions; all of them if absent
    #[arg(value_name = "NAME")]
    words: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let name = options.words.join(" ");
    match (catalogue::find(&name), named::find(&name)) {
        (Some(entry), board) => match options.json {
            true => output::print_json(&described(entry, board.as_ref()))?,
            false => output::print(&describe(entry, board.as_ref()))?,
        },
        (None, Some(board)) => return on_board(&board, options.json),
        (None, None) => {
            let found = Found::by_words(&name);
            if found.is_empty() {
                return Err(nothing_found(&name).into());
            }
            match options.json {
                true => output::print_json(&found)?,
                false => output::print(&found.list())?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Some of the games.
#[derive(Serialize)]
struct Found {
    games: Vec<&'static Entry>,
    boards: Vec<&'static Board>,
}

impl Found {
    /// The games that have all of these words in what is said about them.
    fn by_words(words: &str) -> Found {
        let words: Vec<String> = words.split_whitespace().map(plain).collect();
        let has_all = |text: String| words.iter().all(|word| text.contains(word.as_str()));
        let game = |entry: &&Entry| has_all(plain(&about(entry)));
        let board = |board: &&Board| has_all(plain(&about_board(board)));
        Found {
            games: catalogue::all().iter().filter(game).collect(),
            boards: named::all().iter().filter(board).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.games.is_empty() && self.boards.is_empty()
    }

    fn list(&self) -> String {
        let wide = catalogue::all().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        let line = |entry: &&Entry| format!("{STRONG}{:wide$}{STRONG:#}  {}\n", entry.name, entry.title);
        // A game whose rules are those of a board stands among the boards.
        let games: String =
            self.games.iter().filter(|entry| !named::is_rule(&entry.rules)).map(line).collect();
        let line = |board: &&Board| {
            let example = command(board, &board.examples[0]);
            format!("{STRONG}{:wide$}{STRONG:#}  {}\n{:wide$}  {example}\n", board.name, board.title, "")
        };
        let boards: String = self.boards.iter().map(line).collect();
        if boards.is_empty() {
            return games;
        }
        let gap = if games.is_empty() { "" } else { "\n" };
        format!(
            "{games}{gap}{STRONG}boards{STRONG:#}: several positions are a sum; `grundy games NAME` shows how they are written\n{boards}"
        )
    }
}

/// A text in small letters, without the signs that nobody types.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| !matches!(c, '\'' | '’')).flat_map(char::to_lowercase);
    letters.map(|c| if matches!(c, '-' | '_' | '–') { ' ' } else { c }).collect()
}

fn about(entry: &Entry) -> String {
    format!("{} {} {} {}", entry.name, entry.aliases.join(" "), entry.title, entry.about)
}

fn about_board(board: &Board) -> String {
    format!("{} {} {}", board.name, board.aliases.join(" "), board.title)
}

/// Says that no game has all the words, with a known word for one that nobody uses.
fn nothing_found(words: &str) -> Error {
    let all = catalogue::all().iter().map(about).chain(named::all().iter().map(about_board));
    let said: Vec<String> = all.map(|text| plain(&text)).collect();
    let known = || said.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let unused = |word: &String| !said.iter().any(|text| text.contains(word.as_str()));
    let unused = words.split_whitespace().map(plain).find(unused);
    let near = unused.as_deref().and_then(|word| Some((word, nearest(word, known())?)));
    let message = format!("no game has `{words}` in its name or description");
    Error::new(ErrorKind::Rule, message).hint(match near {
        Some((word, near)) => format!("did you mean `{}`?", plain(words).replace(word, near)),
        None => "`grundy games` lists the catalogue".into(),
    })
}

/// A game of the catalogue for scripts, with the board of the same name if there is one.
fn described(entry: &Entry, board: Option<&Board>) -> serde_json::Value {
    let mut game = serde_json::json!(entry);
    if let (Some(fields), Some(board)) = (game.as_object_mut(), board) {
        fields.insert("board".into(), serde_json::json!(board));
    }
    game
}

/// A command that can be pasted into a shell.
fn command(board: &Board, position: &[String]) -> String {
    let words: Vec<String> = position.iter().map(|text| quoted(text)).collect();
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

fn describe(entry: &Entry, board: Option<&Board>) -> String {
    let is_board = named::is_rule(&entry.rules);
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
    if let Some(board) = board.filter(|_| is_board) {
        text += &forms(board, "");
    } else if !entry.start.is_empty() {
        let _ = writeln!(text, "try      grundy solve {} {}", entry.name, entry.start.join(" "));
    }
    if !entry.facts.is_empty() {
        text += "\nknown\n";
        entry.facts.iter().for_each(|fact| text += &show(fact));
    }
    if let Some(board) = board.filter(|_| !is_board) {
        text += "\nas a board of any size\n";
        let rule = board.rules.iter().map(|rule| format!("  rules     {rule}\n"));
        text.extend(rule);
        text += &forms(board, "  ");
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
        said.push(format!("a table of {}", wording::counted(grid.len(), "row")));
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

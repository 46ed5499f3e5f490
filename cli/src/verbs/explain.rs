//! `grundy explain RULES`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::plan::{Considered, consider, warnings};
use grundy::rules::Rules;
use grundy::{Position, Work, list_moves, show_parts, small_position};
use serde_json::json;

use crate::ask::Asked;
use crate::failure::Failure;
use crate::{Outcome, output};

/// Moves listed from the example position.
const LISTED: usize = 24;

const STRONG: Style = Style::new().bold();

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// List the moves from this position instead of a small one
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let rules = options.asked.rules(&work)?;
    let example = match &options.at {
        Some(text) => rules.component(text)?,
        None => small_position(&rules, &work)?,
    };
    let place = rules.show(&example.0);
    let moves = list_moves(&rules, &Position(vec![example]), &work)?;
    let considered = consider(&rules, rules.form().ending.play, &work)?;
    if options.json {
        let lets = rules.form().ending.play;
        let (sentences, cautions) = (rules.sentences(None), warnings(&rules));
        let object = json!({
            "rules": rules.syntax.to_string(),
            "title": rules.entry.map(|entry| &entry.title),
            "words": english(&sentences),
            "sentences": sentences,
            "warnings": english(&cautions),
            "cautions": cautions,
            "play": lets,
            "example": {"position": place, "moves": moves},
            "considered": considered,
        });
        output::print_json(&object)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    describe(&rules, &mut text);
    let _ = writeln!(text, "\n{STRONG}moves from {place}{STRONG:#}");
    if moves.is_empty() {
        text += "  none: the game is over there\n";
    }
    for by in moves.iter().take(LISTED) {
        let label = by.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        let _ = writeln!(text, "  {label}{}", show_parts(&by.to));
    }
    if moves.len() > LISTED {
        let _ = writeln!(text, "  … and {} more", moves.len() - LISTED);
    }
    plan(&considered, &mut text)?;
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn english(sentences: &[impl ToString]) -> Vec<String> {
    sentences.iter().map(ToString::to_string).collect()
}

fn describe(rules: &Rules, text: &mut String) {
    if let Some(entry) = rules.entry {
        let _ = writeln!(text, "{STRONG}{}{STRONG:#}", entry.title);
    }
    let _ = writeln!(text, "{STRONG}rules{STRONG:#}  {}\n\n{STRONG}read as{STRONG:#}", rules.syntax);
    for sentence in rules.sentences(None) {
        let _ = writeln!(text, "  {sentence}");
    }
    for warning in warnings(rules) {
        let _ = writeln!(text, "  {STRONG}warning{STRONG:#}: {warning}");
    }
}

fn plan(considered: &[Considered], text: &mut String) -> Result<(), Failure> {
    let _ = writeln!(text, "\n{STRONG}plan{STRONG:#}");
    for thought in considered {
        let mark = if thought.matched() { "yes" } else { "no " };
        let _ = writeln!(text, "  {mark}  {}: {}", thought.shape, thought.why());
        if let Some(reach) = thought.reach() {
            let _ = writeln!(text, "       reach: {reach}");
        }
    }
    Ok(())
}

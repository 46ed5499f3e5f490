//! `grundy explain RULES [POSITION… --cost]`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::plan::{Considered, consider, warnings};
use grundy::report::{MoveReport, show_parts};
use grundy::rules::Rules;
use grundy::solve::{list_moves, small_position};
use grundy::{Opened, Play, Position, Work};
use serde_json::json;

use crate::ask::Asked;
use crate::failure::Failure;
use crate::game::About;
use crate::verbs::cost;
use crate::{Outcome, output};

/// Moves listed from the example position.
const LISTED: usize = 24;

const STRONG: Style = Style::new().bold();

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// With --cost, the position that is asked about; the start of the game if absent
    #[arg(value_name = "POSITION", requires = "cost", allow_negative_numbers = true)]
    position: Vec<String>,
    /// Tell what it would cost to solve the position, before anything is computed: positions, memory and time
    #[arg(long, conflicts_with = "at")]
    cost: bool,
    /// With --cost, ask about misère play
    #[arg(long, requires = "cost")]
    misere: bool,
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
    if options.cost {
        return cost::run(
            &options.asked,
            &options.position,
            options.misere.then_some(Play::Misere),
            options.json,
        );
    }
    let about = About { position: &[], play: None, format: None };
    options.asked.with(&about, &work, |mut game| match game.rules() {
        Ok(rules) if !game.is_board() => of_rules(rules, options, &work),
        _ => of_board(&mut game, options, &work),
    })
}

/// Rules of numbers: how they are read, moves from a small position, and what the planner thought.
fn of_rules(rules: &Rules, options: &Options, work: &Work<'_>) -> Outcome {
    let example = match &options.at {
        Some(text) => rules.component(text)?,
        None => small_position(rules, work)?,
    };
    let place = rules.show(example.coordinates());
    let moves = list_moves(rules, &Position(vec![example]), work)?;
    let considered = consider(rules, rules.form().ending.play, work)?;
    if options.json {
        let lets = rules.form().ending.play;
        let (sentences, cautions) = (rules.sentences(None), warnings(rules));
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
    describe(rules, &mut text);
    list(&place.to_string(), &moves, &mut text);
    plan(&considered, &mut text)?;
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A game that is not played by rules of numbers: how it is read, what was derived, and moves from a small position.
fn of_board(game: &mut Opened<'_>, options: &Options, work: &Work<'_>) -> Outcome {
    let rule = game.board().and_then(|board| board.rules.clone());
    let position = match (&options.at, game.board()) {
        (Some(text), _) => vec![text.clone()],
        (None, Some(board)) if !game.has_start() => vec![board.start.clone()],
        _ => game.arena().start(work)?,
    };
    let arena = game.arena();
    let position = arena.tidy_all(&position)?;
    let sentences = arena.sentences(&position, work)?;
    let moves: Vec<_> = arena.moves(&position, work)?.into_iter().map(|played| played.by).collect();
    // What it took tells how it is done.
    let _ = arena.judge(&position, work);
    let plan = arena.plan(&position, work)?;
    if options.json {
        let object = json!({
            "rules": rule,
            "title": arena.title(),
            "words": english(&sentences),
            "sentences": sentences,
            "play": arena.usual_play(),
            "example": {"position": position, "moves": moves},
            "plan": plan,
        });
        output::print_json(&object)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    if let Some(rule) = &rule {
        let _ = writeln!(text, "{STRONG}rules{STRONG:#}  {rule}\n");
    }
    let _ = writeln!(text, "{STRONG}read as{STRONG:#}");
    for sentence in &sentences {
        let _ = writeln!(text, "  {sentence}");
    }
    list(&position.join(" "), &moves, &mut text);
    let _ = writeln!(text, "\n{STRONG}plan{STRONG:#}\n  {}: {}", plan.engine, plan.why);
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn english(sentences: &[impl ToString]) -> Vec<String> {
    sentences.iter().map(ToString::to_string).collect()
}

fn list(place: &str, moves: &[MoveReport], text: &mut String) {
    let _ = writeln!(text, "\n{STRONG}moves from {place}{STRONG:#}");
    if moves.is_empty() {
        *text += "  none: the game is over there\n";
    }
    for by in moves.iter().take(LISTED) {
        let label = by.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        let _ = writeln!(text, "  {label}{}", show_parts(&by.to));
    }
    if moves.len() > LISTED {
        let _ = writeln!(text, "  … and {} more", moves.len() - LISTED);
    }
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

//! The one builder of reports: who wins, by which moves, and why.

use super::{Arena, FOR_REPORT};
use crate::error::Result;
use crate::reason;
use crate::report::sentence::Sentence;
use crate::report::{ComponentReport, Cost, Reason, Report};
use crate::work::Work;

/// Everything about a position, for the player to move.
pub fn report(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<Report> {
    let position = arena.tidy_all(position)?;
    let mut judged = arena.judge(&position, work)?;
    let component =
        |text: &String| Ok(ComponentReport { position: arena.place(text), value: arena.value(text, work)? });
    let components = position.iter().map(component).collect::<Result<Vec<_>>>()?;
    // What it took is what judging took; looking for moves afterwards is not counted.
    let plan = arena.plan(&position, work)?;
    let (positions, search) = (arena.positions(), arena.search());
    if arena.learn_remoteness(&position, FOR_REPORT, work)? {
        judged.remoteness = arena.judge(&position, work)?.remoteness;
    }
    let choices = arena.choices(&position, &judged, work)?;
    let mut report = Report {
        outcome: judged.outcome,
        value: judged.value,
        score: judged.score,
        components,
        winning_moves: choices.winning,
        moves_complete: choices.complete,
        best_move: choices.best,
        remoteness: judged.remoteness,
        plan,
        cost: Cost { positions },
        search,
        reason: Reason::default(),
    };
    report.reason = arena.reason(&position, &report, work)?;
    let advice = reason::advice(&report);
    let sentences = &mut report.reason.sentences;
    sentences.extend((!choices.complete).then_some(Sentence::TooManyMoves));
    sentences.extend(Sentence::draw_moves(&choices.drawing));
    sentences.extend(advice);
    Ok(report)
}

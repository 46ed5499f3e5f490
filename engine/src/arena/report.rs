//! The one builder of reports: who wins, by which moves, and why.

use super::{Arena, FOR_REPORT};
use crate::error::Result;
use crate::reason;
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
    let words = &mut report.reason.words;
    words.extend((!choices.complete).then(reason::too_many_moves));
    words.extend(reason::keeping_the_draw(&choices.drawing));
    let advice = reason::advice(&report);
    report.reason.words.extend(advice);
    Ok(report)
}

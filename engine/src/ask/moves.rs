//! Every move with what it leads to; of a position with too many moves, the ones to choose.
//!
//! A move leads to a position as wide as the one it comes from, so that the list is bounded by its length and by its
//! bytes. Where it would be longer, the solver still knows who wins and by which moves.

use crate::boards::{Arena, FOR_MATCH};
use crate::error::{Error, ErrorKind, Result};
use crate::outcome::Play;
use crate::position::{Component, Place, Position};
use crate::report::{MoveReport, Part, Report};
use crate::rules::Rules;
use crate::solve::{Judged, Judgement, Solver, list_moves};
use crate::work::Work;

use super::{Known, KnownMove, MOST_MOVES, Moves};

/// Components of the positions after the moves to choose: they are a sample anyway, and a small one is enough.
const MOST_COMPONENTS: usize = 1 << 16;

/// The moves of a position of rules.
pub(super) fn of_rules(
    rules: &Rules,
    position: &Position,
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Moves> {
    let run = || {
        let mut solver = Solver::new(rules, std::slice::from_ref(position), play, work)?;
        let here = by_rules(rules, position, solver.judge(position, work)?);
        let listed = list_moves(rules, position, &work.with_positions(MOST_MOVES))
            .and_then(|_| solver.moves(position, work));
        let Listed { moves, complete, wins_complete } =
            or_else_some(listed, || to_choose(&mut solver, rules, position, work))?;
        let moves = moves.into_iter();
        let moves = moves.map(|Judged { by, to, then }| KnownMove { by, then: by_rules(rules, &to, then) });
        Ok(Moves { here, moves: moves.collect(), complete, wins_complete, sketches: Vec::new() })
    };
    run().map_err(|e: Error| e.within(&rules.source))
}

/// The moves of a position of a board.
pub(super) fn on_board(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<Moves> {
    let position = arena.tidy_all(position)?;
    arena.learn_remoteness(&position, FOR_MATCH, work)?;
    let here = by_texts(&position, arena.judge(&position, work)?);
    let listed = arena.moves(&position, &work.with_positions(MOST_MOVES));
    let Listed { moves: steps, complete, wins_complete } = or_else_some(listed, || {
        let mut steps = Vec::new();
        let width = position.iter().map(|text| 1 + text.len() / 8).sum();
        let (chosen, all) = chosen(arena.report(&position, work)?, width);
        for by in chosen {
            let mut found = arena.moves_to(&position, by.component, &by.to, work)?;
            found.retain(|step| step.by == by);
            steps.append(&mut found);
        }
        Ok((steps, all))
    })?;
    let moves = steps.into_iter().enumerate().map(|(done, step)| {
        work.step("moves", done as u64, None)?;
        let then = arena.judge(&step.to, work)?;
        Ok(KnownMove { by: step.by, then: by_texts(&step.to, then) })
    });
    let moves = moves.collect::<Result<Vec<_>>>()?;
    let sketches = position.iter().map(|text| arena.sketch(text)).collect::<Result<Vec<_>>>()?;
    // Either all components are drawn or none is.
    let sketches = sketches.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default();
    Ok(Moves { here, moves, complete, wins_complete, sketches })
}

/// Moves, whether they are all, and whether all that win are among them.
struct Listed<T> {
    moves: Vec<T>,
    complete: bool,
    wins_complete: bool,
}

/// All moves, or some if they are too many.
fn or_else_some<T>(
    listed: Result<Vec<T>>,
    some: impl FnOnce() -> Result<(Vec<T>, bool)>,
) -> Result<Listed<T>> {
    match listed {
        Ok(moves) => Ok(Listed { moves, complete: true, wins_complete: true }),
        Err(e) if e.kind() == ErrorKind::Limit => {
            let (moves, wins_complete) = some()?;
            Ok(Listed { moves, complete: false, wins_complete })
        }
        Err(e) => Err(e),
    }
}

/// The winning moves that a report shows, or the one that it advises; of a wide position the first ones. And whether no
/// move that wins is left out.
fn chosen(report: Report, width: usize) -> (Vec<MoveReport>, bool) {
    let mut moves = report.winning_moves;
    if moves.is_empty() {
        moves.extend(report.best_move);
    }
    let most = (MOST_COMPONENTS / width.max(1)).clamp(1, MOST_MOVES as usize);
    let all = report.moves_complete && moves.len() <= most;
    moves.truncate(most);
    (moves, all)
}

fn to_choose(
    solver: &mut Solver<'_>,
    rules: &Rules,
    position: &Position,
    work: &Work<'_>,
) -> Result<(Vec<Judged>, bool)> {
    let mut moves = Vec::new();
    let (chosen, mut all) = chosen(solver.report(position, work)?, position.0.len());
    for by in chosen {
        work.step("moves", moves.len() as u64, None)?;
        // A move to more copies than anybody writes down has no position to show.
        let Some(to) = after(rules, position, &by)? else {
            all = false;
            continue;
        };
        let then = solver.judge(&to, work)?;
        moves.push(Judged { by, to, then });
    }
    Ok((moves, all))
}

/// The position after a move, unless it leads to many copies.
fn after(rules: &Rules, position: &Position, by: &MoveReport) -> Result<Option<Position>> {
    let mut parts: Vec<Component> = Vec::new();
    for part in &by.to {
        match part {
            Part::One(place) => parts.push(rules.component(&place.argument())?),
            Part::Copies { .. } => return Ok(None),
        }
    }
    let mut next = position.clone();
    next.0.splice(by.component..=by.component, parts);
    Ok(Some(next))
}

fn by_rules(rules: &Rules, position: &Position, judgement: Judgement) -> Known {
    known(position.0.iter().map(|c| rules.show(&c.0)).collect(), judgement)
}

fn by_texts(position: &[String], judgement: Judgement) -> Known {
    known(position.iter().map(|text| Place::written(text)).collect(), judgement)
}

fn known(position: Vec<Place>, judgement: Judgement) -> Known {
    let Judgement { outcome, value, remoteness, score } = judgement;
    Known { position, outcome, value, remoteness, score }
}

//! Every move with what it leads to; of a position with too many moves, the ones to choose.
//!
//! A move leads to a position as wide as the one it comes from, so that the list is bounded by its length and by its
//! bytes. Where it would be longer, the game still knows who wins and by which moves.

use crate::arena::{self, Arena, FOR_MATCH, Played};
use crate::error::{ErrorKind, Result};
use crate::open::Opened;
use crate::report::{Judgement, MoveReport, Report};
use crate::work::Work;

use super::{Known, KnownMove, MOST_MOVES, Moves};

/// Components of the positions after the moves to choose: they are a sample anyway, and a small one is enough.
const MOST_COMPONENTS: usize = 1 << 16;

/// The moves of the position that is asked about.
pub(super) fn known(game: &mut Opened<'_>, work: &Work<'_>) -> Result<Moves> {
    let position = game.position().to_vec();
    let arena = game.arena();
    arena.begin(&position, work)?;
    arena.learn_remoteness(&position, FOR_MATCH, work)?;
    let judged = arena.judge(&position, work)?;
    let here = about(arena, &position, judged);
    let listed = arena.moves(&position, &work.with_positions(MOST_MOVES));
    let (all, complete, wins_complete) = match listed {
        Ok(all) => (all, true, true),
        Err(e) if e.kind() == ErrorKind::Limit => {
            let (some, wins_complete) = to_choose(arena, &position, work)?;
            (some, false, wins_complete)
        }
        Err(e) => return Err(e),
    };
    let moves = all.into_iter().enumerate().map(|(done, Played { by, to })| {
        work.step("moves", done as u64, None)?;
        let then = arena.judge(&to, work)?;
        Ok(KnownMove { by, then: about(arena, &to, then) })
    });
    let moves = moves.collect::<Result<Vec<_>>>()?;
    let sketches = position.iter().map(|text| arena.sketch(text, work)).collect::<Result<Vec<_>>>()?;
    // Either all components are drawn or none is.
    let sketches = sketches.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default();
    Ok(Moves { here, moves, complete, wins_complete, sketches })
}

/// The moves to choose, and whether no move that wins is left out.
fn to_choose(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<(Vec<Played>, bool)> {
    let width = position.iter().map(|text| 1 + text.len() / 8).sum();
    let (chosen, mut all) = chosen(arena::report(arena, position, work)?, width);
    let mut moves = Vec::new();
    for by in chosen {
        work.step("moves", moves.len() as u64, None)?;
        match arena.after(position, &by, work) {
            Ok(to) => moves.push(Played { by, to }),
            // A move to more copies than anybody writes down has no position to show.
            Err(e) if e.kind() == ErrorKind::Limit => all = false,
            Err(e) => return Err(e),
        }
    }
    Ok((moves, all))
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

fn about(arena: &dyn Arena, position: &[String], judged: Judgement) -> Known {
    let Judgement { outcome, value, remoteness, score } = judged;
    let position = position.iter().map(|text| arena.place(text)).collect();
    Known { position, outcome, value, remoteness, score }
}

//! The moves to choose from a position, by looking at what each of them leads to.

use super::{Arena, Played, wins};
use crate::error::{ErrorKind, Result};
use crate::meter::Meter;
use crate::outcome::Outcome;
use crate::report::{Judgement, MoveReport};
use crate::work::Work;

/// The moves to choose from a position.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Those that win; in a scoring game those that reach the score.
    pub winning: Vec<MoveReport>,
    /// Where nobody can force the end, those that keep it so.
    pub drawing: Vec<MoveReport>,
    /// The one to take: of those that win a fastest one; where none wins the one that holds out longest.
    pub best: Option<MoveReport>,
    /// Whether all moves were looked at.
    pub complete: bool,
}

/// Looks at every move.
pub(crate) fn by_outcomes(
    arena: &mut dyn Arena,
    position: &[String],
    judged: &Judgement,
    work: &Work<'_>,
) -> Result<Choices> {
    let all = match judged_moves(arena, position, work) {
        Err(e) if e.kind() == ErrorKind::Limit => {
            return without_a_list(arena, position, judged.outcome, work);
        }
        all => all?,
    };
    let of = |outcome: Outcome| {
        let such = all.iter().filter(|(_, then)| judged.score.is_none() && then.outcome == outcome);
        such.map(|(played, _)| played.by.clone()).collect::<Vec<_>>()
    };
    let reaches = |(played, then): &&(Played, Judgement)| wins(judged, then, played.by.gain.unwrap_or(0));
    let winning: Vec<MoveReport> = all.iter().filter(reaches).map(|(played, _)| played.by.clone()).collect();
    let drawing = if judged.outcome == Outcome::D { of(Outcome::D) } else { Vec::new() };
    let best = match (judged.score, judged.outcome) {
        (Some(_), _) => winning.first().cloned(),
        (None, Outcome::N) => nearest(arena, all.iter().filter(reaches))?,
        (None, Outcome::D) => drawing.first().cloned(),
        // Where nobody knows the longest, a move that looks long must do.
        (None, Outcome::P) if judged.remoteness.is_none() => arena.stall(position, work)?,
        // `max_by_key` would give the last of several.
        (None, Outcome::P) => {
            let longest = all.iter().rev().max_by_key(|(_, then)| then.remoteness);
            longest.map(|(played, _)| played.by.clone())
        }
    };
    Ok(Choices { winning, drawing, best, complete: true })
}

/// Every move with what it leads to.
fn judged_moves(
    arena: &mut dyn Arena,
    position: &[String],
    work: &Work<'_>,
) -> Result<Vec<(Played, Judgement)>> {
    let meter = Meter::new("moves", work);
    let all = arena.moves(position, work)?.into_iter().map(|played| {
        meter.pass(LOOK + 16 * played.to.len() as u64)?;
        let then = arena.judge(&played.to, work)?;
        Ok((played, then))
    });
    all.collect()
}

/// What judging one move costs, in bytes that could be written meanwhile.
const LOOK: u64 = 1 << 12;

/// Of winning moves the first that wins soonest. Where nobody knows how long a sum lasts, winning is not enough: the
/// winning play must also end.
fn nearest<'p>(
    arena: &mut dyn Arena,
    winning: impl Iterator<Item = &'p (Played, Judgement)>,
) -> Result<Option<MoveReport>> {
    let mut best = None;
    for (played, then) in winning {
        let rank = (then.remoteness.unwrap_or(u32::MAX), arena.distance(&played.to)?);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, played.by.clone()));
        }
    }
    Ok(best.map(|(_, by)| by))
}

/// The choices where there are too many moves to list them: one that a theorem shows, or any. Who wins may be known
/// although nobody can look at all moves.
pub(crate) fn without_a_list(
    arena: &mut dyn Arena,
    position: &[String],
    outcome: Outcome,
    work: &Work<'_>,
) -> Result<Choices> {
    let known = if outcome == Outcome::N { arena.winning_move(position)? } else { None };
    let winning: Vec<_> = known.into_iter().collect();
    let best = match (winning.first(), outcome) {
        (Some(by), _) => Some(by.clone()),
        (None, Outcome::P) => arena.stall(position, work)?,
        (None, _) => None,
    };
    Ok(Choices { winning, drawing: Vec::new(), best, complete: false })
}

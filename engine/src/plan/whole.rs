//! What is planned where values do not decide: scores, endings of their own, misère play.
//!
//! The recognisers of shapes are about values under normal play. Elsewhere the whole game is followed, unless a theorem
//! knows who wins; this says which.

use crate::error::Result;
use crate::outcome::Play;
use crate::report::sentence::{Fit, Misfit, Reach, ShapeName};
use crate::rules::Rules;
use crate::work::Work;

use super::bounded_step::WindowOutcomes;
use super::nim::is_nim;
use super::{Considered, go_on};

/// Whether the misère rule for Nim answers. It names heaps, not moves; where moves have labels the game is followed.
pub(crate) fn is_misere_nim(rules: &Rules, work: &Work<'_>) -> bool {
    let form = rules.form();
    form.kinds.iter().all(|kind| kind.label.is_none()) && is_nim(form, work)
}

/// What the planner thinks of rules whose values do not decide; nothing if they do.
pub(super) fn consider(rules: &Rules, play: Play, work: &Work<'_>) -> Result<Option<Vec<Considered>>> {
    let form = rules.form();
    let limit = work.limits.positions;
    let followed = |shape, why, reach| Considered { shape, found: Ok((why, reach)) };
    if form.scores() {
        return Ok(Some(vec![followed(ShapeName::MiniMax, Fit::Scores, Reach::Met { limit })]));
    }
    if form.moves_on() {
        return Ok(Some(vec![followed(ShapeName::Retrograde, Fit::MovesOn, Reach::Met { limit })]));
    }
    let mut thoughts = Vec::new();
    let ends = form.ending.win_if.is_some();
    if !ends {
        if play == Play::Normal {
            return Ok(None);
        }
        let nim = is_misere_nim(rules, work);
        go_on(work)?;
        if nim {
            return Ok(Some(vec![followed(ShapeName::MisereNim, Fit::MisereNim, Reach::AnySize)]));
        }
        thoughts.push(Considered { shape: ShapeName::MisereNim, found: Err(Misfit::NamedMoves) });
    }
    let window = WindowOutcomes::new(rules, play, work);
    go_on(work)?;
    let reach = match window {
        Ok((_, why)) => Reach::MetOrWindow { limit, window: Box::new(why) },
        Err(_) => Reach::Met { limit },
    };
    thoughts.push(followed(ShapeName::Retrograde, if ends { Fit::OwnEnding } else { Fit::Misere }, reach));
    Ok(Some(thoughts))
}

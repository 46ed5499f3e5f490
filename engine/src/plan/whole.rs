//! What is planned where values do not decide: scores, endings of their own, misère play.
//!
//! The recognisers of shapes are about values under normal play. Elsewhere the whole game is followed, unless a theorem
//! knows who wins; this says which.

use crate::error::Result;
use crate::outcome::Play;
use crate::rules::Rules;
use crate::work::Work;

use super::nim::is_nim;
use super::window::WindowOutcomes;
use super::{Considered, go_on};

/// Why a scoring game is followed to its end.
pub(crate) const SCORES: &str = "moves earn points, so the whole game is followed";
/// Why a game with an ending of its own is.
pub(crate) const ENDS: &str = "the final position decides, so the whole game is followed";
/// Why a sum is under misère play.
pub(crate) const MISERE: &str = "under misère play values do not add up, so the whole sum is followed";
/// Why Nim is not.
pub(crate) const MISERE_NIM: &str = "all components are Nim heaps, for which the misère rule is known";

/// Whether the misère rule for Nim answers. It names heaps, not moves; where moves have labels the game is followed.
pub(crate) fn is_misere_nim(rules: &Rules, work: &Work<'_>) -> bool {
    let form = rules.form();
    form.kinds.iter().all(|kind| kind.label.is_none()) && is_nim(form, work)
}

/// What the planner thinks of rules whose values do not decide; nothing if they do.
pub(super) fn consider(rules: &Rules, play: Play, work: &Work<'_>) -> Result<Option<Vec<Considered>>> {
    let form = rules.form();
    let positions = work.limits.positions;
    let followed = |shape, why: &str, reach: String| Considered {
        shape,
        matched: true,
        why: why.into(),
        reach: Some(reach),
    };
    let met = format!("{positions} positions met, at the present limits");
    if form.scores() {
        return Ok(Some(vec![followed("mini-max over the whole game", SCORES, met)]));
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
            return Ok(Some(vec![followed("misère Nim", MISERE_NIM, "any size".into())]));
        }
        let why = "the components are not Nim heaps without names for their moves".into();
        thoughts.push(Considered { shape: "misère Nim", matched: false, why, reach: None });
    }
    let window = WindowOutcomes::new(rules, play, work);
    go_on(work)?;
    let reach = match window {
        Ok((_, why)) => format!("{met}; a single component of any size by the window automaton: {why}"),
        Err(_) => met,
    };
    thoughts.push(followed("retrograde analysis of the whole game", if ends { ENDS } else { MISERE }, reach));
    Ok(Some(thoughts))
}

//! Tests of all boards, a file a subject, and what they share.

mod definition;
mod l_game;
mod lasting;
mod moves;
mod names;
mod published;
mod searches;
mod theorems;

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::{Game, values};
use crate::{Limits, Nimber, Quiet, Work, mex};

fn work() -> Work<'static> {
    Work { limits: Limits::default(), progress: &Quiet }
}

fn options<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut all = Vec::new();
    let _ = game.options(state, &mut |to| {
        all.push(to);
        ControlFlow::Continue(())
    });
    all
}

/// The mex of the options, with no parts, no canonical form and no theorem.
fn plain<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, Nimber>) -> Nimber {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = mex(options(game, state).iter().map(|to| plain(game, to, known)).collect::<Vec<_>>());
    known.insert(state.clone(), value);
    value
}

fn value_of<G: Game>(text: &str) -> u64 {
    let (game, state) = G::open(text).unwrap();
    values(&game, &state, &work()).unwrap().0
}

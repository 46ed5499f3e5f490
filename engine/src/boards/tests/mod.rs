//! Tests of all boards, a file a subject, and what they share.

mod by_hand;
mod definition;
mod l_game;
mod lasting;
mod moves;
mod names;
mod published;
mod ruled;
mod searches;
mod theorems;

use crate::game::Readable;
use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::values;
use crate::{Nimber, Work, mex};

fn work() -> Work<'static> {
    Work::unwatched()
}

fn options<G: Readable>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut all = Vec::new();
    let _ = game.options(state, &mut |to| {
        all.push(to);
        ControlFlow::Continue(())
    });
    all
}

/// The mex of the options, with no parts, no canonical form and no theorem.
fn plain<G: Readable>(game: &G, state: &G::State, known: &mut HashMap<G::State, Nimber>) -> Nimber {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = mex(options(game, state).iter().map(|to| plain(game, to, known)).collect::<Vec<_>>());
    known.insert(state.clone(), value);
    value
}

/// The value of a board with a name.
fn named_value(name: &str, text: &str) -> u64 {
    let text = text.to_string();
    let mut arena =
        crate::named::find(name).unwrap().open(std::slice::from_ref(&text), None, &work()).unwrap();
    arena.value(&text, &work()).unwrap().unwrap().finite().unwrap().0
}

fn value_of<G: Readable>(text: &str) -> u64 {
    let (game, state) = G::open(text).unwrap();
    values(&game, &state, &work()).unwrap().0
}

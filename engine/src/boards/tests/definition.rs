//! Boards against the plain definition.

use crate::game::Readable;

use hashbrown::HashMap;

use super::by_hand::{Clobber, Cram, Notakto};
use super::ruled::{ArcKayles, Chomp, Hackenbush, NodeKayles};
use super::{options, plain, value_of, work};
use crate::boards::anti_diagonal::Matrix;
use crate::boards::marbles::Race;
use crate::boards::parity_table::Lines;
use crate::boards::strips::{Stones, Strings};
use crate::boards::treblecross::Treblecross;
use crate::boards::{Game, values};
use crate::search::NimberSearch;
use crate::{Nimber, Outcome, Play};

/// The search, the canonical form, the parts and the theorem agree with the plain definition on every state that can
/// come up; and what is shown can be read.
fn check<G: Readable>(texts: &[&str]) {
    for text in texts {
        let (game, start) = G::open(text).unwrap();
        let mut known = HashMap::new();
        plain(&game, &start, &mut known);
        let work = work();
        let mut search = NimberSearch::new(&work);
        for (state, value) in &known {
            assert_eq!(search.value(&game, state, &work).unwrap(), *value, "{text}: {state:?}");
            let mut is = |value: u64| search.is(&game, state, Nimber(value), &work).unwrap();
            assert!(is(value.0) && !is(value.0 ^ 1));
            let (again, read) = G::open(&game.show(state)).unwrap();
            assert_eq!(values(&again, &read, &work).unwrap(), *value, "{}", game.show(state));
        }
    }
}

#[test]
fn only_the_vertices_that_edges_name_are_there() {
    assert_eq!(value_of::<NodeKayles>("1-2"), value_of::<NodeKayles>("path2"));
    assert_eq!(value_of::<NodeKayles>("1-2 2-3 3-4"), value_of::<NodeKayles>("path4"));
    assert_eq!(value_of::<NodeKayles>("10-20"), 1);
    check::<NodeKayles>(&["1-2 2-5 5-7"]);
}

#[test]
fn boards_agree_with_the_plain_definition() {
    check::<Chomp>(&["1x1", "1x9", "3x4", "4x3", "4x4", "6,4,4,1", "12,3,2"]);
    check::<NodeKayles>(&["path9", "cycle8", "grid3x3", "petersen", "star4", "cube3", "complete4"]);
    check::<ArcKayles>(&["path9", "cycle8", "grid3x3", "petersen", "star4", "cube3", "complete5"]);
    check::<Stones>(&["..X.X...X"]);
    check::<Strings>(&["abacaba", "aaaaaaa", "abcba", "aabaa"]);
    check::<Lines>(&["1", "2 2/2 2", "1 2 2/1 2 3/2 3 1", "2 4 6 8/1 1 0 0", "1/1/2"]);
}

/// The values of a board of the catalogue are those by hand, on every state that can come up.
fn check_named<G: Readable>(name: &str, texts: &[&str]) {
    for text in texts {
        let (game, start) = G::open(text).unwrap();
        let mut known = HashMap::new();
        plain(&game, &start, &mut known);
        let mut arena = crate::named::find(name).unwrap().open(&[], Some(Play::Normal), &work()).unwrap();
        for (state, value) in &known {
            let found = arena.value(&game.show(state), &work()).unwrap().and_then(|value| value.finite());
            assert_eq!(found, Some(*value), "{name}: {}", game.show(state));
        }
    }
}

#[test]
fn boards_that_are_pictures_agree_with_the_plain_definition() {
    check_named::<Cram>("cram", &["1x1", "1x7", "7x1", "2x5", "5x2", "3x4", "4x3"]);
    check_named::<Cram>("cram", &[".#../....", "#.#./..../.#..", "..#/.../#.."]);
    let stones = ["XOXOXOXO", "XXOOX.XO", "XO/OX", "XOX/OXO", "X.XO/OOX.", "XO/OX/XO/OX", "XOX/OXO/XOX/.X."];
    check_named::<Clobber>("clobber", &stones);
    check_named::<Notakto>("notakto", &["3x3", "2x3"]);
}

#[test]
fn hackenbush_agrees_with_the_plain_definition() {
    for text in [
        "0-1 1-2 2-3",
        "0-1 1-2 2-0",
        "0-1 1-2 2-3 3-1 3-4",
        "0-0 0-1 1-1 1-2 1-2",
        "0-1 0-2 1-2 2-3 3-4 4-2",
    ] {
        let (game, picture) = Hackenbush::open(text).unwrap();
        let mut known = HashMap::new();
        plain(&game, &picture, &mut known);
        for (state, value) in &known {
            assert_eq!(game.known(state), Some(*value), "{state:?}");
        }
    }
    let floating = Hackenbush::open("0-1 2-3 4-2").unwrap_err();
    assert!(
        floating.message().contains("the edge 2-3")
            && floating.next_step().unwrap().to_string().contains("ground")
    );
}

/// Boards that have outcomes only: a theorem against play to the end.
fn check_outcomes<G: Readable>(texts: &[&str]) {
    fn wins<G: Readable>(game: &G, state: &G::State, known: &mut HashMap<G::State, bool>) -> bool {
        if let Some(&won) = known.get(state) {
            return won;
        }
        let won = options(game, state).iter().any(|to| !wins(game, to, known));
        known.insert(state.clone(), won);
        won
    }
    for text in texts {
        let (mut game, start) = G::open(text).unwrap();
        game.prepare(&start, &work()).unwrap();
        let mut known = HashMap::new();
        wins(&game, &start, &mut known);
        for (state, won) in &known {
            let outcome = if *won { Outcome::N } else { Outcome::P };
            assert_eq!(game.outcome(state), Some(outcome), "{}", game.show(state));
            assert_eq!(G::open(&game.show(state)).unwrap().1, *state);
            let there = options(&game, state);
            if let Some(to) = game.winning_move(state) {
                assert!(*won && there.contains(&to) && !known[&to], "{}", game.show(state));
            }
            for to in known.keys().filter(|to| game.is_option(state, to).is_some()) {
                let is = game.is_option(state, to) == Some(true);
                assert_eq!(is, there.contains(to), "{} to {}", game.show(state), game.show(to));
            }
        }
    }
}

#[test]
fn theorems_about_outcomes_agree_with_play_to_the_end() {
    check_outcomes::<Matrix>(&["3", "1 1/1 1", "3 2/1 3", "1 1 1/1 1 1", "3 1 2"]);
    check_outcomes::<Treblecross>(&["3", "8", "..X.....", "XX..", "11", "3/5", "4/.X..", "3/3/3"]);
    check_outcomes::<Race>(&["5,7", "1,3 2,3", "3,4 2,5", "1,2 1,2 2,1"]);
}

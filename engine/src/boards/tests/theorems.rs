//! Reports name the theorem behind an answer, and what theorems say about who wins is so.

use super::{options, plain, work};
use crate::boards::chomp::Chomp;
use crate::boards::cram::Cram;
use crate::boards::{Game, find};
use crate::{Nimber, Outcome};

#[test]
fn reports_name_their_theorem() {
    for (name, text, theorem) in [
        ("chomp", "4x7", "strategy stealing"),
        ("chomp", "5,4", "law of two rows"),
        ("chomp", "5,1,1", "Nim on an L"),
        ("cram", "4x4", "symmetry"),
        ("staircase", "1,7,1", "Staircase Nim"),
        ("non-decreasing", "1,2,4", "Staircase Nim"),
        ("stones", "1,4,5", "theorem of sliding stones"),
        ("strings", "abacaba", "runs of centres"),
        ("hackenbush", "0-1,1-2,2-0,2-3", "colon and fusion principles"),
        ("anti-diagonal", "1 2/2 3", "theorem of the anti-diagonals"),
        ("treblecross", "..X....", "theorem of Treblecross"),
        ("first-home", "1,3 2,3", "theorem of hot places"),
    ] {
        let report = find(name).unwrap().solve(&[text.into()], None, &work()).unwrap();
        let words = &report.reason.words;
        assert!(
            words[0].starts_with(&format!("{theorem}: ")) || words[0].starts_with(&format!("{theorem} (")),
            "{words:?}"
        );
        assert!(words.len() > 1, "{name}: {words:?}");
        // One board has a value; nim-sums are for several.
        assert!(!words.iter().any(|w| w.starts_with("the values of the components")), "{words:?}");
    }
}

#[test]
fn every_board_that_does_not_add_up_names_a_theorem() {
    for board in crate::boards::ALL.iter().filter(|board| !board.adds_up && board.name != "lgame") {
        let report = board.solve(&[board.start.into()], None, &work()).unwrap();
        assert!(report.reason.words[0].contains(": "), "{}: {:?}", board.name, report.reason.words);
    }
}

/// Every state that comes up from a position, with its value.
fn all<G: Game>(text: &str) -> (G, Vec<(G::State, Nimber)>) {
    let (game, start) = G::open(text).unwrap();
    let mut known = hashbrown::HashMap::new();
    plain(&game, &start, &mut known);
    (game, known.into_iter().collect())
}

#[test]
fn the_law_of_two_rows_and_strategy_stealing_hold() {
    let (game, states) = all::<Chomp>("4x5");
    for (state, value) in states {
        let rows: Vec<u64> = game.show(&state).split(',').map(|row| row.parse().unwrap()).collect();
        let lost = value == Nimber::ZERO;
        match game.theorem(&state) {
            Some(text) if text.starts_with("law of two rows") => {
                assert_eq!(lost, rows[0] == rows[1] + 1, "{rows:?}")
            }
            Some(text) if text.starts_with("strategy stealing") => assert!(!lost, "{rows:?}"),
            _ => {}
        }
    }
}

#[test]
fn the_symmetries_of_cram_hold() {
    for size in ["3x4", "3x5", "4x4"] {
        let (game, states) = all::<Cram>(size);
        for (state, value) in states.into_iter().filter(|(state, _)| !options(&game, state).is_empty()) {
            match game.theorem(&state) {
                Some(text) if text.contains("in the middle wins") => {
                    assert_ne!(value, Nimber::ZERO, "{}", game.show(&state));
                }
                Some(_) => assert_eq!(value, Nimber::ZERO, "{}", game.show(&state)),
                None => {}
            }
        }
    }
}

#[test]
fn a_single_square_of_chomp_is_over() {
    let report = find("chomp").unwrap().solve(&["1x1".into()], None, &work()).unwrap();
    assert_eq!((report.outcome, report.remoteness), (Outcome::P, Some(0)));
}

//! Reports name the theorem behind an answer, and what theorems say about who wins is so.

use super::by_hand::Cram;
use super::ruled::Chomp;
use super::{options, plain, work};
use crate::boards::Game;
use crate::game::Readable;
use crate::named::find;
use crate::sentence::{BoardTheorem, Sentence};
use crate::{Nimber, Outcome, Report};

/// The reason in English.
fn said(report: &Report) -> Vec<String> {
    report.reason.sentences.iter().map(Sentence::to_string).collect()
}

#[test]
fn reports_name_their_theorem() {
    for (name, text, theorem) in [
        ("chomp", "4x7", "strategy stealing"),
        ("chomp", "5,4", "law of two rows"),
        ("chomp", "5,1,1", "Nim on an L"),
        ("cram", "4x4", "pairing"),
        ("cram", "3x4", "pairing"),
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
        let words = said(&report);
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
    for board in crate::named::all().iter().filter(|board| !board.adds_up && board.name != "lgame") {
        let report = board.solve(std::slice::from_ref(&board.start), None, &work()).unwrap();
        let first = &report.reason.sentences[0];
        assert!(matches!(first, Sentence::Theorem { .. }), "{}: {first}", board.name);
    }
}

/// Every state that comes up from a position, with its value.
fn all<G: Readable>(text: &str) -> (G, Vec<(G::State, Nimber)>) {
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
            Some(BoardTheorem::TwoRows) => assert_eq!(lost, rows[0] == rows[1] + 1, "{rows:?}"),
            Some(BoardTheorem::StrategyStealing) => assert!(!lost, "{rows:?}"),
            _ => {}
        }
    }
}

#[test]
fn the_symmetries_of_cram_hold() {
    for size in ["3x4", "3x5", "4x4"] {
        let (game, states) = all::<Cram>(size);
        let mut cram = find("cram").unwrap().open(&[], None, &work()).unwrap();
        let mut met = [0, 0];
        for (state, value) in states.into_iter().filter(|(state, _)| !options(&game, state).is_empty()) {
            let text = [game.show(&state)];
            let report = crate::arena::report(&mut *cram, &text, &work()).unwrap();
            match report.reason.sentences.first() {
                Some(Sentence::Theorem { theorem: BoardTheorem::PairingMove }) => {
                    assert_ne!(value, Nimber::ZERO, "{text:?}");
                    met[1] += 1;
                }
                Some(Sentence::Theorem { .. }) => {
                    assert_eq!(value, Nimber::ZERO, "{text:?}");
                    met[0] += 1;
                }
                _ => {}
            }
        }
        assert!(met[0] > 0 && met[1] > 0, "{size}: {met:?}");
    }
}

#[test]
fn a_move_in_the_middle_wins_boards_that_no_search_would_end() {
    let report = find("cram").unwrap().solve(&["6x7".into()], None, &work()).unwrap();
    assert_eq!((report.outcome, report.cost.positions), (Outcome::N, 0));
    assert!(report.value.is_none());
    assert_eq!((report.winning_moves.len(), report.moves_complete), (1, false));
    let label = report.winning_moves[0].label.as_deref();
    assert!(matches!(label, Some("(3,4) (4,4)")), "{label:?}");
    assert!(said(&report)[0].starts_with("pairing: a move"), "{:?}", said(&report));
}

#[test]
fn a_single_square_of_chomp_is_over() {
    let report = find("chomp").unwrap().solve(&["1x1".into()], None, &work()).unwrap();
    assert_eq!((report.outcome, report.remoteness), (Outcome::P, Some(0)));
}

#[test]
fn values_have_no_smaller_limit_than_heaps() {
    let big = 1u64 << 32;
    for (name, text, value) in [
        ("staircase", vec![format!("{big}")], big),
        ("staircase", vec![format!("{},0,1", big + 1)], big),
        ("staircase", vec![format!("{}", i64::MAX)], i64::MAX as u64),
        ("non-decreasing", vec![format!("0,0,{big}")], big),
        ("non-decreasing", vec!["1,2,4,100000000000".into()], 99_999_999_997),
        ("staircase", vec![format!("{big}"), "5".into()], big + 5),
    ] {
        let report = find(name).unwrap().solve(&text, None, &work()).unwrap();
        assert_eq!(
            (report.outcome, report.value),
            (Outcome::N, Some(Nimber(value).into())),
            "{name} {text:?}"
        );
        assert!(!report.winning_moves.is_empty(), "{name} {text:?}");
    }
}

#[test]
fn the_law_of_two_lines_is_said_of_the_lines_that_are_two() {
    for (text, law, outcome) in [
        ("5,4", "law of two rows", Outcome::P),
        ("2,2,1", "law of two columns", Outcome::P),
        ("2,2,2", "law of two columns", Outcome::N),
        ("2,2,2,2,2,2,2,2,2,1", "law of two columns", Outcome::P),
        ("2,2,2,2,2,2,2,2,2,2", "law of two columns", Outcome::N),
    ] {
        let report = find("chomp").unwrap().solve(&[text.into()], None, &work()).unwrap();
        let words = said(&report);
        assert!(words[0].starts_with(law), "{text}: {words:?}");
        assert_eq!(report.outcome, outcome, "{text}");
    }
}

#[test]
fn theorems_about_one_board_are_not_said_of_sums_nor_of_what_is_over() {
    for (name, position) in [
        ("cram", vec!["2x3", "2x3"]),
        ("chomp", vec!["3x4", "3x4"]),
        ("chomp", vec!["2x3", "2x3"]),
        ("first-home", vec!["0,0 1,1"]),
        ("treblecross", vec!["XXX.XX."]),
    ] {
        let position: Vec<String> = position.into_iter().map(String::from).collect();
        let report = find(name).unwrap().solve(&position, None, &work()).unwrap();
        assert_eq!(report.outcome, Outcome::P, "{name} {position:?}");
        let said = report.reason.sentences.iter().find(|s| matches!(s, Sentence::Theorem { .. }));
        assert_eq!(said, None, "{name} {position:?}");
    }
    // Values add up, and so does what tells them.
    let report = find("staircase").unwrap().solve(&["1,7,1".into(), "2".into()], None, &work()).unwrap();
    assert_eq!(report.reason.sentences[0], Sentence::Theorem { theorem: BoardTheorem::Staircase });
}

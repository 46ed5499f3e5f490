//! The moves of boards: all of them, what they are called, and what wins.

use crate::game::{Readable, drawn};
use std::collections::BTreeSet;

use super::by_hand::{Clobber, Cram, Notakto};
use super::ruled::{ArcKayles, Chomp, Hackenbush, NodeKayles};
use super::{options, work};
use crate::boards::Game;
use crate::boards::anti_diagonal::Matrix;
use crate::boards::marbles::Race;
use crate::boards::parity_table::Lines;
use crate::boards::strips::{Stones, Strings};
use crate::boards::treblecross::Treblecross;
use crate::named::find;
use crate::report::Part;
use crate::{ErrorKind, Limits, Outcome, Place, Play, Work};

/// What can be clicked in a drawing is what can be played.
#[test]
fn every_move_on_a_graph_can_be_clicked() {
    fn agree<G: Readable>(texts: &[&str]) {
        for text in texts {
            let (game, state) = G::open(text).unwrap();
            let sketch = drawn(&game, &state, &work()).unwrap().unwrap();
            assert!(sketch.lines.iter().all(|line| line.ends.iter().all(|end| *end < sketch.points.len())));
            let clicks: BTreeSet<String> = sketch.moves.iter().map(|change| change.leaves.clone()).collect();
            let moves = options(&game, &state).iter().map(|to| game.show(to)).collect();
            assert_eq!(clicks, moves, "{text}");
            let mut ids: Vec<&String> = sketch.points.iter().map(|point| &point.id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), sketch.points.len(), "{text}");
            // No two vertices lie on each other.
            let places =
                sketch.points.iter().map(|p| ((p.x * 5.0).round() as i64, (p.y * 5.0).round() as i64));
            assert_eq!(places.collect::<BTreeSet<_>>().len(), sketch.points.len(), "{text}");
        }
    }
    let graphs = [
        "path5",
        "cycle6",
        "grid3x4",
        "grid3x4{0,1,5,9}",
        "petersen",
        "star4",
        "cube3",
        "cube5",
        "complete6",
        "3-9,9-20,7-8",
    ];
    agree::<NodeKayles>(&graphs);
    agree::<ArcKayles>(&graphs);
    agree::<Hackenbush>(&["0-1,1-2,1-3", "0-1,0-1,0-1,1-1", "0-0,0-0", "0-4,4-5,5-0,5-7,7-8,7-9,8-9", ""]);
    let (game, state) = Hackenbush::open("0-1,1-2,1-3").unwrap();
    let sketch = game.sketch(&state).unwrap();
    let at = |id: &str| sketch.points.iter().find(|point| point.id == id).map(|point| (point.x, point.y));
    assert_eq!([at("1"), at("2"), at("3")], [Some((0.5, -1.0)), Some((0.0, -2.0)), Some((1.0, -2.0))]);
    let (game, state) = Hackenbush::open(&vec!["0-1"; 121].join(",")).unwrap();
    assert!(game.sketch(&state).is_none());
}

#[test]
fn a_matrix_with_too_many_moves_is_still_won() {
    let board = find("anti-diagonal").unwrap();
    let huge = "900000000 1 7/1 2 3".to_string();
    let report = board.solve(&[huge], None, &work()).unwrap();
    assert_eq!((report.outcome, report.moves_complete, report.winning_moves.len()), (Outcome::N, false, 1));
    assert!(find("domineering").unwrap().name == "cram");
}

#[test]
fn single_moves_are_found_where_there_are_too_many_to_list() {
    let one = |text: &str| [Part::One(Place::written(text))];
    for (name, start, legal, illegal) in [
        ("anti-diagonal", "0 70000/70000 0", "0 70000/1 131071", ["0 70000/1 131072", "1 70000/70000 0"]),
        ("anti-diagonal", "0 70000/70000 0", "0 1/70000 5", ["0 1/1 0", "0 70000/70000 0"]),
        ("anti-diagonal", "18446744073709551615 1", "0 18446744073709551615", ["0 1 0", "1 1/1 1"]),
        ("staircase", "5,100000", "100004,1", ["100004,2", "5,99999"]),
        ("non-decreasing", "3,100000", "3,4", ["3,2", "4,100000"]),
    ] {
        let mut arena = find(name).unwrap().open(&[], None, &work()).unwrap();
        let position = [start.to_string()];
        assert_eq!(arena.moves(&position, &work()).unwrap_err().kind(), ErrorKind::Limit, "{start}");
        let mut to = |text: &str| arena.moves_to(&position, 0, &one(text), &work()).unwrap();
        assert_eq!(to(legal).len(), 1, "{name} {start} to {legal}");
        assert_eq!(to(legal)[0].to, [legal]);
        illegal.iter().for_each(|text| assert_eq!(to(text).len(), 0, "{name} {start} to {text}"));
        let some = arena.some_move(&position, &work()).unwrap().unwrap();
        assert_eq!(arena.moves_to(&position, 0, &some.to, &work()).unwrap().len(), 1);
        // Lost or won, the report has a move to play.
        assert!(
            crate::arena::report(&mut *arena, &position, &work()).unwrap().best_move.is_some(),
            "{start}"
        );
    }
}

/// The names, or else the targets, of the moves to options of which a test says that they win, one for each move.
fn winning_by_hand<G: Readable>(text: &str, wins: &mut dyn FnMut(&G, &G::State) -> bool) -> Vec<String> {
    let (game, start) = G::open(text).unwrap();
    let winning = options(&game, &start).into_iter().filter(|to| wins(&game, to));
    let mut names: Vec<String> = winning
        .flat_map(|to| match game.labels(&start, &to) {
            labels if labels.is_empty() => vec![game.show(&to)],
            labels => labels,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Every winning move of a position is listed in the position's own coordinates, not only one of those that are alike
/// under symmetry; so is every move.
fn check_moves<G: Readable>(name: &str, texts: &[&str]) {
    fn loses<G: Readable>(game: &G, state: &G::State, play: Play) -> bool {
        let all = options(game, state);
        if all.is_empty() { play == Play::Normal } else { all.iter().all(|to| !loses(game, to, play)) }
    }
    let names = |moves: &mut dyn Iterator<Item = crate::report::MoveReport>| {
        let to = |parts: &[Part]| match parts {
            [Part::One(place)] => place.argument(),
            _ => crate::report::show_parts(parts),
        };
        let name = |by: crate::report::MoveReport| by.label.clone().unwrap_or_else(|| to(&by.to));
        let mut names: Vec<String> = moves.map(name).collect();
        names.sort_unstable();
        names
    };
    for text in texts {
        let board = find(name).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let Ok(mut arena) = board.open(&[], Some(play), &work()) else { continue };
            let report = crate::arena::report(&mut *arena, &[text.to_string()], &work()).unwrap();
            let listed = names(&mut report.winning_moves.into_iter());
            let known = winning_by_hand::<G>(text, &mut |game, to| loses(game, to, play));
            assert_eq!(listed, known, "{name} {text} {play:?}");
            let all = arena.moves(&[text.to_string()], &work()).unwrap();
            let all = names(&mut all.into_iter().map(|step| step.by));
            assert_eq!(all, winning_by_hand::<G>(text, &mut |_, _| true), "{name} {text}");
        }
    }
}

#[test]
fn every_winning_move_is_listed_in_the_coordinates_of_the_position() {
    check_moves::<Cram>("cram", &["2x3", "3x3", "3x4", "4x2", "1x7", "..#./...."]);
    check_moves::<Chomp>("chomp", &["2x3", "3x3", "4,2,1"]);
    check_moves::<Hackenbush>("hackenbush", &["0-1 1-2 1-3", "0-1 0-1 0-2", "0-1 1-2 2-0 2-3"]);
    check_moves::<NodeKayles>(
        "node-kayles",
        &["path5", "cycle6", "grid3x3", "complete4", "star4", "1-2 2-3", "cube3"],
    );
    check_moves::<ArcKayles>("arc-kayles", &["path5", "cycle6", "grid2x3", "complete5", "star4"]);
    check_moves::<Clobber>("clobber", &["XOXO", "XO/OX", "XOX/OXO", "XO/XO/OX"]);
    check_moves::<Treblecross>("treblecross", &[".....", "..X....", "X......", "X..X..."]);
    check_moves::<Notakto>("notakto", &["3x3", "2x3", "X../.../..X"]);
    check_moves::<Stones>("stones", &["X..X.X"]);
    check_moves::<Strings>("strings", &["abacaba", "aaaaa"]);
    check_moves::<Lines>("parity-table", &["2", "1 2 2/1 2 3/2 3 1", "2/2"]);
    check_moves::<Matrix>("anti-diagonal", &["3", "1 1/1 1", "3 2"]);
    check_moves::<Race>("first-home", &["1,3 2,3", "2,4"]);
}

#[test]
fn vertices_that_leave_the_same_graph_are_moves_of_their_own() {
    let report = find("node-kayles").unwrap().solve(&["complete4".into()], None, &work()).unwrap();
    let labels: Vec<&str> = report.winning_moves.iter().filter_map(|by| by.label.as_deref()).collect();
    assert_eq!(labels, ["take 0", "take 1", "take 2", "take 3"]);
    let report = find("parity-table").unwrap().solve(&["2".into()], None, &work()).unwrap();
    assert_eq!(report.winning_moves.len(), 2);
}

#[test]
fn a_matrix_in_several_arguments_is_the_one_in_one() {
    let board = find("anti-diagonal").unwrap();
    let apart = board.solve(&["100000".into(), "200000".into()], None, &work()).unwrap();
    let joined = board.solve(&["100000 200000".into()], None, &work()).unwrap();
    assert_eq!((apart.winning_moves.len(), &apart.winning_moves), (1, &joined.winning_moves));
}

#[test]
fn many_moves_are_counted_and_can_be_stopped() {
    struct Impatient;
    impl crate::Progress for Impatient {
        fn step(&self, _: crate::Step<'_>) -> std::result::Result<(), crate::Stop> {
            Err(crate::Stop::TimedOut)
        }
    }
    let star: String = (1..=301).map(|v| format!("0-{v} ")).collect();
    let hackenbush = find("hackenbush").unwrap();
    let kind =
        |work: &Work<'_>| hackenbush.solve(std::slice::from_ref(&star), None, work).map_err(|e| e.kind());
    assert_eq!(kind(&work()).unwrap().winning_moves.len(), 301);
    assert_eq!(kind(&Work { progress: &Impatient, ..work() }).unwrap_err(), ErrorKind::Timeout);
    for limits in
        [Limits { bytes: 1 << 18, ..Limits::default() }, Limits { positions: 300, ..Limits::default() }]
    {
        assert_eq!(kind(&Work { limits, ..work() }).unwrap_err(), ErrorKind::Limit);
    }
}

#[test]
fn a_bar_of_chomp_is_shown_as_it_was_written() {
    let mut arena = find("chomp").unwrap().open(&[], None, &work()).unwrap();
    let tall = arena.tidy("9x2").unwrap();
    assert_eq!(tall, ["2"; 9].join(","));
    assert_eq!(arena.tidy("2,2,2,2,2,2,2,2,1,1").unwrap(), "2,2,2,2,2,2,2,2,1,1");
    // It stays so while it is played, also where it is low enough to be kept by its rows.
    let steps = arena.moves(std::slice::from_ref(&tall), &work()).unwrap();
    assert_eq!(steps.len(), 17);
    for step in &steps {
        let found = arena.moves_to(std::slice::from_ref(&tall), 0, &step.by.to, &work()).unwrap();
        assert_eq!(found.len(), 1, "{:?}", step.to);
        let rows: Vec<u32> = step.to[0].split(',').map(|row| row.parse().unwrap()).collect();
        let bite = (1..=9).flat_map(|r| [(r, 1), (r, 2)]).find(|(r, c)| {
            (1..=9).all(|i| rows.get(i - 1).copied().unwrap_or(0) == if i < *r { 2 } else { c - 1 })
        });
        let (r, c) = bite.unwrap_or_else(|| panic!("{rows:?}"));
        assert_eq!(step.by.label, Some(format!("bite at ({r},{c})")));
    }
    let value = |text: &str| find("chomp").unwrap().solve(&[text.into()], None, &work()).unwrap().value;
    assert_eq!(value("9x2"), value("2x9"));
    assert_eq!(value("2,2,2,2,2,2,2,2,1,1"), value("10,8"));
}

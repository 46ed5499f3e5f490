//! Boards against the plain definition, and against published values.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hashbrown::HashMap;
use serde_json::Value;

use super::anti_diagonal::Matrix;
use super::chomp::Chomp;
use super::clobber::Clobber;
use super::cram::Cram;
use super::graph_kayles::{ArcKayles, NodeKayles};
use super::hackenbush::Hackenbush;
use super::marbles::Race;
use super::notakto::Notakto;
use super::parity_table::Lines;
use super::strips::{NonDecreasing, Staircase, Stones, Strings};
use super::treblecross::Treblecross;
use super::{Game, find, values};
use crate::graph::Threads;
use crate::report::Part;
use crate::search::NimberSearch;
use crate::{ErrorKind, Limits, Nimber, Outcome, Place, Play, Quiet, Work, mex};

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

/// The search, the canonical form, the parts and the theorem agree with the plain definition on every state that can
/// come up; and what is shown can be read.
fn check<G: Game>(texts: &[&str]) {
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
    check::<Cram>(&["1x1", "1x7", "7x1", "2x5", "5x2", "3x4", "4x3"]);
    check::<Cram>(&[".#../....", "#.#./..../.#..", "..#/.../#.."]);
    check::<Chomp>(&["1x1", "1x9", "3x4", "4x3", "4x4", "6,4,4,1", "12,3,2"]);
    check::<NodeKayles>(&["path9", "cycle8", "grid3x3", "petersen", "star4", "cube3", "complete4"]);
    check::<ArcKayles>(&["path9", "cycle8", "grid3x3", "petersen", "star4", "cube3", "complete5"]);
    check::<Clobber>(&[
        "XOXOXOXO",
        "XXOOX.XO",
        "XO/OX",
        "XOX/OXO",
        "X.XO/OOX.",
        "XO/OX/XO/OX",
        "XOX/OXO/XOX/.X.",
    ]);
    check::<Stones>(&["..X.X...X"]);
    check::<Strings>(&["abacaba", "aaaaaaa", "abcba", "aabaa"]);
    check::<Staircase>(&["2,2,1,1"]);
    check::<NonDecreasing>(&["1,2,4,4"]);
    check::<Notakto>(&["3x3", "2x3"]);
    check::<Lines>(&["1", "2 2/2 2", "1 2 2/1 2 3/2 3 1", "2 4 6 8/1 1 0 0", "1/1/2"]);
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
    assert!(floating.message().contains("the edge 2-3") && floating.next_step().unwrap().contains("ground"));
}

/// What can be clicked in a drawing is what can be played.
#[test]
fn every_move_on_a_graph_can_be_clicked() {
    fn agree<G: Game>(texts: &[&str]) {
        for text in texts {
            let (game, state) = G::open(text).unwrap();
            let sketch = game.sketch(&state).unwrap();
            assert!(sketch.lines.iter().all(|line| line.ends.iter().all(|end| *end < sketch.points.len())));
            let points = sketch.points.iter().filter_map(|point| point.leaves.clone());
            let lines = sketch.lines.iter().filter_map(|line| line.leaves.clone());
            let clicks: BTreeSet<String> = points.chain(lines).collect();
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
    assert!(Hackenbush.sketch(&vec![(0, 1); 121]).is_none());
}

fn facts() -> Value {
    serde_json::from_str(include_str!("../../../facts/boards.json")).unwrap()
}

fn value_of<G: Game>(text: &str) -> u64 {
    let (game, state) = G::open(text).unwrap();
    values(&game, &state, &work()).unwrap().0
}

fn edges(list: &Value) -> String {
    let edge = |edge: &Value| format!("{}-{}", edge[0], edge[1]);
    list.as_array().unwrap().iter().map(edge).collect::<Vec<_>>().join(" ")
}

#[test]
fn cram_has_the_known_values() {
    for (size, value) in facts()["cram"].as_object().unwrap() {
        assert_eq!(value_of::<Cram>(size), value.as_u64().unwrap(), "{size}");
    }
}

#[test]
fn cram_and_clobber_of_up_to_24_cells_have_the_published_values() {
    let facts: Value = serde_json::from_str(include_str!("../../../facts/published_boards.json")).unwrap();
    for (size, value) in facts["cram"].as_object().unwrap() {
        assert_eq!(value_of::<Cram>(size), value.as_u64().unwrap(), "{size}");
    }
    for (size, value) in facts["clobber"].as_object().unwrap() {
        let (rows, columns) = super::cram::sides(size).unwrap();
        if rows * columns == 24 && rows.min(columns) > 2 {
            // Millions of positions: true, but too long for every day.
            continue;
        }
        let stone = |r: usize, c: usize| if (r + c).is_multiple_of(2) { 'X' } else { 'O' };
        let row = |r: usize| (0..columns).map(|c| stone(r, c)).collect::<String>();
        let board = (0..rows).map(row).collect::<Vec<_>>().join("/");
        assert_eq!(value_of::<Clobber>(&board), value.as_u64().unwrap(), "{size}");
    }
}

#[test]
fn chomp_has_the_known_values_and_first_moves() {
    let facts = facts();
    for (size, value) in facts["chomp_grundy"].as_object().unwrap() {
        assert_eq!(value_of::<Chomp>(size), value.as_u64().unwrap(), "{size}");
    }
    for fact in facts["chomp_first_moves"].as_array().unwrap() {
        let size = format!("{}x{}", fact["rows"], fact["cols"]);
        let report = find("chomp").unwrap().solve(&[size], None, &work()).unwrap();
        let labels: Vec<String> = report.winning_moves.iter().filter_map(|by| by.label.clone()).collect();
        let known = fact["winning_first_moves"].as_array().unwrap();
        let expected: Vec<String> = known.iter().map(|at| format!("bite at ({},{})", at[0], at[1])).collect();
        assert_eq!(labels, expected, "{fact}");
    }
}

#[test]
fn hackenbush_has_the_known_values() {
    for fact in facts()["green_hackenbush"].as_array().unwrap() {
        assert_eq!(
            value_of::<Hackenbush>(&edges(&fact["edges"])),
            fact["grundy"].as_u64().unwrap(),
            "{fact}"
        );
    }
}

#[test]
fn kayles_on_graphs_has_the_known_values() {
    let facts = facts();
    let each = |list: &Value, check: &dyn Fn(u64, u64), from: u64| {
        let values = list.as_array().unwrap().iter().enumerate();
        values.for_each(|(i, value)| check(from + i as u64, value.as_u64().unwrap()));
    };
    let (node, arc) = (&facts["node_kayles"], &facts["arc_kayles"]);
    each(&node["path_1..16"], &|n, v| assert_eq!(value_of::<NodeKayles>(&format!("path{n}")), v), 1);
    each(&node["cycle_3..16"], &|n, v| assert_eq!(value_of::<NodeKayles>(&format!("cycle{n}")), v), 3);
    each(&arc["path_1..16"], &|n, v| assert_eq!(value_of::<ArcKayles>(&format!("path{n}")), v), 1);
    each(&arc["cycle_3..14"], &|n, v| assert_eq!(value_of::<ArcKayles>(&format!("cycle{n}")), v), 3);
    for (size, value) in node["grid"].as_object().unwrap() {
        assert_eq!(value_of::<NodeKayles>(&format!("grid{size}")), value.as_u64().unwrap(), "{size}");
    }
    assert_eq!(value_of::<NodeKayles>("petersen"), node["petersen"].as_u64().unwrap());
    assert_eq!(value_of::<NodeKayles>("cube3"), node["hypercube3"].as_u64().unwrap());
    assert_eq!(value_of::<ArcKayles>("petersen"), arc["petersen"].as_u64().unwrap());
    for fact in node["random"].as_array().unwrap() {
        // A vertex without edges is a move of its own in Node Kayles, which a list of edges cannot say.
        let text = edges(&fact["edges"]);
        let n = fact["n"].as_u64().unwrap();
        let met = |v: u64| fact["edges"].as_array().unwrap().iter().any(|e| e[0] == v || e[1] == v);
        let alone = (0..n).filter(|v| !met(*v)).count() as u64;
        assert_eq!(
            value_of::<NodeKayles>(&text) ^ (alone & 1),
            fact["node_kayles"].as_u64().unwrap(),
            "{fact}"
        );
        assert_eq!(value_of::<ArcKayles>(&text), fact["arc_kayles"].as_u64().unwrap(), "{fact}");
    }
}

#[test]
fn boards_whose_bits_fill_the_table_are_solved() {
    // 0.137 and 0.07 by themselves: a path of n vertices, and a row of n cells.
    let octal = |code: &str, n: u64| {
        let rules = crate::Rules::read(code, &crate::Lets::new()).unwrap();
        let table = crate::table(&rules, Some(&[n as i64]), Some(&[n as i64]), None, &work()).unwrap();
        table.cells[0][0].to_string()
    };
    for n in [55, 56] {
        assert_eq!(value_of::<NodeKayles>(&format!("path{n}")).to_string(), octal("0.137", n), "{n}");
    }
    for n in [55, 56, 57, 64] {
        assert_eq!(value_of::<Cram>(&format!("1x{n}")).to_string(), octal("0.07", n), "{n}");
    }
}

#[test]
fn treblecross_is_lost_on_6_12_22_30_32_and_no_other_strip_up_to_33() {
    let outcome = |cells: usize| {
        let (game, strip) = Treblecross::open(&cells.to_string()).unwrap();
        game.outcome(&strip).unwrap()
    };
    let known = facts()["treblecross"]["first_player_wins_3..16"].as_array().unwrap().clone();
    for (cells, wins) in (3..).zip(known) {
        assert_eq!(outcome(cells) == Outcome::N, wins.as_bool().unwrap(), "{cells}");
    }
    let lost: Vec<usize> = (3..=33).filter(|cells| outcome(*cells) == Outcome::P).collect();
    assert_eq!(lost, [6, 12, 22, 30, 32]);
}

#[test]
fn notakto_on_one_to_three_boards_is_n_p_n() {
    for (boards, outcome) in [(1, Outcome::N), (2, Outcome::P), (3, Outcome::N)] {
        let texts = vec!["3x3".to_string(); boards];
        let report = find("notakto").unwrap().solve(&texts, None, &work()).unwrap();
        assert_eq!(report.outcome, outcome, "{boards}");
        assert_eq!(report.value, None);
    }
    // The only good first move on one board is the centre.
    let report = find("notakto").unwrap().solve(&["3x3".into()], None, &work()).unwrap();
    assert_eq!(report.winning_moves.len(), 1);
}

#[test]
fn misere_play_that_is_too_deep_or_too_large_is_refused() {
    let misere = |name: &str, text: String, bytes: u64| {
        let work = Work { limits: Limits { bytes, ..Limits::default() }, progress: &Quiet };
        find(name).unwrap().solve(&[text], Some(Play::Misere), &work).map(|report| report.outcome)
    };
    let strip = |cells: usize| ".".repeat(cells) + "X";
    assert_eq!(misere("stones", strip(900), 1 << 26).unwrap(), Outcome::N);
    assert_eq!(misere("stones", strip(100_000), 1 << 26).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(misere("stones", strip(900), 1 << 14).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(misere("staircase", "20000".into(), 1 << 20).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn the_l_game_starts_drawn_and_has_no_value() {
    let lgame = find("l-game").unwrap();
    let report = lgame.solve(&[lgame.start.into()], None, &work()).unwrap();
    assert_eq!((report.outcome, report.value, report.winning_moves.len()), (Outcome::D, None, 0));
    let lost = lgame.solve(&[".###/x#*x/***./....".into()], None, &work()).unwrap();
    assert_eq!((lost.outcome, lost.remoteness.is_some()), (Outcome::P, true));
    assert!(lgame.solve(&[lgame.start.into(), lgame.start.into()], None, &work()).is_err());
}

#[test]
fn a_move_of_the_l_game_leads_to_the_position_that_the_other_player_sees() {
    let lgame = find("l-game").unwrap();
    let won = lgame.solve(&[".MnO/.M.O/MMOO/..n.".into()], None, &work()).unwrap();
    assert_eq!(won.outcome, Outcome::N);
    assert!(!won.winning_moves.is_empty());
    for winning in &won.winning_moves {
        let [Part::One(place)] = &winning.to[..] else { panic!("one board is left") };
        let left = lgame.solve(&[place.argument()], None, &work()).unwrap();
        assert_eq!(left.outcome, Outcome::P, "{winning:?}");
        let label = winning.label.as_deref().unwrap();
        assert!(label.starts_with("L (") && label.matches('(').count() % 2 == 0, "{label}");
    }
}

#[test]
fn cram_in_a_table_and_with_a_small_memory() {
    let table = find("cram").unwrap().table([1, 1], [4, 5], None, &work()).unwrap();
    let shown: Vec<String> =
        table.cells.iter().map(|row| row.iter().map(|c| c.to_string()).collect()).collect();
    assert_eq!(shown, ["01120", "10101", "11011", "20102"]);
    // A table that holds a few thousand states forgets, and still answers.
    let limits = Limits { bytes: 1 << 14, ..Limits::default() };
    let (game, board) = Cram::open("4x5").unwrap();
    assert_eq!(values(&game, &board, &Work { limits, progress: &Quiet }).unwrap(), Nimber(2));
    let limits = Limits { positions: 1000, ..Limits::default() };
    let (game, board) = Cram::open("5x7").unwrap();
    assert!(values(&game, &board, &Work { limits, progress: &Quiet }).is_err());
}

#[test]
fn tables_of_sizes_are_those_of_full_boards_and_grids() {
    let shown = |name: &str, to: [i64; 2]| {
        let table = find(name).unwrap().table([1, 1], to, None, &work()).unwrap();
        table.cells.iter().map(|row| row.iter().map(|c| c.to_string()).collect()).collect::<Vec<String>>()
    };
    // A row of n cells is Kayles on a path, and a grid of cells is Cram.
    assert_eq!(shown("arc-kayles", [3, 5]), shown("cram", [3, 5]));
    let grid = |r: u64, c: u64| value_of::<NodeKayles>(&format!("grid{r}x{c}")).to_string();
    assert_eq!(shown("node-kayles", [2, 4])[1], (1..=4).map(|c| grid(2, c)).collect::<String>());
    assert_eq!(
        shown("clobber", [2, 3])[1],
        format!("1{}{}", value_of::<Clobber>("XO/OX"), value_of::<Clobber>("XOX/OXO"))
    );
    for (size, rows) in [("2x3", "XOX/OXO"), ("3x2", "XO/OX/XO"), ("1x1", "X")] {
        let arena = find("clobber").unwrap().open(None, &work()).unwrap();
        assert_eq!(arena.tidy(size).unwrap(), rows);
    }
}

#[test]
fn a_table_refuses_what_it_cannot_have_before_it_searches() {
    let cram = find("cram").unwrap();
    let refused = |from, to, play| cram.table(from, to, play, &work()).unwrap_err();
    assert_eq!(refused([1, 1], [2, 2], Some(Play::Misere)).kind(), ErrorKind::Unsupported);
    for (from, to) in [([3, 3], [2, 2]), ([1, 1], [0, 0]), ([0, 0], [2, 2]), ([1, 1], [9, 9])] {
        assert_eq!(refused(from, to, None).kind(), ErrorKind::Position, "{from:?} {to:?}");
    }
    assert!(refused([3, 1], [3, 1_000_000_000], None).message().contains("3 × 22"));
    assert!(find("notakto").unwrap().table([1, 1], [2, 2], None, &work()).is_err());
}

/// Boards that have outcomes only: a theorem against play to the end.
fn check_outcomes<G: Game>(texts: &[&str]) {
    fn wins<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, bool>) -> bool {
        if let Some(&won) = known.get(state) {
            return won;
        }
        let won = options(game, state).iter().any(|to| !wins(game, to, known));
        known.insert(state.clone(), won);
        won
    }
    for text in texts {
        let (game, start) = G::open(text).unwrap();
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
        let mut arena = find(name).unwrap().open(None, &work()).unwrap();
        let position = [start.to_string()];
        assert_eq!(arena.moves(&position, &work()).unwrap_err().kind(), ErrorKind::Limit, "{start}");
        let mut to = |text: &str| arena.moves_to(&position, 0, &one(text), &work()).unwrap();
        assert_eq!(to(legal).len(), 1, "{name} {start} to {legal}");
        assert_eq!(to(legal)[0].to, [legal]);
        illegal.iter().for_each(|text| assert_eq!(to(text).len(), 0, "{name} {start} to {text}"));
        let some = arena.some_move(&position, &work()).unwrap().unwrap();
        assert_eq!(arena.moves_to(&position, 0, &some.by.to, &work()).unwrap().len(), 1);
        // Lost or won, the report has a move to play.
        assert!(arena.report(&position, &work()).unwrap().best_move.is_some(), "{start}");
    }
}

/// The names, or else the targets, of the moves to options of which a test says that they win, one for each move.
fn winning_by_hand<G: Game>(text: &str, wins: &mut dyn FnMut(&G, &G::State) -> bool) -> Vec<String> {
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
fn check_moves<G: Game>(name: &str, texts: &[&str]) {
    fn loses<G: Game>(game: &G, state: &G::State, play: Play) -> bool {
        let all = options(game, state);
        if all.is_empty() { play == Play::Normal } else { all.iter().all(|to| !loses(game, to, play)) }
    }
    let names = |moves: &mut dyn Iterator<Item = crate::MoveReport>| {
        let to = |parts: &[Part]| match parts {
            [Part::One(place)] => place.argument(),
            _ => crate::show_parts(parts),
        };
        let name = |by: crate::MoveReport| by.label.clone().unwrap_or_else(|| to(&by.to));
        let mut names: Vec<String> = moves.map(name).collect();
        names.sort_unstable();
        names
    };
    for text in texts {
        let board = find(name).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let Ok(mut arena) = board.open(Some(play), &work()) else { continue };
            let report = arena.report(&[text.to_string()], &work()).unwrap();
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
    check_moves::<Staircase>("staircase", &["1,2,1"]);
    check_moves::<NonDecreasing>("non-decreasing", &["1,2,4"]);
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
fn two_threads_find_what_one_finds() {
    let (game, board) = Cram::open("4x7").unwrap();
    let [one, two] = [1, 2].map(|threads| {
        let mut search = NimberSearch::new(&work()).with_threads(Threads::new(threads));
        let values: Vec<Nimber> =
            options(&game, &board).iter().map(|to| search.value(&game, to, &work()).unwrap()).collect();
        (values, search.cost().table_entries)
    });
    assert_eq!(one.0, two.0);
    // The table was large enough for a second thread to be worth while.
    assert!(one.1 > 1 << 15 && two.1 > 1 << 15, "{} {}", one.1, two.1);
}

#[test]
fn two_threads_share_states_that_are_no_small_numbers() {
    // Bars of eight rows fill the word.
    let (game, bar) = Chomp::open("8x11").unwrap();
    let [one, two] = [1, 2].map(|threads| {
        let mut search = NimberSearch::new(&work()).with_threads(Threads::new(threads));
        (search.value(&game, &bar, &work()).unwrap(), search.cost().table_entries)
    });
    assert_eq!(one.0, two.0);
    assert!(one.1.min(two.1) > 1 << 15, "{} {}", one.1, two.1);
    let limits = Limits { bytes: 1 << 20, ..Limits::default() };
    let full = values(&game, &bar, &Work { limits, progress: &Quiet }).unwrap_err();
    assert_eq!(full.kind(), ErrorKind::Limit);
}

#[test]
fn the_facts_of_the_l_game_are_computed() {
    let facts = find("lgame").unwrap().facts(&work()).unwrap();
    assert_eq!(facts[0], "18368 positions, 1632800 moves, at most 221 from one position");
    assert_eq!(facts[1], "8048 won, 232 lost, 10088 drawn for the player to move");
    assert!(facts.contains(&"remoteness 9: 952 won".into()) && facts.last().unwrap().contains("partisan"));
}

#[test]
fn every_board_reads_its_start_and_refuses_nonsense() {
    let mut wrong = Vec::new();
    for board in super::ALL {
        assert!(board.solve(&[board.start.into()], None, &work()).is_ok(), "{}", board.name);
        let arena = board.open(None, &work()).unwrap();
        assert_eq!((arena.play(), arena.adds_up()), (board.play, board.adds_up), "{}", board.name);
        for example in board.examples {
            let position: Vec<String> = example.iter().map(|text| text.to_string()).collect();
            assert!(board.solve(&position, None, &work()).is_ok(), "{} {example:?}", board.name);
        }
        assert_eq!(board.examples[0], [board.start], "{}", board.name);
        for nonsense in [
            "",
            "?",
            "9999999999999999999x2",
            "0x0",
            "100000x100000",
            "-1",
            "1-",
            "../...",
            "x",
            "🦀/🦀",
            "+5x+5",
            "...//...",
            "X/O//",
            "path007",
            "+1",
            "+0-1",
            "//",
            "007,007",
        ] {
            // Any letters are a string; a picture or a table of which nothing is left is one.
            let fine = match board.name {
                "strings" => !nonsense.is_empty() && nonsense.bytes().all(|c| c.is_ascii_alphanumeric()),
                "hackenbush" | "parity-table" => nonsense.is_empty(),
                "clobber" => nonsense == "x",
                _ => false,
            };
            let limits = Limits { positions: 10_000, bytes: 1 << 24, ..Limits::default() };
            let answer = board.solve(&[nonsense.into()], None, &Work { limits, progress: &Quiet });
            if answer.is_ok() != fine {
                wrong.push((board.name, nonsense));
            }
        }
    }
    assert_eq!(wrong, []);
}

/// A place of the rules of the catalogue as the board of that name writes it.
fn on_board(name: &str, place: &[i64]) -> Option<String> {
    let joined = || place.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    match name {
        "chomp" => (place[0] > 0 && place.is_sorted_by(|a, b| a >= b)).then(joined),
        "non-decreasing" => place.is_sorted().then(joined),
        "staircase" => Some(joined()),
        // The rules have the places from which no move goes home.
        "first-home" => (place[0] > 0 && place[1] > 0 && place[0] != place[1]).then(joined),
        "stones" => Some(place.iter().map(|gap| ".".repeat(*gap as usize) + "X").collect()),
        // The sums of the catalogue are those of this table.
        "parity-table" => {
            let row = |cells: &[i64; 3]| {
                cells[..place[1] as usize].iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
            };
            let rows = [[1, 2, 2], [1, 2, 3], [2, 3, 1]];
            let rows = rows[..place[0] as usize].iter().map(row).collect::<Vec<_>>();
            Some(if place[1] == 0 { String::new() } else { rows.join("/") })
        }
        // After a move the rules have two runs of quiet cells, which no empty strip is.
        "treblecross" => (place[0] > 2).then(|| ".".repeat(place[0] as usize)),
        _ => panic!("{name} is in the catalogue and a board: how do their positions correspond?"),
    }
}

#[test]
fn the_catalogue_and_the_boards_of_the_same_name_have_the_same_winning_moves() {
    use crate::report::MoveReport;
    let numbers = |part: &Part| match part {
        Part::One(place) => place.argument().split(',').map(|n| n.parse().unwrap()).collect::<Vec<i64>>(),
        Part::Copies { count, of } => vec![of.argument().parse().unwrap(); *count as usize],
    };
    for entry in crate::catalogue::all() {
        let Some(board) = find(&entry.name) else { continue };
        let rules = crate::Rules::read(&entry.name, &crate::Lets::new()).unwrap();
        let axes = rules.form().axes.len();
        let arena = board.open(None, &work()).unwrap();
        let tidy = |text: &str| arena.tidy(text).unwrap().trim_end_matches('.').to_string();
        // What a move leaves: a text of the board, or for treblecross the quiet runs on both sides of the cross.
        let by_rules = |by: &MoveReport| match board.name {
            "treblecross" => {
                let mut heaps: Vec<i64> = by.to.iter().flat_map(numbers).filter(|n| *n > 0).collect();
                heaps.sort_unstable();
                format!("{heaps:?}")
            }
            _ => tidy(&on_board(board.name, &by.to.iter().flat_map(numbers).collect::<Vec<_>>()).unwrap()),
        };
        let by_board = |by: &MoveReport| {
            let text = by.to.first().map_or(String::new(), |part| match part {
                Part::One(place) | Part::Copies { of: place, .. } => place.argument(),
            });
            match (board.name, text.find('X')) {
                ("treblecross", Some(at)) => {
                    let mut heaps = vec![at as i64 - 2, (text.len() - at) as i64 - 3];
                    heaps.retain(|n| *n > 0);
                    heaps.sort_unstable();
                    format!("{heaps:?}")
                }
                _ => tidy(&text),
            }
        };
        let sets = |moves: &[MoveReport], name: &dyn Fn(&MoveReport) -> String| {
            moves.iter().map(name).collect::<std::collections::BTreeSet<String>>()
        };
        let mut compared = 0;
        let side: i64 = if axes == 1 { 12 } else { 4 };
        for number in 0..side.pow(axes as u32) {
            let place: Vec<i64> = (0..axes as u32).map(|i| number / side.pow(i) % side).collect();
            let Some(text) = on_board(board.name, &place) else { continue };
            let position = crate::Position(vec![crate::Component(place.clone())]);
            let limits = Limits::default();
            let request = crate::Request { rules: &rules, position: &position, play: None, limits };
            let ruled = crate::solve(&request, &Quiet).unwrap();
            let played = board.solve(&[text], None, &work()).unwrap();
            assert_eq!(ruled.outcome, played.outcome, "{} {place:?}", board.name);
            let (ruled, played) =
                (sets(&ruled.winning_moves, &by_rules), sets(&played.winning_moves, &by_board));
            assert_eq!(ruled, played, "{} {place:?}", board.name);
            compared += 1;
        }
        assert!(compared > 5, "{}", board.name);
    }
}

#[test]
fn a_text_that_the_catalogue_and_the_board_of_a_name_both_read_means_the_same_to_both() {
    let mut shared = std::collections::BTreeSet::new();
    for entry in crate::catalogue::all() {
        for name in std::iter::once(&entry.name).chain(&entry.aliases) {
            let Some(board) = find(name) else { continue };
            shared.insert(board.name);
            let rules = crate::Rules::read(name, &crate::Lets::new()).unwrap();
            let mut arena = board.open(None, &work()).unwrap();
            let one = (0..40).map(|n: i64| n.to_string());
            let two = (0..16).map(|code| format!("{},{}", code / 4, code % 4));
            let three = (0..64).map(|code| format!("{},{},{}", code / 16, code / 4 % 4, code % 4));
            for text in one.chain(two).chain(three) {
                let (Ok(component), Ok(_)) = (rules.component(&text), arena.tidy(&text)) else { continue };
                let position = crate::Position(vec![component]);
                let request =
                    crate::Request { rules: &rules, position: &position, play: None, limits: work().limits };
                let ruled = crate::solve(&request, &Quiet).unwrap();
                let played = arena.judge(std::slice::from_ref(&text), &work()).unwrap();
                assert_eq!(ruled.outcome, played.outcome, "{name} {text}");
                if arena.adds_up() {
                    assert_eq!(ruled.value, played.value, "{name} {text}");
                }
            }
        }
    }
    assert!(shared.contains("treblecross") && shared.contains("chomp") && shared.len() > 4, "{shared:?}");
}

#[test]
fn the_options_of_a_value_are_those_of_the_list() {
    fn check<G: Game>(texts: &[&str]) {
        for text in texts {
            let (game, state) = G::open(text).unwrap();
            let all: BTreeSet<G::State> = options(&game, &state).into_iter().collect();
            for value in (0..16).map(Nimber) {
                let listed = all.iter().filter(|to| game.known(to) == Some(value)).cloned();
                let shown = game.options_of_value(&state, value).unwrap();
                assert_eq!(shown.len(), shown.iter().collect::<BTreeSet<_>>().len(), "{text}");
                assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), listed.collect(), "{text} {value}");
            }
            for to in all.iter().flat_map(|to| options(&game, to)).chain(all.iter().cloned()) {
                assert_eq!(game.is_option(&state, &to), Some(all.contains(&to)), "{text} {to:?}");
            }
        }
    }
    check::<Staircase>(&["5", "0,3", "3,1,2", "1,7,1,4", "0,0,6,2,3"]);
    check::<NonDecreasing>(&["5", "0,3", "1,2,4", "2,2,5,9", "0,1,1,4,6"]);
}

//! Boards against published values.

use crate::game::Readable;
use serde_json::Value;

use super::ruled::{ArcKayles, Chomp, Hackenbush, NodeKayles};
use super::{named_value, value_of, work};
use crate::Outcome;
use crate::boards::Game;
use crate::boards::treblecross::Treblecross;
use crate::named::find;

fn facts() -> Value {
    serde_json::from_str(include_str!("../../../facts/boards.json")).unwrap()
}

fn edges(list: &Value) -> String {
    let edge = |edge: &Value| format!("{}-{}", edge[0], edge[1]);
    list.as_array().unwrap().iter().map(edge).collect::<Vec<_>>().join(" ")
}

#[test]
fn cram_has_the_known_values() {
    for (size, value) in facts()["cram"].as_object().unwrap() {
        assert_eq!(named_value("cram", size), value.as_u64().unwrap(), "{size}");
    }
}

#[test]
fn cram_and_clobber_of_up_to_24_cells_have_the_published_values() {
    let facts: Value = serde_json::from_str(include_str!("../../../facts/published_boards.json")).unwrap();
    for (size, value) in facts["cram"].as_object().unwrap() {
        assert_eq!(named_value("cram", size), value.as_u64().unwrap(), "{size}");
    }
    for (size, value) in facts["clobber"].as_object().unwrap() {
        let (rows, columns) = crate::boards::sides(size).unwrap();
        if rows * columns == 24 && rows.min(columns) > 2 {
            // Millions of positions: true, but too long for every day.
            continue;
        }
        let stone = |r: usize, c: usize| if (r + c).is_multiple_of(2) { 'X' } else { 'O' };
        let row = |r: usize| (0..columns).map(|c| stone(r, c)).collect::<String>();
        let board = (0..rows).map(row).collect::<Vec<_>>().join("/");
        assert_eq!(named_value("clobber", &board), value.as_u64().unwrap(), "{size}");
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
fn treblecross_is_lost_on_6_12_22_30_32_and_no_other_strip_up_to_33() {
    let outcome = |cells: usize| {
        let (mut game, strip) = Treblecross::open(&cells.to_string()).unwrap();
        game.prepare(&strip, &work()).unwrap();
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

//! Games by rules, followed by several processes, against the answers of one.

use serde_json::Value;

use crate::run::{folder, grundy, stderr, stdout};

/// Rules with a position each; with misère play, splits, cycles and several coordinates.
const GAMES: [&[&str]; 22] = [
    &["nim", "3", "5", "6"],
    &["nim", "1", "2", "4", "--misere"],
    &["0.77", "7", "3", "--misere"],
    &["take {1,3,4}", "21", "8"],
    &["n -> n-k for k in 1..3 | n+1 if n % 5 = 2", "17"],
    &["(a,b) -> (a-k,b) for k in 1..a | (a,b-k) for k in 1..b | (a-k,b-k) for k in 1..min(a,b)", "6,9"],
    &["n -> (n-1) + 1 if n > 3 | n-2", "12", "--misere"],
    &["n -> n/2 | n-1 if n > 0", "40", "--misere"],
    &["grundy", "13"],
    &["kayles", "12"],
    &["euclid", "13,8"],
    &["fibonacci-nim", "20,19"],
    &["n -> n-k for k in 1..3 | n+1 if n % 5 = 2", "17", "9", "4"],
    &["(n in 0..9) -> n-1 | n+1", "4", "6"],
    &["(n in 0..4) -> n-1 & n-1 if n = 4 | n-1 if n > 0 | n+1 if n = 2", "4", "3"],
    &["take {2,3}", "1", "0"],
    &["take {2,3}", "1"],
    &["take {2,3}", "2"],
    &["take {2,3}", "12", "12", "7"],
    &["n -> n-1 | n-2 if n > 3 end win if n = 1", "9"],
    &["(a,b,c) -> (a-k,b,c) for k in 1..a | (a,b-k,c) for k in 1..b | (a,b,c-k) for k in 1..c", "3,4,5"],
    &["n -> m for m in 0..n-1", "2", "2"],
];

/// A report without who answered and what it took.
fn report(text: &str) -> Value {
    let mut report: Value = serde_json::from_str(text).unwrap();
    ["plan", "cost"].iter().for_each(|field| drop(report.as_object_mut().unwrap().remove(*field)));
    report
}

/// The same where a theorem answers on one machine: it does not know how long the game lasts, and has reasons of its own.
fn without_theorem(mut report: Value, by_theorem: bool) -> Value {
    if by_theorem {
        ["reason", "remoteness"]
            .iter()
            .for_each(|field| drop(report.as_object_mut().unwrap().remove(*field)));
    }
    report
}

#[test]
fn two_and_twenty_rules_have_the_same_report_for_any_number_of_processes() {
    let folder = folder("games");
    for (i, game) in GAMES.iter().enumerate() {
        let asked = [&["solve"], *game, &["--json"]].concat();
        let alone = grundy(&folder, &asked);
        assert_eq!(alone.status.code(), Some(0), "{game:?}: {}", stderr(&alone));
        let mut first: Option<Value> = None;
        // All numbers for the first half, all of them for some of the others.
        let counts = if i < 11 { vec![1, 2, 3, 4] } else { vec![1 + i % 2, 3 + i % 2] };
        for workers in counts {
            let together = grundy(&folder, &[&asked[..], &["--workers", &workers.to_string()]].concat());
            let (alone, together) = (report(&stdout(&alone)), stdout(&together));
            let by_theorem = alone["outcome"] != "D" && alone["remoteness"].is_null();
            assert!(!by_theorem || game[0] == "nim", "{game:?}");
            let told = without_theorem(report(&together), by_theorem);
            assert_eq!(told, without_theorem(alone, by_theorem), "{game:?}, {workers}");
            // What is said does not depend on how many say it.
            let together: Value = serde_json::from_str(&together).unwrap();
            assert_eq!(*first.get_or_insert(together.clone()), together);
        }
    }
}

#[test]
fn a_game_that_was_stopped_goes_on_with_any_number_of_processes() {
    let folder = folder("game-store");
    let game = ["solve", "n -> n-k for k in 1..4 | n/2 & n/3 if n > 2", "17", "12", "--misere", "--json"];
    let expected = report(&stdout(&grundy(&folder, &game)));
    let kept = ["--store", "store", "--save-every", "0"];
    let stopped = ["--workers", "2", "--max-positions", "500"];
    let output = grundy(&folder, &[&game[..], &kept, &stopped].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let unasked = grundy(&folder, &[&game[..], &kept, &["--workers", "2"]].concat());
    assert!(stderr(&unasked).contains("holds an earlier run"), "{}", stderr(&unasked));
    for workers in ["3", "1", "4"] {
        let resumed = grundy(&folder, &[&game[..], &kept, &["--resume", "--workers", workers]].concat());
        assert_eq!(report(&stdout(&resumed)), expected, "{workers}");
    }
    let other = ["solve", "nim", "3", "--workers", "2", "--store", "store", "--resume"];
    let other = grundy(&folder, &other);
    assert!(stderr(&other).contains("another game or another position"), "{}", stderr(&other));
    std::fs::write(folder.join("graph.edges"), "1 0\n").unwrap();
    let graph = ["graph", "graph.edges", "--workers", "2", "--store", "store", "--resume"];
    let graph = grundy(&folder, &graph);
    assert_eq!(graph.status.code(), Some(2), "{}", stderr(&graph));
}

/// Where values add up, components that split and sums that come back are no more positions than on one machine.
#[test]
fn sums_count_as_their_components_where_values_add_up() {
    let folder = folder("game-few");
    for game in [
        &["kayles", "300", "--max-positions", "1000"][..],
        &["grundy", "150", "77", "--max-positions", "1000"],
        &["n -> n-1 & n-2 & n-3 | 60001 of n-1", "60", "60", "--max-positions", "1000"],
        &["(n in 0..99) -> n-1 | n+1 if n > 3", "14", "60", "3", "77", "--max-positions", "1000"],
    ] {
        let asked = [&["solve"], game, &["--json"]].concat();
        let alone = report(&stdout(&grundy(&folder, &asked)));
        let together = stdout(&grundy(&folder, &[&asked[..], &["--workers", "2"]].concat()));
        assert_eq!(report(&together), alone, "{game:?}");
    }
}

#[test]
fn limits_and_refusals_are_those_of_one_machine() {
    let folder = folder("game-limits");
    for (arguments, message) in [
        (&["kayles", "30", "--misere", "--max-positions", "1000"][..], "1000"),
        (&["0.77", "60", "60", "--misere", "--max-memory", "1M"], "memory"),
        (&["n -> n+1", "3"], "n"),
        (&["cram", "4x4"], "rules of numbers"),
        (&["n -> n-1 gain 1", "3"], "scores"),
        (&["n -> n-1 again | n-2", "3"], "rules of numbers"),
        (&["no such game", "3"], "error"),
        (&["nim", "x"], "x"),
    ] {
        let output = grundy(&folder, &[&["solve"], arguments, &["--workers", "2"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

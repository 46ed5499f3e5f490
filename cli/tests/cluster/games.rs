//! Games by rules, followed by several processes, against the answers of one.

use serde_json::Value;

use crate::run::{folder, grundy, stderr, stdout};

/// Rules with a position each; with misère play, splits, cycles and several coordinates.
const GAMES: [&[&str]; 12] = [
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
];

#[test]
fn twelve_rules_have_the_same_winner_for_any_number_of_processes() {
    let folder = folder("games");
    let mut answered = 0;
    for (i, game) in GAMES.iter().enumerate() {
        let asked = [&["solve"], *game, &["--json"]].concat();
        let alone = grundy(&folder, &asked);
        assert_eq!(alone.status.code(), Some(0), "{game:?}: {}", stderr(&alone));
        let alone: Value = serde_json::from_str(&stdout(&alone)).unwrap();
        let mut first: Option<Value> = None;
        for workers in [1 + i % 2, 3 + i % 2] {
            let together = grundy(&folder, &[&asked[..], &["--workers", &workers.to_string()]].concat());
            let together: Value = serde_json::from_str(&stdout(&together)).unwrap();
            assert_eq!(together["outcome"], alone["outcome"], "{game:?}");
            let winning = together["winning_moves"].as_array().unwrap();
            assert_eq!(winning.is_empty(), together["outcome"] != "N", "{game:?}");
            if let Some(remoteness) = alone.get("remoteness").filter(|remoteness| !remoteness.is_null()) {
                assert_eq!(&together["remoteness"], remoteness, "{game:?}");
            }
            // What is said does not depend on who says it.
            assert_eq!(*first.get_or_insert(together.clone()), together);
        }
        answered += 1;
    }
    assert_eq!(answered, GAMES.len());
}

#[test]
fn limits_and_refusals_are_those_of_one_machine() {
    let folder = folder("game-limits");
    for (arguments, message) in [
        (&["nim", "30", "30", "30", "--max-positions", "1000"][..], "1000"),
        (&["nim", "60", "60", "60", "60", "--max-memory", "1M"], "memory"),
        (&["no such game", "3"], "error"),
        (&["nim", "x"], "x"),
        (&["nim"], "name it"),
    ] {
        let output = grundy(&folder, &[&["solve"], arguments, &["--workers", "2"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

//! The traps that the statements set, and inputs of strangers.

use crate::run::{answer, complaint, run, words};
use crate::samples::samples;

#[test]
fn incstone_searches_the_first_move_on_the_real_counts() {
    // Mod 2 the first cell is empty, yet the answer starts there.
    assert_eq!(answer("incstone", "5\n2 1 1 1 5\n"), "0 1 1\n");
    for (input, expected) in [("4\n1 0 1 100", "0 2 3"), ("3\n1 0 5", "0 1 1"), ("2\n2 1", "-1")] {
        assert_eq!(answer("incstone", input).trim(), expected, "{input}");
    }
}

#[test]
fn snim_takes_its_set_in_any_order() {
    let heaps = "9\n1 1\n1 2\n1 3\n1 4\n1 5\n1 6\n2 7 9\n2 11 12\n3 20 21 22\n0\n";
    let sorted = answer("snim", &format!("4 2 5 6 9\n{heaps}"));
    assert_eq!(answer("snim", &format!("4 9 5 2 6\n{heaps}")), sorted);
    assert_eq!(answer("snim", &format!("5 6 9 5 2 6\n{heaps}")), sorted);
}

#[test]
fn the_far_edge_of_the_knights_board_counts() {
    // On 15x15 the lost cells repeat mod 4, which says (8,8) is won; on 8x8 it is lost.
    assert_eq!(answer("a_chessboard_game", "1\n8 8\n"), "First\n");
    let rules = "(r in 1..8, c in 1..8) -> (r-2,c+1) | (r-2,c-1) | (r+1,c-2) | (r-1,c-2)";
    let output = run(&["solve", rules, "8,8", "--json"], "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["outcome"], "P");
}

#[test]
fn marbles_are_not_a_sum_of_wythoff_queens() {
    // There the last marble home decides, here the first: the nim-sums of Wythoff's values say the opposite each time.
    let wythoff = wythoff(9);
    for (marbles, said) in [
        (&[(1, 3), (4, 8)][..], "N"),
        (&[(1, 2), (1, 5), (3, 6)], "N"),
        (&[(1, 2), (1, 6), (3, 4)], "N"),
        (&[(1, 2), (1, 4), (6, 8)], "Y"),
    ] {
        let lines: String = marbles.iter().map(|(l, c)| format!("{l} {c}\n")).collect();
        assert_eq!(words("marbles", &format!("{}\n{lines}", marbles.len())), [said]);
        let sum = marbles.iter().fold(0, |sum, (l, c)| sum ^ wythoff[*l][*c]);
        assert_eq!(sum == 0, said == "Y", "{marbles:?}");
    }
}

fn wythoff(side: usize) -> Vec<Vec<u32>> {
    let mut values = vec![vec![0; side]; side];
    for l in 0..side {
        for c in 0..side {
            let mut options: Vec<u32> = (0..l).map(|i| values[i][c]).collect();
            options.extend((0..c).map(|j| values[l][j]));
            options.extend((1..=l.min(c)).map(|u| values[l - u][c - u]));
            values[l][c] = (0..).find(|v| !options.contains(v)).unwrap();
        }
    }
    values
}

#[test]
fn the_matrix_is_not_about_non_zero_rows_and_columns() {
    // The smaller of the numbers of non-zero rows and columns is odd exactly where this says Ashish.
    let input = "3\n2 2\n1 1\n1 1\n2 2\n1 0\n0 1\n3 3\n0 0 1\n0 1 0\n1 0 0\n";
    assert_eq!(words("nullify_the_matrix", input), ["Ashish", "Ashish", "Ashish"]);
    let input = "2\n2 2\n0 1\n1 0\n3 3\n0 0 1\n0 0 0\n1 0 0\n";
    assert_eq!(words("nullify_the_matrix", input), ["Jeel", "Jeel"]);
}

#[test]
fn castles_of_10_to_the_18_answer_at_once() {
    let input = "1\n2 2 3 5\n1000000000000000000 999999999999999999\n";
    assert_eq!(words("attack_on_red_kingdom", input).len(), 1);
    // The values for 2, 3, 5 repeat; so does the answer with both castles moved by a multiple of every period to 60.
    let far: u64 = 6_983_776_800 * 100_000;
    for (a, b) in [(41u64, 43u64), (50, 52), (63, 60), (71, 77)] {
        let near = answer("attack_on_red_kingdom", &format!("1\n2 2 3 5\n{a} {b}\n"));
        assert_eq!(answer("attack_on_red_kingdom", &format!("1\n2 2 3 5\n{} {}\n", a + far, b + far)), near);
    }
}

#[test]
fn even_matches_of_any_number() {
    for (n, mine, expected) in
        [(6, 0, "First"), (6, 1, "Second"), (7, 0, "Second"), (7, 1, "First"), (9, 1, "First")]
    {
        for far in [0, 6_000_000_000_000u64] {
            assert_eq!(words("even_matches", &format!("1\n{} {mine}\n", far + n)), [expected]);
        }
    }
}

#[test]
fn malformed_input_is_refused_with_line_and_column() {
    for (problem, input, expected) in [
        ("set_nim", "2\n2 x\n", "line 2, column 3: expected an amount, found `x`"),
        ("set_nim", "2\n2 0\n", "line 2, column 3: expected an amount of at least 1, found `0`"),
        (
            "set_nim",
            "1\n2\n3\n1 2",
            "line 4, column 4: expected the size of a heap, found the end of the input",
        ),
        (
            "snim",
            "2 2 5\n3\n2 5 -1",
            "line 3, column 5: expected the size of a heap of at least 0, found `-1`",
        ),
        ("misere_nim", "1\n1\n5\n6\n", "line 4, column 1: expected the end of the input, found `6`"),
        ("game", "3 1\n4\n1 2\n", "line 2, column 1: expected a vertex from 1 to 3, found `4`"),
        ("stones", "4\nX.X\n", "line 2, column 1: expected a strip of 4 cells, found 3"),
        ("stones", "3\nX-X\n", "line 2, column 2: expected . or X, found `-`"),
        (
            "lgame",
            "....\n....\n....\n....\n",
            "line 1, column 1: expected four rows of #, x, . and one other sign: the other player's L is missing",
        ),
        ("marbles", "2\n1 2\n1 0\n", "line 3, column 3: expected a column from 1 to 250, found `0`"),
        ("lgame", ".***\n#*.x\n###\nx...\n", "line 3, column 1: expected a row of four cells, found `###`"),
        ("cuboidslicinggame", "ANNA\n0\n", "line 1, column 1: expected RUBEN or ALBERT, found `ANNA`"),
        ("grundy_tables", "1\nsquare 5\n", "line 2, column 1: expected squares, grundy"),
        ("playing_with_string", "abaCaba\n", "line 1, column 4: expected a lower case letter, found `C`"),
        (
            "nondecreasing_nim",
            "1\n2\n3 2\n",
            "line 3, column 3: expected a heap no smaller than the one before",
        ),
        ("a_chessboard_game", "1\n0 16\n", "line 2, column 1: expected a coordinate from 1 to 15, found `0`"),
    ] {
        let complaint = complaint(problem, input);
        assert!(complaint.contains(expected), "{problem}: {complaint}");
    }
    let cycle = complaint("pawns", "2 2\n1 2\n2 1\n1\n1 1\n");
    assert!(cycle.contains("cycle"), "{cycle}");
}

#[test]
fn samples_cut_short_are_refused_and_never_crash() {
    for (name, input, _) in samples() {
        let shorter = input.trim_end().rsplit_once(char::is_whitespace);
        if let (Some((shorter, _)), false) =
            (shorter, matches!(name.as_str(), "kattis_snim" | "extra_grundy_tables"))
        {
            assert!(complaint(&name, shorter).contains("line "), "{name}");
        }
    }
}

#[test]
fn absurd_counts_cost_nothing() {
    for (name, input, _) in samples() {
        let words: Vec<&str> = input.split_whitespace().collect();
        for at in 0..words.len().min(4) {
            let mut absurd = words.clone();
            absurd[at] = "9223372036854775807";
            let output = run(&["contest", &name, "--timeout", "20"], &absurd.join(" "));
            assert!(matches!(output.status.code(), Some(0 | 2)), "{name} with a huge word {at}");
        }
    }
}

#[test]
fn unknown_problems_get_a_suggestion() {
    let output = run(&["contest", "snimm"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `snim`?"));
}

#[test]
fn a_wrong_sign_or_arc_is_told_where_it_stands() {
    for (name, input, place) in [
        ("lgame", ".###\nx#*x\n***.\n...y\n", "line 4, column 4"),
        ("stones", "3\nX.x\n", "line 2, column 3"),
        ("marbles", "1\n1000001 5\n", "line 2, column 1"),
        ("pawns", "2 2\n1 2\n2 1\n1\n1 0\n", "line 2, column 1"),
    ] {
        let said = complaint(name, input);
        assert!(said.contains(place) && said.contains("expected"), "{name}: {said}");
    }
    assert!(complaint("pawns", "2 2\n1 2\n2 1\n1\n1 0\n").contains("1 → 2 → 1"));
}

//! Whole games against the engine, played through the binary with lines from a file.

#[path = "shared/feed.rs"]
mod feed;
#[path = "shared/hints.rs"]
mod hints;

use std::process::Output;

use hints::{follow_hints, play};

const TAKE: &str = "n -> n-k for k in 1..3";
const CARDS: &str = "(l,r) -> left: (l+1,r) gain a[l] if l < r | right: (l,r-1) gain a[r-1] if l < r";

fn output(arguments: &[&str], lines: &str) -> Output {
    feed::feed(".", &[&["play"], arguments].concat(), lines.as_bytes())
}

#[test]
fn hints_win_a_won_game_of_nim() {
    let transcript = follow_hints(&["nim", "3", "5", "7"]);
    assert!(transcript.ends_with("You win: I have no move left.\n"), "{transcript}");
}

#[test]
fn hints_do_not_save_a_lost_game_of_nim() {
    let transcript = follow_hints(&["nim", "1", "2", "3"]);
    assert!(transcript.contains("no move wins against perfect play"));
    assert!(transcript.ends_with("I win: you have no move left.\n"), "{transcript}");
}

#[test]
fn the_engine_wins_what_is_won_when_it_moves_first() {
    let transcript = follow_hints(&["nim", "3", "5", "7", "--second"]);
    assert!(transcript.contains("I move ") && transcript.ends_with("I win: you have no move left.\n"));
}

#[test]
fn misere_games_end_the_other_way_round() {
    let transcript = follow_hints(&["nim", "1", "2", "3", "--misere"]);
    assert!(transcript.ends_with("I win: I have no move left.\n"), "{transcript}");
    let transcript = follow_hints(&[TAKE, "7", "--misere"]);
    assert!(transcript.ends_with("You win: you have no move left.\n"), "{transcript}");
}

#[test]
fn hints_win_games_that_split() {
    let transcript = follow_hints(&["n -> a & n-a for a in 1..(n-1)/2", "12"]);
    assert!(transcript.contains("You win"), "{transcript}");
}

#[test]
fn hints_earn_the_score_of_the_cards() {
    let transcript = follow_hints(&[CARDS, "0,4", "--let", "a=[3,9,1,2]"]);
    assert!(transcript.ends_with("You win: you have 11, I have 4.\n"), "{transcript}");
}

#[test]
fn the_final_position_decides_where_the_rules_say_so() {
    let rules =
        "(n, mine in 0..1, theirs in 0..1) -> (n-k, theirs, (mine+k)%2) for k in 1..4 end win if mine == 0";
    let transcript = follow_hints(&[rules, "7,0,0", "--second"]);
    assert!(transcript.contains("by the rules the mover"), "{transcript}");
}

#[test]
fn a_position_that_keeps_coming_back_is_a_draw() {
    let transcript = play(&["(x in 0..1) -> 1-x", "0"], "1\n1\n1\n1\n");
    assert!(transcript.ends_with("A draw: the same position has come up 3 times.\n"), "{transcript}");
}

#[test]
fn moves_are_given_by_target_number_label_or_difference() {
    for line in ["B 4", "b4", "b: 4", "B -1", "#8", "4", "to 4", "-> 4"] {
        let transcript = play(&["nim", "3", "5"], &format!("{line}\n"));
        assert!(transcript.contains("I move B 4 → 3"), "{line}: {transcript}");
    }
    for line in ["left", "LEFT", "#1", "1", "left 1,4", "1,4", "(1,4)"] {
        let transcript = play(&[CARDS, "0,4", "--let", "a=[3,9,1,2]"], &format!("{line}\n"));
        assert!(transcript.contains("I move left: (1,4) → (2,4), gain 9"), "{line}: {transcript}");
    }
    for line in ["1+6", "6 + 1", "1", "#1"] {
        let transcript = play(&["n -> a & n-a for a in 1..(n-1)/2", "7"], &format!("{line}\n"));
        assert!(transcript.contains("I move 6 → "), "{line}: {transcript}");
    }
}

#[test]
fn bad_input_is_refused_and_the_game_goes_on() {
    let bad = [
        "foo",
        "9",
        "-9",
        "#0",
        "#99",
        "#x",
        "A 9",
        "D 1",
        "1,2",
        "99999999999999999999",
        "3+",
        "\u{7}",
        "é",
    ];
    let transcript = play(&["nim", "3", "3"], &(bad.join("\n") + "\nB 0\n"));
    assert!(transcript.contains("I move A 3 → 0"), "{transcript}");
    assert!(transcript.ends_with("I win: you have no move left.\n"));
    // A number that two heaps could become is not guessed.
    let transcript = play(&["nim", "3", "5"], "1\n");
    assert!(transcript.contains("`1` may mean several moves: `A 1` or `B 1`"), "{transcript}");
}

#[test]
fn undo_takes_back_both_moves() {
    let transcript = play(&[TAKE, "9"], "undo\n7\nundo\n8\n");
    assert!(transcript.contains("there is nothing to take back"));
    assert_eq!(transcript.matches("taken back").count(), 1);
    let after = transcript.split("taken back").nth(1).unwrap();
    assert!(after.trim_start().starts_with("●●●●●●●●●  9"), "{transcript}");
    assert!(after.contains("I move 8 → "));
}

#[test]
fn swap_lets_the_engine_win_for_itself() {
    let transcript = play(&[TAKE, "7"], "swap\n3\n");
    assert!(transcript.contains("we change places\n\nI move 7 → 4"), "{transcript}");
    assert!(transcript.ends_with("I win: you have no move left.\n"));
}

#[test]
fn why_shows_the_nim_sum() {
    let transcript = play(&["nim", "3", "5", "7"], "why\n");
    assert!(transcript.contains("you stand better   value 1"));
    assert!(transcript.contains("nim-sum         1   001"), "{transcript}");
}

#[test]
fn help_moves_and_quit() {
    let transcript = play(&["nim", "30", "40"], "help\nmoves\n\nquit\n");
    assert!(transcript.contains("swap    change places"));
    assert!(transcript.contains("A 30 → 0 to 29"), "{transcript}");
    assert!(transcript.ends_with("good bye\n"));
}

#[test]
fn the_end_of_input_ends_the_game_politely() {
    for lines in ["", "\n", "B 4"] {
        assert!(play(&["nim", "3", "5"], lines).ends_with("good bye\n"));
    }
}

#[test]
fn huge_heaps_are_played_without_listing_their_moves() {
    let transcript = play(&["nim", "1000000000000000000", "5"], "hint\nA 5\n");
    assert!(transcript.contains("A 1000000000000000000 → 5 wins: type `A 5`"), "{transcript}");
    assert!(
        transcript.contains("more moves than can be listed") && transcript.contains("I move "),
        "{transcript}"
    );
}

#[test]
fn without_a_position_the_catalogue_starts_the_game() {
    assert!(play(&["nim"], "").contains("C  ●●●●●●●  7"));
    assert!(play(&[TAKE], "").contains("your move>"));
}

#[test]
fn a_finished_game_is_over_at_once() {
    assert!(play(&["nim", "0", "0"], "").ends_with("I win: you have no move left.\n"));
    assert!(play(&["nim", "0", "--second"], "").ends_with("You win: I have no move left.\n"));
}

#[test]
fn bad_arguments_fail_before_the_game() {
    let failed = |arguments: &[&str]| output(arguments, "").status.code();
    assert_eq!(failed(&["nim", "x"]), Some(2));
    assert_eq!(failed(&["nim", "3", "--first", "--second"]), Some(2));
    assert_eq!(failed(&["no such game", "3"]), Some(2));
}

/// A file of one test alone.
fn graph(name: &str, content: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("play");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.display().to_string()
}

/// `d` may be left for a heap of two or kept; `a`, `b`, `c` are Nim heaps of 0, 1, 2.
const LOOPY: &str = "b a\nc a\nc b\nd c\nd d\n";

#[test]
fn hints_win_a_loopy_sum_on_a_graph() {
    let file = graph("loopy.edges", LOOPY);
    let transcript = follow_hints(&[&file, "d", "c"]);
    assert!(transcript.contains("A d → c wins: type `A c`"), "{transcript}");
    assert!(transcript.ends_with("You win: I have no move left.\n"), "{transcript}");
    let why = play(&[&file, "d", "c"], "why\n");
    assert!(why.contains("you stand better   value ∞(0)"), "{why}");
    assert!(play(&[&file, "c", "b"], "why\n").contains("nim-sum         3   11"));
}

#[test]
fn a_drawn_graph_is_a_draw_by_repetition() {
    // Without a position the token stands where no edge leads to.
    let transcript = follow_hints(&[&graph("draw.edges", "s x\nx y\ny x\nx end\nend w\n")]);
    assert!(transcript.contains("keeps the draw"), "{transcript}");
    assert!(transcript.ends_with("A draw: the same position has come up 3 times.\n"), "{transcript}");
}

#[test]
fn a_misere_sum_of_tokens_that_only_go_round_is_a_draw() {
    let transcript = follow_hints(&[&graph("rounds.edges", "a a\nb b\n"), "a", "b", "--misere"]);
    assert!(transcript.contains("keeps the draw"), "{transcript}");
    assert!(transcript.ends_with("A draw: the same position has come up 3 times.\n"), "{transcript}");
}

#[test]
fn graphs_of_every_format_are_played_normal_and_misere() {
    let path = "digraph { 0; 1 -> 0; 2 -> 1; 3 -> 2 }";
    // Matrices count from 1.
    for (name, content, [top, next]) in [
        ("path.dot", path, ["3", "2"]),
        ("path.json", "[[], [0], [1], [2]]", ["3", "2"]),
        ("path", "1 0\n2 1\n3 2\n", ["3", "2"]),
        ("path.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n2 1\n3 2\n4 3\n", ["4", "3"]),
    ] {
        let file = graph(name, content);
        let normal = follow_hints(&[&file, top]);
        assert!(normal.ends_with("You win: I have no move left.\n"), "{name}: {normal}");
        let misere = follow_hints(&[&file, top, next, "--misere"]);
        assert!(misere.ends_with("I have no move left.\n"), "{name}: {misere}");
    }
    let named = graph("odd name", path);
    assert!(play(&[&named, "3", "--format", "dot"], "2\n").contains("I move 2 → 1"));
}

#[test]
fn points_are_earned_on_a_graph_with_gains() {
    let file = graph("gains.edges", "s a 3\ns a 1\ns b 5\na e 1\nb e 9\n");
    let transcript = follow_hints(&[&file, "s"]);
    assert!(transcript.contains("s → a, gain 3"), "{transcript}");
    assert!(transcript.ends_with("You win: you have 3, I have 1.\n"), "{transcript}");
}

#[test]
fn vertices_may_be_called_like_commands_and_components() {
    let file = graph("names.edges", "s h\ns hint\ns b4\nh e\nhint e\nb4 e\n");
    for (line, answer) in [("h", "I move h → e"), ("to hint", "I move hint → e"), ("b4", "I move b4 → e")]
    {
        let transcript = play(&[&file, "s"], &format!("{line}\n"));
        assert!(transcript.contains(answer), "{line}: {transcript}");
    }
    assert!(play(&[&file, "s", "s"], "b b4\n").contains("I move B b4 → e"));
    assert!(play(&[&file, "hint"], "hint\n").contains("type `e`"));
}

#[test]
fn hints_work_whatever_a_vertex_is_called() {
    // The vertex to go to has an odd name, the others are what a careless reader would go to; they lose.
    let names = [
        "#2", "->w", "to q", "undo", "to undo", "hint", "help", "?", "1", "b w", "A", "", " ", "a  b", "→ w",
    ];
    for name in names {
        let others = ["w", "q", "to to q", "2", "a b"];
        let json = serde_json::json!({
            "s": ["w", "q", "to to q", "2", "a b", name], name: [], "e": [],
            others[0]: ["e"], others[1]: ["e"], others[2]: ["e"], others[3]: ["e"], others[4]: ["e"],
        });
        let file = graph("odd.json", &json.to_string());
        for tokens in [["s"].as_slice(), &["s", "e"], &["e", "s"], &["e", "w", "w", "s"]] {
            let transcript = follow_hints(&[&[file.as_str()], tokens].concat());
            assert!(transcript.contains("You win"), "{name:?} {tokens:?}: {transcript}");
        }
    }
}

#[test]
fn what_cannot_be_played_on_a_graph_is_refused_before_the_game() {
    let refused = |arguments: &[&str], words: &str| {
        let output = output(arguments, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty() && said.contains(words),
            "{said}"
        );
    };
    let (loopy, gains) = (graph("refused.edges", LOOPY), graph("scores.edges", "s a 3\na e 1\n"));
    refused(&[&loopy, "nowhere"], "there is no vertex");
    refused(&[&loopy, "d", "--let", "k=3"], "no parameters");
    refused(&[&gains, "s", "s"], "one start at a time");
    refused(&[&gains, "s", "--misere"], "scores decide");
    refused(&[&graph("two.edges", "a c\nb c\n")], "name a vertex");
    refused(&[&graph("bad.edges", "a b c d\n")], "line 1");
    refused(&[&graph("control.edges", "a \u{1b}[31m\n"), "a"], "nobody can type");
    refused(&["no such file.edges", "a"], "No such file");
    refused(&["-", "a"], "stdin");
}

#[test]
fn what_takes_too_much_to_tell_is_said_and_the_game_goes_on() {
    // The empty board is decided by its symmetry; what comes after one move has to be searched.
    let lines = "hint\n#2\nhint\nwhy\nundo\n#3\nquit\n";
    let transcript = play(&["cram", "6x6", "--max-positions", "100"], lines);
    let said = transcript.matches("I cannot tell: this needs").count();
    assert_eq!(said, 4, "hint, why and two answers: {transcript}");
    assert_eq!(transcript.matches("\nI move ").count(), 2, "{transcript}");
    assert!(transcript.contains("raise it with --max-positions") && transcript.ends_with("good bye\n"));
}

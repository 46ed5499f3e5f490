//! Who wins, by which moves and how long: sums, compounds, scores, best play, and how people read it.

use std::path::Path;

use serde_json::{Value, json};

use crate::feed::feed;
use crate::run::{LOOPY, answer, folder, grundy, refusal, stdout};

#[test]
fn the_json_has_the_fields_of_the_contract() {
    let graph = answer(LOOPY, &[]);
    assert_eq!((&graph["vertices"], &graph["edges"]), (&json!(4), &json!(5)));
    assert_eq!((&graph["acyclic"], &graph["counts"]), (&json!(false), &json!({"N": 2, "P": 1, "D": 1})));
    assert!(graph.get("starts").is_none() && graph.get("outcome").is_none());
    let one = answer(LOOPY, &["--start", "c"]);
    assert_eq!(one["starts"], json!([{"vertex": "c", "outcome": "N", "value": 2, "remoteness": 1}]));
    assert_eq!((&one["outcome"], &one["value"]), (&json!("N"), &json!(2)));
    assert_eq!(one["winning_moves"], json!([{"component": 0, "to": ["a"]}]));
    let numbers = answer("1 0\n2 0\n2 1\n", &["--start", "2"]);
    assert_eq!((&numbers["acyclic"], &numbers["starts"][0]["vertex"]), (&json!(true), &json!(2)));
}

#[test]
fn a_sum_with_one_infinite_value_can_be_won() {
    let sum = answer(LOOPY, &["--start", "d", "--start", "c"]);
    assert_eq!(sum["starts"][0]["value"], json!({"inf": [2]}));
    assert_eq!((&sum["outcome"], &sum["value"]), (&json!("N"), &json!({"inf": [0]})));
    assert_eq!(sum["winning_moves"], json!([{"component": 0, "to": ["c"]}]));
    let drawn = answer(LOOPY, &["--start", "d", "--start", "b"]);
    assert_eq!((&drawn["outcome"], &drawn["winning_moves"]), (&json!("D"), &json!([])));
}

#[test]
fn a_sum_with_two_infinite_values_is_a_draw() {
    let sum = answer(LOOPY, &["--start", "d", "--start", "d", "--start", "c"]);
    assert_eq!((&sum["outcome"], &sum["value"]), (&json!("D"), &json!({"inf": []})));
    assert_eq!(sum["winning_moves"], json!([]));
}

#[test]
fn parallel_edges_are_one_winning_move() {
    let sum = answer("1 0\n1 0\n", &["--start", "1"]);
    assert_eq!((&sum["edges"], &sum["winning_moves"]), (&json!(2), &json!([{"component": 0, "to": [0]}])));
}

#[test]
fn compounds_and_misere_play_follow_their_own_rules() {
    let path = "1 0\n2 1\n3 2\n4 3\n";
    let outcome = |more: &[&str]| {
        let sum = answer(path, &[&["--start", "3", "--start", "4"], more].concat());
        sum["outcome"].as_str().unwrap().to_string()
    };
    assert_eq!(outcome(&[]), "N");
    assert_eq!(outcome(&["--compound", "conjunctive"]), "N");
    assert_eq!(outcome(&["--compound", "conjunctive-long"]), "P");
    assert_eq!(outcome(&["--compound", "conjunctive-long-misere"]), "N");
    assert_eq!(outcome(&["--misere"]), "P");
    let selective = answer(path, &["--start", "3", "--start", "3", "--compound", "selective"]);
    assert_eq!(selective["compound"], "selective-long");
    assert_eq!(selective["winning_moves"], json!([{"component": null, "to": [2, 2]}]));
    let misere = answer(path, &["--start", "3", "--misere"]);
    assert_eq!((&misere["outcome"], &misere["value"]), (&json!("P"), &Value::Null));
}

#[test]
fn turns_too_many_to_list_obey_every_limit() {
    let star: String = (1..=10).map(|leaf| format!("0 {leaf}\n")).collect();
    let starts = ["--start", "0"].repeat(30);
    let asked = [&["--compound", "selective", "--max-positions", "100000"], &starts[..]].concat();
    let sum = answer(&star, &asked);
    assert_eq!((&sum["outcome"], &sum["moves_complete"]), (&json!("N"), &json!(false)));
    // Each of the thirty must be moved to a leaf: every turn that is listed does so.
    let listed = sum["winning_moves"].as_array().unwrap();
    let all_moved = |by: &Value| by["to"].as_array().unwrap().iter().all(|leaf| leaf != 0);
    assert!(!listed.is_empty() && listed.iter().all(all_moved));
    let asked = [&["graph", "-", "--compound", "conjunctive", "--max-memory", "1M"], &starts[..]].concat();
    let text = stdout(feed(Path::new("."), &asked, star.as_bytes()));
    assert!(text.contains(", not all)") && text.contains("--max-memory"), "{text}");
    let sum = answer(&star, &[&["--compound", "selective"], &starts[..]].concat());
    assert_eq!((&sum["outcome"], &sum["moves_complete"]), (&json!("N"), &json!(false)));
    assert_eq!(sum["winning_moves"].as_array().unwrap().len(), 10_000);
}

#[test]
fn gains_make_a_scoring_game() {
    let scored = answer("s a 3\ns b 5\na e 1\nb e 9\n", &["--start", "s"]);
    assert_eq!((&scored["outcome"], &scored["starts"][0]["score"]), (&json!("N"), &json!(2)));
    assert_eq!(scored["winning_moves"], json!([{"component": 0, "to": ["a"]}]));
    let folder = folder("gains");
    std::fs::write(folder.join("g.edges"), "s a 3\na e 1\n").unwrap();
    assert!(refusal(&folder, &["graph", "g.edges", "--certificate", "c"]).contains("scores decide"));
    assert!(refusal(&folder, &["graph", "g.edges", "--misere"]).contains("scores decide"));
    assert!(refusal(&folder, &["graph", "g.edges", "--save", "g.pg"]).contains("gains"));
    for compound in ["selective", "disjunctive"] {
        let asked = ["graph", "g.edges", "--start", "s", "--compound", compound];
        assert!(refusal(&folder, &asked).contains("--compound means nothing"));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn best_play_is_a_line_of_moves() {
    assert_eq!(answer("1 0\n2 1\n3 2\n3 0\n4 3\n", &["--path", "4"])["path"], json!([4, 3, 0]));
    let text = stdout(feed(Path::new("."), &["graph", "-", "--path", "x"], b"x y\ny x\n"));
    assert!(text.contains("best play x → y → x → … for ever"), "{text}");
}

#[test]
fn grundy_functions_are_counted() {
    let ring = |n: u32| (0..n).map(|v| format!("{v} {}\n", (v + 1) % n)).collect::<String>();
    let odd = answer(&ring(3), &["--functions"]);
    assert_eq!(odd["functions"], json!({"count": 0, "exact": true, "example": null}));
    let even = answer(&ring(4), &["--functions"]);
    assert_eq!((&even["functions"]["count"], &even["functions"]["exact"]), (&json!(2), &json!(true)));
    assert_eq!(even["functions"]["example"].as_array().unwrap().len(), 4);
}

#[test]
fn a_cycle_where_scores_decide_is_told_by_its_names() {
    let folder = folder("scored-cycle");
    std::fs::write(folder.join("words.edges"), "a b 1\nb c 1\nc b 2\n").unwrap();
    std::fs::write(folder.join("numbers.edges"), "7 8 1\n8 9 1\n9 8 2\n").unwrap();
    let said = refusal(&folder, &["graph", "words.edges"]);
    assert!(said.contains("b → c → b") && said.contains("without the gains"), "{said}");
    assert!(refusal(&folder, &["graph", "numbers.edges"]).contains("8 → 9 → 8"));
}

#[test]
fn odd_graphs_have_answers() {
    assert_eq!(answer("", &[])["counts"], json!({"N": 0, "P": 0, "D": 0}));
    assert_eq!(answer("0 0\n", &["--start", "0"])["outcome"], "D");
    assert_eq!(answer("7\n", &[])["counts"]["P"], 1);
    let folder = folder("odd");
    std::fs::write(folder.join("empty.edges"), "").unwrap();
    assert!(stdout(grundy(&folder, &["graph", "empty.edges"])).starts_with("0 vertices, 0 edges"));
    let escape = stdout(feed(&folder, &["graph", "-", "--start", "\u{1b}[31m", "--values"], b"\x1b[31m b\n"));
    assert!(!escape.contains('\u{1b}'));
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let folder = folder("usage");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    for (arguments, words) in [
        (["--start", "nowhere"].as_slice(), "no vertex"),
        (&["--path", "nowhere"], "no vertex"),
        (&["--compound", "selective"], "--start"),
        (&["--start", "a", "--compound", "nonsense"], "compound"),
        (&["--format", "nonsense"], "edges"),
        (&["-o", "x"], "--table"),
        (&["--draw", "x.png"], ".svg"),
        (&["--certificate", "no/x"], "no such folder"),
        (&["--max-memory", "10"], "--max-memory"),
        (&["--max-positions", "3"], "--max-positions"),
        (&["--save", "x.json", "--certificate", "x.json"], "--save and --certificate both write x.json"),
        (&["--save", "x.json", "--certificate", "./x.json"], "both write"),
        (&["--save", "x.dot", "--draw", "x.dot", "--start", "c"], "--save and --draw"),
        (&["--table", "csv", "-o", "c", "--certificate", "c"], "--certificate and -o"),
    ] {
        let said = refusal(&folder, &[&["graph", "g.edges"], arguments].concat());
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn people_read_a_summary_the_starts_and_the_winning_moves() {
    let text =
        stdout(feed(Path::new("."), &["graph", "-", "--start", "d", "--start", "c"], LOOPY.as_bytes()));
    assert_eq!(
        text,
        "4 vertices, 5 edges, with cycles\n\
         N 2   P 1   D 1   longest remoteness 1   largest value 2\n\
         \n  d   D   value ∞(2)\n  c   N   value 2   remoteness 1\n\
         \nsum\nN: the player to move wins   value ∞(0)\n\
         \nwinning moves (1)\n  component 1: d → c\n"
    );
}

#[test]
fn tokens_stand_on_several_graphs() {
    let folder = folder("several");
    std::fs::write(folder.join("loopy.edges"), LOOPY).unwrap();
    std::fs::write(folder.join("heap.edges"), "1 0\n2 0\n2 1\n").unwrap();
    let asked = |starts: &[&str]| {
        let files = ["graph", "loopy.edges", "--with", "heap.edges", "--json"];
        let starts = starts.iter().flat_map(|start| ["--start", start]);
        let all: Vec<&str> = files.into_iter().chain(starts).collect();
        grundy(&folder, &all)
    };
    // ∞(2) + 2 is won by moving to the heap's equal, as on one graph.
    let sum: Value = serde_json::from_slice(&asked(&["1:d", "2:2"]).stdout).unwrap();
    assert_eq!((&sum["outcome"], &sum["value"]), (&json!("N"), &json!({"inf": [0]})));
    assert_eq!(sum["winning_moves"], json!([{"component": 0, "to": ["1:c"]}]));
    assert_eq!((&sum["vertices"], &sum["edges"]), (&json!(7), &json!(8)));
    assert_eq!(asked(&["d"]).status.code(), Some(2));
    std::fs::write(folder.join("scored.edges"), "a b 3\n").unwrap();
    let mixed = refusal(&folder, &["graph", "loopy.edges", "--with", "scored.edges"]);
    assert!(mixed.contains("some of the graphs have gains"), "{mixed}");
    let twice = refusal(&folder, &["graph", "-", "--with", "-"]);
    assert!(twice.contains("only once"), "{twice}");
}

#[test]
fn every_verb_knows_a_graph_whatever_its_file_is_called() {
    let folder = folder("verbs");
    std::fs::write(folder.join("moves.txt"), LOOPY).unwrap();
    for verb in [&["table", "moves.txt"][..], &["period", "moves.txt"], &["plot", "moves.txt", "-o", "p.svg"]]
    {
        let said = refusal(&folder, verb);
        assert!(said.contains("moves.txt is a graph, and this is for rules"), "{said}");
    }
    let explained = stdout(grundy(&folder, &["explain", "moves.txt", "--at", "d"]));
    assert!(explained.contains("moves from d\n  c\n  d\n"), "{explained}");
    assert!(explained.contains("a graph of 4 vertices and 5 edges"), "{explained}");
}

#[test]
fn a_game_in_the_place_of_a_file_is_told_where_to_go() {
    let folder = folder("game");
    for game in ["kayles", "cram", "n -> n-1"] {
        let said = refusal(&folder, &["graph", game]);
        assert!(said.contains(&format!("{game} is a game, and this is for graphs in files")), "{said}");
        assert!(said.contains("grundy draw "), "{said}");
    }
}

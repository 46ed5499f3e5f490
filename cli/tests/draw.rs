//! Pictures written by the binary: files and stdout, early failure, nothing half written.

use std::path::PathBuf;
use std::process::{Command, Output};

const TAKE: &str = "n -> n-k for k in 1..3";
const WYTHOFF: &str =
    "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y)";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a command that fails.
fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// An empty folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_ending_of_the_file_decides_what_is_written() {
    let folder = folder("endings");
    for (name, begins) in [("a.svg", "<svg"), ("a.dot", "digraph"), ("A.SVG", "<svg")] {
        let file = folder.join(name);
        let output = run(&["draw", TAKE, "8", "-o", file.to_str().unwrap()]);
        assert!(output.status.success() && output.stdout.is_empty());
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(begins), "{name}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn a_dash_is_stdout() {
    assert!(stdout(&["draw", TAKE, "8", "-o", "-"]).starts_with("<svg"));
    assert!(stdout(&["draw", TAKE, "8", "-o", "-", "--format", "dot"]).starts_with("digraph"));
    assert!(stdout(&["plot", "0.77", "--to", "30", "-o", "-"]).starts_with("<svg"));
    assert!(stdout(&["plot", WYTHOFF, "--to", "5,7", "-o", "-"]).contains("6 by 8 positions"));
}

#[test]
fn an_unknown_ending_fails_before_any_work() {
    // The position would take for ever.
    let huge = ["nim", "1000000000", "1000000000", "-o"];
    assert!(refusal(&[&["draw"], &huge[..], &["x.png"]].concat()).contains("x.svg"));
    assert!(refusal(&["plot", "0.77", "-o", "x.dot"]).contains(".svg"));
    assert!(refusal(&["draw", "nim", "3", "-o", "no/such/folder/x.svg"]).contains("no such folder"));
    assert!(refusal(&["draw", "nim", "3"]).contains("--output"));
}

#[test]
fn a_large_graph_is_refused_and_leaves_no_file() {
    let folder = folder("large");
    let file = folder.join("x.svg");
    let refused = refusal(&["draw", "nim", "20", "20", "20", "-o", file.to_str().unwrap()]);
    assert!(refused.contains("400") && refused.contains("--max-nodes"), "{refused}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    let few = refusal(&["draw", TAKE, "8", "-o", file.to_str().unwrap(), "--max-nodes", "8"]);
    assert!(few.contains("limit is 8"));
}

#[test]
fn json_says_what_was_written() {
    let file = folder("json").join("x.svg");
    let name = file.to_str().unwrap();
    let said = stdout(&["draw", TAKE, "8", "-o", name, "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&said["positions"], &said["outcome"], &said["file"]), (&9.into(), &"P".into(), &name.into()));
    let said = stdout(&["plot", "0.77", "--to", "30", "-o", name, "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&said).unwrap()["positions"], 31);
    let refused = refusal(&["draw", TAKE, "8", "-o", "x.png", "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&refused).unwrap()["error"]["kind"], "input");
}

#[test]
fn layers_and_misere_change_the_picture() {
    let plain = stdout(&["draw", "nim", "2", "3", "-o", "-"]);
    let sized = stdout(&["draw", "nim", "2", "3", "-o", "-", "--layers", "size"]);
    let misere = stdout(&["draw", "nim", "2", "3", "-o", "-", "--misere"]);
    assert!(plain.contains(">remoteness<") && sized.contains(">longest play<"));
    assert!(plain.contains("number: the value") && !misere.contains("number: the value"));
}

#[test]
fn pictures_are_the_same_every_time() {
    let draw = || stdout(&["draw", WYTHOFF, "6,7", "-o", "-"]);
    assert_eq!(draw(), draw());
}

/// What a winning move changes is drawn in this colour.
const WINNING: &str = "fill=\"#D3EEDD\"";

#[test]
fn a_board_is_drawn_as_it_lies_with_a_winning_move() {
    let nim = stdout(&["draw", "nim", "3", "5", "7", "--board", "-o", "-"]);
    assert_eq!(nim.matches("<circle").count(), 15);
    // One stone is taken, and the legend says what the colour means.
    assert_eq!(nim.matches(WINNING).count(), 2, "{nim}");
    let cram = stdout(&["draw", "cram", "##..../..#.../..#.##/......", "--board", "-o", "-"]);
    assert_eq!(cram.matches(WINNING).count(), 3, "a domino and the legend");
    // A lost position has no such move, and a game of coordinates is written.
    let lost = stdout(&["draw", "nim", "3", "3", "--board", "-o", "-"]);
    assert!(!lost.contains(WINNING));
    assert!(stdout(&["draw", "wythoff", "3,4", "--board", "-o", "-"]).contains("(3,4)"));
}

#[test]
fn every_board_of_the_catalogue_has_a_picture() {
    for game in [
        "chomp",
        "hackenbush",
        "node-kayles",
        "notakto",
        "clobber",
        "lgame",
        "strings",
        "treblecross",
        "northcott",
    ] {
        let svg = stdout(&["draw", game, "--board", "-o", "-"]);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{game}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{game}");
    }
}

#[test]
fn a_board_is_no_graph_for_graphviz() {
    assert!(
        refusal(&["draw", "nim", "3", "--board", "--format", "dot", "-o", "-"])
            .contains("--board writes SVG")
    );
    assert!(refusal(&["draw", "nim", "3", "--board", "-o", "x.dot"]).contains("does not end in .svg"));
}

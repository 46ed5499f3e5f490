//! `solve --batch`: a position a line, an answer a line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

#[path = "shared/feed.rs"]
mod feed;
use feed::feed;

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(String::from).collect()
}

fn batch(arguments: &[&str], input: &str) -> (Vec<String>, Option<i32>) {
    let output = feed(".", &[&["solve"], arguments, &["--batch", "-"]].concat(), input.as_bytes());
    (lines(&output), output.status.code())
}

fn folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-batch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn one_answer_a_line_in_order() {
    assert_eq!(
        batch(&["nim"], "3 5 6\n3 5 7\n1e9 10^9\r\n3of5 5"),
        (["P", "N", "P", "P"].map(String::from).to_vec(), Some(0))
    );
    let (said, code) = batch(&["nim", "--words", "First,Second"], "1\n0\n");
    assert_eq!((said, code), (vec!["First".to_string(), "Second".into()], Some(0)));
    let (said, _) = batch(&["(n in 0..2) -> n+1 | n-1", "--words", "W,L,="], "0\n2 1\n");
    assert_eq!(said, ["=", "="]);
    assert_eq!(batch(&["nim", "--misere"], "1 1 1\n2\n").0, ["P", "N"]);
    assert_eq!(batch(&["nim"], ""), (vec![], Some(0)));
}

#[test]
fn a_bad_line_has_its_place_and_the_others_are_answered() {
    let (said, code) = batch(&["kayles"], "3\nx\n\n1 1\n9,9\n\n\n");
    assert_eq!((said.len(), code), (5, Some(2)));
    assert_eq!((&said[0][..], &said[3][..]), ("N", "P"));
    assert!([1, 2, 4].iter().all(|&i| said[i].starts_with("error: ")), "{said:?}");
    let (said, code) = batch(&["kayles", "--json"], "x\n2\n");
    let said: Vec<Value> = said.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(code, Some(2));
    assert_eq!(said[0]["error"]["kind"], "position");
    assert_eq!(
        said[1],
        json!({"outcome": "N", "value": 2, "best_move": {"component": 0, "to": [0], "label": null}})
    );
}

#[test]
fn lines_may_be_json() {
    let input = "[3, 5, 6]\n{\"position\": [1, \"2\"]}\n7\n\"4\"\n[[1]]\n{\"position\": 0}\n[true]\n";
    let (said, code) = batch(&["nim"], input);
    assert_eq!((&said[..6], code), (&["P", "N", "N", "N", "N", "P"].map(String::from)[..], Some(2)));
    assert!(said[6].starts_with("error: "));
    assert_eq!(batch(&["wythoff"], "[1,2]\n[[1,2],[2,1]]\n[[1,2],[2,2]]\n1,2 1,2\n").0, ["P", "P", "N", "P"]);
    assert_eq!(batch(&["S on numbers -> S xor {n} for n in S"], "{0,3}\n{3}\n").0, ["P", "N"]);
}

#[test]
fn boards_pictures_and_graphs_too() {
    assert_eq!(batch(&["cram"], "2x2\n1x2 1x3\n1x2\n").0, ["P", "P", "N"]);
    assert_eq!(batch(&["grid: \"..\" -> \"##\""], "2x2\n#./.#\n1x2\n").0, ["P", "P", "N"]);
    let file = folder().join("line.edges");
    std::fs::write(&file, "a b\nb c\n3of5 c\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(batch(&[path], "a\nb\na a\n3of5\n2ofb\n").0, ["P", "N", "P", "N", "P"]);
}

#[test]
fn a_pipe_is_answered_while_it_is_fed() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "nim", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut feed, mut answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (line, wanted) in [("3 3\n", "P\n"), ("1 2\n", "N\n")] {
        feed.write_all(line.as_bytes()).unwrap();
        let mut said = String::new();
        answers.read_line(&mut said).unwrap();
        assert_eq!(said, wanted);
    }
    drop(feed);
    assert!(child.wait().unwrap().success());
}

#[test]
fn many_lines_of_growing_positions() {
    let input: String = (0..20_000).map(|i| format!("{},{}\n", i % 90, i / 300)).collect();
    let (said, code) = batch(&["(a,b) -> (a-1,b) | (a,b-1) | (a-1,b-1)"], &input);
    assert_eq!((said.len(), code), (20_000, Some(0)));
    // Rook or bishop one step: lost exactly if both are even.
    let lost = |i: usize| (i % 90).is_multiple_of(2) && (i / 300).is_multiple_of(2);
    assert!(said.iter().enumerate().all(|(i, said)| (said == "P") == lost(i)));
}

#[test]
fn positions_on_stdin_get_a_hint_and_no_answer() {
    let output = feed(".", &["solve", "nim"], b"3 5 7\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)), "{said}");
    assert!(said.contains("`grundy solve nim --batch -`"), "{said}");
}

#[test]
fn what_does_not_go_with_a_batch_is_refused() {
    for arguments in [
        &["nim", "3", "--batch", "-"][..],
        &["nim", "3", "--words", "a,b"],
        &["nim", "--batch", "-", "--words", "a"],
        &["nim", "--batch", "no such file"],
    ] {
        let output = feed(".", &[&["solve"], arguments].concat(), b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}

#[test]
fn parameters_come_from_files() {
    let folder = folder();
    for (name, text) in [
        ("list", "3 1\n2,1e1\n"),
        ("typed", "[3,1,2,10]"),
        ("number", "10^3\n"),
        ("bad", "3 x"),
        ("empty", "\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let ask = |value: &str| {
        feed(&folder, &["solve", "n -> n-a[i] for i in 0..len(a)-1", "16", "--let", value], b"")
    };
    let said = |output: &Output| lines(output).first().cloned();
    assert_eq!(said(&ask("a=@list")), said(&ask("a=[3,1,2,10]")));
    assert_eq!(said(&ask("a=@typed")), said(&ask("a=[3,1,2,10]")));
    for (value, wanted) in [("a=@bad", "x is not a number"), ("a=@empty", "is empty"), ("a=@none", "none")] {
        let output = ask(value);
        let told = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(wanted), "{told}");
    }
    let output = feed(&folder, &["solve", "n -> n-k for k in 1..N", "1001", "--let", "N=@number"], b"");
    assert!(said(&output).unwrap().starts_with("P"));
    let output = feed(&folder, &["solve", "n -> n-k for k in 1..N", "10^9", "--let", "N=1e9"], b"");
    assert!(said(&output).unwrap().starts_with("N"));
}

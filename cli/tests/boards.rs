//! Boards on the command line.

use std::process::{Command, Output};

use serde_json::Value;

fn grundy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap()
}

fn report(arguments: &[&str]) -> Value {
    let output = grundy(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn cram_and_chomp_are_solved_by_their_size() {
    let cram = report(&["solve", "cram", "5x5"]);
    assert_eq!((&cram["outcome"], &cram["value"]), (&"P".into(), &0.into()));
    assert_eq!(report(&["solve", "cram", "4x5"])["value"], 2);
    let chomp = report(&["solve", "chomp", "4x7"]);
    assert_eq!(chomp["outcome"], "N");
    assert_eq!(chomp["winning_moves"][0]["label"], "bite at (3,4)");
    assert_eq!(report(&["solve", "cram", "3x4", "3x5"])["outcome"], "P");
}

#[test]
fn the_l_game_is_read_from_a_file_and_starts_drawn() {
    let file = std::env::temp_dir().join(format!("grundy-lgame-{}.txt", std::process::id()));
    std::fs::write(&file, "nMM.\n.OM.\n.OM.\n.OOn\n").unwrap();
    let start = report(&["solve", "lgame", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!((&start["outcome"], &start["value"]), (&"D".into(), &Value::Null));
    let facts = String::from_utf8(grundy(&["games", "lgame"]).stdout).unwrap();
    for known in ["18368 positions", "8048 won, 232 lost, 10088 drawn", "remoteness 9: 952 won"] {
        assert!(facts.contains(known), "{facts}");
    }
    // It is partisan: a sum has no answer.
    assert_eq!(
        grundy(&["solve", "lgame", "nMM./.OM./.OM./.OOn", "nMM./.OM./.OM./.OOn"]).status.code(),
        Some(2)
    );
}

#[test]
fn boards_are_listed_and_tabulated() {
    let list = String::from_utf8(grundy(&["games"]).stdout).unwrap();
    assert!(["cram", "lgame", "notakto", "hackenbush"].iter().all(|name| list.contains(name)));
    let table = String::from_utf8(grundy(&["table", "cram", "--to", "3,4"]).stdout).unwrap();
    assert_eq!(table, "0 1 1 2\n1 0 1 0\n1 1 0 1\n");
}

#[test]
fn a_position_that_is_none_is_refused() {
    for arguments in [["solve", "cram", "0x0"], ["solve", "cram", "..?"], ["solve", "hackenbush", "0-x"]] {
        assert_eq!(grundy(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}

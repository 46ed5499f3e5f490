//! A person's own problem: a `.game` file that says how its input is laid out.

use std::path::PathBuf;

use crate::run::run;

fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-own-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_file_of_ones_own_is_a_problem_too() {
    let text = "rules = \"n -> n-s for s in S\"\nlet = { S = [1] }\n\n[judge]\nread = \"T: (k: S [m: n])\"\nanswer = [\"Win\", \"Lose\"]\n";
    let path = file("mine.game", text);
    let path = path.to_str().unwrap();
    let output = run(&["contest", path], "2\n2 1 2\n2 3 4\n1 1\n1 2\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Win\nLose\n");
    let shown = String::from_utf8(run(&["contest", path, "--show"], "").stdout).unwrap();
    assert!(shown.contains("T: (k: S [m: n])") && shown.contains("let S = [1]"), "{shown}");
    let output = run(&["contest", path], "1\n1 x\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2, column 3: expected S, found `x`"));
}

#[test]
fn what_a_file_may_ask_for() {
    let values = "rules = \"0.77\"\n[judge]\nread = \"[k: n]\"\nanswer = \"value\"\n";
    let path = file("values.game", values);
    assert_eq!(run(&["contest", path.to_str().unwrap()], "3 3 4 5").stdout, b"6\n");
    let scores = "rules = \"n -> n-k gain k for k in 1..3\"\n[judge]\nread = \"[n]\"\nanswer = \"score\"\n";
    let path = file("scores.game", scores);
    assert_eq!(run(&["contest", path.to_str().unwrap()], "3").stdout, b"3\n");
}

#[test]
fn a_file_that_says_nothing_or_nonsense_is_refused_with_a_next_step() {
    for (text, wanted) in [
        ("rules = \"0.77\"\n", "does not say how its input is laid out"),
        ("rules = \"0.77\"\n[judge]\nread = \"T n\"\nanswer = [\"a\", \"b\"]\n", "square brackets"),
        (
            "rules = \"(n in 0..2) -> n+1 | n-1\"\n[judge]\nread = \"[n]\"\nanswer = [\"a\", \"b\"]\n",
            "no word for it",
        ),
    ] {
        let path = file("wrong.game", text);
        let output = run(&["contest", path.to_str().unwrap()], "1");
        let said = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(output.status.code() == Some(2) && said.contains(wanted), "{said}");
    }
}

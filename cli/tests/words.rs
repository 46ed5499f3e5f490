//! Words of the command line: what is taken where nothing was said, and what is found by a few words.

#[path = "shared/feed.rs"]
mod feed;

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use feed::feed;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("words").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn grundy(arguments: &[&str]) -> Output {
    feed(".", arguments, b"")
}

fn told(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// What is printed by a command that succeeds.
fn text(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    let (answer, talk) = told(&output);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {talk}");
    answer
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--json"]].concat())).unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    let (answer, talk) = told(&output);
    assert_eq!((output.status.code(), answer.as_str()), (Some(2), ""), "{arguments:?}");
    talk
}

#[test]
fn solve_without_a_position_takes_the_start_and_says_so() {
    for (rules, start) in
        [("kayles", &["13"][..]), ("nim", &["3", "5", "7"]), ("castles", &["7,none", "6,none"])]
    {
        let (answer, talk) = told(&grundy(&["solve", rules]));
        let command = [&["solve", rules][..], start].concat();
        assert_eq!(answer, text(&command));
        let said = format!("this is about {}, as in `grundy {}`", start.join(" "), command.join(" "));
        assert!(talk.contains(&said), "{talk}");
        assert_eq!(json_of(&["solve", rules]), json_of(&command));
    }
    assert!(
        told(&grundy(&["solve", "kayles", "--json"])).1.is_empty(),
        "scripts see the position in the answer"
    );
}

#[test]
fn solve_without_a_position_and_a_start_asks_for_one() {
    let said = refusal(&["solve", "0.77"]);
    assert!(said.contains("no position was given") && said.contains("`grundy solve 0.77 6`"), "{said}");
    let said = refusal(&["solve", "(a,b) -> (a-1,b) | (a,b-1)"]);
    assert!(said.contains("`grundy solve '(a,b) -> (a-1,b) | (a,b-1)' 6,6`"), "{said}");
    let said: Value = serde_json::from_str(&refusal(&["solve", "0.77", "--json"])).unwrap();
    assert_eq!(said["error"]["kind"], "position");
}

#[cfg(unix)]
#[test]
fn solve_says_that_it_does_not_read_stdin_and_does_not_wait_for_it() {
    use std::process::{Command, Stdio};
    assert!(told(&feed(".", &["solve", "nim"], b"1 2\n")).1.contains("stdin is not read"));
    assert!(told(&feed(".", &["solve", "0.77"], b"1 2\n")).1.contains("stdin is not read"));
    assert!(!told(&feed(".", &["solve", "nim", "3"], b"1 2\n")).1.contains("stdin"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["solve", "nim"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    assert!(!told(&command.output().unwrap()).1.contains("stdin"));
    // An open pipe is not waited for: the answer comes while this side still holds it.
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let held = child.stdin.take();
    assert!(child.wait().unwrap().success());
    drop(held);
}

#[test]
fn games_are_found_by_words_of_their_names_and_descriptions() {
    let names = |words: &[&str]| -> Vec<String> {
        let found = json_of(&[&["games"], words].concat());
        let all = found["games"].as_array().unwrap().iter().chain(found["boards"].as_array().unwrap());
        all.map(|game| game["name"].as_str().unwrap().to_string()).collect()
    };
    assert!(names(&["dawson"]).contains(&"dawsons-kayles".into()));
    assert!(names(&["Dawson", "CHESS"]).contains(&"dawsons-chess".into()));
    assert!(names(&["chess dawson"]).contains(&"dawsons-chess".into()));
    assert!(names(&["domino"]).contains(&"cram".into()), "boards too");
    let shown = text(&["games", "dawson"]);
    assert!(shown.lines().count() >= 2 && shown.contains("Dawson’s Kayles"), "{shown}");
    // Where no board has the word, none is spoken of.
    let shown = text(&["games", "wythoff"]);
    assert!(shown.contains("wythoff") && !shown.contains("boards"), "{shown}");
}

#[test]
fn a_name_shows_the_game_and_no_name_shows_all() {
    for name in [&["dawsons-kayles"][..], &["Dawson's Kayles"], &["dawsons", "kayles"]] {
        assert!(text(&[&["games"], name].concat()).contains("rules    0.07"), "{name:?}");
    }
    assert_eq!(json_of(&["games", "kayles"])["name"], "kayles");
    assert!(json_of(&["games"])["games"].as_array().unwrap().len() > 50);
    assert!(text(&["games"]).contains("boards"));
}

#[test]
fn words_of_no_game_are_told_with_the_nearest() {
    assert!(refusal(&["games", "dawsn"]).contains("did you mean `dawson`?"));
    assert!(refusal(&["games", "chess", "dawsn"]).contains("did you mean `chess dawson`?"));
    assert!(refusal(&["games", "kayels"]).contains("`kayles`"));
    assert!(refusal(&["games", "xyzzy"]).contains("lists the catalogue"));
}

#[test]
fn a_step_too_long_for_a_window_is_told_as_such() {
    let period =
        |y: &str| ["period", "castles", "--let", "x=2", "--let", y, "--let", "z=3"].map(String::from);
    for (y, why) in [("y=4096", "4096 heaps of 4 states"), ("y=5000", "by more than 4096 a move")] {
        let arguments = period(y);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let said = refusal(&arguments);
        assert!(said.contains(why) && said.contains("too large a window"), "{said}");
    }
    assert!(refusal(&["period", "(a,b) -> (b,a-1) | (a,b/2) if b > 0"]).contains("several coordinates"));
    let any = text(&["explain", "(n, k in 0..1) -> (m,1-k) for m in 0..n-1"]);
    assert!(any.contains("by any amount"), "{any}");
}

#[test]
fn a_plain_text_with_a_rule_is_rules() {
    let folder = folder("rule-texts");
    let rule = "# take one to three\n\nn -> n-k\n  for k in 1..top\n";
    std::fs::write(folder.join("mine.txt"), rule).unwrap();
    std::fs::write(folder.join("code"), "\u{feff}0.77\n").unwrap();
    std::fs::write(folder.join("nim"), "0.77\n").unwrap();
    let solved = |arguments: &[&str]| {
        let (answer, talk) = told(&feed(&folder, &[&["solve", "--json"], arguments].concat(), b""));
        serde_json::from_str::<Value>(&answer).unwrap_or_else(|e| panic!("{e}: {talk}"))["value"].clone()
    };
    assert_eq!(solved(&["mine.txt", "7", "--let", "top=3"]), json!(3));
    assert_eq!(solved(&["code", "5"]), json!(4));
    assert_eq!(solved(&["nim", "5"]), json!(5), "names of the catalogue go before files");
    assert_eq!(solved(&["./nim", "5"]), json!(4));
    let played = feed(&folder, &["play", "code", "5"], b"quit\n");
    assert!(told(&played).0.contains("good bye"), "{played:?}");
    let played = feed(&folder, &["play", "mine.txt", "5", "--let", "top=3"], b"quit\n");
    assert!(told(&played).0.contains("good bye"), "{played:?}");
}

#[test]
fn mistakes_in_a_file_of_rules_have_their_line_and_column() {
    let folder = folder("wrong-rule-texts");
    std::fs::write(folder.join("a.txt"), "\n# ä\n n -> n-k fro k in 1..3\n").unwrap();
    std::fs::write(folder.join("b.txt"), b"n -> \xff\n").unwrap();
    std::fs::write(folder.join("c.game"), "rules = \"\"\"\nn -> n-k\n  fro k in 1..3\"\"\"\n").unwrap();
    std::fs::write(folder.join("d.edges"), "1 0\n").unwrap();
    std::fs::write(folder.join("long.txt"), "n -> n-1 ".repeat(1 << 17)).unwrap();
    for (name, what) in [
        ("a.txt", "a.txt, line 3, column 11: expected"),
        ("a.txt", " 3 |  n -> n-k fro k in 1..3"),
        ("b.txt", "b.txt: line 1, column 6 is not text in UTF-8"),
        ("c.game", "c.game, line 3, column 3: expected"),
        ("d.edges", "d.edges is a graph, and this is for rules"),
        ("d.edges", "`grundy graph d.edges --table`"),
        ("long.txt", "long.txt: more than 128.0 KiB, which is the most for a rule"),
        ("no.txt", "no.txt"),
    ] {
        // Graphs can be solved, but have no period.
        let asked = if name.ends_with(".edges") { vec!["period", name] } else { vec!["solve", name, "3"] };
        let output = feed(&folder, &asked, b"");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = told(&output).1;
        assert!(said.contains(what), "{name}: {said}");
    }
}

#[test]
fn a_game_file_needs_no_more_than_rules_to_be_tried() {
    let folder = folder("game-files");
    std::fs::write(folder.join("mine.game"), "rules = \"0.77\"\nstart = [\"5\"]\n").unwrap();
    let output = feed(&folder, &["solve", "mine.game"], b"");
    let (answer, talk) = told(&output);
    assert!(answer.contains("value 4") && talk.contains("`grundy solve mine.game 5`"), "{answer}{talk}");
    std::fs::write(folder.join("none.game"), "title = \"None\"\n").unwrap();
    assert!(told(&feed(&folder, &["solve", "none.game", "3"], b"")).1.contains("rules"));
}

#[test]
fn rows_and_columns_have_names_if_asked_for_and_plain_tables_none_unless() {
    let plain = text(&["table", "wythoff", "--to", "2,10"]);
    let named = text(&["table", "wythoff", "--to", "2,10", "--headers"]);
    let mut lines = named.lines();
    assert_eq!(lines.next(), Some("x\\y  0  1  2  3  4  5  6  7  8  9 10"));
    for (n, (named, plain)) in lines.zip(plain.lines()).enumerate() {
        assert_eq!(named, format!("{n:>3} {plain}"));
    }
    assert_eq!(text(&["table", "nim", "--to", "2", "--headers"]), "n value\n0     0\n1     1\n2     2\n");
    let castles = text(&["table", "castles", "--to", "1", "--headers"]);
    assert!(castles.starts_with("n\\last  none mixed") && castles.contains("\n     1 "), "{castles}");
    let csv = ["table", "wythoff", "--to", "1,1", "--format", "csv"];
    assert_eq!(text(&csv), text(&[&csv[..], &["--headers"]].concat()));
}

#[test]
fn winners_are_tabulated_in_every_format() {
    let table = |more: &[&str]| text(&[&["table", "take-1-2-3", "--to", "4", "--outcomes"], more].concat());
    assert_eq!(table(&[]), "P N N N P\n");
    assert_eq!(table(&["--headers"]), "n outcome\n0       P\n1       N\n2       N\n3       N\n4       P\n");
    assert_eq!(table(&["--format", "csv"]), "n,outcome\n0,P\n1,N\n2,N\n3,N\n4,P\n");
    assert_eq!(table(&["--format", "bfile"]), "0 P\n1 N\n2 N\n3 N\n4 P\n");
    assert!(table(&["--format", "markdown"]).starts_with("| n | outcome |\n"));
    assert!(table(&["--format", "latex"]).contains("$n$ & outcome"));
    assert_eq!(table(&["--format", "jsonl"]).lines().next(), Some("{\"position\":0,\"value\":\"P\"}"));
    assert_eq!(
        json_of(&["table", "take-1-2-3", "--to", "4", "--outcomes"])["values"],
        json!(["P", "N", "N", "N", "P"])
    );
    assert_eq!(text(&["table", "wythoff", "--to", "1,2", "--outcomes"]), "P N N\nN N P\n");
    assert_eq!(text(&["table", "cram", "--to", "2,2", "--outcomes"]), "P N\nN P\n");
    // Loopy values, misère play, and scores: by the sign of the mover's best difference.
    assert_eq!(text(&["table", "n -> n if n > 0 | n-1", "--to", "2", "--outcomes"]), "P N D\n");
    let misere = ["table", "nim", "--to", "3", "--misere"];
    assert_eq!(text(&misere), "N P N N\n");
    assert_eq!(text(&[&misere[..], &["--outcomes"]].concat()), "N P N N\n");
    let ends = text(&["table", "ends", "--let", "a=[3,9,1,2]", "--to", "1,3", "--outcomes"]);
    assert_eq!(ends, "D N N P\nD D N N\n");
}

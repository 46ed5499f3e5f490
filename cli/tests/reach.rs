//! What can be reached decides: small games in large boxes, games that never end, tables of more coordinates.

use std::process::Output;

use serde_json::Value;

#[path = "shared/feed.rs"]
mod feed;

fn grundy(arguments: &[&str]) -> Output {
    feed::feed(".", arguments, b"")
}

fn said(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> Value {
    let output = grundy(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    serde_json::from_slice::<Value>(&output.stderr).unwrap()["error"].clone()
}

#[test]
fn few_positions_of_a_large_box_are_all_that_is_looked_at() {
    let halves = "(a in 1..N, b in 1..N) -> (i,a-i) for i in 1..a-1 | (i,b-i) for i in 1..b-1";
    let answer: Value = serde_json::from_str(&said(&[
        "solve",
        halves,
        "30,29",
        "--let",
        "N=2000",
        "--timeout",
        "60",
        "--json",
    ]))
    .unwrap();
    // The same rule in a box that just holds it is answered by its table.
    let small: Value =
        serde_json::from_str(&said(&["solve", halves, "30,29", "--let", "N=30", "--json"])).unwrap();
    assert_eq!(answer["value"], small["value"]);
    assert!(answer["cost"]["positions"].as_u64().unwrap() < 1000, "{answer}");
    let thirds =
        "(a,b,c) -> (a-1,b,c) if (b+2*c)%3==0 | (a,b-1,c) if (b-1+2*c)%3==0 | (a,b,c-1) if (b+2*c-2)%3==0";
    let answer: Value =
        serde_json::from_str(&said(&["solve", thirds, "334,333,333", "--timeout", "1000", "--json"]))
            .unwrap();
    assert!(answer["cost"]["positions"].as_u64().unwrap() < 5000, "{answer}");
}

#[test]
fn positions_that_grow_without_bound_are_told_at_once() {
    for (rules, position, name, place) in [
        ("n -> n+1", "10", "n", "10"),
        ("(a,b) -> (a-1,b+1) | (a+2,b) if b > 0", "3,0", "a", "[2,1]"),
        ("n -> n & n+1", "4", "n", "4"),
        ("n -> n+1 play misere", "3", "n", "3"),
        ("n -> n+1 | n-1", "3", "n", "3"),
    ] {
        let error = refused(&["solve", rules, position, "--timeout", "1000"]);
        assert_eq!(error["fault"]["key"], "grows_for_ever", "{error}");
        assert_eq!(error["fault"]["name"], name);
        assert_eq!(error["fault"]["place"].to_string(), place, "{rules}");
        assert!(error["hint"].as_str().unwrap().contains(&format!("`{name} in 0..100`")), "{error}");
    }
    let error = refused(&["solve", "word: \"a\" -> \"aa\"", "aba", "--timeout", "1000"]);
    assert_eq!((&error["fault"]["key"], &error["fault"]["text"]), (&"grows_longer".into(), &"aba".into()));
    assert!(said(&["solve", "n -> n+1 if n < 30", "3"]).starts_with('N'), "what ends is answered");
}

#[test]
fn a_table_of_more_coordinates_fixes_the_others() {
    let nim = "(a,b,c) -> (i,b,c) for i in 0..a-1 | (a,i,c) for i in 0..b-1 | (a,b,i) for i in 0..c-1";
    let nim_of_two = "(a,b) -> (i,b) for i in 0..a-1 | (a,i) for i in 0..b-1";
    let two = said(&["table", nim_of_two, "--to", "5,6"]);
    assert_eq!(said(&["table", nim, "--at", "c=0", "--to", "5,6"]), two);
    assert_eq!(said(&["table", nim, "--at", "a=0", "--to", "5,6"]), two);
    assert_eq!(said(&["table", nim, "--at", "a=1", "--at", "c=2", "--to", "6"]), "3 2 1 0 7 6 5\n");
    let headed = said(&["table", nim, "--at", "b=5", "--to", "1,2", "--format", "csv"]);
    assert_eq!(headed, "a\\c,0,1,2\n0,5,4,7\n1,4,5,6\n");
    let castles = said(&["table", "castles", "--at", "last=foot", "--to", "5"]);
    assert_eq!(castles.split_whitespace().count(), 6);
    assert!(refused(&["table", nim])["hint"].as_str().unwrap().contains("--at c=5"));
    for wrong in [
        &["--at", "d=1"][..],
        &["--at", "a"],
        &["--at", "a=x"],
        &["--at", "a=1", "--at", "a=2"],
        &["--at", "a=1", "--at", "b=1", "--at", "c=1"],
    ] {
        assert_eq!(grundy(&[&["table", nim], wrong].concat()).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn failures_tell_long_texts_in_short() {
    let long = "x".repeat(30_000);
    for arguments in [
        vec!["solve", "nim", &long],
        vec!["solve", &long, "3"],
        vec!["solve", "wythoff", &long],
        vec!["explain", &long],
        vec!["table", "nim", "--to", &long],
    ] {
        let output = grundy(&arguments);
        let told = output.stderr.len();
        assert!(output.status.code() == Some(2) && told < 2000, "{} letters for {:?}", told, &arguments[..2]);
    }
    let rule = format!("n -> n-1{} if n % 2 = 1", " | n-1".repeat(2000));
    let told = String::from_utf8(grundy(&["explain", &rule]).stderr).unwrap();
    assert!(told.len() < 1500 && told.contains('^'), "{told}");
}

//! `grundy prove`, and `grundy verify` of what it wrote.

#[path = "shared/asked.rs"]
mod asked;
#[path = "shared/feed.rs"]
mod feed;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use asked::asked;
use feed::feed;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn proofs_are_printed_as_the_contract_says_and_their_certificates_accepted() {
    let folder = folder("accepted");
    for (rules, kind, system) in [
        ("wythoff", "outcomes", "zeckendorf"),
        ("moore", "outcomes", "base 2"),
        ("fibonacci-nim", "outcomes", "zeckendorf"),
        ("r-wythoff", "outcomes", "fraenkel 2"),
        ("kayles", "values", "base 2"),
        ("0.[7]", "values", "base 2"),
        ("0.7FC", "values", "base 2"),
    ] {
        let file = folder.join("proof.json");
        let file = file.to_str().unwrap();
        let (code, answer) = asked(&["prove", rules, "--certificate", file]);
        assert_eq!((code, &answer["verdict"]), (Some(0), &json!("proved")), "{rules}: {answer}");
        assert_eq!((&answer["kind"], &answer["system"]), (&json!(kind), &json!(system)), "{rules}");
        assert!(answer["states"].as_u64().is_some_and(|states| states > 0), "{answer}");
        assert!(answer["statement"].is_string() && answer["witness"].is_null(), "{answer}");
        let output = feed(".", &["verify", file], b"");
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"accepted\n"[..]), "{rules}");
    }
}

#[test]
fn a_changed_certificate_is_rejected_with_exit_code_1() {
    let folder = folder("rejected");
    let file = folder.join("proof.json");
    let name = file.to_str().unwrap();
    assert_eq!(asked(&["prove", "king", "--certificate", name]).0, Some(0));
    let mut certificate: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    certificate["rules"] = json!("(x,y) -> (x-1,y) | (x,y-1)");
    std::fs::write(&file, certificate.to_string()).unwrap();
    let (code, answer) = asked(&["verify", name]);
    assert_eq!((code, &answer["accepted"]), (Some(1), &json!(false)));
    assert!(answer["condition"].is_string(), "{answer}");
}

#[test]
fn where_nothing_is_proved_the_exit_code_is_1_and_the_reason_told() {
    for rules in ["take squares", "euclid", "grundy"] {
        let (code, answer) = asked(&["prove", rules]);
        assert_eq!(code, Some(1), "{rules}: {answer}");
        assert!(answer["verdict"] != "proved" && answer["reason"].is_string(), "{rules}: {answer}");
    }
    let talk = feed(".", &["prove", "n -> "], b"");
    assert_eq!(talk.status.code(), Some(2));
}

#[test]
fn solve_answers_far_out_by_a_proof_of_its_own() {
    let far = "1000000000000000000";
    let (code, answer) = asked(&["solve", "moore", &format!("{far},{far},5")]);
    assert_eq!((code, &answer["outcome"]), (Some(0), &json!("N")));
    assert_eq!(answer["winning_moves"][0]["to"], json!([[5, 5, 5]]), "{answer}");
}

#[test]
fn a_game_has_one_verdict_however_it_is_typed_and_its_period_a_certificate() {
    let folder = folder("period");
    let file = folder.join("period.json");
    let file = file.to_str().unwrap();
    for (rules, period) in [
        ("0.[7]", [0, 1, 1]),
        ("4.[7]", [2, 1, 2]),
        ("0.0[3]", [0, 2, 1]),
        ("n -> n-k for k in 2..n", [0, 2, 1]),
        ("n -> n-k for k in 1..n if k%3 != 0", [0, 3, 0]),
    ] {
        let (code, answer) = asked(&["period", rules, "--certificate", file]);
        assert_eq!((code, &answer["verdict"]), (Some(0), &json!("proved")), "{rules}: {answer}");
        assert_eq!([&answer["preperiod"], &answer["period"], &answer["saltus"]], period, "{rules}");
        let output = feed(".", &["verify", file], b"");
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"accepted\n"[..]), "{rules}");
    }
    let (_, answer) = asked(&["prove", "0.0[3]"]);
    assert_eq!(answer["statement"], json!("from 0 on the values rise by 1 every 2"));
}

#[test]
fn what_is_found_is_printed_where_there_is_nothing_to_certify() {
    let folder = folder("nothing");
    let file = folder.join("none.json");
    let file = file.to_str().unwrap();
    for arguments in [
        &["period", "take squares", "--limit", "500"][..],
        &["period", "wythoff"],
        &["period", "wythoff", "--at", "x=30", "--limit", "300"],
    ] {
        let output = feed(".", &[arguments, &["--certificate", file]].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn products_are_solved_tabulated_and_explained() {
    let (code, answer) = asked(&["solve", "product nim nim", "3,5"]);
    assert_eq!((code, &answer["value"]), (Some(0), &json!(15)), "{answer}");
    let far = "1000000000000000000,999999999999999999";
    let (code, answer) = asked(&["solve", "product kayles 0.137", far]);
    assert_eq!(code, Some(0), "{answer}");
    assert!(answer["value"].is_u64() && answer["outcome"] == "N", "{answer}");
    let (code, answer) = asked(&["table", "product nim (take 1..3)", "--to", "3,7"]);
    assert_eq!(code, Some(0), "{answer}");
    assert_eq!(answer["values"][2], json!([0, 2, 3, 1, 0, 2, 3, 1]), "{answer}");
    let explained = feed(".", &["explain", "product nim kayles"], b"");
    let explained = String::from_utf8(explained.stdout).unwrap();
    assert!(explained.contains("yes  closed form: the moves are products"), "{explained}");
    for refused in ["product nim", "product nim cram", "product nim (n -> n-1 play misere)"] {
        assert_eq!(feed(".", &["solve", refused, "3,3"], b"").status.code(), Some(2), "{refused}");
    }
}

#[test]
fn choices_that_lead_nowhere_are_not_gone_through() {
    for (rules, place) in [
        ("(x,y) -> (x-1,y-k) for k in 1..y", "0,1000000000"),
        ("(x,y) -> (x-k,y-1) for k in 1..x if y > 0", "1000000000000,0"),
        ("turning-corners", "1000000000000000000,0"),
    ] {
        let (code, answer) = asked(&["solve", rules, place]);
        assert_eq!((code, &answer["outcome"]), (Some(0), &json!("P")), "{rules}: {answer}");
    }
}

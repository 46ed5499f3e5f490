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

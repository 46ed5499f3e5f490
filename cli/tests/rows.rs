//! `grundy period` of rows and `grundy verify` of its certificates; `grundy pattern`.

#[path = "shared/asked.rs"]
mod asked;
#[path = "shared/feed.rs"]
mod feed;

use std::path::Path;

use serde_json::{Value, json};

use asked::asked;
use feed::feed;

#[test]
fn a_row_of_wythoff_is_proved_and_its_certificate_accepted_or_rejected() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("row.json");
    let name = file.to_str().unwrap();
    let (code, answer) = asked(&["period", "wythoff", "--at", "x=18", "--certificate", name]);
    assert_eq!((code, &answer["verdict"]), (Some(0), &json!("proved")), "{answer}");
    assert_eq!([&answer["preperiod"], &answer["period"], &answer["saltus"]], [919, 384, 384]);
    let (code, answer) = asked(&["verify", name]);
    assert_eq!((code, &answer["claim"]["period"]), (Some(0), &json!(384)), "{answer}");
    let mut certificate: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    certificate["period"]["preperiod"] = json!(918);
    std::fs::write(&file, certificate.to_string()).unwrap();
    assert_eq!(asked(&["verify", name]).0, Some(1));
}

#[test]
fn a_rule_of_two_coordinates_says_its_rows() {
    let (code, answer) = asked(&["period", "wythoff"]);
    assert_eq!(code, Some(0), "{answer}");
    assert_eq!(answer["rows"][5]["at"], json!([["x", 5]]));
    assert_eq!([&answer["rows"][5]["preperiod"], &answer["rows"][5]["period"]], [27, 24]);
    let (code, answer) =
        asked(&["period", "(n, p in 0..1) -> (n-k,p) for k in 1..n | (n,0) if p == 1 and n > 0"]);
    assert_eq!(
        (code, &answer["verdict"], answer["rows"].as_array().map(Vec::len)),
        (Some(0), &json!("proved"), Some(2))
    );
    let failed = feed(".", &["period", "wythoff", "--at", "z=1"], b"");
    assert_eq!(failed.status.code(), Some(2));
}

#[test]
fn a_row_far_out_has_its_value() {
    let (code, answer) = asked(&["solve", "wythoff", "18,1000000000000000000"]);
    assert_eq!(code, Some(0));
    assert!(
        answer["value"].as_u64().is_some_and(|value| value.abs_diff(1_000_000_000_000_000_000) < 100),
        "{answer}"
    );
    assert!(answer["winning_moves"].as_array().is_some_and(|moves| !moves.is_empty()));
}

#[test]
fn patterns_are_printed_as_the_contract_says_and_drawn() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pattern.svg");
    let (code, answer) = asked(&["pattern", "wythoff", "-o", file.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    let patterns = answer["patterns"].as_array().unwrap();
    let text = |pattern: &Value, field: &str| pattern[field].as_str().unwrap().to_string();
    assert!(patterns.iter().all(|one| !text(one, "kind").is_empty() && !text(one, "statement").is_empty()));
    assert!(patterns.iter().any(|one| text(one, "kind") == "beatty" && text(one, "verdict") == "seen"));
    assert!(patterns.iter().any(|one| text(one, "kind") == "rows" && text(one, "verdict") == "proved"));
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
}

//! `grundy misere`, and `grundy verify` of the quotients that it wrote.

#[path = "shared/asked.rs"]
mod asked;
#[path = "shared/feed.rs"]
mod feed;

use std::path::Path;

use serde_json::{Value, json};

use asked::asked;

#[test]
fn a_genus_is_a_text_with_its_class() {
    for (rules, position, genus, class, outcome) in [
        ("kayles", "5", "4^146", "restless", "N"),
        ("kayles", "4", "1^031", "tame", "P"),
        ("0.75", "5", "1^431", "restive", "N"),
        ("nim", "2", "2^20", "tame", "N"),
    ] {
        let (code, answer) = asked(&["misere", "genus", rules, position]);
        assert_eq!(code, Some(0));
        let told = [&answer["genus"], &answer["class"], &answer["outcome"]];
        assert_eq!(told, [genus, class, outcome], "{rules} {position}");
    }
}

#[test]
fn rows_of_kayles_that_are_lost_under_misere_play_are_the_known_ones() {
    let lost = |heap: &u32| asked(&["misere", "outcome", "kayles", &heap.to_string()]).1["outcome"] == "P";
    assert_eq!((1..=21).filter(lost).collect::<Vec<u32>>(), [1, 4, 9, 12, 20]);
}

#[test]
fn the_quotient_of_kayles_is_proved_for_all_heaps_and_its_certificate_accepted() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kayles-quotient.json");
    let file = file.to_str().unwrap();
    let (code, answer) = asked(&["misere", "quotient", "kayles", "--certificate", file]);
    assert_eq!(code, Some(0));
    let told = ["verdict", "order", "p_portion", "preperiod", "period"].map(|field| &answer[field]);
    assert_eq!(told, [&json!("proved"), &json!(40), &json!(9), &json!(71), &json!(12)]);
    assert_eq!(answer["pretending"].as_array().unwrap()[0], 0);
    let (code, verdict) = asked(&["verify", file]);
    assert_eq!((code, &verdict["claim"]["order"]), (Some(0), &json!(40)), "{verdict}");
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("\"period\":[71,12]", "\"period\":[71,24]")).unwrap();
    let (code, verdict) = asked(&["verify", file]);
    assert_eq!((code, &verdict["condition"]), (Some(1), &json!("the period goes on for ever")), "{verdict}");
}

#[test]
fn a_quotient_up_to_a_heap_says_so() {
    let (code, answer) = asked(&["misere", "quotient", "dawsons-kayles", "--to", "12"]);
    assert_eq!(code, Some(0));
    assert_eq!([&answer["verdict"], &answer["heap"]], [&json!("exact to"), &json!(12)]);
    assert_eq!(answer["period"], Value::Null);
}

#[test]
fn boards_have_quotients_too() {
    // Plambeck and Whitehead, The secrets of Notakto, 2013: order 18, of which 4 are lost.
    let (code, answer) = asked(&["misere", "quotient", "notakto", "3x3"]);
    assert_eq!(code, Some(0));
    let told = ["verdict", "order", "p_portion"].map(|field| &answer[field]);
    assert_eq!(told, [&json!("proved"), &json!(18), &json!(4)]);
}

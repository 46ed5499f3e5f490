//! The samples of two judged problems that are games on graphs.

use std::path::Path;

use crate::run::answer;

fn sample(name: &str) -> String {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contest/samples");
    std::fs::read_to_string(samples.join(name)).unwrap()
}

#[test]
fn the_samples_of_game_are_solved() {
    for number in ["01", "02", "03"] {
        let input = sample(&format!("dhbb_game/{number}.in"));
        let mut lines = input.lines().skip(1);
        let start = lines.next().unwrap();
        let edges: String = lines.map(|line| format!("{line}\n")).collect();
        let outcome = answer(&edges, &["--start", start])["outcome"].clone();
        let expected = match sample(&format!("dhbb_game/{number}.out")).trim() {
            "1" => "N",
            "2" => "P",
            _ => "D",
        };
        assert_eq!(outcome, expected, "sample {number}");
    }
}

#[test]
fn the_sample_of_pawns_is_solved() {
    let input = sample("dhbb_pawns/01.in");
    let mut lines = input.lines();
    let edge_count: usize = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let edges: String = lines.by_ref().take(edge_count).map(|line| format!("{line}\n")).collect();
    let expected = sample("dhbb_pawns/01.out");
    for (query, expected) in lines.skip(1).zip(expected.lines()) {
        let mut starts = Vec::new();
        for (cell, pawns) in query.split_whitespace().enumerate() {
            for _ in 0..pawns.parse().unwrap() {
                starts.extend(["--start".to_string(), (cell + 1).to_string()]);
            }
        }
        let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
        let outcome = answer(&edges, &starts)["outcome"].clone();
        assert_eq!(outcome, if expected == "1" { "N" } else { "P" }, "{query}");
    }
}

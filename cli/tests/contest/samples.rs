//! Every sample, word by word, as it is and as it comes from careless hands.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{answer, run};

/// The samples of all problems: full name, input, answer.
pub fn samples() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contest/samples");
    let mut all = Vec::new();
    let sorted = |path: &Path| {
        let mut entries: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        entries
    };
    for folder in sorted(&root).into_iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_str().unwrap().to_string();
        for input in sorted(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "in")) {
            let output = input.with_extension("out");
            all.push((
                name.clone(),
                fs::read_to_string(&input).unwrap(),
                fs::read_to_string(output).unwrap(),
            ));
        }
    }
    all
}

fn same_words(name: &str, input: &str, expected: &str) {
    let given = answer(name, input);
    assert!(given.split_whitespace().eq(expected.split_whitespace()), "{name}:\n{input}\ngives\n{given}");
}

#[test]
fn every_sample_of_all_26_problems_passes_under_both_names() {
    let samples = samples();
    let mut names: Vec<&str> = samples.iter().map(|(name, ..)| name.as_str()).collect();
    names.dedup();
    assert_eq!(names.len(), 26);
    for (name, input, expected) in &samples {
        same_words(name, input, expected);
        same_words(name.split_once('_').unwrap().1, input, expected);
    }
}

#[test]
fn line_ends_of_windows_trailing_spaces_and_blank_lines_are_accepted() {
    for (name, input, expected) in samples() {
        same_words(&name, &input.replace('\n', "\r\n"), &expected);
        same_words(&name, &input.replace('\n', "  \n\n"), &expected);
        same_words(&name, &format!("\u{feff}\n{}\n \n", input.trim_end()), &expected);
    }
}

#[test]
fn an_input_may_be_a_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contest/samples/kattis_snim/01.in");
    let output = run(&["contest", "snim", file.to_str().unwrap()], "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "LWW\nWWL\n");
    assert_eq!(run(&["contest", "snim", "no such file"], "").status.code(), Some(2));
}

#[test]
fn an_answer_can_be_had_as_one_object() {
    let output = run(&["contest", "boc_soi_123", "--json"], "4\n");
    let plain = run(&["contest", "boc_soi_123"], "4\n");
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["answer"], String::from_utf8(plain.stdout).unwrap());
}

#[test]
fn the_list_has_a_line_for_every_problem_and_each_can_be_shown() {
    let list = String::from_utf8(run(&["contest", "--list"], "").stdout).unwrap();
    assert_eq!(list.lines().count(), 26);
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        let shown = run(&["contest", name, "--show"], "");
        let shown = String::from_utf8(shown.stdout).unwrap();
        for heading in ["format ", "rules ", "idea "] {
            assert!(shown.contains(heading), "{name}: {shown}");
        }
    }
}

#[test]
fn the_rules_that_are_shown_can_be_read() {
    let shown = run(&["contest", "--list", "--json"], "");
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    for problem in shown["problems"].as_array().unwrap() {
        let rules = problem["rules"].as_str().unwrap();
        if rules.contains("->") {
            // As they stand: their parameters have values.
            let output = run(&["explain", rules], "");
            assert!(output.status.success(), "{rules}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

//! `grundy census`: what is known about all codes of a shape, kept and taken up again.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn census(more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).arg("census").args(more).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A path of its own, removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("grundy-census-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_census_has_the_published_periods_under_the_simplest_codes() {
    let output = census(&["0.??", "--limit", "20000"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let row = |code: &str| {
        let line = table.lines().find(|line| line.starts_with(&format!("{code},"))).unwrap();
        line.split(',').map(str::to_string).collect::<Vec<_>>()
    };
    // Guy and Smith 1956; Dawson's Kayles is 0.07 and, a heap later, 0.4.
    assert_eq!(row("0.77")[1..5], ["proved", "71", "12", "0"]);
    assert_eq!(row("0.4")[1..5], ["proved", "54", "34", "0"]);
    assert!(row("0.4")[8].split(' ').any(|same| same == "0.07-1"), "{:?}", row("0.4"));
    // Officers: nothing is known.
    assert_eq!(row("0.6")[1..6], ["unknown", "", "", "", "20000"]);
    assert!(text(&output.stderr).contains("64 codes in "), "{}", text(&output.stderr));
}

#[test]
fn a_census_is_kept_with_certificates_and_taken_up_again() {
    let scratch = Scratch::new("kept");
    let (store, csv) = (scratch.at("store"), scratch.at("all.csv"));
    let common = ["0.?7", "--store", &store, "-o", &csv];
    assert_eq!(census(&[&common[..], &["--limit", "1000"]].concat()).status.code(), Some(0));
    let first = std::fs::read_to_string(&csv).unwrap();
    assert!(text(&census(&common).stderr).contains("--resume"), "a census is not overwritten");
    let resumed = census(&[&common[..], &["--limit", "3000", "--resume", "--json"]].concat());
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let census_of: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    let rows = census_of["census"]["rows"].as_array().unwrap();
    assert_eq!(rows.len() as u64, census_of["census"]["families"].as_u64().unwrap());
    assert_eq!(first.lines().count(), rows.len() + 1);
    for row in rows.iter().filter(|row| row["certified"] == true) {
        let file = PathBuf::from(&store).join(format!("{}.json", row["code"].as_str().unwrap()));
        let verified = Command::new(env!("CARGO_BIN_EXE_grundy")).arg("verify").arg(&file).output().unwrap();
        assert_eq!(text(&verified.stdout), "accepted\n", "{row}");
    }
    let other = census(&["0.?6", "--store", &store, "--resume"]);
    assert!(other.status.code() == Some(2) && text(&other.stderr).contains("not of 0.?6"));
}

#[test]
fn what_is_no_shape_is_told_how_one_is_written() {
    for shape in ["", "0.8", "kayles", "0.?????????????"] {
        let output = census(&[shape]);
        assert_eq!(output.status.code(), Some(2), "{shape}");
        assert!(text(&output.stderr).contains("hint"), "{}", text(&output.stderr));
    }
    assert_eq!(census(&["0.?", "-o", "x.txt"]).status.code(), Some(2));
}

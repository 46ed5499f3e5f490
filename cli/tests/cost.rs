//! What an answer costs: told before, and kept to by rules that mean no good, compiled and interpreted.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

#[path = "shared/feed.rs"]
mod feed;

fn grundy(arguments: &[&str]) -> Output {
    feed::feed(".", arguments, b"")
}

fn told(arguments: &[&str]) -> Value {
    let output = grundy(&[&["explain"], arguments, &["--cost", "--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> Value {
    let output = grundy(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    serde_json::from_slice::<Value>(&output.stderr).unwrap()["error"].clone()
}

const STEPS: &str = "(x,y) -> (x-1,y) | (x,y-1) | (x-2,y-1) if x%2 == 0";

#[test]
fn the_cost_of_a_table_is_that_of_the_answer() {
    let cost = told(&[STEPS, "300,200"]);
    assert_eq!((&cost["positions"], &cost["bytes"]), (&(301 * 201).into(), &(301 * 201).into()), "{cost}");
    assert_eq!((&cost["verdict"], &cost["plan"]["key"]), (&"within".into(), &"dense_box".into()));
    assert!(cost["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0 && seconds < 1.0), "{cost}");
    let answer = grundy(&["solve", STEPS, "300,200", "--json"]);
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answer["cost"]["positions"], cost["positions"], "{answer}");
    let few = told(&[STEPS, "300,200", "--max-positions", "1000"]);
    assert_eq!(few["verdict"], "past_positions", "{few}");
    let little = told(&[STEPS, "300,200", "--max-memory", "40000"]);
    assert_eq!(little["verdict"], "past_memory", "{little}");
    let text =
        String::from_utf8(grundy(&["explain", STEPS, "300,200", "--cost", "--max-positions", "1000"]).stdout);
    assert!(text.is_ok_and(|text| text.contains("--max-positions raises it")));
}

#[test]
fn what_is_out_of_reach_of_any_machine_is_told_before_and_where_it_is_met() {
    let far = "(a,b) -> (a/2,b) if a > 0 | (a/3,b+1) if a > 0 | (a,b-1) if b > 0 | (a-7,b+2)";
    let cost = told(&[far, "100000000000000,3"]);
    assert_eq!(cost["verdict"], "out_of_reach", "{cost}");
    let error = refused(&["solve", far, "100000000000000,3", "--max-positions", "100000"]);
    assert_eq!(
        (&error["fault"]["key"], &error["next"]["key"]),
        (&"beyond_any_machine".into(), &"ask_smaller".into())
    );
    assert!(!error["hint"].as_str().unwrap().contains("--max"), "{error}");
    assert_eq!(told(&["nim", "1000000000000", "7"])["positions"], 0);
    assert_eq!(told(&["cram", "5x5"])["verdict"], "unknown");
}

#[test]
fn a_limit_that_is_hit_says_what_was_reached() {
    let search =
        "(x in 0..3000, y in 0..3000) -> ((x*7+y)%3001,y-1) if y > 0 | (x/2,y-2) if x > 5 | ((x+y)%3001,y-3)";
    let error = refused(&["solve", search, "5,3000", "--max-positions", "5000"]);
    let key = error["fault"]["key"].as_str().unwrap();
    assert!(["search_too_long_of", "search_too_long", "too_many_positions"].contains(&key), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("--max-positions"), "{error}");
    let timed = refused(&["solve", search, "5,3000", "--timeout", "0.05", "--no-jit"]);
    assert_eq!(timed["kind"], "timeout", "{timed}");
}

/// Runs the program, and tells the most memory that it had in use, where the system tells that.
fn watched(arguments: &[&str]) -> (Output, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
        most = most.max(kib.unwrap_or(0) << 10);
        std::thread::sleep(Duration::from_millis(5));
    }
    (child.wait_with_output().unwrap(), most)
}

/// Rules that mean no good: they nest deeply, have endless ranges, a million options for each position, numbers that overflow.
#[test]
fn hostile_rules_end_in_an_error_within_their_limits_compiled_and_interpreted() {
    let nested = format!("n -> n-{}1{}", "(".repeat(5000), ")".repeat(5000));
    let hostile: [(&str, &str); 6] = [
        (&nested, "5"),
        ("(n,m) -> (n-1,m) for k in 1..10^15 if (k*k+n)%7 == 3 | (n,m-1)", "50,50"),
        ("(a, b in 0..10^6) -> (a-1,i) for i in 0..10^6", "60,0"),
        ("n -> n-1 if n*n*n*n*n*n*n*n*n*n > 5", "100000"),
        ("(a,b) -> (a-1,b*b+3) | (a-2,b) if b > 0", "90,9"),
        ("n -> n-k for k in 1..n if any(any(i*j == k for i in 1..10^9) for j in 1..10^9)", "500"),
    ];
    for (rule, position) in hostile {
        for more in [&[][..], &["--no-jit"]] {
            let limits = ["solve", rule, position, "--max-memory", "150M", "--timeout", "4"];
            let (output, most) = watched(&[&limits[..], more, &["--json"]].concat());
            assert_eq!(output.status.code(), Some(2), "{rule}");
            let error: Value = serde_json::from_slice(&output.stderr).unwrap();
            let kind = error["error"]["kind"].as_str().unwrap();
            assert!(["syntax", "limit", "timeout", "evaluation", "rule"].contains(&kind), "{error}");
            assert!(error["error"]["message"].as_str().is_some_and(|message| message.len() > 10), "{error}");
            // A tenth more than allowed, and what the program itself takes.
            assert!(most <= (165 << 20) + (64 << 20), "{rule}: {} MiB", most >> 20);
        }
    }
}

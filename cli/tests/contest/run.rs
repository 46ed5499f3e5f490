//! Runs the built binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Everything about one run.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough closes its end; that is not this side's failure.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The answer of a problem, which must succeed.
pub fn answer(problem: &str, input: &str) -> String {
    let output = run(&["contest", problem], input);
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}: {talk}\n{input}");
    String::from_utf8(output.stdout).unwrap()
}

/// The words of the answer.
pub fn words(problem: &str, input: &str) -> Vec<String> {
    answer(problem, input).split_whitespace().map(str::to_string).collect()
}

/// The complaint about an input that is refused with exit code 2.
pub fn complaint(problem: &str, input: &str) -> String {
    let output = run(&["contest", problem], input);
    assert_eq!(output.status.code(), Some(2), "{problem}\n{input}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

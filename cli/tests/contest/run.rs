//! Runs the built binary.

use std::process::Output;

use crate::feed::feed;

/// Everything about one run.
pub fn run(arguments: &[&str], input: &str) -> Output {
    feed(".", arguments, input.as_bytes())
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

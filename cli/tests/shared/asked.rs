//! A question whose answer is one JSON object.

use serde_json::Value;

use crate::feed::feed;

/// The exit code and what is printed as one object.
pub fn asked(arguments: &[&str]) -> (Option<i32>, Value) {
    let output = feed(".", &[arguments, &["--json"]].concat(), b"");
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {talk}"));
    (output.status.code(), answer)
}

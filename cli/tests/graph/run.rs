//! Runs the built binary on graphs.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::feed::feed;

/// `d` may be left for a heap of two or kept; `a`, `b`, `c` are Nim heaps of 0, 1, 2.
pub const LOOPY: &str = "b a\nc a\nc b\nd c\nd d\n";

/// An empty folder of one test alone.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graph").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    feed(folder, arguments, b"")
}

pub fn stdout(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The JSON about a graph that is piped in.
pub fn answer(graph: &str, arguments: &[&str]) -> Value {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let arguments = [&["graph", "-", "--json"], arguments].concat();
    let output = feed(folder, &arguments, graph.as_bytes());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&stdout(output)).unwrap()
}

/// The message of a command that fails.
pub fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = grundy(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

//! Runs the built binary with something to read.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Everything about one run in a folder.
pub fn feed(folder: impl AsRef<Path>, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough closes its end; that is not this side's failure.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

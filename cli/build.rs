//! Finds the commit that is built, so that `grundy --version` can name it.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=../.git/HEAD");
    println!("cargo::rerun-if-changed=../.git/refs");
    let commit = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let commit = commit.ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok());
    let commit = commit.as_deref().map_or("unknown commit", str::trim);
    println!("cargo::rustc-env=GRUNDY_VERSION={} ({commit})", env!("CARGO_PKG_VERSION"));
}

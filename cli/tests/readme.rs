//! The examples of the README are run, and their output is compared to the letter.
//!
//! `UPDATE_README=1 cargo test -p grundy-cli --test readme` writes the present output into the file.

use std::path::Path;
use std::process::Command;

fn run(command: &str) -> String {
    let output = Command::new("sh")
        .arg("-c")
        .arg(command)
        .env("PATH", {
            let binary = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap().display().to_string();
            format!("{binary}:{}", std::env::var("PATH").unwrap_or_default())
        })
        .output()
        .expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("the output is UTF-8").trim_end().to_string() + "\n"
}

#[test]
fn every_example_prints_what_the_readme_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (mut made, mut examples) = (String::new(), 0);
    let mut inside = false;
    for line in readme.lines() {
        if inside && line == "```" {
            inside = false;
        } else if inside {
            // Output is made anew below the command it belongs to.
            if let Some(command) = line.strip_prefix("$ ") {
                made += &format!("{line}\n{}", run(command));
                examples += 1;
            }
            continue;
        } else if line == "```console" {
            inside = true;
        }
        made += line;
        made += "\n";
    }
    assert!(examples >= 10, "only {examples} examples were found");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, made).unwrap();
        return;
    }
    assert_eq!(readme, made, "run UPDATE_README=1 cargo test -p grundy-cli --test readme");
}

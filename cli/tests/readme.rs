//! The examples of the README are run, and their output is compared to the letter; so are its pictures.
//!
//! `UPDATE_README=1 cargo test -p grundy-cli --test readme` writes the present output into the files.

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

/// The commands of the README that draw: what stands between backticks and ends in `-o NAME.svg`.
fn drawn(readme: &str) -> Vec<(&str, &str)> {
    let codes = readme.split('`').skip(1).step_by(2);
    codes.filter_map(|code| code.split_once(" -o ")).filter(|(_, file)| file.ends_with(".svg")).collect()
}

#[test]
fn every_picture_of_the_readme_is_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let commands = drawn(&readme);
    let shown: Vec<&str> = readme
        .split("docs/pictures/")
        .skip(1)
        .filter_map(|rest| rest.split_once(".svg").map(|(name, _)| name))
        .collect();
    assert_eq!(shown, ["board", "graph", "plot"]);
    for name in shown {
        let file = format!("{name}.svg");
        let (command, _) = commands.iter().find(|(_, out)| **out == file).expect("a command for the picture");
        let made = run(&format!("{command} -o -"));
        assert!(made.starts_with("<svg"), "{made}");
        let path = root.join("docs/pictures").join(&file);
        if std::env::var_os("UPDATE_README").is_some() {
            std::fs::create_dir_all(root.join("docs/pictures")).unwrap();
            std::fs::write(&path, &made).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == made,
            "{file} is not what is drawn now: run UPDATE_README=1 cargo test -p grundy-cli --test readme"
        );
    }
}

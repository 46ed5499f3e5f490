//! `grundy code`: what is written is compiled, run, and held against the engine.
//!
//! A language whose compiler is not there is named and left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[path = "shared/feed.rs"]
mod feed;
use feed::feed;

#[path = "contest/run.rs"]
#[allow(dead_code)]
mod run;
/// A game of every common method: rules, parameters, and the largest coordinate that is asked about.
const GAMES: &[(&str, &[&str], i64)] = &[
    ("nim", &[], 60),
    ("kayles", &[], 150),
    ("take {2,5,7}", &[], 90),
    ("wythoff", &[], 11),
    ("castles", &["x=2", "y=5", "z=3"], 40),
    ("grundy", &[], 50),
    ("knight", &[], 15),
    ("ends", &["a=[3,9,1,2,7]"], 5),
];

const OTHERS: &[(&str, &[&str], i64)] = &[
    ("even-matches", &[], 12),
    ("two-down-one-up", &[], 8),
    ("misere-nim", &[], 9),
    ("n -> n-k for k in {k in 1..n if k%3 != 0}", &[], 25),
    ("n -> n-k for k in 1..n if any(n % j == k % j for j in 2..4)", &[], 25),
    ("n -> n-1 again if n%3 == 0 | n-2", &[], 9),
    ("n -> n-k gain k*k%5 for k in 1..3", &[], 12),
    ("n -> each(j for j in 0..n/2-1) if n > 0 | n-1", &[], 10),
    ("n -> n-2^k for k in 0..5 if bit(n,k) == 1 or popcount(n) > gcd(n,6)", &[], 40),
    ("n -> (n-3)/2 | (n+5)%7 if n > 7", &[], 40),
    ("(a,b) -> (a-k,b+k/2) for k in 1..a | (a,b-max(j for j in 1..2)) if b > 2", &[], 6),
];

/// A program that can be run.
struct Built {
    command: PathBuf,
    arguments: Vec<String>,
}

fn folder(name: &str) -> PathBuf {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let folder = std::env::temp_dir().join(format!("grundy-code-{}-{plain}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn has(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// The text of a program.
fn written(rules: &str, lets: &[&str], language: &str, more: &[&str]) -> String {
    let mut arguments = vec!["code", rules, "--lang", language];
    lets.iter().for_each(|one| arguments.extend(["--let", one]));
    arguments.extend(more);
    let output = feed(".", &arguments, b"");
    assert!(output.status.success(), "{rules}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Compiles a program, which must draw no warning.
fn build(text: &str, language: &str, folder: &Path) -> Built {
    let (name, compiler): (&str, &[&str]) = match language {
        "python" => ("main.py", &["python3", "-W", "error", "-m", "py_compile", "main.py"]),
        "cpp" => ("main.cpp", &["g++", "-std=c++17", "-Wall", "-Wextra", "-O1", "main.cpp", "-o", "main"]),
        "rust" => ("main.rs", &["rustc", "--edition", "2021", "main.rs", "-o", "main"]),
        _ => ("Main.java", &["javac", "-Xlint:all", "Main.java"]),
    };
    fs::write(folder.join(name), text).unwrap();
    let output = Command::new(compiler[0]).args(&compiler[1..]).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.trim().is_empty(), "{said}\n{text}");
    let arguments = |all: &[&str]| all.iter().map(|one| one.to_string()).collect();
    match language {
        "python" => {
            Built { command: "python3".into(), arguments: arguments(&[folder.join(name).to_str().unwrap()]) }
        }
        "java" => {
            let path = folder.to_str().unwrap();
            Built {
                command: "java".into(),
                arguments: arguments(&["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", path, "Main"]),
            }
        }
        _ => Built { command: folder.join("main"), arguments: Vec::new() },
    }
}

fn answers(built: &Built, input: &str, folder: &Path) -> Vec<String> {
    let file = folder.join("input");
    fs::write(&file, input).unwrap();
    let input = Stdio::from(fs::File::open(file).unwrap());
    let output: Output = Command::new(&built.command).args(&built.arguments).stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

/// What the engine says, a line each; what is no position says so.
fn engine(rules: &str, lets: &[&str], lines: &[String]) -> Vec<String> {
    let mut arguments = vec!["solve", rules, "--batch", "-", "--timeout", "60"];
    lets.iter().for_each(|one| arguments.extend(["--let", one]));
    let output = feed(".", &arguments, (lines.join("\n") + "\n").as_bytes());
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

/// Lines of positions with coordinates up to a size, the same ones each time; the engine says which of them are any.
fn positions(rules: &str, lets: &[&str], most: i64) -> Vec<(String, String)> {
    let mut arguments = vec!["explain", rules, "--json"];
    lets.iter().for_each(|one| arguments.extend(["--let", one]));
    let told: serde_json::Value = serde_json::from_slice(&feed(".", &arguments, b"").stdout).unwrap();
    let example = match &told["example"]["position"] {
        serde_json::Value::Array(all) => all.clone(),
        one => vec![one.clone()],
    };
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let words = ["none", "mixed", "foot", "horse"];
    let mut lines = Vec::new();
    for _ in 0..300 {
        let component = |next: &mut dyn FnMut(u64) -> u64| {
            let one = |known: &serde_json::Value| match known.is_string() {
                true => words[next(4) as usize].to_string(),
                false => next(most as u64 + 1).to_string(),
            };
            example.iter().map(one).collect::<Vec<_>>().join(",")
        };
        let count = [1, 1, 2, 3][next(4) as usize];
        lines.push((0..count).map(|_| component(&mut next)).collect::<Vec<_>>().join(" "));
    }
    let said = engine(rules, lets, &lines);
    // A board may answer for what the rules of numbers do not read.
    let own = grundy::catalogue::find(rules).map(|entry| {
        grundy::Rules::of_entry(entry, &grundy::Lets::new(), &grundy::Work::unwatched()).unwrap()
    });
    let read = |line: &String| {
        own.as_ref()
            .is_none_or(|own| !lets.is_empty() || line.split(' ').all(|one| own.component(one).is_ok()))
    };
    let known = lines
        .into_iter()
        .zip(said)
        .filter(|(line, said)| ["N", "P", "D"].contains(&said.as_str()) && read(line));
    let known: Vec<(String, String)> = known.take(40).collect();
    assert!(!known.is_empty(), "{rules} has no such positions");
    known
}

/// Who wins must be the same; a move must be told where there is one, and must win.
fn holds(
    rules: &str,
    lets: &[&str],
    language: &str,
    built: &Built,
    asked: &[(String, String)],
    folder: &Path,
) {
    let input: String = asked.iter().map(|(line, _)| line.clone() + "\n").collect();
    let said = answers(built, &input, folder);
    assert_eq!(said.len(), asked.len(), "{rules} in {language}");
    let mut after = Vec::new();
    for ((line, outcome), told) in asked.iter().zip(&said) {
        assert!(told.starts_with(outcome.as_str()), "{rules} in {language}: {line} is {outcome}, not {told}");
        let Some(by) = told.strip_prefix("N ") else { continue };
        let (component, change) = by.split_once(": ").unwrap();
        let (from, to) = change.split_once(" ->").unwrap();
        let mut parts: Vec<&str> = line.split_whitespace().collect();
        let at = component.parse::<usize>().unwrap() - 1;
        assert_eq!(parts[at], from);
        let to: Vec<&str> = to.split_whitespace().filter(|word| *word != "nothing").collect();
        parts.splice(at..=at, to);
        if !parts.is_empty() {
            after.push(parts.join(" "));
        }
    }
    // Where the mover goes on, or points are counted, a move does not win by leaving a lost position.
    if !rules.contains("gain") && !rules.contains("again") && rules != "ends" {
        let has_board = grundy::catalogue::find(rules).is_some_and(|entry| entry.board.is_some());
        for (line, outcome) in after.iter().zip(engine(rules, lets, &after)) {
            // A board may refuse what is left of it in numbers, such as a strip that is too short to be played.
            let refused = has_board && outcome.starts_with("error: nobody can");
            assert!(refused || outcome == "P", "{rules} in {language} moves to {line}: {outcome}");
        }
    }
}

fn check(games: &[(&str, &[&str], i64)], language: &str, compiler: &str) {
    if !has(compiler) {
        eprintln!("skipped: there is no {compiler}");
        return;
    }
    for (rules, lets, most) in games {
        let folder = folder(&format!("{rules}-{language}"));
        let text = written(rules, lets, language, &[]);
        let built = build(&text, language, &folder);
        holds(rules, lets, language, &built, &positions(rules, lets, *most), &folder);
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn programs_in_cpp_compile_without_warnings_and_answer_as_the_engine_does() {
    check(GAMES, "cpp", "g++");
}

#[test]
fn programs_in_rust_compile_without_warnings_and_answer_as_the_engine_does() {
    check(GAMES, "rust", "rustc");
}

#[test]
fn programs_in_java_compile_without_warnings_and_answer_as_the_engine_does() {
    check(&GAMES[1..5], "java", "javac");
}

#[test]
fn programs_in_python_answer_as_the_engine_does() {
    check(GAMES, "python", "python3");
    check(OTHERS, "python", "python3");
}

/// Every game of the catalogue that is played by rules of numbers has a program, or says why not.
#[test]
fn the_whole_catalogue_in_python() {
    if !has("python3") {
        return eprintln!("skipped: there is no python3");
    }
    let mut refused = Vec::new();
    for game in grundy::catalogue::all() {
        if game.rules.contains(" on ") || game.rules.contains('"') {
            continue;
        }
        let output = feed(".", &["code", &game.name, "--lang", "python"], b"");
        if output.status.code() == Some(2) {
            refused.push(game.name.clone());
            continue;
        }
        let folder = folder(&format!("{}-catalogue", game.name));
        let built = build(&String::from_utf8(output.stdout).unwrap(), "python", &folder);
        let most = if game.name == "euclidean-division" {
            5
        } else if game.rules.contains('(') && game.rules.contains(',') {
            4
        } else {
            14
        };
        holds(&game.name, &[], "python", &built, &positions(&game.name, &[], most), &folder);
        fs::remove_dir_all(&folder).unwrap();
    }
    assert!(refused.len() < 5, "{refused:?}");
}

#[test]
fn named_programs_are_shorter_than_120_lines() {
    for (rules, lets, _) in GAMES {
        for language in ["cpp", "python", "rust", "java"] {
            let lines = written(rules, lets, language, &[]).lines().count();
            assert!(lines < 120, "{rules} in {language} has {lines} lines");
        }
    }
}

/// The samples of a problem: input and answer.
fn samples(problem: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contest/samples").join(problem);
    let files = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let inputs = files.filter(|path| path.extension().is_some_and(|ending| ending == "in"));
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    inputs.map(|input| (text(&input), text(&input.with_extension("out")))).collect()
}

#[test]
fn programs_for_judges_pass_their_samples() {
    for (language, compiler) in [("python", "python3"), ("cpp", "g++")] {
        if !has(compiler) {
            eprintln!("skipped: there is no {compiler}");
            continue;
        }
        let mut tried = 0;
        for game in grundy::catalogue::all() {
            for judge in &game.judges {
                let folder = folder(&format!("{}-{language}", judge.name));
                let built =
                    build(&written(&game.name, &[], language, &["--judge", &judge.name]), language, &folder);
                for (input, expected) in samples(&judge.name) {
                    let said = answers(&built, &input, &folder).join("\n");
                    assert!(
                        said.split_whitespace().eq(expected.split_whitespace()),
                        "{}: {said}",
                        judge.name
                    );
                    tried += 1;
                }
                fs::remove_dir_all(&folder).unwrap();
            }
        }
        assert!(tried >= 12, "only {tried} samples");
    }
}

#[test]
fn theorems_reach_far() {
    if !has("python3") {
        return eprintln!("skipped: there is no python3");
    }
    let far: &[(&str, &[&str], &str)] = &[
        ("nim", &[], "1000000000000000000 7"),
        ("kayles", &[], "1000000000000000000"),
        ("take {2,5,7}", &[], "999999999999999999"),
        ("castles", &["x=2", "y=5", "z=3"], "1000000000000000000,none"),
        ("wythoff", &[], "1000000000,1618033988"),
    ];
    for (rules, lets, line) in far {
        let folder = folder(&format!("{rules}-far"));
        let built = build(&written(rules, lets, "python", &[]), "python", &folder);
        let asked = [(line.to_string(), engine(rules, lets, &[line.to_string()])[0].clone())];
        holds(rules, lets, "python", &built, &asked, &folder);
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn what_is_not_written_says_why() {
    let output = feed(".", &["code", "n -> n+1 gain 1", "--lang", "python", "--json"], b"");
    assert_eq!(output.status.code(), Some(2));
    let told: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(told["error"]["fault"]["key"], "code_may_not_end");
    let output = feed(".", &["code", "nim", "--lang", "cpp", "--judge", "lgame"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("code of its own"));
    let output = feed(".", &["code", "nim", "--lang", "cpp", "--judge", "snim"], b"");
    assert!(String::from_utf8_lossy(&output.stderr).contains("grundy code s-nim --judge snim"));
}

/// Boards: rules, and lines of positions.
const BOARDS: &[(&str, &[&str])] = &[
    ("cram", &["3x3", "2x4 1x5", "..../.#../....", "1x1", "2x2 2x3 ##/.."]),
    ("clobber", &["XO/OX", "XOXO", "XOX/OXO XO", "X.O", "XOO/XXO"]),
    ("kayles-on-a-strip", &["7", "3 5", "oo.ooo", "1 1"]),
    ("strip: \"XX.\" -> \"..X\"", &["XX.X.X", "XX.", "X.XX..X XX.XX"]),
];

#[test]
fn programs_of_boards_are_short_and_give_the_answers_of_the_engine() {
    for (at, (language, compiler)) in
        [("python", "python3"), ("cpp", "g++"), ("rust", "rustc"), ("java", "javac")].into_iter().enumerate()
    {
        if !has(compiler) {
            eprintln!("no {compiler} here");
            continue;
        }
        // Every language writes two of them, and every board is written in two languages.
        for (rules, lines) in [BOARDS[at], BOARDS[(at + 1) % BOARDS.len()]] {
            let text = written(rules, &[], language, &[]);
            assert!(text.lines().count() < 120, "{rules} {language}: {}", text.lines().count());
            let folder = folder(&format!("board-{language}-{rules}"));
            let built = build(&text, language, &folder);
            let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            let found = answers(&built, &(lines.join("\n") + "\n"), &folder);
            let known = engine(rules, &[], &lines);
            assert_eq!(found.len(), lines.len(), "{rules} {language}: {found:?}");
            for ((line, said), outcome) in lines.iter().zip(&found).zip(&known) {
                assert!(
                    said.starts_with(outcome.as_str()),
                    "{rules} {language} {line}: {said}, not {outcome}"
                );
                // A winning move leads to a sum that is lost.
                if let Some((at, to)) = said.strip_prefix("N ").and_then(|said| said.split_once(": ")) {
                    let mut after: Vec<&str> = line.split_whitespace().collect();
                    after[at.parse::<usize>().unwrap() - 1] = to.split_once(" -> ").unwrap().1;
                    assert_eq!(
                        engine(rules, &[], &[after.join(" ")]),
                        ["P"],
                        "{rules} {language} {line}: {said}"
                    );
                }
            }
            let _ = fs::remove_dir_all(folder);
        }
    }
}

#[test]
fn boards_that_no_program_is_written_for_say_why() {
    for (rules, why) in [
        ("notakto", "who cannot move loses"),
        ("toads-and-frogs", "that the game ends is not shown"),
        ("node-kayles", "positions are not numbers"),
    ] {
        let output = feed(".", &["code", rules, "--lang", "cpp"], b"");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(why), "{rules}: {said}");
    }
}

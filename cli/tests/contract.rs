//! The command line as scripts rely on it: streams, exit codes, JSON, files.

use std::process::{Command, Output};

use serde_json::{Value, json};

/// A rule whose table takes for ever and whose options no engine can skip.
const SLOW: &str = "n -> a & b for a in 0..n-1 for b in 0..n-1 if gcd(a,b) < 3";
/// No theorem and no automaton knows who wins: a position is its whole box.
const WIDE: &str = "(x,y) -> (x-k,y) for k in squares(x) | (x,y-1) | (x-1,y-1)";

fn grundy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().expect("the binary runs")
}

fn answer(arguments: &[&str]) -> Value {
    let output = grundy(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?} talks on stderr");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}"))
}

fn text(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn moves(report: &Value) -> Vec<(u64, Value)> {
    let list = report["winning_moves"].as_array().expect("a list");
    list.iter().map(|m| (m["component"].as_u64().unwrap(), m["to"].clone())).collect()
}

#[test]
fn a_compound_of_rules_has_the_fields_of_an_answer() {
    let report = answer(&["solve", "n -> n-1", "3", "8", "--compound", "conjunctive", "--json"]);
    assert_eq!((&report["outcome"], &report["value"]), (&json!("N"), &Value::Null));
    assert_eq!((&report["remoteness"], &report["compound"]), (&json!(3), &json!("conjunctive-short")));
    assert_eq!(report["components"][1]["position"], json!(8));
    assert_eq!(report["winning_moves"], json!([{"component": null, "to": [2, 7]}]));
    assert!(report["plan"].is_object());
    let misere = answer(&["solve", "take {1,2}", "4", "4", "--compound", "selective-misere", "--json"]);
    assert_eq!(misere["compound"], json!("selective-long-misere"));
    assert!(text(&["solve", "n -> n-1", "3", "8", "--compound", "selective"]).contains("selective-long"));
    let refused = grundy(&["solve", "n -> n-1 gain 1", "3", "--compound", "selective"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_move_after_which_one_moves_on_says_so() {
    let report = answer(&["solve", "n -> one: n-1 | two: n-2 again", "3", "--json"]);
    assert_eq!((&report["outcome"], &report["value"]), (&json!("N"), &Value::Null));
    assert!(report["winning_moves"][0]["again"].is_null());
    assert_eq!(report["winning_moves"][1]["again"], json!(true));
    assert!(text(&["solve", "n -> one: n-1 | two: n-2 again", "3"]).contains("two: 3 → 1   and moves on"));
    let told = text(&["explain", "n -> one: n-1 | two: n-2 again"]);
    assert!(told.contains("after which the same player moves on"), "{told}");
    assert_eq!(grundy(&["table", "n -> n-1 | n-2 again"]).status.code(), Some(2));
}

#[test]
fn rules_over_places_take_parameters() {
    let rule = "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..min(N,w[i])";
    assert_eq!(answer(&["solve", rule, "5", "--let", "N=3", "--json"])["value"], json!(1));
    assert_eq!(grundy(&["solve", rule, "5", "--let", "M=3"]).status.code(), Some(2));
    assert_eq!(grundy(&["solve", rule, "5"]).status.code(), Some(2));
}

#[test]
fn solve_nim_7_10_12_5_has_exactly_three_winning_moves() {
    let report = answer(&["solve", "nim", "7", "10", "12", "5", "--json"]);
    assert_eq!((&report["outcome"], &report["value"]), (&json!("N"), &json!(4)));
    assert_eq!(moves(&report), [(0, json!([3])), (2, json!([8])), (3, json!([1]))]);
    assert_eq!(report["components"][1], json!({"position": 10, "value": 10}));
    assert!(report["plan"].is_object() && report["winning_moves"][0]["label"].is_null());
}

#[test]
fn solve_says_what_the_contract_asks() {
    let report = answer(&["solve", "n -> n-k for k in 1..3", "21", "--json"]);
    assert_eq!((&report["value"], moves(&report)), (&json!(1), vec![(0, json!([20]))]));
    assert_eq!(answer(&["solve", "take squares", "5", "4", "1", "--json"])["value"], json!(3));
    assert_eq!(answer(&["solve", "grundy", "8", "--json"])["value"], json!(2));
    assert_eq!(moves(&answer(&["solve", "even-matches", "27,0,0", "--json"])), [(0, json!([[25, 0, 0]]))]);
    let ends = answer(&["solve", "ends", "0,4", "--let", "a=[3,9,1,2]", "--json"]);
    assert_eq!((&ends["score"], &ends["outcome"]), (&json!(7), &json!("N")));
    assert_eq!(
        (ends["winning_moves"].as_array().unwrap().len(), &ends["winning_moves"][0]["label"]),
        (1, &json!("right"))
    );
    let castles =
        answer(&["solve", "castles", "12,none", "--let", "x=2", "--let", "y=5", "--let", "z=3", "--json"]);
    assert_eq!(castles["components"][0]["position"], json!([12, "none"]));
    let loopy = answer(&["solve", "n -> n if n > 0 | n-1", "1", "--json"]);
    assert_eq!((&loopy["value"], &loopy["outcome"]), (&json!({"inf": [0]}), &json!("N")));
    let misere = answer(&["solve", "nim", "1", "1", "--misere", "--json"]);
    assert_eq!((&misere["outcome"], &misere["value"]), (&json!("N"), &Value::Null));
    let start = answer(&["solve", "nim", "--json"]);
    assert_eq!(start, answer(&["solve", "nim", "3", "5", "7", "--json"]), "where the game starts");
    assert_eq!(
        answer(&["solve", "n -> nothing if n == 2", "2", "--json"])["winning_moves"][0]["to"],
        json!([])
    );
}

#[test]
fn misere_games_are_played_normally_if_asked() {
    let outcome = |more: &[&str]| {
        let report = answer(&[&["solve", "misere-nim", "1", "--json"], more].concat());
        (report["outcome"].clone(), report["value"].clone())
    };
    assert_eq!(outcome(&[]), (json!("P"), Value::Null));
    assert_eq!(outcome(&["--normal"]), (json!("N"), json!(1)));
    assert_eq!(text(&["table", "misere-nim", "--to", "4", "--normal"]), "0 1 2 3 4\n");
    assert!(text(&["draw", "misere-nim", "2", "-o", "-", "--normal"]).contains("normal play, from 2"));
    assert_eq!(grundy(&["solve", "nim", "1", "--normal", "--misere"]).status.code(), Some(2));
}

#[test]
fn tables_come_in_every_format() {
    let crosses = text(&["table", "crosses", "--to", "120", "--format", "plain"]);
    let values: Vec<u64> = crosses.split_whitespace().map(|v| v.parse().unwrap()).collect();
    assert_eq!(values.len(), 121);
    let exceptions: Vec<usize> = (0..121 - 34).filter(|&n| values[n] != values[n + 34]).collect();
    assert_eq!(exceptions, [14, 16, 31, 34, 51]);
    assert_eq!(text(&["table", "nim", "--from", "3", "--to", "6"]), "3 4 5 6\n");
    assert_eq!(text(&["table", "nim", "--to", "2", "--format", "csv"]), "n,value\n0,0\n1,1\n2,2\n");
    assert_eq!(text(&["table", "nim", "--to", "2", "--format", "bfile"]), "0 0\n1 1\n2 2\n");
    assert!(
        text(&["table", "nim", "--to", "2", "--format", "markdown"])
            .starts_with("| n | value |\n| ---: | ---: |\n| 0 | 0 |")
    );
    assert!(text(&["table", "nim", "--to", "2", "--format", "latex"]).contains("\\begin{tabular}{r|r}"));
    let lines = text(&["table", "nim", "--to", "1", "--format", "jsonl"]);
    assert_eq!(lines, "{\"position\":0,\"value\":0}\n{\"position\":1,\"value\":1}\n");
    assert_eq!(answer(&["table", "nim", "--to", "2", "--format", "json"])["values"], json!([0, 1, 2]));
    let knight = text(&["table", "knight", "--let", "N=8", "--to", "8,8"]);
    let rows: Vec<Vec<&str>> = knight.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows.len(), rows[7].len(), rows[7][7]), (8, 8, "0"));
}

#[test]
fn counts_are_written_as_positions_are() {
    let answer = |count: &str| grundy(&["period", "kayles", "--limit", count, "--max-positions", count]);
    let plain = answer("100000");
    assert!(plain.status.success());
    for count in ["1e5", "10^5", "100_000"] {
        assert_eq!(answer(count).stdout, plain.stdout, "{count}");
    }
    for nonsense in ["1e", "-5", "five", "{3}", "1e40"] {
        assert_eq!(answer(nonsense).status.code(), Some(2), "{nonsense}");
    }
}

#[test]
fn failures_go_to_stderr_with_code_2() {
    for arguments in [
        &["solve", "n -> n-k fro k in 1..3", "21"][..],
        &["solve", "kayls", "3"],
        &["solve", "nim", "-3"],
        &["solve", "nim", "99999999999999999999"],
        &["solve", "nim", "x"],
        &["solve", "n -> a & n-a for a in 1..(n-1)/2", "1000000000000000000", "--max-positions", "100000"],
        &["solve", WIDE, "1000000000,1000000000"],
        &["solve", "n -> n-k", "5"],
        &["solve", "missing.game", "5"],
        &["solve", "nim", "3", "--let", "k"],
        &["table", "nim", "--to", "x"],
        &["table", "nim", "--from", "5", "--to", "3"],
        &["nimber", "5+"],
        &["nimber", "1/0"],
        &["games", "nothing-like-it"],
        &["frobnicate"],
        &["solve"],
        &["period", "(x,y) -> (y,x-1) | (x,y/2) if y > 0"],
        &["verify", "missing.json"],
    ] {
        for json in [false, true] {
            let mut arguments = arguments.to_vec();
            if json {
                arguments.push("--json");
            }
            let output = grundy(&arguments);
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
            assert!(output.stdout.is_empty(), "{arguments:?}");
            assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
            if json {
                let error: Value =
                    serde_json::from_str(&stderr).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {stderr}"));
                assert!(
                    error["error"]["kind"].is_string() && error["error"]["message"].is_string(),
                    "{stderr}"
                );
            } else {
                assert!(stderr.starts_with("error:"), "{arguments:?}: {stderr}");
            }
        }
    }
}

#[test]
fn a_mistake_is_drawn_under_its_line() {
    let output = grundy(&["solve", "n -> n-1 |\n     n-k fro k in 1..3", "21"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains(" 2 |      n-k fro k in 1..3\n   |          ^^^\n"), "{stderr}");
    assert!(stderr.contains("did you mean `for`?"), "{stderr}");
}

#[test]
fn the_time_limit_and_the_memory_limit_stop_the_work() {
    let slow = grundy(&["table", SLOW, "--to", "100000", "--timeout", "0.2"]);
    let stderr = String::from_utf8(slow.stderr).unwrap();
    assert_eq!(slow.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("--timeout"), "{stderr}");
    let large = grundy(&["solve", WIDE, "5000,5000", "--max-memory", "1M"]);
    let stderr = String::from_utf8(large.stderr).unwrap();
    assert!(stderr.contains("--max-memory"), "{stderr}");
    let many = grundy(&["solve", WIDE, "5000,5000", "--max-positions", "1000"]);
    assert!(String::from_utf8(many.stderr).unwrap().contains("--max-positions"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_130() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", SLOW, "--to", "100000"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // The signal may arrive before the handler stands, which ends the process as well; so it is sent until it is heard.
    let status = loop {
        std::thread::sleep(std::time::Duration::from_millis(300));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
    };
    use std::os::unix::process::ExitStatusExt;
    assert!(status.code() == Some(130) || status.signal() == Some(2), "{status:?}");
}

#[test]
fn periods_are_proved_and_certificates_verified() {
    let folder = std::env::temp_dir().join(format!("grundy-contract-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("kayles.json");
    let path = file.to_str().unwrap();
    let report = answer(&["period", "0.77", "--certificate", path, "--json"]);
    assert_eq!(
        (&report["verdict"], &report["preperiod"], &report["period"]),
        (&json!("proved"), &json!(71), &json!(12))
    );
    assert!(report["theorem"].is_string() && report["exceptions"].is_array() && report["saltus"] == json!(0));
    let verified = grundy(&["verify", path]);
    assert_eq!(String::from_utf8(verified.stdout).unwrap(), "accepted\n");
    assert_eq!(String::from_utf8(verified.stderr).unwrap(), "0.77: period 12 from 71, by Guy–Smith\n");
    let accepted = answer(&["verify", path, "--json"]);
    assert_eq!((&accepted["accepted"], &accepted["condition"]), (&json!(true), &Value::Null));
    let claim = json!({
        "game": "0.77", "rules": accepted["claim"]["rules"], "preperiod": 71, "period": 12, "saltus": 0, "theorem": "Guy–Smith",
    });
    assert_eq!(accepted["claim"], claim);
    let short = grundy(&["verify", path, "--max-memory", "100"]);
    assert_eq!(short.status.code(), Some(2), "a limit is no verdict");
    assert!(short.stdout.is_empty() && String::from_utf8_lossy(&short.stderr).contains("--max-memory"));
    let tampered = std::fs::read_to_string(&file).unwrap().replace("\"period\": 12", "\"period\": 24");
    std::fs::write(&file, tampered).unwrap();
    let output = grundy(&["verify", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("rejected: it is not so that "));
    let formula = grundy(&["period", "take-one-or-all", "--certificate", path]);
    assert_eq!(formula.status.code(), Some(2));
    let why = String::from_utf8_lossy(&formula.stderr).into_owned();
    assert!(why.contains("proved (closed form), but the checker does not know such proofs"), "{why}");
    std::fs::remove_dir_all(&folder).unwrap();
    let none = grundy(&["period", "grundy", "--limit", "3000", "--json"]);
    assert_eq!(none.status.code(), Some(1));
    let factorial = answer_or_negative(&["period", "take-a-factorial", "--limit", "5000", "--json"]);
    assert_ne!(factorial["verdict"], json!("proved"), "25-periodic up to 5049, and not beyond");
}

#[test]
fn a_period_keeps_to_the_memory_allowed_and_says_so() {
    let enough = grundy(&["period", "0.106", "--limit", "50000", "--max-memory", "1M"]);
    assert_eq!(enough.status.code(), Some(1), "no period in so many heaps");
    let limited = grundy(&["period", "0.106", "--limit", "3000000", "--max-memory", "1M"]);
    let why = String::from_utf8_lossy(&limited.stderr).into_owned();
    assert_eq!(limited.status.code(), Some(2), "{why}");
    assert!(why.contains("does not fit in 1.0 MiB") && why.contains("--max-memory"), "{why}");
    // Without a limit what was found before is the answer, and why it is not more is told.
    let patient = grundy(&["period", "0.106", "--max-memory", "1M"]);
    let why = String::from_utf8_lossy(&patient.stderr).into_owned();
    assert_eq!(patient.status.code(), Some(1), "{why}");
    assert!(why.contains("the search ended early") && why.contains("--max-memory"), "{why}");
    assert!(text(&["period", "--help"]).contains("--max-positions bounds tables"));
}

fn answer_or_negative(arguments: &[&str]) -> Value {
    serde_json::from_slice(&grundy(arguments).stdout).unwrap()
}

#[test]
fn rules_come_from_files_too() {
    let folder = std::env::temp_dir().join(format!("grundy-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.game");
    std::fs::write(
        &file,
        "title = \"Mine\"\nabout = \"a test\"\nrules = \"n -> n-j for j in 1..k\"\n[let]\nk = 4\n",
    )
    .unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(answer(&["solve", path, "7", "--json"])["value"], json!(2));
    assert_eq!(answer(&["solve", path, "7", "--let", "k=6", "--json"])["value"], json!(0));
    std::fs::write(&file, "title = \"Mine\"\nrulez = \"nim\"\n").unwrap();
    let output = grundy(&["solve", path, "7"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("rulez"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn explain_games_nimber_completions_and_version_answer() {
    let explained = text(&["explain", "take {1,3,4}"]);
    assert!(
        explained.contains("for each s in {1,3,4}") && explained.contains("yes  finite subtraction set"),
        "{explained}"
    );
    let considered = answer(&["explain", "kayles", "--json"]);
    assert_eq!(considered["considered"].as_array().unwrap().last().unwrap()["matched"], json!(true));
    assert!(text(&["games"]).lines().count() >= 45);
    assert!(text(&["games", "kayles"]).contains("period 12 from 71"));
    assert_eq!(text(&["nimber", "5+7+3"]), "1\n");
    assert_eq!(text(&["nimber", "mex{0,1,2,5,7}"]), "3\n");
    assert_eq!(text(&["nimber", "7*9"]), "8\n");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&["completions", shell]).contains("grundy"));
    }
    let version = text(&["--version"]);
    assert!(version.starts_with("grundy 0.") && version.contains('('), "{version}");
    assert!(text(&["--help"]).contains("grundy solve nim 7 10 12 5"));
}

#[test]
fn a_period_search_that_is_stopped_reports_what_it_saw() {
    // On a busy machine it may take longer until there is something to report.
    let seconds = ["0.5", "2", "8", "32"].into_iter();
    let mut stopped = seconds
        .map(|seconds| grundy(&["period", "0.007", "--json", "--timeout", seconds, "--limit", "100000000"]));
    let stopped = stopped.find(|stopped| !stopped.stdout.is_empty()).expect("a report");
    let report: Value = serde_json::from_slice(&stopped.stdout).expect("one object");
    assert_eq!((&report["stopped"], stopped.status.code()), (&json!("timeout"), Some(1)));
    assert_eq!((&report["verdict"], &report["exceptions_known"]), (&json!("unknown"), &json!(false)));
    assert!(report["limit"].as_u64().unwrap() < 100_000_000);
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("ended early"));
    // Where no table was finished there is nothing to report.
    assert_eq!(grundy(&["period", SLOW, "--limit", "100000", "--timeout", "0"]).status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_period_search_that_is_interrupted_reports_what_it_saw() {
    use std::process::Stdio;
    let child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["period", "0.007", "--json", "--limit", "100000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Only a process that catches the interrupt can answer it.
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim);
        caught.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask & 2 != 0)
    };
    while !catches() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((&report["stopped"], output.status.code()), (&json!("interrupted"), Some(130)));
}

#[test]
fn without_a_limit_or_with_one_as_many_heaps_are_reported_as_the_help_says() {
    assert_eq!(answer(&["period", "take powers(2)", "--json"])["limit"], json!(262_144));
    let asked = grundy(&["period", "0.106", "--limit", "100001", "--json"]);
    let report: Value = serde_json::from_slice(&asked.stdout).unwrap();
    assert_eq!((&report["limit"], &report["exceptions"]), (&json!(100_001), &json!([])));
}

#[test]
fn errors_of_short_forms_point_at_what_was_typed() {
    for (rules, marked) in [
        ("take {1,x}", " 1 | take {1,x}\n   |         ^\n"),
        ("take all but {2,,3}", " 1 | take all but {2,,3}\n   |                 ^\n"),
        ("take {", " 1 | take {\n   |       ^\n"),
    ] {
        let stderr = String::from_utf8(grundy(&["solve", rules, "5"]).stderr).unwrap();
        assert!(stderr.contains(marked), "{stderr}");
    }
}

#[test]
fn identify_names_codes_and_games_and_a_limit_is_no_answer() {
    let kayles = answer(&["identify", "0,1,2,3,1,4,3,2,1,4,2,6", "--json"]);
    let first = &kayles["candidates"][0];
    assert_eq!(
        [&first["rules"], &first["differs_at"], &first["offset"]],
        [&json!("0.77"), &json!(null), &json!(0)]
    );
    assert_eq!([&first["atlas"]["verdict"], &first["atlas"]["period"]], [&json!("proved"), &json!(12)]);
    assert_eq!((&kayles["games"], &kayles["undecided"]), (&json!(["kayles"]), &json!([])));
    // Heaps of Nim are like this for ever, and so are games that are slow to follow.
    let nim: Vec<String> = (0..200).map(|n| n.to_string()).collect();
    assert!(
        answer(&["identify", &nim.join(","), "--json"])["games"].as_array().unwrap().contains(&json!("nim"))
    );
    let stopped = grundy(&["identify", &nim.join(","), "--timeout", "0"]);
    assert_eq!(stopped.status.code(), Some(2), "{}", String::from_utf8_lossy(&stopped.stdout));
    let many = text(&["identify", "0"]);
    assert!(many.lines().count() < 50 && many.contains("more: give more values"), "{many}");
    assert_eq!(grundy(&["identify", "0,5"]).status.code(), Some(1));
    let late = text(&["identify", "1,2,3,1,4,3,2,1,4,2,6"]);
    assert!(late.contains("from heap 1 on") && late.contains("0.77"), "{late}");
}

#[test]
fn threads_may_be_asked_for_and_change_no_answer() {
    for question in [
        &["period", "0.16", "--json"][..],
        &["table", "0.16", "--from", "70000", "--to", "70100"],
        &["solve", "0.16", "1000000000000", "--json"],
    ] {
        let asked = |threads: &str| text(&[question, &["--threads", threads]].concat());
        assert_eq!(asked("1"), asked("2"), "{question:?}");
    }
    for wrong in ["0", "257", "-1", "many"] {
        let refused = grundy(&["period", "0.16", "--threads", wrong]);
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
}

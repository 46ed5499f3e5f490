//! Runs with a store: killed at any moment, stopped by hand, damaged on disk.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A folder of its own for each test, gone before and after.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn checkpoint(&self) -> PathBuf {
        self.0.join("sequence.checkpoint")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(code: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["period", code, "--json", "--store"]).arg(folder).args(more);
    command
}

fn run(code: &str, folder: &Path, more: &[&str]) -> Output {
    command(code, folder, more).output().expect("the binary runs")
}

fn start(code: &str, folder: &Path, more: &[&str]) -> Child {
    command(code, folder, more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs")
}

fn answer(output: &Output) -> Value {
    let talk = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {talk}"))
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let talk = String::from_utf8_lossy(&output.stderr);
    let error: Value = serde_json::from_str(talk.lines().last().unwrap_or_default()).expect("one object");
    format!("{} {}", error["error"]["message"], error["error"]["hint"])
}

/// Kills the process again and again, each time a little later than before, and compares what comes out in the end with
/// an undisturbed run.
fn killed_often(code: &str, limit: &str, more: &[&str]) {
    let (whole, torn) = (Folder::new(&format!("whole-{code}")), Folder::new(&format!("torn-{code}")));
    let common = [&["--limit", limit, "--every", "0"], more].concat();
    let undisturbed = answer(&run(code, &whole.0, &common));
    let resumed = [&common[..], &["--resume"]].concat();
    let mut state = 88_172_645_463_325_252u64;
    for round in 0..25u64 {
        let mut child = start(code, &torn.0, &resumed);
        // Pseudo-random moments, so that each step of starting, reading, computing and writing is met.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::thread::sleep(Duration::from_micros(state % (4_000 * (round + 1))));
        // A run that is done by then was not killed, which depends on the machine and proves nothing wrong.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let survived = answer(&run(code, &torn.0, &resumed));
    for field in ["verdict", "preperiod", "period", "saltus", "exceptions", "exceptions_total"] {
        assert_eq!(survived[field], undisturbed[field], "{code}: {field}");
    }
    // A proof may come a few heaps earlier or later; without one both runs end at the limit.
    if undisturbed["verdict"] == json!("unknown") {
        assert!(undisturbed["stored"]["digest"].is_array());
        // How much of the table is left depends on when heaps were let go, and no answer on that.
        for field in ["heaps", "rare_heaps", "digest"] {
            assert_eq!(survived["stored"][field], undisturbed["stored"][field], "{code}: {field}");
        }
    }
    let left: Vec<_> = std::fs::read_dir(&torn.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "only the checkpoint and the lock are left: {left:?}");
}

#[test]
fn a_run_that_is_killed_again_and_again_has_the_same_values() {
    killed_often("0.106", "3000000", &[]);
    // In bounded memory.
    killed_often("0.104", "3000000", &["--max-memory", "2M"]);
}

#[test]
fn a_run_that_is_killed_again_and_again_proves_the_same_period() {
    killed_often("0.16", "400000", &[]);
    killed_often("0.45", "20000", &[]);
}

#[test]
fn a_run_that_is_killed_again_and_again_proves_a_period_longer_than_its_memory() {
    killed_often("0.16", "900000", &["--max-memory", "300k"]);
}

#[test]
fn the_digest_does_not_depend_on_how_often_the_run_stopped() {
    for (code, limit, more) in [("0.36", "1200000", &[][..]), ("0.104", "3000000", &["--max-memory", "2M"])] {
        let digest = |every: &str| {
            let folder = Folder::new(&format!("every-{code}-{every}"));
            let options = [&["--limit", limit, "--every", every], more].concat();
            answer(&run(code, &folder.0, &options))["stored"]["digest"].clone()
        };
        let rarely = digest("100");
        let covered = limit.parse::<u64>().unwrap() / 32 * 32;
        assert_eq!(rarely[0], json!(covered), "{code}");
        assert_eq!(digest("0.1"), rarely, "{code}");
    }
}

#[test]
fn memory_is_bounded_between_checkpoints_too() {
    let folder = Folder::new("bounded");
    answer(&run("0.106", &folder.0, &["--limit", "20000000", "--every", "600", "--max-memory", "8M"]));
    assert!(std::fs::metadata(folder.checkpoint()).unwrap().len() < 8 << 20);
    #[cfg(target_os = "linux")]
    {
        let limits = ["--limit", "60000000", "--every", "600", "--max-memory", "8M", "--resume"];
        let mut child = start("0.106", &folder.0, &limits);
        let status = format!("/proc/{}/status", child.id());
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            most = peak.and_then(|p| p.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0).max(most);
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!((1..48 << 10).contains(&most), "{most} kB for 60 million heaps");
    }
}

#[test]
fn about_half_of_the_memory_is_history_and_what_it_cannot_tell_is_said() {
    let folder = Folder::new("history");
    let report = answer(&run("0.106", &folder.0, &["--limit", "3000000", "--max-memory", "4M"]));
    let kept = report["stored"]["kept"].as_u64().unwrap();
    assert!((3 << 19..(2 << 20) + (1 << 17)).contains(&kept), "{kept} heaps of a byte each in 4 MiB");
    let text = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["period", "0.106", "--limit", "3000001", "--max-memory", "4M", "--resume", "--store"])
        .arg(&folder.0)
        .output()
        .unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("longer periods are still found and certified, but not their exceptions"),
        "{text}"
    );
    let whole = Folder::new("history-whole");
    let report = answer(&run("0.106", &whole.0, &["--limit", "300000", "--max-memory", "4M"]));
    assert_eq!(report["stored"]["kept"], report["stored"]["heaps"], "nothing was let go");
}

#[test]
fn a_run_that_let_go_of_what_it_needs_says_so() {
    let folder = Folder::new("stuck");
    let more = ["--limit", "20000000", "--max-memory", "2M"];
    let refused = refusal(&run("grundy", &folder.0, &more));
    assert!(refused.contains("cannot go on") && refused.contains("larger --max-memory"), "{refused}");
    let again = refusal(&run("grundy", &folder.0, &[&more[..], &["--resume"]].concat()));
    assert!(again.contains("cannot go on"), "{again}");
}

#[test]
fn what_is_not_known_is_null_and_a_run_that_kept_little_is_certified_in_segments() {
    let folder = Folder::new("null");
    let path = std::env::temp_dir().join(format!("grundy-null-{}.json", std::process::id()));
    let more = ["--limit", "12000000", "--max-memory", "2M", "--certificate", path.to_str().unwrap()];
    let report = answer(&run("0.354", &folder.0, &more));
    assert_eq!((&report["period"], &report["exceptions_known"]), (&json!(1180), &json!(false)));
    assert_eq!((&report["exceptions"], &report["exceptions_total"]), (&Value::Null, &Value::Null));
    let verify = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).arg("verify").arg(&path).args(more).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(verify(&["--max-memory", "16M"]), (Some(0), "accepted\n".into()));
    let (code, part) = verify(&["--sample", "1", "--threads", "2"]);
    assert!(code == Some(0) && part.starts_with("accepted: 1 of "), "{part}");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"period\": 1180", "\"period\": 590");
    std::fs::write(&path, text).unwrap();
    let (code, why) = verify(&[]);
    assert!(code == Some(1) && why.starts_with("rejected: "), "{why}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_proved_period_is_never_lost_and_can_be_certified() {
    for code in ["0.16", "0.56"] {
        let folder = Folder::new(&format!("proved-{code}"));
        let path = std::env::temp_dir().join(format!("grundy-proved-{code}-{}.json", std::process::id()));
        let memory = ["--max-memory", "1M"];
        let first = run(code, &folder.0, &[&memory[..], &["--certificate", path.to_str().unwrap()]].concat());
        assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
        let checked = Command::new(env!("CARGO_BIN_EXE_grundy")).arg("verify").arg(&path).output().unwrap();
        assert_eq!(checked.status.code(), Some(0), "{code}");
        std::fs::remove_file(&path).unwrap();
        let resumed = run(code, &folder.0, &[&memory[..], &["--resume", "--limit", "3000000"]].concat());
        let (first, resumed) = (answer(&first), answer(&resumed));
        assert_eq!(first["verdict"], json!("proved"), "{code}");
        for field in ["verdict", "preperiod", "period", "exceptions", "exceptions_total", "limit", "theorem"]
        {
            assert_eq!(resumed[field], first[field], "{code}: {field}");
        }
    }
}

#[test]
fn less_memory_than_before_is_refused_and_costs_nothing() {
    let folder = Folder::new("less-memory");
    answer(&run("0.106", &folder.0, &["--limit", "3000000"]));
    let refused =
        refusal(&run("0.106", &folder.0, &["--limit", "6000000", "--resume", "--max-memory", "2M"]));
    assert!(refused.contains("lost for good") && refused.contains("raise --max-memory"), "{refused}");
    let report = answer(&run("0.106", &folder.0, &["--limit", "3000001", "--resume"]));
    assert!(report["stored"]["kept"].as_u64().unwrap() > 3_000_000, "{report}");
}

#[test]
fn a_formula_is_not_reported_with_an_endless_limit() {
    let folder = Folder::new("formula");
    let report = answer(&run("lasker", &folder.0, &[]));
    assert_eq!((&report["verdict"], &report["limit"]), (&json!("proved"), &json!(5)));
}

#[test]
fn damage_anywhere_in_the_file_is_refused() {
    let folder = Folder::new("damage");
    answer(&run("0.106", &folder.0, &["--limit", "150000"]));
    let file = std::fs::read(folder.checkpoint()).unwrap();
    // Head, game, rare heaps, table, state, checksum: every region, many places in each.
    let places = (0..64).chain((64..file.len()).step_by(file.len() / 40)).chain(file.len() - 40..file.len());
    for at in places {
        let mut changed = file.clone();
        changed[at] ^= 0x10;
        std::fs::write(folder.checkpoint(), &changed).unwrap();
        let refused = refusal(&run("0.106", &folder.0, &["--resume", "--limit", "160000"]));
        assert!(refused.contains("sequence.checkpoint: the checkpoint is damaged: "), "byte {at}: {refused}");
        assert_eq!(std::fs::read(folder.checkpoint()).unwrap(), changed, "what is refused is left alone");
    }
    for (length, why) in [(0, "too short"), (10, "too short"), (file.len() - 1, "its length")] {
        std::fs::write(folder.checkpoint(), &file[..length]).unwrap();
        assert!(refusal(&run("0.106", &folder.0, &["--resume"])).contains(why), "cut at {length}");
    }
}

#[test]
fn a_store_is_not_overwritten_and_not_mistaken() {
    let folder = Folder::new("refusals");
    answer(&run("0.16", &folder.0, &["--limit", "5000"]));
    let again = refusal(&run("0.16", &folder.0, &["--limit", "5000"]));
    assert!(again.contains("already exists; go on with --resume"), "{again}");
    let other = refusal(&run("0.106", &folder.0, &["--limit", "5000", "--resume"]));
    assert!(other.contains("is of the game 0.16, not of 0.106"), "{other}");
    for (rules, why) in [
        ("take {2,5,7}", "computed as fast as they would be read back"),
        ("take all but {2,3}", "computed as fast as they would be read back"),
        ("take squares", "a longer run would prove nothing"),
        ("n -> n-k for k in 1..n/2", "a longer run would prove nothing"),
    ] {
        let needless = refusal(&run(rules, &folder.0, &["--resume"]));
        assert!(needless.contains(why) && needless.contains("leave out --store"), "{rules}: {needless}");
    }
    std::fs::write(folder.0.join("diary.txt"), "dear diary").unwrap();
    let strange = refusal(&run("0.16", &folder.0, &["--resume"]));
    assert!(strange.contains("holds diary.txt"), "{strange}");
    let alone = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["period", "0.16", "--resume"]).output();
    assert_eq!(alone.unwrap().status.code(), Some(2), "--resume needs --store");
}

#[test]
fn a_store_belongs_to_one_process() {
    let folder = Folder::new("lock");
    let mut first = start("0.6", &folder.0, &["--limit", "1000000000", "--every", "0"]);
    // Who writes a checkpoint has the lock.
    while !folder.checkpoint().exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = refusal(&run("0.6", &folder.0, &["--resume"]));
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(second.contains("another process"), "{second}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_computed() {
    let folder = Folder::new("interrupt");
    let child = command("0.6", &folder.0, &["--limit", "1000000000", "--every", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.checkpoint().exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(talk.contains("heaps are kept in") && talk.contains("--resume"), "{talk}");
    let kept: u64 = talk.split("; ").nth(1).and_then(|t| t.split(' ').next()).unwrap().parse().unwrap();
    let limit = (kept + 1).to_string();
    let resumed = run("0.6", &folder.0, &["--resume", "--limit", &limit]);
    assert!(String::from_utf8_lossy(&resumed.stderr).contains(&format!("going on from heap {kept}")));
    assert_eq!(answer(&resumed)["verdict"], json!("unknown"));
}

#[cfg(unix)]
#[test]
fn a_store_writes_to_nothing_that_is_not_its_own() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("foreign");
    std::fs::create_dir_all(&folder.0).unwrap();
    let treasure = folder.0.with_extension("treasure");
    std::fs::write(&treasure, "dear").unwrap();
    for name in ["lock", "sequence.checkpoint"] {
        symlink(&treasure, folder.0.join(name)).unwrap();
        for more in [&[][..], &["--resume"]] {
            let refused = refusal(&run("0.16", &folder.0, more));
            assert!(refused.contains(name) && refused.contains("is no regular file"), "{refused}");
        }
        std::fs::remove_file(folder.0.join(name)).unwrap();
        // Where it leads nowhere, nothing is made there.
        let nowhere = folder.0.with_extension("nowhere");
        symlink(&nowhere, folder.0.join(name)).unwrap();
        assert!(refusal(&run("0.16", &folder.0, &[])).contains("is no regular file"));
        assert!(!nowhere.exists());
        let _ = std::fs::remove_file(folder.0.join("lock"));
        let _ = std::fs::remove_file(folder.checkpoint());
    }
    std::fs::write(folder.0.join("lock"), "dear").unwrap();
    assert!(refusal(&run("0.16", &folder.0, &[])).contains("has something in it"));
    assert_eq!(std::fs::read_to_string(folder.0.join("lock")).unwrap(), "dear");
    std::fs::remove_file(folder.0.join("lock")).unwrap();
    // What looks like a file of a killed run is removed, and what it leads to is not.
    symlink(&treasure, folder.0.join(".sequence.checkpoint.1.tmp")).unwrap();
    answer(&run("0.16", &folder.0, &["--limit", "5000"]));
    assert!(!folder.0.join(".sequence.checkpoint.1.tmp").is_symlink());
    assert_eq!(std::fs::read_to_string(&treasure).unwrap(), "dear");
    std::fs::remove_file(&treasure).unwrap();
    // Nobody waits for a pipe in the place of the checkpoint.
    std::fs::remove_file(folder.checkpoint()).unwrap();
    assert!(Command::new("mkfifo").arg(folder.checkpoint()).status().unwrap().success());
    assert!(refusal(&run("0.16", &folder.0, &["--resume"])).contains("is no regular file"));
}

#[test]
fn a_checkpoint_of_gigabytes_is_refused_before_it_is_read() {
    let folder = Folder::new("huge-checkpoint");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::File::create(folder.checkpoint()).unwrap().set_len(1 << 40).unwrap();
    let refused = refusal(&run("0.16", &folder.0, &["--resume"]));
    assert!(refused.contains("more than 4.0 GiB") && refused.contains("raise --max-memory"), "{refused}");
}

//! Runs the built binary, and looks at the processes that it starts.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A run that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(240);

/// An empty folder of one test alone.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What a process has said when it ends; one that does not end is ended.
pub fn ended(mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("still running: {:?}", child.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

pub fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    ended(start(folder, arguments))
}

pub fn stdout(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn signal(name: &str, process: u32) {
    assert!(try_signal(name, process));
}

/// Whether the process was still there.
pub fn try_signal(name: &str, process: u32) -> bool {
    let mut command = Command::new("kill");
    command.args([&format!("-{name}"), &process.to_string()]).stderr(Stdio::null());
    command.status().unwrap().success()
}

/// The processes that a process has started.
pub fn children(parent: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let of_parent = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        after.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    let mut ids: Vec<u32> = ids.filter(of_parent).collect();
    ids.sort_unstable();
    ids
}

/// Waits until something holds.
pub fn until(what: &str, test: impl Fn() -> bool) {
    let begun = Instant::now();
    while !test() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process is there and has not ended.
pub fn runs(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, after)| !after.trim_start().starts_with(['Z', 'X']))
}

/// A game of so many rounds that nobody waits for its end.
pub fn long_path(folder: &Path) -> PathBuf {
    let path = folder.join("path.edges");
    let list: String = (0..2_000_000u32).map(|v| format!("{} {v}\n", v + 1)).collect();
    std::fs::write(&path, list).unwrap();
    path
}

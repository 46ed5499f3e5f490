//! A process that dies ends the run at once, with its name; and nothing is left running.

use crate::run::{children, ended, folder, long_path, runs, signal, start, stderr, until};

/// A run of three workers that have come together.
fn under_way(name: &str) -> (std::process::Child, Vec<u32>) {
    let folder = folder(name);
    long_path(&folder);
    let child = start(&folder, &["graph", "path.edges", "--workers", "3"]);
    until("three workers start", || children(child.id()).len() == 3);
    let workers = children(child.id());
    (child, workers)
}

/// Lets the workers come together and begin: they have sockets to each other and read the file by then.
fn work_a_while() {
    std::thread::sleep(std::time::Duration::from_millis(1500));
}

#[test]
fn a_worker_that_is_killed_is_named_and_ends_the_run() {
    let (child, workers) = under_way("killed");
    work_a_while();
    signal("KILL", workers[1]);
    let output = ended(child);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let named = format!("process {}) ended before", workers[1]);
    assert!(stderr(&output).contains("worker 1 (127.0.0.1:"), "{}", stderr(&output));
    assert!(stderr(&output).contains(&named) && stderr(&output).contains("SIGKILL"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    until("no worker is left", || !workers.iter().any(|&worker| runs(worker)));
}

#[test]
fn ctrl_c_ends_all() {
    let (child, workers) = under_way("interrupted");
    work_a_while();
    signal("INT", child.id());
    let output = ended(child);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    until("no worker is left", || !workers.iter().any(|&worker| runs(worker)));
}

#[test]
fn workers_end_when_who_asked_is_gone() {
    for begun in [false, true] {
        let (child, workers) = under_way("orphans");
        if begun {
            work_a_while();
        }
        signal("KILL", child.id());
        ended(child);
        until("no worker is left", || !workers.iter().any(|&worker| runs(worker)));
    }
}

#[test]
fn the_time_limit_holds_for_all() {
    let folder = folder("late");
    long_path(&folder);
    let output = ended(start(&folder, &["graph", "path.edges", "--workers", "2", "--timeout", "2"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("time"), "{}", stderr(&output));
}

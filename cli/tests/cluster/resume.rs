//! A run whose worker was killed in some round goes on from the last whole one, with any number of workers.

use std::path::Path;

use crate::run::{children, ended, folder, grundy, start, stderr, stdout, try_signal};

/// A small generator of random numbers (SplitMix64).
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ z >> 31) % below
}

/// A graph of some hundred levels, with draws and with values of all kinds.
fn deep(folder: &Path) {
    let mut state = 11;
    let mut list = String::new();
    for u in 1..3000u64 {
        for _ in 0..1 + random(&mut state, 3) {
            let v = u.saturating_sub(1 + random(&mut state, 5));
            list += &format!("{u} {v}\n");
        }
        if u > 2500 && u % 97 == 0 {
            list += &format!("{u} {}\n", u + 40);
        }
    }
    std::fs::write(folder.join("deep.edges"), list).unwrap();
}

const ASKED: [&str; 3] = ["graph", "deep.edges", "--digest"];

/// A graph, and games: components with loopy values, components that split, and a sum under misère play. Each with a
/// number of rounds that it has.
const QUESTIONS: [(&[&str], u64); 4] = [
    (&ASKED, 150),
    (&["solve", "(n in 0..400) -> n-1 if n > 0 | n-2 if n > 1 | n+9 if n = 390", "399", "250"], 150),
    (&["solve", "kayles", "120", "77"], 100),
    (&["solve", "take {1,2,4}", "90", "41", "--misere"], 70),
];

/// The round of some phase that a store has kept whole.
fn kept_round(store: &Path) -> Option<u64> {
    let manifest = std::fs::read_to_string(store.join("manifest.json")).unwrap_or_default();
    manifest.split("\"round\":").nth(1).and_then(|rest| rest.split([',', '}']).next()?.parse().ok())
}

/// Kills a worker once a round is saved that was chosen by chance, and goes on; whether the run was killed in its work.
fn kill_and_resume(folder: &Path, run: u64, (asked, rounds): (&[&str], u64), expected: &str) -> bool {
    let mut state = run;
    let store = format!("store-{run}");
    let count = 2 + random(&mut state, 3);
    let round = random(&mut state, rounds);
    let workers = count.to_string();
    let kept = ["--workers", &workers, "--store", &store, "--save-every", "0"];
    let mut child = start(folder, &[asked, &kept].concat());
    let reached = |path: &Path| kept_round(path).is_some_and(|saved| saved >= round);
    let id = child.id();
    let over = |child: &mut std::process::Child| child.try_wait().unwrap().is_some();
    let mut done = false;
    while !reached(&folder.join(&store)) && !done {
        done = over(&mut child);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let victims = children(id);
    let chosen = random(&mut state, count) as usize;
    let mut killed = false;
    // A run that was over before its round came shows nothing, and is right.
    match victims.get(chosen).filter(|_| victims.len() as u64 == count && !done) {
        None => assert_eq!(stdout(&ended(child)), expected),
        Some(&victim) => {
            // It may have ended by itself meanwhile.
            try_signal("KILL", victim);
            let output = ended(child);
            killed = output.status.code() == Some(2);
            if killed {
                let named = format!("worker {chosen} (127.0.0.1:");
                assert!(
                    stderr(&output).contains(&named) && stderr(&output).contains("SIGKILL"),
                    "{}",
                    stderr(&output)
                );
            } else {
                assert_eq!(stdout(&output), expected, "it was killed after it had answered");
            }
        }
    }
    let others = (1 + random(&mut state, 4)).to_string();
    let last = kept_round(&folder.join(&store));
    let resumed = grundy(folder, &[asked, &["--workers", &others, "--store", &store, "--resume"]].concat());
    assert_eq!(stdout(&resumed), expected, "run {run}: {workers} workers, round {round}, then {others}");
    let told = stderr(&resumed);
    assert!(last.is_some_and(|last| told.contains(&format!("round {last}"))), "{last:?}: {told}");
    std::fs::remove_dir_all(folder.join(&store)).unwrap();
    killed
}

/// Goes on until so many runs were killed in their work.
fn runs(name: &str, first: u64, wanted: u64) {
    let folder = folder(name);
    deep(&folder);
    let expected = QUESTIONS.map(|(asked, _)| match asked[0] {
        "graph" => stdout(&grundy(&folder, asked)),
        // Only the engine has another name.
        _ => stdout(&grundy(&folder, &[asked, &["--workers", "1"]].concat())),
    });
    let (mut killed, mut run) = (0, first);
    while killed < wanted {
        // Whether a signal comes before the answer is chance; that it seldom does is not.
        assert!(run - first < 2 * wanted, "only {killed} of {} runs were killed in their work", run - first);
        let which = (run % QUESTIONS.len() as u64) as usize;
        killed += u64::from(kill_and_resume(&folder, run, QUESTIONS[which], &expected[which]));
        run += 1;
    }
    eprintln!("{killed} of {} runs were killed in their work", run - first);
}

#[test]
fn killed_runs_name_the_worker_and_resume_to_the_same_digest() {
    runs("resumed", 0, 6);
}

#[test]
#[ignore = "takes minutes; `make bench` runs it"]
fn two_hundred_killed_runs_resume_to_the_same_digest() {
    runs("resumed-often", 1000, 200);
}

#[test]
fn an_earlier_run_is_not_taken_over_unasked_nor_for_another_graph() {
    let folder = folder("stores");
    deep(&folder);
    std::fs::write(folder.join("other.edges"), "1 0\n2 1\n").unwrap();
    let kept = ["--workers", "2", "--store", "store", "--save-every", "0"];
    let first = stdout(&grundy(&folder, &[&ASKED[..], &kept].concat()));
    let again = grundy(&folder, &[&ASKED[..], &kept].concat());
    assert!(stderr(&again).contains("holds an earlier run"), "{}", stderr(&again));
    assert_eq!(stdout(&grundy(&folder, &[&ASKED[..], &kept, &["--resume"]].concat())), first);
    let other = grundy(&folder, &[&["graph", "other.edges"], &kept[..], &["--resume"]].concat());
    assert!(stderr(&other).contains("another graph or another question"), "{}", stderr(&other));
    let game = grundy(&folder, &[&["solve", "kayles", "9"], &kept[..]].concat());
    assert!(stderr(&game).contains("holds rounds of a graph"), "{}", stderr(&game));
    let misere = grundy(&folder, &[&ASKED[..], &kept, &["--resume", "--misere"]].concat());
    assert!(stderr(&misere).contains("another graph or another question"), "{}", stderr(&misere));
    let parts = || std::fs::read_dir(folder.join("store")).unwrap().map(|entry| entry.unwrap().path());
    let part = parts().find(|path| path.to_string_lossy().contains("outcomes")).unwrap();
    let mut bytes = std::fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&part, bytes).unwrap();
    let damaged = grundy(&folder, &[&ASKED[..], &kept, &["--resume"]].concat());
    assert!(stderr(&damaged).contains("it was damaged"), "{}", stderr(&damaged));
}

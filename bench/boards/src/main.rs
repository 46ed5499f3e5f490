//! Boards that are rules of pictures: how many options a second are listed, and how long values of Cram take, beside a peer if
//! there is one, in one run.
//!
//! Answers are asserted; times and ratios are printed, never judged. `PEER=igsolve` names the program of a peer; `RUNS` says how
//! often each value is asked for, and `THREADS` how many ours has: one, as the peer, if it is not set. A value is found by a process of its own, as the peer's is, so that both start anew.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use grundy::{Limits, Threads, Work, named};

/// Ways to make so many moves: game, board, moves, how many there are, and options a second (in millions) of the code by
/// hand that played these games before, from the run in which it was last measured.
const LINES: [(&str, &str, u32, u64, u32); 2] =
    [("cram", "7x7", 5, 1_900_399_680, 507), ("clobber", "7x7", 4, 501_256_416, 356)];

/// Boards of Cram with their values.
const VALUES: [(u32, u32, u64); 6] = [(5, 5, 0), (4, 7, 3), (5, 6, 2), (6, 6, 0), (5, 7, 1), (4, 9, 1)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [size] = &arguments[..] {
        println!("{}", value(size));
        return;
    }
    let runs = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(5);
    lines();
    values(runs, std::env::var("PEER").ok().as_deref());
}

fn lines() {
    println!("options a second, one thread, fastest of 3 runs");
    for (game, board, moves, known, before) in LINES {
        let work = Work::unwatched();
        let named = named::find(game).expect("it is in the catalogue");
        let mut arena = named.open(&[board.to_string()], None, &work).expect("it is a board");
        let mut least = Duration::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            let found = arena.lines(board, moves, &work).expect("within the limits");
            least = least.min(start.elapsed());
            assert_eq!(found, Some(known), "{game} {board}");
        }
        let rate = known as f64 / least.as_secs_f64() / 1e6;
        println!("{game:8} {board} {moves} moves: {known:>13} in {least:>8.2?}, {rate:.0} million a second");
        println!("         by hand, before: {before} million a second");
    }
}

fn value(size: &str) -> String {
    let threads = std::env::var("THREADS").ok().and_then(|threads| threads.parse().ok()).unwrap_or(1);
    let work = Work::within(Limits { threads: Some(Threads::new(threads)), ..Limits::default() });
    let cram = named::find("cram").expect("it is in the catalogue");
    let mut arena = cram.open(&[size.to_string()], None, &work).expect("it is a board");
    arena.value(size, &work).expect("within the limits").map_or(String::new(), |value| value.to_string())
}

fn values(runs: usize, peer: Option<&str>) {
    println!("values of Cram, a process each, fastest and median of {runs} runs in turns");
    let ours = std::env::current_exe().expect("this program has a path");
    for (rows, columns, known) in VALUES {
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let (time, said) = timed(Command::new(&ours).arg(format!("{rows}x{columns}")));
            assert_eq!(said.trim(), known.to_string(), "{rows}x{columns}");
            mine.push(time);
            if let Some(peer) = peer {
                let sides = ["-r", &rows.to_string(), "-c", &columns.to_string()].map(String::from);
                let (time, said) = timed(Command::new(peer).arg("cram").args(sides));
                assert!(said.contains(&format!("initial position: {known}")), "{rows}x{columns}: {said}");
                theirs.push(time);
            }
        }
        let (least, median) = summary(mine);
        print!("{rows}x{columns}: ours {least:>9.1?} {median:>9.1?}");
        if peer.is_some() {
            let (their_least, their_median) = summary(theirs);
            print!("  peer {their_least:>9.1?} {their_median:>9.1?}");
            let ratio = |peer: Duration, our: Duration| peer.as_secs_f64() / our.as_secs_f64();
            print!("  peer's to ours {:.2} {:.2}", ratio(their_least, least), ratio(their_median, median));
        }
        println!();
    }
}

fn timed(command: &mut Command) -> (Duration, String) {
    let start = Instant::now();
    let output = command.stderr(Stdio::null()).output().expect("the program runs");
    (start.elapsed(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn summary(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    (times[0], times[times.len() / 2])
}

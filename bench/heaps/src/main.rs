//! Heap engines against the textbook loops, in one run on one thread, but for the lines that say two. Every answer that is timed is asserted by its hash;
//! figures are processor time of this process, and ratios of them.
//!
//! ```text
//! cargo run --release -p bench-heaps                      all comparisons
//! cargo run --release -p bench-heaps -- period 0.104      one proof, its certificate checked with `verify`
//! ```

mod textbook;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use grundy::heap::{Sequence, Subtraction, TakeBreak, hash};
use grundy::{Limits, Threads, Work};
use textbook::{Octal, RareCommon};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => all(),
        ["period", code] => prove(code),
        _ => eprintln!("usage: bench-heaps [period CODE]"),
    }
}

fn game(code: &str) -> TakeBreak {
    match code {
        "grundy" => TakeBreak::grundy(),
        "couples" => TakeBreak::couples(),
        code => code.parse().expect("an octal code"),
    }
}

/// Seconds of processor time of this process so far; of the wall clock where the system does not tell.
fn processor(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let used = stat.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    used.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Heaps a second of `work`, which computes `heaps` of them.
fn rate(heaps: u64, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    let before = processor(start);
    work();
    heaps as f64 / (processor(start) - before).max(1e-9)
}

fn line(what: &str, ours: f64, theirs: f64, baseline: &str) {
    let (ours_m, theirs_m) = (ours / 1e6, theirs / 1e6);
    println!(
        "{what:<40} {ours_m:>9.3} M/s   {baseline:<22} {theirs_m:>8.3} M/s   ratio {:>6.1}",
        ours / theirs
    );
}

fn all() {
    let sets: [&[u64]; 5] = [
        &[2, 5, 7],
        &[1, 3, 4, 9],
        &[17, 33, 64, 91, 120],
        &[65, 129, 300, 1000, 5003],
        &(1..300).step_by(2).collect::<Vec<u64>>(),
    ];
    for set in sets {
        subtraction(set);
    }
    all_pairs("0.07", 60_000);
    all_pairs("0.007", 100_000);
    let parity = |v: u16, mask: u16| (v & mask).count_ones() as usize & 1;
    sparse("0.106", 2_000_000, 100_000_000, |v, n| parity(v, !0b010010) == (n + 1) & 1);
    sparse("0.16", 300_000, 10_000_000, class_of("0.16"));
    sparse("0.354", 200_000, 5_000_000, class_of("0.354"));
    sparse("0.36", 150_000, 1_500_000, class_of("0.36"));
    sparse("0.6", 80_000, 1_500_000, |v, _| parity(v, !0b000010001) == 0);
    sparse("grundy", 80_000, 1_500_000, |v, _| parity(v, !1) == 0);
    sparse("0.0414", 30_000, 200_000, class_of("0.0414"));
    sparse("4.007", 30_000, 200_000, class_of("4.007"));
    for code in ["0.6", "grundy"] {
        two_threads(code, 600_000);
    }
    ogs("0.106", 100_000_000);
}

/// Both write their values into the same memory, so that neither pays for getting it.
fn subtraction(set: &[u64]) {
    const HEAPS: u64 = 20_000_000;
    let list: Vec<usize> = set.iter().map(|&s| s as usize).collect();
    let mut table = vec![1; HEAPS as usize];
    let theirs = rate(HEAPS, || textbook::subtraction(&list, &mut table));
    let expected = hash(table.iter().map(|&v| v.into()));
    let mut game = Subtraction::new(set).expect("a set");
    let sieved = rate(HEAPS, || game.extend(HEAPS, &Work::unwatched()).expect("values"));
    let value = |n: u64, game: &mut Subtraction| game.value(n, &Work::unwatched()).expect("a value").0;
    assert_eq!(hash((0..HEAPS).map(|n| value(n, &mut game))), expected, "values of {set:?}");
    // A fresh game again and again: the period is found and proved each time.
    let rounds = 10;
    table.fill(0);
    let ours = rate(rounds * HEAPS, || {
        for _ in 0..rounds {
            let mut game = Subtraction::new(set).expect("a set");
            game.fill(&mut table, &Work::unwatched()).expect("values");
        }
    });
    assert_eq!(hash(table.iter().map(|&v| v.into())), expected, "table of {set:?}");
    let name =
        if set.len() > 6 { format!("take {} odd amounts", set.len()) } else { format!("take {set:?}") };
    line(&format!("{name}, sieve"), sieved, theirs, "textbook mex");
    line(&format!("{name}, period"), ours, theirs, "textbook mex");
}

/// A game run on without use of its period, against all pairs.
fn all_pairs(code: &str, heaps: u64) {
    let mut plain = Vec::new();
    let theirs = rate(heaps, || plain = textbook::all_pairs(&Octal::new(code), heaps as usize));
    let mut sequence = Sequence::new(game(code));
    let ours = rate(heaps, || sequence.extend(heaps, &Work::unwatched()).expect("values"));
    assert_eq!(hash(values(&mut sequence, heaps)), hash(plain.iter().map(|&v| v.into())), "values of {code}");
    line(&format!("{code} to {heaps}"), ours, theirs, "textbook pairs");
}

fn values(sequence: &mut Sequence, heaps: u64) -> impl Iterator<Item = u64> {
    (0..heaps).map(|n| sequence.value(n, &Work::unwatched()).expect("a value").0)
}

/// The class that our engine found, for the textbook loop.
fn class_of(code: &str) -> impl Fn(u16, usize) -> bool {
    let mut sequence = Sequence::new(game(code));
    sequence.extend(1 << 16, &Work::unwatched()).expect("values");
    let class = sequence.class().expect("a sparse space");
    move |v, n| class.is_rare(v.into(), n as u64)
}

/// Both engines start from the same table of 2^17 heaps; rates are those of what they add to it.
fn sparse(code: &str, theirs_more: u64, ours_more: u64, is_rare: impl Fn(u16, usize) -> bool) {
    const START: u64 = 1 << 17;
    let mut sequence = Sequence::new(game(code));
    sequence.extend(START, &Work::unwatched()).expect("values");
    let start = sequence.len();
    let known = values(&mut sequence, start).map(|v| v as u16).collect();
    let mut plain = RareCommon::new(Octal::new(code), is_rare, known);
    let theirs = rate(theirs_more, || plain.extend((start + theirs_more) as usize));
    let ours = rate(ours_more, || sequence.extend(start + ours_more, &Work::unwatched()).expect("values"));
    let (ours_hash, theirs_hash) =
        (hash(values(&mut sequence, start + theirs_more)), hash(plain.values.iter().map(|&v| v.into())));
    assert_eq!(ours_hash, theirs_hash, "values of {code}");
    line(&format!("{code} from 2^17"), ours, theirs, "textbook rare/common");
}

/// The best of several short runs on one thread and on two, by the wall clock: a machine with other work spoils most of them.
fn two_threads(code: &str, more: u64) {
    let mut first = Sequence::new(game(code));
    first.extend(1 << 17, &Work::unwatched()).expect("values");
    let kept = first.checkpoint();
    let mut digests = Vec::new();
    let best = [1, 2].map(|threads| {
        let mut run = || {
            let work = Work::within(Limits { threads: Some(Threads::new(threads)), ..Limits::default() });
            let mut sequence = Sequence::resume(game(code), &kept).expect("a checkpoint");
            let (start, began) = (sequence.len(), Instant::now());
            sequence.extend(start + more, &work).expect("values");
            digests.push(sequence.digest(start + more));
            more as f64 / began.elapsed().as_secs_f64()
        };
        (0..8).map(|_| run()).fold(0.0, f64::max)
    });
    assert!(digests.iter().all(|digest| *digest == digests[0]), "values of {code}");
    line(&format!("{code} from 2^17, two threads, wall"), best[1], best[0], "one thread");
}

/// The installed `ogsolve` (`cargo install ogsolve`) with its fastest method, where there is one: whole runs from heap 0.
fn ogs(code: &str, heaps: u64) {
    let last = (heaps - 1).to_string();
    let command = |last: &str, more: &[&str]| {
        let mut command = Command::new("ogsolve");
        command.args([code, "-m", "rc2", "-n", last]).args(more).stdout(Stdio::piped());
        command
    };
    let Ok(printed) = command("99999", &["-p"]).output() else {
        println!("{code:<40} ogsolve is not installed: no comparison");
        return;
    };
    let theirs = heaps as f64 / finished(command(&last, &[]).stdout(Stdio::null()).spawn().expect("ogsolve"));
    let mut sequence = Sequence::new(game(code));
    let ours = rate(heaps, || sequence.extend(heaps, &Work::unwatched()).expect("values"));
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    let line_of_values = text.lines().find_map(|l| l.trim().strip_prefix("nimbers: ")).expect("values");
    let first: Vec<u64> = line_of_values.split(' ').map(|v| v.parse().expect("a value")).collect();
    assert_eq!(hash(values(&mut sequence, 100_000)), hash(first.into_iter()), "values of {code}");
    line(&format!("{code} to {heaps}"), ours, theirs, "ogsolve rc2");
}

/// Waits for a process and tells its processor time, as the system knows it until the process is forgotten; of the wall clock
/// where the system does not tell.
fn finished(mut child: Child) -> f64 {
    let (start, folder) = (Instant::now(), format!("/proc/{}", child.id()));
    let read = |file: &str| std::fs::read_to_string(format!("{folder}/{file}")).unwrap_or_default();
    while read("stat").rsplit(')').next().is_some_and(|s| !s.is_empty() && !s.starts_with(" Z")) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let used = read("schedstat").split(' ').next().and_then(|n| n.parse::<f64>().ok());
    assert!(child.wait().expect("a process").success(), "the process failed");
    used.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn prove(code: &str) {
    let start = Instant::now();
    let mut sequence = Sequence::new(game(code));
    let report = sequence.find_period(1 << 32, &Work::unwatched()).expect("a run");
    let certificate = sequence.certificate();
    let found = processor(start);
    println!("{code}: {:?} {:?} with {} heaps, {found:.2} s", report.verdict, report.period, report.limit);
    if let Some(certificate) = certificate {
        let verdict = grundy::verify::check(&certificate, &grundy::Work::unwatched()).expect("not stopped");
        println!("{code}: the checker says {verdict:?}, {:.2} s", processor(start) - found);
    }
}

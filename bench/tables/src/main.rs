//! The general heap table against the loop that a user would write by hand, in one run.
//!
//! Answers are asserted; ratios are printed, never judged.

use std::time::{Duration, Instant};

use grundy::plan::RECOGNISERS;
use grundy::{Lets, Rules, Work};

/// How often each side runs; the fastest run counts.
const RUNS: usize = 3;

fn main() {
    println!("general table against a hand-written loop, fastest of {RUNS} runs");
    compare("n -> a & n-a for a in 1..(n-1)/2", 20_000, |n, g, seen| {
        (1..=(n.max(1) - 1) / 2).for_each(|a| seen[(g[a] ^ g[n - a]) as usize] = n as u32 + 1);
    });
    compare("n -> a & n-k-a for k in {1,2} for a in 0..n-k", 10_000, |n, g, seen| {
        for k in (1..=2).filter(|k| *k <= n) {
            (0..=n - k).for_each(|a| seen[(g[a] ^ g[n - k - a]) as usize] = n as u32 + 1);
        }
    });
    compare("n -> m for m in 0..n-1", 20_000, |n, g, seen| {
        (0..n).for_each(|m| seen[g[m] as usize] = n as u32 + 1);
    });
    compare("n -> n-s for s in squares(n)", 50_000, |n, g, seen| {
        (1..).map(|k| k * k).take_while(|s| *s <= n).for_each(|s| seen[g[n - s] as usize] = n as u32 + 1);
    });
}

/// Times one rule: `mark` stamps the values of the options of heap n.
fn compare(rule: &str, last: usize, mark: impl Fn(usize, &[u32], &mut [u32])) {
    let (by_hand, theirs) = fastest(|| {
        let mut values = vec![0u32; last + 1];
        let mut seen = vec![0u32; (2 * last).next_power_of_two()];
        for n in 0..=last {
            mark(n, &values, &mut seen);
            values[n] = seen.iter().position(|s| *s != n as u32 + 1).unwrap_or(0) as u32;
        }
        values
    });
    let rules = Rules::read(rule, &Lets::new(), &Work::unwatched()).expect("the rule is right");
    let work = Work::unwatched();
    let general =
        RECOGNISERS.iter().find(|r| r.shape() == grundy::sentence::ShapeName::Falling).expect("it is there");
    let (table, ours) = fastest(|| {
        let mut engine =
            general.recognise(&rules, &work).map(|r| r.engine).unwrap_or_else(|e| panic!("{rule}: {e}"));
        engine.prepare(&[rules.legal(vec![last as i64]).expect("a heap")], &work).expect("within the limits");
        let value = |n| engine.value(&[n], &work).expect("it is in the table").0 as u32;
        (0..=last as i64).map(value).collect::<Vec<u32>>()
    });
    assert_eq!(by_hand, table, "{rule}");
    println!(
        "{rule:50} to {last:>9}: by hand {theirs:>10.1?}, general table {ours:>10.1?}, ratio {:.2}",
        ours.as_secs_f64() / theirs.as_secs_f64()
    );
}

fn fastest<T>(mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut timed = (0..RUNS).map(|_| {
        let start = Instant::now();
        let result = run();
        (start.elapsed(), result)
    });
    let first = timed.next().expect("at least one run");
    let best = timed.fold(first, |best, next| if next.0 < best.0 { next } else { best });
    (best.1, best.0)
}

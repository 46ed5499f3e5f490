//! Rules as people type them against the same rules written by hand for that one game, in one run.
//!
//! Answers are asserted; times and ratios are printed, never judged. `-- NAME` runs only the rules whose shape has that word.

mod cases;
mod rivals;

use std::time::{Duration, Instant};

use grundy::{Lets, Literal, Report, Source, Work, open};

use crate::cases::{Answer, CASES, Case};

/// How often each side runs; the fastest run counts.
const RUNS: usize = 3;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    println!("rules against hand-written code, fastest of {RUNS} runs in turn");
    println!("{:42} {:>11} {:>11} {:>11} {:>8}", "shape", "positions", "by hand", "ours", "ratio");
    let mut logs = Vec::new();
    for case in CASES.iter().filter(|case| case.shape.contains(&wanted)) {
        logs.push(compare(case).ln());
    }
    let mean = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
    println!("geometric mean of the ratios {mean:.2}");
}

/// Times one rule both ways, in turn, and gives our time by theirs.
fn compare(case: &Case) -> f64 {
    let mut best = [Duration::MAX; 2];
    let mut positions = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        let (expected, looked_at) = (case.rival)();
        best[0] = best[0].min(start.elapsed());
        positions = looked_at;
        let start = Instant::now();
        let report = ours(case);
        best[1] = best[1].min(start.elapsed());
        assert_eq!(answer(&report, expected), expected, "{}", case.rule);
    }
    let ratio = best[1].as_secs_f64() / best[0].as_secs_f64();
    println!("{:42} {positions:>11} {:>11.1?} {:>11.1?} {ratio:>8.2}", case.shape, best[0], best[1]);
    ratio
}

fn ours(case: &Case) -> Report {
    let work = Work::unwatched();
    let lets: Lets = case.lets.iter().map(|(name, value)| (name.to_string(), Literal::Int(*value))).collect();
    let position = [case.position.to_string()];
    let mut game = open(Source::Text(case.rule), &lets, &position, None, &work).expect("the rule is right");
    game.report(&work).unwrap_or_else(|error| panic!("{}: {error}", case.rule))
}

/// What a report says, in the sort of answer that the rival gives.
fn answer(report: &Report, like: Answer) -> Answer {
    match like {
        Answer::Value(_) => {
            Answer::Value(report.value.as_ref().and_then(|value| value.finite()).expect("a value").0)
        }
        Answer::Score(_) => Answer::Score(report.score.expect("a score")),
        Answer::Outcome(_) => Answer::Outcome(report.outcome.to_string().chars().next().expect("a letter")),
    }
}

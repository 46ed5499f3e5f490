//! Rules as people type them against the same rules written by hand for that one game, in one run.
//!
//! Answers are asserted; times and ratios are printed, never judged. `-- NAME` runs only the rules whose shape has that word, and
//! `-- NAME alone` only our compiled side of them, for a profiler. The browser's side is there if the page was built and there is Node.

mod browser;
mod cases;
mod memory;
mod rivals;

use std::time::{Duration, Instant};

use grundy::program::Compiler;
use grundy::{Lets, Limits, Literal, Report, Source, Work, open};

use crate::browser::Browser;
use crate::cases::{Answer, CASES, Case};
use crate::memory::measured;

/// How often each side runs; the fastest run counts.
const RUNS: usize = 3;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let cases = || CASES.iter().filter(|case| case.shape.contains(&wanted));
    if std::env::args().nth(2).is_some() {
        return cases().for_each(alone);
    }
    println!(
        "rules against hand-written code, fastest of {RUNS} runs in turn; bytes a position at most in use, ours compiled"
    );
    println!(
        "{:40} {:>10} {:>9} {:>9} {:>11} {:>9} {:>7} {:>7} {:>7} {:>10} {:>6}",
        "shape",
        "positions",
        "by hand",
        "compiled",
        "interpreted",
        "browser",
        "ratio",
        "ratio",
        "ratio",
        "a second",
        "bytes"
    );
    let mut browser = Browser::start();
    let mut logs = Vec::new();
    for case in cases() {
        logs.push(compare(case, browser.as_mut()).map(f64::ln));
    }
    let mean = |which: usize| {
        let sum: f64 = logs.iter().map(|log| log[which]).sum();
        (sum / logs.len().max(1) as f64).exp()
    };
    println!(
        "geometric means of the ratios: compiled {:.2}, interpreted {:.2}, browser {:.2}",
        mean(0),
        mean(1),
        mean(2)
    );
    if browser.is_none() {
        println!("the browser was left out: `make page` builds its engine, and Node runs it");
    }
}

/// Answers one rule compiled, and nothing else.
fn alone(case: &Case) {
    let start = Instant::now();
    for _ in 0..RUNS {
        ours(case, Some(grundy_jit::COMPILER));
    }
    println!("{:40} {:.1?}", case.shape, start.elapsed() / RUNS as u32);
}

/// Times one rule by hand, compiled, interpreted and in the browser, in turn, and gives our times by theirs.
fn compare(case: &Case, mut browser: Option<&mut Browser>) -> [f64; 3] {
    let mut best = [Duration::MAX; 4];
    let (mut positions, mut bytes) = (0, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        let (expected, looked_at) = (case.rival)();
        best[0] = best[0].min(start.elapsed());
        positions = looked_at;
        for (which, compiler) in [(1, Some(grundy_jit::COMPILER)), (2, None)] {
            let start = Instant::now();
            let (report, most) = measured(|| ours(case, compiler));
            best[which] = best[which].min(start.elapsed());
            assert_eq!(answer(&report, expected), expected, "{}", case.rule);
            if which == 1 {
                bytes = most;
            }
        }
        if let Some(browser) = &mut browser {
            let (took, found) = browser.answer(case, expected);
            best[3] = best[3].min(took);
            assert_eq!(found, expected, "{} in the browser", case.rule);
        }
    }
    let ratio = |which: usize| match best[which] {
        Duration::MAX => f64::NAN,
        took => took.as_secs_f64() / best[0].as_secs_f64(),
    };
    let ratios = [ratio(1), ratio(2), ratio(3)];
    let [by_hand, compiled, interpreted, in_browser] = best;
    let in_browser = if ratios[2].is_nan() { "-".to_string() } else { format!("{in_browser:.1?}") };
    println!(
        "{:40} {positions:>10} {by_hand:>9.1?} {compiled:>9.1?} {interpreted:>11.1?} {in_browser:>9} {:>7.2} {:>7.2} {:>7.2} {:>10.1e} {:>6.1}",
        case.shape,
        ratios[0],
        ratios[1],
        ratios[2],
        positions as f64 / compiled.as_secs_f64(),
        bytes as f64 / positions as f64
    );
    ratios
}

fn ours(case: &Case, compiler: Option<Compiler>) -> Report {
    let work = Work::within(Limits { compiler, ..Limits::default() });
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

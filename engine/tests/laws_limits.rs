//! Laws of the limits: work stops when it is told to, and what was not looked at is never claimed.

use std::sync::atomic::{AtomicU64, Ordering};

use grundy::{
    ErrorKind, Lets, Limits, Outcome, Part, Position, Progress, Quiet, Request, Rules, Step, Stop, solve,
};

/// Stops at the first question whether to go on.
#[derive(Default)]
struct Impatient(AtomicU64);

impl Progress for Impatient {
    fn step(&self, _: Step<'_>) -> Result<(), Stop> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Err(Stop::TimedOut)
    }
}

fn one(rules: &Rules, text: &str) -> Position {
    Position(vec![rules.component(text).unwrap()])
}

#[test]
fn many_choices_without_an_option_can_be_stopped() {
    let rules = Rules::read("n -> n-k for k in 1..n if k*k == 999999999999999", &Lets::new()).unwrap();
    let position = one(&rules, "90000000");
    let request = Request { rules: &rules, position: &position, play: None, limits: Limits::default() };
    let impatient = Impatient::default();
    let error = solve(&request, &impatient).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(impatient.0.load(Ordering::Relaxed) <= 16);
}

#[test]
fn of_too_many_moves_some_that_win_are_shown_and_the_rest_is_not_denied() {
    let rules = Rules::read("0.77", &Lets::new()).unwrap();
    let position = one(&rules, "1000000000000000");
    let ask = |position: &Position| {
        let request = Request { rules: &rules, position, play: None, limits: Limits::default() };
        solve(&request, &Quiet).unwrap()
    };
    let report = ask(&position);
    assert_eq!(report.outcome, Outcome::N);
    assert!(!report.moves_complete);
    assert!(!report.winning_moves.is_empty());
    for by in &report.winning_moves {
        let parts = by.to.iter().map(|part| match part {
            Part::One(place) => rules.component(&place.to_string()).unwrap(),
            other => panic!("{other:?}"),
        });
        let report = ask(&Position(parts.collect()));
        assert_eq!(report.outcome, Outcome::P, "{by:?}");
    }
}

//! Laws of the limits: work stops when it is told to, and what was not looked at is never claimed.

use grundy::ask::{Answer, Asker, Moves, Question, Verb};
use grundy::report::Part;
use grundy::{ErrorKind, Lets, Outcome, Patience, Position, Request, Rules, Work, solve};

fn one(rules: &Rules, text: &str) -> Position {
    Position(vec![rules.component(text).unwrap()])
}

#[test]
fn many_choices_without_an_option_can_be_stopped() {
    let rules =
        Rules::read("n -> n-k for k in 1..n if k*k == 999999999999999", &Lets::new(), &Work::unwatched())
            .unwrap();
    let position = one(&rules, "90000000");
    let request = Request { rules: &rules, position: &position, play: None };
    let impatient = Patience::new(0);
    let error = solve(&request, &Work::watched(&impatient)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(impatient.asked() <= 16);
}

#[test]
fn of_too_many_moves_some_that_win_are_shown_and_the_rest_is_not_denied() {
    let rules = Rules::read("0.77", &Lets::new(), &Work::unwatched()).unwrap();
    let position = one(&rules, "1000000000000000");
    let ask = |position: &Position| {
        let request = Request { rules: &rules, position, play: None };
        solve(&request, &Work::unwatched()).unwrap()
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

/// A question about a sum, with little memory for the answer.
fn about(verb: Verb, rules: &str, position: &[String]) -> Question {
    let (rules, position) = (rules.to_string(), position.to_vec());
    Question { rules, position, max_bytes: Some(8 << 20), nodes: Some(2000), ..Question::of(verb) }
}

fn copies(text: &str, count: usize) -> Vec<String> {
    vec![text.to_string(); count]
}

fn moves(question: &Question) -> Moves {
    match Asker::default().ask(question, &Work::unwatched()) {
        Ok(Answer::Moves(moves)) => *moves,
        other => panic!("{other:?}"),
    }
}

#[test]
fn of_a_wide_sum_the_moves_to_choose_are_shown_where_the_list_does_not_fit() {
    // 1.2 million moves; 4000 moves to sums of 4000 heaps; the same of a won sum; 1200 moves of 300 boards.
    let cases = [
        ("nim", copies("4000", 300), Outcome::P),
        ("nim", copies("1", 4000), Outcome::P),
        ("nim", copies("1", 4001), Outcome::N),
        ("cram", copies("2x2", 300), Outcome::P),
    ];
    for (rules, position, outcome) in cases {
        let found = moves(&about(Verb::Moves, rules, &position));
        assert_eq!((found.here.outcome, found.complete), (outcome, false), "{rules} {}", position[0]);
        assert!(!found.moves.is_empty() && found.moves.len() < 100, "{rules}: {}", found.moves.len());
        let wins = outcome == Outcome::N;
        assert!(found.moves.iter().all(|m| (m.then.outcome == Outcome::P) == wins));
    }
}

#[test]
fn of_too_many_moves_the_winning_ones_are_shown_and_others_not_denied() {
    let position = ["5000", "7"].map(String::from);
    let found = moves(&about(Verb::Moves, "nim", &position));
    assert!(!found.complete);
    let [only] = &found.moves[..] else { panic!("{:?}", found.moves) };
    assert_eq!((only.by.component, only.then.outcome), (0, Outcome::P));
    assert_eq!(only.then.position.iter().map(|p| p.argument()).collect::<Vec<_>>(), ["7", "7"]);
    let found = moves(&about(Verb::Moves, "nim", &["50", "7"].map(String::from)));
    assert!(found.complete && found.moves.len() == 57);
}

#[test]
fn answers_that_do_not_fit_into_the_memory_are_refused() {
    let ones = copies("1", 30_000);
    let stairs: Vec<String> = (1..=300).map(|n| n.to_string()).collect();
    let questions = [
        about(Verb::Solve, "n -> n-k for k in 1..50 play misere", &stairs),
        about(Verb::Solve, "n -> 60000 of m for m in 0..n-1 play misere", &copies("400", 1)),
        about(Verb::Layout, "nim", &copies("1", 1000)),
        about(Verb::Layout, "cram", &copies("1x2", 1000)),
        about(Verb::Solve, "strings", &["a".repeat(20_000)]),
        about(Verb::Moves, "strings", &["a".repeat(20_000)]),
        Question { opened: Some(vec![ones.clone()]), ..about(Verb::Layout, "nim", &ones) },
        Question { to: Some(vec![5_000_000]), ..about(Verb::Table, "nim", &[]) },
        Question { to: Some(vec![3000, 3000]), ..about(Verb::Table, "wythoff", &[]) },
    ];
    for question in &questions {
        let error = match Asker::default().ask(question, &Work::unwatched()) {
            Err(error) => error,
            Ok(_) => panic!("{} {} was answered", question.rules, question.position.len()),
        };
        assert_eq!(error.kind(), ErrorKind::Limit, "{}: {error}", question.rules);
    }
    // The outcome of a sum that comes back is known although its moves do not fit.
    let question = about(Verb::Solve, "(n in 0..9) -> n-1 | n+1", &copies("3", 3000));
    let Ok(Answer::Report(report)) = Asker::default().ask(&question, &Work::unwatched()) else { panic!() };
    assert!(!report.moves_complete);
}

#[test]
fn a_table_that_could_not_be_sent_is_not_made() {
    let asked = |most| {
        let question = Question {
            to: Some(vec![2000]),
            max_answer: Some(most),
            ..about(Verb::Table, "n -> n-k for k in 1..n", &[])
        };
        Asker::default().ask(&question, &Work::unwatched())
    };
    let Ok(Answer::Table(table)) = asked(u64::MAX) else { panic!() };
    let length = serde_json::to_vec(&table).unwrap().len() as u64;
    assert!(asked(length).is_ok());
    // The length is counted without what stands around the cells.
    let error = asked(length - 100).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.message().contains("the answer would have more than"), "{error}");
}

#[test]
fn long_lists_are_stopped_while_they_are_made() {
    let questions = [
        Question { to: Some(vec![200_000]), ..about(Verb::Table, "nim", &[]) },
        about(Verb::Moves, "nim", &copies("100", 40)),
        about(Verb::Moves, "cram", &copies("2x2", 300)),
        about(Verb::Solve, "misere-nim", &copies("1", 20_000)),
        about(Verb::Solve, "n -> take: n-k for k in 1..3", &copies("3", 20_001)),
        about(Verb::Layout, "nim", &copies("1", 1000)),
        about(Verb::Solve, "strings", &["a".repeat(20_000)]),
    ];
    for question in questions {
        let question = Question { max_bytes: Some(1 << 30), ..question };
        match Asker::default().ask(&question, &Work::watched(&Patience::new(0))) {
            Err(error) => assert_eq!(error.kind(), ErrorKind::Timeout, "{}: {error}", question.rules),
            Ok(_) => panic!("{} {} was not stopped", question.rules, question.position.len()),
        }
    }
}

#[test]
fn a_table_beyond_the_lists_of_its_rules_says_where_they_end() {
    let default = Asker::default().ask(&about(Verb::Table, "ends", &[]), &Work::unwatched());
    let Ok(Answer::Table(table)) = default else { panic!("{default:?}") };
    assert_eq!((table.rows.len(), table.columns.len()), (5, 5));
    let question = Question { to: Some(vec![15, 15]), ..about(Verb::Table, "ends", &[]) };
    let error = Asker::default().ask(&question, &Work::unwatched()).unwrap_err();
    assert!(error.message().contains("there is no entry"), "{error}");
    let hint = error.next_step().map(ToString::to_string).unwrap_or_default();
    assert_eq!(hint, "make the table end at 4,4, or give the rules a longer list");
}

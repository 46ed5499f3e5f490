//! Laws of answers: what is told before is what happens then, and nothing is told twice or silently ignored.

use grundy::ask::{Answer, Asker, Moves, Question, Reading, Verb};
use grundy::{Error, ErrorKind, Lets, Play, Report, Request, Rules, Work};

fn ask(verb: Verb, rules: &str, position: &[&str]) -> Question {
    let position = position.iter().map(|text| text.to_string()).collect();
    Question { rules: rules.into(), position, ..Question::of(verb) }
}

fn answer(question: &Question) -> Result<Answer, Error> {
    Asker::default().ask(question, &Work::unwatched())
}

fn solve(rules: &str, position: &[&str]) -> Report {
    match answer(&ask(Verb::Solve, rules, position)) {
        Ok(Answer::Report(report)) => *report,
        other => panic!("{rules}: {other:?}"),
    }
}

fn read(rules: &str) -> Reading {
    match answer(&ask(Verb::Read, rules, &[])) {
        Ok(Answer::Reading(reading)) => *reading,
        other => panic!("{rules}: {other:?}"),
    }
}

fn moves(rules: &str, position: &[&str]) -> Moves {
    match answer(&ask(Verb::Moves, rules, position)) {
        Ok(Answer::Moves(moves)) => *moves,
        other => panic!("{rules}: {other:?}"),
    }
}

#[test]
fn the_plan_names_the_engine_that_answers() {
    for (rules, position, shape, engine) in [
        ("n -> n-k for k in 1..3 play misere", "9", "retrograde analysis of the whole game", "retrograde"),
        ("n -> m for m in 0..n-1 play misere", "9", "misère Nim", "misère Nim"),
        (
            "n -> take: m for m in 0..n-1 play misere",
            "9",
            "retrograde analysis of the whole game",
            "retrograde",
        ),
        ("n -> n-k gain k for k in 1..3", "9", "mini-max over the whole game", "mini-max"),
        (
            "n -> n-k for k in 1..3 end win if n == 0",
            "9",
            "retrograde analysis of the whole game",
            "retrograde",
        ),
        ("n -> n-k for k in 1..3", "9", "take 1..k", "remainder"),
    ] {
        let considered = read(rules).considered;
        let chosen = considered.last().expect("a plan");
        assert!(
            chosen.matched() && considered.iter().filter(|thought| thought.matched()).count() == 1,
            "{rules}"
        );
        let plan = solve(rules, &[position]).plan;
        assert_eq!((chosen.shape.english(), plan.engine.english()), (shape, engine), "{rules}");
        assert_eq!(chosen.why(), plan.why(), "{rules}");
    }
    let far = read("n -> n-k for k in 1..3 play misere")
        .considered
        .pop()
        .and_then(|last| last.reach().map(ToString::to_string));
    assert!(far.unwrap().contains("window automaton"));
}

#[test]
fn points_and_misere_play_are_refused_together() {
    for verb in
        [Verb::Read, Verb::Solve, Verb::Moves, Verb::Layout, Verb::Svg, Verb::Dot, Verb::Table, Verb::Plot]
    {
        let question = ask(verb, "n -> n-k gain k for k in 1..3", &["5"]);
        assert!(answer(&question).is_ok(), "{verb:?}");
        let misere = Question { play: Some(Play::Misere), ..question };
        let error = answer(&misere).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{verb:?}: {error}");
        assert!(error.next_step().is_some(), "{verb:?}: {error}");
    }
}

#[test]
fn a_move_is_listed_once_however_it_is_written() {
    let rules = "n -> 1 & 1 if n==2 | 2 of 1 if n==2 | 1 & 0 of 7 & 1 if n==2";
    assert_eq!(solve(rules, &["2"]).winning_moves.len(), 1);
    assert_eq!(moves(rules, &["2"]).moves.len(), 1);
    assert_eq!(read(&rules.replace("==2", ">2")).example.moves.len(), 1);
    let labelled = "n -> split: 1 & 1 if n==2 | copy: 2 of 1 if n==2";
    assert_eq!(solve(labelled, &["2"]).winning_moves.len(), 2);
    assert_eq!(moves("n -> 20 of 1 if n==2 | 19 of 1 & 1 if n==2", &["2"]).moves.len(), 1);
}

#[test]
fn a_corner_beyond_the_names_of_a_coordinate_is_refused() {
    let rules = "(n, m in {p,q}) -> (n-1,q)";
    for verb in [Verb::Table, Verb::Plot] {
        let table = |from: Option<Vec<i64>>, to: Option<Vec<i64>>| {
            answer(&Question { from, to, ..ask(verb, rules, &[]) }).map(|_| ())
        };
        assert_eq!(table(None, Some(vec![5])), Ok(()));
        assert_eq!(table(Some(vec![0, 1]), Some(vec![5, 1])), Ok(()));
        for (from, to) in [
            (None, Some(vec![5, 5])),
            (Some(vec![0, -1]), Some(vec![5])),
            (Some(vec![0, 2]), Some(vec![5, 2])),
            (None, Some(vec![5, i64::MAX])),
            (Some(vec![0, i64::MIN]), None),
        ] {
            let error = table(from.clone(), to.clone()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Position, "{from:?} {to:?}: {error}");
            assert!(error.message().contains("it is one of p, q"), "{error}");
        }
    }
}

#[test]
fn few_values_are_written_out_and_many_shortened() {
    let reason = |heap: &str| serde_json::to_string(&solve("nim", &[heap]).reason).unwrap();
    assert!(reason("3").contains(r#""0, 1, 2""#), "{}", reason("3"));
    assert!(reason("4").contains(r#""0, 1, 2, 3""#), "{}", reason("4"));
    assert!(reason("9").contains(r#""0, 1, …, 8""#), "{}", reason("9"));
}

#[test]
fn a_reading_carries_its_warnings() {
    let pass = grundy::rules::Warning::Pass { name: "s".into() };
    assert_eq!(read("take 0..3").warnings, [pass]);
    assert!(read("take 1..3").warnings.is_empty());
    assert!(read("cram").warnings.is_empty());
}

#[test]
fn only_legal_positions_can_be_made() {
    let work = Work::unwatched();
    let nim = Rules::read("nim", &Lets::new(), &work).unwrap();
    for place in [vec![-1], vec![], vec![1, 2]] {
        assert_eq!(nim.legal(place).unwrap_err().kind(), ErrorKind::Position);
    }
    // A position of other rules is refused, not misread.
    let pair = Rules::read("wythoff", &Lets::new(), &work).unwrap().position([vec![3, 5]]).unwrap();
    let request = Request { rules: &nim, position: &pair, play: None };
    assert_eq!(grundy::solve(&request, &Work::unwatched()).unwrap_err().kind(), ErrorKind::Position);
}

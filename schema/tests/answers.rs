//! Real answers to every verb are as the schemas say, and every field that the schemas name is written by some answer.

mod conformance;

use grundy::ask::{Asker, Question, Verb};
use grundy::{Error, Play, Work};
use grundy_schema::{VERBS, answer_to};
use serde_json::{Value, json};

use conformance::Schemas;

fn question(verb: Verb, rules: &str, position: &[&str]) -> Question {
    let position = position.iter().map(|text| text.to_string()).collect();
    Question { rules: rules.into(), position, ..Question::of(verb) }
}

fn answer(question: &Question) -> Result<Value, Error> {
    Asker::default().ask(question, &Work::unwatched()).map(|answer| serde_json::to_value(answer).unwrap())
}

/// Games of every kind, each with a position.
const GAMES: &[(&str, &[&str])] = &[
    ("nim", &["7", "10", "12", "5"]),
    ("nim", &["1000000000"]),
    ("nim", &["18446744073709551615"]),
    ("n -> n-k for k in 1..3", &["21"]),
    ("n -> n-k gain k for k in 1..3", &["9"]),
    ("n -> n-k for k in 1..3 end win if n == 0", &["9"]),
    ("(n, tag in {free, held}) -> (n-1, held) if tag == free | (n-2, free)", &["5,free"]),
    ("n -> n-1 & 1 times 3", &["4"]),
    ("two-down-one-up", &["7"]),
    ("wythoff", &["3,5"]),
    ("kayles", &["5", "3"]),
    ("grundy", &["20"]),
    ("squares", &["50"]),
    ("castles", &[]),
    ("take {1,20000000}", &["9"]),
    ("cram", &["3x4"]),
    ("cram", &["9x9"]),
    ("hackenbush", &["0-1 1-2 1-3"]),
    ("graph-kayles", &["a-b b-c c-d"]),
    ("lgame", &[]),
    ("treblecross", &["......"]),
    ("chomp", &["3x4"]),
    ("n -> n-1 again if n%2 == 0 | n-2", &["6"]),
    ("torus: \"..\" -> \"##\"", &["3x4"]),
    ("S on graph -> S - ball(v) for v in S", &["path5"]),
    ("F on edges -> F - e for e in F", &["0-1,1-2"]),
];

/// Mistakes with and without a place and a next step.
const MISTAKES: &[(&str, &[&str])] =
    &[("n -> n-", &["3"]), ("kayels", &["3"]), ("nim", &["x"]), ("n -> m", &["3"]), ("", &[])];

fn every_question() -> Vec<Question> {
    let mut all = vec![Question::of(Verb::Games)];
    // More moves than can be listed.
    all.extend([Verb::Solve, Verb::Moves].map(|verb| question(verb, "0.77", &["1000000000000000"])));
    for (rules, position) in GAMES.iter().chain(MISTAKES) {
        for verb in VERBS {
            let asked = question(verb, rules, position);
            let small = Question {
                max_positions: Some(20_000),
                nodes: Some(30),
                width: Some(2),
                opened: (verb == Verb::Layout).then(|| vec![asked.position.clone()]),
                limit: Some(2000),
                ..asked
            };
            all.push(Question { play: Some(Play::Misere), ..small.clone() });
            all.push(small);
        }
    }
    all
}

#[test]
fn answers_and_failures_are_as_described_and_all_that_is_described_is_written() {
    let all = grundy_schema::schemas();
    let mut schemas = Schemas::new(all.clone());
    let mut answered = 0;
    for question in every_question() {
        let written = serde_json::to_value(&question).unwrap();
        schemas.check_named(&written, "Question").unwrap();
        let told = match answer(&question) {
            Ok(answer) => {
                answered += 1;
                schemas.check(&answer, answer_to(question.verb, &all))
            }
            Err(error) => schemas.check_named(&serde_json::to_value(error).unwrap(), "Failure"),
        };
        told.unwrap_or_else(|why| panic!("{written}: {why}"));
    }
    assert!(answered > 100, "{answered}");
    // Only the program has a clock and stores its runs.
    assert_eq!(schemas.never_met(), ["Period.preperiod_between", "SearchCost.positions_per_second"]);
}

#[test]
fn what_is_not_as_described_is_refused_by_both() {
    let mut schemas = Schemas::new(grundy_schema::schemas());
    for wrong in [
        json!({"rules": "nim"}),
        json!({"verb": "sing"}),
        json!({"verb": "games", "depth": 3}),
        json!({"verb": "solve", "rules": 7}),
        json!({"verb": "table", "to": [1.5]}),
        json!({"verb": "period", "limit": -1}),
    ] {
        assert!(schemas.check_named(&wrong, "Question").is_err(), "{wrong}");
        assert!(serde_json::from_value::<Question>(wrong.clone()).is_err(), "{wrong}");
    }
    let right = json!({"verb": "table", "rules": "knight", "lets": {"N": "8"}, "to": [8, 8], "play": null});
    assert_eq!(schemas.check_named(&right, "Question"), Ok(()));
    assert!(serde_json::from_value::<Question>(right).is_ok());
}

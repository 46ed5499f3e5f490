//! Names that are both rules of the catalogue and a board: who answers which question.

use grundy::Work;
use grundy::ask::{Answer, Asker, Question, Verb};

fn ask(verb: Verb, rules: &str, position: &str) -> Answer {
    let question = Question { rules: rules.into(), position: vec![position.into()], ..Question::of(verb) };
    Asker::default().ask(&question, &Work::unwatched()).unwrap()
}

#[test]
fn positions_are_solved_on_the_board_and_rules_are_read_as_rules() {
    for (name, position) in
        [("stones", "100,200,300"), ("non-decreasing", "100,200,300"), ("staircase", "2,3,1")]
    {
        let Answer::Report(report) = ask(Verb::Solve, name, position) else { panic!("{name}") };
        assert_eq!(report.plan.engine.english(), "theorem", "{name}");
        // The coordinates have names only in the rules.
        let Answer::Reading(reading) = ask(Verb::Read, name, position) else { panic!("{name}") };
        assert_eq!((reading.board, reading.axes.len()), (false, 3), "{name}");
    }
    let Answer::Moves(moves) = ask(Verb::Moves, "chomp", "3,3,3") else { panic!() };
    assert!(moves.moves.iter().all(|one| one.by.label.is_some()));
}

#[test]
fn what_only_the_rules_can_answer_they_do() {
    let Answer::Period(period) = ask(Verb::Period, "palindrome-cuts", "9") else { panic!() };
    assert!(serde_json::to_string(&period).unwrap().contains("34"));
    let Answer::Report(report) = ask(Verb::Solve, "treblecross", "9") else { panic!() };
    assert!(report.value.is_some());
}

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

#[test]
fn a_rule_that_is_treblecross_by_its_form_has_its_theorem_however_it_is_written() {
    // 40 cells are far beyond a search, and only a theorem tells who wins them.
    for rule in
        [r#"strip: "." -> "X" over all if "XXX""#, r#"strip as drawn:   "."->"X"   over all if  "XXX""#]
    {
        let Answer::Report(report) = ask(Verb::Solve, rule, "40") else { panic!("{rule}") };
        assert_eq!(report.plan.engine.english(), "theorem", "{rule}");
    }
    for other in [
        r#"strip: "." -> "X" over if "XXX""#,
        r#"ring: "." -> "X" over all if "XXX""#,
        r#"strip: "." -> "X" over all if "XX""#,
        r#"strip: "." -> "O" over all if "OOO""#,
        r#"strip: "." -> "X" over all if "XXX" play misere"#,
    ] {
        let Answer::Report(report) = ask(Verb::Solve, other, "5") else { panic!("{other}") };
        assert!(report.reason.sentences.iter().all(|s| !s.to_string().contains("Treblecross")), "{other}");
    }
}

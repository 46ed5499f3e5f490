//! The L-game as front ends see it.

use super::work;
use crate::Outcome;
use crate::named::find;
use crate::report::Part;

#[test]
fn the_l_game_starts_drawn_and_has_no_value() {
    let lgame = find("l-game").unwrap();
    let report = lgame.solve(std::slice::from_ref(&lgame.start), None, &work()).unwrap();
    assert_eq!((report.outcome, report.value, report.winning_moves.len()), (Outcome::D, None, 0));
    let lost = lgame.solve(&[".###/x#*x/***./....".into()], None, &work()).unwrap();
    assert_eq!((lost.outcome, lost.remoteness.is_some()), (Outcome::P, true));
    assert!(lgame.solve(&[lgame.start.clone(), lgame.start.clone()], None, &work()).is_err());
}

#[test]
fn a_move_of_the_l_game_leads_to_the_position_that_the_other_player_sees() {
    let lgame = find("l-game").unwrap();
    let won = lgame.solve(&[".MnO/.M.O/MMOO/..n.".into()], None, &work()).unwrap();
    assert_eq!(won.outcome, Outcome::N);
    assert!(!won.winning_moves.is_empty());
    for winning in &won.winning_moves {
        let [Part::One(place)] = &winning.to[..] else { panic!("one board is left") };
        let left = lgame.solve(&[place.argument()], None, &work()).unwrap();
        assert_eq!(left.outcome, Outcome::P, "{winning:?}");
        let label = winning.label.as_deref().unwrap();
        assert!(label.starts_with("L (") && label.matches('(').count() % 2 == 0, "{label}");
    }
}

#[test]
fn the_facts_of_the_l_game_are_computed() {
    let facts = find("lgame").unwrap().facts(&work()).unwrap();
    assert_eq!(facts[0], "18368 positions, 1632800 moves, at most 221 from one position");
    assert_eq!(facts[1], "8048 won, 232 lost, 10088 drawn for the player to move");
    assert!(facts.contains(&"remoteness 9: 952 won".into()) && facts.last().unwrap().contains("partisan"));
}

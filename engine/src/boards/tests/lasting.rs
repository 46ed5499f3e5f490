//! Who has lost holds out as long as possible, and who wins does so soon.

use hashbrown::HashMap;

use super::work;
use crate::arena::{self, Arena, DecidedBy, FOR_MATCH};
use crate::named::find;
use crate::{Outcome, Play};

/// How long a position lasts, by trying everything.
fn lasts(arena: &mut dyn Arena, position: &[String], known: &mut HashMap<Vec<String>, u32>) -> u32 {
    if let Some(moves) = known.get(position) {
        return *moves;
    }
    let steps = arena.moves(position, &work()).unwrap();
    let after: Vec<u32> = steps.iter().map(|step| lasts(arena, &step.to, known)).collect();
    // Under normal play the player who faces the end has lost, under misère play won.
    let lost_at_end = u32::from(arena.decided() == DecidedBy::LastMove(Play::Misere));
    let lost = |moves: &&u32| **moves % 2 == lost_at_end;
    let moves = match after.iter().filter(lost).min() {
        Some(soonest) => soonest + 1,
        None => after.iter().max().map_or(0, |longest| longest + 1),
    };
    known.insert(position.to_vec(), moves);
    moves
}

#[test]
fn the_best_move_is_the_one_that_lasts_or_wins_soonest() {
    let positions: [(&str, &[&str]); 9] = [
        ("cram", &["3x3"]),
        ("cram", &["2x3", "2x3"]),
        ("chomp", &["4,3"]),
        ("chomp", &["3x4"]),
        ("hackenbush", &["0-1,1-2,2-0,2-3"]),
        ("staircase", &["1,3,1"]),
        ("treblecross", &["..X....."]),
        ("notakto", &["X../.../..."]),
        ("first-home", &["1,2 2,3"]),
    ];
    for (name, texts) in positions {
        let mut arena = find(name).unwrap().open(&[], None, &work()).unwrap();
        let texts = arena.tidy_all(&texts.iter().map(|text| text.to_string()).collect::<Vec<_>>()).unwrap();
        let report = arena::report(&mut *arena, &texts, &work()).unwrap();
        let mut known = HashMap::new();
        assert_eq!(report.remoteness, Some(lasts(&mut *arena, &texts, &mut known)), "{name}");
        let best = report.best_move.unwrap();
        let step = arena.moves_to(&texts, best.component, &best.to, &work()).unwrap().remove(0);
        assert_eq!(known[&step.to] + 1, known[&texts], "{name} {texts:?}: {best:?}");
    }
}

#[test]
fn where_nobody_knows_the_longest_the_game_is_not_given_away() {
    // Two strips that are alike are lost; next to a cross the other player makes three at once.
    let strip = "..X.......X.......X.....";
    let text = [format!("{strip}/{strip}")];
    let mut arena = find("treblecross").unwrap().open(&[], None, &work()).unwrap();
    let report = arena::report(&mut *arena, &text, &work()).unwrap();
    assert_eq!((report.outcome, report.remoteness), (Outcome::P, None));
    let best = report.best_move.unwrap();
    let step = arena.moves_to(&text, best.component, &best.to, &work()).unwrap().remove(0);
    assert!(!step.to[0].contains("XX") && !step.to[0].contains("X.X"), "{}", step.to[0]);
}

#[test]
fn a_match_follows_more_positions_than_a_report() {
    let mut arena = find("cram").unwrap().open(&[], None, &work()).unwrap();
    let texts = ["4x4".to_string()];
    assert_eq!(arena::report(&mut *arena, &texts, &work()).unwrap().remoteness, None);
    arena.learn_remoteness(&texts, FOR_MATCH, &work()).unwrap();
    assert!(arena::report(&mut *arena, &texts, &work()).unwrap().remoteness.is_some());
}

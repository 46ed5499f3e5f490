//! Compounds of rules and boards, and moves after which a player moves on, against the plain definition.

use std::collections::HashMap;

use grundy::graph::compound::{Compound, End, Turn};
use grundy::{ErrorKind, Lets, Outcome, Play, Source, Work, open};

/// Wins by the definition: a turn moves one, all or some of the heaps that have a move.
fn wins(heaps: &[u64], amounts: &[u64], compound: Compound, known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&known) = known.get(heaps) {
        return known;
    }
    let least = *amounts.iter().min().unwrap();
    let ended = |heap: &u64| *heap < least;
    let over = match compound.end {
        End::Long => heaps.iter().all(ended),
        End::Short => heaps.iter().any(ended),
    };
    let wins_here = if over {
        compound.play == Play::Misere
    } else {
        turns(heaps, amounts, compound.turn).iter().any(|after| !wins(after, amounts, compound, known))
    };
    known.insert(heaps.to_vec(), wins_here);
    wins_here
}

fn turns(heaps: &[u64], amounts: &[u64], turn: Turn) -> Vec<Vec<u64>> {
    let mut all = vec![(Vec::new(), 0)];
    for &heap in heaps {
        let options: Vec<u64> = amounts.iter().filter_map(|amount| heap.checked_sub(*amount)).collect();
        let may_stay = turn != Turn::Conjunctive || options.is_empty();
        let mut next = Vec::new();
        for (before, moved) in all {
            let to = |heap: u64| [&before[..], &[heap]].concat();
            next.extend(may_stay.then(|| (to(heap), moved)));
            next.extend(options.iter().map(|&option| (to(option), moved + 1)));
        }
        all = next;
    }
    let legal = |moved: usize| if turn == Turn::Disjunctive { moved == 1 } else { moved > 0 };
    all.into_iter().filter(|(_, moved)| legal(*moved)).map(|(after, _)| after).collect()
}

#[test]
fn every_compound_of_subtraction_games_is_the_one_of_the_definition() {
    let work = Work::unwatched();
    for amounts in [&[1, 2][..], &[2, 3], &[1, 3, 4], &[2]] {
        let text = format!("take {{{}}}", amounts.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
        for compound in Compound::all() {
            let mut known = HashMap::new();
            for heaps in [[3, 5, 1], [4, 4, 2], [6, 0, 5], [2, 7, 7]] {
                let position = heaps.map(|heap: u64| heap.to_string());
                let mut game =
                    open(Source::Text(&text), &Lets::new(), &position, Some(compound.play), &work).unwrap();
                let report = grundy::solve::compound(game.arena(), &position, compound, &work).unwrap();
                let wins_here = wins(&heaps, amounts, compound, &mut known);
                let expected = if wins_here { Outcome::N } else { Outcome::P };
                assert_eq!(report.sum.outcome, expected, "{compound} of {text} at {heaps:?}");
                assert_eq!(
                    report.sum.winning_moves.is_empty(),
                    !wins_here || compound_is_over(&heaps, amounts, compound)
                );
            }
        }
    }
}

/// Under misère play a compound that is over is won without a move.
fn compound_is_over(heaps: &[u64], amounts: &[u64], compound: Compound) -> bool {
    let least = *amounts.iter().min().unwrap();
    let mut ended = heaps.iter().filter(|heap| **heap < least);
    match compound.end {
        End::Long => ended.count() == heaps.len(),
        End::Short => ended.next().is_some(),
    }
}

#[test]
fn boards_are_compounded_as_rules_are() {
    let work = Work::unwatched();
    let together = |text: &str, position: &[&str], name: &str| {
        let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
        let mut game = open(Source::Text(text), &Lets::new(), &position, None, &work).unwrap();
        let report = grundy::solve::compound(game.arena(), &position, name.parse().unwrap(), &work).unwrap();
        (report.sum.outcome, report.sum.remoteness)
    };
    // Dominoes on strips of 2 and 5 cells at once: the strip of 2 is full after one turn.
    assert_eq!(together("strip: \"..\" -> \"##\"", &["2", "5"], "conjunctive"), (Outcome::N, Some(1)));
    // Both are lost alone (0 and 0), and so they are if one may move in both.
    assert_eq!(together("strip: \"..\" -> \"##\"", &["5", "5"], "selective").0, Outcome::P);
    assert_eq!(
        together("S on graph -> S - ball(v) for v in S", &["path4", "path4"], "selective").0,
        Outcome::P
    );
}

#[test]
fn what_is_no_compound_is_refused() {
    let work = Work::unwatched();
    for text in ["n -> n-1 gain 1", "n -> n-1 end win if n == 0", "n -> n-1 again | n-2"] {
        let position = ["3".to_string()];
        let mut game = open(Source::Text(text), &Lets::new(), &position, None, &work).unwrap();
        let error = grundy::solve::compound(game.arena(), &position, "selective".parse().unwrap(), &work);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Unsupported, "{text}");
    }
}

/// Who wins heaps from which one takes one or two, and moves on after taking two.
#[test]
fn moving_on_by_hand() {
    let work = Work::unwatched();
    let ask = |text: &str, position: &[&str]| {
        let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
        open(Source::Text(text), &Lets::new(), &position, None, &work).unwrap().report(&work).unwrap()
    };
    let text = "n -> one: n-1 | two: n-2 again";
    // From 2 one takes two and then has to move in nothing: lost that way; taking one leaves 1, which the other takes.
    let outcomes: Vec<Outcome> = ["0", "1", "2", "3", "4"].iter().map(|n| ask(text, &[n]).outcome).collect();
    use Outcome::{N, P};
    // 3: take two and move on to 1, which is won; 4: take one and leave 3 is lost, take two and move on at 2, lost.
    assert_eq!(outcomes, [P, N, P, N, P]);
    let report = ask(text, &["3"]);
    let moves: Vec<_> = report.winning_moves.iter().map(|by| (by.label.as_deref(), by.again)).collect();
    assert_eq!(moves, [(Some("one"), false), (Some("two"), true)]);
    // Two lost heaps of 2 together: taking two of one moves on at the other, lost again.
    assert_eq!(ask(text, &["2", "2"]).outcome, P);
    // Points: whoever takes the last of a pair has the point and moves on.
    let scored = ask("n -> n-1 gain 1 again if n%2 == 0 | n-1 gain 0 if n%2 == 1", &["4"]);
    assert_eq!(scored.score, Some(0));
    let refused = grundy::solve::table(
        &grundy::Rules::read(text, &Lets::new(), &work).unwrap(),
        None,
        Some(&[5]),
        None,
        &work,
    );
    assert!(refused.is_err());
}

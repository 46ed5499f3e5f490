//! Rules over places with parameters, points, endings of their own, and moves after which the same player moves on, against
//! the plain definition.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena;
use crate::literal::{Lets, Literal};
use crate::open::{Source, open};
use crate::outcome::Outcome;
use crate::report::Report;
use crate::work::Work;

fn ask(rule: &str, lets: &[(&str, Literal)], position: &[&str]) -> Report {
    let lets: Lets = lets.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
    let work = Work::unwatched();
    let opened = open(Source::Text(rule), &lets, &position, None, &work);
    opened.and_then(|mut game| game.report(&work)).unwrap_or_else(|e| panic!("{rule}: {e}"))
}

type Edges = BTreeSet<(u64, u64)>;

/// How many of the two ends of an edge hang on nothing else.
fn coins(edges: &Edges, (u, v): (u64, u64)) -> i64 {
    let degree = |x: u64| edges.iter().filter(|(a, b)| *a == x || *b == x).count();
    [u, v].iter().filter(|x| degree(**x) == 1).count() as i64
}

/// The difference of coins under best play, by the definition.
fn difference(edges: &Edges, known: &mut BTreeMap<Edges, i64>) -> i64 {
    if let Some(known) = known.get(edges) {
        return *known;
    }
    let options = edges.iter().map(|edge| {
        let (taken, mut after) = (coins(edges, *edge), edges.clone());
        after.remove(edge);
        let then = difference(&after, known);
        if taken > 0 { taken + then } else { -then }
    });
    let best = options.max().unwrap_or(0);
    known.insert(edges.clone(), best);
    best
}

/// Whether the player to move wins Nimstring, by the definition.
fn wins(edges: &Edges, known: &mut BTreeMap<Edges, bool>) -> bool {
    if let Some(known) = known.get(edges) {
        return *known;
    }
    let mut some = false;
    for edge in edges {
        let mut after = edges.clone();
        after.remove(edge);
        some |= wins(&after, known) == (coins(edges, *edge) > 0);
    }
    known.insert(edges.clone(), some);
    some
}

const TAKEN: &str = "(if count(edge(u,x) in F for x in near(u)) == 1 then 1 else 0) \
                     + (if count(edge(v,x) in F for x in near(v)) == 1 then 1 else 0)";

fn graphs() -> Vec<Vec<(u64, u64)>> {
    vec![
        vec![(0, 1)],
        vec![(0, 1), (1, 2)],
        vec![(0, 1), (1, 2), (0, 2)],
        vec![(0, 1), (0, 2), (0, 3)],
        vec![(0, 1), (1, 2), (2, 3), (0, 3)],
        vec![(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)],
        vec![(0, 1), (1, 2), (2, 3), (3, 4)],
        vec![(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)],
    ]
}

fn text(edges: &[(u64, u64)]) -> String {
    edges.iter().map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(",")
}

#[test]
fn strings_and_coins_has_the_scores_of_its_definition() {
    let edge = "for u v in edges if u < v and edge(u,v) in F";
    let rule = format!(
        "F on edges -> F - edge(u,v) gain {TAKEN} again {edge} and {TAKEN} > 0 | F - edge(u,v) {edge} and {TAKEN} == 0"
    );
    for edges in graphs() {
        let report = ask(&rule, &[], &[&text(&edges)]);
        let plain = difference(&edges.iter().copied().collect(), &mut BTreeMap::new());
        assert_eq!(report.score, Some(plain), "{edges:?}");
    }
}

#[test]
fn nimstring_has_the_outcomes_of_its_definition_alone_and_in_sums() {
    let edge = "for u v in edges if u < v and edge(u,v) in F";
    let rule = format!(
        "F on edges -> F - edge(u,v) again {edge} and {TAKEN} > 0 | F - edge(u,v) {edge} and {TAKEN} == 0"
    );
    let outcome = |edges: &Edges| if wins(edges, &mut BTreeMap::new()) { Outcome::N } else { Outcome::P };
    for edges in graphs() {
        assert_eq!(
            ask(&rule, &[], &[&text(&edges)]).outcome,
            outcome(&edges.iter().copied().collect()),
            "{edges:?}"
        );
    }
    let pairs = [(1, 2), (2, 2), (1, 1), (3, 1)];
    for (one, other) in pairs.map(|(i, j)| (graphs()[i].clone(), graphs()[j].clone())) {
        let moved = other.iter().map(|(u, v)| (u + 10, v + 10));
        let both: Edges = one.iter().copied().chain(moved).collect();
        assert_eq!(
            ask(&rule, &[], &[&text(&one), &text(&other)]).outcome,
            outcome(&both),
            "{one:?} {other:?}"
        );
    }
}

#[test]
fn points_on_boards_are_counted() {
    let report = ask("S on numbers -> S - n gain n for n in S", &[], &["{3,5,9}"]);
    assert_eq!(report.score, Some(9 - 5 + 3));
    let doubled = ask("S on numbers -> S - n gain n*N for n in S", &[("N", Literal::Int(2))], &["{3,5,9}"]);
    assert_eq!(doubled.score, Some(14));
    // Either end of a row of cards, worth 3, 9, 1 and 2.
    let cards = "S on strip -> S - p gain a[p] for p in S if p-1 not in S or p+1 not in S";
    let worth = [("a", Literal::List(vec![3, 9, 1, 2]))];
    assert_eq!(ask(cards, &worth, &["4"]).score, Some(7));
}

#[test]
fn an_ending_of_its_own_decides() {
    let own = "S on strip -> S - p for p in S end win if size(S) == 0";
    let misere = "S on strip -> S - p for p in S play misere";
    let turned = "S on strip -> S - p for p in S end lose if size(S) == 0";
    for cells in ["1", "2", "3", "4"] {
        assert_eq!(ask(own, &[], &[cells]).outcome, ask(misere, &[], &[cells]).outcome, "{cells}");
        assert_ne!(ask(own, &[], &[cells]).outcome, ask(turned, &[], &[cells]).outcome, "{cells}");
    }
    let work = Work::unwatched();
    let sum = ["2".to_string(), "1".to_string()];
    let mut game = open(Source::Text(own), &Lets::new(), &sum, None, &work).unwrap();
    assert!(game.report(&work).is_err(), "a sum has several final positions");
}

#[test]
fn parameters_and_functions_are_those_of_numbers() {
    let take = "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..min(N,w[i])";
    for (heap, value) in [("5", 1), ("8", 0), ("3", 3)] {
        let report = ask(take, &[("N", Literal::Int(3))], &[heap]);
        assert_eq!(report.value.unwrap().finite().unwrap().0, value, "{heap}");
    }
    let largest =
        "w on strip of 0.. -> w[i:=w[i]-1] for i in w if w[i] == max(w[j] for j in places) and w[i] > 0";
    // Only the largest of 2 and 1 may be lowered, then either: three moves in any case.
    assert_eq!(ask(largest, &[], &["2,1"]).outcome, Outcome::N);
    let halved = "w on strip of 0.. -> w[i:=if w[i]%2 == 0 then w[i]/2 else w[i]-1] for i in w if w[i] > 0";
    // 6, 3, 2, 1, 0: four moves.
    assert_eq!(ask(halved, &[], &["6"]).outcome, Outcome::P);
}

#[test]
fn rays_end_where_the_board_or_the_set_does() {
    let work = Work::unwatched();
    let after = |rule: &str, position: &str| -> BTreeSet<String> {
        let mut game = open(Source::Text(rule), &Lets::new(), &[], None, &work).unwrap().into_arena();
        let moves = arena::Arena::moves(&mut *game, &[position.to_string()], &work).unwrap();
        moves.into_iter().map(|played| played.to.join(" ")).collect()
    };
    let within = after("S on grid -> S - p - ray(p, (0,1), S) for p in S if p == (0,0)", "ooo.o");
    assert_eq!(within, BTreeSet::from(["....o".to_string()]));
    let beyond = after("S on grid -> S - p - ray(p, (0,1)) for p in S if p == (0,0)", "ooo.o");
    assert_eq!(beyond, BTreeSet::from([".....".to_string()]));
    let around = after("S on ring -> S - ray(p, 2) for p in S if p == 0", "oooooo");
    assert_eq!(around, BTreeSet::from(["oo.o.o".to_string()]));
    let still = after("S on strip -> S - ray(p, 0) - p for p in S if p == 0", "ooo");
    assert_eq!(still, BTreeSet::from([".oo".to_string()]));
}

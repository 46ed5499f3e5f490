//! Theorems about rules over places, against the options that the rule itself tells.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::arena;
use crate::boards::sums::About;
use crate::game::Game;
use crate::heap::{Sequence, TakeBreak};
use crate::literal::Lets;
use crate::loopy_value::LoopyValue;
use crate::nimber::{Nimber, mex};
use crate::outcome::{Outcome, Play};
use crate::report::Report;
use crate::work::Work;

use super::open_places;
use super::set_game::{PlaceGame, PlaceRules, PlaceState};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// The edges of a graph in which every vertex hangs on one before it, as a text.
    fn graph(&mut self, vertices: usize, more: usize) -> String {
        let mut edges: Vec<(usize, usize)> = (1..vertices).map(|v| (self.below(v), v)).collect();
        for _ in 0..more {
            let (u, v) = (self.below(vertices), self.below(vertices));
            if u < v && !edges.contains(&(u, v)) {
                edges.push((u, v));
            }
        }
        edges.iter().map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(",")
    }
}

fn rules(text: &str) -> Arc<PlaceRules> {
    Arc::new(
        PlaceRules::read(text, &Lets::new(), &Work::unwatched()).unwrap_or_else(|e| panic!("{text}: {e}")),
    )
}

/// The options that the rule tells; the game must not be prepared.
fn options(game: &PlaceGame, from: &PlaceState) -> Vec<PlaceState> {
    let mut all = Vec::new();
    let _ = game.options(from, &mut |to| {
        all.push(to);
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all.dedup();
    all
}

type Values = BTreeMap<PlaceState, Nimber>;

fn plain(game: &PlaceGame, from: &PlaceState, known: &mut Values) -> Nimber {
    if let Some(value) = known.get(from) {
        return *value;
    }
    let options = options(game, from);
    let value = mex(options.iter().map(|to| plain(game, to, known)).collect::<Vec<_>>());
    known.insert(from.clone(), value);
    value
}

fn report(rules: &Arc<PlaceRules>, text: &str) -> Report {
    let mut arena = open_places(rules.clone(), About::default(), Some(Play::Normal)).unwrap();
    arena::report(&mut *arena, &[text.to_string()], &Work::unwatched())
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// That a report has the value, and the number of winning moves, that the options of the rule have.
fn agrees(rules: &Arc<PlaceRules>, text: &str) {
    let (game, state) = PlaceGame::on_places(rules, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut known = Values::new();
    let value = plain(&game, &state, &mut known);
    let winning = options(&game, &state).iter().filter(|to| known[*to] == Nimber::ZERO).count();
    let report = report(rules, text);
    assert_eq!(report.value, Some(LoopyValue::Finite(value)), "{text}");
    let mut moves: Vec<String> = report.winning_moves.iter().map(|by| format!("{:?}", by.to)).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), winning, "{text}");
}

#[test]
fn coins_that_are_turned_are_worth_what_their_options_are() {
    let mut random = Random(1);
    let texts = [
        "S on numbers -> S xor {n} for n in S | S xor {n,m} for n in S for m in 0..n-1",
        "S on numbers -> S xor {m..n} for n in S for m in 0..n",
        "S on numbers -> S xor {n,m} for n in S for m in 0..n-1",
        "S on numbers -> S xor {n,m,k} for n in S for m in 0..n for k in 0..m",
        "S on numbers -> S xor {n,n-1,n-3} for n in S",
        "S on strip -> S xor {p-2..p} for p in S | S xor p for p in S",
    ];
    for text in texts {
        let rules = rules(text);
        for _ in 0..12 {
            let coins: Vec<usize> = (0..8).filter(|_| random.below(2) == 0).collect();
            let position = match text.contains("strip") {
                true => (0..8).map(|n| if coins.contains(&n) { 'o' } else { '.' }).collect(),
                false => format!("{{{}}}", coins.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
            };
            agrees(&rules, &position);
        }
    }
}

#[test]
fn rectangles_of_coins_are_worth_nim_products() {
    let mut random = Random(2);
    let texts = [
        "S on grid -> S xor {(r,c),(a,c),(r,b),(a,b)} for (r,c) in S for a in 0..r-1 for b in 0..c-1",
        "S on grid -> S xor {(r,c),(r,b)} for (r,c) in S for b in 0..c-1",
        "S on grid -> S xor {(r,c),(r-1,c),(r-1,b),(r,b)} for (r,c) in S for b in c-2..c-1",
        // No product: how far up depends on the column.
        "S on grid -> S xor {(r,c),(a,c)} for (r,c) in S for a in 0..min(r-1,c)",
    ];
    for text in texts {
        let rules = rules(text);
        for _ in 0..10 {
            let row =
                |random: &mut Random| (0..3).map(|_| if random.below(2) == 0 { 'o' } else { '.' }).collect();
            let rows: Vec<String> = (0..3).map(|_| row(&mut random)).collect();
            agrees(&rules, &rows.join("/"));
        }
    }
}

#[test]
fn coins_far_out_are_told_by_theorems() {
    let corners =
        rules("S on grid -> S xor {(r,c),(a,c),(r,b),(a,b)} for (r,c) in S for a in 0..r-1 for b in 0..c-1");
    let mut rows = vec![".".repeat(101); 101];
    rows[100] = format!("{}o", ".".repeat(100));
    let value = crate::nim_field::product(Nimber(100), Nimber(100));
    assert_eq!(report(&corners, &rows.join("/")).value, Some(LoopyValue::Finite(value)));
    let ruler = rules("S on numbers -> S xor {m..n} for n in S for m in 0..n");
    assert_eq!(report(&ruler, "{1023,2999}").value, Some(LoopyValue::Finite(Nimber(1024 ^ 8))));
}

#[test]
fn geography_is_won_where_every_maximum_matching_covers_the_token() {
    let mut random = Random(3);
    let rules = rules("(S on graph, v in S) -> (S - v, u) for u in near(v) if u in S");
    let work = Work::unwatched();
    for _ in 0..150 {
        let vertices = 2 + random.below(8);
        let more = random.below(8);
        let text = format!("{}:{}", random.graph(vertices, more), random.below(vertices));
        let (game, state) = PlaceGame::open(&rules, &text).unwrap();
        let mut known = Values::new();
        plain(&game, &state, &mut known);
        let mut prepared = game.clone();
        prepared.prepare(&state, &work).unwrap();
        for (position, value) in &known {
            let expected = if *value == Nimber::ZERO { Outcome::P } else { Outcome::N };
            assert_eq!(prepared.outcome(position), Some(expected), "{}", game.show(position));
        }
    }
    // Every second vertex of a long path is lost, and a board of 900 cells has a perfect matching.
    let long = report(&rules, "path2001:0");
    assert_eq!((long.outcome, long.value), (Outcome::P, None));
    let inside = report(&rules, "path2001:1");
    assert_eq!((inside.outcome, inside.winning_moves.len()), (Outcome::N, 2));
    assert_eq!(report(&rules, "grid30x30:17").outcome, Outcome::N);
    assert_eq!(report(&rules, "grid31x31:0").outcome, Outcome::P);
}

#[test]
fn kayles_on_paths_and_cycles_is_told_by_octal_games() {
    let mut random = Random(4);
    let kinds = [
        "S on graph -> S - ball(v) for v in S",
        "S on graph -> S - {u,v} for u v in edges if u in S and v in S",
    ];
    let work = Work::unwatched();
    for text in kinds {
        let rules = rules(text);
        for n in 1..10 {
            for family in ["path", "cycle"] {
                if n < 3 && family == "cycle" {
                    continue;
                }
                let kept: Vec<String> =
                    (0..n).filter(|_| random.below(4) > 0).map(|v| v.to_string()).collect();
                for position in [format!("{family}{n}"), format!("{family}{n}{{{}}}", kept.join(","))] {
                    agrees(&rules, &position);
                    let (game, state) = PlaceGame::open(&rules, &position).unwrap();
                    let expected = options(&game, &state);
                    assert_eq!(game.told_options(&state, &work), expected, "{text} {position}");
                }
            }
        }
        let code = if text.contains("ball") { "0.137" } else { "0.07" };
        let heap = Sequence::new(code.parse::<TakeBreak>().unwrap()).value(10_000, &work).unwrap();
        let long = report(&rules, "path10000");
        assert_eq!(long.value, Some(LoopyValue::Finite(heap)), "{text}");
        assert_eq!(long.winning_moves.is_empty(), heap == Nimber::ZERO, "{text}");
    }
}

#[test]
fn bars_and_pictures_have_the_values_of_their_rules() {
    let mut random = Random(5);
    let chomp = rules("S on grid -> S - up(p) for p in S if p != (0,0)");
    for _ in 0..40 {
        let columns = 1 + random.below(4);
        let mut lengths: Vec<usize> = (0..1 + random.below(4)).map(|_| 1 + random.below(columns)).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let row = |n: &usize| (0..columns).map(|c| if c < *n { 'o' } else { '.' }).collect::<String>();
        agrees(&chomp, &lengths.iter().map(row).collect::<Vec<_>>().join("/"));
    }
    // A set with gaps is no bar.
    agrees(&chomp, "oo.o/o.oo/.ooo");
    let hackenbush = rules("F on edges -> part(F - e, 0) for e in F");
    for _ in 0..60 {
        let vertices = 2 + random.below(5);
        let more = random.below(4);
        agrees(&hackenbush, &random.graph(vertices, more));
    }
    agrees(&hackenbush, "cycle5");
    let report = report(&hackenbush, "0-1,0-1,1-1");
    assert_eq!(report.value, Some(LoopyValue::Finite(Nimber(1))));
}

#[test]
fn sets_with_a_greatest_member_are_won() {
    let mut random = Random(6);
    let texts = [
        ("S on order -> S - up(p) for p in S", &["divisors(12)", "divisors(30)", "1-2,1-3,3-4"][..]),
        (
            "S on order -> S - up(p) for p in S if p != 1",
            &["divisors(12)", "divisors(12){1,2,6}", "1-2,2-3"][..],
        ),
        ("S on grid -> S - up(p) for p in S", &["2x3", "oo/o.", "1x1"][..]),
    ];
    for (text, positions) in texts {
        let rules = rules(text);
        for position in positions {
            agrees(&rules, position);
            let (game, state) = PlaceGame::open(&rules, position).unwrap();
            let mut known = Values::new();
            plain(&game, &state, &mut known);
            for (position, value) in &known {
                assert!(game.outcome(position).is_none_or(|won| won == Outcome::N && *value != Nimber::ZERO));
            }
        }
        let _ = random.below(2);
    }
    let schuh = rules("S on order -> S - up(p) for p in S if p != 1");
    let large = report(&schuh, "divisors(720720)");
    assert_eq!((large.outcome, large.winning_moves.len()), (Outcome::N, 0));
    let bar = rules("S on grid -> S - up(p) for p in S if p != (0,0)");
    assert_eq!(report(&bar, "20x30").outcome, Outcome::N);
}

//! What is derived from rules over places, against options alone: for rules that are put together at random, that every play
//! ends where that was proved, that tables have the moves which the rule tells, and that parts, packed states, symmetries and
//! pairs change no answer.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::arena;
use crate::boards;
use crate::boards::sums::About;
use crate::game::Game;
use crate::literal::Lets;
use crate::loopy_value::LoopyValue;
use crate::nimber::{Nimber, mex};
use crate::outcome::{Outcome, Play};
use crate::report::{MoveReport, Part, Report};
use crate::work::Work;

use super::open_places;
use super::set_game::{PlaceGame, PlaceRules, PlaceState};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// The choices of a move.
const CHOICES: &[&str] = &[
    "for p in S",
    "for p in S for q in S",
    "for p q in edges if p in S and q in S",
    "for p in S for q in near(p) if q in S",
    "for p in S for q in near(p)",
    "for p q in edges if p in S",
    "for p in S for q in places if q not in S",
    "for p in S for q in ball(p) if q in S",
];
const CONDITIONS: &[&str] =
    &["", "", "", "if p != q", "if size(S) > 2", "if q in S", "if size(near(p) - S) > 0"];
const TAKEN: &[&str] = &[
    "p",
    "{p,q}",
    "ball(p)",
    "near(p)",
    "(near(p) - q)",
    "(ball(p) + near(q))",
    "ball(q)",
    "q",
    "{x in S if x != q}",
];

fn set_rule(random: &mut Random, space: &str) -> String {
    let kinds: Vec<String> = (0..1 + random.below(2))
        .map(|_| {
            let taken = random.pick(TAKEN);
            let option = match random.below(8) {
                0 => format!("S xor {taken}"),
                1 => format!("part(S - {taken}, q)"),
                2 => format!("S - {taken} + q"),
                3 if matches!(space, "strip") => {
                    random.pick(&["S xor {p-1..p}", "S xor {p,q}", "S - up(p)"]).into()
                }
                _ => format!("S - {taken}"),
            };
            format!("{option} {} {}", random.pick(CHOICES), random.pick(CONDITIONS))
        })
        .collect();
    format!("S on {space} -> {}", kinds.join(" | "))
}

fn number_rule(random: &mut Random) -> String {
    let writes = [
        "w[p:=w[p]-k]",
        "w[p:=w[p]-k, p-1:=w[p-1]+k]",
        "w[p:=w[p]-k, q:=w[q]+k]",
        "w[p:=w[p]-1, q:=w[q]-k]",
        "w[p:=w[p]-k, p+1:=w[p+1]+k]",
        "w[p-1:=w[p-1]-k]",
        "w[p:=w[p]-k, p-1:=w[p-1]+1]",
        "w[p:=w[q]]",
    ];
    let choices = ["for p in w", "for p q in edges", "for p in w for q in near(p)"];
    let amounts = ["for k in 1..w[p]", "for k in 0..w[p]", "for k in 1..2"];
    let space = random.pick(&["strip", "ring"]);
    let kinds: Vec<String> = (0..1 + random.below(2))
        .map(|_| format!("{} {} {}", random.pick(&writes), random.pick(&choices), random.pick(&amounts)))
        .collect();
    format!("w on {space} of 0.. -> {}", kinds.join(" | "))
}

fn letter_rule(random: &mut Random) -> String {
    let writes = [
        "w[p:=\"a\"]",
        "w[p:=\".\", q:=w[p]]",
        "w[p:=x]",
        "w[p:=\"b\", q:=x]",
        "w[q:=w[p], p:=w[q]]",
        "w[p:=if w[q] == x then \"b\" else \"a\"]",
    ];
    let choices = ["for p q in edges for x in \"ab\"", "for p q in edges for x in \".a\""];
    let known = [
        "w[p] == \".\"",
        "w[p] != \".\"",
        "w[q] != \".\"",
        "w[q] != w[p]",
        "w[p] != \"a\"",
        "w[q] == \".\"",
        "count(w[r] == \"a\" for r in near(p)) < 2",
        "any(w[r] == x for r in ray(q, q-p))",
        "(if w[p] == \".\" then p else q) % 2 == 0",
    ];
    let kinds: Vec<String> = (0..1 + random.below(2))
        .map(|_| {
            let (write, choice) = (random.pick(&writes), random.pick(&choices));
            format!("{write} {choice} if {} and {}", random.pick(&known), random.pick(&known))
        })
        .collect();
    format!("w on strip of \".ab\" -> {}", kinds.join(" | "))
}

/// Rules whose positions have several coordinates, or whose places are edges or elements of an order.
fn wider_rule(random: &mut Random) -> (String, &'static str) {
    let taken = random.pick(&["v", "{u,v}", "near(v)", "ball(u)"]);
    let asked = random.pick(&["if u in S", "if u not in S", "if u in S and u != v", ""]);
    match random.below(5) {
        0 => {
            let next = random.pick(&["u", "v"]);
            let from = random.pick(&["near(v)", "S", "ball(v)", "places"]);
            let rule = format!("(S on graph, v in S) -> (S - {taken}, {next}) for u in {from} {asked}");
            (rule, random.pick(&["path4:1", "cycle4:0", "star3:0", "0-1,1-2,2-0,2-3{0,1,2}:2"]))
        }
        1 => {
            let gone = random.pick(&["edge(v,u)", "{edge(v,u)}"]);
            let rule =
                format!("(F on edges, v in places) -> (F - {gone}, u) for u in near(v) if edge(v,u) in F");
            (rule, random.pick(&["path4:1", "cycle4:0", "star3:0", "0-1,1-2,2-0,2-3:2"]))
        }
        2 => {
            let option = random.pick(&["F - e", "part(F - e, 0)", "F xor e", "F - e + edge(0,1)"]);
            let rule = format!("F on edges -> {option} for e in F");
            (rule, random.pick(&["path4", "cycle4{0-1,1-2}", "star3", "0-1,1-2,2-0,2-3"]))
        }
        3 => {
            let side = random.pick(&["up(p)", "down(p)", "(up(p) - p)", "(up(p) + q)"]);
            let asked = random.pick(&["", "if p != 1", "if q != p", "if q in up(p)"]);
            let rule = format!("S on order -> S - {side} for p in S for q in S {asked}");
            (rule, random.pick(&["divisors(12)", "divisors(8)", "1-2,1-3,3-4", "divisors(12){1,2,6}"]))
        }
        _ => {
            let rule = format!(
                "(S on graph, T on graph) -> (S - {taken}, T) for v in S for u in ball(v) {asked} | \
                 (S, T - u) for u in T if u not in S"
            );
            (rule, random.pick(&["path3:{0,1}", "cycle3:{0,2}", "star3{0,1}:{1,2}"]))
        }
    }
}

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

/// Options of a position that is followed.
const MOST_OPTIONS: usize = 1000;

/// All positions that follow one by options alone, each with its options; none if there are too many.
fn follow(game: &PlaceGame, from: &PlaceState, most: usize) -> Option<BTreeMap<PlaceState, Vec<PlaceState>>> {
    let (mut all, mut fresh) = (BTreeMap::new(), vec![from.clone()]);
    while let Some(next) = fresh.pop() {
        if all.contains_key(&next) {
            continue;
        }
        let mut looked = 0;
        let few = game.options(&next, &mut |_| {
            looked += 1;
            if looked > MOST_OPTIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Where positions come back numbers may grow, and with them the options.
        if all.len() == most || few.is_break() {
            return None;
        }
        let options = options(game, &next);
        fresh.extend(options.iter().cloned());
        all.insert(next, options);
    }
    Some(all)
}

/// Who wins each position: whatever can be won or is lost is found by looking again and again, and the rest is drawn.
fn winners(graph: &BTreeMap<PlaceState, Vec<PlaceState>>, misere: bool) -> BTreeMap<&PlaceState, Outcome> {
    let mut known = BTreeMap::new();
    loop {
        let before = known.len();
        for (position, options) in graph {
            let lost = options.iter().any(|to| known.get(to) == Some(&Outcome::P));
            let all_won = options.iter().all(|to| known.get(to) == Some(&Outcome::N));
            if options.is_empty() {
                known.insert(position, if misere { Outcome::N } else { Outcome::P });
            } else if lost {
                known.insert(position, Outcome::N);
            } else if all_won {
                known.insert(position, Outcome::P);
            }
        }
        if known.len() == before {
            break;
        }
    }
    for position in graph.keys() {
        known.entry(position).or_insert(Outcome::D);
    }
    known
}

/// The value by options alone; none if a position comes back.
fn plain(
    graph: &BTreeMap<PlaceState, Vec<PlaceState>>,
    from: &PlaceState,
    known: &mut BTreeMap<PlaceState, Option<Nimber>>,
) -> Option<Nimber> {
    if let Some(value) = known.get(from) {
        return *value;
    }
    known.insert(from.clone(), None);
    let values: Option<Vec<Nimber>> = graph[from].iter().map(|to| plain(graph, to, known)).collect();
    let value = mex(values?);
    known.insert(from.clone(), Some(value));
    Some(value)
}

fn any_rule(random: &mut Random, round: usize) -> (String, &'static str) {
    let spaces: [(&str, &[&str]); 5] = [
        ("strip", &["6", "oo.ooo", "4"]),
        ("ring", &["6", "5", "oo.oo."]),
        ("grid", &["2x3", "oo/o."]),
        ("grid king", &["2x3", "oo/oo/.o"]),
        ("graph", &["0-1,1-2,2-0,2-3,3-4", "path5", "star4", "cycle5{0,1,3}", "path3"]),
    ];
    match round % 6 {
        0 => (number_rule(random), random.pick(&["2,1,2", "0,3", "1,1,1"])),
        1 => (letter_rule(random), random.pick(&["4", "ab.", "a.bb"])),
        2 => wider_rule(random),
        _ => {
            let (space, texts) = spaces[random.below(spaces.len())];
            (set_rule(random, space), random.pick(texts))
        }
    }
}

#[test]
fn random_rules_over_places_end_where_that_is_proved_and_parts_change_no_value() {
    let (mut random, work) = (Random(7), Work::unwatched());
    let (mut proved, mut apart) = (0, 0);
    for round in 0..6000 {
        let (rule, text) = any_rule(&mut random, round);
        let Ok(rules) = PlaceRules::read(&rule, &Lets::new(), &work) else { continue };
        let rules = Arc::new(rules);
        if !rules.ends {
            continue;
        }
        proved += 1;
        let (mut game, state) =
            PlaceGame::open(&rules, text).unwrap_or_else(|e| panic!("{rule} {text}: {e}"));
        let graph = follow(&game, &state, usize::MAX).unwrap();
        let expected = plain(&graph, &state, &mut BTreeMap::new());
        let expected = expected.unwrap_or_else(|| panic!("{rule} {text}: a position comes back"));
        game.prepare(&state, &work).unwrap();
        assert_eq!(boards::values(&game, &state, &work).unwrap(), expected, "{rule} {text}");
        let mut parts = 0;
        game.parts(state, &mut |_| parts += 1);
        apart += usize::from(parts > 1);
    }
    assert!(proved > 800 && apart > 20, "only {proved} rules were proved to end, and {apart} fell apart");
}

/// The positions that a winning move leads to.
fn wins(report: &Report) -> Vec<String> {
    let text = |by: &MoveReport| match &by.to[..] {
        [] => String::new(),
        [Part::One(place)] => place.argument(),
        other => panic!("{other:?}"),
    };
    let mut all: Vec<String> = report.winning_moves.iter().map(text).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn tables_have_the_moves_that_the_rule_tells_and_answers_are_those_of_plain_search() {
    let (mut random, work) = (Random(11), Work::unwatched());
    let (mut laid, mut loopy, mut asked) = (0, 0, 0);
    for round in 0..5000 {
        let (rule, text) = any_rule(&mut random, round);
        let Ok(rules) = PlaceRules::read(&rule, &Lets::new(), &work) else { continue };
        let rules = Arc::new(rules);
        let (game, state) = PlaceGame::open(&rules, text).unwrap_or_else(|e| panic!("{rule} {text}: {e}"));
        let Some(graph) = follow(&game, &state, 300) else { continue };
        let mut table = game.clone();
        table.prepare(&state, &work).unwrap();
        laid += usize::from(table.is_laid());
        for (position, expected) in &graph {
            assert_eq!(options(&table, position), *expected, "{rule} {}", game.show(position));
        }
        let value = plain(&graph, &state, &mut BTreeMap::new());
        loopy += usize::from(value.is_none());
        for play in [Play::Normal, Play::Misere] {
            asked += 1;
            let winners = winners(&graph, play == Play::Misere);
            let mut arena = open_places(rules.clone(), About::default(), Some(play)).unwrap();
            let report = arena::report(&mut *arena, &[text.to_string()], &work)
                .unwrap_or_else(|e| panic!("{rule} {text}: {e}"));
            assert_eq!(report.outcome, winners[&state], "{rule} {text} {play:?}");
            let lost = |to: &&PlaceState| report.outcome == Outcome::N && winners[to] == Outcome::P;
            let mut expected: Vec<String> =
                graph[&state].iter().filter(lost).map(|to| game.show(to)).collect();
            expected.sort_unstable();
            assert_eq!(wins(&report), expected, "{rule} {text} {play:?}");
            if let (Play::Normal, Some(value)) = (play, value) {
                assert_eq!(report.value, Some(LoopyValue::Finite(value)), "{rule} {text}");
            }
        }
    }
    assert!(laid > 1000 && loopy > 100 && asked > 4000, "{laid} tables, {loopy} with cycles, {asked} in all");
}

#[test]
fn parts_that_look_alike_have_one_value_and_pairs_answer_each_other() {
    let (mut random, work) = (Random(3), Work::unwatched());
    let rules = [
        "S on graph -> S - ball(v) for v in S",
        "S on graph -> S - {u,v} for u v in edges if u in S and v in S",
        "S on graph -> S - v for v in S for u in near(v) if u in S",
        "w on graph of \".ab\" -> w[v:=x] for v in places for x in \"ab\" if w[v] == \".\" and x not in w[near(v)]",
    ];
    for round in 0..240 {
        let rules = Arc::new(PlaceRules::read(rules[round % rules.len()], &Lets::new(), &work).unwrap());
        let vertices = 5 + random.below(if round % 4 == 3 { 2 } else { 5 });
        let mut edges: Vec<String> = (1..vertices).map(|v| format!("{}-{v}", random.below(v))).collect();
        for _ in 0..random.below(4) {
            let u = random.below(vertices - 1);
            edges.push(format!("{u}-{}", u + 1 + random.below(vertices - 1 - u)));
        }
        let text = edges.join(",");
        let (mut game, state) = PlaceGame::open(&rules, &text).unwrap();
        let (graph, mut known) = (follow(&game, &state, usize::MAX).unwrap(), BTreeMap::new());
        plain(&graph, &state, &mut known);
        game.prepare(&state, &work).unwrap();
        for (position, value) in &known {
            let alike = game.canonical(position.clone());
            assert_eq!(known.get(&alike), Some(value), "{} {}", game.show(position), game.show(&alike));
            if let Some(told) = game.known(position) {
                assert_eq!(Some(told), *value, "{}", game.show(position));
            }
            assert_eq!(boards::values(&game, position, &work).ok(), *value, "{}", game.show(position));
        }
    }
}

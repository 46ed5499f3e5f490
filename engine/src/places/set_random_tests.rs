//! What is derived from rules over places, against options alone: for rules that are put together at random, that every play
//! ends where that was proved, and that parts and packed states change no value.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::boards;
use crate::game::Game;
use crate::nimber::{Nimber, mex};
use crate::work::Work;

use super::set_game::{PlaceGame, PlaceRules};

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
    let writes =
        ["w[p:=\"a\"]", "w[p:=\".\", q:=w[p]]", "w[p:=x]", "w[p:=\"b\", q:=x]", "w[q:=w[p], p:=w[q]]"];
    let choices = ["for p q in edges for x in \"ab\"", "for p q in edges for x in \".a\""];
    let known =
        ["w[p] == \".\"", "w[p] != \".\"", "w[q] != \".\"", "w[q] != w[p]", "w[p] != \"a\"", "w[q] == \".\""];
    let kinds: Vec<String> = (0..1 + random.below(2))
        .map(|_| {
            let (write, choice) = (random.pick(&writes), random.pick(&choices));
            format!("{write} {choice} if {} and {}", random.pick(&known), random.pick(&known))
        })
        .collect();
    format!("w on strip of \".ab\" -> {}", kinds.join(" | "))
}

type Cells = Box<[i64]>;

/// The value by options alone; none if a position comes back, or if there are too many.
fn plain(game: &PlaceGame, from: &Cells, known: &mut BTreeMap<Cells, Option<Nimber>>) -> Option<Nimber> {
    if let Some(value) = known.get(from) {
        return *value;
    }
    known.insert(from.clone(), None);
    let mut options = Vec::new();
    let _ = game.options(from, &mut |to| {
        options.push(to);
        ControlFlow::Continue(())
    });
    let values: Option<Vec<Nimber>> = options.iter().map(|to| plain(game, to, known)).collect();
    let value = mex(values?);
    known.insert(from.clone(), Some(value));
    Some(value)
}

#[test]
fn random_rules_over_places_end_where_that_is_proved_and_parts_change_no_value() {
    let (mut random, work) = (Random(7), Work::unwatched());
    let spaces: [(&str, &[&str]); 4] = [
        ("strip", &["6", "oo.ooo", "4"]),
        ("ring", &["6", "5", "oo.oo."]),
        ("grid", &["2x3", "oo/o."]),
        ("graph", &["0-1,1-2,2-0,2-3,3-4", "path5", "star4", "cycle5{0,1,3}"]),
    ];
    let (mut proved, mut apart) = (0, 0);
    for round in 0..6000 {
        let (rule, text) = match round % 4 {
            0 => (number_rule(&mut random), random.pick(&["2,1,2", "0,3", "1,1,1"])),
            1 => (letter_rule(&mut random), random.pick(&["4", "ab.", "a.bb"])),
            _ => {
                let (space, texts) = spaces[random.below(spaces.len())];
                (set_rule(&mut random, space), random.pick(texts))
            }
        };
        let Ok(rules) = PlaceRules::read(&rule, &work) else { continue };
        let rules = Arc::new(rules);
        if !rules.ends {
            continue;
        }
        proved += 1;
        let (game, state) = PlaceGame::open(&rules, text).unwrap_or_else(|e| panic!("{rule} {text}: {e}"));
        let expected = plain(&game, &state, &mut BTreeMap::new());
        let expected = expected.unwrap_or_else(|| panic!("{rule} {text}: a position comes back"));
        assert_eq!(boards::values(&game, &state, &work).unwrap(), expected, "{rule} {text}");
        let mut parts = 0;
        game.parts(state, &mut |_| parts += 1);
        apart += usize::from(parts > 1);
    }
    assert!(proved > 800 && apart > 20, "only {proved} rules were proved to end, and {apart} fell apart");
}

//! What a theorem says of random positions of random rules of its shape is what the plain definition says.

use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::game::Game;
use crate::nimber::{Nimber, mex};
use crate::places::game::PictureGame;
use crate::places::set_game::{PlaceGame, PlaceRules};
use crate::places::{Boards, PictureRules};
use crate::report::sentence::BoardTheorem;
use crate::work::Work;

use super::heaps_of;

/// Random numbers, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn word(&mut self, letters: &str, length: usize) -> String {
        let letters: Vec<char> = letters.chars().collect();
        (0..length).map(|_| letters[self.below(letters.len() as u64) as usize]).collect()
    }
}

/// The value by the definition alone.
fn plain<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, Nimber>) -> Nimber {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let mut options = Vec::new();
    let _ = game.options(state, &mut |to| {
        options.push(to);
        ControlFlow::Continue(())
    });
    let value = mex(options.iter().map(|to| plain(game, to, known)).collect::<Vec<_>>());
    known.insert(state.clone(), value);
    value
}

fn checked<G: Game>(mut game: G, state: &G::State, what: &str) -> BoardTheorem {
    game.prepare(state, &Work::unwatched()).unwrap();
    let mut known = HashMap::new();
    assert_eq!(game.known(state), Some(plain(&game, state, &mut known)), "{what}");
    // Every position that comes up is told as well, and where options of a value are shown they are all.
    for (state, value) in &known {
        assert_eq!(game.known(state), Some(*value), "{what}");
    }
    for wanted in (0..4).map(Nimber) {
        let Some(mut shown) = game.options_of_value(state, wanted) else { break };
        let mut all = Vec::new();
        let _ = game.options(state, &mut |to| {
            all.extend((known[&to] == wanted).then_some(to));
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all.dedup();
        shown.sort_unstable();
        assert_eq!(shown, all, "{what}: options of value {wanted}");
        for to in &all {
            assert_ne!(game.is_option(state, to), Some(false), "{what}");
        }
    }
    assert_ne!(game.is_option(state, state), Some(true), "{what}");
    game.theorem(state).unwrap()
}

fn pictures(rule: &str, text: &str) -> BoardTheorem {
    let rules = PictureRules::read(rule, &Boards::default(), &Work::unwatched()).unwrap();
    let (game, state) = PictureGame::open(&Arc::new(rules), text).unwrap();
    checked(game, &state, &format!("{rule} at {text}"))
}

fn places(rule: &str, text: &str) -> BoardTheorem {
    let rules = PlaceRules::read(rule, &crate::Lets::new(), &Work::unwatched()).unwrap();
    let (game, state) = PlaceGame::open(&Arc::new(rules), text).unwrap();
    checked(game, &state, &format!("{rule} at {text}"))
}

fn code_of(rule: &str) -> Option<String> {
    heaps_of(&PictureRules::read(rule, &Boards::default(), &Work::unwatched()).unwrap().rule)
}

/// A digit of a code as pictures: what takes k cells.
fn digit(k: usize, digit: u64) -> Vec<String> {
    let (taken, gone) = ("o".repeat(k), ".".repeat(k));
    let mut all = Vec::new();
    if digit & 1 != 0 {
        all.push(format!("\"[.~]{taken}[.~]\" -> \"?{gone}?\""));
    }
    if digit & 2 != 0 {
        all.push(format!("\"[.~]{taken}o\" -> \"?{gone}o\""));
    }
    if digit & 4 != 0 {
        all.push(format!("\"o{taken}o\" -> \"?{gone}o\""));
    }
    all
}

#[test]
fn random_octal_codes_as_pictures_are_these_codes() {
    let mut dice = Dice(7);
    for _ in 0..120 {
        let digits: Vec<u64> = (0..1 + dice.below(4)).map(|_| dice.below(8)).collect();
        let Some(last) = digits.iter().rposition(|digit| *digit > 0) else { continue };
        let all: Vec<String> = digits.iter().enumerate().flat_map(|(i, d)| digit(i + 1, *d)).collect();
        let rule = format!("strip: {}", all.join(" | "));
        let code = digits[..=last].iter().map(u64::to_string).collect::<String>();
        assert_eq!(code_of(&rule), Some(format!("0.{code}")), "{rule}");
        let length = 1 + dice.below(10) as usize;
        let text = dice.word("oooo.", length);
        assert_eq!(pictures(&rule, &text), BoardTheorem::RunsAreHeaps);
    }
}

#[test]
fn other_ways_to_take_from_runs_are_rules_of_numbers() {
    let mut dice = Dice(11);
    for (rule, heaps) in [
        ("strip: \"o\" -> \".\" | \"oo\" -> \"..\"", "0.77"),
        ("strip: \"oo\" -> \"..\"", "0.07"),
        ("strip: \"ooo\" -> \"?..\"", "0.06"),
        ("strip: \"oooo\" -> \"??..\"", "n -> l & n-2-l for l in 2..n-2"),
        ("strip: \"[.~]ooo\" -> \"?o..\"", "n -> 1 & n-3 if n >= 3"),
        (
            "strip: \"ooo\" -> \"?..\" | \"[.~]oooo\" -> \"?o..o\"",
            "n -> l & n-2-l for l in 1..n-2 | 1 & n-3 if n >= 4",
        ),
    ] {
        assert_eq!(code_of(rule).as_deref(), Some(heaps), "{rule}");
        for _ in 0..12 {
            let length = 1 + dice.below(10) as usize;
            let text = dice.word("ooo.", length);
            assert_eq!(pictures(rule, &text), BoardTheorem::RunsAreHeaps, "{rule}");
        }
    }
}

#[test]
fn what_is_no_octal_code_is_not_taken_for_one() {
    for rule in [
        "strip: \"oo\" -> \".o\" | \"o.\" -> \"..\"",
        "strip: \"o.\" -> \"..\"",
        "strip: \"~o\" -> \"?.\"",
        "strip: \"?o\" -> \"?.\"",
        "strip: \"o.o\" -> \".#.\"",
        "strip: \"o\" -> \"x\" | \"x\" -> \".\"",
        "strip: \"o#+\" -> \".#+\"",
        "strip: \"o\" -> \".\" over if \"..\"",
        "strip: \"o\" -> \".\" play misere",
        "ring: \"o\" -> \".\"",
        "strip: \"[.~]o\" -> \"?#\"",
    ] {
        assert_eq!(code_of(rule), None, "{rule}");
    }
    // A wall that ends no run for the pictures leaves the search to itself.
    let rules =
        PictureRules::read("strip: \"[.~]o\" -> \"?.\"", &Boards::default(), &Work::unwatched()).unwrap();
    let (mut game, state) = PictureGame::open(&Arc::new(rules), "#oo.").unwrap();
    game.prepare(&state, &Work::unwatched()).unwrap();
    assert_eq!(game.known(&state), None);
}

#[test]
fn stones_slide_by_any_distances() {
    let mut dice = Dice(5);
    for _ in 0..60 {
        let distances: Vec<usize> = (1..5).filter(|_| dice.below(2) == 0).collect();
        let (left, all) = (dice.below(2) == 0, dice.below(4) == 0 || distances.is_empty());
        let slide = |free: &str| match left {
            true => format!("\"{free}X\" -> \"X{free}\""),
            false => format!("\"X{free}\" -> \"{free}X\""),
        };
        let kinds: Vec<String> = match all {
            true => vec![slide(".+")],
            false => distances.iter().map(|d| slide(&".".repeat(*d))).collect(),
        };
        let rule = format!("strip as drawn: {}", kinds.join(" | "));
        let length = 2 + dice.below(7) as usize;
        let text = dice.word("..X#X.", length);
        let by_two = !all && distances == [1, 2];
        let wanted = if by_two { BoardTheorem::SlidingStones } else { BoardTheorem::GapsAreSteps };
        assert_eq!(pictures(&rule, &text), wanted, "{rule}");
    }
}

#[test]
fn cuts_of_words_are_crosses_that_do_not_touch() {
    let mut dice = Dice(3);
    let rules = [
        "word: \"{x}{y}{x}\" -> \"{x}\" & \"{y}\" & \"{x}\" for x in letters for y in letters",
        "word as drawn: \"{a}{b}{a}\" -> \"{a}\" & \"{b}\" & \"{a}\" for b in letters for a in letters",
    ];
    for _ in 0..60 {
        let length = 1 + dice.below(9) as usize;
        let text = dice.word("aab", length);
        let rule = rules[dice.below(2) as usize];
        assert_eq!(pictures(rule, &text), BoardTheorem::RunsOfCentres);
    }
}

#[test]
fn numbers_on_places_are_heaps_steps_and_heaps_in_order() {
    let mut dice = Dice(13);
    let down = "w on strip of 0.. -> w[i:=w[i]-k, i-1:=w[i-1]+k] for i in w for k in 1..w[i]";
    let order = "m on strip of 0.. -> m[j:=m[j]-n] for j in m for n in 1..m[j] if j == 0 or m[j-1] <= m[j]-n";
    let heaps = "w on bag of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i]";
    for _ in 0..40 {
        let mut numbers: Vec<u64> = (0..1 + dice.below(4)).map(|_| dice.below(4)).collect();
        let text = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        assert_eq!(places(down, &text(&numbers)), BoardTheorem::Staircase);
        assert_eq!(places(heaps, &text(&numbers)), BoardTheorem::PlacesAreHeaps);
        numbers.sort_unstable();
        assert_eq!(places(order, &text(&numbers)), BoardTheorem::Neighbours);
    }
}

#[test]
fn sets_on_a_strip_are_runs() {
    let code = |rule: &str| PlaceRules::read(rule, &crate::Lets::new(), &Work::unwatched()).unwrap().heaps;
    let kayles = "S on strip -> S - {u,v} for u v in edges if u in S and v in S";
    for (rule, heaps) in [("S on strip -> S - ball(p) for p in S", "0.137"), (kayles, "0.07")] {
        assert_eq!(code(rule).unwrap().rules(), heaps);
        assert_eq!(places(rule, "ooo.oooo"), BoardTheorem::PathsAndCycles);
    }
    assert_eq!(code("S on ring -> S - ball(p) for p in S"), None);
}

#[test]
fn numbers_of_which_a_move_changes_one_are_heaps() {
    let mut dice = Dice(19);
    for kind in [
        "w[i:=w[i]-k] for i in w for k in {1,3,4}",
        "w[i:=w[i]-k] for i in w for k in 1..w[i]/2",
        "w[i:=w[i]/2] for i in w if w[i] > 0 | w[i:=w[i]-1] for i in w if w[i] % 3 != 0",
        "take: w[i:=min(w[i]-1, 2)] for i in w if w[i] > 2 and not (w[i] == 5)",
        "w[i:=k] for i in w for k in 0..w[i]-1 if k in {0, 2..3} or k + 1 == w[i]",
    ] {
        for space in ["strip", "ring", "bag"] {
            let numbers: Vec<u64> = (0..1 + dice.below(3)).map(|_| dice.below(8)).collect();
            let text = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let rule = format!("w on {space} of 0.. -> {kind}");
            match kind.contains("2..3") {
                // Sets that are put together are left to the search.
                true => assert!(
                    PlaceRules::read(&rule, &crate::Lets::new(), &Work::unwatched()).unwrap().heaps.is_none()
                ),
                false => assert_eq!(places(&rule, &text), BoardTheorem::PlacesAreHeaps),
            }
        }
    }
    for other in [
        "w[i:=w[i]-1, i+1:=w[i+1]+1] for i in w if w[i] > 0",
        "w[i:=w[i]-1] for i in w if w[i] > w[0]",
        "w[i+1:=w[i+1]-1] for i in w",
        "w[i:=w[i]-i] for i in w if i > 0",
        "w[i:=w[i]-1] for i in w for j in w",
    ] {
        let rule = format!("w on strip of 0.. -> {other}");
        assert_eq!(
            PlaceRules::read(&rule, &crate::Lets::new(), &Work::unwatched()).unwrap().heaps,
            None,
            "{rule}"
        );
    }
}

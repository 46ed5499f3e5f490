//! Products against the plain definition: coins on a board that are turned.

use std::collections::{BTreeSet, HashMap};

use crate::nim_field::product;
use crate::nimber::{Nimber, mex};
use crate::report::show_parts;
use crate::rules::{Evaluator, Rules};
use crate::{Lets, LoopyValue, Outcome, Position, Report, Request, Work, solve};

fn read(text: &str) -> Rules {
    Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn report(rules: &Rules, places: &[&str]) -> Report {
    let position = Position(places.iter().map(|place| rules.component(place).unwrap()).collect());
    solve(&Request { rules, position: &position, play: None }, &Work::unwatched()).unwrap()
}

const GAMES: &[&str] = &[
    "nim",
    "kayles",
    "0.137",
    "mock-turtles",
    "turning-turtles",
    "twins",
    "take {1,3}",
    "n -> n-1 | n/2 if n > 0",
    "n -> nothing if n > 2 | n-3",
    "n -> 2 of n-1 | 3 of n-2",
    "n -> each(k for k in m..n-1) for m in 0..n-1",
    "m -> m-k & k-1 for k in 1..m if k%2 == 1",
    "n in 1..9 -> n-2 | n-3",
    "n -> a & b & n-a-b for a in 1..n-2 for b in 1..n-a-1",
    "(n, t in {up,down}) -> (n-1,down) if t == up | (n-2,up)",
    "(n, t in {down,up}) -> (n-1,down) if t == up | (n-2,up)",
    "(n, s in {red,blue}) -> (n-1,blue) if s == red | (n-2,red)",
];

/// The moves of a coin of a game: the coins that are turned beside it, each as often as it is.
fn turns(rules: &Rules, place: &[i64]) -> Vec<Vec<Vec<i64>>> {
    let mut all = Vec::new();
    let (axes, work) = (rules.form().axes.len(), Work::unwatched());
    Evaluator::new(rules.form().clone(), 1 << 16)
        .options(place, &work, &mut |option| {
            let parts = option.places.chunks_exact(axes).zip(option.counts);
            all.push(parts.flat_map(|(part, count)| vec![part.to_vec(); *count as usize]).collect());
            Ok(())
        })
        .unwrap();
    all
}

/// A coin of a board, by its row and column.
type Coin = (Vec<i64>, Vec<i64>);

/// The value of a board of coins by the definition of the game: every move of every head, and the least value that none leaves.
fn value_of_board(
    games: &[Rules; 2],
    heads: &BTreeSet<Coin>,
    known: &mut HashMap<Vec<Coin>, Nimber>,
) -> Nimber {
    let key: Vec<_> = heads.iter().cloned().collect();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut values = Vec::new();
    for (x, y) in heads {
        let (ones, others) = (turns(&games[0], x), turns(&games[1], y));
        for one in &ones {
            for other in &others {
                let mut after = heads.clone();
                for u in std::iter::once(x).chain(one) {
                    for v in std::iter::once(y).chain(other) {
                        let coin = (u.clone(), v.clone());
                        if !after.remove(&coin) {
                            after.insert(coin);
                        }
                    }
                }
                values.push(value_of_board(games, &after, known));
            }
        }
    }
    let value = mex(values);
    known.insert(key, value);
    value
}

#[test]
fn the_rule_of_a_product_is_written_out() {
    assert_eq!(
        read("product nim nim").source,
        "(n1, n2) -> (n1, m2) & (m1, n2) & (m1, m2) for m1 in 0..n1-1 for m2 in 0..n2-1"
    );
    let mixed = read("product (take {1,2}) (m -> nothing | a for a in 0..m-1)");
    assert_eq!(
        mixed.source,
        "(n, m) -> (n-s, m) for s in {1,2} | (n, a) & (n-s, m) & (n-s, a) for s in {1,2} for a in 0..m-1"
    );
    assert_eq!(mixed.title(), "product (take {1,2}) (m -> nothing | a for a in 0..m-1)");
}

#[test]
fn heads_on_a_board_of_coins_have_the_value_of_the_product() {
    let games = ["nim", "take {1,2}", "mock-turtles", "n -> 2 of n-1 | n-2", "kayles"];
    for first in games {
        for second in games {
            let factors = [read(first), read(second)];
            let rules = read(&format!("product ({first}) ({second})"));
            let mut known = HashMap::new();
            for (x, y) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)] {
                let board = [(vec![x], vec![y])].into_iter().collect();
                let plain = value_of_board(&factors, &board, &mut known);
                let found = report(&rules, &[&format!("{x},{y}")]).value;
                assert_eq!(found, Some(LoopyValue::Finite(plain)), "{first} × {second} at {x},{y}");
            }
        }
    }
}

#[test]
fn products_have_the_values_and_winning_moves_of_their_rules_written_out() {
    for (i, first) in GAMES.iter().enumerate() {
        for second in GAMES.iter().skip(i % 3).step_by(3) {
            let rules = read(&format!("product ({first}) ({second})"));
            let plain = read(&rules.source);
            assert!(plain.factors.is_none());
            let axes = |text: &str| match text {
                text if text.contains("up") => vec!["3,up", "4,down"],
                text if text.contains("red") => vec!["3,red", "4,blue"],
                _ => vec!["3", "5"],
            };
            for x in axes(first) {
                for y in axes(second) {
                    let place = format!("{x},{y}");
                    let (found, wanted) = (report(&rules, &[&place]), report(&plain, &[&place]));
                    assert_eq!(found.value, wanted.value, "{first} × {second} at {place}");
                    let moves = |report: &Report| {
                        let sorted = |parts: &[crate::report::Part]| {
                            let mut parts: Vec<String> =
                                parts.iter().map(|part| show_parts(std::slice::from_ref(part))).collect();
                            parts.sort();
                            parts.join(" & ")
                        };
                        let mut all: Vec<String> =
                            report.winning_moves.iter().map(|by| sorted(&by.to)).collect();
                        all.sort();
                        all.dedup();
                        all
                    };
                    assert_eq!(moves(&found), moves(&wanted), "{first} × {second} at {place}");
                }
            }
        }
    }
}

#[test]
fn products_answer_far_out_where_both_games_do() {
    let (n, m) = (1_000_000_000_000_000_000u64, 999_999_999_999_999_999u64);
    let value = |text: &str, place: String| match report(&read(text), &[&place]).value {
        Some(LoopyValue::Finite(value)) => value,
        other => panic!("{text} {place}: {other:?}"),
    };
    for (first, second) in [
        ("nim", "nim"),
        ("nim", "kayles"),
        ("mock-turtles", "nim"),
        ("kayles", "0.137"),
        ("(take {1,3,4})", "twins"),
        ("rook", "nim"),
    ] {
        let (x, y) = if first == "rook" { (format!("{n},7"), m) } else { (n.to_string(), m) };
        let bare = first.trim_matches(['(', ')']);
        let wanted = product(value(bare, x.clone()), value(second, y.to_string()));
        let text = format!("product {first} {second}");
        assert_eq!(value(&text, format!("{x},{y}")), wanted, "{text}");
        let found = report(&read(&text), &[&format!("{x},{y}")]);
        assert_eq!(found.outcome, if wanted == Nimber::ZERO { Outcome::P } else { Outcome::N }, "{text}");
        for by in found.winning_moves.iter().take(3) {
            let parts: Vec<String> = by
                .to
                .iter()
                .map(|part| show_parts(std::slice::from_ref(part)).trim_matches(['(', ')']).to_string())
                .collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            assert_eq!(report(&read(&text), &parts).outcome, Outcome::P, "{text}: {parts:?}");
        }
    }
    assert!(!report(&read("product nim nim"), &[&format!("{n},{m}")]).winning_moves.is_empty());
}

#[test]
fn products_of_products_and_parameters_are_read() {
    let three = read("product (product nim nim) nim");
    assert_eq!(three.form().axes.len(), 3);
    assert_eq!(report(&three, &["4,4,2"]).value, Some(LoopyValue::Finite(product(Nimber(6), Nimber(2)))));
    let lets: Lets = [("k".to_string(), crate::Literal::Int(2))].into();
    let text = "product (n -> n-j for j in 1..k) (n -> n-i for i in 1..3)";
    let rules = Rules::read(text, &lets, &Work::unwatched()).unwrap();
    assert_eq!(report(&rules, &["5,6"]).value, Some(LoopyValue::Finite(product(Nimber(2), Nimber(2)))));
    let both = "product (n -> n-j for j in 1..k) (n -> n-i for i in 1..k)";
    let rules = Rules::read(both, &lets, &Work::unwatched()).unwrap();
    assert_eq!(report(&rules, &["4,5"]).value, Some(LoopyValue::Finite(product(Nimber(1), Nimber(2)))));
    assert_eq!(read("product -> product-1").form().axes[0].name, "product");
}

#[test]
fn what_has_no_product_is_refused_with_its_reason() {
    let deep = (0..200_000).map(|_| "product (").collect::<String>();
    for (text, part) in [
        ("product nim", "of two games"),
        ("product nim nim nim", "of two games"),
        ("product (nim nim", "of two games"),
        ("product () nim", "of two games"),
        ("product nim nosuchgame", "no game called"),
        ("product nim cram", "is a board"),
        ("product (grid: \"..\" -> \"##\") nim", "on a board"),
        ("product (S on numbers -> S xor {n} for n in S) nim", "on a board"),
        ("product nim (n -> n-1 play misere)", "not plain normal play"),
        ("product (n -> n-1 gain 1) nim", "not plain normal play"),
        ("product (n -> n-1 again) nim", "not plain normal play"),
        ("product (n -> n-1 end win if n == 0) nim", "not plain normal play"),
        ("product (product (product (product (product nim nim) nim) nim) nim) nim", "nested too deeply"),
        (&deep, "of two games"),
    ] {
        let error = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap_err().to_string();
        assert!(error.contains(part), "{:.80}: {error}", text);
    }
    let lets: Lets = [("q".to_string(), crate::Literal::Int(2))].into();
    assert!(Rules::read("product nim nim", &lets, &Work::unwatched()).is_err());
}

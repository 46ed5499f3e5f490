use std::collections::HashMap;

use serde::Deserialize;

use super::{Certificate, Class, genus, quotient_of_heaps, quotient_of_positions};
use crate::error::ErrorKind;
use crate::limits::Limits;
use crate::literal::Lets;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::solve;
use crate::verify::check_quotient;
use crate::work::Work;

#[derive(Deserialize)]
struct Facts {
    genera: Vec<Genera>,
    quotients: Vec<Order>,
}

#[derive(Deserialize)]
struct Genera {
    rules: String,
    value: Vec<u64>,
    tail: Vec<Vec<u64>>,
}

#[derive(Deserialize)]
struct Order {
    rules: String,
    order: usize,
    p_portion: usize,
    preperiod: u64,
    period: u64,
}

fn facts() -> Facts {
    serde_json::from_str(include_str!("../../facts/misere.json")).unwrap()
}

fn rules(text: &str) -> Rules {
    Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap()
}

fn found(text: &str, to: Option<u64>) -> (Rules, super::QuotientAnswer) {
    let rules = rules(text);
    let mut arena = solve::arena(rules.clone(), None);
    let found = quotient_of_heaps(&mut *arena, &rules, to, &Work::unwatched()).unwrap();
    (rules, found)
}

#[test]
fn genera_are_the_known_ones() {
    for game in facts().genera {
        let mut arena = solve::arena(rules(&game.rules), None);
        for (heap, (value, tail)) in game.value.iter().zip(&game.tail).enumerate() {
            let found = genus(&mut *arena, &[heap.to_string()], &Work::unwatched()).unwrap().genus;
            assert_eq!((&found.value, &found.tail), (value, tail), "{} {heap}", game.rules);
        }
    }
}

#[test]
fn classes_are_those_of_winning_ways() {
    let class = |text: &str, heap: &str| {
        let mut arena = solve::arena(rules(text), None);
        genus(&mut *arena, &[heap.into()], &Work::unwatched()).unwrap().class
    };
    assert_eq!(class("0.77", "4"), Class::Tame);
    assert_eq!(class("0.77", "5"), Class::Restless);
    assert_eq!(class("0.75", "5"), Class::Restive);
    assert_eq!(class("0.75", "9"), Class::Wild);
}

#[test]
fn quotients_have_the_known_orders_and_their_proofs_are_accepted() {
    for game in facts().quotients {
        let (rules, found) = found(&game.rules, None);
        let told = (found.verdict, found.order, found.p_portion, found.preperiod, found.period);
        let known = ("proved", game.order, game.p_portion, Some(game.preperiod), Some(game.period));
        assert_eq!(told, known, "{}", game.rules);
        let certificate = Certificate::new(&rules, &found);
        assert_eq!(check_quotient(&certificate, &Work::unwatched()), Ok(Ok(())), "{}", game.rules);
    }
}

/// Who wins a sum of heaps under misère play, by the definition.
fn plainly(options: &[Vec<Vec<u64>>], sum: &[u64], known: &mut HashMap<Vec<u64>, Outcome>) -> Outcome {
    if let Some(outcome) = known.get(sum) {
        return *outcome;
    }
    let (mut ended, mut won) = (true, false);
    for (at, &heap) in sum.iter().enumerate() {
        for option in &options[heap as usize] {
            ended = false;
            let mut next = [&sum[..at], &sum[at + 1..], option].concat();
            next.sort_unstable();
            won |= plainly(options, &next, known) == Outcome::P;
        }
    }
    let outcome = if ended || won { Outcome::N } else { Outcome::P };
    known.insert(sum.to_vec(), outcome);
    outcome
}

/// The options of heaps of an octal code, by the definition of codes.
fn options(digits: &[u64], to: u64) -> Vec<Vec<Vec<u64>>> {
    let of = |heap: u64| {
        let mut all = Vec::new();
        for (taken, digit) in (0..=heap).zip(digits) {
            let rest = heap - taken;
            if digit & 1 == 1 && rest == 0 && taken > 0 {
                all.push(Vec::new());
            }
            if digit & 2 == 2 && rest > 0 && taken > 0 {
                all.push(vec![rest]);
            }
            if digit & 4 == 4 {
                all.extend((1..=rest / 2).map(|part| vec![part, rest - part]));
            }
        }
        all
    };
    (0..=to).map(of).collect()
}

#[test]
fn quotients_of_short_codes_tell_who_wins_every_small_sum() {
    const TO: u64 = 6;
    let little = Work::within(Limits { bytes: 3 << 20, ..Limits::default() });
    let mut sums = 0;
    for code in (1..512u64).step_by(3) {
        let digits = [0, code / 64, code / 8 % 8, code % 8];
        let rules = rules(&format!("0.{}{}{}", digits[1], digits[2], digits[3]));
        let mut arena = solve::arena(rules.clone(), None);
        let found = quotient_of_heaps(&mut *arena, &rules, Some(TO), &little).unwrap();
        let (options, mut known) = (options(&digits, TO), HashMap::new());
        // Some quotients are too large, or infinite, before the last heap.
        let last = if found.period.is_some() { TO } else { found.heap.unwrap() };
        for sum in (0..=last).flat_map(|a| (a..=last).flat_map(move |b| (b..=last).map(move |c| [a, b, c]))) {
            let outcome = plainly(&options, &sum, &mut known);
            assert_eq!(found.outcome(&sum), Some(outcome), "{} {sum:?}", rules.source);
            sums += 1;
        }
        let certificate = Certificate::new(&rules, &found);
        assert_eq!(check_quotient(&certificate, &Work::unwatched()), Ok(Ok(())), "{}", rules.source);
    }
    assert!(sums > 10_000, "{sums}");
}

#[test]
fn the_quotient_of_positions_of_other_games_tells_who_wins_their_sums() {
    // Two coordinates: from (a,b) either falls by one or both become the smaller.
    let rules = rules("(a,b) -> (a-1,b) | (a,b-1) | (min(a,b)-1,0) & (0,min(a,b)-1)");
    let mut arena = solve::arena(rules.clone(), None);
    let found =
        quotient_of_positions(&mut *arena, &["3,2".into(), "2,2".into()], &Work::unwatched()).unwrap();
    assert_eq!(found.verdict, "proved");
    for copies in 1..=2 {
        let position = vec!["3,2".to_string(); copies];
        let mut misere = solve::arena(rules.clone(), Some(crate::Play::Misere));
        let outcome = misere.judge(&position, &Work::unwatched()).unwrap().outcome;
        let element = (0..copies).fold(0, |element, _| found.table[element][found.pretending[0]] as usize);
        assert_eq!(outcome == Outcome::P, found.lost.contains(&element), "{copies}");
    }
}

#[test]
fn every_changed_field_of_a_certificate_is_rejected() {
    let (rules, found) = found("0.75", None);
    let right = Certificate::new(&rules, &found);
    type Change = (&'static str, fn(&mut Certificate));
    let changes: [Change; 9] = [
        ("format", |c| c.format.push('x')),
        ("version", |c| c.version += 1),
        ("rules", |c| c.rules = "0.77".into()),
        ("table", |c| c.table[1][2] = (c.table[1][2] + 1) % 8),
        ("lost", |c| c.lost.truncate(1)),
        ("pretending", |c| c.pretending[5] = (c.pretending[5] + 1) % 8),
        ("fewer heaps", |c| c.pretending.truncate(12)),
        ("preperiod", |c| c.period = Some((7, 2))),
        ("period", |c| c.period = Some((8, 4))),
    ];
    for (field, change) in changes {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert!(check_quotient(&wrong, &Work::unwatched()).unwrap().is_err(), "{field}");
    }
}

#[test]
fn games_that_come_back_and_small_limits_are_refused_in_time() {
    let mut loopy = solve::arena(rules("n -> n-1 | n+1 if n == 2"), None);
    let refused = genus(&mut *loopy, &["5".into()], &Work::unwatched()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unsupported);
    let mut kayles = solve::arena(rules("0.77"), None);
    let few = Work::within(Limits { positions: 10, ..Limits::default() });
    let refused = genus(&mut *kayles, &["30".into()], &few).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Limit);
}

#[test]
fn a_run_that_grows_too_large_tells_how_far_it_is_exact() {
    let rules = rules("0.07");
    let mut arena = solve::arena(rules.clone(), None);
    let little = Work::within(Limits { bytes: 200_000, ..Limits::default() });
    let found = quotient_of_heaps(&mut *arena, &rules, None, &little).unwrap();
    assert_eq!((found.verdict, found.period), ("exact to", None));
    assert!(found.stopped.is_some());
    let certificate = Certificate::new(&rules, &found);
    assert_eq!(check_quotient(&certificate, &Work::unwatched()), Ok(Ok(())));
}

#[test]
fn large_heaps_under_misere_play_are_answered_by_their_quotient() {
    use crate::{Play, Position, Request, solve};
    let rules = rules("0.77");
    let report = |heaps: &[&str]| {
        let position = Position(heaps.iter().map(|heap| rules.component(heap).unwrap()).collect());
        let request = Request { rules: &rules, position: &position, play: Some(Play::Misere) };
        solve(&request, &Work::unwatched()).unwrap()
    };
    let far = report(&["1000", "77", "77", "5"]);
    assert_eq!(far.plan.engine, crate::sentence::EngineName::MisereQuotient);
    assert_eq!(far.outcome == Outcome::N, !far.winning_moves.is_empty());
    // A move that is said to win leaves a position that is said to be lost.
    for by in far.winning_moves.iter().take(3) {
        let mut after = vec!["1000".to_string(), "77".into(), "77".into(), "5".into()];
        let parts = by.to.iter().map(|part| crate::report::show_parts(std::slice::from_ref(part)));
        let parts: Vec<String> = parts.filter(|part| part != "nothing").collect();
        after.splice(by.component..=by.component, parts);
        let after: Vec<&str> = after.iter().map(String::as_str).collect();
        assert_eq!(report(&after).outcome, Outcome::P, "{after:?}");
    }
}

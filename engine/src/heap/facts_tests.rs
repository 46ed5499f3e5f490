//! Published and independently computed values and periods, from `facts/heaps.json`.

use serde_json::Value;

use crate::Nimber;
use crate::heap::{AllBut, Period, PeriodReport, Sequence, Subtraction, TakeBreak, Verdict};
use crate::rules::Rules;
use crate::solve::PeriodSearch;
use crate::{Lets, Work, verify};

fn facts() -> Value {
    serde_json::from_str(include_str!("../../facts/heaps.json")).unwrap()
}

fn amounts(name: &str) -> Vec<u64> {
    let list = name.split(['(', ')']).nth(1).unwrap();
    list.split(',').filter(|s| !s.is_empty()).map(|s| s.parse().unwrap()).collect()
}

fn values(game: &Value) -> Vec<Nimber> {
    serde_json::from_value(game["values"].clone()).unwrap()
}

fn check(name: &str, fact: &Value, report: &PeriodReport) {
    let period = report.period.unwrap_or_else(|| panic!("{name}: no period found"));
    let number = |key: &str| fact[key].as_u64().unwrap_or(0);
    assert_eq!(period.preperiod, number("preperiod"), "{name}");
    assert_eq!(period.period, number("period"), "{name}");
    assert_eq!(period.saltus, number("saltus"), "{name}");
    if report.exceptions_total <= PeriodReport::LISTED as u64 {
        assert_eq!(report.exceptions.last().copied(), period.preperiod.checked_sub(1), "{name}");
    }
}

#[test]
fn first_values_are_those_of_direct_enumeration() {
    for game in facts()["games"].as_array().unwrap() {
        let (name, expected) = (game["name"].as_str().unwrap(), values(game));
        let last = expected.len() as u64 - 1;
        let mut sequence = match (game["code"].as_str(), name) {
            (Some(code), _) => Sequence::new(code.parse().unwrap()),
            (_, "grundy") => Sequence::new(TakeBreak::grundy()),
            (_, "couples") => Sequence::new(TakeBreak::couples()),
            _ if name.starts_with("S(") => {
                let mut game = Subtraction::new(&amounts(name)).unwrap();
                let ours: Vec<Nimber> =
                    (0..=last).map(|n| game.value(n, &Work::unwatched()).unwrap()).collect();
                assert_eq!(ours, expected, "{name}");
                continue;
            }
            _ if name.starts_with("allbut(") => {
                let mut game = AllBut::new(&amounts(name)).unwrap();
                let ours: Vec<Nimber> =
                    (0..=last).map(|n| game.value(n, &Work::unwatched()).unwrap()).collect();
                assert_eq!(ours, expected, "{name}");
                continue;
            }
            _ => continue,
        };
        let ours: Vec<Nimber> = (0..=last).map(|n| sequence.value(n, &Work::unwatched()).unwrap()).collect();
        assert_eq!(ours, expected, "{name}");
    }
}

#[test]
fn periods_of_named_games_are_those_of_the_literature() {
    for game in facts()["games"].as_array().unwrap() {
        let (name, fact) = (game["name"].as_str().unwrap(), &game["period"]);
        if fact.is_null() || fact["preperiod"].as_u64().unwrap() > 10_000 {
            continue;
        }
        let (report, certificate) = match game["code"].as_str() {
            Some(code) => {
                let game: TakeBreak = code.parse().unwrap();
                let limit = if game.is_octal() { 20_000 } else { 600 };
                let mut sequence = Sequence::new(game);
                (sequence.find_period(limit, &Work::unwatched()).unwrap(), sequence.certificate())
            }
            None if name.starts_with("S(") => {
                let mut game = Subtraction::new(&amounts(name)).unwrap();
                (game.find_period(20_000, &Work::unwatched()).unwrap(), game.certificate())
            }
            None => {
                let mut game = AllBut::new(&amounts(name)).unwrap();
                (game.find_period(20_000, &Work::unwatched()).unwrap(), game.certificate())
            }
        };
        check(name, fact, &report);
        assert!(matches!(report.verdict, Verdict::Proved(_)), "{name}");
        let certificate = certificate.unwrap_or_else(|| panic!("{name} has no certificate"));
        assert_eq!(verify::check(&certificate, &Work::unwatched()), Ok(Ok(())), "{name}");
    }
}

#[test]
fn every_short_octal_period_is_proved() {
    let facts = facts();
    let periods = facts["octal_periods"].as_object().unwrap();
    assert_eq!(periods.len(), 340);
    for (code, fact) in periods.iter().filter(|f| f.1["preperiod"].as_u64().unwrap() < 10_000) {
        // As it is typed: from the code to the rules, and by whichever engine they are recognised for.
        let rules = Rules::read(code, &Lets::new(), &Work::unwatched()).unwrap();
        let work = Work::unwatched();
        let mut search = PeriodSearch::new(&rules, &work).unwrap();
        let report = search.run(20_000, &work).unwrap();
        assert!(matches!(report.verdict, Verdict::Proved(_)), "{code}");
        check(code, fact, &report);
        let certificate = search.certificate().unwrap();
        assert_eq!(verify::check(&certificate, &Work::unwatched()), Ok(Ok(())), "{code}");
    }
}

#[test]
fn codes_0_161_and_0_36_first_differ_at_heap_519() {
    let mut first = Sequence::new("0.161".parse().unwrap());
    let mut second = Sequence::new("0.36".parse().unwrap());
    let differ = (0..600).find(|&n| {
        first.value(n, &Work::unwatched()).unwrap() != second.value(n, &Work::unwatched()).unwrap()
    });
    assert_eq!(differ, Some(519));
}

/// Proves the period of a code within so many heaps, and checks the certificate.
fn proved_and_verified(&(code, preperiod, period): &(&str, u64, u64), limit: u64) {
    let mut sequence = Sequence::new(code.parse().unwrap());
    let report = sequence.find_period(limit, &Work::unwatched()).unwrap();
    assert!(matches!(report.verdict, Verdict::Proved(_)), "{code}");
    assert_eq!(report.period, Some(Period { preperiod, period, saltus: 0 }), "{code}");
    let certificate = sequence.certificate().unwrap();
    assert_eq!(verify::check(&certificate, &Work::unwatched()), Ok(Ok(())), "{code}");
}

/// Those within reach of a test. With the longest ones below they are all that are known, but 0.106.
const LONG: [(&str, u64, u64); 4] =
    [("0.127", 46_578, 4), ("0.16", 105_351, 149_459), ("4.406", 294_097, 44), ("0.56", 326_640, 144)];
const LONGEST: [(&str, u64, u64); 5] = [
    ("0.376", 2_268_248, 4),
    ("0.354", 10_061_916, 1_180),
    ("0.454", 160_949_019, 60_620_715),
    ("0.104", 197_769_598, 11_770_282),
    ("0.054", 193_235_616, 10_015_179),
];

#[test]
fn long_octal_periods_are_proved_and_verified() {
    LONG.iter().for_each(|fact| proved_and_verified(fact, 1_000_000));
}

#[test]
#[ignore = "minutes; `make bench` runs it"]
fn the_longest_octal_periods_are_proved_and_verified() {
    LONGEST.iter().for_each(|fact| proved_and_verified(fact, 300_000_000));
}

#[test]
fn no_period_of_the_facts_is_left_out() {
    let facts = facts();
    let games = facts["games"].as_array().unwrap().iter().filter(|game| game["code"].is_string());
    let named = games.map(|game| (game["code"].as_str().unwrap(), &game["period"]));
    let codes = facts["octal_periods"].as_object().unwrap().iter().map(|(code, fact)| (code.as_str(), fact));
    for (code, fact) in named.chain(codes) {
        let (preperiod, period) = (fact["preperiod"].as_u64(), fact["period"].as_u64());
        // The shorter ones are proved by the tests above; 0.106 takes hours.
        if preperiod.is_some_and(|n| n >= 10_000) && code != "0.106" {
            let known = LONG.iter().chain(&LONGEST).find(|known| known.0 == code);
            assert_eq!(
                known.map(|known| (Some(known.1), Some(known.2))),
                Some((preperiod, period)),
                "{code}"
            );
        }
    }
}

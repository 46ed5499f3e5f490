//! Every formula against the plain definition, on many rules of its shape.

use super::super::amount_sets::AmountSet;
use super::*;
use crate::prove::plain_values;
use crate::{Lets, Work};

fn read(text: &str) -> Rules {
    Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap()
}

/// Compares values, and options with a value where all are told, with the definition on a corner.
fn agrees(text: &str, side: i64) {
    let (rules, work) = (read(text), Work::unwatched());
    let recognisers: [&dyn Recogniser; 2] = [&ClosedForm, &AmountSet];
    let found = recognisers.iter().find_map(|recogniser| recogniser.recognise(&rules, &work).ok());
    let Some(Recognised { mut engine, .. }) = found else { panic!("{text}") };
    assert_eq!(engine.name(), EngineName::ClosedForm, "{text}");
    let plain = plain_values(&rules, side);
    let mut evaluator = crate::rules::Evaluator::new(rules.form().clone(), 1 << 24);
    for (place, value) in &plain {
        // Where a formula says nothing the planner goes on.
        let Ok(ours) = engine.value(place, &work) else { continue };
        assert_eq!(ours.0, *value, "{text} {place:?}");
        let mut options: Vec<(Vec<Vec<i64>>, u64)> = Vec::new();
        let listed = evaluator.options(place, &work, &mut |option| {
            let mut parts: Vec<Vec<i64>> =
                option.places.chunks_exact(place.len()).map(<[i64]>::to_vec).collect();
            let sum = parts.iter().fold(0, |sum, part| sum ^ plain[part]);
            parts.sort_unstable();
            options.push((parts, sum));
            Ok(())
        });
        listed.unwrap();
        options.sort_unstable();
        options.dedup();
        for wanted in 0..=*value + 2 {
            let known = engine.first_options_of_value(place, Nimber(wanted), &work).unwrap();
            let Some(KnownOptions { options: known, complete }) = known else { continue };
            let mut ours: Vec<Vec<Vec<i64>>> = known
                .into_iter()
                .map(|option| option.parts.into_iter().map(|part| part.0).collect::<Vec<_>>())
                .collect();
            ours.iter_mut().for_each(|parts| parts.sort_unstable());
            ours.sort_unstable();
            let right: Vec<&Vec<Vec<i64>>> =
                options.iter().filter(|option| option.1 == wanted).map(|option| &option.0).collect();
            assert!(ours.iter().all(|option| right.contains(&option)), "{text} {place:?} {wanted}: {ours:?}");
            assert!(!complete || ours.len() == right.len(), "{text} {place:?} {wanted}: {ours:?} {right:?}");
        }
    }
}

#[test]
fn shares_agree_with_the_definition() {
    for c in 2..6 {
        for p in 1..c {
            for d in [-7, -1, 0, 1, 5, 12] {
                agrees(&format!("n -> n-k for k in 1..({p}*n+{d})/{c}"), 150);
            }
        }
    }
    agrees("at-most-half", 400);
}

#[test]
fn quotients_divisors_and_powers_agree_with_the_definition() {
    agrees("dividing", 400);
    agrees("n -> n/k for k in 3..n", 400);
    agrees("n -> n/d for d in 7..n", 400);
    agrees("prim", 300);
    agrees("saliquant", 300);
    for base in 2..9 {
        agrees(&format!("n -> n-p for p in powers({base},n)"), 400);
    }
}

#[test]
fn pairs_agree_with_the_definition() {
    agrees("euclid", 60);
    agrees("turning-corners", 20);
    agrees("(x,y) -> (a,y) & (a,b) & (x,b) for b in 2..y-1 for a in 1..x-1", 18);
}

#[test]
fn who_wins_by_formula_agrees_with_the_definition() {
    for (text, side) in [("euclid-to-zero", 60), ("prim", 200), ("saliquant", 200)] {
        let rules = read(text);
        let (formula, _) = lost_by_formula(rules.form()).expect(text);
        let plain = plain_values(&rules, side);
        let mut evaluator = crate::rules::Evaluator::new(rules.form().clone(), 1 << 24);
        for (place, value) in &plain {
            assert_eq!(formula.is_lost(place), *value == 0, "{text} {place:?}");
            let mut options: Vec<Vec<i64>> = Vec::new();
            let listed = evaluator.options(place, &Work::unwatched(), &mut |option| {
                options.extend((plain[option.places] == 0).then(|| option.places.to_vec()));
                Ok(())
            });
            listed.unwrap();
            options.sort_unstable();
            options.dedup();
            assert_eq!(formula.lost_options(place), options, "{text} {place:?}");
        }
    }
}

#[test]
fn rules_that_only_look_alike_are_not_taken() {
    for text in [
        "n -> n-k for k in 2..n/2",
        "n -> n-2*k for k in 1..n/2",
        "n -> n-k for k in 1..n/2 if k != 3",
        "n -> n/k for k in 2..n-1",
        "n -> n/k for k in 1..n if n > 99",
        "n -> n-k for k in 1..n if gcd(k,n) == 1",
        "n -> n-k for k in 1..n-1 if gcd(k,n) == 2",
        "n -> n-k for k in 1..n if n%k == 0",
        "n -> n-k for k in 1..n if k%n != 0",
        "(a,b) -> (a-k*b,b) if b > 0 for k in 1..(a-1)/b",
        "(a,b) -> (a-k*b,b) if b > 0 for k in 1..(a-1)/b | (a,b-k*a) if a > 0 for k in 1..b/a",
        "(x,y) -> (a,y) & (x,b) for a in 0..x-1 for b in 0..y-1",
        "(x,y) -> (a,y) & (x,b) & (b,a) for a in 0..x-1 for b in 0..y-1",
    ] {
        assert!(ClosedForm.recognise(&read(text), &Work::unwatched()).is_err(), "{text}");
    }
}

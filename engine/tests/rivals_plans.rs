//! Every special engine against the general one, on rules that its recogniser must accept, and the shapes that it must refuse.

use grundy::plan::{RECOGNISERS, Recogniser};
use grundy::rules::{Rules, parse_literal};
use grundy::{Lets, Work};

fn rules(text: &str) -> Rules {
    let parameters =
        [("S", "{2,5,7}"), ("W", "1"), ("Q", "4")].into_iter().filter(|(name, _)| text.contains(name));
    let lets: Lets =
        parameters.map(|(name, value)| (name.to_string(), parse_literal(value).expect("a value"))).collect();
    Rules::read(text, &lets, &Work::unwatched()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn first(rules: &Rules) -> &'static dyn Recogniser {
    *RECOGNISERS
        .iter()
        .find(|r| r.recognise(rules, &Work::unwatched()).is_ok())
        .expect("the last takes everything")
}

/// Rules and the shape that the planner must see in them.
const SHAPES: &[(&str, &str)] = &[
    ("n -> m for m in 0..n-1", "Nim heap"),
    ("n -> n-k for k in 1..n", "Nim heap"),
    ("n -> n-k for k in 1..n if n > 0 | 0 if n > 1", "Nim heap"),
    ("0.[3]", "Nim heap"),
    ("n -> n-j for j in 1..min(n,3)", "take 1..k"),
    ("n -> n-1 | n-2 | n-3", "take 1..k"),
    ("n -> n-j-1 for j in 0..2", "take 1..k"),
    ("take {2,5}", "finite subtraction set"),
    ("take S", "finite subtraction set"),
    ("n -> n-s for s in {1,4..6} if n >= s", "finite subtraction set"),
    ("n -> n-2 | n-s for s in {3,9}", "finite subtraction set"),
    ("take all but {2,3}", "take all but a finite set"),
    ("n -> n-s for s in 1..n if s != 1 and 4 != s", "take all but a finite set"),
    ("take squares", "amounts of a well-known set"),
    ("take primes", "amounts of a well-known set"),
    ("n -> n-s for s in powers(3,n)", "amounts of a well-known set"),
    ("take fibonacci", "amounts of a well-known set"),
    ("take triangular", "amounts of a well-known set"),
    ("take factorials", "amounts of a well-known set"),
    ("4.[3]", "Lasker's Nim"),
    ("n -> m for m in 0..n-1 | a & n-a for a in 1..n-1", "Lasker's Nim"),
    ("0.77", "taking and breaking"),
    ("0.07", "taking and breaking"),
    ("4.7", "taking and breaking"),
    ("0.6", "taking and breaking"),
    ("0.156", "taking and breaking"),
    ("0.3F", "taking and breaking"),
    ("0.152", "taking and breaking"),
    ("n -> a & n-a for a in 1..(n-1)/2", "taking and breaking"),
    ("n -> a & n-a for a in 1..n-1", "taking and breaking"),
    ("n -> a & n-a for a in 2..n/2", "taking and breaking"),
    ("n -> a & n-W-a for a in 0..n-W-1", "taking and breaking"),
    ("n -> a & n-d-a for d in {1,5} for a in 0..n-d", "taking and breaking"),
    ("n -> n-1 if n > 1 | a & n-2-a for a in 1..(n-2)/2", "taking and breaking"),
    ("n -> max(i-2,0) & max(n-i-1,0) for i in 1..n", "taking and breaking"),
    ("n -> max(i-1,0) & max(n-i,0) for i in 1..n", "taking and breaking"),
    ("n -> max(i-3,0) & max(n-i-2,0) for i in 1..n", "taking and breaking"),
    ("n -> max(i-3,0) & max(n-i-1,0) for i in 2..n-1", "taking and breaking"),
    ("n -> d for d in divisors(n) if d < n", "divisors"),
    ("n -> n-1 | n-Q if n > 4", "taking and breaking"),
    ("n -> n-1 | n-Q if n > 6", "bounded step with finite memory"),
    ("n -> n-1 if n > 2 | n-3 | max(n-5,0) if n > 0", "bounded step with finite memory"),
    ("n -> n-j for j in 1..3 if j != n", "bounded step with finite memory"),
    ("n -> n-1 | 0 if n > 0", "take one or all"),
    ("n -> n-1 | 0 if n > 1", "take one or all"),
    ("n -> n-1 | 0 if n > 4", "falling potential"),
    ("n -> n/2 if n > 0 | n/3 if n > 0", "falling potential"),
    ("n -> a & b for a in 0..n-1 for b in 0..a", "falling potential"),
    ("n -> n-k for k in 1..n if k%2 == 1", "falling potential"),
    ("n -> n-gcd(n,6) if n > 0", "any rules"),
];

#[test]
fn special_engines_agree_with_the_general_one() {
    let work = Work::unwatched();
    let general = RECOGNISERS.last().unwrap();
    let mut wrong = Vec::new();
    for (text, shape) in SHAPES {
        let rules = rules(text);
        let recogniser = first(&rules);
        if !recogniser.shape().english().contains(shape) {
            wrong.push(format!("{text}: read as {}, not {shape}", recogniser.shape()));
            continue;
        }
        let last = if rules.form().splits() { 90 } else { 300 };
        let make = |r: &dyn Recogniser| {
            r.recognise(&rules, &work).map(|r| r.engine).unwrap_or_else(|e| panic!("{e}"))
        };
        let (mut special, mut plain) = (make(recogniser), make(*general));
        for n in 0..=last {
            let (ours, theirs) = (special.value(&[n], &work).unwrap(), plain.value(&[n], &work).unwrap());
            if ours != theirs {
                wrong.push(format!("{text}: heap {n} is {theirs}, the {shape} engine says {ours}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Two coordinates: the box and the window against the memory search.
#[test]
fn boxes_and_windows_agree_with_the_general_one() {
    let work = Work::unwatched();
    for (text, shape, axes) in [
        (
            "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y)",
            "falling",
            2,
        ),
        ("(r in 1..9, c in 1..9) -> (r-2,c+1) | (r-2,c-1) | (r+1,c-2) | (r-1,c-2)", "falling", 2),
        ("(a,b) -> (a-k,b) for k in 1..a | (a+k,b-k) for k in 1..b", "staircase", 2),
        ("(a,b) -> (a-k,b) for k in 1..a | (a+k+1,b-k) for k in 1..b", "falling", 2),
        ("(a,b in 0..a) -> (a-1,b) | (a,b-1) | (a-2,b-2)", "falling", 2),
        ("(a,b) -> (b,a-1) | (a-1,b)", "falling", 2),
        ("(n, t in 0..2) -> (n-1,t) if t > 0 | (n-t-1,(t+1)%3) | (max(n-4,0),0) if n > 0", "bounded step", 2),
        ("(t in {0,3}, n) -> (3-t, n-2) | (t, n-1) if t == 3", "bounded step", 2),
    ] {
        let rules = rules(text);
        let recogniser = first(&rules);
        assert!(recogniser.shape().english().contains(shape), "{text}: read as {}", recogniser.shape());
        let make = |r: &dyn Recogniser| {
            r.recognise(&rules, &work).map(|r| r.engine).unwrap_or_else(|e| panic!("{e}"))
        };
        let (mut special, mut plain) = (make(recogniser), make(*RECOGNISERS.last().unwrap()));
        assert_eq!(axes, rules.form().axes.len());
        for code in 0..30 * 30 {
            let place = vec![code / 30, code % 30];
            if rules.legal(place.clone()).is_err() {
                continue;
            }
            // Small boxes first and large ones later, so that a table is asked for what it holds and for what it does not.
            if let Ok(place) = rules.legal(vec![code % 7, code % 5]) {
                special.prepare(&[place], &work).ok();
            }
            let (ours, theirs) = (special.value(&place, &work).unwrap(), plain.value(&place, &work).unwrap());
            assert_eq!(ours, theirs, "{text} at {place:?}");
        }
    }
}

/// Rules that look like a shape and are not.
#[test]
fn what_only_looks_like_a_shape_is_refused() {
    for (text, not) in [
        ("n -> m for m in 0..n-2", "Nim heap"),
        ("n -> m for m in 1..n-1", "Nim heap"),
        ("n -> m for m in 0..n-1 | n+1 if n < 3", "Nim heap"),
        ("n -> m for m in 0..n-1 if m != 2", "Nim heap"),
        ("n -> n-k for k in 1..3 if n > 3", "take 1..k"),
        ("n -> n-k for k in {0,1,2}", "take 1..k"),
        ("n -> n-k for k in {0,3}", "finite subtraction set"),
        ("n -> n-k for k in {1,3} if n%2 == 0", "finite subtraction set"),
        ("n -> n-s for s in 2..n if s != 4", "take all but a finite set"),
        ("n -> n-s for s in 1..n if s not in {1,n}", "take all but a finite set"),
        ("n -> n-s for s in squares(n-1)", "amounts of a well-known set"),
        ("n -> n-2*s for s in squares(n)", "amounts of a well-known set"),
        ("n -> a & n-a for a in 0..n/2", "taking and breaking"),
        ("n -> a & n-1-a for a in 1..(n+1)/2", "taking and breaking"),
        ("n -> a & n-1-a for a in 1..(n-1)/2 if a != 3", "taking and breaking"),
        ("n -> a & n-2*a for a in 1..n/2", "taking and breaking"),
        ("n -> m for m in 0..n-1 if m > 3 if m > 3", "Nim heap"),
        ("n -> n-k for k in 1..4 if n > k if k < n", "take 1..k"),
        ("n -> n-(k-2) for k in 3..min(5,n)", "take 1..k"),
        ("n -> n-d+1 for d in 2..min(4,n)", "finite subtraction set"),
        ("n -> a & n-d-a+1 for d in 2..min(4,n) for a in 0..n-d+1", "taking and breaking"),
        ("n -> a & n-a for a in 1..(n-1)/2 | a & n-2-a for a in 1..(n-2)/2", "taking and breaking"),
        ("n -> a & n-2-a for a in 3..(n-2)/2 | a & n-3-a for a in 0..n-3 | n-1", "taking and breaking"),
        ("n -> n-1 | n-2 if n%3 == 0", "bounded step with finite memory"),
        ("n -> n-j for j in 1..3 if j < n/2", "bounded step with finite memory"),
        ("(n, m in 0..3) -> (n-1, n%4)", "bounded step with finite memory"),
        ("n -> n+1 if n < 5 | n-1", "falling potential"),
    ] {
        let rules = rules(text);
        let recogniser = RECOGNISERS
            .iter()
            .find(|r| r.shape().english() == not)
            .unwrap_or_else(|| panic!("no shape {not}"));
        assert!(recogniser.recognise(&rules, &Work::unwatched()).is_err(), "{text} was taken for {not}");
    }
}

use super::*;
use crate::literal::Lets;

fn found(text: &str) -> Vec<SeenPattern> {
    let work = Work::unwatched();
    let rules = Rules::read(text, &Lets::new(), &work).unwrap();
    patterns(&rules, None, &work).unwrap().patterns
}

fn only(text: &str, kind: &str) -> SeenPattern {
    let all = found(text);
    let one = all.iter().find(|pattern| pattern.kind == kind);
    one.unwrap_or_else(|| panic!("{text}: {all:?}")).clone()
}

#[test]
fn wythoff_shows_its_pairs_its_lines_and_its_rows() {
    let pairs = only("wythoff", "beatty");
    assert_eq!(pairs.verdict, "seen");
    assert!(
        matches!(&pairs.pattern, Pattern::BeattyPairs { slope, step: 1, .. } if slope.starts_with("1.61"))
    );
    let lines = only("wythoff", "lines");
    assert!(
        matches!(&lines.pattern, Pattern::Lines { slopes, .. } if slopes.starts_with("0.6") && slopes.contains("1.6"))
    );
    let rows = only("wythoff", "rows");
    assert_eq!(rows.verdict, "proved");
}

#[test]
fn a_period_is_proved_only_by_a_theorem() {
    assert_eq!(only("kayles", "period").verdict, "proved");
    assert_eq!(only("take powers(2)", "period").verdict, "seen");
}

#[test]
fn a_plane_comes_back_along_both_coordinates() {
    let plane = only("(x,y) -> (x-k,y) for k in 1..2 | (x,y-k) for k in {1,3}", "period");
    let Pattern::Plane { by_x, by_y, from_x, from_y, .. } = plane.pattern else { panic!("{plane:?}") };
    assert_eq!((by_x, by_y, from_x, from_y, plane.verdict), (3, 2, 0, 0, "seen"));
}

#[test]
fn who_wins_by_digits_and_by_even_spreading() {
    // Mark: n-1 or n/2. Lost are the heaps that end in an odd number of zeros in base 2, and 0.
    let digits = only("n -> n-1 | n/2 if n > 0", "automatic");
    assert!(matches!(digits.pattern, Pattern::Automatic { base: 2, .. }), "{digits:?}");
}

#[test]
fn values_that_grow_and_values_that_do_not() {
    assert!(matches!(only("nim", "growth").pattern, Pattern::Growth { exponent, .. } if exponent == "1"));
    assert!(matches!(only("kayles", "growth").pattern, Pattern::Bounded { most: 8, first: 27 }));
}

#[test]
fn rules_of_three_coordinates_are_refused() {
    let work = Work::unwatched();
    let rules = Rules::read("(a,b,c) -> (a-1,b,c) | (a,b-1,c) | (a,b,c-1)", &Lets::new(), &work).unwrap();
    assert_eq!(patterns(&rules, None, &work).unwrap_err().kind(), ErrorKind::Unsupported);
}

#[test]
fn every_pattern_is_a_sentence() {
    for pattern in Pattern::samples() {
        let text = pattern.to_string();
        assert!(!text.contains('{') && !text.ends_with('.'), "{text}");
    }
}

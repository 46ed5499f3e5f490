//! The rule language: every text of the design works as written, and every mistake is pointed at.

use grundy::rules::{Rules, parse, parse_literal};
use grundy::{ErrorKind, Lets, Work};

fn lets(text: &str) -> Lets {
    let pairs = text.split_whitespace().map(|pair| pair.split_once('=').expect("name=value"));
    pairs.map(|(name, value)| (name.to_string(), parse_literal(value).expect("a value"))).collect()
}

/// The rules of the design document, with parameters, a position, and the number of moves from it counted by hand.
const DESIGN: &[(&str, &str, &str, usize)] = &[
    ("n -> n-k for k in 1..3", "", "7", 3),
    ("n -> m for m in 0..n-1", "", "7", 7),
    ("n -> n-s for s in {2,5}", "", "4", 1),
    ("n -> n-s for s in squares(n)", "", "10", 3),
    ("n -> n-1 | 0 if n > 0", "", "7", 2),
    ("n -> a & n-a for a in 1..(n-1)/2", "", "8", 3),
    ("n -> max(i-2,0) & max(n-i-1,0) for i in 1..n", "", "5", 3),
    ("n -> a & n-d-a for d in {w,r,b} for a in 0..n-d", "w=1 r=5 b=1", "6", 3 + 1),
    ("n -> d for d in divisors(n) if d < n", "", "12", 5),
    ("n -> y of n/y for y in divisors(n) if y > 1", "", "12", 5),
    ("r -> a & b for a in 0..r-1 for b in 0..a", "", "3", 6),
    ("(r in 1..N, c in 1..N) -> (r-2,c+1) | (r-2,c-1) | (r+1,c-2) | (r-1,c-2)", "N=8", "4,4", 4),
    ("(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y)", "", "2,3", 7),
    (
        "(n, mine in 0..1, theirs in 0..1) -> (n-k, theirs, (mine+k)%2) for k in 1..4\n    end win if mine == 0",
        "",
        "27,0,0",
        4,
    ),
    (
        "(n, last in {none,mixed,foot,horse}) -> mixed: (max(n-x,0), mixed) if n > 0\n    \
         | foot: (max(n-y,0), foot) if n > 0 and last != foot | horse: (max(n-z,0), horse) if n > 0 and last != horse",
        "x=2 y=5 z=3",
        "9,foot",
        2,
    ),
    (
        "(l,r) -> left: (l+1,r) gain a[l] if l < r | right: (l,r-1) gain a[r-1] if l < r",
        "a=[3,9,1,2]",
        "0,4",
        2,
    ),
    ("0.77", "", "5", 2 + 1 + 2),
    ("4.7", "", "3", 1 + 1 + 1),
    ("0.3F", "", "4", 1 + 1 + 1),
    ("0.[3]", "", "5", 5),
    ("take {1,3,4}", "", "6", 3),
    ("take 1..3", "", "2", 2),
    ("take squares", "", "9", 3),
    ("take all but {2,3}", "", "6", 4),
    // Powers, bits, values under a condition, and domains without an end.
    ("n -> n-2^k for k in 0..10", "", "9", 4),
    ("n -> n-10^2 | n-2^3^2 | -2^2+n", "", "512", 3),
    ("n -> n xor 2^k for k in 0..5 if n xor 2^k < n", "", "13", 3),
    ("n -> n bitand k for k in 0..n if n bitand k < n", "", "6", 3),
    ("n -> n shr k for k in 1..3 | n-(1 shl 2) | (n bitor 1)-2", "", "12", 5),
    ("n -> if n%2 == 0 then n/2 else n-1", "", "12", 1),
    ("n -> n-k for k in 1..if n > 9 then 3 else 1", "", "10", 3),
    ("n -> 2 * if n > 9 then 1 else 0 + n-9", "", "8", 0),
    ("(n in 3..) -> n-k for k in 1..9", "", "7", 4),
    ("(a in -2.., b in a..) -> (a-1,b) | (a,b-1) | (a+1,b) if a < 0", "", "-2,-1", 2),
    // What is gathered from many numbers.
    ("n -> n-sum(1..k) for k in 1..n", "", "10", 4),
    ("n -> n-k for k in 1..n if all(k % j != 0 for j in 2..k-1)", "", "10", 5),
    ("n -> n-k for k in 1..n if any(j*j == k for j in 1..k)", "", "10", 3),
    ("n -> count(n % j == 0 for j in 1..n) if n > 2", "", "12", 1),
    ("n -> n-k for k in 1..n if count(divisors(k)) == 2", "", "10", 4),
    ("n -> n-max(j for j in divisors(n) if j < n) if n > 1", "", "12", 1),
    ("n -> xor(j for j in 1..n-1) if n > 1", "", "6", 1),
    ("n -> min({n-1,n-2,5}) if n > 1", "", "9", 1),
    ("n -> n-s for s in {sum(a), max(a), min(a), sum(a[i]*i for i in 0..len(a)-1)}", "a=[3,1,3]", "9", 3),
    ("n -> n-k for k in {j in 1..n if j%3 == 1}", "", "10", 4),
    ("n -> n-1 if n in {j in 1..n if j%3 == 1}", "", "10", 1),
    ("n -> n - sum(i*j for i in 1..2 for j in 1..i if i != j)", "", "5", 1),
    // Parts from choices.
    ("n -> each(j for j in 0..k-1) for k in 1..n", "", "4", 4),
    ("n -> 1 & each(2 of j for j in 1..n-1 if j%2 == 1) & 3", "", "5", 1),
    ("n -> each(n-s for s in a)", "a=[1,2,2]", "4", 1),
    ("n -> each(n-s for s in a)", "a=[1,2,2]", "1", 0),
];

#[test]
fn every_rule_of_the_design_works_as_written() {
    for (text, parameters, position, moves) in DESIGN {
        let rules = Rules::read(text, &lets(parameters), &Work::unwatched())
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        let component = rules.component(position).unwrap_or_else(|e| panic!("{text}: {e}"));
        let work = grundy::Work::unwatched();
        let listed = grundy::solve::list_moves(&rules, &grundy::Position(vec![component]), &work);
        let listed = listed.unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(listed.len(), *moves, "{text} from {position}: {listed:?}");
    }
}

#[test]
fn every_rule_of_the_design_prints_to_the_same_rule() {
    for (text, parameters, ..) in DESIGN {
        let rules = Rules::read(text, &lets(parameters), &Work::unwatched()).unwrap();
        let printed = rules.syntax.to_string();
        assert_eq!(parse(&printed, &Work::unwatched()).unwrap(), rules.syntax, "{printed}");
    }
}

/// A mistake, the bytes it is in, and a word of the message or of the next step.
const MISTAKES: &[(&str, std::ops::Range<usize>, &str)] = &[
    ("(n)", 3..3, "expected `->`"),
    ("n ->", 4..4, "expected a number, a name or `(`"),
    ("n => n-1", 2..3, "expected `->`"),
    ("[1,2,3]", 0..1, "expected"),
    ("n -> n-k for k in 1..3 if n > 3 && k > 1", 32..33, "expected"),
    ("n -> n-k for k in 1..3 if n > 3 || k > 1", 33..34, "expected"),
    ("n -> n-k for k in [1,2,3]", 18..19, "in braces: `{1,2,3}`"),
    ("n -> n // 2", 8..9, "drops the remainder"),
    ("n -> n - 2**k for k in 0..3", 11..12, "a power is written `2^k`"),
    ("n -> n bitxor 3", 7..13, "`n xor k`"),
    ("n -> n << 2", 7..8, "`n shl k`"),
    ("n -> n >> 2", 7..8, "`n shr k`"),
    ("n -> pow(2,n)", 5..8, "a power is written `2^k`"),
    ("n -> n > 3 ? n-1 : n-2", 11..12, "`if n > 3 then 1 else 2`"),
    ("n -> if n > 3 then n-1", 22..22, "expected `else` after `then`"),
    ("n -> if n then 1 else 2", 8..9, "expected a condition, found a number"),
    ("n -> if n > 3 then 1 else n > 2", 28..29, "expected `|`"),
    ("n -> n-k for k in {1..n if k > 2}", 24..26, "`,` or `}`"),
    ("(n in 1.., m in 2..n for) -> (n,m)", 21..24, "expected `)`"),
    ("n -> sum(n)", 9..10, "`n` is one value, not a set"),
    ("n -> sum(n, 1)", 5..8, "`sum(k*k for k in 1..n)`"),
    ("n -> n-1 if all(1..n)", 16..20, "`all(n % k == 0 for k in 1..n)`"),
    ("n -> sum(k > 1 for k in 1..n)", 9..14, "expected a number, found a condition"),
    ("n -> count(k for k in 1..n)", 11..12, "expected a condition, found a number"),
    ("n -> each(n-1)", 13..14, "`each(k for k in 1..3)`"),
    ("n -> 1 + each(k for k in 1..3)", 9..13, "stands by itself"),
    ("n -> sum(k for k in 1..n) - k", 28..29, "give k a value"),
    ("n -> sum(n for n in 1..3)", 15..16, "already in use"),
    ("n -> n mod 3", 7..10, "`n % 3`"),
    ("n -> n-1 if n > 3 else n-2", 18..22, "written `if n > 3 then n-1 else n-2`"),
    ("n -> n-k for k in 1..3 where k < n", 23..28, "conditions follow `if`"),
    ("n -> n-k for k in 1..9 step 2", 23..27, "a range has no step"),
    ("n -> n-k for k = 1..3", 15..16, "`for k in 1..3`"),
    ("n -> n-k for k from 1 to 3", 15..19, "`for k in 1..3`"),
    ("n -> n-k for k in 1 to 3", 18..19, "a range is written `1..3`"),
    ("n -> n-k for k in (1,2,3)", 18..19, "in braces: `{1,2,3}`"),
    ("n -> 2n", 6..7, "`2*n`"),
    ("n -> n-1 if 2n > 3", 13..14, "`2*n`"),
    ("a,b -> (a-1,b)", 1..2, "in parentheses: `(a,b) ->"),
    ("subtract {1,2}", 9..10, "write `take {1,2,3}`"),
    ("n -> n-p for p in primes", 24..24, "`primes(n)`"),
    ("n -> n-1, n-2", 8..9, "separated by `|`"),
    ("n -> n-1 or n-2", 9..11, "separated by `|`"),
    ("n -> n-k for k in {1,2}, k <= n", 23..24, "conditions follow `if`"),
    ("n -> n-k for 1 <= k <= 3", 13..14, "`for k in 1..3`"),
    ("-> n", 0..2, "coordinate's name"),
    ("(n, -> n", 4..6, "coordinate's name"),
    ("(n m) -> n", 3..4, "expected `)`"),
    ("n -> n-1 |", 10..10, "expected a number"),
    ("n -> n-k fro k in 1..3", 9..12, "did you mean `for`?"),
    ("n -> n-k for k in 1..", 21..21, "expected a number"),
    ("n -> n-k for k in", 17..17, "expected a number"),
    ("n -> n-k for in 1..3", 13..15, "reserved word `in`"),
    ("n -> n-k for k 1..3", 15..16, "expected `in`"),
    ("n -> n-k for k in 1.3", 19..20, "two dots"),
    ("n -> n-k for k in {1,2", 22..22, "`,` or `}`"),
    ("n -> n-k for k in 3", 18..19, "expected a set"),
    ("n -> n-k for k in sqaures(n)", 18..25, "did you mean"),
    ("n -> n-k", 7..8, "give k a value"),
    ("n -> n-k for k in S", 18..19, "give S a value"),
    ("n -> nn-1", 5..7, "did you mean `n`"),
    ("n -> (n-1, 0)", 5..13, "1 coordinate"),
    ("(x,y) -> x", 9..10, "(x, y)"),
    ("n -> n-1 if n", 12..13, "expected a condition, found a number"),
    ("n -> n < 1", 7..8, "expected `|`"),
    ("n -> (n < 1)", 5..12, "expected a number, found a condition"),
    ("n -> n-1 if n > 0 and", 21..21, "expected a number"),
    ("n -> n-1 if 1 < n < 3", 12..17, "write `1 < n and n < 3`"),
    ("n -> n-1 if 1 < n+1 <= 3 and n > 0", 12..19, "write `1 < n+1 and n+1 <= 3`"),
    ("n -> maxx(n,1)", 5..9, "did you mean `max`?"),
    ("n -> max(n)", 5..11, "at least 2"),
    ("n -> gcd(n,1,2)", 5..15, "takes 2 arguments"),
    ("n -> n^^2", 7..8, "expected a number"),
    ("n -> n-k for k in (1.. , 2)", 18..19, "a set is written in braces"),
    ("n -> n-1 $ 2", 9..10, "has no meaning"),
    ("n -> 99999999999999999999", 5..25, "too large"),
    ("n -> n-1 gain 1 gain 2", 16..20, "one `gain`"),
    ("n -> n-1 end draw if n == 0", 13..17, "`win if …`"),
    ("n -> n-1 play nicely", 14..20, "`misere` or `normal`"),
    ("n -> n-1 end win if n == 0 play misere", 20..26, "contradicts"),
    ("n -> n-1 gain 1 end win if n == 0", 27..33, "leave out `end win if`, or every `gain`"),
    ("n -> n-1 gain 1 | n-2 play misere", 5..15, "leave out `play misere`, or every `gain`"),
    ("(n,n) -> (n,n)", 3..4, "already in use"),
    ("n -> n-n for n in 1..3", 13..14, "already in use"),
    ("(n, c in {red,blue}) -> (n-1, grren)", 30..35, "grren"),
    ("(n, c in {red,blue}) -> (n-1, 3)", 30..31, "expected a named value, found a number"),
    ("(n, c in {red,blue}) -> (n-1, c) if c < blue", 36..37, "expected a number, found a named value"),
    ("(n, c in {red,2}) -> (n-1, c)", 14..15, "expected"),
    ("n -> 2 of", 9..9, "expected a number"),
    ("n -> a & for a in 1..n", 9..12, "expected a number"),
    ("n -> a[0]", 5..6, "give a a value"),
    ("n -> nothing if n == 0 end win if n == 0", 5..22, "leads to one position"),
    ("n -> squares(n)", 5..12, "is a set"),
    ("n -> n-1 extra", 9..14, "expected `|`"),
    ("(n in {}) -> n", 6..8, "empty"),
    ("n -> ((((n-1)", 13..13, "expected `)`"),
];

#[test]
fn every_mistake_is_pointed_at() {
    assert!(MISTAKES.len() >= 40);
    let wrong = MISTAKES.iter().filter_map(|(text, span, words)| {
        let Err(error) = Rules::read(text, &Lets::new(), &Work::unwatched()) else {
            return Some(format!("{text:?} was accepted"));
        };
        let right = matches!(error.kind(), ErrorKind::Syntax | ErrorKind::Rule)
            && error.span() == Some(span.clone())
            && error.to_string().contains(words)
            && error.source_text() == Some(*text);
        (!right).then(|| format!("{text:?}: {error} at {:?}, expected {words:?} at {span:?}", error.span()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A rule must never turn into a game of the catalogue by losing its signs.
#[test]
fn rules_are_not_taken_for_names() {
    for text in ["n -> im", "take {1,2,3", "m -> em", "kayles!!!", "take -1,-2,-3", "0.7G", "3.7.1"] {
        assert!(Rules::read(text, &Lets::new(), &Work::unwatched()).is_err(), "{text} was accepted");
    }
    let rules = Rules::read("take {1,2,-3}", &Lets::new(), &Work::unwatched()).unwrap();
    assert!(rules.entry.is_none());
    assert!(Rules::read("Dawson's Kayles", &Lets::new(), &Work::unwatched()).unwrap().entry.is_some());
    let unused = Rules::read("knight", &lets("M=8"), &Work::unwatched()).unwrap_err();
    assert!(unused.to_string().contains("no parameter `M`"), "{unused}");
}

#[test]
fn names_that_are_not_in_the_catalogue_get_a_suggestion() {
    let error = Rules::read("nmi", &Lets::new(), &Work::unwatched()).unwrap_err();
    assert!(error.to_string().contains("did you mean `nim`?"), "{error}");
    assert!(Rules::read("", &Lets::new(), &Work::unwatched()).is_err());
    assert!(
        Rules::read("qqqqqqqqqqqq", &Lets::new(), &Work::unwatched())
            .unwrap_err()
            .to_string()
            .contains("look through the catalogue")
    );
}

#[test]
fn deep_nesting_is_refused_before_the_stack_is_gone() {
    let text = format!("n -> {}n{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(
        Rules::read(&text, &Lets::new(), &Work::unwatched())
            .unwrap_err()
            .to_string()
            .contains("nested too deeply")
    );
    let text = format!("n -> n{}", "+1-1".repeat(20_000));
    assert!(
        Rules::read(&text, &Lets::new(), &Work::unwatched()).unwrap_err().to_string().contains("operators")
    );
    let text = format!("n -> {}n", "-".repeat(100_000));
    assert!(
        Rules::read(&text, &Lets::new(), &Work::unwatched())
            .unwrap_err()
            .to_string()
            .contains("nested too deeply")
    );
}

#[test]
fn mathematical_signs_comments_and_lines_are_read() {
    let plain = Rules::read("n -> n-k for k in 1..3 if n >= k", &Lets::new(), &Work::unwatched()).unwrap();
    let fancy = Rules::read(
        "# take up to three\nn → n−k   # what is left\n  for k in 1…3\n  if n ≥ k",
        &Lets::new(),
        &Work::unwatched(),
    );
    assert_eq!(plain.syntax, fancy.unwrap().syntax);
}

#[test]
fn a_parameter_with_commas_is_told_how_lists_are_written() {
    let error = parse_literal("1,2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected the end of the value, found `,`; a list is written [1,2], a set {1,2}"
    );
}

#[test]
fn parameters_of_the_text_give_way_to_those_given() {
    let text = "let k = 3 n -> n-j for j in 1..k";
    let count = |given: &str| {
        let rules = Rules::read(text, &lets(given), &Work::unwatched()).unwrap();
        let work = grundy::Work::unwatched();
        let position = grundy::Position(vec![rules.component("9").unwrap()]);
        grundy::solve::list_moves(&rules, &position, &work).unwrap().len()
    };
    assert_eq!((count(""), count("k=5")), (3, 5));
}

#[test]
fn failures_while_a_rule_runs_name_the_place_and_the_position() {
    let solve = |text: &str, position: &str| {
        let parameters = if text.contains("a[") { "a=[1,2]" } else { "" };
        let rules = Rules::read(text, &lets(parameters), &Work::unwatched()).unwrap();
        let position = grundy::Position(vec![rules.component(position).unwrap()]);
        let request = grundy::Request { rules: &rules, position: &position, play: None };
        grundy::solve(&request, &Work::unwatched()).unwrap_err()
    };
    for (text, position, span, words) in [
        ("n -> 5/(n-3) if n > 0", "3", 5..12, "division by zero (at n = 3)"),
        ("n -> n*n*n-1 if n > 5", "9000000000000", 5..8, "64 bits (at n = 9000000000000)"),
        ("n -> a[n] if n > 1", "7", 5..9, "no entry 7"),
        ("n -> isqrt(0-n) if n > 0", "4", 5..15, "square root"),
    ] {
        let error = solve(text, position);
        assert_eq!(error.kind(), ErrorKind::Evaluation, "{text}: {error}");
        assert_eq!(error.span(), Some(span), "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}

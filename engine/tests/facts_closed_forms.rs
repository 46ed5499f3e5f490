//! Every closed form that the catalogue states answers at 10^18: what is stated is computed here by itself, and who wins, the value where
//! one is stated, and the first winning moves have to agree with it.

use std::collections::BTreeSet;

use grundy::report::Part;
use grundy::{Lets, LoopyValue, Nimber, Outcome, Place, Source, Work, catalogue, nim_field, open};

/// What a closed form says of one component.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Told {
    Value(u64),
    /// Whether the mover loses.
    Lost(bool),
    /// Nothing of this position.
    Silent,
}

use Told::{Lost, Silent, Value};

type Form = fn(&[u64]) -> Told;

/// About 10^18.
const BIG: u64 = 1_000_000_000_000_000_000;
/// An even and an odd neighbour that are no powers of anything.
const EVEN: u64 = BIG - 36;
const ODD: u64 = BIG - 7;

fn odious(n: u64) -> u64 {
    2 * n + u64::from(n.count_ones().is_multiple_of(2))
}

fn at_most_half(n: u64) -> u64 {
    if n.is_multiple_of(2) { n / 2 } else { at_most_half(n / 2) }
}

fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    for p in 2.. {
        if p > 100_000 {
            break;
        }
        while n.is_multiple_of(p) {
            found.push(p);
            n /= p;
        }
    }
    assert_eq!(n, 1, "the positions of this test have small factors");
    found
}

fn is_fibonacci(n: u64) -> bool {
    let mut pair = (1u64, 2u64);
    while pair.0 < n {
        pair = (pair.1, pair.0 + pair.1);
    }
    pair.0 == n
}

/// Whether a pair is ⌊kα⌋ and ⌊kα⌋ + rk with α = (2 - r + √(r² + 4))/2.
fn is_beatty(place: &[u64], r: u128) -> bool {
    let (x, y) = (u128::from(place[0].min(place[1])), u128::from(place[0].max(place[1])));
    let k = (y - x) / r;
    // ⌊k√(r² + 4)⌋ may be halved, since what is cut off is below 1.
    (y - x).is_multiple_of(r) && (2 * k + (k * k * (r * r + 4)).isqrt() - r * k) / 2 == x
}

fn euclid(place: &[u64]) -> Told {
    let (a, b) = (u128::from(place[0]), u128::from(place[1]));
    Value(((a * a).abs_diff(b * b) / (a * b)) as u64)
}

fn euclid_to_zero(place: &[u64]) -> Told {
    let (a, b) = (u128::from(place[0].max(place[1])), u128::from(place[0].min(place[1])));
    Lost(b == 0 || (a != b && a * a < a * b + b * b))
}

fn lasker(n: u64) -> u64 {
    match n % 4 {
        3 => n + 1,
        0 if n > 0 => n - 1,
        _ => n,
    }
}

/// The games, what their files state, and positions far out.
fn stated() -> Vec<(&'static str, Form, Vec<Vec<u64>>)> {
    let heaps = || vec![vec![BIG], vec![ODD], vec![EVEN]];
    let pairs = || vec![vec![BIG, BIG], vec![ODD, EVEN], vec![BIG, 7]];
    let smooth = || vec![vec![BIG], vec![1 << 59], vec![3u64.pow(37)]];
    let games: Vec<(&str, Form, Vec<Vec<u64>>)> = vec![
        ("aliquot", |p| Value(p[0].trailing_zeros().into()), smooth()),
        ("all-but", |p| Value(p[0] / 2), heaps()),
        (
            "another-amount",
            |p| if p[0] == p[1] { Silent } else { Lost(p[0] == 0) },
            vec![vec![BIG, 0], vec![ODD, EVEN], vec![5, BIG]],
        ),
        (
            "antonim",
            |p| Lost((p[0] + 1) ^ (p[1] + 1) ^ (p[2] + 1) == 0),
            vec![vec![BIG, 9, 77], vec![BIG - 1, (BIG ^ 1000) - 1, 999], vec![ODD, EVEN, 12]],
        ),
        ("at-most-half", |p| Value(at_most_half(p[0])), heaps()),
        ("bachet", |p| Value(p[0] % 11), heaps()),
        ("bishop", |p| Value(p[0].min(p[1])), pairs()),
        // Each move adds a piece, so that all that matters is whether there are evenly many squares.
        ("break-chocolate", |p| Value(u64::from(p.iter().any(|side| side % 2 == 0))), pairs()),
        ("chocolate", |p| Value((p[0] - 1) ^ (p[1] - 1)), pairs()),
        (
            "circular-nim",
            |p| Lost(p[0] == p[2] && p[1] == p[3]),
            vec![vec![BIG, ODD, BIG, ODD], vec![BIG, ODD, EVEN, 5]],
        ),
        ("dim", |p| Value(if p[0] == 0 { 0 } else { 1 + u64::from(p[0].trailing_zeros()) }), smooth()),
        ("dividing", |p| Value(p[0].max(1).ilog2().into()), heaps()),
        ("divisor-game", |p| Value(prime_factors(p[0]).len() as u64), smooth()),
        (
            "end-nim",
            // With an empty end two heaps of Nim are left.
            |p| match p {
                [0, one, other] | [one, other, 0] => Lost(one == other),
                _ => Lost(p[0] == p[2] && p[0] != p[1]),
            },
            vec![vec![BIG, ODD, BIG], vec![BIG, BIG, BIG], vec![ODD, 5, EVEN]],
        ),
        (
            "equal-towers",
            |p| {
                let odd = prime_factors(p[0]).iter().filter(|p| **p > 2).count() as u64;
                Value(odd + u64::from(p[0].is_multiple_of(2)))
            },
            smooth(),
        ),
        ("euclid", euclid, pairs()),
        ("euclid-to-zero", euclid_to_zero, pairs()),
        (
            "fibonacci-nim",
            |p| if p[0] == p[1] + 1 { Lost(is_fibonacci(p[0])) } else { Silent },
            vec![vec![BIG, BIG - 1], vec![1_100_087_778_366_101_931, 1_100_087_778_366_101_930]],
        ),
        ("generalised-wythoff", |p| Lost(is_beatty(p, 2)), {
            let k = 300_000_000_000_000_000u64;
            let x = u128::from(k).pow(2).wrapping_mul(2).isqrt() as u64;
            vec![vec![x, x + 2 * k], vec![BIG, BIG], vec![ODD, 12]]
        }),
        ("king", |p| Lost(p[0] % 2 == 0 && p[1] % 2 == 0), pairs()),
        ("kings-horses", |p| Lost(p[0] % 4 < 2 && p[1] % 4 < 2), pairs()),
        ("knots", |p| Value(if p[0] == 0 { 0 } else { 2 - p[0] % 2 }), heaps()),
        ("lasker", |p| Value(lasker(p[0])), heaps()),
        (
            "lim",
            |p| Value((p.iter().sum::<u64>() - p.iter().fold(0, |a, b| a ^ b)) / 2),
            vec![vec![BIG, ODD, 77], vec![1 << 58, 1 << 57, 1]],
        ),
        ("misere-nim", |p| Lost(p[0] == 1), heaps()),
        ("mock-turtles", |p| Value(odious(p[0])), heaps()),
        ("moore", |p| Lost(p[0] == p[1] && p[1] == p[2]), vec![vec![BIG, BIG, BIG], vec![BIG, ODD, 5]]),
        ("nim", |p| Value(p[0]), heaps()),
        ("nimble", |p| Value(p[0]), heaps()),
        (
            "no-more-than-last",
            |p| Lost(p[0] == 0 || 1 << p[0].trailing_zeros() > p[1]),
            vec![vec![BIG, BIG - 1], vec![BIG, 5], vec![ODD, 1]],
        ),
        ("non-decreasing", |p| Value((p[2] - p[1]) ^ p[0]), vec![vec![7, ODD, BIG], vec![EVEN, BIG, BIG]]),
        ("poker-nim", |p| Value(p[1]), pairs()),
        (
            "prim",
            |p| match p[0] {
                n if n.is_multiple_of(2) => Value(1),
                n if n.is_multiple_of(3) => Value(2),
                n if n.is_multiple_of(5) => Value(3),
                // Primes up to there are not counted, but who wins is known.
                _ => Lost(p[0] <= 1),
            },
            vec![vec![BIG], vec![BIG - 1], vec![BIG + 5], vec![999_999_999_999_999_989]],
        ),
        ("rims", |p| Value(p[0]), heaps()),
        ("rook", |p| Value(p[0] ^ p[1]), pairs()),
        (
            "saliquant",
            |p| if p[0].is_multiple_of(2) { Silent } else { Value(p[0] / 2) },
            vec![vec![ODD], vec![BIG - 1]],
        ),
        ("she-loves-me", |p| Value(p[0] % 2), heaps()),
        (
            "silver-dollar",
            |p| Lost(p[0] == p[2] - p[1] - 1),
            vec![vec![5, ODD, BIG], vec![6, ODD, BIG], vec![EVEN, BIG, BIG + 1]],
        ),
        ("staircase", |p| Value(p[0] ^ p[2]), vec![vec![BIG, 5, ODD], vec![BIG, ODD, BIG]]),
        ("stones", |p| Value((p[0] % 3) ^ (p[2] % 3)), vec![vec![BIG, 5, ODD], vec![BIG, ODD, BIG]]),
        ("take-1-2-3", |p| Value(p[0] % 4), heaps()),
        ("take-1-or-2", |p| Value(p[0] % 3), heaps()),
        ("take-a-power", |p| Value(p[0] % 3), heaps()),
        ("take-one-or-all", |p| Value(if p[0] == 0 { 0 } else { 2 - p[0] % 2 }), heaps()),
        ("triplets", |p| Value(if p[0] < 2 { 0 } else { odious(p[0] - 2) }), heaps()),
        ("turning-corners", |p| Value(nim_field::product(Nimber(p[0]), Nimber(p[1])).0), pairs()),
        ("turning-turtles", |p| Value(p[0]), heaps()),
        ("twins", |p| Value(p[0].saturating_sub(1)), heaps()),
        (
            "wythoff",
            |p| Lost(is_beatty(p, 1)),
            vec![vec![7000, 11326], vec![BIG, BIG], vec![618_033_988_749_894_848, BIG]],
        ),
    ];
    games
}

/// Games whose values repeat, possibly with a rise: from where, after how many heaps, and by how much.
const REPEATING: &[(&str, u64, u64, u64)] = &[
    ("crosses", 52, 34, 0),
    ("dawsons-chess", 52, 34, 0),
    ("dawsons-kayles", 53, 34, 0),
    ("double-kayles", 142, 24, 0),
    ("guiles", 1, 10, 0),
    ("kayles", 71, 12, 0),
    ("kenyon", 0, 6, 3),
    ("s-nim", 0, 7, 0),
    ("seventeen", 33, 34, 0),
];

/// Closed forms of boards whose side is a parameter that bounds them, and of sets of places: out of reach at this size.
const BOUNDED: &[&str] = &["growing-nim", "northcott", "nullify", "ruler", "two-down-one-up"];

/// Games for which no closed form of single positions is stated, or which are played on pictures and graphs.
const NONE: &[&str] = &[
    "arc-kayles",
    "cannibal-clobber",
    "castles",
    "chomp",
    "clobber",
    "connected-subtraction",
    "couples-are-forever",
    "cram",
    "crosses-on-a-strip",
    "cuboids",
    "edge-geography",
    "ends",
    "euclidean-division",
    "even-matches",
    "fission",
    "front",
    "grundy",
    "hackenbush",
    "impartial-col",
    "incstone",
    "inner-pair",
    "kayles-on-a-strip",
    "kings-clobber",
    "knight",
    "kotzig",
    "l-tromino-cram",
    "marbles",
    "mem",
    "moebius",
    "mogul",
    "nim-with-a-pass",
    "no-repeats",
    "node-kayles",
    "non-attacking-queens",
    "notakto",
    "officers",
    "pairs-on-a-strip",
    "parity-table",
    "pas",
    "pawns",
    "peg-duotaire",
    "schuh",
    "snake",
    "squares",
    "take-a-factorial",
    "take-a-fibonacci",
    "take-a-prime",
    "take-a-triangle",
    "taking-and-merging",
    "toads-and-frogs",
    "treblecross",
    "two-marbles",
    "vertex-geography",
    "weighted-arc-kayles",
    // The theorem is known, but no recogniser is for its form yet.
    "welter",
];

fn answered(game: &str, place: &[u64]) -> grundy::Report {
    let text = place.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let work = Work::unwatched();
    let opened = open(Source::Text(game), &Lets::new(), std::slice::from_ref(&text), None, &work);
    let report = opened.and_then(|mut opened| opened.report(&work));
    report.unwrap_or_else(|e| panic!("{game} {text}: {e}"))
}

/// The numbers of a place.
fn numbers(place: &Place) -> Vec<u64> {
    let text = place.to_string();
    text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect()
}

/// Whether a closed form says that what a move leaves is lost, or nothing of it.
fn leaves_lost(form: Form, parts: &[Part]) -> bool {
    let counted = |part: &Part| match part {
        // An even number of copies cancels.
        Part::Copies { count, of } => (count % 2 == 1).then(|| of.clone()),
        Part::One(place) => Some(place.clone()),
    };
    let told: Vec<Told> = parts.iter().filter_map(counted).map(|place| form(&numbers(&place))).collect();
    let sum =
        told.iter().try_fold(0, |sum, told| if let Value(value) = told { Some(sum ^ value) } else { None });
    match &told[..] {
        [Lost(lost)] => *lost,
        _ => sum.is_none_or(|sum| sum == 0),
    }
}

/// What is wrong with the answer to one position.
fn faults(game: &str, form: Form, place: &[u64]) -> Vec<String> {
    let report = answered(game, place);
    let (told, mut faults) = (form(place), Vec::new());
    if let Value(value) = told
        && report.value != Some(LoopyValue::Finite(Nimber(value)))
    {
        faults.push(format!("the value is {value} and not {:?}", report.value));
    }
    let lost = match told {
        Value(value) => value == 0,
        Lost(lost) => lost,
        Silent => panic!("{game} {place:?}: ask where the form says something"),
    };
    if (report.outcome == Outcome::P) != lost || report.winning_moves.is_empty() != lost {
        faults.push(format!("{:?} with {} winning moves", report.outcome, report.winning_moves.len()));
    }
    let wrong = report.winning_moves.iter().take(8).filter(|by| !leaves_lost(form, &by.to));
    faults.extend(wrong.map(|by| format!("a move to {:?}", by.to)));
    faults.iter().map(|fault| format!("{game} {place:?}: {fault}")).collect()
}

#[test]
fn every_closed_form_of_the_catalogue_answers_far_out() {
    let each = |(game, form, places): (&str, Form, Vec<Vec<u64>>)| {
        places.iter().flat_map(|place| faults(game, form, place)).collect::<Vec<_>>()
    };
    let faults: Vec<String> = stated().into_iter().flat_map(each).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn repeating_values_of_the_catalogue_are_known_far_out() {
    for &(game, from, period, saltus) in REPEATING {
        for far in [BIG, ODD] {
            let near = from + period + (far - from) % period;
            let [near_value, far_value] = [near, far].map(|n| match answered(game, &[n]).value {
                Some(LoopyValue::Finite(value)) => value.0,
                other => panic!("{game} {n}: {other:?}"),
            });
            assert_eq!(far_value, near_value + (far - near) / period * saltus, "{game} {far}");
        }
    }
}

/// A new game says here whether it has a closed form.
#[test]
fn every_game_of_the_catalogue_is_accounted_for() {
    let stated = stated();
    let listed: Vec<&str> = (stated.iter().map(|game| game.0))
        .chain(REPEATING.iter().map(|game| game.0))
        .chain(BOUNDED.iter().copied())
        .chain(NONE.iter().copied())
        .collect();
    let once: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(once.len(), listed.len(), "a game is listed twice");
    let all: BTreeSet<&str> = catalogue::all().iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(once, all);
}

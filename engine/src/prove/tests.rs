//! Proofs against the plain definition, and against the checker.

use super::*;
use crate::Lets;
use crate::heap::Period;
use crate::verify::check_everywhere;

fn read(text: &str) -> Rules {
    Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap()
}

fn proved(text: &str) -> LostPositions {
    match lost_positions(&read(text), Play::Normal, MUCH, &Work::unwatched()).unwrap() {
        Found::Proved(lost) => *lost,
        Found::Not { why, witness } => panic!("{text}: {why} {witness:?}"),
    }
}

fn accepted(certificate: &Certificate) -> bool {
    check_everywhere(certificate, &Work::unwatched()).unwrap().is_ok()
}

/// All positions with coordinates below a side.
fn corner(axes: usize, side: i64) -> impl Iterator<Item = Vec<i64>> {
    let place = move |code: i64| (0..axes as u32).map(|axis| code / side.pow(axis) % side).collect();
    (0..side.pow(axes as u32)).map(place)
}

/// Compares who wins, and the moves that win, with the definition.
fn agrees(lost: &LostPositions, side: i64) {
    let work = Work::unwatched();
    let mut table = Table::new(&lost.rules, lost.play, &work);
    table.allow(2_000_000);
    for place in corner(lost.game.tracks.len(), side) {
        if !table.is_position(&place).unwrap() {
            continue;
        }
        let expected = table.is_lost(&place).unwrap().expect("the table is large enough");
        assert_eq!(lost.outcome(&place) == Outcome::P, expected, "{} {place:?}", lost.rules.source);
        let mut options = table.options(&place).unwrap();
        options.retain(|option| !option.is_empty() && table.is_lost(option).unwrap() == Some(true));
        let (found, complete) = lost.lost_options(&place, 10_000, &work).unwrap();
        assert!(complete);
        let mut found: Vec<Vec<i64>> = found.into_iter().filter_map(|option| option.to).collect();
        found.dedup();
        assert_eq!(found, options, "{} {place:?}", lost.rules.source);
    }
}

const SLACK_OF_THREE: &str = "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-l) for k in 1..x for l in 1..y if abs(k-l) < 3";

#[test]
fn lost_positions_of_known_games_are_proved_in_words_and_accepted() {
    let nim = "(a,b,c) -> (a-k,b,c) for k in 1..a | (a,b-k,c) for k in 1..b | (a,b,c-k) for k in 1..c";
    for (text, system, side, words) in [
        (nim, "base 2", 9, "the nim-sum of a, b and c is 0"),
        ("moore", "base 2", 6, "a, b and c are equal"),
        ("end-nim", "base 2", 9, "an automaton of 6 states"),
        ("nim-with-a-pass", "base 2", 12, "an automaton of 5 states"),
        ("n -> n-1 | n/2 if n > 0", "base 2", 3000, "an automaton of 3 states"),
        ("wythoff", "zeckendorf", 70, "⌊jφ⌋ and ⌊jφ⌋ + j"),
        ("r-wythoff", "fraenkel 2", 30, "⌊jα⌋ and ⌊jα⌋ + 2j"),
        (SLACK_OF_THREE, "fraenkel 3", 24, "⌊jα⌋ and ⌊jα⌋ + 3j"),
        ("fibonacci-nim", "zeckendorf", 60, "limit is less than the lowest part of n"),
        ("rook", "base 2", 30, "x and y are equal"),
        ("king", "base 2", 30, "(x,y) modulo 2 is (0,0)"),
        ("bishop", "base 2", 30, "an automaton of 3 states"),
        ("kings-horses", "base 2", 30, "(r,c) modulo 4 is (0,0), (1,0), (0,1), (1,1)"),
        ("staircase", "base 2", 9, "the nim-sum of a and c is 0"),
        ("take {1,3,4}", "base 2", 300, "n modulo 7 is 0, 2"),
        (
            "n -> n-1 | n-2 if n > 5",
            "base 2",
            300,
            "from n = 3 on the player to move loses exactly where n modulo 3 is 1; below that, where it is 0, 2",
        ),
        ("(x,y) -> (x-1,y-2) | (x-2,y-1) | (x-1,y-1)", "base 2", 40, "an automaton of 9 states"),
        ("(x,y) -> (x-1,y) | (x,y-2) | (x-3,y-1)", "base 2", 40, "an automaton of 31 states"),
        ("(x,y) -> (x-1,y-3) | (x-3,y-1) | (x-2,y-2)", "base 2", 40, "an automaton of 16 states"),
        ("n -> n-1 | n/3 if n > 0", "base 3", 2000, "numbers in base 3"),
        ("n -> n-k for k in 2..n", "zeckendorf", 300, "n is one of 0, 1"),
        (
            "n -> nothing if n == 3 | nothing if n == 5",
            "base 2",
            300,
            "everywhere but where n is one of 3, 5",
        ),
    ] {
        let lost = proved(text);
        assert_eq!(lost.system(), system, "{text}");
        let said = lost.words(&Work::unwatched()).unwrap().to_string();
        assert!(said.contains(words), "{text}: {said}");
        agrees(&lost, side);
        assert!(accepted(&lost.certificate()), "{text}");
    }
}

#[test]
fn misere_play_and_endings_of_their_own_are_proved_too() {
    for text in
        ["n -> n-k for k in 1..3", "rook", "king", "(a,b) -> (a-2,b) | (a,b-2) | (a-1,b-2) end win if a == 1"]
    {
        let rules = read(text);
        let play = if rules.form().ending.win_if.is_some() { Play::Normal } else { Play::Misere };
        let Found::Proved(lost) = lost_positions(&rules, play, MUCH, &Work::unwatched()).unwrap() else {
            panic!("{text}")
        };
        agrees(&lost, if lost.game.tracks.len() == 1 { 200 } else { 24 });
        assert!(accepted(&lost.certificate()), "{text}");
    }
}

#[test]
fn winning_moves_at_ten_to_the_eighteen_are_read_off() {
    let work = Work::unwatched();
    let wythoff = proved("wythoff");
    let big = 1_000_000_000_000_000_000;
    assert_eq!(wythoff.outcome(&[big, big]), Outcome::N);
    let (moves, complete) = wythoff.lost_options(&[big, big + 5], 20, &work).unwrap();
    assert!(complete && !moves.is_empty());
    for to in moves.into_iter().filter_map(|option| option.to) {
        assert_eq!(wythoff.outcome(&to), Outcome::P);
        let (x, y) = (big - to[0], big + 5 - to[1]);
        assert!(x >= 0 && y >= 0 && (x == 0 || y == 0 || x == y), "{to:?}");
    }
}

#[test]
fn rules_beyond_automata_are_refused_with_the_reason() {
    let refused =
        |text: &str| match lost_positions(&read(text), Play::Normal, SOME, &Work::unwatched()).unwrap() {
            Found::Not { why, .. } => why,
            Found::Proved(lost) => panic!("{text}: {}", lost.states()),
        };
    assert!(matches!(refused("take squares"), Unproved::NotLinear { .. }));
    assert!(matches!(refused("euclid"), Unproved::NotLinear { .. }));
    assert_eq!(refused("n -> a & n-a for a in 1..n-1"), Unproved::SeveralParts);
    assert_eq!(refused("(x,y) -> (y,x)"), Unproved::NothingFalls);
    let nothing =
        lost_positions(&read("n -> n-1 | nothing if n == 2"), Play::Misere, SOME, &Work::unwatched());
    assert!(matches!(nothing, Ok(Found::Not { why: Unproved::NothingLeft, .. })));
    assert!(matches!(refused("(a in -3..3) -> a-1"), Unproved::NegativeCoordinate { .. }));
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A random linear rule that ends.
fn random_rule(dice: &mut Dice) -> String {
    let count = 1 + dice.below(3);
    if dice.below(2) == 0 {
        let kind = |dice: &mut Dice| match dice.below(6) {
            0 => format!("n-{}", 1 + dice.below(4)),
            1 => format!(
                "n-k for k in {}..{}",
                1 + dice.below(2),
                dice.of(&["3", "n/2", "n/3+1", "min(n,4)", "n"])
            ),
            2 => format!("n/{} if n > {}", 2 + dice.below(2), dice.below(3)),
            3 => format!("n-{} if n%{} == {}", 1 + dice.below(3), 2 + dice.below(3), dice.below(2)),
            4 => format!("max(n-{},0) if n > {}", 2 + dice.below(3), dice.below(4)),
            _ => format!("n-k for k in {{1,{}}} if n != {}", 2 + dice.below(4), dice.below(9)),
        };
        let kinds: Vec<String> = (0..count).map(|_| kind(dice)).collect();
        return format!("n -> {}", kinds.join(" | "));
    }
    let kind = |dice: &mut Dice| match dice.below(6) {
        0 => format!("(x-{},y-{})", 1 + dice.below(3), dice.below(3)),
        1 => format!("(x,y-{})", 1 + dice.below(3)),
        2 => format!("(x-k,y) for k in 1..{}", dice.of(&["x", "2", "min(x,y)", "x/2"])),
        3 => format!("(x,y-k) for k in 1..{}", dice.of(&["y", "3", "y-x", "max(x,1)"])),
        4 => format!(
            "(x-k,y-k) for k in 1..min(x,y) if {}",
            dice.of(&["x > y", "k%2 == 1", "x+y > 4", "k <= 2"])
        ),
        _ => format!("(x-1,y+1) if {}", dice.of(&["x < y", "x%2 == 0", "abs(x-y) > 2"])),
    };
    let kinds: Vec<String> = (0..count).map(|_| kind(dice)).collect();
    format!("(x,y) -> {}", kinds.join(" | "))
}

/// Compares what is proved of so many random rules with the definition, far beyond the table that it was learnt from, and shows it to
/// the checker. How many claims there were about who wins, and about values.
fn claims_hold(seed: u64, count: usize) -> (usize, usize) {
    let (mut dice, work) = (Dice(seed), Work::unwatched());
    let (mut outcomes, mut values) = (0, 0);
    for case in 0..count {
        let text = random_rule(&mut dice);
        let rules = read(&text);
        let play = if case % 4 == 3 { Play::Misere } else { Play::Normal };
        let side = if rules.form().axes.len() == 1 { 700 } else { 40 };
        if let Found::Proved(lost) = lost_positions(&rules, play, &SOME[..1], &work).unwrap() {
            outcomes += 1;
            agrees(&lost, side);
            assert!(accepted(&lost.certificate()), "{text}");
        }
        if case % 4 == 0
            && let Ok(proved) = ProvedValues::learn(&rules, &SOME[..1], &work).unwrap()
        {
            values += 1;
            for (place, value) in valued::plain_values(&rules, side) {
                assert_eq!(proved.value(&place, &work).unwrap().0, value, "{text} {place:?}");
            }
            assert!(accepted(&proved.certificate()), "{text}");
        }
    }
    (outcomes, values)
}

#[test]
fn what_is_claimed_of_random_rules_holds_far_beyond_the_table_and_is_accepted() {
    let (outcomes, values) = claims_hold(2026, 250);
    assert!(outcomes > 150 && values > 20, "{outcomes} claims, {values} of values");
}

/// The same of thousands of rules.
#[test]
#[ignore = "takes minutes"]
fn what_is_claimed_of_thousands_of_random_rules_holds() {
    let (outcomes, values) = claims_hold(16, 4000);
    let refutations = refutations_hold(16, 4000);
    println!("{outcomes} claims, {values} of values, {refutations} refutations");
    assert!(outcomes > 2400 && values > 320 && refutations > 2000, "{outcomes} {values} {refutations}");
}

/// Lets random sets of rests be refuted for random rules, and looks whether the definition refutes them at the same place, and at none
/// before it. How many were refuted.
fn refutations_hold(seed: u64, count: usize) -> usize {
    let (mut dice, work, system) = (Dice(seed), Work::unwatched(), Numeration::base(2));
    let mut refuted = 0;
    for _ in 0..count {
        let text = random_rule(&mut dice);
        let rules = read(&text);
        let axes = rules.form().axes.len();
        let game = Game::build(&Shapes::of(rules.form(), Play::Normal).unwrap(), system, &work).unwrap();
        let terms: Vec<(usize, i64)> = (0..axes).map(|axis| (axis, 1 + dice.below(3) as i64)).collect();
        let modulus = 2 + dice.below(5) as i64;
        let rests = [0, dice.below(modulus as u64) as i64];
        let set = crate::automata::residue(system, &terms, 0, modulus, &rests, &work).unwrap();
        let mut table = Table::new(&rules, Play::Normal, &work);
        let inside = |place: &[i64]| set.accepts(&place.iter().map(|n| *n as u64).collect::<Vec<_>>());
        let mut right = |place: &[i64]| {
            let reaches = table.options(place).unwrap().iter().any(|option| inside(option));
            inside(place) != reaches
        };
        let witness = outcomes::refutation(&game, &set, &work).unwrap();
        let size = witness.as_ref().and_then(|place| place.iter().max().copied());
        if let Some(place) = witness {
            refuted += 1;
            let place: Vec<i64> = place.iter().map(|n| *n as i64).collect();
            assert!(!right(&place), "{text} {terms:?} {rests:?} modulo {modulus}: {place:?}");
        }
        // Of several coordinates the witness has the fewest digits, of one it is the smallest.
        let fewer =
            |size: u64| if axes == 1 { size } else { size.checked_ilog2().map_or(0, |digits| 1 << digits) };
        let below = size.map_or(24, |size| fewer(size).min(24) as i64);
        for place in corner(axes, below) {
            assert!(right(&place), "{text} {terms:?} {rests:?} modulo {modulus}: {place:?}");
        }
    }
    refuted
}

#[test]
fn what_is_refuted_is_wrong_there_and_nowhere_before() {
    let refuted = refutations_hold(7, 400);
    assert!(refuted > 200, "{refuted}");
}

#[test]
fn a_refutation_holds() {
    let work = Work::unwatched();
    let rules = read("wythoff");
    let shapes = Shapes::of(rules.form(), Play::Normal).unwrap();
    for system in SYSTEMS {
        let game = Game::build(&shapes, system, &work).unwrap();
        // Equal heaps are the lost positions of Nim, not of this game.
        let equal =
            crate::automata::linear(system, &[(0, 1), (1, -1)], 0, crate::automata::Comparison::Zero, &work);
        let witness = outcomes::refutation(&game, &equal.unwrap(), &work).unwrap().unwrap();
        assert!(witness.iter().all(|n| *n <= 2), "{witness:?}");
    }
}

/// Values of heaps as the definition has them.
fn plain_values(text: &str, count: usize) -> Vec<u64> {
    let (rules, work) = (read(text), Work::unwatched());
    let mut evaluator = crate::rules::Evaluator::new(rules.form().clone(), 1 << 24);
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let mut seen = std::collections::BTreeSet::new();
        let mut visit = |option: crate::rules::Found<'_>| {
            let parts = option.places.iter().zip(option.counts).filter(|(_, count)| *count % 2 == 1);
            seen.insert(parts.fold(0, |sum, (place, _)| sum ^ values[*place as usize]));
            Ok(())
        };
        evaluator.options(&[n as i64], &work, &mut visit).unwrap();
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}

#[test]
fn values_of_known_games_are_proved_and_accepted() {
    for (text, preperiod, period, saltus) in [
        ("0.77", 71, 12, 0),
        ("0.17", 33, 34, 0),
        ("0.137", 52, 34, 0),
        ("0.[7]", 0, 1, 1),
        ("4.[7]", 2, 1, 2),
        ("4.[3]", 1, 4, 4),
        ("0.7FC", 5, 1, 1),
        ("0.0[3]", 0, 2, 1),
        ("0.1[37]", 0, 2, 1),
        ("0.[F]", 0, 1, 1),
    ] {
        let (rules, work) = (read(text), Work::unwatched());
        let values = plain_values(text, preperiod + period);
        let of = |n: u64| values[n as usize];
        let claim = Period { preperiod: preperiod as u64, period: period as u64, saltus };
        let proof = ProvedValues::periodic(&rules, claim, of, &work).unwrap();
        let proof = proof.unwrap_or_else(|(why, _)| panic!("{text}: {why}"));
        assert!(accepted(&proof.certificate()), "{text}");
        // One value less or more is refuted, and so is a period that begins too early.
        let last = (preperiod + period) as u64 - 1;
        let wrong = |n: u64| if n == last { of(n) + 1 } else { of(n) };
        let (_, witness) = ProvedValues::periodic(&rules, claim, wrong, &work).unwrap().unwrap_err();
        assert!(witness.is_some(), "{text}");
        if preperiod > 0 {
            let early = Period { preperiod: preperiod as u64 - 1, ..claim };
            assert!(ProvedValues::periodic(&rules, early, of, &work).unwrap().is_err(), "{text}");
        }
    }
}

#[test]
fn values_of_three_parts_that_rise_are_proved() {
    for (text, preperiod, period, saltus) in [("0.3F", 0, 6, 3), ("4.9", 16, 12, 4), ("0.209", 1, 9, 3)] {
        let values = plain_values(text, preperiod + period);
        let claim = Period { preperiod: preperiod as u64, period: period as u64, saltus };
        let proof =
            ProvedValues::periodic(&read(text), claim, |n| values[n as usize], &Work::unwatched()).unwrap();
        let proof = proof.unwrap_or_else(|(why, _)| panic!("{text}: {why}"));
        assert!(accepted(&proof.certificate()), "{text}");
    }
}

/// Every certificate that differs in one field, or in one entry of one.
fn tampered(certificate: &Certificate) -> Vec<(String, Certificate)> {
    let mut all = Vec::new();
    let mut with = |what: String, change: &dyn Fn(&mut Certificate)| {
        let mut other = certificate.clone();
        change(&mut other);
        if other != *certificate {
            all.push((what, other));
        }
    };
    with("format".into(), &|c| c.format = "grundy-period".into());
    with("version".into(), &|c| c.version = 2);
    with("rules".into(), &|c| c.rules = "n -> n-k for k in 1..6".into());
    with("rules of two".into(), &|c| c.rules = "(x,y) -> (x-1,y) | (x,y-1)".into());
    with("no rules".into(), &|c| c.rules = "n ->".into());
    with("lets".into(), &|c| drop(c.lets.insert("r".into(), crate::Literal::Int(5))));
    with("misere".into(), &|c| c.misere = !c.misere);
    with("kind".into(), &|c| {
        c.kind = if c.kind == Kind::Values { Kind::Outcomes } else { Kind::Values };
    });
    for system in ["base 2", "base 3", "zeckendorf", "fraenkel 2", "roman"] {
        with(system.into(), &|c| c.system = system.into());
    }
    let states = certificate.automaton.next.len();
    for state in 0..states {
        with(format!("accepting {state}"), &|c| {
            let accepting = &mut c.automaton.accepting;
            match accepting.binary_search(&(state as u32)) {
                Ok(at) => drop(accepting.remove(at)),
                Err(at) => accepting.insert(at, state as u32),
            }
        });
        for letter in 0..certificate.automaton.next[state].len() {
            for to in -1..=states as i64 {
                with(format!("{state} by {letter} to {to}"), &|c| c.automaton.next[state][letter] = to);
            }
        }
    }
    with("a state more".into(), &|c| {
        let row = c.automaton.next[0].clone();
        c.automaton.next.push(row);
    });
    with("a state less".into(), &|c| drop(c.automaton.next.pop()));
    all
}

#[test]
fn no_tampered_certificate_is_accepted() {
    let values = plain_values("4.[3]", 5);
    let lasker = Period { preperiod: 1, period: 4, saltus: 4 };
    let lasker = ProvedValues::periodic(&read("4.[3]"), lasker, |n| values[n as usize], &Work::unwatched());
    let games = ["wythoff", "king", "end-nim", "take {1,3,4}", "fibonacci-nim"];
    let mut certificates: Vec<Certificate> = games.iter().map(|text| proved(text).certificate()).collect();
    certificates.push(lasker.unwrap().unwrap().certificate());
    let small = Work::within(crate::Limits { bytes: 1 << 28, ..crate::Limits::default() });
    for certificate in certificates {
        assert!(accepted(&certificate));
        for (what, other) in tampered(&certificate) {
            let verdict = check_everywhere(&other, &small).map(|verdict| verdict.is_ok());
            assert!(verdict != Ok(true), "{} {}: {what}", certificate.rules, certificate.kind.name());
        }
    }
}

#[test]
fn nothing_is_claimed_where_a_player_may_move_on() {
    for text in
        ["n -> n-1 again", "n -> n-1 again | n-2", "n -> n-2 again | n-1", "n -> n-1 again | 2 of n-2"]
    {
        let certificate = Certificate { rules: text.into(), ..proved("n -> n-1").certificate() };
        assert!(!accepted(&certificate), "{text}");
        let found = lost_positions(&read(text), Play::Normal, MUCH, &Work::unwatched()).unwrap();
        assert!(matches!(found, Found::Not { why: Unproved::MovesOn, .. }), "{text}");
    }
}

#[test]
fn copies_that_cancel_must_fall_as_well() {
    let lost_never = WrittenAutomaton { accepting: Vec::new(), next: Vec::new() };
    let always_one =
        WrittenAutomaton { accepting: vec![1], next: vec![vec![0, 0, 1, 1], vec![-1, -1, -1, -1]] };
    let base = proved("n -> n-1").certificate();
    for text in ["n -> 2 of n", "n -> 2 of n+1", "n -> 2 of n+1 | n-1"] {
        let outcomes = Certificate { rules: text.into(), automaton: lost_never.clone(), ..base.clone() };
        let values = Certificate { kind: Kind::Values, automaton: always_one.clone(), ..outcomes.clone() };
        assert!(!accepted(&outcomes) && !accepted(&values), "{text}");
    }
    // Copies that fall are no hindrance.
    let zero = WrittenAutomaton { accepting: vec![0], next: vec![vec![0, -1]] };
    assert!(accepted(&Certificate { rules: "n -> n-1 | 2 of n-1".into(), automaton: zero, ..base }));
}

#[test]
fn every_sentence_reads_as_one() {
    let said = Everywhere::samples().iter().map(Everywhere::to_string).collect::<Vec<_>>();
    let refused = Unproved::samples().iter().map(Unproved::to_string).collect::<Vec<_>>();
    for text in [said, refused].concat() {
        assert!(text.starts_with(char::is_lowercase) || text.starts_with(char::is_alphanumeric), "{text}");
        assert!(text.split(' ').count() > 3 && !text.ends_with('.'), "{text}");
    }
}

//! Facts of the theory that the product must reproduce, each by its name; sources in the comments.

use grundy::rules::{Rules, parse_literal};
use grundy::sentence::NextStep;
use grundy::{Error, Lets, Limits, LoopyValue, Nimber, Outcome, Play, Position, Report, Request, Work};

fn rules(text: &str, parameters: &str) -> Rules {
    let pairs = parameters.split_whitespace().map(|pair| pair.split_once('=').expect("name=value"));
    let lets: Lets =
        pairs.map(|(name, value)| (name.to_string(), parse_literal(value).expect("a value"))).collect();
    Rules::read(text, &lets, &Work::unwatched()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn try_solve(rules: &Rules, position: &[&str], play: Option<Play>, limits: Limits) -> Result<Report, Error> {
    let components = position.iter().map(|text| rules.component(text)).collect::<Result<_, _>>()?;
    let request = Request { rules, position: &Position(components), play };
    grundy::solve(&request, &Work::within(limits))
}

fn solve(rules: &Rules, position: &[&str]) -> Report {
    try_solve(rules, position, None, Limits::default()).unwrap_or_else(|e| panic!("{position:?}: {e}"))
}

fn values(rules: &Rules, last: i64) -> Vec<u64> {
    let work = Work::unwatched();
    let table =
        grundy::solve::table(rules, None, Some(&[last]), None, &work).unwrap_or_else(|e| panic!("{e}"));
    let value = |row: &Vec<grundy::solve::Cell>| row[0].to_string().parse().expect("a nimber");
    table.cells.iter().map(value).collect()
}

fn value(report: &Report) -> Option<u64> {
    report.value.as_ref()?.finite().map(|v| v.0)
}

fn targets(report: &Report) -> Vec<(usize, String)> {
    report.winning_moves.iter().map(|m| (m.component, grundy::report::show_parts(&m.to))).collect()
}

/// A1, A2: n = 8 splits into N = {1,2,3,5,6,7} and P = {0,4,8}; the winning move takes n mod 4.
#[test]
fn take_one_to_three_has_p_positions_at_multiples_of_four() {
    let rules = rules("n -> n-k for k in 1..3", "");
    for n in 0..=8u64 {
        let report = solve(&rules, &[&n.to_string()]);
        assert_eq!(report.outcome, if n % 4 == 0 { Outcome::P } else { Outcome::N }, "{n}");
        if n % 4 > 0 {
            assert_eq!(targets(&report), [(0, (n - n % 4).to_string())]);
        } else if n > 0 {
            // Nothing wins; the stalling move is the first of the longest, which takes one.
            let best = report.best_move.expect("a move exists");
            assert_eq!(grundy::report::show_parts(&best.to), (n - 1).to_string());
        }
    }
    assert_eq!(solve(&rules, &["8"]).remoteness, Some(4));
}

/// A4: Bouton 1901.
#[test]
fn nim_by_xor_with_every_winning_move() {
    let rules = rules("nim", "");
    let report = solve(&rules, &["7", "10", "12", "5"]);
    assert_eq!((report.outcome, value(&report)), (Outcome::N, Some(4)));
    assert_eq!(targets(&report), [(0, "3".into()), (2, "8".into()), (3, "1".into())]);
    assert_eq!(solve(&rules, &["5", "6", "3"]).outcome, Outcome::P);
    assert_eq!(value(&solve(&rules, &["26", "9"])), Some(19));
    let huge = solve(&rules, &["1000000000000000000", "1"]);
    assert_eq!(targets(&huge), [(0, "1".into())]);
    assert_eq!(solve(&rules, &[]).outcome, Outcome::P);
}

/// A5: with only ones the first player wins misère Nim exactly if their number is even.
#[test]
fn misere_nim_of_ones_is_won_exactly_if_their_number_is_even() {
    let rules = rules("nim", "");
    for count in 0..7 {
        let report = try_solve(&rules, &vec!["1"; count], Some(Play::Misere), Limits::default()).unwrap();
        assert_eq!(report.outcome, if count % 2 == 0 { Outcome::N } else { Outcome::P }, "{count}");
    }
}

/// A5: the rule for Nim heaps against the search through the whole sum (the second text hides that it is Nim).
#[test]
fn the_misere_nim_rule_agrees_with_search() {
    let (quick, plain) = (rules("nim", ""), rules("n -> m for m in 0..n-1 if gcd(m,m) == m", ""));
    for code in 0..5 * 5 * 5i64 {
        let heaps = [code % 5, code / 5 % 5, code / 25].map(|n| n.to_string());
        let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
        let by_rule = try_solve(&quick, &heaps, Some(Play::Misere), Limits::default()).unwrap();
        let by_search = try_solve(&plain, &heaps, Some(Play::Misere), Limits::default()).unwrap();
        assert_eq!(
            (by_rule.plan.engine.english(), by_search.plan.engine.english()),
            ("misère Nim", "retrograde")
        );
        assert_eq!(by_rule.outcome, by_search.outcome, "{heaps:?}");
        assert_eq!(targets(&by_rule), targets(&by_search), "{heaps:?}");
    }
}

/// A6.
#[test]
fn squares_5_4_1_have_the_nim_sum_3() {
    assert_eq!(value(&solve(&rules("take squares", ""), &["5", "4", "1"])), Some(3));
}

/// B3, B4, B5, B6.
#[test]
fn the_tables_of_the_documents() {
    assert_eq!(values(&rules("take {2,5}", ""), 10), [0, 0, 1, 1, 0, 2, 1, 0, 0, 1, 1]);
    let squares = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2, 3, 4];
    assert_eq!(values(&rules("take squares", ""), 28), squares);
    let one_or_all: Vec<u64> = (0..20).map(|n| if n == 0 { 0 } else { 2 - n % 2 }).collect();
    assert_eq!(values(&rules("n -> n-1 | 0 if n > 0", ""), 19), one_or_all);
    let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(values(&rules("n -> a & n-a for a in 1..(n-1)/2", ""), 20), grundy);
}

/// B1: G(x) = x mod (k+1), on heaps of any size.
#[test]
fn take_up_to_k_is_a_remainder() {
    for k in 1..6u64 {
        let rules = rules("take 1..k", &format!("k={k}"));
        assert_eq!(values(&rules, 30), (0..=30).map(|n| n % (k + 1)).collect::<Vec<_>>());
        let report = solve(&rules, &["1000000000000000000"]);
        assert_eq!(value(&report), Some(1_000_000_000_000_000_000 % (k + 1)));
        assert!(report.winning_moves.len() <= 1);
    }
}

/// B7: g(n) ≠ g(n+34) exactly at 14, 16, 31, 34, 51.
#[test]
fn crosses_have_period_34_from_52() {
    let values = values(&rules("n -> max(i-2,0) & max(n-i-1,0) for i in 1..n", ""), 400);
    let exceptions: Vec<usize> = (0..400 - 34).filter(|&n| values[n] != values[n + 34]).collect();
    assert_eq!(exceptions, [14, 16, 31, 34, 51]);
}

/// B8: with strips of lengths 1, 5, 1 boards of length 1 and 5 are won by the first player, 6 by the second.
#[test]
fn pas_with_strips_1_5_1() {
    let values = values(&rules("n -> a & n-d-a for d in {w,r,b} for a in 0..n-d", "w=1 r=5 b=1"), 6);
    assert_eq!([1, 5, 6].map(|n| if values[n] > 0 { 1 } else { 2 }), [1, 1, 2]);
}

/// B9, D6: the mod-4 rule fails on the 8×8 board, where the far corner is lost.
#[test]
fn the_far_corner_of_the_knights_board_is_lost() {
    let text = "(r in 1..N, c in 1..N) -> (r-2,c+1) | (r-2,c-1) | (r+1,c-2) | (r-1,c-2)";
    assert_eq!(solve(&rules(text, "N=8"), &["8,8"]).outcome, Outcome::P);
    assert_eq!(solve(&rules(text, "N=15"), &["8,8"]).outcome, Outcome::N);
}

/// A12, B10: 27 matches, the only winning first take is 2.
#[test]
fn even_matches_at_27_are_won_only_by_taking_2() {
    let text =
        "(n, mine in 0..1, theirs in 0..1) -> (n-k, theirs, (mine+k)%2) for k in 1..4 end win if mine == 0";
    let report = solve(&rules(text, ""), &["27,0,0"]);
    assert_eq!((report.outcome, targets(&report)), (Outcome::N, vec![(0, "(25,0,0)".into())]));
}

/// A10.
#[test]
fn the_scoring_game_over_3_9_1_2_is_worth_7_by_starting_right() {
    let text = "(l,r) -> left: (l+1,r) gain a[l] if l < r | right: (l,r-1) gain a[r-1] if l < r";
    let report = solve(&rules(text, "a=[3,9,1,2]"), &["0,4"]);
    assert_eq!((report.score, report.outcome), (Some(7), Outcome::N));
    let labels: Vec<_> = report.winning_moves.iter().map(|m| m.label.as_deref()).collect();
    assert_eq!(labels, [Some("right")]);
}

/// A9, A14: a draw, and the loopy value beside a Nim heap. `theory.md` 2.4: a loop with an exit to 2 is ∞(2).
#[test]
fn cycles_are_draws_with_loopy_values() {
    let rules = rules(
        "(n, loop in 0..1) -> (m, 0) for m in 0..n-1 if loop == 0 | (n, 1) if loop == 1 | (2, 0) if loop == 1",
        "",
    );
    let alone = solve(&rules, &["2,1"]);
    assert_eq!((alone.outcome, alone.value.clone()), (Outcome::D, Some(LoopyValue::infinity([Nimber(2)]))));
    assert_eq!(alone.remoteness, None);
    let beside = solve(&rules, &["2,1", "2,0"]);
    assert_eq!(beside.outcome, Outcome::N);
    assert_eq!(targets(&beside), [(0, "(2,0)".into())]);
    assert_eq!(solve(&rules, &["2,1", "2,1"]).outcome, Outcome::D);
}

/// Items 3 and 4 of the spine: a chain of 10^7 positions without a table, and copies that only parity can count.
#[test]
fn a_chain_of_ten_million_positions_overflows_nothing() {
    let limits = Limits { positions: 20_000_000, bytes: 8 << 30, ..Limits::default() };
    // The condition is beyond the prover, so the memory search has to walk the chain.
    let rules = rules("n -> n-1 if gcd(n,n) == n and n > 0 | n-1+gcd(n,n)-n if n > 0", "");
    let report = try_solve(&rules, &["10000000"], None, limits).unwrap();
    assert_eq!((report.plan.engine.english(), report.outcome), ("memory search", Outcome::P));
}

#[test]
fn only_parity_counts_copies() {
    // An even number of copies is worth 0, an odd number as much as one.
    let rules = rules("n -> 1000000000000000000 of n-1 | 999999999999999999 of n-2", "");
    assert_eq!(values(&rules, 6), [0, 1, 1, 2, 2, 1, 1]);
}

/// A stalling move may lead to more components than anybody can list; labels are told.
#[test]
fn wide_moves_and_labels_are_reported() {
    let wide = solve(&rules("n -> 999999999999999999 of n-1", ""), &["6"]);
    assert_eq!(
        (wide.outcome, wide.best_move.map(|m| grundy::report::show_parts(&m.to))),
        (Outcome::P, Some("999999999999999999 of 5".into()))
    );
    let labelled = solve(&rules("n -> take: n-k for k in 1..3", ""), &["21"]);
    assert_eq!(labelled.winning_moves[0].label.as_deref(), Some("take"));
    assert_eq!(solve(&rules("n -> a: n-1 | b: n-1", ""), &["3"]).winning_moves.len(), 2);
    let large = solve(&rules("nim", ""), &["60000"]);
    assert_eq!((value(&large), large.winning_moves.len()), (Some(60_000), 1));
}

/// The hostile questions: each gets an answer or a refusal that names the limit.
#[test]
fn hostile_questions_are_refused_with_the_limit_by_name() {
    let ask = |text: &str, position: &str| try_solve(&rules(text, ""), &[position], None, Limits::default());
    let huge = ask("n -> a & n-a for a in 1..(n-1)/2", "1000000000000000000").unwrap_err();
    assert_eq!(huge.next_step(), Some(&NextStep::LookFurther), "{huge}");
    let wide = "(x,y) -> (x-k,y) for k in squares(x) | (x,y-1) | (x-1,y-1)";
    let wide = ask(wide, "100000000,100000000").unwrap_err();
    // No machine goes through 10^16 positions, so that no limit is to be raised.
    assert_eq!(wide.next_step(), Some(&NextStep::AskSmaller), "{wide}");
    for (text, position) in
        [("nim", "-3"), ("nim", "99999999999999999999"), ("nim", "1,2"), ("nim", "x"), ("nim", "")]
    {
        assert_eq!(ask(text, position).unwrap_err().kind(), grundy::ErrorKind::Position, "{position}");
    }
    let stuck = ask("n -> n-1 if n < 0", "5").unwrap();
    assert_eq!((stuck.outcome, value(&stuck), stuck.best_move), (Outcome::P, Some(0), None));
    let far = ask("n -> n/2 if n > 0 | n/3 if n > 0", "1000000000000000000").unwrap();
    assert_eq!(far.plan.engine.english(), "memory search");
}

//! Many positions of one game, asked one after the other, are answered as each is alone.

use grundy::{Brief, Error, Lets, Opened, Play, Series, Source, Work, open};

/// A number below `n`, the next of a fixed stream.
fn next(seed: &mut u64, n: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % n
}

fn opened(rules: &str, position: &[String], play: Option<Play>) -> Result<Opened<'static>, Error> {
    open(Source::Text(rules), &Lets::new(), position, play, &Work::unwatched())
}

/// Asks in groups and compares with a question of its own for each position.
fn agrees(rules: &str, play: Option<Play>, groups: &[Vec<Vec<String>>]) {
    let work = Work::unwatched();
    let mut series = Series::new(opened(rules, &[], play).unwrap());
    for group in groups {
        series.expect(group, &work).unwrap();
        for position in group {
            let brief = series.answer(position, true, &mut |p| opened(rules, p, play), &work);
            let report = opened(rules, position, play).and_then(|mut game| game.report(&work));
            let case = format!("{rules} {position:?}");
            match (brief, report) {
                (Ok(Brief { outcome, value, score, best_move, .. }), Ok(report)) => {
                    assert_eq!(
                        (outcome, value, score),
                        (report.outcome, report.value, report.score),
                        "{case}"
                    );
                    assert_eq!(best_move.is_some(), report.best_move.is_some(), "{case}");
                    let wins = |by| report.winning_moves.contains(by) || report.winning_moves.is_empty();
                    assert!(best_move.iter().all(wins), "{case}: {best_move:?}");
                }
                (Err(brief), Err(report)) => assert_eq!(brief.kind(), report.kind(), "{case}"),
                (brief, report) => panic!("{case}: {brief:?} but {report:?}"),
            }
        }
    }
}

fn groups(seed: &mut u64, component: &dyn Fn(&mut u64) -> String) -> Vec<Vec<Vec<String>>> {
    let sizes = [1, 1, 7, 3, 1, 20];
    let position = |seed: &mut u64| {
        let parts = 1 + next(seed, 3);
        (0..parts).map(|_| component(seed)).collect()
    };
    sizes.map(|size| (0..size).map(|_| position(seed)).collect()).to_vec()
}

#[test]
fn heaps_of_any_engine() {
    let mut seed = 1;
    for rules in [
        "nim",
        "kayles",
        "take {1,3,4}",
        "n -> n-1 | n/2 & n/2 if n > 3",
        "n -> n-k for k in squares(n)",
        "take primes",
    ] {
        for play in [None, Some(Play::Misere)] {
            let most = if play.is_some() { 9 } else { 60 };
            let all = groups(&mut seed, &|seed| next(seed, most).to_string());
            agrees(rules, play, &all);
        }
    }
}

#[test]
fn boxes_that_grow_in_every_direction() {
    let mut seed = 2;
    for rules in [
        "wythoff",
        "(a,b) -> (a-i,b) for i in 1..a | (a,b-i) for i in 1..b if (a+b)%3 > 0",
        "(a,b) -> (a-1,b+2) | (a,b-1)",
        "(a in 0..40, b in 0..40) -> (a-1,(b+7)%41) | (a,b-1)",
        "(a, b in {x,y}) -> (a-1,y) | (a-2,x) if b == y",
    ] {
        let last = |seed: &mut u64| match rules.contains("{x,y}") {
            true => ["x", "y"][next(seed, 2) as usize].to_string(),
            false => next(seed, 40).to_string(),
        };
        let all = groups(&mut seed, &|seed| format!("{},{}", next(seed, 40), last(seed)));
        agrees(rules, None, &all);
    }
}

#[test]
fn loopy_games_endings_scores_and_failures() {
    let mut seed = 3;
    for rules in ["n -> n-1 | n+1 if n % 3 == 1 and n < 20", "n -> n-k for k in 1..2 | n/2"] {
        let all = groups(&mut seed, &|seed| next(seed, 20).to_string());
        agrees(rules, None, &all);
    }
    // One component each, and a rule that fails where a list ends.
    for rules in [
        "n -> n-k for k in 1..3 end win if n % 2 == 1",
        "n -> n-k gain k for k in 1..3",
        "let a = [1,2,1,3,1] n -> n-a[n] | n-1",
    ] {
        let all = groups(&mut seed, &|seed| next(seed, 9).to_string());
        let single: Vec<Vec<Vec<String>>> = all
            .into_iter()
            .map(|group| group.into_iter().map(|position| position[..1].to_vec()).collect())
            .collect();
        agrees(rules, None, &single);
    }
}

#[test]
fn boards_pictures_and_places() {
    let mut seed = 4;
    let sizes = |seed: &mut u64| format!("{}x{}", 1 + next(seed, 3), 1 + next(seed, 4));
    let strip = |seed: &mut u64| (1 + next(seed, 7)).to_string();
    let letters = |seed: &mut u64| {
        let length = 1 + next(seed, 6);
        (0..length).map(|_| ['.', 'X', 'O'][next(seed, 3) as usize]).collect::<String>()
    };
    let all = groups(&mut seed, &sizes);
    agrees("cram", None, &all);
    agrees("grid: \"..\" -> \"##\"", None, &all);
    agrees("grid: \"..\" -> \"##\"", Some(Play::Misere), &all);
    agrees("S on grid -> S - up(p) for p in S if p != (0,0)", None, &all);
    let all = groups(&mut seed, &strip);
    agrees("strip: \".\" -> \"X\" over all if \"XXX\"", None, &all);
    agrees("treblecross", None, &all);
    let all = groups(&mut seed, &letters);
    agrees("strip: \"X.\" -> \".X\" | \"O\" -> \".\"", None, &all);
    agrees("strip: \"XO\" -> \".X\" | \"OX\" -> \".O\"", None, &all);
}

#[test]
fn a_name_of_rules_and_a_board_is_played_where_each_position_belongs() {
    let lines = ["3,2,1", "3x3", "1,1", "5", "4x2", "9,1,1"];
    let group = lines.map(|line| vec![line.to_string()]).to_vec();
    agrees("chomp", None, &[group.clone(), group]);
}

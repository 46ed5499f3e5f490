//! Rows against plain tables.

use super::*;
use crate::heap::{RowCertificate, Verdict};
use crate::literal::Lets;
use crate::solve::{Cell, table};
use crate::verify::check_rows;
use crate::{LoopyValue, Nimber};

fn read(text: &str) -> Rules {
    Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Kinds of move that lower a coordinate and raise none.
const KINDS: &[&str] = &[
    "(x,y-k) for k in 1..y",
    "(x-k,y) for k in 1..x",
    "(x-k,y-k) for k in 1..min(x,y)",
    "(x,y-k) for k in {1,3}",
    "(x-1,y) if y % 2 == 1",
    "(x,y-k) for k in 1..y if k % 2 == 1",
    "(x,y-k) for k in 1..y if k != 2",
    "(x,y-k) for k in 1..y if k <= y-2 or k == y",
    "(x-1,m) for m in 0..y-1",
    "(x-1,m) for m in 1..y if m % 3 == y % 3",
    "(x,0) if y > 0",
    "(x-1,y-2)",
    "(x-2,y)",
    "(x-1,max(y-4,0))",
    "(x,m) for m in 2..y-1",
    "(x-1,y-k) for k in 0..3 if x > 1 or y > 5",
    "(x/2,y) if x > 0",
    "(x,y-k) for k in {s in 1..y if not (s in {2,5})}",
    "(x,y-1) if not (y % 3 == 0 and x > 0)",
    "(x, if y > 7 then y-2 else 0) if y > 0",
    // Sweeps that begin late beside sweeps that lag far behind.
    "(x,y-k) for k in 1..y if y-k >= 6",
    "(x,y-k) for k in 1..y if y-k >= 2*x or k <= 1",
    "(x-1,y-k) for k in 7..y",
    "(x-1,y-k) for k in max(x,1)..y if k != 6",
];

#[test]
fn a_sweep_that_begins_late_has_no_columns_before_its_first() {
    let text = "(x,y) -> (x,y-k) for k in 1..y if y-k >= 6 | (x,y-3) | (x-1,y-k) for k in 7..y";
    let work = Work::unwatched();
    let mut search = RowSearch::new(&read(text), &[(0, 1)], &work).unwrap();
    let values =
        [7, 8, 9, 10, 11, 1_000_000_000].map(|y| search.row.rows.value(y, 0, 1000, &work).unwrap().0);
    assert_eq!(values, [2, 3, 1, 4, 5, 999_999_994]);
    search.run(1000, &work).unwrap();
    let certificate = search.certificate(&work).unwrap().unwrap();
    assert_eq!(check_rows(&certificate, &work), Ok(Ok(())));
}

#[test]
fn rows_outside_of_their_domain_are_refused_and_not_accepted() {
    let work = Work::unwatched();
    let wythoff = "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y)";
    for (text, axis, value) in [(wythoff, 0, -1), ("(n, p in 0..1) -> (n-k,p) for k in 1..n", 1, 7)] {
        let refused = RowSearch::new(&read(text), &[(axis, value)], &work).err().unwrap();
        assert_eq!(refused.kind(), ErrorKind::Position, "{text}");
    }
    let mut search = RowSearch::new(&read(wythoff), &[(0, 2)], &work).unwrap();
    search.run(1000, &work).unwrap();
    let mut certificate = search.certificate(&work).unwrap().unwrap();
    assert_eq!(check_rows(&certificate, &work), Ok(Ok(())));
    certificate.row = vec![-1];
    assert!(check_rows(&certificate, &work).unwrap().is_err());
}

#[test]
fn rows_of_random_rules_are_those_of_their_tables() {
    let mut seed = 2024u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let (work, mut proved, mut rising) = (Work::unwatched(), 0, 0);
    for _ in 0..240 {
        let kinds: Vec<&str> = (0..1 + random(4)).map(|_| KINDS[random(KINDS.len())]).collect();
        let rules = read(&format!("(x,y) -> {}", kinds.join(" | ")));
        let plain = table(&rules, None, Some(&[4, 260]), None, &work).unwrap();
        for x in 0..=4 {
            let mut search =
                RowSearch::new(&rules, &[(0, x)], &work).unwrap_or_else(|e| panic!("{}: {e}", rules.source));
            let found = search.row.rows.find(130, &work).unwrap();
            for y in 0..=260u64 {
                let value = search.row.rows.value(y, 0, 130, &work);
                let expected = &plain.cells[x as usize][y as usize];
                match (value, found) {
                    (Ok(value), _) => assert_eq!(
                        Cell::Value(LoopyValue::Finite(value)),
                        *expected,
                        "{}: {x},{y}",
                        rules.source
                    ),
                    (Err(_), None) => {}
                    (Err(e), Some(_)) => panic!("{}: {x},{y}: {e}", rules.source),
                }
            }
            let report = search.run(130, &work).unwrap();
            if let Verdict::Proved(_) = report.verdict {
                proved += 1;
                rising += usize::from(report.period.is_some_and(|period| period.saltus > 0));
                let certificate = search.certificate(&work).unwrap().unwrap();
                assert_eq!(check_rows(&certificate, &work), Ok(Ok(())), "{}: {x}", rules.source);
            }
        }
    }
    assert!(
        proved > 500 && rising > 150 && proved - rising > 100,
        "{proved} proved, {rising} of them rising"
    );
}

#[test]
fn passes_and_remainders_beside_one_heap() {
    let work = Work::unwatched();
    for text in [
        "(n, p in 0..1) -> (n-k,p) for k in 1..n | (n,0) if p == 1 and n > 0",
        "(n, p in 0..1) -> (n-k,p) for k in 1..3 | (n,0) if p == 1 and n % 3 == 1",
        "(n, p in {free, used}) -> (n-k,p) for k in 1..n if k % 2 == 1 | (n,used) if p == free and n > 0",
    ] {
        let rules = read(text);
        let all = rows_of(&rules).unwrap();
        assert_eq!(all.len(), 2);
        for fixed in all {
            let (row, _) = RowAnswer::new(&rules, &fixed, 1 << 12, &work).unwrap();
            assert_eq!(row.answer.verdict, "proved", "{text}");
        }
    }
}

fn wythoff(row: i64) -> RowCertificate {
    let (rules, work) = (read("wythoff"), Work::unwatched());
    let (_, mut search) = RowAnswer::new(&rules, &[(0, row)], 1 << 12, &work).unwrap();
    search.certificate(&work).unwrap().unwrap()
}

#[test]
fn every_tampered_field_of_a_certificate_is_rejected() {
    let good = wythoff(5);
    assert_eq!((good.period.period, good.period.preperiod), (24, 27));
    let work = Work::unwatched();
    assert_eq!(check_rows(&good, &work), Ok(Ok(())));
    type Tamper = Box<dyn Fn(&mut RowCertificate)>;
    let tampered: Vec<Tamper> = vec![
        Box::new(|c| c.format = "grundy-period".into()),
        Box::new(|c| c.version += 1),
        Box::new(|c| c.rules.text = "(x,y) -> (x-1,y)".into()),
        Box::new(|c| c.along = 7),
        Box::new(|c| c.row = vec![4]),
        Box::new(|c| c.row = vec![]),
        Box::new(|c| c.first = 1),
        Box::new(|c| c.game.tags -= 1),
        Box::new(|c| c.game.near[7].clear()),
        Box::new(|c| c.game.far[0][2].falls.truncate(1)),
        Box::new(|c| c.game.far[0][2].sweeps[0].lag += 1),
        Box::new(|c| c.period.preperiod -= 1),
        Box::new(|c| c.period.preperiod += 1),
        Box::new(|c| (c.period.period, c.period.saltus) = (48, 48)),
        Box::new(|c| (c.period.period, c.period.saltus) = (12, 12)),
        Box::new(|c| c.period.saltus += 1),
        Box::new(|c| c.back.from -= 20),
        Box::new(|c| c.back.from = 0),
        Box::new(|c| c.back.after += 1),
        Box::new(|c| c.back.after = 0),
        Box::new(|c| c.back.rise += 1),
        Box::new(|c| c.back.rise = u64::MAX),
        Box::new(|c| c.back.threshold += 100),
        Box::new(|c| c.hash = "0".repeat(16)),
    ];
    for (number, tamper) in tampered.iter().enumerate() {
        let mut bad = good.clone();
        tamper(&mut bad);
        assert!(matches!(check_rows(&bad, &work), Ok(Err(_))), "{number}");
    }
}

#[test]
fn a_position_far_out_in_a_row_has_its_value_and_its_winning_moves() {
    let (rules, work) = (read("wythoff"), Work::unwatched());
    let far = 1_000_000_000_000_000_000i64;
    for place in [[18, far], [far, 18]] {
        let position = crate::Position(vec![crate::Component(place.to_vec())]);
        let report =
            crate::solve(&crate::Request { rules: &rules, position: &position, play: None }, &work).unwrap();
        let Some(LoopyValue::Finite(Nimber(value))) = report.value else { panic!("no value") };
        assert!(value.abs_diff(far as u64) < 100, "{value}");
        assert!(!report.winning_moves.is_empty());
    }
}

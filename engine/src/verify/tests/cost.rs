//! A stranger's certificate costs no more time and memory than is allowed.

use super::super::check;
use super::{of_all_but, of_code, of_rules, of_set};
use crate::heap::{Certificate, CertifiedGame, Class, Period, Proof};
use crate::{ErrorKind, Limits, Patience, Work};

#[test]
fn a_check_asks_after_so_much_work_however_few_heaps_that_was() {
    let of = |game, preperiod, period, proof| {
        let period = Period { preperiod, period, saltus: 0 };
        Certificate { game, period, proof, ..of_set(&[1]) }
    };
    let code =
        |digits: String| CertifiedGame::Code { code: digits, unequal: false, least_part: 1, least_heap: 0 };
    let sevens = |count: usize| code(format!("0.{}", "7".repeat(count)));
    let guy_smith = || Proof::GuySmith { class: None, rare_heaps: 0 };
    let amounts = CertifiedGame::Take((1..3000).collect());
    for slow in [
        of(sevens(2500), 10, 2, guy_smith()),
        of(code("0.FFFFF".into()), 1000, 2, guy_smith()),
        of(amounts, 10_000, 2, Proof::Window {}),
        of(CertifiedGame::TakeAllBut(vec![1]), 10, 2, Proof::AllBut { from: 6000, after: 6000 }),
        of(
            CertifiedGame::Falls { tags: 1, small: vec![], large: vec![vec![]] },
            9_000_000,
            2,
            Proof::Window {},
        ),
    ] {
        let patience = Patience::new(5);
        let stopped = check(&slow, &Work { limits: Limits::default(), progress: &patience });
        assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Timeout, "{:.60}", format!("{:?}", slow.game));
    }
}

#[test]
fn a_check_that_needs_more_memory_than_allowed_is_no_verdict() {
    let small = |certificate: &Certificate, bytes: u64| {
        let limits = Limits { bytes, ..Limits::default() };
        check(certificate, &Work::within(limits)).map_err(|e| e.kind())
    };
    let far = |certificate: Certificate| {
        let period = Period { preperiod: 2_000_000_000, ..certificate.period };
        Certificate { period, ..certificate }
    };
    let all_but = Proof::AllBut { from: 1 << 26, after: 1 << 26 };
    let short = Period { preperiod: 0, period: 1, saltus: 0 };
    let castles = of_rules("castles", &[("x", 2), ("y", 5), ("z", 3)]);
    let all_rare = Class { mask: 0xFFFF_0000, parity: None };
    let rare = Proof::GuySmith { class: Some(all_rare), rare_heaps: 0 };
    for large in [
        far(of_set(&[1, 2])),
        Certificate { game: CertifiedGame::Take(vec![1, 1 << 30]), ..of_set(&[1]) },
        Certificate { proof: all_but, period: short, ..of_all_but(&[1]) },
        far(of_code("0.77")),
        far(Certificate { rules: None, ..castles }),
    ] {
        assert_eq!(small(&large, 1 << 20), Err(ErrorKind::Limit), "{:?}", large.game);
    }
    // The time is quadratic in the rare heaps, hence few of them and little memory.
    let many_rare =
        Certificate { period: Period { preperiod: 6_250, ..short }, proof: rare, ..of_code("0.77") };
    assert_eq!(small(&many_rare, 1 << 17), Err(ErrorKind::Limit));
    // Sets of values of splits are held too.
    let three = Certificate { period: Period { preperiod: 300, ..short }, ..of_code("0.F") };
    assert_eq!(small(&three, 33_000), Err(ErrorKind::Limit));
    assert!(matches!(small(&three, 1 << 20), Ok(Err(_))));
    assert_eq!(small(&of_code("0.77"), 1 << 20), Ok(Ok(())));
}

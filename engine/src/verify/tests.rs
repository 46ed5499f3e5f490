//! Every field of a certificate matters: changed, it is rejected for the right reason.

mod cost;
mod segments;

use super::check;
use crate::heap::{AllBut, Certificate, CertifiedGame, Proof, Sequence, Subtraction, TakeBreak};
use crate::literal::Literal;
use crate::rules::Rules;
use crate::solve::PeriodSearch;
use crate::{Lets, Work};

/// The certificate of rules as a user types them.
fn of_rules(text: &str, lets: &[(&str, i64)]) -> Certificate {
    let lets: Lets = lets.iter().map(|(name, value)| (name.to_string(), Literal::Int(*value))).collect();
    let rules = Rules::read(text, &lets, &Work::unwatched()).unwrap();
    let work = Work::unwatched();
    let mut search = PeriodSearch::new(&rules, &work).unwrap();
    search.run(10_000, &work).unwrap();
    search.certificate().unwrap_or_else(|| panic!("{text} has no certificate"))
}

fn sequence_of(code: &str) -> Sequence {
    let game: TakeBreak = code.parse().unwrap();
    let limit = if game.is_octal() { 300_000 } else { 300 };
    let mut sequence = Sequence::new(game);
    sequence.find_period(limit, &Work::unwatched()).unwrap();
    sequence
}

fn of_code(code: &str) -> Certificate {
    sequence_of(code).certificate().unwrap()
}

fn of_set(set: &[u64]) -> Certificate {
    let mut game = Subtraction::new(set).unwrap();
    game.find_period(10_000, &Work::unwatched()).unwrap();
    game.certificate().unwrap()
}

fn of_all_but(set: &[u64]) -> Certificate {
    let mut game = AllBut::new(set).unwrap();
    game.find_period(10_000, &Work::unwatched()).unwrap();
    game.certificate().unwrap()
}

fn rejected(certificate: &Certificate, condition: &str, change: impl Fn(&mut Certificate)) {
    let mut tampered = certificate.clone();
    change(&mut tampered);
    let rejected = check(&tampered, &Work::unwatched()).unwrap().expect_err(condition);
    assert_eq!(rejected.condition, condition, "{tampered:?}");
}

fn accepted(certificate: &Certificate) {
    assert_eq!(check(certificate, &Work::unwatched()), Ok(Ok(())), "{certificate:?}");
    let json = serde_json::to_string(certificate).unwrap();
    assert_eq!(serde_json::from_str::<Certificate>(&json).unwrap(), *certificate);
}

/// What every kind of certificate has in common.
fn common_fields(certificate: &Certificate) {
    accepted(certificate);
    rejected(certificate, "the format is known", |c| c.format.push('x'));
    rejected(certificate, "the version is known", |c| c.version += 1);
    rejected(certificate, "the period is positive", |c| c.period.period = 0);
    rejected(certificate, "the hash is that of the values", |c| c.hash = "0".repeat(16));
}

#[test]
fn subtraction_certificates() {
    for set in [&[2, 5, 7][..], &[1, 4, 10], &[6, 10, 23, 35], &[]] {
        common_fields(&of_set(set));
    }
    let certificate = of_set(&[1, 4, 10]);
    rejected(&certificate, "the period holds", |c| c.period.preperiod -= 1);
    rejected(&certificate, "the preperiod is the least", |c| c.period.preperiod += 1);
    rejected(&certificate, "the period holds", |c| c.period.period += 1);
    rejected(&certificate, "the period is the least", |c| c.period.period *= 2);
    rejected(&certificate, "finitely many moves give no saltus", |c| c.period.saltus = 1);
    rejected(&certificate, "the period holds", |c| c.game = CertifiedGame::Take(vec![1, 4, 9]));
    rejected(&certificate, "the set is in order", |c| c.game = CertifiedGame::Take(vec![4, 1, 10]));
    let other = Proof::AllBut { from: 20, after: 11 };
    rejected(&certificate, "the theorem applies to the game", |c| c.proof = other.clone());
    rejected(&certificate, "the table can be computed", |c| c.period.preperiod = u64::MAX);
}

#[test]
fn all_but_certificates() {
    for set in [&[1][..], &[2, 3, 7], &[1, 4, 10], &[]] {
        common_fields(&of_all_but(set));
    }
    let certificate = of_all_but(&[1, 4, 10]);
    let Proof::AllBut { from, after } = certificate.proof else { unreachable!() };
    rejected(&certificate, "the saltus is that of the state", |c| c.period.saltus += 1);
    rejected(&certificate, "the state is met in the periodic part", |c| c.period.period += 1);
    rejected(&certificate, "the state is met in the periodic part", |c| {
        c.proof = Proof::AllBut { from: 0, after }
    });
    rejected(&certificate, "the state comes back", |c| {
        c.period.period = after + 1;
        c.proof = Proof::AllBut { from, after: after + 1 }
    });
    rejected(&certificate, "the theorem applies to the game", |c| c.proof = Proof::Window {});
    assert!(
        check(
            &Certificate { game: CertifiedGame::TakeAllBut(vec![1, 4, 11]), ..certificate },
            &Work::unwatched()
        )
        .unwrap()
        .is_err()
    );
}

#[test]
fn guy_smith_certificates() {
    for code in ["0.77", "0.07", "0.137", "4.024", "0.45"] {
        common_fields(&of_code(code));
    }
    let certificate = of_code("0.45");
    rejected(&certificate, "the period holds", |c| c.period.preperiod -= 1);
    rejected(&certificate, "the preperiod is the least", |c| c.period.preperiod += 1);
    rejected(&certificate, "the period holds", |c| c.period.period += 1);
    rejected(&certificate, "the period is the least", |c| c.period.period *= 2);
    rejected(&certificate, "the theorem gives no saltus", |c| c.period.saltus = 1);
    rejected(&certificate, "the rare heaps are those listed", |c| {
        let Proof::GuySmith { rare_heaps, .. } = &mut c.proof else { unreachable!() };
        *rare_heaps += 1;
    });
    rejected(&certificate, "the theorem applies to the game", |c| c.proof = Proof::Window {});
    let game = |code: &str, unequal, least_part, least_heap| CertifiedGame::Code {
        code: code.into(),
        unequal,
        least_part,
        least_heap,
    };
    rejected(&certificate, "the code can be read", |c| c.game = game("0.4x", false, 1, 0));
    rejected(&certificate, "the code can be read", |c| c.game = game("3.4", false, 1, 0));
    rejected(&certificate, "the theorem applies to the game", |c| c.game = game("0.45", true, 1, 0));
    rejected(&certificate, "the restriction of splits makes sense", |c| c.game = game("0.45", false, 0, 0));
    for other in [game("0.44", false, 1, 0), game("0.45", false, 2, 0), game("0.45", false, 1, 9)] {
        assert!(
            check(&Certificate { game: other, ..certificate.clone() }, &Work::unwatched()).unwrap().is_err()
        );
    }
}

#[test]
fn closed_form_certificates() {
    for (rules, code) in [("lasker", "4.[3]"), ("4.[3]", "4.[3]")] {
        let certificate = of_rules(rules, &[]);
        common_fields(&certificate);
        assert!(matches!(&certificate.game, CertifiedGame::Code { code: own, .. } if own == code));
    }
    common_fields(&of_code("0.[3]"));
    let certificate = of_code("4.[3]");
    for change in [
        |p: &mut crate::heap::Period| p.preperiod += 1,
        |p: &mut crate::heap::Period| p.period *= 2,
        |p: &mut crate::heap::Period| p.saltus -= 1,
    ] {
        rejected(&certificate, "the period is that of the formula", |c| change(&mut c.period));
    }
    let game = |code: &str, unequal, least_part, least_heap| CertifiedGame::Code {
        code: code.into(),
        unequal,
        least_part,
        least_heap,
    };
    for code in ["4.[33]", "4.3", "0.[7]", ""] {
        rejected(&certificate, "the theorem applies to the game", |c| c.game = game(code, false, 1, 0));
    }
    for other in [game("4.[3]", true, 1, 0), game("4.[3]", false, 2, 0), game("4.[3]", false, 1, 1)] {
        rejected(&certificate, "the code can be read", |c| c.game = other.clone());
    }
    rejected(&certificate, "the code can be read", |c| c.proof = Proof::Window {});
    let kayles = of_code("0.77");
    rejected(&kayles, "the theorem applies to the game", |c| c.proof = Proof::ClosedForm {});
    rejected(&of_set(&[2, 5]), "the theorem applies to the game", |c| c.proof = Proof::ClosedForm {});
}

#[test]
fn three_part_certificates() {
    for code in ["0.F", "0.B", "0.81", "0.B1", "0.F1"] {
        let certificate = of_code(code);
        assert_eq!(certificate.proof, Proof::GuySmith { class: None, rare_heaps: 0 }, "{code}");
        common_fields(&certificate);
    }
    let certificate = of_code("0.F1");
    rejected(&certificate, "the period holds", |c| c.period.preperiod -= 1);
    rejected(&certificate, "the preperiod is the least", |c| c.period.preperiod += 1);
    rejected(&certificate, "the period holds", |c| c.period.period += 1);
    rejected(&certificate, "the period is the least", |c| c.period.period *= 2);
    rejected(&certificate, "the theorem gives no saltus", |c| c.period.saltus = 1);
    rejected(&certificate, "the table can be computed", |c| c.period.preperiod = 1 << 31);
    let class = crate::heap::Class { mask: !0, parity: None };
    rejected(&certificate, "the class fits the breaking digits", |c| {
        c.proof = Proof::GuySmith { class: Some(class), rare_heaps: 0 }
    });
    rejected(&certificate, "the rare heaps are those listed", |c| {
        c.proof = Proof::GuySmith { class: None, rare_heaps: 1 }
    });
    rejected(&certificate, "the theorem applies to the game", |c| c.proof = Proof::Window {});
    rejected(&certificate, "the theorem applies to the game", |c| {
        c.proof = Proof::SparseWindow { class, rares: vec![], bound: 9, from: 99 }
    });
    let game = |code: &str, unequal, least_part, least_heap| CertifiedGame::Code {
        code: code.into(),
        unequal,
        least_part,
        least_heap,
    };
    rejected(&certificate, "the code can be read", |c| c.game = game("0.G1", false, 1, 0));
    rejected(&certificate, "the code can be read", |c| c.game = game("0.[F]", false, 1, 0));
    rejected(&certificate, "the theorem applies to the game", |c| c.game = game("0.F1", true, 1, 0));
    rejected(&certificate, "the period holds", |c| c.game = game("0.8", false, 1, 0));
    let split = |code: &str, least_part, least_heap| {
        let split = crate::heap::Split { unequal: false, least_part, least_heap };
        let mut sequence = Sequence::new(code.parse::<TakeBreak>().unwrap().with_split(split));
        sequence.find_period(400, &Work::unwatched()).unwrap();
        sequence.certificate()
    };
    let restricted = ["0.F", "0.3F", "0.BF"].map(|code| split(code, 2, 7));
    assert!(restricted.iter().any(Option::is_some));
    restricted.iter().flatten().for_each(accepted);
}

#[test]
fn certificates_of_rising_values() {
    for code in ["0.8", "0.3F", "8.0", "4.9", "C.9", "8.D", "8.B", "0.9E"] {
        let certificate = of_code(code);
        assert!(matches!(certificate.proof, Proof::Sums { .. }), "{code}");
        common_fields(&certificate);
    }
    let twice = of_code("0.7FC");
    accepted(&twice);
    let Proof::Sums { from, multiple: 2 } = twice.proof else { panic!("{:?}", twice.proof) };
    for multiple in [0, 1, u64::MAX] {
        let other = Certificate { proof: Proof::Sums { from, multiple }, ..twice.clone() };
        assert!(matches!(check(&other, &Work::unwatched()), Ok(Err(_))), "{multiple}");
    }
    let certificate = of_code("4.9");
    let Proof::Sums { from, .. } = certificate.proof else { unreachable!() };
    let with_from = |from: u64| move |c: &mut Certificate| c.proof = Proof::Sums { from, multiple: 1 };
    rejected(&certificate, "the period holds", |c| c.period.saltus += 1);
    rejected(&certificate, "the period holds", |c| c.period.preperiod -= 1);
    // With a window late enough for the longer preperiod or period, only that is left to find fault with.
    let later = Certificate { proof: Proof::Sums { from: from + 60, multiple: 1 }, ..certificate.clone() };
    accepted(&later);
    rejected(&later, "the preperiod is the least", |c| c.period.preperiod += 1);
    rejected(&later, "the period is the least", |c| {
        (c.period.period, c.period.saltus) = (2 * c.period.period, 2 * c.period.saltus)
    });
    rejected(&certificate, "the values rise with every period", |c| c.period.saltus = 0);
    rejected(&certificate, "the values rise with every period", |c| c.period.saltus = u64::MAX);
    rejected(&certificate, "the window lies in the periodic part", with_from(0));
    rejected(&certificate, "every smaller value has a witness", with_from(from - 1));
    rejected(&certificate, "the window's values are high", with_from(23));
    rejected(&certificate, "the table can be computed", with_from(u64::MAX));
    rejected(&certificate, "the theorem gives no saltus", |c| c.proof = Proof::Window {});
    let game = |code: &str, unequal, least_part| CertifiedGame::Code {
        code: code.into(),
        unequal,
        least_part,
        least_heap: 0,
    };
    rejected(&certificate, "the theorem applies to the game", |c| c.game = game("4.9", true, 1));
    rejected(&certificate, "the theorem applies to the game", |c| c.game = game("4.9", false, 2));
    rejected(&certificate, "the period holds", |c| c.game = game("4.8", false, 1));
    // Taking only has no companions, so its values, which rise in this table, prove nothing.
    let taking = Certificate { game: game("0.3333333333333333", false, 1), ..of_code("0.8") };
    assert!(check(&taking, &Work::unwatched()).unwrap().is_err());
}

#[test]
fn sparse_window_certificates() {
    let certificate = of_code("0.16");
    assert!(matches!(certificate.proof, Proof::SparseWindow { .. }));
    accepted(&certificate);
    type Fields<'a> = (&'a mut crate::heap::Class, &'a mut Vec<(u64, u16)>, &'a mut u64, &'a mut u64);
    let with = |condition: &str, change: &dyn Fn(Fields<'_>)| {
        rejected(&certificate, condition, |c| {
            let Proof::SparseWindow { class, rares, bound, from } = &mut c.proof else { unreachable!() };
            change((class, rares, bound, from));
        });
    };
    with("the rare heaps are those listed", &|(_, rares, _, _)| rares[3].1 ^= 1);
    with("the rare heaps are those listed", &|(_, rares, _, _)| rares.truncate(2));
    with("the window lies above the bound", &|(_, _, _, from)| *from = 100);
    with("the window lies in the periodic part", &|(_, _, _, from)| *from -= 5000);
    with("the class fits the breaking digits", &|(class, _, _, _)| class.parity = Some(1));
    with("no rare heap lies above the bound", &|(_, _, bound, _)| *bound = 50);
    with("every rare value has a witness within the bound", &|(_, rares, bound, _)| {
        *bound = rares.last().unwrap().0
    });
    rejected(&certificate, "the hash is that of the values", |c| c.hash.replace_range(0..1, "x"));
    rejected(&certificate, "the period holds", |c| c.period.period += 1);
    rejected(&certificate, "the preperiod is the least", |c| {
        let Proof::SparseWindow { from, .. } = &mut c.proof else { unreachable!() };
        *from += 1;
        c.period.preperiod += 1;
    });
}

#[test]
fn rules_and_their_game_belong_together() {
    for text in ["kayles", "nim", "0.07", "take {2,5,7}", "n -> n-k for k in 1..3", "take all but {1,4}"] {
        common_fields(&of_rules(text, &[]));
    }
    let certificate = of_rules("kayles", &[]);
    let other = |text: &str| {
        let text = text.to_string();
        move |c: &mut Certificate| c.rules.as_mut().unwrap().text = text.clone()
    };
    rejected(&certificate, "the rules are those of the game", other("0.07"));
    rejected(&certificate, "the rules are those of the game", other("n -> n-1"));
    let three = of_rules("take {1,2,3}", &[]);
    for ending in ["play misere", "end lose if n == 0", "end win if n == 0"] {
        let text = format!("n -> n-k for k in 1..3 {ending}");
        rejected(&three, "the rules are those of the game", other(&text));
    }
    rejected(&three, "the rules are those of the game", other("n -> n-k gain n*k for k in 1..3"));
    rejected(&certificate, "the rules can be read", other("n -> "));
    rejected(&certificate, "the rules can be read", |c| {
        c.rules.as_mut().unwrap().lets.insert("k".into(), Literal::Int(1));
    });
}

#[test]
fn bounded_step_certificates() {
    let certificate = of_rules("castles", &[("x", 2), ("y", 5), ("z", 3)]);
    common_fields(&certificate);
    rejected(&certificate, "the rules are those of the game", |c| {
        c.rules.as_mut().unwrap().lets.insert("x".into(), Literal::Int(1));
    });
    let bare = Certificate { rules: None, ..certificate.clone() };
    accepted(&bare);
    rejected(&bare, "finitely many moves give no saltus", |c| c.period.saltus = 1);
    rejected(&bare, "the period holds", |c| c.period.period += 1);
    rejected(&bare, "the period is the least", |c| c.period.period *= 2);
    rejected(&bare, "the preperiod is the least", |c| c.period.preperiod += 1);
    rejected(&bare, "the theorem applies to the game", |c| c.proof = Proof::AllBut { from: 9, after: 9 });
    type Falls = Vec<Vec<(u64, u64)>>;
    let with = |condition: &str, change: &dyn Fn(&mut u64, &mut Falls)| {
        rejected(&bare, condition, |c| {
            let CertifiedGame::Falls { tags, large, .. } = &mut c.game else { unreachable!() };
            change(tags, large);
        });
    };
    with("every heap and tag has its moves", &|tags, _| *tags += 1);
    with("every heap and tag has its moves", &|_, large| large.clear());
    with("every move lowers the heap", &|_, large| large[0][0].0 = 0);
    with("every move lowers the heap", &|_, large| large[0][0].1 = 99);
    let mut other = bare.clone();
    let CertifiedGame::Falls { large, .. } = &mut other.game else { unreachable!() };
    large[0].pop();
    assert!(check(&other, &Work::unwatched()).unwrap().is_err());
}

#[test]
fn fields_that_mean_nothing_are_refused_everywhere() {
    let certificate = serde_json::to_value(of_code("0.45")).unwrap();
    let places = ["", "/period", "/proof", "/proof/class", "/game/code"];
    for place in places {
        let mut strange = certificate.clone();
        let object = strange.pointer_mut(place).and_then(|o| o.as_object_mut()).expect(place);
        object.insert("note".into(), "trust me".into());
        let error = serde_json::from_value::<Certificate>(strange).expect_err(place).to_string();
        assert!(error.contains("note"), "{place}: {error}");
    }
}

#[test]
fn a_certified_game_is_named_as_it_is_written() {
    let code = |code: &str, unequal, least_part, least_heap| CertifiedGame::Code {
        code: code.into(),
        unequal,
        least_part,
        least_heap,
    };
    for (game, name) in [
        (code("0.77", false, 1, 0), "0.77"),
        (code("4.0", true, 2, 7), "4.0, unequal parts, parts of at least 2, heaps of at least 7 are split"),
        (CertifiedGame::Take(vec![2, 5]), "take {2,5}"),
        (CertifiedGame::TakeAllBut(vec![]), "take all but {}"),
        (of_rules("castles", &[("x", 2), ("y", 5), ("z", 3)]).game, "a heap and one of 4 tags"),
    ] {
        assert_eq!(game.to_string(), name);
    }
    let long = code(&format!("0.{}", "7".repeat(60_000)), false, 1, 0).to_string();
    assert!(long.chars().count() < 100 && long.ends_with('…'), "{long}");
}

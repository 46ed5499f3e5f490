//! Certificates in segments: of runs that kept next to nothing, and changed in every place.

use crate::error::ErrorKind;
use crate::heap::{Cut, SegmentedCertificate, Sequence};
use crate::limits::Limits;
use crate::machine::Threads;
use crate::verify::check_segments;
use crate::work::Work;

/// The certificate of a run that keeps as little as it can.
fn certified(code: &str, limit: u64) -> SegmentedCertificate {
    let work = &Work::unwatched();
    let mut sequence = Sequence::new(code.parse().unwrap());
    sequence.bound(0);
    sequence.find_period(limit, work).unwrap();
    assert!(!sequence.is_whole() && sequence.is_proved(), "{code}");
    sequence.settle_preperiod(work).unwrap();
    sequence.segmented_certificate(work).unwrap().unwrap_or_else(|| panic!("{code}"))
}

fn verdict(certificate: &SegmentedCertificate) -> Result<(), &'static str> {
    check_segments(certificate, None, &Work::unwatched()).unwrap().map_err(|rejected| rejected.condition)
}

#[test]
fn periods_longer_than_their_table_are_certified_in_segments() {
    // Published periods, each far beyond what the run keeps.
    for (code, limit, preperiod, period) in
        [("0.16", 900_000, 105_351, 149_459), ("0.56", 900_000, 326_640, 144)]
    {
        let certificate = certified(code, limit);
        assert_eq!((certificate.period.preperiod, certificate.period.period), (preperiod, period), "{code}");
        assert_eq!(verdict(&certificate), Ok(()), "{code}");
        let text = serde_json::to_string(&certificate).unwrap();
        assert_eq!(serde_json::from_str::<SegmentedCertificate>(&text).unwrap(), certificate);
    }
}

type Change<'a> = &'a dyn Fn(&mut SegmentedCertificate);

#[test]
fn a_certificate_in_segments_that_was_changed_is_rejected() {
    let good = certified("0.16", 900_000);
    let refused = |change: Change| {
        let mut changed = good.clone();
        change(&mut changed);
        assert_ne!(changed, good);
        verdict(&changed).expect_err("a changed certificate was accepted")
    };
    let cases: [(&str, Change); 16] = [
        ("the format is known", &|c| c.format = "grundy-period".into()),
        ("the version is known", &|c| c.version = 2),
        ("the window lies in the periodic part", &|c| c.period.preperiod += 1),
        ("the windows show where the period begins", &|c| c.period.preperiod -= 1),
        ("the theorem gives such a period", &|c| c.period.saltus = 1),
        ("the windows that show the period are there", &|c| c.period.period -= 1),
        ("the theorem gives such a period", &|c| c.period.period = 0),
        ("the windows that show the period are there", &|c| c.from += 1),
        ("no rare heap lies above the bound", &|c| c.bound = 1),
        ("no rare heap lies above the bound", &|c| c.class.mask ^= 1),
        ("the class tells values apart", &|c| c.class.mask = 0xFFFF_0000),
        ("the first heaps can be computed", &|c| c.began = u64::MAX),
        ("the theorem applies to the game", &|c| c.game = crate::heap::CertifiedGame::Take(vec![1])),
        ("there are windows", &|c| c.cuts.clear()),
        ("the windows are in order", &|c| c.cuts.swap(0, 1)),
        ("every window can be read", &|c| c.cuts[0].width = 4),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(condition, change)| {
            let why = refused(*change);
            (why != *condition).then(|| format!("`{condition}` was expected, not `{why}`"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for cut in 0..good.cuts.len() {
        // One value of a window, whichever: in its middle, its first, its last.
        let length = good.cuts[cut].values.len();
        for place in [0, length / 2, length - 1] {
            refused(&|c| {
                let Cut { at, .. } = c.cuts[cut];
                let mut values = c.cuts[cut].read().unwrap();
                values[place] ^= 1;
                c.cuts[cut] = Cut::new(at, &values);
            });
        }
        refused(&|c| {
            c.cuts[cut].values.pop();
        });
    }
}

#[test]
fn another_game_has_other_segments() {
    let mut certificate = certified("0.16", 900_000);
    let text = serde_json::to_string(&certificate).unwrap();
    certificate = serde_json::from_str(&text.replace("0.16", "0.56")).unwrap();
    assert!(verdict(&certificate).is_err());
}

#[test]
fn a_sample_checks_its_segments_alone() {
    let mut certificate = certified("0.16", 900_000);
    let last = certificate.segments() - 1;
    let Cut { at, .. } = certificate.cuts[0];
    let mut values = certificate.cuts[0].read().unwrap();
    values[0] ^= 1;
    certificate.cuts[0] = Cut::new(at, &values);
    let check = |only: &[usize]| check_segments(&certificate, Some(only), &Work::unwatched()).unwrap();
    assert!(check(&[0]).is_err() && check(&[last]).is_ok());
    assert_eq!(check(&[last + 1]).unwrap_err().condition, "there are so many segments");
}

#[test]
fn segments_are_the_same_for_any_number_of_threads_and_keep_to_their_limits() {
    let certificate = certified("0.16", 900_000);
    for threads in [1, 3] {
        let limits = Limits { threads: Some(Threads::new(threads)), ..Limits::default() };
        assert_eq!(check_segments(&certificate, None, &Work::within(limits)), Ok(Ok(())));
    }
    let limits = Limits { bytes: 1 << 16, ..Limits::default() };
    let stopped = check_segments(&certificate, None, &Work::within(limits)).unwrap_err();
    assert_eq!(stopped.kind(), ErrorKind::Limit);
}

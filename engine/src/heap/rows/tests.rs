use super::*;
use crate::heap::{Period, Verdict};

/// Wythoff's game with the rows 0 to `last`.
fn wythoff(last: u32) -> RowGame {
    let row = |x: u32| {
        let across = (0..x).flat_map(|k| [(0, k), (u64::from(x - k), k)]);
        let sweeps = vec![Sweep { to: x, from: 0, lag: 1, step: 1, class: 0 }];
        FarMoves { falls: across.collect(), sweeps, landmarks: Vec::new() }
    };
    let near = (0..u64::from(last)).flat_map(|y| (0..=last).map(move |x| (y, x))).map(|(y, x)| {
        let across = (0..x).flat_map(|k| [Some((y, k)), y.checked_sub((x - k).into()).map(|y| (y, k))]);
        across.flatten().chain((0..y).map(|y| (y, x))).collect()
    });
    RowGame { tags: last + 1, near: near.collect(), far: vec![(0..=last).map(row).collect()] }
}

#[test]
fn rows_of_wythoff_come_back_as_published() {
    let mut rows = Rows::new(wythoff(18)).unwrap();
    for (row, period, preperiod) in [(0, 1, 0), (5, 24, 27), (13, 96, 382), (18, 384, 919)] {
        let report = rows.report(row, 0, 1 << 20, &Work::unwatched()).unwrap();
        assert!(matches!(report.verdict, Verdict::Proved(_)));
        assert_eq!(report.period, Some(Period { preperiod, period, saltus: period }), "row {row}");
    }
}

#[test]
fn values_far_out_are_those_of_a_longer_table() {
    let (mut rows, mut plain) = (Rows::new(wythoff(9)).unwrap(), Rows::new(wythoff(9)).unwrap());
    plain.extend(6000, &Work::unwatched()).unwrap();
    rows.find(1 << 20, &Work::unwatched()).unwrap().unwrap();
    assert!(rows.columns() < 3000);
    for (column, tag) in (0..6000).flat_map(|column| (0..10).map(move |tag| (column, tag))) {
        let value = rows.value(column, tag, 3000, &Work::unwatched()).unwrap();
        assert_eq!(value.0, plain.at(column, tag), "{column}, {tag}");
    }
}

#[test]
fn rows_that_rise_twice_as_fast_and_rows_that_do_not_rise() {
    // Both rows sweep both, so they share the numbers; a third takes one or two only, and a pass from it to the first.
    let sweep = |to: u32| Sweep { to, from: 0, lag: 1, step: 1, class: 0 };
    let far = vec![vec![
        FarMoves { falls: vec![], sweeps: vec![sweep(0), sweep(1)], landmarks: vec![] },
        FarMoves { falls: vec![(0, 0)], sweeps: vec![sweep(0), sweep(1)], landmarks: vec![] },
        FarMoves { falls: vec![(1, 2), (2, 2)], sweeps: vec![], landmarks: vec![(1, 0)] },
    ]];
    let near =
        vec![vec![], vec![(0, 0)], vec![], vec![(0, 0), (0, 1)], vec![(1, 0), (0, 0), (0, 1)], vec![(0, 2)]];
    let mut rows = Rows::new(RowGame { tags: 3, near, far }).unwrap();
    rows.find(1 << 12, &Work::unwatched()).unwrap().unwrap();
    let mut period = |tag| rows.period_of(tag, 0, &Work::unwatched()).unwrap().unwrap();
    assert_eq!(period(0), Period { preperiod: 0, period: 1, saltus: 2 });
    assert_eq!(period(1), Period { preperiod: 0, period: 1, saltus: 2 });
    assert_eq!(period(2).saltus, 0);
}

#[test]
fn moves_in_a_circle_are_refused() {
    let circle = |to: u32| FarMoves { falls: vec![(0, to)], sweeps: vec![], landmarks: vec![] };
    assert!(Rows::new(RowGame { tags: 2, near: vec![], far: vec![vec![circle(1), circle(0)]] }).is_err());
}

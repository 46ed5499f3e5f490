//! Every kernel against the exact engine, and against its portable twin.

use super::*;
use crate::heap::Sequence;
use crate::heap::code::TakeBreak;
use crate::limits::Limits;

fn exact(game: &TakeBreak, len: u64) -> Exact {
    let mut exact = Exact::new(game);
    for at in [1 << 11, 1 << 12, 1 << 13, 1 << 14, len] {
        exact.extend(at.min(len), &Work::unwatched()).unwrap();
        exact.classify();
    }
    exact
}

fn portable(kernel: &mut Kernel, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
    each!(kernel, kernel => kernel.run_any::<false>(packed, notes, to))
}

#[test]
fn every_kernel_agrees_with_the_exact_engine() {
    let codes = ["0.106", "0.104", "0.454", "0.56", "4.406", "0.205", "0.36"];
    let mut games: Vec<TakeBreak> = codes.iter().map(|code| code.parse().unwrap()).collect();
    games.extend([TakeBreak::grundy()]);
    for game in games {
        let many = game.breaks() == [0] || game.digit(1) == 6;
        let start = if many { 1 << 14 } else { 1 << 13 };
        let end = start + 4200;
        let slow = exact(&game, start);
        let Some(fast) = Fast::new(&slow, Threads::ONE) else { panic!("{game}: no kernel") };
        let mut slow = slow;
        slow.extend(end, &Work::unwatched()).unwrap();
        let widths: &[usize] = if many { &[0] } else { &[0, 33, 65, 129, 257] };
        for &values in widths {
            let mut fast = fast.clone();
            assert!(fast.change_kernel(values));
            assert!(fast.extend(end, &Work::unwatched()).unwrap());
            let differ = (0..end as usize).find(|&n| fast.value(n) != u32::from(slow.values[n]));
            assert_eq!(differ, None, "{game} with {}", fast.describe());
        }
    }
}

#[test]
fn a_forgotten_rare_heap_still_counts_for_the_width() {
    let mut packed = Packed::from_exact(&exact(&"0.106".parse().unwrap(), 1 << 13)).unwrap();
    let (narrow, class) = (Kernel::new(&packed, 0, Threads::ONE, None).unwrap().values(), packed.class);
    packed.append(&vec![0; Packed::FIRST]);
    let value = (100..).find(|&v| class.is_rare(v, packed.len() as u64)).unwrap();
    packed.push_rare(value as u16);
    packed.append(&vec![0; 4 * Packed::FIRST]);
    packed.forget(3 * Packed::FIRST);
    assert!(!packed.has(packed.last_rare()) && narrow <= packed.pack(value) as usize);
    assert!(Kernel::new(&packed, 0, Threads::ONE, None).unwrap().values() > packed.pack(value) as usize);
}

#[test]
fn the_portable_twin_agrees_with_the_wide_kernel() {
    for (code, values) in [
        ("0.106", 0),
        ("0.454", 17),
        ("0.354", 33),
        ("0.354", 65),
        ("0.16", 129),
        ("0.16", 300),
        ("0.106", 1500),
    ] {
        let mut wide = Fast::new(&exact(&code.parse().unwrap(), 1 << 13), Threads::ONE).unwrap();
        assert!(wide.change_kernel(values));
        let mut plain = wide.clone();
        let to = (1 << 13) + 2000;
        let a = wide.kernel.run(&mut wide.packed, &mut wide.notes, to);
        let b = portable(&mut plain.kernel, &mut plain.packed, &mut plain.notes, to);
        assert_eq!((a, wide.packed.bytes()), (b, plain.packed.bytes()), "{code}");
        assert_eq!(wide.notes.outliers, plain.notes.outliers, "{code}");
    }
}

#[test]
fn random_codes_agree_with_the_exact_engine_in_every_kernel_that_holds_them() {
    let (mut state, mut played) = (77u64, 0);
    while played < 4 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let game: TakeBreak =
            format!("{}.{:03o}", state >> 62 & 1 << 2, state >> 40 & 0o777).parse().unwrap();
        let mut slow = exact(&game, 1 << 13);
        let Some(fast) = Fast::new(&slow, Threads::ONE).filter(|fast| fast.rare_heaps() < 300) else {
            continue;
        };
        played += 1;
        let end = (1 << 13) + 400;
        slow.extend(end, &Work::unwatched()).unwrap();
        for values in [0, 257] {
            let mut fast = fast.clone();
            assert!(fast.change_kernel(values) && fast.extend(end, &Work::unwatched()).unwrap());
            let differ = (0..end as usize).find(|&n| fast.value(n) != u32::from(slow.values[n]));
            assert_eq!(differ, None, "{game} with {}", fast.describe());
        }
    }
}

#[test]
fn the_values_of_0_0414_are_too_many_for_rows_and_are_scattered() {
    let game: TakeBreak = "0.0414".parse().unwrap();
    let mut slow = exact(&game, 1 << 15);
    let mut fast = Fast::new(&slow, Threads::ONE).unwrap();
    assert!(matches!(fast.kernel, Kernel::Scatter(_)), "{}", fast.describe());
    let end = (1 << 15) + 3000;
    slow.extend(end, &Work::unwatched()).unwrap();
    assert!(fast.extend(end, &Work::unwatched()).unwrap());
    assert!((0..end as usize).all(|n| fast.value(n) == u32::from(slow.values[n])));
    // What is stored and taken up again is the same table, high bytes included.
    let mut run = Sequence::new(game.clone());
    run.extend(end, &Work::unwatched()).unwrap();
    let mut resumed = Sequence::resume(game, &run.checkpoint()).unwrap();
    assert_eq!(resumed.engine(), run.engine());
    resumed.extend(end + 100, &Work::unwatched()).unwrap();
    run.extend(end + 100, &Work::unwatched()).unwrap();
    assert_eq!(resumed.digest(end + 100), run.digest(end + 100));
    assert!(
        (0..end)
            .all(|n| resumed.value(n, &Work::unwatched()).unwrap().0 == u64::from(slow.values[n as usize]))
    );
}

#[test]
fn two_threads_find_what_one_finds() {
    let slow = exact(&"0.36".parse().unwrap(), 1 << 14);
    let run = |threads: usize| {
        let (mut packed, mut notes) = (Packed::from_exact(&slow).unwrap(), Notes::default());
        let (to, mut covers) = ((1 << 14) + 9000, None);
        loop {
            let mut rows = Rows::new(&packed, packed.largest() + 1, covers, Threads::new(threads));
            match rows.run(&mut packed, &mut notes, to) {
                End::Done => return (packed.cells().clone(), packed.rares, notes.outliers, notes.searched),
                _ => covers = Some(rows.covers().clone()),
            }
        }
    };
    let one = run(1);
    assert!(one.0.len() > (1 << 14) + 9000);
    assert_eq!(one, run(2));
}

/// Runs kernels of one kind until a value does not fit, and checks what they leave.
fn ends_wide<K: Blocks>(
    slow: &Exact,
    mut packed: Packed,
    wide: usize,
    part: usize,
    make: impl Fn(&Packed) -> K,
) {
    let mut notes = Notes::default();
    loop {
        let (from, mut kernel) = (packed.len(), make(&packed));
        match kernel.run(&mut packed, &mut notes, slow.values.len()) {
            End::Rare => {}
            end => {
                assert_eq!(end, End::Wide);
                let len = packed.len();
                assert!(len <= wide && (len - from).is_multiple_of(part), "{from} {len} {wide}");
                assert!((0..len).all(|n| packed.value(n) == u32::from(slow.values[n])));
                return;
            }
        }
    }
}

#[test]
fn a_value_that_does_not_fit_leaves_whole_parts_of_blocks_that_hold() {
    for (code, values, wide) in [("0.6", 128, 10_344), ("0.0414", 256, 8658)] {
        let slow = exact(&code.parse().unwrap(), 1 << 14);
        let mut table = Packed::from_exact(&slow).unwrap();
        let first = (0..table.len()).find(|&n| usize::from(table.cell(n)) >= values);
        assert_eq!(first, Some(wide), "{code}");
        table.truncate(wide - 1500);
        let helpers = helpers::choose(&table, HELPER_PARTS, HELPERS, values);
        let covers = Rows::new(&table, values - 8, None, Threads::ONE).covers().clone();
        let rows = |packed: &Packed| Rows::new(packed, values - 8, Some(covers.clone()), Threads::ONE);
        ends_wide(&slow, table.clone(), wide, 1024, rows);
        ends_wide(&slow, table.clone(), wide, 16, |packed| Scatter::new(packed, values, helpers.clone()));
        if values == 128 {
            ends_wide(&slow, table, wide, 64, |packed| Words::<Pair>::new(packed, helpers.clone()));
        }
    }
}

#[test]
fn a_run_may_get_another_thread_on_its_way() {
    let game: TakeBreak = "0.36".parse().unwrap();
    let mut whole = Sequence::new(game);
    whole.extend(1 << 16, &Work::unwatched()).unwrap();
    let (mut shared, start) = (whole.clone(), whole.len());
    let two = Limits { threads: Some(Threads::new(2)), ..Limits::default() };
    whole.extend(start + 9000, &Work::unwatched()).unwrap();
    shared.extend(start + 9000, &Work::within(two)).unwrap();
    assert_eq!(shared.threads().count(), 2);
    assert_eq!(shared.digest(start + 9000), whole.digest(start + 9000));
    assert_eq!(shared.rare_heaps(), whole.rare_heaps());
}

/// Runs in the least memory there can be, stopping and resuming on the way, until a period is proved.
fn forgetful(code: &str, limit: u64, step: u64, resume: bool) -> (Sequence, crate::heap::PeriodReport) {
    let game: TakeBreak = code.parse().unwrap();
    let mut run = Sequence::new(game.clone());
    loop {
        run.extend(run.len() + step, &Work::unwatched()).unwrap();
        run.forget(0);
        let report = run.find_period(run.len(), &Work::unwatched()).unwrap();
        if run.is_proved() || run.len() > limit {
            return (run, report);
        }
        if resume {
            run = Sequence::resume(game.clone(), &run.checkpoint()).unwrap();
        }
    }
}

#[test]
fn a_period_longer_than_the_memory_is_proved_by_an_anchor_and_its_beginning_is_found() {
    for (step, resume) in [(20_000, true), (50_001, false)] {
        let (mut run, report) = forgetful("0.16", 1 << 20, step, resume);
        assert!(run.kept() < 149_459, "the table alone cannot tell");
        let period = report.period.unwrap();
        let least = report.preperiod_at_least.unwrap();
        assert_eq!(period.period, 149_459);
        assert!(least <= 105_351 && 105_351 <= period.preperiod, "{least} {period:?}");
        // The bounds outlive the process, and so does what settles them.
        let game = run.game().clone();
        run = Sequence::resume(game.clone(), &run.checkpoint()).unwrap();
        assert_eq!(run.find_period(0, &Work::unwatched()).unwrap(), report);
        run.settle_preperiod(&Work::unwatched()).unwrap();
        let settled = run.find_period(0, &Work::unwatched()).unwrap();
        assert_eq!(settled.period.map(|p| (p.preperiod, p.period)), Some((105_351, 149_459)));
        assert_eq!(settled.preperiod_at_least, None);
        run = Sequence::resume(game, &run.checkpoint()).unwrap();
        assert_eq!(run.find_period(0, &Work::unwatched()).unwrap(), settled);
    }
}

#[test]
fn an_anchor_that_came_back_stays_until_its_period_is_proved() {
    let mut fast = Fast::new(&exact(&"0.16".parse().unwrap(), 1 << 15), Threads::ONE).unwrap();
    fast.bound(0);
    let mut waited = 0;
    // Far beyond the return, so that anchors would have been due and thinned out many times.
    for to in (1..60).map(|step| 50_000 * step) {
        assert!(fast.extend(to, &Work::unwatched()).unwrap());
        if let Some(back) = fast.returned {
            assert!(fast.anchors.kept().iter().any(|anchor| anchor.at == back.at), "{to}: {back:?}");
            waited += 1;
        }
    }
    assert!(waited > 40, "{waited}");
    let proved = fast.prove().unwrap();
    assert_eq!(proved.period.period, 149_459);
    let beginning = fast.beginning(proved.proof.from as usize, 149_459, &Work::unwatched()).unwrap();
    assert_eq!(beginning, Some(105_351));
}

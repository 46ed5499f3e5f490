//! Theorem W in segments: a period longer than any table, checked between windows that are cut out of the run.
//!
//! The first heaps are computed by the definition; from there each segment is computed on from the window before it, and must arrive at
//! the window behind it. So all windows are true, one after the other, and with them conditions (a) and (c) of theorem W;
//! (b) is that the window before `from` comes back after a period. The preperiod is the least because the heap before it does not come back, and the period
//! because after a prime part of it the window does not.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::blocks::FarOut;
use super::conditions::{NONE_WATCHED, coded, consistent, rules_are_of};
use super::rare_common::octal;
use super::values::{Octal, Rare};
use super::{Refused, reject};
use crate::factors::prime_factors;
use crate::heap::{CertifiedGame, Cut, SegmentedCertificate};
use crate::machine::Threads;
use crate::meter::Meter;
use crate::work::Work;

/// More heaps than this are not computed by the definition, and no witness is larger.
const MOST_FIRST: u64 = 1 << 22;
/// No heap is larger.
const LARGEST: u64 = 1 << 60;

pub(super) fn all(
    certificate: &SegmentedCertificate,
    only: Option<&[usize]>,
    work: &Work<'_>,
) -> Result<(), Refused> {
    let meter = &Meter::eager("heaps", work);
    if certificate.format != SegmentedCertificate::FORMAT {
        return reject("the format is known", format!("`{}`", certificate.format));
    }
    if certificate.version != SegmentedCertificate::VERSION {
        return reject("the version is known", format!("{}", certificate.version));
    }
    rules_are_of(certificate.rules.as_ref(), &certificate.game, meter)?;
    let CertifiedGame::Code { code, unequal, least_part, least_heap } = &certificate.game else {
        return reject("the theorem applies to the game", "it is not one of taking and breaking");
    };
    let game = coded(code, *unequal, *least_part, *least_heap)?;
    if game.parts() > 2 {
        return reject("the theorem applies to the game", "a move leaves three parts");
    }
    let windows = Windows::read(certificate, &game, meter)?;
    windows.show_the_period(certificate)?;
    let first = First::compute(certificate, &game, windows.length, meter)?;
    if windows.cuts[0].at < first.values.len() as u64 {
        return reject(
            "the first window lies behind the first heaps",
            format!("heap {}", windows.cuts[0].at),
        );
    }
    let longest = windows.cuts.iter().map(|cut| cut.values.len()).max().unwrap_or(0);
    let threads = work.limits.threads.unwrap_or(Threads::ONE);
    meter.hold(windows.bytes() + first.far_out.bytes(longest).saturating_mul(threads.count() as u64))?;
    let asked: Vec<usize> = match only {
        Some(numbers) => numbers.to_vec(),
        None => (0..windows.cuts.len()).collect(),
    };
    if let Some(number) = asked.iter().find(|number| **number >= windows.cuts.len()) {
        return reject(
            "there are so many segments",
            format!("{} are fewer than {number}", windows.cuts.len()),
        );
    }
    run_all(&asked, &windows, &first, threads, work)
}

/// The windows of a certificate, read.
struct Windows {
    cuts: Vec<Window>,
    /// How many heaps below a heap its short options reach.
    length: usize,
}

struct Window {
    at: u64,
    values: Vec<u16>,
}

impl Window {
    fn from(&self) -> u64 {
        self.at - self.values.len() as u64
    }

    fn value(&self, heap: u64) -> Option<u16> {
        let index = usize::try_from(heap.checked_sub(self.from())?).ok()?;
        self.values.get(index).copied()
    }
}

impl Windows {
    fn read(certificate: &SegmentedCertificate, game: &Octal, meter: &Meter<'_>) -> Result<Windows, Refused> {
        if certificate.bound >= MOST_FIRST || certificate.began >= MOST_FIRST {
            let (bound, began) = (certificate.bound, certificate.began);
            return reject("the first heaps can be computed", format!("bound {bound}, from heap {began} on"));
        }
        let length = certificate.bound as usize + game.most_removed;
        let mut windows = Windows { cuts: Vec::new(), length };
        for cut in &certificate.cuts {
            meter.pass(cut.values.len() as u64)?;
            let window = windows.next(cut)?;
            windows.cuts.push(window);
            meter.hold(windows.bytes())?;
        }
        match windows.cuts.is_empty() {
            true => reject("there are windows", "there is none"),
            false => Ok(windows),
        }
    }

    /// The window of a cut behind those that are read.
    fn next(&self, cut: &Cut) -> Result<Window, Refused> {
        let at = cut.at;
        let Some(values) = cut.read() else {
            return reject("every window can be read", format!("heap {at}"));
        };
        if values.len() < self.length || values.len() as u64 > at || at > LARGEST {
            return reject(
                "every window is long enough",
                format!("{} values before heap {at}", values.len()),
            );
        }
        let window = Window { at, values };
        // What lies before the window before it cannot be computed from there.
        if self.cuts.last().is_some_and(|last| last.at >= at || last.from() > window.from()) {
            return reject("the windows are in order", format!("heap {at}"));
        }
        Ok(window)
    }

    fn bytes(&self) -> u64 {
        self.cuts.iter().map(|cut| cut.values.len() as u64 * size_of::<u16>() as u64).sum()
    }

    fn before(&self, heap: Option<u64>) -> Result<&Window, Refused> {
        let index = heap.and_then(|heap| self.cuts.binary_search_by_key(&heap, |cut| cut.at).ok());
        match index {
            Some(index) => Ok(&self.cuts[index]),
            None => reject("the windows that show the period are there", format!("not before heap {heap:?}")),
        }
    }

    /// Condition (b), and that period and preperiod are the least.
    fn show_the_period(&self, certificate: &SegmentedCertificate) -> Result<(), Refused> {
        let (period, from) = (certificate.period, certificate.from);
        let p = period.period;
        if p == 0 || period.saltus != 0 {
            return reject("the theorem gives such a period", format!("{p}, saltus {}", period.saltus));
        }
        if certificate.class.parity.is_some() && p % 2 == 1 {
            return reject("the period keeps the class", format!("{p} is odd"));
        }
        let early = self.before(Some(from))?;
        let late = self.before(from.checked_add(p))?;
        let begins = from - self.length as u64;
        if begins <= certificate.bound {
            return reject("the window lies above the bound", format!("it starts at {begins}"));
        }
        if begins < period.preperiod {
            return reject("the window lies in the periodic part", format!("it starts at {begins}"));
        }
        let same = |n: u64, later: &Window, by: u64| {
            Some((early.value(n)?, later.value(n + by)?)).map(|(a, b)| a == b)
        };
        let shown = period.preperiod.saturating_sub(1);
        if same(shown, late, p).is_none() {
            return reject("the windows show where the period begins", format!("not heap {shown}"));
        }
        if let Some(n) = (period.preperiod..from).find(|&n| same(n, late, p) != Some(true)) {
            return reject("the period holds", format!("heaps {n} and {} differ", n + p));
        }
        if period.preperiod > 0 && same(shown, late, p) == Some(true) {
            return reject("the preperiod is the least", format!("heap {shown} fits too"));
        }
        for q in prime_factors(p) {
            let by = p / q;
            let part = self.before(from.checked_add(by))?;
            if (period.preperiod..from).all(|n| same(n, part, by) != Some(false)) {
                return reject("the period is the least", format!("nothing shows that {by} is none"));
            }
        }
        Ok(())
    }
}

/// The first heaps, by the definition, and what they mean for all others.
struct First {
    values: Vec<u16>,
    far_out: FarOut,
}

impl First {
    fn compute(
        certificate: &SegmentedCertificate,
        game: &Octal,
        window: usize,
        meter: &Meter<'_>,
    ) -> Result<First, Refused> {
        let class = Rare { mask: certificate.class.mask, parity: certificate.class.parity };
        consistent(game, Some(class))?;
        if class.mask & u32::from(u16::MAX) == 0 {
            return reject("the class tells values apart", format!("mask {:x}", class.mask));
        }
        let bound = certificate.bound as usize;
        let alone = (bound + window + 1).max(game.least_part + window).max(game.least_heap);
        let len = alone.max(certificate.began as usize);
        if len as u64 > 2 * MOST_FIRST {
            return reject("the first heaps can be computed", format!("{len} heaps"));
        }
        let table = octal(game, Some(class), len, &NONE_WATCHED, meter)?;
        if let Some((n, _)) = table.rares.last().filter(|rare| rare.0 > certificate.bound) {
            return reject("no rare heap lies above the bound", format!("heap {n}"));
        }
        let far_out = FarOut::new(game, class, &table.values, bound)?;
        Ok(First { values: table.values, far_out })
    }
}

/// Runs the segments that are asked for, each on one of the threads.
fn run_all(
    asked: &[usize],
    windows: &Windows,
    first: &First,
    threads: Threads,
    work: &Work<'_>,
) -> Result<(), Refused> {
    let next = AtomicUsize::new(0);
    // Of several that fail, the first is told, whichever thread met it.
    let failed: Mutex<Option<(usize, Refused)>> = Mutex::new(None);
    threads.run(|| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(&number) = asked.get(job) else { return };
            let Err(why) = run_one(number, windows, first, work) else { continue };
            let mut failed = failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if failed.as_ref().is_none_or(|before| before.0 > job) {
                *failed = Some((job, why));
            }
            // Nothing further is begun.
            next.store(asked.len(), Ordering::Relaxed);
        }
    });
    failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).map_or(Ok(()), |(_, why)| Err(why))
}

/// Computes from one window to the next.
fn run_one(number: usize, windows: &Windows, first: &First, work: &Work<'_>) -> Result<(), Refused> {
    let meter = &Meter::new("heaps of a segment", work);
    let goal = &windows.cuts[number];
    let (before, at) = match number.checked_sub(1).map(|before| &windows.cuts[before]) {
        Some(window) => (&window.values[..], window.at),
        None => (&first.values[..], first.values.len() as u64),
    };
    let computed = first.far_out.run(before, at, goal.at, goal.values.len(), meter)?;
    let (known, new) = goal.values.split_at(goal.values.len() - computed.len());
    let wrong = (0u64..).zip(new.iter().zip(&computed)).find(|(_, (claimed, own))| claimed != own);
    if let Some((i, (claimed, own))) = wrong {
        let heap = goal.at - computed.len() as u64 + i;
        return reject("every segment leads to its window", format!("heap {heap} has {own}, not {claimed}"));
    }
    // What reaches back before the segment is what was there.
    if known.is_empty() || before[..before.len()].ends_with(known) {
        return Ok(());
    }
    reject("every segment leads to its window", format!("before heap {at}"))
}

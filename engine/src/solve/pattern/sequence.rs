//! Patterns along one coordinate.

use hashbrown::HashSet;

use super::super::PeriodSearch;
use super::super::table::Table;
use super::{SeenPattern, decimal, growth, is_lost, value};
use crate::error::{ErrorKind, Result};
use crate::heap::{Period, Verdict};
use crate::report::sentence::Pattern;
use crate::rules::Rules;
use crate::work::Work;

/// The heaps in which a period is looked for.
const LIMIT: u64 = 1 << 16;
/// Fewer lost positions than this show nothing.
const FEW: usize = 24;
/// Bases of automata, the most states, and how many members of a sequence tell it from others.
const BASES: [usize; 4] = [2, 3, 4, 10];
const STATES: usize = 40;
const MEMBERS: usize = 48;

/// The period of the values, proved or seen.
pub(super) fn period(rules: &Rules, work: &Work<'_>) -> Result<Option<SeenPattern>> {
    let search = PeriodSearch::new(rules, work).and_then(|mut search| search.run(LIMIT, work));
    let report = match search {
        Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::Limit) => return Ok(None),
        report => report?,
    };
    let verdict = if matches!(report.verdict, Verdict::Proved(_)) { "proved" } else { "seen" };
    Ok(report.period.map(|Period { preperiod: from, period, saltus }| {
        let pattern = match saltus {
            0 => Pattern::Period { period, from },
            _ => Pattern::RisingPeriod { period, from, saltus },
        };
        SeenPattern::new("period", verdict, pattern)
    }))
}

/// What the table shows; `periodic` says that it has a period, from which who wins follows.
pub(super) fn shown(table: &Table, periodic: bool) -> Vec<SeenPattern> {
    let cells: Vec<_> = table.cells.iter().map(|row| &row[0]).collect();
    let mut found = Vec::new();
    if let Some(lost) = cells.iter().map(|cell| is_lost(cell)).collect::<Option<Vec<bool>>>()
        && !periodic
    {
        found.extend(beatty(&lost));
        found.extend(automatic(&lost));
    }
    if let Some(values) = cells.iter().map(|cell| value(cell)).collect::<Option<Vec<u64>>>() {
        let largest = |n: usize| values[..n].iter().copied().max().unwrap_or(0);
        let most = largest(values.len());
        let first = values.iter().position(|value| *value == most).unwrap_or(0);
        found.extend(growth(values.len(), first, largest));
    }
    found
}

/// A Beatty sequence is balanced: over equally many steps it rises by two amounts at most, and these differ by one.
fn beatty(lost: &[bool]) -> Option<SeenPattern> {
    let at: Vec<usize> =
        lost.iter().enumerate().filter(|(_, lost)| **lost).map(|(n, _)| n).take(600).collect();
    if at.len() < FEW || at.len() == lost.len().min(600) {
        return None;
    }
    for steps in 1..at.len() / 2 {
        let rises = at.windows(steps + 1).map(|window| window[steps] - window[0]);
        let (least, most) =
            rises.fold((usize::MAX, 0), |(least, most), rise| (least.min(rise), most.max(rise)));
        if most - least > 1 {
            return None;
        }
    }
    let slope = (at[at.len() - 1] - at[0]) as f64 / (at.len() - 1) as f64;
    Some(SeenPattern::seen("beatty", Pattern::Beatty { slope: decimal(slope), count: at.len() as u64 }))
}

/// The sequences `lost(bᵏ n + r)` are finitely many, and no new ones come in the last two levels that the table can tell apart.
fn automatic(lost: &[bool]) -> Option<SeenPattern> {
    if lost.iter().filter(|lost| **lost).count() < FEW {
        return None;
    }
    BASES.iter().find_map(|&base| {
        let mut known: HashSet<Vec<bool>> = HashSet::new();
        let mut counts = Vec::new();
        let mut power = 1;
        while power * MEMBERS <= lost.len() {
            for rest in 0..power {
                known.insert((0..MEMBERS).map(|n| lost[power * n + rest]).collect());
            }
            counts.push(known.len());
            power *= base;
        }
        let settled = counts.len() >= 4 && counts[counts.len() - 3] == known.len();
        let few = known.len() <= STATES;
        let pattern = Pattern::Automatic { base: base as u64, states: known.len() as u64 };
        (settled && few).then(|| SeenPattern::seen("automatic", pattern))
    })
}

//! Patterns over two coordinates.

use super::super::rows::{RowAnswer, rows_of};
use super::super::table::Table;
use super::{SeenPattern, decimal, growth, is_lost, value};
use crate::error::{ErrorKind, Result};
use crate::report::sentence::Pattern;
use crate::rules::Rules;
use crate::work::Work;

/// The rows that are looked at, and how far.
const ROWS: usize = 6;
const COLUMNS: u64 = 1 << 14;
/// The longest period in a plane.
const LONGEST: usize = 48;
/// Fewer lost positions than this show nothing.
const FEW: usize = 12;
/// Slopes that differ by less belong to one line, and so many lines are told.
const NEAR: f64 = 0.02;
const LINES: usize = 8;

/// The first rows, as far as their periods are proved.
pub(super) fn rows(rules: &Rules, work: &Work<'_>) -> Result<Vec<SeenPattern>> {
    let mut found = Vec::new();
    for fixed in rows_of(rules).unwrap_or_default().iter().take(ROWS) {
        let answer = match RowAnswer::new(rules, fixed, COLUMNS, work) {
            Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::Limit) => break,
            answer => answer?.0,
        };
        let RowAnswer { at, answer } = answer;
        let Some(((from, period), saltus)) = answer.preperiod.zip(answer.period).zip(answer.saltus) else {
            break;
        };
        let row = at.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ");
        found.push(SeenPattern::new("rows", "proved", Pattern::Row { row, period, from, saltus }));
    }
    Ok(found)
}

/// What the table shows.
pub(super) fn shown(table: &Table) -> Vec<SeenPattern> {
    let mut found = Vec::new();
    let values: Option<Vec<Vec<u64>>> =
        table.cells.iter().map(|row| row.iter().map(value).collect()).collect();
    if let Some(values) = &values {
        found.extend(plane(values, &table.axes));
        let largest = |n: usize| {
            let corner = values.iter().take(n).flat_map(|row| row.iter().take(n));
            corner.copied().max().unwrap_or(0)
        };
        let side = values.len().min(values.first().map_or(0, Vec::len));
        found.extend(
            growth(side, 0, largest).filter(|growth| matches!(growth.pattern, Pattern::Growth { .. })),
        );
    }
    let lost: Option<Vec<Vec<bool>>> =
        table.cells.iter().map(|row| row.iter().map(is_lost).collect()).collect();
    if let Some(lost) = lost {
        found.extend(beatty_pairs(&lost));
        found.extend(lines(&lost));
    }
    found
}

/// Whether the values come back by steps along both coordinates, from some corner on that leaves most of the table.
fn plane(values: &[Vec<u64>], axes: &[String]) -> Option<SeenPattern> {
    let (rows, columns) = (values.len(), values.first()?.len());
    let by = |length: usize, same: &dyn Fn(usize, usize) -> bool| {
        let from = length / 3;
        (1..=LONGEST.min(length / 3)).find(|&step| (from..length - step).all(|at| same(at, at + step)))
    };
    let rows_alike = |a: usize, b: usize| values[a][columns / 3..] == values[b][columns / 3..];
    let columns_alike = |a: usize, b: usize| values[rows / 3..].iter().all(|row| row[a] == row[b]);
    let (by_x, by_y) = (by(rows, &rows_alike)?, by(columns, &columns_alike)?);
    // The corner is moved towards the origin as far as the period holds.
    let holds = |from_x: usize, from_y: usize| {
        let whole_row = |x: usize| (from_y..columns - by_y).all(|y| values[x][y] == values[x][y + by_y]);
        let whole_step = |x: usize| values[x][from_y..] == values[x + by_x][from_y..];
        (from_x..rows).all(whole_row) && (from_x..rows - by_x).all(whole_step)
    };
    let (mut from_x, mut from_y) = (rows / 3, columns / 3);
    if !holds(from_x, from_y) {
        return None;
    }
    while from_x > 0 && holds(from_x - 1, from_y) {
        from_x -= 1;
    }
    while from_y > 0 && holds(from_x, from_y - 1) {
        from_y -= 1;
    }
    let (by_x, by_y, from_x, from_y) = (by_x as u64, by_y as u64, from_x as u64, from_y as u64);
    let (x, y) = (axes.first()?.clone(), axes.get(1)?.clone());
    Some(SeenPattern::seen("period", Pattern::Plane { x, y, by_x, by_y, from_x, from_y }))
}

/// Lost positions above the diagonal that are `⌊jα⌋` and `⌊jα⌋ + rj`.
fn beatty_pairs(lost: &[Vec<bool>]) -> Option<SeenPattern> {
    // Rows whose lost position lies before the diagonal, or beyond the table, have none.
    let rows = lost.iter().enumerate();
    let pairs: Vec<(usize, usize)> =
        rows.filter_map(|(x, row)| row.iter().skip(x).position(|lost| *lost).map(|gap| (x, gap))).collect();
    let step = pairs.get(1)?.1;
    let regular = pairs.iter().enumerate().take_while(|(j, (_, gap))| *gap == j * step).count();
    if regular < FEW || step == 0 {
        return None;
    }
    // All α with ⌊jα⌋ as it is.
    let bounds = (1..regular).fold((0f64, f64::INFINITY), |(low, high), j| {
        let (x, j) = (pairs[j].0 as f64, j as f64);
        (low.max(x / j), high.min((x + 1.0) / j))
    });
    let slope = decimal((bounds.0 + bounds.1) / 2.0);
    let pattern = Pattern::BeattyPairs { slope, step: step as u64, count: regular as u64 };
    (bounds.0 < bounds.1).then(|| SeenPattern::seen("beatty", pattern))
}

/// Lines through the origin near which the lost positions far out lie, if these are nearly all.
fn lines(lost: &[Vec<bool>]) -> Option<SeenPattern> {
    let far = lost.len() / 3;
    let mut slopes: Vec<f64> = Vec::new();
    for (x, row) in lost.iter().enumerate() {
        for (y, _) in row.iter().enumerate().filter(|(y, lost)| **lost && x.max(*y) >= far && x > 0) {
            slopes.push(y as f64 / x as f64);
        }
    }
    if slopes.len() < FEW {
        return None;
    }
    slopes.sort_by(f64::total_cmp);
    let mut clusters: Vec<Vec<f64>> = Vec::new();
    for &slope in &slopes {
        let near = |last: f64| slope - last <= NEAR * slope.max(1.0);
        match clusters.last_mut() {
            Some(cluster) if cluster.last().is_some_and(|last| near(*last)) => cluster.push(slope),
            _ => clusters.push(vec![slope]),
        }
    }
    let narrow =
        |cluster: &Vec<f64>| cluster[cluster.len() - 1] - cluster[0] <= 4.0 * NEAR * cluster[0].max(1.0);
    let told: Vec<&Vec<f64>> =
        clusters.iter().filter(|cluster| cluster.len() * 20 >= slopes.len() && narrow(cluster)).collect();
    let count: usize = told.iter().map(|cluster| cluster.len()).sum();
    if told.len() > LINES || count * 10 < slopes.len() * 9 {
        return None;
    }
    let middle = |cluster: &Vec<f64>| decimal(cluster.iter().sum::<f64>() / cluster.len() as f64);
    let slopes = told.iter().map(|cluster| middle(cluster)).collect::<Vec<_>>().join(", ");
    Some(SeenPattern::seen("lines", Pattern::Lines { slopes, count: count as u64 }))
}

//! Patterns: what a table shows though nothing proves it, and what is proved of the same.
//!
//! Everything here is `seen` in the table that is named, except what the search for a period or the theorem of rows has proved. A
//! pattern is looked for in the first half of what it needs and must hold in all of the table, so that what is fitted is also tested.

mod plane;
mod sequence;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::table::{Cell, Table, table};
use crate::error::{Error, ErrorKind, Result};
use crate::loopy_value::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::report::sentence::Pattern;
use crate::rules::Rules;
use crate::work::Work;

/// The heaps, and the side of the square, that are looked at.
const HEAPS: i64 = 1 << 12;
const SIDE: i64 = 144;

/// One pattern, as scripts read it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SeenPattern {
    /// `period`, `rows`, `lines`, `beatty`, `automatic` or `growth`.
    pub kind: &'static str,
    /// `proved` or `seen`.
    pub verdict: &'static str,
    /// What it is, in English.
    pub statement: String,
    /// The same as data.
    pub pattern: Pattern,
}

impl SeenPattern {
    fn new(kind: &'static str, verdict: &'static str, pattern: Pattern) -> SeenPattern {
        SeenPattern { kind, verdict, statement: pattern.to_string(), pattern }
    }

    fn seen(kind: &'static str, pattern: Pattern) -> SeenPattern {
        SeenPattern::new(kind, "seen", pattern)
    }
}

/// The patterns of a rule, and the table that shows them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Patterns {
    /// What was found.
    pub patterns: Vec<SeenPattern>,
    /// Where it was found.
    pub table: Table,
}

/// Looks for patterns of a rule with one or two coordinates.
///
/// ```
/// use grundy::{Lets, Rules, Work, solve::patterns};
/// let rules = Rules::read("wythoff", &Lets::new(), &Work::unwatched())?;
/// let found = patterns(&rules, None, &Work::unwatched())?;
/// assert!(found.patterns.iter().any(|pattern| pattern.kind == "beatty" && pattern.verdict == "seen"));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn patterns(rules: &Rules, play: Option<Play>, work: &Work<'_>) -> Result<Patterns> {
    let axes = rules.form().axes.len();
    if axes > 2 {
        let what = format!("patterns are looked for along one or two coordinates, these rules have {axes}");
        return Err(Error::new(ErrorKind::Unsupported, what)
            .hint("who wins everywhere may be proved, whatever number of coordinates there is"));
    }
    let bounded = |axis: usize, usual: i64| match rules.form().axes[axis].domain.fixed_bounds() {
        (low, Some(high)) => high.min(low.unwrap_or(0).saturating_add(usual)),
        (low, None) => low.unwrap_or(0).saturating_add(usual - 1),
    };
    let to: Vec<i64> = match axes {
        1 => vec![bounded(0, HEAPS)],
        _ => vec![bounded(0, SIDE), bounded(1, SIDE)],
    };
    let table = table(rules, None, Some(&to), play, work)?;
    let normal = rules.form().is_normal() && play.unwrap_or(Play::Normal) == Play::Normal;
    let mut patterns = Vec::new();
    if normal && axes == 1 {
        patterns.extend(sequence::period(rules, work)?);
    }
    if normal && axes == 2 {
        patterns.extend(plane::rows(rules, work)?);
    }
    match axes {
        1 => patterns.extend(sequence::shown(&table, !patterns.is_empty())),
        _ => patterns.extend(plane::shown(&table)),
    }
    work.step("positions", 0, None)?;
    Ok(Patterns { patterns, table })
}

/// Whether the player to move loses, where the table says so.
fn is_lost(cell: &Cell) -> Option<bool> {
    match cell {
        Cell::Value(LoopyValue::Finite(value)) => Some(value.0 == 0),
        Cell::Outcome(Outcome::P) => Some(true),
        Cell::Outcome(Outcome::N) => Some(false),
        _ => None,
    }
}

fn value(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Value(LoopyValue::Finite(value)) => Some(value.0),
        _ => None,
    }
}

/// A number with three decimals, without zeros at the end.
fn decimal(number: f64) -> String {
    format!("{number:.3}").trim_end_matches('0').trim_end_matches('.').to_string()
}

/// How the largest values grow: `largest(n)` is the largest of all up to the size `n`.
fn growth(size: usize, first: usize, largest: impl Fn(usize) -> u64) -> Option<SeenPattern> {
    let (whole, half, quarter) = (largest(size), largest(size / 2), largest(size / 4));
    if whole == 0 || size < 16 {
        return None;
    }
    if whole == quarter {
        return Some(SeenPattern::seen("growth", Pattern::Bounded { most: whole, first: first as u64 }));
    }
    let exponent = ((whole as f64) / (half.max(1) as f64)).log2();
    Some(SeenPattern::seen("growth", Pattern::Growth { most: whole, exponent: decimal(exponent) }))
}

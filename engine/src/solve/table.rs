//! Tables: what is known about all positions of a range.

use serde::Serialize;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::limits::answer_too_long;
use crate::loopy_value::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::position::{Component, Coordinate, Place, Position};
use crate::rules::{Axis, Domain, Evaluator, Rules};
use crate::work::Work;

use super::{Judgement, Solver};

/// What a table says about one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Cell {
    /// The value, where values decide.
    Value(LoopyValue),
    /// The mover's best difference in a scoring game.
    Score(i64),
    /// Who wins, where there is no value.
    Outcome(Outcome),
    /// Not a position of the game.
    Nothing,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Value(value) => value.fmt(f),
            Cell::Score(score) => score.fmt(f),
            Cell::Outcome(outcome) => outcome.fmt(f),
            Cell::Nothing => f.write_str("-"),
        }
    }
}

impl Cell {
    /// The value as a number; 0 where there is none.
    pub(crate) fn nimber(&self) -> u64 {
        match self {
            Cell::Value(LoopyValue::Finite(value)) => value.0,
            _ => 0,
        }
    }

    /// How many bytes it has in JSON, or a few less.
    fn least_bytes(&self) -> u64 {
        match self {
            Cell::Value(LoopyValue::Finite(value)) => digits(value.0),
            Cell::Score(score) => digits(score.unsigned_abs()),
            Cell::Value(_) | Cell::Outcome(_) | Cell::Nothing => 3,
        }
    }
}

impl From<Judgement> for Cell {
    fn from(judgement: Judgement) -> Cell {
        match (judgement.value, judgement.score) {
            (Some(value), _) => Cell::Value(value),
            (None, Some(score)) => Cell::Score(score),
            (None, None) => Cell::Outcome(judgement.outcome),
        }
    }
}

/// A table over one or two coordinates.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Table {
    /// The names of the coordinates.
    pub axes: Vec<String>,
    /// The values of the first coordinate.
    pub rows: Vec<Coordinate>,
    /// The values of the second coordinate; empty if there is only one.
    pub columns: Vec<Coordinate>,
    /// Row by row.
    pub cells: Vec<Vec<Cell>>,
}

/// How large a table over two coordinates is if nobody says.
const SIDE: i64 = 15;
/// Sides and length beyond which a table is not shown to somebody who did not ask for one.
const SHOWN_SIDE: i64 = 31;
const SHOWN_LENGTH: i64 = 999;
/// How long a table over one coordinate is if nobody says.
const LENGTH: i64 = 99;
/// About how many bytes a cell takes while a table is made: the position twice as one to start from, or the cell in its
/// row and the coordinate.
const CELL: u64 = 192;

/// How long the table must become as JSON, so that one that cannot be sent is not made.
struct Length {
    bytes: u64,
    most: u64,
}

impl Length {
    fn add(&mut self, bytes: u64) -> Result<()> {
        self.bytes += bytes;
        if self.bytes > self.most { Err(answer_too_long(self.most)) } else { Ok(()) }
    }
}

fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}

/// Where a table ends that is shown to somebody who did not say how far.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    /// The first corner.
    pub from: Vec<i64>,
    /// The last corner.
    pub to: Vec<i64>,
    /// Whether there is nothing beyond it, because a domain or a list of the rules ends.
    pub whole: bool,
}

/// What is shown of the table of these rules if nobody says how far; an error if they have none.
pub(crate) fn extent(rules: &Rules) -> Result<Extent> {
    let (from, mut to) = corners(rules, &free_axes(rules, &[])?, None, None)?;
    let most = if from.len() == 1 { SHOWN_LENGTH } else { SHOWN_SIDE };
    let ends = |axis: &Axis| axis.domain.fixed_bounds().1.is_some();
    let mut whole = longest_list(rules).is_some() || rules.form().axes.iter().all(ends);
    for (low, high) in from.iter().zip(&mut to) {
        let shown = low.saturating_add(most);
        whole &= *high <= shown;
        *high = shown.min(*high);
    }
    Ok(Extent { from, to, whole })
}

impl Extent {
    /// Makes it half as long on every side; not if there is only one position left.
    pub(crate) fn halve(&mut self) -> bool {
        let before = self.to.clone();
        for (low, high) in self.from.iter().zip(&mut self.to) {
            *high = low + (*high - low) / 2;
        }
        self.whole = false;
        self.to != before
    }
}

/// Tabulates the positions from one corner to the other; missing corners are taken from the domains.
pub fn table(
    rules: &Rules,
    from: Option<&[i64]>,
    to: Option<&[i64]>,
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Table> {
    table_at(rules, &[], from, to, play, work)
}

/// The same with some coordinates fixed, each with its value, so that one or two are left; the corners are those of the
/// others.
pub fn table_at(
    rules: &Rules,
    fixed: &[(usize, i64)],
    from: Option<&[i64]>,
    to: Option<&[i64]>,
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Table> {
    let made = tabulate(rules, fixed, from, to, play, work);
    // Of positions beyond the lists nobody wrote a single one, so it helps to know where they begin.
    let beyond = |longest: &i64| to.is_some_and(|to| to.iter().any(|last| last > longest));
    let made = made.map_err(|e| match longest_list(rules).filter(beyond) {
        Some(longest) if e.kind() == ErrorKind::Evaluation => {
            let last = vec![longest.to_string(); rules.form().axes.len()].join(",");
            e.with_hint(NextStep::EndTableAt { last })
        }
        _ => e,
    });
    made.map_err(|e| e.within(&rules.source))
}

fn tabulate(
    rules: &Rules,
    fixed: &[(usize, i64)],
    from: Option<&[i64]>,
    to: Option<&[i64]>,
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Table> {
    let free = free_axes(rules, fixed)?;
    let (low, high) = corners(rules, &free, from, to)?;
    let side = |axis: usize| (high[axis] - low[axis]) as u64 + 1;
    let total = (0..low.len()).map(side).product();
    work.limits.allow(total, CELL)?;
    let rows: Vec<i64> = (low[0]..=high[0]).collect();
    let columns: Vec<i64> = if low.len() == 2 { (low[1]..=high[1]).collect() } else { Vec::new() };
    let mut length = Length { bytes: 0, most: work.limits.answer };
    rows.iter().chain(&columns).try_for_each(|n| length.add(digits(n.unsigned_abs()) + 1))?;
    let mut base = vec![0; rules.form().axes.len()];
    fixed.iter().for_each(|(axis, value)| base[*axis] = *value);
    let go_to = |place: &mut [i64], row: i64, column: Option<&i64>| {
        place[free[0]] = row;
        if let (Some(&axis), Some(&column)) = (free.get(1), column) {
            place[axis] = column;
        }
    };
    let mut here = Position(vec![Component(base.clone())]);
    // A table over one coordinate has one cell in a row.
    let across: Vec<Option<&i64>> =
        if columns.is_empty() { vec![None] } else { columns.iter().map(Some).collect() };
    let mut evaluator = Evaluator::new(rules.form().clone(), 1);
    // The largest position first: the tables it needs usually hold all others.
    let mut starts = Vec::new();
    let mut done = 0;
    for &row in rows.iter().rev() {
        for &column in across.iter().rev() {
            work.tick("cells", done, Some(total))?;
            done += 1;
            let place = &mut here.0[0].0;
            go_to(place, row, column);
            if evaluator.is_legal(place)? && rules.allows(place)? {
                starts.push(here.clone());
            }
        }
    }
    let mut solver = Solver::new(rules, &starts, play, work)?;
    drop(starts);
    let mut cells = Vec::with_capacity(rows.len());
    done = 0;
    for &row in &rows {
        length.add(2)?;
        let mut line = Vec::with_capacity(across.len());
        for &column in &across {
            work.tick("cells", done, Some(total))?;
            done += 1;
            let place = &mut here.0[0].0;
            go_to(place, row, column);
            let cell = match evaluator.is_legal(place)? && rules.allows(place)? {
                false => Cell::Nothing,
                true => solver.judge(&here, work)?.into(),
            };
            length.add(cell.least_bytes() + 1)?;
            line.push(cell);
        }
        cells.push(line);
    }
    let shown = |axis: usize, values: &[i64]| {
        let mut place = base.clone();
        let coordinate = |v: &i64| {
            place[axis] = *v;
            match rules.show(&place) {
                Place::One(one) => one,
                Place::Many(mut many) => many.swap_remove(axis),
            }
        };
        values.iter().map(coordinate).collect::<Vec<Coordinate>>()
    };
    let axes = free.iter().map(|&axis| rules.form().axes[axis].name.clone()).collect();
    let across = free.get(1).map_or_else(Vec::new, |&axis| shown(axis, &columns));
    Ok(Table { axes, rows: shown(free[0], &rows), columns: across, cells })
}

/// How many entries the longest list of the rules has, if they read lists.
fn longest_list(rules: &Rules) -> Option<i64> {
    rules.form().lists.iter().map(|list| list.len() as i64).max()
}

/// Fails if a corner lies beyond the values of a coordinate whose values have names: only they can be shown.
fn named_within(rules: &Rules, axis: &Axis, corners: [i64; 2]) -> Result<()> {
    let (Domain::Names(ids), (Some(least), Some(most))) = (&axis.domain, axis.domain.fixed_bounds()) else {
        return Ok(());
    };
    let Some(beyond) = corners.into_iter().find(|n| !(least..=most).contains(n)) else { return Ok(()) };
    let names: Vec<&str> = ids.iter().map(|&id| rules.form().names[id as usize].as_str()).collect();
    let fault = Fault::NoValueNumber { name: axis.name.clone(), number: beyond, words: names.join(", ") };
    Err(Error::new(ErrorKind::Position, fault).hint(NextStep::CornerCounts { least, most }))
}

/// The coordinates that run through a table: one or two.
fn free_axes(rules: &Rules, fixed: &[(usize, i64)]) -> Result<Vec<usize>> {
    let axes = &rules.form().axes;
    let free: Vec<usize> =
        (0..axes.len()).filter(|axis| fixed.iter().all(|(known, _)| known != axis)).collect();
    let fault = match (free.len(), fixed.is_empty()) {
        (1 | 2, _) => return Ok(free),
        (0, _) => Fault::NoCoordinateLeft,
        (count, true) => Fault::TableOfTooMany { count },
        (count, false) => Fault::TooManyLeft { count },
    };
    let error = Error::new(ErrorKind::Unsupported, fault);
    Err(match free.last() {
        Some(&last) => error.hint(NextStep::FixCoordinates { name: axes[last].name.clone() }),
        None => error.hint(NextStep::AskPositions),
    })
}

fn corners(
    rules: &Rules,
    free: &[usize],
    from: Option<&[i64]>,
    to: Option<&[i64]>,
) -> Result<(Vec<i64>, Vec<i64>)> {
    let axes: Vec<&Axis> = free.iter().map(|&axis| &rules.form().axes[axis]).collect();
    let given = |corner: Option<&[i64]>, axis: usize| corner.and_then(|c| c.get(axis).copied());
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for (i, axis) in axes.iter().copied().enumerate() {
        let (least, most) = axis.domain.fixed_bounds();
        let least = least.unwrap_or(0);
        let side = if axes.len() == 1 { LENGTH } else { SIDE };
        // Where moves read lists, positions beyond the longest one mean nothing.
        let side = longest_list(rules).map_or(side, |longest| side.min(longest));
        let first = given(from, i).unwrap_or(least);
        if to.is_some() && given(to, i).is_none() && most.is_none() {
            let fault = Fault::CornerWithout { name: axis.name.clone() };
            return Err(Error::new(ErrorKind::Position, fault).hint(NextStep::BothCorners));
        }
        let last = given(to, i).unwrap_or(most.unwrap_or_else(|| first.saturating_add(side)));
        named_within(rules, axis, [first, last])?;
        if last < first {
            let fault = Fault::TableBackwards { name: axis.name.clone(), first, last };
            return Err(Error::new(ErrorKind::Position, fault).hint(NextStep::LastBelowFirst));
        }
        low.push(first);
        high.push(last);
    }
    let cells = low.iter().zip(&high).map(|(l, h)| (*h as i128 - *l as i128 + 1) as u128).product::<u128>();
    if cells > u128::from(u32::MAX) {
        return Err(Error::new(ErrorKind::Limit, Fault::TableTooLarge { cells: cells.to_string() })
            .hint(NextStep::SmallerRange));
    }
    Ok((low, high))
}

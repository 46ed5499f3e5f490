//! Tables: what is known about all positions of a range.

use serde::Serialize;

use crate::error::{Error, ErrorKind, Result};
use crate::graph::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::position::{Component, Coordinate, Place, Position};
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

use super::{Judgement, Solver};

/// What a table says about one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
/// How long a table over one coordinate is if nobody says.
const LENGTH: i64 = 99;

/// Tabulates the positions from one corner to the other; missing corners are taken from the domains.
pub fn table(
    rules: &Rules,
    from: Option<&[i64]>,
    to: Option<&[i64]>,
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Table> {
    tabulate(rules, from, to, play, work).map_err(|e| e.within(&rules.source))
}

fn tabulate(
    rules: &Rules,
    from: Option<&[i64]>,
    to: Option<&[i64]>,
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Table> {
    let (low, high) = corners(rules, from, to)?;
    let side = |axis: usize| (high[axis] - low[axis]) as u64 + 1;
    work.limits.allow((0..low.len()).map(side).product(), 64)?;
    let rows: Vec<i64> = (low[0]..=high[0]).collect();
    let columns: Vec<i64> = if low.len() == 2 { (low[1]..=high[1]).collect() } else { Vec::new() };
    let mut evaluator = Evaluator::new(rules.form().clone(), 1);
    let mut places = Vec::with_capacity(rows.len());
    for &row in &rows {
        let row: Vec<Vec<i64>> = if columns.is_empty() {
            vec![vec![row]]
        } else {
            columns.iter().map(|&c| vec![row, c]).collect()
        };
        let legal = row.into_iter().map(|place| Ok(evaluator.is_legal(&place)?.then_some(place)));
        places.push(legal.collect::<Result<Vec<_>>>()?);
    }
    // The largest position first: the tables it needs usually hold all others.
    let starts = places.iter().rev().flat_map(|row| row.iter().rev().flatten());
    let starts: Vec<Position> = starts.map(|place| Position(vec![Component(place.clone())])).collect();
    let mut solver = Solver::new(rules, &starts, play, work)?;
    let mut cells = Vec::with_capacity(rows.len());
    for row in places {
        let row = row.into_iter().map(|place| match place {
            None => Ok(Cell::Nothing),
            Some(place) => Ok(solver.judge(&Position(vec![Component(place)]), work)?.into()),
        });
        cells.push(row.collect::<Result<Vec<Cell>>>()?);
    }
    let shown = |axis: usize, values: &[i64]| {
        let coordinate = |v: &i64| {
            let mut place = vec![0; low.len()];
            place[axis] = *v;
            match rules.show(&place) {
                Place::One(one) => one,
                Place::Many(mut many) => many.swap_remove(axis),
            }
        };
        values.iter().map(coordinate).collect::<Vec<Coordinate>>()
    };
    let axes = rules.form().axes.iter().map(|axis| axis.name.clone()).collect();
    Ok(Table { axes, rows: shown(0, &rows), columns: shown(1, &columns), cells })
}

fn corners(rules: &Rules, from: Option<&[i64]>, to: Option<&[i64]>) -> Result<(Vec<i64>, Vec<i64>)> {
    let axes = &rules.form().axes;
    if axes.len() > 2 {
        return Err(Error::new(
            ErrorKind::Unsupported,
            format!("a table has one or two coordinates, these rules have {}", axes.len()),
        )
        .hint("ask for single positions with `grundy solve`"));
    }
    let given = |corner: Option<&[i64]>, axis: usize| corner.and_then(|c| c.get(axis).copied());
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for (i, axis) in axes.iter().enumerate() {
        let (least, most) = axis.domain.fixed_bounds();
        let least = least.unwrap_or(0);
        let side = if axes.len() == 1 { LENGTH } else { SIDE };
        // Where moves read lists, positions beyond the longest one mean nothing.
        let listed = rules.form().lists.iter().map(|list| list.len() as i64).max();
        let side = listed.map_or(side, |longest| side.min(longest));
        let first = given(from, i).unwrap_or(least);
        if to.is_some() && given(to, i).is_none() && most.is_none() {
            let message = format!("--to needs a value for {} too", axis.name);
            return Err(
                Error::new(ErrorKind::Position, message).hint("write both corners as two numbers: --to 8,8")
            );
        }
        let last = given(to, i).unwrap_or(most.unwrap_or_else(|| first.saturating_add(side)));
        if last < first {
            let message = format!("the table would go from {} = {first} to {last}", axis.name);
            return Err(Error::new(ErrorKind::Position, message).hint("--to must not be below --from"));
        }
        low.push(first);
        high.push(last);
    }
    let cells = low.iter().zip(&high).map(|(l, h)| (*h as i128 - *l as i128 + 1) as u128).product::<u128>();
    if cells > u128::from(u32::MAX) {
        return Err(Error::new(ErrorKind::Limit, format!("a table of {cells} cells is too large to print"))
            .hint("choose a smaller range with --from and --to"));
    }
    Ok((low, high))
}

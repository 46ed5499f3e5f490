//! The periods of rows: rules of several coordinates of which all but one are given.

use serde::Serialize;

use crate::error::{Error, ErrorKind, Fault, Result};
use crate::heap::{PeriodReport, RowCertificate, RuleText};
use crate::plan::Row;
use crate::position::Coordinate;
use crate::report::PlanReport;
use crate::report::sentence::{EngineName, Fit, Misfit};
use crate::rules::{Domain, Evaluator, Rules};
use crate::work::Work;

use super::PeriodAnswer;

/// Of a coordinate without end so many values are taken, from the least on, where nobody says which.
const FIRST: i64 = 11;
/// The most rows that are gone through.
const MOST: usize = 64;

/// A search for the period of one row.
pub struct RowSearch {
    row: Row,
    plan: PlanReport,
    rules: RuleText,
}

impl RowSearch {
    /// Plans for the row in which these coordinates have these values; all but one have to.
    pub fn new(rules: &Rules, fixed: &[(usize, i64)], work: &Work<'_>) -> Result<RowSearch> {
        let form = rules.form();
        if !form.is_normal() {
            return Err(Error::new(ErrorKind::Unsupported, Fault::PeriodsOfNormalPlay));
        }
        let free: Vec<usize> =
            (0..form.axes.len()).filter(|axis| fixed.iter().all(|(at, _)| at != axis)).collect();
        let [along] = free[..] else {
            return Err(Error::new(ErrorKind::Unsupported, Fault::OneCoordinateLeft));
        };
        let mut values = fixed.to_vec();
        values.sort_unstable();
        let row: Vec<i64> = values.iter().map(|(_, value)| *value).collect();
        let mut place = row.clone();
        place.insert(along, form.axes[along].domain.fixed_bounds().0.unwrap_or(0));
        if !Evaluator::new(rules.form().clone(), 1).is_legal(&place)? {
            rules.legal(place)?;
        }
        let row = Row::new(rules, along, row, work);
        work.step("proofs", 0, None)?;
        let row = row.map_err(|why: Misfit| {
            Error::new(ErrorKind::Unsupported, format!("no period is found here: {why}"))
        })?;
        let name = form.axes[along].name.clone();
        let plan = PlanReport::new(EngineName::Rows, Fit::Rows { name, rows: row.far.tags.len() });
        let rules = RuleText { text: rules.source.clone(), lets: rules.lets.clone() };
        Ok(RowSearch { row, plan, rules })
    }

    /// Looks for the period in at most `limit` columns.
    pub fn run(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        self.row.rows.report(0, self.row.far.first, limit, work)
    }

    /// The proof of the period that was found, for the independent checker.
    pub fn certificate(&mut self, work: &Work<'_>) -> Result<Option<RowCertificate>> {
        let far = &self.row.far;
        let place = (far.heap, far.tags[0].clone(), far.first);
        RowCertificate::new(&mut self.row.rows, self.rules.clone(), place, work)
    }

    /// The engine in use, and why.
    pub fn plan(&self) -> &PlanReport {
        &self.plan
    }
}

/// A row and its period, as scripts read it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RowAnswer {
    /// The coordinates that are given, with their values.
    pub at: Vec<(String, Coordinate)>,
    /// Its period.
    #[serde(flatten)]
    pub answer: PeriodAnswer,
}

/// The rows that a rule of several coordinates has along its last coordinate without end: the first ones, and all of what is finite.
/// Each is a list of coordinates with their values.
pub fn rows_of(rules: &Rules) -> Option<Vec<Vec<(usize, i64)>>> {
    let axes = &rules.form().axes;
    let along = axes.iter().rposition(|axis| axis.domain.is_unbounded())?;
    let mut all: Vec<Vec<(usize, i64)>> = vec![Vec::new()];
    for (at, axis) in axes.iter().enumerate().filter(|(at, _)| *at != along) {
        let values: Vec<i64> = match (&axis.domain, axis.domain.fixed_bounds()) {
            (Domain::Integers(members) | Domain::Names(members), _) => members.clone(),
            (_, (Some(low), high)) => {
                let last = low.saturating_add(FIRST - 1);
                (low..=high.map_or(last, |high| high.min(low.saturating_add(MOST as i64)))).collect()
            }
            _ => return None,
        };
        let longer = |row: &Vec<(usize, i64)>| {
            values.iter().map(|value| [&row[..], &[(at, *value)]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).take(MOST).collect();
    }
    Some(all).filter(|all| axes.len() > 1 && !all.is_empty())
}

impl RowAnswer {
    /// The period of the row in which these coordinates have these values, looked for in at most `limit` columns.
    pub fn new(
        rules: &Rules,
        fixed: &[(usize, i64)],
        limit: u64,
        work: &Work<'_>,
    ) -> Result<(RowAnswer, RowSearch)> {
        let mut search = RowSearch::new(rules, fixed, work)?;
        let report = search.run(limit, work)?;
        let answer = PeriodAnswer::new(report, search.plan());
        let name = |&(axis, value): &(usize, i64)| {
            let form = rules.form();
            let shown = match &form.axes[axis].domain {
                Domain::Names(_) => Coordinate::Name(form.names[value as usize].clone()),
                _ => Coordinate::Int(value),
            };
            (form.axes[axis].name.clone(), shown)
        };
        Ok((RowAnswer { at: fixed.iter().map(name).collect(), answer }, search))
    }
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;

//! The certificate of the period of a row.

use serde::{Deserialize, Serialize};

use super::{Return, RowGame, Rows};
use crate::error::Result;
use crate::heap::certificate::{RuleText, hash};
use crate::heap::period::Period;
use crate::work::Work;

/// What the proof of the period of a row rests on: the game of rows, and where its state came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowCertificate {
    /// Always [`RowCertificate::FORMAT`].
    pub format: String,
    /// Always [`RowCertificate::VERSION`].
    pub version: u32,
    /// The rules.
    pub rules: RuleText,
    /// The coordinate along the row, from 0 on.
    pub along: usize,
    /// The values of the other coordinates: the row. It is tag 0 of the game.
    pub row: Vec<i64>,
    /// The first column of the row.
    pub first: u64,
    /// The row and those that it leads to, as a game of columns and tags.
    pub game: RowGame,
    /// The least period of the row, from its least preperiod on.
    pub period: Period,
    /// Where the state of all rows came back.
    pub back: Return,
    /// [`hash`] of the values of the row in columns `first..preperiod + period`, in hexadecimal.
    pub hash: String,
}

impl RowCertificate {
    /// The name of the format.
    pub const FORMAT: &'static str = "grundy-rows";
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The certificate of tag 0 of a game whose state came back, if the row has a period.
    pub(crate) fn new(
        rows: &mut Rows,
        rules: RuleText,
        (along, row, first): (usize, Vec<i64>, u64),
        work: &Work<'_>,
    ) -> Result<Option<RowCertificate>> {
        let Some((back, period)) = rows.back().zip(rows.period_of(0, first, work)?) else { return Ok(None) };
        rows.extend(period.preperiod + period.period, work)?;
        let values = (first..period.preperiod + period.period).map(|column| rows.at(column, 0));
        let hash = format!("{:016x}", hash(values));
        let (format, version, game) =
            (RowCertificate::FORMAT.into(), RowCertificate::VERSION, rows.game().clone());
        Ok(Some(RowCertificate { format, version, rules, along, row, first, game, period, back, hash }))
    }
}

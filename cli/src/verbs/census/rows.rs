//! The rows of a census, and the files they are written to.

use std::fmt::Write;
use std::path::Path;

use grundy::heap::{Family, PeriodReport, Verdict};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::output;

/// What is known about one family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The code that stands for all.
    pub code: String,
    /// Codes with the same first values, `+k` or `-k` behind those that begin with so many more or fewer heaps of value 0.
    pub same: Vec<String>,
    /// `proved`, `seen` or `unknown`.
    pub verdict: String,
    pub preperiod: Option<u64>,
    pub period: Option<u64>,
    pub saltus: Option<u64>,
    /// How many heaps were computed.
    pub heaps: u64,
    pub theorem: Option<String>,
    /// Whether there is a certificate.
    pub certified: bool,
}

impl Row {
    pub fn new(family: &Family, report: &PeriodReport, certified: bool) -> Row {
        let same = family.others.iter().map(|(code, by)| match by {
            0 => code.to_string(),
            by => format!("{code}{by:+}"),
        });
        let (verdict, theorem) = match report.verdict {
            Verdict::Proved(theorem) => ("proved", Some(theorem.to_string())),
            Verdict::Seen(_) => ("seen", None),
            Verdict::Unknown => ("unknown", None),
        };
        Row {
            code: family.first.to_string(),
            same: same.collect(),
            verdict: verdict.into(),
            preperiod: report.period.map(|period| period.preperiod),
            period: report.period.map(|period| period.period),
            saltus: report.period.map(|period| period.saltus),
            heaps: report.limit,
            theorem,
            certified,
        }
    }

    /// Whether nothing is gained by looking again, up to so many heaps.
    pub fn is_enough(&self, limit: u64) -> bool {
        self.verdict == "proved" || self.heaps >= limit
    }
}

const NAMES: [&str; 9] =
    ["code", "verdict", "preperiod", "period", "saltus", "heaps", "theorem", "certified", "same"];

/// The table as comma-separated values.
pub fn csv(rows: &[Row]) -> String {
    let mut text = NAMES.join(",") + "\n";
    let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    for row in rows {
        let Row { code, verdict, heaps, certified, .. } = row;
        let [preperiod, period, saltus] = [row.preperiod, row.period, row.saltus].map(number);
        let theorem = row.theorem.as_deref().unwrap_or_default();
        let same = row.same.join(" ");
        // Writing to a string cannot fail. No field has a comma or a quote.
        let _ = writeln!(
            text,
            "{code},{verdict},{preperiod},{period},{saltus},{heaps},{theorem},{certified},{same}"
        );
    }
    text
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Csv,
    Parquet,
}

impl Form {
    /// The form that a file's name asks for.
    pub fn of(path: &Path) -> Result<Form, Failure> {
        let form = match path.extension().and_then(|end| end.to_str()) {
            Some("csv") => Form::Csv,
            Some("parquet") => Form::Parquet,
            _ => return Err(Failure::input(format!("{}: end the name in .csv or .parquet", path.display()))),
        };
        if form == Form::Parquet && !cfg!(feature = "parquet") {
            return Err(Failure::input(
                "this program was built without Parquet; write .csv, or build it with --features parquet",
            ));
        }
        Ok(form)
    }

    pub fn write(self, path: &Path, rows: &[Row]) -> Result<(), Failure> {
        match self {
            #[cfg(feature = "parquet")]
            Form::Parquet => output::write_file_with(path, |sink| parquet(sink, rows)),
            _ => output::write_file(path, csv(rows).as_bytes()),
        }
    }
}

#[cfg(feature = "parquet")]
fn parquet(sink: &mut dyn std::io::Write, rows: &[Row]) -> std::io::Result<()> {
    use crate::parquet::{Cell, Column, Kind, Shape, Value, Writer};

    let text = |shape| (Kind::Text, shape);
    let number = (Kind::I64, Shape::Perhaps);
    let kinds = [
        text(Shape::Always),
        text(Shape::Always),
        number,
        number,
        number,
        number,
        text(Shape::Perhaps),
        text(Shape::Always),
        text(Shape::Always),
    ];
    let columns: Vec<Column> =
        NAMES.iter().zip(kinds).map(|(&name, (kind, shape))| Column { name, kind, shape }).collect();
    let mut writer = Writer::new(sink, &columns)?;
    for row in rows {
        let number = |n: Option<u64>| n.map_or(Cell::None, |n| Cell::One(Value::I64(n as i64)));
        let (same, certified) = (row.same.join(" "), row.certified.to_string());
        writer.row(&[
            Cell::One(Value::Text(&row.code)),
            Cell::One(Value::Text(&row.verdict)),
            number(row.preperiod),
            number(row.period),
            number(row.saltus),
            number(Some(row.heaps)),
            row.theorem.as_deref().map_or(Cell::None, |theorem| Cell::One(Value::Text(theorem))),
            Cell::One(Value::Text(&certified)),
            Cell::One(Value::Text(&same)),
        ])?;
    }
    writer.finish()
}

//! Periods of rows: all coordinates but one are given, by `--at` or one after the other.

use std::fmt::Write as _;
use std::process::ExitCode;

use grundy::solve::{RowAnswer, RowSearch};
use grundy::{ErrorKind, Rules, Work};
use serde_json::json;

use super::{Options, show};
use crate::failure::Failure;
use crate::verbs::range;
use crate::{Outcome, output};

/// A row is followed so far if nobody says how far.
const COLUMNS: u64 = 1 << 20;

/// The row that `--at` names.
pub fn one(options: &Options, rules: &Rules, work: &Work<'_>) -> Outcome {
    let fixed = range::fixed(&options.at, rules)?;
    let limit = options.limit.unwrap_or(COLUMNS);
    let (row, mut search) =
        RowAnswer::new(rules, &fixed, limit, work).map_err(|e| e.within(&rules.source))?;
    match options.json {
        true => output::print_json(&row.answer)?,
        false => output::print(&show(&row.answer))?,
    }
    // What was found is printed even if its certificate cannot be made.
    if let Some(path) = &options.certificate {
        certify(path, &mut search, work)?;
    }
    Ok(if row.answer.period.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn certify(path: &std::path::Path, search: &mut RowSearch, work: &Work<'_>) -> Result<(), Failure> {
    let certificate = search.certificate(work)?.ok_or_else(|| {
        Failure::input("there is no proved period, so there is nothing to certify; try a larger --limit")
    })?;
    let text = serde_json::to_string(&certificate).map_err(|e| Failure::input(e.to_string()))?;
    output::write_file(path, (text + "\n").as_bytes())
}

/// Row by row, as far as rows are of the kind; nothing if not even the first is.
pub fn several(
    options: &Options,
    rules: &Rules,
    all: &[Vec<(usize, i64)>],
    work: &Work<'_>,
) -> Option<Outcome> {
    let limit = options.limit.unwrap_or(COLUMNS);
    let mut rows = Vec::new();
    for fixed in all {
        match RowAnswer::new(rules, fixed, limit, work) {
            Ok((row, _)) => rows.push(row),
            Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::Limit) => break,
            Err(e) => return Some(Err(e.within(&rules.source).into())),
        }
    }
    (!rows.is_empty()).then(|| print(options, &rows))
}

fn print(options: &Options, rows: &[RowAnswer]) -> Outcome {
    let proved = rows.iter().all(|row| row.answer.verdict == "proved");
    if options.json {
        let verdict = if proved { "proved" } else { "unknown" };
        output::print_json(&json!({
            "verdict": verdict, "preperiod": null, "period": null, "saltus": null,
            "limit": rows.iter().map(|row| row.answer.limit).max(), "exceptions": [],
            "theorem": rows[0].answer.theorem, "rows": rows,
        }))?;
    } else {
        output::print(&table(rows))?;
    }
    if options.certificate.is_some() {
        return Err(Failure::input("a certificate is about one row; choose it with --at NAME=VALUE"));
    }
    Ok(if proved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn table(rows: &[RowAnswer]) -> String {
    let mut text = String::new();
    for row in rows {
        let at: Vec<String> = row.at.iter().map(|(name, value)| format!("{name}={value}")).collect();
        // Writing to a string cannot fail.
        let _ = match (row.answer.period, row.answer.preperiod, row.answer.saltus) {
            (Some(period), Some(from), Some(saltus)) => {
                let rises = if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
                writeln!(text, "{}: period {period} from {from}{rises}", at.join(","))
            }
            _ => writeln!(text, "{}: no period found in {} columns", at.join(","), row.answer.limit),
        };
    }
    let theorem = rows.iter().find_map(|row| row.answer.theorem.as_ref());
    if let Some(theorem) = theorem {
        let _ = writeln!(text, "proved: {theorem}; --at NAME=VALUE asks for one row, with its certificate");
    }
    let _ = writeln!(text, "[{}]", rows[rows.len() - 1].answer.plan);
    text
}

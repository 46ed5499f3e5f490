//! Every vertex of a graph as a row of a Parquet file.
//!
//! A finite value stands in the column `value`; ∞(K) is the list K in the column `infinity`.

use std::io::{self, Write};

use grundy::formats::Names;
use grundy::solve::analysis::{Analysis, Label, VertexReport};
use grundy::{LoopyValue, Nimber, Progress};

use super::table::step;
use crate::parquet::{Cell, Column, Kind, Shape, Value, Writer};

/// Writes the table, vertex by vertex.
pub fn write(analysis: &Analysis<'_>, progress: &dyn Progress, sink: &mut dyn Write) -> io::Result<()> {
    let file = analysis.file();
    let words = matches!(file.names, Some(Names::Words(_)));
    let mut writer = Writer::new(sink, &columns(words, file.gains.is_some()))?;
    for v in file.graph.vertices() {
        step(v, file, progress)?;
        row(&analysis.vertex(v), &mut writer)?;
    }
    writer.finish()
}

/// The same for reports of vertices with numbers that come one after the other, in a game that is played to the last move.
#[cfg(feature = "cluster")]
pub fn write_reports(sink: &mut dyn Write, each: super::table::Reports<'_>) -> io::Result<()> {
    let mut writer = Writer::new(sink, &columns(false, false))?;
    each(&mut |report| row(report, &mut writer))?;
    writer.finish()
}

fn columns(words: bool, scored: bool) -> Vec<Column> {
    let column = |name, kind, shape| Column { name, kind, shape };
    let vertex = column("vertex", if words { Kind::Text } else { Kind::U32 }, Shape::Always);
    let outcome = column("outcome", Kind::Text, Shape::Always);
    match scored {
        true => vec![vertex, outcome, column("score", Kind::I64, Shape::Always)],
        false => vec![
            vertex,
            outcome,
            column("remoteness", Kind::U32, Shape::Perhaps),
            column("value", Kind::U32, Shape::Perhaps),
            column("infinity", Kind::U32, Shape::List),
        ],
    }
}

fn row(report: &VertexReport, writer: &mut Writer<'_>) -> io::Result<()> {
    let outcome = report.outcome.to_string();
    let vertex = Cell::One(match &report.vertex {
        Label::Number(number) => Value::U32(*number),
        Label::Name(name) => Value::Text(name),
    });
    let outcome = Cell::One(Value::Text(&outcome));
    if let Some(score) = report.score {
        return writer.row(&[vertex, outcome, Cell::One(Value::I64(score))]);
    }
    let number = |value: Option<u32>| value.map_or(Cell::None, |value| Cell::One(Value::U32(value)));
    // The value of a vertex is at most its number of edges, and there are less than 2^32 vertices to lead to.
    let narrow = |value: &Nimber| value.0 as u32;
    let finite = report.value.as_ref().and_then(|value| value.finite());
    let infinity: Option<Vec<u32>> = match &report.value {
        Some(LoopyValue::Infinity(values)) => Some(values.iter().map(narrow).collect()),
        _ => None,
    };
    writer.row(&[
        vertex,
        outcome,
        number(report.remoteness),
        number(finite.as_ref().map(narrow)),
        infinity.as_deref().map_or(Cell::None, Cell::List),
    ])
}

//! Every vertex of a graph, one a line or a row.

use std::io::{self, Write};

use clap::ValueEnum;
use grundy::Progress;
use grundy::Step;
use grundy::formats::GraphFile;
use grundy::graph::Vertex;
use grundy::solve::analysis::{Analysis, VertexReport};

#[cfg(feature = "parquet")]
use super::parquet_table;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Columns for the eye
    Text,
    /// Comma-separated values with a head line
    Csv,
    /// One JSON object a line
    Jsonl,
    /// Columns for data frames and databases, into a file
    Parquet,
}

impl Style {
    const WITHOUT_PARQUET: &str = "this program was built without Parquet; write --table csv or jsonl, or build it with --features parquet";

    /// How its files end.
    #[cfg(feature = "cluster")]
    pub fn ending(self) -> &'static str {
        match self {
            Style::Text => "txt",
            Style::Csv => "csv",
            Style::Jsonl => "jsonl",
            Style::Parquet => "parquet",
        }
    }

    /// Why this program cannot write it, to be told before it works.
    pub fn refusal(self) -> Option<&'static str> {
        (self == Style::Parquet && !cfg!(feature = "parquet")).then_some(Style::WITHOUT_PARQUET)
    }
}

/// Writes reports that come one after the other, for the style that an ending of files names.
#[cfg(feature = "cluster")]
pub fn write_reports(ending: &str, sink: &mut dyn Write, each: Reports<'_>) -> io::Result<()> {
    match ending {
        "csv" => {
            writeln!(sink, "vertex,outcome,remoteness,value")?;
            each(&mut |report| csv(report, sink))
        }
        #[cfg(feature = "parquet")]
        "parquet" => parquet_table::write_reports(sink, each),
        _ => each(&mut |report| jsonl(report, sink)),
    }
}

/// Hands out reports until whoever takes them fails.
#[cfg(feature = "cluster")]
pub type Reports<'r> = &'r mut dyn FnMut(&mut dyn FnMut(&VertexReport) -> io::Result<()>) -> io::Result<()>;

/// Names longer than this do not widen the column.
const WIDEST: usize = 40;

/// Writes the table, vertex by vertex.
pub fn write(
    analysis: &Analysis<'_>,
    style: Style,
    progress: &dyn Progress,
    sink: &mut dyn Write,
) -> io::Result<()> {
    let file = analysis.file();
    let scored = file.gains.is_some();
    let wide = if style == Style::Text { width(file) } else { 0 };
    type Line<'l> = &'l dyn Fn(&VertexReport, &mut dyn Write) -> io::Result<()>;
    let line: Line<'_> = match style {
        Style::Text => {
            let answers = if scored { "score" } else { "remoteness  value" };
            writeln!(sink, "{:<wide$}  outcome  {answers}", "vertex")?;
            &|report, sink| text(report, wide, sink)
        }
        Style::Csv => {
            writeln!(sink, "vertex,outcome,{}", if scored { "score" } else { "remoteness,value" })?;
            &csv
        }
        Style::Jsonl => &jsonl,
        #[cfg(feature = "parquet")]
        Style::Parquet => return parquet_table::write(analysis, progress, sink),
        #[cfg(not(feature = "parquet"))]
        Style::Parquet => return Err(io::Error::other(Style::WITHOUT_PARQUET)),
    };
    for v in file.graph.vertices() {
        step(v, file, progress)?;
        line(&analysis.vertex(v), sink)?;
    }
    Ok(())
}

/// Tells now and then how far the table is.
pub fn step(v: Vertex, file: &GraphFile<'_>, progress: &dyn Progress) -> io::Result<()> {
    if !v.0.is_multiple_of(1 << 16) {
        return Ok(());
    }
    let total = Some(file.graph.vertex_count() as u64);
    let step = Step { unit: "vertices", done: v.0.into(), total };
    // The reason comes back as the error of the file that is then not written.
    progress.step(step).map_err(|stop| io::Error::other(grundy::Error::from(stop)))
}

fn width(file: &GraphFile<'_>) -> usize {
    let longest = match &file.names {
        Some(names) => names.iter().map(|name| name.chars().count()).max().unwrap_or(0),
        None => file.graph.vertex_count().saturating_sub(1).to_string().len(),
    };
    longest.clamp("vertex".len(), WIDEST)
}

fn text(report: &VertexReport, wide: usize, sink: &mut dyn Write) -> io::Result<()> {
    let (vertex, outcome) = (printable(&report.vertex.to_string()), report.outcome.to_string());
    match report.score {
        Some(score) => writeln!(sink, "{vertex:<wide$}  {outcome:<7}  {score}"),
        None => {
            let (remoteness, value) = answers(report, "-");
            writeln!(sink, "{vertex:<wide$}  {outcome:<7}  {remoteness:<10}  {value}")
        }
    }
}

fn csv(report: &VertexReport, sink: &mut dyn Write) -> io::Result<()> {
    let vertex = quoted(&report.vertex.to_string());
    match report.score {
        Some(score) => writeln!(sink, "{vertex},{},{score}", report.outcome),
        None => {
            let (remoteness, value) = answers(report, "");
            writeln!(sink, "{vertex},{},{remoteness},{}", report.outcome, quoted(&value))
        }
    }
}

fn jsonl(report: &VertexReport, sink: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *sink, report)?;
    writeln!(sink)
}

fn answers(report: &VertexReport, none: &str) -> (String, String) {
    let remoteness = report.remoteness.map_or(none.into(), |moves| moves.to_string());
    (remoteness, report.value.as_ref().map_or(none.into(), |value| value.to_string()))
}

/// A field of CSV as RFC 4180 has it.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

/// A name without what could steer a terminal.
pub fn printable(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

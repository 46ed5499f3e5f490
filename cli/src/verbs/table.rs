//! `grundy table RULES`.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use grundy::solve::{Cell, Table};
use grundy::{Coordinate, Outcome as Winner, Work};
use serde_json::json;

use super::range::Range;
use crate::ask::{Asked, PlayAs, Sharing};
use crate::failure::Failure;
use crate::{Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    range: Range,
    /// How to write the table
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
    /// Name rows and columns in plain tables too; the other formats do so by themselves
    #[arg(long)]
    headers: bool,
    /// Who wins (N, P or D) instead of the values
    #[arg(long)]
    outcomes: bool,
    #[command(flatten)]
    play: PlayAs,
    #[command(flatten)]
    sharing: Sharing,
    /// The same as --format json
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Plain,
    Csv,
    Json,
    Jsonl,
    Markdown,
    Latex,
    Bfile,
}

pub fn run(options: &Options) -> Outcome {
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.sharing.of(options.asked.cost.limits()), progress: &watch };
    let made = options.range.table(&options.asked, options.play.asked(), &work);
    drop(watch);
    options.print(made?.0)
}

impl Options {
    fn print(&self, mut table: Table) -> Outcome {
        if self.outcomes {
            table.cells.iter_mut().flatten().for_each(judge);
        }
        let format = if self.json { Format::Json } else { self.format };
        let title = if self.outcomes { "outcome" } else { "value" };
        output::print(&match format == Format::Plain && self.headers {
            true => grid_with_headers(&table, title),
            false => write(&table, format, title)?,
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Who wins where a cell has this value or score.
fn judge(cell: &mut Cell) {
    *cell = Cell::Outcome(match cell {
        Cell::Value(value) => value.outcome(),
        Cell::Score(score) => match score.signum() {
            1 => Winner::N,
            0 => Winner::D,
            _ => Winner::P,
        },
        Cell::Outcome(_) | Cell::Nothing => return,
    });
}

fn write(table: &Table, format: Format, title: &str) -> Result<String, Failure> {
    let flat = table.columns.is_empty();
    let rows = || table.rows.iter().zip(&table.cells);
    let line =
        |row: &Vec<Cell>, between: &str| row.iter().map(Cell::to_string).collect::<Vec<_>>().join(between);
    let lines = |each: &mut dyn Iterator<Item = String>| each.map(|line| line + "\n").collect::<String>();
    Ok(match format {
        Format::Plain if flat => {
            let values: Vec<String> = table.cells.iter().map(|row| line(row, " ")).collect();
            values.join(" ") + "\n"
        }
        Format::Plain => grid(table),
        Format::Csv if flat => {
            let head = format!("{},{title}\n", table.axes[0]);
            head + &lines(&mut rows().map(|(n, row)| format!("{n},{}", csv(&row[0]))))
        }
        Format::Csv => {
            let head =
                [&[format!("{}\\{}", table.axes[0], table.axes[1])][..], &names(&table.columns)].concat();
            let body = rows().map(|(n, row)| {
                let cells: Vec<String> = row.iter().map(csv).collect();
                format!("{n},{}", cells.join(","))
            });
            head.join(",") + "\n" + &lines(&mut body.into_iter())
        }
        Format::Json if flat => {
            let values: Vec<&Cell> = table.cells.iter().map(|row| &row[0]).collect();
            let (from, to) = (table.rows.first(), table.rows.last());
            json!({"axes": table.axes, "from": from, "to": to, "values": values}).to_string() + "\n"
        }
        Format::Json => {
            json!({"axes": table.axes, "rows": table.rows, "columns": table.columns, "values": table.cells})
                .to_string()
                + "\n"
        }
        Format::Jsonl => lines(&mut rows().flat_map(|(n, row)| {
            let position = move |i: usize| match table.columns.get(i) {
                Some(column) => json!([n, column]),
                None => json!(n),
            };
            row.iter()
                .enumerate()
                .map(move |(i, cell)| json!({"position": position(i), "value": cell}).to_string())
        })),
        Format::Markdown => markdown(table, title),
        Format::Latex => latex(table, title),
        Format::Bfile if flat => lines(&mut rows().map(|(n, row)| format!("{n} {}", row[0]))),
        Format::Bfile => {
            return Err(Failure::input("a b-file is for one coordinate; choose another --format"));
        }
    })
}

fn names(coordinates: &[Coordinate]) -> Vec<String> {
    coordinates.iter().map(Coordinate::to_string).collect()
}

/// A cell with a comma in it, such as `∞(0,1)`, is quoted.
fn csv(cell: &Cell) -> String {
    let text = cell.to_string();
    if text.contains(',') { format!("\"{text}\"") } else { text }
}

/// Rows of equally wide columns.
fn grid(table: &Table) -> String {
    let texts: Vec<Vec<String>> =
        table.cells.iter().map(|row| row.iter().map(Cell::to_string).collect()).collect();
    let wide = texts.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(1);
    let line = |row: &Vec<String>| {
        row.iter().map(|text| format!("{text:>wide$}")).collect::<Vec<_>>().join(" ") + "\n"
    };
    texts.iter().map(line).collect()
}

/// The same with the names of rows and columns.
fn grid_with_headers(table: &Table, title: &str) -> String {
    let flat = table.columns.is_empty();
    let corner = if flat { table.axes[0].clone() } else { format!("{}\\{}", table.axes[0], table.axes[1]) };
    let columns = if flat { vec![title.to_string()] } else { names(&table.columns) };
    let head = [vec![corner], columns].concat();
    let row = |(name, cells): (&Coordinate, &Vec<Cell>)| {
        std::iter::once(name.to_string()).chain(cells.iter().map(Cell::to_string)).collect()
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(head).chain(table.rows.iter().zip(&table.cells).map(row)).collect();
    let length = |text: &String| text.chars().count();
    let side = rows.iter().map(|row| length(&row[0])).max().unwrap_or(1);
    let wide = rows.iter().flat_map(|row| row[1..].iter().map(length)).max().unwrap_or(1);
    let line = |row: &Vec<String>| {
        let cells: String = row[1..].iter().map(|text| format!(" {text:>wide$}")).collect();
        format!("{:>side$}{cells}\n", row[0])
    };
    rows.iter().map(line).collect()
}

fn markdown(table: &Table, title: &str) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    if table.columns.is_empty() {
        let head = row(vec![table.axes[0].clone(), title.into()]) + "| ---: | ---: |\n";
        let body = table
            .rows
            .iter()
            .zip(&table.cells)
            .map(|(n, cells)| row(vec![n.to_string(), cells[0].to_string()]));
        return head + &body.collect::<String>();
    }
    let corner = format!("{} \\ {}", table.axes[0], table.axes[1]);
    let head = row([&[corner][..], &names(&table.columns)].concat());
    let rule = row(vec!["---:".into(); table.columns.len() + 1]);
    let body = table.rows.iter().zip(&table.cells).map(|(n, cells)| {
        row(std::iter::once(n.to_string()).chain(cells.iter().map(Cell::to_string)).collect())
    });
    head + &rule + &body.collect::<String>()
}

fn latex(table: &Table, title: &str) -> String {
    let row = |cells: Vec<String>| cells.join(" & ") + " \\\\\n";
    let tex = |cell: &Cell| format!("${}$", cell.to_string().replace('∞', "\\infty"));
    let wide = if table.columns.is_empty() { 1 } else { table.columns.len() };
    let head = match table.columns.is_empty() {
        true => row(vec![format!("${}$", table.axes[0]), title.into()]),
        false => {
            let corner = format!("${}\\backslash {}$", table.axes[0], table.axes[1]);
            row([&[corner][..], &names(&table.columns)].concat())
        }
    };
    let body = table
        .rows
        .iter()
        .zip(&table.cells)
        .map(|(n, cells)| row(std::iter::once(n.to_string()).chain(cells.iter().map(tex)).collect()));
    format!(
        "\\begin{{tabular}}{{r|{}}}\n{head}\\hline\n{}\\end{{tabular}}\n",
        "r".repeat(wide),
        body.collect::<String>()
    )
}

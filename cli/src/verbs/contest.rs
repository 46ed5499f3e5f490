//! `grundy contest NAME [FILE]`.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::Work;

use crate::ask::CostLimits;
use crate::contest::{ALL, Problem};
use crate::failure::Failure;
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();

#[derive(Debug, Args)]
pub struct Options {
    /// The problem by its name, with or without the judge in front, or by its number: marbles, 1312F, cf1312f
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// The input; stdin if absent or -
    file: Option<PathBuf>,
    /// List the problems
    #[arg(long)]
    list: bool,
    /// Tell what the problem asks and how it is solved
    #[arg(long, conflicts_with = "list")]
    show: bool,
    /// Print the list, the description or the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: CostLimits,
}

pub fn run(options: &Options) -> Outcome {
    let Some(name) = options.name.as_ref().filter(|_| !options.list) else {
        match options.json {
            true => output::print_json(&serde_json::json!({"problems": ALL}))?,
            false => output::print(&list())?,
        }
        return Ok(ExitCode::SUCCESS);
    };
    let problem = Problem::find(name)?;
    if options.show {
        match options.json {
            true => output::print_json(problem)?,
            false => output::print(&describe(problem))?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    let text = read(options.file.as_deref())?;
    let watch = options.cost.watch();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let answer = problem.answer(&text, &work);
    drop(watch);
    match options.json {
        true => output::print_json(&serde_json::json!({"problem": problem.short(), "answer": answer?}))?,
        false => output::print(&answer?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read(file: Option<&Path>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let (read, name) = match file.filter(|path| *path != Path::new("-")) {
        Some(path) => (std::fs::read(path).map(|all| bytes = all), path.display().to_string()),
        None => (std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()), "stdin".into()),
    };
    read.map_err(|e| Failure::input(format!("{name}: {e}")))?;
    String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Failure::input(format!("{name}: line {line}, column {column} is not text in UTF-8"))
    })
}

fn list() -> String {
    let wide = ALL.iter().map(|problem| problem.short().len()).max().unwrap_or(0);
    let ids = ALL.iter().filter_map(Problem::id).map(str::len).max().unwrap_or(0);
    let line = |problem: &Problem| {
        let id = problem.id().unwrap_or("");
        format!("{STRONG}{:wide$}{STRONG:#}  {id:ids$}  {}\n", problem.short(), problem.title)
    };
    ALL.iter().map(line).collect()
}

fn describe(problem: &Problem) -> String {
    let Problem { title, statement, format, rules, idea, .. } = problem;
    let name = problem.short();
    format!(
        "{STRONG}{title}{STRONG:#}\n\n{statement}\n\nformat   {format}\nrules    {rules}\nidea     {idea}\n\
         run      grundy contest {name} < input\n"
    )
}

//! `grundy contest NAME [FILE]`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use grundy::{Lets, Work};

use crate::ask::CostLimits;
use crate::contest::{Problem, all};
use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound};
use crate::rule_file::Written;
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();
/// The memory that positions take for each byte of an input: `1 ` may become a component.
const GROWTH: u64 = 32;

#[derive(Debug, Args)]
pub struct Options {
    /// The problem by its name, with or without the judge in front, or by its number: marbles, 1312F, cf1312f; or a .game file
    /// that says how the input is laid out
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
            true => output::print_json(&serde_json::json!({"problems": all()}))?,
            false => output::print(&list())?,
        }
        return Ok(ExitCode::SUCCESS);
    };
    let own = own(options, name)?;
    let problem = match &own {
        Some(own) => own,
        None => Problem::find(name)?,
    };
    if options.show {
        match options.json {
            true => output::print_json(problem)?,
            false => output::print(&describe(problem))?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    let watch = options.cost.watch();
    let text = read(options, &watch)?;
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let answer = problem.answer(&text, &work);
    drop(watch);
    match options.json {
        true => output::print_json(&serde_json::json!({"problem": problem.short(), "answer": answer?}))?,
        false => output::print(&answer?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The problem of a person's own file, if that is what is named.
fn own(options: &Options, name: &str) -> Result<Option<Problem>, Failure> {
    if !name.ends_with(".game") {
        return Ok(None);
    }
    match Written::read(name, &Lets::new(), &options.cost.clock(), &Work::unwatched())? {
        Written::Game(entry, ..) => Ok(Some(Problem::of_file(*entry)?)),
        _ => Ok(None),
    }
}

fn read(options: &Options, watch: &Watch) -> Result<String, Failure> {
    let bound = Bound::of_memory(options.cost.limits().bytes / GROWTH, "the input of a problem");
    match options.file.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => reading::text(path, bound, watch),
        None => reading::utf8(reading::stdin(bound, watch)?, "stdin"),
    }
}

fn list() -> String {
    let wide = all().iter().map(|problem| problem.short().len()).max().unwrap_or(0);
    let ids = all().iter().filter_map(Problem::id).map(str::len).max().unwrap_or(0);
    let line = |problem: &Problem| {
        let id = problem.id().unwrap_or("");
        format!("{STRONG}{:wide$}{STRONG:#}  {id:ids$}  {}\n", problem.short(), problem.title)
    };
    all().iter().map(line).collect()
}

fn describe(problem: &Problem) -> String {
    let Problem { title, statement, format, rules, idea, .. } = problem;
    let name = problem.short();
    format!(
        "{STRONG}{title}{STRONG:#}\n\n{statement}\n\nformat   {format}\nrules    {rules}\nidea     {idea}\n\
         run      grundy contest {name} < input\n"
    )
}

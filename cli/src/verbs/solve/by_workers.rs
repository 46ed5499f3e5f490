//! `grundy solve RULES POSITION… --workers …`: every position that can come up, found and solved by several processes.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::Work;
use grundy_cluster::game::{GameJob, GameReport};
use grundy_cluster::task::{Answer, Task};

use super::{LISTED, Options, STRONG, verdict};
use crate::failure::Failure;
use crate::rule_file::Written;
use crate::verbs::worker::Crew;
use crate::{Outcome, output};

/// Who answers.
#[derive(Debug, Args)]
pub struct Team {
    /// Follow the whole game with this many processes of this machine, or with those of a host file, where
    /// `grundy worker` runs for each line. For games whose positions do not fit into memory
    #[arg(long, value_name = "N|FILE", help_heading = "Workers", conflicts_with_all = ["batch", "compound"])]
    pub workers: Option<String>,
    /// The file with the token that the workers of a host file have
    #[arg(long, value_name = "FILE", requires = "workers", help_heading = "Workers")]
    token: Option<PathBuf>,
}

pub fn run(options: &Options, workers: &str) -> Outcome {
    let crew = Crew::read(workers, options.team.token.as_deref())?;
    let crew = match crew.if_it_asks(|| options.asked.cost.watch()) {
        Ok(crew) => crew,
        Err(code) => return Ok(code),
    };
    if options.position.is_empty() {
        return Err(Failure::input("workers are told the position; name it"));
    }
    let watch = options.asked.cost.watch().with_diary();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let lets = options.asked.lets()?;
    let rules = match Written::read(options.asked.text(), &lets, &watch, &work)? {
        Written::Typed(text) => text.to_string(),
        Written::Text(_, text) => text.trim().to_string(),
        Written::Game(..) => {
            return Err(Failure::input(
                "workers are told the rules themselves; type those of the .game file",
            ));
        }
    };
    let count = crew.count();
    let job = GameJob {
        rules,
        lets,
        position: options.position.clone(),
        play: options.play.asked(),
        positions: work.limits.positions,
        bytes: crew.share(work.limits.bytes),
    };
    // What cannot be read is told before anybody is started.
    job.read(&work)?;
    let answers = crew.ask(&Task::Game(Box::new(job)), &work)?;
    drop(watch);
    let found: Vec<_> = answers.into_iter().filter_map(Answer::game).collect();
    let Some(report) = GameReport::of(&found) else {
        return Err(Failure::input("no worker knows the position"));
    };
    match options.json {
        true => output::print_json(&report)?,
        false => output::print(&show(&report, count))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn show(report: &GameReport, workers: usize) -> String {
    let (style, verdict) = verdict(report.outcome);
    let mut text = format!("{style}{verdict}{style:#}");
    // Writing to a string cannot fail.
    if let Some(remoteness) = report.remoteness {
        let _ = write!(text, "   remoteness {remoteness}");
    }
    text += "\n";
    let winning = &report.winning_moves;
    if !winning.is_empty() {
        let _ = writeln!(text, "\n{STRONG}winning moves{STRONG:#} ({})", winning.len());
    }
    for to in winning.iter().take(LISTED) {
        let _ = writeln!(text, "  to {to}");
    }
    if winning.len() > LISTED {
        let _ = writeln!(text, "  … and {} more (--json lists all)", winning.len() - LISTED);
    }
    let _ = writeln!(
        text,
        "\n[the whole game followed by {workers} workers: {} positions, {} moves]",
        report.positions, report.moves
    );
    text
}

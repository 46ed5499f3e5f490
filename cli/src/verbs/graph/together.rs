//! `grundy graph FILE --workers …`: the same question, answered by several processes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use grundy::{Play, Work};
use grundy_cluster::Trouble;
use grundy_cluster::coordinator::Workers;
use grundy_cluster::input::Input;
use grundy_cluster::job::{Job, Total};
use grundy_cluster::keep::{Manifest, Store};
use grundy_cluster::local::Local;

use super::answer::Answer;
use super::{Options, SMALL, show};
use crate::ask::parse_seconds;
use crate::failure::Failure;
use crate::verbs::worker::{self, SPAWNED};
use crate::{Outcome, output};

/// More processes of one machine are a slip of the finger.
const MOST: usize = 256;
/// How long the workers of a host file may take to come.
const PATIENCE: Duration = Duration::from_secs(300);

/// Who answers.
#[derive(Debug, Args)]
pub struct Team {
    /// Share the graph among this many processes of this machine, or among those of a host file, where `grundy worker`
    /// runs for each line. For graphs that do not fit into memory: one process is faster as long as they do
    #[arg(long, value_name = "N|FILE", help_heading = "Workers")]
    pub workers: Option<String>,
    /// The file with the token that the workers of a host file have
    #[arg(long, value_name = "FILE", requires = "workers", help_heading = "Workers")]
    token: Option<PathBuf>,
    /// Put the predecessors into files in this folder instead of into memory, and read them round by round
    #[arg(long, value_name = "DIR", requires = "workers", help_heading = "Workers")]
    on_disk: Option<PathBuf>,
    /// Keep rounds in this folder, so that a run that breaks can go on with --resume
    #[arg(long, value_name = "DIR", requires = "workers", help_heading = "Workers")]
    store: Option<PathBuf>,
    /// Go on from the last round that --store has kept, with any number of workers
    #[arg(long, requires = "store", help_heading = "Workers")]
    resume: bool,
    /// Keep a round after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds, help_heading = "Workers")]
    save_every: Duration,
}

impl Team {
    /// Where rounds are kept. What an earlier run has left is neither overwritten nor taken over unasked.
    fn store(&self) -> Result<Option<Store>, Failure> {
        let Some(folder) = &self.store else { return Ok(None) };
        std::fs::create_dir_all(folder).map_err(|e| Failure::input(format!("{}: {e}", folder.display())))?;
        let folder = absolute(folder)?;
        let earlier = match (Manifest::read(&folder)?, self.resume) {
            (Some(_), false) => {
                return Err(Failure::input(format!(
                    "{} holds an earlier run; go on with --resume, or name an empty folder",
                    folder.display()
                )));
            }
            (earlier, _) => earlier.unwrap_or_default(),
        };
        Ok(Some(Store { folder, every: self.save_every, earlier }))
    }
}

/// What is asked of all vertices at once goes; what needs the whole graph in one place does not.
fn check(options: &Options) -> Result<(), Failure> {
    let flags = [
        ("--with", !options.with.is_empty()),
        ("--start", !options.starts.is_empty()),
        ("--values", options.values),
        ("--path", options.path.is_some()),
        ("--table", options.table.is_some()),
        ("--save", options.save.is_some()),
        ("--certificate", options.certificate.is_some()),
        ("--functions", options.functions),
        ("--draw", options.draw.is_some()),
    ];
    match flags.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Failure::input(format!(
            "{flag} needs the whole graph in one process; leave it out, or leave out --workers"
        ))),
        None if options.file.as_os_str() == "-" => {
            Err(Failure::input("stdin cannot be read by several processes; save the graph to a file first"))
        }
        None => Ok(()),
    }
}

pub fn run(options: &Options, workers: &str) -> Outcome {
    check(options)?;
    let watch = options.cost.watch().with_diary();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let crew = Crew::read(workers, options.team.token.as_deref())?;
    let input = Input::open(&options.file, options.format)?;
    let doubtful = input.first_numbers().filter(|_| options.format.is_none());
    let play = if options.misere { Play::Misere } else { Play::Normal };
    let mut job = Job::new(input, crew.count(), &work.limits);
    job.play = play;
    job.values_up_to = SMALL as u64;
    job.digest = options.digest;
    job.on_disk = options.team.on_disk.as_deref().map(absolute).transpose()?;
    job.store = options.team.store()?;
    if let Crew::Here(count) = crew {
        // They share the memory of one machine.
        job.bytes /= count as u64;
    }
    let found = crew.ask(&job, &work).map_err(failure)?;
    let Some(total) = Total::of(&found) else { return Err(Failure::input("no worker answered")) };
    drop(watch);
    if doubtful.is_some_and(|(_, edges)| u64::from(edges) + 1 == total.summary.edges) {
        return Err(Failure::input(format!(
            "the first line of {} may count the others; say --format edges if it is a move, else delete it",
            options.file.display()
        )));
    }
    let answer = Answer {
        summary: total.summary,
        play,
        compound: None,
        starts: None,
        sum: None,
        path: None,
        functions: None,
        values: None,
        digest: options.digest.then(|| total.digest.to_string()),
        written: Vec::new(),
    };
    match options.json {
        true => output::print_json(&answer)?,
        false => output::print(&show::show(&answer))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|e| Failure::input(format!("{}: {e}", path.display())))
}

/// A failure of a run as the program tells failures.
pub fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Engine(error) => error.into(),
        other => Failure::input(other.to_string()),
    }
}

/// Who shall answer.
pub enum Crew {
    /// Processes of this machine.
    Here(usize),
    /// Those of a host file, with the text of their token.
    Elsewhere(Vec<String>, String),
}

impl Crew {
    /// Reads what stands behind `--workers`.
    pub fn read(workers: &str, token: Option<&Path>) -> Result<Crew, Failure> {
        match (workers.parse::<usize>(), token) {
            (Ok(count @ 1..=MOST), None) => Ok(Crew::Here(count)),
            (Ok(1..=MOST), Some(_)) => {
                Err(Failure::input("processes of this machine make a token of their own; leave out --token"))
            }
            (Ok(count), _) => Err(Failure::input(format!("--workers {count} is not from 1 to {MOST}"))),
            (Err(_), None) => {
                Err(Failure::input("a host file needs --token FILE, the token that its workers have"))
            }
            (Err(_), Some(token)) => {
                Ok(Crew::Elsewhere(worker::read_hosts(Path::new(workers))?, worker::read_token(token)?))
            }
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Crew::Here(count) => *count,
            Crew::Elsewhere(hosts, _) => hosts.len(),
        }
    }

    /// Asks them.
    pub fn ask(&self, job: &Job, work: &Work<'_>) -> Result<Vec<grundy_cluster::job::Found>, Trouble> {
        match self {
            Crew::Here(count) => {
                let program =
                    std::env::current_exe().map_err(|e| Trouble::Setup(format!("this program: {e}")))?;
                Local::start(&program, &["worker", SPAWNED], *count)?.ask(job, work)
            }
            Crew::Elsewhere(hosts, token) => {
                let token = grundy_cluster::handshake::Token::new(token).map_err(Trouble::Setup)?;
                let workers = Workers::call(hosts, hosts.clone(), &token, PATIENCE, work)?;
                workers.ask(job, work, &mut |_| None)
            }
        }
    }
}

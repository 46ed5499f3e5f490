//! `grundy graph FILE --workers …`: the same question, answered by several processes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use grundy::{Play, Work};
use grundy_cluster::input::Input;
use grundy_cluster::job::{Job, Solved, Total};
use grundy_cluster::journal::GameStore;
use grundy_cluster::keep::{Manifest, Store};
use grundy_cluster::parts::Parts;
use grundy_cluster::task::{Answer as Told, Task};

use super::answer::Answer;
use super::{Options, SMALL, show, table};
use crate::failure::Failure;
use crate::verbs::worker::{Crew, Keeping};
use crate::{Outcome, output};

/// Who answers.
#[derive(Debug, Args)]
pub struct Team {
    /// Share the graph among this many processes of this machine, among those of a host file, where `grundy worker` runs
    /// for each line, or among those of an MPI job (mpi). For graphs that do not fit into memory: one process is faster as
    /// long as they do
    #[arg(long, value_name = "N|FILE|mpi", help_heading = "Workers")]
    pub workers: Option<String>,
    /// The file with the token that the workers of a host file have
    #[arg(long, value_name = "FILE", requires = "workers", help_heading = "Workers")]
    token: Option<PathBuf>,
    /// Put the predecessors into files in this folder instead of into memory, and read them round by round
    #[arg(long, value_name = "DIR", requires = "workers", help_heading = "Workers")]
    on_disk: Option<PathBuf>,
    #[command(flatten)]
    keeping: Keeping,
}

impl Team {
    /// Where rounds are kept. What an earlier run has left is neither overwritten nor taken over unasked.
    fn store(&self) -> Result<Option<Store>, Failure> {
        let Some(folder) = self.keeping.folder()? else { return Ok(None) };
        let earlier = match (Manifest::read(&folder)?, self.keeping.resume) {
            (Some(_), false) => {
                return Err(Failure::input(format!(
                    "{} holds an earlier run; go on with --resume, or name an empty folder",
                    folder.display()
                )));
            }
            _ if GameStore::is_in(&folder) => {
                return Err(Failure::input(format!(
                    "{} is about a game; name an empty folder",
                    folder.display()
                )));
            }
            (earlier, _) => earlier.unwrap_or_default(),
        };
        self.keeping.tell(&earlier);
        Ok(Some(Store { folder, every: self.keeping.save_every, earlier }))
    }
}

/// What is asked of all vertices at once goes; what needs the whole graph in one place does not.
fn check(options: &Options) -> Result<(), Failure> {
    let flags = [
        ("--with", !options.with.is_empty()),
        ("--start", !options.starts.is_empty()),
        ("--values", options.values),
        ("--path", options.path.is_some()),
        ("--save", options.save.is_some()),
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
    let crew = Crew::read(workers, options.team.token.as_deref())?;
    let crew = match crew.if_it_asks(|| options.cost.watch()) {
        Ok(crew) => crew,
        Err(code) => return Ok(code),
    };
    check(options)?;
    let watch = options.cost.watch().with_diary();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let input = Input::open(&options.file, options.format)?;
    if (options.digest || options.table.is_some() || options.certificate.is_some()) && input.has_words()? {
        return Err(Failure::input(format!(
            "the vertices of {} have words for names, which workers do not tell; leave out --digest, --table and \
             --certificate, or the workers",
            options.file.display()
        )));
    }
    let doubtful = input.first_numbers().filter(|(_, edges)| options.format.is_none() && *edges > 0);
    let play = if options.misere { Play::Misere } else { Play::Normal };
    let mut job = Job::new(input, crew.count(), &work.limits);
    job.play = play;
    // A table has values.
    job.values_up_to = if options.table.is_some() { u64::MAX } else { SMALL as u64 };
    job.digest = options.digest;
    job.on_disk = options.team.on_disk.as_deref().map(absolute).transpose()?;
    job.store = options.team.store()?;
    job.bytes = crew.share(job.bytes);
    job.parts = parts(options)?;
    let written = job.parts.clone();
    let answers = crew.ask(&Task::Graph(Box::new(job)), &work)?;
    let found: Vec<_> = answers.into_iter().filter_map(Told::graph).collect();
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
        written: folders(&written).map(|folder| folder.display().to_string()).collect(),
    };
    if !options.json {
        answer
            .written
            .iter()
            .for_each(|folder| anstream::eprintln!("{folder}: {} parts written", found.len()));
    }
    match options.json {
        true => output::print_json(&answer)?,
        false => output::print(&show::show(&answer))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|e| Failure::input(format!("{}: {e}", path.display())))
}

/// Where the answers about every vertex go: folders that are made now, and hold nothing else.
fn parts(options: &Options) -> Result<Parts, Failure> {
    let table = match (options.table, &options.output) {
        (None, _) => None,
        (Some(table::Style::Text), _) => {
            return Err(Failure::input(
                "columns for the eye are for one process; write --table csv, jsonl or parquet",
            ));
        }
        (Some(_), None) => {
            return Err(Failure::input("workers write a table as parts; name a folder for them with -o DIR"));
        }
        (Some(style), Some(folder)) => {
            if let Some(why) = style.refusal() {
                return Err(Failure::input(why));
            }
            Some((folder.clone(), style.ending().to_string()))
        }
    };
    let mut parts = Parts { table, certificate: options.certificate.clone() };
    if let (Some((one, _)), Some(other)) = (&parts.table, &parts.certificate)
        && output::place(one) == output::place(other)
    {
        return Err(Failure::input(
            "-o and --certificate both name one folder; give each a folder of its own",
        ));
    }
    for folder in parts.table.iter_mut().map(|(folder, _)| folder).chain(&mut parts.certificate) {
        let named = |e: io::Error| Failure::input(format!("{}: {e}", folder.display()));
        std::fs::create_dir_all(&*folder).map_err(named)?;
        if std::fs::read_dir(&*folder).map_err(named)?.next().is_some() {
            return Err(Failure::input(format!("{} is not empty; name a new folder", folder.display())));
        }
        *folder = absolute(folder)?;
    }
    Ok(parts)
}

fn folders(parts: &Parts) -> impl Iterator<Item = &PathBuf> {
    parts.table.iter().map(|(folder, _)| folder).chain(&parts.certificate)
}

/// Writes the table of a worker.
pub fn write_part(style: &str, solved: &Solved, job: &Job, sink: &mut dyn Write) -> io::Result<()> {
    table::write_reports(style, sink, &mut |visit| {
        let told = solved.each_named(job, |place, name| {
            visit(&solved.report(place, name))
                .map_err(|e| grundy::Error::new(grundy::ErrorKind::Format, e.to_string()))
        });
        told.map_err(io::Error::other)
    })
}

//! `grundy worker`: one of the processes that answer a question together.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use grundy::Work;
use grundy_cluster::coordinator::Workers;
use grundy_cluster::handshake::Token;
use grundy_cluster::keep::Manifest;
use grundy_cluster::local::{self, Local};
use grundy_cluster::mesh::Place;
use grundy_cluster::task::{Answer, Task};
use grundy_cluster::{Trouble, worker};

use super::graph::together::write_part;
use crate::Outcome;
use crate::ask::parse_seconds;
use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound};

/// The flag of processes that were started by another one of this machine.
pub const SPAWNED: &str = "--spawned";
/// More processes of one machine are a slip of the finger.
const MOST: usize = 256;
/// How long the workers of a host file may take to come.
const PATIENCE: Duration = Duration::from_secs(300);
/// A longer list of hosts, and a longer token, are none.
const LARGEST: u64 = 1 << 20;

#[derive(Debug, Args)]
pub struct Options {
    /// The file with all workers, one `host:port` a line, the same everywhere
    #[arg(long, value_name = "FILE", required_unless_present = "spawned")]
    hosts: Option<PathBuf>,
    /// Which line of the file this is, from 0
    #[arg(long, value_name = "I", required_unless_present = "spawned")]
    me: Option<usize>,
    /// The file with the token, the same everywhere: who does not have it is refused
    #[arg(long, value_name = "FILE", required_unless_present = "spawned")]
    token: Option<PathBuf>,
    /// The address to listen on; the one of the file if absent
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "spawned")]
    listen: Option<String>,
    /// How long to wait for the others
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_seconds)]
    patience: Duration,
    /// Started by another process, which tells the rest on stdin
    #[arg(long, hide = true, conflicts_with_all = ["hosts", "me", "token"])]
    spawned: bool,
    /// Print one JSON object
    #[arg(long, hide = true)]
    json: bool,
}

pub fn run(options: &Options) -> Outcome {
    let served = match (&options.hosts, options.me, &options.token) {
        (Some(hosts), Some(me), Some(token)) => serve(options, hosts, me, token)?,
        _ => local::serve(write_part),
    };
    match served {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(Trouble::Engine(error)) => Err(error.into()),
        Err(trouble) => Err(Failure::input(trouble.to_string())),
    }
}

fn serve(options: &Options, hosts: &Path, me: usize, token: &Path) -> Result<Result<(), Trouble>, Failure> {
    let hosts = read_hosts(hosts)?;
    let Some(mine) = hosts.get(me) else {
        return Err(Failure::input(format!("--me {me} is not below {}, the number of hosts", hosts.len())));
    };
    let token = Token::new(&read_token(token)?).map_err(Failure::Input)?;
    let address = options.listen.as_ref().unwrap_or(mine);
    let listener = TcpListener::bind(address).map_err(|e| Failure::input(format!("{address}: {e}")))?;
    eprintln!("worker {me} of {} listens on {address}", hosts.len());
    let log = Arc::new(|line: &str| eprintln!("{line}"));
    let place = Place { hosts, me, token, patience: options.patience, log };
    Ok(worker::serve(&place, listener, write_part))
}

/// The addresses of a host file: one a line, `#` begins a comment.
pub fn read_hosts(path: &Path) -> Result<Vec<String>, Failure> {
    let text = reading::text(path, Bound::fixed(LARGEST, "a list of hosts"), &Watch::of_the_time(None))?;
    let line = |line: &str| line.split('#').next().unwrap_or_default().trim().to_string();
    let hosts: Vec<String> = text.lines().map(line).filter(|host| !host.is_empty()).collect();
    if hosts.is_empty() {
        return Err(Failure::input(format!("{}: no host stands in it", path.display())));
    }
    let wrong = |host: &str, why: String| Err(Failure::input(format!("{}: {host} {why}", path.display())));
    for (i, host) in hosts.iter().enumerate() {
        match host.rsplit_once(':') {
            Some((name, _)) if name.contains(':') && !(name.starts_with('[') && name.ends_with(']')) => {
                return wrong(host, format!("is no host with a port; write [{host}]:4100"));
            }
            Some((name, port)) if !name.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0) => {}
            _ => return wrong(host, format!("has no port; write {}:4100", host.trim_end_matches(':'))),
        }
        if hosts[..i].contains(host) {
            return wrong(host, "stands in it twice; every worker has an address of its own".into());
        }
    }
    Ok(hosts)
}

/// The text of a token.
pub fn read_token(path: &Path) -> Result<String, Failure> {
    reading::text(path, Bound::fixed(LARGEST, "a token"), &Watch::of_the_time(None))
}

/// A failure of a run as the program tells failures.
fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Engine(error) => error.into(),
        other => Failure::input(other.to_string()),
    }
}

/// Where workers keep what they have found out.
#[derive(Debug, Args)]
#[command(next_help_heading = "Workers")]
pub struct Keeping {
    /// Keep what was found out in this folder, so that a run that breaks can go on with --resume
    #[arg(long, value_name = "DIR", requires = "workers")]
    store: Option<PathBuf>,
    /// Go on from what --store has kept, with any number of workers
    #[arg(long, requires = "store")]
    pub resume: bool,
    /// Keep what was found out after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub save_every: Duration,
}

impl Keeping {
    /// The folder, which is made if it is not there; all workers must be able to open it.
    pub fn folder(&self) -> Result<Option<PathBuf>, Failure> {
        let Some(folder) = &self.store else { return Ok(None) };
        let named = |e: std::io::Error| Failure::input(format!("{}: {e}", folder.display()));
        std::fs::create_dir_all(folder).map_err(named)?;
        folder.canonicalize().map(Some).map_err(named)
    }

    /// Tells on stderr where a run goes on.
    pub fn tell(&self, earlier: &Manifest) {
        if let (true, Some(folder)) = (self.resume, &self.store) {
            let reached = earlier.reached();
            let reached = if reached.is_empty() { "no whole round".into() } else { reached.join(", ") };
            anstream::eprintln!("{} was kept up to: {reached}", folder.display());
        }
    }
}

/// Who shall answer.
pub enum Crew {
    /// Processes of this machine.
    Here(usize),
    /// Those of a host file, with the text of their token.
    Elsewhere(Vec<String>, String),
    /// Those of the MPI job that this process is part of.
    #[cfg(feature = "mpi")]
    Mpi(grundy_cluster::mpi_job::MpiJob),
}

/// What stands behind `--workers` for the processes of an MPI job.
const MPI: &str = "mpi";

impl Crew {
    /// Reads what stands behind `--workers`.
    pub fn read(workers: &str, token: Option<&Path>) -> Result<Crew, Failure> {
        if workers == MPI {
            return Crew::mpi(token);
        }
        match (workers.parse::<usize>(), token) {
            (Ok(count @ 1..=MOST), None) => Ok(Crew::Here(count)),
            (Ok(1..=MOST), Some(_)) => {
                Err(Failure::input("processes of this machine make a token of their own; leave out --token"))
            }
            (Ok(count), _) => Err(Failure::input(format!("--workers {count} is not from 1 to {MOST}"))),
            (Err(_), None) => {
                Err(Failure::input("a host file needs --token FILE, the token that its workers have"))
            }
            (Err(_), Some(token)) => Ok(Crew::Elsewhere(read_hosts(Path::new(workers))?, read_token(token)?)),
        }
    }

    #[cfg(feature = "mpi")]
    fn mpi(token: Option<&Path>) -> Result<Crew, Failure> {
        match token {
            Some(_) => Err(Failure::input("MPI brings its processes together itself; leave out --token")),
            None => Ok(Crew::Mpi(grundy_cluster::mpi_job::MpiJob::join().map_err(failure)?)),
        }
    }

    #[cfg(not(feature = "mpi"))]
    fn mpi(_: Option<&Path>) -> Result<Crew, Failure> {
        Err(Failure::input("this program was built without MPI; build it with `--features mpi`"))
    }

    /// Those who shall answer, if this is the process that asks. The others of an MPI job answer here, and say nothing.
    #[cfg_attr(not(feature = "mpi"), allow(unused_variables))]
    pub fn if_it_asks(self, watch: impl FnOnce() -> Watch) -> Result<Crew, ExitCode> {
        match self {
            #[cfg(feature = "mpi")]
            Crew::Mpi(job) if !job.leads() => {
                // How it ended is told by the first: `mpirun` ends all as soon as one of them says that it failed.
                job.follow(write_part, &watch().without_bar());
                Err(ExitCode::SUCCESS)
            }
            crew => Ok(crew),
        }
    }

    /// The bytes that each may take: those of one machine share its memory.
    pub fn share(&self, bytes: u64) -> u64 {
        match self {
            Crew::Here(count) => bytes / *count as u64,
            Crew::Elsewhere(..) => bytes,
            #[cfg(feature = "mpi")]
            Crew::Mpi(_) => bytes,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Crew::Here(count) => *count,
            Crew::Elsewhere(hosts, _) => hosts.len(),
            #[cfg(feature = "mpi")]
            Crew::Mpi(job) => job.count(),
        }
    }

    /// Asks them.
    pub fn ask(self, task: &Task, work: &Work<'_>) -> Result<Vec<Answer>, Failure> {
        self.answers(task, work).map_err(failure)
    }

    fn answers(self, task: &Task, work: &Work<'_>) -> Result<Vec<Answer>, Trouble> {
        match self {
            Crew::Here(count) => {
                let program =
                    std::env::current_exe().map_err(|e| Trouble::Setup(format!("this program: {e}")))?;
                Local::start(&program, &["worker", SPAWNED], count)?.ask(task, work)
            }
            Crew::Elsewhere(hosts, token) => {
                let token = Token::new(&token).map_err(Trouble::Setup)?;
                let workers = Workers::call(&hosts, hosts.clone(), &token, PATIENCE, work)?;
                workers.ask(task, work, &mut |_| None)
            }
            #[cfg(feature = "mpi")]
            Crew::Mpi(job) => job.ask(task, write_part, work),
        }
    }
}

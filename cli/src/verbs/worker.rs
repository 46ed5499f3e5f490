//! `grundy worker`: one of the processes that answer a question together.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use grundy_cluster::handshake::Token;
use grundy_cluster::mesh::Place;
use grundy_cluster::{Trouble, local};

use crate::Outcome;
use crate::ask::parse_seconds;
use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound};

/// The flag of processes that were started by another one of this machine.
pub const SPAWNED: &str = "--spawned";
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
        _ => local::serve(),
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
    Ok(grundy_cluster::worker::serve(&place, listener))
}

/// The addresses of a host file: one a line, `#` begins a comment.
pub fn read_hosts(path: &Path) -> Result<Vec<String>, Failure> {
    let text = reading::text(path, Bound::fixed(LARGEST, "a list of hosts"), &Watch::of_the_time(None))?;
    let line = |line: &str| line.split('#').next().unwrap_or_default().trim().to_string();
    let hosts: Vec<String> = text.lines().map(line).filter(|host| !host.is_empty()).collect();
    if hosts.is_empty() {
        return Err(Failure::input(format!("{}: no host stands in it", path.display())));
    }
    match hosts.iter().find(|host| host.rsplit_once(':').is_none_or(|(_, port)| port.parse::<u16>().is_err()))
    {
        Some(host) => {
            Err(Failure::input(format!("{}: {host} has no port; write {host}:4100", path.display())))
        }
        None => Ok(hosts),
    }
}

/// The text of a token.
pub fn read_token(path: &Path) -> Result<String, Failure> {
    reading::text(path, Bound::fixed(LARGEST, "a token"), &Watch::of_the_time(None))
}

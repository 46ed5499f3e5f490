//! Worker processes on this machine: started with a token that only they get, ended with the process that started them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use grundy::Work;
use serde::{Deserialize, Serialize};

use crate::Trouble;
use crate::coordinator::Workers;
use crate::handshake::Token;
use crate::mesh::Place;
use crate::parts::WriteTable;
use crate::task::{Answer, Task};
use crate::worker;

/// How long processes of one machine take at most to come together, even on a busy one.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a process is told when it is started, on a line of stdin: nothing of it can be seen in a list of processes.
#[derive(Serialize, Deserialize)]
struct Start {
    token: String,
    me: usize,
}

/// Worker processes; they end when this is dropped.
pub struct Local {
    children: Vec<Child>,
    hosts: Vec<String>,
    token: Token,
}

fn failed(what: &str) -> impl Fn(std::io::Error) -> Trouble + '_ {
    move |e| Trouble::Setup(format!("{what}: {e}"))
}

impl Local {
    /// Starts so many processes of a program that calls [`serve`] when it gets these arguments.
    pub fn start(program: &Path, arguments: &[&str], count: usize) -> Result<Local, Trouble> {
        let text = Token::random_text().map_err(failed("no random numbers"))?;
        let token = Token::new(&text).map_err(Trouble::Setup)?;
        let mut local = Local { children: Vec::new(), hosts: Vec::new(), token };
        for _ in 0..count {
            let mut command = Command::new(program);
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
            local.children.push(command.spawn().map_err(failed("a worker cannot be started"))?);
        }
        for (me, child) in local.children.iter_mut().enumerate() {
            let start = serde_json::to_string(&Start { token: text.clone(), me }).unwrap_or_default();
            tell(child, &start)?;
        }
        for (me, child) in local.children.iter_mut().enumerate() {
            let mut port = String::new();
            if let Some(stdout) = child.stdout.as_mut() {
                BufReader::new(stdout.take(16)).read_line(&mut port).map_err(failed("a worker is silent"))?;
            }
            let port: u16 = port
                .trim()
                .parse()
                .map_err(|_| Trouble::Setup(format!("worker {me} did not start; it is said above why")))?;
            local.hosts.push(format!("{}:{port}", Ipv4Addr::LOCALHOST));
        }
        let hosts = serde_json::to_string(&local.hosts).unwrap_or_default();
        local.children.iter_mut().try_for_each(|child| tell(child, &hosts))?;
        Ok(local)
    }

    /// The numbers of the processes, in the order of the workers.
    pub fn processes(&self) -> Vec<u32> {
        self.children.iter().map(Child::id).collect()
    }

    /// Asks them.
    pub fn ask(mut self, task: &Task, work: &Work<'_>) -> Result<Vec<Answer>, Trouble> {
        let name = |(host, child): (&String, &Child)| format!("{host}, process {}", child.id());
        let names = self.hosts.iter().zip(&self.children).map(name).collect();
        let workers = Workers::call(&self.hosts, names, &self.token, PATIENCE, work);
        let children = &mut self.children;
        let mut fate = |worker: usize| {
            // Its sockets are closed a moment before the system tells how it ended.
            (0..50).find_map(|_| {
                let ended = children.get_mut(worker)?.try_wait().ok()?;
                std::thread::sleep(Duration::from_millis(if ended.is_some() { 0 } else { 10 }));
                ended.map(|status| status.to_string())
            })
        };
        match workers {
            Ok(workers) => workers.ask(task, work, &mut fate),
            Err(Trouble::Lost { worker, name, how }) => {
                let how = fate(worker).map_or(how, |fate| format!("ended before it began: {fate}"));
                Err(Trouble::Lost { worker, name, how })
            }
            Err(other) => Err(other),
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        for child in &mut self.children {
            // Those that have answered end by themselves, and so do those whose sockets are closed: this is for the rest.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn tell(child: &mut Child, line: &str) -> Result<(), Trouble> {
    match child.stdin.as_mut() {
        Some(stdin) => writeln!(stdin, "{line}").map_err(failed("a worker does not listen")),
        None => Ok(()),
    }
}

/// The next line of stdin.
fn line() -> Result<String, Trouble> {
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(1..) => Ok(line),
        _ => Err(Trouble::Setup("nobody asks".into())),
    }
}

/// What a process does that was started by [`Local::start`].
pub fn serve(table: WriteTable) -> Result<(), Trouble> {
    let wrong = |e: serde_json::Error| Trouble::Setup(format!("this is started by other processes: {e}"));
    let start: Start = serde_json::from_str(&line()?).map_err(wrong)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed("no socket"))?;
    println!("{}", listener.local_addr().map_err(failed("no socket"))?.port());
    let hosts: Vec<String> = serde_json::from_str(&line()?).map_err(wrong)?;
    let token = Token::new(&start.token).map_err(Trouble::Setup)?;
    let place = Place {
        hosts,
        me: start.me,
        token,
        patience: PATIENCE,
        log: Arc::new(|line: &str| eprintln!("{line}")),
    };
    // Until there is a socket to it, the end of stdin tells that who asked is gone.
    std::thread::spawn(move || {
        let mut rest = Vec::new();
        let _ = std::io::stdin().lock().read_to_end(&mut rest);
        std::process::exit(3);
    });
    worker::serve(&place, listener, table)
}

//! What the process that asks and the workers say to each other: one JSON object a line.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Mutex;

use grundy::{Error, ErrorKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::keep::Phase;
use crate::task::{Answer, Task};

/// A longer line is none of ours.
const LONGEST: u64 = 1 << 24;

/// What a worker is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The question, from a program with this checksum.
    Task(Task, String),
    /// All have answered.
    Bye,
}

/// A checksum of this program: workers are asked by the same one, or numbers may mean different things to them.
pub fn program() -> io::Result<String> {
    let mut hash = blake3::Hasher::new();
    hash.update_reader(std::fs::File::open(std::env::current_exe()?)?)?;
    Ok(hash.finalize().to_hex().to_string())
}

/// What a worker tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// Where it is.
    At {
        /// What is counted.
        unit: String,
        /// How many of those are done here.
        done: u64,
        /// How many there are for all workers.
        total: Option<u64>,
        /// How many bytes it has sent.
        sent: u64,
    },
    /// A round is saved.
    Saved {
        /// Of what.
        phase: Phase,
        /// Which.
        round: u32,
    },
    /// It is done.
    Found(Answer),
    /// It cannot go on.
    Failed(Told),
    /// It lost another.
    Lost(usize),
}

/// A failure on its way to another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    kind: String,
    message: String,
    hint: Option<String>,
}

/// The kinds of failure that a worker may have.
const KINDS: [ErrorKind; 9] = [
    ErrorKind::Syntax,
    ErrorKind::Rule,
    ErrorKind::Evaluation,
    ErrorKind::Position,
    ErrorKind::Format,
    ErrorKind::Limit,
    ErrorKind::Cycle,
    ErrorKind::Interrupted,
    ErrorKind::Timeout,
];

impl From<&Error> for Told {
    fn from(error: &Error) -> Told {
        Told {
            kind: format!("{:?}", error.kind()),
            message: error.message().to_string(),
            hint: error.next_step().map(|step| step.to_string()),
        }
    }
}

impl From<Told> for Error {
    fn from(told: Told) -> Error {
        let kind = KINDS.into_iter().find(|kind| format!("{kind:?}") == told.kind);
        let error = Error::new(kind.unwrap_or(ErrorKind::Unsupported), told.message);
        match told.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}

/// One end that is written to, perhaps by several threads.
#[derive(Debug)]
pub struct Sender(Mutex<TcpStream>);

impl Sender {
    /// Over a socket.
    pub fn new(stream: TcpStream) -> Sender {
        Sender(Mutex::new(stream))
    }

    /// Says something.
    pub fn send(&self, what: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(what)?;
        line.push(b'\n');
        let mut stream = self.0.lock().map_err(|_| io::Error::other("a thread was lost"))?;
        stream.write_all(&line)
    }
}

/// One end that is read.
#[derive(Debug)]
pub struct Receiver(BufReader<TcpStream>);

impl Receiver {
    /// Over a socket.
    pub fn new(stream: TcpStream) -> Receiver {
        Receiver(BufReader::new(stream))
    }

    /// The next thing that is said; none at the end.
    pub fn hear<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        let mut line = Vec::new();
        io::Read::take(&mut self.0, LONGEST).read_until(b'\n', &mut line)?;
        match line.last() {
            Some(b'\n') => Ok(Some(serde_json::from_slice(&line)?)),
            _ => Ok(None),
        }
    }
}

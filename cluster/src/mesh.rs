//! Bringing the processes of a run together: one authenticated socket between any two workers, one to who asks.
//!
//! A worker connects to those before it and waits for those after it. Whoever else connects is told off in the log and
//! changes nothing: each newcomer proves itself on a thread of its own, and what it says is not believed before.

use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::Trouble;
use crate::handshake::{self, Caller, Token};

/// How often it is looked whether somebody has come.
const GLANCE: Duration = Duration::from_millis(10);
/// How long is waited before a worker that is not there yet is called again.
const AGAIN: Duration = Duration::from_millis(100);
/// How long a host may take to answer a call.
const ANSWERS: Duration = Duration::from_secs(3);
/// How many newcomers may be proving themselves at a time.
const CROWD: usize = 64;

/// The sockets of a worker.
#[derive(Debug)]
pub struct Mesh {
    /// To each other worker.
    pub peers: Vec<Option<TcpStream>>,
    /// To the process that asks.
    pub control: TcpStream,
}

/// What a worker says about those who come.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// What a worker knows of the others.
#[derive(Clone)]
pub struct Place {
    /// Where each worker listens.
    pub hosts: Vec<String>,
    /// Which of them this is.
    pub me: usize,
    /// What all know.
    pub token: Token,
    /// How long all others may take to come.
    pub patience: Duration,
    /// Where strangers are told off.
    pub log: Log,
}

type Arrived = (Caller, TcpStream);

impl Place {
    /// Waits until all are there.
    pub fn gather(&self, listener: TcpListener) -> Result<Mesh, Trouble> {
        let until = Instant::now() + self.patience;
        let (sender, arrived) = channel();
        let over = Arc::new(AtomicBool::new(false));
        let accepting = {
            let (place, sender, over) = (self.clone(), sender.clone(), over.clone());
            std::thread::spawn(move || place.accept(&listener, &sender, &over))
        };
        for to in 0..self.me {
            let (place, sender) = (self.clone(), sender.clone());
            std::thread::spawn(move || {
                if let Some(stream) =
                    call(&place.hosts[to], &place.token, Caller::Worker(place.me as u32), to, until)
                {
                    let _ = sender.send((Caller::Worker(to as u32), stream));
                }
            });
        }
        let mesh = self.collect(&arrived, until);
        over.store(true, Ordering::Relaxed);
        // The listener is closed with its thread: who comes later finds nobody.
        let _ = accepting.join();
        mesh
    }

    fn collect(&self, arrived: &Receiver<Arrived>, until: Instant) -> Result<Mesh, Trouble> {
        let mut peers: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let mut control = None;
        let missing =
            |peers: &[Option<TcpStream>]| (0..peers.len()).find(|&i| i != self.me && peers[i].is_none());
        while control.is_none() || missing(&peers).is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let Ok((caller, stream)) = arrived.recv_timeout(left) else {
                let who = match missing(&peers) {
                    Some(i) => format!("worker {i} ({})", self.hosts[i]),
                    None => "the process that asks".into(),
                };
                return Err(Trouble::Setup(format!("{who} did not come within {:?}", self.patience)));
            };
            let place = match caller {
                Caller::Coordinator => Some(&mut control),
                Caller::Worker(from) => peers.get_mut(from as usize),
            };
            match place {
                Some(place @ None) => *place = Some(stream),
                _ => (self.log)(&format!("a second {caller:?} was refused")),
            }
        }
        let control = control.ok_or_else(|| Trouble::Setup("nobody asks".into()))?;
        Ok(Mesh { peers, control })
    }

    /// Lets everybody prove themselves until the mesh is whole.
    fn accept(&self, listener: &TcpListener, sender: &Sender<Arrived>, over: &AtomicBool) {
        let crowd = Arc::new(AtomicUsize::new(0));
        if listener.set_nonblocking(true).is_err() {
            return;
        }
        while !over.load(Ordering::Relaxed) {
            let Ok((mut stream, from)) = listener.accept() else {
                std::thread::sleep(GLANCE);
                continue;
            };
            if crowd.fetch_add(1, Ordering::Relaxed) >= CROWD {
                crowd.fetch_sub(1, Ordering::Relaxed);
                (self.log)(&format!("worker {} refused {from}: too many are waiting", self.me));
                continue;
            }
            let (place, sender, crowd) = (self.clone(), sender.clone(), crowd.clone());
            std::thread::spawn(move || {
                match handshake::accept(&mut stream, &place.token, place.me as u32) {
                    Ok(caller) => drop(sender.send((caller, stream))),
                    Err(why) => (place.log)(&format!("worker {} refused {from}: {why}", place.me)),
                }
                crowd.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }
}

/// A socket to an address, if somebody listens there; a host that swallows what is sent to it is not waited for.
fn connect(address: &str) -> Option<TcpStream> {
    let mut addresses = address.to_socket_addrs().ok()?;
    addresses.find_map(|address| TcpStream::connect_timeout(&address, ANSWERS).ok())
}

/// Calls a worker until it is there; none if it does not come in time.
pub fn call(address: &str, token: &Token, caller: Caller, to: usize, until: Instant) -> Option<TcpStream> {
    while Instant::now() < until {
        if let Some(mut stream) = connect(address)
            && handshake::connect(&mut stream, token, caller, to as u32).is_ok()
        {
            return Some(stream);
        }
        std::thread::sleep(AGAIN);
    }
    None
}

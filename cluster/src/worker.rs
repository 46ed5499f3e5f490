//! A worker process: it comes together with the others, is told its question, answers its part, and goes.
//!
//! It never outlives what it is part of. When the process that asks is gone, or another worker is, it ends at once;
//! timely never sees a broken socket, since the thread that would has ended the process before.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grundy::{Error, ErrorKind, Progress, Step, Stop, Work};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};

use crate::Trouble;
use crate::by_timely::ByTimely;
use crate::control::{Event, Order, Receiver, Sender, Told, program};
use crate::mesh::Place;
use crate::parts::WriteTable;
use crate::task::Task;

/// How often a worker tells where it is.
const OFTEN: Duration = Duration::from_millis(200);
/// How a process ends that cannot go on.
const LOST: i32 = 3;

/// Takes part in one run. Comes back when it is over for everybody, or could not begin; a run that breaks ends the process.
pub fn serve(place: &Place, listener: TcpListener, table: WriteTable) -> Result<(), Trouble> {
    let mesh = place.gather(listener)?;
    let broken = |e: io::Error| Trouble::Setup(format!("the process that asks: {e}"));
    let (control, reading) = (mesh.control.try_clone().map_err(broken)?, mesh.control);
    let mut orders = Receiver::new(reading);
    let Some(Order::Task(task, asks)) = orders.hear::<Order>().map_err(broken)? else {
        return Err(Trouble::Setup("the process that asks went away".into()));
    };
    if program().map_err(broken)? != asks {
        let message =
            format!("worker {} ({}) is another build of this program", place.me, place.hosts[place.me]);
        let error = Error::new(ErrorKind::Unsupported, message).hint("copy the same program to all hosts");
        Sender::new(control).send(&Event::Failed(Told::from(&error))).map_err(broken)?;
        return Err(Trouble::Setup("the process that asks is another build of this program".into()));
    }
    let line = Arc::new(Line { control: Sender::new(control), finished: AtomicBool::new(false) });
    let listening = {
        let line = line.clone();
        std::thread::spawn(move || match orders.hear::<Order>() {
            Ok(Some(Order::Bye)) if line.finished.load(Ordering::SeqCst) => {}
            // Who asked is gone or has had enough.
            _ => std::process::exit(LOST),
        })
    };
    let sockets = mesh.peers.into_iter().enumerate();
    let sockets =
        sockets.map(|(peer, stream)| Some(Watched { stream: stream?, peer, line: line.clone() })).collect();
    let guards = start(task, sockets, place.me, line, table)?;
    let _ = listening.join();
    // Threads that wait for sockets of others would wait for ever: the process ends with them.
    std::mem::forget(guards);
    Ok(())
}

/// What ties a worker to the process that asks.
struct Line {
    control: Sender,
    /// Whether this worker has told what it found, after which nobody is missed.
    finished: AtomicBool,
}

/// Starts the dataflow of this process, on a thread of its own.
fn start(
    task: Task,
    sockets: Vec<Option<Watched>>,
    me: usize,
    line: Arc<Line>,
    table: WriteTable,
) -> Result<WorkerGuards<()>, Trouble> {
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
    let (builders, threads) = initialize_networking_from_sockets(inner, sockets, me, 1, hooks)
        .map_err(|e| Trouble::Setup(format!("the sockets of worker {me}: {e}")))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let config = timely::WorkerConfig::default();
    timely::execute::execute_from(builders, Box::new(threads), config, move |worker| {
        let sent = Arc::new(AtomicU64::new(0));
        let reporter = Reporter { line: line.clone(), last: Mutex::new(Instant::now()), sent: sent.clone() };
        let work = Work { limits: task.limits(), progress: &reporter };
        let mut team = ByTimely::new(worker, work).counting(sent);
        let saves = |phase, round| {
            let said = line.control.send(&Event::Saved { phase, round });
            said.map_err(|e| Error::new(ErrorKind::Interrupted, e.to_string()))
        };
        let found = task.answer(&mut team, &saves, table, &work);
        line.finished.store(true, Ordering::SeqCst);
        let event = match found {
            Ok(answer) => Event::Found(answer),
            Err(error) => Event::Failed(Told::from(&error)),
        };
        if line.control.send(&event).is_err() {
            std::process::exit(LOST);
        }
        // Going away would close the sockets, which others may still be reading from.
        loop {
            std::thread::park();
        }
    })
    .map_err(Trouble::Setup)
}

/// Tells now and then where the work is.
struct Reporter {
    line: Arc<Line>,
    last: Mutex<Instant>,
    sent: Arc<AtomicU64>,
}

impl Progress for Reporter {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        let Ok(mut last) = self.last.lock() else { return Ok(()) };
        // Steps are only to look at the clock.
        if step.total.is_none() || last.elapsed() < OFTEN {
            return Ok(());
        }
        *last = Instant::now();
        let sent = self.sent.load(Ordering::Relaxed);
        let at = Event::At { unit: step.unit.into(), done: step.done, total: step.total, sent };
        match self.line.control.send(&at) {
            Ok(()) => Ok(()),
            Err(_) => Err(Stop::Interrupted),
        }
    }
}

/// A socket to another worker, whose end is noticed before timely notices it.
struct Watched {
    stream: TcpStream,
    peer: usize,
    line: Arc<Line>,
}

impl Watched {
    /// The other end is gone. Before this worker has answered, that is the end of it; afterwards nothing matters.
    fn lost(&self) -> ! {
        if !self.line.finished.load(Ordering::SeqCst) {
            let _ = self.line.control.send(&Event::Lost(self.peer));
            std::process::exit(LOST);
        }
        loop {
            std::thread::park();
        }
    }

    fn checked<T>(&self, done: io::Result<T>) -> io::Result<T> {
        match done {
            Err(e) if e.kind() != io::ErrorKind::Interrupted => self.lost(),
            done => done,
        }
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer);
        match self.checked(read)? {
            0 if !buffer.is_empty() => self.lost(),
            read => Ok(read),
        }
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes);
        self.checked(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stream.flush();
        self.checked(flushed)
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Watched> {
        Ok(Watched { stream: self.stream.try_clone()?, peer: self.peer, line: self.line.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}

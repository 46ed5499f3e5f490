//! The process that asks: it calls the workers, tells them the question, watches them, and adds up their answers.
//!
//! It has one socket to each worker. A socket that closes before its worker has answered names the worker that was
//! lost. Others will say that they lost it, perhaps first, and end; so when somebody complains of another, that one
//! is given a moment to be found gone.

use std::net::TcpStream;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use grundy::{Error, Work};

use crate::Trouble;
use crate::control::{Event, Order, Receiver, Sender, program};
use crate::handshake::{Caller, Token};
use crate::mesh::call;
use crate::task::{Answer, Task};

/// How often it is looked whether the work shall go on.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a worker that others miss may take to be found gone.
const MOMENT: Duration = Duration::from_secs(3);

/// Workers that were called.
pub struct Workers {
    senders: Vec<Sender>,
    streams: Vec<TcpStream>,
    names: Vec<String>,
}

/// What a worker has come to.
type News = (usize, Option<Event>);

impl Workers {
    /// Calls all workers; `names` is what to call each in messages.
    pub fn call(
        hosts: &[String],
        names: Vec<String>,
        token: &Token,
        patience: Duration,
        work: &Work<'_>,
    ) -> Result<Workers, Trouble> {
        let until = Instant::now() + patience;
        let mut workers = Workers { senders: Vec::new(), streams: Vec::new(), names };
        for (i, host) in hosts.iter().enumerate() {
            let stream = loop {
                work.step("workers", i as u64, Some(hosts.len() as u64))?;
                let soon = until.min(Instant::now() + GLANCE);
                match call(host, token, Caller::Coordinator, i, soon) {
                    Some(stream) => break stream,
                    None if Instant::now() < until => {}
                    None => {
                        let name = workers.names[i].clone();
                        let how = format!("was not there, or does not have our token, within {patience:?}");
                        return Err(Trouble::Lost { worker: i, name, how });
                    }
                }
            };
            let clone = stream.try_clone().map_err(|e| Trouble::Setup(format!("worker {i}: {e}")))?;
            workers.senders.push(Sender::new(clone));
            workers.streams.push(stream);
        }
        Ok(workers)
    }

    /// Asks; what each worker found. `fate` tells what is known of a worker that is gone.
    pub fn ask(
        self,
        task: &Task,
        work: &Work<'_>,
        fate: &mut dyn FnMut(usize) -> Option<String>,
    ) -> Result<Vec<Answer>, Trouble> {
        let mut ledger = task.ledger(self.names.len());
        let program = program().map_err(|e| Trouble::Setup(format!("this program: {e}")))?;
        let order = Order::Task(task.clone(), program);
        let (sender, news) = channel::<News>();
        for (i, (line, stream)) in self.senders.iter().zip(&self.streams).enumerate() {
            // A worker that cannot be told is gone, which its socket tells as well.
            let _ = line.send(&order);
            let Ok(stream) = stream.try_clone() else { continue };
            let sender = sender.clone();
            std::thread::spawn(move || {
                let mut events = Receiver::new(stream);
                while let Ok(Some(event)) = events.hear::<Event>() {
                    if sender.send((i, Some(event))).is_err() {
                        return;
                    }
                }
                let _ = sender.send((i, None));
            });
        }
        drop(sender);
        let mut watch = Watched::new(self.names.len());
        while watch.found.iter().any(Option::is_none) {
            work.step(&watch.unit(), watch.done(), watch.total)?;
            match news.recv_timeout(GLANCE) {
                Ok((i, Some(Event::Saved { phase, round }))) => {
                    ledger.as_mut().map_or(Ok(()), |ledger| ledger.hear(i, phase, round))?;
                }
                Ok((i, Some(event))) => watch.hear(i, event)?,
                Ok((i, None)) if watch.found[i].is_none() && !watch.excused[i] => {
                    // Ctrl-C reaches workers on the same terminal too.
                    work.step(&watch.unit(), watch.done(), watch.total)?;
                    return Err(self.lost(i, fate));
                }
                Ok((_, None)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Setup("all workers are gone".into()));
                }
            }
            if let Some((missed, _)) = watch.missed.filter(|(_, since)| since.elapsed() > MOMENT) {
                return Err(self.lost(missed, fate));
            }
        }
        self.senders.iter().for_each(|line| drop(line.send(&Order::Bye)));
        Ok(watch.found.into_iter().flatten().collect())
    }

    fn lost(&self, worker: usize, fate: &mut dyn FnMut(usize) -> Option<String>) -> Trouble {
        let how = match fate(worker) {
            Some(fate) => format!("ended before its work was done: {fate}"),
            None => "was lost before its work was done".into(),
        };
        Trouble::Lost { worker, name: self.names[worker].clone(), how }
    }
}

/// What the workers have said so far.
struct Watched {
    found: Vec<Option<Answer>>,
    /// Who has said that it ends because another was lost.
    excused: Vec<bool>,
    missed: Option<(usize, Instant)>,
    at: Vec<(String, u64, u64)>,
    total: Option<u64>,
}

impl Watched {
    fn new(count: usize) -> Watched {
        Watched {
            found: vec![None; count],
            excused: vec![false; count],
            missed: None,
            at: vec![(String::new(), 0, 0); count],
            total: None,
        }
    }

    fn hear(&mut self, i: usize, event: Event) -> Result<(), Trouble> {
        match event {
            Event::At { unit, done, total, sent } => {
                self.at[i] = (unit, done, sent);
                self.total = total;
            }
            Event::Found(answer) => self.found[i] = Some(answer),
            Event::Failed(told) => return Err(Trouble::Engine(Error::from(told))),
            Event::Lost(peer) => {
                self.excused[i] = true;
                let count = self.excused.len();
                self.missed = self.missed.or(Some((peer.min(count - 1), Instant::now())));
            }
            Event::Saved { .. } => {}
        }
        Ok(())
    }

    /// What is counted, with what was exchanged so far.
    fn unit(&self) -> String {
        let sent: u64 = self.at.iter().map(|(_, _, sent)| sent).sum();
        let unit = self.at.first().map_or("", |(unit, _, _)| unit);
        match unit {
            "" => "workers start".into(),
            unit => format!("{unit}, {} exchanged", grundy::Bytes(sent)),
        }
    }

    /// How much is done by all who count the same as the first.
    fn done(&self) -> u64 {
        let kind = |unit: &str| unit.split(',').next().unwrap_or_default().to_string();
        let first = self.at.first().map(|(unit, _, _)| kind(unit)).unwrap_or_default();
        self.at.iter().filter(|(unit, _, _)| kind(unit) == first).map(|(_, done, _)| done).sum()
    }
}

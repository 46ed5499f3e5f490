//! A team on timely dataflow: one exchange, whose progress tracking tells when a step is over.
//!
//! The dataflow is an input, an exchange by receiver, and an operator that puts what arrives into a queue. A block is
//! one container of words that crosses the wire as it lies in memory, not word by word. Step `r` is over when no
//! worker can still send at time `r` and nothing sent at it is under way: that is what the probe behind the exchange
//! says. A worker that is told so early may already send at time `r + 1`; what arrives early waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use grundy::{Error, ErrorKind, Result, Work};
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::{Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::team::{Team, Told, halves, whole};

/// How long a worker sleeps at most before it looks at the clock again.
const NAP: Duration = Duration::from_millis(50);
/// What is in a block: nothing, words for who takes them, or numbers that the sender tells everybody.
const NOTHING: u32 = 0;
const WORDS: u32 = 1;
const NUMBERS: u32 = 2;

/// Words for one worker.
#[derive(Clone, Default)]
struct Block {
    to: usize,
    kind: u32,
    words: Vec<u32>,
}

impl Accountable for Block {
    fn record_count(&self) -> i64 {
        i64::from(self.kind != NOTHING)
    }
}

/// The kind and the number of words in four bytes each, then the words, filled up to a multiple of eight bytes.
impl ContainerBytes for Block {
    fn from_bytes(bytes: Bytes) -> Block {
        let mut words =
            bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let (kind, count) = (words.next().unwrap_or(NOTHING), words.next().unwrap_or(0));
        Block { to: 0, kind, words: words.take(count as usize).collect() }
    }

    fn length_in_bytes(&self) -> usize {
        8 + (4 * self.words.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        // The writer is memory that was reserved for just this length.
        let mut bytes = Vec::with_capacity(self.length_in_bytes());
        let head = [self.kind, self.words.len() as u32];
        head.iter().chain(&self.words).for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes.resize(self.length_in_bytes(), 0);
        let _ = writer.write_all(&bytes);
    }
}

/// Each block goes whole to the worker that it is for.
struct Whole;

impl Distributor<Block> for Whole {
    fn partition<T: Clone, P: Push<Message<T, Block>>>(
        &mut self,
        block: &mut Block,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = block.to;
        if let Some(pusher) = pushers.get_mut(to) {
            Message::push_at(block, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Block>>>(&mut self, _: &T, _: &mut [P]) {}
}

type Queue = Rc<RefCell<VecDeque<(u64, Block)>>>;

/// A worker of a timely computation as a member of a team.
pub struct ByTimely<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, NoopBuilder<Block>>,
    probe: ProbeHandle<u64>,
    arrived: Queue,
    sent: Arc<AtomicU64>,
    work: Work<'w>,
}

impl<'w> ByTimely<'w> {
    /// Joins; all workers of the computation must.
    pub fn new(worker: &'w mut Worker, work: Work<'w>) -> ByTimely<'w> {
        let mut input = InputHandle::<u64, NoopBuilder<Block>>::new_with_builder();
        let probe = ProbeHandle::new();
        let arrived = Queue::default();
        let queue = arrived.clone();
        worker.dataflow::<u64, _, _>(|scope| {
            let pact = DistributorPact(|_| Whole);
            let taken =
                input.to_stream(scope).unary::<NoopBuilder<Vec<()>>, _, _, _>(pact, "take", |_, _| {
                    move |input, _| {
                        input.for_each_time(|time, blocks| {
                            let mut queue = queue.borrow_mut();
                            blocks.for_each(|block| queue.push_back((*time.time(), std::mem::take(block))));
                        });
                    }
                });
            taken.probe_with(&probe);
        });
        ByTimely { worker, input, probe, arrived, sent: Arc::default(), work }
    }

    /// The same, counting what it sends where others see it.
    pub fn counting(mut self, sent: Arc<AtomicU64>) -> ByTimely<'w> {
        self.sent = sent;
        self
    }

    fn push(&mut self, mut block: Block) {
        self.sent.fetch_add(block.length_in_bytes() as u64, Relaxed);
        self.input.send_batch(&mut block);
    }

    /// Takes what has arrived at a time.
    fn take(&mut self, now: u64, told: &mut Told, take: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<()> {
        let waiting = self.arrived.borrow().len();
        for _ in 0..waiting {
            let Some((time, block)) = self.arrived.borrow_mut().pop_front() else { break };
            match block.kind {
                _ if time != now => self.arrived.borrow_mut().push_back((time, block)),
                NUMBERS => {
                    told.add(block.words.chunks_exact(2).map(|half| whole([half[0], half[1]])).collect())
                }
                _ => take(&block.words)?,
            }
        }
        Ok(())
    }
}

/// Runs a job on so many threads of this process, each a member of the team; what each finds, or why one cannot.
pub fn on_threads<R: Send + 'static>(
    count: usize,
    job: impl Fn(&mut ByTimely<'_>) -> Result<R> + Send + Sync + 'static,
) -> Result<Vec<R>> {
    let failed = |message: String| Error::new(ErrorKind::Unsupported, message);
    let config = timely::Config::process(count.max(1));
    let guards = timely::execute(config, move |worker| job(&mut ByTimely::new(worker, Work::unwatched())));
    guards.map_err(failed)?.join().into_iter().map(|found| found.map_err(failed)?).collect()
}

impl Team for ByTimely<'_> {
    fn me(&self) -> usize {
        self.worker.index()
    }

    fn size(&self) -> usize {
        self.worker.peers()
    }

    fn send(&mut self, to: usize, words: Vec<u32>) -> Result<()> {
        if to >= self.size() || to == self.me() {
            return Err(Error::new(ErrorKind::Unsupported, format!("there is no other worker {to}")));
        }
        self.push(Block { to, kind: WORDS, words });
        Ok(())
    }

    fn step(&mut self, mine: &[u64], take: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<Told> {
        let now = *self.input.time();
        let words: Vec<u32> = mine.iter().flat_map(|&number| halves(number)).collect();
        let me = self.me();
        for to in (0..self.size()).filter(|&to| to != me) {
            self.push(Block { to, kind: NUMBERS, words: words.clone() });
        }
        self.input.advance_to(now + 1);
        let mut told = Told::new(mine);
        while self.probe.less_than(&(now + 1)) {
            self.worker.step_or_park(Some(NAP));
            self.take(now, &mut told, take)?;
            self.work.step("steps", now, None)?;
        }
        self.take(now, &mut told, take)?;
        Ok(told)
    }

    fn sent(&self) -> u64 {
        self.sent.load(Relaxed)
    }
}

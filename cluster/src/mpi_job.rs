//! The processes of one MPI job: the first asks, and all answer.
//!
//! All are started by `mpirun` with the same arguments. The first reads the question and tells it to the others, and at
//! the end all tell the first what they found, or why they cannot.

use std::cell::RefCell;

use grundy::{Error, Progress, Result, Work};
use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use crate::Trouble;
use crate::by_mpi::ByMpi;
use crate::control::Told;
use crate::keep::Phase;
use crate::parts::WriteTable;
use crate::task::{Answer, Task};

/// A process of an MPI job.
pub struct MpiJob {
    universe: Universe,
    /// Whether the others know what is asked, or that nothing is.
    told: bool,
}

/// The first process.
const LEADER: i32 = 0;

impl MpiJob {
    /// Joins the job that this process was started in.
    pub fn join() -> std::result::Result<MpiJob, Trouble> {
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)
            .ok_or_else(|| Trouble::Setup("MPI was started before".into()))?;
        Ok(MpiJob { universe, told: false })
    }

    fn world(&self) -> SimpleCommunicator {
        self.universe.world()
    }

    /// How many processes there are.
    pub fn count(&self) -> usize {
        self.world().size() as usize
    }

    /// Whether this is the one that asks.
    pub fn leads(&self) -> bool {
        self.world().rank() == LEADER
    }

    /// Tells a text to all, or hears it.
    fn tell(&mut self, text: &[u8]) -> Vec<u8> {
        self.told = true;
        let root = self.universe.world();
        let root = root.process_at_rank(LEADER);
        let mut length = text.len() as u64;
        root.broadcast_into(&mut length);
        let mut heard = text.to_vec();
        heard.resize(length as usize, 0);
        if length > 0 {
            root.broadcast_into(&mut heard[..]);
        }
        heard
    }

    /// Asks all, this process included.
    pub fn ask(
        mut self,
        task: &Task,
        table: WriteTable,
        work: &Work<'_>,
    ) -> std::result::Result<Vec<Answer>, Trouble> {
        let text = serde_json::to_vec(task).map_err(|e| Trouble::Setup(e.to_string()))?;
        self.tell(&text);
        let answers = self.answer(task, table, work.progress).into_iter();
        // Who only heard that another has failed has nothing to say.
        let (found, failed): (Vec<_>, Vec<_>) = answers.partition(std::result::Result::is_ok);
        let why = failed.into_iter().filter_map(std::result::Result::err).flatten().next();
        match why {
            Some(told) => Err(Trouble::Engine(Error::from(told))),
            None => Ok(found.into_iter().flatten().collect()),
        }
    }

    /// Answers what the first asks, if it asks anything; the first hears how it ended.
    pub fn follow(mut self, table: WriteTable, progress: &dyn Progress) {
        let text = self.tell(&[]);
        if let Ok(task) = serde_json::from_slice::<Task>(&text) {
            self.answer(&task, table, progress);
        }
    }

    /// Answers together with the others. The first gets the answers of all, the others their own.
    fn answer(&self, task: &Task, table: WriteTable, progress: &dyn Progress) -> Vec<Outcome> {
        let mut ledger = task.ledger(self.count()).filter(|_| self.leads());
        let (kept, count) = (RefCell::new(Vec::new()), self.count());
        let ledger = RefCell::new(&mut ledger);
        // A step is over for all after what was kept before it, everywhere.
        let stepped = || -> Result<()> {
            for (phase, round) in kept.take() {
                if let Some(ledger) = ledger.borrow_mut().as_mut() {
                    (0..count).try_for_each(|worker| ledger.hear(worker, phase, round))?;
                }
            }
            Ok(())
        };
        let saved = |phase: Phase, round: u32| {
            kept.borrow_mut().push((phase, round));
            Ok(())
        };
        let work = Work { limits: task.limits(), progress };
        let mut team = ByMpi::new(self.world(), work, &stepped);
        let found = task.answer(&mut team, &saved, table, &work);
        let another_failed = team.is_closed();
        let whole = team.close(found.is_err());
        let outcome = match found {
            Ok(answer) if whole => stepped().map(|()| answer).map_err(|e| Some(Told::from(&e))),
            Err(error) if !another_failed => Err(Some(Told::from(&error))),
            _ => Err(None),
        };
        self.gather(outcome)
    }

    /// Tells the first how it ended here.
    fn gather(&self, outcome: Outcome) -> Vec<Outcome> {
        let world = self.world();
        let root = world.process_at_rank(LEADER);
        let text = serde_json::to_vec(&outcome).unwrap_or_default();
        let length = text.len() as i32;
        if !self.leads() {
            root.gather_into(&length);
            root.gather_varcount_into(&text[..]);
            return vec![outcome];
        }
        let mut lengths = vec![0; self.count()];
        root.gather_into_root(&length, &mut lengths[..]);
        let starts = crate::by_mpi::starts(&lengths);
        let mut all = vec![0u8; lengths.iter().map(|&length| length as usize).sum()];
        root.gather_varcount_into_root(
            &text[..],
            &mut PartitionMut::new(&mut all[..], &lengths[..], &starts[..]),
        );
        let part = |(&at, &length): (&i32, &i32)| {
            serde_json::from_slice(&all[at as usize..][..length as usize]).unwrap_or(Err(None))
        };
        starts.iter().zip(&lengths).map(part).collect()
    }
}

/// What a process found, or why it cannot; nothing if another is to blame.
type Outcome = std::result::Result<Answer, Option<Told>>;

impl Drop for MpiJob {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.world().abort(101);
        }
        // The first could not read the question: the others need not wait for it.
        if self.leads() && !self.told {
            self.tell(&[]);
        }
    }
}

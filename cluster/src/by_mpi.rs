//! A team on MPI: a step is one exchange of what everybody has for everybody (`MPI_Alltoallv`).
//!
//! What is handed to others waits until the step ends; steps are small enough for that. Behind the blocks stand the
//! numbers that the sender tells. Before the words their counts are exchanged, and in the place of a count stands
//! [`FAILED`] where a worker cannot go on: so all learn of it in the same step, and nobody waits for somebody who is gone.
//! (A process that is killed is noticed by `mpirun`, which ends the others.)

use grundy::{Error, ErrorKind, Result, Work};
use mpi::datatype::{Partition, PartitionMut};
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use crate::team::{Team, Told, halves, whole};

/// In the place of a count: the sender has failed.
const FAILED: i32 = -1;
/// In the place of a count: the sender has answered.
const DONE: i32 = -2;

/// A process of an MPI job as a member of a team.
pub struct ByMpi<'w> {
    world: SimpleCommunicator,
    /// Blocks for each, the length of each before it.
    out: Vec<Vec<u32>>,
    steps: u64,
    sent: u64,
    /// Whether all know that somebody has failed, or that all have answered.
    closed: bool,
    work: Work<'w>,
    /// Hears that a step is over for everybody.
    stepped: &'w dyn Fn() -> Result<()>,
}

impl<'w> ByMpi<'w> {
    /// Joins; all processes of the job must. `stepped` hears of every step that all have taken.
    pub fn new(world: SimpleCommunicator, work: Work<'w>, stepped: &'w dyn Fn() -> Result<()>) -> ByMpi<'w> {
        let out = vec![Vec::new(); world.size() as usize];
        ByMpi { world, out, steps: 0, sent: 0, closed: false, work, stepped }
    }

    /// Whether another has failed, and nothing is to be told any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Tells everybody how it ended here, unless that is known; whether all have answered.
    pub fn close(&mut self, failed: bool) -> bool {
        if self.closed {
            return false;
        }
        self.closed = true;
        let counts = self.counts(&vec![if failed { FAILED } else { DONE }; self.out.len()]);
        counts.iter().all(|&count| count == DONE)
    }

    /// What all have for this worker, if this is what it has for them.
    fn counts(&self, ours: &[i32]) -> Vec<i32> {
        let mut theirs = vec![0; ours.len()];
        self.world.all_to_all_into(ours, &mut theirs[..]);
        theirs
    }

    /// The counts of what is there for each; one step holds less than 2^31 words for all together.
    fn ours(&self) -> Result<Vec<i32>> {
        let most = i32::MAX as usize / self.out.len();
        let count = |words: &Vec<u32>| i32::try_from(words.len()).ok().filter(|_| words.len() <= most);
        let counts: Option<Vec<i32>> = self.out.iter().map(count).collect();
        counts.ok_or_else(|| {
            Error::new(ErrorKind::Limit, "a vertex has too many predecessors for one step of MPI")
        })
    }
}

/// Where each count of words begins.
pub(crate) fn starts(counts: &[i32]) -> Vec<i32> {
    let mut sum = 0;
    let start = |&count: &i32| {
        sum += count;
        sum - count
    };
    counts.iter().map(start).collect()
}

/// Takes apart what one worker sent: its blocks, then so many numbers.
fn take_apart(words: &[u32], numbers: usize, take: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<Vec<u64>> {
    let broken = || Error::new(ErrorKind::Format, "a worker was told half a block");
    let (mut blocks, told) =
        words.len().checked_sub(2 * numbers).map(|at| words.split_at(at)).ok_or_else(broken)?;
    while let [length, rest @ ..] = blocks {
        let (block, after) = rest.split_at_checked(*length as usize).ok_or_else(broken)?;
        take(block)?;
        blocks = after;
    }
    Ok(told.chunks_exact(2).map(|half| whole([half[0], half[1]])).collect())
}

impl Team for ByMpi<'_> {
    fn me(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.out.len()
    }

    fn send(&mut self, to: usize, block: Vec<u32>) -> Result<()> {
        if to >= self.size() || to == self.me() {
            return Err(Error::new(ErrorKind::Unsupported, format!("there is no other worker {to}")));
        }
        self.out[to].push(block.len() as u32);
        self.out[to].extend_from_slice(&block);
        Ok(())
    }

    fn step(&mut self, mine: &[u64], take: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<Told> {
        self.work.step("steps", self.steps, None)?;
        self.steps += 1;
        let me = self.me();
        for (_, words) in self.out.iter_mut().enumerate().filter(|(to, _)| *to != me) {
            words.extend(mine.iter().flat_map(|&number| halves(number)));
        }
        let ours = self.ours()?;
        let theirs = self.counts(&ours);
        if theirs.iter().any(|&count| count < 0) {
            self.closed = true;
            return Err(Error::new(ErrorKind::Interrupted, "another worker has failed"));
        }
        let out = self.out.concat();
        self.out.iter_mut().for_each(Vec::clear);
        self.sent += 4 * out.len() as u64;
        let (from, to) = (starts(&ours), starts(&theirs));
        let mut arrived = vec![0u32; theirs.iter().map(|&count| count as usize).sum()];
        let mut room = PartitionMut::new(&mut arrived[..], &theirs[..], &to[..]);
        self.world.all_to_all_varcount_into(&Partition::new(&out[..], &ours[..], &from[..]), &mut room);
        let mut told = Told::new(mine);
        for peer in (0..self.size()).filter(|&peer| peer != me) {
            let words = &arrived[to[peer] as usize..][..theirs[peer] as usize];
            told.add(take_apart(words, mine.len(), take)?);
        }
        (self.stepped)()?;
        Ok(told)
    }

    fn sent(&self) -> u64 {
        self.sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_numbers_come_apart_as_they_were_put_together() {
        let words = [2, 7, 8, 0, 1, 9, 5, 0, 6, 1];
        let mut blocks = Vec::new();
        let told = take_apart(&words, 2, &mut |block| {
            blocks.push(block.to_vec());
            Ok(())
        });
        assert_eq!(told.unwrap(), [5, 6 | 1 << 32]);
        assert_eq!(blocks, [vec![7, 8], vec![], vec![9]]);
        assert!(take_apart(&[3, 1], 0, &mut |_| Ok(())).is_err());
        assert!(take_apart(&[3], 1, &mut |_| Ok(())).is_err());
        assert_eq!(starts(&[3, 0, 2]), [0, 3, 3]);
    }
}

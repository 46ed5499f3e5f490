//! What a round needs of those who take part: blocks of words for others, and a step that all take together.
//!
//! The solvers know nothing else of processes, sockets or dataflow. A step ends when everything that anybody sent in it
//! has been taken by whom it was for; a few numbers of each worker are added up on the way, which is all that
//! rounds need to agree on (is anybody left? how many edges are there?).

use grundy::Result;

/// Workers that step together.
pub trait Team {
    /// Which of them this is, from 0.
    fn me(&self) -> usize;

    /// How many they are.
    fn size(&self) -> usize;

    /// Hands a block to another worker, in the step that is under way.
    fn send(&mut self, to: usize, block: Vec<u32>) -> Result<()>;

    /// Ends the step: takes every block that others sent to this worker in it, and gives what everybody tells in
    /// `mine`, which must have the same length everywhere.
    fn step(&mut self, mine: &[u64], take: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<Told>;

    /// How many bytes this worker has sent to others.
    fn sent(&self) -> u64;
}

/// What the workers told each other in a step, in no order.
#[derive(Debug)]
pub struct Told(Vec<Vec<u64>>);

impl Told {
    /// What this worker tells.
    pub fn new(mine: &[u64]) -> Told {
        Told(vec![mine.to_vec()])
    }

    /// What another tells.
    pub fn add(&mut self, theirs: Vec<u64>) {
        self.0.push(theirs);
    }

    /// The same without the first number of each.
    pub(crate) fn without_first(mut self) -> Told {
        self.0.iter_mut().filter(|numbers| !numbers.is_empty()).for_each(|numbers| {
            numbers.remove(0);
        });
        self
    }

    fn each(&self, at: usize) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().map(move |numbers| numbers.get(at).copied().unwrap_or(0))
    }

    /// The sum of what all tell in a place; sums of checksums wrap.
    pub fn sum(&self, at: usize) -> u64 {
        self.each(at).fold(0, u64::wrapping_add)
    }

    /// The largest of what all tell in a place.
    pub fn max(&self, at: usize) -> u64 {
        self.each(at).max().unwrap_or(0)
    }
}

/// A number as two words, the lower half first.
pub(crate) fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number of two such words.
pub(crate) fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// A worker on its own.
#[derive(Debug, Default)]
pub struct Alone;

impl Team for Alone {
    fn me(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn send(&mut self, _: usize, _: Vec<u32>) -> Result<()> {
        Ok(())
    }

    fn step(&mut self, mine: &[u64], _: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<Told> {
        Ok(Told::new(mine))
    }

    fn sent(&self) -> u64 {
        0
    }
}

/// How many words are gathered for a worker before they are sent.
const BLOCK: usize = 1 << 15;
/// Set in a word that tells what the words after it are about. Words are places at the receiver, and these stay below:
/// two or more workers share at most 2^32 vertices.
const TAG: u32 = 1 << 31;

/// Words for others, each under a tag, gathered into blocks.
#[derive(Debug)]
pub struct Outbox {
    blocks: Vec<Vec<u32>>,
    /// The tag that the last words of each block are under.
    tags: Vec<u32>,
}

impl Outbox {
    /// Nothing for anybody of so many workers.
    pub fn new(size: usize) -> Outbox {
        Outbox { blocks: vec![Vec::new(); size], tags: vec![u32::MAX; size] }
    }

    /// A word for a worker.
    #[inline]
    pub fn push(&mut self, team: &mut impl Team, to: usize, tag: u32, word: u32) -> Result<()> {
        let block = &mut self.blocks[to];
        if self.tags[to] != tag {
            self.tags[to] = tag;
            block.push(TAG | tag);
        }
        block.push(word);
        if block.len() >= BLOCK {
            self.tags[to] = u32::MAX;
            let full = std::mem::replace(block, Vec::with_capacity(BLOCK + 2));
            team.send(to, full)?;
        }
        Ok(())
    }

    /// Sends what is left.
    pub fn flush(&mut self, team: &mut impl Team) -> Result<()> {
        self.tags.fill(u32::MAX);
        for (to, block) in self.blocks.iter_mut().enumerate().filter(|(_, block)| !block.is_empty()) {
            team.send(to, std::mem::take(block))?;
        }
        Ok(())
    }
}

/// The words of a block, each with its tag.
pub fn tagged(block: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let mut tag = 0;
    block.iter().filter_map(move |&word| {
        if word & TAG != 0 {
            tag = word & !TAG;
            return None;
        }
        Some((tag, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what is sent.
    #[derive(Default)]
    struct Kept(Vec<(usize, Vec<u32>)>);

    impl Team for Kept {
        fn me(&self) -> usize {
            0
        }
        fn size(&self) -> usize {
            2
        }
        fn send(&mut self, to: usize, block: Vec<u32>) -> Result<()> {
            self.0.push((to, block));
            Ok(())
        }
        fn step(&mut self, mine: &[u64], _: &mut dyn FnMut(&[u32]) -> Result<()>) -> Result<Told> {
            Ok(Told::new(mine))
        }
        fn sent(&self) -> u64 {
            0
        }
    }

    #[test]
    fn what_is_put_into_an_outbox_comes_out_with_its_tags() {
        let (mut team, mut outbox) = (Kept::default(), Outbox::new(2));
        let words: Vec<(u32, u32)> = (0..3 * BLOCK as u32).map(|i| (i / 7 % 5, i)).collect();
        for &(tag, word) in &words {
            outbox.push(&mut team, 1, tag, word).unwrap();
        }
        outbox.flush(&mut team).unwrap();
        outbox.flush(&mut team).unwrap();
        assert!(team.0.iter().all(|(to, block)| *to == 1 && block.len() <= BLOCK + 1));
        let found: Vec<_> = team.0.iter().flat_map(|(_, block)| tagged(block)).collect();
        assert_eq!(found, words);
    }
}

//! The positions of a game that can come up, found breadth first, each kept by the worker that its hash names.
//!
//! The owner of a position numbers it when it is first met. Each round the owners of new positions find
//! their moves and tell the owners of the positions after them, who write down whence they were told: that is the graph
//! of the game, dealt out, with the rows of predecessors that [`retrograde`](crate::retrograde) walks. What a
//! [`Journal`] of an earlier run holds is not looked for again.
//!
//! Complexity: O(V + E) work over all workers besides finding the moves; a position takes its bytes, 13 of the table
//! and 20 more, a move 10 while rows are built and 4 afterwards.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use grundy::{Error, ErrorKind, Result, Work};
use hashbrown::HashTable;

use crate::deal::Deal;
use crate::gather::RowsBuilder;
use crate::journal::Journal;
use crate::share::{Bits, Share};
use crate::sums::{Follow, Sum, Sums, has_several};
use crate::team::Team;

/// How many positions a worker follows in one step.
const STRETCH: usize = 1 << 14;
/// How many words are gathered before they are sent.
const BLOCK: usize = 1 << 15;
/// What a position takes besides its bytes: its end, its place in the table, and what solving takes.
const POSITION: u64 = 48;

/// The hash that decides who owns a position: the same in every process.
fn hash(bytes: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(bytes)
}

/// The positions that a worker owns.
#[derive(Default)]
pub struct Positions {
    bytes: Vec<u8>,
    ends: Vec<u64>,
    table: HashTable<u32>,
}

/// Which of so many workers owns a position.
pub(crate) fn owner(bytes: &[u8], size: usize) -> usize {
    (hash(bytes) % size.max(1) as u64) as usize
}

impl Positions {
    /// The bytes of the position that has a place.
    pub(crate) fn get(&self, place: u32) -> &[u8] {
        let from = (place as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[from as usize..self.ends[place as usize] as usize]
    }

    /// The place of a position, if this worker owns it and it was met.
    pub(crate) fn place(&self, bytes: &[u8]) -> Option<u32> {
        self.find(hash(bytes), bytes)
    }

    /// The same, where its hash is known.
    fn find(&self, key: u64, bytes: &[u8]) -> Option<u32> {
        self.table.find(key, |&place| self.get(place) == bytes).copied()
    }

    /// The place of a position, which is new if it was never met.
    fn meet(&mut self, key: u64, bytes: &[u8]) -> u32 {
        if let Some(known) = self.find(key, bytes) {
            return known;
        }
        let place = self.ends.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len() as u64);
        let (all, ends) = (&self.bytes, &self.ends);
        let hash_of = |&other: &u32| {
            let from = (other as usize).checked_sub(1).map_or(0, |before| ends[before]);
            hash(&all[from as usize..ends[other as usize] as usize])
        };
        self.table.insert_unique(key, place, hash_of);
        place
    }

    fn bytes(&self) -> u64 {
        self.bytes.capacity() as u64 + POSITION * self.ends.len() as u64
    }
}

/// The part of a game that a worker has.
pub struct Explored {
    /// As a graph.
    pub share: Share,
    /// Which of its places without a move are won by the player to move.
    pub won: Bits,
    /// Which of its places are sums of those that they lead to.
    pub added: Bits,
    /// How many positions all workers have met, sums of components that are followed alone not counted.
    pub count: u64,
    /// Where each position is.
    pub positions: Positions,
}

impl Explored {
    /// The place of a sum, if this worker owns it.
    pub fn find(&self, sum: &Sum) -> Option<u32> {
        self.positions.place(&Sums::pack(sum))
    }
}

/// How a game is followed.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// What is followed.
    pub follow: Follow,
    /// Whether the player who cannot move wins.
    pub misere: bool,
}

/// Finds all positions that can come up from some sums. `journal` holds the moves that an earlier run has found, and
/// gets those that are found now.
pub fn explore<T: Team>(
    team: &mut T,
    sums: &mut Sums,
    starts: &[Sum],
    how: How,
    journal: &mut Option<Journal>,
    work: &Work<'_>,
) -> Result<Explored> {
    let deal = Deal::new(team.me(), team.size(), 0);
    let mut explorer = Explorer {
        deal,
        size: team.size() as u64,
        how,
        positions: Positions::default(),
        rows: RowsBuilder::new(None)?,
        degrees: Vec::new(),
        won: Bits::default(),
        added: Bits::default(),
        sums: 0,
        axes: sums.axes(),
        blocks: vec![Vec::new(); team.size()],
        edges: 0,
        work: *work,
    };
    if let Some(journal) = journal {
        explorer.replay(team, sums, journal)?;
    }
    for start in starts {
        let bytes = Sums::pack(start);
        let key = hash(&bytes);
        if explorer.owner(key).is_none() {
            explorer.meet(key, &bytes);
        }
    }
    loop {
        let followed = explorer.follow(team, sums, journal)?;
        if explorer.step(team, followed)? == 0 {
            break;
        }
    }
    if let Some(journal) = journal {
        journal.flush()?;
    }
    explorer.finish(team)
}

/// A limit that was met because the whole game is followed.
fn whole(error: Error) -> Error {
    let message = format!("the whole game is followed: {}", error.message());
    Error::new(error.kind(), message).hint("raise the limit, use more workers, or ask for a smaller position")
}

struct Explorer<'w> {
    deal: Deal,
    size: u64,
    how: How,
    positions: Positions,
    rows: RowsBuilder,
    /// The number of moves of each position that was followed.
    degrees: Vec<u32>,
    won: Bits,
    /// The places of sums whose components are followed alone, and how many there are.
    added: Bits,
    sums: u64,
    /// How many coordinates one component has.
    axes: usize,
    /// What is gathered for each worker.
    blocks: Vec<Vec<u32>>,
    edges: u64,
    work: Work<'w>,
}

impl Explorer<'_> {
    /// Who owns a position, if that is another worker.
    fn owner(&self, key: u64) -> Option<usize> {
        Some((key % self.size) as usize).filter(|&owner| !self.deal.is_me(owner))
    }

    /// The place of a position of ours, which is new if it was never met.
    fn meet(&mut self, key: u64, bytes: &[u8]) -> u32 {
        let known = self.positions.ends.len();
        let place = self.positions.meet(key, bytes);
        if place as usize == known && self.how.follow == Follow::Components && has_several(bytes, self.axes) {
            self.added.insert(place);
            self.sums += 1;
        }
        place
    }

    /// Follows some positions; whether there were any. If there were none anywhere, there are no more.
    fn follow<T: Team>(
        &mut self,
        team: &mut T,
        sums: &mut Sums,
        journal: &mut Option<Journal>,
    ) -> Result<bool> {
        let (first, last) = (self.degrees.len(), self.positions.ends.len());
        let end = last.min(first + STRETCH);
        for place in first as u32..end as u32 {
            let sum = sums.unpack(self.positions.get(place));
            let options: Vec<Vec<u8>> =
                sums.lead_to(&sum, self.how.follow, &self.work)?.iter().map(Sums::pack).collect();
            if let Some(journal) = journal {
                journal.write(self.positions.get(place), &options)?;
            }
            self.count(sums, &sum, options.len())?;
            options.iter().try_for_each(|option| self.lead(team, place, option))?;
        }
        self.afford()?;
        Ok(end > first)
    }

    /// Notes how many moves the next position has, and who wins if it has none.
    fn count(&mut self, sums: &mut Sums, sum: &Sum, options: usize) -> Result<()> {
        if options == 0 && sums.wins_at_end(sum, self.how.misere)? {
            self.won.insert(self.degrees.len() as u32);
        }
        self.degrees.push(options as u32);
        self.edges += options as u64;
        Ok(())
    }

    /// A move leads from a place to a position.
    fn lead<T: Team>(&mut self, team: &mut T, place: u32, to: &[u8]) -> Result<()> {
        let vertex = self.deal.vertex(place) as u32;
        let key = hash(to);
        let Some(owner) = self.owner(key) else {
            let to = self.meet(key, to);
            return self.rows.push(to, vertex);
        };
        let block = &mut self.blocks[owner];
        block.extend([vertex, to.len() as u32]);
        let words = to.chunks(4).map(|four| {
            let mut word = [0; 4];
            word[..four.len()].copy_from_slice(four);
            u32::from_le_bytes(word)
        });
        block.extend(words);
        if block.len() >= BLOCK { team.send(owner, std::mem::take(block)) } else { Ok(()) }
    }

    /// Takes over what an earlier run has found. Positions whose moves are known come first, in the order of the journal.
    fn replay<T: Team>(&mut self, team: &mut T, sums: &mut Sums, journal: &Journal) -> Result<()> {
        journal.read(&mut |position, options| {
            let key = hash(position);
            if self.owner(key).is_none() && self.positions.find(key, position).is_none() {
                self.meet(key, position);
                self.count(sums, &sums.unpack(position), options.len())?;
                self.afford()?;
            }
            Ok(())
        })?;
        let mut next = 0;
        journal.read(&mut |position, options| {
            if self.positions.find(hash(position), position) != Some(next) {
                return Ok(());
            }
            options.iter().try_for_each(|option| self.lead(team, next, option))?;
            next += 1;
            if (next as usize).is_multiple_of(STRETCH) {
                self.step(team, true)?;
            }
            Ok(())
        })?;
        // Others may have more.
        while self.step(team, false)? > 0 {}
        Ok(())
    }

    /// Sends what was gathered and takes what has come; how many workers have more to do.
    fn step<T: Team>(&mut self, team: &mut T, more: bool) -> Result<u64> {
        for to in 0..self.blocks.len() {
            if !self.blocks[to].is_empty() {
                team.send(to, std::mem::take(&mut self.blocks[to]))?;
            }
        }
        let known = self.positions.ends.len() as u64 - self.sums;
        let told = team.step(&[u64::from(more), known], &mut |block| self.take(block))?;
        self.work.limits.allow(told.sum(1), 0).map_err(whole)?;
        self.work.step("positions, breadth first", known, Some(told.sum(1)))?;
        Ok(told.sum(0))
    }

    fn afford(&self) -> Result<()> {
        let bytes = self.positions.bytes().saturating_add(self.rows.bytes());
        if self.positions.ends.len() as u64 * self.size > u64::from(u32::MAX) {
            return Err(Error::new(ErrorKind::Limit, "more than 2^32 positions can come up"));
        }
        self.work.limits.allow_bytes(bytes).map_err(whole)
    }

    /// Takes positions that others came to, each with whence.
    fn take(&mut self, mut block: &[u32]) -> Result<()> {
        while let [vertex, length, rest @ ..] = block {
            let words = (*length as usize).div_ceil(4);
            let Some((packed, after)) = rest.split_at_checked(words) else {
                return Err(Error::new(ErrorKind::Format, "a worker was told half a position"));
            };
            let mut bytes: Vec<u8> = packed.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.truncate(*length as usize);
            let to = self.meet(hash(&bytes), &bytes);
            self.rows.push(to, *vertex)?;
            block = after;
        }
        self.afford()
    }

    fn finish<T: Team>(self, team: &mut T) -> Result<Explored> {
        let mut known = Bits::default();
        (0..self.degrees.len() as u32).for_each(|place| known.insert(place));
        let told = team.step(&[self.degrees.len() as u64, self.edges, self.sums], &mut |_| Ok(()))?;
        let rows = self.rows.finish(self.degrees.len() as u64)?;
        let (vertices, edges) = (told.sum(0), told.sum(1));
        let share = Share { deal: self.deal, degrees: self.degrees, known, rows, vertices, edges, mark: 0 };
        let count = vertices.saturating_sub(told.sum(2));
        Ok(Explored { share, won: self.won, added: self.added, count, positions: self.positions })
    }
}

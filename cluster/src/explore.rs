//! The positions of a game that can come up, found breadth first, each kept by the worker that its hash names.
//!
//! A position is a sum of components: those without a move are left out and the others sorted, so that equal sums are
//! one position, written down as a few bytes. Its owner numbers it when it is first met. Each round the owners of new positions find
//! their moves and tell the owners of the positions after them, who write down whence they were told: that is the graph
//! of the game, dealt out, with the rows of predecessors that [`retrograde`](crate::retrograde) walks. The limits and
//! refusals are those of one machine, except that memory is counted for each worker.
//!
//! Complexity: O(V + E) work over all workers besides finding the moves; a position takes its bytes, 13 of the table
//! and 20 more, a move 10 while rows are built and 4 afterwards.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::ControlFlow;

use grundy::rules::Evaluator;
use grundy::{Error, ErrorKind, Result, Rules, Work};
use hashbrown::HashTable;

use crate::deal::Deal;
use crate::gather::RowsBuilder;
use crate::share::{Bits, Share};
use crate::team::Team;

/// How many choices may be looked at to find the moves of one component, as on one machine.
const MOST_CHOICES: u64 = 1 << 22;
/// How many components a sum may have, as on one machine.
const WIDEST: usize = 1 << 16;
/// How many positions a worker follows in one step.
const STRETCH: usize = 1 << 14;
/// How many words are gathered before they are sent.
const BLOCK: usize = 1 << 15;
/// What a position takes besides its bytes: its end, its place in the table, and what solving takes.
const POSITION: u64 = 48;

/// The sums of a game: what each leads to.
pub struct Sums<'r> {
    rules: &'r Rules,
    evaluator: Evaluator,
    axes: usize,
    /// Whether components without moves are part of a sum: they are where the final position decides.
    keep_finished: bool,
}

/// A sum: the coordinates of its components, one after the other, in order.
pub type Sum = Vec<Vec<i64>>;

impl<'r> Sums<'r> {
    /// Of rules whose games are won or lost by their ends.
    pub fn new(rules: &'r Rules, work: &Work<'_>) -> Result<Sums<'r>> {
        let form = rules.form();
        if form.scores() {
            let message = "scores decide this game, and workers find out who wins";
            return Err(Error::new(ErrorKind::Unsupported, message).hint("leave out the workers"));
        }
        let evaluator = Evaluator::new(form.clone(), work.limits.positions.min(MOST_CHOICES));
        Ok(Sums {
            rules,
            evaluator,
            axes: form.axes.len().max(1),
            keep_finished: form.ending.win_if.is_some(),
        })
    }

    fn can_move(&mut self, place: &[i64], work: &Work<'_>) -> Result<bool> {
        Ok(self.evaluator.options_until(place, work, &mut |_| Ok(ControlFlow::Break(())))?.is_break())
    }

    /// The form that all equal sums share.
    pub fn canonical(&mut self, mut sum: Sum, work: &Work<'_>) -> Result<Sum> {
        if !self.keep_finished {
            let mut kept = Vec::with_capacity(sum.len());
            for place in sum {
                if self.can_move(&place, work)? {
                    kept.push(place);
                }
            }
            sum = kept;
        }
        if sum.len() > WIDEST {
            let message = format!("a sum of {} components is too wide", sum.len());
            return Err(Error::new(ErrorKind::Limit, message));
        }
        sum.sort_unstable();
        Ok(sum)
    }

    /// What a sum leads to, each once, in order.
    pub fn options(&mut self, sum: &Sum, work: &Work<'_>) -> Result<Vec<Sum>> {
        let mut found = Vec::new();
        for (at, place) in sum.iter().enumerate() {
            // Equal components have equal moves; sorted, they stand together.
            if at > 0 && *place == sum[at - 1] {
                continue;
            }
            let axes = self.axes;
            let mut moves: Vec<Sum> = Vec::new();
            self.evaluator.options(place, work, &mut |option| {
                let total = option.counts.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
                if total > WIDEST as u64 {
                    return Err(Error::new(ErrorKind::Limit, format!("a move leads to {total} components")));
                }
                let parts = option.places.chunks_exact(axes).zip(option.counts);
                moves.push(parts.flat_map(|(part, &count)| vec![part.to_vec(); count as usize]).collect());
                Ok(())
            })?;
            for mut to in moves {
                to.extend(sum.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, other)| other.clone()));
                found.push(self.canonical(to, work)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Whether the player to move wins where the game is over.
    fn wins_at_end(&mut self, sum: &Sum, misere: bool) -> Result<bool> {
        match &sum[..] {
            [only] if self.keep_finished => Ok(self.evaluator.wins_at_end(only)?.unwrap_or(false)),
            _ => Ok(misere && !self.keep_finished),
        }
    }

    /// A sum as people read it.
    pub fn show(&self, sum: &Sum) -> String {
        match sum.is_empty() {
            true => "nothing".into(),
            false => {
                sum.iter().map(|place| self.rules.show(place).to_string()).collect::<Vec<_>>().join(" + ")
            }
        }
    }

    /// A sum in few bytes: each coordinate in seven bits a byte, its sign in the lowest.
    fn pack(sum: &Sum) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &coordinate in sum.iter().flatten() {
            let mut rest = (coordinate << 1 ^ coordinate >> 63) as u64;
            while rest >= 0x80 {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes
    }

    fn unpack(&self, bytes: &[u8]) -> Sum {
        let mut coordinates = Vec::new();
        let (mut number, mut shift) = (0u64, 0);
        for &byte in bytes {
            number |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte & 0x80 == 0 {
                coordinates.push((number >> 1) as i64 ^ -((number & 1) as i64));
                (number, shift) = (0, 0);
            }
        }
        coordinates.chunks(self.axes).map(<[i64]>::to_vec).collect()
    }
}

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

impl Positions {
    fn get(&self, place: u32) -> &[u8] {
        let from = (place as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[from as usize..self.ends[place as usize] as usize]
    }

    /// The place of a position, if it was met.
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
    positions: Positions,
}

impl Explored {
    /// The place of a sum, if this worker owns it.
    pub fn find(&self, sum: &Sum) -> Option<u32> {
        let bytes = Sums::pack(sum);
        self.positions.find(hash(&bytes), &bytes)
    }
}

/// Finds all positions that can come up from a sum.
pub fn explore<T: Team>(
    team: &mut T,
    sums: &mut Sums<'_>,
    start: &Sum,
    misere: bool,
    work: &Work<'_>,
) -> Result<Explored> {
    let deal = Deal::new(team.me(), team.size(), 0);
    let mut explorer = Explorer {
        deal,
        size: team.size() as u64,
        positions: Positions::default(),
        rows: RowsBuilder::new(None)?,
        degrees: Vec::new(),
        won: Bits::default(),
        work: *work,
    };
    let bytes = Sums::pack(start);
    let key = hash(&bytes);
    if deal.is_me((key % explorer.size) as usize) {
        explorer.positions.meet(key, &bytes);
    }
    let mut edges = 0;
    loop {
        let (sent, more) = explorer.follow(team, sums, misere)?;
        edges += sent;
        let known = explorer.positions.ends.len() as u64;
        let told = team.step(&[u64::from(more), known, edges], &mut |block| explorer.take(block))?;
        work.limits.allow(told.sum(1), 0).map_err(whole)?;
        work.step("positions, breadth first", known, Some(told.sum(1)))?;
        let unseen = explorer.positions.ends.len() > explorer.degrees.len();
        if team.step(&[u64::from(unseen)], &mut |_| Ok(()))?.sum(0) == 0 {
            return explorer.finish(team, edges);
        }
    }
}

/// A limit that was met because the whole game is followed.
fn whole(error: Error) -> Error {
    let message = format!("the whole game is followed: {}", error.message());
    Error::new(error.kind(), message).hint("raise the limit, use more workers, or ask for a smaller position")
}

struct Explorer<'w> {
    deal: Deal,
    size: u64,
    positions: Positions,
    rows: RowsBuilder,
    /// The number of moves of each position that was followed.
    degrees: Vec<u32>,
    won: Bits,
    work: Work<'w>,
}

impl Explorer<'_> {
    /// Follows some positions; how many moves that were, and whether there are more to follow.
    fn follow<T: Team>(&mut self, team: &mut T, sums: &mut Sums<'_>, misere: bool) -> Result<(u64, bool)> {
        let mut blocks: Vec<Vec<u32>> = vec![Vec::new(); team.size()];
        let (first, last) = (self.degrees.len(), self.positions.ends.len());
        let end = last.min(first + STRETCH);
        let mut moves = 0;
        for place in first as u32..end as u32 {
            let sum = sums.unpack(self.positions.get(place));
            let options = sums.options(&sum, &self.work)?;
            let vertex = self.deal.vertex(place) as u32;
            if options.is_empty() && sums.wins_at_end(&sum, misere)? {
                self.won.insert(place);
            }
            self.degrees.push(options.len() as u32);
            moves += options.len() as u64;
            for option in &options {
                let bytes = Sums::pack(option);
                let key = hash(&bytes);
                let owner = (key % self.size) as usize;
                if self.deal.is_me(owner) {
                    let to = self.positions.meet(key, &bytes);
                    self.rows.push(to, vertex)?;
                    continue;
                }
                let block = &mut blocks[owner];
                block.extend([vertex, bytes.len() as u32]);
                let words = bytes.chunks(4).map(|four| {
                    let mut word = [0; 4];
                    word[..four.len()].copy_from_slice(four);
                    u32::from_le_bytes(word)
                });
                block.extend(words);
                if block.len() >= BLOCK {
                    team.send(owner, std::mem::take(block))?;
                }
            }
        }
        for (to, block) in blocks.into_iter().enumerate().filter(|(_, block)| !block.is_empty()) {
            team.send(to, block)?;
        }
        self.afford()?;
        Ok((moves, end < last))
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
            let to = self.positions.meet(hash(&bytes), &bytes);
            self.rows.push(to, *vertex)?;
            block = after;
        }
        self.afford()
    }

    fn finish<T: Team>(self, team: &mut T, edges: u64) -> Result<Explored> {
        let mut known = Bits::default();
        (0..self.degrees.len() as u32).for_each(|place| known.insert(place));
        let told = team.step(&[self.degrees.len() as u64, edges], &mut |_| Ok(()))?;
        let rows = self.rows.finish(self.degrees.len() as u64)?;
        let (vertices, edges) = (told.sum(0), told.sum(1));
        let share = Share { deal: self.deal, degrees: self.degrees, known, rows, vertices, edges, mark: 0 };
        Ok(Explored { share, won: self.won, positions: self.positions })
    }
}

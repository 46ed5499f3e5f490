//! Reading a graph together: each worker reads a share of the file and hands edges to the owners of their ends.
//!
//! The owner of `v` gets `u` for its row of predecessors, the owner of `u` counts its moves; moves from one vertex that
//! follow each other in the file are counted by the reader and sent as one number. After each few megabytes all step
//! together, so that what is under way stays small. Complexity: 8 to 12 bytes an edge over the wire.

use std::ops::Range;
use std::path::{Path, PathBuf};

use grundy::formats::numbered_lines;
use grundy::{Error, ErrorKind, Result, Work};

use crate::deal::Deal;
use crate::gather::RowsBuilder;
use crate::input::{GrgRows, Input, Lines, cut};
use crate::retrograde::REMOTENESS;
use crate::share::{Bits, Share};
use crate::team::Team;

/// What is in a block.
const ARCS: u32 = 0;
const ONCE: u32 = 1;
const OFTEN: u32 = 2;
const ALONE: u32 = 3;
const KINDS: usize = 4;

/// How many words are gathered before they are sent.
const BLOCK: usize = 1 << 15;
/// How many edges of a binary file are read in one step.
const STRETCH: u64 = 1 << 20;
/// What a place takes while the graph is loaded and solved: degree, word, level, row start, and a few bits.
const PLACE: u64 = 20;

/// Reads the share of this worker and gives away what others own.
pub fn load<T: Team>(
    team: &mut T,
    input: &Input,
    deal: Deal,
    folder: Option<&Path>,
    work: &Work<'_>,
) -> Result<Share> {
    let mut loader = Loader {
        blocks: vec![Vec::new(); KINDS * team.size()],
        taken: Taken {
            deal,
            degrees: Vec::new(),
            known: Bits::default(),
            rows: RowsBuilder::new(folder)?,
            work: *work,
            mark: 0,
        },
        run: None,
        largest: None,
        edges: 0,
        bytes: 0,
        total: input.bytes(),
    };
    match input {
        Input::Edges(parts) => {
            let share = cut(parts.iter().map(|part| part.bytes()).sum(), team.me(), team.size());
            let mut before = 0;
            let mut mine = Vec::new();
            for part in parts {
                let (from, to) = (before.max(share.start), share.end.min(before + part.bytes()));
                if from < to {
                    mine.push(Lines::open(part, from - before..to - before)?);
                }
                before += part.bytes();
            }
            loader.lines(team, mine)?;
        }
        Input::Grg(path) => loader.file(team, &mut GrgRows::open(path)?)?,
        Input::GrgParts(paths) => loader.files(team, paths)?,
    }
    loader.finish(team)
}

/// What has arrived at this worker.
struct Taken<'w> {
    deal: Deal,
    degrees: Vec<u32>,
    known: Bits,
    rows: RowsBuilder,
    work: Work<'w>,
    mark: u64,
}

impl Taken<'_> {
    fn take(&mut self, kind: u32, words: &[u32]) -> Result<()> {
        match kind {
            ARCS => words.chunks_exact(2).try_for_each(|arc| self.arc(arc[0], arc[1])),
            ONCE => words.iter().try_for_each(|&place| self.moves(place, 1)),
            OFTEN => words.chunks_exact(2).try_for_each(|run| self.moves(run[0], run[1])),
            _ => words.iter().try_for_each(|&place| self.mention(place)),
        }
    }

    fn mention(&mut self, place: u32) -> Result<()> {
        if place as usize >= self.degrees.len() {
            let wanted = (place as usize + 1).max(self.degrees.len() + self.degrees.len() / 4);
            self.work
                .limits
                .allow_bytes((wanted as u64).saturating_mul(PLACE).saturating_add(self.rows.bytes()))?;
            self.degrees.resize(wanted, 0);
        }
        self.known.insert(place);
        Ok(())
    }

    #[inline]
    fn arc(&mut self, place: u32, from: u32) -> Result<()> {
        if !self.known.has(place) {
            self.mention(place)?;
        }
        self.mark = self.mark.wrapping_add(mixed(self.deal.vertex(place) << 32 | u64::from(from)));
        self.rows.push(place, from)
    }

    #[inline]
    fn moves(&mut self, place: u32, count: u32) -> Result<()> {
        if !self.known.has(place) {
            self.mention(place)?;
        }
        let degree = &mut self.degrees[place as usize];
        *degree = degree.saturating_add(count);
        match *degree <= REMOTENESS {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::Limit, format!("a vertex has more than {REMOTENESS} moves"))),
        }
    }
}

/// A number in which every bit depends on every bit of the given one (Steele, Lea and Flood 2014).
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

struct Loader<'w> {
    /// For each worker and each kind; the kind stands before the words.
    blocks: Vec<Vec<u32>>,
    taken: Taken<'w>,
    /// The vertex that the last edges came from, and how many these were.
    run: Option<(u32, u32)>,
    largest: Option<u32>,
    edges: u64,
    /// How much was read, of how much by all.
    bytes: u64,
    total: u64,
}

impl Loader<'_> {
    fn lines<T: Team>(&mut self, team: &mut T, mine: Vec<Lines>) -> Result<()> {
        for mut lines in mine {
            while let Some((at, text)) = lines.more()? {
                let read = numbered_lines(&text).map_err(|error| {
                    let place = format!("{}, behind byte {at}", lines.path().display());
                    Error::new(error.kind(), format!("{place}: {}", error.message()))
                        .hint("workers read numbers; save the graph as .grg with `--save`, or leave out the workers")
                })?;
                for (u, v) in read.edges {
                    self.edge(team, u.0, v.0)?;
                }
                for v in read.alone {
                    self.largest = self.largest.max(Some(v));
                    self.hand(team, ALONE, v, None)?;
                }
                self.step(team, text.len() as u64, true)?;
            }
        }
        self.ended(team)
    }

    /// Reads some rows of a graph whose vertices are numbered without gaps.
    fn file<T: Team>(&mut self, team: &mut T, file: &mut GrgRows) -> Result<()> {
        let all = file.layout.vertices;
        if all > u64::from(u32::MAX) {
            return Err(Error::new(ErrorKind::Limit, format!("a graph of {all} vertices is too large")));
        }
        self.largest = (all as u32).checked_sub(1);
        // Vertices without edges are told by nobody.
        (0..self.taken.deal.places(all) as u32).try_for_each(|place| self.taken.mention(place))?;
        let share = cut(all, team.me(), team.size());
        self.rows(team, file, share, &|index| index as u32)?;
        self.ended(team)
    }

    /// Reads some rows of graphs that are parts of one, whose vertices are told by number.
    fn files<T: Team>(&mut self, team: &mut T, paths: &[PathBuf]) -> Result<()> {
        let mut files = paths.iter().map(|path| GrgRows::open(path)).collect::<Result<Vec<_>>>()?;
        let share = cut(files.iter().map(|file| file.layout.vertices).sum(), team.me(), team.size());
        let mut before = 0;
        for file in &mut files {
            let all = file.layout.vertices;
            let (from, to) = (before.max(share.start), share.end.min(before + all));
            before += all;
            if from >= to {
                continue;
            }
            let mine = from + all - before..to + all - before;
            let held = self.taken.rows.bytes().saturating_add(4 * all);
            self.taken.work.limits.allow_bytes(held)?;
            let numbers = file.numbers(0..all)?;
            let name = |index: u64| numbers.as_ref().map_or(index as u32, |numbers| numbers[index as usize]);
            for index in mine.clone() {
                self.largest = self.largest.max(Some(name(index)));
                self.hand(team, ALONE, name(index), None)?;
            }
            self.rows(team, file, mine, &name)?;
        }
        self.ended(team)
    }

    /// Reads the rows of some vertices, whose numbers are told by their index.
    fn rows<T: Team>(
        &mut self,
        team: &mut T,
        file: &mut GrgRows,
        share: Range<u64>,
        name: &impl Fn(u64) -> u32,
    ) -> Result<()> {
        let mut from = share.start;
        while from < share.end {
            let some = from..share.end.min(from + STRETCH);
            let starts = file.starts(some.clone())?;
            let mut row = 0;
            while row + 1 < starts.len() {
                // Some rows at a time, and a very long one in stretches.
                let wanted = starts[row] + STRETCH;
                let next = starts.partition_point(|&start| start <= wanted).saturating_sub(1).max(row + 1);
                let (mut at, end) = (starts[row], starts[next]);
                while at < end {
                    let until = end.min(at + STRETCH);
                    for v in file.followers(at..until)? {
                        while starts[row + 1] <= at {
                            row += 1;
                        }
                        self.edge(team, name(from + row as u64), name(u64::from(v)))?;
                        at += 1;
                    }
                    self.step(team, 4 * STRETCH, true)?;
                }
                row = next;
            }
            from = some.end;
        }
        Ok(())
    }

    #[inline]
    fn edge<T: Team>(&mut self, team: &mut T, u: u32, v: u32) -> Result<()> {
        self.edges += 1;
        self.largest = self.largest.max(Some(u.max(v)));
        match &mut self.run {
            Some((from, count)) if *from == u && *count < REMOTENESS => *count += 1,
            _ => {
                self.end_run(team)?;
                self.run = Some((u, 1));
            }
        }
        self.hand(team, ARCS, v, Some(u))
    }

    fn end_run<T: Team>(&mut self, team: &mut T) -> Result<()> {
        match self.run.take() {
            Some((u, 1)) => self.hand(team, ONCE, u, None),
            Some((u, count)) => self.hand(team, OFTEN, u, Some(count)),
            None => Ok(()),
        }
    }

    /// Hands something about a vertex to its owner.
    #[inline]
    fn hand<T: Team>(&mut self, team: &mut T, kind: u32, vertex: u32, more: Option<u32>) -> Result<()> {
        let (owner, place) = self.taken.deal.place(vertex);
        if self.taken.deal.is_me(owner) {
            return match (kind, more) {
                (ARCS, Some(from)) => self.taken.arc(place, from),
                (ALONE, _) => self.taken.mention(place),
                (_, count) => self.taken.moves(place, count.unwrap_or(1)),
            };
        }
        let block = &mut self.blocks[KINDS * owner + kind as usize];
        if block.is_empty() {
            block.push(kind);
        }
        block.push(place);
        block.extend(more);
        if block.len() >= BLOCK {
            let full = std::mem::replace(block, Vec::with_capacity(BLOCK + 2));
            team.send(owner, full)?;
        }
        Ok(())
    }

    /// Sends what was gathered and takes what has come; whether anybody has more to read.
    fn step<T: Team>(&mut self, team: &mut T, bytes: u64, more: bool) -> Result<bool> {
        self.end_run(team)?;
        for (i, block) in self.blocks.iter_mut().enumerate().filter(|(_, block)| !block.is_empty()) {
            team.send(i / KINDS, std::mem::take(block))?;
        }
        let taken = &mut self.taken;
        let told = team.step(&[u64::from(more)], &mut |block| match block.split_first() {
            Some((&kind, words)) => taken.take(kind, words),
            None => Ok(()),
        })?;
        self.bytes += bytes;
        let held = self.taken.rows.bytes().saturating_add(PLACE * self.taken.degrees.len() as u64);
        self.taken.work.limits.allow_bytes(held)?;
        self.taken.work.step("bytes read", self.bytes, Some(self.total))?;
        Ok(told.sum(0) > 0)
    }

    /// Goes on stepping until all have read their share.
    fn ended<T: Team>(&mut self, team: &mut T) -> Result<()> {
        while self.step(team, 0, false)? {}
        Ok(())
    }

    fn finish<T: Team>(self, team: &mut T) -> Result<Share> {
        let Taken { deal, mut degrees, known, rows, work, mark } = self.taken;
        let count = self.largest.map_or(0, |largest| u64::from(largest) + 1);
        let told = team.step(&[count, known.count(), self.edges, mark], &mut |_| Ok(()))?;
        let (numbers, vertices, edges) = (told.max(0), told.sum(1), told.sum(2));
        work.limits.allow(vertices, 0)?;
        let places = deal.places(numbers);
        degrees.resize(places as usize, 0);
        let rows = rows.finish(places)?;
        Ok(Share { deal, degrees, known, rows, vertices, edges, mark: told.sum(3) })
    }
}

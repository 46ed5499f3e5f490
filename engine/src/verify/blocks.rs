//! The rare/common loop of the checker for long segments: common heaps, a block at a time.
//!
//! Far enough out all heaps are common, so the common values that a heap cannot have come from takes and from splits with one of the
//! few rare parts: from the values of heaps at fixed distances, each changed by a fixed exclusive or. With a value as a word
//! that has one bit, such a change swaps groups of bits, and many heaps are done by the same few instructions. The heaps
//! nearest to each other are left to a loop over single heaps. The value is the least common one left, if every rare value below it is the value of an
//! option; those are looked for in a block that has its values, first among some small parts for all heaps together, then
//! among all parts up to the bound for the heaps that are left.
//!
//! Values are *packed*: within one class the lowest bit of the mask follows from the others and is left out, which keeps
//! exclusive or.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use super::values::{Octal, Rare};
use super::{Refused, reject};
use crate::meter::Meter;

/// A set of packed values, a bit each.
pub(super) trait Word:
    Copy
    + Default
    + PartialEq
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    /// For each bit of a number below `BITS`: the numbers that do not have it.
    const WITHOUT: [Self; 6];
    const ONE: Self;

    fn trailing_ones(self) -> u32;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const WITHOUT: [$word; 6] = [
                0x5555_5555_5555_5555u64 as $word,
                0x3333_3333_3333_3333u64 as $word,
                0x0F0F_0F0F_0F0F_0F0Fu64 as $word,
                0x00FF_00FF_00FF_00FFu64 as $word,
                0x0000_FFFF_0000_FFFFu64 as $word,
                0x0000_0000_FFFF_FFFFu64 as $word,
            ];
            const ONE: $word = 1;

            fn trailing_ones(self) -> u32 {
                <$word>::trailing_ones(self)
            }
        }
    };
}

word!(u16);
word!(u32);
word!(u64);

const FITS: &str = "values are below 64, but for the bit that their class determines";

/// How many heaps have their far options marked together, and their rare values looked for.
const BLOCK: usize = 1024;
/// The same for options nearer than a block, and for those nearer than that.
const MIDDLE: usize = 64;
const SMALL: usize = 8;
/// How many small parts are tried for all heaps of a block together.
const HELPERS: usize = 192;
/// With this many heaps left they are looked at one by one.
const FEW: usize = BLOCK / 32;

/// What all segments have in common: the game far out, where all heaps are common.
pub(super) struct FarOut {
    class: Rare,
    /// The options of common value: how far below the other part is, and what its packed value is changed by.
    terms: Vec<(usize, u8)>,
    /// Options of rare value: takes and splits with a common part up to the bound.
    witnesses: Vec<(usize, u8)>,
    /// The longest of these distances.
    window: usize,
}

impl FarOut {
    /// For heaps beyond all rare ones, which are below `bound`; `values` are those of the first heaps, at least up to the bound.
    pub(super) fn new(game: &Octal, class: Rare, values: &[u16], bound: usize) -> Result<FarOut, Refused> {
        let (mut terms, mut witnesses) = (Vec::new(), Vec::new());
        for &t in &game.to_one {
            let keeps = class.parity.is_none() || t.is_multiple_of(2);
            if keeps { &mut terms } else { &mut witnesses }.push((t, 0));
        }
        let parts = values.iter().copied().enumerate().take(bound + 1).skip(game.least_part);
        for (part, value) in parts {
            let add = u8::try_from(class.pack(value)).ok().filter(|&add| u32::from(add) < u64::BITS);
            let Some(add) = add else {
                return reject(FITS, format!("heap {part}"));
            };
            let list = if class.is_rare(value, part) { &mut terms } else { &mut witnesses };
            list.extend(game.to_two.iter().map(|t| (t + part, add)));
        }
        for list in [&mut terms, &mut witnesses] {
            list.sort_unstable();
            list.dedup();
        }
        Ok(FarOut { class, terms, witnesses, window: bound + game.most_removed })
    }

    /// Checks all heaps from behind `before`, the values of the heaps before heap `at`, up to heap `to`, and returns their last `keep` values, or
    /// all if there are fewer. At least a window lies before.
    pub(super) fn run(
        &self,
        before: &[u16],
        at: u64,
        to: u64,
        keep: usize,
        meter: &Meter<'_>,
    ) -> Result<Vec<u16>, Refused> {
        let before = &before[before.len() - self.window..];
        let largest = before.iter().map(|&v| self.class.pack(v)).max().unwrap_or(0);
        let most = self.terms.iter().chain(&self.witnesses).map(|term| term.1).max().unwrap_or(0);
        let least_bits = u32::from(largest.max(most.into())) + 1;
        if least_bits > u64::BITS {
            return reject(FITS, format!("before heap {at}"));
        }
        let segment = Segment { before, at, to, keep };
        // Where a value does not fit, the segment begins again with wider words.
        if least_bits <= u16::BITS
            && let Some(values) = Run::<u16>::new(self, &segment).values(&segment, meter)?
        {
            return Ok(values);
        }
        if least_bits <= u32::BITS
            && let Some(values) = Run::<u32>::new(self, &segment).values(&segment, meter)?
        {
            return Ok(values);
        }
        let values = Run::<u64>::new(self, &segment).values(&segment, meter)?;
        values.map_or_else(|| reject(FITS, format!("between heaps {at} and {to}")), Ok)
    }

    /// The bytes that a run takes.
    pub(super) fn bytes(&self, keep: usize) -> u64 {
        (capacity(self.window, keep) as u64) * (1 + u64::from(u64::BITS / 8))
            + self.witnesses.len() as u64 * 2 * size_of::<(usize, u8)>() as u64
    }
}

/// The heaps from `at` to `to`, what lies before them, and how much of their end is asked for.
struct Segment<'a> {
    before: &'a [u16],
    at: u64,
    to: u64,
    keep: usize,
}

/// How many heaps are held: the oldest go when there are so many.
fn capacity(window: usize, keep: usize) -> usize {
    4 * window.max(keep) + 64 * BLOCK
}

struct Run<'a, W> {
    far_out: &'a FarOut,
    /// The terms of each level, and the helpers, by what they add.
    far: Vec<Group>,
    middle: Vec<Group>,
    small: Vec<Group>,
    single: Vec<(usize, u8)>,
    helpers: Vec<Group>,
    /// For heaps of each parity, by the packed value: the rare values below it.
    below: [Vec<W>; 2],
    /// The packed values of the last heaps, and the sets of one value that they are.
    cells: Vec<u8>,
    sets: Vec<W>,
    /// The heap of the first of them.
    base: u64,
}

/// Distances of options that add the same.
struct Group {
    add: u8,
    distances: Vec<usize>,
}

impl Group {
    fn by_add(terms: impl Iterator<Item = (usize, u8)>) -> Vec<Group> {
        let mut terms: Vec<(u8, usize)> = terms.map(|(distance, add)| (add, distance)).collect();
        terms.sort_unstable();
        let groups = terms.chunk_by(|a, b| a.0 == b.0);
        groups
            .map(|group| Group { add: group[0].0, distances: group.iter().map(|t| t.1).collect() })
            .collect()
    }

    /// The values of the options of `L` heaps from index `at` on.
    #[inline(always)]
    fn options<W: Word, const L: usize>(&self, sets: &[W], at: usize) -> [W; L] {
        let mut all = [W::default(); L];
        for &distance in &self.distances {
            // A window lies before every heap, so this is always there.
            let Some(part) = sets[at - distance..].first_chunk::<L>() else { continue };
            for (all, &part) in all.iter_mut().zip(part) {
                *all = *all | part;
            }
        }
        for bit in (0..6).filter(|bit| self.add >> bit & 1 == 1) {
            let (without, by) = (W::WITHOUT[bit], 1 << bit);
            for set in &mut all {
                *set = (*set & without) << by | *set >> by & without;
            }
        }
        all
    }
}

impl<'a, W: Word> Run<'a, W> {
    fn new(far_out: &'a FarOut, segment: &Segment<'_>) -> Run<'a, W> {
        let level = |least: usize, end: usize| {
            far_out.terms.iter().copied().filter(move |term| (least..end).contains(&term.0))
        };
        let class = far_out.class;
        let below = [0, 1].map(|parity| {
            let rare = |u: u32| class.unpack(u, parity, true);
            let less = |c: u32| {
                let limit = class.unpack(c, parity, false);
                let under = (0..W::BITS).filter(|&u| rare(u) < limit);
                under.fold(W::default(), |set, u| set | W::ONE << u)
            };
            (0..W::BITS).map(less).collect()
        });
        let cells: Vec<u8> = segment.before.iter().map(|&v| class.pack(v) as u8).collect();
        Run {
            far_out,
            far: Group::by_add(level(BLOCK, usize::MAX)),
            middle: Group::by_add(level(MIDDLE, BLOCK)),
            small: Group::by_add(level(SMALL, MIDDLE)),
            single: level(0, SMALL).collect(),
            helpers: Group::by_add(far_out.witnesses.iter().copied().take(HELPERS)),
            below,
            sets: cells.iter().map(|&c| W::ONE << u32::from(c)).collect(),
            cells,
            base: segment.at - segment.before.len() as u64,
        }
    }

    /// The last values of the segment; `None` if a value does not fit.
    fn values(mut self, segment: &Segment<'_>, meter: &Meter<'_>) -> Result<Option<Vec<u16>>, Refused> {
        let keep = self.far_out.window.max(segment.keep);
        let most = capacity(self.far_out.window, segment.keep);
        let mut n = segment.at;
        while n < segment.to {
            let count = (segment.to - n).min(BLOCK as u64) as usize;
            if self.cells.len() + BLOCK > most {
                self.forget(keep);
            }
            if !self.block(count) {
                return Ok(None);
            }
            self.witnessed(n, count)?;
            n += count as u64;
            // A heap takes some twenty nanoseconds.
            meter.pass_to(
                16 * count as u64,
                (n - segment.at) as usize,
                (segment.to - segment.at) as usize,
            )?;
        }
        let from = self.cells.len() - segment.keep.min((segment.to - segment.at) as usize);
        let value = |i: usize| {
            let heap = self.base + i as u64;
            self.far_out.class.unpack(self.cells[i].into(), heap as usize % 2, false) as u16
        };
        Ok(Some((from..self.cells.len()).map(value).collect()))
    }

    fn forget(&mut self, keep: usize) {
        let gone = self.cells.len() - keep;
        self.cells.drain(..gone);
        self.sets.drain(..gone);
        self.base += gone as u64;
    }

    /// Adds the next `count` heaps, with the least common value that is left; false if one does not fit.
    fn block(&mut self, count: usize) -> bool {
        let start = self.cells.len();
        self.sets.resize(start + BLOCK, W::default());
        let mut excluded = [W::default(); BLOCK];
        mark::<W, BLOCK>(&mut excluded, &self.far, &self.sets, start);
        for middle in (0..count).step_by(MIDDLE) {
            mark::<W, MIDDLE>(&mut excluded[middle..], &self.middle, &self.sets, start + middle);
            for small in (middle..count.min(middle + MIDDLE)).step_by(SMALL) {
                mark::<W, SMALL>(&mut excluded[small..], &self.small, &self.sets, start + small);
                for (i, &excluded) in excluded.iter().enumerate().take(count.min(small + SMALL)).skip(small) {
                    let mut set = excluded;
                    for &(distance, add) in &self.single {
                        set = set | W::ONE << u32::from(self.cells[start + i - distance] ^ add);
                    }
                    let value = set.trailing_ones();
                    if value >= W::BITS {
                        return false;
                    }
                    self.cells.push(value as u8);
                    self.sets[start + i] = W::ONE << value;
                }
            }
        }
        self.sets.truncate(start + count);
        true
    }

    /// Checks that every rare value below that of a heap is the value of an option, for the last `count` heaps; `n` is the first of them.
    fn witnessed(&mut self, n: u64, count: usize) -> Result<(), Refused> {
        let start = self.cells.len() - count;
        let parity = |i: usize| ((n + i as u64) % 2) as usize;
        let mut open = [W::default(); BLOCK];
        for (i, open) in open.iter_mut().enumerate().take(count) {
            *open = self.below[parity(i)][usize::from(self.cells[start + i])];
        }
        // The helpers look at whole blocks; what lies behind the last heap is not open.
        self.sets.resize(start + BLOCK, W::default());
        for group in &self.helpers {
            let options = group.options::<W, BLOCK>(&self.sets, start);
            for (open, option) in open.iter_mut().zip(options) {
                *open = *open & !option;
            }
            if open.iter().filter(|open| **open != W::default()).count() <= FEW {
                break;
            }
        }
        self.sets.truncate(start + count);
        for (i, mut left) in open.into_iter().enumerate().take(count) {
            for &(distance, add) in &self.far_out.witnesses {
                if left == W::default() {
                    break;
                }
                left = left & !(W::ONE << u32::from(self.cells[start + i - distance] ^ add));
            }
            if left != W::default() {
                let heap = n + i as u64;
                return reject(
                    "every rare value has a witness within the bound",
                    format!("heap {heap} needs more"),
                );
            }
        }
        Ok(())
    }
}

/// Marks what the options of `L` heaps have.
#[inline(always)]
fn mark<W: Word, const L: usize>(excluded: &mut [W], groups: &[Group], sets: &[W], at: usize) {
    let Some(excluded) = excluded.first_chunk_mut::<L>() else { return };
    for group in groups {
        let options = group.options::<W, L>(sets, at);
        for (excluded, option) in excluded.iter_mut().zip(options) {
            *excluded = *excluded | option;
        }
    }
}

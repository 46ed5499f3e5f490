//! The textbook rare/common loop, with sets of values as words of bits.
//!
//! It is exact for any class that adds up: an option of common value has a rare part, so the common values that a heap cannot
//! have are those of takes and of splits with a rare part; rare values below the least common one left are looked for among
//! all pairs. Without a class everything is rare, and the loop is the definition.

use std::ops::Range;

use super::values::{Octal, Rare};
use super::{Refused, reject};
use crate::meter::Meter;

/// What the loop found.
#[derive(Default)]
pub(super) struct Table {
    pub(super) values: Vec<u16>,
    /// The rare heaps from 1 on; none without a class.
    pub(super) rares: Vec<(u64, u16)>,
    /// The first watched heap with a rare value below its own that no take and no split with a part up to the bound has.
    pub(super) unwitnessed: Option<usize>,
}

/// Heaps whose rare values must have witnesses among the parts up to a bound.
pub(super) struct Watched {
    pub(super) heaps: Range<usize>,
    pub(super) bound: usize,
}

/// The values of heaps `0..len`.
pub(super) fn octal(
    game: &Octal,
    class: Option<Rare>,
    len: usize,
    watched: &Watched,
    meter: &Meter<'_>,
) -> Result<Table, Refused> {
    // The length is a stranger's word: the table grows as it is computed, and no faster.
    meter.hold(table_bytes(len, 0))?;
    let mut run = Run { game, class, watched, meter, len, table: Table::default() };
    // Nearly all values are small; where one is not, wider sets go on behind it.
    let done = run.extend::<1>()? || run.extend::<4>()? || run.extend::<32>()? || run.extend::<1024>()?;
    match done {
        true => Ok(run.table),
        false => reject("values fit in 16 bits", format!("heap {}", run.table.values.len())),
    }
}

/// What a table takes: each value, and each rare heap with its value.
fn table_bytes(len: usize, rares: usize) -> u64 {
    (len as u64 * size_of::<u16>() as u64).saturating_add(rares as u64 * size_of::<(u64, u16)>() as u64)
}

/// Values below `64·N`, a bit each. Exclusive or of two such values is again one.
#[derive(Clone, Copy)]
struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    const SIZE: usize = 64 * N;
    const EMPTY: Set<N> = Set([0; N]);

    #[inline(always)]
    fn insert(&mut self, v: u16) {
        self.0[usize::from(v / 64) % N] |= 1 << (v % 64);
    }

    /// The least value that is in neither set, `SIZE` if there is none.
    fn least_outside(&self, other: &Set<N>) -> usize {
        let free = self.0.iter().zip(&other.0).position(|(a, b)| a | b != !0);
        free.map_or(Self::SIZE, |i| 64 * i + (self.0[i] | other.0[i]).trailing_ones() as usize)
    }

    /// The values below `end` that are in this set and not in the other.
    fn below_without(&self, end: usize, other: &Set<N>) -> Set<N> {
        let mut left = *self;
        for (i, (word, other)) in left.0.iter_mut().zip(&other.0).enumerate() {
            let mask = match end.saturating_sub(64 * i) {
                bits if bits < 64 => (1 << bits) - 1,
                _ => !0u64,
            };
            *word &= mask & !other;
        }
        left
    }

    fn is_within(&self, other: &Set<N>) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
}

/// How many parts are tried between two looks at what is still open.
const RUN: usize = 32;

struct Run<'a> {
    game: &'a Octal,
    class: Option<Rare>,
    watched: &'a Watched,
    meter: &'a Meter<'a>,
    len: usize,
    table: Table,
}

impl Run<'_> {
    /// Goes on with sets of `64·N` values; false if the next value is not below that.
    fn extend<const N: usize>(&mut self) -> Result<bool, Refused> {
        if self.table.values.iter().any(|&v| usize::from(v) >= Set::<N>::SIZE) {
            return Ok(false);
        }
        let rare = [0, 1].map(|n| {
            let mut all = Set::<N>::EMPTY;
            let is_rare = |v: u16| self.class.is_none_or(|class| class.is_rare(v, n));
            (0..=u16::MAX).take(Set::<N>::SIZE).filter(|&v| is_rare(v)).for_each(|v| all.insert(v));
            all
        });
        for n in self.table.values.len()..self.len {
            let value = self.value(n, &rare[n % 2])?;
            if value == Set::<N>::SIZE {
                return Ok(false);
            }
            let value = value as u16;
            if n > 0 && self.class.is_some_and(|class| class.is_rare(value, n)) {
                self.table.rares.push((n as u64, value));
                self.meter.hold(table_bytes(self.len, self.table.rares.len()))?;
            }
            self.table.values.push(value);
        }
        Ok(true)
    }

    fn value<const N: usize>(&mut self, n: usize, rare: &Set<N>) -> Result<usize, Refused> {
        let (game, values) = (self.game, &self.table.values);
        let did = |options: usize| self.meter.pass_to(options as u64, n, self.len);
        let mut seen = Set::<N>::EMPTY;
        if game.to_nothing.binary_search(&n).is_ok() {
            seen.insert(0);
        }
        for &t in game.to_one.iter().take_while(|&&t| t < n) {
            seen.insert(values[n - t]);
        }
        let splits = match n >= game.least_heap {
            true => &game.to_two[..],
            false => &[],
        };
        let rests = || splits.iter().take_while(|&&t| t < n).map(|t| n - t);
        // The words of the sets, and every move once.
        did(N + game.to_one.len().min(n) + splits.len().min(n))?;
        for rest in rests() {
            for &(p, v) in &self.table.rares {
                let p = p as usize;
                if p + game.least_part > rest {
                    break;
                }
                if p >= game.least_part && !(game.unequal && 2 * p == rest) {
                    seen.insert(v ^ values[rest - p]);
                }
            }
            did(self.table.rares.len())?;
        }
        // The least common value that is not excluded bounds the value; rare values below it must be looked for.
        let bound = seen.least_outside(rare);
        let open = rare.below_without(bound, &seen);
        let longest = rests().map(|rest| game.largest_smaller_part(rest)).max().unwrap_or(0);
        let (mut part, mut witnessed) = (game.least_part, true);
        while !open.is_within(&seen) && part <= longest {
            if part > self.watched.bound {
                witnessed = false;
            }
            let next = part + RUN;
            let next = if part <= self.watched.bound { next.min(self.watched.bound + 1) } else { next };
            let mut pairs = 0;
            for rest in rests() {
                pairs += next - part;
                let end = next.min(game.largest_smaller_part(rest) + 1);
                if part < end {
                    let large = values[rest + 1 - end..=rest - part].iter().rev();
                    values[part..end].iter().zip(large).for_each(|(a, b)| seen.insert(a ^ b));
                }
            }
            part = next;
            did(pairs)?;
        }
        let value = seen.least_outside(&Set::EMPTY);
        // What is open below the value was found; where it was found late, the bound is too small.
        if !witnessed && self.watched.heaps.contains(&n) && self.table.unwitnessed.is_none() {
            self.table.unwitnessed = Some(n);
        }
        Ok(value)
    }
}

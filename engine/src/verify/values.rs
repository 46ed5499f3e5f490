//! Values for the checker, as simply as they can be computed.

use super::{Refused, reject};
use crate::meter::Meter;

/// The moves of a game with at most three parts, read from its code; octal codes have at most two.
pub(super) struct Octal {
    pub(super) to_nothing: Vec<usize>,
    pub(super) to_one: Vec<usize>,
    pub(super) to_two: Vec<usize>,
    pub(super) to_three: Vec<usize>,
    pub(super) unequal: bool,
    pub(super) least_part: usize,
    pub(super) least_heap: usize,
    pub(super) most_removed: usize,
}

impl Octal {
    pub(super) fn read(code: &str) -> Result<Octal, Refused> {
        let Some((head, digits)) = code.split_once('.') else { return reject("the code can be read", code) };
        let [mut to_nothing, mut to_one, mut to_two, mut to_three] = [const { Vec::new() }; 4];
        let mut most_removed = 0;
        for (t, c) in head.chars().chain(digits.chars()).enumerate() {
            let Some(d) = c.to_digit(16) else {
                return reject("the code can be read", format!("digit `{c}`"));
            };
            if head.len() != 1 || t == 0 && d % 4 != 0 || t > 1 << 16 {
                return reject("the code can be read", code);
            }
            let lists = [&mut to_nothing, &mut to_one, &mut to_two, &mut to_three];
            for (_, list) in lists.into_iter().enumerate().filter(|(bit, _)| d >> bit & 1 == 1) {
                list.push(t);
                most_removed = t;
            }
        }
        let (unequal, least_part, least_heap) = (false, 1, 0);
        Ok(Octal { to_nothing, to_one, to_two, to_three, unequal, least_part, least_heap, most_removed })
    }

    /// The most parts that a move leaves, at least two: the theorem of Guy and Smith does not mind a part too many.
    pub(super) fn parts(&self) -> u64 {
        if self.to_three.is_empty() { 2 } else { 3 }
    }

    pub(super) fn largest_smaller_part(&self, rest: usize) -> usize {
        if self.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}

/// A class as the checker understands it.
#[derive(Clone, Copy)]
pub(super) struct Rare {
    pub(super) mask: u32,
    pub(super) parity: Option<u32>,
}

impl Rare {
    pub(super) fn is_rare(self, v: u16, n: usize) -> bool {
        let ones = (u32::from(v) & self.mask).count_ones();
        match self.parity {
            None => ones.is_multiple_of(2),
            Some(t) => (ones + t + (n % 2) as u32).is_multiple_of(2),
        }
    }
}

impl Rare {
    /// The value without the lowest bit of the mask, which its class determines.
    pub(super) fn pack(self, v: u16) -> u16 {
        let low = (1 << self.mask.trailing_zeros().min(15)) - 1;
        v >> 1 & !low | v & low
    }

    /// The value of the given class that packs to `packed`, at a heap of this parity.
    pub(super) fn unpack(self, packed: u32, parity: usize, rare: bool) -> u32 {
        let bit = self.mask.trailing_zeros().min(15);
        let low = (1u32 << bit) - 1;
        let value = (packed & !low) << 1 | packed & low;
        if self.is_rare(value as u16, parity) == rare { value } else { value | 1 << bit }
    }
}

/// The values of heaps `0..len` of a subtraction game, where `moves(n)` are the amounts that may be taken from a heap of `n`.
pub(super) fn subtraction<I: Iterator<Item = usize>>(
    len: usize,
    moves: impl Fn(usize) -> I,
    meter: &Meter<'_>,
) -> Result<Vec<u64>, Refused> {
    // `seen[v]` is the last heap with an option of value `v`; it reaches one past the largest value.
    let (mut values, mut seen): (Vec<u64>, _) = (Vec::new(), vec![usize::MAX]);
    for n in 0..len {
        let mut options = 1;
        for s in moves(n) {
            seen[values[n - s] as usize] = n;
            options += 1;
        }
        let value = seen.iter().position(|&at| at != n).unwrap_or(seen.len());
        if value + 1 >= seen.len() {
            seen.resize(value + 2, usize::MAX);
        }
        values.push(value as u64);
        meter.pass_to(options, n, len)?;
    }
    Ok(values)
}

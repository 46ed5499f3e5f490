//! Infinite sets of amounts: squares, primes, powers, Fibonacci and triangular numbers.
//!
//! **Who wins** is a sieve: the least heap not yet struck is a P-position and strikes all heaps that reach it by an amount of the set.
//! The work is the number of P-positions times the number of amounts, which is small where P-positions are few (`n^0.69` for squares), and runs segment by
//! segment so that strikes stay in cache. **Values** cost one mark for each amount and heap; nothing faster is known to pay at these sizes
//! (online convolution, Eppstein 2018, wins only far beyond), so `√n` marks a heap limit squares and `n / log n` limit primes.
//! No period is ever claimed here.
//!
//! Literature: Golomb 1966 (squares); Eppstein, *Faster evaluation of subtraction games*, 2018.

use std::fmt;

use serde::Serialize;

use crate::Nimber;
use crate::error::Result;
use crate::factors;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::work::Work;

/// A set of amounts that may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Amounts {
    /// 1, 4, 9, 16, …
    Squares,
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, b, b², … for a base of at least 2.
    Powers(u64),
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 3, 6, 10, …
    Triangular,
    /// 1, 2, 6, 24, …
    Factorials,
}

impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amounts::Squares => f.write_str("the squares"),
            Amounts::Primes => f.write_str("the primes"),
            Amounts::Powers(base) => write!(f, "the powers of {base}"),
            Amounts::Fibonacci => f.write_str("the Fibonacci numbers"),
            Amounts::Triangular => f.write_str("the triangular numbers"),
            Amounts::Factorials => f.write_str("the factorials"),
        }
    }
}

impl Amounts {
    /// The amounts up to `most`, in order.
    ///
    /// ```
    /// use grundy::heap::Amounts;
    /// assert_eq!(Amounts::Squares.up_to(20), [1, 4, 9, 16]);
    /// assert_eq!(Amounts::Primes.up_to(20), [2, 3, 5, 7, 11, 13, 17, 19]);
    /// ```
    pub fn up_to(self, most: u64) -> Vec<u64> {
        let limits = Limits { bytes: u64::MAX, ..Limits::default() };
        // Nobody stops it and nothing is too much.
        self.list(most, &Work::within(limits)).unwrap_or_default()
    }

    /// The amounts up to `most`, in order, as far as time and memory allow.
    pub(crate) fn list(self, most: u64, work: &Work<'_>) -> Result<Vec<u64>> {
        let within = |list: &mut dyn Iterator<Item = u64>| list.take_while(|&a| a <= most).collect();
        Ok(match self {
            Amounts::Squares => within(&mut (1..).map(|k: u64| k.saturating_mul(k))),
            Amounts::Triangular => within(&mut (1..).map(|k: u64| k.saturating_mul(k + 1) / 2)),
            Amounts::Powers(base) => {
                let base = base.max(2);
                within(&mut std::iter::successors(Some(1u64), |power| power.checked_mul(base)))
            }
            Amounts::Factorials => {
                let next = |&(k, f): &(u64, u64)| Some((k + 1, f.checked_mul(k + 1)?));
                within(&mut std::iter::successors(Some((1u64, 1u64)), next).map(|(_, f)| f))
            }
            Amounts::Fibonacci => {
                let next = |&(a, b): &(u64, u64)| Some((b, a.checked_add(b)?));
                within(&mut std::iter::successors(Some((1u64, 2u64)), next).map(|(a, _)| a))
            }
            Amounts::Primes => factors::primes_up_to(most, work)?,
        })
    }

    /// The P-positions below `len`, in order, as long as the lists stay within the limits.
    ///
    /// ```
    /// use grundy::{Work, heap::Amounts};
    /// let found = Amounts::Squares.p_positions(25, &Work::unwatched())?;
    /// assert_eq!(found, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn p_positions(self, len: u64, work: &Work<'_>) -> Result<Vec<u64>> {
        const SEGMENT: u64 = 1 << 20;
        work.limits.allow(len, 0)?;
        let amounts = self.list(len, work)?;
        let meter = Meter::new("heaps", work);
        // The P-positions, and for each the index of the amount that strikes next.
        let (mut found, mut next): (Vec<u64>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut struck = vec![0u64; SEGMENT as usize / 64];
        for low in (0..len).step_by(SEGMENT as usize) {
            let high = (low + SEGMENT).min(len);
            work.step("heaps", low, Some(len))?;
            struck.fill(0);
            let strike = |struck: &mut [u64], p: u64, from: usize| -> Result<usize> {
                let mut at = from;
                while let Some(n) = amounts.get(at).map(|a| p + a).filter(|&n| n < high) {
                    struck[((n - low) / 64) as usize] |= 1 << (n % 64);
                    at += 1;
                }
                // One segment is struck by each heap found before it, and these may be many.
                meter.pass_to((at - from) as u64, low as usize, len as usize)?;
                Ok(at)
            };
            for (&p, at) in found.iter().zip(&mut next) {
                *at = strike(&mut struck, p, *at)?;
            }
            for n in low..high {
                if struck[((n - low) / 64) as usize] >> (n % 64) & 1 == 0 {
                    let at = strike(&mut struck, n, 0)?;
                    if found.len() == found.capacity() {
                        grow(&mut found, &mut next, amounts.capacity(), &work.limits)?;
                    }
                    found.push(n);
                    next.push(at);
                }
            }
        }
        Ok(found)
    }

    /// The values of heaps `0..len`.
    ///
    /// ```
    /// use grundy::{Nimber, Work, heap::Amounts};
    /// assert_eq!(Amounts::Squares.values(10, &Work::unwatched())?, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2].map(Nimber));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn values(self, len: u64, work: &Work<'_>) -> Result<Vec<Nimber>> {
        // Whoever asks has allowed the table, and its amounts with it.
        let limits = Limits { bytes: u64::MAX, ..work.limits };
        let amounts = self.list(len, &Work { limits, ..*work })?;
        let amounts: Vec<usize> = amounts.into_iter().map(|a| a as usize).collect();
        let mut values: Vec<u32> = Vec::with_capacity(len as usize);
        let mut seen = vec![u32::MAX; amounts.len() + 1];
        let meter = Meter::new("heaps", work);
        for n in 0..len as usize {
            let reachable = amounts.partition_point(|&a| a <= n);
            meter.pass_to(8 + reachable as u64, n, len as usize)?;
            for a in &amounts[..reachable] {
                seen[values[n - a] as usize] = n as u32;
            }
            let value = seen.iter().position(|&s| s != n as u32).unwrap_or(seen.len());
            values.push(value as u32);
        }
        Ok(values.into_iter().map(|v| Nimber(v.into())).collect())
    }
}

/// Makes room for as many P-positions again. While a list moves, the old and the new one are there.
fn grow(found: &mut Vec<u64>, next: &mut Vec<usize>, amounts: usize, limits: &Limits) -> Result<()> {
    let more = found.capacity().max(1 << 12);
    limits.allow_bytes(8 * (amounts + 2 * found.capacity() + next.capacity() + 2 * more) as u64)?;
    found.reserve_exact(more);
    next.reserve_exact(more);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Amounts; 7] = [
        Amounts::Squares,
        Amounts::Primes,
        Amounts::Powers(2),
        Amounts::Powers(3),
        Amounts::Fibonacci,
        Amounts::Triangular,
        Amounts::Factorials,
    ];

    #[test]
    fn the_sieve_finds_the_zeros() {
        for amounts in ALL {
            let values = amounts.values(3000, &Work::unwatched()).unwrap();
            let zeros: Vec<u64> = (0..3000).filter(|&n| values[n as usize] == Nimber(0)).collect();
            assert_eq!(amounts.p_positions(3000, &Work::unwatched()).unwrap(), zeros, "{amounts:?}");
        }
    }

    #[test]
    fn squares_have_13952_p_positions_below_a_million() {
        // Two segments: what was struck in the first is struck in the second.
        let found = Amounts::Squares.p_positions(1_500_000, &Work::unwatched()).unwrap();
        assert_eq!(found.partition_point(|&p| p < 1_000_000), 13_952);
        let short = Amounts::Squares.p_positions(1_000_000, &Work::unwatched()).unwrap();
        assert_eq!(found[..13_952], short);
    }

    #[test]
    fn the_lists_of_the_sieve_are_charged() {
        // A third of all heaps are lost, at 16 bytes each: 3.2 MB for 600,000 heaps, and more while the lists grow.
        let within = |bytes| {
            let limits = Limits { bytes, ..Limits::default() };
            Amounts::Powers(2).p_positions(600_000, &Work::within(limits)).map(|found| found.len())
        };
        assert_eq!(within(8_000_000), Ok(200_000));
        assert_eq!(within(3_000_000).unwrap_err().kind(), crate::ErrorKind::Limit);
        let few = Limits { bytes: 500_000, ..Limits::default() };
        assert_eq!(
            Amounts::Primes.p_positions(600_000, &Work::within(few)).unwrap_err().kind(),
            crate::ErrorKind::Limit
        );
        assert!(Amounts::Squares.p_positions(600_000, &Work::within(few)).is_ok());
    }

    #[test]
    fn a_segment_and_a_table_ask_as_often_as_their_work_demands() {
        let asked = |find: &dyn Fn(&Work<'_>)| {
            let patience = crate::Patience::new(u64::MAX);
            find(&Work::watched(&patience));
            patience.asked()
        };
        // Both are one segment; of the longer one each lost heap strikes up to 82,025 others.
        let lost = |len: u64| asked(&|work| drop(Amounts::Primes.p_positions(len, work).unwrap()));
        assert!(lost(1 << 12) <= 4 && lost(1 << 20) >= 100, "{} {}", lost(1 << 12), lost(1 << 20));
        let values = asked(&|work| drop(Amounts::Primes.values(20_000, work).unwrap()));
        assert!(values >= 20, "{values}");
    }

    #[test]
    fn taking_a_factorial_leaves_its_25_periodic_look_at_5050() {
        let values = Amounts::Factorials.values(5100, &Work::unwatched()).unwrap();
        assert!((0..5050).all(|n| values[n] == values[n % 25]));
        assert_eq!(values[5050], Nimber(4));
    }

    #[test]
    fn values_start_as_in_the_facts() {
        let facts: serde_json::Value = serde_json::from_str(include_str!("../../facts/heaps.json")).unwrap();
        for (name, amounts) in
            [("subtract-a-square", Amounts::Squares), ("subtract-a-prime", Amounts::Primes)]
        {
            let game = facts["games"].as_array().unwrap().iter().find(|g| g["name"] == name).unwrap();
            let expected: Vec<Nimber> = serde_json::from_value(game["values"].clone()).unwrap();
            assert_eq!(
                amounts.values(expected.len() as u64, &Work::unwatched()).unwrap(),
                expected,
                "{name}"
            );
        }
    }
}

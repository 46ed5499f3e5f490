//! Codes whose moves leave up to three parts, by the definition.
//!
//! For every heap the values of its splits into two parts are kept, so a move to three parts is a first part and one of these.

use std::collections::BTreeSet;

use super::values::Octal;
use super::{Refused, reject};
use crate::meter::Meter;

/// What a value in a set takes, about: the tree is at least half full, and its nodes have pointers.
const BYTES: u64 = 6;

/// The values of heaps `0..len`.
pub(super) fn values(game: &Octal, len: usize, meter: &Meter<'_>) -> Result<Vec<u16>, Refused> {
    let mut values: Vec<u16> = Vec::new();
    // All ways to leave two parts, unequal or not: the restriction to unequal parts is about moves to two parts.
    let mut pairs: Vec<BTreeSet<u16>> = Vec::new();
    let mut held = len as u64 * size_of::<(u16, BTreeSet<u16>)>() as u64;
    for n in 0..len {
        meter.hold(held)?;
        // Sets are slow: an option counts as many.
        let did = |options: usize| meter.pass_to(16 * options as u64, n, len);
        did(1 + game.to_one.len().min(n) + game.to_two.len().min(n) + game.to_three.len().min(n))?;
        let mut options = BTreeSet::new();
        if game.to_nothing.binary_search(&n).is_ok() {
            options.insert(0);
        }
        options.extend(game.to_one.iter().take_while(|&&t| t < n).map(|t| values[n - t]));
        if n >= game.least_heap {
            for rest in game.to_two.iter().take_while(|&&t| t < n).map(|t| n - t) {
                let parts = game.least_part..=game.largest_smaller_part(rest);
                options.extend(parts.map(|a| values[a] ^ values[rest - a]));
                did(rest)?;
            }
            for rest in game.to_three.iter().take_while(|&&t| t < n).map(|t| n - t) {
                for a in game.least_part..rest {
                    options.extend(pairs[rest - a].iter().map(|v| values[a] ^ v));
                    did(1 + pairs[rest - a].len())?;
                }
            }
        }
        let Some(value) = (0..=u16::MAX).find(|v| !options.contains(v)) else {
            return reject("values fit in 16 bits", format!("heap {n}"));
        };
        values.push(value);
        let split: BTreeSet<u16> = (game.least_part..=n / 2).map(|a| values[a] ^ values[n - a]).collect();
        did(n)?;
        held += BYTES * split.len() as u64;
        pairs.push(split);
    }
    Ok(values)
}

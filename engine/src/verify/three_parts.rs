//! Codes whose moves leave up to three parts, by the definition.
//!
//! For every heap the values of its splits into two parts are kept, so a move to three parts is a first part and one of these.

use std::collections::BTreeSet;

use super::values::{GoOn, Octal};
use super::{Rejected, reject};

/// The values of heaps `0..len`.
pub(super) fn values(game: &Octal, len: usize, go_on: GoOn<'_>) -> Result<Vec<u16>, Rejected> {
    let mut values: Vec<u16> = Vec::new();
    // All ways to leave two parts, unequal or not: the restriction to unequal parts is about moves to two parts.
    let mut pairs: Vec<BTreeSet<u16>> = Vec::new();
    for n in 0..len {
        if n % 64 == 0 && !go_on(n as u64, len as u64) {
            return reject("the check was not stopped", format!("at heap {n}"));
        }
        let mut options = BTreeSet::new();
        if game.to_nothing.contains(&n) {
            options.insert(0);
        }
        options.extend(game.to_one.iter().filter(|&&t| t < n).map(|t| values[n - t]));
        if n >= game.least_heap {
            for rest in game.to_two.iter().filter(|&&t| t < n).map(|t| n - t) {
                let parts = game.least_part..=game.largest_smaller_part(rest);
                options.extend(parts.map(|a| values[a] ^ values[rest - a]));
            }
            for rest in game.to_three.iter().filter(|&&t| t < n).map(|t| n - t) {
                for a in game.least_part..rest {
                    options.extend(pairs[rest - a].iter().map(|v| values[a] ^ v));
                }
            }
        }
        let Some(value) = (0..=u16::MAX).find(|v| !options.contains(v)) else {
            return reject("values fit in 16 bits", format!("heap {n}"));
        };
        values.push(value);
        pairs.push((game.least_part..=n / 2).map(|a| values[a] ^ values[n - a]).collect());
    }
    Ok(values)
}

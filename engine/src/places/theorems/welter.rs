//! Welter's game: a coin moves to any smaller free square; any number of coins.
//!
//! Theorem (C. P. Welter 1954; J. H. Conway, *On Numbers and Games*, ch. 13). For two different numbers let x|y be 2^(n+1) − 1, where 2^n is
//! the largest power of 2 that divides their difference. The value of coins on the squares x₁, …, xₖ is the nim-sum of all xᵢ and of all
//! xᵢ|xⱼ, each pair once.
//!
//! Moves to a value. Bit b of x|y is 1 exactly if x and y have the same bits below b. So bit b of the value after a coin moved to q is bit b of
//! q, plus that of what the other coins make, plus how many of them agree with q below b: it tells bit b of q from the lower ones. For every coin
//! there is at most one square, then, and it counts if it is smaller and free.
//!
//! Complexity: O(coins²) for a value, O(coins³) for all moves to one, whatever the squares are.

use crate::nimber::Nimber;
use crate::rules::{PlaceRule, Space};

use super::steps::is_shape;

/// The ways in which the rule is written.
const SHAPES: [&str; 3] = [
    "S on numbers -> S - p + q for p in S for q in 0..p-1 if q not in S",
    "S on numbers -> S - p + q for p in S for q in 0..p-1 if not (q in S)",
    "S on numbers -> S + q - p for p in S for q in 0..p-1 if q not in S",
];

/// The bits of a square that are looked at: coordinates have no more.
const BITS: u32 = 63;

pub(super) fn recognise(rule: &PlaceRule) -> bool {
    rule.space == Space::Numbers && rule.is_plain() && SHAPES.iter().any(|shape| is_shape(rule, shape))
}

/// The value of coins on different squares.
pub(super) fn value(cells: &[i64]) -> Option<Nimber> {
    squares(cells).map(|squares| Nimber(welter(&squares)))
}

fn squares(cells: &[i64]) -> Option<Vec<u64>> {
    let squares: Vec<u64> = cells.iter().map(|cell| u64::try_from(*cell).ok()).collect::<Option<_>>()?;
    squares.windows(2).all(|pair| pair[0] < pair[1]).then_some(squares)
}

fn welter(squares: &[u64]) -> u64 {
    let mated = |x: u64, y: u64| (2u64 << (x ^ y).trailing_zeros()) - 1;
    let pairs = |(at, x): (usize, &u64)| squares[..at].iter().fold(*x, |sum, y| sum ^ mated(*x, *y));
    squares.iter().enumerate().map(pairs).fold(0, |sum, part| sum ^ part)
}

/// Every option of a value.
pub(super) fn options_of_value(cells: &[i64], value: Nimber) -> Option<Vec<Box<[i64]>>> {
    let squares = squares(cells)?;
    let mut found = Vec::new();
    for coin in 0..squares.len() {
        let mut others = squares.clone();
        let from = others.remove(coin);
        let wanted = value.0 ^ welter(&others);
        let to = (0..BITS).fold(0u64, |to, bit| {
            let below = (1u64 << bit) - 1;
            let alike = others.iter().filter(|other| (*other ^ to) & below == 0).count() as u64;
            to | (((wanted >> bit) ^ alike) & 1) << bit
        });
        let Err(at) = others.binary_search(&to) else { continue };
        others.insert(at, to);
        if to < from && welter(&others) == value.0 {
            found.push(others.into_iter().map(|square| square as i64).collect());
        }
    }
    Some(found)
}

/// Whether one coin moved down to a free square.
pub(super) fn is_option(from: &[i64], to: &[i64]) -> Option<bool> {
    let (before, after) = (squares(from)?, squares(to)?);
    let left: Vec<u64> = before.iter().copied().filter(|x| after.binary_search(x).is_err()).collect();
    let came: Vec<u64> = after.iter().copied().filter(|x| before.binary_search(x).is_err()).collect();
    Some(matches!((&left[..], &came[..]), ([p], [q]) if q < p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use std::collections::HashMap;

    /// By the definition.
    fn plain(cells: &[i64], known: &mut HashMap<Vec<i64>, Nimber>) -> Nimber {
        if let Some(value) = known.get(cells) {
            return *value;
        }
        let options: Vec<Nimber> = options(cells).iter().map(|option| plain(option, known)).collect();
        let value = mex(options);
        known.insert(cells.to_vec(), value);
        value
    }

    fn options(cells: &[i64]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for coin in 0..cells.len() {
            for to in (0..cells[coin]).filter(|to| !cells.contains(to)) {
                let mut next = cells.to_vec();
                next[coin] = to;
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    }

    #[test]
    fn values_and_moves_are_those_of_the_definition() {
        let mut known = HashMap::new();
        for set in 0u32..1 << 11 {
            let cells: Vec<i64> = (0..11).filter(|square| set >> square & 1 == 1).collect();
            let wanted = plain(&cells, &mut known);
            assert_eq!(value(&cells), Some(wanted), "{cells:?}");
            let all = options(&cells);
            for target in 0..16 {
                let mut expected: Vec<Vec<i64>> =
                    all.iter().filter(|option| known[*option] == Nimber(target)).cloned().collect();
                let mut found: Vec<Vec<i64>> = options_of_value(&cells, Nimber(target))
                    .unwrap()
                    .into_iter()
                    .map(|option| option.into_vec())
                    .collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{cells:?} to {target}");
            }
            assert!(all.iter().all(|option| is_option(&cells, option) == Some(true)));
        }
        assert_eq!(is_option(&[2, 5], &[2, 7]), Some(false));
        assert_eq!(is_option(&[2, 5], &[1, 3]), Some(false));
    }
}

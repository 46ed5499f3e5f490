//! Wythoff's game: who wins, for heaps of any size.
//!
//! Take any number from one heap, or the same number from both. The P-positions are `(⌊jφ⌋, ⌊jφ⌋ + j)`, `φ = (1 + √5)/2`.
//!
//! *Proof* (Wythoff 1907). Let `a_j` be the least number not among `a_i, b_i` for `i < j`, and `b_j = a_j + j`. No move joins two of these pairs: they
//! have different entries and different differences. From any other `(x, y)`, `x ≤ y`, there is a move to one: `x` is some `a_j` or `b_j`.
//! If `x = b_j`, lower `y` to `a_j`. If `x = a_j` and `y > b_j`, lower `y` to `b_j`. If `x = a_j` and `y < b_j`, then `d = y - x < j`, and taking `x - a_d` from both leaves
//! `(a_d, b_d)`. By Beatty's theorem `⌊jφ⌋` and `⌊jφ²⌋ = ⌊jφ⌋ + j` partition the positive integers, so `a_j = ⌊jφ⌋`. ∎
//!
//! The floor is taken exactly, in integers: `⌊jφ⌋ = j + h` with the largest `h` such that `h ≤ j/φ`, that is `h² + hj ≤ j²`, because `1/φ` is the positive
//! root of `x² + x = 1`. Complexity: 64 steps of bisection.

use crate::Outcome;

/// Who wins Wythoff's game on heaps `x` and `y`.
///
/// ```
/// use grundy::{Outcome, heap::closed::wythoff_outcome};
/// assert_eq!(wythoff_outcome(1, 2), Outcome::P);
/// assert_eq!(wythoff_outcome(3, 4), Outcome::N);
/// ```
pub fn wythoff_outcome(x: u64, y: u64) -> Outcome {
    let (small, difference) = (x.min(y), x.abs_diff(y));
    if golden_floor(difference) == u128::from(small) { Outcome::P } else { Outcome::N }
}

/// Every lost position of Wythoff's game that one move leads to from heaps `x` and `y`.
///
/// A move keeps `x`, `y` or their difference, and each number is one heap of exactly one lost pair, and the difference of exactly one.
///
/// ```
/// use grundy::heap::closed::wythoff_lost;
/// assert_eq!(wythoff_lost(7, 11), [(7, 4), (6, 10)]);
/// assert_eq!(wythoff_lost(1, 2), []);
/// ```
pub fn wythoff_lost(x: u64, y: u64) -> Vec<(u64, u64)> {
    let mut lost = Vec::new();
    lost.extend(partner(x).filter(|&other| other < y).map(|other| (x, other)));
    lost.extend(partner(y).filter(|&other| other < x).map(|other| (other, y)));
    let taken = u128::from(x.min(y)).checked_sub(golden_floor(x.abs_diff(y))).filter(|&taken| taken > 0);
    lost.extend(taken.map(|taken| (x - taken as u64, y - taken as u64)));
    lost
}

/// The heap that is lost together with this one, if it fits.
///
/// `x = ⌊jφ⌋` lies between `jφ - 1` and `jφ`, so `j = ⌊x/φ⌋ + 1`, and the partner is `x + j`. If that fails, `x = ⌊jφ⌋ + j = ⌊jφ²⌋`, likewise `j = ⌊x/φ²⌋ + 1 =
/// x - ⌊x/φ⌋`, and the partner is `x - j`. And `⌊x/φ⌋ = ⌊xφ⌋ - x`.
fn partner(x: u64) -> Option<u64> {
    let below = (golden_floor(x) - u128::from(x)) as u64;
    match x == 0 || golden_floor(below + 1) != u128::from(x) {
        true => Some(below),
        false => x.checked_add(below + 1),
    }
}

/// `⌊jφ⌋`, exactly.
fn golden_floor(j: u64) -> u128 {
    let j = u128::from(j);
    let fits = |h: u128| h.checked_mul(h + j).is_some_and(|product| product <= j * j);
    let (mut low, mut high) = (0, j + 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    j + low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_plain_recursion() {
        const N: usize = 70;
        let mut lost = [[false; N]; N];
        for x in 0..N {
            for y in 0..N {
                let one = (0..x).any(|i| lost[i][y]) || (0..y).any(|j| lost[x][j]);
                let both = (1..=x.min(y)).any(|k| lost[x - k][y - k]);
                lost[x][y] = !one && !both;
                let expected = if lost[x][y] { Outcome::P } else { Outcome::N };
                assert_eq!(wythoff_outcome(x as u64, y as u64), expected, "({x}, {y})");
                let lines = (0..x).map(|i| (i, y)).chain((0..y).map(|j| (x, j)));
                let options = lines.chain((1..=x.min(y)).map(|k| (x - k, y - k)));
                let mut options: Vec<_> =
                    options.filter(|&(i, j)| lost[i][j]).map(|(i, j)| (i as u64, j as u64)).collect();
                let mut ours = wythoff_lost(x as u64, y as u64);
                options.sort_unstable();
                ours.sort_unstable();
                assert_eq!(ours, options, "({x}, {y})");
            }
        }
    }

    #[test]
    fn the_golden_floor_is_exact_for_all_sizes() {
        for j in (0..2000).chain((0..64).map(|b| u64::MAX >> b)).chain((0..64).map(|b| 1 << b)) {
            let g = golden_floor(j);
            let j = u128::from(j);
            // g ≤ jφ < g + 1 means (2g - j)² ≤ 5j² < (2g + 2 - j)²; compare with 5j² - j² = 4j² to stay in 128 bits:
            // g(g - j) ≤ j² < (g + 1)(g + 1 - j).
            assert!(
                g * (g - j) <= j * j && (g + 1).checked_mul(g + 1 - j).is_none_or(|above| j * j < above),
                "{j}"
            );
        }
    }
}

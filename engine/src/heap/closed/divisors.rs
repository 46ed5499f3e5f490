//! Heaps and their divisors: the divisor game, equal towers, Dim, the aliquot game.
//!
//! Complexity: finding the prime factors for the first two, constant time for the others.

use crate::{Nimber, factors};

/// The divisor game, `n -> d for d in divisors(n) if d < n`: the number of prime factors, each counted as often as it divides.
///
/// *Proof.* Let `Ω(n)` be that number. A proper divisor has fewer prime factors, and dropping `1, 2, …, Ω(n)` of them gives proper divisors
/// with each smaller count. By induction the options have exactly the values `0..Ω(n)-1`. Heap 0 has no moves here. ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::divisor_game_value};
/// assert_eq!(divisor_game_value(12), Nimber(3));
/// ```
pub fn divisor_game_value(n: u64) -> Nimber {
    let (twos, odd) = prime_factors(n);
    Nimber(twos + odd)
}

/// Equal towers, `n -> y of n/y for y in divisors(n) if y > 1`: the number of odd prime factors, plus 1 if `n` is even.
///
/// *Proof.* `y` equal towers have value 0 if `y` is even, else that of one tower `n/y`. Let `n` have `o` odd prime factors (counted as often as they
/// divide). An odd `y > 1` removes `1..o` of them and keeps the twos: by induction the values are `0..o-1`, each plus 1 if `n`
/// is even. If `n` is odd these are all options, and the value is `o`. If `n` is even they are `1..o`, an even `y` gives 0, and the value is `o + 1`. ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::equal_towers_value};
/// assert_eq!([1, 2, 4, 9, 12].map(equal_towers_value), [0, 1, 1, 2, 2].map(Nimber));
/// ```
pub fn equal_towers_value(n: u64) -> Nimber {
    let (twos, odd) = prime_factors(n);
    Nimber(odd + twos.min(1))
}

/// Dim, `n -> n-d for d in divisors(n)`: one more than the number of times 2 divides `n`; 0 for nothing.
///
/// *Proof.* Let `n = 2^a·b` with `b` odd. Removing `d = 2^j·c`, `c` odd, `j < a`, leaves a heap divisible by `2^j` exactly: value `j + 1`, and
/// `j = 0..a-1` all occur. With `j = a` the rest is `2^a·(b/c - 1)·c`, an even number times `2^a` or 0: value at least `a + 2`, or 0 for `d = n`.
/// So the options have the values `0, 1, …, a` and some above `a + 1`. ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::dim_value};
/// assert_eq!([0, 1, 2, 3, 4].map(dim_value), [0, 1, 2, 1, 3].map(Nimber));
/// ```
pub fn dim_value(n: u64) -> Nimber {
    Nimber(if n == 0 { 0 } else { u64::from(n.trailing_zeros()) + 1 })
}

/// The aliquot game, `n -> n-d for d in divisors(n) if d < n`: the number of times 2 divides `n`.
///
/// *Proof.* As for Dim, with every value one less and without the option 0. Let `n = 2^a·b` with `b` odd. Removing `d = 2^j·c`, `c` odd, `j < a`,
/// leaves a heap with value `j`, and `j = 0..a-1` all occur. With `j = a` the rest is `2^a·(b/c - 1)·c`, and `b/c > 1` is odd: value above `a`. Heap 0
/// has no moves, and is left by none. ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::aliquot_value};
/// assert_eq!([0, 1, 2, 3, 4].map(aliquot_value), [0, 0, 1, 0, 2].map(Nimber));
/// ```
pub fn aliquot_value(n: u64) -> Nimber {
    Nimber(dim_value(n).0.saturating_sub(1))
}

/// How often 2 divides `n`, and how many odd prime factors it has, repeated ones included.
fn prime_factors(n: u64) -> (u64, u64) {
    let factors = factors::prime_factors(n);
    let twos = factors.partition_point(|&p| p == 2);
    (twos as u64, (factors.len() - twos) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    fn by_recursion(options: impl Fn(u64, &[Nimber]) -> Vec<Nimber>) -> Vec<Nimber> {
        let mut values = Vec::new();
        for n in 0..400 {
            let value = mex(options(n, &values));
            values.push(value);
        }
        values
    }

    fn divisors(n: u64) -> impl Iterator<Item = u64> {
        (1..=n).filter(move |d| n.is_multiple_of(*d))
    }

    #[test]
    fn large_numbers_are_counted_by_their_prime_factors() {
        let (p, q) = (2_147_483_647, 4_294_967_291);
        for (n, factors) in [
            (p, 1),
            (q, 1),
            (p * p, 2),
            (p * q, 2),
            (18_446_744_073_709_551_557, 1),
            (3_215_031_751, 3),
            (2_097_143 * 2_097_143 * 2_097_143, 3),
            (4 * p * 15, 5),
            (u64::MAX, 7),
        ] {
            assert_eq!(divisor_game_value(n), Nimber(factors), "{n}");
        }
    }

    #[test]
    fn formulas_agree_with_plain_recursion() {
        let proper = |n: u64, v: &[Nimber]| divisors(n).filter(|&d| d < n).map(|d| v[d as usize]).collect();
        assert_eq!(by_recursion(proper), (0..400).map(divisor_game_value).collect::<Vec<_>>());
        let towers = |n: u64, v: &[Nimber]| {
            let copies = |y: u64| std::iter::repeat_n(v[(n / y) as usize], y as usize).sum();
            divisors(n).filter(|&y| y > 1).map(copies).collect()
        };
        assert_eq!(by_recursion(towers), (0..400).map(equal_towers_value).collect::<Vec<_>>());
        let dim = |n: u64, v: &[Nimber]| divisors(n).map(|d| v[(n - d) as usize]).collect();
        assert_eq!(by_recursion(dim), (0..400).map(dim_value).collect::<Vec<_>>());
        let rest =
            |n: u64, v: &[Nimber]| divisors(n).filter(|&d| d < n).map(|d| v[(n - d) as usize]).collect();
        assert_eq!(by_recursion(rest), (0..400).map(aliquot_value).collect::<Vec<_>>());
    }
}

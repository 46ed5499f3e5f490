//! The number of prime factors, which is the value of games that replace a number by a divisor.
//!
//! Primes up to the cube root are divided out; what is left has at most two prime factors, and a primality test tells
//! which. Literature: Miller 1976, Rabin 1980; the bases are those of Sorenson and Webster 2015. Complexity: about
//! n^(1/3) divisions, n^(1/2) below 2^32.
//!
//! ```
//! use grundy::closed::factors::prime_factors;
//! assert_eq!(prime_factors(360), 6);
//! assert_eq!(prime_factors(999_999_999_999_999_989), 1);
//! ```

/// How many prime factors a number has, counted as often as they divide it; none for 0 and 1.
pub fn prime_factors(n: u64) -> u32 {
    if n == 0 {
        return 0;
    }
    let twos = n.trailing_zeros();
    let (mut rest, mut count) = (n >> twos, twos);
    let mut p = 3u64;
    while p * p <= rest {
        if rest > u64::from(u32::MAX) && p * p * p > rest {
            return count + if is_prime(rest) { 1 } else { 2 };
        }
        while rest.is_multiple_of(p) {
            rest /= p;
            count += 1;
        }
        p += 2;
    }
    count + u32::from(rest > 1)
}

fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|p| n.is_multiple_of(*p)) {
        return BASES.contains(&n);
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let (mut power, mut square, mut exponent) = (1, base, (n - 1) >> twos);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            exponent >>= 1;
        }
        let mut witness = power != 1 && power != n - 1;
        for _ in 1..twos {
            power = times(power, power);
            witness &= power != n - 1;
        }
        !witness
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_agree_with_trial_division() {
        for n in 1u64..20_000 {
            let (mut rest, mut count) = (n, 0);
            for p in 2..=n {
                while rest.is_multiple_of(p) {
                    rest /= p;
                    count += 1;
                }
            }
            assert_eq!(prime_factors(n), count, "{n}");
        }
    }

    #[test]
    fn large_numbers_of_known_factorisation() {
        assert_eq!(prime_factors(1_000_000_007 * 998_244_353), 2);
        assert_eq!(prime_factors(1_000_000_007 * 1_000_000_007), 2);
        assert_eq!(prime_factors(2_097_143 * 2_097_143 * 2_097_133), 3);
        assert_eq!(prime_factors(9_223_372_036_854_775_783), 1);
        assert_eq!(prime_factors(1 << 62), 62);
        // A product of two primes that fools many single bases.
        assert_eq!(prime_factors(3_825_123_056_546_413_051), 3);
    }
}

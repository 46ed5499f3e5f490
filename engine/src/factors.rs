//! Prime factors of 64-bit numbers, and the divisors that they make.
//!
//! Small primes by trial division, primality by Miller–Rabin with the bases that decide every 64-bit number (Sinclair 2011), the
//! rest by Pollard's rho with Brent's way of finding the cycle. The largest numbers take about 2^16 steps.

use crate::error::Result;
use crate::work::Work;

/// Trial division goes this far; what is left below its square is prime.
const SMALL: u64 = 256;

/// The prime factors of `n` in order, each as often as it divides; none for 0 and 1.
pub(crate) fn prime_factors(n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    if n == 0 {
        return factors;
    }
    let mut rest = n;
    for p in std::iter::once(2).chain((3..SMALL).step_by(2)) {
        while rest.is_multiple_of(p) {
            rest /= p;
            factors.push(p);
        }
    }
    let mut parts = vec![rest];
    while let Some(part) = parts.pop() {
        match part {
            1 => {}
            _ if part < SMALL * SMALL || is_prime(part) => factors.push(part),
            _ => {
                let factor = proper_factor(part);
                parts.extend([factor, part / factor]);
            }
        }
    }
    factors.sort_unstable();
    factors
}

/// How many divisors a number with these prime factors has; they stand in order.
pub(crate) fn divisor_count(factors: &[u64]) -> u64 {
    factors.chunk_by(|a, b| a == b).map(|same| same.len() as u64 + 1).product()
}

/// The divisors of the product of these prime factors, in order; the factors are in order too.
pub(crate) fn divisors(factors: &[u64]) -> Vec<u64> {
    let mut divisors = vec![1];
    for same in factors.chunk_by(|a, b| a == b) {
        let known = divisors.len();
        for power in 0..same.len() {
            for at in 0..known {
                divisors.push(divisors[power * known + at] * same[0]);
            }
        }
    }
    divisors.sort_unstable();
    divisors
}

pub(crate) fn is_prime(n: u64) -> bool {
    if n < 4 || n.is_multiple_of(2) {
        return n == 2 || n == 3;
    }
    let field = Residues::of(n);
    let twos = (n - 1).trailing_zeros();
    let minus_one = n - field.one;
    [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].into_iter().all(|base| {
        let mut power = field.power(field.read(base % n), (n - 1) >> twos);
        if base % n == 0 || power == field.one || power == minus_one {
            return true;
        }
        (1..twos).any(|_| {
            power = field.times(power, power);
            power == minus_one
        })
    })
}

/// A factor of an odd composite number that is neither 1 nor the number.
fn proper_factor(n: u64) -> u64 {
    let field = Residues::of(n);
    // Each of the maps x -> x² + c is another try; nearly always the first one does it.
    (1..).find_map(|c| rho(n, &field, c)).expect("a composite number has a map that splits it")
}

/// One try with the map x -> x² + `c`: `None` where all factors are found at once.
fn rho(n: u64, field: &Residues, c: u64) -> Option<u64> {
    const STEPS_BETWEEN_LOOKS: u64 = 128;
    let next = |x: u64| field.plus(field.times(x, x), c);
    let (mut ahead, mut length) = (field.read(2), 1u64);
    loop {
        let behind = ahead;
        let mut done = 0;
        while done < length {
            let (start, mut product) = (ahead, field.one);
            let steps = STEPS_BETWEEN_LOOKS.min(length - done);
            for _ in 0..steps {
                ahead = next(ahead);
                product = field.times(product, behind.abs_diff(ahead));
            }
            if gcd(product, n) > 1 {
                // Some factor is among these steps: take them again one by one.
                ahead = start;
                let factor = (0..steps).find_map(|_| {
                    ahead = next(ahead);
                    Some(gcd(behind.abs_diff(ahead), n)).filter(|&g| g > 1)
                });
                return factor.filter(|&factor| factor < n);
            }
            done += steps;
        }
        length *= 2;
    }
}

/// Euclid's algorithm; `gcd(0, 0)` is 0.
/// Numbers struck between two questions whether to go on: a few milliseconds.
const PULSE: u64 = 1 << 20;

/// The primes up to `most` (sieve of Eratosthenes), as far as time and memory allow.
pub(crate) fn primes_up_to(most: u64, work: &Work<'_>) -> Result<Vec<u64>> {
    // There are at most 1.26 n / ln n primes up to n (Rosser and Schoenfeld 1962).
    let room = most.saturating_mul(2) / u64::from(most.max(2).ilog2()) + 1;
    work.limits.allow_bytes(most.saturating_add(1).saturating_add(room.saturating_mul(8)))?;
    let mut composite = vec![false; most as usize + 1];
    let mut primes = Vec::with_capacity(room as usize);
    let mut unasked = 0;
    for n in 2..=most {
        unasked += 1;
        if !composite[n as usize] {
            primes.push(n);
            let strikes = most / n;
            if strikes >= n {
                let multiples = ((n * n) as usize..composite.len()).step_by(n as usize);
                multiples.for_each(|m| composite[m] = true);
                unasked += strikes;
            }
        }
        if unasked >= PULSE {
            unasked = 0;
            work.step("primes", n, Some(most))?;
        }
    }
    Ok(primes)
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Arithmetic modulo an odd number `n` in Montgomery's form, where `x` stands for `x·2^64`: no division by `n`.
struct Residues {
    n: u64,
    /// `-1/n` modulo 2^64.
    inverse: u64,
    one: u64,
    /// `2^128` modulo `n`, which brings a number into the form.
    square: u64,
}

impl Residues {
    fn of(n: u64) -> Residues {
        // Newton's iteration doubles the correct bits; n is its own inverse modulo 8.
        let inverse =
            (0..5).fold(n, |x, _| x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x)))).wrapping_neg();
        let one = (u64::MAX % n + 1) % n;
        let mut residues = Residues { n, inverse, one, square: 0 };
        residues.square = (0..64).fold(one, |x, _| residues.plus(x, x));
        residues
    }

    fn read(&self, x: u64) -> u64 {
        self.times(x, self.square)
    }

    fn plus(&self, a: u64, b: u64) -> u64 {
        let (sum, over) = a.overflowing_add(b);
        if over || sum >= self.n { sum.wrapping_sub(self.n) } else { sum }
    }

    fn times(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = u128::from((product as u64).wrapping_mul(self.inverse)) * u128::from(self.n);
        // The low halves add up to 0 modulo 2^64, so they carry unless both are 0.
        let carry = u64::from(product as u64 != 0);
        let (sum, over) = ((product >> 64) as u64).overflowing_add((multiple >> 64) as u64);
        let (sum, again) = sum.overflowing_add(carry);
        if over || again || sum >= self.n { sum.wrapping_sub(self.n) } else { sum }
    }

    fn power(&self, base: u64, exponent: u64) -> u64 {
        (0..64).rev().fold(self.one, |result, bit| {
            let square = self.times(result, result);
            if exponent >> bit & 1 == 1 { self.times(square, base) } else { square }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_trial(n: u64) -> Vec<u64> {
        let (mut rest, mut factors) = (n, Vec::new());
        for p in 2.. {
            if p * p > rest {
                break;
            }
            while rest.is_multiple_of(p) {
                rest /= p;
                factors.push(p);
            }
        }
        factors.extend(Some(rest).filter(|&rest| rest > 1));
        factors
    }

    #[test]
    fn the_sieve_has_the_primes_and_is_charged() {
        for most in (0..300).chain([7919, 7920]) {
            let primes: Vec<u64> = (0..=most).filter(|&n| is_prime(n)).collect();
            assert_eq!(primes_up_to(most, &Work::unwatched()).unwrap(), primes, "{most}");
        }
        let mut work = Work::unwatched();
        work.limits.bytes = 1 << 20;
        assert_eq!(primes_up_to(1 << 20, &work).unwrap_err().kind(), crate::ErrorKind::Limit);
        assert_eq!(primes_up_to(u64::MAX, &work).unwrap_err().kind(), crate::ErrorKind::Limit);
        let work = Work { progress: &crate::Patience::new(0), ..Work::unwatched() };
        assert_eq!(primes_up_to(10_000_000, &work).unwrap_err().kind(), crate::ErrorKind::Timeout);
    }

    #[test]
    fn small_numbers_agree_with_trial_division() {
        for n in 1..20_000 {
            let factors = prime_factors(n);
            assert_eq!(factors, by_trial(n), "{n}");
            assert_eq!(is_prime(n), factors == [n], "{n}");
        }
        assert!(prime_factors(0).is_empty());
        assert!(!is_prime(0) && !is_prime(1));
    }

    #[test]
    fn numbers_near_the_end_of_the_range_are_taken_apart() {
        assert!(is_prime(18_446_744_073_709_551_557), "the largest prime of 64 bits");
        assert_eq!(prime_factors(u64::MAX), [3, 5, 17, 257, 641, 65_537, 6_700_417]);
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_279), [4_294_967_279, 4_294_967_291]);
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_291), [4_294_967_291; 2]);
        assert_eq!(prime_factors(65_537 * 65_537 * 65_537), [65_537; 3]);
        // Strong pseudoprimes to the bases 2, 3, 5 and 7, and to all primes up to 37 (Jaeschke 1993; Sorenson and Webster 2015).
        assert_eq!(prime_factors(3_215_031_751), [151, 751, 28_351]);
        assert_eq!(prime_factors(3_825_123_056_546_413_051).len(), 3);
    }

    #[test]
    fn divisors_are_those_of_the_definition() {
        for n in 1..2_000 {
            let factors = prime_factors(n);
            let expected: Vec<u64> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
            assert_eq!(divisors(&factors), expected);
            assert_eq!(divisor_count(&factors), expected.len() as u64);
        }
    }

    #[test]
    fn factors_are_prime_and_multiply_to_the_number() {
        let mut seed = 1u64;
        for _ in 0..500 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (half, other) = (seed >> 33, seed & 0x7fff_ffff);
            for n in [seed, half * other, half * half].into_iter().filter(|&n| n > 0) {
                let factors = prime_factors(n);
                assert!(factors.iter().all(|&p| is_prime(p)) && factors.is_sorted(), "{n}: {factors:?}");
                assert_eq!(factors.iter().product::<u64>(), n);
            }
        }
    }
}

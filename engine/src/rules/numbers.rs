//! The sets of numbers that have a name.

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::factors;
use crate::work::Work;

use super::syntax::SetFunction;

/// The members of a growing set in order, until they no longer fit in 64 bits.
pub(crate) fn sequence(function: SetFunction, base: i64) -> Box<dyn Iterator<Item = i64>> {
    match function {
        SetFunction::Squares => Box::new((1..=3_037_000_499i64).map(|k| k * k)),
        SetFunction::Triangular => Box::new((1..=3_037_000_499i64).map(|k| k * (k + 1) / 2)),
        SetFunction::Powers => Box::new(std::iter::successors(Some(1i64), move |p| p.checked_mul(base))),
        SetFunction::Factorials => Box::new((1..=20i64).scan(1i64, |f, k| {
            *f *= k;
            Some(*f)
        })),
        SetFunction::Fibonacci => {
            let pairs = std::iter::successors(Some((1i64, 2i64)), |&(a, b)| Some((b, a.checked_add(b)?)));
            Box::new(pairs.map(|(a, _)| a))
        }
        SetFunction::Divisors | SetFunction::Primes => Box::new(std::iter::empty()),
    }
}

/// Whether `item` belongs to the set with the given last argument.
pub(crate) fn is_member(function: SetFunction, base: i64, last: i64, item: i64) -> bool {
    if item < 1 || item > last {
        return false;
    }
    match function {
        SetFunction::Squares => item.isqrt().pow(2) == item,
        SetFunction::Divisors => last % item == 0,
        SetFunction::Primes => factors::is_prime(item as u64),
        SetFunction::Powers if base < 2 => item == 1,
        SetFunction::Triangular => (8 * item as u128 + 1).isqrt().pow(2) == 8 * item as u128 + 1,
        _ => sequence(function, base).find(|&member| member >= item) == Some(item),
    }
}

/// The positive divisors of `n` in order; none if `n` is not positive.
pub(crate) fn divisors(n: i64, most: u64) -> Result<Vec<i64>> {
    if n < 1 {
        return Ok(Vec::new());
    }
    let prime = factors::prime_factors(n as u64);
    let count = factors::divisor_count(&prime);
    if count > most {
        return Err(Error::new(ErrorKind::Limit, Fault::TooManyDivisors { number: n, count })
            .hint(NextStep::RaisePositions));
    }
    Ok(factors::divisors(&prime).into_iter().map(|d| d as i64).collect())
}

/// Makes the list of primes reach at least `last`, the bound doubling each time.
pub(crate) fn extend_primes(primes: &mut Vec<u64>, last: u64, work: &Work<'_>) -> Result<()> {
    if primes.last().is_some_and(|&p| p >= last) || last < 2 {
        return Ok(());
    }
    let bound = last.max(2 * primes.last().map_or(64, |&p| p)) + 64;
    // The shorter list is no use any more.
    primes.clear();
    *primes = factors::primes_up_to(bound, work)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_set_starts_as_it_should_and_knows_its_members() {
        let cases: [(SetFunction, &[i64]); 5] = [
            (SetFunction::Squares, &[1, 4, 9, 16, 25]),
            (SetFunction::Triangular, &[1, 3, 6, 10, 15]),
            (SetFunction::Powers, &[1, 2, 4, 8, 16]),
            (SetFunction::Factorials, &[1, 2, 6, 24]),
            (SetFunction::Fibonacci, &[1, 2, 3, 5, 8, 13]),
        ];
        for (function, members) in cases {
            let last = *members.last().unwrap();
            assert_eq!(sequence(function, 2).take_while(|m| *m <= last).collect::<Vec<_>>(), members);
            for n in -1..=last + 1 {
                assert_eq!(is_member(function, 2, last, n), members.contains(&n), "{function:?} {n}");
            }
        }
    }

    #[test]
    fn sequences_end_before_they_overflow() {
        for function in [SetFunction::Powers, SetFunction::Factorials, SetFunction::Fibonacci] {
            let members: Vec<i64> = sequence(function, 3).collect();
            assert!(members.is_sorted() && members.len() > 10 && members.iter().all(|m| *m > 0));
        }
        assert!(3_037_000_499i64.checked_mul(3_037_000_499).is_some());
        assert!(3_037_000_499i64.checked_mul(3_037_000_500).is_some());
    }

    #[test]
    fn divisors_and_primes() {
        assert_eq!(divisors(36, 100).unwrap(), [1, 2, 3, 4, 6, 9, 12, 18, 36]);
        assert!(divisors(0, 100).unwrap().is_empty());
        assert!(divisors(1_000_000, 10).is_err());
        let mut primes = Vec::new();
        extend_primes(&mut primes, 30, &Work::unwatched()).unwrap();
        assert!(primes.starts_with(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]));
        assert!((0..200).all(|n| factors::is_prime(n) == primes.binary_search(&n).is_ok() || n > 127));
    }
}

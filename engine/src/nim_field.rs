//! The field of nimbers below 2^64.
//!
//! Addition is exclusive or. The product is fixed by the field axioms and F·x = F×x for x < F, F·F = 3F/2 for each
//! Fermat power F = 2^(2^k) (Conway, *On Numbers and Games*, 1976, ch. 6). A number splits at such a power into two
//! halves, a = a₁F + a₀, and three products of halves give the whole, as in Karatsuba's method.
//!
//! Complexity: 3^6 bit products for 64 bits.

use crate::nimber::Nimber;

/// The product of two nimbers.
///
/// ```
/// use grundy::{Nimber, nim_field};
/// assert_eq!(nim_field::product(Nimber(7), Nimber(9)), Nimber(8));
/// ```
pub fn product(a: Nimber, b: Nimber) -> Nimber {
    Nimber(multiply(a.0, b.0, 32))
}

/// The product of numbers below `2^(2·half)`.
fn multiply(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return if a == 0 || b == 0 { 0 } else { a.max(b) };
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    if a1 == 0 && b1 == 0 {
        return multiply(a0, b0, half / 2);
    }
    let low = multiply(a0, b0, half / 2);
    let high = multiply(a1, b1, half / 2);
    let cross = multiply(a1 ^ a0, b1 ^ b0, half / 2);
    (cross ^ low) << half ^ low ^ multiply(high, 1 << (half - 1), half / 2)
}

/// The nimber raised to an ordinary power.
pub fn power(base: Nimber, mut exponent: u64) -> Nimber {
    let (mut result, mut square) = (Nimber(1), base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

/// The inverse: a^(2^64 − 2), since the field has 2^64 elements. Zero has none.
pub fn inverse(a: Nimber) -> Option<Nimber> {
    (a != Nimber::ZERO).then(|| power(a, u64::MAX - 1))
}

/// The square root: squaring 64 times is the identity, so squaring 63 times undoes one.
pub fn root(a: Nimber) -> Nimber {
    (0..63).fold(a, |square, _| product(square, square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    #[test]
    fn products_below_16_follow_the_definition() {
        let mut table = [[0u64; 16]; 16];
        for a in 0..16usize {
            for b in 0..16usize {
                let options = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let value = mex(options.map(|(x, y)| Nimber(table[x][b] ^ table[a][y] ^ table[x][y])));
                table[a][b] = value.0;
                assert_eq!(product(Nimber(a as u64), Nimber(b as u64)), value, "{a} * {b}");
            }
        }
    }

    /// Two algorithms agreed on these values.
    #[test]
    fn large_products_inverses_and_roots() {
        assert_eq!(product(Nimber(16), Nimber(16)), Nimber(24));
        assert_eq!(product(Nimber(1 << 32), Nimber(1 << 32)), Nimber(1 << 32 | 1 << 31));
        assert_eq!(product(Nimber(u64::MAX), Nimber(u64::MAX)), Nimber(11290409524105353207));
        let inverses = [1, 3, 2, 15, 12, 9, 11, 10, 6, 8, 7, 5, 14, 13, 4];
        for (a, inverse_of) in (1..).zip(inverses) {
            assert_eq!(inverse(Nimber(a)), Some(Nimber(inverse_of)));
        }
        let roots = [0, 1, 3, 2, 7, 6, 4, 5, 14, 15, 13, 12, 9, 8, 10, 11];
        for (a, root_of) in (0..).zip(roots) {
            assert_eq!(root(Nimber(a)), Nimber(root_of));
        }
        assert_eq!(inverse(Nimber(0)), None);
    }

    #[test]
    fn the_field_axioms_hold_for_large_nimbers() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            Nimber(seed ^ seed >> 29)
        };
        for _ in 0..50 {
            let (a, b, c) = (random(), random(), random());
            assert_eq!(product(a, b + c), product(a, b) + product(a, c));
            assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            assert_eq!(inverse(a).map(|i| product(a, i)), Some(Nimber(1)));
            assert_eq!(product(root(a), root(a)), a);
        }
    }
}

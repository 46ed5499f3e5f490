//! Bits the other way round: from a row for each value to a set for each heap.

/// Transposes a square of 64 × 64 bits.
#[inline(always)]
pub(super) fn transpose(square: &mut [u64; 64]) {
    let (mut size, mut mask) = (32, 0x0000_0000_FFFF_FFFFu64);
    while size > 0 {
        for pair in square.chunks_mut(2 * size) {
            let (upper, lower) = pair.split_at_mut(size);
            for (a, b) in upper.iter_mut().zip(lower) {
                let change = (*a >> size ^ *b) & mask;
                *b ^= change;
                *a ^= change << size;
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_twice_changes_nothing() {
        let mut square = [0u64; 64];
        for (i, line) in square.iter_mut().enumerate() {
            *line = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let before = square;
        transpose(&mut square);
        for (i, line) in before.iter().enumerate() {
            assert!((0..64).all(|j| line >> j & 1 == square[j] >> i & 1));
        }
        transpose(&mut square);
        assert_eq!(square, before);
    }
}

//! Rare and common values: the sparse space of a nim-sequence.
//!
//! Call a value rare or common by the parity of its bits under a mask. Then common ⊕ common is rare and rare ⊕ common is
//! common, so an option can only have a common value if one of its two parts is rare. In many games rare heaps
//! die out, and the common values excluded at a heap come from a few terms instead of all pairs. In the variant with position parity the class of a value
//! also depends on the parity of the heap: `v` is rare at `n` if the parity under the mask equals that of `n - t`, where
//! all breaking digits `t` have one parity; the two rules above hold again for the heap `a + b + t`.
//!
//! The mask with the fewest rare heaps is read off a Walsh–Hadamard transform of the histogram of values: entry `m` is the
//! number of rare minus the number of common heaps under mask `m`. Bits above the known values are ones (leaving them
//! out misjudges the first larger value: 256 in Grundy's game).
//!
//! Literature: *Winning Ways* ch. 4 "Sparse space spells speed"; Gangolli and Plambeck 1989; Flammenkamp.
//! Complexity: `n + V log V` for `n` heaps with values below `V`.

use serde::{Deserialize, Serialize};

/// The rule that says which values are rare, at which heaps.
///
/// ```
/// use grundy::heap::Class;
/// let class = Class { mask: !1, parity: None }; // Grundy's game: bit 0 does not count
/// assert!(class.is_rare(0, 50) && class.is_rare(1, 3) && class.is_rare(6, 99));
/// assert!(!class.is_rare(2, 5) && !class.is_rare(256, 7_250_049));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The bits whose parity counts; all bits above the known values are set.
    pub mask: u32,
    /// With position parity: the parity of the breaking digits.
    pub parity: Option<u32>,
}

impl Class {
    /// Whether the value is rare at heap `n`.
    #[inline]
    pub fn is_rare(&self, value: u32, n: u64) -> bool {
        let odd = (value & self.mask).count_ones() & 1;
        odd == self.parity.map_or(0, |t| (n as u32).wrapping_sub(t) & 1)
    }

    /// The class with the fewest rare heaps among heaps `1..` of a table, and how many those are.
    ///
    /// `None` if no class makes less than a quarter of the heaps rare.
    pub fn find(values: &[u16], breaks: &[u64]) -> Option<(Class, usize)> {
        let heaps = values.get(1..).unwrap_or_default();
        let size = (usize::from(*heaps.iter().max()?) + 1).next_power_of_two();
        let parity = breaks.first().map(|t| (t & 1) as u32)?;
        let one_parity = breaks.iter().all(|t| (t & 1) as u32 == parity);
        let best = [None, Some(parity)]
            .into_iter()
            .filter(|p| p.is_none() || one_parity)
            .flat_map(|p| masks(heaps, size, p).map(move |(rare, mask)| (rare, mask, p)))
            .min_by_key(|&(rare, mask, p)| (rare, p.is_some(), mask))?;
        let (rare, mask, parity) = best;
        let class = Class { mask: mask | (!0u32 << size.trailing_zeros()), parity };
        (4 * rare < heaps.len()).then_some((class, rare))
    }
}

/// The number of rare heaps under each mask.
fn masks(heaps: &[u16], size: usize, parity: Option<u32>) -> impl Iterator<Item = (usize, u32)> {
    let mut count = vec![0i64; size];
    for (n, &v) in (1u32..).zip(heaps) {
        let odd = parity.is_some_and(|t| n.wrapping_sub(t) & 1 == 1);
        count[usize::from(v)] += if odd { -1 } else { 1 };
    }
    walsh_hadamard(&mut count);
    let total = heaps.len() as i64;
    // Without position parity the empty mask makes everything rare.
    count.into_iter().zip(0u32..).map(move |(difference, mask)| (((total + difference) / 2) as usize, mask))
}

/// `h[m] = Σ_v f[v] · (-1)^{parity(v & m)}`, in place; the length is a power of two.
fn walsh_hadamard(f: &mut [i64]) {
    let mut half = 1;
    while half < f.len() {
        for block in f.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::code::TakeBreak;
    use crate::heap::plain::Plain;

    use crate::work::Work;

    fn class(game: TakeBreak, len: u64) -> (Class, usize) {
        let breaks = game.breaks();
        let mut plain = Plain::new(game);
        plain.extend(len, &Work::unwatched()).unwrap();
        let values: Vec<u16> = plain.values.iter().map(|&v| v as u16).collect();
        Class::find(&values, &breaks).unwrap()
    }

    #[test]
    fn the_masks_of_the_literature_are_found() {
        assert_eq!(class(TakeBreak::grundy(), 4096).0, Class { mask: !1, parity: None });
        assert_eq!(class("0.106".parse().unwrap(), 2048).0.parity, Some(1));
        assert_eq!(class("0.106".parse().unwrap(), 2048).0.mask & 0x3f, 0b101101);
        assert_eq!(class("0.6".parse().unwrap(), 4096).0.mask & 0x1ff, 0b111101110);
    }

    #[test]
    fn classes_add_up_as_they_must() {
        for class in [Class { mask: !2, parity: None }, Class { mask: !8, parity: Some(1) }] {
            let t = u64::from(class.parity.unwrap_or(5));
            for (a, b) in (1..20u64).flat_map(|a| (1..20u64).map(move |b| (a, b))) {
                for (v, w) in (0..16u32).flat_map(|v| (0..16u32).map(move |w| (v, w))) {
                    let (x, y) = (class.is_rare(v, a), class.is_rare(w, b));
                    assert_eq!(class.is_rare(v ^ w, a + b + t), x == y);
                }
            }
        }
    }

    #[test]
    fn the_transform_counts_what_a_loop_counts() {
        let values: Vec<u16> = (0..500u32).map(|n| (n * n % 37 % 16) as u16).collect();
        for parity in [None, Some(0), Some(1)] {
            for (rare, mask) in masks(&values[1..], 16, parity) {
                let class = Class { mask, parity };
                let loops = (1..500).filter(|&n| class.is_rare(values[n].into(), n as u64)).count();
                assert_eq!(rare, loops);
            }
        }
    }
}

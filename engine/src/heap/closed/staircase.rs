//! Staircase Nim and heaps in non-decreasing order.
//!
//! Linear time. Literature: *Winning Ways* ch. 15 (sliding coins).

use crate::Nimber;

/// Staircase Nim: any number of tokens moves from step `i` to step `i - 1`, those on step 0 are out of play. `steps[0]` is step 0. A
/// position is P exactly if the exclusive or of the odd steps is 0.
///
/// *Proof.* If it is 0, a move from an odd step changes one term of the sum and one only, so the sum becomes non-zero; a move from an even step adds `k > 0` tokens to an odd
/// step, with the same effect. If it is not 0, lower one odd step as in Nim: the tokens go to an even step, which is not in the sum. The
/// number of token steps falls with every move, so play ends, with sum 0. ∎
/// The sum is also the nim-value: by the same argument the position and a Nim heap of that size together are P.
///
/// ```
/// use grundy::{Nimber, heap::closed::staircase_value};
/// assert_eq!(staircase_value(&[9, 3, 5, 1]), Nimber(3 ^ 1));
/// ```
pub fn staircase_value(steps: &[u64]) -> Nimber {
    steps.iter().skip(1).step_by(2).map(|&tokens| Nimber(tokens)).sum()
}

/// Heaps that must stay in non-decreasing order, any number of tokens leaving one heap at a time.
///
/// *Proof.* Let `y_i` be the difference of heap `i` and heap `i - 1` (heap 0 is empty). Taking `k` from heap `i` moves `k` from `y_i` to `y_{i+1}`, or out of play
/// for the last heap: staircase Nim with the last difference on step 1. ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::non_decreasing_value};
/// assert_eq!(non_decreasing_value(&[1, 3, 8]), Some(Nimber(5 ^ 1)));
/// assert_eq!(non_decreasing_value(&[2, 1]), None);
/// ```
pub fn non_decreasing_value(heaps: &[u64]) -> Option<Nimber> {
    let before = std::iter::once(&0).chain(heaps);
    let differences: Option<Vec<u64>> =
        heaps.iter().zip(before).map(|(heap, before)| heap.checked_sub(*before)).collect();
    let steps: Vec<u64> = std::iter::once(0).chain(differences?.into_iter().rev()).collect();
    Some(staircase_value(&steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use std::collections::BTreeMap;

    fn staircase(steps: [u64; 4], memory: &mut BTreeMap<[u64; 4], Nimber>) -> Nimber {
        if let Some(&value) = memory.get(&steps) {
            return value;
        }
        let mut options = Vec::new();
        for i in 1..4 {
            for k in 1..=steps[i] {
                let mut next = steps;
                next[i] -= k;
                next[i - 1] += k;
                next[0] = 0;
                options.push(staircase(next, memory));
            }
        }
        let value = mex(options);
        memory.insert(steps, value);
        value
    }

    fn ordered(heaps: [u64; 3], memory: &mut BTreeMap<[u64; 3], Nimber>) -> Nimber {
        if let Some(&value) = memory.get(&heaps) {
            return value;
        }
        let mut options = Vec::new();
        for i in 0..3 {
            let least = if i == 0 { 0 } else { heaps[i - 1] };
            for left in least..heaps[i] {
                let mut next = heaps;
                next[i] = left;
                options.push(ordered(next, memory));
            }
        }
        let value = mex(options);
        memory.insert(heaps, value);
        value
    }

    #[test]
    fn formulas_agree_with_plain_recursion() {
        let (mut stairs, mut heaps) = (BTreeMap::new(), BTreeMap::new());
        for i in 0..216u64 {
            let (a, b, c) = (i / 36, i / 6 % 6, i % 6);
            assert_eq!(staircase([0, a, b, c], &mut stairs), staircase_value(&[0, a, b, c]));
            let rising = [a, a + b, a + b + c];
            assert_eq!(Some(ordered(rising, &mut heaps)), non_decreasing_value(&rising));
        }
    }
}

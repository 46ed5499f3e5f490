//! Single heaps: Nim, Lasker's Nim, take 1 to k, take one or all.
//!
//! Constant time each. Literature: Bouton 1901; Lasker 1931; *Winning Ways* ch. 4.

use crate::Nimber;

/// Nim: `n -> m for m in 0..n-1` has value `n`.
///
/// *Proof.* The options are `0..n-1`, of these values by induction; their mex is `n`. ∎
///
/// ```
/// assert_eq!(grundy::heap::closed::nim_value(7), grundy::Nimber(7));
/// ```
pub fn nim_value(n: u64) -> Nimber {
    Nimber(n)
}

/// Taking 1 to `k`: the value is `n mod (k + 1)`.
///
/// *Proof.* The options of `n` are the `min(n, k)` heaps before it. For `n ≤ k` these have the values `0..n-1`. For larger `n` their values are, by
/// induction, all residues mod `k + 1` but that of `n`. ∎
///
/// ```
/// assert_eq!(grundy::heap::closed::take_up_to_value(3, 10), grundy::Nimber(2));
/// ```
pub fn take_up_to_value(k: u64, n: u64) -> Nimber {
    Nimber(k.checked_add(1).map_or(n, |round| n % round))
}

/// Lasker's Nim, `4.[3]`: take any number, or split a heap in two. Heaps `4k+3` and `4k+4` change places, all others are
/// themselves.
///
/// *Proof.* By induction on blocks of four. Takes give the values of all smaller heaps. Splits add sums `G(a) ⊕ G(b)` with `a + b = n`,
/// `a, b ≥ 1`. The map `G` keeps every number's residue class of `{4j+1}`, `{4j+2}`, and exchanges `4j+3 ↔ 4j+4`.
/// For `n = 4k+1`, takes give exactly `0..4k`, so the value is at least `n`; a split has one even and one odd part.
/// Parts in mod 4: `{0,1}` have values `≡ 3, 1` with sum `≡ 2`; `{2,3}` have values `≡ 2, 0` with sum `≡ 2`. So no sum is `≡ 1`, and the value is `4k+1`.
/// For `n = 4k+2`, takes give `0..4k+1`. Parts mod 4: `{0,2}` values `3, 2`, sum `1`; `{1,1}`: sum `0`; `{3,3}`: sum `0`. No sum is `≡ 2`: the value is `4k+2`.
/// For `n = 4k+3`, takes give `0..4k+2`, and the split `1 + (4k+2)` gives `4k+3`. Parts mod 4: `{0,3}` values `3, 0`, sum `3`; `{1,2}`: sum `3`.
/// No sum is `≡ 0`: the value is `4k+4`. For `n = 4k+4`, takes give `0..4k+2` and `4k+4`. Parts mod 4: `{0,0}`: sum `0`;
/// `{1,3}` values `1, 0`, sum `1`; `{2,2}`: sum `0`. No sum is `≡ 3`: the value is `4k+3`. ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::lasker_value};
/// assert_eq!([1, 2, 3, 4].map(lasker_value), [1, 2, 4, 3].map(Nimber));
/// ```
pub fn lasker_value(n: u64) -> Nimber {
    Nimber(match n % 4 {
        3 => n.saturating_add(1),
        0 => n.saturating_sub(1),
        _ => n,
    })
}

/// Taking one or all: 0 for nothing, 1 for odd heaps, 2 for even ones.
///
/// *Proof.* Heap 1 has the option 0 only: value 1. Heap `n ≥ 2` has the options `n - 1` and 0, of values, by induction, `{2, 0}` for odd `n`
/// (`{1, 0}` for even): value 1 (2). ∎
///
/// ```
/// use grundy::{Nimber, heap::closed::one_or_all_value};
/// assert_eq!([0, 1, 2, 3].map(one_or_all_value), [0, 1, 2, 1].map(Nimber));
/// ```
pub fn one_or_all_value(n: u64) -> Nimber {
    Nimber(if n == 0 { 0 } else { 2 - n % 2 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{TakeBreak, plain_values};
    use crate::nimber::mex;

    use crate::work::Work;

    #[test]
    fn formulas_agree_with_the_definition() {
        let table =
            |code: &str| plain_values(&code.parse::<TakeBreak>().unwrap(), 300, &Work::unwatched()).unwrap();
        let formula = |f: &dyn Fn(u64) -> Nimber| (0..300).map(f).collect::<Vec<_>>();
        assert_eq!(formula(&nim_value), table("0.[3]"));
        assert_eq!(formula(&lasker_value), table("4.[3]"));
        for k in 1..9 {
            assert_eq!(formula(&|n| take_up_to_value(k, n)), table(&format!("0.{}", "3".repeat(k as usize))));
        }
        let mut values: Vec<Nimber> = vec![Nimber(0)];
        for n in 1..300 {
            values.push(mex([values[n - 1], values[0]]));
        }
        assert_eq!(formula(&one_or_all_value), values);
    }
}

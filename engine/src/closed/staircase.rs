//! Staircase Nim and its relatives: what is pushed down an even number of steps does not count.
//!
//! Stones lie on steps 1, 2, …; a move pushes stones from one step to the next lower one, and from step 1 out of play.
//!
//! Theorem: let a push from a step of x stones leave every smaller value of `f`, and never the same one, where
//! `f(x+k) ≠ f(x)` whenever k stones may be pushed. Then the value of the staircase is the nim-sum of `f` over the odd
//! steps. Proof: (1) to every smaller sum some odd term must become smaller (as in Nim), and one push does that.
//! (2) A push from an odd step changes its term; a push of k stones from an even step adds k to the odd step below and
//! changes that term. So no option has the same sum, and the mex is the sum itself. Play ends since stones only go
//! down.
//!
//! In Staircase Nim any number may be pushed and f(x) = x. Where one or two stones may be pushed f(x) = x mod 3, as
//! on the strip of [`crate::boards::stones`].
//!
//! Heaps kept in non-decreasing order are a staircase too: taking k from heap i lowers the difference
//! `x_i - x_(i-1)` by k and raises the next difference by k, and the last difference loses k for good.

use crate::nimber::Nimber;

/// The value of Staircase Nim with these stones on steps 1, 2, ….
///
/// ```
/// use grundy::{Nimber, closed::staircase};
/// assert_eq!(staircase::value(&[1, 7, 1]), Nimber(0));
/// assert_eq!(staircase::value(&[4, 7, 1]), Nimber(5));
/// ```
pub fn value(steps: &[u64]) -> Nimber {
    Nimber(steps.iter().step_by(2).fold(0, |sum, stones| sum ^ stones))
}

/// The value of Nim heaps that must stay in non-decreasing order; `None` if they are not.
///
/// ```
/// use grundy::{Nimber, closed::staircase};
/// assert_eq!(staircase::non_decreasing(&[2, 2]), Some(Nimber(0)));
/// assert_eq!(staircase::non_decreasing(&[1, 2, 4]), Some(Nimber(3)));
/// assert_eq!(staircase::non_decreasing(&[2, 1]), None);
/// ```
pub fn non_decreasing(heaps: &[u64]) -> Option<Nimber> {
    let below = |i: usize| if i == 0 { 0 } else { heaps[i - 1] };
    let steps: Option<Vec<u64>> = (0..heaps.len()).rev().map(|i| heaps[i].checked_sub(below(i))).collect();
    Some(value(&steps?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use hashbrown::HashMap;

    type Moves = fn(&[u64]) -> Vec<Vec<u64>>;

    fn plain(position: &[u64], moves: Moves, known: &mut HashMap<Vec<u64>, Nimber>) -> Nimber {
        if let Some(&value) = known.get(position) {
            return value;
        }
        let options: Vec<Nimber> = moves(position).iter().map(|to| plain(to, moves, known)).collect();
        let value = mex(options);
        known.insert(position.to_vec(), value);
        value
    }

    fn pushes(steps: &[u64]) -> Vec<Vec<u64>> {
        let push = |i: usize, k: u64| {
            let mut to = steps.to_vec();
            to[i] -= k;
            if i > 0 {
                to[i - 1] += k;
            }
            to
        };
        (0..steps.len()).flat_map(|i| (1..=steps[i]).map(move |k| push(i, k))).collect()
    }

    fn takes(heaps: &[u64]) -> Vec<Vec<u64>> {
        let take = |i: usize, k: u64| {
            let mut to = heaps.to_vec();
            to[i] -= k;
            to
        };
        let all = (0..heaps.len()).flat_map(|i| (1..=heaps[i]).map(move |k| take(i, k)));
        all.filter(|to| to.is_sorted()).collect()
    }

    #[test]
    fn staircases_are_worth_the_mex_of_their_options() {
        let mut known = HashMap::new();
        for code in 0..3u64.pow(5) {
            let steps: Vec<u64> = (0..5).map(|i| code / 3u64.pow(i) % 3).collect();
            assert_eq!(value(&steps), plain(&steps, pushes, &mut known), "{steps:?}");
        }
    }

    #[test]
    fn non_decreasing_heaps_are_worth_the_mex_of_their_options() {
        let mut known = HashMap::new();
        for code in 0..6u64.pow(4) {
            let heaps: Vec<u64> = (0..4).map(|i| code / 6u64.pow(i) % 6).collect();
            match heaps.is_sorted() {
                true => {
                    assert_eq!(non_decreasing(&heaps), Some(plain(&heaps, takes, &mut known)), "{heaps:?}")
                }
                false => assert_eq!(non_decreasing(&heaps), None),
            }
        }
    }
}

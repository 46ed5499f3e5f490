//! What a move changes in a drawing, from what stands there before and after it.

use super::{Change, Tiles};

/// Moves of a drawing.
pub(crate) const MOST_MOVES: usize = 4096;

/// The things that differ, and what stands there afterwards.
///
/// Places are compared one by one. The letters of a word may vanish, so there it is all between what both words begin and
/// end with; stacks without an order are compared as a whole, for the same stack may stand elsewhere.
pub(crate) fn changed(
    tiles: Tiles,
    ordered: bool,
    before: &[String],
    after: &[String],
) -> (Vec<usize>, Vec<String>) {
    match tiles {
        Tiles::Letters => between(before, after),
        _ if !ordered => exchanged(before, after),
        _ => {
            // What has no sign never gets one, and where there were signs none is left.
            let empty = |sign: &str| if sign.is_empty() { "" } else { "." }.to_string();
            let then = |at: usize| after.get(at).cloned().unwrap_or_else(|| empty(&before[at]));
            (0..before.len()).map(|at| (at, then(at))).filter(|(at, sign)| before[*at] != *sign).unzip()
        }
    }
}

/// The letters between what two words begin and end with; the first of them is said to become all that stands there.
fn between(before: &[String], after: &[String]) -> (Vec<usize>, Vec<String>) {
    let first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let most = before.len().min(after.len()) - first;
    let last = before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let (from, to) = (first..before.len() - last, first..after.len() - last);
    let signs =
        from.clone().map(|at| if at == from.start { after[to.clone()].concat() } else { String::new() });
    (from.clone().collect(), signs.collect())
}

/// What is left of both once everything that is in both is taken away, in order.
fn exchanged(before: &[String], after: &[String]) -> (Vec<usize>, Vec<String>) {
    let mut left: Vec<&String> = after.iter().collect();
    let mut gone = Vec::new();
    for (at, sign) in before.iter().enumerate() {
        match left.iter().position(|other| *other == sign) {
            Some(same) => drop(left.remove(same)),
            None => gone.push(at),
        }
    }
    let nothing = ".".to_string();
    let becomes = |i: usize| left.get(i).map_or(&nothing, |sign| sign).clone();
    let signs = (0..gone.len()).map(becomes).collect();
    (gone, signs)
}

impl Change {
    pub(crate) fn new(
        leaves: String,
        picks: Vec<usize>,
        (things, signs): (Vec<usize>, Vec<String>),
    ) -> Change {
        Change { leaves, picks, things, signs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    #[test]
    fn places_are_compared_one_by_one() {
        let changed = changed(Tiles::Squares, true, &signs("X.O."), &signs(".XO."));
        assert_eq!(changed, (vec![0, 1], signs(".X")));
        // The lines of a ring have no signs; of all numbers those at the end may be gone.
        let ring = [signs("oo"), vec![String::new(); 2]].concat();
        assert_eq!(super::changed(Tiles::Ring, true, &ring, &signs("o.")), (vec![1], signs(".")));
        assert_eq!(super::changed(Tiles::Squares, true, &signs("o.o"), &signs("o")), (vec![2], signs(".")));
    }

    #[test]
    fn a_word_changes_between_its_ends() {
        let of = |a: &str, b: &str| changed(Tiles::Letters, true, &signs(a), &signs(b));
        assert_eq!(of("abba", "aa"), (vec![1, 2], vec![String::new(); 2]));
        assert_eq!(of("abacaba", "aba|c|aba"), (vec![3], vec!["|c|".into()]));
        assert_eq!(of("aaa", "a").0.len(), 2);
        assert_eq!(of("aa", ""), (vec![0, 1], vec![String::new(); 2]));
    }

    #[test]
    fn stacks_without_an_order_are_compared_as_a_whole() {
        let changed = changed(Tiles::Stacks, false, &signs("1355"), &signs("1135"));
        assert_eq!(changed, (vec![3], signs("1")));
    }
}

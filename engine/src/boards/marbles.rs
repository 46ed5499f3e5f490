//! Marbles: several marbles on a grid; a move takes one marble any distance down its row, its column or its diagonal.
//! Whoever brings some marble to (0,0) wins at once.
//!
//! Theorem: let *hot* be the places from which one move reaches the goal. A position with a hot marble is won. Else
//! nobody may move to a hot place, for then the other player wins at once; so the players move among the cold places
//! until one of them has no cold move, and that one loses. This is a sum under normal play of the game restricted to
//! cold places, and nim-sums decide. (Plain Wythoff values do not: there the last marble home decides, not the first.)
//!
//! Here (l, c) is hot if l = 0, c = 0 or l = c.

use crate::error::Result;
use crate::outcome::Outcome;
use crate::position::{Component, Position};
use crate::rules::{Lets, Rules};
use crate::solve::Solver;
use crate::work::Work;

/// A marble's moves among the cold places.
pub const COLD: &str = "(l in 1..1000000, c in 1..1000000) \
    -> (l-k,c) for k in 1..l-1 if l-k != c | (l,c-k) for k in 1..c-1 if c-k != l \
     | (l-k,c-k) for k in 1..min(l,c)-1";

/// Who wins with marbles at these places.
///
/// ```
/// use grundy::{Outcome, boards::marbles};
/// # let work = grundy::Work { limits: Default::default(), progress: &grundy::Quiet };
/// assert_eq!(marbles::outcome(&[(1, 2)], &work)?, Outcome::P);
/// assert_eq!(marbles::outcome(&[(1, 3), (2, 3)], &work)?, Outcome::N);
/// assert_eq!(marbles::outcome(&[(4, 4)], &work)?, Outcome::N);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn outcome(marbles: &[(i64, i64)], work: &Work<'_>) -> Result<Outcome> {
    // A marble at the goal has nowhere to go.
    let marbles: Vec<(i64, i64)> = marbles.iter().copied().filter(|place| *place != (0, 0)).collect();
    if marbles.iter().any(|&(l, c)| l == 0 || c == 0 || l == c) {
        return Ok(Outcome::N);
    }
    let rules = Rules::read(COLD, &Lets::new())?;
    let components =
        marbles.iter().map(|&(l, c)| rules.legal(vec![l, c])).collect::<Result<Vec<Component>>>()?;
    let position = Position(components);
    let mut solver = Solver::new(&rules, std::slice::from_ref(&position), None, work)?;
    Ok(solver.judge(&position, work)?.outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Quiet};
    use hashbrown::HashMap;

    /// Whether the player to move wins, straight from the rules.
    fn plain(marbles: &[(i64, i64)], known: &mut HashMap<Vec<(i64, i64)>, bool>) -> bool {
        let mut key = marbles.to_vec();
        key.sort_unstable();
        if let Some(&won) = known.get(&key) {
            return won;
        }
        let mut won = false;
        for (i, &(l, c)) in key.iter().enumerate() {
            let places = (1..=l)
                .map(|u| (l - u, c))
                .chain((1..=c).map(|u| (l, c - u)))
                .chain((1..=l.min(c)).map(|u| (l - u, c - u)));
            for place in places {
                let mut to = key.clone();
                to[i] = place;
                won |= place == (0, 0) || !plain(&to, known);
            }
        }
        known.insert(key, won);
        won
    }

    #[test]
    fn pairs_and_triples_of_marbles_agree_with_the_plain_game() {
        let work = Work { limits: Limits::default(), progress: &Quiet };
        let mut known = HashMap::new();
        for code in 0..6i64.pow(4) {
            let at = |i: u32| code / 6i64.pow(i) % 6 + 1;
            let mut marbles = vec![(at(0), at(1)), (at(2), at(3))];
            if code % 7 == 0 && at(0) < 5 {
                marbles = vec![(at(0), at(1).min(4)), (at(2).min(4), at(3).min(4)), (2, 4)];
            }
            let won = plain(&marbles, &mut known);
            assert_eq!(outcome(&marbles, &work).unwrap() == Outcome::N, won, "{marbles:?}");
        }
    }
}

//! Marbles: several marbles on a grid; a move takes one marble any distance down its row, its column or its diagonal.
//! Whoever brings some marble to (0,0) wins at once.
//!
//! Theorem: let *hot* be the places from which one move reaches the goal. A position with a hot marble is won. Else
//! nobody may move to a hot place, for then the other player wins at once; so the players move among the cold places
//! until one of them has no cold move, and that one loses. This is a sum under normal play of the game restricted to
//! cold places, and nim-sums decide. (Plain Wythoff values do not: there the last marble home decides, not the first.)
//!
//! Here (l, c) is hot if l = 0, c = 0 or l = c.

use std::ops::ControlFlow;

use super::{bad_position, on_heap, plain_number};
use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::game::{Game, Readable};
use crate::literal::Lets;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::position::{Component, Position};
use crate::report::sentence::BoardTheorem;
use crate::rules::Rules;
use crate::sketch::{Change, Sketch, Tiles};
use crate::solve::{Cell, Solver, table};
use crate::work::Work;

/// A marble's moves among the cold places.
pub const COLD: &str = "(l in 1..1000000, c in 1..1000000) \
    -> (l-k,c) for k in 1..l-1 if l-k != c | (l,c-k) for k in 1..c-1 if c-k != l \
     | (l-k,c-k) for k in 1..min(l,c)-1";

/// Who wins with marbles at these places.
///
/// ```
/// use grundy::{Outcome, boards::marbles};
/// # let work = grundy::Work::unwatched();
/// assert_eq!(marbles::outcome(&[(1, 2)], &work)?, Outcome::P);
/// assert_eq!(marbles::outcome(&[(1, 3), (2, 3)], &work)?, Outcome::N);
/// assert_eq!(marbles::outcome(&[(4, 4)], &work)?, Outcome::N);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn outcome(marbles: &[(i64, i64)], work: &Work<'_>) -> Result<Outcome> {
    // A marble at the goal has nowhere to go.
    let marbles: Vec<(i64, i64)> = marbles.iter().copied().filter(|place| *place != (0, 0)).collect();
    if marbles.iter().any(|&place| is_hot(place)) {
        return Ok(Outcome::N);
    }
    let rules = Rules::read(COLD, &Lets::new(), &Work::unwatched())?;
    let components =
        marbles.iter().map(|&(l, c)| rules.legal(vec![l, c])).collect::<Result<Vec<Component>>>()?;
    let position = Position(components);
    let mut solver = Solver::new(&rules, std::slice::from_ref(&position), None, work)?;
    Ok(solver.judge(&position, work)?.outcome)
}

/// Whether one move reaches the goal.
fn is_hot((l, c): (i64, i64)) -> bool {
    l == 0 || c == 0 || l == c
}

/// The largest coordinate of a marble that is written down, and the most marbles.
const FARTHEST: i64 = 250;
const MOST: usize = 40;
/// Cells a side of a board that anybody would look at.
const MOST_DRAWN: i64 = 24;

/// The race of marbles that are written down: all of them together are the position, for the first one home ends it.
#[derive(Clone, Debug, Default)]
pub struct Race {
    /// The values of the cold places, row by row from (1,1), as far as a marble stood.
    cold: Vec<Vec<u64>>,
}

/// There is one such board; what it has computed is not part of it.
impl PartialEq for Race {
    fn eq(&self, _: &Race) -> bool {
        true
    }
}

impl Game for Race {
    type State = Vec<(i64, i64)>;

    fn prepare(&mut self, marbles: &Vec<(i64, i64)>, work: &Work<'_>) -> Result<()> {
        let farthest = marbles.iter().map(|&(l, c)| l.max(c)).max().unwrap_or(0);
        if self.cold.len() < farthest as usize {
            let rules = Rules::read(COLD, &Lets::new(), work)?;
            let cold = table(&rules, Some(&[1, 1]), Some(&[farthest, farthest]), None, work)?;
            self.cold = cold.cells.iter().map(|row| row.iter().map(Cell::nimber).collect()).collect();
        }
        Ok(())
    }

    fn show(&self, marbles: &Vec<(i64, i64)>) -> String {
        marbles.iter().map(|(l, c)| format!("{l},{c}")).collect::<Vec<_>>().join(" ")
    }

    fn options(
        &self,
        marbles: &Vec<(i64, i64)>,
        visit: &mut impl FnMut(Vec<(i64, i64)>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if marbles.contains(&(0, 0)) {
            return ControlFlow::Continue(());
        }
        for (i, &(l, c)) in marbles.iter().enumerate() {
            let down = (1..=l).map(|u| (l - u, c));
            let across = (1..=c).map(|u| (l, c - u));
            let diagonal = (1..=l.min(c)).map(|u| (l - u, c - u));
            for place in down.chain(across).chain(diagonal) {
                let mut to = marbles.clone();
                to[i] = place;
                visit(to)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn sketch(&self, marbles: &Vec<(i64, i64)>) -> Option<Sketch> {
        let side = marbles.iter().map(|&(l, c)| l.max(c) + 1).max().filter(|side| *side <= MOST_DRAWN)?;
        let at = |(l, c): (i64, i64)| (l * side + c) as usize;
        let mut counts = vec![0; (side * side) as usize];
        marbles.iter().for_each(|place| counts[at(*place)] += 1);
        let sign = |count: usize| if count == 0 { ".".into() } else { count.to_string() };
        let signs = counts.iter().map(|count| sign(*count)).collect();
        let mut sketch = Sketch::rows(Tiles::Squares, side as usize, side as usize).signed(signs);
        let _ = self.options(marbles, &mut |to| {
            if let Some((from, place)) = marbles.iter().zip(&to).find(|(from, place)| from != place) {
                let (from, place) = (at(*from), at(*place));
                let changed = (vec![from, place], vec![sign(counts[from] - 1), sign(counts[place] + 1)]);
                sketch.moves.push(Change::new(self.show(&to), Vec::new(), changed));
            }
            ControlFlow::Continue(())
        });
        Some(sketch)
    }

    fn bytes(&self, marbles: &Vec<(i64, i64)>) -> u64 {
        on_heap(marbles)
    }

    fn theorem(&self, _: &Vec<(i64, i64)>) -> Option<BoardTheorem> {
        Some(BoardTheorem::HotPlaces)
    }

    fn outcome(&self, marbles: &Vec<(i64, i64)>) -> Option<Outcome> {
        if marbles.contains(&(0, 0)) {
            return Some(Outcome::P);
        }
        if marbles.iter().any(|&place| is_hot(place)) {
            return Some(Outcome::N);
        }
        Some(if self.reduced(marbles)? == Nimber::ZERO { Outcome::P } else { Outcome::N })
    }

    fn reduced(&self, marbles: &Vec<(i64, i64)>) -> Option<Nimber> {
        if marbles.iter().any(|&place| is_hot(place)) {
            return None;
        }
        let value = |&(l, c): &(i64, i64)| self.cold.get(l as usize - 1)?.get(c as usize - 1).copied();
        marbles.iter().map(value).try_fold(0, |sum, value| Some(sum ^ value?)).map(Nimber)
    }

    fn labels(&self, from: &Vec<(i64, i64)>, to: &Vec<(i64, i64)>) -> Vec<String> {
        let moved = from.iter().zip(to).find(|(from, to)| from != to);
        moved.map(|(from, to)| format!("{},{} to {},{}", from.0, from.1, to.0, to.1)).into_iter().collect()
    }
}

impl Readable for Race {
    const ADDS_UP: bool = false;

    /// Places such as `1,3 2,3`.
    fn open(text: &str) -> Result<(Race, Vec<(i64, i64)>)> {
        let wrong = |word: &str| {
            bad_position(BoardFault::NoMarbleThere { text: word.into(), most: FARTHEST })
                .hint(NextStep::write("1,3 2,3"))
        };
        // Rules of the same name go farther.
        let too_far = |word: &str| {
            Error::new(ErrorKind::Limit, BoardFault::MarbleTooFar { text: word.into(), most: FARTHEST })
        };
        let place = |word: &str| {
            let (l, c) = word.split_once(',').ok_or_else(|| wrong(word))?;
            let read = |text: &str| match plain_number::<i64>(text) {
                Some(n) if n > FARTHEST => Err(too_far(word)),
                Some(n) => Ok(n),
                None => Err(wrong(word)),
            };
            Ok((read(l)?, read(c)?))
        };
        let marbles = text.split_whitespace().map(place).collect::<Result<Vec<_>>>()?;
        match marbles.len() {
            1..=MOST => Ok((Race::default(), marbles)),
            count => Err(bad_position(BoardFault::MarbleCount { count, most: MOST })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let work = Work::unwatched();
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

    #[test]
    fn tables_of_every_side_agree_with_the_solver() {
        let work = Work::unwatched();
        for marbles in [vec![(3, 7), (16, 15)], vec![(17, 4), (8, 5)], vec![(90, 37), (12, 80)], vec![(1, 2)]]
        {
            let mut race = Race::default();
            race.prepare(&marbles, &work).unwrap();
            assert_eq!(race.outcome(&marbles), Some(outcome(&marbles, &work).unwrap()), "{marbles:?}");
        }
    }
}

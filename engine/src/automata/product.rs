//! And, or, and not: two automata that read the same numbers together.

use crate::error::Result;
use crate::work::Work;

use super::automaton::{Automaton, DEAD, State, restricted};

impl Automaton {
    /// Both relations hold.
    pub(crate) fn and(&self, other: &Automaton, work: &Work<'_>) -> Result<Automaton> {
        self.product(other, work, |left, right| left != DEAD && right != DEAD, |left, right| left && right)
    }

    /// The first relation holds and the second does not. The second reads no tracks that the first does not.
    pub(crate) fn minus(&self, other: &Automaton, work: &Work<'_>) -> Result<Automaton> {
        self.product(other, work, |left, _| left != DEAD, |left, right| left && !right)
    }

    /// At least one relation holds. Both read the same tracks.
    pub(crate) fn or(&self, other: &Automaton, work: &Work<'_>) -> Result<Automaton> {
        debug_assert_eq!(self.tracks, other.tracks);
        self.product(other, work, |left, right| left != DEAD || right != DEAD, |left, right| left || right)
    }

    /// The same relation, with other numbers that may be anything.
    pub(crate) fn beside(&self, tracks: &[usize], work: &Work<'_>) -> Result<Automaton> {
        self.and(&Automaton::valid(self.system, tracks, work)?, work)
    }

    fn product(
        &self,
        other: &Automaton,
        work: &Work<'_>,
        goes_on: impl Fn(State, State) -> bool,
        accepts: impl Fn(bool, bool) -> bool,
    ) -> Result<Automaton> {
        let mut tracks = [&self.tracks[..], &other.tracks[..]].concat();
        tracks.sort_unstable();
        tracks.dedup();
        let left = restricted(self.system, &tracks, &self.tracks)?;
        let right = restricted(self.system, &tracks, &other.tracks)?;
        let row = |&(a, b): &(State, State), keys: &mut Vec<Option<(State, State)>>| {
            keys.extend(left.iter().zip(&right).map(|(l, r)| {
                let pair = (self.step(a, *l), other.step(b, *r));
                goes_on(pair.0, pair.1).then_some(pair)
            }));
        };
        let start = (self.start, other.start);
        let start = goes_on(start.0, start.1).then_some(start);
        let accepted = |&(a, b): &(State, State)| accepts(self.accepts_at(a), other.accepts_at(b));
        Automaton::explore(self.system, tracks, start, work, |_| 8, row, accepted)
    }
}

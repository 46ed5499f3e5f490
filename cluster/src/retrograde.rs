//! Who wins, and in how many moves: retrograde analysis by levels, each worker for the vertices that it owns.
//!
//! A level is what was decided last. Its predecessors are told: one of a lost vertex is won, one of a won vertex has a
//! move less to hope for, and is lost with its last. A vertex has one word, as on one machine: while undecided the
//! number of moves not yet refuted, then outcome and remoteness. A round is one [`Share::tell`]; it is over
//! everywhere when no level is left anywhere.
//!
//! What is decided stays decided, so any saved set of decided vertices of whole rounds is a place to go on from: those
//! that were won tell their predecessors once more, and the last level goes on as usual.
//!
//! Literature as in the engine's `graph/retrograde.rs`. Complexity: O(V + E) work over all workers, each edge crosses the
//! wire at most once, in four bytes; eight bytes a vertex beside the share.

use grundy::{Error, ErrorKind, Outcome, Result, Work};

use crate::keep::{Keeper, Phase, Saved};
use crate::share::Share;
use crate::team::Team;

/// Set in the word of a decided vertex.
const DECIDED: u32 = 1 << 31;
/// Set in the word of a decided vertex that is won by the player to move.
const WON: u32 = 1 << 30;
/// The remoteness in the word of a decided vertex; also the most moves that a vertex may have.
pub(crate) const REMOTENESS: u32 = WON - 1;

/// The tags under which predecessors are told.
const BY_LOST: u32 = 0;
const BY_WON: u32 = 1;

/// Outcome and remoteness of the vertices that a worker owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    words: Vec<u32>,
    /// How many rounds it took.
    pub rounds: u32,
}

impl Outcomes {
    /// Who wins from a place.
    pub fn outcome(&self, place: u32) -> Outcome {
        let word = self.words[place as usize];
        match (word & DECIDED != 0, word & WON != 0) {
            (false, _) => Outcome::D,
            (true, true) => Outcome::N,
            (true, false) => Outcome::P,
        }
    }

    /// How many moves it lasts; none for a draw.
    pub fn remoteness(&self, place: u32) -> Option<u32> {
        let word = self.words[place as usize];
        (word & DECIDED != 0).then_some(word & REMOTENESS)
    }
}

/// Decides every vertex that can be decided; `won_at_end` tells who wins where there is no move.
pub fn solve<T: Team>(
    team: &mut T,
    share: &mut Share,
    won_at_end: &impl Fn(u32) -> bool,
    keeper: &mut impl Keeper,
    work: &Work<'_>,
) -> Result<Outcomes> {
    let mut state = State { words: share.degrees.clone(), next: Vec::new(), decided: 0 };
    let mut level = Vec::new();
    let mut round = 0;
    match keeper.saved(Phase::Outcomes, share)? {
        Some(saved) => {
            round = saved.round;
            level = state.resume(team, share, &saved)?;
        }
        None => {
            level.extend(share.places().filter(|&place| share.degrees[place as usize] == 0));
            for &place in &level {
                state.words[place as usize] = DECIDED | if won_at_end(place) { WON } else { 0 };
            }
            state.decided = level.len() as u64;
        }
    }
    loop {
        let unit = format!("vertices, round {round}");
        work.step(&unit, state.decided, Some(share.vertices))?;
        let (won, lost): (Vec<u32>, Vec<u32>) =
            level.iter().partition(|&&place| state.words[place as usize] & WON != 0);
        round += 1;
        let mine = [level.len() as u64, u64::from(keeper.due())];
        let told = share.tell(team, &[(BY_LOST, &lost), (BY_WON, &won)], &mine, &mut |tag, place| {
            state.told(tag, place, round)
        })?;
        if told.sum(0) == 0 {
            keeper.keep(
                Phase::Outcomes,
                round - 1,
                share,
                &mut state.words.iter().map(|word| decided(*word)),
            )?;
            return Ok(Outcomes { words: state.words, rounds: round - 1 });
        }
        if round >= REMOTENESS {
            let message = format!("a game of more than {REMOTENESS} moves is too long");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        level = std::mem::take(&mut state.next);
        level.sort_unstable();
        if told.sum(1) > 0 {
            keeper.keep(Phase::Outcomes, round, share, &mut state.words.iter().map(|word| decided(*word)))?;
        }
    }
}

/// The word of a decided vertex, else 0.
fn decided(word: u32) -> u32 {
    if word & DECIDED != 0 { word } else { 0 }
}

struct State {
    words: Vec<u32>,
    next: Vec<u32>,
    decided: u64,
}

impl State {
    /// A follower of a vertex was decided.
    #[inline]
    fn told(&mut self, tag: u32, place: u32, round: u32) {
        let word = &mut self.words[place as usize];
        if *word & DECIDED != 0 {
            return;
        }
        match (tag, *word) {
            (BY_LOST, _) => *word = DECIDED | WON | round,
            (_, 0 | 1) => *word = DECIDED | round,
            _ => {
                *word -= 1;
                return;
            }
        }
        self.decided += 1;
        self.next.push(place);
    }

    /// Takes over what was decided up to a round; the level of that round is to be told next.
    fn resume<T: Team>(&mut self, team: &mut T, share: &mut Share, saved: &Saved) -> Result<Vec<u32>> {
        for (word, &saved) in
            self.words.iter_mut().zip(&saved.words).filter(|(_, saved)| **saved & DECIDED != 0)
        {
            *word = saved;
            self.decided += 1;
        }
        let remoteness = |word: u32| (word & DECIDED != 0).then_some(word & REMOTENESS);
        let some = |test: &dyn Fn(u32) -> bool| -> Vec<u32> {
            (0..saved.words.len() as u32).filter(|&place| test(saved.words[place as usize])).collect()
        };
        let before =
            some(&|word| word & WON != 0 && remoteness(word).is_some_and(|moves| moves < saved.round));
        share.tell(team, &[(BY_WON, &before)], &[], &mut |_, place| {
            let word = &mut self.words[place as usize];
            *word = if *word & DECIDED == 0 { word.saturating_sub(1) } else { *word };
        })?;
        Ok(some(&|word| remoteness(word) == Some(saved.round)))
    }
}

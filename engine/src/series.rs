//! Many positions of one game, one after the other: the game is opened and planned once, and what was found out is kept.
//!
//! Positions come in groups, such as the lines that were read together; what a whole group needs is made at once. Memory
//! does not grow with the number of positions: what is kept stays within the limits of one request, and is let go where it
//! is in the way of an answer.

use serde::Serialize;

use crate::arena::Arena;
use crate::error::{Fault, Result};
use crate::limits::Limits;
use crate::loopy_value::LoopyValue;
use crate::open::Opened;
use crate::outcome::Outcome;
use crate::report::{Judgement, MoveReport};
use crate::work::Work;

/// Openings of a game that are kept, where positions ask for different ones.
const KEPT: usize = 2;

/// A short answer about one of many positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Brief {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, where values decide.
    pub value: Option<LoopyValue>,
    /// The mover's best difference in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The move to take, if it was asked for and there is one.
    pub best_move: Option<MoveReport>,
}

/// Opens the game anew for a position.
pub type Opener<'o, 'g> = dyn FnMut(&[String]) -> Result<Opened<'g>> + 'o;

/// A game that is asked about many positions.
pub struct Series<'g> {
    kept: Vec<Opened<'g>>,
}

impl<'g> Series<'g> {
    /// Questions about a game that was opened.
    ///
    /// ```
    /// use grundy::{Lets, Outcome, Series, Source, Work, open};
    /// let work = Work::unwatched();
    /// let anew = |position: &[String]| open(Source::Text("kayles"), &Lets::new(), position, None, &work);
    /// let mut series = Series::new(anew(&[])?);
    /// let lost = ["0", "1", "2 2", "3of5"].map(|line| {
    ///     let position: Vec<String> = line.split(' ').map(String::from).collect();
    ///     Ok(series.answer(&position, false, &mut |p| anew(p), &work)?.outcome == Outcome::P)
    /// });
    /// assert_eq!(lost, [Ok::<bool, grundy::Error>(true), Ok(false), Ok(true), Ok(false)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn new(game: Opened<'g>) -> Series<'g> {
        Series { kept: vec![game] }
    }

    /// Is told a group of positions that will be asked about, so that what they need is made at once.
    pub fn expect(&mut self, positions: &[Vec<String>], work: &Work<'_>) -> Result<()> {
        self.kept.iter_mut().try_for_each(|game| game.arena().expect(positions, &half(work)))
    }

    /// Who wins a position, and if asked for the move to take.
    pub fn answer(
        &mut self,
        position: &[String],
        with_move: bool,
        anew: &mut Opener<'_, 'g>,
        work: &Work<'_>,
    ) -> Result<Brief> {
        let at = self.opening(position, anew, work)?;
        let game = &mut self.kept[at];
        let position = game.position().to_vec();
        let arena = game.arena();
        arena.make_room();
        let refused = match brief(arena, &position, with_move, &half(work)) {
            Err(e) if !e.is_stop() => e,
            answer => return answer,
        };
        // What is kept may not be for this position.
        arena.expect(std::slice::from_ref(&position), &half(work))?;
        match brief(arena, &position, with_move, &half(work)) {
            // Or it may be in the way.
            Err(e) if is_about_memory(e.fault()) || is_about_memory(refused.fault()) => {
                arena.begin(&position, work)?;
                brief(arena, &position, with_move, work)
            }
            answer => answer,
        }
    }

    /// The opening on which a position is played, at that position.
    fn opening(&mut self, position: &[String], anew: &mut Opener<'_, 'g>, work: &Work<'_>) -> Result<usize> {
        for (at, game) in self.kept.iter_mut().enumerate() {
            if game.go_to(position, work)? {
                return Ok(at);
            }
        }
        let game = anew(position)?;
        self.kept.truncate(KEPT - 1);
        self.kept.push(game);
        Ok(self.kept.len() - 1)
    }
}

fn is_about_memory(fault: &Fault) -> bool {
    match fault {
        Fault::TooMuchMemory { .. } | Fault::SearchTooLarge { .. } => true,
        Fault::SumTooLarge { fault } => is_about_memory(fault),
        _ => false,
    }
}

/// What is prepared for many leaves room for a single one.
fn half<'w>(work: &'w Work<'_>) -> Work<'w> {
    let limits = Limits { bytes: work.limits.bytes / 2, ..work.limits };
    Work { limits, ..*work }
}

fn brief(arena: &mut dyn Arena, position: &[String], with_move: bool, work: &Work<'_>) -> Result<Brief> {
    let judged = arena.judge(position, work)?;
    let best_move = if with_move { arena.best_move(position, &judged, work)? } else { None };
    let Judgement { outcome, value, score, .. } = judged;
    Ok(Brief { outcome, value, score, best_move })
}

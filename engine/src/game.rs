//! What a board has to say about itself, and what is then known about it.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::error::Result;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::report::sentence::BoardTheorem;
use crate::rules::RuleSentence;
use crate::sketch::{Change, MOST_MOVES, Sketch, changed};
use crate::work::Work;

/// A game on a board: the board itself (its size, its graph), whose positions are states.
///
/// Options are handed to a callback, so that enumerating them costs no allocation. A state may fall into parts that no
/// longer touch; their values add up. States that are alike may share a canonical form.
///
/// ```
/// use grundy::boards::{Readable, treblecross::Treblecross, values};
/// # let work = grundy::Work::unwatched();
/// let (game, strip) = Treblecross::open(".....")?;
/// assert_ne!(values(&game, &strip, &work)?.0, 0); // whoever begins wins
/// # Ok::<(), grundy::Error>(())
/// ```
pub trait Game: Send + Sync + Sized + PartialEq + 'static {
    /// A position.
    type State: Clone + Eq + Hash + Ord + fmt::Debug + Send + Sync;

    /// Makes the tables that the theorems about this state and all that follow it need. They belong to the board, and are not
    /// part of what makes two boards equal.
    fn prepare(&mut self, _: &Self::State, _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    /// Whether every play on the board, once it is prepared, is known to end.
    fn ends(&self) -> bool {
        true
    }

    /// The position as people read it; whoever opens boards reads it back.
    fn show(&self, state: &Self::State) -> String;

    /// The components that a state is, as people read them, for games whose moves may leave several or none.
    fn shown(&self, state: &Self::State) -> Vec<String> {
        Some(self.show(state)).filter(|text| !text.is_empty()).into_iter().collect()
    }

    /// Calls `visit` with every option until it breaks.
    fn options(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::State) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls `visit` with the parts that a state falls into. Parts without a move may be left out.
    fn parts(&self, state: Self::State, visit: &mut impl FnMut(Self::State)) {
        visit(state);
    }

    /// The form that stands for all states like this one. It must have the same value.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// Calls `visit` with states whose values add up to that of this one, each in the form in which it is remembered. What is
    /// worth nothing may be left out. For values alone: under misère play parts count, not what they are worth.
    fn summands(&self, state: Self::State, visit: &mut impl FnMut(Self::State)) {
        self.parts(state, &mut |part| visit(self.canonical(part)));
    }

    /// A number below 2^56 - 1 that no other canonical state has, if there is one: such states take 8 bytes in a table.
    fn packed(&self, _: &Self::State) -> Option<u64> {
        None
    }

    /// How many bytes a state takes, with what lies on the heap.
    fn bytes(&self, _: &Self::State) -> u64 {
        size_of::<Self::State>() as u64
    }

    /// How much there is left to play for, to try small states first.
    fn size(&self, _: &Self::State) -> u32 {
        0
    }

    /// How hard it looks to find something out about a part, in half moves: what is easy is tried first.
    fn effort(&self, state: &Self::State) -> u32 {
        self.size(state).saturating_mul(2)
    }

    /// The value, where a theorem tells it.
    fn known(&self, _: &Self::State) -> Option<Nimber> {
        None
    }

    /// The same for a part at a glance: it is asked about every option of a search that is not known yet.
    fn evident(&self, _: &Self::State) -> Option<Nimber> {
        None
    }

    /// Who wins, where a theorem tells it. Boards that do not add up must have one.
    fn outcome(&self, _: &Self::State) -> Option<Outcome> {
        None
    }

    /// The value of what a theorem leaves of a board that does not add up, where values of that decide.
    fn reduced(&self, _: &Self::State) -> Option<Nimber> {
        None
    }

    /// The theorem behind [`Game::known`] or [`Game::outcome`], or one that tells who wins though a search finds the
    /// moves. Boards that do not add up must have one.
    fn theorem(&self, _: &Self::State) -> Option<BoardTheorem> {
        None
    }

    /// A winning move that a theorem shows, for boards with too many moves to look at them all.
    fn winning_move(&self, _: &Self::State) -> Option<Self::State> {
        None
    }

    /// Every option of this value, where a theorem shows them without a look at the others.
    fn options_of_value(&self, _: &Self::State, _: Nimber) -> Option<Vec<Self::State>> {
        None
    }

    /// The position as a drawing; none if it would be too large to look at.
    fn sketch(&self, _: &Self::State) -> Option<Sketch> {
        None
    }

    /// What stands on the points and lines of the drawing, and whether they have an order; nothing for drawings that tell
    /// their moves themselves. A move is seen by what differs.
    fn signs(&self, _: &Self::State) -> (Vec<String>, bool) {
        (Vec::new(), true)
    }

    /// Calls `visit` with every option and the things of the drawing that the rule itself names for it, if any.
    fn picked(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::State, Vec<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.options(state, &mut |to| visit(to, Vec::new()))
    }

    /// An error if the options of some state could not be told since the game was opened: nothing that was found out with
    /// them counts.
    fn fault(&self) -> Result<()> {
        Ok(())
    }

    /// What was derived from the rules about a state.
    fn derived(&self, _: &Self::State) -> Vec<RuleSentence> {
        Vec::new()
    }

    /// Whether a move leads from one state to another, for boards with too many moves to look through them.
    fn is_option(&self, _from: &Self::State, _to: &Self::State) -> Option<bool> {
        None
    }

    /// What players would call the moves from one state to another; several if different moves lead there.
    fn labels(&self, _from: &Self::State, _to: &Self::State) -> Vec<String> {
        Vec::new()
    }
}

/// A game that has a name, and reads its own boards.
pub trait Readable: Game {
    /// How the game is played unless told otherwise.
    const PLAY: Play = Play::Normal;

    /// Whether boards can be added. If not, [`Game::outcome`] answers, and several texts are one board.
    const ADDS_UP: bool = true;

    /// Reads a board with a position on it.
    fn open(text: &str) -> Result<(Self, Self::State)>;
}

/// Signs that are compared for one drawing.
const MOST_SIGNS: usize = 1 << 20;

/// A position as a drawing that can be clicked. Without one of its own, a text of rows is a board.
pub(crate) fn drawn<G: Game>(game: &G, state: &G::State, work: &Work<'_>) -> Result<Option<Sketch>> {
    let own = game.sketch(state);
    let by_text = own.is_none();
    let Some(mut sketch) = own.or_else(|| Sketch::of_text(&game.show(state))) else { return Ok(None) };
    if !sketch.moves.is_empty() {
        return Ok(Some(sketch));
    }
    if sketch.points.iter().any(|p| p.leaves.is_some()) || sketch.lines.iter().any(|l| l.leaves.is_some()) {
        return Ok(Some(sketch.taking()));
    }
    let (before, tiles) = (sketch.signs(), sketch.tiles);
    let (mut moves, mut failed, mut all) = (Vec::<Change>::new(), Ok(()), true);
    let _ = game.picked(state, &mut |to, picks| {
        let ((after, ordered), leaves) = match by_text {
            true => {
                let shown = game.show(&to);
                let signs = Sketch::of_text(&shown).map(|drawn| drawn.signs()).unwrap_or_default();
                ((signs, true), shown)
            }
            false => (game.signs(&to), game.shown(&to).join(" & ")),
        };
        let change = Change::new(leaves, picks, changed(tiles, ordered, &before, &after));
        if !moves.contains(&change) {
            moves.push(change);
        }
        failed = work.tick("moves", moves.len() as u64, None);
        all = moves.len() <= MOST_MOVES.min(MOST_SIGNS / before.len().max(1));
        if failed.is_ok() && all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    failed.and_then(|()| game.fault())?;
    // Some moves would look like all of them.
    sketch.moves = if all { moves } else { Vec::new() };
    Ok(Some(sketch))
}

//! Searches on planes, for boards whose cells are letters.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::boards::engines::{MisereSums, Values, lines};
use crate::boards::misere::Misere;
use crate::error::Result;
use crate::game::Game;
use crate::nimber::Nimber;
use crate::report::SearchCost;
use crate::search::NimberSearch;
use crate::work::Work;

use super::super::board::Board;
use super::super::game::PictureGame;
use super::super::ground::Ground;
use super::super::symmetry::Symmetry;
use super::game::Planes;
use super::layout::Layout;
use super::shapes::Alphabet;

/// A board on planes, however many there are.
pub(in crate::places) trait Fast: fmt::Debug + Send + Sync {
    /// A search for values of this board.
    fn values(&self, work: &Work<'_>) -> Box<dyn Values<PictureGame>>;

    /// A search for who wins sums of boards with as many planes under misère play.
    fn misere(&self) -> Box<dyn SameMisere>;

    fn as_any(&self) -> &dyn Any;
}

/// The board on planes, if it fits. Every play on it must end.
pub(in crate::places) fn fast(
    ground: &Ground,
    board: &Board,
    symmetry: &Symmetry,
    freely: bool,
) -> Option<Arc<dyn Fast>> {
    let layout = Layout::new(board.rows, board.columns)?;
    let alphabet = Alphabet::new(ground, board);
    Some(match alphabet.planes {
        1 => Arc::new(Planes::<1>::new(ground, symmetry, freely, alphabet, layout)),
        2 => Arc::new(Planes::<2>::new(ground, symmetry, freely, alphabet, layout)),
        3 => Arc::new(Planes::<3>::new(ground, symmetry, freely, alphabet, layout)),
        4 => Arc::new(Planes::<4>::new(ground, symmetry, freely, alphabet, layout)),
        _ => return None,
    })
}

impl<const P: usize> Fast for Planes<P> {
    fn values(&self, work: &Work<'_>) -> Box<dyn Values<PictureGame>> {
        Box::new(OnPlanes { game: self.clone(), search: NimberSearch::new(work) })
    }

    fn misere(&self) -> Box<dyn SameMisere> {
        Box::new(MiserePlanes::<P> { games: Vec::new(), sums: Misere::new() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A search for the values of a board, for a game whose cells are letters.
struct OnPlanes<const P: usize> {
    game: Planes<P>,
    search: NimberSearch<Planes<P>>,
}

impl<const P: usize> Values<PictureGame> for OnPlanes<P> {
    fn value(&mut self, outer: &PictureGame, cells: &Box<[u8]>, work: &Work<'_>) -> Result<Nimber> {
        match outer.known(cells) {
            Some(known) => Ok(known),
            None => self.search.value(&self.game, &self.game.planes(cells), work),
        }
    }

    fn is(&mut self, outer: &PictureGame, cells: &Box<[u8]>, value: Nimber, work: &Work<'_>) -> Result<bool> {
        match outer.known(cells) {
            Some(known) => Ok(known == value),
            None => self.search.is(&self.game, &self.game.planes(cells), value, work),
        }
    }

    fn lines(&self, _: &PictureGame, cells: &Box<[u8]>, moves: u32, work: &Work<'_>) -> Result<u64> {
        lines(&self.game, &self.game.planes(cells), moves, work)
    }

    fn cost(&self) -> SearchCost {
        self.search.cost()
    }

    fn fit(&mut self, work: &Work<'_>) {
        self.search.fit(work);
    }
}

/// A search for values of a board, on planes if it fits.
pub(in crate::places) fn values(game: &PictureGame, work: &Work<'_>) -> Box<dyn Values<PictureGame>> {
    match game.fast() {
        Some(fast) => fast.values(work),
        None => Box::new(NimberSearch::new(work)),
    }
}

/// A search for who wins sums under misère play, on planes if all boards fit and have equally many.
pub(in crate::places) fn misere() -> Box<dyn MisereSums<PictureGame>> {
    Box::new(AnyMisere { same: None, letters: None })
}

/// The boards of a sum with what stands on them.
type Boards<'b> = &'b [(usize, Box<[u8]>)];

/// Sums of boards with equally many planes.
pub(in crate::places) trait SameMisere: Send {
    /// Whether the player to move wins; nothing if a board has another number of planes.
    fn wins(&mut self, games: &[PictureGame], boards: Boards<'_>, work: &Work<'_>) -> Option<Result<bool>>;

    fn positions(&self) -> u64;
}

struct MiserePlanes<const P: usize> {
    games: Vec<Planes<P>>,
    sums: Misere<Planes<P>>,
}

impl<const P: usize> SameMisere for MiserePlanes<P> {
    fn wins(&mut self, games: &[PictureGame], boards: Boards<'_>, work: &Work<'_>) -> Option<Result<bool>> {
        for game in &games[self.games.len().min(games.len())..] {
            self.games.push(game.fast()?.as_any().downcast_ref::<Planes<P>>()?.clone());
        }
        let boards: Vec<(usize, [u64; P])> =
            boards.iter().map(|(board, cells)| (*board, self.games[*board].planes(cells))).collect();
        Some(self.sums.wins(&self.games, &boards, work))
    }

    fn positions(&self) -> u64 {
        self.sums.positions()
    }
}

/// Sums of any boards: on planes while that is possible.
struct AnyMisere {
    same: Option<Box<dyn SameMisere>>,
    letters: Option<Misere<PictureGame>>,
}

impl MisereSums<PictureGame> for AnyMisere {
    fn wins(&mut self, games: &[PictureGame], boards: Boards<'_>, work: &Work<'_>) -> Result<bool> {
        if self.letters.is_none() {
            if self.same.is_none() {
                self.same = games.first().and_then(|game| game.fast()).map(|fast| fast.misere());
            }
            match self.same.as_mut().and_then(|same| same.wins(games, boards, work)) {
                Some(won) => return won,
                None => self.same = None,
            }
        }
        self.letters.get_or_insert_with(Misere::new).wins(games, boards, work)
    }

    fn positions(&self) -> u64 {
        let same = self.same.as_ref().map_or(0, |same| same.positions());
        same + self.letters.as_ref().map_or(0, Misere::positions)
    }
}

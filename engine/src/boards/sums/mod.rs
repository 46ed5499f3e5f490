//! The one adapter between [`Game`] and front ends: sums of boards of a kind, under normal and misère play.

mod arena;
mod judging;
mod listing;
mod winning;

pub(super) use listing::to_one;

use super::engines::{Engines, MisereSums, Values};
use super::lasting::Lasting;
use crate::error::{BoardFault, Error, ErrorKind, Fault, NextStep, Result};
use crate::game::Game;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::report::SearchCost;
use crate::rules::RuleSentence;
use crate::search::NimberSearch;
use crate::work::Work;

/// The value of a state.
pub fn values<G: Game>(game: &G, state: &G::State, work: &Work<'_>) -> Result<Nimber> {
    NimberSearch::new(work).value(game, state, work)
}

/// What front ends say about a kind of boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    /// What the game is called.
    pub(crate) title: String,
    /// The aim, and what has happened at the end, where "who cannot move" would not say it.
    pub(crate) ending: Option<[String; 2]>,
    /// A position to begin with.
    pub(crate) start: Option<String>,
    /// How it is read.
    pub(crate) sentences: Vec<RuleSentence>,
}

impl About {
    /// The title without what comes after the name to explain it.
    pub(crate) fn short_title(&self) -> String {
        self.title.split([':', ';']).next().unwrap_or_default().to_string()
    }
}

/// A kind of boards, as front ends know it.
pub(crate) struct Kind<G: Game> {
    pub(crate) about: About,
    /// How it is played unless told otherwise.
    pub(crate) play: Play,
    /// Whether boards can be added. If not, [`Game::outcome`] answers, and several texts are one board.
    pub(crate) adds_up: bool,
    /// Whether a move may leave several boards, or none.
    pub(crate) splits: bool,
    /// Whether a move to given boards is looked for among all moves; else it must be one between two boards of a size.
    pub(crate) by_list: bool,
    /// Reads a board with a position on it.
    pub(crate) read: Read<G>,
}

/// How a board is read.
type Read<G> = Box<dyn Fn(&str) -> Result<(G, <G as Game>::State)> + Send>;

/// Sums of boards of one kind.
pub(crate) struct Sums<G: Game> {
    kind: Kind<G>,
    play: Play,
    /// The boards met so far: positions of one board share what was found out about it.
    games: Vec<G>,
    /// A search for each of them, once a value is asked for that no theorem tells.
    searches: Vec<Option<Box<dyn Values<G>>>>,
    engines: Engines<G>,
    misere: Box<dyn MisereSums<G>>,
    lasting: Lasting<G>,
}

impl<G: Game> Sums<G> {
    pub(crate) fn open(kind: Kind<G>, play: Option<Play>) -> Result<Sums<G>> {
        Sums::with(Engines::usual(), kind, play)
    }

    /// The same with searches of its own.
    pub(crate) fn with(engines: Engines<G>, kind: Kind<G>, play: Option<Play>) -> Result<Sums<G>> {
        let play = play.unwrap_or(kind.play);
        if !kind.adds_up && play != kind.play {
            return Err(unsupported(BoardFault::TheoremOfNormalPlay).hint(NextStep::AskNormalPlay));
        }
        Ok(Sums {
            kind,
            play,
            games: Vec::new(),
            searches: Vec::new(),
            misere: (engines.misere)(),
            engines,
            lasting: Lasting::new(),
        })
    }

    /// Reads a position: the number of each board, and the state.
    fn read(&mut self, texts: &[String], work: &Work<'_>) -> Result<Vec<(usize, G::State)>> {
        let texts = if self.kind.adds_up { texts.to_vec() } else { vec![texts.join(" ")] };
        let mut boards = Vec::new();
        for text in texts {
            let (game, state) = (self.kind.read)(&text)?;
            let known = self.games.iter().position(|other| *other == game);
            let at = known.unwrap_or(self.games.len());
            if known.is_none() {
                self.games.push(game);
            }
            self.games[at].prepare(&state, work)?;
            boards.push((at, state));
        }
        if self.searches.len() < self.games.len() {
            let share = share(self.games.len(), work);
            self.searches.iter_mut().flatten().for_each(|search| search.fit(&share));
            self.searches.resize_with(self.games.len(), || None);
        }
        Ok(boards)
    }

    fn shown(&self, boards: &[(usize, G::State)]) -> Vec<String> {
        boards.iter().map(|(board, state)| self.games[*board].show(state)).collect()
    }

    fn value_of(&mut self, (board, state): &(usize, G::State), work: &Work<'_>) -> Result<Nimber> {
        if let Some(known) = self.games[*board].known(state) {
            return Ok(known);
        }
        let share = share(self.games.len(), work);
        let (game, search) = self.search_of(*board, &share);
        search.value(game, state, &share)
    }

    /// A board and the search for its values, which begins when it is asked for.
    fn search_of(&mut self, board: usize, share: &Work<'_>) -> (&G, &mut Box<dyn Values<G>>) {
        let game = &self.games[board];
        let search = self.searches[board].get_or_insert_with(|| (self.engines.values)(game, share));
        (game, search)
    }

    /// What the searches of all boards took.
    fn searched(&self) -> SearchCost {
        let mut all = SearchCost::default();
        self.searches.iter().flatten().for_each(|one| all += one.cost());
        all
    }
}

/// What each of several searches may take of the memory.
fn share<'a>(searches: usize, work: &Work<'a>) -> Work<'a> {
    let bytes = work.limits.bytes / searches.max(1) as u64;
    Work { limits: Limits { bytes, ..work.limits }, ..*work }
}

/// The error for a game that names no position to begin with.
pub(crate) fn no_start() -> Error {
    Error::new(ErrorKind::Position, BoardFault::NoStart).hint(NextStep::either("4x7", "..X.."))
}

/// The error for play that a board does not have.
pub(crate) fn unsupported(fault: impl Into<Fault>) -> Error {
    Error::new(ErrorKind::Unsupported, fault)
}

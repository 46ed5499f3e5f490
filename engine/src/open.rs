//! Opening a game: the only place that decides what kind of game a text is.
//!
//! A game is a rule text, a code, a phrase, a name of the catalogue, a board, or a graph that was solved. Some names are
//! those of rules and of a board: positions are then played on the board, which knows theorems and names of moves that
//! its rules do not show; what is too large for it, or written as only rules write it, rules answer, as they do for all
//! that is about every position (tables, periods).

use std::borrow::Cow;

use crate::arena::{self, Arena};
use crate::catalogue::{self, Entry};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::literal::Lets;
use crate::named::{self, Board, no_parameters};
use crate::number_text;
use crate::outcome::Play;
use crate::places::{self, Boards};
use crate::position::{Coordinate, Place, Position};
use crate::report::sentence::{CostSentence, EngineName, Fit, Sentence};
use crate::report::{PlanReport, Report};
use crate::rules::{self, Rules};
use crate::solve::analysis::{Analysis, GraphArena};
use crate::solve::{self, Cost, cost};
use crate::work::Work;

/// What a game is given as.
#[derive(Clone, Copy, Debug)]
pub enum Source<'t, 'g> {
    /// A rule text, a code, a phrase, or the name of a game.
    Text(&'t str),
    /// A game of a file.
    File(&'t Entry),
    /// A graph that was solved, and what it is called.
    Graph(&'g Analysis<'g>, &'t str),
}

/// A game that was opened, with the position that is asked about.
pub struct Opened<'g> {
    arena: Box<dyn Arena + 'g>,
    position: Vec<String>,
    rules: Option<Rules>,
    board: Option<Board>,
    /// Whether the position decides between rules and board.
    by_position: bool,
    /// The name that it was asked for by.
    asked: String,
    /// Whether the rules of numbers were derived from the board.
    derived: bool,
    notes: Vec<Sentence>,
}

/// Opens a game to ask about a position of it; without one, about where it starts.
///
/// ```
/// use grundy::{Lets, Outcome, Source, Work, open};
/// let work = Work::unwatched();
/// let mut game = open(Source::Text("kayles"), &Lets::new(), &["5".into(), "3".into()], None, &work)?;
/// assert_eq!(game.report(&work)?.outcome, Outcome::N);
/// let mut board = open(Source::Text("cram"), &Lets::new(), &["2x4".into()], None, &work)?;
/// assert_eq!(board.report(&work)?.outcome, Outcome::P);
/// # Ok::<(), grundy::Error>(())
/// ```
#[inline(always)] // Whoever opens no graphs, as the page does, need not carry what is for graphs.
pub fn open<'t, 'g: 't>(
    source: Source<'t, 'g>,
    lets: &Lets,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Opened<'g>> {
    let position = match source {
        // A vertex may be called anything.
        Source::Graph(..) => Cow::Borrowed(position),
        Source::Text(_) | Source::File(_) => number_text::spread(position, |_| false)?,
    };
    let position = &*position;
    let opened = match source {
        Source::Text(text) => by_text(text, lets, position, play, work)?,
        Source::File(entry) => {
            let rules = rules_unless_board(&entry.rules, || Rules::of_game(entry, lets, work))?;
            let board = Board::with_parameters(entry, of_board(&rules, lets), work)?;
            by_game(rules, board, lets, position, play, work)?
        }
        Source::Graph(..) if !lets.is_empty() => return Err(no_parameters("a graph")),
        Source::Graph(analysis, title) => {
            Opened::on(Box::new(GraphArena::new(analysis, title.to_string())), None, None)
        }
    };
    opened.at(position)
}

fn by_text(
    text: &str,
    lets: &Lets,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Opened<'static>> {
    let opened = match (named::find(text), catalogue::find(text)) {
        _ if rules::is_product(text) => by_rules(Rules::read(text, lets, work)?, play, None),
        (None, None) if named::is_rule(text) => {
            on_board(Board::of_rule(text, Boards::default(), lets, work)?, lets, position, play, work)?
        }
        (None, _) => by_rules(read_rules(text, lets, work)?, play, None),
        (Some(board), None) => on_board(board, lets, position, play, work)?,
        (Some(board), Some(entry)) => {
            let rules = rules_unless_board(&entry.rules, || Rules::of_entry(entry, lets, work))?;
            let board = match lets.is_empty() {
                true => Some(board),
                false => Board::with_parameters(entry, of_board(&rules, lets), work)?,
            };
            by_game(rules, board, lets, position, play, work)?
        }
    };
    let notes = opened.board.as_ref().map_or_else(Vec::new, |board| board.notes(text, position));
    Ok(Opened { notes, asked: text.into(), ..opened })
}

/// The parameters of a board: those that were given, unless they are for rules of numbers.
fn of_board<'l>(rules: &Option<Rules>, lets: &'l Lets) -> &'l Lets {
    static NONE: Lets = Lets::new();
    if rules.is_none() { lets } else { &NONE }
}

/// The rules of a game, if they are of numbers.
fn rules_unless_board(text: &str, read: impl FnOnce() -> Result<Rules>) -> Result<Option<Rules>> {
    if named::is_rule(text) { Ok(None) } else { read().map(Some) }
}

/// A game of the catalogue or of a file, which has rules of numbers, a board, or both.
fn by_game(
    rules: Option<Rules>,
    board: Option<Board>,
    lets: &Lets,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Opened<'static>> {
    match (rules, board) {
        (None, None) => Err(Error::new(ErrorKind::Rule, Fault::NoRulesHere)),
        (None, Some(board)) => on_board(board, lets, position, play, work),
        (Some(rules), None) => Ok(by_rules(rules, play, None)),
        (Some(rules), Some(board)) => both(rules, board, lets, position, play, work),
    }
}

/// A game of rules of numbers and of a board: whichever reads the position.
fn both(
    rules: Rules,
    board: Board,
    lets: &Lets,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Opened<'static>> {
    let by_numbers = || position.iter().all(|text| rules.component(text).is_ok());
    let opened = if board.after_rules && by_numbers() {
        by_rules(rules, play, Some(board))
    } else {
        match before_rules(&board, &rules, lets, position, play, work)? {
            Some(arena) => Opened::on(arena, Some(rules), Some(board)),
            None => by_rules(rules, play, Some(board)),
        }
    };
    Ok(Opened { by_position: lets.is_empty(), ..opened })
}

/// A board that has no rules of numbers. Only rules over places have parameters, which are part of the board.
fn on_board(
    board: Board,
    lets: &Lets,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Opened<'static>> {
    if !lets.is_empty() && !board.has_parameters() {
        return Err(no_parameters(if board.name.is_empty() { &board.title } else { &board.name }));
    }
    let Some(heaps) = board.heaps(work)? else {
        return Ok(Opened::on(board.open(position, play, work)?, None, Some(board)));
    };
    let opened = both(heaps, board, lets, position, play, work)?;
    Ok(Opened { derived: true, ..opened })
}

fn by_rules(rules: Rules, play: Option<Play>, board: Option<Board>) -> Opened<'static> {
    Opened::on(solve::arena(rules.clone(), play), Some(rules), board)
}

/// The board of a name that rules have too, unless they answer.
fn before_rules(
    board: &Board,
    rules: &Rules,
    lets: &Lets,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Option<Box<dyn Arena>>> {
    // Only rules have parameters.
    if !lets.is_empty() {
        return Ok(None);
    }
    let read = board.open(position, play, work).and_then(|arena| {
        if !position.is_empty() {
            arena.tidy_all(position)?;
        }
        Ok(arena)
    });
    let by_rules = || position.iter().all(|text| rules.component(text).is_ok());
    match read {
        Ok(arena) => Ok(Some(arena)),
        // A mistake that rules may not see: those of Chomp would play from rows that grow.
        Err(refusal) if refusal.kind() == ErrorKind::Position || !by_rules() => Err(refusal),
        Err(_) => Ok(None),
    }
}

impl<'g> Opened<'g> {
    fn on(arena: Box<dyn Arena + 'g>, rules: Option<Rules>, board: Option<Board>) -> Opened<'g> {
        let (position, notes, asked) = (Vec::new(), Vec::new(), String::new());
        Opened { arena, position, rules, board, by_position: false, asked, derived: false, notes }
    }

    /// The same at a position. Several components may be one position, but none is none.
    fn at(mut self, position: &[String]) -> Result<Opened<'g>> {
        if !position.is_empty() {
            self.position = self.arena.tidy_all(&self.spread(position)?)?;
        }
        Ok(self)
    }

    /// What it is played on.
    pub fn arena(&mut self) -> &mut (dyn Arena + 'g) {
        &mut *self.arena
    }

    /// The same, for good.
    pub fn into_arena(self) -> Box<dyn Arena + 'g> {
        self.arena
    }

    /// The position that is asked about, tidy; empty if none was given.
    pub fn position(&self) -> &[String] {
        &self.position
    }

    /// Whether the game itself names a position to begin with.
    pub fn has_start(&self) -> bool {
        self.arena.has_start()
    }

    /// Goes to where the game starts if no position was given, and says whether it did.
    pub fn go_to_start(&mut self, work: &Work<'_>) -> Result<bool> {
        if !self.position.is_empty() {
            return Ok(false);
        }
        self.position = self.arena.start(work)?;
        Ok(true)
    }

    /// Goes to another position of the same game, and says whether it is played on what is opened; if not, it is to be
    /// opened anew.
    pub fn go_to(&mut self, position: &[String], work: &Work<'_>) -> Result<bool> {
        self.position = Vec::new();
        if position.is_empty() {
            return Ok(!self.by_position);
        }
        // What rules answer may be for the board.
        if self.by_position && self.arena.rules().is_some() {
            return Ok(false);
        }
        let position = self.spread(position)?;
        let by_rules = |rules: &Rules| position.iter().all(|text| rules.component(text).is_ok());
        let tidy = match self.arena.tidy_all(&position) {
            Err(e) if self.by_position && e.kind() != ErrorKind::Position => {
                return if self.rules.as_ref().is_some_and(by_rules) { Ok(false) } else { Err(e) };
            }
            // A rule that was typed may be played otherwise where a theorem does not read the position.
            Err(_) if self.board.as_ref().is_some_and(|board| board.name.is_empty()) => return Ok(false),
            tidy => tidy?,
        };
        if !self.arena.suits(&tidy, work)? {
            return Ok(false);
        }
        self.notes = self.board.as_ref().map_or_else(Vec::new, |board| board.notes(&self.asked, &position));
        self.position = tidy;
        Ok(true)
    }

    /// A position with its copies written out; a vertex may be called anything.
    fn spread<'p>(&self, position: &'p [String]) -> Result<Cow<'p, [String]>> {
        let is_graph = self.rules.is_none() && self.board.is_none();
        number_text::spread(position, |text| is_graph && self.arena.tidy(text).is_ok())
    }

    /// The rules, for what is about every position of them; an error if the game has none.
    pub fn rules(&self) -> Result<&Rules> {
        self.rules.as_ref().ok_or_else(|| match &self.board {
            Some(board) if board.name.is_empty() => {
                let fault = match board.rules.as_ref().is_some_and(|rule| places::is_over_places(rule)) {
                    true => Fault::OverPlaces,
                    false => Fault::ShowsPictures,
                };
                Error::new(ErrorKind::Unsupported, fault).hint(NextStep::AskPositions)
            }
            Some(board) => {
                let fault = Fault::BoardNotRules { name: board.name.clone() };
                let (game, start) = (board.name.clone(), board.start.clone());
                Error::new(ErrorKind::Unsupported, fault).hint(NextStep::AskPosition { game, start })
            }
            None => Error::new(ErrorKind::Unsupported, Fault::GraphNotRules).hint(NextStep::GraphsCan),
        })
    }

    /// The board of this game, whether or not the position is played on it.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Whether the game is described by its board: it has no rules of numbers but such as follow from it.
    pub fn is_board(&self) -> bool {
        self.board.is_some() && (self.derived || self.rules.is_none())
    }

    /// The board whose table is one of sizes: where there are no rules, or none that have a table.
    pub fn sizes(&self) -> Option<&Board> {
        let has_table = |rules: &Rules| rules.form().axes.len() <= 2;
        let board = self.board.as_ref().filter(|board| self.rules.is_none() || board.sides().is_some())?;
        if self.rules.as_ref().is_some_and(has_table) { None } else { Some(board) }
    }

    /// What people who ask for this may not expect, a sentence each.
    pub fn notes(&self) -> &[Sentence] {
        &self.notes
    }

    /// What it would cost to know who wins the position.
    pub fn cost(&self, play: Option<Play>, work: &Work<'_>) -> Result<Cost> {
        if self.is_board() {
            let places =
                self.position.iter().map(|text| Place::One(Coordinate::Name(text.clone()))).collect();
            let plan = PlanReport::new(EngineName::NimberSearch, Fit::PartByPart);
            return Ok(Cost::told(places, plan, CostSentence::BoardSearch));
        }
        let rules = self.rules()?;
        let position = self.position.iter().map(|text| rules.component(text)).collect::<Result<_>>()?;
        cost(rules, &Position(position), play, work)
    }

    /// Who wins the position, by which moves, and why.
    pub fn report(&mut self, work: &Work<'_>) -> Result<Report> {
        self.arena.begin(&self.position, work)?;
        let mut report = arena::report(&mut *self.arena, &self.position, work)?;
        report.reason.sentences.splice(0..0, self.notes.iter().cloned());
        Ok(report)
    }
}

/// Whether a text is answered by rules of numbers alone. One that is neither a rule nor a code nor a phrase may be the name of
/// a board.
pub(crate) fn is_of_numbers(text: &str) -> bool {
    match catalogue::find(text) {
        // The engine of a first visit knows one game at a time.
        _ if rules::is_product(text) => false,
        Some(entry) => !named::is_board(text, entry),
        None => !named::is_rule(text) && (text.contains("->") || text.contains(|c: char| c.is_ascii_digit())),
    }
}

/// Reads rules: a rule text, a code, a phrase, or a name of the catalogue.
pub fn read_rules(text: &str, lets: &Lets, work: &Work<'_>) -> Result<Rules> {
    if rules::is_unknown_name(text) { Err(unknown(text.trim())) } else { Rules::read(text, lets, work) }
}

/// The error for a name that no game has, with the nearest that one has.
pub fn unknown(name: &str) -> Error {
    let boards = named::all().iter().flat_map(|board| std::iter::once(&board.name).chain(&board.aliases));
    catalogue::unknown(name, boards.map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_of_numbers_needs_no_board() {
        let games =
            catalogue::all().iter().flat_map(|entry| std::iter::once(&entry.name).chain(&entry.aliases));
        let boards = named::all().iter().flat_map(|board| std::iter::once(&board.name).chain(&board.aliases));
        for name in games.chain(boards) {
            assert_eq!(is_of_numbers(name), named::find(name).is_none(), "{name}");
        }
        for text in [
            "0.77",
            "take 1..3",
            "n -> n-1",
            "n -> n-k fro k in 1..3",
            "(n in 0..5) -> n-1 | n+1",
            "take {1,3,4}",
        ] {
            assert!(is_of_numbers(text), "{text}");
        }
        for text in [
            "grid: \"..\" -> \"##\"",
            "S on graph -> S - ball(v) for v in S",
            "kaylse",
            "crma",
            "take squares",
        ] {
            assert!(!is_of_numbers(text), "{text}");
        }
    }
}

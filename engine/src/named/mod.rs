//! Boards with a name: rules of pictures and over places that the catalogue has, and boards that are played by code.
//!
//! A rule that is typed makes a board without a name, so that whatever can be asked about one can be asked about it.

mod coded;

use std::sync::{Arc, OnceLock};

use serde::Serialize;

use crate::arena::{self, Arena};
use crate::boards::sums::{About, unsupported};
use crate::boards::{bad_position, lgame_arena, plain_number};
use crate::catalogue::{self, BoardForm, Entry};
use crate::error::{BoardFault, Error, ErrorKind, Fault, NextStep, Result};
use crate::literal::Lets;
use crate::outcome::Play;
use crate::places::{self, Boards, PictureRules, PlaceRules};
use crate::position::Coordinate;
use crate::report::Report;
use crate::report::sentence::Sentence;
use crate::rules::{RuleSentence, Rules, names_parameter};
use crate::solve::{Cell, Table};
use crate::work::Work;

/// The most cells of a board of pictures in a table of sizes.
const MOST_TABLED: i64 = 64;

/// A board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Board {
    /// What it is called; empty for a rule that was typed.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// What it is.
    pub title: String,
    /// How it ends where "who cannot move" would not say it, under its usual play: the aim, and what has happened.
    pub ending: Option<[String; 2]>,
    /// How positions are written.
    pub positions: String,
    /// A position to start from, or for a rule that was typed a small one.
    pub start: String,
    /// Positions in each way to write them, as arguments of the command line.
    pub examples: Vec<Vec<String>>,
    /// Whether several positions are a sum; if not, they are one position or none.
    pub adds_up: bool,
    /// How it is played unless told otherwise.
    pub play: Play,
    /// The rule, written out and tidied; none if it is played by code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    #[serde(skip)]
    impartial_form_of: Vec<String>,
    /// How a position of a size is written.
    #[serde(skip)]
    sizes: Option<String>,
    /// Whether rules of numbers answer for the positions that they read.
    #[serde(skip)]
    pub(crate) after_rules: bool,
    #[serde(skip)]
    played: Played,
}

/// What a board is played by.
#[derive(Clone, Debug)]
enum Played {
    Coded(coded::Open),
    /// A rule as it was written, and what it does not say about its boards.
    Pictures(String, Boards),
    /// The same, with its parameters, and what every position fulfils besides.
    Places(String, Lets, Option<String>),
}

/// Whether boards are part of this library. Without them a browser loads half as much, and what needs them is asked
/// of the whole library; the functions here then end before anything that would be kept
/// in the program.
const PRESENT: bool = !cfg!(feature = "numbers-only");

/// The error for what is not part of this library.
pub(crate) fn absent() -> Error {
    Error::new(ErrorKind::Unsupported, Fault::NumbersAlone)
}

fn here() -> Result<()> {
    if PRESENT { Ok(()) } else { Err(absent()) }
}

/// Whether a text is a rule of pictures or over places, not one of numbers.
pub fn is_rule(text: &str) -> bool {
    places::is_rewriting(text) || places::is_over_places(text)
}

/// Whether a name by which a game of the catalogue is found is that of a board, or of a board too.
pub(crate) fn is_board(name: &str, entry: &Entry) -> bool {
    let rules = entry.board.as_ref().and_then(|form| form.rules.as_ref()).unwrap_or(&entry.rules);
    is_rule(rules) || coded::WITH_RULES.iter().any(|known| plain(known) == plain(name))
}

/// Every board with a name: those of the catalogue, and those that are played by code.
pub fn all() -> &'static [Board] {
    if !PRESENT {
        return &[];
    }
    static ALL: OnceLock<Vec<Board>> = OnceLock::new();
    ALL.get_or_init(|| {
        let is_coded = |entry: &&Entry| coded::ALL.iter().any(|board| board.name == entry.name);
        let entries = catalogue::all().iter().filter(|entry| !is_coded(entry));
        // A rule that cannot be read is left out here; a test reads them all.
        let of_entry = |entry: &Entry| Board::of_game(entry, &Work::unwatched()).ok().flatten();
        coded::ALL.iter().map(coded::Coded::board).chain(entries.filter_map(of_entry)).collect()
    })
}

/// The board with this name.
///
/// ```
/// use grundy::{Outcome, Work, named};
/// let work = Work::unwatched();
/// let cram = named::find("cram").unwrap();
/// assert_eq!(cram.solve(&["3x4".into(), "3x5".into()], None, &work)?.outcome, Outcome::P);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn find(name: &str) -> Option<Board> {
    if !PRESENT {
        return None;
    }
    let wanted = plain(name);
    let is = |board: &&coded::Coded| {
        std::iter::once(&board.name).chain(board.aliases).any(|known| plain(known) == wanted)
    };
    match coded::ALL.iter().find(is) {
        Some(board) => Some(board.board()),
        None => Board::of_game(catalogue::find(name)?, &Work::unwatched()).ok().flatten(),
    }
}

impl Board {
    /// The rule of pictures that it is played by, with the letter that cells of a board hold that is given by its size, if it is one.
    pub(crate) fn pictures(&self, work: &Work<'_>) -> Option<(String, Option<char>)> {
        let Played::Pictures(text, boards) = &self.played else { return None };
        let rules = places::PictureRules::read(text, boards, work).ok()?;
        let usual = rules.usual().and_then(|rows| match &rows[..] {
            [row] if row.len() == 1 => row.first().copied(),
            _ => None,
        });
        Some((text.clone(), usual))
    }

    /// The board of a game of the catalogue or of a file; none if it is played by rules of numbers alone.
    pub fn of_game(entry: &Entry, work: &Work<'_>) -> Result<Option<Board>> {
        Board::with_parameters(entry, &Lets::new(), work)
    }

    /// The same with parameters, which go before those of the game.
    pub(crate) fn with_parameters(entry: &Entry, lets: &Lets, work: &Work<'_>) -> Result<Option<Board>> {
        let usual = BoardForm::default();
        let form = entry.board.as_ref().unwrap_or(&usual);
        let Some(text) = form.rules.as_ref().or(Some(&entry.rules)).filter(|text| is_rule(text)) else {
            return Ok(None);
        };
        let boards = Boards {
            filled: form.filled.clone(),
            letters: form.letters.clone(),
            only_if: form.only_if.clone(),
        };
        // Rules of numbers of the same game may have parameters of their own.
        let of_rule = |(name, _): &(String, _)| places::is_over_places(text) && names_parameter(text, name);
        let mut all: Lets = entry.lets()?.into_iter().filter(of_rule).collect();
        all.extend(lets.iter().map(|(name, value)| (name.clone(), value.clone())));
        let board = Board::of_rule(text, boards, &all, work)?;
        let start = form.start.as_ref().or(entry.start.first().filter(|_| form.rules.is_none()));
        let start = start.cloned().unwrap_or(board.start);
        Ok(Some(Board {
            name: entry.name.clone(),
            aliases: entry.aliases.clone(),
            title: form.title.as_ref().unwrap_or(&entry.title).clone(),
            ending: form.ending.clone(),
            positions: form.positions.clone().unwrap_or(board.positions),
            examples: if form.examples.is_empty() {
                vec![vec![start.clone()]]
            } else {
                form.examples.clone()
            },
            start,
            impartial_form_of: form.impartial_form_of.clone(),
            sizes: form.sizes.clone().or(board.sizes),
            after_rules: form.after_rules,
            ..board
        }))
    }

    /// The board of a rule of pictures or over places.
    pub(crate) fn of_rule(text: &str, boards: Boards, lets: &Lets, work: &Work<'_>) -> Result<Board> {
        here()?;
        if places::is_over_places(text) {
            let rules = PlaceRules::read(text, lets, work)?.only_if(boards.only_if.as_deref(), work)?;
            let ending = &rules.rule.ending;
            let (over_all, misere, sizes) = (ending.over_all.is_some(), ending.misere, rules.sizes());
            // Written out, a rule has the values of its parameters and not their names.
            let rule = if lets.is_empty() { rules.rule.to_string() } else { text.trim().to_string() };
            let shown = [rule, rules.example()];
            let played = Played::Places(text.into(), lets.clone(), boards.only_if);
            let board = Board::untitled(shown, over_all, misere, sizes, played);
            return Ok(Board { adds_up: board.adds_up && rules.rule.is_plain(), ..board });
        }
        if !lets.is_empty() {
            return Err(no_parameters("a rule of pictures"));
        }
        let rules = PictureRules::read(text, &boards, work)?;
        let ending = &rules.rule.ending;
        let (over_all, misere, sizes) = (ending.over_all.is_some(), ending.misere, rules.sizes());
        let shown = [rules.rule.to_string(), rules.example()];
        let played = Played::Pictures(text.into(), boards);
        Ok(Board::untitled(shown, over_all, misere, sizes, played))
    }

    fn untitled(
        [rule, example]: [String; 2],
        over_all: bool,
        misere: bool,
        sizes: Option<&str>,
        played: Played,
    ) -> Board {
        Board {
            name: String::new(),
            aliases: Vec::new(),
            title: if matches!(played, Played::Places(..)) {
                "a rule over places"
            } else {
                "a rule of pictures"
            }
            .into(),
            ending: None,
            positions: format!("such as {example}"),
            start: example.clone(),
            examples: vec![vec![example]],
            adds_up: !over_all,
            play: if misere { Play::Misere } else { Play::Normal },
            rules: Some(rule),
            impartial_form_of: Vec::new(),
            sizes: sizes.map(String::from),
            after_rules: false,
            played,
        }
    }

    /// Who wins a sum of positions, by which moves, and why.
    pub fn solve(&self, positions: &[String], play: Option<Play>, work: &Work<'_>) -> Result<Report> {
        arena::report(&mut *self.open(positions, play, work)?, positions, work)
    }

    fn about(&self) -> About {
        let named = !self.name.is_empty();
        let title = RuleSentence::Title { title: self.title.clone() };
        let written = RuleSentence::Written { positions: self.positions.clone() };
        // A rule that was typed tells itself what it is.
        let sentences = if named { vec![title, written] } else { Vec::new() };
        let start = named.then(|| self.start.clone());
        About { title: self.title.clone(), ending: self.ending.clone(), start, sentences }
    }

    /// The board, to ask more than one question about positions like these.
    pub fn open(&self, position: &[String], play: Option<Play>, work: &Work<'_>) -> Result<Box<dyn Arena>> {
        here()?;
        let about = self.about();
        match &self.played {
            Played::Coded(open) => open(about, play, work),
            Played::Pictures(rule, boards) => {
                let rules = PictureRules::read(rule, boards, work)?;
                if let Some(open) = coded::engine_of(&rules.rule)
                    && let Some(arena) = self.by_engine(open, &about, position, play, work)?
                {
                    return Ok(arena);
                }
                places::open(Arc::new(rules), about, position, play, work)
            }
            Played::Places(rule, lets, only_if) => {
                let rules = PlaceRules::read(rule, lets, work)?.only_if(only_if.as_deref(), work)?;
                places::open_places(Arc::new(rules), about, play)
            }
        }
    }

    /// The board as this engine plays it, unless the rule was typed and the engine does not read the position.
    fn by_engine(
        &self,
        open: coded::Open,
        about: &About,
        position: &[String],
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<Option<Box<dyn Arena>>> {
        let read = open(about.clone(), play, work).and_then(|arena| {
            if !position.is_empty() {
                arena.tidy_all(position)?;
            }
            Ok(arena)
        });
        if self.name.is_empty() { Ok(read.ok()) } else { read.map(Some) }
    }

    /// The rules of numbers by which its runs are played, if that is all there is: then they answer for every size.
    pub(crate) fn heaps(&self, work: &Work<'_>) -> Result<Option<Rules>> {
        here()?;
        let text = match &self.played {
            Played::Coded(_) => None,
            Played::Pictures(rule, boards) => PictureRules::read(rule, boards, work)?.heaps,
            Played::Places(rule, lets, _) => {
                PlaceRules::read(rule, lets, work)?.heaps.map(|heaps| heaps.rules().to_string())
            }
        };
        text.map(|text| Rules::read(&text, &Lets::new(), work)).transpose()
    }

    /// Whether it is a rule that may have parameters, which then are part of it.
    pub(crate) fn has_parameters(&self) -> bool {
        matches!(self.played, Played::Places(..))
    }

    /// By how many sides positions of a size are given, if there is a [`Board::table`] of them.
    pub fn sides(&self) -> Option<usize> {
        self.sizes.as_ref().map(|text| if text.contains("{column}") { 2 } else { 1 })
    }

    /// The values of the positions with sizes from one corner to the other.
    ///
    /// Every size is looked at before the first is searched, so that one that is too large fails at once.
    pub fn table(&self, from: &[i64], to: &[i64], play: Option<Play>, work: &Work<'_>) -> Result<Table> {
        here()?;
        let sides = self.tabled(play)?;
        if from.len() != sides || to.len() != sides {
            let fault = if sides == 1 { Fault::SizeIsOne } else { Fault::SizesAreTwo };
            return Err(bad_position(fault));
        }
        if from.iter().zip(to).any(|(from, to)| from > to) {
            let corner = |sides: &[i64]| sides.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            let fault = Fault::NoSize { from: corner(from), to: corner(to) };
            return Err(bad_position(fault).hint(NextStep::LastSize));
        }
        let rows = from[0]..=to[0];
        let columns = if sides == 2 { from[1]..=to[1] } else { 0..=0 };
        let text = |r: i64, c: i64| self.of_sides(&r.to_string(), &c.to_string());
        let reader = self.open(&[], play, work)?;
        for r in rows.clone() {
            columns.clone().try_for_each(|c| {
                self.is_tabled(r, c)?;
                reader.tidy(&text(r, c)).map(drop)
            })?;
        }
        let cell = |r: i64, c: i64| {
            let text = text(r, c);
            let value = self.open(std::slice::from_ref(&text), play, work)?.value(&text, work)?;
            Ok(value.map_or(Cell::Nothing, Cell::Value))
        };
        let row = |r: i64| columns.clone().map(|c| cell(r, c)).collect::<Result<Vec<Cell>>>();
        let cells = rows.clone().map(row).collect::<Result<Vec<_>>>()?;
        let names = |range: std::ops::RangeInclusive<i64>| range.map(Coordinate::Int).collect();
        let (axes, columns) = match sides {
            1 => (vec!["cells".into()], Vec::new()),
            _ => (vec!["rows".into(), "columns".into()], names(columns)),
        };
        Ok(Table { axes, rows: names(rows), columns, cells })
    }

    /// Fails for a board of pictures that no search would end: larger ones are for theorems.
    fn is_tabled(&self, rows: i64, columns: i64) -> Result<()> {
        let pictures = matches!(self.played, Played::Pictures(..)) && self.sides() == Some(2);
        match pictures && rows.saturating_mul(columns) > MOST_TABLED {
            true => Err(bad_position(BoardFault::TooLargeForTable { rows, columns })
                .hint(NextStep::CellsUpTo { most: MOST_TABLED, example: "5x5".into() })),
            false => Ok(()),
        }
    }

    /// By how many sides its table is made, or why it has none.
    fn tabled(&self, play: Option<Play>) -> Result<usize> {
        let (game, start) = (self.word(), self.start.clone());
        let why = match (self.adds_up, self.play, self.sides()) {
            (false, ..) => BoardFault::NoTableWithoutValues { game: game.clone() },
            (true, Play::Misere, _) => BoardFault::NoTableUnderMisere { game: game.clone() },
            (true, Play::Normal, None) if self.rules.is_some() => {
                BoardFault::NoTableWithoutSize { game: game.clone() }
            }
            (true, Play::Normal, None) => BoardFault::NoTableWithoutSides { game: game.clone() },
            (true, Play::Normal, Some(_)) if play == Some(Play::Misere) => {
                let fault = BoardFault::TableOfNormalPlay { game: game.clone() };
                return Err(unsupported(fault).hint(NextStep::AskMisere { game, start }));
            }
            (true, Play::Normal, Some(sides)) => return Ok(sides),
        };
        Err(unsupported(why).hint(NextStep::AskPosition { game, start }))
    }

    /// What to ask by.
    fn word(&self) -> String {
        match (&self.name, &self.rules) {
            (name, Some(rule)) if name.is_empty() => rule.clone(),
            (name, _) => name.clone(),
        }
    }

    fn of_sides(&self, row: &str, column: &str) -> String {
        self.sizes.as_deref().unwrap_or_default().replace("{row}", row).replace("{column}", column)
    }

    /// How the position of a cell of [`Board::table`] is written, with `{row}` and `{column}`; none if there is no table.
    pub fn cell(&self, play: Option<Play>) -> Option<&str> {
        let normal = play.unwrap_or(self.play) == Play::Normal;
        self.sizes.as_deref().filter(|_| normal && self.adds_up)
    }

    /// What people who ask by this name about these positions may not expect, a sentence each.
    pub fn notes(&self, asked_for: &str, positions: &[String]) -> Vec<Sentence> {
        let mut notes = Vec::new();
        if self.impartial_form_of.iter().any(|name| plain(name) == plain(asked_for)) {
            notes.push(Sentence::PartisanElsewhere {
                name: asked_for.into(),
                board: self.name.clone(),
                title: self.title.clone(),
            });
        }
        if positions.len() > 1 && positions.iter().all(|text| is_edge(text)) {
            notes.push(Sentence::EdgesApart { count: positions.len(), together: positions.join(",") });
        }
        notes
    }

    /// What the engine finds out about the game as a whole, a line each; nothing for most boards.
    pub fn facts(&self, work: &Work<'_>) -> Result<Vec<String>> {
        match self.name.as_str() {
            "lgame" => lgame_arena::facts(work),
            _ => Ok(Vec::new()),
        }
    }
}

/// The refusal of parameters.
pub(crate) fn no_parameters(what: &str) -> Error {
    Error::new(ErrorKind::Rule, Fault::NoParameters { text: what.into() }).hint(NextStep::NoParameters)
}

/// Whether a text is a single edge, `0-1`.
fn is_edge(text: &str) -> bool {
    text.split_once('-').is_some_and(|(u, v)| [u, v].iter().all(|end| plain_number::<u32>(end).is_some()))
}

/// A name by its letters and digits alone.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

//! The boards that have a name on the command line.

use serde::Serialize;

use super::lgame::LGame;
use super::sums::{Kind, Sums, unsupported};
use super::{
    Readable, anti_diagonal, bad_position, chomp, clobber, cram, graph_kayles, hackenbush, lgame_arena,
    marbles, notakto, parity_table, plain_number, strips, treblecross,
};
use crate::arena::{self, Arena};
use crate::error::{ErrorKind, NextStep, Result};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::position::Coordinate;
use crate::report::Report;
use crate::report::sentence::Sentence;
use crate::rules::RuleSentence;
use crate::solve::{Cell, Table};
use crate::work::Work;

/// How a board is opened for questions.
type Open = fn(&'static Board, Option<Play>, &Work<'_>) -> Result<Box<dyn Arena>>;

/// What is written before two sides, and how the value of such a position is found.
type OfSides = (&'static str, fn(&str, &Work<'_>) -> Result<Nimber>);

/// A board with a name.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Board {
    /// What it is called.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What it is.
    pub title: &'static str,
    /// How it ends where "who cannot move" would not say it, under its usual play: the aim, and what has happened.
    pub ending: Option<[&'static str; 2]>,
    /// How positions are written.
    pub positions: &'static str,
    /// A position to start from.
    pub start: &'static str,
    /// Positions in each way to write them, as arguments of the command line.
    pub examples: &'static [&'static [&'static str]],
    /// Whether several positions are a sum; if not, they are one position or none.
    pub adds_up: bool,
    /// Names by which it is asked for that others use for a partisan game.
    #[serde(skip)]
    impartial_form_of: &'static [&'static str],
    /// How it is played unless told otherwise.
    pub play: Play,
    #[serde(skip)]
    open: Open,
    /// For boards that are known by two sides: what is written before them, and the value of such a position.
    #[serde(skip)]
    sized: Option<OfSides>,
}

/// Every board with a name.
pub static ALL: &[Board] = &[
    Board {
        name: "cram",
        aliases: &["impartial domineering", "domineering"],
        title: "Cram: dominoes on a board, in either direction",
        ending: None,
        positions: "5x5, or rows of . and # with / between them",
        start: "5x5",
        examples: &[&["5x5"], &["..../.#../...."], &["3x4", "3x5"]],
        adds_up: cram::Cram::ADDS_UP,
        impartial_form_of: &["domineering"],
        play: cram::Cram::PLAY,
        open: named::<cram::Cram>,
        sized: Some(("", value_of::<cram::Cram>)),
    },
    Board {
        name: "chomp",
        aliases: &[],
        title: "Chomp: a bar of chocolate with a poisoned corner",
        ending: Some(["Whoever must take the poisoned corner loses.", "only the poisoned corner is left"]),
        positions: "4x7, or the lengths of the rows 7,7,5",
        start: "4x7",
        examples: &[&["4x7"], &["7,7,5"], &["3x4", "2x2"]],
        adds_up: chomp::Chomp::ADDS_UP,
        impartial_form_of: &[],
        play: chomp::Chomp::PLAY,
        open: named::<chomp::Chomp>,
        sized: Some(("", value_of::<chomp::Chomp>)),
    },
    Board {
        name: "hackenbush",
        aliases: &["green hackenbush"],
        title: "Green Hackenbush: a picture that stands on the ground loses edges",
        ending: None,
        positions: "edges such as 0-1,1-2,2-0; 0 is the ground",
        start: "0-1,1-2,1-3",
        examples: &[&["0-1,1-2,1-3"], &["0-1,1-2,2-0,2-3"], &["0-1,1-2", "0-1"]],
        adds_up: hackenbush::Hackenbush::ADDS_UP,
        impartial_form_of: &[],
        play: hackenbush::Hackenbush::PLAY,
        open: named::<hackenbush::Hackenbush>,
        sized: None,
    },
    Board {
        name: "node-kayles",
        aliases: &[],
        title: "Node Kayles: take a vertex of a graph and its neighbours",
        ending: None,
        positions: "path7, cycle9, grid3x4, complete5, star6, cube3, petersen, or edges 0-1,1-2",
        start: "grid3x4",
        examples: &[&["grid3x4"], &["0-1,1-2,2-0,2-3"], &["path9{0,1,4,5}"], &["path7", "cycle9"]],
        adds_up: graph_kayles::NodeKayles::ADDS_UP,
        impartial_form_of: &[],
        play: graph_kayles::NodeKayles::PLAY,
        open: named::<graph_kayles::NodeKayles>,
        sized: Some(("grid", value_of::<graph_kayles::NodeKayles>)),
    },
    Board {
        name: "arc-kayles",
        aliases: &["edge kayles"],
        title: "Arc Kayles: take an edge of a graph with both ends",
        ending: None,
        positions: "path7, cycle9, grid3x4, complete5, star6, cube3, petersen, or edges 0-1,1-2",
        start: "petersen",
        examples: &[&["petersen"], &["0-1,1-2,2-0,2-3"], &["grid3x4", "path7"]],
        adds_up: graph_kayles::ArcKayles::ADDS_UP,
        impartial_form_of: &[],
        play: graph_kayles::ArcKayles::PLAY,
        open: named::<graph_kayles::ArcKayles>,
        sized: Some(("grid", value_of::<graph_kayles::ArcKayles>)),
    },
    Board {
        name: "clobber",
        aliases: &["impartial clobber"],
        title: "Impartial Clobber: a stone takes a neighbour of the other colour",
        ending: None,
        positions: "3x4 full of stones in turns, or rows of X, O and . with / between them",
        start: "XOX/OXO",
        examples: &[&["XOX/OXO"], &["3x4"], &["XO.OX"], &["XO/OX", "XOX"]],
        adds_up: clobber::Clobber::ADDS_UP,
        impartial_form_of: &["clobber"],
        play: clobber::Clobber::PLAY,
        open: named::<clobber::Clobber>,
        sized: Some(("", value_of::<clobber::Clobber>)),
    },
    Board {
        name: "treblecross",
        aliases: &[],
        title: "Treblecross: crosses on a strip, three in a row win",
        ending: Some(["Whoever makes three in a row wins.", "there are three in a row"]),
        positions: "a strip such as ..X..., or the number of its cells; several make one position",
        start: "..X....",
        examples: &[&["..X...."], &["12"], &["..X....", "5"]],
        adds_up: treblecross::Treblecross::ADDS_UP,
        impartial_form_of: &[],
        play: treblecross::Treblecross::PLAY,
        open: named::<treblecross::Treblecross>,
        sized: None,
    },
    Board {
        name: "notakto",
        aliases: &[],
        title: "Notakto: crosses on several boards; three in a row end a board, and who ends the last one loses",
        ending: Some([
            "Three in a row end a board, and whoever ends the last one loses.",
            "every board is finished",
        ]),
        positions: "3x3 or another size of up to 30 cells, or rows such as X../.../...",
        start: "3x3",
        examples: &[&["3x3"], &["X../.../..."], &["3x3", "3x3"]],
        adds_up: notakto::Notakto::ADDS_UP,
        impartial_form_of: &[],
        play: notakto::Notakto::PLAY,
        open: named::<notakto::Notakto>,
        sized: None,
    },
    Board {
        name: "stones",
        aliases: &["sliding stones"],
        title: "Sliding stones: one or two cells to the left",
        ending: None,
        positions: "a strip such as X..X., or the free cells before each stone, such as 1,4,5",
        start: "X..X.X",
        examples: &[&["X..X.X"], &["1,4,5"], &["X..X", ".X"]],
        adds_up: strips::Stones::ADDS_UP,
        impartial_form_of: &[],
        play: strips::Stones::PLAY,
        open: named::<strips::Stones>,
        sized: None,
    },
    Board {
        name: "strings",
        aliases: &["palindrome cuts"],
        title: "Palindrome cuts: cut a string at a letter between equal letters",
        ending: None,
        positions: "a string, or several with / between them",
        start: "abacaba",
        examples: &[&["abacaba"], &["aba/aca"], &["abacaba", "aaa"]],
        adds_up: strips::Strings::ADDS_UP,
        impartial_form_of: &[],
        play: strips::Strings::PLAY,
        open: named::<strips::Strings>,
        sized: None,
    },
    Board {
        name: "staircase",
        aliases: &["staircase nim"],
        title: "Staircase Nim: push stones one step down",
        ending: None,
        positions: "the stones of steps 1, 2, … of a staircase of any length, such as 1,7,1,4",
        start: "1,7,1",
        examples: &[&["1,7,1"], &["1,7,1,4"], &["1,7,1,4", "2,2"]],
        adds_up: strips::Staircase::ADDS_UP,
        impartial_form_of: &[],
        play: strips::Staircase::PLAY,
        open: named::<strips::Staircase>,
        sized: None,
    },
    Board {
        name: "non-decreasing",
        aliases: &["non-decreasing nim"],
        title: "Nim with heaps that stay in non-decreasing order",
        ending: None,
        positions: "the heaps in order, such as 1,2,4",
        start: "1,2,4",
        examples: &[&["1,2,4"], &["1,2,4,4"], &["1,2", "3"]],
        adds_up: strips::NonDecreasing::ADDS_UP,
        impartial_form_of: &[],
        play: strips::NonDecreasing::PLAY,
        open: named::<strips::NonDecreasing>,
        sized: None,
    },
    Board {
        name: "anti-diagonal",
        aliases: &["nullify a matrix"],
        title: "Anti-diagonals: lower a cell of a matrix and rewrite a path to the right and down from it",
        ending: None,
        positions: "rows of numbers with / between them, such as 1 2 3/0 1 2; new cells stay below the next power of two",
        start: "1 2/2 3",
        examples: &[&["1 2/2 3"], &["1 2 3/0 1 2"]],
        adds_up: anti_diagonal::Matrix::ADDS_UP,
        impartial_form_of: &[],
        play: anti_diagonal::Matrix::PLAY,
        open: named::<anti_diagonal::Matrix>,
        sized: None,
    },
    Board {
        name: "parity-table",
        aliases: &["even lines"],
        title: "Parity table: delete the last row or the last column if its sum is even",
        ending: None,
        positions: "rows of numbers with / between them, such as 1 2 3/0 1 2",
        start: "1 2 2/1 2 3/2 3 1",
        examples: &[&["1 2 2/1 2 3/2 3 1"], &["2 2/2 2", "2 2"]],
        adds_up: parity_table::Lines::ADDS_UP,
        impartial_form_of: &[],
        play: parity_table::Lines::PLAY,
        open: named::<parity_table::Lines>,
        sized: None,
    },
    Board {
        name: "first-home",
        aliases: &["marbles", "first one home"],
        title: "Marbles that move like queens towards (0,0); the first one home wins",
        ending: Some(["Whoever brings a marble home to 0,0 wins.", "a marble is home"]),
        positions: "the places of the marbles, such as 1,3 2,3",
        start: "1,3 2,3",
        examples: &[&["1,3 2,3"], &["1,3", "2,3"]],
        adds_up: marbles::Race::ADDS_UP,
        impartial_form_of: &[],
        play: marbles::Race::PLAY,
        open: named::<marbles::Race>,
        sized: None,
    },
    Board {
        name: "lgame",
        aliases: &["l-game", "the l game"],
        title: "The L-game of Edward de Bono",
        ending: None,
        positions: "four rows: M the L of the player to move, O the other, n neutral, . empty (or # * x .)",
        start: "nMM./.OM./.OM./.OOn",
        examples: &[&["nMM./.OM./.OM./.OOn"], &[".###/x#*x/***./...."]],
        adds_up: false,
        impartial_form_of: &[],
        play: Play::Normal,
        open: LGame::open,
        sized: None,
    },
];

impl Board {
    /// Who wins a sum of positions, by which moves, and why.
    ///
    /// ```
    /// use grundy::{Outcome, Work, boards};
    /// let work = Work::unwatched();
    /// let cram = boards::find("cram").unwrap();
    /// assert_eq!(cram.solve(&["3x4".into(), "3x5".into()], None, &work)?.outcome, Outcome::P);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn solve(&'static self, positions: &[String], play: Option<Play>, work: &Work<'_>) -> Result<Report> {
        arena::report(&mut *self.open(play, work)?, positions, work)
    }

    /// The title without what comes after the name to explain it.
    pub fn short_title(&self) -> &'static str {
        self.title.split([':', ';']).next().unwrap_or(self.name)
    }

    /// The board, to ask more than one question about it.
    pub fn open(&'static self, play: Option<Play>, work: &Work<'_>) -> Result<Box<dyn Arena>> {
        (self.open)(self, play, work)
    }

    /// The values of the empty boards with sides from one corner to the other.
    ///
    /// Every size is looked at before the first is searched, so that one that is too large fails at once.
    pub fn table(
        &'static self,
        from: [i64; 2],
        to: [i64; 2],
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<Table> {
        let Some((before, value)) = self.sized else {
            let why = match (self.adds_up, self.play) {
                (true, Play::Misere) => "under misère play its boards have no values to put into one",
                (false, _) => "its positions have no values to put into one",
                _ => "its positions are not given by two sides",
            };
            return Err(unsupported(&format!("{} has no table: {why}", self.name))
                .hint(NextStep::AskPosition { game: self.name.into(), start: self.start.into() }));
        };
        if play.unwrap_or(self.play) == Play::Misere {
            return Err(unsupported(&format!(
                "the table of {} is one of values under normal play",
                self.name
            ))
            .hint(NextStep::AskMisere { game: self.name.into(), start: self.start.into() }));
        }
        if (0..2).any(|i| from[i] > to[i]) {
            let corner = |[rows, columns]: [i64; 2]| format!("{rows},{columns}");
            let message = format!("there is no size from {} to {}", corner(from), corner(to));
            return Err(bad_position(message).hint("write a last size that is at least the first"));
        }
        let (rows, columns) = (from[0]..=to[0], from[1]..=to[1]);
        let arena = self.open(play, work)?;
        let text = |r: i64, c: i64| of_sides(before, r, c);
        for r in rows.clone() {
            columns.clone().try_for_each(|c| arena.tidy(&text(r, c)).map(drop))?;
        }
        let cell = |r: i64, c: i64| Ok(Cell::Value(LoopyValue::Finite(value(&text(r, c), work)?)));
        let row = |r: i64| columns.clone().map(|c| cell(r, c)).collect::<Result<Vec<Cell>>>();
        let cells = rows.clone().map(row).collect::<Result<Vec<_>>>()?;
        let names = |range: std::ops::RangeInclusive<i64>| range.map(Coordinate::Int).collect();
        Ok(Table {
            axes: vec!["rows".into(), "columns".into()],
            rows: names(rows),
            columns: names(columns),
            cells,
        })
    }

    /// How the position of a cell of [`Board::table`] is written, by its row and column; none if there is no table.
    pub fn cell(&self, row: &str, column: &str, play: Option<Play>) -> Option<String> {
        let (before, _) = self.sized.filter(|_| play.unwrap_or(self.play) == Play::Normal)?;
        Some(of_sides(before, row, column))
    }

    /// Whether a question by a name that the catalogue has too is one for the board.
    ///
    /// It is if the board reads the position, for it knows theorems and names of moves that its rules do not show; and
    /// if the position is one of the board but for a mistake, which rules may not see: those of Chomp would play from
    /// rows that grow. Rules answer where a board cannot: what is too large for it, written as only rules write it, or
    /// played in a way that it does not have; and where a board knows no values, but rules do.
    pub fn goes_before_rules(&'static self, positions: &[String], play: Option<Play>) -> bool {
        if !self.adds_up || positions.is_empty() {
            return false;
        }
        match self.open(play, &Work::unwatched()).and_then(|arena| arena.tidy_all(positions)) {
            Ok(_) => true,
            Err(refusal) => refusal.kind() == ErrorKind::Position,
        }
    }

    /// Whether positions can be played on the board, where rules of its name would show only their values.
    pub fn reads(&'static self, positions: &[String], play: Option<Play>) -> bool {
        let read = || self.open(play, &Work::unwatched()).and_then(|arena| arena.tidy_all(positions));
        !positions.is_empty() && read().is_ok()
    }

    /// Whether a board whose values do not add up finds a mistake in positions, which rules of its name may not see:
    /// those of Treblecross count cells away from all crosses, of which there may be fewer than a strip must have.
    pub fn refuses(&'static self, positions: &[String]) -> bool {
        let read = || self.open(None, &Work::unwatched()).and_then(|arena| arena.tidy_all(positions));
        let mistaken = || read().is_err_and(|refusal| refusal.kind() == ErrorKind::Position);
        !self.adds_up && !positions.is_empty() && mistaken()
    }

    /// What people who ask by this name about these positions may not expect, a sentence each.
    pub fn notes(&self, asked_for: &str, positions: &[String]) -> Vec<Sentence> {
        let mut notes = Vec::new();
        if self.impartial_form_of.iter().any(|name| plain(name) == plain(asked_for)) {
            notes.push(Sentence::PartisanElsewhere {
                name: asked_for.into(),
                board: self.name.into(),
                title: self.title.into(),
            });
        }
        if positions.len() > 1 && positions.iter().all(|text| is_edge(text)) {
            notes.push(Sentence::EdgesApart { count: positions.len(), together: positions.join(",") });
        }
        notes
    }

    /// Whether it has a [`Board::table`] of its sizes.
    pub fn has_sizes(&self) -> bool {
        self.sized.is_some()
    }

    /// What the engine finds out about the game as a whole, a line each; nothing for most boards.
    pub fn facts(&self, work: &Work<'_>) -> Result<Vec<String>> {
        match self.name {
            "lgame" => lgame_arena::facts(work),
            _ => Ok(Vec::new()),
        }
    }
}

/// The position of a board of two sides.
fn of_sides(before: &str, rows: impl std::fmt::Display, columns: impl std::fmt::Display) -> String {
    format!("{before}{rows}x{columns}")
}

fn value_of<G: Readable>(text: &str, work: &Work<'_>) -> Result<Nimber> {
    let (game, state) = G::open(text)?;
    super::values(&game, &state, work)
}

/// Opens a board by its name.
fn named<G: Readable>(board: &'static Board, play: Option<Play>, _: &Work<'_>) -> Result<Box<dyn Arena>> {
    let kind = Kind {
        title: board.title.into(),
        short_title: board.short_title().into(),
        ending: board.ending,
        start: Some(board.start.into()),
        sentences: vec![
            RuleSentence::Title { title: board.title.into() },
            RuleSentence::Written { positions: board.positions.into() },
        ],
        splits: false,
        by_list: false,
        play: G::PLAY,
        adds_up: G::ADDS_UP,
        read: Box::new(|text| G::open(text)),
    };
    Ok(Box::new(Sums::open(kind, play)?))
}

/// Whether a text is a single edge, `0-1`.
fn is_edge(text: &str) -> bool {
    text.split_once('-').is_some_and(|(u, v)| [u, v].iter().all(|end| plain_number::<u32>(end).is_some()))
}

/// A name by its letters and digits alone.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The board with this name.
pub fn find(name: &str) -> Option<&'static Board> {
    let wanted = plain(name);
    ALL.iter()
        .find(|board| std::iter::once(&board.name).chain(board.aliases).any(|known| plain(known) == wanted))
}

//! The boards that are played by code, not by a rule.

use crate::arena::Arena;
use crate::boards::lgame::LGame;
use crate::boards::sums::{About, Kind, Sums};
use crate::boards::{
    Readable, anti_diagonal, chomp, graph_kayles, hackenbush, marbles, parity_table, strips, treblecross,
};
use crate::error::Result;
use crate::outcome::Play;
use crate::work::Work;

use super::{Board, Played};

/// How a board is opened for questions.
pub(super) type Open = fn(About, Option<Play>, &Work<'_>) -> Result<Box<dyn Arena>>;

/// A board that is played by code; the fields are those of [`Board`].
pub(super) struct Coded {
    pub(super) name: &'static str,
    pub(super) aliases: &'static [&'static str],
    title: &'static str,
    ending: Option<[&'static str; 2]>,
    positions: &'static str,
    start: &'static str,
    examples: &'static [&'static [&'static str]],
    adds_up: bool,
    impartial_form_of: &'static [&'static str],
    play: Play,
    open: Open,
    sizes: Option<&'static str>,
}

/// Every board that is played by code.
pub(super) const ALL: &[Coded] = &[
    Coded {
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
        sizes: Some("{row}x{column}"),
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: Some("grid{row}x{column}"),
    },
    Coded {
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
        sizes: Some("grid{row}x{column}"),
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        sizes: None,
    },
    Coded {
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
        open: LGame::open_solved,
        sizes: None,
    },
];

impl Coded {
    pub(super) fn board(&self) -> Board {
        let owned = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<Vec<String>>();
        Board {
            name: self.name.into(),
            aliases: owned(self.aliases),
            title: self.title.into(),
            ending: self.ending.map(|both| both.map(String::from)),
            positions: self.positions.into(),
            start: self.start.into(),
            examples: self.examples.iter().map(|example| owned(example)).collect(),
            adds_up: self.adds_up,
            impartial_form_of: owned(self.impartial_form_of),
            play: self.play,
            rules: None,
            sizes: self.sizes.map(String::from),
            played: Played::Coded(self.open),
        }
    }
}

/// Opens a board that reads itself.
fn named<G: Readable>(about: About, play: Option<Play>, _: &Work<'_>) -> Result<Box<dyn Arena>> {
    let kind = Kind {
        about,
        splits: false,
        by_list: false,
        play: G::PLAY,
        adds_up: G::ADDS_UP,
        read: Box::new(|text| G::open(text)),
    };
    Ok(Box::new(Sums::open(kind, play)?))
}

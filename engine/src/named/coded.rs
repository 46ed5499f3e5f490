//! The boards that are played by code, not by a rule.

use crate::arena::Arena;
use crate::boards::lgame::LGame;
use crate::boards::sums::{About, Kind, Sums};
use crate::boards::{Readable, anti_diagonal, marbles, parity_table, strips, treblecross};
use crate::error::Result;
use crate::outcome::Play;
use crate::rules::{BoardCondition, BoardEnding, Picture, PictureCell, Rewrite, Rewriting, Sign, Universe};
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

/// The names in the catalogue that such a board has too. A list of its own, since whoever looks into [`ALL`] carries the code
/// of all of them.
pub(super) const WITH_RULES: &[&str] =
    &["stones", "parity-table", "marbles", "palindrome-cuts", "sliding-stones"];

/// Every board that is played by code.
pub(super) const ALL: &[Coded] = &[
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

/// The engine for rules of a form whose theorem the searches do not know.
pub(super) fn engine_of(rule: &Rewriting) -> Option<Open> {
    is_treblecross(rule).then_some(named::<treblecross::Treblecross> as Open)
}

/// Whether crosses are put on free cells of strips, and the first three in a row end it all. Its pictures look the same
/// from both sides, so that it does not matter whether they may be turned.
fn is_treblecross(rule: &Rewriting) -> bool {
    let shows = |picture: &Picture, letters: &str| {
        let signs: Option<String> = picture
            .cells()
            .map(|cell| match cell {
                PictureCell { sign: Sign::Letter(c), run: false } => Some(*c),
                _ => None,
            })
            .collect();
        picture.rows.len() == 1 && signs.as_deref() == Some(letters)
    };
    let ([Rewrite { label: None, before, after, choices, .. }], Universe::Strip) =
        (&rule.rewrites[..], rule.universe)
    else {
        return false;
    };
    let puts_a_cross = shows(before, ".") && matches!(&after[..], [after] if shows(after, "X"));
    let over = match &rule.ending {
        BoardEnding { over: None, over_all: Some(BoardCondition::Shows(three)), misere: false } => three,
        _ => return false,
    };
    puts_a_cross && choices.is_empty() && shows(over, "XXX")
}

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
            after_rules: false,
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

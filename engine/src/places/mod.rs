//! Rules over boards: positions are letters on places, and a move puts one picture in the place of another.
//!
//! How positions are written, and what they are in JSON:
//!
//! | boards | text | JSON |
//! |---|---|---|
//! | strip, ring | the letters of the cells, `..X..`; or how many cells, if the rule tells what they hold | the text |
//! | word | its letters, `abba` | the text |
//! | grid, torus, hex | rows with `/` between them, `X.O/.X.`; or the sides, `4x7`, if the rule tells what the cells hold | the text |
//!
//! Rules over places (`S on graph -> S - ball(v) for v in S`) speak of sets of places, and of letters and numbers on them;
//! how their positions are written stands in `field_text`.
//!
//! A cell of a board that is given by its size holds the letter that the first picture of the rule asks for, if it asks for
//! one letter only. `_` is read as `#`, which a shell would take for a comment.
//!
//! What follows from the rule alone is derived here and never declared: which parts of a board are independent ([`parts`]),
//! which boards look alike (`symmetry`), and that the game ends (`falling`).

mod arena;
mod board;
mod condition;
mod falling;
mod field;
mod field_text;
mod game;
mod graph_text;
mod ground;
mod growing;
mod pairing;
mod parts;
mod picture_theorems;
mod planes;
mod set_falling;
mod set_game;
mod set_names;
mod set_parts;
#[cfg(test)]
mod set_random_tests;
mod set_search;
#[cfg(test)]
mod set_tests;
mod sketched;
mod symmetry;
mod table;
mod terms;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod theorem_tests;
mod theorems;
#[cfg(test)]
mod turn_tests;
mod whole;
mod word;

pub(crate) use crate::rules::{is_over_places, is_rewriting};
pub(crate) use arena::{open, open_places};
pub(crate) use set_game::PlaceRules;
#[cfg(test)]
pub(crate) use set_game::{PlaceGame, PlaceState};

use crate::error::Result;
use crate::outcome::Play;
use crate::rules::{Letters, Picture, Rewrite, Rewriting, RuleSentence, Sign};
use crate::work::Work;

/// Cells of a board, and letters of a word.
const MOST_CELLS: usize = 1024;
const LONGEST_WORD: usize = 1 << 16;
/// Different letters of a rule and a position.
const MOST_LETTERS: usize = 60;

/// A rule of pictures that was read.
#[derive(Clone, Debug)]
pub(crate) struct PictureRules {
    pub(crate) rule: Rewriting,
    /// The rows that a board given by its size repeats; none if they follow from the first picture.
    filled: Option<Vec<Vec<char>>>,
    /// The letters that may stand on a board; none if any may.
    allowed: Option<String>,
    /// The rule of numbers by which runs of cells are played, if that is all there is.
    pub(crate) heaps: Option<String>,
}

/// What a rule does not say about its boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boards {
    /// What a board holds that is given by its size: rows such as `XO/OX`, repeated; else it follows from the first picture.
    pub(crate) filled: Option<String>,
    /// The letters that may stand on a board, if not any.
    pub(crate) letters: Option<String>,
    /// What every position over places fulfils.
    pub(crate) only_if: Option<String>,
}

impl PictureRules {
    pub(crate) fn read(source: &str, boards: &Boards, work: &Work<'_>) -> Result<PictureRules> {
        let rule = Rewriting::read(source, work)?;
        let filled = boards.filled.as_ref().map(|rows| board::written(rule.universe, rows)).transpose()?;
        // A board that is filled otherwise is no run.
        let heaps = picture_theorems::heaps_of(&rule).filter(|_| filled.is_none());
        Ok(PictureRules { rule, filled, allowed: boards.letters.clone(), heaps })
    }

    /// How a position of a size is written, with `{row}` and `{column}` for its sides, if a size is a position.
    pub(crate) fn sizes(&self) -> Option<&'static str> {
        let pattern = if self.rule.universe.is_plane() { "{row}x{column}" } else { "{row}" };
        self.usual().map(|_| pattern)
    }

    /// A letter, or the capital one where only that may stand on a board.
    fn as_allowed(&self, letter: char) -> char {
        let capital = letter.to_ascii_uppercase();
        let meant = self.allowed.as_ref().is_some_and(|all| !all.contains(letter) && all.contains(capital));
        if meant { capital } else { letter }
    }

    /// Every letter that the rule names, in order.
    fn letters(&self) -> Vec<char> {
        let mut all = Vec::new();
        let mut of = |picture: &Picture| picture.cells().for_each(|cell| all.extend(letters_of(&cell.sign)));
        for rewrite in &self.rule.rewrites {
            of(&rewrite.before);
            rewrite.after.iter().for_each(&mut of);
        }
        let ending = &self.rule.ending;
        for condition in ending.over.iter().chain(&ending.over_all) {
            condition.pictures().into_iter().for_each(&mut of);
        }
        for (_, letters) in self.rule.rewrites.iter().flat_map(|rewrite| &rewrite.choices) {
            if let Letters::These(these) = letters {
                all.extend(these);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How the rule was read.
    fn sentences(&self, play: Play) -> Vec<RuleSentence> {
        let rule = &self.rule;
        let quoted = |picture: &Picture| format!("\"{picture}\"");
        let shows = |rewrite: &Rewrite| RuleSentence::Shows {
            label: rewrite.label.as_ref().map(|label| label.text.clone()),
            before: quoted(&rewrite.before),
            after: rewrite.after.iter().map(quoted).collect::<Vec<_>>().join(" & "),
            turned: !rule.as_drawn,
        };
        let mut all = vec![RuleSentence::OnBoard { universe: rule.universe.name().into() }];
        all.extend(rule.rewrites.iter().map(shows));
        let ending = &rule.ending;
        all.extend(ending.over.iter().map(|over| RuleSentence::OverIf { condition: over.to_string() }));
        all.extend(
            ending.over_all.iter().map(|over| RuleSentence::OverAllIf { condition: over.to_string() }),
        );
        all.push(if play == Play::Misere { RuleSentence::MiserePlay } else { RuleSentence::NormalPlay });
        all
    }

    /// A small position with the letters that the first picture asks for.
    pub(crate) fn example(&self) -> String {
        let asked: Vec<char> =
            self.rule.rewrites[0].before.cells().flat_map(|cell| letters_of(&cell.sign)).collect();
        let (rows, columns) = if self.rule.universe.is_plane() { (3, 4) } else { (1, 7) };
        match (self.usual(), asked.is_empty()) {
            (Some(_), _) if self.rule.universe.is_plane() => format!("{rows}x{columns}"),
            (Some(_), _) => columns.to_string(),
            (None, true) => vec![".".repeat(columns); rows].join("/"),
            (None, false) => {
                let row = |r: usize| (0..columns).map(|c| asked[(r + c) % asked.len()]).collect::<String>();
                (0..rows).map(row).collect::<Vec<_>>().join("/")
            }
        }
    }

    /// Whether a move may leave several boards, or none.
    fn splits(&self) -> bool {
        self.rule.universe == crate::rules::Universe::Word
    }

    /// The rows that a board repeats that is given by its size: the one letter that the first picture asks for, unless
    /// told otherwise.
    pub(crate) fn usual(&self) -> Option<Vec<Vec<char>>> {
        if self.filled.is_some() {
            return self.filled.clone();
        }
        let mut asked = self.rule.rewrites[0].before.cells().flat_map(|cell| letters_of(&cell.sign));
        let first = asked.next()?;
        asked.all(|other| other == first).then(|| vec![vec![first]])
    }
}

fn letters_of(sign: &Sign) -> Vec<char> {
    match sign {
        Sign::Letter(c) => vec![*c],
        Sign::OneOf(letters, _) | Sign::NoneOf(letters) => letters.clone(),
        Sign::Any | Sign::Edge | Sign::Variable(_) => Vec::new(),
    }
}

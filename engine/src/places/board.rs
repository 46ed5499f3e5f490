//! Boards and the positions on them: how they are read and written, and which place lies where.

use crate::boards::{bad_position, plain_size, rows_of, sides as two_sides};
use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::rules::{Universe, is_letter};

use super::{LONGEST_WORD, MOST_CELLS, MOST_LETTERS, PictureRules};

/// A board: its places in rows and columns. A strip, a ring and a word have one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) universe: Universe,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The letters that can stand on it, in order; cells hold their numbers.
    pub(super) letters: Vec<char>,
}

/// A way to lay a picture on a board: the place of its cell in row `i` and column `j` is `i * down + j * across`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) down: (i64, i64),
    pub(super) across: (i64, i64),
}

const AS_DRAWN: Turn = Turn { down: (1, 0), across: (0, 1) };
const MIRRORED: Turn = Turn { down: (1, 0), across: (0, -1) };
/// The symmetries of the square.
const SQUARE: [Turn; 8] = [
    AS_DRAWN,
    MIRRORED,
    Turn { down: (-1, 0), across: (0, 1) },
    Turn { down: (-1, 0), across: (0, -1) },
    Turn { down: (0, 1), across: (1, 0) },
    Turn { down: (0, 1), across: (-1, 0) },
    Turn { down: (0, -1), across: (1, 0) },
    Turn { down: (0, -1), across: (-1, 0) },
];
/// The directions of a row of hexagons, whose rows are shifted by a half.
const HEXAGON: [Turn; 6] = [
    AS_DRAWN,
    MIRRORED,
    Turn { down: (0, 0), across: (1, 0) },
    Turn { down: (0, 0), across: (-1, 0) },
    Turn { down: (0, 0), across: (1, -1) },
    Turn { down: (0, 0), across: (-1, 1) },
];

impl Turn {
    /// Where a cell of the picture lies, seen from its first one.
    pub(super) fn of(self, i: usize, j: usize) -> (i64, i64) {
        let (i, j) = (i as i64, j as i64);
        (i * self.down.0 + j * self.across.0, i * self.down.1 + j * self.across.1)
    }
}

/// All ways in which pictures may be laid on boards of a kind.
pub(super) fn turns(universe: Universe, as_drawn: bool) -> &'static [Turn] {
    match universe {
        _ if as_drawn => &SQUARE[..1],
        Universe::Strip | Universe::Ring | Universe::Word => &SQUARE[..2],
        Universe::Grid | Universe::Torus => &SQUARE,
        Universe::Hex => &HEXAGON,
    }
}

impl Board {
    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether what leaves the board on one side comes back on the other.
    pub(super) fn wraps(&self) -> bool {
        matches!(self.universe, Universe::Ring | Universe::Torus)
    }

    /// The place in this row and column, if it is on the board.
    pub(super) fn place(&self, row: i64, column: i64) -> Option<usize> {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        let (row, column) = match self.wraps() {
            true => (row.rem_euclid(rows), column.rem_euclid(columns)),
            false => (row, column),
        };
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then_some((row * columns + column) as usize)
    }

    /// The number of a letter that can stand here.
    pub(super) fn number(&self, letter: char) -> Option<u8> {
        self.letters.binary_search(&letter).ok().map(|at| at as u8)
    }

    /// Reads a board with a position on it.
    pub(super) fn read(rules: &PictureRules, text: &str) -> Result<(Board, Box<[u8]>)> {
        let universe = rules.rule.universe;
        let rows = match sides(universe, text) {
            Some((rows, columns)) => blank(rules, text, rows, columns)?,
            None => written(universe, text)?,
        };
        let rows: Vec<Vec<char>> =
            rows.into_iter().map(|row| row.into_iter().map(|c| rules.as_allowed(c)).collect()).collect();
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        if let Some(at) = rows.iter().position(|row| row.len() != width) {
            return Err(bad_position(BoardFault::RowOfOtherLength { row: at + 1, text: text.into() }));
        }
        let most = if universe == Universe::Word { LONGEST_WORD } else { MOST_CELLS };
        if height * width > most {
            return Err(too_large(most));
        }
        let allows = |letter: &&char| rules.allowed.as_ref().is_none_or(|all| all.contains(**letter));
        if let Some(stray) = rows.iter().flatten().find(|letter| !allows(letter)) {
            let all = rules.allowed.iter().flat_map(|all| all.chars()).map(String::from);
            return Err(bad_position(BoardFault::UnknownSign { text: stray.to_string() })
                .hint(NextStep::OneOf { words: all.collect::<Vec<_>>().join(" ") }));
        }
        let mut letters = rules.letters();
        letters.extend(rows.iter().flatten());
        letters.sort_unstable();
        letters.dedup();
        if letters.len() > MOST_LETTERS {
            return Err(bad_position(BoardFault::TooManySigns { most: MOST_LETTERS }));
        }
        let board = Board { universe, rows: height, columns: width, letters };
        let cells = rows.iter().flatten().map(|letter| board.number(*letter).unwrap_or(0)).collect();
        Ok((board, cells))
    }

    /// The places that two positions do not share, by row and column as people count them.
    pub(super) fn changed(&self, from: &[u8], to: &[u8]) -> String {
        let changed = (0..from.len().min(to.len())).filter(|place| from[*place] != to[*place]);
        let place = |at: usize| format!("({},{})", at / self.columns + 1, at % self.columns + 1);
        changed.map(place).collect::<Vec<_>>().join(" ")
    }

    /// A position as people write it.
    pub(super) fn show(&self, cells: &[u8]) -> String {
        let letter = |cell: &u8| self.letters.get(usize::from(*cell)).copied().unwrap_or('#');
        let row = |row: &[u8]| row.iter().map(letter).collect::<String>();
        cells.chunks(self.columns.max(1)).map(row).collect::<Vec<_>>().join("/")
    }
}

fn too_large(most: usize) -> Error {
    Error::new(ErrorKind::Limit, BoardFault::BoardTooLarge { most })
}

/// The rows and columns of a board that is given by its size.
fn sides(universe: Universe, text: &str) -> Option<(usize, usize)> {
    match universe.is_plane() {
        true => two_sides(text.trim()),
        false => plain_size(text).map(|cells| (1, cells)),
    }
}

fn blank(rules: &PictureRules, text: &str, rows: usize, columns: usize) -> Result<Vec<Vec<char>>> {
    let example = if rules.rule.universe.is_plane() { "XO/OX" } else { "XO.OX" };
    let Some(usual) = rules.usual() else {
        let fault = BoardFault::CellsUntold { text: text.into() };
        // Rules of numbers that follow from the rule may read it.
        return Err(Error::new(ErrorKind::Unsupported, fault).hint(NextStep::write(example)));
    };
    if rows == 0 || columns == 0 {
        return Err(bad_position(BoardFault::WithoutCell { text: text.into() }));
    }
    match rows.checked_mul(columns).filter(|cells| *cells <= MOST_CELLS) {
        Some(_) => {
            let row = |r: usize| usual[r % usual.len()].iter().copied().cycle().take(columns).collect();
            Ok((0..rows).map(row).collect())
        }
        None => Err(too_large(MOST_CELLS)),
    }
}

pub(super) fn written(universe: Universe, text: &str) -> Result<Vec<Vec<char>>> {
    let rows = if universe.is_plane() { rows_of(text)? } else { vec![text.trim()] };
    let letter = |c: char| match c {
        '_' => Ok('#'),
        c if is_letter(c) => Ok(c),
        c => Err(bad_position(BoardFault::CannotStand { text: c.to_string() })),
    };
    let rows: Vec<Vec<char>> =
        rows.into_iter().map(|row| row.chars().map(letter).collect::<Result<_>>()).collect::<Result<_>>()?;
    if rows.iter().all(Vec::is_empty) && universe != Universe::Word {
        return Err(bad_position(BoardFault::NoCell));
    }
    Ok(rows)
}

//! Boards: games that the rule language cannot say, one a file, and the list of those that have a name.

pub mod anti_diagonal;
pub mod cuboids;
pub mod lgame;
pub mod marbles;
pub mod numbers;
pub mod palindrome;
pub mod parity_table;
pub mod stones;
pub mod strips;
pub mod treblecross;

pub(crate) mod engines;
mod lasting;
pub(crate) mod lgame_arena;
pub(crate) mod misere;
pub(crate) mod sums;
#[cfg(test)]
mod tests;

pub use crate::game::{Game, Readable};
pub use crate::sketch::{Change, Line, Point, Sketch, Tiles};
pub use sums::values;

use crate::error::{BoardFault, Error, ErrorKind, Fault, NextStep, Result};

/// A number as it is shown: digits, with no sign and no zero before them.
pub(crate) fn plain_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|c| c.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// A size, as large as numbers get if it is larger: nothing that large is a board, and people are told what is.
pub(crate) fn plain_size(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
    if digits { Some(text.parse().unwrap_or(usize::MAX)) } else { plain_number(text) }
}

/// Two sides such as `5x7`, or `5X7`.
pub(crate) fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    Some((plain_size(rows.trim())?, plain_size(columns.trim())?))
}

/// The words of a list with blanks, commas or semicolons between them; a comma with nothing on one side is refused.
pub(crate) fn words_of(text: &str) -> Result<Vec<&str>> {
    let mut words = Vec::new();
    if text.trim().is_empty() {
        return Ok(words);
    }
    let mut start = 0;
    for piece in text.split([',', ';']) {
        let before = words.len();
        words.extend(piece.split_whitespace());
        let end = start + piece.len();
        if words.len() == before {
            let column = text[..end].chars().count() + 1;
            let fault = BoardFault::MissingAt { column, text: text.into() };
            return Err(bad_position(fault).at(end..end + 1).within(text));
        }
        start = end + 1;
    }
    Ok(words)
}

/// The numbers of a list, which may stand in parentheses as answers show it.
pub(crate) fn numbers_of(text: &str, example: &str) -> Result<Vec<u64>> {
    let text = text.trim();
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let number = |word: &str| {
        let digits = word.bytes().all(|c| c.is_ascii_digit());
        plain_number(word).ok_or_else(|| match digits && !word.starts_with('0') {
            true => bad_position(Fault::NumberTooLarge { text: word.into() })
                .hint(NextStep::NumbersUpTo { most: u64::MAX }),
            false => bad_position(BoardFault::NotNumber { text: word.into() }).hint(NextStep::write(example)),
        })
    };
    words_of(bare)?.into_iter().map(number).collect()
}

/// The rows of a board that is written with `/`, `|` or line ends between them; no row is empty, but all may be.
pub(crate) fn rows_of(text: &str) -> Result<Vec<&str>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<&str> = text.split(['/', '|', '\n']).map(str::trim).collect();
    match rows.iter().position(|row| row.is_empty()) {
        Some(at) => Err(bad_position(BoardFault::EmptyRow { row: at + 1 })),
        None => Ok(rows),
    }
}

/// About how many bytes a list takes, with what the allocator adds.
pub(crate) fn on_heap<T>(list: &[T]) -> u64 {
    (size_of_val(list) + size_of::<Vec<T>>() + 16) as u64
}

/// The error for a text that is no position of a board.
pub(crate) fn bad_position(fault: impl Into<Fault>) -> Error {
    Error::new(ErrorKind::Position, fault)
}

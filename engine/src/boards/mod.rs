//! Boards: games that the rule language cannot say, one a file, and the list of those that have a name.

pub mod anti_diagonal;
pub mod chomp;
pub mod clobber;
pub mod cram;
pub mod cuboids;
pub mod graph_kayles;
pub mod hackenbush;
pub mod lgame;
pub mod marbles;
pub mod notakto;
pub mod numbers;
pub mod palindrome;
pub mod parity_table;
pub mod stones;
pub mod strips;
pub mod treblecross;

mod answer;
mod arena;
mod game;
mod lgame_arena;
mod misere;
mod named;
mod sketch;
mod square;
#[cfg(test)]
mod tests;

pub use answer::values;
pub use arena::{Arena, Step};
pub use game::Game;
pub use named::{ALL, Board, find};
pub use sketch::{Line, Point, Sketch};

use crate::error::{Error, ErrorKind, Result};

/// A number as it is shown: digits, with no sign and no zero before them.
pub(crate) fn plain_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|c| c.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// The rows of a board that is written with `/`, `|` or line ends between them; no row is empty, but all may be.
pub(crate) fn rows_of(text: &str) -> Result<Vec<&str>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<&str> = text.split(['/', '|', '\n']).map(str::trim).collect();
    match rows.iter().position(|row| row.is_empty()) {
        Some(at) => Err(bad_position(format!("row {} of the board is empty", at + 1))),
        None => Ok(rows),
    }
}

/// About how many bytes a list takes, with what the allocator adds.
pub(crate) fn on_heap<T>(list: &[T]) -> u64 {
    (size_of_val(list) + size_of::<Vec<T>>() + 16) as u64
}

/// The error for a text that is no position of a board.
pub(crate) fn bad_position(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Position, message)
}

//! Boards: games that the rule language cannot say, one a file.

pub mod anti_diagonal;
pub mod cuboids;
pub mod lgame;
pub mod marbles;
pub mod palindrome;
pub mod parity_table;
pub mod stones;

use crate::error::{Error, ErrorKind};

/// The error for a text that is no position of a board.
pub(crate) fn bad_position(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Position, message)
}

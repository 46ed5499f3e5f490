//! Opening a game: the one place that knows all names.

use crate::boards;
use crate::catalogue;
use crate::error::{Error, Result};
use crate::literal::Lets;
use crate::rules::{self, Rules};

/// Reads rules: a rule text, a code, a phrase, or a name of the catalogue.
pub fn read_rules(text: &str, lets: &Lets) -> Result<Rules> {
    if rules::is_unknown_name(text) { Err(unknown(text.trim())) } else { Rules::read(text, lets) }
}

/// The error for a name that no game has, with the nearest that one has.
pub fn unknown(name: &str) -> Error {
    let boards = boards::ALL.iter().flat_map(|board| std::iter::once(&board.name).chain(board.aliases));
    catalogue::unknown(name, boards.copied())
}

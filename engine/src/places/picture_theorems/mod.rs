//! Theorems that a rule of pictures is recognised to fall under, one a file: shapes of rules whose positions need no search.
//!
//! A recogniser looks at the form of the rule alone, never at values that were found; its proof stands in the head of its
//! file, and it is tested against the plain search of the same rule. Those about rules over places are in `theorems`.

mod centres;
mod runs;
mod slides;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::error::Result;
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::rules::Universe;
use crate::work::Work;

use super::PictureRules;
use super::board::Board;

pub(super) use runs::heaps_of;

/// What a theorem tells about the positions of one rule on one board.
pub(super) trait Theorem: fmt::Debug + Send + Sync {
    /// The theorem.
    fn name(&self) -> BoardTheorem;

    /// The value of a position, unless the theorem does not hold there.
    fn value(&self, cells: &[u8]) -> Option<Nimber>;
}

/// The theorem about a rule on a board.
pub(super) fn recognise(
    rules: &PictureRules,
    board: &Board,
    work: &Work<'_>,
) -> Result<Option<Arc<dyn Theorem>>> {
    match board.universe {
        Universe::Word => centres::recognise(rules, board, work),
        Universe::Strip => match slides::recognise(rules, board) {
            Some(slides) => Ok(Some(slides)),
            None => runs::recognise(rules, board, work),
        },
        _ => Ok(None),
    }
}

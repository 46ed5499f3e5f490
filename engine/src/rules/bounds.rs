//! How large a rule may be.
//!
//! A rule may come from a stranger. Whatever is walked by recursion (expressions, and the choices of a move) is bounded in
//! depth, so that no text exhausts a call stack; whatever is multiplied (kinds, parts, coordinates) is bounded in number,
//! so that no short text causes much work. People stay far below.

use crate::error::{Error, ErrorKind, Fault};

use super::syntax::Span;

/// Bytes of the text.
pub(crate) const LONGEST_TEXT: usize = 1 << 20;
/// Parentheses, signs, sets and functions inside each other.
pub(crate) const DEEPEST: usize = 100;
/// Operators of a rule, `in` among them: a chain of them is a deep tree, too.
pub(crate) const MOST_OPERATORS: usize = 500;
/// Coordinates of a position.
pub(crate) const MOST_COORDINATES: usize = 64;
/// Kinds of move, which `|` separates.
pub(crate) const MOST_KINDS: usize = 256;
/// Choices and conditions of one kind of move.
pub(crate) const MOST_CLAUSES: usize = 64;
/// Parts that one move leaves.
pub(crate) const MOST_PARTS: usize = 64;
/// Arguments of one function.
pub(crate) const MOST_ARGUMENTS: usize = 64;
/// Cells of a picture.
pub(crate) const MOST_CELLS: usize = 1 << 10;
/// Values that have names.
pub(crate) const MOST_NAMES: usize = 1 << 10;

/// About how many bytes reading takes for each byte of the text: its lexemes, its syntax and its form.
pub(crate) const BYTES_EACH: u64 = 256;

/// The error for a rule that has more of something than it may have.
pub(super) fn too_many(most: usize, what: impl FnOnce(usize) -> Fault, span: Span) -> Error {
    Error::new(ErrorKind::Limit, what(most)).at(span.range())
}

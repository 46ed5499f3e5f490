//! Search through positions that are not numbered in advance.

mod intern;
mod memory;
mod whole;

pub(crate) use intern::Interner;
pub use memory::MemorySearch;
pub(crate) use whole::{Explored, Explorer};

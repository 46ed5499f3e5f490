//! Search through positions that are not numbered in advance.

mod descent;
mod intern;
mod memory;
mod nimbers;
mod packed;
mod transposition;
mod wanted;
mod whole;
mod wide;

pub(crate) use intern::Interner;
pub use memory::MemorySearch;
pub use nimbers::NimberSearch;
pub(crate) use whole::Whole;
pub(crate) use wide::growth;

/// So many positions are walked before a program lists options: it takes that long to make one.
const PATIENCE: u32 = 1 << 10;

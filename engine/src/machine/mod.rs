//! What is about the machine and not about games: threads, memory, caches, checksums.

pub(crate) mod checksum;
pub(crate) mod memory;
pub(crate) mod prefetch;

mod threads;

pub use threads::Threads;

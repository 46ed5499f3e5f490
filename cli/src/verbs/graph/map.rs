//! Files seen as memory, so that a large graph is opened without copying it.
//!
//! The only unsafe code of the command line. Invariant: a mapping is read-only and private, lies over a regular file
//! that was opened for reading, and lives as long as everything borrowed from it. What the system cannot promise is
//! that nobody else cuts or rewrites the file meanwhile; like every program that maps files, we ask for that, and we
//! ourselves replace files only by renaming, which leaves a mapped one as it was. The safe twin is
//! [`std::fs::read`], and the test compares the two.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// The bytes of a regular file that is not empty.
pub fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: see the invariant above; the bytes are only ever seen as bytes and numbers, of which all are valid.
    unsafe { Mmap::map(file) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_file_has_the_bytes_of_one_that_is_read() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(map(&File::open(path).unwrap()).unwrap()[..], std::fs::read(path).unwrap());
    }
}

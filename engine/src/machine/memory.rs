//! Tables whose size comes from outside: running out of memory is an error with a size, not the end of the process.

use std::mem::size_of;

use crate::bytes::Bytes;
use crate::error::{Error, ErrorKind, Result};

/// An empty list with room for `len` entries.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| out_of_memory::<T>(len))?;
    Ok(list)
}

/// Gives a list room for `len` entries in all.
pub(crate) fn make_room<T>(list: &mut Vec<T>, len: usize) -> Result<()> {
    let more = len.saturating_sub(list.len());
    list.try_reserve_exact(more).map_err(|_| out_of_memory::<T>(len))
}

/// `len` zeros.
///
/// The room is asked for once and given back untouched, so that the real request can be the infallible one:
/// only that one hands out pages the system zeroes lazily, on the thread that first writes to them.
pub(crate) fn zeros<T: Clone + Default>(len: usize) -> Result<Vec<T>> {
    drop(room::<T>(len)?);
    Ok(vec![T::default(); len])
}

fn out_of_memory<T>(len: usize) -> Error {
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    Error::new(ErrorKind::Limit, format!("there is no room for a table of {}", Bytes(bytes)))
        .hint("use a smaller graph or a machine with more memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absurd_size_is_an_error() {
        assert_eq!(zeros::<u64>(usize::MAX).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(zeros::<u64>(3).unwrap(), [0, 0, 0]);
    }
}

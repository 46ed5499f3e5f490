//! A hint to the processor: this entry is needed soon.
//!
//! Walking a graph against its edges touches memory at random; asking a few dozen entries ahead hides most of
//! the wait. The hint changes nothing but time, and is nothing at all on processors we do not know.

/// Asks for the cache line of `table[at]`; an index past the end asks for nothing.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(crate) fn ask<T>(table: &[T], at: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    if let Some(entry) = table.get(at) {
        // SAFETY: the pointer comes from a live reference, and a prefetch neither reads into the program nor faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) }
    }
}

/// The safe twin: does nothing.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn ask<T>(_: &[T], _: usize) {}

#[cfg(test)]
mod tests {
    #[test]
    fn asking_changes_nothing_even_past_the_end() {
        let table = [1, 2, 3];
        (0..9).for_each(|at| super::ask(&table, at));
        super::ask::<u32>(&[], usize::MAX);
        assert_eq!(table, [1, 2, 3]);
    }
}

//! Bytes of a file seen as the little-endian numbers they are, without copying where the machine allows.
//!
//! The only unsafe code of the formats. Invariant: a borrowed view is given only if the bytes are aligned for the
//! number, their length is a whole number of them, and the machine stores numbers as the file does; every bit
//! pattern is a number. The safe twin is [`Number::copied`], and the tests compare the two.

use std::borrow::Cow;

/// An integer that any bytes of its size are one of.
pub(super) trait Number: Copy + Sized {
    const SIZE: usize;
    fn from_file(bytes: &[u8]) -> Self;

    /// The numbers in a table of bytes, copied; a rest that makes no whole number is left out.
    fn copied(bytes: &[u8]) -> Vec<Self> {
        bytes.chunks_exact(Self::SIZE).map(Self::from_file).collect()
    }

    /// The numbers in a table of bytes, in place if possible.
    fn view(bytes: &[u8]) -> Cow<'_, [Self]> {
        if cfg!(target_endian = "little") && bytes.len().is_multiple_of(Self::SIZE) {
            // SAFETY: `Self` is one of the integers below, for which every bit pattern is a value.
            let (before, numbers, after) = unsafe { bytes.align_to::<Self>() };
            if before.is_empty() && after.is_empty() {
                return Cow::Borrowed(numbers);
            }
        }
        Cow::Owned(Self::copied(bytes))
    }
}

macro_rules! number {
    ($($integer:ty),*) => {$(
        impl Number for $integer {
            const SIZE: usize = size_of::<$integer>();
            #[inline]
            fn from_file(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$integer>()];
                word.copy_from_slice(bytes);
                <$integer>::from_le_bytes(word)
            }
        }
    )*};
}

number!(u32, u64, i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_what_a_copy_is_at_any_alignment() {
        let bytes: Vec<u8> = (0..64u8).map(|i| i.wrapping_mul(37)).collect();
        for start in 0..16 {
            for end in start..bytes.len() {
                let part = &bytes[start..end];
                assert_eq!(*u32::view(part), *u32::copied(part));
                assert_eq!(*u64::view(part), *u64::copied(part));
                assert_eq!(*i64::view(part), *i64::copied(part));
            }
        }
    }
}

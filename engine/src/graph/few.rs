//! Lists of numbers that need no memory of their own while they are short.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// How many numbers there is room for in the place of a pointer and a length.
const HERE: usize = 5;

/// A list of numbers that names a position. A few are kept in place, so that a table of millions of lists compares two of
/// them without a look elsewhere in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Few(Kept);

/// Short lists are always `Here`, with zeros behind them, so that equal lists are equal here.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    Here(u8, [u32; HERE]),
    Elsewhere(Box<[u32]>),
}

impl From<&[u32]> for Few {
    #[inline]
    fn from(list: &[u32]) -> Few {
        if list.len() > HERE {
            return Few(Kept::Elsewhere(list.into()));
        }
        let here = std::array::from_fn(|at| list.get(at).copied().unwrap_or(0));
        Few(Kept::Here(list.len() as u8, here))
    }
}

impl Deref for Few {
    type Target = [u32];

    #[inline]
    fn deref(&self) -> &[u32] {
        match &self.0 {
            Kept::Here(len, list) => &list[..usize::from(*len)],
            Kept::Elsewhere(list) => list,
        }
    }
}

impl Hash for Few {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Kept::Here(len, list) => (len, list).hash(state),
            Kept::Elsewhere(list) => list.hash(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_every_length_are_what_they_were_made_of_and_equal_only_to_themselves() {
        let numbers: Vec<u32> = (1..=9).collect();
        for long in 0..=numbers.len() {
            let few = Few::from(&numbers[..long]);
            assert_eq!(*few, numbers[..long]);
            assert_eq!(few, few.clone());
            assert!((0..long).all(|short| Few::from(&numbers[..short]) != few));
        }
        assert_ne!(Few::from(&[0][..]), Few::from(&[0, 0][..]));
    }

    #[test]
    fn a_list_takes_no_more_room_than_a_vector_of_numbers() {
        assert_eq!(size_of::<Few>(), size_of::<Vec<u32>>());
    }
}

//! Sets of values: those that a question is about, and those that options were found to have.

/// Values below this one are told apart in sets; larger ones are asked for together.
pub(super) const TOLD_APART: u64 = 64;

/// Values that are asked for: small ones as bits, and whether all larger ones are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    small: u64,
    large: bool,
}

impl Wanted {
    pub(super) const ALL: Wanted = Wanted { small: u64::MAX, large: true };

    /// One value; if it is large, others as well.
    pub(super) fn one(value: u64) -> Wanted {
        if value < TOLD_APART { Wanted { small: 1 << value, large: false } } else { Wanted::ALL }
    }

    #[inline]
    pub(super) fn without(self, small: u64) -> Wanted {
        Wanted { small: self.small & !small, ..self }
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.small == 0 && !self.large
    }

    /// With all values that are smaller than one of them.
    #[inline]
    pub(super) fn and_smaller(self) -> Wanted {
        match self.large {
            true => Wanted::ALL,
            false => {
                Wanted { small: u64::MAX.checked_shr(self.small.leading_zeros()).unwrap_or(0), large: false }
            }
        }
    }

    /// The nim-sums of these values with another one, or more than these.
    #[inline]
    pub(super) fn plus(self, other: u64) -> Wanted {
        if other >= TOLD_APART {
            return Wanted::ALL;
        }
        let halves: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0F0F_0F0F_0F0F_0F0F,
            0x00FF_00FF_00FF_00FF,
            0x0000_FFFF_0000_FFFF,
            0x0000_0000_FFFF_FFFF,
        ];
        let mut small = self.small;
        for (bit, mask) in halves.into_iter().enumerate() {
            if other >> bit & 1 == 1 {
                small = small >> (1 << bit) & mask | (small & mask) << (1 << bit);
            }
        }
        Wanted { small, ..self }
    }
}

/// Values that a state does not have, because options of it have them or because that is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) small: u64,
    large: Vec<u64>,
}

impl Found {
    pub(super) fn new(small: u64) -> Found {
        Found { small, large: Vec::new() }
    }

    #[inline]
    pub(super) fn note(&mut self, value: u64) {
        match value < TOLD_APART {
            true => self.small |= 1 << value,
            false => self.large.push(value),
        }
    }

    /// The least value that is not among them.
    pub(super) fn mex(&mut self) -> u64 {
        let least = u64::from((!self.small).trailing_zeros());
        if least < TOLD_APART {
            return least;
        }
        self.large.sort_unstable();
        self.large.iter().fold(least, |least, value| if *value == least { least + 1 } else { least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(wanted: Wanted) -> Vec<u64> {
        (0..TOLD_APART).filter(|value| wanted.small >> value & 1 == 1).collect()
    }

    #[test]
    fn sets_are_those_of_their_values_one_by_one() {
        for small in [0b1u64, 0b1011, 1 << 63 | 5, 0xDEAD_BEEF_0123_4567] {
            let set = Wanted { small, large: false };
            for other in [0, 1, 2, 7, 33, 63] {
                let mut plain: Vec<u64> = members(set).into_iter().map(|value| value ^ other).collect();
                plain.sort_unstable();
                assert_eq!(members(set.plus(other)), plain, "{small:x} {other}");
            }
            let most = *members(set).last().unwrap();
            assert_eq!(members(set.and_smaller()), (0..=most).collect::<Vec<_>>());
        }
        assert_eq!(Wanted::one(3).plus(64), Wanted::ALL);
        assert!(Wanted::one(3).without(8).is_empty() && Wanted::one(3).without(8).and_smaller().is_empty());
        assert!(!Wanted::ALL.without(u64::MAX).is_empty());
    }

    #[test]
    fn the_least_value_that_was_not_found_may_be_large() {
        let mut found = Found::new(u64::MAX >> 1);
        assert_eq!(found.mex(), 63);
        [63, 70, 65, 64, 65].into_iter().for_each(|value| found.note(value));
        assert_eq!(found.mex(), 66);
    }
}

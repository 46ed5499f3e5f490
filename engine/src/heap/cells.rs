//! A run of small numbers: one byte each, and a second byte each from the moment one of them needs it.
//!
//! The packed values of nearly every game fit in bytes, and most kernels read those bytes as they are. The few games with
//! larger values pay for a second plane of high bytes, and only they do.

use std::ops::Range;

/// Numbers below 2^16.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cells {
    low: Vec<u8>,
    /// Empty while all numbers fit in a byte, else as long as `low`.
    high: Vec<u8>,
}

impl Cells {
    /// A run from its two planes; `None` if they do not belong together.
    pub(crate) fn from_planes(low: Vec<u8>, high: Vec<u8>) -> Option<Cells> {
        (high.is_empty() || high.len() == low.len()).then_some(Cells { low, high })
    }

    pub(crate) fn len(&self) -> usize {
        self.low.len()
    }

    /// The low bytes: all there is to the numbers unless the run is wide.
    pub(crate) fn low(&self) -> &[u8] {
        &self.low
    }

    /// The high bytes; empty if there are none.
    pub(crate) fn high(&self) -> &[u8] {
        &self.high
    }

    /// The bytes of a number.
    pub(crate) fn bytes_each(&self) -> u64 {
        if self.high.is_empty() { 1 } else { 2 }
    }

    /// The number at an index.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> u16 {
        let high = self.high.get(index).copied().unwrap_or(0);
        u16::from_le_bytes([self.low[index], high])
    }

    pub(crate) fn max(&self) -> u16 {
        match self.high.is_empty() {
            true => self.low.iter().copied().max().unwrap_or(0).into(),
            false => (0..self.len()).map(|index| self.get(index)).max().unwrap_or(0),
        }
    }

    pub(crate) fn push(&mut self, number: u16) {
        self.extend([number]);
    }

    /// Adds numbers of one byte each.
    #[inline]
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.low.extend_from_slice(bytes);
        if !self.high.is_empty() {
            self.high.resize(self.low.len(), 0);
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.low.truncate(len);
        self.high.truncate(len);
    }

    /// Drops the first numbers.
    pub(crate) fn drop_first(&mut self, count: usize) {
        self.low.drain(..count);
        self.high.drain(..count.min(self.high.len()));
    }

    /// A copy of the first numbers.
    pub(crate) fn first(&self, count: usize) -> Cells {
        self.copy(0..count)
    }

    /// A copy of the numbers of a range.
    pub(crate) fn copy(&self, range: Range<usize>) -> Cells {
        let high = self.high.get(range.clone()).unwrap_or_default().to_vec();
        Cells { low: self.low[range].to_vec(), high }
    }

    /// Whether the numbers that begin at an index are those of `other`, wherever it is wide.
    pub(crate) fn has_at(&self, at: usize, other: &Cells) -> bool {
        let range = at..at + other.len();
        let zeros = |high: &[u8]| high.iter().all(|&b| b == 0);
        self.low[range.clone()] == other.low
            && match (self.high.get(range).unwrap_or_default(), &other.high[..]) {
                (own, []) => zeros(own),
                ([], other) => zeros(other),
                (own, other) => own == other,
            }
    }

    /// Whether the numbers of a range are those that begin at `other`.
    pub(crate) fn repeats(&self, range: Range<usize>, other: usize) -> bool {
        let other = other..other + range.len();
        let same = |plane: &[u8]| plane[range.clone()] == plane[other.clone()];
        same(&self.low) && (self.high.is_empty() || same(&self.high))
    }
}

impl Extend<u16> for Cells {
    fn extend<I: IntoIterator<Item = u16>>(&mut self, numbers: I) {
        for number in numbers {
            let [low, high] = number.to_le_bytes();
            if high != 0 && self.high.is_empty() {
                self.high.resize(self.low.len(), 0);
            }
            if high != 0 || !self.high.is_empty() {
                self.high.push(high);
            }
            self.low.push(low);
        }
    }
}

impl FromIterator<u16> for Cells {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Cells {
        let mut cells = Cells::default();
        cells.extend(numbers);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_whether_or_not_one_is_wide() {
        let narrow: Vec<u16> = (0..300).map(|n| n % 256).collect();
        let wide: Vec<u16> = (0..300u32).map(|n| (n * n % 700) as u16).collect();
        let late: Vec<u16> = narrow.iter().copied().chain([256]).collect();
        for numbers in [&narrow, &wide, &late] {
            let mut cells: Cells = numbers.iter().copied().collect();
            assert_eq!(cells.high().is_empty(), numbers.iter().all(|&n| n < 256));
            assert_eq!(Some(cells.max()), numbers.iter().copied().max());
            cells.append(&[7, 8]);
            cells.push(9);
            let whole = [&numbers[..], &[7, 8, 9]].concat();
            assert!((0..whole.len()).all(|n| cells.get(n) == whole[n]) && cells.len() == whole.len());
            let first = cells.first(20);
            assert!(first.len() == 20 && (0..20).all(|n| first.get(n) == whole[n]));
            cells.truncate(250);
            cells.drop_first(50);
            assert!((0..200).all(|n| cells.get(n) == whole[n + 50]) && cells.len() == 200);
        }
    }

    #[test]
    fn a_difference_in_the_high_byte_is_one() {
        let cells: Cells = [1, 2, 3, 1, 2, 259, 1, 2, 3].into_iter().collect();
        assert!(cells.repeats(0..3, 6) && !cells.repeats(0..3, 3) && cells.repeats(0..2, 3));
        assert_eq!(Cells::from_planes(vec![1, 2], vec![0]), None);
        let narrow: Cells = [1, 2, 3].into_iter().collect();
        assert!(cells.has_at(0, &narrow) && cells.has_at(6, &narrow) && !cells.has_at(3, &narrow));
        assert!(cells.has_at(4, &cells.copy(4..7)) && narrow.has_at(0, &cells.copy(6..9)));
        assert!(!narrow.has_at(0, &cells.copy(3..6)));
    }
}

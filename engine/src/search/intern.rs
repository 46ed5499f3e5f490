//! Sequences of numbers, each stored once and known by its index.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Stores sequences in one array; equal ones get the same index. Indices are given in order of arrival, so results
/// do not depend on the hash function.
#[derive(Debug)]
pub(crate) struct Interner<T> {
    starts: Vec<usize>,
    items: Vec<T>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner {
            starts: vec![0],
            items: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn get(&self, index: u32) -> &[T] {
        &self.items[self.starts[index as usize]..self.starts[index as usize + 1]]
    }

    /// The index of a sequence, if it is stored.
    pub(crate) fn find(&self, sequence: &[T]) -> Option<u32> {
        self.table.find(self.hasher.hash_one(sequence), |&index| self.get(index) == sequence).copied()
    }

    /// The index of a sequence, which is stored if it is new. There is room for 2^32 of them; callers stay below by
    /// their limits.
    pub(crate) fn intern(&mut self, sequence: &[T]) -> u32 {
        let hash = self.hasher.hash_one(sequence);
        let (starts, items) = (&self.starts, &self.items);
        let stored = |index: u32| &items[starts[index as usize]..starts[index as usize + 1]];
        if let Some(&index) = self.table.find(hash, |&index| stored(index) == sequence) {
            return index;
        }
        let index = self.len() as u32;
        let hasher = &self.hasher;
        self.table.insert_unique(hash, index, |&other| hasher.hash_one(stored(other)));
        self.items.extend_from_slice(sequence);
        self.starts.push(self.items.len());
        index
    }

    /// About how many bytes are in use.
    pub(crate) fn bytes(&self) -> u64 {
        (self.starts.capacity() * 8 + self.items.capacity() * size_of::<T>() + self.table.capacity() * 5)
            as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sequences_share_an_index() {
        let mut store = Interner::default();
        let words: [&[i64]; 5] = [&[1, 2], &[], &[3], &[1, 2], &[]];
        assert_eq!(words.map(|w| store.intern(w)), [0, 1, 2, 0, 1]);
        assert_eq!((store.len(), store.get(0), store.get(1)), (3, &[1i64, 2][..], &[][..]));
    }
}

//! A compact transposition table: what is known about states that are numbers below 2^56, eight bytes each.
//!
//! A slot holds the state and one byte: the value, or the values below 7 that it does not have. The table doubles
//! until the limit on bytes; from then on new states replace others of their bucket of eight, which costs time but
//! never a wrong answer. Literature: Zobrist 1970 for tables of this kind. Complexity: one cache line a look.

use hashbrown::HashMap;

/// The value does not fit a byte and lies elsewhere.
const FAR: u32 = 127;
const EXACT: u8 = 0x80;
const BUCKET: usize = 8;

/// What is known about the value of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge {
    /// The value.
    pub exact: Option<u32>,
    /// Values that it does not have: bit v for the value v.
    pub not: u64,
}

impl Knowledge {
    pub(crate) fn excludes(&self, value: u32) -> bool {
        value < 64 && self.not >> value & 1 == 1
    }
}

/// Values of states that are numbers.
#[derive(Debug)]
pub(crate) struct Transposition {
    slots: Vec<u64>,
    used: usize,
    most: usize,
    far: HashMap<u64, u32>,
}

impl Transposition {
    /// A table that takes at most about this many bytes.
    pub(crate) fn new(bytes: u64) -> Transposition {
        let most = (bytes / 8).clamp(1 << 10, 1 << 40) as usize;
        Transposition { slots: vec![0; 1 << 10], used: 0, most, far: HashMap::new() }
    }

    fn bucket(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    fn find(&self, key: u64) -> Option<usize> {
        let start = self.bucket(key);
        (start..start + BUCKET).find(|&at| self.slots[at] >> 8 == key + 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Knowledge {
        let Some(at) = self.find(key) else { return Knowledge::default() };
        let byte = self.slots[at] as u8;
        match byte & EXACT {
            0 => Knowledge { exact: None, not: byte.into() },
            _ if u32::from(byte & !EXACT) == FAR => Knowledge { exact: self.far.get(&key).copied(), not: 0 },
            _ => Knowledge { exact: Some((byte & !EXACT).into()), not: 0 },
        }
    }

    pub(crate) fn put(&mut self, key: u64, knowledge: Knowledge) {
        let byte = match knowledge.exact {
            Some(value) if value < FAR => EXACT | value as u8,
            Some(value) => {
                self.far.insert(key, value);
                EXACT | FAR as u8
            }
            None => knowledge.not as u8 & !EXACT,
        };
        let slot = (key + 1) << 8 | u64::from(byte);
        if let Some(at) = self.find(key) {
            self.slots[at] = slot;
            return;
        }
        loop {
            let start = self.bucket(key);
            if let Some(at) = (start..start + BUCKET).find(|&at| self.slots[at] == 0) {
                self.slots[at] = slot;
                self.used += 1;
                return;
            }
            if self.slots.len() * 2 > self.most {
                self.slots[start + (key ^ key >> 7) as usize % BUCKET] = slot;
                return;
            }
            self.grow();
        }
    }

    /// Doubles the table. In a bucket that is still full states replace others, which the next doubling mends.
    fn grow(&mut self) {
        let bigger = vec![0; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, bigger);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let start = self.bucket((slot >> 8) - 1);
            let at = (start..start + BUCKET).find(|&at| self.slots[at] == 0);
            self.used += usize::from(at.is_some());
            self.slots[at.unwrap_or(start)] = slot;
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        8 * self.slots.len() as u64 + 16 * self.far.capacity() as u64
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_while_there_is_room() {
        let mut table = Transposition::new(1 << 24);
        for key in 0..50_000u64 {
            let exact = (key % 3 > 0).then_some(key as u32 % 300);
            table.put(key * 7919, Knowledge { exact, not: if exact.is_none() { key % 128 } else { 0 } });
        }
        assert_eq!(table.len(), 50_000);
        for key in 0..50_000u64 {
            let found = table.get(key * 7919);
            match key % 3 {
                0 => assert_eq!((found.exact, found.not), (None, key % 128)),
                _ => assert_eq!(found.exact, Some(key as u32 % 300)),
            }
        }
        assert_eq!(table.get(3), Knowledge::default());
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let mut table = Transposition::new(1 << 13);
        for key in 0..100_000u64 {
            table.put(key, Knowledge { exact: Some(key as u32 % 100), not: 0 });
        }
        assert!(table.bytes() <= 1 << 14);
        let known = (0..100_000u64).filter(|key| match table.get(*key).exact {
            Some(value) => value == *key as u32 % 100,
            None => false,
        });
        assert_eq!(known.count(), table.len());
    }
}

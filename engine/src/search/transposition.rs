//! A compact transposition table: what is known about states that are numbers below 2^56 - 1, eight bytes each.
//!
//! A slot holds the state and one byte: the value, or the values below 7 that it does not have. So a slot is read and
//! written whole, and several threads may share the table without locks. It grows between searches until the limit on
//! bytes, one of its parts after the other, so that it hardly ever takes more than it has; when a bucket of eight is full, new states
//! replace others, which costs time but never a wrong answer.
//! Literature: Zobrist 1970 for tables of this kind; Hyatt and Mann 2002 for sharing one without locks. Complexity: one
//! cache line a look.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use hashbrown::HashMap;

use crate::machine::prefetch;

/// The value does not fit a byte and lies elsewhere.
const FAR: u64 = 127;
const EXACT: u8 = 0x80;
const BUCKET: usize = 8;
/// Keys from this one on do not fit a slot, which holds the key plus one in 56 bits; nothing is known about them.
const KEYS: u64 = (1 << 56) - 1;
/// The table has so many parts, each chosen by the first bits of a mixed key.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 6;
/// Slots to begin with, and how many times more there are after growing.
const FIRST: usize = 1 << 13;
const GROWTH: usize = 8;
/// A large table grows by a quarter only, when it is so full,
const LARGE: usize = 1 << 22;
const FULL: (usize, usize) = (7, 10);
/// and so do those of its parts that will be full soon.
const NEARLY: (usize, usize) = (6, 10);

/// What is known about the value of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge {
    /// The value.
    pub exact: Option<u64>,
    /// Values that it does not have: bit v for the value v.
    pub not: u64,
}

impl Knowledge {
    pub(crate) fn value(value: u64) -> Knowledge {
        Knowledge { exact: Some(value), not: 0 }
    }
}

/// Values of states that are numbers.
#[derive(Debug)]
pub(crate) struct Transposition {
    parts: Box<[Part]>,
    /// Slots of all parts, at most.
    most: usize,
    far: Mutex<HashMap<u64, u64>>,
}

/// The slots whose mixed keys begin with the same bits.
#[derive(Debug)]
struct Part {
    buckets: Vec<Bucket>,
    used: AtomicUsize,
}

/// The largest power of two of slots that take this many bytes together with the part from which they are filled.
fn slots_in(bytes: u64) -> usize {
    let with_old = bytes / (PARTS as u64 + 1) * PARTS as u64;
    let most = (with_old / 8).clamp(1 << 10, 1 << 40) as usize;
    1 << most.ilog2()
}

/// Slots that lie in one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; BUCKET]);

impl Part {
    fn new(slots: usize) -> Part {
        let buckets = (0..(slots / BUCKET).max(1)).map(|_| Bucket::default()).collect();
        Part { buckets, used: AtomicUsize::new(0) }
    }

    fn slots(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    fn is_filled(&self, (of, all): (usize, usize)) -> bool {
        self.used() / of > self.slots() / all
    }

    /// Which bucket a mixed key belongs to: keys in order lie in order.
    #[inline]
    fn place(&self, mixed: u64) -> usize {
        let below = mixed << PART_BITS >> 32;
        ((below * self.buckets.len() as u64) >> 32) as usize
    }

    fn store(&self, mixed: u64, slot: u64) {
        let bucket = &self.buckets[self.place(mixed)].0;
        for there in bucket {
            let before = there.load(Relaxed);
            if before == 0 {
                self.used.fetch_add(1, Relaxed);
            }
            if before == 0 || before >> 8 == slot >> 8 {
                return there.store(slot, Relaxed);
            }
        }
        bucket[(slot >> 8 ^ slot >> 15) as usize % BUCKET].store(slot, Relaxed);
    }

    fn grow(&mut self, slots: usize) {
        let old = std::mem::replace(self, Part::new(slots));
        old.buckets
            .into_iter()
            .flat_map(|bucket| bucket.0)
            .map(AtomicU64::into_inner)
            .filter(|slot| *slot != 0)
            .for_each(|slot| self.store(mix((slot >> 8) - 1), slot));
    }
}

#[inline]
fn mix(key: u64) -> u64 {
    let mixed = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 32
}

impl Transposition {
    /// A table that takes at most about this many bytes.
    pub(crate) fn new(bytes: u64) -> Transposition {
        let most = slots_in(bytes);
        let parts = (0..PARTS).map(|_| Part::new(FIRST.min(most) / PARTS)).collect();
        Transposition { parts, most, far: Mutex::default() }
    }

    /// Does not grow beyond this many bytes from now on.
    pub(crate) fn keep_to(&mut self, bytes: u64) {
        self.most = slots_in(bytes);
    }

    /// Whether a key can be held.
    #[inline]
    fn takes(key: u64) -> bool {
        key < KEYS
    }

    #[inline]
    fn part(&self, mixed: u64) -> &Part {
        &self.parts[(mixed >> (u64::BITS - PART_BITS)) as usize]
    }

    /// Asks for the line of a key that will be looked up soon.
    #[inline]
    pub(crate) fn ask(&self, key: u64) {
        let mixed = mix(key);
        let part = self.part(mixed);
        prefetch::ask(&part.buckets, part.place(mixed));
    }

    /// How many slots there are.
    #[inline]
    fn slots(&self) -> usize {
        self.parts.iter().map(Part::slots).sum()
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Knowledge {
        if !Transposition::takes(key) {
            return Knowledge::default();
        }
        let mixed = mix(key);
        let part = self.part(mixed);
        let bucket = &part.buckets[part.place(mixed)].0;
        // Slots are filled in order and never emptied, so an empty one ends the bucket.
        let mut slots = bucket.iter().map(|slot| slot.load(Relaxed)).take_while(|slot| *slot != 0);
        let Some(slot) = slots.find(|slot| slot >> 8 == key + 1) else {
            return Knowledge::default();
        };
        let byte = slot as u8;
        match byte & EXACT {
            0 => Knowledge { exact: None, not: byte.into() },
            _ if u64::from(byte & !EXACT) == FAR => Knowledge { exact: self.far_value(key), not: 0 },
            _ => Knowledge::value((byte & !EXACT).into()),
        }
    }

    fn far_value(&self, key: u64) -> Option<u64> {
        self.far.lock().ok()?.get(&key).copied()
    }

    pub(crate) fn put(&self, key: u64, knowledge: Knowledge) {
        if !Transposition::takes(key) {
            return;
        }
        let byte = match knowledge.exact {
            Some(value) if value < FAR => EXACT | value as u8,
            Some(value) => {
                // Without the value its slot would say nothing; then nothing is stored.
                let Ok(mut far) = self.far.lock() else { return };
                far.insert(key, value);
                EXACT | FAR as u8
            }
            None => knowledge.not as u8 & !EXACT,
        };
        let mixed = mix(key);
        self.part(mixed).store(mixed, (key + 1) << 8 | u64::from(byte));
    }

    /// Whether it should grow, and may.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.used() as usize > self.slots() / 2 && self.slots() < self.most
    }

    /// Makes much room, for a search that is slow where states are forgotten.
    pub(crate) fn grow(&mut self) {
        self.grow_parts((self.slots() * GROWTH).min(self.most) / PARTS, (0, 1));
    }

    /// Whether some part is as full as it can be without forgetting much, and may grow.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.parts.iter().any(|part| part.is_filled(FULL) && part.slots() < self.most / PARTS)
    }

    /// Makes as much room as is wanted soon, so that the table takes no more bytes than its states are worth.
    pub(crate) fn make_room(&mut self) {
        let slots = self.slots();
        let more = if slots < LARGE { 2 * slots } else { slots / 4 * 5 };
        self.grow_parts(more.min(self.most) / PARTS, NEARLY);
    }

    /// Gives so many slots to the parts that are filled so far.
    fn grow_parts(&mut self, slots: usize, filled: (usize, usize)) {
        let grows = |part: &Part| part.slots() < slots && (filled.0 == 0 || part.is_filled(filled));
        self.parts.iter_mut().filter(|part| grows(part)).for_each(|part| part.grow(slots));
    }

    /// How many states it holds, about: threads may count one twice.
    pub(crate) fn used(&self) -> u64 {
        self.parts.iter().map(|part| part.used() as u64).sum()
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let far = self.far.lock().map_or(0, |far| far.capacity() as u64);
        8 * self.slots() as u64 + 16 * far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_while_there_is_room() {
        let mut table = Transposition::new(1 << 24);
        let known = |key: u64| match key % 3 {
            0 => Knowledge { exact: None, not: key % 128 },
            _ => Knowledge::value(key % 300),
        };
        for key in 0..50_000u64 {
            table.put(key * 7919, known(key));
            if table.is_crowded() {
                table.grow();
            }
        }
        // A bucket may overflow long before the table is half full, but hardly ever does.
        let kept = (0..50_000u64).filter(|key| table.get(key * 7919) == known(*key)).count();
        assert!(kept > 49_000 && table.used() > 49_000, "{kept}");
        assert_eq!(table.get(3), Knowledge::default());
    }

    #[test]
    fn keys_that_do_not_fit_are_not_held() {
        let table = Transposition::new(1 << 13);
        for key in [KEYS - 1, KEYS, KEYS + 1, u64::MAX] {
            table.put(key, Knowledge::value(3));
            let held = if key < KEYS { Knowledge::value(3) } else { Knowledge::default() };
            assert_eq!(table.get(key), held, "{key:x}");
        }
        assert_eq!(table.used(), 1);
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let table = Transposition::new(1 << 13);
        for key in 0..100_000u64 {
            table.put(key, Knowledge::value(key % 100));
        }
        assert!(table.bytes() <= 1 << 13 && !table.is_crowded());
        let known = (0..100_000u64).filter(|key| match table.get(*key).exact {
            Some(value) => {
                assert_eq!(value, *key % 100);
                true
            }
            None => false,
        });
        assert_eq!(known.count() as u64, table.used());
    }
}

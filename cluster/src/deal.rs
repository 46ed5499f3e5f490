//! Which worker owns which vertex: blocks of neighbouring numbers, dealt out in turn.
//!
//! Neighbours stay together, so that games numbered along their moves send little; and every stretch of numbers is
//! spread over all workers, so that none waits while a level passes through. The deal depends on the number of
//! workers and the size of a block alone, so that anybody knows where anything is.

/// The size of a block where graphs are large, as a power of two.
const SHIFT: u32 = 12;

/// How vertices are dealt out, as one worker sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    me: u32,
    size: u32,
    shift: u32,
}

impl Deal {
    /// A deal among `size` workers.
    pub fn new(me: usize, size: usize, shift: u32) -> Deal {
        Deal { me: me as u32, size: size.max(1) as u32, shift: shift.min(24) }
    }

    /// Blocks so small that a file of so many bytes is dealt to everybody.
    pub fn shift_for(bytes: u64, size: usize) -> u32 {
        let each = bytes / 64 / size.max(1) as u64;
        each.checked_ilog2().unwrap_or(0).min(SHIFT)
    }

    /// Who owns a vertex, and the place that it has there.
    #[inline]
    pub fn place(&self, v: u32) -> (usize, u32) {
        let block = v >> self.shift;
        let (turn, owner) = (block / self.size, block % self.size);
        (owner as usize, turn << self.shift | v & ((1 << self.shift) - 1))
    }

    /// Whether a worker is this one.
    #[inline]
    pub fn is_me(&self, owner: usize) -> bool {
        owner == self.me as usize
    }

    /// The vertex that has a place here.
    #[inline]
    pub fn vertex(&self, place: u32) -> u64 {
        let block = u64::from(place >> self.shift) * u64::from(self.size) + u64::from(self.me);
        block << self.shift | u64::from(place & ((1 << self.shift) - 1))
    }

    /// How many places there are here for the vertices below `count`.
    pub fn places(&self, count: u64) -> u64 {
        let (full, rest) = (count >> self.shift, count & ((1 << self.shift) - 1));
        let (size, me) = (u64::from(self.size), u64::from(self.me));
        let (turns, left) = (full / size, full % size);
        let blocks = turns + u64::from(me < left);
        (blocks << self.shift) + if me == left { rest } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_one_place_and_places_have_no_gaps() {
        for (size, shift) in [(1, 0), (1, 5), (2, 0), (3, 2), (4, 3), (7, 1)] {
            for count in [0, 1, 2, 9, 64, 100, 257] {
                let mut all = vec![Vec::new(); size];
                for v in 0..count {
                    let (owner, place) = Deal::new(0, size, shift).place(v);
                    assert_eq!(Deal::new(owner, size, shift).vertex(place), u64::from(v));
                    all[owner].push(place);
                }
                for (me, places) in all.iter().enumerate() {
                    assert_eq!(*places, (0..places.len() as u32).collect::<Vec<_>>());
                    assert_eq!(Deal::new(me, size, shift).places(count.into()), places.len() as u64);
                }
            }
        }
    }

    #[test]
    fn small_files_have_small_blocks() {
        assert_eq!(Deal::shift_for(0, 4), 0);
        assert_eq!(Deal::shift_for(10_000, 4), 5);
        assert_eq!(Deal::shift_for(1 << 40, 4), SHIFT);
    }
}

//! Cuboid slicing: a move picks a cuboid and a unit slab across each of its three axes, takes the three slabs away and
//! leaves the up to eight cuboids between them. The player without a cuboid loses.
//!
//! Values are tabulated for all sizes up to the largest. The eight parts of a cut `(i, j, k)` are all ways of choosing
//! one side on each axis, so the nim-sum is `A[k] ^ A[z-1-k]`, where `A[k]` sums the four parts of depth k; and cuts
//! i and x-1-i are mirror images. Complexity: x²y²z²/32 steps with sizes in order, four bytes a cuboid.
//!
//! ```
//! use grundy::boards::cuboids::Cuboids;
//! # let work = grundy::Work::unwatched();
//! let table = Cuboids::up_to([3, 5, 4], &work)?;
//! assert_eq!(table.value([1, 1, 1]).0, 1);
//! assert_ne!(table.value([3, 4, 5]).0, 0);
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::error::Result;
use crate::nimber::{MexSet, Nimber};
use crate::work::Work;

/// The values of all cuboids up to a size.
#[derive(Clone, Debug)]
pub struct Cuboids {
    /// Sizes are put in order, smallest first; there are so many of each, counting 0.
    sides: [usize; 3],
    values: Vec<u32>,
}

impl Cuboids {
    /// Tabulates all cuboids that fit into one of this size, in whatever orientation.
    pub fn up_to(size: [u64; 3], work: &Work<'_>) -> Result<Cuboids> {
        let size = ordered(size);
        // A cut is a position of its own as far as the effort goes.
        let cells = size.iter().fold(1u64, |product, side| product.saturating_mul(side.saturating_add(1)));
        work.limits.allow(cells.saturating_mul(cells) / 64, 0)?;
        work.limits.allow(cells, 4)?;
        let sides = size.map(|side| side as usize + 1);
        let mut table = Cuboids { sides, values: vec![0; cells as usize] };
        let mut found = MexSet::default();
        for x in 1..sides[0] {
            for y in x..sides[1] {
                for z in y..sides[2] {
                    work.step("cuboids", table.index(x, y, z) as u64, Some(cells))?;
                    found.clear();
                    table.cuts(x, y, z, &mut found);
                    let value = found.mex().0 as u32;
                    table.fill([x, y, z], value);
                }
            }
        }
        Ok(table)
    }

    fn index(&self, x: usize, y: usize, z: usize) -> usize {
        (x * self.sides[1] + y) * self.sides[2] + z
    }

    /// Stores a value for every order of the sizes that lies in the table.
    fn fill(&mut self, [x, y, z]: [usize; 3], value: u32) {
        for [a, b, c] in [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]] {
            if a < self.sides[0] && b < self.sides[1] && c < self.sides[2] {
                let at = self.index(a, b, c);
                self.values[at] = value;
            }
        }
    }

    fn cuts(&self, x: usize, y: usize, z: usize, found: &mut MexSet) {
        for i in 0..x.div_ceil(2) {
            for j in 0..y.div_ceil(2) {
                let row = |a: usize, b: usize| {
                    let start = self.index(a, b, 0);
                    &self.values[start..start + z]
                };
                let (i2, j2) = (x - 1 - i, y - 1 - j);
                let rows = [row(i, j), row(i2, j), row(i, j2), row(i2, j2)];
                let at = |k: usize| rows.iter().fold(0, |sum, row| sum ^ row[k]);
                for k in 0..z.div_ceil(2) {
                    found.insert(Nimber(u64::from(at(k) ^ at(z - 1 - k))));
                }
            }
        }
    }

    /// The value of a cuboid that lies in the table.
    pub fn value(&self, size: [u64; 3]) -> Nimber {
        let [x, y, z] = ordered(size).map(|side| side as usize);
        Nimber(self.values[self.index(x, y, z)].into())
    }
}

fn ordered(mut size: [u64; 3]) -> [u64; 3] {
    size.sort_unstable();
    size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mex;
    use hashbrown::HashMap;

    fn plain(size: [u64; 3], known: &mut HashMap<[u64; 3], Nimber>) -> Nimber {
        if let Some(&value) = known.get(&size) {
            return value;
        }
        let mut options = Vec::new();
        for i in 0..size[0] {
            for j in 0..size[1] {
                for k in 0..size[2] {
                    let mut sum = Nimber::ZERO;
                    for x in [i, size[0] - 1 - i] {
                        for y in [j, size[1] - 1 - j] {
                            for z in [k, size[2] - 1 - k] {
                                sum += plain([x, y, z], known);
                            }
                        }
                    }
                    options.push(sum);
                }
            }
        }
        let value = mex(options);
        known.insert(size, value);
        value
    }

    #[test]
    fn the_table_agrees_with_the_plain_recursion() {
        let work = Work::unwatched();
        let (table, mut known) = (Cuboids::up_to([7, 5, 8], &work).unwrap(), HashMap::new());
        for size in (0..8 * 9 * 6).map(|code| [code % 8, code / 8 % 6, code / 48]) {
            assert_eq!(table.value(size), plain(size, &mut known), "{size:?}");
        }
    }

    #[test]
    fn sizes_from_strangers_are_not_trusted() {
        let work = Work::unwatched();
        assert!(Cuboids::up_to([u64::MAX; 3], &work).is_err());
        assert!(Cuboids::up_to([0, 1 << 60, 1 << 60], &work).is_err());
    }
}

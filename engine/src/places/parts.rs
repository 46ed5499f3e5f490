//! Independent parts of a board, derived from the rule.
//!
//! Let reach(a) be the letters that a place may ever hold after it held a: the closure of all changes in the rule. A
//! placement is *possible* on a board if each place that it needs can still come to hold what it needs. A place is *live* if
//! a possible placement writes it. Join the live places of each possible placement; the classes are independent.
//!
//! *Proof.* A move turns a letter a into b with reach(b) within reach(a), so possible placements only vanish and classes
//! never merge. A move writes live places of its own class alone; whether another placement is legal depends on the places
//! it needs, and those of them that can still change are live and in its own class. So a move in one class neither enables
//! nor disturbs a move in another: the board is the disjunctive sum of its parts, each with what it only reads as a frame
//! that stays. ∎ This is an isomorphism of games, so that it holds under misère play and with cycles as well.
//!
//! It needs places that stay (so never words), and no condition on the whole board (`over`).

use super::board::Board;
use super::ground::{Ground, Mask, Placement};

/// What the rule tells about letters on one board.
#[derive(Debug)]
pub(super) struct Reach {
    /// For each letter the letters that may follow it, itself among them.
    after: Vec<Mask>,
    /// What stands where nothing can happen any more; no placement needs it.
    pub(super) dead: u8,
    /// What stands on a place that must be there, whatever it holds; no placement needs it, but it is part of the part.
    void: u8,
}

impl Reach {
    pub(super) fn new(ground: &Ground, board: &Board) -> Reach {
        let letters = board.letters.len();
        let mut after: Vec<Mask> = (0..letters).map(|letter| 1 << letter).collect();
        for Placement { needs, writes, .. } in &ground.placements {
            for &(place, written) in writes {
                let mask = needs.iter().find(|need| need.0 == place).map_or(0, |need| need.1);
                (0..letters)
                    .filter(|letter| mask >> letter & 1 == 1)
                    .for_each(|letter| after[letter] |= 1 << written);
            }
        }
        loop {
            let before = after.clone();
            for letter in 0..letters {
                after[letter] =
                    (0..letters).filter(|l| before[letter] >> l & 1 == 1).fold(0, |all, l| all | before[l]);
            }
            if after == before {
                break;
            }
        }
        after.extend([0, 0]);
        Reach { after, dead: letters as u8, void: letters as u8 + 1 }
    }

    pub(super) fn is_possible(&self, placement: &Placement, cells: &[u8]) -> bool {
        let can = |&(place, mask): &(u32, Mask)| self.after[usize::from(cells[place as usize])] & mask != 0;
        placement.needs.iter().all(can)
    }

    /// How many places may still be written.
    pub(super) fn live(&self, ground: &Ground, cells: &[u8]) -> usize {
        let mut live = vec![false; cells.len()];
        let possible = ground.placements.iter().filter(|placement| self.is_possible(placement, cells));
        possible.flat_map(|p| &p.writes).for_each(|&(place, _)| live[place as usize] = true);
        live.iter().filter(|live| **live).count()
    }

    /// Hands out the parts of a board that have a move, each on a board that is dead elsewhere.
    pub(super) fn split(&self, ground: &Ground, cells: &[u8], visit: &mut impl FnMut(Box<[u8]>)) {
        let possible: Vec<&Placement> =
            ground.placements.iter().filter(|placement| self.is_possible(placement, cells)).collect();
        let mut live = vec![false; cells.len()];
        possible.iter().flat_map(|p| &p.writes).for_each(|&(place, _)| live[place as usize] = true);
        let mut joined = Joined::new(cells.len());
        for placement in &possible {
            let mut places = placement.needs.iter().map(|need| need.0 as usize).filter(|&place| live[place]);
            if let Some(first) = places.next() {
                places.for_each(|place| joined.join(first, place));
            }
        }
        let mut parts: Vec<(usize, Box<[u8]>, bool)> = Vec::new();
        for placement in &possible {
            let Some(&(place, _)) = placement.writes.first() else { continue };
            let root = joined.root(place as usize);
            let at = parts.iter().position(|part| part.0 == root).unwrap_or_else(|| {
                parts.push((root, vec![self.dead; cells.len()].into(), false));
                parts.len() - 1
            });
            let (_, part, moves) = &mut parts[at];
            placement.needs.iter().for_each(|&(place, _)| part[place as usize] = cells[place as usize]);
            for &place in &placement.bare {
                let cell = &mut part[place as usize];
                *cell = if *cell == self.dead { self.void } else { *cell };
            }
            *moves |= super::condition::matches(&placement.needs, cells);
        }
        parts.into_iter().filter(|part| part.2).for_each(|(_, part, _)| visit(part));
    }
}

/// Places that belong together.
struct Joined(Vec<usize>);

impl Joined {
    fn new(places: usize) -> Joined {
        Joined((0..places).collect())
    }

    fn root(&mut self, place: usize) -> usize {
        let mut root = place;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

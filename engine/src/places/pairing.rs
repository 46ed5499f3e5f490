//! Positions that a symmetry answers, derived from the rule.
//!
//! Theorem (Tweedledum and Tweedledee). Let every play end, and let σ be an automorphism of the board with σ² = 1 that leaves
//! a position as it is, so that no possible placement shares a place which it writes with its own image. Then the position is
//! lost for the player to move under normal play: its value is 0.
//!
//! *Proof.* The other player answers a move m by σ(m). It is legal: it was before m, since σ leaves the position as it is,
//! and m wrote no place that σ(m) needs. After both, σ leaves the position as it is again, and the placements that are possible
//! now were possible before. So there is an answer to every move, and play ends. ∎
//!
//! A place q that a placement writes is one that its image needs exactly if the placement needs σ(q), since σ² = 1.
//!
//! A move to such a position wins. One that σ maps onto itself leads from a position that σ leaves as it is to another.

use super::condition::matches;
use super::ground::Ground;
use super::parts::Reach;
use super::symmetry::Automorphism;

/// Whether one of these automorphisms answers every move.
pub(super) fn answers(all: &[Automorphism], ground: &Ground, reach: &Reach, cells: &[u8]) -> bool {
    all.iter().any(|automorphism| keeps(automorphism, cells) && apart(automorphism, ground, reach, cells))
}

/// A move from a position that an automorphism leaves as it is to one where it answers every move: what the move leaves.
pub(super) fn winning(
    all: &[Automorphism],
    ground: &Ground,
    reach: &Reach,
    cells: &[u8],
) -> Option<Box<[u8]>> {
    for automorphism in all.iter().filter(|automorphism| keeps(automorphism, cells)) {
        for placement in ground.placements.iter().filter(|placement| matches(&placement.needs, cells)) {
            let mut after: Box<[u8]> = cells.into();
            placement.writes.iter().for_each(|&(place, letter)| after[place as usize] = letter);
            if keeps(automorphism, &after) && apart(automorphism, ground, reach, &after) {
                return Some(after);
            }
        }
    }
    None
}

/// Whether an automorphism is its own inverse, and moves some place.
pub(super) fn is_involution((letters, places): &Automorphism) -> bool {
    letters.iter().enumerate().all(|(i, &to)| usize::from(letters[usize::from(to)]) == i)
        && places.iter().enumerate().all(|(i, &to)| places[to as usize] as usize == i)
        && places.iter().enumerate().any(|(i, &to)| to as usize != i)
}

fn keeps((letters, places): &Automorphism, cells: &[u8]) -> bool {
    cells.iter().zip(places).all(|(&cell, &to)| cells[to as usize] == letters[usize::from(cell)])
}

fn apart((_, places): &Automorphism, ground: &Ground, reach: &Reach, cells: &[u8]) -> bool {
    let possible = ground.placements.iter().filter(|placement| reach.is_possible(placement, cells));
    possible.into_iter().all(|placement| {
        let needs = |place: u32| placement.needs.binary_search_by_key(&place, |need| need.0).is_ok();
        placement.writes.iter().all(|&(place, _)| !needs(places[place as usize]))
    })
}

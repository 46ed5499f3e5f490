//! Boards that look alike: turned, mirrored, moved, with letters exchanged. Which of these keep the game is found from the
//! placements, never declared.
//!
//! A permutation of the places together with one of the letters is an automorphism if it maps the placements of the board
//! onto themselves; then it maps moves to moves, and a position has the value of its image. A part (dead elsewhere) may also
//! be moved to the corner, if no picture asks about the edge and places that may hold anything lie between others: its
//! placements move along, and those that would lie on other places need what is dead there.

use std::collections::BTreeSet;

use hashbrown::HashSet;

use super::board::{Board, Turn, turns};
use super::ground::{Ground, Mask, Needs, Placement};
use super::pairing;
use crate::rules::Universe;

/// Permutations of letters that are tried.
const MOST_PERMUTATIONS: usize = 120;
/// Images of placements that are looked at to find symmetries; those found until then are symmetries, too.
const MOST_IMAGES: usize = 1 << 20;
/// Symmetries whose products are looked at to find others.
const MOST_FACTORS: usize = 16;

/// Where each letter goes, and each place.
pub(super) type Automorphism = (Box<[u8]>, Box<[u32]>);

/// The ways to see a board so that it stays the same game.
#[derive(Debug)]
pub(super) struct Symmetry {
    /// Permutations of letters, what is no letter fixed, with permutations of the whole board.
    whole: Vec<Automorphism>,
    /// Those that are their own inverse.
    pub(super) involutions: Vec<Automorphism>,
    /// Whether a part may be moved to the corner.
    pub(super) moves: bool,
}

impl Symmetry {
    pub(super) fn new(ground: &Ground, board: &Board) -> Symmetry {
        let moves = !ground.minds_edge
            && ground.over.is_none()
            && !board.wraps()
            && board.universe != Universe::Word
            && ground.placements.iter().all(|placement| is_within(placement, board));
        let (mut whole, mut images) = (Vec::new(), 0);
        if ground.placements.len() <= MOST_IMAGES / 4 {
            let plain: HashSet<Plain<'_>> =
                ground.placements.iter().map(|p| (&p.needs[..], &p.writes[..], &p.bare[..])).collect();
            let mut image = Image::default();
            for letters in permutations(ground, board) {
                for places in boards(board) {
                    let one = (letters.clone(), places);
                    if is_product(&one, &whole) {
                        whole.push(one);
                        continue;
                    }
                    images += ground.placements.len();
                    if images > MOST_IMAGES {
                        break;
                    }
                    let over = ground.over.as_ref();
                    if ground.placements.iter().all(|p| plain.contains(&image.of(p, &one.0, &one.1)))
                        && over.is_none_or(|over| over.is_kept(&one.0, &one.1))
                    {
                        whole.push(one);
                    }
                }
            }
        }
        let involutions = whole.iter().filter(|one| pairing::is_involution(one)).cloned().collect();
        Symmetry { whole, involutions, moves }
    }

    /// Those of the whole board.
    pub(super) fn whole(&self) -> &[Automorphism] {
        &self.whole
    }

    /// How many there are of the whole board.
    pub(super) fn ways(&self) -> usize {
        self.whole.len()
    }

    /// The least of all boards that look like this one.
    pub(super) fn least(&self, cells: Box<[u8]>, board: &Board, dead: u8) -> Box<[u8]> {
        let cells = if self.moves { to_corner(&cells, board, dead) } else { cells };
        let mut least = cells.clone();
        let mut image = vec![0; cells.len()].into_boxed_slice();
        for (letters, places) in &self.whole {
            for (place, &cell) in cells.iter().enumerate() {
                image[places[place] as usize] = letters[usize::from(cell)];
            }
            if self.moves {
                image = to_corner(&image, board, dead);
            }
            if image < least {
                least.copy_from_slice(&image);
            }
        }
        least
    }
}

/// Whether it is two of these, one after the other: what keeps the placements does so twice. Of many it is not asked.
fn is_product(one: &Automorphism, known: &[Automorphism]) -> bool {
    let follows = |all: &[u32], first: &[u32], then: &[u32]| {
        all.iter().zip(first).all(|(to, between)| then[*between as usize] == *to)
    };
    let letters_follow = |first: &[u8], then: &[u8]| {
        one.0.iter().zip(first).all(|(to, between)| then[usize::from(*between)] == *to)
    };
    known.len() <= MOST_FACTORS
        && known.iter().any(|first| {
            let mut then = known.iter();
            then.any(|then| letters_follow(&first.0, &then.0) && follows(&one.1, &first.1, &then.1))
        })
}

/// A placement but for its kind.
type Plain<'a> = (&'a [(u32, Mask)], &'a [(u32, u8)], &'a [u32]);

/// Room for the image of a placement, used again for the next one.
#[derive(Default)]
struct Image {
    needs: Vec<(u32, Mask)>,
    writes: Vec<(u32, u8)>,
    bare: Vec<u32>,
}

impl Image {
    fn of(&mut self, placement: &Placement, letters: &[u8], places: &[u32]) -> Plain<'_> {
        let to = |place: u32| places[place as usize];
        self.needs.clear();
        self.needs.extend(images(&placement.needs, letters, places));
        self.needs.sort_unstable();
        self.writes.clear();
        let written = placement.writes.iter();
        self.writes.extend(written.map(|&(place, letter)| (to(place), letters[usize::from(letter)])));
        self.writes.sort_unstable();
        self.bare.clear();
        self.bare.extend(placement.bare.iter().map(|&place| to(place)));
        self.bare.sort_unstable();
        (&self.needs, &self.writes, &self.bare)
    }
}

/// Whether places that may hold anything lie in the box around those that may not: then a part that is moved takes along
/// all that its placements need, and finds no others.
fn is_within(placement: &Placement, board: &Board) -> bool {
    let everything: Mask = (1 << board.letters.len()) - 1;
    let at = |place: u32| (place as usize / board.columns, place as usize % board.columns);
    let asked = || placement.needs.iter().filter(|need| need.1 != everything).map(|need| at(need.0));
    let rows = (asked().map(|cell| cell.0).min(), asked().map(|cell| cell.0).max());
    let columns = (asked().map(|cell| cell.1).min(), asked().map(|cell| cell.1).max());
    let anything = placement.needs.iter().filter(|need| need.1 == everything).map(|need| need.0);
    anything.chain(placement.bare.iter().copied()).map(at).all(|(row, column)| {
        (rows.0..=rows.1).contains(&Some(row)) && (columns.0..=columns.1).contains(&Some(column))
    })
}

/// What must stand where, on the image of a board.
pub(super) fn mapped_needs(needs: &[(u32, Mask)], letters: &[u8], places: &[u32]) -> Needs {
    let mut needs: Vec<(u32, Mask)> = images(needs, letters, places).collect();
    needs.sort_unstable();
    needs.into()
}

/// The same one by one.
fn images(needs: &[(u32, Mask)], letters: &[u8], places: &[u32]) -> impl Iterator<Item = (u32, Mask)> {
    let mask = |mask: Mask| {
        let bits = (0..letters.len() - 2).filter(|letter| mask >> letter & 1 == 1);
        bits.fold(0, |all: Mask, letter| all | 1 << letters[letter])
    };
    needs.iter().map(move |&(place, of)| (places[place as usize], mask(of)))
}

/// Permutations of the letters that keep how often each is asked for and written, and fixes what is no letter.
fn permutations(ground: &Ground, board: &Board) -> Vec<Box<[u8]>> {
    let letters = board.letters.len();
    let mut signs = vec![(0u64, 0u64); letters];
    for Placement { needs, writes, .. } in &ground.placements {
        for (_, mask) in needs {
            (0..letters).filter(|letter| mask >> letter & 1 == 1).for_each(|letter| signs[letter].0 += 1);
        }
        writes.iter().for_each(|(_, letter)| signs[usize::from(*letter)].1 += 1);
    }
    let mut all = vec![Vec::new()];
    for letter in 0..letters {
        let longer = |start: &Vec<u8>| -> Vec<Vec<u8>> {
            let fits = |to: &u8| signs[usize::from(*to)] == signs[letter] && !start.contains(to);
            (0..letters as u8).filter(fits).map(|to| [&start[..], &[to]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > MOST_PERMUTATIONS {
            all = vec![(0..letters as u8).collect()];
            break;
        }
    }
    all.into_iter().map(|one| one.into_iter().chain([letters as u8, letters as u8 + 1]).collect()).collect()
}

/// Permutations of the places that map a board onto itself.
fn boards(board: &Board) -> impl Iterator<Item = Box<[u32]>> + '_ {
    let all = turns(board.universe, false);
    let square = board.rows == board.columns;
    let fits = move |turn: &&Turn| square || turn.across.0 == 0;
    let shifts = if board.wraps() { board.cells() } else { 1 };
    // Hexagons keep their neighbours only under some of these, and what does not keep the placements is left out.
    let turned = move |turn: Turn, shift: usize| -> Option<Box<[u32]>> {
        let place = |at: usize| {
            let (down, across) = turn.of(at / board.columns, at % board.columns);
            let back = |step: i64, side: usize| if step < 0 { side as i64 - 1 } else { 0 };
            let row = down + back(turn.down.0 + turn.across.0, board.rows) + (shift / board.columns) as i64;
            let column =
                across + back(turn.down.1 + turn.across.1, board.columns) + (shift % board.columns) as i64;
            board.place(row, column).map(|place| place as u32)
        };
        let places: Option<Box<[u32]>> = (0..board.cells()).map(place).collect();
        places.filter(|places| places.iter().collect::<BTreeSet<_>>().len() == places.len())
    };
    all.iter().filter(fits).flat_map(move |turn| (0..shifts).filter_map(move |shift| turned(*turn, shift)))
}

/// A part moved as far up and to the left as it goes.
fn to_corner(cells: &[u8], board: &Board, dead: u8) -> Box<[u8]> {
    let columns = board.columns;
    let alive = |place: &usize| cells[*place] != dead;
    let up = (0..cells.len()).find(alive).map_or(0, |place| place / columns);
    let left = (0..cells.len()).filter(alive).map(|place| place % columns).min().unwrap_or(0);
    if (up, left) == (0, 0) {
        return cells.into();
    }
    let by = up * columns + left;
    let mut moved = vec![dead; cells.len()].into_boxed_slice();
    (0..cells.len()).filter(alive).for_each(|place| moved[place - by] = cells[place]);
    moved
}

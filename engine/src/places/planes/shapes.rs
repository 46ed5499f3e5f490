//! The placements of a rule on one board as shapes: what is the same but for the place where it lies is one.
//!
//! Letters that every picture treats alike are one class, and each class that some picture asks for has a plane: a word with
//! a bit for each place that holds it. All places where a shape lies are found at once: the planes it asks for are shifted
//! back by the distance of each cell from the anchor, and what is left when all are put together by AND are the anchors.

use std::collections::{BTreeMap, BTreeSet};

use super::super::board::Board;
use super::super::condition::Grounded;
use super::super::ground::{Ground, Mask, Needs, Placement};
use super::layout::Layout;

/// A set of classes, a bit each; the bit behind the last plane is for what no picture asks for.
pub(super) type Classes = u8;

/// Which class each letter belongs to; none if no picture asks for it.
#[derive(Debug)]
pub(super) struct Alphabet {
    pub(super) of: Vec<Option<u8>>,
    /// How many classes there are.
    pub(super) planes: usize,
    everything: Mask,
}

impl Alphabet {
    pub(super) fn new(ground: &Ground, board: &Board) -> Alphabet {
        let everything = (1 << board.letters.len()) - 1;
        let mut masks: BTreeSet<Mask> = BTreeSet::new();
        let mut note = |needs: &Needs| masks.extend(needs.iter().map(|need| need.1));
        ground.placements.iter().for_each(|placement| note(&placement.needs));
        ground.over.iter().for_each(|over| over.each(&mut note));
        masks.remove(&everything);
        let mut signatures: Vec<Vec<bool>> = Vec::new();
        let of = (0..board.letters.len()).map(|letter| {
            let signature: Vec<bool> = masks.iter().map(|mask| mask >> letter & 1 == 1).collect();
            if !signature.contains(&true) {
                return None;
            }
            let at = signatures.iter().position(|known| *known == signature).unwrap_or_else(|| {
                signatures.push(signature);
                signatures.len() - 1
            });
            Some(at as u8)
        });
        let of = of.collect();
        Alphabet { of, planes: signatures.len(), everything }
    }

    /// The classes of a mask; none if it allows everything.
    pub(super) fn classes(&self, mask: Mask) -> Option<Classes> {
        let within = |letter: &usize| mask >> letter & 1 == 1;
        let all = (0..self.of.len()).filter(within).filter_map(|letter| self.of[letter]);
        (mask != self.everything).then(|| all.fold(0, |set, class| set | 1 << class))
    }

    /// The class of what is written, the one behind the planes if no picture asks for it.
    fn written(&self, letter: u8) -> u8 {
        self.of.get(usize::from(letter)).copied().flatten().unwrap_or(self.planes as u8)
    }
}

/// Placements that are the same but for where they lie; distances are from the anchor, which is the first of the places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape<const P: usize> {
    /// Which classes must stand where.
    pub(super) needs: Box<[(u32, Classes)]>,
    /// Which classes must stand where so that the needs may be met in the end.
    pub(super) hopes: Box<[(u32, Classes)]>,
    /// All places, also those that may hold anything.
    pub(super) places: Box<[u32]>,
    /// The places that are written.
    pub(super) writes: Box<[u32]>,
    /// The same as bits, and what is put there.
    pub(super) clear: u64,
    pub(super) set: [u64; P],
    /// Where it may lie.
    pub(super) anchors: u64,
}

/// A placement seen from its first place: what is needed, where anything is, and what is written.
type Relative = (Vec<(u32, Classes)>, Vec<u32>, Vec<(u32, u8)>);

fn relative(placement: &Placement, alphabet: &Alphabet, layout: &Layout) -> (u32, Relative) {
    let bit = |place: u32| layout.bit(place as usize);
    let anchor = placement.needs.iter().map(|need| bit(need.0)).min().unwrap_or(0);
    let (mut needs, mut anything, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    for &(place, mask) in &placement.needs {
        let from = bit(place) - anchor;
        match alphabet.classes(mask) {
            Some(classes) => needs.push((from, classes)),
            None => anything.push(from),
        }
        if let Some(&(_, letter)) = placement.writes.iter().find(|write| write.0 == place) {
            writes.push((from, alphabet.written(letter)));
        }
    }
    needs.sort_unstable();
    anything.sort_unstable();
    writes.sort_unstable();
    (anchor, (needs, anything, writes))
}

/// The shapes of a rule on a board.
pub(super) fn shapes<const P: usize>(ground: &Ground, alphabet: &Alphabet, layout: &Layout) -> Vec<Shape<P>> {
    let mut all: BTreeMap<Relative, u64> = BTreeMap::new();
    for placement in &ground.placements {
        let (anchor, relative) = relative(placement, alphabet, layout);
        *all.entry(relative).or_default() |= 1 << anchor;
    }
    let reach = reach(all.keys(), P);
    // What may come to hold one of some classes.
    let may = |wanted: Classes| {
        (0..=P).filter(|class| reach[*class] & wanted != 0).fold(0, |set, class| set | 1 << class)
    };
    let shape = |((needs, anything, writes), anchors): (Relative, u64)| {
        let mut places: Vec<u32> = needs.iter().map(|need| need.0).chain(anything).collect();
        places.sort_unstable();
        let mut set = [0; P];
        for &(from, class) in &writes {
            if let Some(plane) = set.get_mut(usize::from(class)) {
                *plane |= 1 << from;
            }
        }
        Shape {
            hopes: needs.iter().map(|&(from, classes)| (from, may(classes))).collect(),
            needs: needs.into(),
            places: places.into(),
            clear: writes.iter().fold(0, |all, (from, _)| all | 1 << from),
            writes: writes.iter().map(|write| write.0).collect(),
            set,
            anchors,
        }
    };
    all.into_iter().map(shape).collect()
}

/// For each class, and what no picture asks for, what may ever follow it.
fn reach<'r>(all: impl Iterator<Item = &'r Relative>, planes: usize) -> Vec<Classes> {
    let mut after: Vec<Classes> = (0..=planes).map(|class| 1 << class).collect();
    for (needs, _, writes) in all {
        for (from, written) in writes {
            let before = needs.iter().find(|need| need.0 == *from).map_or(Classes::MAX, |need| need.1);
            (0..=planes).filter(|class| before >> class & 1 == 1).for_each(|c| after[c] |= 1 << written);
        }
    }
    loop {
        let known = after.clone();
        for class in 0..=planes {
            let next = (0..=planes).filter(|next| known[class] >> next & 1 == 1);
            after[class] = next.fold(0, |all, next| all | known[next]);
        }
        if after == known {
            return after;
        }
    }
}

/// A condition on the whole board: pictures as places that must hold classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Each of these places holds one of the classes.
    Shows(Vec<Box<[(Classes, u64)]>>),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    pub(super) fn new(over: &Grounded, alphabet: &Alphabet, layout: &Layout) -> Condition {
        let inner = |one: &Grounded| Box::new(Condition::new(one, alphabet, layout));
        match over {
            Grounded::Shows(all) => {
                Condition::Shows(all.iter().map(|needs| asked(needs, alphabet, layout)).collect())
            }
            Grounded::Not(one) => Condition::Not(inner(one)),
            Grounded::And(left, right) => Condition::And(inner(left), inner(right)),
            Grounded::Or(left, right) => Condition::Or(inner(left), inner(right)),
        }
    }

    /// Whether it holds, where the cells of each set of classes are these.
    pub(super) fn holds(&self, cells: &[u64]) -> bool {
        match self {
            Condition::Shows(all) => all
                .iter()
                .any(|needs| needs.iter().all(|(classes, at)| cells[usize::from(*classes)] & at == *at)),
            Condition::Not(one) => !one.holds(cells),
            Condition::And(left, right) => left.holds(cells) && right.holds(cells),
            Condition::Or(left, right) => left.holds(cells) || right.holds(cells),
        }
    }
}

fn asked(needs: &Needs, alphabet: &Alphabet, layout: &Layout) -> Box<[(Classes, u64)]> {
    let mut all: BTreeMap<Classes, u64> = BTreeMap::new();
    for &(place, mask) in needs {
        if let Some(classes) = alphabet.classes(mask) {
            *all.entry(classes).or_default() |= 1 << layout.bit(place as usize);
        }
    }
    all.into_iter().collect()
}

//! A rule of pictures on one board of up to 64 places, as a [`Game`] whose states are words.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::Game;
use crate::nimber::Nimber;

use super::super::ground::Ground;
use super::super::symmetry::Symmetry;
use super::forms::{Forms, Turns};
use super::layout::Layout;
use super::pairs::{Paths, ends, hanging_together, holes, without_twins};
use super::shapes::{Alphabet, Condition, Shape, shapes};

/// Sets of classes and of what no picture asks for, with up to four planes.
const SETS: usize = 32;

/// With so many moves it is looked whether each of them is the last.
const FEW: u32 = 2;

/// A rule on a board with a plane for each class of letters.
#[derive(Clone, Debug)]
pub(super) struct Planes<const P: usize>(Arc<Laid<P>>);

#[derive(Debug)]
struct Laid<const P: usize> {
    layout: Layout,
    alphabet: Alphabet,
    board: u64,
    shapes: Vec<Shape<P>>,
    over: Option<Condition>,
    forms: Forms<P>,
    parts: Parts,
    /// What paths stand for, where every pair of neighbours can be cleared and nothing else.
    paths: Option<Paths>,
    packing: Packing,
}

/// How a board is divided into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    /// Never: the end of the board depends on all of it.
    Whole,
    /// Every placement may touch others.
    General,
    /// Placements lie on two neighbours, whatever they are: what hangs together is filled along rows at once.
    Neighbours,
    /// The same with one class, where every move clears both.
    Pairs,
}

/// How planes are put into one number.
#[derive(Clone, Copy, Debug)]
enum Packing {
    /// One behind the other, each with so many bits.
    Behind(u32),
    /// The same without gaps between the rows.
    Dense,
    No,
}

impl<const P: usize> PartialEq for Planes<P> {
    fn eq(&self, other: &Planes<P>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<const P: usize> Planes<P> {
    /// The rule laid on a board, of which it is known that every play ends.
    pub(super) fn new(
        ground: &Ground,
        symmetry: &Symmetry,
        freely: bool,
        alphabet: Alphabet,
        layout: Layout,
    ) -> Planes<P> {
        let shapes = shapes::<P>(ground, &alphabet, &layout);
        let over = ground.over.as_ref().map(|over| Condition::new(over, &alphabet, &layout));
        let parts = match over.is_some() {
            true => Parts::Whole,
            false if lie_on_neighbours(&shapes, &layout) => match P == 1 && shapes.iter().all(clears_all) {
                true => Parts::Pairs,
                false => Parts::Neighbours,
            },
            false => Parts::General,
        };
        let cells = layout.rows * layout.columns;
        let packing = match P as u32 {
            1 => Packing::Behind(0),
            planes if planes * layout.span() <= 56 => Packing::Behind(layout.span()),
            planes if planes * cells <= 56 => Packing::Dense,
            _ => Packing::No,
        };
        let forms = Forms::new(symmetry, &alphabet, layout, freely);
        let board = layout.all();
        let paths = (parts == Parts::Pairs).then(|| Paths::new(&layout));
        Planes(Arc::new(Laid { layout, alphabet, board, shapes, over, forms, parts, paths, packing }))
    }

    /// What stands on a board, as planes.
    pub(super) fn planes(&self, cells: &[u8]) -> [u64; P] {
        let mut planes = [0; P];
        for (place, cell) in cells.iter().enumerate() {
            let class = self.0.alphabet.of.get(usize::from(*cell)).copied().flatten();
            if let Some(plane) = class.and_then(|class| planes.get_mut(usize::from(class))) {
                *plane |= 1 << self.0.layout.bit(place);
            }
        }
        planes
    }

    /// The places of each set of classes, those that no picture asks for among them if so said.
    #[inline]
    fn sets(&self, planes: &[u64; P], with_others: bool) -> [u64; SETS] {
        let mut sets = [0; SETS];
        for set in 1..1usize << P {
            sets[set] = sets[set & (set - 1)] | planes[set.trailing_zeros() as usize];
        }
        if with_others {
            let others = self.0.board & !sets[(1 << P) - 1];
            (0..1usize << P).for_each(|set| sets[set | 1 << P] = sets[set] | others);
        }
        sets
    }

    fn is_over(&self, sets: &[u64; SETS]) -> bool {
        self.0.over.as_ref().is_some_and(|over| over.holds(sets))
    }

    /// Parts of boards whose placements lie on two neighbours.
    #[inline]
    fn neighbours(&self, planes: [u64; P], visit: &mut impl FnMut([u64; P])) {
        let (sets, stride) = (self.sets(&planes, false), self.0.layout.stride);
        hanging_together(sets[(1 << P) - 1], stride, |part| {
            // With one class every pair of neighbours has a move.
            if P == 1 || self.has_move(&sets, part) {
                let kept = if self.0.parts == Parts::Pairs { without_twins(part, stride) } else { part };
                visit(within(&planes, kept));
            }
        });
    }

    fn has_move(&self, sets: &[u64; SETS], part: u64) -> bool {
        self.0.shapes.iter().any(|shape| {
            let first = shape.places[0];
            shape.lies(sets) & part >> first != 0
        })
    }

    /// Parts by the definition: the live places of possible placements are joined.
    fn joined(&self, planes: [u64; P], visit: &mut impl FnMut([u64; P])) {
        let sets = self.sets(&planes, true);
        let shapes = &self.0.shapes;
        let mut live = 0;
        for shape in shapes {
            let possible = shape.may_lie(&sets);
            shape.writes.iter().for_each(|from| live |= possible << from);
        }
        let mut left = live;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let before = part;
                for shape in shapes {
                    let touched = shape.may_lie(&sets) & shape.near(part);
                    shape.places.iter().for_each(|from| part |= touched << from & live);
                }
                if part == before {
                    break;
                }
            }
            left &= !part;
            let (mut kept, mut moves) = (0, false);
            for shape in shapes {
                // A placement belongs to the part that it writes.
                let own = shape.writes.first().map_or(0, |from| part >> from);
                let possible = shape.may_lie(&sets) & own;
                shape.places.iter().for_each(|from| kept |= possible << from);
                moves |= shape.lies(&sets) & own != 0;
            }
            if moves {
                visit(within(&planes, kept));
            }
        }
    }

    /// Whether no possible placement shares a place that it writes with its image under half a turn of this box.
    ///
    /// Half a turn takes bit b to `sum` - b. An anchor a with a place w that is written and another place q of it is in the way
    /// if a + w = sum - (a + q).
    fn apart(&self, planes: &[u64; P], sum: u32) -> bool {
        let sets = self.sets(planes, true);
        self.0.shapes.iter().all(|shape| {
            let possible = shape.may_lie(&sets);
            let meets = |write: u32, place: u32| match sum.checked_sub(write + place) {
                Some(twice) => twice % 2 == 0 && twice < 128 && possible >> (twice / 2) & 1 == 1,
                None => false,
            };
            possible == 0
                || shape.writes.iter().all(|write| shape.places.iter().all(|place| !meets(*write, *place)))
        })
    }

    /// Ends a walk through options at one that has moves.
    fn breaks_off(&self, planes: &[u64; P]) -> ControlFlow<()> {
        if self.size(planes) == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn turns(&self) -> Option<&Turns<P>> {
        match &self.0.forms {
            Forms::Moved(turns) => Some(turns),
            Forms::Fixed(_) => None,
        }
    }
}

/// What stands on these places.
#[inline]
fn within<const P: usize>(planes: &[u64; P], places: u64) -> [u64; P] {
    let mut part = *planes;
    part.iter_mut().for_each(|plane| *plane &= places);
    part
}

impl<const P: usize> Shape<P> {
    /// The anchors at which it lies.
    #[inline]
    fn lies(&self, sets: &[u64; SETS]) -> u64 {
        let needs = self.needs.iter();
        needs.fold(self.anchors, |at, (from, classes)| at & sets[usize::from(*classes) % SETS] >> from)
    }

    /// The anchors at which it may come to lie.
    #[inline]
    fn may_lie(&self, sets: &[u64; SETS]) -> u64 {
        let hopes = self.hopes.iter();
        hopes.fold(self.anchors, |at, (from, classes)| at & sets[usize::from(*classes) % SETS] >> from)
    }

    /// The anchors at which it has a place among these.
    #[inline]
    fn near(&self, places: u64) -> u64 {
        self.places.iter().fold(0, |at, from| at | places >> from)
    }
}

/// Whether every place that is asked for is cleared, and none is filled.
fn clears_all<const P: usize>(shape: &Shape<P>) -> bool {
    shape.writes.len() == shape.places.len() && shape.set.iter().all(|plane| *plane == 0)
}

/// Whether the parts of a board are what hangs together: placements lie on pairs of neighbours, on all such pairs, and each
/// place of every class may be written by one.
fn lie_on_neighbours<const P: usize>(shapes: &[Shape<P>], layout: &Layout) -> bool {
    let Layout { rows, columns, stride, .. } = *layout;
    let mut pairs = vec![(1, if columns > 1 { layout.cells(rows, columns - 1) } else { 0 })];
    if rows > 1 {
        pairs.push((stride, layout.cells(rows - 1, columns)));
    }
    let classes = (1 << P) - 1;
    let pair = |shape: &Shape<P>| {
        let hopes = |hope: &(u32, u8)| hope.1 == classes;
        shape.needs.len() == 2 && shape.places.len() == 2 && shape.hopes.iter().all(hopes)
    };
    let is_written = |(from, anchors): &(u32, u64)| {
        let lie = shapes.iter().filter(|shape| *shape.places == [0, *from]);
        let written = |place: u32| {
            let writing = lie.clone().filter(|shape| shape.writes.contains(&place));
            writing.fold(0, |all, shape| all | shape.anchors)
        };
        written(0) == *anchors && written(*from) == *anchors
    };
    let known = |shape: &Shape<P>| pairs.iter().any(|(from, _)| *shape.places == [0, *from]);
    layout.catches_carries()
        && shapes.iter().all(|shape| pair(shape) && known(shape))
        && pairs.iter().all(is_written)
}

impl<const P: usize> Game for Planes<P> {
    type State = [u64; P];

    fn show(&self, planes: &[u64; P]) -> String {
        format!("{planes:x?}")
    }

    #[inline]
    fn options(
        &self,
        planes: &[u64; P],
        visit: &mut impl FnMut([u64; P]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let sets = self.sets(planes, false);
        if self.is_over(&sets) {
            return ControlFlow::Continue(());
        }
        for shape in &self.0.shapes {
            let mut anchors = shape.lies(&sets);
            // The last ones first: canonical parts have few places there, and searches try equals in this order.
            while anchors != 0 {
                let anchor = 63 - anchors.leading_zeros();
                anchors ^= 1 << anchor;
                let (mut next, kept) = (*planes, !(shape.clear << anchor));
                (0..P).for_each(|class| next[class] = next[class] & kept | shape.set[class] << anchor);
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn parts(&self, planes: [u64; P], visit: &mut impl FnMut([u64; P])) {
        match self.0.parts {
            Parts::Neighbours | Parts::Pairs => self.neighbours(planes, visit),
            Parts::General => self.joined(planes, visit),
            Parts::Whole => {
                if !self.is_over(&self.sets(&planes, false)) {
                    visit(planes);
                }
            }
        }
    }

    #[inline]
    fn canonical(&self, planes: [u64; P]) -> [u64; P] {
        self.0.forms.least(planes)
    }

    /// The same as canonical parts, but that paths are told by their length: see `pairs`.
    #[inline]
    fn summands(&self, planes: [u64; P], visit: &mut impl FnMut([u64; P])) {
        let Some(paths) = &self.0.paths else {
            return self.parts(planes, &mut |part| visit(self.0.forms.least(part)));
        };
        let stride = self.0.layout.stride;
        hanging_together(planes[0], stride, |part| {
            let mut form = planes;
            form[0] = match paths.form(part, stride) {
                Some(0) => return,
                Some(path) => path,
                None => {
                    form[0] = without_twins(part, stride);
                    return visit(self.0.forms.least(form));
                }
            };
            visit(form);
        });
    }

    #[inline]
    fn packed(&self, planes: &[u64; P]) -> Option<u64> {
        match self.0.packing {
            Packing::Behind(span) => {
                let key =
                    planes.iter().rev().fold(0, |key: u64, plane| key.checked_shl(span).unwrap_or(0) | plane);
                (key >> 56 == 0).then_some(key)
            }
            Packing::Dense => {
                let Layout { rows, columns, stride, .. } = self.0.layout;
                let row = u64::MAX >> (64 - columns);
                let dense = |plane: u64| {
                    (0..rows).fold(0, |all, r| all | (plane >> (r * stride) & row) << (r * columns))
                };
                Some(planes.iter().fold(0, |key, plane| key << (rows * columns) | dense(*plane)))
            }
            Packing::No => None,
        }
    }

    /// How many moves there are.
    #[inline]
    fn size(&self, planes: &[u64; P]) -> u32 {
        let sets = self.sets(planes, false);
        self.0.shapes.iter().map(|shape| shape.lies(&sets).count_ones()).sum()
    }

    /// Its moves, and a hole counts as one more: what has none falls apart sooner. An end counts as half of one.
    #[inline]
    fn effort(&self, planes: &[u64; P]) -> u32 {
        let moves = self.size(planes);
        match self.0.parts {
            Parts::Neighbours | Parts::Pairs => {
                let (all, stride) = (planes.iter().fold(0, |all, plane| all | plane), self.0.layout.stride);
                2 * (moves + holes(all, stride)) + ends(all, stride).count_ones()
            }
            Parts::Whole | Parts::General => 2 * moves,
        }
    }

    /// A part after whose few moves there are none; and one that half a turn maps onto itself so that every move can be answered
    /// by its image: see `pairing`.
    fn evident(&self, planes: &[u64; P]) -> Option<Nimber> {
        if self.0.over.is_some() {
            return None;
        }
        let moves = self.size(planes);
        if moves <= FEW && self.options(planes, &mut |to| self.breaks_off(&to)).is_continue() {
            return Some(Nimber(u64::from(moves > 0)));
        }
        let frame = self.turns()?.half_turn(*planes)?;
        let sum = 2 * frame.shift + (frame.height - 1) * self.0.layout.stride + frame.width - 1;
        self.apart(planes, sum).then_some(Nimber::ZERO)
    }

    fn known(&self, planes: &[u64; P]) -> Option<Nimber> {
        self.evident(planes)
    }
}

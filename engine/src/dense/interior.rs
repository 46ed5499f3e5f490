//! The innermost loop of a table, in two pieces: near the border of the box, and inside.
//!
//! Where moves go a few steps down along the coordinates, every option of a cell near the border has to be asked whether it is there.
//! Inside, as far from the border as the longest such step, all are. So a row whose other coordinates are inside is gone through in two
//! loops, of which the second, nearly all of the box, asks nothing that its place answers; and it keeps the value of the cell before.

use crate::program::{Operand, Operation, Register, Step};
use crate::rules::lower::{Known, Lowered, Lowering};
use crate::rules::{Form, Kind, Op, QualifierForm, Term, TermKind};

use super::kernel::{Cells, TABLE, Walk, index};
use super::space::Space;

/// A box is worth two loops if its border is at most this part of each side.
const SHARE: i64 = 8;

/// Rules with more kinds of moves are not written out twice.
const MOST_KINDS: usize = 24;

/// How far down a move goes along a coordinate by itself, if that is always the same.
fn step_down(term: &Term, axis: usize) -> Option<i64> {
    match &term.kind {
        TermKind::Slot(slot) if *slot == axis => Some(0),
        TermKind::Binary(Op::Sub, left, right) if matches!(left.kind, TermKind::Slot(slot) if slot == axis) => {
            right.as_const()
        }
        _ => None,
    }
}

/// For each coordinate the longest fixed step down; nothing if there is none, or the box is too thin, or moves are many: then
/// whether they are there is not what takes time.
pub(super) fn border(form: &Form, space: &Space) -> Option<Vec<i64>> {
    let chooses = |kind: &Kind| kind.steps.iter().any(|step| matches!(step, QualifierForm::Each(..)));
    if form.kinds.len() > MOST_KINDS || form.kinds.iter().any(chooses) {
        return None;
    }
    let places = || form.kinds.iter().flat_map(|kind| &kind.parts).map(|part| &part.place);
    let longest =
        |axis: usize| places().filter_map(|place| step_down(&place[axis], axis)).max().unwrap_or(0).max(0);
    let border: Vec<i64> = (0..form.axes.len()).map(longest).collect();
    let thick = |axis: usize| {
        let (low, high) = space.side(axis);
        border[axis] <= (high - low) / SHARE
    };
    let worth = border.iter().any(|steps| *steps > 0) && (0..border.len()).all(thick);
    (worth && space.slant().is_none()).then_some(border)
}

/// How far the cell of a place lies from the one at hand, if all of its coordinates are those at hand and a fixed number more.
pub(super) fn distance(lowering: &Lowering<'_>, space: &Space, place: &[Known]) -> Option<i64> {
    space.order().iter().try_fold(0, |sum: i64, &axis| {
        let steps = lowering.builder.steps_from(lowering.slots[axis]?.operand, place[axis].operand)?;
        let up = space.ends(axis).0 <= space.ends(axis).1;
        let far = steps.checked_mul(space.stride(axis))?;
        sum.checked_add(if up { far } else { -far })
    })
}

impl Cells<'_> {
    /// The loop over a row: all of it, or up to the border, and then what is inside.
    pub(super) fn row(&mut self, walk: Walk, axis: usize, border: &[i64]) -> Lowered {
        let Walk { register, end, first, .. } = walk;
        let (low, high) = self.space.side(axis);
        let number = Operand::Register(register);
        // How far in the row is along the other coordinates.
        let mut inside = Known::constant(1);
        for &other in self.space.order().iter().filter(|other| **other != axis) {
            let (least, slot) = (self.space.side(other).0, self.lowering.slots[other]);
            let from = Known::constant(least + border[other]);
            let Some(slot) = slot.filter(|_| border[other] > 0) else { continue };
            let far = self.lowering.builder.compare(Operation::Le, from, slot);
            inside = self.lowering.builder.bits(Operation::And, inside, far);
        }
        let last = Known::constant(low + border[axis] - 1);
        let near = self.lowering.builder.min(last, end);
        let until = self.lowering.builder.choose(inside, near, end);
        let outer = Walk { register, start: None, end: until, first, moving: true, down: false };
        self.walk_on(outer, &mut |this| {
            this.lowering.slots[axis] = Some(Known { operand: number, low, high });
            this.cell()
        })?;
        let counted = self.lowering.counts().map(|count| *count);
        self.lowering.builder.open();
        let floor = self.lowering.builder.stay(None);
        let done = self.inner(register, axis, end, border);
        self.lowering.builder.stay(Some(floor));
        let scope = self.lowering.builder.close();
        done?;
        self.lowering.counts().into_iter().zip(counted).for_each(|(count, before)| *count = before);
        let step = match inside.as_constant() {
            Some(_) => Step::Block(scope.steps),
            None => Step::If(inside.operand, scope.steps, Vec::new()),
        };
        self.lowering.builder.push_around(scope.traps, step);
        self.lowering.builder.push(Step::Set(register, Operand::Constant(first)));
        Ok(())
    }

    /// The part of a row that is inside.
    fn inner(&mut self, register: Register, axis: usize, end: Known, border: &[i64]) -> Lowered {
        let (low, high) = self.space.side(axis);
        let number = Operand::Register(register);
        let start = low + border[axis];
        let (slots, level) = (self.lowering.slots.clone(), self.lowering.level);
        for &other in self.space.order() {
            let from = self.space.side(other).0 + border[other];
            self.lowering.slots[other] = slots[other].map(|known| known.within(from, i64::MAX));
        }
        // The program may take up a row anywhere, so that the cell before is looked up once.
        self.lowering.builder.push(Step::Do(register, Operation::Max, number, Operand::Constant(start)));
        let before = self.lowering.builder.changing();
        let keeps = border[axis] > 0;
        if keeps {
            let (one, some) = (self.lowering.builder.changing(), self.lowering.builder.changing());
            self.lowering.builder.push(Step::Do(some, Operation::Le, number, end.operand));
            self.lowering.builder.push(Step::Do(one, Operation::Sub, number, Operand::Constant(1)));
            let mut place = self.place()?;
            place[axis] = Known { operand: Operand::Register(one), low: start - 1, high };
            self.lowering.builder.open();
            let at = index(&mut self.lowering, self.space, &place);
            self.lowering.builder.push(Step::Load(before, TABLE, at.operand));
            let scope = self.lowering.builder.close();
            let load = Step::If(Operand::Register(some), scope.steps, Vec::new());
            self.lowering.builder.push_around(true, load);
            self.before = Some(before);
        }
        let walk = Walk { register, start: None, end, first: low, moving: true, down: false };
        let done = self.walk_on(walk, &mut |this| {
            this.lowering.slots[axis] = Some(Known { operand: number, low: start, high: high.max(start) });
            this.cell()
        });
        (self.before, self.lowering.slots, self.lowering.level) = (None, slots, level);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::dense::Dense;
    use crate::engine::Engine;
    use crate::position::Component;
    use crate::proofs::potential::descent;
    use crate::rules::Rules;
    use crate::search::MemorySearch;
    use crate::work::Work;

    #[test]
    fn inside_and_near_the_border_tables_hold_what_a_search_finds() {
        let work = Work::unwatched();
        let texts = [
            "(x,y) -> (x-1,y) | (x,y-1) | (x-2,y-1) if x%2 == 0 | (x-1,y-2) if y%3 == 0",
            "(x in 2..60,y in 1..50) -> (x-1,y) | (x,y-3) | (x-2,y-2) if x*y%7 != 3",
            "(x,y) -> (x-1,y) if x/(y+1) > 1 | (x,y-1) | (x-1,y-4) if y/(x+1) < 3",
            "(x,y) -> (x-1,0) | (x,y-1) | (x-1,y-1) & (x-1,y-2)",
            "(x,y) -> (x-3,y) | (x-1,y) if y > 2",
        ];
        for text in texts {
            let rules = Rules::read(text, &Lets::new(), &work).unwrap();
            let falls = descent(rules.form(), &work).unwrap();
            let mut dense = Dense::new(&rules, falls, 1 << 20);
            let mut plain = MemorySearch::new(&rules, 1 << 20);
            dense.prepare(&[Component(vec![45, 40])], &work).unwrap();
            let shape = Space::new(vec![0, 0], vec![45, 40], vec![0, 1], &work.limits, 1).unwrap();
            assert!(border(rules.form(), &shape).is_some(), "{text}");
            for place in (2..=45).flat_map(|x| (1..=40).map(move |y| [x, y])) {
                assert_eq!(dense.value(&place, &work), plain.value(&place, &work), "{text} {place:?}");
            }
        }
    }

    /// More cells than are done without a question whether to go on, so that rows are taken up in their middle.
    #[test]
    fn a_row_is_taken_up_where_it_was_left() {
        let work = Work::unwatched();
        let text = "(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)";
        let rules = Rules::read(text, &Lets::new(), &work).unwrap();
        let falls = descent(rules.form(), &work).unwrap();
        let mut dense = Dense::new(&rules, falls, 1 << 20);
        dense.prepare(&[Component(vec![1300, 1201])], &work).unwrap();
        let mut last = vec![0u8; 1202];
        for x in 0..=1300usize {
            let mut row = vec![0u8; 1202];
            for y in 0..=1201usize {
                let mut seen = 0u64;
                if x > 0 {
                    seen |= 1 << last[y];
                }
                if y > 0 {
                    seen |= 1 << row[y - 1];
                }
                if x > 0 && y > 0 {
                    seen |= 1 << last[y - 1];
                }
                row[y] = seen.trailing_ones() as u8;
            }
            if x % 100 == 0 {
                for (y, value) in row.iter().enumerate() {
                    let found = dense.value(&[x as i64, y as i64], &work).unwrap();
                    assert_eq!(found.0, u64::from(*value), "{x} {y}");
                }
            }
            last = row;
        }
    }
}

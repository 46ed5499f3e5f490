//! Cells in the order of a weighted sum of their coordinates.
//!
//! Where a potential `w1·x1 + … + wd·xd` with positive weights falls with every move, the options of a cell have smaller sums. The
//! program goes through the sums, and for each through all coordinates but one, which the sum then fixes: the one with the least
//! weight, so that the fewest sums leave a remainder. Nothing is sorted, and nothing is stored besides the table. Complexity: at
//! most the least weight times as many rounds of the inner loop as there are cells.

use crate::program::{Operand, Operation, Register, Step};
use crate::rules::lower::{Known, Lowered, NotLowered};

use super::kernel::{Cells, Walk};
use super::space::Space;

/// The largest sum, counted from the lowest corner of the box.
pub(super) fn largest_sum(space: &Space, weights: &[i64]) -> Option<i64> {
    let far = |axis: usize| {
        let (low, high) = space.side(axis);
        high.checked_sub(low)?.checked_mul(weights[axis])
    };
    (0..weights.len()).try_fold(0i64, |sum, axis| sum.checked_add(far(axis)?))
}

/// The coordinates that are gone through, in order, and the one that the sum fixes.
pub(super) fn roles(space: &Space, weights: &[i64]) -> (Vec<usize>, usize) {
    let fixed = (0..weights.len()).min_by_key(|axis| weights[*axis]).unwrap_or(0);
    (space.order().iter().copied().filter(|axis| *axis != fixed).collect(), fixed)
}

impl Cells<'_> {
    /// The loop over the sums, with those over the coordinates inside.
    pub(super) fn slanted(&mut self, weights: &[i64]) -> Lowered {
        let most = largest_sum(self.space, weights).ok_or(NotLowered)?;
        let sum = Register(self.inputs.sum as u32);
        let walk = Walk {
            register: sum,
            start: None,
            end: Known::constant(most),
            first: 0,
            moving: false,
            down: false,
        };
        self.walk(walk, &mut |this| {
            let rest = Known { operand: Operand::Register(sum), low: 0, high: most };
            this.slanted_axes(weights, 0, rest)
        })
    }

    /// The loops over the coordinates from number `level` on, which share what is left of the sum.
    fn slanted_axes(&mut self, weights: &[i64], level: usize, rest: Known) -> Lowered {
        let (free, fixed) = roles(self.space, weights);
        let Some(&axis) = free.get(level) else { return self.slanted_cell(weights, fixed, rest) };
        let (low, high) = self.space.side(axis);
        let (register, weight) = (Register(axis as u32), Known::constant(weights[axis]));
        let number = Known { operand: Operand::Register(register), low, high };
        let builder = &mut self.lowering.builder;
        let reach = builder.division(Operation::Div, rest, weight).ok_or(NotLowered)?;
        let last = builder.sum(reach, Known::constant(low));
        let end = builder.min(last, Known::constant(high));
        // In the last loop, what is left for the fixed coordinate must not be more than it can take.
        let start = if level + 1 == free.len() {
            let (from, to) = self.space.side(fixed);
            let taken = Known::constant((to - from) * weights[fixed] - (weights[axis] - 1));
            let missing = builder.difference(rest, taken);
            let missing = builder.max(missing, Known::constant(0));
            let steps = builder.division(Operation::Div, missing, weight).ok_or(NotLowered)?;
            Some(builder.sum(steps, Known::constant(low)))
        } else {
            None
        };
        self.walk(Walk { register, start, end, first: low, moving: true, down: false }, &mut |this| {
            this.lowering.slots[axis] = Some(number);
            let builder = &mut this.lowering.builder;
            let offset = builder.difference(number, Known::constant(low));
            let far = builder.arithmetic(Operation::Mul, offset, weight);
            let left = builder.difference(rest, far).within(0, rest.high);
            this.slanted_axes(weights, level + 1, left)
        })
    }

    /// The cell whose last coordinate takes what is left of the sum, if that is possible.
    fn slanted_cell(&mut self, weights: &[i64], fixed: usize, rest: Known) -> Lowered {
        let ((low, high), weight) = (self.space.side(fixed), Known::constant(weights[fixed]));
        let builder = &mut self.lowering.builder;
        let steps = builder.division(Operation::Div, rest, weight).ok_or(NotLowered)?;
        let left = builder.division(Operation::Rem, rest, weight).ok_or(NotLowered)?;
        let whole = builder.compare(Operation::Eq, left, Known::constant(0));
        let value = builder.sum(steps, Known::constant(low)).within(low, high);
        // Whoever walks a cell reads its place from the inputs.
        builder.push(Step::Set(Register(fixed as u32), value.operand));
        self.lowering.slots[fixed] = Some(value);
        match whole.as_constant() {
            Some(_) => self.cell(),
            None => {
                builder.open();
                let done = self.cell();
                let scope = self.lowering.builder.close();
                done?;
                self.lowering
                    .builder
                    .push_around(scope.traps, Step::If(whole.operand, scope.steps, Vec::new()));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Lets;
    use crate::dense::Dense;
    use crate::engine::Engine;
    use crate::position::Component;
    use crate::proofs::potential::descent;
    use crate::rules::Rules;
    use crate::search::MemorySearch;
    use crate::work::Work;

    /// A table of a box against a search, at every place of it.
    fn agree(text: &str, side: i64, weights: &[i64]) {
        let work = Work::unwatched();
        let rules = Rules::read(text, &Lets::new(), &work).unwrap();
        let falls = descent(rules.form(), &work).unwrap();
        assert_eq!(falls.potential.rows, [weights.to_vec()], "{text}");
        let (mut dense, mut search) =
            (Dense::new(&rules, falls, 1 << 20), MemorySearch::new(&rules, 1 << 20));
        let axes = weights.len();
        dense.prepare(&[Component(vec![side; axes])], &work).unwrap();
        for cell in 0..(side + 1).pow(axes as u32) {
            let place: Vec<i64> =
                (0..axes).map(|axis| cell / (side + 1).pow(axis as u32) % (side + 1)).collect();
            assert_eq!(dense.value(&place, &work), search.value(&place, &work), "{text} at {place:?}");
        }
    }

    #[test]
    fn tables_in_the_order_of_a_sum_hold_what_a_search_finds() {
        agree(
            "(x in 0..24, y in 0..24) -> (x+2,y-1) | (x-1,y-2) | (x+1,y-3) if (x+y)%3 == 0 | (x-3,y+1)",
            24,
            &[2, 5],
        );
        agree("(x in 0..30, y in 0..30) -> (x+1,y-2) | (x-2,y+1) if x%3 != 1 | (x-1,y)", 30, &[1, 1]);
        agree("(x in 0..30, y in 0..30) -> (x+4,y-3) | (x-7,y+5)", 30, &[8, 11]);
        agree("(x, y) -> (x+1,y-2) | (x-3,y+2) if y > 1", 20, &[1, 1]);
        agree(
            "(a in 0..9, b in 0..9, c in 0..9) -> (a+1,b-2,c) | (a,b+1,c-2) | (a-k,b,c+1) for k in 2..4",
            9,
            &[1, 1, 1],
        );
        agree("(a in 0..9, b in 0..9, c in 0..9) -> (a+2,b-1,c) | (a-3,b+1,c) | (a,b+1,c-1)", 9, &[2, 5, 6]);
    }
}

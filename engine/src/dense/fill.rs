//! Running the program of a table over its cells.

use crate::error::Result;
use crate::program::{Array, Ended, Flat, Runnable, Width};
use crate::work::Work;

use super::kernel::{Inputs, Kernel};
use super::slanted::{largest_sum, roles};
use super::space::Space;

/// Choices between two questions whether to go on, at first and later. In a browser a program begins as code that was made in a
/// hurry, and better code that is made meanwhile is taken when the program is called again.
const FIRST_PULSE: i64 = 1 << 14;
const PULSE: i64 = 1 << 20;
/// Fewer choices than this are made before machine code for them is there.
const WORTH_COMPILING: u64 = 1 << 18;

/// Works out a cell by walking the rule, where the program gave up.
pub(super) type WalkCell<'w> = dyn FnMut(&[i64], &Array) -> Result<i64> + 'w;

/// The program of a table, ready to run.
#[derive(Debug)]
pub(super) struct Filler {
    kernel: Kernel,
    runnable: Box<dyn Runnable>,
    /// Cells at which the program gave up.
    walked: u64,
}

impl Filler {
    pub(super) fn new(kernel: Kernel, work: &Work<'_>) -> Filler {
        let pays = kernel.choices >= WORTH_COMPILING;
        let compiler = work.limits.compiler.filter(|compiler| pays || compiler.0.is_eager());
        let compiled = compiler.and_then(|compiler| compiler.0.compile(&kernel.program));
        let runnable = compiled.unwrap_or_else(|| Box::new(Flat::new(&kernel.program)));
        Filler { kernel, runnable, walked: 0 }
    }

    pub(super) fn width(&self) -> Width {
        self.kernel.width
    }

    /// Bytes that it takes beside the table.
    pub(super) fn bytes(&self) -> u64 {
        self.kernel.stamps as u64 * Width::U32.bytes()
    }

    /// Fills the cells of a box from number `done` on, and keeps `done`.
    pub(super) fn fill(
        &mut self,
        space: &Space,
        table: &mut Array,
        done: &mut usize,
        work: &Work<'_>,
        walk: &mut WalkCell<'_>,
    ) -> Result<()> {
        let axes = space.order().len();
        let at = Inputs::of(axes);
        let mut inputs = vec![0; at.count];
        let width = table.width();
        let mut stamps = Array::new(Width::U32);
        stamps.resize(self.kernel.stamps)?;
        let mut arrays = vec![std::mem::replace(table, Array::new(width)), stamps];
        arrays.append(&mut self.kernel.constants);
        space.place(*done as u64, &mut inputs[..axes]);
        inputs[at.until] = space.ends(space.order()[0]).1;
        let filled = self.run(space, &mut inputs, &mut arrays, done, work, walk);
        self.kernel.constants = arrays.split_off(2);
        *table = arrays.swap_remove(0);
        filled
    }

    /// About how many cells are done when it is the turn of this one.
    fn filled(&self, space: &Space, cell: usize, sum: i64) -> usize {
        let slanted = |weights: &[i64]| {
            let all = largest_sum(space, weights).unwrap_or(0) as u128 + 1;
            (sum.max(0) as u128 * u128::from(space.cells()) / all) as usize
        };
        space.slant().map_or(cell, slanted)
    }

    /// Goes on behind a cell; says whether there may be another.
    fn advance(&self, space: &Space, place: &mut [i64]) -> bool {
        let Some(weights) = space.slant() else { return space.advance(place) };
        // The innermost loop goes on with the next number, and finds out by itself whether there is one.
        let (free, _) = roles(space, weights);
        free.last().is_some_and(|axis| {
            place[*axis] += 1;
            true
        })
    }

    fn run(
        &mut self,
        space: &Space,
        inputs: &mut [i64],
        arrays: &mut [Array],
        done: &mut usize,
        work: &Work<'_>,
        walk: &mut WalkCell<'_>,
    ) -> Result<()> {
        let at = Inputs::of(space.order().len());
        let axes = at.fuel;
        let mut pulse = FIRST_PULSE;
        loop {
            (inputs[at.fuel], inputs[at.paused]) = (pulse, 0);
            pulse = PULSE.min(2 * pulse);
            if self.runnable.run(inputs, arrays) == Ended::Done {
                *done = space.cells() as usize;
                return Ok(());
            }
            let cell = space.index(&inputs[..axes]);
            *done = self.filled(space, cell, inputs[at.sum]);
            if inputs[at.paused] == 0 {
                let value = walk(&inputs[..axes], &arrays[0])?;
                let _ = arrays[0].set(cell, value);
                self.walked += 1;
                if !self.advance(space, &mut inputs[..axes]) {
                    *done = space.cells() as usize;
                    return Ok(());
                }
                *done = self.filled(space, cell + 1, inputs[at.sum]);
                if !self.walked.is_multiple_of(64) {
                    continue;
                }
            }
            work.step("positions", *done as u64, Some(space.cells()))?;
        }
    }
}

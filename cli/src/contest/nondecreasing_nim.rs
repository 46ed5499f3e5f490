//! Nim with heaps in non-decreasing order (POI XVI, Pebbles).

use grundy::heap::closed::non_decreasing_value;
use grundy::{Nimber, Result, Work};

use super::{ANY, By, Input, Problem, verdicts};

pub const PROBLEM: Problem = Problem {
    name: "extra_nondecreasing_nim",
    title: "Non-decreasing Nim (POI XVI, Pebbles)",
    statement: "Heaps stand in non-decreasing order. A move takes stones from one heap, after which the order must \
                still hold. Who cannot move loses.",
    format: "T tests: N, then the N heaps in order; prints First or Second a line",
    rules: "the board `non-decreasing`",
    idea: "Taking from a heap lowers the difference to the heap before and raises the next difference: a staircase, \
           of which every second difference from the last counts.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, _: &Work<'_>) -> Result<String> {
    let tests = input.number("the number of tests", ANY)?;
    let won = input.repeat(tests, |input| {
        let count = input.number("the number of heaps", ANY)?;
        let mut least = 0;
        let heaps = input.repeat(count, |input| {
            least = input.number("a heap no smaller than the one before", least..=i64::MAX)?;
            Ok(least as u64)
        })?;
        Ok(non_decreasing_value(&heaps).is_some_and(|value| value != Nimber::ZERO))
    })?;
    Ok(verdicts(won, "First", "Second"))
}

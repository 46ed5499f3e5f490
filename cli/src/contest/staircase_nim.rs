//! Staircase Nim.

use grundy::heap::closed::staircase_value;
use grundy::{Nimber, Result, Work};

use super::{ANY, By, Input, Problem, tests_of_heaps, verdicts};

pub const PROBLEM: Problem = Problem {
    name: "extra_staircase_nim",
    title: "Staircase Nim",
    statement: "Stones lie on the steps 1 to N. A move pushes some stones of one step to the next lower one, from \
                step 1 out of play. Who cannot move loses.",
    format: "T tests: N, then the stones of steps 1 to N; prints First or Second a line",
    rules: "the board `staircase`",
    idea: "What is pushed onto an odd step can be pushed on at once, so only the odd steps count, as Nim heaps.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, _: &Work<'_>) -> Result<String> {
    let won = tests_of_heaps(input, ANY)?.into_iter().map(|stones| {
        // Step 0 is where stones are out of play.
        let steps: Vec<u64> = std::iter::once(0).chain(stones).map(|count| count as u64).collect();
        staircase_value(&steps) != Nimber::ZERO
    });
    Ok(verdicts(won.collect(), "First", "Second"))
}

//! AtCoder ABC368 F, Dividing Game.

use grundy::{Result, Work};

use super::{ANY, Input, POSITIVE, Problem, heaps, verdicts, won};

const RULES: &str = "n -> d for d in divisors(n) if d < n";

pub const PROBLEM: Problem = Problem {
    name: "abc368f_dividing_game",
    title: "AtCoder ABC368 F: Dividing Game",
    statement: "Numbers lie on the table. A move replaces one of them by a proper divisor. Who cannot move loses; \
                Anna begins.",
    format: "N, then N numbers; prints Anna or Bruno",
    rules: RULES,
    idea: "A number behaves like a heap of its prime factors, counted with multiplicity.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let count = input.number("how many numbers there are", ANY)?;
    let numbers = input.numbers(count, "a number", POSITIVE)?;
    Ok(verdicts(won(RULES, [heaps(numbers)], work)?, "Anna", "Bruno"))
}

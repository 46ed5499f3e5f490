//! HackerRank, Tower Breakers, Again! and Tower Breakers, Revisited!

use grundy::{Result, Work};

use super::{Input, POSITIVE, Problem, heaps, tests_of_heaps, verdicts, won};

const BREAK: &str = "n -> y of n/y for y in divisors(n) if y > 1";
const REDUCE: &str = "n -> d for d in divisors(n) if d < n";

pub const AGAIN: Problem = Problem {
    name: "hr_tower_breakers_again",
    title: "HackerRank: Tower Breakers, Again!",
    statement: "Towers. A move breaks a tower into two or more towers of equal height. Who cannot move loses.",
    format: "T tests: N, then N heights; prints 1 or 2 a line",
    rules: BREAK,
    idea: "An even number of equal towers is worth nothing, an odd one as much as one of them. So a tower is worth \
           the number of its odd prime factors, and 1 more if it is even.",
    answer: |input, work| answer(BREAK, input, work),
};

pub const REVISITED: Problem = Problem {
    name: "hr_tower_breakers_revisited",
    title: "HackerRank: Tower Breakers, Revisited!",
    statement: "Towers. A move reduces a tower to a height that divides it. Who cannot move loses.",
    format: "T tests: N, then N heights; prints 1 or 2 a line",
    rules: REDUCE,
    idea: "A tower is a heap of its prime factors, counted with multiplicity.",
    answer: |input, work| answer(REDUCE, input, work),
};

fn answer(rules: &str, input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let positions = tests_of_heaps(input, POSITIVE)?.into_iter().map(heaps);
    Ok(verdicts(won(rules, positions, work)?, "1", "2"))
}

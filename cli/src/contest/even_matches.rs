//! Even matches: who holds an even number at the end wins.

use grundy::{Result, Work};

use super::{ANY, By, Input, Problem, verdicts, won};

const RULES: &str =
    "(n, mine in 0..1, theirs in 0..1) -> (n-k, theirs, (mine+k)%2) for k in 1..4 end win if mine == 0";

pub const PROBLEM: Problem = Problem {
    name: "extra_even_matches",
    title: "Even matches",
    statement: "An odd number of matches; a move takes 1 to 4. When none is left, whoever holds an even number wins.",
    format: "T, then T lines: n matches left, and the parity a of what the player to move holds; prints First if that \
             player wins, else Second",
    rules: RULES,
    idea: "A position is the matches left and both parities; the final one decides. Who wins repeats with period 6.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let tests = input.number("the number of tests", ANY)?;
    let positions = input.repeat(tests, |input| {
        let left = input.number("the matches left", ANY)?;
        let mine = input.number("a parity", 0..=1)?;
        // The matches taken and left are odd together.
        let theirs = (1 + left % 2 + mine) % 2;
        Ok(vec![vec![left, mine, theirs]])
    })?;
    Ok(verdicts(won(RULES, positions, work)?, "First", "Second"))
}

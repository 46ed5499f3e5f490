//! Stones 1-2-3 (VNOI).

use grundy::{Result, Work};

use super::{ANY, Input, Problem, heaps, verdicts, won};

const RULES: &str = "n -> n-k for k in 1..3";

pub const PROBLEM: Problem = Problem {
    name: "vnoi_boc_soi_123",
    title: "VNOI: Stones 1-2-3",
    statement: "One heap; a move takes 1, 2 or 3 stones. Whoever takes the last stone wins; A begins.",
    format: "n; prints `A win` or `B win`",
    rules: RULES,
    idea: "A heap of n is worth n mod 4.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let size = input.number("the size of the heap", ANY)?;
    Ok(verdicts(won(RULES, [heaps(vec![size])], work)?, "A win", "B win"))
}

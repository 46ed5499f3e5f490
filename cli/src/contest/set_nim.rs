//! AcWing 893, Nim with a set of amounts.

use grundy::{Result, Work};

use super::{ANY, Input, POSITIVE, Problem, heaps, verdicts, won};

pub const PROBLEM: Problem = Problem {
    name: "acwing893_set_nim",
    title: "AcWing 893: Nim with a set of amounts",
    statement: "Several heaps; a move takes from one heap an amount that belongs to a given set. Who cannot move \
                loses.",
    format: "k, the k amounts, n, the n heaps; prints Yes if the first player wins, else No",
    rules: "take {2,5}",
    idea: "The value of a heap is the least value that no option has, and a sum is worth the nim-sum of its heaps.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let count = input.number("how many amounts there are", ANY)?;
    let amounts = input.numbers(count, "an amount", POSITIVE)?;
    let count = input.number("how many heaps there are", ANY)?;
    let sizes = input.numbers(count, "the size of a heap", ANY)?;
    Ok(verdicts(won(&take(&amounts), [heaps(sizes)], work)?, "Yes", "No"))
}

/// The rules of taking one of these amounts.
pub fn take(amounts: &[i64]) -> String {
    let amounts: Vec<String> = amounts.iter().map(i64::to_string).collect();
    match amounts.is_empty() {
        true => "n -> n-1 if n < 0".into(),
        false => format!("take {{{}}}", amounts.join(",")),
    }
}

//! VOI 2011, PARIGAME.

use grundy::boards::parity_table::ParityTable;
use grundy::{Nimber, Result, Work};

use super::{ANY, By, Input, POSITIVE, Problem, verdicts};

pub const PROBLEM: Problem = Problem {
    name: "vnoi_parigame",
    title: "VOI 2011: PARIGAME",
    statement: "An n x n table of numbers. A move deletes the last row if its sum is even, or the last column if its \
                sum is even. Who cannot move loses, and nothing can be deleted from an empty table.",
    format: "k tests: n, then n rows of n numbers; prints YES if the first player wins, else NO",
    rules: "the board parity-table, as in `grundy solve parity-table '1 2/3 4'`; small tables as rules: grundy games parity-table",
    idea: "Only prefixes of the table come up, so they can all be decided, smallest first, from parities of sums.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let tests = input.number("the number of tests", ANY)?;
    let won = input.repeat(tests, |input| {
        let side = input.number("the side of the table", POSITIVE)?;
        let mut odd = Vec::new();
        for _ in 0..side {
            odd.extend(input.numbers(side, "an entry", ANY)?.into_iter().map(|entry| entry % 2 == 1));
        }
        Ok(ParityTable::new(side as usize, odd).value(work)? != Nimber::ZERO)
    })?;
    Ok(verdicts(won, "YES", "NO"))
}

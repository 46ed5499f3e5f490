//! Codeforces 1451F, Nullify The Matrix.

use grundy::boards::anti_diagonal::Matrix;
use grundy::{Outcome, Result, Work};

use super::{ANY, By, Input, POSITIVE, Problem, verdicts};

pub const PROBLEM: Problem = Problem {
    name: "cf1451f_nullify_the_matrix",
    title: "Codeforces 1451F: Nullify The Matrix",
    statement: "A matrix of numbers. A move makes one non-zero cell smaller and sets the other cells of a shortest \
                path from it to the right and down to anything. Who finds only zeros loses; Ashish begins.",
    format: "t tests: n, m, then n rows of m numbers; prints Ashish or Jeel a line",
    rules: "the board anti-diagonal, as in `grundy solve anti-diagonal '1 2/2 3'`; small matrices as rules: grundy games nullify",
    idea: "The mover loses exactly if every anti-diagonal has the nim-sum 0: a path meets each at most once, so a \
           move breaks that state, and from any other state one path can restore it.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, _: &Work<'_>) -> Result<String> {
    let tests = input.number("the number of tests", ANY)?;
    let won = input.repeat(tests, |input| {
        let rows = input.number("how many rows there are", POSITIVE)?;
        let columns = input.number("how many columns there are", POSITIVE)?;
        let mut cells = Vec::new();
        for _ in 0..rows {
            cells.extend(input.numbers(columns, "a cell", ANY)?.into_iter().map(|cell| cell as u64));
        }
        Ok(Matrix::new(columns as usize, cells).outcome() == Outcome::N)
    })?;
    Ok(verdicts(won, "Ashish", "Jeel"))
}

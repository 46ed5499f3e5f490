//! Codeforces gym 101908 B, Marbles.

use grundy::boards::marbles;
use grundy::{Outcome, Result, Work};

use super::{ANY, By, Input, Problem};

pub const PROBLEM: Problem = Problem {
    name: "gym101908b_marbles",
    title: "Codeforces gym 101908 B: Marbles",
    statement: "Marbles lie on a grid. A move takes one marble any distance along its row, its column or its diagonal \
                towards (0,0). Whoever brings a marble to (0,0) first wins.",
    format: "N, then N lines l c; prints Y if the first player wins, else N",
    rules: marbles::COLD,
    idea: "A marble on an edge or on the diagonal wins at once. Nobody wants to give that away, so these places are \
           forbidden, and what remains is a sum under normal play. Plain Wythoff values would be wrong.",
    answer: By::Code(answer),
};

/// Beyond the judge's 100, and still answered in a second or two.
const PLACE: std::ops::RangeInclusive<i64> = 1..=250;

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let count = input.number("how many marbles there are", ANY)?;
    let marbles =
        input.repeat(count, |input| Ok((input.number("a row", PLACE)?, input.number("a column", PLACE)?)))?;
    let won = marbles::outcome(&marbles, work)? == Outcome::N;
    Ok(if won { "Y\n".into() } else { "N\n".into() })
}

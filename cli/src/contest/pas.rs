//! DHBB, PAS (POI VII, Stripes).

use grundy::{Result, Work};

use super::{ANY, Input, POSITIVE, Problem, heaps, verdicts, won};

pub const PROBLEM: Problem = Problem {
    name: "dhbb_pas",
    title: "DHBB: PAS (POI VII, Stripes)",
    statement: "A board of 1xM cells and strips of three lengths, as many as one likes. A move puts a strip on free \
                cells. Who cannot move loses.",
    format: "the three lengths, m, then m boards; prints 1 if the first player wins, else 2",
    rules: "let w = 1 let r = 5 let b = 1 n -> a & n-d-a for d in {w,r,b} for a in 0..n-d",
    idea: "A strip cuts the free cells in two parts that no longer touch, so a board is worth the least value that \
           no nim-sum of such parts has.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let lengths = input.numbers(3, "the length of a strip", POSITIVE)?;
    let games = input.number("how many games there are", ANY)?;
    let boards = input.numbers(games, "the length of a board", ANY)?;
    let [w, r, b] = lengths[..] else { return Ok(String::new()) };
    let rules = format!("n -> a & n-d-a for d in {{{w},{r},{b}}} for a in 0..n-d");
    let positions: Vec<_> = boards.into_iter().map(|board| heaps(vec![board])).collect();
    Ok(verdicts(won(&rules, positions, work)?, "1", "2"))
}

//! Nim: every winning first move.

use grundy::report::show_parts;
use grundy::solve::Solver;
use grundy::{Lets, Position, Result, Rules, Work};

use super::{ANY, Input, Problem, heaps, lines, tests_of_heaps};

const RULES: &str = "n -> m for m in 0..n-1";

pub const PROBLEM: Problem = Problem {
    name: "extra_nim_all_winning_moves",
    title: "Nim, all winning moves",
    statement: "Nim. Which first moves win?",
    format: "T tests: N, then N heaps; prints for each test the winning moves `heap:size` (heaps from 1), or -1",
    rules: RULES,
    idea: "With the nim-sum s, a heap x can win by becoming x xor s, if that is smaller.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let sizes = tests_of_heaps(input, ANY)?;
    let rules = Rules::read(RULES, &Lets::new(), work)?;
    let positions = sizes.into_iter().map(|sizes| rules.position(heaps(sizes)));
    let positions = positions.collect::<Result<Vec<Position>>>()?;
    let mut solver = Solver::new(&rules, &positions, None, work)?;
    let winning = positions.iter().map(|position| {
        let moves = solver.winning(position, work)?.into_iter();
        let moves: Vec<String> =
            moves.map(|by| format!("{}:{}", by.component + 1, show_parts(&by.to))).collect();
        Ok(if moves.is_empty() { "-1".into() } else { moves.join(" ") })
    });
    Ok(lines(winning.collect::<Result<Vec<String>>>()?))
}

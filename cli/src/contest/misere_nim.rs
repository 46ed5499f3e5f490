//! Misère Nim (HackerRank has the same format).

use grundy::solve::Solver;
use grundy::{Lets, Outcome, Play, Position, Result, Rules, Work};

use super::{ANY, Input, Problem, heaps, tests_of_heaps, verdicts};

const RULES: &str = "n -> m for m in 0..n-1";

pub const PROBLEM: Problem = Problem {
    name: "extra_misere_nim",
    title: "Misere Nim",
    statement: "Nim, but whoever takes the last stone loses.",
    format: "T tests: N, then N heaps; prints First or Second a line",
    rules: "n -> m for m in 0..n-1  play misere",
    idea: "As long as a heap has two stones or more the nim-sum decides as in Nim; with heaps of one stone only, an \
           even number of them wins.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let sizes = tests_of_heaps(input, ANY)?;
    let rules = Rules::read(RULES, &Lets::new(), work)?;
    let positions = sizes.into_iter().map(|sizes| rules.position(heaps(sizes)));
    let positions = positions.collect::<Result<Vec<Position>>>()?;
    let mut solver = Solver::new(&rules, &positions, Some(Play::Misere), work)?;
    let won = positions.iter().map(|p| Ok(solver.judge(p, work)?.outcome == Outcome::N));
    Ok(verdicts(won.collect::<Result<_>>()?, "First", "Second"))
}

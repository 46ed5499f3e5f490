//! Values of sums of the classic heap games.

use std::collections::BTreeMap;

use grundy::solve::Solver;
use grundy::{Lets, Nimber, Position, Result, Rules, Work};

use super::input::quoted;
use super::{ANY, By, Input, Problem, lines};

pub const PROBLEM: Problem = Problem {
    name: "extra_grundy_tables",
    title: "Grundy values of sums",
    statement: "Several heaps of one game: squares (take a square), grundy (split into two unequal heaps), oneorall \
                (take one or all), crosses (no two crosses may touch), bounded:k (take 1 to k). What is the sum worth?",
    format: "T, then T lines: the game and the heaps; prints the value of the sum a line",
    rules: "n -> n-s for s in squares(n)",
    idea: "A sum is worth the nim-sum of its heaps, and a heap the least value that no option has.",
    answer: By::Code(answer),
};

/// The rules of a game, by its name in the input.
fn rules(name: &str) -> Option<String> {
    Some(match name {
        "squares" => "n -> n-s for s in squares(n)".into(),
        "grundy" => "n -> a & n-a for a in 1..(n-1)/2".into(),
        "oneorall" => "n -> n-1 | 0 if n > 0".into(),
        "crosses" => grundy::boards::palindrome::CROSSES.into(),
        _ => {
            let most: i64 = name.strip_prefix("bounded:")?.parse().ok().filter(|most| *most > 0)?;
            format!("n -> n-k for k in 1..{most}")
        }
    })
}

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let tests = input.number("the number of tests", ANY)?;
    let tests = input.repeat(tests, |input| {
        let name = input.word("the name of a game")?;
        let known = "squares, grundy, oneorall, crosses or bounded:k";
        let rules = rules(name)
            .ok_or_else(|| input.about(name, format!("expected {known}, found {}", quoted(name))))?;
        let mut sizes = Vec::new();
        while input.line_goes_on() {
            sizes.push(vec![input.number("the size of a heap", ANY)?]);
        }
        Ok((rules, sizes))
    })?;
    // All sums of one game are asked together, so that its table is made once.
    let mut games: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    tests.iter().enumerate().for_each(|(i, (rules, _))| games.entry(rules).or_default().push(i));
    let mut values = vec![Nimber::ZERO; tests.len()];
    for (text, asked) in games {
        let rules = Rules::read(text, &Lets::new(), work)?;
        let positions = asked.iter().map(|&i| rules.position(tests[i].1.clone()));
        let positions = positions.collect::<Result<Vec<Position>>>()?;
        let mut solver = Solver::new(&rules, &positions, None, work)?;
        for (i, position) in asked.into_iter().zip(&positions) {
            for heap in &position.0 {
                values[i] += solver.value(heap, work)?;
            }
        }
    }
    Ok(lines(values))
}

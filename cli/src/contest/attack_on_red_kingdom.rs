//! Codeforces 1312F, Attack on Red Kingdom.

use std::collections::BTreeMap;

use grundy::solve::Solver;
use grundy::{Lets, Literal, Result, Rules, Work};

use super::{ANY, Input, POSITIVE, Problem, lines};

const RULES: &str = "let x = 1 let y = 3 let z = 4 (n, last in {mixed,foot,horse}) -> mixed: (max(n-x,0), mixed) if n > 0 \
    | foot: (max(n-y,0), foot) if n > 0 and last != foot | horse: (max(n-z,0), horse) if n > 0 and last != horse";

pub const PROBLEM: Problem = Problem {
    name: "cf1312f_attack_on_red_kingdom",
    title: "Codeforces 1312F: Attack on Red Kingdom",
    statement: "Castles hold soldiers. An attack kills x (mixed), y (infantry) or z (cavalry) soldiers of one castle \
                that is not empty, or all that are left. Infantry, or cavalry, may not attack a castle whose last \
                attack was of the same arm. Whoever attacks last wins. How many first attacks win?",
    format: "t tests: n, x, y, z, then n castles; prints the number of winning first attacks a line",
    rules: RULES,
    idea: "A castle is a heap with a memory of three states; at the start any attack is allowed, as after a mixed \
           one. The next column of values depends on the last few only, so the values repeat, at any size.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let tests = input.number("the number of tests", ANY)?;
    let tests = input.repeat(tests, |input| {
        let count = input.number("how many castles there are", ANY)?;
        let kills = input.numbers(3, "the strength of an attack", POSITIVE)?;
        Ok((kills, input.numbers(count, "the soldiers of a castle", ANY)?))
    })?;
    let mut rules: BTreeMap<&Vec<i64>, Rules> = BTreeMap::new();
    for (kills, _) in &tests {
        if !rules.contains_key(kills) {
            let names = ["x", "y", "z"].iter().zip(kills);
            let lets: Lets = names.map(|(name, kill)| (name.to_string(), Literal::Int(*kill))).collect();
            rules.insert(kills, Rules::read(RULES, &lets, work)?);
        }
    }
    let mut solvers: BTreeMap<&Vec<i64>, Solver> = BTreeMap::new();
    let mut answers = Vec::new();
    for (kills, castles) in &tests {
        let rules = &rules[kills];
        let mixed = rules.component("0,mixed")?.coordinates()[1];
        let position = rules.position(castles.iter().map(|n| vec![*n, mixed]))?;
        let solver = match solvers.remove(kills) {
            Some(solver) => solver,
            None => Solver::new(rules, std::slice::from_ref(&position), None, work)?,
        };
        let solver = solvers.entry(kills).or_insert(solver);
        answers.push(solver.count_winning(&position, work)?);
    }
    Ok(lines(answers))
}

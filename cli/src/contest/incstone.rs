//! DHBB, INCSTONE (UVa 1378, A Funny Stone Game).

use grundy::solve::Solver;
use grundy::{Lets, Nimber, Result, Rules, Work};

use super::{ANY, By, Input, Problem};

const RULES: &str = "r -> a & b for a in 0..r-1 for b in 0..a";

pub const PROBLEM: Problem = Problem {
    name: "dhbb_incstone",
    title: "DHBB: INCSTONE (UVa 1378)",
    statement: "Cells 0 to n-1 hold stones. A move takes a stone from cell i and adds one stone each to cells j and k, \
                where i < j <= k. Who cannot move loses.",
    format: "n, then n numbers of stones; prints the smallest winning first move `i j k`, or -1",
    rules: RULES,
    idea: "Every stone is a game of its own, known by its distance r to the last cell, and a move turns it into two. \
           Two stones of a cell cancel in the sum, but a move may start from any cell that really holds a stone.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let cells = input.number("how many cells there are", 1..=2000)?;
    let stones = input.numbers(cells, "the stones of a cell", ANY)?;
    let rules = Rules::read(RULES, &Lets::new(), work)?;
    let all = rules.position((0..cells).rev().map(|r| vec![r]))?;
    let mut solver = Solver::new(&rules, std::slice::from_ref(&all), None, work)?;
    let values = all.0.iter().map(|stone| solver.value(stone, work)).collect::<Result<Vec<Nimber>>>()?;
    let odd = values.iter().zip(&stones).filter(|(_, count)| *count % 2 == 1);
    let sum = odd.fold(Nimber::ZERO, |sum, (value, _)| sum + *value);
    for i in (0..stones.len()).filter(|i| stones[*i] > 0) {
        for j in i + 1..stones.len() {
            work.step("moves", j as u64, None)?;
            let wins = |k: &usize| sum + values[i] + values[j] + values[*k] == Nimber::ZERO;
            if let Some(k) = (j..stones.len()).find(wins) {
                return Ok(format!("{i} {j} {k}\n"));
            }
        }
    }
    Ok("-1\n".into())
}

#[cfg(test)]
mod tests {
    use grundy::{ErrorKind, Limits, Progress, Step, Stop, Work};

    use super::PROBLEM;

    /// Stops when moves are looked at.
    struct Impatient;

    impl Progress for Impatient {
        fn step(&self, step: Step<'_>) -> Result<(), Stop> {
            if step.unit == "moves" { Err(Stop::TimedOut) } else { Ok(()) }
        }
    }

    #[test]
    fn looking_at_the_moves_can_be_stopped() {
        let work = Work { limits: Limits::default(), progress: &Impatient };
        let stopped = PROBLEM.answer("4\n1 0 1 5000\n", &work).unwrap_err();
        assert_eq!(stopped.kind(), ErrorKind::Timeout);
    }
}

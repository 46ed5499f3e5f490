//! Kattis S-Nim (also POJ 2960, HDU 1536).

use grundy::{Result, Work};

use super::set_nim::take;
use super::{ANY, Input, POSITIVE, Problem, heaps, won};

pub const PROBLEM: Problem = Problem {
    name: "kattis_snim",
    title: "Kattis: S-Nim",
    statement: "Several heaps; a move takes from one heap an amount that belongs to a given set, whose members come \
                in any order. Who cannot move loses.",
    format: "tests until a lone 0: k and k amounts, m, then m lines of l and l heaps; prints for each test one word \
             of m letters, W if the player to move wins and L if not",
    rules: "take {2,5}",
    idea: "The value of a heap is the least value that no option has, and a sum is worth the nim-sum of its heaps.",
    answer,
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let mut text = String::new();
    loop {
        // Some copies of the data end without the 0; nothing at all is asked about, and refused.
        let word = input.clone().next();
        if word.is_none() && !text.is_empty() {
            return Ok(text);
        }
        if word == Some("0") {
            input.next();
            return Ok(text);
        }
        let count = input.number("how many amounts there are, or 0", ANY)?;
        let amounts = input.numbers(count, "an amount", POSITIVE)?;
        let positions = input.number("how many positions there are", ANY)?;
        let positions = input.repeat(positions, |input| {
            let count = input.number("how many heaps there are", ANY)?;
            Ok(heaps(input.numbers(count, "the size of a heap", ANY)?))
        })?;
        let won = won(&take(&amounts), positions, work)?;
        text.extend(won.into_iter().map(|won| if won { 'W' } else { 'L' }));
        text.push('\n');
    }
}

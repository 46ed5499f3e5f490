//! DHBB, STONES: stones that slide to the left.

use grundy::boards::stones::Strip;
use grundy::{Result, Work};

use super::{ANY, By, Input, Problem};

pub const PROBLEM: Problem = Problem {
    name: "dhbb_stones",
    title: "DHBB: STONES",
    statement: "Some cells of a 1xN strip hold a stone. A move slides one stone one or two cells to the left over \
                empty cells onto an empty cell. Who cannot move loses. How many first moves win?",
    format: "N, then a string of N signs, . or X; prints the number of winning first moves",
    rules: "the board `stones`",
    idea: "A slide takes from the gap before a stone and adds to the gap after it: a staircase of heaps from which \
           one or two may be taken. Its value is the nim-sum of the gaps mod 3 before every second stone from the right.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, _: &Work<'_>) -> Result<String> {
    let length = input.number("the length of the strip", ANY)?;
    let word = if length == 0 { input.next().unwrap_or("") } else { input.word("the strip")? };
    if word.chars().count() as i64 != length {
        let found = word.chars().count();
        return Err(input.about(word, format!("expected a strip of {length} cells, found {found}")));
    }
    let strip: Strip = word.parse().map_err(|_: grundy::Error| {
        let wrong = word.find(|c: char| !matches!(c, '.' | 'X')).map_or("", |at| &word[at..]);
        let found = wrong.chars().next().unwrap_or(' ');
        input.about(wrong, format!("expected . or X, found `{found}`"))
    })?;
    Ok(format!("{}\n", strip.winning_slides().count()))
}

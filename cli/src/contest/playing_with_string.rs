//! Codeforces 305E, Playing with String.

use grundy::boards::palindrome::Cuts;
use grundy::{Result, Work};

use super::{By, Input, Problem};

pub const PROBLEM: Problem = Problem {
    name: "cf305e_playing_with_string",
    title: "Codeforces 305E: Playing with String",
    statement: "Pieces of paper with strings, at first one. A move picks a letter whose neighbours are equal and \
                cuts it out, leaving the part before, the letter, and the part after. Who cannot move loses.",
    format: "one string; prints First and the smallest winning position (from 1), or Second",
    rules: "n -> max(i-2,0) & max(n-i-1,0) for i in 1..n",
    idea: "A cut destroys the centres next to it, so a run of n centres is a strip of n cells on which no two \
           crosses may touch (0.137), and a string is the sum of its runs.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let word = input.word("a string")?;
    let stray = word.char_indices().find(|(_, c)| !c.is_ascii_lowercase());
    if let Some((at, c)) = stray {
        return Err(input.about(&word[at..], format!("expected a lower case letter, found `{c}`")));
    }
    let cuts = Cuts::new(word.as_bytes(), work)?;
    let first = cuts.winning().next();
    Ok(first.map_or("Second\n".into(), |letter| format!("First\n{}\n", letter + 1)))
}

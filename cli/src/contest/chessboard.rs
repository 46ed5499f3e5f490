//! HackerRank, A Chessboard Game and Chessboard Game, Again!

use grundy::{Result, Work};

use super::{ANY, Input, Places, Problem, verdicts, won};

const RULES: &str = "(x in 1..15, y in 1..15) -> (x-2,y+1) | (x-2,y-1) | (x+1,y-2) | (x-1,y-2)";
const IDEA: &str = "The sum of the coordinates falls with every move, so the 225 cells can be valued in its order. The \
                    edges matter: on boards of other sides the pattern mod 4 fails.";

pub const ONE_COIN: Problem = Problem {
    name: "hr_a_chessboard_game",
    title: "HackerRank: A Chessboard Game",
    statement: "A coin on a 15x15 board moves two up and one sideways, or one up or down and two to the left: to \
                (x-2,y+1), (x-2,y-1), (x+1,y-2) or (x-1,y-2). Who cannot move loses.",
    format: "T, then T lines x y; prints First or Second a line",
    rules: RULES,
    idea: IDEA,
    answer: |input, work| {
        let tests = input.number("the number of tests", ANY)?;
        let positions = input.repeat(tests, |input| Ok(vec![coin(input)?]))?;
        answer(positions, work)
    },
};

pub const MANY_COINS: Problem = Problem {
    name: "hr_chessboard_game_again",
    title: "HackerRank: Chessboard Game, Again!",
    statement: "The chessboard game with several coins, of which a move moves one. Coins may share a cell.",
    format: "T tests: k, then k lines x y; prints First or Second a line",
    rules: RULES,
    idea: IDEA,
    answer: |input, work| {
        let tests = input.number("the number of tests", ANY)?;
        let positions = input.repeat(tests, |input| {
            let coins = input.number("how many coins there are", ANY)?;
            input.repeat(coins, coin)
        })?;
        answer(positions, work)
    },
};

fn coin(input: &mut Input<'_>) -> Result<Vec<i64>> {
    input.numbers(2, "a coordinate", 1..=15)
}

fn answer(positions: Vec<Places>, work: &Work<'_>) -> Result<String> {
    Ok(verdicts(won(RULES, positions, work)?, "First", "Second"))
}

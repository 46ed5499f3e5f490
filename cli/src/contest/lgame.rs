//! DHBB, LGAME (BOJ 3388, The L Game).

use grundy::boards::lgame::{LGame, Turn};
use grundy::{Outcome, Result, Work};

use super::{By, Input, Problem};

pub const PROBLEM: Problem = Problem {
    name: "dhbb_lgame",
    title: "DHBB: LGAME (BOJ 3388)",
    statement: "A 4x4 board with an L of four cells for each player and two neutral pieces. A turn puts one's own L \
                elsewhere, turned or mirrored as one likes, then may move one neutral piece to an empty cell. Whose L \
                cannot move loses. The player # moves.",
    format: "four rows of #, x (neutral), . (empty) and another sign for the other L; prints the board after a \
             winning move, or `No winning move` and then Draw or Losing",
    rules: "the board `lgame`",
    idea: "All 18,368 positions, seen by the player to move, form one graph; analysis from the stuck ones backwards \
           tells won, lost and drawn ones. The game is partisan, so it has no value in sums.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let rows = input.repeat(4, |input| {
        let row = input.word("a row of four cells")?;
        match row.chars().count() {
            4 => Ok(row),
            _ => Err(input.about(row, format!("expected a row of four cells, found `{row}`"))),
        }
    })?;
    let (turn, sign) = Turn::read(&rows.join("/"), '#', 'x').map_err(|e| {
        // A second sign for the other L is told where it stands; of wrong shapes the board as a whole.
        let other = |c: char| !matches!(c, '#' | 'x' | '.');
        let first = rows.iter().flat_map(|row| row.chars()).find(|c| other(*c));
        let second =
            rows.iter().find_map(|row| row.find(|c: char| other(c) && Some(c) != first).map(|at| &row[at..]));
        let place = second.unwrap_or(rows[0]);
        input.about(place, format!("expected four rows of #, x, . and one other sign: {}", e.message()))
    })?;
    let game = LGame::solve(work)?;
    Ok(match (game.outcome(&turn), game.best_move(&turn)) {
        (Outcome::N, Some(to)) => to.swapped().draw('#', sign, 'x', "\n") + "\n",
        (Outcome::P, _) => "No winning move\nLosing\n".into(),
        _ => "No winning move\nDraw\n".into(),
    })
}

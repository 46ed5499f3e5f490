//! Tables of a range; where nobody says how far, as far as is done soon.

use crate::error::{ErrorKind, Result};
use crate::named::Board;
use crate::open::Opened;
use crate::outcome::Play;
use crate::rules::Rules;
use crate::solve::{self, Table, extent};
use crate::work::Work;

use super::{Question, Tabled};

/// Positions that a table may visit if nobody says how far it goes; a shorter one is then shown instead.
const FOR_ANY_TABLE: u64 = 1 << 18;
/// The longest side of a table of sizes if nobody says.
const SIDE: i64 = 5;
/// The largest size of a table of boards that have one number for it.
const LENGTH: i64 = 16;
/// Positions that each size may take if nobody says how far the table goes.
const FOR_ANY_SIZE: u64 = 1 << 16;

/// The table of a game.
pub(super) fn table(game: &Opened<'_>, question: &Question, work: &Work<'_>) -> Result<Table> {
    match game.sizes() {
        Some(board) => of_board(board, question, work),
        None => of_rules(game.rules()?, question, work),
    }
}

fn of_rules(rules: &Rules, question: &Question, work: &Work<'_>) -> Result<Table> {
    let from = question.from.as_deref();
    let up_to = |to: &[i64], work: &Work<'_>| solve::table(rules, from, Some(to), question.play, work);
    match (&question.to, from) {
        (Some(to), _) => up_to(to, work),
        (None, Some(_)) => solve::table(rules, from, None, question.play, work),
        (None, None) => {
            let mut extent = extent(rules).map_err(|e| e.within(&rules.source))?;
            loop {
                let made = up_to(&extent.to, &work.with_positions(FOR_ANY_TABLE));
                let too_far = made.as_ref().is_err_and(|e| e.kind() == ErrorKind::Limit);
                if !too_far || !extent.halve() {
                    return made;
                }
            }
        }
    }
}

fn of_board(board: &Board, question: &Question, work: &Work<'_>) -> Result<Table> {
    let usual = usual(board);
    let from = question.from.clone().unwrap_or_else(|| vec![1; usual.len()]);
    if let Some(to) = &question.to {
        return board.table(&from, to, question.play, work);
    }
    // The largest one that is done soon.
    let mut to: Vec<i64> = from.iter().zip(&usual).map(|(from, usual)| *from.max(usual)).collect();
    loop {
        let made = board.table(&from, &to, question.play, &work.with_positions(FOR_ANY_SIZE));
        let too_far = made.as_ref().is_err_and(|e| e.kind() == ErrorKind::Limit);
        if !too_far || to == from {
            return made;
        }
        to.iter_mut().zip(&from).for_each(|(to, from)| *to = *from.max(&(*to - 1)));
    }
}

/// The last size of a table if nobody says.
fn usual(board: &Board) -> Vec<i64> {
    if board.sides() == Some(1) { vec![LENGTH] } else { vec![SIDE; 2] }
}

/// The table of the sizes of a board, if it has one.
pub(super) fn of_sizes(board: &Board, play: Option<Play>) -> Option<Tabled> {
    let cell = board.cell(play)?.to_string();
    Some(Tabled { to: usual(board), whole: false, cell })
}

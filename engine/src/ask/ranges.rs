//! Tables of a range; where nobody says how far, as far as is done soon.

use crate::boards::Board;
use crate::error::{Error, ErrorKind, Result};
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

fn of_board(board: &'static Board, question: &Question, work: &Work<'_>) -> Result<Table> {
    let corner = |given: &Option<Vec<i64>>, usual: i64| match given.as_deref() {
        Some([rows, columns]) => Ok([*rows, *columns]),
        Some(_) => Err(Error::new(ErrorKind::Position, "the sizes of a board are two numbers")),
        None => Ok([usual, usual]),
    };
    let from = corner(&question.from, 1)?;
    if question.to.is_some() {
        return board.table(from, corner(&question.to, SIDE)?, question.play, work);
    }
    // The largest one that is done soon.
    let mut to = [0, 1].map(|i| from[i].max(SIDE));
    loop {
        let made = board.table(from, to, question.play, &work.with_positions(FOR_ANY_SIZE));
        let too_far = made.as_ref().is_err_and(|e| e.kind() == ErrorKind::Limit);
        if !too_far || to == from {
            return made;
        }
        to = [0, 1].map(|i| from[i].max(to[i] - 1));
    }
}

/// The table of the sizes of a board, if it has one.
pub(super) fn of_sizes(board: &Board, play: Option<Play>) -> Option<Tabled> {
    let cell = board.cell("{row}", "{column}", play)?;
    Some(Tabled { to: vec![SIDE; 2], whole: false, cell })
}

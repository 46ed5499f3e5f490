//! Questions about boards, the games that the rule language cannot say.
//!
//! A board is asked for by its name, and its positions are texts. What was found out about a board is kept while
//! questions are about it.

use crate::boards::{self, Arena, Board};
use crate::catalogue;
use crate::draw::{Drawing, dot, draw_board, svg};
use crate::error::{Error, ErrorKind, Result};
use crate::outcome::Play;
use crate::position::Place;
use crate::rules::Rules;
use crate::solve::Table;
use crate::work::Work;

use super::{Answer, Asker, Example, Question, Reading, Tabled, Verb, components, draw_options, moves};

/// The board that a question is about, unless it is one for the rules of that name in the catalogue.
pub(super) fn asked(question: &Question, work: &Work<'_>) -> Result<Option<&'static Board>> {
    let Some(board) = boards::find(&question.rules) else { return Ok(None) };
    let reads = |rules: &Rules| components(rules, &question.position).is_ok();
    let by_rules = catalogue::find(&question.rules).is_some()
        && question.read(work).is_ok_and(|rules| match question.verb {
            // A table has two sides; rules with more coordinates have none, but the board may.
            Verb::Table if board.has_sizes() => rules.form().axes.len() <= 2,
            // How rules are read, and what follows from them for all positions, only rules tell.
            Verb::Read | Verb::Table | Verb::Period | Verb::Plot | Verb::Games => reads(&rules),
            Verb::Solve | Verb::Moves | Verb::Layout | Verb::Svg | Verb::Dot => {
                reads(&rules) && !board.goes_before_rules(&question.position, question.play)
            }
        });
    match (question.lets.is_empty(), catalogue::find(&question.rules)) {
        (true, _) => Ok((!by_rules).then_some(board)),
        // Only rules have parameters, and they tell what is wrong with them.
        (false, Some(_)) => Ok(None),
        (false, None) => Err(Error::new(
            ErrorKind::Rule,
            format!("{} is a board and has no parameters that could be set", board.name),
        )),
    }
}

impl Asker {
    pub(super) fn about_board(
        &mut self,
        board: &'static Board,
        question: &Question,
        work: &Work<'_>,
    ) -> Result<Answer> {
        let start = [board.start.to_string()];
        let position = if question.position.is_empty() { &start[..] } else { &question.position[..] };
        let drawing = || drawing(board, position, question, work);
        match question.verb {
            Verb::Read => Ok(Answer::Reading(Box::new(reading(board, question.play)))),
            Verb::Solve => {
                let mut report = board.solve(position, question.play, work)?;
                report.reason.words.splice(0..0, board.notes(&question.rules, position));
                Ok(Answer::Report(Box::new(report)))
            }
            Verb::Table => Ok(Answer::Table(Box::new(table(board, question, work)?))),
            Verb::Moves => {
                let arena = self.arena(board, question.play, work)?;
                // A game that is over has no components left, and must not begin again.
                Ok(Answer::Moves(Box::new(moves::on_board(arena, &question.position, work)?)))
            }
            Verb::Layout => Ok(Answer::Drawing(Box::new(drawing()?))),
            Verb::Svg => Ok(Answer::Picture { text: svg(&drawing()?) }),
            Verb::Dot => Ok(Answer::Picture { text: dot(&drawing()?) }),
            Verb::Period | Verb::Plot | Verb::Games => Err(Error::new(
                ErrorKind::Unsupported,
                format!("{} is a board and has none of this", board.name),
            )
            .hint("boards can be solved, played and drawn; some have a table of their sizes")),
        }
    }

    /// The board as it was left by the last question about it.
    fn arena(
        &mut self,
        board: &'static Board,
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<&mut dyn Arena> {
        let kept = self.arena.take().filter(|(name, how, _)| *name == board.name && *how == play);
        let arena = match kept {
            Some((_, _, arena)) => arena,
            None => board.open(play, work)?,
        };
        Ok(&mut *self.arena.insert((board.name, play, arena)).2)
    }
}

fn drawing(board: &Board, position: &[String], question: &Question, work: &Work<'_>) -> Result<Drawing> {
    draw_board(board, position, question.opened.as_deref(), &draw_options(question), work)
}

/// The longest side of a table of sizes if nobody says.
const SIDE: i64 = 5;
/// Positions that each size may take if nobody says how far the table goes.
const FOR_ANY_SIZE: u64 = 1 << 16;

/// The table of the sizes of a board, if it has one.
pub(super) fn tabled(board: &Board, play: Option<Play>) -> Option<Tabled> {
    let cell = board.cell("{row}", "{column}", play)?;
    Some(Tabled { to: vec![SIDE; 2], whole: false, cell })
}

fn table(board: &Board, question: &Question, work: &Work<'_>) -> Result<Table> {
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

fn reading(board: &Board, play: Option<Play>) -> Reading {
    Reading {
        rules: board.name.into(),
        name: Some(board.name.into()),
        title: Some(board.title.into()),
        words: vec![board.title.into(), format!("positions are written as {}", board.positions)],
        warnings: Vec::new(),
        play: board.play,
        scores: false,
        ends: false,
        splits: false,
        board: true,
        axes: Vec::new(),
        table: tabled(board, play),
        parameters: Vec::new(),
        example: Example { position: Place::written(board.start), moves: Vec::new() },
        start: vec![board.start.into()],
        considered: Vec::new(),
    }
}

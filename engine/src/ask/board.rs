//! Questions about boards, the games that the rule language cannot say.
//!
//! A board is asked for by its name, and its positions are texts. The L-game can also be played: all its positions are
//! solved once and kept.

use crate::boards::lgame::{LGame, Turn};
use crate::boards::{self, Board};
use crate::catalogue;
use crate::error::{Error, ErrorKind, Result};
use crate::outcome::Play;
use crate::position::{Coordinate, Place};
use crate::report::{MoveReport, Part};
use crate::solve::Table;
use crate::work::Work;

use super::{Answer, Asker, Example, Known, KnownMove, Moves, Question, Reading, Verb, components};

/// The board that a question is about, unless the catalogue knows rules of that name which take the position.
pub(super) fn asked(question: &Question) -> Option<&'static Board> {
    let board = boards::find(&question.rules)?;
    let by_rules = catalogue::find(&question.rules).is_some()
        && question.read().is_ok_and(|rules| components(&rules, &question.position).is_ok());
    (!by_rules).then_some(board)
}

impl Asker {
    pub(super) fn about_board(
        &mut self,
        board: &Board,
        question: &Question,
        work: &Work<'_>,
    ) -> Result<Answer> {
        let start = [board.start.to_string()];
        let position = if question.position.is_empty() { &start[..] } else { &question.position[..] };
        match question.verb {
            Verb::Read => Ok(Answer::Reading(Box::new(reading(board)))),
            Verb::Solve => Ok(Answer::Report(Box::new(board.solve(position, question.play, work)?))),
            Verb::Table => Ok(Answer::Table(Box::new(table(board, question, work)?))),
            Verb::Moves if board.name == "lgame" => {
                let [text] = position else {
                    return Err(Error::new(ErrorKind::Position, "the L-game is played on one board"));
                };
                Ok(Answer::Moves(Box::new(self.lgame_moves(text, work)?)))
            }
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                format!("{} is a board and has none of this", board.name),
            )
            .hint("boards can be solved; some have a table of their sizes, and the L-game can be played")),
        }
    }

    fn lgame_moves(&mut self, text: &str, work: &Work<'_>) -> Result<Moves> {
        let game = match self.lgame.take() {
            Some(game) => game,
            None => LGame::solve(work.progress)?,
        };
        let game = self.lgame.insert(game);
        let turn: Turn = text.parse()?;
        let known = |turn: &Turn| Known {
            position: vec![place(turn.to_string())],
            outcome: game.outcome(turn),
            value: None,
            remoteness: game.remoteness(turn),
            score: None,
        };
        let moves = game.moves(&turn).into_iter().map(|to| {
            // The move is shown as the mover sees it, what follows as the other player does.
            let after = vec![Part::One(place(to.swapped().to_string()))];
            KnownMove {
                by: MoveReport { component: 0, to: after, label: None, gain: None },
                then: known(&to),
            }
        });
        Ok(Moves { moves: moves.collect(), here: known(&turn) })
    }
}

fn place(text: String) -> Place {
    Place::One(Coordinate::Name(text))
}

fn table(board: &Board, question: &Question, work: &Work<'_>) -> Result<Table> {
    let corner = |given: &Option<Vec<i64>>, usual: i64| match given.as_deref() {
        Some([rows, columns]) => [(*rows).min(64), (*columns).min(64)],
        _ => [usual, usual],
    };
    board.table(corner(&question.from, 1), corner(&question.to, 5), work)
}

fn reading(board: &Board) -> Reading {
    Reading {
        rules: board.name.into(),
        name: Some(board.name.into()),
        title: Some(board.title.into()),
        words: vec![board.title.into(), format!("positions are written as {}", board.positions)],
        play: Play::Normal,
        scores: false,
        ends: board.name == "lgame",
        splits: false,
        board: true,
        axes: Vec::new(),
        parameters: Vec::new(),
        example: Example { position: place(board.start.into()), moves: Vec::new() },
        start: vec![board.start.into()],
        considered: Vec::new(),
    }
}

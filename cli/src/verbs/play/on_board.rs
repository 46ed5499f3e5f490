//! A match on a board.

use std::fmt::Write;

use grundy::boards::{Arena, Board, Step};
use grundy::{Coordinate, Error, ErrorKind, MoveReport, Part, Place, Play, Quiet, Report, Result, Work};

use super::field::{Field, Final};
use super::show::{self, STONES};

pub struct OnBoard {
    board: &'static Board,
    arena: Box<dyn Arena>,
}

impl OnBoard {
    pub fn new(board: &'static Board, play: Option<Play>, work: &Work<'_>) -> Result<OnBoard> {
        Ok(OnBoard { board, arena: board.open(play, work)? })
    }

    /// A position that a person typed.
    pub fn position(&self, texts: &[String]) -> Result<Vec<Place>> {
        Ok(self.arena.tidy_all(texts)?.into_iter().map(place).collect())
    }

    fn steps(&mut self, position: &[Place]) -> Result<Vec<Step>> {
        self.arena.moves(&texts(position), &Work { limits: Default::default(), progress: &Quiet })
    }
}

fn place(text: String) -> Place {
    Place::One(Coordinate::Name(text))
}

fn texts(position: &[Place]) -> Vec<String> {
    position.iter().map(Place::argument).collect()
}

impl Field for OnBoard {
    fn title(&self) -> String {
        self.board.title.into()
    }

    fn goal(&self) -> &'static str {
        match self.arena.play() {
            Play::Normal => "Whoever cannot move loses.",
            Play::Misere => "Whoever cannot move wins.",
        }
    }

    fn labels_tell(&self) -> bool {
        true
    }

    fn read(&self, text: &str) -> Result<Place> {
        self.arena.tidy(text).map(place)
    }

    fn moves(&mut self, position: &[Place]) -> Result<Option<Vec<MoveReport>>> {
        match self.steps(position) {
            Ok(steps) => Ok(Some(steps.into_iter().map(|step| step.by).collect())),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            Err(e) => Err(e),
        }
    }

    fn moves_to(&mut self, position: &[Place], index: usize, parts: &[Place]) -> Result<Vec<MoveReport>> {
        let wanted: Vec<Part> = parts.iter().cloned().map(Part::One).collect();
        let all = self.moves(position)?.unwrap_or_default().into_iter();
        Ok(all.filter(|by| by.component == index && by.to == wanted).collect())
    }

    fn after(&mut self, position: &[Place], by: &MoveReport) -> Result<Vec<Place>> {
        let step = match self.steps(position) {
            Ok(steps) => steps.into_iter().find(|step| step.by == *by),
            // The winning move of a board with too many moves is known without a list.
            Err(e) if e.kind() == ErrorKind::Limit => self.arena.winning_move(&texts(position))?,
            Err(e) => return Err(e),
        };
        let step = step.ok_or_else(|| Error::new(ErrorKind::Position, "there is no such move"))?;
        Ok(step.to.into_iter().map(place).collect())
    }

    fn can_move(&mut self, position: &[Place]) -> Result<bool> {
        Ok(self.moves(position)?.is_none_or(|moves| !moves.is_empty()))
    }

    fn decided(&mut self, _: &[Place]) -> Result<Final> {
        Ok(Final::Stuck(self.arena.play()))
    }

    fn report(&mut self, position: &[Place], work: &Work<'_>) -> Result<Report> {
        self.arena.report(&texts(position), work)
    }

    fn picture(&self, position: &[Place]) -> String {
        let mut text = String::new();
        for (index, place) in position.iter().enumerate() {
            let name = if position.len() == 1 { String::new() } else { show::name(index) + "  " };
            for (line, row) in place.to_string().split('/').enumerate() {
                let margin = if line == 0 { name.clone() } else { " ".repeat(name.len()) };
                let _ = writeln!(text, "  {margin}{STONES}{row}{STONES:#}");
            }
        }
        text
    }
}

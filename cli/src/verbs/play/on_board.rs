//! A match on a board. Positions of boards are texts; a component is the number of its text among those met so far.

use std::cell::RefCell;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use grundy::boards::{Arena, Board, FOR_MATCH, Step};
use grundy::{
    Component, Error, ErrorKind, MoveReport, Part, Place, Play, Position, Quiet, Report, Result, Work,
};

use super::playable::{DecidedBy, Playable};
use super::show;

const CELLS: Style = AnsiColor::Cyan.on_default();

pub struct OnBoard {
    board: &'static Board,
    // Asking about moves also teaches the board something, which nobody sees.
    arena: RefCell<Box<dyn Arena>>,
    met: RefCell<Vec<String>>,
}

impl OnBoard {
    /// Prepares for matches on a board.
    pub fn new(board: &'static Board, play: Option<Play>, work: &Work<'_>) -> Result<OnBoard> {
        let arena = RefCell::new(board.open(play, work)?);
        Ok(OnBoard { board, arena, met: RefCell::default() })
    }

    /// A position that a person wrote.
    pub fn position(&self, texts: &[String]) -> Result<Position> {
        Ok(self.numbered(self.arena.borrow().tidy_all(texts)?))
    }

    fn numbered(&self, texts: Vec<String>) -> Position {
        Position(texts.into_iter().map(|text| self.number(text)).collect())
    }

    fn number(&self, text: String) -> Component {
        let mut met = self.met.borrow_mut();
        let known = met.iter().position(|other| *other == text);
        if known.is_none() {
            met.push(text);
        }
        Component(vec![known.unwrap_or(met.len() - 1) as i64])
    }

    fn text(&self, component: &Component) -> String {
        self.met.borrow()[component.0[0] as usize].clone()
    }

    fn texts(&self, components: &[Component]) -> Vec<String> {
        components.iter().map(|component| self.text(component)).collect()
    }

    fn steps(&self, components: &[Component]) -> Result<Vec<Step>> {
        self.arena.borrow_mut().moves(&self.texts(components), &unwatched())
    }

    /// The moves of one component to these parts, of which there may be too many others to list them.
    fn steps_to(&self, components: &[Component], index: usize, to: &[Part]) -> Result<Vec<Step>> {
        self.arena.borrow_mut().moves_to(&self.texts(components), index, to, &unwatched())
    }
}

/// Looking at moves is quick.
fn unwatched() -> Work<'static> {
    Work { limits: Default::default(), progress: &Quiet }
}

impl Playable for OnBoard {
    fn title(&self) -> String {
        self.board.title.into()
    }

    fn decided(&self) -> DecidedBy {
        DecidedBy::LastMove(self.arena.borrow().play())
    }

    fn ending(&self) -> Option<[&'static str; 2]> {
        self.board.ending.filter(|_| self.arena.borrow().play() == self.board.play)
    }

    fn is_heap(&self) -> bool {
        false
    }

    fn splits(&self) -> bool {
        false
    }

    fn labels_tell(&self) -> bool {
        true
    }

    fn place(&self, component: &Component) -> Place {
        Place::written(&self.text(component))
    }

    fn component(&self, text: &str) -> Result<Component> {
        let tidy = self.arena.borrow().tidy(text)?;
        Ok(self.number(tidy))
    }

    fn parts(&self, text: &str) -> Result<Vec<Component>> {
        match text.eq_ignore_ascii_case("nothing") {
            true => Ok(Vec::new()),
            false => Ok(vec![self.component(text)?]),
        }
    }

    fn look(&self, components: &[Component]) -> String {
        let mut text = String::new();
        for (index, board) in self.texts(components).iter().enumerate() {
            let name = if components.len() == 1 { String::new() } else { show::name(index) + "  " };
            for (line, row) in board.split('/').enumerate() {
                let margin = if line == 0 { name.clone() } else { " ".repeat(name.len()) };
                // Writing to a string cannot fail.
                let _ = writeln!(text, "  {margin}{CELLS}{row}{CELLS:#}");
            }
        }
        text
    }

    fn moves(&self, position: &Position, _: u64) -> Result<Vec<MoveReport>> {
        Ok(self.steps(&position.0)?.into_iter().map(|step| step.by).collect())
    }

    fn some_move(&self, position: &Position) -> Result<Option<MoveReport>> {
        let some = self.arena.borrow_mut().some_move(&self.texts(&position.0), &unwatched())?;
        Ok(some.map(|step| step.by))
    }

    fn moves_to(&self, index: usize, from: &Component, parts: &[Component]) -> Result<Vec<MoveReport>> {
        let wanted: Vec<Part> = parts.iter().map(|part| Part::One(self.place(part))).collect();
        let steps = self.steps_to(std::slice::from_ref(from), 0, &wanted)?.into_iter();
        Ok(steps.map(|step| MoveReport { component: index, ..step.by }).collect())
    }

    fn can_move(&self, component: &Component) -> Result<bool> {
        let texts = self.texts(std::slice::from_ref(component));
        Ok(self.arena.borrow_mut().some_move(&texts, &unwatched())?.is_some())
    }

    fn wins_at_end(&self, _: &Position) -> Result<bool> {
        Ok(false)
    }

    fn stall(&self, _: &Position) -> Result<Option<MoveReport>> {
        Ok(None)
    }

    fn after(&self, position: &Position, by: &MoveReport) -> Result<Option<Position>> {
        let step = self.steps_to(&position.0, by.component, &by.to)?.into_iter().next();
        let step = step.ok_or_else(|| Error::new(ErrorKind::Position, "there is no such move"))?;
        Ok(Some(self.numbered(step.to)))
    }

    fn report(&mut self, position: &Position, work: &Work<'_>) -> Result<Report> {
        let texts = self.texts(&position.0);
        let arena = self.arena.get_mut();
        arena.learn_remoteness(&texts, FOR_MATCH, work)?;
        arena.report(&texts, work)
    }
}

//! A match with tokens on a graph from a file. A component is one token, its only coordinate the vertex.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use grundy::analysis::Analysis;
use grundy::graph::Vertex;
use grundy::{Component, Error, ErrorKind, MoveReport, Part, Place, Play, Position, Report, Result, Work};

use super::playable::{DecidedBy, Playable};
use super::show;

const TOKEN: Style = AnsiColor::Cyan.on_default();
const FAINT: Style = Style::new().dimmed();

/// A solved graph.
pub struct OnGraph<'a> {
    analysis: &'a Analysis<'a>,
    play: Play,
    title: String,
}

impl<'a> OnGraph<'a> {
    /// Prepares for a match; fails if the graph cannot be played on.
    pub fn new(analysis: &'a Analysis<'a>, play: Play, title: String) -> Result<OnGraph<'a>> {
        let names = analysis.file().names.iter().flat_map(|names| names.iter());
        match names.filter(|name| name.contains(char::is_control)).min() {
            Some(name) => Err(Error::new(
                ErrorKind::Unsupported,
                format!("the vertex {name:?} has a name that nobody can type"),
            )
            .hint("give it another name")),
            None => Ok(OnGraph { analysis, play, title }),
        }
    }

    /// Tokens on vertices that a person names.
    pub fn position(&self, names: &[String]) -> Result<Position> {
        names.iter().map(|name| self.component(name)).collect::<Result<_>>().map(Position)
    }
}

/// The component of a token on a vertex.
pub fn token(v: Vertex) -> Component {
    Component(vec![v.0.into()])
}

fn vertex(component: &Component) -> Vertex {
    Vertex(component.0[0] as u32)
}

impl Playable for OnGraph<'_> {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn decided(&self) -> DecidedBy {
        match self.analysis.file().gains {
            Some(_) => DecidedBy::Score,
            None => DecidedBy::LastMove(self.play),
        }
    }

    fn is_heap(&self) -> bool {
        false
    }

    fn splits(&self) -> bool {
        false
    }

    fn place(&self, component: &Component) -> Place {
        self.analysis.place(vertex(component))
    }

    fn component(&self, text: &str) -> Result<Component> {
        self.analysis.file().vertex(text).map(token)
    }

    fn parts(&self, text: &str) -> Result<Vec<Component>> {
        Ok(vec![self.component(text)?])
    }

    fn look(&self, components: &[Component]) -> String {
        let mut text = String::new();
        for (index, component) in components.iter().enumerate() {
            let name = if components.len() == 1 { "at".into() } else { show::name(index) };
            let end = match self.analysis.file().graph.is_terminal(vertex(component)) {
                true => format!("   {FAINT}no move{FAINT:#}"),
                false => String::new(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name}  {TOKEN}{}{TOKEN:#}{end}", self.place(component));
        }
        text
    }

    fn moves(&self, position: &Position, steps: u64) -> Result<Vec<MoveReport>> {
        let graph = &self.analysis.file().graph;
        let edges: usize = position.0.iter().map(|token| graph.degree(vertex(token))).sum();
        if edges as u64 > steps {
            return Err(Error::new(ErrorKind::Limit, format!("there are {edges} moves")));
        }
        let tokens = position.0.iter().enumerate();
        Ok(tokens.flat_map(|(index, token)| self.analysis.moves(index, vertex(token))).collect())
    }

    fn moves_to(&self, index: usize, from: &Component, parts: &[Component]) -> Result<Vec<MoveReport>> {
        let [to] = parts else { return Ok(Vec::new()) };
        let place = [Part::One(self.place(to))];
        let mut moves = self.analysis.moves(index, vertex(from));
        moves.retain(|by| by.to == place);
        Ok(moves)
    }

    fn can_move(&self, component: &Component) -> Result<bool> {
        Ok(!self.analysis.file().graph.is_terminal(vertex(component)))
    }

    /// Nobody: who cannot move is all that counts on a graph.
    fn wins_at_end(&self, _: &Position) -> Result<bool> {
        Ok(false)
    }

    /// The best move of a report already is as good as any.
    fn stall(&self, _: &Position) -> Result<Option<MoveReport>> {
        Ok(None)
    }

    fn report(&mut self, position: &Position, work: &Work<'_>) -> Result<Report> {
        let starts: Vec<Vertex> = position.0.iter().map(vertex).collect();
        self.analysis.report(&starts, work)
    }
}

//! A graph file as an arena: tokens on vertices, which are called as the file calls them.
//!
//! ```
//! use grundy::solve::analysis::{Analysis, GraphArena, Question};
//! use grundy::formats::edge_list;
//! use grundy::{Outcome, Work, arena};
//! let file = edge_list::read(b"b a\nc a\nc b\n", &Work::unwatched())?;
//! let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched())?;
//! let mut tokens = GraphArena::new(&analysis, "a graph".into());
//! let work = Work::unwatched();
//! let report = arena::report(&mut tokens, &["c".into()], &work)?;
//! assert_eq!((report.outcome, report.winning_moves[0].to[0].to_string()), (Outcome::N, "a".into()));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::cell::RefCell;

use hashbrown::HashMap;

use super::{Analysis, Label, SumReport};
use crate::arena::{Arena, Choices, DecidedBy, Played};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::Vertex;
use crate::loopy_value::LoopyValue;
use crate::meter::Meter;
use crate::nimber::Nimber;
use crate::position::{Coordinate, Place};
use crate::reason;
use crate::report::sentence::{EngineName, Fit};
use crate::report::{Judgement, MoveReport, NimSum, Part, PlanReport, Reason, Report};
use crate::work::Work;

/// About how many bytes a move takes in a list, names apart.
const MOVE: u64 = 256;

/// A game on a graph, under way.
pub struct GraphArena<'a> {
    analysis: &'a Analysis<'a>,
    title: String,
    /// The vertices whose names were said: to find a name in a file takes a look at all.
    met: RefCell<HashMap<String, Vertex>>,
}

impl<'a> GraphArena<'a> {
    /// Tokens on a graph that was solved.
    pub fn new(analysis: &'a Analysis<'a>, title: String) -> GraphArena<'a> {
        GraphArena { analysis, title, met: RefCell::default() }
    }

    fn vertex(&self, name: &str) -> Result<Vertex> {
        if let Some(&v) = self.met.borrow().get(name) {
            return Ok(v);
        }
        let v = self.analysis.file().vertex(name)?;
        self.met.borrow_mut().insert(name.into(), v);
        Ok(v)
    }

    fn vertices(&self, position: &[String]) -> Result<Vec<Vertex>> {
        position.iter().map(|name| self.vertex(name)).collect()
    }

    fn text(&self, v: Vertex) -> String {
        let name = self.analysis.label(v).to_string();
        self.met.borrow_mut().insert(name.clone(), v);
        name
    }

    fn shown(&self, v: Vertex) -> Place {
        Place::One(match self.analysis.label(v) {
            Label::Number(number) => Coordinate::Int(number.into()),
            Label::Name(name) => Coordinate::Name(name),
        })
    }

    fn sum(&self, position: &[String], work: &Work<'_>) -> Result<SumReport<Vertex>> {
        self.analysis.sum_of_vertices(&self.vertices(position)?, None, work)
    }

    /// The moves of one token, each once: parallel edges are one move unless they gain differently.
    fn edges(&self, from: Vertex) -> impl Iterator<Item = (Vertex, Option<i64>)> {
        let file = self.analysis.file();
        let edges = file.graph.successors(from).zip(file.graph.edges(from));
        let gain = |edge: usize| file.gains.as_ref().map(|gains| gains[edge]);
        let mut seen = hashbrown::HashSet::<(Vertex, Option<i64>)>::new();
        edges.map(move |(to, edge)| (to, gain(edge))).filter(move |&both| seen.insert(both))
    }

    fn played(&self, position: &[String], component: usize, to: Vertex, gain: Option<i64>) -> Played {
        let by =
            MoveReport { component, to: vec![Part::One(self.shown(to))], label: None, gain, again: false };
        let mut after = position.to_vec();
        after[component] = self.text(to);
        Played { by, to: after }
    }

    fn movement(&self, starts: &[Vertex], by: &super::TurnReport<Vertex>) -> Result<MoveReport> {
        let (Some(component), &[to]) = (by.component, &by.to[..]) else {
            return Err(Error::new(ErrorKind::Unsupported, "a turn that moves several components at once"));
        };
        // Of parallel edges the best one: what it gains now is the score before and the score it leaves.
        let gain = self.analysis.score(starts[component]).zip(self.analysis.score(to));
        let gain = gain.map(|(before, after)| before + after);
        Ok(MoveReport { component, to: vec![Part::One(self.shown(to))], label: None, gain, again: false })
    }
}

impl Arena for GraphArena<'_> {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn decided(&self) -> DecidedBy {
        match self.analysis.file().gains {
            Some(_) => DecidedBy::Score,
            None => DecidedBy::LastMove(self.analysis.play),
        }
    }

    fn start(&self, _: &Work<'_>) -> Result<Vec<String>> {
        match self.analysis.file().graph.only_source() {
            Some(only) => Ok(vec![self.text(only)]),
            None => {
                Err(Error::new(ErrorKind::Position, "it is not clear where to start").hint("name a vertex"))
            }
        }
    }

    fn tidy(&self, text: &str) -> Result<String> {
        self.vertex(text).map(|v| self.text(v))
    }

    fn place(&self, text: &str) -> Place {
        match self.vertex(text) {
            Ok(v) => self.shown(v),
            Err(_) => Place::written(text),
        }
    }

    fn parts(&self, typed: &str) -> Result<Vec<String>> {
        Ok(vec![self.tidy(typed)?])
    }

    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Played>> {
        let (starts, mut all) = (self.vertices(position)?, Vec::new());
        let graph = &self.analysis.file().graph;
        let edges: u64 = starts.iter().map(|&v| graph.degree(v) as u64).sum();
        if edges > work.limits.positions {
            return Err(Error::new(ErrorKind::Limit, format!("there are {edges} moves")));
        }
        let meter = Meter::new("moves", work);
        for (component, &from) in starts.iter().enumerate() {
            for (to, gain) in self.edges(from) {
                meter.add(MOVE + 32 * position.len() as u64)?;
                all.push(self.played(position, component, to, gain));
            }
        }
        Ok(all)
    }

    fn moves_to(
        &mut self,
        position: &[String],
        component: usize,
        to: &[Part],
        _: &Work<'_>,
    ) -> Result<Vec<Played>> {
        let (Some(from), [Part::One(place)]) = (position.get(component), to) else { return Ok(Vec::new()) };
        let (from, Ok(wanted)) = (self.vertex(from)?, self.vertex(&place.argument())) else {
            return Ok(Vec::new());
        };
        let edges = self.edges(from).filter(|&(to, _)| to == wanted);
        Ok(edges.map(|(to, gain)| self.played(position, component, to, gain)).collect())
    }

    fn some_move(&mut self, position: &[String], _: &Work<'_>) -> Result<Option<MoveReport>> {
        let starts = self.vertices(position)?;
        let mut first = starts.iter().enumerate().filter_map(|(i, &v)| Some((i, self.edges(v).next()?)));
        Ok(first.next().map(|(component, (to, gain))| self.played(position, component, to, gain).by))
    }

    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement> {
        if let [v] = self.vertices(position)?[..] {
            let alone = self.analysis.vertex(v);
            let (value, remoteness, score) = (alone.value, alone.remoteness, alone.score);
            return Ok(Judgement { outcome: alone.outcome, value, remoteness, score });
        }
        let SumReport { outcome, value, remoteness, .. } = self.sum(position, work)?;
        Ok(Judgement { outcome, value, remoteness, score: None })
    }

    fn value(&mut self, text: &str, _: &Work<'_>) -> Result<Option<LoopyValue>> {
        Ok(self.analysis.vertex(self.vertex(text)?).value)
    }

    fn choices(&mut self, position: &[String], _: &Judgement, work: &Work<'_>) -> Result<Choices> {
        let (starts, sum) = (self.vertices(position)?, self.sum(position, work)?);
        let movement = |by: &super::TurnReport<Vertex>| self.movement(&starts, by);
        let winning = sum.winning_moves.iter().map(movement).collect::<Result<_>>()?;
        let best = sum.best_move.as_ref().map(movement).transpose()?;
        Ok(Choices { winning, drawing: Vec::new(), best, complete: sum.moves_complete })
    }

    fn reason(&mut self, _: &[String], report: &Report, _: &Work<'_>) -> Result<Reason> {
        let terms =
            report.components.iter().map(|c| c.value.as_ref()?.finite()).collect::<Option<Vec<Nimber>>>();
        let nim_sum = terms
            .filter(|terms| terms.len() > 1)
            .map(|terms| NimSum { sum: terms.iter().copied().sum(), terms });
        let why = match report.score {
            Some(score) => reason::by_score(score),
            None => reason::by_loopy_value(report)
                .filter(|_| report.remoteness.is_none())
                .unwrap_or_else(|| reason::by_search(report)),
        };
        Ok(Reason { sentences: vec![why], nim_sum, mex: None })
    }

    fn unspeakable(&self) -> Option<String> {
        let names = self.analysis.file().names.iter().flat_map(|names| names.iter());
        names.filter(|name| name.contains(char::is_control)).min().map(|name| name.to_string())
    }

    fn plan(&mut self, _: &[String], _: &Work<'_>) -> Result<PlanReport> {
        let file = self.analysis.file();
        let engine = match file.gains {
            Some(_) => EngineName::Negamax,
            None => EngineName::RetrogradeAnalysis,
        };
        let (vertices, edges) = (file.graph.vertex_count(), file.graph.edge_count());
        Ok(PlanReport::new(engine, Fit::Graph { vertices, edges }))
    }

    fn positions(&self) -> u64 {
        self.analysis.file().graph.vertex_count() as u64
    }
}

//! Answers about a graph file in the shape that answers about rules have, for front ends that know both.
//!
//! ```
//! use grundy::analysis::{Analysis, Question};
//! use grundy::formats::edge_list;
//! use grundy::{Limits, Outcome, Quiet, Work};
//! let file = edge_list::read(b"b a\nc a\nc b\n", &Limits::default(), &Quiet)?;
//! let analysis = Analysis::new(&file, &Question::default(), &Quiet)?;
//! let work = Work { limits: Limits::default(), progress: &Quiet };
//! let report = analysis.report(&[file.vertex("c")?], &work)?;
//! assert_eq!((report.outcome, report.winning_moves[0].to[0].to_string()), (Outcome::N, "a".into()));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::{Analysis, Label};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::Vertex;
use crate::nimber::Nimber;
use crate::position::{Coordinate, Place};
use crate::report::{ComponentReport, Cost, MoveReport, NimSum, Part, PlanReport, Reason, Report};
use crate::solve::reason;
use crate::work::Work;

impl Analysis<'_> {
    /// Everything about tokens on some vertices.
    pub fn report(&self, starts: &[Vertex], work: &Work<'_>) -> Result<Report> {
        let sum = self.sum_of_vertices(starts, None, work)?;
        let alone: Vec<_> = starts.iter().map(|&v| self.vertex(v)).collect();
        let score = alone.first().and_then(|only| only.score);
        let movement = |by: &super::MoveReport<Vertex>| self.movement(starts, by);
        let winning_moves = sum.winning_moves.iter().map(movement).collect::<Result<_>>()?;
        let mut report = Report {
            outcome: sum.outcome,
            value: sum.value,
            score,
            winning_moves,
            moves_complete: sum.moves_complete,
            best_move: sum.best_move.as_ref().map(movement).transpose()?,
            remoteness: sum.remoteness,
            components: starts
                .iter()
                .zip(alone)
                .map(|(&v, alone)| ComponentReport { position: self.place(v), value: alone.value })
                .collect(),
            plan: self.plan(),
            cost: Cost { positions: self.file().graph.vertex_count() as u64 },
            search: None,
            reason: Reason::default(),
        };
        report.reason = why(&report);
        Ok(report)
    }

    /// A vertex as positions of rules are written.
    pub fn place(&self, v: Vertex) -> Place {
        place(self.label(v))
    }

    /// Every move of a token, each once: parallel edges are one move unless they gain differently.
    pub fn moves(&self, component: usize, from: Vertex) -> Vec<MoveReport> {
        let file = self.file();
        let edges = file.graph.successors(from).zip(file.graph.edges(from));
        let gain = |edge: usize| file.gains.as_ref().map(|gains| gains[edge]);
        let mut seen = hashbrown::HashSet::<(Vertex, Option<i64>)>::new();
        edges
            .map(|(to, edge)| (to, gain(edge)))
            .filter(|&both| seen.insert(both))
            .map(|(to, gain)| MoveReport {
                component,
                to: vec![Part::One(self.place(to))],
                label: None,
                gain,
            })
            .collect()
    }

    fn movement(&self, starts: &[Vertex], by: &super::MoveReport<Vertex>) -> Result<MoveReport> {
        let (Some(component), &[to]) = (by.component, &by.to[..]) else {
            return Err(Error::new(ErrorKind::Unsupported, "a turn that moves several components at once"));
        };
        // Of parallel edges the best one: what it gains now is the score before and the score it leaves.
        let gain = self.score(starts[component]).zip(self.score(to));
        let gain = gain.map(|(before, after)| before + after);
        Ok(MoveReport { component, to: vec![Part::One(self.place(to))], label: None, gain })
    }

    fn plan(&self) -> PlanReport {
        let graph = &self.file().graph;
        let engine = if self.file().gains.is_some() { "scores by negamax" } else { "retrograde analysis" };
        let why = format!(
            "the game is given as a graph of {} vertices and {} edges",
            graph.vertex_count(),
            graph.edge_count()
        );
        PlanReport { engine: engine.into(), why }
    }
}

fn place(label: Label) -> Place {
    Place::One(match label {
        Label::Number(number) => Coordinate::Int(number.into()),
        Label::Name(name) => Coordinate::Name(name),
    })
}

fn why(report: &Report) -> Reason {
    let terms = report.components.iter().map(|c| c.value.as_ref()?.finite()).collect::<Option<Vec<Nimber>>>();
    let nim_sum =
        terms.filter(|terms| terms.len() > 1).map(|terms| NimSum { sum: terms.iter().copied().sum(), terms });
    let words = match (report.score, &report.value) {
        (Some(score), _) => reason::by_score(score),
        (None, Some(_)) if report.remoteness.is_none() => reason::by_loopy_value(report),
        (None, _) => reason::by_search(report),
    };
    let words = [Some(words), reason::advice(report)].into_iter().flatten().collect();
    Reason { words, nim_sum, mex: None }
}

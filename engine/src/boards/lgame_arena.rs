//! The L-game as front ends see it: one board, outcomes from the graph of all turns.

use super::lgame::{LGame, Turn};
use super::sums::{About, to_one, unsupported};
use crate::arena::{self, Arena, Choices, DecidedBy, Played};
use crate::error::{BoardFault, NextStep, Result};
use crate::outcome::{Outcome, Play};
use crate::report::sentence::{EngineName, Fit, Sentence};
use crate::report::{Judgement, PlanReport, Reason, Report};
use crate::work::Work;

impl LGame {
    /// Solves all turns, to answer questions about any.
    pub(crate) fn open_solved(about: About, play: Option<Play>, work: &Work<'_>) -> Result<Box<dyn Arena>> {
        match play {
            Some(Play::Misere) => Err(unsupported(BoardFault::NoMisereL)),
            _ => Ok(Box::new(OneBoard { about, game: LGame::solve(work)? })),
        }
    }
}

/// Reads a board with the signs of either notation.
fn read(text: &str) -> Result<Turn> {
    if text.contains('#') { Ok(Turn::read(text, '#', 'x')?.0) } else { text.parse() }
}

fn only(position: &[String]) -> Result<Turn> {
    match position {
        [text] => read(text),
        _ => Err(unsupported(BoardFault::PartisanL).hint(NextStep::AskOne)),
    }
}

/// The L-game with all its turns solved.
struct OneBoard {
    about: About,
    game: LGame,
}

impl Arena for OneBoard {
    fn title(&self) -> String {
        self.about.title.clone()
    }

    fn name(&self) -> String {
        self.about.short_title()
    }

    fn usual_play(&self) -> Play {
        Play::Normal
    }

    fn decided(&self) -> DecidedBy {
        DecidedBy::LastMove(Play::Normal)
    }

    fn labels_tell(&self) -> bool {
        true
    }

    fn start(&self, _: &Work<'_>) -> Result<Vec<String>> {
        Ok(vec![self.tidy(self.about.start.as_deref().unwrap_or_default())?])
    }

    fn adds_up(&self) -> bool {
        false
    }

    fn tidy(&self, text: &str) -> Result<String> {
        read(text).map(|turn| turn.to_string())
    }

    fn moves(&mut self, position: &[String], _: &Work<'_>) -> Result<Vec<Played>> {
        let from = only(position)?;
        let step = |to: Turn| {
            let text = to.to_string();
            Played { by: to_one(0, std::slice::from_ref(&text), Some(from.words(&to))), to: vec![text] }
        };
        Ok(self.game.moves(&from).into_iter().map(step).collect())
    }

    fn judge(&mut self, position: &[String], _: &Work<'_>) -> Result<Judgement> {
        let turn = only(position)?;
        let (outcome, remoteness) = (self.game.outcome(&turn), self.game.remoteness(&turn));
        Ok(Judgement { outcome, value: None, remoteness, score: None })
    }

    fn choices(&mut self, position: &[String], judged: &Judgement, work: &Work<'_>) -> Result<Choices> {
        arena::by_outcomes(self, position, judged, work)
    }

    fn reason(&mut self, _: &[String], report: &Report, _: &Work<'_>) -> Result<Reason> {
        let why = match report.outcome {
            Outcome::N => Sentence::BoardWon,
            Outcome::P => Sentence::BoardLost,
            Outcome::D => Sentence::BoardDrawn,
        };
        let counts = self.game.outcomes().counts();
        let (won, lost, drawn) = (counts.N, counts.P, counts.D);
        let counted = Sentence::Counted { all: won + lost + drawn, won, lost, drawn };
        Ok(Reason { sentences: vec![counted, why], ..Reason::default() })
    }

    fn plan(&mut self, _: &[String], _: &Work<'_>) -> Result<PlanReport> {
        Ok(PlanReport::new(EngineName::Retrograde, Fit::Partisan))
    }

    fn positions(&self) -> u64 {
        self.game.graph().vertex_count() as u64
    }
}

/// Counts and the histogram of remoteness, computed, a line each.
pub(crate) fn facts(work: &Work<'_>) -> Result<Vec<String>> {
    let game = LGame::solve(work)?;
    let (graph, outcomes) = (game.graph(), game.outcomes());
    let counts = outcomes.counts();
    let most = graph.vertices().map(|v| graph.degree(v)).max().unwrap_or(0);
    let mut lines = vec![
        format!(
            "{} positions, {} moves, at most {most} from one position",
            graph.vertex_count(),
            graph.edge_count()
        ),
        format!("{} won, {} lost, {} drawn for the player to move", counts.N, counts.P, counts.D),
    ];
    let mut histogram = vec![0u32; outcomes.longest().unwrap_or(0) as usize + 1];
    graph.vertices().filter_map(|v| outcomes.remoteness(v)).for_each(|moves| histogram[moves as usize] += 1);
    lines.extend(histogram.iter().enumerate().map(|(moves, count)| {
        let verdict = if moves % 2 == 1 { "won" } else { "lost" };
        format!("remoteness {moves}: {count} {verdict}")
    }));
    lines.push("partisan: each player has an L of their own, so it has no value in sums".into());
    Ok(lines)
}

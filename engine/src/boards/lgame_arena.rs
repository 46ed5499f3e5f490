//! The L-game as front ends see it: one board, outcomes from the graph of all turns.

use super::answer::{to_one, unsupported};
use super::arena::{Arena, Step, by_outcomes};
use super::lgame::{LGame, Turn};
use crate::error::Result;
use crate::outcome::{Outcome, Play};
use crate::report::{PlanReport, Report};
use crate::solve::Judgement;
use crate::work::Work;

impl LGame {
    /// Solves all turns, to answer questions about any.
    pub(super) fn open(play: Option<Play>, work: &Work<'_>) -> Result<Box<dyn Arena>> {
        match play {
            Some(Play::Misere) => Err(unsupported("the L-game is not played misère")),
            _ => Ok(Box::new(LGame::solve(work.progress)?)),
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
        _ => Err(unsupported(
            "the L-game is partisan, each player has an L of their own: it has no value in sums",
        )
        .hint("ask for one board")),
    }
}

impl Arena for LGame {
    fn play(&self) -> Play {
        Play::Normal
    }

    fn adds_up(&self) -> bool {
        false
    }

    fn tidy(&self, text: &str) -> Result<String> {
        read(text).map(|turn| turn.to_string())
    }

    fn moves(&mut self, position: &[String], _: &Work<'_>) -> Result<Vec<Step>> {
        let from = only(position)?;
        let step = |to: Turn| {
            let text = to.to_string();
            Step { by: to_one(0, text.clone(), Some(from.words(&to))), to: vec![text] }
        };
        Ok(LGame::moves(self, &from).into_iter().map(step).collect())
    }

    fn judge(&mut self, position: &[String], _: &Work<'_>) -> Result<Judgement> {
        let turn = only(position)?;
        let (outcome, remoteness) = (self.outcome(&turn), self.remoteness(&turn));
        Ok(Judgement { outcome, value: None, remoteness, score: None })
    }

    fn plan(&self) -> PlanReport {
        PlanReport {
            engine: "retrograde".into(),
            why: "positions can come back, so the graph of all positions is analysed backwards; the game is partisan \
                  and has no value in sums"
                .into(),
        }
    }

    fn words(&self, _: &[String], judgement: &Judgement) -> Result<Vec<String>> {
        let words = match judgement.outcome {
            Outcome::N => "the best move leaves a lost position",
            Outcome::P => "every move leaves a won position, or there is none",
            Outcome::D => "no move wins, but some keep the draw, for ever if need be",
        };
        let counts = self.outcomes().counts();
        let all = counts.N + counts.P + counts.D;
        let counts =
            format!("of all {all} positions {} are won, {} lost and {} drawn", counts.N, counts.P, counts.D);
        Ok(vec![counts, words.into()])
    }

    fn positions(&self) -> u64 {
        self.graph().vertex_count() as u64
    }

    fn report(&mut self, position: &[String], work: &Work<'_>) -> Result<Report> {
        by_outcomes(self, position, work)
    }
}

/// Counts and the histogram of remoteness, computed, a line each.
pub(super) fn facts(work: &Work<'_>) -> Result<Vec<String>> {
    let game = LGame::solve(work.progress)?;
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

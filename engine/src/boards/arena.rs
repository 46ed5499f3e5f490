//! A board game under way, as front ends see it: positions are texts, and what is asked about them is what is asked
//! about rules.

use crate::error::{ErrorKind, Result};
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::report::{ComponentReport, Cost, MoveReport, Part, PlanReport, Reason, Report, show_parts};
use crate::sketch::Sketch;
use crate::solve::Judgement;
use crate::solve::reason::advice;
use crate::work::Work;

/// Positions that are followed to say how long a game lasts, in a report.
pub(super) const FOR_REPORT: usize = 1 << 11;
/// The same in a match, where a person takes much longer.
pub const FOR_MATCH: usize = 1 << 15;

/// The moves that keep a draw which a report names.
const NAMED_DRAWS: usize = 3;

/// A move, and the position after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move as the mover sees it.
    pub by: MoveReport,
    /// The position in which the other player moves.
    pub to: Vec<String>,
}

/// A board game under way. What was found out is kept for the next question.
pub trait Arena: Send {
    /// Normal or misère.
    fn play(&self) -> Play;

    /// Whether positions have values that add up.
    fn adds_up(&self) -> bool;

    /// A component as it is written, from one that a person wrote; an error if it is none.
    fn tidy(&self, text: &str) -> Result<String>;

    /// A whole position, the same way: boards that do not add up are one component.
    fn tidy_all(&self, texts: &[String]) -> Result<Vec<String>> {
        texts.iter().map(|text| self.tidy(text)).collect()
    }

    /// Every move; an error if they are too many to list.
    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Step>>;

    /// The moves that turn a component into what a text says, tidy; several if they differ in name. Unlike
    /// [`Arena::moves`] it works where there are too many moves to list.
    fn moves_to(
        &mut self,
        position: &[String],
        component: usize,
        to: &[Part],
        work: &Work<'_>,
    ) -> Result<Vec<Step>> {
        let mut steps = self.moves(position, work)?;
        steps.retain(|step| step.by.component == component && step.by.to == to);
        Ok(steps)
    }

    /// Some move, if there is one; it is found without a list.
    fn some_move(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<Step>> {
        Ok(self.moves(position, work)?.into_iter().next())
    }

    /// A winning move, where it is known without looking at all moves.
    fn winning_move(&mut self, _: &[String]) -> Result<Option<Step>> {
        Ok(None)
    }

    /// Who wins.
    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement>;

    /// A component as a drawing that can be clicked, if the board is played on a graph.
    fn sketch(&self, _: &str) -> Result<Option<Sketch>> {
        Ok(None)
    }

    /// How answers are found.
    fn plan(&self) -> PlanReport;

    /// Why the answer is right.
    fn words(&self, position: &[String], judgement: &Judgement) -> Result<Vec<String>>;

    /// Follows the whole game if few positions can come up, so that judgements tell how long it lasts; nothing is lost if
    /// there are more.
    fn learn_remoteness(&mut self, _: &[String], _most: usize, _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    /// A move that makes a lost game last, where nobody knows the longest.
    fn stall(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<Step>> {
        self.some_move(position, work)
    }

    /// How many positions were looked at so far.
    fn positions(&self) -> u64;

    /// Who wins, by which moves, and why; [`by_outcomes`] if values do not say more.
    fn report(&mut self, position: &[String], work: &Work<'_>) -> Result<Report>;
}

/// The moves that keep a draw, the first ones by name.
fn keeping_the_draw(moves: &[&MoveReport]) -> Option<String> {
    let name = |by: &&MoveReport| by.label.clone().unwrap_or_else(|| show_parts(&by.to));
    let names: Vec<String> = moves.iter().take(NAMED_DRAWS).map(name).collect();
    let more = match moves.len().saturating_sub(names.len()) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    match moves.len() {
        // A single one is the advice that follows.
        0 | 1 => None,
        count => Some(format!("{count} moves keep the draw: {}{more}", names.join("; "))),
    }
}

/// A report that looks at the outcome of every move.
pub(super) fn by_outcomes(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<Report> {
    arena.learn_remoteness(position, FOR_REPORT, work)?;
    let judgement = arena.judge(position, work)?;
    let judged = arena.moves(position, work).and_then(|steps| {
        let judged = steps.into_iter().enumerate().map(|(done, step)| {
            work.step("moves", done as u64, None)?;
            let then = arena.judge(&step.to, work)?;
            Ok((step.by, then))
        });
        judged.collect::<Result<Vec<(MoveReport, Judgement)>>>()
    });
    let (judged, moves_complete) = match judged {
        Ok(judged) => (judged, true),
        Err(e) if e.kind() == ErrorKind::Limit => (Vec::new(), false),
        Err(e) => return Err(e),
    };
    let winning = judged.iter().filter(|(_, then)| then.outcome == Outcome::P);
    let mut winning_moves: Vec<MoveReport> = winning.clone().map(|(by, _)| by.clone()).collect();
    if !moves_complete && judgement.outcome == Outcome::N {
        winning_moves.extend(arena.winning_move(position)?.map(|step| step.by));
    }
    let best = match judgement.outcome {
        Outcome::N => winning.min_by_key(|(_, then)| then.remoteness.unwrap_or(u32::MAX)),
        Outcome::D => judged.iter().find(|(_, then)| then.outcome == Outcome::D),
        // Where nobody knows the longest, a move that looks long must do.
        Outcome::P if judgement.remoteness.is_none() => None,
        // `max_by_key` would give the last of several.
        Outcome::P => judged.iter().rev().max_by_key(|(_, then)| then.remoteness),
    };
    let best_move = match best.map(|(by, _)| by.clone()).or_else(|| winning_moves.first().cloned()) {
        None => arena.stall(position, work)?.map(|step| step.by),
        best => best,
    };
    let shown = |text: &String| ComponentReport { position: Place::written(text), value: None };
    let mut report = Report {
        outcome: judgement.outcome,
        value: judgement.value.clone(),
        score: None,
        components: arena.tidy_all(position)?.iter().map(shown).collect(),
        winning_moves,
        moves_complete,
        best_move,
        remoteness: judgement.remoteness,
        plan: arena.plan(),
        cost: Cost { positions: arena.positions() },
        search: None,
        reason: Reason { words: arena.words(position, &judgement)?, nim_sum: None, mex: None },
    };
    if judgement.outcome == Outcome::D {
        let drawing = judged.iter().filter(|(_, then)| then.outcome == Outcome::D).map(|(by, _)| by);
        report.reason.words.extend(keeping_the_draw(&drawing.collect::<Vec<_>>()));
    }
    report.reason.words.extend(advice(&report));
    Ok(report)
}

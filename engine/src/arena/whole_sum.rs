//! Any game followed as a whole sum, move by move: for games whose components do not decide it, as Nimstring and Dots and
//! Boxes, where the same player moves on after some moves.
//!
//! Moving on is read as an ordinary move that leaves one more component, [`MUST_PASS`]: as long as it is there, the player
//! whose turn it is has one move, to take it away. Then turns alternate as everywhere else, and whoever made the first move
//! is to move. So nothing but this file knows of moving on: outcomes, scores, matches and drawings are those of an ordinary
//! game. Its positions have no values that add up (a sum of two lost components may be won by whoever moves on). A pass
//! counts as a move where the length of a game is told.

use super::{Answers, Arena, Choices, DecidedBy, Played, Sums, Written, by_outcomes, explore};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::graph::explore::Bounds;
use crate::outcome::Play;
use crate::position::Place;
use crate::reason;
use crate::report::sentence::{EngineName, Fit};
use crate::report::{Judgement, MoveReport, PlanReport, Reason, Report};
use crate::rules::RuleSentence;
use crate::sketch::Sketch;
use crate::work::Work;

/// The component that only lets a player pass. No game writes a component with a space in it.
pub(crate) const MUST_PASS: &str = "must pass";

/// A game of which every sum that can come up is followed.
pub(crate) struct WholeSum {
    game: Box<dyn Arena>,
    decided: DecidedBy,
    solved: Option<(Written, Answers)>,
}

impl WholeSum {
    /// The game whose moves another one lists, and what decides it.
    pub(crate) fn new(game: Box<dyn Arena>, decided: DecidedBy) -> WholeSum {
        WholeSum { game, decided, solved: None }
    }

    /// The components that are of the game itself.
    fn without_pass(position: &[String]) -> Vec<String> {
        position.iter().filter(|text| *text != MUST_PASS).cloned().collect()
    }

    /// A position as a vertex of what was written out.
    fn vertex(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<String>> {
        Sums::new(self, position, true).vertex(self, position.to_vec(), work)
    }

    fn judgement(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement> {
        self.check(position)?;
        let here = self.vertex(position, work)?;
        let known = |(written, _): &(Written, Answers)| written.positions.find(&here).is_some();
        if !self.solved.as_ref().is_some_and(known) {
            let most = work.limits.positions;
            let bounds = Bounds { positions: most, moves: most.saturating_mul(64) };
            let written = explore(self, position, &|_, _| true, true, bounds, work)?;
            let answers = Answers::of_arena(self, &written, work)?;
            self.solved = Some((written, answers));
        }
        let (written, answers) = self.solved.as_ref().expect("it was just solved");
        let v = written.positions.find(&here);
        v.map(|v| answers.judge(v)).ok_or_else(|| Error::new(ErrorKind::Position, Fault::NoPosition))
    }
}

impl Arena for WholeSum {
    fn title(&self) -> String {
        self.game.title()
    }

    fn decided(&self) -> DecidedBy {
        self.decided
    }

    fn usual_play(&self) -> Play {
        self.game.usual_play()
    }

    fn check(&self, position: &[String]) -> Result<()> {
        let position = WholeSum::without_pass(position);
        if self.decided == DecidedBy::FinalPosition && position.len() != 1 {
            return Err(Error::new(ErrorKind::Unsupported, Fault::EndOfOne).hint(NextStep::AskOne));
        }
        self.game.check(&position)
    }

    fn adds_up(&self) -> bool {
        false
    }

    fn splits(&self) -> bool {
        true
    }

    fn has_start(&self) -> bool {
        self.game.has_start()
    }

    fn start(&self, work: &Work<'_>) -> Result<Vec<String>> {
        self.game.start(work)
    }

    fn tidy(&self, text: &str) -> Result<String> {
        if text == MUST_PASS { Ok(text.into()) } else { self.game.tidy(text) }
    }

    fn place(&self, text: &str) -> Place {
        if text == MUST_PASS { Place::written(text) } else { self.game.place(text) }
    }

    fn parts(&self, typed: &str) -> Result<Vec<String>> {
        self.game.parts(typed)
    }

    fn begin(&mut self, position: &[String], work: &Work<'_>) -> Result<()> {
        self.judgement(position, work).map(drop)
    }

    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Played>> {
        if let Some(component) = position.iter().position(|text| text == MUST_PASS) {
            let gain = (self.decided() == DecidedBy::Score).then_some(0);
            let by = MoveReport { component, to: Vec::new(), label: Some("pass".into()), gain, again: false };
            return Ok(vec![Played { by, to: WholeSum::without_pass(position) }]);
        }
        let mut all = self.game.moves(position, work)?;
        for played in all.iter_mut().filter(|played| played.by.again) {
            played.to.push(MUST_PASS.into());
        }
        Ok(all)
    }

    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement> {
        self.judgement(position, work)
    }

    fn wins_at_end(&self, position: &[String]) -> Result<bool> {
        self.game.wins_at_end(position)
    }

    fn choices(&mut self, position: &[String], judged: &Judgement, work: &Work<'_>) -> Result<Choices> {
        by_outcomes(self, position, judged, work)
    }

    fn reason(&mut self, _: &[String], report: &Report, _: &Work<'_>) -> Result<Reason> {
        let why = report.score.map_or_else(|| reason::by_search(report), reason::by_score);
        Ok(Reason { sentences: vec![why], ..Reason::default() })
    }

    fn sketch(&mut self, text: &str, work: &Work<'_>) -> Result<Option<Sketch>> {
        if text == MUST_PASS { Ok(None) } else { self.game.sketch(text, work) }
    }

    fn plan(&mut self, _: &[String], _: &Work<'_>) -> Result<PlanReport> {
        let engine = match self.decided() {
            DecidedBy::Score => EngineName::MiniMax,
            _ => EngineName::Retrograde,
        };
        Ok(PlanReport::new(engine, Fit::MovesOn))
    }

    fn positions(&self) -> u64 {
        self.solved.as_ref().map_or(0, |(written, _)| written.graph.vertex_count() as u64)
    }

    fn sentences(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<RuleSentence>> {
        self.game.sentences(&WholeSum::without_pass(position), work)
    }
}

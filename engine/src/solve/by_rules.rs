//! Rules as an arena: positions are read and shown by the rules, and a solver judges what can come up.

use crate::arena::{self, Arena, Choices, DecidedBy, Played};
use crate::error::{Error, ErrorKind, Result};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::plan::is_nim;
use crate::position::{Component, Place, Position};
use crate::reason;
use crate::report::{Judgement, MexReason, MoveReport, NimSum, Part, PlanReport, Reason, Report};
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

use super::values::Winning;
use super::{Foretold, Method, Solver, check_play, misere_nim, moves, small_position};

/// Steps that finding one move may take.
const SEARCHED: u64 = 5_000_000;
/// Positions that may be followed to prepare for several at once, where each could be followed alone.
const TOGETHER: u64 = 1_000_000;

/// A game by rules, under way.
pub struct RulesArena {
    rules: Rules,
    play: Option<Play>,
    /// The solver, once a game has begun.
    solver: Option<Solver>,
}

impl RulesArena {
    /// A game by these rules that has not begun.
    pub fn new(rules: Rules, play: Option<Play>) -> RulesArena {
        RulesArena { rules, play, solver: None }
    }

    /// A game of which somebody else has found out what a report looks at.
    pub fn foretold(rules: Rules, play: Option<Play>, told: Foretold) -> RulesArena {
        let solver = Some(Solver::foretold(&rules, told));
        RulesArena { rules, play, solver }
    }

    /// A position as texts.
    pub(super) fn texts(&self, position: &Position) -> Vec<String> {
        position.0.iter().map(|component| self.text(component)).collect()
    }

    fn text(&self, component: &Component) -> String {
        self.rules.show(&component.0).argument()
    }

    fn component(&self, text: &str) -> Result<Component> {
        self.rules.component(text)
    }

    fn position(&self, texts: &[String]) -> Result<Position> {
        Ok(Position(texts.iter().map(|text| self.component(text)).collect::<Result<_>>()?))
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(self.rules.form().clone(), SEARCHED)
    }

    /// The solver, which begins with this position if no game has begun.
    fn solver(&mut self, position: &Position, work: &Work<'_>) -> Result<&mut Solver> {
        if self.solver.is_none() {
            let solver = Solver::new(&self.rules, std::slice::from_ref(position), self.play, work);
            self.solver = Some(solver.map_err(|e| self.placed(e))?);
        }
        Ok(self.solver.as_mut().expect("it was just made"))
    }

    /// An error that points into the text of the rules.
    fn placed(&self, error: Error) -> Error {
        error.within(&self.rules.source)
    }

    fn played(&self, (by, to): (MoveReport, Position)) -> Played {
        Played { by, to: self.texts(&to) }
    }

    /// Whether a move of Nim leads to these parts: there are too many to look through them.
    fn nim_move(&self, from: &Component, parts: &[Component], work: &Work<'_>) -> Option<bool> {
        let form = self.rules.form();
        let unnamed = form.kinds.iter().all(|kind| kind.label.is_none());
        (is_nim(form, work) && unnamed && !form.scores())
            .then(|| matches!(parts, [part] if (0..from.0[0]).contains(&part.0[0])))
    }

    /// The moves of a component to these parts in any order, each once.
    fn options_to(
        &self,
        component: usize,
        from: &Component,
        parts: &[Component],
        work: &Work<'_>,
    ) -> Result<Vec<MoveReport>> {
        let form = self.rules.form();
        let report = |label, gain, again| {
            let to = parts.iter().map(|part| Part::One(self.rules.show(&part.0))).collect();
            MoveReport { component, to, label, gain, again }
        };
        if let Some(legal) = self.nim_move(from, parts, work) {
            return Ok(if legal { vec![report(None, None, false)] } else { Vec::new() });
        }
        let mut wanted: Vec<&[i64]> = parts.iter().map(|part| &part.0[..]).collect();
        wanted.sort_unstable();
        let mut found: Vec<MoveReport> = Vec::new();
        self.evaluator().options(&from.0, work, &mut |option| {
            let total = option.counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
            if total != wanted.len() as u64 {
                return Ok(());
            }
            let places = option.places.chunks_exact(form.axes.len()).zip(option.counts);
            let mut to: Vec<&[i64]> =
                places.flat_map(|(place, &count)| std::iter::repeat_n(place, count as usize)).collect();
            to.sort_unstable();
            if to == wanted {
                let kind = &form.kinds[option.kind];
                let gain = form.scores().then_some(option.gain);
                let by = report(kind.label.clone(), gain, kind.again);
                if !found.contains(&by) {
                    found.push(by);
                }
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl Arena for RulesArena {
    fn title(&self) -> String {
        self.rules.title()
    }

    fn decided(&self) -> DecidedBy {
        let form = self.rules.form();
        match (form.scores(), form.ending.win_if.is_some()) {
            (true, _) => DecidedBy::Score,
            (_, true) => DecidedBy::FinalPosition,
            _ => DecidedBy::LastMove(self.play.unwrap_or(form.ending.play)),
        }
    }

    fn rules(&self) -> Option<&Rules> {
        Some(&self.rules)
    }

    fn usual_play(&self) -> Play {
        self.rules.form().ending.play
    }

    fn check(&self, position: &[String]) -> Result<()> {
        let play = self.play.unwrap_or(self.usual_play());
        check_play(&self.rules, &[self.position(position)?], play).map_err(|e| self.placed(e))
    }

    fn splits(&self) -> bool {
        self.rules.form().splits()
    }

    fn start(&self, work: &Work<'_>) -> Result<Vec<String>> {
        match &self.rules.start[..] {
            [] => Ok(vec![self.text(&small_position(&self.rules, work)?)]),
            start => self.tidy_all(start),
        }
    }

    fn tidy(&self, text: &str) -> Result<String> {
        self.component(text).map(|component| self.text(&component))
    }

    fn place(&self, text: &str) -> Place {
        match self.component(text) {
            Ok(component) => self.rules.show(&component.0),
            Err(_) => Place::written(text),
        }
    }

    fn parts(&self, typed: &str) -> Result<Vec<String>> {
        if typed.eq_ignore_ascii_case("nothing") {
            return Ok(Vec::new());
        }
        typed.split(['+', '&']).map(|part| self.tidy(part.trim())).collect()
    }

    fn begin(&mut self, position: &[String], work: &Work<'_>) -> Result<()> {
        let position = self.position(position)?;
        self.solver = None;
        self.solver(&position, work).map(drop)
    }

    fn expect(&mut self, positions: &[Vec<String>], work: &Work<'_>) -> Result<()> {
        let positions: Vec<Position> = positions.iter().filter_map(|p| self.position(p).ok()).collect();
        if positions.is_empty() || self.solver.as_mut().is_some_and(|known| known.expect(&positions, work)) {
            return work.step("positions", 0, None);
        }
        // Where tables grow with the number of positions, many are not worth more than a few.
        let few = match self.adds_up() || positions.len() == 1 {
            true => *work,
            false => work.with_positions(TOGETHER),
        };
        match Solver::new(&self.rules, &positions, self.play, &few) {
            Ok(solver) => self.solver = Some(solver),
            Err(e) if e.is_stop() => return Err(e),
            Err(_) => {}
        }
        Ok(())
    }

    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Played>> {
        let position = self.position(position)?;
        let listed = moves::list(&self.rules, &position, work).map_err(|e| self.placed(e))?;
        Ok(listed.into_iter().map(|one| self.played(one)).collect())
    }

    fn moves_to(
        &mut self,
        position: &[String],
        component: usize,
        to: &[Part],
        work: &Work<'_>,
    ) -> Result<Vec<Played>> {
        let Some(from) = position.get(component) else { return Ok(Vec::new()) };
        let parts = moves::components(&self.rules, to)?;
        let found = self.options_to(component, &self.component(from)?, &parts, work);
        let mut after = position.to_vec();
        after.splice(component..=component, parts.iter().map(|part| self.text(part)));
        let found = found.map_err(|e| self.placed(e))?.into_iter();
        Ok(found.map(|by| Played { by: MoveReport { to: to.to_vec(), ..by }, to: after.clone() }).collect())
    }

    fn after(&mut self, position: &[String], by: &MoveReport, _: &Work<'_>) -> Result<Vec<String>> {
        let parts = moves::components(&self.rules, &by.to)?;
        let mut after = position.to_vec();
        after.splice(by.component..=by.component, parts.iter().map(|part| self.text(part)));
        Ok(after)
    }

    fn some_move(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<MoveReport>> {
        let position = self.position(position)?;
        moves::first(&self.rules, &position, work).map_err(|e| self.placed(e))
    }

    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement> {
        let position = self.position(position)?;
        self.solver(&position, work)?.judge(&position, work).map_err(|e| self.placed(e))
    }

    fn wins_at_end(&self, position: &[String]) -> Result<bool> {
        let [only] = position else { return Ok(false) };
        Ok(self.evaluator().wins_at_end(&self.component(only)?.0)?.unwrap_or(false))
    }

    fn distance(&mut self, position: &[String]) -> Result<(u64, u64)> {
        let position = self.position(position)?;
        match self.solver.as_mut().map(|solver| &mut solver.method) {
            Some(Method::Loopy(loopy)) => loopy.distance(&position),
            Some(Method::Foretold(told)) => Ok(told.distance(&position)),
            _ => Ok((0, 0)),
        }
    }

    fn value(&mut self, text: &str, work: &Work<'_>) -> Result<Option<LoopyValue>> {
        let alone = Position(vec![self.component(text)?]);
        let solver = self.solver(&alone, work)?;
        match solver.method {
            Method::Values(_) | Method::Loopy(_) => {
                Ok(solver.judge(&alone, work).map_err(|e| self.placed(e))?.value)
            }
            Method::Foretold(ref told) => Ok(told.value(&alone.0[0])),
            Method::Whole(_)
            | Method::Table(_)
            | Method::Window(_)
            | Method::MisereNim
            | Method::Quotient(_) => Ok(None),
        }
    }

    fn choices(&mut self, position: &[String], judged: &Judgement, work: &Work<'_>) -> Result<Choices> {
        let here = self.position(position)?;
        let known = self.solver(&here, work)?.known_choices(&here, judged, work);
        let known = match known {
            Err(e) if e.kind() == ErrorKind::Limit => {
                return arena::without_a_list(self, position, judged.outcome, work);
            }
            known => known.map_err(|e| self.placed(e))?,
        };
        match known {
            // Where nobody knows the longest, a move that looks long must do.
            Some(choices) if choices.best.is_none() && judged.outcome == Outcome::P => {
                let best = self.stall(position, work)?;
                Ok(Choices { best, ..choices })
            }
            Some(choices) => Ok(choices),
            None => arena::by_outcomes(self, position, judged, work),
        }
    }

    fn best_move(
        &mut self,
        position: &[String],
        judged: &Judgement,
        work: &Work<'_>,
    ) -> Result<Option<MoveReport>> {
        let here = self.position(position)?;
        let solver = self.solver(&here, work)?;
        let first = match (&mut solver.method, judged.outcome) {
            (Method::Values(values), Outcome::N) => values.first_winning(&solver.rules, &here, work),
            _ => self.choices(position, judged, work).map(|choices| choices.best),
        };
        match first {
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            first => first.map_err(|e| self.placed(e)),
        }
    }

    fn reason(&mut self, position: &[String], report: &Report, work: &Work<'_>) -> Result<Reason> {
        let position = self.position(position)?;
        self.solver(&position, work)?.reason(&position, report, work).map_err(|e| self.placed(e))
    }

    fn learn_remoteness(&mut self, position: &[String], _: usize, work: &Work<'_>) -> Result<bool> {
        let position = self.position(position)?;
        self.solver(&position, work)?.learn_remoteness(&position, work)
    }

    /// One less in the largest heap, or any move.
    fn stall(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<MoveReport>> {
        let heaps = self.position(position)?;
        if self.rules.form().is_heap()
            && let Some((index, heap)) = heaps.0.iter().enumerate().max_by_key(|(_, heap)| heap.0[0])
            && heap.0[0] > 0
        {
            // Where it takes too long to find out whether that is a move, any will do.
            let less = self.options_to(index, heap, &[Component(vec![heap.0[0] - 1])], work);
            if let Some(by) = less.ok().and_then(|moves| moves.into_iter().next()) {
                return Ok(Some(by));
            }
        }
        self.some_move(position, work)
    }

    fn plan(&mut self, position: &[String], work: &Work<'_>) -> Result<PlanReport> {
        let position = self.position(position)?;
        Ok(self.solver(&position, work)?.plan.clone())
    }

    fn positions(&self) -> u64 {
        self.solver.as_ref().map_or(0, Solver::positions)
    }
}

impl Solver {
    /// The moves to choose, where that is known without looking at what every move leads to.
    pub(super) fn known_choices(
        &mut self,
        position: &Position,
        judged: &Judgement,
        work: &Work<'_>,
    ) -> Result<Option<Choices>> {
        let rules = &self.rules;
        let (winning, complete) = match &mut self.method {
            Method::Values(values) => {
                let Winning { moves, incomplete } = values.winning(rules, position, work)?;
                let best = match judged.outcome {
                    Outcome::P => values.slowest(rules, position, work)?,
                    _ => values.fastest(&moves),
                };
                let winning = moves.into_iter().map(|(by, _)| by).collect();
                return Ok(Some(Choices { winning, drawing: Vec::new(), best, complete: !incomplete }));
            }
            Method::MisereNim => (misere_nim::winning(rules, position, work)?, true),
            Method::Window(judge) => match judge.winning(rules, position, work)? {
                Some(winning) => winning,
                None => return Ok(None),
            },
            Method::Loopy(_)
            | Method::Whole(_)
            | Method::Table(_)
            | Method::Quotient(_)
            | Method::Foretold(_) => return Ok(None),
        };
        let best = winning.first().cloned();
        Ok(Some(Choices { winning, drawing: Vec::new(), best, complete }))
    }

    /// Follows the whole game if it is small, so that judgements tell how long it lasts.
    fn learn_remoteness(&mut self, position: &Position, work: &Work<'_>) -> Result<bool> {
        match &mut self.method {
            Method::Values(values) => values.learn_remoteness(&self.rules, position, work),
            Method::Loopy(loopy) => loopy.learn_remoteness(&self.rules, position, work),
            Method::Foretold(told) => told.learn_remoteness(&self.rules, position, work),
            Method::Whole(_)
            | Method::Table(_)
            | Method::Window(_)
            | Method::MisereNim
            | Method::Quotient(_) => Ok(false),
        }
    }

    /// Why an answer is right.
    fn reason(&mut self, position: &Position, report: &Report, work: &Work<'_>) -> Result<Reason> {
        let mut reason = Reason::default();
        let why = match &mut self.method {
            Method::Values(values) => {
                let terms: Vec<Nimber> =
                    report.components.iter().filter_map(|c| c.value.as_ref()?.finite()).collect();
                let sum = terms.iter().copied().sum();
                if let ([component], [value]) = (&position.0[..], &terms[..]) {
                    let options = values.option_values(&self.rules, &component.0, work)?;
                    reason.mex = options.map(|values| MexReason { values, mex: *value });
                }
                if terms.len() > 1 {
                    reason.nim_sum = Some(NimSum { terms, sum });
                }
                Some(reason::by_value(sum, report))
            }
            Method::Foretold(told) => return Ok(told.reason(position, report)),
            Method::Loopy(_) => reason::by_loopy_value(report),
            Method::MisereNim => Some(reason::by_misere_rule(position, report.outcome)),
            Method::Window(judge) => Some(judge.reason(report.outcome)),
            Method::Quotient(judge) => judge.reason(position, report.outcome),
            Method::Whole(_) | Method::Table(_) => {
                Some(report.score.map_or_else(|| reason::by_search(report), reason::by_score))
            }
        };
        reason.sentences.extend(why);
        Ok(reason)
    }
}

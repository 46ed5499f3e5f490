//! Positions that were judged elsewhere: by workers that followed the game together.
//!
//! Whoever followed the game tells what a report looks at: the position, what its moves lead to, and the values of its
//! components. The report is then built as if the game had been followed here.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::position::{Component, Position};
use crate::proofs::growth::refuse_growth;
use crate::reason;
use crate::report::sentence::{EngineName, Fit, OptionValues};
use crate::report::{Judgement, MexReason, NimSum, PlanReport, Reason, Report};
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

use super::check_play;
use super::whole::Whole;

/// How many choices may be looked at to see whether a component has a move.
const CHOICES: u64 = 1 << 22;

/// What was found out about a position and around it.
pub struct Foretold {
    known: HashMap<Vec<Vec<i64>>, Judgement>,
    /// The sum that is asked about.
    asked: Option<Vec<Vec<i64>>>,
    values: HashMap<Vec<i64>, LoopyValue>,
    /// When each component with a finite value got it, where positions come back.
    counters: HashMap<Vec<i64>, u32>,
    plan: PlanReport,
    positions: u64,
    evaluator: Evaluator,
    keeps_finished: bool,
    whole: Option<Whole>,
}

/// What decides who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Values of the components, which add up. Positions may come back, or not.
    Values {
        /// Whether positions come back.
        cyclic: bool,
    },
    /// The whole sum.
    Sum,
}

impl Foretold {
    /// Nothing yet, of rules that so many positions were met of.
    pub fn new(rules: &Rules, play: Play, by: By, positions: u64) -> Foretold {
        let form = rules.form();
        let (engine, why) = match by {
            By::Values { cyclic: false } => (EngineName::MemorySearch, Fit::AsMet),
            By::Values { cyclic: true } => (EngineName::Retrograde, Fit::ComeBack),
            By::Sum if form.ending.win_if.is_some() => (EngineName::Retrograde, Fit::OwnEnding),
            By::Sum if play == Play::Misere => (EngineName::Retrograde, Fit::Misere),
            By::Sum => (EngineName::Retrograde, Fit::BackAndSplit),
        };
        Foretold {
            known: HashMap::new(),
            asked: None,
            values: HashMap::new(),
            counters: HashMap::new(),
            plan: PlanReport::new(engine, why),
            positions,
            evaluator: Evaluator::new(form.clone(), CHOICES),
            keeps_finished: form.ending.win_if.is_some(),
            whole: None,
        }
    }

    /// Whether workers may follow the game from a position: the refusals are those of one machine.
    pub fn check(rules: &Rules, position: &Position, play: Play, work: &Work<'_>) -> Result<()> {
        check_play(rules, std::slice::from_ref(position), play)?;
        let form = rules.form();
        if form.scores() {
            let message = "scores decide this game, and workers find out who wins";
            return Err(Error::new(ErrorKind::Unsupported, message).hint("leave out the workers"));
        }
        if form.moves_on() {
            return Err(Error::new(ErrorKind::Unsupported, Fault::MovesOn).hint(NextStep::AskPositions));
        }
        rules.check(std::slice::from_ref(position))?;
        let sums = play == Play::Misere || form.ending.win_if.is_some();
        refuse_growth(rules, &position.0, sums, work)
    }

    /// Whether workers may follow the whole sum where components do not decide, refused as on one machine.
    pub fn check_sum(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<()> {
        refuse_growth(rules, &position.0, true, work)
    }

    /// Learns about a sum, given by the coordinates of its components; first about the one that is asked about.
    pub fn learn(
        &mut self,
        sum: Vec<Vec<i64>>,
        outcome: Outcome,
        remoteness: Option<u32>,
        value: Option<LoopyValue>,
    ) {
        self.asked.get_or_insert_with(|| sum.clone());
        self.known.insert(sum, Judgement { outcome, value, remoteness, score: None });
    }

    /// Learns the value of a component.
    pub fn learn_value(&mut self, component: Vec<i64>, value: LoopyValue) {
        self.values.insert(component, value);
    }

    /// Learns when a component got its finite value; those that it may be reverted to got it before.
    pub fn learn_counter(&mut self, component: Vec<i64>, counter: u32) {
        self.counters.insert(component, counter);
    }

    /// How far a lost sum is from its end, as [`Loopy`](super::loopy::Loopy) tells it.
    pub(super) fn distance(&self, position: &Position) -> (u64, u64) {
        let of = |component: &Component| {
            let nimber =
                self.values.get(&component.0).and_then(LoopyValue::finite).map_or(0, |value| value.0);
            (nimber, self.counters.get(&component.0).map_or(0, |&counter| u64::from(counter)))
        };
        if self.counters.is_empty() {
            return (0, 0);
        }
        position.0.iter().map(of).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    pub(super) fn plan(&self) -> &PlanReport {
        &self.plan
    }

    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    fn can_move(&mut self, place: &[i64], work: &Work<'_>) -> Result<bool> {
        Ok(self.evaluator.options_until(place, work, &mut |_| Ok(ControlFlow::Break(())))?.is_break())
    }

    pub(super) fn judge(&mut self, position: &Position, work: &Work<'_>) -> Result<Judgement> {
        let mut sum = Vec::with_capacity(position.0.len());
        for Component(place) in &position.0 {
            if self.keeps_finished || self.can_move(place, work)? {
                sum.push(place.clone());
            }
        }
        sum.sort_unstable();
        let known = self.known.get(&sum).cloned();
        let mut judged = known.ok_or_else(|| Error::new(ErrorKind::Position, Fault::NotForeseen))?;
        if judged.remoteness.is_none()
            && let Some(whole) = &mut self.whole
        {
            judged.remoteness = whole.judge(position).ok().and_then(|judged| judged.remoteness);
        }
        Ok(judged)
    }

    pub(super) fn value(&self, component: &Component) -> Option<LoopyValue> {
        self.values.get(&component.0).cloned()
    }

    /// Follows the whole game if it is small, where only values are known.
    pub(super) fn learn_remoteness(
        &mut self,
        rules: &Rules,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<bool> {
        if !self.values.is_empty() && self.judge(position, work)?.remoteness.is_none() {
            self.whole = Whole::if_small(rules, position, work)?;
        }
        Ok(self.whole.is_some())
    }

    /// Why an answer is right.
    pub(super) fn reason(&self, position: &Position, report: &Report) -> Reason {
        let mut reason = Reason::default();
        let finite = |value: &LoopyValue| value.finite();
        let terms: Vec<Nimber> =
            report.components.iter().filter_map(|c| c.value.as_ref().and_then(finite)).collect();
        let adds_up = self.plan.engine == EngineName::MemorySearch && terms.len() == position.0.len();
        let why = match &report.value {
            None => Some(reason::by_search(report)),
            Some(_) if !adds_up => reason::by_loopy_value(report),
            Some(_) => {
                if let ([_], [value]) = (&position.0[..], &terms[..]) {
                    reason.mex = Some(MexReason { values: self.option_values(), mex: *value });
                }
                let sum = terms.iter().copied().sum();
                if terms.len() > 1 {
                    reason.nim_sum = Some(NimSum { terms, sum });
                }
                Some(reason::by_value(sum, report))
            }
        };
        reason.sentences.extend(why);
        reason
    }

    /// The values of what a component leads to, in order: all that is known but itself.
    fn option_values(&self) -> OptionValues {
        let others = self.known.iter().filter(|(sum, _)| Some(*sum) != self.asked.as_ref());
        let values: std::collections::BTreeSet<Nimber> =
            others.filter_map(|(_, judged)| judged.value.as_ref()?.finite()).collect();
        OptionValues::Listed { values: values.into_iter().collect() }
    }
}

//! Bounded step with finite memory: one heap that falls by bounded amounts, and coordinates with finite domains.
//!
//! Proved from the form: every move lowers the heap, by at most D; and from some heap on the moves do not depend on
//! its size. Then the window automaton applies.

use crate::engine::{Engine, Periodic};
use crate::error::Result;
use crate::heap::{Certificate, CertifiedGame, Fall, PeriodReport, Window};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::position::Component;
use crate::rules::{Domain, Evaluator, Form, Rules};
use crate::work::Work;

use super::{Recognised, Recogniser};
use crate::proofs::cases::{Case, cases};
use crate::proofs::linear::Linear;
use crate::proofs::settled::settled;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

/// What the shape is called.
/// The longest step that is looked for.
const LONGEST: i64 = 1 << 12;
/// A step that no longer one tells apart from any amount.
const FAR: i64 = 1 << 48;
/// The largest number of combinations of the finite coordinates.
const TAGS: usize = 1 << 10;
/// The most positions and the most moves that are written down before the automaton runs.
const POSITIONS: i64 = 1 << 14;
const MOVES: usize = 1 << 17;
/// How many choices may be looked at to find them: of one position, and in all.
const CHOICES_EACH: u64 = 1 << 16;
const CHOICES: u64 = 1 << 22;

pub(super) struct BoundedStep;

impl Recogniser for BoundedStep {
    fn shape(&self) -> ShapeName {
        ShapeName::BoundedStep
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let shape = Shape::of(rules.form(), work)?;
        let why = shape.why(rules.form());
        Ok(Recognised {
            why,
            reach: Reach::OncePeriod,
            engine: Box::new(WindowEngine { window: shape.values(rules, work)?, shape }),
        })
    }
}

/// What is proved about the rules.
#[derive(Clone, Debug)]
struct Shape {
    /// The coordinate that is the heap.
    heap: usize,
    /// The values of the other coordinates, in the order of the tags.
    memory: Vec<Vec<i64>>,
    /// The longest step.
    step: i64,
    /// From here on the moves do not depend on the heap.
    bound: i64,
}

impl Shape {
    fn of(form: &Form, work: &Work<'_>) -> Result<Shape, Misfit> {
        let natural = |axis: usize| matches!(form.axes[axis].domain, Domain::Natural);
        let heaps: Vec<usize> = (0..form.axes.len()).filter(|&axis| natural(axis)).collect();
        let [heap] = heaps[..] else { return Err(Misfit::NotOneUnbounded) };
        if form.splits() || form.kinds.iter().any(|kind| kind.parts.len() != 1) {
            return Err(Misfit::NotOneComponent);
        }
        let memory = memory(form, heap)?;
        let cases = cases(form, work).ok_or(Misfit::TooManyCases)?;
        let step = longest(&cases, heap, work)?;
        let facts = domains(form, heap);
        let bound =
            [step.max(1), 2 * step + 2, 64, 4096].into_iter().find(|b| settled(form, heap, *b, &facts, work));
        let bound = bound.ok_or(Misfit::DependsOnSize)?;
        let bound = bound.max(step);
        if (bound + 1).saturating_mul(memory.len() as i64) > POSITIONS {
            let states = memory.len();
            return Err(Misfit::WindowTooLarge { heaps: bound, states });
        }
        Ok(Shape { heap, memory, step, bound })
    }

    fn why(&self, form: &Form) -> Fit {
        let (name, step) = (form.axes[self.heap].name.clone(), self.step);
        match self.memory.len() {
            1 => Fit::Window { name, step },
            states => Fit::WindowOfStates { name, step, states },
        }
    }

    fn place(&self, n: u64, tag: usize) -> Vec<i64> {
        let mut place = self.memory[tag].clone();
        place.insert(self.heap, n as i64);
        place
    }

    fn tag(&self, place: &[i64]) -> Option<(u64, usize)> {
        let mut rest = place.to_vec();
        let n = rest.remove(self.heap);
        Some((u64::try_from(n).ok()?, self.memory.iter().position(|m| *m == rest)?))
    }

    /// The moves from a position, found by the evaluator.
    fn falls(&self, evaluator: &mut Evaluator, n: u64, tag: usize, work: &Work<'_>) -> Result<Vec<Fall>> {
        let mut falls = Vec::new();
        evaluator.options(&self.place(n, tag), work, &mut |option| {
            if let Some((m, to)) = self.tag(option.places) {
                falls.push(Fall { drop: n - m, to });
            }
            Ok(())
        })?;
        Ok(falls)
    }

    fn table(&self, rules: &Rules, work: &Work<'_>) -> Result<(Vec<Vec<Fall>>, Vec<bool>), Misfit> {
        let mut evaluator = Evaluator::new(rules.form().clone(), CHOICES_EACH);
        let (mut falls, mut ends, mut moves, mut choices) = (Vec::new(), Vec::new(), 0, 0);
        for n in 0..=self.bound as u64 {
            for tag in 0..self.memory.len() {
                falls.push(self.falls(&mut evaluator, n, tag, work)?);
                moves += falls.last().map_or(0, Vec::len);
                choices += evaluator.choices();
                if moves > MOVES || choices > CHOICES {
                    return Err(Misfit::TooManyForWindow);
                }
                let wins = evaluator.wins_at_end(&self.place(n, tag))?;
                ends.push(wins.unwrap_or(true));
            }
        }
        Ok((falls, ends))
    }

    fn values(&self, rules: &Rules, work: &Work<'_>) -> Result<Window, Misfit> {
        let (falls, _) = self.table(rules, work)?;
        let tags = self.memory.len();
        let options = |n: u64, tag: usize| falls[n as usize * tags + tag].clone();
        Window::values(tags, self.bound as u64, options).map_err(Misfit::from)
    }

    fn outcomes(&self, rules: &Rules, work: &Work<'_>) -> Result<Window, Misfit> {
        let (falls, ends) = self.table(rules, work)?;
        let tags = self.memory.len();
        let options = |n: u64, tag: usize| falls[n as usize * tags + tag].clone();
        let wins = |n: u64, tag: usize| ends[n as usize * tags + tag];
        Window::outcomes(tags, self.bound as u64, options, wins).map_err(Misfit::from)
    }
}

/// Every combination of the finite coordinates.
fn memory(form: &Form, heap: usize) -> Result<Vec<Vec<i64>>, Misfit> {
    let mut all = vec![Vec::new()];
    let others = form.axes.iter().enumerate().filter(|(i, _)| *i != heap);
    for (_, axis) in others {
        let values: Vec<i64> = match &axis.domain {
            Domain::Integers(members) | Domain::Names(members) => members.clone(),
            Domain::Range(low, high) => match (low.as_const(), high.as_const()) {
                (Some(low), Some(high)) if high.saturating_sub(low) < TAGS as i64 => (low..=high).collect(),
                _ => return Err(Misfit::NoSmallRange),
            },
            Domain::Natural | Domain::From(_) => return Err(Misfit::TwoUnbounded),
        };
        if all.len().saturating_mul(values.len()) > TAGS {
            return Err(Misfit::TooManyStates);
        }
        let longer = all.iter().flat_map(|m| values.iter().map(move |v| [&m[..], &[*v]].concat()));
        all = longer.collect();
    }
    Ok(all)
}

/// The least step, among a few, that no move exceeds; fails if some move does not lower the heap.
fn longest(cases: &[Case], heap: usize, work: &Work<'_>) -> Result<i64, Misfit> {
    let drop = |case: &Case| Linear::variable(heap).minus(&case.parts[0][heap]);
    if !cases.iter().all(|case| case.implies(&drop(case).shifted(-1), work)) {
        return Err(Misfit::NotProvedToFall);
    }
    let within = |case: &Case, most: i64| case.implies(&Linear::constant(most).minus(&drop(case)), work);
    let bounded = |most: i64| cases.iter().all(|case| within(case, most));
    if !bounded(LONGEST) {
        return Err(match bounded(FAR) {
            true => Misfit::FallsTooFar { most: LONGEST },
            false => Misfit::FallsByAny,
        });
    }
    let (mut low, mut high) = (0, LONGEST);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if bounded(middle) { high = middle } else { low = middle }
    }
    Ok(high)
}

/// What the domains say of the finite coordinates.
fn domains(form: &Form, heap: usize) -> Vec<Linear> {
    let mut facts = Vec::new();
    for (i, axis) in form.axes.iter().enumerate().filter(|(i, _)| *i != heap) {
        let bounds = match &axis.domain {
            Domain::Integers(members) | Domain::Names(members) => {
                members.iter().min().zip(members.iter().max())
            }
            _ => None,
        };
        let bounds = bounds.map(|(l, h)| (*l, *h)).or(match &axis.domain {
            Domain::Range(low, high) => low.as_const().zip(high.as_const()),
            _ => None,
        });
        if let Some((low, high)) = bounds {
            let value = Linear::variable(i);
            facts.extend([value.shifted(-low), Linear::constant(high).minus(&value)]);
        }
    }
    facts
}

/// Values by the window automaton.
struct WindowEngine {
    shape: Shape,
    window: Window,
}

impl Engine for WindowEngine {
    fn name(&self) -> EngineName {
        EngineName::WindowAutomaton
    }

    fn at_most(&mut self, components: &[Component]) -> Option<u64> {
        let largest = components.iter().filter_map(|component| component.0.get(self.shape.heap)).max()?;
        let heaps = u64::try_from(*largest).ok()?.saturating_add(1);
        Some(heaps.saturating_mul(self.shape.memory.len() as u64))
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        components.iter().try_for_each(|component| self.value(&component.0, work).map(|_| ()))
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let Some((n, tag)) = self.shape.tag(place) else { return Ok(Nimber::ZERO) };
        self.window.value(n, tag, work)
    }

    fn positions(&self) -> u64 {
        0
    }

    fn periodic(&mut self) -> Option<&mut dyn Periodic> {
        Some(self)
    }
}

impl Periodic for WindowEngine {
    fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        self.window.find_period(limit, work)
    }

    fn certificate(&self) -> Option<Certificate> {
        self.window.certificate()
    }

    fn certified_game(&self) -> Option<CertifiedGame> {
        Some(self.window.certified_game())
    }
}

/// Which coordinate is the heap, the longest step, and from where on the moves do not depend on the heap.
pub(crate) fn steps(form: &Form, work: &Work<'_>) -> Result<(usize, i64, i64), Misfit> {
    Shape::of(form, work).map(|shape| (shape.heap, shape.step, shape.bound))
}

/// Outcomes where values do not decide: misère play of one component, or an ending of its own.
pub(crate) struct WindowOutcomes {
    shape: Shape,
    window: Window,
}

impl WindowOutcomes {
    /// The automaton for these rules, or why there is none.
    pub(crate) fn new(rules: &Rules, play: Play, work: &Work<'_>) -> Result<(WindowOutcomes, Fit), Misfit> {
        if play == Play::Normal && rules.form().ending.win_if.is_none() {
            return Err(Misfit::ValuesDecide);
        }
        let shape = Shape::of(rules.form(), work)?;
        let why = shape.why(rules.form());
        Ok((WindowOutcomes { window: shape.outcomes(rules, work)?, shape }, why))
    }

    /// Who wins one component.
    pub(crate) fn outcome(&mut self, place: &[i64], work: &Work<'_>) -> Result<Outcome> {
        match self.shape.tag(place) {
            Some((n, tag)) => self.window.outcome(n, tag, work),
            None => Ok(Outcome::P),
        }
    }
}

//! Normal play by values: a sum is lost exactly if the nim-sum of its components is zero.

use std::ops::ControlFlow;

use hashbrown::HashSet;

use crate::bytes::Amount;
use crate::engine::{Engine, KnownOption};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::loopy_value::LoopyValue;
use crate::meter::Meter;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::plan::{RECOGNISERS, Recognised, proved_values, recognise, row_values};
use crate::position::{Component, Position};
use crate::proofs::bounds::{Most, most_positions};
use crate::proofs::growth::refuse_growth;
use crate::report::sentence::{Fit, OptionValues, ShapeName};
use crate::report::{Judgement, MoveReport, Part, PlanReport};
use crate::rules::{Evaluator, Form, Found, QualifierForm, Rules, SetForm};
use crate::search::MemorySearch;
use crate::work::Work;

use super::far_out::OneComponent;
use super::whole::{FOLLOWED, Whole};
use super::{SECOND_CHANCE, moves};

/// Of a component with too many moves to look at, this many winning ones are kept.
const KEPT: usize = 16;

/// A table of more positions than this is not made before it is known that a good part of them can come up,
pub(super) const LARGE: u64 = 1 << 20;
/// more than one in so many: a cell of a table costs a few hundredths of a position that is searched for, and looking for those is
/// in vain where they are many.
const RARE: u64 = 1 << 10;

/// Values by search where a table would hold a whole box of which little can come up.
fn few_met(
    rules: &Rules,
    engine: &mut dyn Engine,
    components: &[Component],
    work: &Work<'_>,
) -> Result<Option<(Values, PlanReport)>> {
    let Some(cells) = engine.table_size(components).filter(|cells| *cells > LARGE) else { return Ok(None) };
    let mut search = MemorySearch::new(rules, work.limits.positions);
    match search.prepare(components, &work.with_positions((cells / RARE).min(SECOND_CHANCE))) {
        Ok(()) => {
            let plan = PlanReport::new(search.name(), Fit::FewMet { cells });
            Ok(Some((Values { engine: Box::new(search), whole: None }, plan)))
        }
        Err(e) if e.is_stop() => Err(e),
        Err(_) => Ok(None),
    }
}

/// A table of more positions than this is made only where no theorem and no proof about all positions spares it.
const HUGE: u64 = 1 << 20;
/// The same in options, where a position has no more than the rule shows: to look for a proof takes as long as a table of these.
const HUGE_OPTIONS: u64 = 1 << 26;

/// Whether a table takes long enough to look for a way around it first.
pub(super) fn is_huge(form: &Form, cells: u64) -> bool {
    match most_options(form) {
        Some(most) => cells.saturating_mul(most.max(1)) > HUGE_OPTIONS,
        None => cells > HUGE,
    }
}

/// The most options that a position has, where their number does not grow with it.
fn most_options(form: &Form) -> Option<u64> {
    let choices = |qualifier: &QualifierForm| match qualifier {
        QualifierForm::Guard(_) => Some(1),
        QualifierForm::Each(_, SetForm::Fixed(members)) => Some(members.len() as u64),
        QualifierForm::Each(_, SetForm::Range(low, high)) => {
            high.as_const()?.checked_sub(low.as_const()?)?.checked_add(1).map(|count| count.max(0) as u64)
        }
        QualifierForm::Each(..) => None,
    };
    form.kinds.iter().try_fold(0u64, |sum, kind| {
        let options =
            kind.steps.iter().try_fold(1u64, |product, step| Some(product.saturating_mul(choices(step)?)))?;
        Some(sum.saturating_add(options))
    })
}

/// Sums of the parts of a larger component are more than anybody follows.
const SPLIT: u64 = 1 << 9;

/// What looking at one option costs, in bytes that could be written meanwhile.
const LOOK: u64 = 64;

fn too_many_moves() -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyToLook).hint(NextStep::RaisePositionsOrLess)
}

/// Moves to a value, with the components that are left, and whether these are all.
struct KnownMoves {
    moves: Vec<(MoveReport, Vec<Component>)>,
    complete: bool,
}

/// Winning moves, with the positions they lead to where anybody knows how long those last.
#[derive(Default)]
pub(super) struct Winning {
    pub moves: Vec<(MoveReport, Option<Position>)>,
    /// Set where there were too many choices to look at them all.
    pub incomplete: bool,
}

pub(super) struct Values {
    engine: Box<dyn Engine>,
    /// The whole game, where it is small enough to know how long it lasts.
    whole: Option<Whole>,
}

/// How a position is judged by the values of its components, or one component without them.
pub(super) enum Planned {
    Values(Box<Values>, PlanReport),
    Closed(Box<OneComponent>, PlanReport),
}

/// A way around tables that are large or out of reach: rows whose state comes back; an automaton for the values; or, where a single
/// component is asked for, a formula, which costs nothing, or an automaton for who wins. `table` says whether a table could be made all the same.
fn spared(rules: &Rules, starts: &[Position], table: bool, work: &Work<'_>) -> Result<Option<Planned>> {
    let closed = |(judge, engine, why)| Planned::Closed(Box::new(judge), PlanReport::new(engine, why));
    let components: Vec<Component> = starts.iter().flat_map(|start| &start.0).cloned().collect();
    if let Some((engine, why)) = row_values(rules, &components, work)? {
        let plan = PlanReport::new(engine.name(), why);
        return Ok(Some(Planned::Values(Box::new(Values { engine, whole: None }), plan)));
    }
    if let Some(formula) = OneComponent::by_formula(rules, starts) {
        return Ok(Some(closed(formula)));
    }
    if let Some((engine, why)) = proved_values(rules, table, work)? {
        let plan = PlanReport::new(engine.name(), why);
        return Ok(Some(Planned::Values(Box::new(Values { engine, whole: None }), plan)));
    }
    let found = OneComponent::closed(rules, starts, table, work);
    work.step("proofs", 0, None)?;
    Ok(found.map(closed))
}

/// A search that was stopped says how many positions it might have met, where anything bounds them.
fn bounded(stopped: Error, rules: &Rules, components: &[Component], work: &Work<'_>) -> Error {
    let Fault::SearchTooLong { met, limit } = *stopped.fault() else { return stopped };
    let Most::Positions(most) = most_positions(rules.form(), components, work) else { return stopped };
    let fault = Fault::SearchTooLongOf { met, most: Amount(most), limit };
    Error::new(ErrorKind::Limit, fault).hint(NextStep::RaisePositions)
}

impl Values {
    /// Plans, and prepares the engine; goes on to a more general one where a limit stops the first.
    pub(super) fn plan(rules: &Rules, starts: &[Position], work: &Work<'_>) -> Result<Planned> {
        let mut components: Vec<Component> = Vec::with_capacity(starts.len());
        for (done, start) in starts.iter().enumerate() {
            work.tick("positions", done as u64, None)?;
            components.extend_from_slice(&start.0);
        }
        let components = &components[..];
        let mut refused = None;
        // Whether a way around tables was looked for, and whether no more can be done for one.
        let (mut asked, mut asked_all) = (false, false);
        for recogniser in RECOGNISERS {
            let found = recognise(*recogniser, rules, work)?;
            let Ok(Recognised { mut engine, why, .. }) = found else { continue };
            if let Some(few) = few_met(rules, &mut *engine, components, work)? {
                return Ok(Planned::Values(Box::new(few.0), few.1));
            }
            let huge = engine.table_size(components).filter(|cells| !asked && is_huge(rules.form(), *cells));
            if let Some(cells) = huge {
                let table = cells <= work.limits.positions;
                (asked, asked_all) = (true, !table);
                if let Some(planned) = spared(rules, starts, table, work)? {
                    return Ok(planned);
                }
            }
            if recogniser.shape() == ShapeName::AnyRules {
                refuse_growth(rules, components, false, work)?;
            }
            let prepared = match refused {
                None => engine.prepare(components, work),
                Some(_) => engine.prepare(components, &work.with_positions(SECOND_CHANCE)),
            };
            match prepared {
                Ok(()) => {
                    let plan = PlanReport::new(engine.name(), why);
                    return Ok(Planned::Values(Box::new(Values { engine, whole: None }), plan));
                }
                Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Evaluation) => {
                    // The last word on a limit has the first engine that met it; on a rule that fails, the most
                    // general engine, which looks at reachable positions only.
                    let replace = e.kind() == ErrorKind::Evaluation || refused.is_none();
                    if replace {
                        refused = Some(e);
                    }
                }
                Err(e) => return Err(e),
            }
        }
        let refused = refused.unwrap_or_else(|| unreachable!("the last recogniser takes everything"));
        let way = if refused.kind() == ErrorKind::Limit && !asked_all {
            spared(rules, starts, false, work)?
        } else {
            None
        };
        way.ok_or_else(|| bounded(refused, rules, components, work))
    }

    /// Prepares for the components of more positions.
    pub(super) fn expect(&mut self, positions: &[Position], work: &Work<'_>) -> Result<()> {
        let components: Vec<Component> = positions.iter().flat_map(|position| &position.0).cloned().collect();
        self.engine.prepare(&components, work)
    }

    pub(super) fn value(&mut self, component: &Component, work: &Work<'_>) -> Result<Nimber> {
        self.engine.value(&component.0, work)
    }

    pub(super) fn sum(&mut self, position: &Position, work: &Work<'_>) -> Result<Nimber> {
        position.0.iter().try_fold(Nimber::ZERO, |sum, c| Ok(sum + self.engine.value(&c.0, work)?))
    }

    pub(super) fn judge(&mut self, position: &Position, work: &Work<'_>) -> Result<Judgement> {
        let value = self.sum(position, work)?;
        let outcome = if value == Nimber::ZERO { Outcome::P } else { Outcome::N };
        let remoteness = self.remoteness(position);
        Ok(Judgement { outcome, value: Some(LoopyValue::Finite(value)), remoteness, score: None })
    }

    fn remoteness(&mut self, position: &Position) -> Option<u32> {
        if let [only] = &position.0[..]
            && let Some(known) = self.engine.remoteness(&only.0)
        {
            return Some(known);
        }
        self.whole.as_mut()?.judge(position).ok()?.remoteness
    }

    /// Follows the whole game if it is small, and says whether it is; nothing is lost if it is not.
    pub(super) fn learn_remoteness(
        &mut self,
        rules: &Rules,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<bool> {
        if self.remoteness(position).is_some() {
            return Ok(true);
        }
        // A game that is likely to be too large is not followed just to find that out.
        let most = if rules.form().splits() { SPLIT } else { FOLLOWED };
        if self.engine.at_most(&position.0).is_some_and(|positions| positions > most) {
            return Ok(false);
        }
        self.whole = Whole::if_small(rules, position, work)?;
        Ok(self.whole.is_some())
    }

    /// The moves of a component to a value, where the engine knows them. Where it does not know what moves are called, rules with labels
    /// are looked through.
    fn known_options(
        &mut self,
        rules: &Rules,
        (index, component): (usize, &Component),
        wanted: Nimber,
        work: &Work<'_>,
    ) -> Result<Option<KnownMoves>> {
        let kinds = &rules.form().kinds;
        let Some(known) = self.engine.first_options_of_value(&component.0, wanted, work)? else {
            return Ok(None);
        };
        let labelled = kinds.iter().any(|kind| kind.label.is_some());
        if labelled && known.options.iter().any(|option| option.kind.is_none()) {
            return Ok(None);
        }
        let told = |option: KnownOption| {
            let to = option.parts.iter().map(|part| Part::One(rules.show(&part.0))).collect();
            let label = option.kind.and_then(|kind| kinds[kind].label.clone());
            (MoveReport { component: index, to, label, gain: None, again: false }, option.parts)
        };
        let moves = known.options.into_iter().map(told).collect();
        Ok(Some(KnownMoves { moves, complete: known.complete }))
    }

    /// The value of an option: the nim-sum of its parts, of which an even number of copies cancels.
    fn option_value(&mut self, option: Found<'_>, axes: usize, work: &Work<'_>) -> Result<Nimber> {
        let parts = option.places.chunks_exact(axes).zip(option.counts);
        parts
            .filter(|(_, count)| *count % 2 == 1)
            .try_fold(Nimber::ZERO, |sum, (part, _)| Ok(sum + self.engine.value(part, work)?))
    }

    /// Every winning move, or the first ones where nobody can look at them all.
    pub(super) fn winning(&mut self, rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Winning> {
        let sum = self.sum(position, work)?;
        let mut winning = Winning::default();
        if sum == Nimber::ZERO {
            return Ok(winning);
        }
        let meter = Meter::new("winning moves", work);
        let timed = self.remoteness(position).is_some();
        for (index, component) in position.0.iter().enumerate() {
            let wanted = self.engine.value(&component.0, work)? + sum;
            let Some(known) = self.known_options(rules, (index, component), wanted, work)? else {
                self.search(rules, position, index, wanted, &meter, &mut winning)?;
                continue;
            };
            winning.incomplete |= !known.complete;
            for (by, option) in known.moves {
                meter.add(moves::bytes_of_parts(&option))?;
                let next = timed.then(|| {
                    let mut next = position.clone();
                    next.0.splice(index..=index, option);
                    next
                });
                winning.moves.push((by, next));
            }
        }
        Ok(winning)
    }

    /// The first winning move, if there is one; no more options are looked at than it takes.
    pub(super) fn first_winning(
        &mut self,
        rules: &Rules,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<Option<MoveReport>> {
        let (sum, axes) = (self.sum(position, work)?, rules.form().axes.len());
        if sum == Nimber::ZERO {
            return Ok(None);
        }
        let mut evaluator = Evaluator::new(rules.form().clone(), work.limits.positions);
        for (component, from) in position.0.iter().enumerate() {
            let wanted = self.engine.value(&from.0, work)? + sum;
            let mut first = None;
            match self.known_options(rules, (component, from), wanted, work)? {
                Some(known) => first = known.moves.into_iter().next().map(|(by, _)| by),
                None => {
                    let _ = evaluator.options_until(&from.0, work, &mut |option| {
                        if self.option_value(option, axes, work)? != wanted {
                            return Ok(ControlFlow::Continue(()));
                        }
                        first = Some(moves::report(rules, component, option));
                        Ok(ControlFlow::Break(()))
                    })?;
                }
            }
            if first.is_some() {
                return Ok(first);
            }
        }
        Ok(None)
    }

    /// Looks at every option of one component; if they are too many, at the first ones.
    fn search(
        &mut self,
        rules: &Rules,
        position: &Position,
        index: usize,
        wanted: Nimber,
        meter: &Meter<'_>,
        winning: &mut Winning,
    ) -> Result<()> {
        let (form, work) = (rules.form(), meter.work());
        let mut evaluator = Evaluator::new(form.clone(), work.limits.positions);
        let mut seen = HashSet::new();
        let (known, timed) = (winning.moves.len(), self.remoteness(position).is_some());
        let looked = evaluator.options(&position.0[index].0, work, &mut |option| {
            meter.pass(LOOK)?;
            let value = self.option_value(option, form.axes.len(), work)?;
            if value == wanted && seen.insert(moves::key(rules, option)) {
                meter.add(moves::bytes_of_report(option))?;
                // Only a game that is small enough to be followed has remotenesses, for which positions are kept.
                let next = timed.then(|| moves::after(position, index, option).ok()).flatten();
                winning.moves.push((moves::report(rules, index, option), next));
            }
            Ok(())
        });
        match looked {
            Err(e) if e.kind() == ErrorKind::Limit => {
                winning.moves.truncate(known + KEPT);
                winning.incomplete = true;
            }
            done => done?,
        }
        Ok(())
    }

    /// The moves of a component to a value.
    pub(super) fn moves_to(
        &mut self,
        rules: &Rules,
        component: &Component,
        wanted: Nimber,
        work: &Work<'_>,
    ) -> Result<Vec<MoveReport>> {
        match self.known_options(rules, (0, component), wanted, work)? {
            Some(known) if known.complete => return Ok(known.moves.into_iter().map(|(by, _)| by).collect()),
            Some(_) => return Err(too_many_moves()),
            None => {}
        }
        let mut found = Winning::default();
        let (alone, meter) = (Position(vec![component.clone()]), Meter::new("winning moves", work));
        self.search(rules, &alone, 0, wanted, &meter, &mut found)?;
        if found.incomplete {
            return Err(too_many_moves());
        }
        Ok(found.moves.into_iter().map(|(by, _)| by).collect())
    }

    /// How many moves of a component lead to a value.
    pub(super) fn count_options(
        &mut self,
        rules: &Rules,
        evaluator: &mut Evaluator,
        component: &Component,
        wanted: Nimber,
        work: &Work<'_>,
    ) -> Result<u64> {
        match self.known_options(rules, (0, component), wanted, work)? {
            Some(known) if known.complete => return Ok(known.moves.len() as u64),
            Some(_) => return Err(too_many_moves()),
            None => {}
        }
        let axes = component.0.len();
        let (mut seen, meter) = (HashSet::new(), Meter::new("winning moves", work));
        evaluator.options(&component.0, work, &mut |option| {
            let value = self.option_value(option, axes, work)?;
            if value == wanted && seen.insert(moves::key(rules, option)) {
                meter.add(moves::bytes_of_report(option))?;
            }
            Ok(())
        })?;
        Ok(seen.len() as u64)
    }

    /// Of the winning moves the first that wins in the fewest moves, as far as that is known.
    pub(super) fn fastest(&mut self, winning: &[(MoveReport, Option<Position>)]) -> Option<MoveReport> {
        let timed = winning.iter().map(|(by, to)| {
            let remoteness = to.as_ref().and_then(|to| self.remoteness(to));
            (remoteness.unwrap_or(u32::MAX), by)
        });
        timed.min_by_key(|(remoteness, _)| *remoteness).map(|(_, by)| by.clone())
    }

    /// The first move that holds out longest, where that is known.
    pub(super) fn slowest(
        &mut self,
        rules: &Rules,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<Option<MoveReport>> {
        if self.remoteness(position).is_none() {
            return Ok(None);
        }
        let all = moves::list(rules, position, work)?;
        let timed = all.into_iter().map(|(by, to)| (self.remoteness(&to), by)).rev();
        Ok(timed.max_by_key(|(remoteness, _)| *remoteness).map(|(_, by)| by))
    }

    /// The values of the options of a component, in order.
    pub(super) fn option_values(
        &mut self,
        rules: &Rules,
        place: &[i64],
        work: &Work<'_>,
    ) -> Result<Option<OptionValues>> {
        if let Some(known) = self.engine.option_values(place) {
            return Ok(Some(known));
        }
        let axes = rules.form().axes.len();
        let mut evaluator = Evaluator::new(rules.form().clone(), 1 << 16);
        let mut values = std::collections::BTreeSet::new();
        let listed = evaluator.options(place, work, &mut |option| {
            let value = self.option_value(option, axes, work)?;
            values.insert(value);
            Ok(())
        });
        match listed {
            Ok(()) => Ok(Some(OptionValues::Listed { values: values.into_iter().collect() })),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            Err(e) => Err(e),
        }
    }

    pub(super) fn positions(&self) -> u64 {
        self.engine.positions()
    }
}

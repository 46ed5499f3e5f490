//! The moves of a position, as reports show them.

use hashbrown::HashSet;

use crate::error::{Error, ErrorKind, Result};
use crate::position::{Component, Position};
use crate::report::{MoveReport, Part};
use crate::rules::{Evaluator, Found, Rules};
use crate::work::Work;

/// More copies than this are counted instead of listed.
const LISTED: u64 = 16;

/// Every move of a position, each once: the same component, the same label and the same parts are the same move.
/// Moves that lead to too many copies to list have no position; they are an error here.
pub(super) fn list(
    rules: &Rules,
    position: &Position,
    work: &Work<'_>,
) -> Result<Vec<(MoveReport, Position)>> {
    let mut evaluator = Evaluator::new(rules.form().clone(), work.limits.positions);
    let mut found = Vec::new();
    for (index, component) in position.0.iter().enumerate() {
        let mut seen = HashSet::new();
        evaluator.options(&component.0, work, &mut |option| {
            if seen.insert(key(rules, option)) {
                found.push((report(rules, index, option), after(position, index, option)?));
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// The first move of a position, if there is one.
pub(super) fn first(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Option<MoveReport>> {
    let mut evaluator = Evaluator::new(rules.form().clone(), work.limits.positions);
    for (index, component) in position.0.iter().enumerate() {
        let mut first = None;
        let stopped = evaluator.options(&component.0, work, &mut |option| {
            first = Some(report(rules, index, option));
            // Enough; the error only ends the enumeration.
            Err(Error::new(ErrorKind::Interrupted, "found"))
        });
        match (first, stopped) {
            (Some(first), _) => return Ok(Some(first)),
            (None, Err(e)) => return Err(e),
            (None, Ok(())) => {}
        }
    }
    Ok(None)
}

/// Every move of a position, as reports show them.
pub fn list_moves(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Vec<MoveReport>> {
    let mut evaluator = Evaluator::new(rules.form().clone(), work.limits.positions);
    let mut found = Vec::new();
    for (index, component) in position.0.iter().enumerate() {
        let mut seen = HashSet::new();
        let listed = evaluator.options(&component.0, work, &mut |option| {
            if seen.insert(key(rules, option)) {
                found.push(report(rules, index, option));
            }
            Ok(())
        });
        listed.map_err(|e| e.within(&rules.source))?;
    }
    Ok(found)
}

/// A small position with moves, to show what rules mean.
pub fn small_position(rules: &Rules) -> Result<Component> {
    let mut evaluator = Evaluator::new(rules.form().clone(), 1 << 16);
    let mut smallest = None;
    for size in [6, 9, 12, 3, 20, 1] {
        let Ok(place) = rules.near(size) else { continue };
        let mut moves = 0;
        let listed = evaluator.options(&place.0, &Work::unwatched(), &mut |_| {
            moves += 1;
            Ok(())
        });
        match listed {
            Ok(()) if moves > 0 => return Ok(place),
            _ => smallest = smallest.or(Some(place)),
        }
    }
    smallest.map_or_else(|| rules.legal(rules.least()?), Ok)
}

/// What makes two options the same move: label, parts in any order, and gain.
type Key<'r> = (Option<&'r str>, Vec<(Vec<i64>, u64)>, i64);

pub(super) fn key<'r>(rules: &'r Rules, option: Found<'_>) -> Key<'r> {
    let form = rules.form();
    let parts = option.places.chunks_exact(form.axes.len()).zip(option.counts);
    let mut parts: Vec<(Vec<i64>, u64)> = parts.map(|(place, count)| (place.to_vec(), *count)).collect();
    parts.sort_unstable();
    (form.kinds[option.kind].label.as_deref(), parts, option.gain)
}

/// A move as a report shows it.
pub(super) fn report(rules: &Rules, component: usize, option: Found<'_>) -> MoveReport {
    let form = rules.form();
    let kind = &form.kinds[option.kind];
    let places = option.places.chunks_exact(form.axes.len());
    let to = places.zip(option.counts).flat_map(|(place, &count)| {
        let place = rules.show(place);
        match count {
            0..=LISTED => vec![Part::One(place); count as usize],
            _ => vec![Part::Copies { count, of: place }],
        }
    });
    MoveReport {
        component,
        to: to.collect(),
        label: kind.label.clone(),
        gain: form.scores().then_some(option.gain),
    }
}

pub(super) fn after(position: &Position, index: usize, option: Found<'_>) -> Result<Position> {
    let mut next = position.clone();
    let axes = next.0[index].0.len();
    let total = option.counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
    if total > 1 << 16 {
        return Err(Error::new(
            ErrorKind::Limit,
            format!("a move leads to {total} components, too many to list"),
        ));
    }
    let parts = option
        .places
        .chunks_exact(axes)
        .zip(option.counts)
        .flat_map(|(place, &count)| std::iter::repeat_n(Component(place.to_vec()), count as usize));
    next.0.splice(index..=index, parts.collect::<Vec<_>>());
    Ok(next)
}

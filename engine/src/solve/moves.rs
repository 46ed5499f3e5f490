//! The moves of a position, as reports show them.

use std::ops::ControlFlow;

use hashbrown::HashSet;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::meter::Meter;
use crate::position::{Component, Position};
use crate::report::{MoveReport, Part};
use crate::rules::{Evaluator, Found, Rules};
use crate::work::Work;

/// More copies than this are counted instead of listed.
const LISTED: u64 = 16;
/// More components than this are not written out as a position.
const MOST_PARTS: u64 = 1 << 16;
/// About how many bytes a move takes in a list, besides its parts: the report, and the key that tells it from others.
const MOVE: u64 = 256;
/// About how many bytes a component takes, as it is stored and as it is shown,
const COMPONENT: u64 = 40;
/// and each of its coordinates.
const COORDINATE: u64 = 48;

/// Every move of a position, each once: the same component, the same label and the same parts are the same move.
/// Moves that lead to too many copies to list have no position; they are an error here.
pub(super) fn list(
    rules: &Rules,
    position: &Position,
    work: &Work<'_>,
) -> Result<Vec<(MoveReport, Position)>> {
    let mut found = Vec::new();
    let stays = bytes_of(position);
    let bytes = |option: Found<'_>| bytes_of_move(option, MOST_PARTS).saturating_add(stays);
    each(rules, position, &bytes, work, &mut |index, option| {
        found.push((report(rules, index, option), after(position, index, option)?));
        Ok(())
    })?;
    Ok(found)
}

/// Calls `visit` with every move of a position, each once; `bytes` says what it takes in a list.
fn each(
    rules: &Rules,
    position: &Position,
    bytes: &dyn Fn(Found<'_>) -> u64,
    work: &Work<'_>,
    visit: &mut dyn FnMut(usize, Found<'_>) -> Result<()>,
) -> Result<()> {
    let most = work.limits.positions;
    let mut evaluator = Evaluator::new(rules.form().clone(), most);
    let meter = Meter::new("moves", work);
    for (index, component) in position.0.iter().enumerate() {
        let mut seen = HashSet::new();
        evaluator.options(&component.0, work, &mut |option| {
            if !seen.insert(key(rules, option)) {
                return Ok(());
            }
            // Each component may have few moves, and all of them together many.
            if meter.entries() >= most {
                return Err(Error::new(ErrorKind::Limit, Fault::TooManyMoves { most })
                    .hint(NextStep::RaisePositionsOrLess));
            }
            meter.add(bytes(option))?;
            visit(index, option)
        })?;
    }
    Ok(())
}

/// About how many bytes a position takes, as it is stored and as it is shown.
pub(super) fn bytes_of(position: &Position) -> u64 {
    position.0.iter().map(|component| COMPONENT + COORDINATE * component.0.len() as u64).sum()
}

/// About how many bytes a move to these components takes in a list.
pub(super) fn bytes_of_parts(parts: &[Component]) -> u64 {
    MOVE + parts.iter().map(|part| COMPONENT + COORDINATE * part.0.len() as u64).sum::<u64>()
}

/// About how many bytes a move takes in a list in which at most so many copies of a part are written out.
fn bytes_of_move(option: Found<'_>, most_copies: u64) -> u64 {
    let axes = (option.places.len() / option.counts.len().max(1)) as u64;
    let parts: u64 = option.counts.iter().map(|count| (*count).min(most_copies)).sum();
    MOVE + parts * (COMPONENT + COORDINATE * axes)
}

/// About how many bytes the report of a move takes.
pub(super) fn bytes_of_report(option: Found<'_>) -> u64 {
    bytes_of_move(option, LISTED)
}

/// The first move of a position, if there is one.
pub(super) fn first(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Option<MoveReport>> {
    let mut evaluator = Evaluator::new(rules.form().clone(), work.limits.positions);
    for (index, component) in position.0.iter().enumerate() {
        let mut first = None;
        let looked = evaluator.options_until(&component.0, work, &mut |option| {
            first = Some(report(rules, index, option));
            Ok(ControlFlow::Break(()))
        })?;
        if looked.is_break() {
            return Ok(first);
        }
    }
    Ok(None)
}

/// Every move of a position, as reports show them.
pub fn list_moves(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Vec<MoveReport>> {
    let mut found = Vec::new();
    let listed = each(rules, position, &bytes_of_report, work, &mut |index, option| {
        found.push(report(rules, index, option));
        Ok(())
    });
    listed.map_err(|e| e.within(&rules.source))?;
    Ok(found)
}

/// The components that a move leads to, read from its report.
pub(super) fn components(rules: &Rules, parts: &[Part]) -> Result<Vec<Component>> {
    let mut all = Vec::new();
    for part in parts {
        let (count, place) = match part {
            Part::One(place) => (1, place),
            Part::Copies { count, of } => (*count, of),
        };
        if count.saturating_add(all.len() as u64) > MOST_PARTS {
            return Err(too_many_parts(count));
        }
        all.extend(std::iter::repeat_n(rules.component(&place.argument())?, count as usize));
    }
    Ok(all)
}

fn too_many_parts(parts: u64) -> Error {
    Error::new(ErrorKind::Limit, format!("a move leads to {parts} components, too many to list"))
}

/// A small position with moves, to show what rules mean.
pub fn small_position(rules: &Rules, work: &Work<'_>) -> Result<Component> {
    let mut evaluator = Evaluator::new(rules.form().clone(), 1 << 16);
    let mut smallest = None;
    for size in [6, 9, 12, 3, 20, 1] {
        let Ok(place) = rules.near(size) else { continue };
        let mut moves = 0;
        let listed = evaluator.options(&place.0, work, &mut |_| {
            moves += 1;
            Ok(())
        });
        match listed {
            Ok(()) if moves > 0 => return Ok(place),
            Err(e) if matches!(e.kind(), ErrorKind::Timeout | ErrorKind::Interrupted) => return Err(e),
            _ => smallest = smallest.or(Some(place)),
        }
    }
    match (smallest, rules.start.first()) {
        (Some(place), _) => Ok(place),
        // Where no position has coordinates that are all alike.
        (None, Some(start)) => rules.component(start),
        (None, None) => rules.legal(rules.least()?),
    }
}

/// What makes two options the same move: label, parts in any order, and gain.
type Key<'r> = (Option<&'r str>, Vec<(Vec<i64>, u64)>, i64, bool);

pub(super) fn key<'r>(rules: &'r Rules, option: Found<'_>) -> Key<'r> {
    let form = rules.form();
    let parts = option.places.chunks_exact(form.axes.len()).zip(option.counts);
    let mut parts: Vec<(Vec<i64>, u64)> = parts.map(|(place, count)| (place.to_vec(), *count)).collect();
    parts.sort_unstable();
    // `1 & 1` and `2 of 1` leave the same.
    parts.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        earlier.1 = earlier.1.saturating_add(if same { later.1 } else { 0 });
        same
    });
    let kind = &form.kinds[option.kind];
    (kind.label.as_deref(), parts, option.gain, kind.again)
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
        again: kind.again,
    }
}

pub(super) fn after(position: &Position, index: usize, option: Found<'_>) -> Result<Position> {
    let mut next = position.clone();
    let axes = next.0[index].0.len();
    let total = option.counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
    if total > MOST_PARTS {
        return Err(too_many_parts(total));
    }
    let parts = option
        .places
        .chunks_exact(axes)
        .zip(option.counts)
        .flat_map(|(place, &count)| std::iter::repeat_n(Component(place.to_vec()), count as usize));
    next.0.splice(index..=index, parts.collect::<Vec<_>>());
    Ok(next)
}

//! A relation tells the values: every position has one number; no option has it; every smaller one is that of an option.

use std::collections::{BTreeSet, HashSet, VecDeque};

use crate::meter::Meter;

use super::super::{Refused, reject};
use super::Said;
use super::claimed::{Claimed, SINK};
use super::condensed::Condensed;
use super::formula::Formula;
use super::reading::System;
use super::walk::{GuessId, Walk};

/// The largest first parts of three that are guessed at first.
const SMALL_PARTS: [i64; 5] = [1, 2, 4, 8, 16];

pub(super) fn values(
    axes: usize,
    system: System,
    claimed: &Claimed,
    said: Said,
    meter: &Meter<'_>,
) -> Result<(), Refused> {
    if (system.radix, system.carry) != (2, 0) {
        return reject("values are written in base 2", "nim-sums are made digit by digit there alone");
    }
    let Said { positions, moves, .. } = said;
    every_position_has_one(&mut Walk::new(system, axes, false, claimed, positions), axes, claimed, meter)?;
    no_position_has_two(axes, claimed, meter)?;
    no_option_has_the_value(&mut Walk::new(system, axes, true, claimed, moves.clone()), claimed, meter)?;
    every_smaller_value_is_reached(system, axes, claimed, moves, meter)
}

/// The numbers that are read together with a value: each letter of the position, followed by both digits of the value.
fn with_value(letter: usize, digit: usize, axes: usize) -> usize {
    letter + (digit << axes)
}

fn every_position_has_one(
    walk: &mut Walk<'_>,
    axes: usize,
    claimed: &Claimed,
    meter: &Meter<'_>,
) -> Result<(), Refused> {
    let follow = |states: &BTreeSet<u32>, letter: usize| -> BTreeSet<u32> {
        let to = |state: &u32| [0, 1].map(|digit| claimed.step(*state, with_value(letter, digit, axes)));
        states.iter().flat_map(to).filter(|state| *state != SINK).collect()
    };
    // A value may have more digits than its position.
    let mut first: BTreeSet<u32> = [claimed.start()].into_iter().filter(|state| *state != SINK).collect();
    loop {
        let more = follow(&first, 0);
        if more.is_subset(&first) {
            break;
        }
        first.extend(more);
    }
    let start = (first, walk.start(meter)?);
    let mut met = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((states, guesses)) = open.pop() {
        let valued = states.iter().any(|state| claimed.accepts(*state));
        match (walk.accepts(guesses), valued) {
            (true, false) => return reject("every position has a value", "one has none"),
            (false, true) => return reject("only positions have a value", "something else has one"),
            _ => {}
        }
        for letter in 0..1 << axes {
            let next = (follow(&states, letter), walk.after(guesses, letter, meter)?);
            if !met.contains(&next) {
                meter.add(16 * next.0.len() as u64 + 128)?;
                met.insert(next.clone());
                open.push(next);
            }
        }
    }
    Ok(())
}

fn no_position_has_two(axes: usize, claimed: &Claimed, meter: &Meter<'_>) -> Result<(), Refused> {
    let start = (claimed.start(), claimed.start(), false);
    let mut met = HashSet::from([start]);
    let mut open = vec![start];
    while let Some((one, other, differ)) = open.pop() {
        if differ && claimed.accepts(one) && claimed.accepts(other) {
            return reject("no position has two values", "one has");
        }
        for (letter, digits) in (0..1 << axes).flat_map(|letter| (0..4).map(move |digits| (letter, digits))) {
            let (a, b) = (digits & 1, digits >> 1);
            let to = |state, digit| claimed.step(state, with_value(letter, digit, axes));
            let next = (to(one, a), to(other, b), differ || a != b);
            if next.0 != SINK && next.1 != SINK && met.insert(next) {
                meter.add(64)?;
                open.push(next);
            }
        }
    }
    Ok(())
}

/// Reads a position with its value, while an option with the same value is guessed.
fn no_option_has_the_value(walk: &mut Walk<'_>, claimed: &Claimed, meter: &Meter<'_>) -> Result<(), Refused> {
    let mut open: Vec<(u32, GuessId)> =
        walk.beginnings(meter)?.into_iter().map(|id| (claimed.start(), id)).collect();
    let mut met: HashSet<(u32, GuessId)> = open.iter().copied().collect();
    while let Some((state, id)) = open.pop() {
        if claimed.accepts(state) && walk.fits_at_the_end(id) {
            return reject("no option has the value of its position", "one has");
        }
        for letter in 0..claimed.letters {
            let to = claimed.step(state, letter);
            if to == SINK {
                continue;
            }
            for after in walk.follow(id, letter, meter)? {
                if met.insert((to, after)) {
                    meter.add(32)?;
                    open.push((to, after));
                }
            }
        }
    }
    Ok(())
}

/// Whether every smaller value is that of an option. Options of three parts and more are many, and few of them are enough: at first only those with
/// a small first part are guessed, then more and more, and all of them at last.
fn every_smaller_value_is_reached(
    system: System,
    axes: usize,
    claimed: &Claimed,
    moves: Vec<Formula>,
    meter: &Meter<'_>,
) -> Result<(), Refused> {
    let many = |formula: &Formula| formula.parts.iter().filter(|part| !part.is_empty()).count() > 2;
    if axes == 1 && moves.iter().any(many) {
        for most in SMALL_PARTS {
            let few = |formula: &Formula| {
                if many(formula) { formula.with_small_part(most) } else { formula.clone() }
            };
            let mut walk = Walk::new(system, axes, true, claimed, moves.iter().map(few).collect());
            if reaches_every_smaller(&mut walk, axes, claimed, meter)? {
                return Ok(());
            }
        }
    }
    match reaches_every_smaller(&mut Walk::new(system, axes, true, claimed, moves), axes, claimed, meter)? {
        true => Ok(()),
        false => reject("every smaller value is that of an option", "one is not"),
    }
}

/// Reads a position with its value and a smaller number, while an option with that number is guessed.
fn reaches_every_smaller(
    walk: &mut Walk<'_>,
    axes: usize,
    claimed: &Claimed,
    meter: &Meter<'_>,
) -> Result<bool, Refused> {
    let (mut condensed, guesses) = Condensed::new(walk, claimed.letters, meter)?;
    let start = (claimed.start(), false, guesses);
    let mut met = HashSet::from([start]);
    // Short words first: what is missing shows there.
    let mut open = VecDeque::from([start]);
    while let Some((state, smaller, guesses)) = open.pop_front() {
        if smaller && claimed.accepts(state) && !condensed.accepts(guesses) {
            return Ok(false);
        }
        for (letter, digits) in (0..1 << axes).flat_map(|letter| (0..4).map(move |digits| (letter, digits))) {
            let (value, number) = (digits & 1, digits >> 1);
            let to = claimed.step(state, with_value(letter, value, axes));
            // A larger number says nothing, and neither does one beside something that is not the value.
            if to == SINK || (!smaller && number > value) {
                continue;
            }
            let after = condensed.after(guesses, with_value(letter, number, axes), meter)?;
            let next = (to, smaller || number < value, after);
            if met.insert(next) {
                meter.add(64)?;
                open.push_back(next);
            }
        }
    }
    Ok(true)
}

//! The values of all heaps: a pattern that the table shows, proved or refuted.
//!
//! **Theorem.** Let every play end, and let F relate positions to numbers such that every position has exactly one; that no option of
//! a position has the number of the position; and that every smaller number is that of an option, where an option of several parts has
//! the nim-sum of their numbers. Then F tells the values. **Proof.** By induction along the play the numbers of options are their
//! values (Sprague 1935, Grundy 1939), so the number of a position is the least that none of its options has. ∎
//!
//! In base 2 the nim-sum of numbers is an automaton, so all of it is decided for linear rules of any number of parts.
//! Parts are summed up one by one, and each is forgotten as soon as its value is known, which keeps the subsets small: read from the
//! top, a value that does not rise is 0 until the last digits, where little is left to be guessed.

use crate::automata::{Automaton, Comparison, Numeration, linear, nim_sum, residue};
use crate::error::Result;
use crate::heap::Period;
use crate::work::Work;

use super::moves::Game;
use super::outcomes::beyond_64_bits;
use super::witnesses::{few_options_do, many_parts};

const SYSTEM: Numeration = Numeration::base(2);

/// The relation between a heap, on track 0, and its value, on track 1, for values that rise by the saltus every period; `value` tells
/// the first ones.
pub(super) fn rising(period: Period, value: impl Fn(u64) -> u64, work: &Work<'_>) -> Result<Automaton> {
    let Period { preperiod, period, saltus } = period;
    let equal =
        |track: usize, number: u64| linear(SYSTEM, &[(track, 1)], -(number as i64), Comparison::Zero, work);
    let nothing = Automaton::valid(SYSTEM, &[0, 1], work)?;
    let mut all = nothing.minus(&nothing, work)?;
    for n in 0..preperiod {
        all = all.or(&equal(0, n)?.and(&equal(1, value(n))?, work)?, work)?;
    }
    let far = linear(SYSTEM, &[(0, 1)], -(preperiod as i64), Comparison::AtLeastZero, work)?;
    let (p, s) = (period as i64, saltus as i64);
    for n in preperiod..preperiod + period {
        let class = residue(SYSTEM, &[(0, 1)], 0, p, &[(n % period) as i64], work)?.and(&far, work)?;
        let line = match saltus {
            0 => equal(1, value(n))?,
            // p·v = s·m + p·value(n) - s·n
            _ => linear(
                SYSTEM,
                &[(0, s), (1, -p)],
                p * value(n) as i64 - s * n as i64,
                Comparison::Zero,
                work,
            )?,
        };
        all = all.or(&class.and(&line, work)?, work)?;
    }
    Ok(all)
}

/// The relation between a position and the values of its options, on the track behind those of the position.
pub(super) fn options(game: &Game, values: &Automaton, work: &Work<'_>) -> Result<Automaton> {
    let axes = game.tracks.len();
    let kept: Vec<usize> = (0..=axes).collect();
    let all = Automaton::valid(SYSTEM, &kept, work)?;
    let mut all = all.minus(&all, work)?;
    for kind in &game.moves {
        let free = kind.relation.tracks().last().map_or(axes, |last| last + 1).max(axes + 1);
        // The tracks of the sum so far, of the value of one part, and of their sum.
        let [sum, value, more] = [free, free + 1, free + 2];
        let nothing = linear(SYSTEM, &[(sum, 1)], 0, Comparison::Zero, work)?;
        let mut found = kind.relation.and(&nothing, work)?;
        for (index, part) in kind.parts.iter().enumerate() {
            let own: Vec<usize> = part.iter().copied().chain([value]).collect();
            let later = kind.parts[index + 1..].concat();
            found = found.and(&values.renamed(&own, work)?, work)?;
            let wanted: Vec<usize> = found
                .tracks()
                .iter()
                .copied()
                .filter(|track| *track < axes || *track >= free || later.contains(track))
                .collect();
            found = found.projected(&wanted, work)?.and(&nim_sum(&[sum, value, more], work)?, work)?;
            let wanted: Vec<usize> = wanted.into_iter().filter(|track| *track < free).chain([more]).collect();
            found = found.projected(&wanted, work)?;
            let names: Vec<usize> =
                wanted.iter().map(|track| if *track == more { sum } else { *track }).collect();
            found = found.renamed(&names, work)?;
        }
        let names: Vec<usize> =
            found.tracks().iter().map(|track| if *track == sum { axes } else { *track }).collect();
        all = all.or(&found.renamed(&names, work)?.beside(&kept, work)?, work)?;
    }
    Ok(all)
}

/// The smallest position at which a relation does not tell the value; none if it always does.
pub(super) fn refutation(game: &Game, values: &Automaton, work: &Work<'_>) -> Result<Option<Vec<u64>>> {
    let axes = game.tracks.len();
    let position = |bad: &Automaton| {
        let bad = bad.projected(&game.tracks, work)?;
        match bad.smallest() {
            None if !bad.is_empty() => Err(beyond_64_bits()),
            smallest => Ok(smallest),
        }
    };
    // Total, single-valued, and about positions only.
    let valued = values.projected(&game.tracks, work)?;
    for bad in [game.positions.minus(&valued, work)?, valued.minus(&game.positions, work)?] {
        if !bad.is_empty() {
            return position(&bad);
        }
    }
    let on = |track: usize| (0..axes).chain([track]).collect::<Vec<usize>>();
    let second = values.renamed(&on(axes + 1), work)?;
    let differ = linear(SYSTEM, &[(axes, 1), (axes + 1, -1)], 0, Comparison::NotZero, work)?;
    let two = values.and(&second, work)?.and(&differ, work)?;
    if !two.is_empty() {
        return position(&two);
    }
    let below = linear(SYSTEM, &[(axes, -1), (axes + 1, 1)], -1, Comparison::AtLeastZero, work)?;
    let smaller = second.and(&below, work)?.projected(&on(axes), work)?;
    if many_parts(game) && few_options_do(game, values, &smaller, work)? {
        return Ok(None);
    }
    let reached = options(game, values, work)?;
    let own = reached.and(values, work)?;
    if !own.is_empty() {
        return position(&own);
    }
    position(&smaller.minus(&reached, work)?)
}

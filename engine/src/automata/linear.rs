//! Linear equations, inequalities and residues as automata.
//!
//! Reading the digits of all numbers from the top, the sum so far is x·uⱼ + y·u₍ⱼ₋₁₎ if j digits are still to come. A sum d of
//! the next digits, weighed by the coefficients, makes (a·x + y + d)·u₍ⱼ₋₁₎ + c·x·u₍ⱼ₋₂₎ of it, so the pair (x, y) is the state, and
//! x + y the sum at the end, since u₀ = u₋₁ = 1 (where c = 0, y is always 0).
//!
//! The states are finitely many: let the negative coefficients add up to −N. What is still to come is at least −N·(uⱼ − 1), for
//! the lowest j digits of a number make less than uⱼ. So the end is at least wⱼ + N with wⱼ = (x−N)·uⱼ + y·u₍ⱼ₋₁₎, and w grows by the
//! recurrence of the weights; if w₀ and w₁ are not negative, no later one is below both, and if the smaller + N makes the whole
//! positive, it stays so whatever comes. In the same way for the other side. Where x is far from 0, y is close to x/φ, with φ the
//! dominant root, since the other root is below 1 in size; so one of both cases applies.

use crate::error::Result;
use crate::work::Work;

use super::automaton::{Automaton, letter_count};
use super::numeration::Numeration;

/// What is said of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Comparison {
    /// It is 0.
    Zero,
    /// It is not 0.
    NotZero,
    /// It is 0 or more.
    AtLeastZero,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sum {
    Open(i128, i128),
    Positive,
    Negative,
}

/// The weighed sums of the digits of every letter.
fn weighed(system: Numeration, coefficients: &[i64]) -> Result<Vec<i128>> {
    let digits = system.digits();
    let sum = |mut letter: usize| {
        coefficients.iter().fold(0, |sum, coefficient| {
            let digit = letter % digits;
            letter /= digits;
            sum + i128::from(*coefficient) * digit as i128
        })
    };
    Ok((0..letter_count(system, coefficients.len())?).map(sum).collect())
}

/// Whether the sum is positive whatever comes, for negative coefficients that add up to `-negative`.
fn decided(system: Numeration, x: i128, y: i128, negative: i128, constant: i128) -> bool {
    let first = x - negative + y;
    let second = (x - negative) * system.second_weight() + y;
    first >= 0 && second >= 0 && first.min(second) + negative + constant > 0
}

/// The relation that `constant` and these multiples of numbers, each on its track, add up to something that compares so.
pub(crate) fn linear(
    system: Numeration,
    terms: &[(usize, i64)],
    constant: i64,
    comparison: Comparison,
    work: &Work<'_>,
) -> Result<Automaton> {
    let tracks: Vec<usize> = terms.iter().map(|term| term.0).collect();
    debug_assert!(tracks.is_sorted());
    let coefficients: Vec<i64> = terms.iter().map(|term| term.1).collect();
    let steps = weighed(system, &coefficients)?;
    let total =
        |sign: i64| coefficients.iter().map(|c| i128::from(c.saturating_mul(sign).max(0))).sum::<i128>();
    let (positive, negative, constant) = (total(1), total(-1), i128::from(constant));
    let reduced = |x: i128, y: i128| match () {
        () if decided(system, x, y, negative, constant) => Sum::Positive,
        () if decided(system, -x, -y, positive, -constant) => Sum::Negative,
        () => Sum::Open(x, y),
    };
    let kept = |sum: Sum| match (comparison, sum) {
        (_, Sum::Open(..)) | (Comparison::NotZero, _) => Some(sum),
        (Comparison::AtLeastZero, Sum::Positive) => Some(sum),
        _ => None,
    };
    let row = |sum: &Sum, keys: &mut Vec<Option<Sum>>| match *sum {
        Sum::Open(x, y) => keys.extend(
            steps
                .iter()
                .map(|step| kept(reduced(i128::from(system.radix) * x + y + step, system.carry() * x))),
        ),
        decided => keys.extend(steps.iter().map(|_| Some(decided))),
    };
    let accepts = |sum: &Sum| match (*sum, comparison) {
        (Sum::Open(x, y), Comparison::Zero) => x + y + constant == 0,
        (Sum::Open(x, y), Comparison::NotZero) => x + y + constant != 0,
        (Sum::Open(x, y), Comparison::AtLeastZero) => x + y + constant >= 0,
        (Sum::Positive, Comparison::AtLeastZero) | (_, Comparison::NotZero) => true,
        _ => false,
    };
    let start = kept(reduced(0, 0));
    let found = Automaton::explore(system, tracks.clone(), start, work, |_| 32, row, accepts)?;
    found.and_valid(&tracks, work)
}

/// The relation that `constant` and these multiples of numbers add up to one of `residues` modulo a number.
pub(crate) fn residue(
    system: Numeration,
    terms: &[(usize, i64)],
    constant: i64,
    modulus: i64,
    residues: &[i64],
    work: &Work<'_>,
) -> Result<Automaton> {
    let tracks: Vec<usize> = terms.iter().map(|term| term.0).collect();
    let coefficients: Vec<i64> = terms.iter().map(|term| term.1.rem_euclid(modulus)).collect();
    let steps = weighed(system, &coefficients)?;
    let modulus = i128::from(modulus);
    let row = |&(x, y): &(i128, i128), keys: &mut Vec<Option<(i128, i128)>>| {
        keys.extend(
            steps
                .iter()
                .map(|step| Some(((i128::from(system.radix) * x + y + step) % modulus, system.carry() * x))),
        );
    };
    let accepts = |&(x, y): &(i128, i128)| {
        let rest = (x + y + i128::from(constant)).rem_euclid(modulus);
        residues.iter().any(|residue| i128::from(*residue) == rest)
    };
    let found = Automaton::explore(system, tracks.clone(), Some((0, 0)), work, |_| 32, row, accepts)?;
    found.and_valid(&tracks, work)
}

/// The relation that the numbers have the nim-sum 0, in base 2.
pub(crate) fn nim_sum(tracks: &[usize], work: &Work<'_>) -> Result<Automaton> {
    let system = Numeration::base(2);
    let letters = letter_count(system, tracks.len())?;
    let row = |_: &(), keys: &mut Vec<Option<()>>| {
        keys.extend((0..letters).map(|letter| (letter.count_ones() % 2 == 0).then_some(())));
    };
    Automaton::explore(system, tracks.to_vec(), Some(()), work, |_| 0, row, |()| true)
}

impl Automaton {
    /// The same relation, on valid words alone.
    fn and_valid(self, tracks: &[usize], work: &Work<'_>) -> Result<Automaton> {
        if self.system.carries { self.beside(tracks, work) } else { Ok(self) }
    }
}

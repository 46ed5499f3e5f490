//! Reading digits: what is known of every sum while the numbers are read from the top.
//!
//! With the weights 1, a + c, …, each `a` times the one below plus `c` times the one below that, a sum so far is x·uⱼ + y·u₍ⱼ₋₁₎ if j
//! digits are to come. What is to come of one number is less than uⱼ; so if the negative coefficients add up to −N, the
//! end is at least wⱼ + N with wⱼ = (x−N)·uⱼ + y·u₍ⱼ₋₁₎, and w₀, w₁ ≥ 0 means that no later w is below both.

use super::formula::{Condition, Formula};

/// How numbers are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct System {
    /// `a`.
    pub radix: usize,
    /// `c`: 0 or 1.
    pub carry: usize,
}

impl System {
    /// The system of this name.
    pub(super) fn named(name: &str) -> Option<System> {
        let number = |text: &str, least: usize| {
            let number = text.parse::<usize>().ok().filter(|n| (least..=64).contains(n))?;
            (number.to_string() == text).then_some(number)
        };
        match name.split_once(' ') {
            None if name == "zeckendorf" => Some(System { radix: 1, carry: 1 }),
            Some(("base", radix)) => Some(System { radix: number(radix, 2)?, carry: 0 }),
            Some(("fraenkel", radix)) => Some(System { radix: number(radix, 2)?, carry: 1 }),
            _ => None,
        }
    }

    pub(super) fn digits(self) -> usize {
        self.radix + self.carry
    }

    /// Whether a digit forbids the next one to be other than 0.
    pub(super) fn forbids(self, digit: usize) -> bool {
        self.carry == 1 && digit == self.radix
    }
}

/// The pairs that stand for a sum whose sign is settled.
const POSITIVE: (i64, i64) = (i64::MAX, 0);
const NEGATIVE: (i64, i64) = (i64::MIN, 0);

/// A formula with what reading it needs.
pub(super) struct Reading {
    system: System,
    pub(super) formula: Formula,
    sums: Vec<Tracked>,
}

struct Tracked {
    constant: i64,
    /// The sums of the positive and of the negative coefficients, both without sign.
    positive: i64,
    negative: i64,
    coefficients: Vec<(usize, i64)>,
    modulus: Option<i64>,
}

impl Reading {
    pub(super) fn new(system: System, formula: Formula) -> Reading {
        let mut moduli = vec![None; formula.sums.len()];
        mark_moduli(&formula.condition, &mut moduli);
        let tracked = |(sum, modulus): (&super::formula::Sum, &Option<i64>)| {
            let reduced = |value: i128| modulus.map_or(value, |m| value.rem_euclid(m.into())) as i64;
            let coefficients: Vec<(usize, i64)> =
                sum.terms.iter().map(|term| (term.0, reduced(term.1))).collect();
            Tracked {
                constant: reduced(sum.constant),
                positive: coefficients.iter().map(|term| term.1.max(0)).sum(),
                negative: coefficients.iter().map(|term| (-term.1).max(0)).sum(),
                coefficients,
                modulus: *modulus,
            }
        };
        let sums = formula.sums.iter().zip(&moduli).map(tracked).collect();
        Reading { system, formula, sums }
    }

    /// What is known before the first digit.
    pub(super) fn start(&self) -> Vec<i64> {
        let settle = |sum: &Tracked| self.settled(sum, 0, 0);
        self.sums.iter().flat_map(|sum| <[i64; 2]>::from(settle(sum))).collect()
    }

    /// What is known after one digit of every number; nothing if the condition can no longer hold.
    pub(super) fn after(&self, known: &[i64], digits: &[usize]) -> Option<Vec<i64>> {
        let mut after = Vec::with_capacity(known.len());
        for (sum, pair) in self.sums.iter().zip(known.chunks_exact(2)) {
            let pair = (pair[0], pair[1]);
            let next = match pair {
                POSITIVE | NEGATIVE => pair,
                (x, y) => {
                    let step: i64 = sum.coefficients.iter().map(|term| term.1 * digits[term.0] as i64).sum();
                    self.settled(sum, self.system.radix as i64 * x + y + step, self.system.carry as i64 * x)
                }
            };
            after.extend(<[i64; 2]>::from(next));
        }
        (self.holds(&self.formula.condition, &after, false) != Some(false)).then_some(after)
    }

    fn settled(&self, sum: &Tracked, x: i64, y: i64) -> (i64, i64) {
        if let Some(modulus) = sum.modulus {
            return (x % modulus, y % modulus);
        }
        let second = (self.system.radix + self.system.carry) as i64;
        let stays = |x: i64, y: i64, negative: i64, constant: i64| {
            let (w0, w1) = (x - negative + y, (x - negative) * second + y);
            w0 >= 0 && w1 >= 0 && w0.min(w1) + negative + constant > 0
        };
        match () {
            () if stays(x, y, sum.negative, sum.constant) => POSITIVE,
            () if stays(-x, -y, sum.positive, -sum.constant) => NEGATIVE,
            () => (x, y),
        }
    }

    /// Whether the condition holds for the numbers that end here.
    pub(super) fn accepts(&self, known: &[i64]) -> bool {
        self.holds(&self.formula.condition, known, true) == Some(true)
    }

    /// Whether a condition holds, if that is settled or this is the end.
    fn holds(&self, condition: &Condition, known: &[i64], end: bool) -> Option<bool> {
        let pair = |at: usize| (known[2 * at], known[2 * at + 1]);
        let total = |at: usize| pair(at).0 + pair(at).1 + self.sums[at].constant;
        match condition {
            Condition::All(all) => self.together(all, known, end, true),
            Condition::Any(any) => self.together(any, known, end, false),
            Condition::Not(inner) => self.holds(inner, known, end).map(|holds| !holds),
            Condition::AtLeastZero(at) => match pair(*at) {
                POSITIVE => Some(true),
                NEGATIVE => Some(false),
                _ => end.then(|| total(*at) >= 0),
            },
            Condition::Zero(at) => match pair(*at) {
                POSITIVE | NEGATIVE => Some(false),
                _ => end.then(|| total(*at) == 0),
            },
            Condition::Rest(at, modulus, rests) => {
                end.then(|| rests.contains(&total(*at).rem_euclid(*modulus)))
            }
        }
    }

    /// All of them, or with `wanted` false any of them.
    fn together(&self, conditions: &[Condition], known: &[i64], end: bool, wanted: bool) -> Option<bool> {
        let mut open = false;
        for condition in conditions {
            match self.holds(condition, known, end) {
                Some(holds) if holds != wanted => return Some(!wanted),
                None => open = true,
                _ => {}
            }
        }
        (!open).then_some(wanted)
    }
}

fn mark_moduli(condition: &Condition, moduli: &mut [Option<i64>]) {
    match condition {
        Condition::All(all) | Condition::Any(all) => all.iter().for_each(|one| mark_moduli(one, moduli)),
        Condition::Not(inner) => mark_moduli(inner, moduli),
        Condition::Rest(at, modulus, _) => moduli[*at] = Some(*modulus),
        Condition::AtLeastZero(_) | Condition::Zero(_) => {}
    }
}

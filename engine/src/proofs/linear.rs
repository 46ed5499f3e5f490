//! Linear inequalities over the integers, and their refutation.
//!
//! Recognisers must prove what they claim about a rule. Most claims ("every move lowers the heap") say that a system
//! of linear inequalities has no solution. Fourier–Motzkin elimination decides that over the rationals; dividing each
//! inequality by the greatest common divisor of its coefficients and rounding makes it a little stronger over the
//! integers. It may give up (too many inequalities, numbers too large): then nothing is claimed.
//!
//! Literature: Fourier 1827, Motzkin 1936; Schrijver, *Theory of Linear and Integer Programming*, 1986, 12.2.
//! Complexity: doubly exponential in the number of variables in the worst case, hence the cap; rules have few.

use std::collections::BTreeMap;

use crate::rules::{Op, Term, TermKind};
use crate::work::Work;

/// A variable of a linear form: a slot of the rule, or one made up during translation.
pub type Variable = usize;

/// `constant + Σ coefficient · variable`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    constant: i128,
    terms: BTreeMap<Variable, i128>,
}

/// How many inequalities elimination may hold at a time before it gives up.
const MOST: usize = 400;
/// Coefficients beyond this are not followed, far from overflow.
const LARGEST: i128 = 1 << 80;

impl Linear {
    /// A constant.
    pub fn constant(value: i64) -> Linear {
        Linear { constant: value.into(), terms: BTreeMap::new() }
    }

    /// A variable.
    pub fn variable(variable: Variable) -> Linear {
        Linear { constant: 0, terms: BTreeMap::from([(variable, 1)]) }
    }

    /// A term over slots, if it is linear as written.
    pub fn of(term: &Term) -> Option<Linear> {
        match &term.kind {
            TermKind::Const(value) => Some(Linear::constant(*value)),
            TermKind::Slot(slot) => Some(Linear::variable(*slot)),
            TermKind::Neg(inner) => Some(Linear::of(inner)?.times(-1)),
            TermKind::Binary(Op::Add, left, right) => Some(Linear::of(left)?.plus(&Linear::of(right)?)),
            TermKind::Binary(Op::Sub, left, right) => Some(Linear::of(left)?.minus(&Linear::of(right)?)),
            TermKind::Binary(Op::Mul, left, right) => match (left.as_const(), right.as_const()) {
                (Some(factor), _) => Some(Linear::of(right)?.times(factor.into())),
                (_, Some(factor)) => Some(Linear::of(left)?.times(factor.into())),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same form with every variable replaced.
    pub fn substitute(&self, with: impl Fn(Variable) -> Linear) -> Linear {
        let constant = Linear { constant: self.constant, terms: BTreeMap::new() };
        self.terms.iter().fold(constant, |sum, (v, c)| sum.plus(&with(*v).times(*c)))
    }

    /// The value, if it has no variables.
    pub fn as_constant(&self) -> Option<i64> {
        if self.terms.is_empty() { self.constant.try_into().ok() } else { None }
    }

    /// What a variable is multiplied by.
    pub fn coefficient(&self, variable: Variable) -> i128 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// The variable that it is and nothing else.
    pub fn as_variable(&self) -> Option<Variable> {
        let (variable, coefficient) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && *coefficient == 1 && self.constant == 0).then_some(*variable)
    }

    /// What does not depend on variables.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// Whether it is plainly not negative where no variable is.
    pub fn never_negative(&self) -> bool {
        self.constant >= 0 && self.terms.values().all(|c| *c >= 0)
    }

    /// The variables that occur.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.terms.keys().copied()
    }

    /// `self · factor`.
    pub fn times(&self, factor: i128) -> Linear {
        let terms = self.terms.iter().filter(|_| factor != 0).map(|(v, c)| (*v, c.saturating_mul(factor)));
        Linear { constant: self.constant.saturating_mul(factor), terms: terms.collect() }
    }

    /// `self + other`.
    pub fn plus(&self, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.constant = sum.constant.saturating_add(other.constant);
        for (variable, coefficient) in &other.terms {
            let entry = sum.terms.entry(*variable).or_insert(0);
            *entry = entry.saturating_add(*coefficient);
            if *entry == 0 {
                sum.terms.remove(variable);
            }
        }
        sum
    }

    /// `self − other`.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus(&other.times(-1))
    }

    /// `self + n`.
    pub fn shifted(&self, n: i64) -> Linear {
        self.plus(&Linear::constant(n))
    }

    fn too_large(&self) -> bool {
        self.constant.abs() > LARGEST || self.terms.values().any(|c| c.abs() > LARGEST)
    }

    /// The same inequality `self ≥ 0` over the integers, divided and rounded.
    fn tightened(mut self) -> Linear {
        let divisor = self.terms.values().fold(0, |g, c| gcd(g, c.unsigned_abs()));
        if divisor > 1 {
            self.terms.values_mut().for_each(|c| *c /= divisor as i128);
            self.constant = self.constant.div_euclid(divisor as i128);
        }
        self
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether no integers make all of these ≥ 0. `false` also means "could not tell", and so does being told to stop.
pub fn impossible(inequalities: &[Linear], work: &Work<'_>) -> bool {
    if inequalities.len() > MOST {
        return false;
    }
    let mut open: Vec<Linear> = inequalities.iter().cloned().map(Linear::tightened).collect();
    loop {
        if work.step("proofs", 0, None).is_err() {
            return false;
        }
        if open.iter().any(|l| l.terms.is_empty() && l.constant < 0) {
            return true;
        }
        open.retain(|l| !l.terms.is_empty());
        open.sort_by(|a, b| a.terms.cmp(&b.terms).then(a.constant.cmp(&b.constant)));
        // Of two inequalities with the same left side the one with the smaller constant says more.
        open.dedup_by(|later, earlier| later.terms == earlier.terms);
        let Some(variable) = cheapest(&open) else { return false };
        let (with, mut next): (Vec<Linear>, Vec<Linear>) =
            open.into_iter().partition(|l| l.terms.contains_key(&variable));
        let (lower, upper): (Vec<Linear>, Vec<Linear>) =
            with.into_iter().partition(|l| l.coefficient(variable) > 0);
        // Told before they are made: a few hundred of each would make a hundred thousand.
        if next.len() + lower.len() * upper.len() > MOST {
            return false;
        }
        for low in &lower {
            for high in &upper {
                let sum = low.times(-high.coefficient(variable)).plus(&high.times(low.coefficient(variable)));
                let sum = sum.tightened();
                if sum.too_large() {
                    return false;
                }
                next.push(sum);
            }
        }
        open = next;
    }
}

/// The variable whose elimination makes the fewest new inequalities.
fn cheapest(open: &[Linear]) -> Option<Variable> {
    let mut uses: BTreeMap<Variable, (usize, usize)> = BTreeMap::new();
    for (variable, coefficient) in open.iter().flat_map(|l| &l.terms) {
        let entry = uses.entry(*variable).or_default();
        if *coefficient > 0 { entry.0 += 1 } else { entry.1 += 1 }
    }
    uses.into_iter().min_by_key(|(_, (lower, upper))| lower * upper).map(|(variable, _)| variable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(terms: &[(Variable, i64)], constant: i64) -> Linear {
        terms
            .iter()
            .fold(Linear::constant(constant), |sum, &(v, c)| sum.plus(&Linear::variable(v).times(c.into())))
    }

    #[test]
    fn a_contradiction_is_found_and_a_solution_is_not_denied() {
        // x ≥ 1, y ≥ x, y ≤ 0
        let no = [at_least(&[(0, 1)], -1), at_least(&[(1, 1), (0, -1)], 0), at_least(&[(1, -1)], 0)];
        let work = Work::unwatched();
        assert!(impossible(&no, &work));
        assert!(!impossible(&no[..2], &work));
        assert!(!impossible(&[], &work));
    }

    #[test]
    fn rounding_sees_what_rationals_cannot() {
        // 2x = 1
        let system = [at_least(&[(0, 2)], -1), at_least(&[(0, -2)], 1)];
        assert!(impossible(&system, &Work::unwatched()));
    }

    #[test]
    fn it_never_denies_a_solution_that_a_search_finds() {
        let mut seed = 12345u64;
        let mut random = |n: i64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((seed >> 33) as i64).rem_euclid(2 * n + 1) - n
        };
        let mut refuted = 0;
        for _ in 0..2000 {
            let system: Vec<Linear> = (0..4)
                .map(|_| at_least(&[(0, random(3)), (1, random(3)), (2, random(3))], random(5)))
                .collect();
            let solvable = (0..343).any(|i| {
                let point = [i % 7 - 3, i / 7 % 7 - 3, i / 49 - 3];
                system.iter().all(|l| {
                    (0..3).map(|v| l.coefficient(v) * i128::from(point[v])).sum::<i128>() + l.constant >= 0
                })
            });
            let denied = impossible(&system, &Work::unwatched());
            refuted += usize::from(denied);
            assert!(!(solvable && denied), "{system:?}");
        }
        assert!(refuted > 100);
    }
}

//! Arithmetic periods of codes that leave up to three parts, by theorem S.
//!
//! **Theorem S.** Let a finite code without restrictions on its splits remove at most `k` tokens and leave at most `j` parts. Let
//! `f(n+p) = f(n) + s` for `n ≥ n0 ≥ 1`, and let `2^e` be the largest power of two that divides `s ≥ 1`. Write
//! `x = 2^e·hi(x) + lo(x)` with `lo(x) < 2^e`, and call a part regular if it is at least `n0`. Put
//! `V = s + 2^e·(1 + max hi(f(x)) over x < n0)`. Suppose, for a number `N ≥ n0` with `N + 2p > j·(n0-1) + k`:
//!
//! (a) `G(n) = f(n)` for `n < N + 2p`, and `f(n) ≥ V` for `N ≤ n < N + 2p`;
//! (b) whenever parts below `n0 + p`, at least one of them regular, are left of a heap `n`: let `X` be the nim-sum of the values of those that are not
//!     regular, and `D` the nim-sum of the low parts plus the sum of the high parts (`2^e·hi`) of `X` and the values of the regular ones, less `f(n)`. Then
//!     `D < 0`, or `2^(e+1)` does not divide `D`; where one part is regular and `hi(X) = 0`, it is enough that `D ≠ 0`;
//! (c) for `N ≤ n < N + 2p` every `v < f(n)` is the value of an option of `n` that consists of a part `c` and companions `a, b`, each of which may be
//!     missing, with `hi(f(a)) = hi(f(b))`; if `v < V`, both companions are there and regular.
//!
//! Then `G(n) = f(n)` for all `n`. The proof is in `docs/theorem-s.md`; in short, a nim-sum is at most the sum, of the same
//! parity, and `c` grows by `p` or the companions do. It needs no saltus that is a power of two, so Kenyon's game 0.3F (saltus 3) is covered.
//!
//! What has the period `p` and the saltus `s` has also `mp` and `ms`, and `f` is the same function; so the conditions may be those of a
//! multiple. With `m = 2` fewer bits change from period to period, and 0.7FC is covered.
//!
//! Complexity: `(n0 + p)³/6` for each amount in (b); in (c) for each of `2p` heaps all parts `c` times the companions' values, `2^e` at most.

use std::collections::BTreeSet;

use crate::heap::code::TakeBreak;
use crate::heap::period::Period;

/// So many options are looked at for a proof; a longer one is not tried.
const WORK: u64 = 1 << 26;

/// The multiples of a period that are tried, one after the other.
const MULTIPLES: [u64; 3] = [1, 2, 4];

/// Tries to prove an arithmetic period that a table shows; says `N`, the first heap whose options are inherited, and of which multiple of the
/// period the conditions hold.
pub(crate) fn prove(game: &TakeBreak, values: &[u32], period: Period) -> Option<(u64, u64)> {
    let shown = |n: u64| values.get(n as usize).map(|&v| u64::from(v));
    let repeats = |n: u64| shown(n + period.period) == shown(n).map(|v| v + period.saltus);
    if !(period.preperiod..(values.len() as u64).checked_sub(period.period)?).all(repeats) {
        return None;
    }
    MULTIPLES.iter().find_map(|&m| {
        let multiple =
            Period { period: period.period.checked_mul(m)?, saltus: period.saltus.checked_mul(m)?, ..period };
        Some((prove_multiple(game, values, multiple)?, m))
    })
}

/// The same for one multiple, which the table is known to show.
fn prove_multiple(game: &TakeBreak, values: &[u32], period: Period) -> Option<u64> {
    let most = game.last()?;
    // With two parts the companions leave no room for the part that grows.
    if game.split() != Default::default() || game.parts() < 3 || period.saltus == 0 || period.period == 0 {
        return None;
    }
    let first = period.preperiod.max(1);
    let line = Line {
        game,
        values,
        most,
        first,
        period: period.period,
        saltus: period.saltus,
        low: (1 << period.saltus.trailing_zeros()) - 1,
    };
    // (b) reads one period from the first regular heap on.
    values.get((first + line.period - 1) as usize)?;
    let mut left = WORK;
    if line.is_not_reached(&mut left)? { line.inherited_from(&mut left) } else { None }
}

/// The values as they would go on for ever.
struct Line<'a> {
    game: &'a TakeBreak,
    values: &'a [u32],
    /// `k`.
    most: u64,
    /// `n0`.
    first: u64,
    period: u64,
    saltus: u64,
    /// `2^e - 1`: the bits that do not change from period to period.
    low: u64,
}

/// The nim-sum of two companions, how many of them there are, and whether both are regular.
type Companions = BTreeSet<(u64, u32, bool)>;

impl Line<'_> {
    fn value(&self, n: u64) -> u64 {
        let (n, add) = match n.checked_sub(self.first) {
            None => (n, 0),
            Some(past) => (self.first + past % self.period, past / self.period * self.saltus),
        };
        u64::from(self.values[n as usize]) + add
    }

    fn high(&self, value: u64) -> u64 {
        value & !self.low
    }

    fn allows(&self, removed: u64, parts: u32) -> bool {
        self.game.digit(removed) >> parts & 1 == 1
    }

    /// Condition (b). A part of no tokens stands for one that is missing, and has value 0 like it.
    fn is_not_reached(&self, left: &mut u64) -> Option<bool> {
        let end = self.first + self.period;
        for c in self.first..end {
            for b in 0..=c {
                *left = left.checked_sub((b + 1) * (self.most + 1))?;
                for a in 0..=b {
                    let parts = [a, b, c];
                    let count = parts.iter().filter(|&&part| part > 0).count() as u32;
                    let removed = (0..=self.most).filter(|&t| self.allows(t, count));
                    for n in removed.map(|t| a + b + c + t) {
                        if self.may_reach(parts, self.value(n)) {
                            return Some(false);
                        }
                    }
                }
            }
        }
        Some(true)
    }

    /// Whether parts like these, each longer by any number of periods, may have this value, which grows as they do.
    fn may_reach(&self, parts: [u64; 3], value: u64) -> bool {
        let (mut regular, mut fixed) = (0, 0);
        let (mut low, mut sum) = (0, 0);
        for part in parts {
            let v = self.value(part);
            if part < self.first {
                fixed ^= v;
            } else {
                regular += 1;
                low ^= v & self.low;
                sum += self.high(v);
            }
        }
        let most = (low ^ fixed & self.low) + sum + self.high(fixed);
        if regular == 1 && self.high(fixed) == 0 {
            return most == value;
        }
        most >= value && (most - value) & (2 * self.low + 1) == 0
    }

    /// Conditions (a) and (c): the start of the first `2p` heaps with witnesses for all smaller values.
    fn inherited_from(&self, left: &mut u64) -> Option<u64> {
        let highest = (0..self.first).map(|n| self.high(self.value(n))).max().unwrap_or(0);
        let lowest = self.saltus + highest + self.low + 1;
        let window = 2 * self.period;
        let least = u64::from(self.game.parts()) * (self.first - 1) + self.most + 1;
        let start = self.first.max(least.saturating_sub(window));
        let mut companions: Vec<Companions> = Vec::new();
        let mut run = 0;
        for n in start..self.values.len() as u64 {
            while companions.len() as u64 <= n {
                companions.push(self.companions(companions.len() as u64, left)?);
            }
            let enough = self.value(n) >= lowest && self.has_witnesses(n, lowest, &companions, left)?;
            run = if enough { run + 1 } else { 0 };
            if run == window {
                return Some(n + 1 - window);
            }
        }
        None
    }

    fn companions(&self, tokens: u64, left: &mut u64) -> Option<Companions> {
        *left = left.checked_sub(1 + tokens / 2)?;
        let pairs = (0..=tokens / 2).map(|a| (a, tokens - a));
        let values = pairs.map(|(a, b)| (a, b, self.value(a), self.value(b)));
        let level = values.filter(|(_, _, v, w)| self.high(*v) == self.high(*w));
        Some(
            level.map(|(a, b, v, w)| (v ^ w, u32::from(a > 0) + u32::from(b > 0), a >= self.first)).collect(),
        )
    }

    /// Whether every value below that of heap `n` has a witness, and those below `lowest` one with regular companions.
    fn has_witnesses(&self, n: u64, lowest: u64, companions: &[Companions], left: &mut u64) -> Option<bool> {
        let value = self.value(n) as usize;
        let (mut any, mut regular) = (vec![false; value], vec![false; value]);
        for removed in 0..=self.most.min(n) {
            let rest = n - removed;
            for c in 0..=rest {
                let beside = &companions[(rest - c) as usize];
                *left = left.checked_sub(1 + beside.len() as u64)?;
                for &(sum, count, both) in beside {
                    let v = (self.value(c) ^ sum) as usize;
                    if v < value && self.allows(removed, count + u32::from(c > 0)) {
                        any[v] = true;
                        regular[v] |= both;
                    }
                }
            }
        }
        let low = (lowest as usize).min(value);
        Some(regular[..low].iter().chain(&any[low..]).all(|&reached| reached))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::period::seen;
    use crate::heap::plain::table;

    fn period(preperiod: u64, period: u64, saltus: u64) -> Period {
        Period { preperiod, period, saltus }
    }

    #[test]
    fn known_arithmetic_periods_are_proved() {
        for (code, expected, from) in [
            ("0.8", period(1, 3, 1), 7),
            ("0.3F", period(0, 6, 3), 12),
            ("8.0", period(1, 2, 1), 5),
            ("4.9", period(16, 12, 4), 67),
            ("C.9", period(6, 8, 4), 26),
            ("8.D", period(19, 24, 16), 89),
        ] {
            let (game, values) = table(code, 260);
            assert_eq!(seen(&values), Some(expected), "{code}");
            assert_eq!(prove(&game, &values, expected), Some((from, 1)), "{code}");
            // The table must reach to the end of the window, and no further.
            let needed = from + 2 * expected.period;
            assert_eq!(prove(&game, &values[..needed as usize], expected), Some((from, 1)), "{code}");
            assert_eq!(prove(&game, &values[..needed as usize - 1], expected), None, "{code}");
        }
    }

    #[test]
    fn twice_the_period_proves_what_the_period_does_not() {
        let (game, values) = table("0.7FC", 400);
        let claim = seen(&values).unwrap();
        assert_eq!(prove_multiple(&game, &values, claim), None);
        assert!(matches!(prove(&game, &values, claim), Some((_, 2))));
    }

    /// Of all codes with two digits, those that rise in a short table do so by proof, and in a longer table.
    #[test]
    fn what_rises_is_proved_and_goes_on() {
        let digit = |d: u32| char::from_digit(d, 16).unwrap();
        let codes = (0..4).flat_map(|h| (0..16).flat_map(move |a| (0..16).map(move |b| [4 * h, a, b])));
        let (mut proved, mut longer) = (0, Vec::new());
        for [head, first, second] in codes {
            let code: String = [digit(head), '.', digit(first), digit(second)].into_iter().collect();
            let (game, values) = table(&code, 130);
            let Some(claim) = seen(&values).filter(|claim| claim.saltus > 0) else { continue };
            let (_, more) = table(&code, 320);
            let holds = |n: u64| {
                let (m, add) = claim.reduce(n);
                u64::from(more[n as usize]) == u64::from(more[m as usize]) + add
            };
            assert!((0..320).all(holds), "{code}: {claim:?}");
            match prove(&game, &values, claim) {
                Some(_) => proved += 1,
                None => {
                    assert!(prove(&game, &more, claim).is_some(), "{code}: {claim:?}");
                    longer.push(code);
                }
            }
        }
        assert_eq!((proved, longer), (304, ["8.d0", "8.d2", "8.d4", "8.d6"].map(String::from).to_vec()));
    }

    #[test]
    fn wrong_claims_and_other_games_are_not_proved() {
        let (game, values) = table("0.3F", 260);
        for wrong in [period(0, 6, 2), period(0, 6, 4), period(0, 5, 3), period(0, 3, 1), period(0, 6, 0)] {
            assert_eq!(prove(&game, &values, wrong), None, "{wrong:?}");
        }
        // The pattern of one game does not become that of another.
        let (other, _) = table("0.8", 10);
        assert_eq!(prove(&other, &values, period(0, 6, 3)), None);
        let (nim, values) = table("0.[3]", 100);
        assert_eq!(prove(&nim, &values, period(0, 1, 1)), None);
        let unequal = crate::heap::Split { unequal: true, ..Default::default() };
        let (game, values) = table("0.8", 100);
        assert_eq!(prove(&game.with_split(unequal), &values, period(1, 3, 1)), None);
    }
}

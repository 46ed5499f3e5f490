//! Periods of nim-sequences: what was found, and whether it is proved.
//!
//! A sequence is arithmetic periodic if `G(n+p) = G(n) + s` for all `n` from the preperiod on; `s`, the saltus, is
//! zero for plain periods. A table alone never proves a period. It is `proved` when a theorem turns finitely many
//! checked values into all of them, and only `seen` otherwise.
//!
//! **Guy–Smith, for at most `h` parts.** Let moves remove at most `k` tokens and leave at most `h` parts, let
//! `n0 ≥ 1`, and let `G(n+p) = G(n)` for `n0 ≤ n < h·n0 + (h-1)·p + k`. Then it holds for all `n ≥ n0`.
//! *Proof.* Induct on `n ≥ h·n0 + (h-1)·p + k`. An option of `n+p` leaves at least `h·(n0+p)` tokens in at most `h`
//! parts, so some part is at least `n0+p`; take `p` from it to get an option of `n`, of the same value by induction.
//! An option of `n` has a part of at least `n0`; add `p` to it. So `n` and `n+p` have options of the same values. ∎
//! Parts of at least `m` need `n0 ≥ m`. Unequal parts are excluded: shortening a part may make it equal to another.
//!
//! **Taking only.** If no move splits, a heap `n > k` depends on the `k` heaps below it alone, so two equal
//! windows of `k` values prove the period: `n0 + p + k` values suffice.
//!
//! **Three parts, rising values.** Arithmetic periods are proved by theorem S, in [`crate::heap::sums`].
//!
//! Literature: Guy and Smith 1956; Golomb 1966. Complexity: linear in the table (Z function of the reversed table).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::heap::code::TakeBreak;
use crate::heap::sums;

/// `G(n + period) = G(n) + saltus` for all `n ≥ preperiod`, and for no smaller preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// The first index of the periodic part.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What each period adds to the values.
    pub saltus: u64,
}

impl Period {
    /// The index below `preperiod + period` that has the value of `n`, and what must be added to it.
    pub fn reduce(&self, n: u64) -> (u64, u64) {
        match n.checked_sub(self.preperiod) {
            None => (n, 0),
            Some(past) => {
                (self.preperiod + past % self.period, (past / self.period).saturating_mul(self.saltus))
            }
        }
    }
}

/// What turns finitely many values into all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Theorem {
    /// A heap depends on a window of smaller heaps, and a window came back.
    Window,
    /// Guy and Smith 1956: the period holds for twice the preperiod and more.
    GuySmith,
    /// Theorem W: only small parts matter for the common values, and a window came back.
    SparseWindow,
    /// Theorem S: an arithmetic period whose nim-sums the sums of the parts keep apart.
    Sums,
    /// Taking all but finitely many amounts: the state relative to the least unused value came back.
    AllBut,
    /// One heap beside finitely many tags: the state of their rows came back.
    Rows,
    /// The values are given by a formula with a proof.
    ClosedForm,
    /// A finite automaton reads a heap with its value, and was proved to tell those of all heaps.
    Automaton,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Window => "window of the largest move (Golomb)",
            Theorem::GuySmith => "Guy–Smith",
            Theorem::SparseWindow => "theorem W (sparse-space window)",
            Theorem::Sums => "theorem S (sums of three parts)",
            Theorem::AllBut => "recurrence of the all-but state",
            Theorem::Rows => "recurrence of the state of the rows",
            Theorem::ClosedForm => "closed form",
            Theorem::Automaton => "automaton of the values of all heaps",
        })
    }
}

/// How sure a statement about all heaps is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A theorem applies and its conditions were checked.
    Proved(Theorem),
    /// It holds for all heaps below this one; no theorem says that it goes on.
    Seen(u64),
    /// Nothing was found.
    Unknown,
}

/// The answer to "is this sequence periodic?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PeriodReport {
    /// How sure it is.
    pub verdict: Verdict,
    /// The period, if one was found.
    pub period: Option<Period>,
    /// How many heaps were computed: `0..limit`.
    pub limit: u64,
    /// The heaps whose value differs from the periodic pattern, at most [`PeriodReport::LISTED`] of them.
    pub exceptions: Vec<u64>,
    /// How many such heaps there are.
    pub exceptions_total: u64,
    /// Whether they were looked for: without a period there are none, and a table in bounded memory no longer knows them.
    pub exceptions_known: bool,
    /// In bounded memory the first heap of the periodic part may be known only within bounds: it is at least this one, and at most the
    /// preperiod of `period`. `None` where that one is the first.
    #[serde(default)]
    pub preperiod_at_least: Option<u64>,
}

impl PeriodReport {
    /// The most exceptions that are listed one by one.
    pub const LISTED: usize = 1000;

    /// Nothing found in `limit` heaps.
    pub fn unknown(limit: u64) -> PeriodReport {
        PeriodReport {
            verdict: Verdict::Unknown,
            period: None,
            limit,
            exceptions: Vec::new(),
            exceptions_total: 0,
            exceptions_known: false,
            preperiod_at_least: None,
        }
    }

    /// A period of a table that no longer knows its exceptions.
    pub fn found_in_part(verdict: Verdict, period: Period, limit: u64) -> PeriodReport {
        let nothing = PeriodReport::unknown(limit);
        PeriodReport { verdict, period: Some(period), ..nothing }
    }

    /// A period with its exceptions, looked up in the values.
    pub fn found(verdict: Verdict, period: Period, limit: u64, value: impl Fn(u64) -> u64) -> PeriodReport {
        let Period { preperiod, period: p, saltus } = period;
        let (mut exceptions, mut exceptions_total) = (Vec::new(), 0);
        for n in 0..preperiod {
            let ahead = (preperiod - n).div_ceil(p);
            if value(n).checked_add(ahead * saltus) != Some(value(n + ahead * p)) {
                exceptions_total += 1;
                if exceptions.len() < PeriodReport::LISTED {
                    exceptions.push(n);
                }
            }
        }
        let nothing = PeriodReport::unknown(limit);
        PeriodReport {
            verdict,
            period: Some(period),
            exceptions,
            exceptions_total,
            exceptions_known: true,
            ..nothing
        }
    }
}

/// How many values the theorem for this code needs to prove period `p` from `n0`, and its name.
///
/// `None` where no theorem is known here: repeating codes and unequal parts.
pub fn values_needed(game: &TakeBreak, n0: u64, p: u64) -> Option<(u64, Theorem)> {
    let k = game.last()?;
    // From heap 0 on nothing can be shortened to an empty part, so the theorems start at 1; that the period
    // reaches down to 0 is then seen directly.
    let start = n0.max(1);
    if game.parts() < 2 {
        return Some((start + p + k, Theorem::Window));
    }
    let split = game.split();
    if split.unequal {
        return None;
    }
    let start = start.max(split.least_part).max(split.least_heap);
    let parts = u64::from(game.parts());
    Some((parts * start + parts * p + k, Theorem::GuySmith))
}

/// Looks for a period in a table of values: the least one that is proved, else the least that is seen.
pub(crate) fn find(game: &TakeBreak, values: &[u32]) -> Option<(Verdict, Period)> {
    let len = values.len() as u64;
    let proved =
        suffix_period(values, |n0, p| values_needed(game, n0, p).is_some_and(|(need, _)| need <= len));
    if let Some((preperiod, period)) = proved {
        let (_, theorem) = values_needed(game, preperiod, period)?;
        return Some((Verdict::Proved(theorem), Period { preperiod, period, saltus: 0 }));
    }
    let period = seen(values)?;
    let verdict = match sums::prove(game, values, period) {
        Some(_) => Verdict::Proved(Theorem::Sums),
        None => Verdict::Seen(len),
    };
    Some((verdict, period))
}

/// A period, arithmetic or plain, that holds for the last two thirds of the table and at least four times.
pub(crate) fn seen(values: &[u32]) -> Option<Period> {
    let len = values.len() as u64;
    let steps: Vec<i64> = values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
    let holds = |n0: u64, p: u64| 3 * n0 <= len && n0 + 4 * p <= len;
    let (preperiod, period) = suffix_period(&steps, holds)?;
    let rise = i64::from(values[(preperiod + period) as usize]) - i64::from(values[preperiod as usize]);
    u64::try_from(rise).ok().map(|saltus| Period { preperiod, period, saltus })
}

/// The least `p` such that the table has period `p` from some least `n0` on with `enough(n0, p)`.
pub(crate) fn suffix_period<T: Eq>(values: &[T], enough: impl Fn(u64, u64) -> bool) -> Option<(u64, u64)> {
    let len = values.len();
    let reversed = |i: usize| &values[len - 1 - i];
    // Z function: z[p] is how far the reversed table agrees with itself shifted by p.
    let (mut z, mut left, mut right) = (vec![0u32; len], 0, 0);
    for p in 1..len {
        let mut same = if p < right { (z[p - left] as usize).min(right - p) } else { 0 };
        while p + same < len && reversed(same) == reversed(p + same) {
            same += 1;
        }
        z[p] = same as u32;
        if p + same > right {
            (left, right) = (p, p + same);
        }
        if enough((len - p - same) as u64, p as u64) {
            return Some(((len - p - same) as u64, p as u64));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::plain::table;

    #[test]
    fn kayles_has_period_12_from_71() {
        let (game, values) = table("0.77", 200);
        let period = Period { preperiod: 71, period: 12, saltus: 0 };
        assert_eq!(find(&game, &values), Some((Verdict::Proved(Theorem::GuySmith), period)));
        let value = |n: u64| u64::from(values[n as usize]);
        let report = PeriodReport::found(Verdict::Proved(Theorem::GuySmith), period, 200, value);
        assert_eq!(report.exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    }

    #[test]
    fn guy_smith_counts_the_preperiod_twice() {
        let (game, values) = table("0.77", 2 * 71 + 2 * 12 + 2);
        assert!(matches!(find(&game, &values), Some((Verdict::Proved(_), _))));
        assert!(!matches!(find(&game, &values[..values.len() - 1]), Some((Verdict::Proved(_), _))));
    }

    #[test]
    fn nim_is_seen_with_saltus_one_and_not_proved_by_a_table() {
        let (game, values) = table("0.[3]", 100);
        let period = Period { preperiod: 0, period: 1, saltus: 1 };
        assert_eq!(find(&game, &values), Some((Verdict::Seen(100), period)));
        assert_eq!(period.reduce(41), (0, 41));
    }

    #[test]
    fn taking_needs_one_window_only() {
        let (game, values) = table("0.333", 1 + 4 + 3);
        let period = Period { preperiod: 0, period: 4, saltus: 0 };
        assert_eq!(find(&game, &values), Some((Verdict::Proved(Theorem::Window), period)));
    }

    #[test]
    fn a_suffix_period_is_the_least_with_the_least_start() {
        assert_eq!(suffix_period(b"xxabababab", |n0, p| n0 + 2 * p <= 10), Some((2, 2)));
        assert_eq!(suffix_period(b"abcdefgh", |n0, p| n0 + 2 * p <= 8), None);
    }
}

//! The conditions of each theorem.

use std::collections::BTreeMap;

use super::rare_common::{Watched, octal};
use super::values::{Octal, Rare, subtraction};
use super::{Refused, read_rules, reject, sums, three_parts, within_limits};
use crate::heap::{Certificate, CertifiedGame, Period, Proof, RuleText, SparseProof};
use crate::meter::Meter;
use crate::plan::certified_game;

/// More heaps than this are not computed for a check.
const MOST: u64 = 1 << 32;

/// The bytes of a value in a table of values of any size.
const VALUE: u64 = size_of::<u64>() as u64;
/// The bytes that telling a column from others takes, besides its values.
const COLUMN: u64 = 64;

/// For theorems that do not ask for witnesses.
pub(super) const NONE_WATCHED: Watched = Watched { heaps: 0..0, bound: usize::MAX - 1 };

pub(super) fn all(certificate: &Certificate, meter: &Meter<'_>) -> Result<(), Refused> {
    if certificate.format != Certificate::FORMAT {
        return reject("the format is known", format!("`{}`", certificate.format));
    }
    if certificate.version != Certificate::VERSION {
        return reject("the version is known", format!("{}", certificate.version));
    }
    rules_are_of(certificate.rules.as_ref(), &certificate.game, meter)?;
    let period = certificate.period;
    if period.period == 0 {
        return reject("the period is positive", "0");
    }
    let length = period.preperiod.checked_add(period.period).filter(|&n| n < MOST);
    if length.is_none() {
        return reject("the table can be computed", "preperiod and period are too large");
    }
    let end = Ending { period, hash: &certificate.hash, meter };
    match (&certificate.game, &certificate.proof) {
        (CertifiedGame::Take(set), Proof::Window {}) => end.check(&take(set, period, meter)?),
        (CertifiedGame::TakeAllBut(set), &Proof::AllBut { from, after }) => {
            end.check(&all_but(set, period, from, after, meter)?)
        }
        (CertifiedGame::Falls { tags, small, large }, Proof::Window {}) => {
            let (columns, values) = falls(*tags, small, large, period, meter)?;
            least(&columns, period, meter)?;
            end.hash(&values[..((period.preperiod + period.period) * tags) as usize])
        }
        (
            CertifiedGame::Code { code, unequal: false, least_part: 1, least_heap: 0 },
            Proof::ClosedForm {},
        ) => end.check(&closed_form(code, period)?),
        (CertifiedGame::Code { code, unequal, least_part, least_heap }, proof) => {
            let game = coded(code, *unequal, *least_part, *least_heap)?;
            end.check(&code_values(&game, period, proof, meter)?)
        }
        _ => reject("the theorem applies to the game", format!("{:?}", certificate.theorem())),
    }
}

/// Checks that the rules that a certificate states are those of its game.
pub(super) fn rules_are_of(
    rules: Option<&RuleText>,
    game: &CertifiedGame,
    meter: &Meter<'_>,
) -> Result<(), Refused> {
    let Some(rules) = rules else { return Ok(()) };
    let read = read_rules(&rules.text, &rules.lets, meter.work())?;
    let of_rules = within_limits(certified_game(&read, meter.work()))?;
    if of_rules.is_ok_and(|of_rules| of_rules.as_ref() != Some(game)) {
        return reject("the rules are those of the game", format!("`{}`", rules.text));
    }
    Ok(())
}

/// The game of a code with restricted splits.
pub(super) fn coded(code: &str, unequal: bool, least_part: u64, least_heap: u64) -> Result<Octal, Refused> {
    if least_part == 0 || least_part > MOST || least_heap > MOST {
        return reject("the restriction of splits makes sense", format!("{least_part}, {least_heap}"));
    }
    let game = Octal::read(code)?;
    Ok(Octal { unequal, least_part: least_part as usize, least_heap: least_heap as usize, ..game })
}

/// What is checked last, whatever the theorem.
struct Ending<'a> {
    period: Period,
    hash: &'a str,
    meter: &'a Meter<'a>,
}

impl Ending<'_> {
    fn check<V: Copy + Into<u64>>(&self, values: &[V]) -> Result<(), Refused> {
        least(values, self.period, self.meter)?;
        self.hash(&values[..(self.period.preperiod + self.period.period) as usize])
    }

    fn hash<V: Copy + Into<u64>>(&self, values: &[V]) -> Result<(), Refused> {
        let hash = fnv(values);
        if format!("{hash:016x}") != self.hash {
            return reject("the hash is that of the values", format!("it is {hash:016x}"));
        }
        Ok(())
    }
}

fn take(set: &[u64], period: Period, meter: &Meter<'_>) -> Result<Vec<u64>, Refused> {
    if set.windows(2).any(|w| w[0] >= w[1]) || set.first() == Some(&0) {
        return reject("the set is in order", format!("{set:?}"));
    }
    let window = set.last().copied().unwrap_or(0);
    if window > 1 << 30 {
        return reject("the table can be computed", format!("amount {window}"));
    }
    if period.saltus != 0 {
        return reject("finitely many moves give no saltus", format!("{}", period.saltus));
    }
    let needed = period.preperiod + period.period + window;
    meter.hold(needed * VALUE)?;
    let moves = |n: usize| set.iter().map(|&s| s as usize).take_while(move |&s| s <= n);
    let values = subtraction(needed as usize, moves, meter)?;
    holds(&values, period, needed)?;
    Ok(values)
}

/// Columns of values as numbers that tell them apart, and the values themselves. From the heap on from which moves no longer change, a column is a
/// function of as many columns before it as the longest move is long, so equal windows prove the period.
fn falls(
    tags: u64,
    small: &[Vec<(u64, u64)>],
    large: &[Vec<(u64, u64)>],
    period: Period,
    meter: &Meter<'_>,
) -> Result<(Vec<u64>, Vec<u64>), Refused> {
    if tags == 0 || large.len() as u64 != tags || !(small.len() as u64).is_multiple_of(tags) {
        return reject("every heap and tag has its moves", format!("{tags} tags"));
    }
    let bound = small.len() as u64 / tags;
    let legal = |n: u64, &(drop, to): &(u64, u64)| (1..=n).contains(&drop) && to < tags;
    let all_small = (0u64..).zip(small).all(|(at, moves)| moves.iter().all(|m| legal(at / tags, m)));
    if !all_small || !large.iter().flatten().all(|m| legal(bound, m)) {
        return reject("every move lowers the heap", "one does not");
    }
    if period.saltus != 0 {
        return reject("finitely many moves give no saltus", format!("{}", period.saltus));
    }
    let window = large.iter().flatten().map(|m| m.0).max().unwrap_or(0);
    let needed = period.preperiod.max(bound) + period.period + window;
    let (mut values, mut columns): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    let mut known = BTreeMap::new();
    meter.hold(needed.saturating_mul(2 * VALUE * tags + COLUMN))?;
    for n in 0..needed {
        for tag in 0..tags {
            let moves = small.get((n * tags + tag) as usize).unwrap_or(&large[tag as usize]);
            let mut options: Vec<u64> =
                moves.iter().map(|(drop, to)| values[((n - drop) * tags + to) as usize]).collect();
            options.sort_unstable();
            options.dedup();
            values.push((0..).zip(&options).take_while(|(v, option)| v == *option).count() as u64);
            // Sorting counts.
            meter.pass_to(8 * (1 + moves.len() as u64), n as usize, needed as usize)?;
        }
        let next = known.len() as u64;
        columns.push(*known.entry(values[(n * tags) as usize..].to_vec()).or_insert(next));
    }
    holds(&columns, period, needed)?;
    Ok((columns, values))
}

fn all_but(
    set: &[u64],
    period: Period,
    from: u64,
    after: u64,
    meter: &Meter<'_>,
) -> Result<Vec<u64>, Refused> {
    let window = set.iter().copied().max().unwrap_or(0);
    if window > 1 << 20 || from > 1 << 26 || after == 0 || after > 1 << 26 {
        return reject("the table can be computed", format!("amount {window}, from {from}, after {after}"));
    }
    if set.windows(2).any(|w| w[0] >= w[1]) || set.first() == Some(&0) {
        return reject("the set is in order", format!("{set:?}"));
    }
    if from < window || from < period.preperiod || !after.is_multiple_of(period.period) {
        return reject("the state is met in the periodic part", format!("heap {from}, after {after}"));
    }
    let needed = (from + after + period.period + 1) as usize;
    // The values, the last heap with an option of each, and the values once more in order.
    meter.hold(3 * VALUE * needed as u64)?;
    let mut allowed = vec![true; window as usize + 1];
    set.iter().for_each(|&s| allowed[s as usize] = false);
    let allowed = |s: &usize| allowed.get(*s) != Some(&false);
    let values = subtraction(needed, |n| (1..=n).filter(allowed), meter)?;
    // What matters for the future, relative to the least value that does not occur below the window.
    let state = |n: u64| {
        let split = (n - window) as usize;
        let mut below = values[..split].to_vec();
        below.sort_unstable();
        below.dedup();
        let base = (0..).zip(&below).take_while(|(b, v)| b == *v).count() as u64;
        let used: Vec<u64> = below.iter().filter(|&&v| v >= base).map(|v| v - base).collect();
        let last: Vec<Option<u64>> = values[split..n as usize].iter().map(|v| v.checked_sub(base)).collect();
        (used, last, base)
    };
    let ((used, last, base), (used_after, last_after, base_after)) = (state(from), state(from + after));
    if (used, last) != (used_after, last_after) {
        return reject("the state comes back", format!("heaps {from} and {}", from + after));
    }
    if u128::from(base_after - base) != u128::from(period.saltus) * u128::from(after / period.period) {
        return reject("the saltus is that of the state", format!("{}", base_after - base));
    }
    holds(&values, period, from + after + period.period)?;
    Ok(values)
}

fn code_values(game: &Octal, period: Period, proof: &Proof, meter: &Meter<'_>) -> Result<Vec<u16>, Refused> {
    if let Proof::Sums { from, multiple } = proof {
        return sums::values(game, period, *from, *multiple, meter);
    }
    if period.saltus != 0 {
        return reject("the theorem gives no saltus", format!("{}", period.saltus));
    }
    let Period { preperiod, period: p, .. } = period;
    let k = game.most_removed as u64;
    let start = preperiod.max(1);
    match proof {
        Proof::Window {} => {
            if !game.to_two.is_empty() || !game.to_three.is_empty() {
                return reject("the theorem applies to the game", "a move splits");
            }
            let needed = start + p + k;
            let values = octal(game, None, needed as usize, &NONE_WATCHED, meter)?.values;
            holds(&values, period, needed)?;
            Ok(values)
        }
        Proof::GuySmith { class, rare_heaps } => {
            if game.unequal {
                return reject("the theorem applies to the game", "parts must be unequal");
            }
            let start = start.max(game.least_part as u64).max(game.least_heap as u64);
            let needed = game.parts() * (start + p) + k;
            if needed >= MOST {
                return reject("the table can be computed", format!("it needs {needed} heaps"));
            }
            if game.parts() > 2 {
                return three_parts(game, period, (class.is_some(), *rare_heaps), needed, meter);
            }
            let class = class.map(|c| Rare { mask: c.mask, parity: c.parity });
            consistent(game, class)?;
            let table = octal(game, class, needed as usize, &NONE_WATCHED, meter)?;
            if table.rares.len() as u64 != *rare_heaps {
                return reject("the rare heaps are those listed", format!("there are {}", table.rares.len()));
            }
            holds(&table.values, period, needed)?;
            Ok(table.values)
        }
        Proof::SparseWindow { class, rares, bound, from } => {
            let proof = SparseProof { class: *class, rares: rares.clone(), bound: *bound, from: *from };
            sparse_window(game, period, &proof, meter)
        }
        Proof::Sums { .. } | Proof::AllBut { .. } | Proof::ClosedForm {} => {
            reject("the theorem applies to the game", "it is about other games")
        }
    }
}

/// Nim and Lasker's Nim: that their formulas hold for all heaps has a proof on paper (Bouton 1901, Lasker 1931). What is
/// checked is that the game is one of them, that the period is that of its formula, and that the first heaps have it.
fn closed_form(code: &str, period: Period) -> Result<Vec<u64>, Refused> {
    const FIRST: usize = 100;
    let (splits, known) = match code {
        "0.[3]" => (false, Period { preperiod: 0, period: 1, saltus: 1 }),
        "4.[3]" => (true, Period { preperiod: 1, period: 4, saltus: 4 }),
        _ => return reject("the theorem applies to the game", format!("{code} has no known formula")),
    };
    if period != known {
        return reject("the period is that of the formula", format!("{known:?}"));
    }
    let mut values: Vec<u64> = Vec::new();
    for n in 0..FIRST {
        let mut options = values.clone();
        options.extend((1..n).filter(|_| splits).map(|a| values[a] ^ values[n - a]));
        values.push((0..).find(|v| !options.contains(v)).unwrap_or(0));
    }
    holds(&values, period, FIRST as u64)?;
    Ok(values)
}

/// Guy–Smith for three parts, where nothing is known of rare heaps.
fn three_parts(
    game: &Octal,
    period: Period,
    (classified, rare_heaps): (bool, u64),
    needed: u64,
    meter: &Meter<'_>,
) -> Result<Vec<u16>, Refused> {
    if classified {
        return reject("the class fits the breaking digits", "a move leaves three parts");
    }
    if rare_heaps != 0 {
        return reject("the rare heaps are those listed", "there is no class");
    }
    let values = three_parts::values(game, needed as usize, meter)?;
    holds(&values, period, needed)?;
    Ok(values)
}

/// Theorem W, condition by condition.
fn sparse_window(
    game: &Octal,
    period: Period,
    proof: &SparseProof,
    meter: &Meter<'_>,
) -> Result<Vec<u16>, Refused> {
    if game.parts() > 2 {
        return reject("the theorem applies to the game", "a move leaves three parts");
    }
    let class = Rare { mask: proof.class.mask, parity: proof.class.parity };
    consistent(game, Some(class))?;
    let (bound, from, p) = (proof.bound, proof.from, period.period);
    if bound >= MOST || from >= MOST {
        return reject("the table can be computed", format!("bound {bound}, from {from}"));
    }
    let window = bound + game.most_removed as u64;
    let first = from.saturating_sub(window);
    if first <= bound || first < game.least_part as u64 || from < game.least_heap as u64 {
        return reject("the window lies above the bound", format!("it starts at {first}"));
    }
    if first < period.preperiod {
        return reject("the window lies in the periodic part", format!("it starts at {first}"));
    }
    if class.parity.is_some() && p % 2 == 1 {
        return reject("the period keeps the class", format!("{p} is odd"));
    }
    let watched = Watched { heaps: from as usize..(from + p) as usize, bound: bound as usize };
    let table = octal(game, Some(class), (from + p) as usize, &watched, meter)?;
    if table.rares != proof.rares {
        return reject("the rare heaps are those listed", format!("there are {}", table.rares.len()));
    }
    if table.rares.last().is_some_and(|r| r.0 > bound) {
        return reject("no rare heap lies above the bound", format!("{:?}", table.rares.last()));
    }
    if let Some(n) = table.unwitnessed {
        return reject("every rare value has a witness within the bound", format!("heap {n} needs more"));
    }
    holds(&table.values, period, from + p)?;
    Ok(table.values)
}

/// A class must add up as the theorem asks: with position parity all breaking digits have that parity.
pub(super) fn consistent(game: &Octal, class: Option<Rare>) -> Result<(), Refused> {
    match class.and_then(|c| c.parity) {
        Some(parity) if parity > 1 || game.to_two.iter().any(|t| t % 2 != parity as usize) => {
            reject("the class fits the breaking digits", format!("parity {parity}"))
        }
        _ => Ok(()),
    }
}

/// Whether the period holds in a table of `len` values.
pub(super) fn holds<V: Copy + Into<u64>>(values: &[V], period: Period, len: u64) -> Result<(), Refused> {
    let Period { preperiod, period: p, saltus } = period;
    let at = |n: u64| values[n as usize].into();
    let fails = (preperiod..len.saturating_sub(p)).find(|&n| at(n).checked_add(saltus) != Some(at(n + p)));
    match fails {
        Some(n) => reject("the period holds", format!("heaps {n} and {} differ", n + p)),
        None => Ok(()),
    }
}

/// Whether preperiod and period are the least ones.
fn least<V: Copy + Into<u64>>(values: &[V], period: Period, meter: &Meter<'_>) -> Result<(), Refused> {
    let Period { preperiod, period: p, saltus } = period;
    let at = |n: u64| -> u64 { values[n as usize].into() };
    if preperiod > 0 && at(preperiod - 1 + p) == at(preperiod - 1) + saltus {
        return reject("the preperiod is the least", format!("heap {} fits too", preperiod - 1));
    }
    // A shorter period would have to divide this one, and show within one round.
    for d in divisors(p).into_iter().filter(|d| *d < p && saltus.is_multiple_of(p / d)) {
        meter.pass_to(p, values.len(), values.len())?;
        let add = saltus / (p / d);
        if (preperiod..preperiod + p - d).all(|n| at(n + d) == at(n) + add)
            && (preperiod..preperiod + d).all(|n| at(n) + saltus == at(n + p - d) + add)
        {
            return reject("the period is the least", format!("{d} is a period too"));
        }
    }
    Ok(())
}

/// The divisors of a number, in order.
fn divisors(p: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..=p.isqrt()).filter(|d| p.is_multiple_of(*d)).collect();
    let large = small.iter().rev().map(|d| p / d).filter(|d| d * d > p);
    small.iter().copied().chain(large).collect()
}

pub(super) fn fnv<V: Copy + Into<u64>>(values: &[V]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in values.iter().flat_map(|&v| v.into().to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}

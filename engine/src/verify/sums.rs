//! The conditions of theorem S, as `docs/theorem-s.md` states them, looked at one option after the other.

use super::values::Octal;
use super::{Refused, reject, three_parts};
use crate::heap::Period;
use crate::meter::Meter;

/// Checks the theorem for a code that leaves up to three parts, with `N` and the multiple of the period as claimed; the values of heaps
/// below `N + 2mp`. The table shows the period itself over more than a multiple of it, so that the function of the multiple has it for ever.
pub(super) fn values(
    game: &Octal,
    least: Period,
    from: u64,
    multiple: u64,
    meter: &Meter<'_>,
) -> Result<Vec<u16>, Refused> {
    if !(1..=64).contains(&multiple) {
        return reject("the multiple of the period is small", format!("{multiple}"));
    }
    let period = Period {
        period: least.period.saturating_mul(multiple),
        saltus: least.saltus.saturating_mul(multiple),
        ..least
    };
    if game.unequal || game.least_part > 1 || game.least_heap > 0 {
        return reject("the theorem applies to the game", "its splits are restricted");
    }
    if period.saltus == 0 || period.saltus > u64::from(u16::MAX) {
        return reject("the values rise with every period", format!("by {}", period.saltus));
    }
    let n0 = period.preperiod.max(1);
    let parts = game.parts();
    let needed = from.saturating_add(period.period.saturating_mul(2));
    if from < n0 || needed <= parts * (n0 - 1) + game.most_removed as u64 {
        return reject("the window lies in the periodic part", format!("it starts at {from}"));
    }
    if needed > 1 << 16 {
        return reject("the table can be computed", format!("it needs {needed} heaps"));
    }
    let table = three_parts::values(game, needed as usize, meter)?;
    super::conditions::holds(&table, least, needed)?;
    let check = Check { game, table: &table, n0: n0 as usize, p: period.period as usize, s: period.saltus };
    check.nothing_reaches_its_heap(meter)?;
    check.every_smaller_value_is_inherited(from as usize, meter)?;
    Ok(table)
}

struct Check<'a> {
    game: &'a Octal,
    table: &'a [u16],
    n0: usize,
    p: usize,
    s: u64,
}

impl Check<'_> {
    /// `2^e`.
    fn unit(&self) -> u64 {
        self.s & self.s.wrapping_neg()
    }

    fn f(&self, n: usize) -> u64 {
        let rounds = if n < self.n0 { 0 } else { (n - self.n0) / self.p };
        u64::from(self.table[n - rounds * self.p]) + rounds as u64 * self.s
    }

    /// The amounts whose removal may leave so many parts.
    fn amounts(&self, parts: usize) -> &[usize] {
        let game = self.game;
        [&game.to_nothing, &game.to_one, &game.to_two, &game.to_three][parts]
    }

    /// (b): bags of up to three parts, the largest of them regular.
    fn nothing_reaches_its_heap(&self, meter: &Meter<'_>) -> Result<(), Refused> {
        for large in self.n0..self.n0 + self.p {
            self.not_its_own_value(&[large])?;
            for middle in 1..=large {
                self.not_its_own_value(&[middle, large])?;
                for small in 1..=middle {
                    self.not_its_own_value(&[small, middle, large])?;
                }
                let options = (1 + middle) * (1 + self.game.most_removed);
                meter.pass_to(options as u64, large, self.n0 + self.p)?;
            }
        }
        Ok(())
    }

    fn not_its_own_value(&self, bag: &[usize]) -> Result<(), Refused> {
        let unit = self.unit();
        let (fixed, regular): (Vec<usize>, Vec<usize>) = bag.iter().partition(|&&part| part < self.n0);
        let x = fixed.iter().fold(0, |sum, &part| sum ^ self.f(part));
        let numbers: Vec<u64> = regular.iter().map(|&part| self.f(part)).chain([x]).collect();
        let low = numbers.iter().fold(0, |sum, v| sum ^ (v % unit));
        let high: u64 = numbers.iter().map(|v| v / unit).sum();
        let most = low + unit * high;
        let exact = regular.len() == 1 && x < unit;
        for removed in self.amounts(bag.len()) {
            let n = bag.iter().sum::<usize>() + removed;
            let own = self.f(n);
            let apart =
                if exact { most != own } else { most < own || !(most - own).is_multiple_of(2 * unit) };
            if !apart {
                return reject("no option has the value of its heap", format!("{n} to {bag:?} may have"));
            }
        }
        Ok(())
    }

    /// (a), the second half, and (c).
    fn every_smaller_value_is_inherited(&self, from: usize, meter: &Meter<'_>) -> Result<(), Refused> {
        let unit = self.unit();
        let highest = (0..self.n0).map(|n| self.f(n) / unit).max().unwrap_or(0);
        let v0 = self.s + unit * (1 + highest);
        for n in from..from + 2 * self.p {
            if self.f(n) < v0 {
                return reject("the window's values are high", format!("{} at heap {n}", self.f(n)));
            }
            let mut witnessed = vec![(false, false); self.f(n) as usize];
            for rest in n.saturating_sub(self.game.most_removed)..=n {
                let allowed: Vec<bool> =
                    (0..=3).map(|parts| self.amounts(parts).binary_search(&(n - rest)).is_ok()).collect();
                for c in 0..=rest {
                    for a in 0..=(rest - c) / 2 {
                        let b = rest - c - a;
                        let parts = [a, b, c].iter().filter(|&&part| part > 0).count();
                        let level = self.f(a) / unit == self.f(b) / unit;
                        if !level || !allowed[parts] {
                            continue;
                        }
                        let value = self.f(a) ^ self.f(b) ^ self.f(c);
                        if let Some((any, regular)) = witnessed.get_mut(value as usize) {
                            *any = true;
                            *regular |= a >= self.n0;
                        }
                    }
                    meter.pass_to(1 + (rest - c) as u64, n, from + 2 * self.p)?;
                }
            }
            let missing = (0..).zip(&witnessed).find(|(v, (any, regular))| !(*regular || *any && *v >= v0));
            if let Some((v, _)) = missing {
                return reject("every smaller value has a witness", format!("{v} at heap {n} has none"));
            }
        }
        Ok(())
    }
}

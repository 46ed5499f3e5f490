//! The check of the period of a row: every column by the definition, then the conditions of the theorem of rows.
//!
//! Unlike the engine, each sweep is a set of its own with its own lag; the theorem and its proof (`heap/rows`) are the same with `A(y)` up to
//! column `y - 1`, or `y - lag` where that is less.

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::fnv;
use super::{Refused, reject, within_limits};
use crate::heap::{Period, Return, RowCertificate, RowGame, Sweep};
use crate::meter::Meter;
use crate::proofs::far::far_game;
use crate::rules::Rules;

/// More columns than this are not computed for a check.
const MOST: u64 = 1 << 26;
/// About the bytes of a value in the table and in the sets.
const VALUE: u64 = 128;

pub(super) fn all(certificate: &RowCertificate, meter: &Meter<'_>) -> Result<(), Refused> {
    let RowCertificate { game, period, back, first, .. } = certificate;
    if certificate.format != RowCertificate::FORMAT {
        return reject("the format is known", format!("`{}`", certificate.format));
    }
    if certificate.version != RowCertificate::VERSION {
        return reject("the version is known", format!("{}", certificate.version));
    }
    is_of_rules(certificate, meter)?;
    is_well_formed(game)?;
    let end = period
        .period
        .checked_add(period.preperiod)
        .and_then(|end| end.checked_add(back.from)?.checked_add(back.after));
    if period.period == 0 || back.after == 0 || end.is_none_or(|end| end > MOST) {
        return reject("the table can be computed", format!("{period:?}, {back:?}"));
    }
    if !back.after.is_multiple_of(game.far.len() as u64) {
        return reject("the state comes back in the same residue class", format!("after {}", back.after));
    }
    if back.from < game.bound() + reach(game) {
        return reject("the state is met beyond the bound", format!("column {}", back.from));
    }
    if back.threshold.checked_add(back.rise).is_none() && back.rise > 0 {
        return reject("values fit", format!("{back:?}"));
    }
    let mut table = Table { game, meter, columns: Vec::new(), sets: BTreeMap::new() };
    table.extend(back.from)?;
    let then = table.sets.clone();
    table.extend(back.from + back.after)?;
    comes_back(&table, back, &then)?;
    table.extend(back.from + back.after + period.period)?;
    row_has_period(&table, *period, back, *first)?;
    let values = &table.row()[*first as usize..(period.preperiod + period.period) as usize];
    let hash = format!("{:016x}", fnv(values));
    if hash != certificate.hash {
        return reject("the hash is that of the values", format!("it is {hash}"));
    }
    Ok(())
}

/// The game is that of the rules. That the moves of the text are these is left to the reader of rules.
fn is_of_rules(certificate: &RowCertificate, meter: &Meter<'_>) -> Result<(), Refused> {
    let RowCertificate { rules, along, row, first, game, .. } = certificate;
    let read = within_limits(Rules::read(&rules.text, &rules.lets, meter.work()))?;
    let read = read.or_else(|e| reject("the rules can be read", e.to_string()))?;
    if !read.form().is_normal() || *along >= read.form().axes.len() || row.len() + 1 != read.form().axes.len()
    {
        return reject("the row is one of the rules", format!("{row:?}"));
    }
    let of_rules = far_game(read.form(), *along, row.clone(), meter.work());
    meter.work().step("columns", 0, None)?;
    if of_rules.is_ok_and(|far| far.game == *game && far.first == *first) {
        return Ok(());
    }
    reject("the rules are those of the game", format!("`{}`", rules.text))
}

fn is_well_formed(game: &RowGame) -> Result<(), Refused> {
    let (tags, bound, modulus) = (game.tags, game.bound(), game.far.len() as u64);
    let complete = tags > 0
        && modulus > 0
        && (game.near.len() as u64).is_multiple_of(tags.into())
        && game.far.iter().all(|row| row.len() == tags as usize);
    let near = |(at, moves): (u64, &Vec<(u64, u32)>)| {
        moves.iter().all(|&(column, to)| column <= at / u64::from(tags) && to < tags)
    };
    let sweep = |s: &Sweep| {
        s.to < tags
            && s.step > 0
            && modulus.is_multiple_of(s.step)
            && s.class < s.step
            && s.from.max(s.lag) <= bound
    };
    let legal = complete
        && (0u64..).zip(&game.near).all(near)
        && game.far.iter().flatten().all(|moves| {
            moves.falls.iter().all(|&(drop, to)| drop <= bound && to < tags)
                && moves.landmarks.iter().all(|&(column, to)| column < bound && to < tags)
                && moves.sweeps.iter().all(sweep)
        });
    if legal { Ok(()) } else { reject("every move leads to a column that is not larger", "one does not") }
}

/// How many columns before a state matter.
fn reach(game: &RowGame) -> u64 {
    let far = || game.far.iter().flatten();
    let falls = far().flat_map(|moves| &moves.falls).map(|fall| fall.0);
    let lags = far().flat_map(|moves| &moves.sweeps).map(|sweep| sweep.lag.max(1));
    falls.chain(lags).max().unwrap_or(1).max(1)
}

type Sets = BTreeMap<Sweep, BTreeSet<u64>>;

struct Table<'a> {
    game: &'a RowGame,
    meter: &'a Meter<'a>,
    columns: Vec<Vec<u64>>,
    /// The values of the sweeps as they are before the next column.
    sets: Sets,
}

impl Table<'_> {
    fn row(&self) -> Vec<u64> {
        self.columns.iter().map(|column| column[0]).collect()
    }

    fn extend(&mut self, columns: u64) -> Result<(), Refused> {
        if self.columns.is_empty() {
            let sweeps = self.game.far.iter().flatten().flat_map(|moves| &moves.sweeps);
            self.sets = sweeps.map(|&sweep| (sweep, BTreeSet::new())).collect();
        }
        self.meter
            .hold(columns.saturating_mul(VALUE * (u64::from(self.game.tags) + self.sets.len() as u64)))?;
        for y in self.columns.len() as u64..columns {
            let column = self.column(y)?;
            self.columns.push(column);
            for (sweep, set) in &mut self.sets {
                // Before column y+1 the sweep has all up to y+1-lag, but not y+1 itself.
                let Some(next) = (y + 1).checked_sub(sweep.lag.max(1)) else { continue };
                if next >= sweep.from && next % sweep.step == sweep.class {
                    set.insert(self.columns[next as usize][sweep.to as usize]);
                }
            }
        }
        Ok(())
    }

    /// The values of a column: tags are settled as soon as those are that they lead to.
    fn column(&self, y: u64) -> Result<Vec<u64>, Refused> {
        let tags = self.game.tags as usize;
        let mut values: Vec<Option<u64>> = vec![None; tags];
        loop {
            let mut settled = 0;
            for tag in 0..tags {
                if values[tag].is_none() {
                    values[tag] = self.value(y, tag, &values)?;
                    settled += usize::from(values[tag].is_some());
                }
            }
            if let Some(values) = values.iter().copied().collect() {
                return Ok(values);
            }
            if settled == 0 {
                return reject("the moves of a column do not go round in a circle", format!("column {y}"));
            }
        }
    }

    /// The value of a position, if all it leads to within its column is settled.
    fn value(&self, y: u64, tag: usize, here: &[Option<u64>]) -> Result<Option<u64>, Refused> {
        let at = |column: u64, to: u32| match column == y {
            true => here[to as usize],
            false => Some(self.columns[column as usize][to as usize]),
        };
        let near = self.game.near.get(y as usize * self.game.tags as usize + tag);
        let far = &self.game.far[(y % self.game.far.len() as u64) as usize][tag];
        let (mut single, mut sets) = (BTreeSet::new(), Vec::new());
        let targets: Vec<(u64, u32)> = match near {
            Some(near) => near.clone(),
            None => {
                let here =
                    far.sweeps.iter().filter(|s| s.lag == 0 && y % s.step == s.class).map(|s| (y, s.to));
                sets.extend(far.sweeps.iter().map(|sweep| &self.sets[sweep]));
                let falls = far.falls.iter().map(|&(drop, to)| (y - drop, to));
                falls.chain(far.landmarks.iter().copied()).chain(here).collect()
            }
        };
        self.meter.pass_to(16 * (1 + targets.len() as u64), y as usize, MOST as usize)?;
        for (column, to) in targets {
            let Some(value) = at(column, to) else { return Ok(None) };
            single.insert(value);
        }
        // The least value of no option; a sweep has mostly all up to some value, so that it is looked for from above.
        let most = single.len() + sets.iter().map(|set| set.len()).sum::<usize>();
        let missing = |v: &u64| !single.contains(v) && sets.iter().all(|set| !set.contains(v));
        let whole = sets.iter().map(|set| whole(set)).max().unwrap_or(0);
        Ok((whole..=most as u64).find(missing))
    }
}

/// The least number that a set has not. From the largest down as many are passed by as are missing, and those lie near the end.
fn whole(set: &BTreeSet<u64>) -> u64 {
    let mut end = set.last().map_or(0, |last| last + 1);
    let mut missing = end - set.len() as u64;
    if missing == 0 {
        return end;
    }
    for &value in set.iter().rev() {
        missing -= end - 1 - value;
        if missing == 0 {
            return value + 1;
        }
        end = value;
    }
    0
}

/// The conditions of the theorem.
fn comes_back(table: &Table<'_>, back: &Return, then: &Sets) -> Result<(), Refused> {
    let (from, after) = (back.from as usize, back.after as usize);
    let image = |v: u64| if v < back.threshold { Some(v) } else { v.checked_add(back.rise) };
    let gap = |v: &u64| *v >= back.threshold && *v - back.threshold < back.rise;
    let window = reach(table.game) as usize;
    for column in from - window..from {
        let alike = table.columns[column]
            .iter()
            .zip(&table.columns[column + after])
            .all(|(&v, &w)| image(v) == Some(w));
        if !alike {
            return reject("the window comes back", format!("column {column}"));
        }
    }
    for (sweep, now) in &table.sets {
        table.meter.pass(64 * now.len() as u64)?;
        let then: BTreeSet<u64> = then[sweep].iter().filter_map(|&v| image(v)).collect();
        let besides: BTreeSet<u64> = now.iter().copied().filter(|v| !gap(v)).collect();
        if then != besides {
            return reject("the sets of values come back", format!("{sweep:?}"));
        }
    }
    for column in from..from + after {
        let far = &table.game.far[column % table.game.far.len()];
        for (moves, value) in far.iter().zip(&table.columns[column]) {
            if *value >= back.threshold && back.rise > 0 && !fills_gap(table, back, &moves.sweeps)? {
                return reject("what rises has swept all that rose before", format!("column {column}"));
            }
        }
    }
    let landmarks = table.game.far.iter().flatten().flat_map(|moves| &moves.landmarks);
    for &(column, to) in landmarks {
        if back.rise > 0 && table.columns[column as usize][to as usize] >= back.threshold {
            return reject("landmarks keep their values", format!("column {column}"));
        }
    }
    Ok(())
}

/// Whether these sweeps together have every value of the gap.
fn fills_gap(table: &Table<'_>, back: &Return, sweeps: &[Sweep]) -> Result<bool, Refused> {
    // A gap that is longer than there are columns is never filled, and need not be gone through.
    let room = (table.columns.len() as u64).saturating_mul(sweeps.len() as u64);
    table.meter.pass(64 * back.rise.min(room))?;
    let has = |v: u64| sweeps.iter().any(|sweep| table.sets[sweep].contains(&v));
    Ok(back.rise <= room && (back.threshold..back.threshold + back.rise).all(has))
}

/// The row has the period for ever, and no shorter one and no earlier start.
fn row_has_period(table: &Table<'_>, period: Period, back: &Return, first: u64) -> Result<(), Refused> {
    let Period { preperiod, period: p, saltus } = period;
    let row = table.row();
    let (from, after) = (back.from as usize, back.after as usize);
    let rising = row[from..from + after].iter().filter(|v| **v >= back.threshold).count();
    if back.rise > 0 && rising != 0 && rising != after {
        return reject("the row rises everywhere or nowhere", format!("{rising} of {after}"));
    }
    let holds = |start: u64, p: u64, saltus: u64| {
        (start as usize..from + after).all(|c| row[c].checked_add(saltus) == Some(row[c + p as usize]))
    };
    if preperiod < first || preperiod > back.from || !holds(preperiod, p, saltus) {
        return reject("the period holds", format!("{period:?}"));
    }
    if preperiod > first && holds(preperiod - 1, p, saltus) {
        return reject("the preperiod is the least", format!("{preperiod}"));
    }
    let shorter = (1..p).find(|&q| {
        let known = p.is_multiple_of(q) && saltus.is_multiple_of(p / q);
        known && holds(back.from, q, saltus / (p / q))
    });
    match shorter {
        Some(q) => reject("the period is the least", format!("{q} is one")),
        None => Ok(()),
    }
}

//! Rows: one heap without bound beside finitely many tags, and moves to all smaller heaps.
//!
//! A position is a column `y` and a tag. Wythoff's game with `x ≤ 18` is one: the tags are the rows 0 to 18. From some
//! column on (the *bound*) the moves from `(y, t)` depend on `y mod m` alone, and each is a *fall* to `(y-d, t')`, `d ≥ 0`; a
//! *sweep*, all of `(c, t')` with `a ≤ c ≤ y-d` in one residue class; or a *landmark*, one fixed `(c, t')`. Within a column the
//! moves never go round in a circle.
//!
//! **Theorem (rows).** Let `A(y)` be, for a sweep, the set of the values of its columns up to `y - D`, where no sweep lags by more
//! than `D`; and let `W ≥ D` be at least every fall. The *state* at `y` is the `W` columns before `y` and the sets `A(y)`. Let
//! `z = y + p` with `m | p`, both beyond the bound, and let there be `θ` and `σ` so that with `φ(v) = v` below `θ` and
//! `φ(v) = v + σ` from there on
//!
//! 1. every value `v` of the window at `y` is `φ(v)` in the window at `z`;
//! 2. for every sweep `A(z)` is `φ(A(y))` and some part of the gap `θ, …, θ+σ-1`;
//! 3. every value in columns `y, …, z-1` that is at least `θ` belongs to a tag whose sweeps there fill the gap together: it is *full*;
//! 4. the values of landmarks are below `θ`.
//!
//! Then `G(c+p, t) = φ(G(c, t))` for all tags and all `c ≥ y - W`.
//! *Proof.* By induction on `i` the state at `z+i` is that at `y+i` under `φ`, the sweeps having their parts of the gap besides. Let `S` be the
//! set of the values of the options at `(y+i, t)`. At `(z+i, t)` it is `φ(S)`, with a part of the gap, all of it if `t` is full there: falls and what
//! is between `y-D` and the lag lie in the window or in the same column, which is settled tag by tag; landmarks keep their value. If `mex S < θ`, the mex at
//! `z+i` is the same. If not, `t` is full there: for `i < p` that is 3., and for larger `i` the value at `y+i-p` is at least
//! `θ` too, since `φ` keeps the sides of `θ`, and the moves are the same. So the mex is `mex S + σ`. The columns that enter the sets next lie in
//! the window, and values outside the gap only enter. ∎
//!
//! Such `y` and `z` are found by comparing states (Brent). The rows of Wythoff's game have them always (Dress, Flammenkamp and Pink 1999,
//! Landman 2002); rules in general need not, when rows rise at different rates, and then nothing is claimed.
//!
//! Complexity: for each column the number of moves of all tags; a comparison mostly ends at its first value.

mod certificate;
mod filled;
mod options;
mod period;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::nimber::Nimber;
use crate::work::Work;

pub use certificate::RowCertificate;
use filled::Filled;
pub use period::Return;

/// A move to one position: a column and a tag.
pub type Target = (u64, u32);

/// Every column `c` with `from ≤ c ≤ y - lag` and `c ≡ class` modulo `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The tag after the move.
    pub to: u32,
    /// The first column.
    pub from: u64,
    /// How far the last column is behind.
    pub lag: u64,
    /// One column in so many.
    pub step: u64,
    /// The remainder of these columns.
    pub class: u64,
}

/// The moves of a tag in all columns of a residue class beyond the bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FarMoves {
    /// By how much the column falls, perhaps not at all, and the tag after it.
    pub falls: Vec<Target>,
    /// Moves to all smaller columns.
    pub sweeps: Vec<Sweep>,
    /// Moves to a fixed column.
    pub landmarks: Vec<Target>,
}

/// A game of columns and tags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowGame {
    /// How many tags there are.
    pub tags: u32,
    /// The moves in the columns before the bound, column by column and tag by tag.
    pub near: Vec<Vec<Target>>,
    /// The moves from there on, by the remainder of the column and by tag.
    pub far: Vec<Vec<FarMoves>>,
}

impl RowGame {
    /// From this column on the moves no longer depend on it.
    pub fn bound(&self) -> u64 {
        self.near.len() as u64 / u64::from(self.tags.max(1))
    }

    fn all_far(&self) -> impl Iterator<Item = &FarMoves> {
        self.far.iter().flatten()
    }

    /// `D`: no sweep lags by more.
    fn delay(&self) -> u64 {
        self.all_far().flat_map(|moves| &moves.sweeps).map(|sweep| sweep.lag).max().unwrap_or(0).max(1)
    }

    /// `W`: no fall is longer.
    fn window(&self) -> u64 {
        let falls = self.all_far().flat_map(|moves| &moves.falls).map(|fall| fall.0);
        falls.max().unwrap_or(0).max(self.delay())
    }
}

/// The sweeps of the game as sets of values, each up to the same delay.
type Reservoir = (u32, u64, u64, u64);

/// The values of a game of columns and tags.
#[derive(Clone, Debug)]
pub struct Rows {
    game: RowGame,
    /// The tags of a column so that moves within it go to earlier ones, by the remainder of the column.
    order: Vec<Vec<u32>>,
    /// What the sweeps of a tag are: the sets that they draw on, and single columns behind these, by remainder and tag.
    drawn: Vec<Vec<(Vec<usize>, Vec<Target>)>>,
    reservoirs: Vec<Reservoir>,
    filled: Vec<Filled>,
    /// Column by column.
    table: Vec<u32>,
    /// The stamp of the last position at which a value was met among the falls.
    met: Vec<u64>,
    stamp: u64,
    /// A number up to which the sweeps of a tag have everything, by remainder and tag.
    floors: Vec<Vec<u64>>,
    back: Option<Return>,
}

/// More columns than this are not computed.
const MOST: u64 = 1 << 28;

impl Rows {
    /// The values of a game, none of them computed yet.
    pub fn new(game: RowGame) -> Result<Rows> {
        let wrong = |what: &str| Err(Error::new(ErrorKind::Rule, format!("a game of rows {what}")));
        let (tags, bound) = (game.tags, game.bound());
        if tags == 0 || !(game.near.len() as u64).is_multiple_of(tags.into()) || game.far.is_empty() {
            return wrong("has moves for every tag and remainder");
        }
        let (modulus, delay) = (game.far.len() as u64, game.delay());
        let near = |(at, moves): (usize, &Vec<Target>)| {
            moves.iter().all(|&(column, to)| column <= at as u64 / u64::from(tags) && to < tags)
        };
        if !game.near.iter().enumerate().all(near) {
            return wrong("has no move that raises the column");
        }
        let far = |moves: &FarMoves| {
            let sweep =
                |s: &Sweep| s.to < tags && s.step > 0 && modulus.is_multiple_of(s.step) && s.class < s.step;
            moves.falls.iter().all(|&(drop, to)| drop <= bound && to < tags)
                && moves.sweeps.iter().all(|s| sweep(s) && s.from.saturating_add(delay) <= bound)
                && moves.landmarks.iter().all(|&(column, to)| column < bound && to < tags)
        };
        if !game.far.iter().all(|row| row.len() == tags as usize && row.iter().all(far)) {
            return wrong("settles at its bound");
        }
        let mut reservoirs: Vec<Reservoir> =
            game.all_far().flat_map(|moves| &moves.sweeps).map(|s| (s.to, s.from, s.step, s.class)).collect();
        reservoirs.sort_unstable();
        reservoirs.dedup();
        let drawn = (0u64..).zip(&game.far);
        let drawn = drawn
            .map(|(residue, row)| row.iter().map(|moves| draw(moves, residue, delay, &reservoirs)).collect());
        let drawn: Vec<Vec<(Vec<usize>, Vec<Target>)>> = drawn.collect();
        let order = drawn.iter().map(|row| {
            let within =
                |tag: u32| row[tag as usize].1.iter().filter(|fall| fall.0 == 0).map(|fall| fall.1).collect();
            in_order(tags, &within)
        });
        let Some(order) = order.collect() else { return wrong("never goes round in a circle") };
        let filled = vec![Filled::default(); reservoirs.len()];
        let floors = vec![vec![0; tags as usize]; game.far.len()];
        Ok(Rows {
            floors,
            game,
            order,
            drawn,
            reservoirs,
            filled,
            table: Vec::new(),
            met: Vec::new(),
            stamp: 0,
            back: None,
        })
    }

    /// The game.
    pub fn game(&self) -> &RowGame {
        &self.game
    }

    /// How many columns are computed.
    pub fn columns(&self) -> u64 {
        (self.table.len() / self.game.tags as usize) as u64
    }

    fn at(&self, column: u64, tag: u32) -> u64 {
        self.table[column as usize * self.game.tags as usize + tag as usize].into()
    }

    /// Computes the columns before `columns`.
    pub(crate) fn extend(&mut self, columns: u64, work: &Work<'_>) -> Result<()> {
        if columns > MOST {
            return Err(Error::new(
                ErrorKind::Limit,
                format!("{columns} columns are more than are computed"),
            ));
        }
        let tags = self.game.tags as usize;
        while self.columns() < columns {
            let y = self.columns();
            if y.is_multiple_of(256) {
                work.step("columns", y, Some(columns))?;
                work.limits.allow_bytes(self.bytes() + 256 * 8 * (tags as u64 + 1))?;
            }
            self.table.resize(self.table.len() + tags, 0);
            let filled = if y < self.game.bound() { self.near(y) } else { self.far(y) };
            if filled.is_err() {
                self.table.truncate(y as usize * tags);
            }
            filled?;
            self.fill(y + 1);
        }
        Ok(())
    }

    /// The sets take the column that is behind the next one by the delay.
    fn fill(&mut self, y: u64) {
        let Some(column) = y.checked_sub(self.game.delay()) else { return };
        for at in 0..self.reservoirs.len() {
            let (to, from, step, class) = self.reservoirs[at];
            if column >= from && column % step == class {
                let value = self.at(column, to);
                self.filled[at].insert(value);
            }
        }
    }

    fn near(&mut self, y: u64) -> Result<()> {
        let tags = self.game.tags;
        let first = y as usize * tags as usize;
        let within = |tag: u32| {
            let moves = &self.game.near[first + tag as usize];
            moves.iter().filter(|to| to.0 == y).map(|to| to.1).collect()
        };
        let Some(order) = in_order(tags, &within) else {
            return Err(Error::new(
                ErrorKind::Cycle,
                format!("the moves of column {y} go round in a circle"),
            ));
        };
        for tag in order {
            let mut options: Vec<u64> = self.game.near[first + tag as usize]
                .iter()
                .map(|&(column, to)| self.at(column, to))
                .collect();
            options.sort_unstable();
            options.dedup();
            let value = (0..).zip(&options).take_while(|(v, option)| v == *option).count();
            self.table[first + tag as usize] = narrow(value as u64)?;
        }
        Ok(())
    }

    fn far(&mut self, y: u64) -> Result<()> {
        let residue = (y % self.game.far.len() as u64) as usize;
        let first = y as usize * self.game.tags as usize;
        for at in 0..self.order[residue].len() {
            let tag = self.order[residue][at] as usize;
            self.stamp += 1;
            let (sets, falls) = &self.drawn[residue][tag];
            let landmarks = self.game.far[residue][tag].landmarks.iter().copied();
            for (column, to) in falls.iter().map(|&(drop, to)| (y - drop, to)).chain(landmarks) {
                let value = self.table[column as usize * self.game.tags as usize + to as usize] as usize;
                if value >= self.met.len() {
                    self.met.resize(value + 1, 0);
                }
                self.met[value] = self.stamp;
            }
            let swept = |value: u64| sets.iter().any(|&set| self.filled[set].contains(value));
            // Sets only grow, so that what was full stays so.
            let floor = (self.floors[residue][tag]..).find(|&value| !swept(value)).unwrap_or(u64::MAX);
            self.floors[residue][tag] = floor;
            let met = |value: u64| self.met.get(value as usize) == Some(&self.stamp);
            let value = (floor..).find(|&value| !met(value) && !swept(value)).unwrap_or(u64::MAX);
            self.table[first + tag] = narrow(value)?;
        }
        Ok(())
    }

    /// The bytes that are held.
    fn bytes(&self) -> u64 {
        // The sets are held twice while a return is looked for.
        let sets: u64 = self.filled.iter().map(|set| 2 * set.bytes()).sum();
        8 * (self.table.len() + self.met.len()) as u64 + sets
    }

    /// The value of a position: from the table, or from where the state came back; looks for that in at most `limit` columns.
    pub fn value(&mut self, column: u64, tag: u32, limit: u64, work: &Work<'_>) -> Result<Nimber> {
        if column >= self.columns() && self.back.is_none() {
            self.find(column.saturating_add(1).min(limit), work)?;
        }
        let (near, rounds) = self.back.map_or((column, 0), |back| back.reduce(column));
        if near >= limit.max(self.columns()) {
            let what = format!("no pattern was found in {} columns", self.columns());
            return Err(Error::new(ErrorKind::Limit, what));
        }
        self.extend(near + 1, work)?;
        let value = self.at(near, tag);
        let rise = self.back.filter(|back| value >= back.threshold).map_or(0, |back| back.rise);
        match rise.checked_mul(rounds).and_then(|rise| rise.checked_add(value)) {
            Some(value) => Ok(Nimber(value)),
            None => Err(Error::new(ErrorKind::Limit, "the value does not fit in 64 bits")),
        }
    }
}

/// A value as the table holds it.
fn narrow(value: u64) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::new(ErrorKind::Limit, "the values do not fit in 32 bits"))
}

/// The sets that sweeps draw on, and as falls the columns that these do not have yet, together with the falls themselves.
fn draw(moves: &FarMoves, residue: u64, delay: u64, reservoirs: &[Reservoir]) -> (Vec<usize>, Vec<Target>) {
    let mut falls = moves.falls.clone();
    let mut sets = Vec::new();
    for sweep in &moves.sweeps {
        sets.extend(reservoirs.binary_search(&(sweep.to, sweep.from, sweep.step, sweep.class)).ok());
        // The bound is so far beyond the first column of every sweep that only the class matters.
        let modulus = sweep.step;
        let in_class = |drop: &u64| (residue + modulus * delay - drop) % modulus == sweep.class;
        falls.extend((sweep.lag..delay).filter(in_class).map(|drop| (drop, sweep.to)));
    }
    sets.sort_unstable();
    sets.dedup();
    falls.sort_unstable();
    falls.dedup();
    (sets, falls)
}

/// The tags so that each comes after those it has moves to within its column, if there is such an order.
fn in_order(tags: u32, within: &dyn Fn(u32) -> Vec<u32>) -> Option<Vec<u32>> {
    let moves: Vec<Vec<u32>> = (0..tags).map(within).collect();
    let mut waiting: Vec<usize> = moves.iter().map(Vec::len).collect();
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); tags as usize];
    for (tag, all) in (0..).zip(&moves) {
        all.iter().for_each(|&to| into[to as usize].push(tag));
    }
    let mut order: Vec<u32> = (0..tags).filter(|&tag| waiting[tag as usize] == 0).collect();
    let mut at = 0;
    while let Some(&tag) = order.get(at) {
        at += 1;
        for &from in &into[tag as usize] {
            waiting[from as usize] -= 1;
            if waiting[from as usize] == 0 {
                order.push(from);
            }
        }
    }
    (order.len() == tags as usize).then_some(order)
}

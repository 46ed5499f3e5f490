//! Bounded step with finite memory: a heap that only falls, by bounded amounts, and a tag from a finite set.
//!
//! Castles with a memory of the last attack, matches with a memory of what was taken: a position is a heap `n` and a tag,
//! a move lowers `n` by at most `d` and may change the tag, and from some heap on the moves do not depend on `n`. Then the column of
//! values at `n` (one for each tag) is a function of the `d` columns before it, so two equal windows of `d` columns
//! prove a period, as for finite subtraction sets. Values are bounded by the number of moves, so a window comes back.
//!
//! Under misère play, or with an ending of its own, the same holds for outcomes in place of values.
//!
//! Literature: Golomb 1966 for a single tag. Complexity: `m` steps a heap, `m` the number of moves of all tags.

use crate::error::{Error, ErrorKind, Result};
use crate::heap::certificate::{Certificate, CertifiedGame, Proof};
use crate::heap::period::{Period, PeriodReport, Theorem, Verdict};
use crate::work::Work;
use crate::{Nimber, Outcome};

/// A move: how much the heap falls, and the tag after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fall {
    /// By how much the heap falls; at least 1.
    pub drop: u64,
    /// The tag of the position after the move.
    pub to: usize,
}

/// What the table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Values,
    Outcomes,
}

/// The values or outcomes of a bounded-step game with finite memory.
///
/// ```
/// use grundy::{Nimber, Work, heap::{Fall, Window}};
/// // Castles: attack with x = 2, y = 5 or z = 3; the last two not twice in a row. Tags: 0 free, 1 after y, 2 after z.
/// let attacks = |n: u64, last: usize| {
///     let attack = |force: u64, to: usize| Fall { drop: force.min(n), to };
///     let all = [attack(2, 0), attack(5, 1), attack(3, 2)];
///     all.into_iter().filter(|a| n > 0 && (a.to == 0 || a.to != last)).collect()
/// };
/// let mut castles = Window::values(3, 5, attacks)?;
/// assert_eq!(castles.value(1_000_000_000_000_000_000, 0, &Work::unwatched())?, Nimber(3));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Window {
    kind: Kind,
    tags: usize,
    /// The moves of heaps below `bound`, heap by heap and tag by tag.
    small: Vec<Vec<Fall>>,
    /// The moves of all other heaps, tag by tag.
    large: Vec<Vec<Fall>>,
    /// Whether the mover wins where there is no move: as `small` and `large`.
    small_end: Vec<bool>,
    large_end: Vec<bool>,
    /// The table, column by column.
    table: Vec<u16>,
    period: Option<Period>,
}

impl Window {
    /// The most columns times tags that may have moves of their own.
    const MOST: u64 = 1 << 22;

    /// Values under normal play. `options` is asked for every heap up to `bound` and every tag; from `bound` on its answer
    /// must not depend on the heap.
    pub fn values(tags: usize, bound: u64, options: impl Fn(u64, usize) -> Vec<Fall>) -> Result<Window> {
        Window::new(Kind::Values, tags, bound, options, |_, _| false)
    }

    /// Outcomes when the mover without a move wins or loses as `mover_wins` says: always for misère play. From `bound`
    /// on its answer must not depend on the heap.
    pub fn outcomes(
        tags: usize,
        bound: u64,
        options: impl Fn(u64, usize) -> Vec<Fall>,
        mover_wins: impl Fn(u64, usize) -> bool,
    ) -> Result<Window> {
        Window::new(Kind::Outcomes, tags, bound, options, mover_wins)
    }

    fn new(
        kind: Kind,
        tags: usize,
        bound: u64,
        options: impl Fn(u64, usize) -> Vec<Fall>,
        mover_wins: impl Fn(u64, usize) -> bool,
    ) -> Result<Window> {
        if tags == 0 || bound.saturating_add(1).saturating_mul(tags as u64) > Window::MOST {
            let what = format!("{tags} tags and steps up to {bound} are too many for a window");
            return Err(Error::new(ErrorKind::Limit, what).hint("let the general engine play it"));
        }
        let places = (0..=bound).flat_map(|n| (0..tags).map(move |tag| (n, tag)));
        let (mut small, mut small_end) = (Vec::new(), Vec::new());
        for (n, tag) in places {
            let moves = options(n, tag);
            if let Some(wrong) = moves.iter().find(|m| m.drop == 0 || m.drop > n || m.to >= tags) {
                let what = format!("the move {wrong:?} from heap {n} does not lower it within the tags");
                return Err(Error::new(ErrorKind::Rule, what));
            }
            small.push(moves);
            small_end.push(mover_wins(n, tag));
        }
        let at = bound as usize * tags;
        let (large, large_end) = (small.split_off(at), small_end.split_off(at));
        if let Some(wrong) = large.iter().flatten().find(|m| m.drop > bound) {
            return Err(Error::new(
                ErrorKind::Rule,
                format!("the move {wrong:?} is longer than the bound {bound}"),
            ));
        }
        Ok(Window { kind, tags, small, large, small_end, large_end, table: Vec::new(), period: None })
    }

    /// The game as a certificate states it.
    pub(crate) fn certified_game(&self) -> CertifiedGame {
        let plain = |moves: &[Vec<Fall>]| {
            moves.iter().map(|moves| moves.iter().map(|m| (m.drop, m.to as u64)).collect()).collect()
        };
        let (small, large) = (plain(&self.small), plain(&self.large));
        CertifiedGame::Falls { tags: self.tags as u64, small, large }
    }

    /// The proof of the period of the values, if it was found.
    pub fn certificate(&self) -> Option<Certificate> {
        let period = self.period.filter(|_| self.kind == Kind::Values)?;
        let entries = (period.preperiod + period.period) as usize * self.tags;
        let values = self.table[..entries].iter().map(|&v| v.into());
        Some(Certificate::new(self.certified_game(), period, Proof::Window {}, values))
    }

    fn columns(&self) -> u64 {
        (self.table.len() / self.tags) as u64
    }

    fn extend(&mut self, columns: u64, work: &Work<'_>) -> Result<()> {
        while self.columns() < columns {
            let n = self.columns();
            if n.is_multiple_of(4096) {
                work.step("heaps", n, Some(columns))?;
            }
            for tag in 0..self.tags {
                let entry = self.entry(n as usize, tag);
                self.table.push(entry);
            }
        }
        Ok(())
    }

    fn entry(&self, n: usize, tag: usize) -> u16 {
        let at = n * self.tags + tag;
        let (moves, end) = match self.small.get(at) {
            Some(moves) => (moves, self.small_end[at]),
            None => (&self.large[tag], self.large_end[tag]),
        };
        let option = |m: &Fall| self.table[(n - m.drop as usize) * self.tags + m.to];
        match self.kind {
            Kind::Values => (0..).find(|&v| moves.iter().all(|m| option(m) != v)).unwrap_or(u16::MAX),
            Kind::Outcomes if moves.is_empty() => end.into(),
            Kind::Outcomes => moves.iter().any(|m| option(m) == 0).into(),
        }
    }

    /// Looks for the period in at most `limit` heaps; it exists.
    ///
    /// Exceptions are heaps at which some tag differs from the periodic pattern; a value of the report is a hash of its column.
    pub fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        if self.period.is_none() {
            self.period = self.brent(limit, work)?;
        }
        let Some(period) = self.period else { return Ok(PeriodReport::unknown(self.columns())) };
        self.extend(period.preperiod + 2 * period.period, work)?;
        let column = |n: u64| {
            let at = n as usize * self.tags;
            self.table[at..at + self.tags]
                .iter()
                .fold(0u64, |hash, &v| (hash ^ u64::from(v)).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        };
        Ok(PeriodReport::found(Verdict::Proved(Theorem::Window), period, self.columns(), column))
    }

    fn brent(&mut self, limit: u64, work: &Work<'_>) -> Result<Option<Period>> {
        let window = self.large.iter().flatten().map(|m| m.drop).max().unwrap_or(0).max(1) as usize;
        // Columns below the bound have moves of their own: windows are compared from there on.
        let bound = self.small.len() / self.tags;
        let mut snapshot = bound + window;
        self.extend(snapshot as u64, work)?;
        while (snapshot as u64) < limit {
            for period in 1..=snapshot {
                self.extend((snapshot + period) as u64, work)?;
                if self.same_window(snapshot, snapshot + period, window) {
                    let mut from = snapshot - window;
                    while from > 0 && self.same_window(from, from + period, 1) {
                        from -= 1;
                    }
                    return Ok(Some(Period { preperiod: from as u64, period: period as u64, saltus: 0 }));
                }
            }
            snapshot *= 2;
        }
        Ok(None)
    }

    /// Whether the `window` columns before `a` and before `b` are equal.
    fn same_window(&self, a: usize, b: usize, window: usize) -> bool {
        let tags = self.tags;
        let column = |n: usize| &self.table[n * tags..(n + 1) * tags];
        (1..=window).all(|back| column(a - back) == column(b - back))
    }

    fn at(&mut self, n: u64, tag: usize, work: &Work<'_>) -> Result<u16> {
        if tag >= self.tags {
            return Err(Error::new(ErrorKind::Position, format!("there is no tag {tag}")));
        }
        if n >= self.columns() && self.period.is_none() {
            self.find_period(n.saturating_add(1), work)?;
        }
        let n = self.period.map_or(n, |p| p.reduce(n).0);
        self.extend(n + 1, work)?;
        Ok(self.table[n as usize * self.tags + tag])
    }

    /// The value of a position under normal play.
    pub fn value(&mut self, n: u64, tag: usize, work: &Work<'_>) -> Result<Nimber> {
        match self.kind {
            Kind::Values => Ok(Nimber(self.at(n, tag, work)?.into())),
            Kind::Outcomes => {
                Err(Error::new(ErrorKind::Unsupported, "with this ending there are outcomes, no values"))
            }
        }
    }

    /// Who wins a position by itself.
    pub fn outcome(&mut self, n: u64, tag: usize, work: &Work<'_>) -> Result<Outcome> {
        Ok(if self.at(n, tag, work)? == 0 { Outcome::P } else { Outcome::N })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attacks(x: u64, y: u64, z: u64) -> impl Fn(u64, usize) -> Vec<Fall> {
        move |n, last| {
            let attack = |force: u64, to: usize| Fall { drop: force.min(n), to };
            let all = [attack(x, 0), attack(y, 1), attack(z, 2)];
            all.into_iter().filter(|a| n > 0 && (a.to == 0 || a.to != last)).collect()
        }
    }

    #[test]
    fn castles_agree_with_plain_recursion() {
        for (x, y, z) in [(2, 5, 3), (1, 1, 1), (5, 2, 4), (1, 5, 5), (3, 4, 2)] {
            let mut window = Window::values(3, x.max(y).max(z), attacks(x, y, z)).unwrap();
            window.find_period(1 << 16, &Work::unwatched()).unwrap();
            let mut plain: Vec<[u64; 3]> = Vec::new();
            for n in 0..2000u64 {
                let value = |tag: usize| {
                    let options = attacks(x, y, z)(n, tag);
                    (0..).find(|v| options.iter().all(|o| plain[(n - o.drop) as usize][o.to] != *v)).unwrap()
                };
                plain.push([value(0), value(1), value(2)]);
            }
            for n in 0..2000 {
                let column = [0, 1, 2].map(|tag| window.value(n, tag, &Work::unwatched()).unwrap().0);
                assert_eq!(column, plain[n as usize], "{x} {y} {z}: {n}");
            }
        }
    }

    /// Matches: take 1 to `k`; in the end the player with an even number of matches wins. Tag: my parity, their parity.
    fn matches(k: u64) -> Window {
        let options = move |n: u64, tag: usize| {
            let (mine, theirs) = (tag / 2, tag % 2);
            (1..=k.min(n)).map(|t| Fall { drop: t, to: 2 * theirs + (mine + t as usize) % 2 }).collect()
        };
        Window::outcomes(4, k, options, |_, tag| tag / 2 == 0).unwrap()
    }

    #[test]
    fn of_27_matches_only_taking_2_wins() {
        let mut game = matches(4);
        let wins = |take: u64, game: &mut Window| {
            let tag = (take % 2) as usize;
            game.outcome(27 - take, tag, &Work::unwatched()).unwrap() == Outcome::P
        };
        assert_eq!((1..=4).filter(|&t| wins(t, &mut game)).collect::<Vec<_>>(), [2]);
        let report = game.find_period(1000, &Work::unwatched()).unwrap();
        assert_eq!(report.verdict, Verdict::Proved(Theorem::Window));
    }

    #[test]
    fn misere_take_1_to_3_loses_at_1_mod_4() {
        let options = |n: u64, _| (1..=3.min(n)).map(|t| Fall { drop: t, to: 0 }).collect();
        let mut game = Window::outcomes(1, 3, options, |_, _| true).unwrap();
        for n in (0..50).chain([1_000_000_000_000_000_001, u64::MAX]) {
            assert_eq!(game.outcome(n, 0, &Work::unwatched()).unwrap() == Outcome::P, n % 4 == 1, "{n}");
        }
        assert!(game.value(3, 0, &Work::unwatched()).is_err());
    }

    #[test]
    fn moves_must_fall() {
        assert!(Window::values(1, 3, |_, _| vec![Fall { drop: 0, to: 0 }]).is_err());
        assert!(Window::values(1, 3, |n, _| vec![Fall { drop: n + 1, to: 0 }]).is_err());
        assert!(
            Window::values(1, 3, |n, _| if n > 0 { vec![Fall { drop: 1, to: 1 }] } else { vec![] }).is_err()
        );
    }
}

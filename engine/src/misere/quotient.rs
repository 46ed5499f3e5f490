//! The misère quotient of a list of games: which sums cannot be told apart by who wins, whatever stands beside them.
//!
//! Games come one by one, options first. Mostly a new game is like an element that is there already: x may stand for it if x is
//! lost exactly where the game is, no option of it is lost beside something beside which x is lost, and the checks hold, which
//! is so at once if some sum of element x has no options but such as the game has too (*mex interpolation*). Otherwise the
//! quotient is learnt anew ([`super::learning`]).

use super::checks::{Antichains, least_failure, of_options, steps};
use super::games::{Game, Games};
use super::learning::{Bounds, Learnt, learn, telling};
use super::monoid::{Element, Monoid};
use super::words::{Elements, Word};
use crate::error::Result;
use crate::meter::Meter;

/// A quotient that grows with its games.
pub(super) struct Quotient {
    pub(super) monoid: Monoid,
    generators: Vec<Game>,
    tests: Vec<Word>,
    /// The least sets of options that sums have.
    left: Option<Antichains>,
    /// For each element, beside which it is lost.
    lost_beside: Vec<Elements>,
}

impl Quotient {
    /// Of no games.
    pub(super) fn new() -> Quotient {
        let monoid = Monoid::trivial();
        let lost_beside = lost_beside(&monoid);
        Quotient { monoid, generators: Vec::new(), tests: Vec::new(), left: None, lost_beside }
    }

    /// Takes all games in; tells whether it could within bounds. What was taken in stays right if not, and if it is stopped.
    pub(super) fn extend(&mut self, games: &Games, bounds: Bounds, meter: &Meter<'_>) -> Result<bool> {
        while self.monoid.of.len() < games.len() {
            if self.takes_as_it_is(games, meter)? {
                continue;
            }
            let Some(learnt) = learn(&self.monoid, &self.generators, &self.tests, games, bounds, meter)?
            else {
                return Ok(false);
            };
            let Learnt { quotient, left, tests } = learnt;
            self.generators = quotient.generators();
            self.tests = telling(&tests, &quotient, &self.generators);
            self.lost_beside = lost_beside(&quotient);
            (self.monoid, self.left) = (quotient, Some(left));
        }
        Ok(true)
    }

    /// Gives the next game an element that is there, if one fits.
    fn takes_as_it_is(&mut self, games: &Games, meter: &Meter<'_>) -> Result<bool> {
        let options = of_options(&self.monoid, games, self.monoid.of.len() as Game);
        let lost = !options.meets(&self.monoid.lost);
        let fits = |&x: &Element| {
            let beside = &self.lost_beside[x];
            self.monoid.lost.contains(x) == lost
                && options.iter().all(|option| !beside.meets(&self.lost_beside[option]))
        };
        let fitting: Vec<Element> = (0..self.monoid.size()).filter(fits).collect();
        meter.pass((self.monoid.size() * (1 + options.len())) as u64)?;
        let every: Vec<Game> = (0..games.len() as Game).collect();
        if self.left.is_none() {
            let known = &every[..self.monoid.of.len()];
            let words = self.monoid.least_words(known);
            let checked = least_failure(&self.monoid, &steps(&self.monoid, games), &words, meter)?;
            self.left = checked.ok();
        }
        let Some(left) = &self.left else { return Ok(false) };
        if let Some(&x) = fitting.iter().find(|&&x| left[x].iter().any(|set| set.is_within(&options))) {
            self.monoid.of.push(x);
            return Ok(true);
        }
        for x in fitting {
            let mut wider = self.monoid.clone();
            wider.of.push(x);
            let words = wider.least_words(&every[..wider.of.len()]);
            if let Ok(left) = least_failure(&wider, &steps(&wider, games), &words, meter)? {
                (self.monoid, self.left) = (wider, Some(left));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The games that give all elements.
    pub(super) fn generators(&self) -> &[Game] {
        &self.generators
    }
}

fn lost_beside(monoid: &Monoid) -> Vec<Elements> {
    let of = |x: Element| {
        let lost = monoid.row(x).iter().enumerate().filter(|(_, to)| monoid.lost.contains(**to as Element));
        Elements::these(monoid.size(), lost.map(|(beside, _)| beside))
    };
    (0..monoid.size()).map(of).collect()
}

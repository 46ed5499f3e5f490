//! Whether a candidate tells the misère outcome of every sum.
//!
//! A candidate says "lost" of a sum if the product of its games is a lost element. That is right for all sums if the empty
//! sum is not lost and
//!
//! * no lost sum has a lost option. It is enough to look at x·h and x·t for all elements x, games h and options t of h;
//! * every other sum that has a move has a lost option. Sums are infinitely many, but of a sum only its element x and the set
//!   S of its options' elements count: with a game h more they are x·h and S·h ∪ x·options(h). If sums v < w have the same
//!   element and S(v) ⊆ S(w), then a sum w + u without a lost option has below it v + u, which has none either; so w and all
//!   that extends it need not be looked at. The sets that are left for an element contain no other, so they are finitely many.
//!
//! Sums are gone through in the order of words, so that the failure that is found is the least: below it the candidate is
//! right, and there it is wrong (T. Plambeck and A. Siegel, *Misère quotients for impartial games*, JCTA 115, 2008).

use super::games::{Game, Games};
use super::monoid::{Element, Monoid};
use super::words::{Elements, Word};
use crate::error::Result;
use crate::meter::Meter;

/// A game as the checks see it.
pub(super) struct Step {
    pub(super) game: Game,
    pub(super) element: Element,
    /// The elements of its options.
    pub(super) options: Elements,
}

/// The games of a quotient as the checks see them. Of those that look alike the first stands for all.
pub(super) fn steps(quotient: &Monoid, games: &Games) -> Vec<Step> {
    let mut all: Vec<Step> = Vec::new();
    let mut known = hashbrown::HashSet::new();
    for (game, &element) in quotient.of.iter().enumerate() {
        let options = of_options(quotient, games, game as Game);
        if known.insert((element, options.clone())) {
            all.push(Step { game: game as Game, element, options });
        }
    }
    all
}

/// The elements of a game's options.
pub(super) fn of_options(quotient: &Monoid, games: &Games, game: Game) -> Elements {
    let options = games.options(game).iter().map(|option| quotient.of_sum(option));
    Elements::these(quotient.size(), options)
}

/// The least sum of these games at which a candidate is wrong, if there is one; else the sets of options that are left.
pub(super) fn least_failure(
    candidate: &Monoid,
    steps: &[Step],
    least_words: &[Word],
    meter: &Meter<'_>,
) -> Result<std::result::Result<Antichains, Word>> {
    let lost = lost_from_lost(candidate, steps, least_words, meter)?;
    let mut walk = Walk::new(candidate, steps);
    if let Some(stuck) = walk.stuck(lost.as_ref(), meter)? {
        return Ok(Err(stuck));
    }
    Ok(match lost {
        Some(lost) => Err(lost),
        None => Ok(walk.left),
    })
}

/// The least lost sum that has a lost option.
fn lost_from_lost(
    candidate: &Monoid,
    steps: &[Step],
    least_words: &[Word],
    meter: &Meter<'_>,
) -> Result<Option<Word>> {
    let mut least: Option<Word> = None;
    for step in steps {
        let options: Vec<Element> = step.options.iter().collect();
        for (element, word) in least_words.iter().enumerate() {
            meter.pass(4 + options.len() as u64)?;
            let is_lost = |by: Element| candidate.lost.contains(candidate.times(element, by));
            if is_lost(step.element) && options.iter().any(|&option| is_lost(option)) {
                let mut word = word.clone();
                word.add(step.game, 1);
                if least.as_ref().is_none_or(|least| word < *least) {
                    least = Some(word);
                }
            }
        }
    }
    Ok(least)
}

/// For each element, the least sets of options that sums of it have; no set contains another.
pub(super) type Antichains = Vec<Vec<Elements>>;

/// All sums in the order of words, as far as they matter.
struct Walk<'q> {
    candidate: &'q Monoid,
    steps: &'q [Step],
    left: Antichains,
}

/// A sum on the way, and what comes next behind it.
struct Stage {
    element: Element,
    options: Elements,
    /// The last step of this sum, which no later one may pass.
    last: usize,
    next: usize,
}

impl<'q> Walk<'q> {
    fn new(candidate: &'q Monoid, steps: &'q [Step]) -> Walk<'q> {
        Walk { candidate, steps, left: vec![Vec::new(); candidate.size()] }
    }

    /// The least sum below a bound that has a move, is not lost, and has no lost option.
    fn stuck(&mut self, bound: Option<&Word>, meter: &Meter<'_>) -> Result<Option<Word>> {
        let size = self.candidate.size();
        let end = self.steps.len();
        let mut stages = vec![Stage { element: 0, options: Elements::none(size), last: end, next: 0 }];
        let mut held = 0;
        while let Some(top) = stages.last_mut() {
            if top.next == end || top.next > top.last {
                stages.pop();
                continue;
            }
            let at = top.next;
            top.next += 1;
            let (element, options) = self.after(top, &self.steps[at]);
            meter.pass(16 + size as u64 / 8)?;
            let taken = self.insert(element, &options);
            // The sum itself is made only where it is asked for.
            let sum = |stages: &[Stage]| {
                let mut word = Word::of(self.steps[at].game);
                stages[1..].iter().for_each(|stage| word.add(self.steps[stage.last].game, 1));
                word
            };
            if bound.is_some_and(|bound| sum(&stages) >= *bound) {
                return Ok(None);
            }
            if !taken {
                continue;
            }
            held += options.bytes();
            meter.hold(held)?;
            if !self.candidate.lost.contains(element) && !options.meets(&self.candidate.lost) {
                return Ok(Some(sum(&stages)));
            }
            stages.push(Stage { element, options, last: at, next: 0 });
        }
        Ok(None)
    }

    /// A sum with one game more.
    fn after(&self, sum: &Stage, step: &Step) -> (Element, Elements) {
        let q = self.candidate;
        let kept = sum.options.iter().map(|option| q.times(option, step.element));
        let moved = step.options.iter().map(|option| q.times(sum.element, option));
        (q.times(sum.element, step.element), Elements::these(q.size(), kept.chain(moved)))
    }

    /// Keeps a set of options unless it contains one that is there; those that contain it go.
    fn insert(&mut self, element: Element, options: &Elements) -> bool {
        let known = &mut self.left[element];
        if known.iter().any(|other| other.is_within(options)) {
            return false;
        }
        known.retain(|other| !options.is_within(other));
        known.push(options.clone());
        true
    }
}

//! Misère play of any game: whoever cannot move wins.
//!
//! Values decide nothing there: two copies of a game are rarely nothing. What does decide is the *genus* of a position where
//! it is played as Nim is, and for all sums of some games their *misère quotient*, a finite commutative monoid with a set of
//! lost elements. Positions are read and moved by their [arena](crate::arena), so rules, boards and graphs are treated alike.

mod answer;
mod certificate;
mod checks;
mod games;
mod genus;
mod learning;
mod monoid;
mod outcomes;
mod quotient;
#[cfg(test)]
mod tests;
mod words;

use crate::arena::{Arena, DecidedBy};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::heap::{CertifiedGame, TakeBreak};
use crate::meter::Meter;
use crate::outcome::Outcome;
use crate::plan::certified_game;
use crate::rules::Rules;
use crate::work::Work;

pub use answer::{GenusAnswer, QuotientAnswer};
pub use certificate::Certificate;
pub use genus::{Class, Genus};

use games::{Game, Positions};
use genus::Genera;
use learning::Bounds;
use monoid::Element;
use quotient::Quotient;

/// The most heaps that are taken in where nobody says how many.
const HEAPS: u64 = 1_000;
/// The most elements of a quotient.
const ELEMENTS: usize = 2_048;
/// The most sums that are searched for one heap where nobody says how many heaps there should be.
const SEARCHED: u64 = 3_000_000;

/// The genus of a position, and what it tells.
///
/// ```
/// use grundy::{Lets, Source, Work, misere, open};
/// let work = Work::unwatched();
/// let mut kayles = open(Source::Text("kayles"), &Lets::new(), &["5".into()], None, &work)?;
/// let position = kayles.position().to_vec();
/// let found = misere::genus(kayles.arena(), &position, &work)?;
/// assert_eq!(found.genus.to_string(), "4^146");
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn genus(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<GenusAnswer> {
    by_last_move(arena)?;
    let mut positions = Positions::default();
    let sum = positions.sum(arena, position, work)?;
    let (genus, class) = Genera::default().of(&positions.games, &sum, work)?;
    Ok(GenusAnswer { position: position.to_vec(), outcome: genus.misere(), genus, class })
}

/// The quotient of all sums of heaps up to some size, with the proof that it is that of all heaps where there is one. If
/// the work is stopped or grows too large it is that of the heaps so far, and the answer says why.
pub fn quotient_of_heaps(
    arena: &mut dyn Arena,
    rules: &Rules,
    to: Option<u64>,
    work: &Work<'_>,
) -> Result<QuotientAnswer> {
    let words = to.map_or(SEARCHED, |_| u64::MAX);
    of_heaps(arena, rules, to.unwrap_or(HEAPS), words, work)
}

/// The same for one question about heaps up to some size, as far as it is found soon.
pub(crate) fn quotient_for(
    arena: &mut dyn Arena,
    rules: &Rules,
    heap: u64,
    work: &Work<'_>,
) -> Result<QuotientAnswer> {
    of_heaps(arena, rules, heap.min(HEAPS), SEARCHED, work)
}

fn of_heaps(
    arena: &mut dyn Arena,
    rules: &Rules,
    to: u64,
    words: u64,
    work: &Work<'_>,
) -> Result<QuotientAnswer> {
    by_last_move(arena)?;
    if !rules.form().is_heap() {
        let fault = Error::new(ErrorKind::Unsupported, Fault::MisereNotHeaps);
        return Err(fault.hint(
            "name positions to begin with; the quotient is then that of all that can come up from them",
        ));
    }
    let reach = last_digit(rules, work)?;
    let bounds = Bounds { elements: ELEMENTS, words };
    let mut run = Run { positions: Positions::default(), quotient: Quotient::new(), taken: Vec::new() };
    let (mut stopped, mut period) = (None, None);
    for heap in 0..=to {
        let taken = run.take(arena, &heap.to_string(), bounds, work);
        match taken.and_then(|taken| work.step("heaps", heap, None).map(|()| taken)) {
            Ok(true) => {}
            Ok(false) => {
                stopped = Some(Error::new(ErrorKind::Limit, Fault::MisereTooLarge { heap, most: ELEMENTS }));
                break;
            }
            Err(e) if heap > 0 && (e.is_stop() || e.kind() == ErrorKind::Limit) => {
                stopped = Some(e);
                break;
            }
            Err(e) => return Err(e),
        }
        period = reach.and_then(|reach| find_period(&run.elements(), reach));
        if period.is_some() {
            break;
        }
    }
    Ok(run.answer(rules.title(), period, stopped))
}

/// The quotient of all sums of some positions and of what can come up from them.
pub fn quotient_of_positions(
    arena: &mut dyn Arena,
    position: &[String],
    work: &Work<'_>,
) -> Result<QuotientAnswer> {
    by_last_move(arena)?;
    let bounds = Bounds { elements: ELEMENTS, words: u64::MAX };
    let mut run = Run { positions: Positions::default(), quotient: Quotient::new(), taken: Vec::new() };
    for text in position {
        if !run.take(arena, text, bounds, work)? {
            let fault = Fault::MisereTooLargeAt { text: text.clone(), most: ELEMENTS };
            return Err(Error::new(ErrorKind::Limit, fault));
        }
    }
    let answer = run.answer(arena.title(), None, None);
    Ok(QuotientAnswer { verdict: "proved", heap: None, positions: position.to_vec(), ..answer })
}

/// Fails if something other than the last move decides, or if the rules are not those of misère play.
fn by_last_move(arena: &dyn Arena) -> Result<()> {
    if arena.rules().is_some_and(|rules| rules.normal_only) {
        return Err(Error::new(ErrorKind::Unsupported, Fault::NormalOnly).hint(NextStep::AskNormalPlay));
    }
    match arena.decided() {
        DecidedBy::LastMove(_) => Ok(()),
        DecidedBy::Score => Err(Error::new(ErrorKind::Unsupported, Fault::NoMisereScores)),
        DecidedBy::FinalPosition => Err(Error::new(ErrorKind::Unsupported, Fault::NoMisereEnding)),
    }
}

/// The most that a move takes, if the rules are those of a code with at most two parts and no tail.
pub(crate) fn last_digit(rules: &Rules, work: &Work<'_>) -> Result<Option<u64>> {
    Ok(match certified_game(rules, work)? {
        Some(CertifiedGame::Take(set)) => set.last().copied(),
        Some(CertifiedGame::Code { code, unequal: false, least_part: 1, least_heap: 0 }) => {
            let code =
                code.parse::<TakeBreak>().ok().filter(|code| code.tail().is_empty() && code.parts() <= 2);
            code.and_then(|code| code.last())
        }
        _ => None,
    })
}

/// The preperiod and period of a pretending function that go on for ever: the theorem of Plambeck and Siegel (2008).
///
/// Let a move take at most k and leave at most two heaps, and let Φ(m + p) = Φ(m) for n ≤ m < 2n + p + k, n ≥ 1. Then this holds for all
/// m ≥ n, and no larger heap adds an element. *Proof.* Let h ≥ 2n + 2p + k, and let the claim hold below h. The larger heap
/// that a move of h leaves has at least (h - k)/2 ≥ n + p; p less of it is what the same move of h - p leaves, and has the same
/// element. The larger heap that a move of h - p leaves has at least n + p/2 ≥ n, and p more of it has the same element too. So the options of h have the same
/// elements as those of h - p, the checks hold with Φ(h) = Φ(h - p), and they leave no other choice. ∎
pub(crate) fn find_period(elements: &[Element], reach: u64) -> Option<(u64, u64)> {
    let last = elements.len().checked_sub(1)?;
    let reach = usize::try_from(reach).ok()?;
    (1..=last / 2).find_map(|period| {
        let behind = (0..=last - period).rev().find(|&at| elements[at] != elements[at + period]);
        let preperiod = behind.map_or(0, |at| at + 1);
        let needed = 2 * preperiod.max(1) + 2 * period + reach;
        (needed <= last + 1).then_some((preperiod as u64, period as u64))
    })
}

/// A quotient with the positions that were taken in.
struct Run {
    positions: Positions,
    quotient: Quotient,
    taken: Vec<Option<Game>>,
}

impl Run {
    /// Takes a component in, with all that can come up from it; tells whether it could within bounds.
    fn take(&mut self, arena: &mut dyn Arena, text: &str, bounds: Bounds, work: &Work<'_>) -> Result<bool> {
        let game = self.positions.game(arena, text, work)?;
        let meter = Meter::new("heaps", work);
        let taken = self.quotient.extend(&self.positions.games, bounds, &meter)?;
        if taken {
            self.taken.push(game);
        }
        Ok(taken)
    }

    /// The elements of what was taken in.
    fn elements(&self) -> Vec<Element> {
        let of = |game: &Option<Game>| game.map_or(0, |game| self.quotient.monoid.of[game as usize]);
        self.taken.iter().map(of).collect()
    }

    fn answer(&self, game: String, period: Option<(u64, u64)>, stopped: Option<Error>) -> QuotientAnswer {
        let monoid = &self.quotient.monoid;
        let generators = self.quotient.generators();
        let name_of = |game: &Game| self.taken.iter().position(|taken| *taken == Some(*game));
        QuotientAnswer {
            game,
            verdict: if period.is_some() { "proved" } else { "exact to" },
            heap: self.taken.len().checked_sub(1).map(|last| last as u64),
            order: monoid.size(),
            p_portion: monoid.lost.len(),
            preperiod: period.map(|(preperiod, _)| preperiod),
            period: period.map(|(_, period)| period),
            pretending: self.elements(),
            positions: Vec::new(),
            generators: generators.iter().map(|game| name_of(game).map(|heap| heap as u64)).collect(),
            elements: answer::names(monoid, generators),
            lost: monoid.lost.iter().collect(),
            table: (0..monoid.size()).map(|one| monoid.row(one).to_vec()).collect(),
            stopped: stopped.map(|e| e.to_string()),
        }
    }
}

impl QuotientAnswer {
    /// The outcome of a sum of heaps under misère play; none if a heap is beyond what is known.
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let lost = self.lost.contains(&self.product(heaps.iter().copied())?);
        Some(if lost { Outcome::P } else { Outcome::N })
    }

    /// The element of a sum of heaps.
    pub fn product(&self, mut heaps: impl Iterator<Item = u64>) -> Option<usize> {
        heaps.try_fold(0, |element, heap| Some(self.table[element][self.element(heap)?] as usize))
    }

    /// The element of a heap.
    pub fn element(&self, heap: u64) -> Option<usize> {
        let folded = match (self.preperiod, self.period) {
            (Some(preperiod), Some(period)) if heap >= preperiod => preperiod + (heap - preperiod) % period,
            _ => heap,
        };
        self.pretending.get(usize::try_from(folded).ok()?).copied()
    }
}

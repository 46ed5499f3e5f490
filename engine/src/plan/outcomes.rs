//! Who wins one component where its value is out of reach: Wythoff's game and others by formula, taking from an infinite set by sieve,
//! and linear rules by an automaton that is learnt and proved on the spot.
//!
//! All answer which options are lost as well, since those are the winning moves.

use crate::error::Result;
use crate::heap::Amounts;
use crate::heap::closed::{wythoff_lost, wythoff_outcome};
use crate::outcome::{Outcome, Play};
use crate::prove::{Effort, Found, LostOption, LostPositions, SOME, lost_positions};
use crate::rules::{Form, Function, Kind, QualifierForm, Rules, SetForm, Term, TermKind};
use crate::work::Work;

use super::amount_sets::amounts;
use super::formulas::{Lost, lost_by_formula};
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit};

/// A way to know who wins without knowing values.
pub(crate) enum ClosedOutcomes {
    /// Wythoff's game.
    Wythoff,
    /// A formula tells.
    Formula(Box<dyn Lost>),
    /// Taking an amount of a set: all lost heaps below a length.
    Sieve { amounts: Amounts, lost: Vec<u64>, len: u64 },
    /// The lost positions are those that an automaton accepts, proved.
    Proved(Box<LostPositions>),
}

/// Of the winning moves of a position so many are listed, where there are more.
const LISTED: usize = 1000;

impl ClosedOutcomes {
    /// The way for these rules, its name, and why it applies; less is tried where a `table` could be made all the same.
    pub(crate) fn new(
        rules: &Rules,
        table: bool,
        work: &Work<'_>,
    ) -> Option<(ClosedOutcomes, EngineName, Fit)> {
        let form = rules.form();
        if let Some(formula) = ClosedOutcomes::by_formula(rules) {
            return Some(formula);
        }
        let unnamed = form.kinds.iter().all(|kind| kind.label.is_none());
        if let Some(amounts) = amounts(form, work).ok().filter(|_| unnamed) {
            let sieve = ClosedOutcomes::Sieve { amounts, lost: Vec::new(), len: 0 };
            return Some((sieve, EngineName::LostHeaps, Fit::LostHeaps { set: amounts }));
        }
        ClosedOutcomes::proved(rules, Play::Normal, if table { &SOME[..1] } else { SOME }, work)
    }

    /// By a formula.
    pub(crate) fn by_formula(rules: &Rules) -> Option<(ClosedOutcomes, EngineName, Fit)> {
        let form = rules.form();
        if is_wythoff(form) {
            return Some((ClosedOutcomes::Wythoff, EngineName::GoldenRatio, Fit::Wythoff));
        }
        let (lost, why) = lost_by_formula(form)?;
        form.is_normal().then(|| (ClosedOutcomes::Formula(lost), EngineName::ClosedForm, why))
    }

    /// By a proof about all positions, if one is found soon.
    pub(crate) fn proved(
        rules: &Rules,
        play: Play,
        efforts: &[Effort],
        work: &Work<'_>,
    ) -> Option<(ClosedOutcomes, EngineName, Fit)> {
        // In the browser provers would make the first visit a twentieth longer, 39 KiB; it asks for smaller positions.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        // Work that is told to stop is told so again by whoever goes on.
        let Ok(Found::Proved(lost)) = lost_positions(rules, play, efforts, work) else { return None };
        let why = Fit::ProvedAutomaton { states: lost.states(), system: lost.system() };
        Some((ClosedOutcomes::Proved(lost), EngineName::ProvedAutomaton, why))
    }

    /// Who wins a component.
    pub(crate) fn outcome(&mut self, place: &[i64], work: &Work<'_>) -> Result<Outcome> {
        match self {
            ClosedOutcomes::Wythoff => Ok(wythoff_outcome(place[0] as u64, place[1] as u64)),
            ClosedOutcomes::Formula(formula) => {
                Ok(if formula.is_lost(place) { Outcome::P } else { Outcome::N })
            }
            ClosedOutcomes::Sieve { amounts, lost, len } => {
                let n = place[0] as u64;
                if n >= *len {
                    // The list of fewer heaps is no use any more.
                    (*lost, *len) = (Vec::new(), 0);
                    *lost = amounts.p_positions(n.saturating_add(1), work)?;
                    *len = n + 1;
                }
                Ok(if lost.binary_search(&n).is_ok() { Outcome::P } else { Outcome::N })
            }
            ClosedOutcomes::Proved(lost) => Ok(lost.outcome(place)),
        }
    }

    /// The options of a component that are lost for the player who then moves, and whether these are all.
    pub(crate) fn lost_options(&mut self, place: &[i64], work: &Work<'_>) -> Result<(Vec<LostOption>, bool)> {
        if self.outcome(place, work)? == Outcome::P {
            return Ok((Vec::new(), true));
        }
        let places: Vec<Vec<i64>> = match self {
            ClosedOutcomes::Wythoff => {
                let lost = wythoff_lost(place[0] as u64, place[1] as u64);
                lost.into_iter().map(|(x, y)| vec![x as i64, y as i64]).collect()
            }
            ClosedOutcomes::Formula(formula) => formula.lost_options(place),
            ClosedOutcomes::Sieve { amounts, lost, .. } => {
                let n = place[0] as u64;
                let left = amounts.list(n, work)?.into_iter().map(|a| n - a);
                left.filter(|m| lost.binary_search(m).is_ok()).map(|m| vec![m as i64]).collect()
            }
            ClosedOutcomes::Proved(lost) => return lost.lost_options(place, LISTED, work),
        };
        // These rules have no names for their moves.
        Ok((places.into_iter().map(|to| LostOption { to: Some(to), kind: 0 }).collect(), true))
    }
}

/// Whether the moves are: any amount from one heap, from the other, or the same from both.
fn is_wythoff(form: &Form) -> bool {
    let natural = form.axes.len() == 2
        && form.axes.iter().all(|axis| matches!(axis.domain, crate::rules::Domain::Natural));
    if !natural || form.kinds.len() != 3 {
        return false;
    }
    let mut found: Vec<(i64, i64)> = form.kinds.iter().filter_map(lowered).collect();
    found.sort_unstable();
    found == [(0, 1), (1, 0), (1, 1)]
}

/// Which of two heaps a kind of move lowers by any amount that all of them can pay: 1 for lowered.
fn lowered(kind: &Kind) -> Option<(i64, i64)> {
    let ([part], [QualifierForm::Each(slot, SetForm::Range(low, high))]) = (&kind.parts[..], &kind.steps[..])
    else {
        return None;
    };
    if part.count.is_some() || kind.label.is_some() || kind.gain.is_some() || low.as_const() != Some(1) {
        return None;
    }
    let falls = |axis: usize| {
        let fall = Linear::variable(axis).minus(&Linear::of(&part.place[axis])?);
        match fall {
            fall if fall == Linear::constant(0) => Some(0),
            fall if fall == Linear::variable(*slot) => Some(1),
            _ => None,
        }
    };
    let (x, y) = (falls(0)?, falls(1)?);
    let is = |term: &Term, axis: usize| Linear::of(term) == Some(Linear::variable(axis));
    let all = match (x, y, &high.kind) {
        (1, 0, _) => is(high, 0),
        (0, 1, _) => is(high, 1),
        (1, 1, TermKind::Call(Function::Min, both)) => {
            matches!(&both[..], [a, b] if is(a, 0) && is(b, 1) || is(a, 1) && is(b, 0))
        }
        _ => false,
    };
    all.then_some((x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::engine::Engine;
    use crate::proofs::potential::descent;

    fn closed(text: &str) -> Option<(Rules, ClosedOutcomes)> {
        let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
        let found = ClosedOutcomes::new(&rules, false, &Work::unwatched()).map(|found| found.0);
        found.map(|found| (rules, found))
    }

    fn agrees_with_the_dense_table(text: &str, places: impl Iterator<Item = Vec<i64>>) {
        let work = Work::unwatched();
        let (rules, mut closed) = closed(text).expect(text);
        let mut dense = crate::dense::Dense::new(&rules, descent(rules.form(), &work).unwrap(), 1 << 24);
        let mut evaluator = crate::rules::Evaluator::new(rules.form().clone(), 1 << 20);
        for place in places {
            let lost = dense.value(&place, &work).unwrap().0 == 0;
            assert_eq!(closed.outcome(&place, &work).unwrap() == Outcome::P, lost, "{text} {place:?}");
            let mut options: Vec<Vec<i64>> = Vec::new();
            let listed = evaluator.options(&place, &work, &mut |option| {
                options.push(option.places.to_vec());
                Ok(())
            });
            listed.unwrap();
            options.retain(|option| dense.value(option, &work).unwrap().0 == 0);
            options.sort();
            options.dedup();
            let (ours, complete) = closed.lost_options(&place, &work).unwrap();
            assert!(complete);
            let mut ours: Vec<Vec<i64>> = ours.into_iter().filter_map(|option| option.to).collect();
            ours.sort();
            assert_eq!(ours, options, "{text} {place:?}");
        }
    }

    #[test]
    fn outcomes_agree_with_the_dense_table() {
        let pairs = || (0..40).rev().flat_map(|x| (0..40).rev().map(move |y| vec![x, y]));
        agrees_with_the_dense_table("wythoff", pairs());
        for text in ["take squares", "take primes", "take fibonacci", "take triangular", "take powers"] {
            agrees_with_the_dense_table(text, (0..600).rev().map(|n| vec![n]));
        }
    }

    #[test]
    fn positions_too_large_for_values_are_still_decided() {
        let solved = |text: &str, place: &[i64]| {
            let (rules, _) = closed(text).expect(text);
            let position = crate::Position(vec![crate::Component(place.to_vec())]);
            let request = crate::Request { rules: &rules, position: &position, play: None };
            crate::solve(&request, &Work::unwatched()).unwrap()
        };
        let queen = solved("wythoff", &[1_000_000_000_000_000, 1_000_000_000_000_000]);
        assert_eq!((queen.outcome, queen.value.is_none(), queen.moves_complete), (Outcome::N, true, true));
        let to_the_corner = |m: &crate::report::MoveReport| crate::report::show_parts(&m.to) == "(0,0)";
        assert!(queen.winning_moves.iter().any(to_the_corner), "{:?}", queen.winning_moves);
        let squares = solved("take squares", &[20_000_000]);
        assert_eq!((squares.value.is_none(), squares.plan.engine), (true, EngineName::LostHeaps));
        assert_eq!(squares.outcome == Outcome::N, !squares.winning_moves.is_empty());
    }

    #[test]
    fn linear_rules_are_decided_at_any_size_by_proof() {
        let places = || (0..7i64.pow(3)).map(|code| vec![code % 7, code / 7 % 7, code / 49]);
        agrees_with_the_dense_table("moore", places());
        agrees_with_the_dense_table("end-nim", places());
        agrees_with_the_dense_table("r-wythoff", places().map(|place| place[..2].to_vec()));
        for (text, place) in [
            ("moore", vec![1_000_000_000_000_000_000; 3]),
            ("end-nim", vec![1_000_000_000_000_000_000, 5, 1_000_000_000_000_000_000]),
            ("nim-with-a-pass", vec![999_999_999_999_999_999, 1_000_000_000_000_000_000, 1]),
            ("fibonacci-nim", vec![1_100_087_778_366_101_931, 1_100_087_778_366_101_930]),
        ] {
            let rules = Rules::read(text, &crate::Lets::new(), &Work::unwatched()).unwrap();
            let position = crate::Position(vec![crate::Component(place)]);
            let request = crate::Request { rules: &rules, position: &position, play: None };
            let report = crate::solve(&request, &Work::unwatched()).unwrap();
            assert_eq!(
                (report.outcome, report.plan.engine),
                (Outcome::P, EngineName::ProvedAutomaton),
                "{text}"
            );
        }
    }

    #[test]
    fn other_rules_are_not_taken() {
        for text in [
            "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y",
            "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..x",
            "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..x | (x-k,y-k) for k in 1..min(x,y)",
            "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-2*k) for k in 1..min(x,y)",
            "n -> n-k for k in 1..3",
        ] {
            let work = Work::unwatched();
            let rules = Rules::read(text, &Lets::new(), &work).unwrap();
            let other = ClosedOutcomes::new(&rules, false, &work);
            assert!(matches!(other, None | Some((ClosedOutcomes::Proved(_), ..))), "{text}");
        }
    }
}

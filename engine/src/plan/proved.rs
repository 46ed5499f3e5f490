//! Values by an automaton that was learnt from the first positions and proved for all of them.
//!
//! This is no shape that a rule shows: it is tried where a table would be large or is out of reach. Why it is right is told in
//! [`prove`](crate::prove).

use crate::engine::{Engine, KnownOption, KnownOptions};
use crate::error::Result;
use crate::nimber::Nimber;
use crate::position::Component;
use crate::prove::{ProvedValues, SOME, ValuedOption};
use crate::report::sentence::{EngineName, Fit};
use crate::rules::Rules;
use crate::work::Work;

/// Of the options with a value so many are listed, where there are more.
const LISTED: usize = 1000;

/// The engine and why it applies, if something is proved soon; less is tried where a table could be made all the same.
pub(crate) fn proved_values(
    rules: &Rules,
    table: bool,
    work: &Work<'_>,
) -> Result<Option<(Box<dyn Engine>, Fit)>> {
    // As with outcomes: too large for the browser.
    if cfg!(target_arch = "wasm32") {
        return Ok(None);
    }
    let efforts = if table { &SOME[..1] } else { SOME };
    Ok(ProvedValues::learn(rules, efforts, work)?.ok().map(|values| {
        let why = Fit::ProvedValues { states: values.states() };
        (Box::new(Proved(values)) as Box<dyn Engine>, why)
    }))
}

struct Proved(ProvedValues);

impl Engine for Proved {
    fn name(&self) -> EngineName {
        EngineName::ProvedAutomaton
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        components.iter().try_for_each(|component| self.value(&component.0, work).map(drop))
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        self.0.value(place, work)
    }

    fn first_options_of_value(
        &mut self,
        place: &[i64],
        wanted: Nimber,
        work: &Work<'_>,
    ) -> Result<Option<KnownOptions>> {
        let Some((options, complete)) = self.0.options(place, wanted, LISTED, work)? else { return Ok(None) };
        let known = |ValuedOption { parts, kind }| KnownOption {
            parts: parts.into_iter().map(Component).collect(),
            kind: Some(kind),
        };
        Ok(Some(KnownOptions { options: options.into_iter().map(known).collect(), complete }))
    }

    fn positions(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lets, Outcome, Position, Request, solve};

    fn report(text: &str, places: &[&str]) -> crate::Report {
        let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
        let position = Position(places.iter().map(|place| rules.component(place).unwrap()).collect());
        solve(&Request { rules: &rules, position: &position, play: None }, &Work::unwatched()).unwrap()
    }

    #[test]
    fn values_far_out_are_those_of_the_theorems() {
        let (big, less) = (1_000_000_000_000_000_000u64, 999_999_999_999_999_999u64);
        let odious = |n: u64| 2 * n + u64::from(n.count_ones().is_multiple_of(2));
        let pair = format!("{big},{less}");
        for (text, place, value) in [
            ("rook", pair.clone(), big ^ less),
            ("bishop", pair.clone(), less),
            ("lim", format!("{big},{less},77"), (big + less + 77 - (big ^ less ^ 77)) / 2),
            ("poker-nim", pair.clone(), less),
            ("mock-turtles", big.to_string(), odious(big)),
            ("rims", big.to_string(), big),
            ("turning-turtles", big.to_string(), big),
            ("twins", big.to_string(), big - 1),
        ] {
            let found = report(text, &[&place]);
            assert_eq!(found.value, Some(crate::LoopyValue::Finite(Nimber(value))), "{text} {place}");
            assert_eq!(found.outcome, if value == 0 { Outcome::P } else { Outcome::N }, "{text} {place}");
            // A sum with a second component is decided too, and its winning moves are found.
            let sum = report(text, &[&place, &place]);
            assert_eq!(sum.outcome, Outcome::P, "{text}");
        }
    }

    #[test]
    fn closed_forms_of_the_catalogue_answer_far_out() {
        let (n, m) = (1_000_000_000_000_000_000u64, 999_999_999_999_999_999u64);
        let pair = format!("{n},{m}");
        let heaps = ["aliquot", "at-most-half", "dim", "dividing", "divisor-game", "equal-towers"];
        let more =
            ["mock-turtles", "prim", "rims", "saliquant", "turning-turtles", "twins", "take-one-or-all"];
        for text in heaps.iter().chain(&more) {
            assert_eq!(report(text, &[&n.to_string()]).outcome, Outcome::N, "{text}");
        }
        for (text, place, outcome) in [
            ("rook", pair.clone(), Outcome::N),
            ("bishop", pair.clone(), Outcome::N),
            ("king", pair.clone(), Outcome::N),
            ("wythoff", pair.clone(), Outcome::N),
            ("generalised-wythoff", pair.clone(), Outcome::N),
            ("euclid", pair.clone(), Outcome::P),
            ("euclid-to-zero", pair.clone(), Outcome::P),
            ("turning-corners", pair.clone(), Outcome::N),
            ("fibonacci-nim", pair.clone(), Outcome::N),
            ("no-more-than-last", format!("{n},1024"), Outcome::P),
            ("poker-nim", pair.clone(), Outcome::N),
            ("kings-horses", pair.clone(), Outcome::N),
            ("silver-dollar", format!("5,{m},{n}"), Outcome::N),
            ("moore", format!("{n},{n},{n}"), Outcome::P),
            ("end-nim", format!("{n},5,{n}"), Outcome::P),
            ("lim", format!("{n},{m},77"), Outcome::N),
            ("nim-with-a-pass", format!("{n},{m},1"), Outcome::P),
            ("circular-nim", format!("{n},{m},{n},{m}"), Outcome::P),
            ("staircase", format!("5,{m},{n}"), Outcome::N),
            ("stones", format!("5,{m},{n}"), Outcome::N),
            ("non-decreasing", format!("5,{m},{n}"), Outcome::N),
        ] {
            assert_eq!(report(text, &[&place]).outcome, outcome, "{text} {place}");
        }
    }

    #[test]
    fn winning_moves_of_sums_far_out_make_the_sum_lost() {
        let big = 1_000_000_000_000_000_000u64;
        for (text, one, other) in [
            ("rook", format!("{big},7"), "12345,9".to_string()),
            ("bishop", format!("{big},{big}"), "77,1234567890123".to_string()),
            ("mock-turtles", big.to_string(), "77".to_string()),
            ("twins", big.to_string(), "12".to_string()),
        ] {
            let found = report(text, &[&one, &other]);
            assert!(found.outcome == Outcome::N && !found.winning_moves.is_empty(), "{text}");
            for by in found.winning_moves.iter().take(5) {
                let parts = by.to.iter().map(|part| crate::report::show_parts(std::slice::from_ref(part)));
                let parts: Vec<String> =
                    parts.map(|part| part.trim_matches(['(', ')']).to_string()).collect();
                let mut after = vec![one.clone(), other.clone()];
                after.splice(by.component..=by.component, parts.into_iter().filter(|part| part != "nothing"));
                let after: Vec<&str> = after.iter().map(String::as_str).collect();
                assert_eq!(report(text, &after).outcome, Outcome::P, "{text} {after:?}");
            }
        }
    }
}

//! The planner: from the form of a rule to the engine that answers fastest.
//!
//! Recognisers are asked from the most special to the most general. Each must be sound: it proves the shape from the
//! form, never from sampled values.

mod all_but;
mod amount_sets;
mod bounded_step;
mod divisors;
mod edges;
mod falling;
pub(crate) mod formulas;
mod general;
mod lasker;
mod nim;
mod one_or_all;
mod outcomes;
mod product;
#[cfg(test)]
mod product_tests;
mod proved;
mod rows;
mod sequence;
mod shape;
mod staircase;
mod subtraction;
mod taking_breaking;
mod up_to;
mod warnings;
pub(crate) mod whole;

use serde::Serialize;

use crate::error;
use crate::heap::CertifiedGame;
use crate::outcome::Play;
use crate::report::sentence::{Fit, Misfit, Reach, ShapeName};
use crate::rules::Rules;
use crate::work::Work;

pub use crate::engine::Engine;
pub(crate) use bounded_step::{WindowOutcomes, steps};
pub use nim::is_nim;
pub(crate) use outcomes::ClosedOutcomes;
pub(crate) use proved::proved_values;
pub(crate) use rows::{Row, row_values};
pub(crate) use subtraction::largest_amount;
pub use warnings::warnings;

/// Knows one shape of rules and the engine for it.
pub trait Recogniser: Sync {
    /// The shape, in a few words.
    fn shape(&self) -> ShapeName;

    /// The engine for rules of this shape, or why these are not.
    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit>;
}

/// An engine that fits, and why.
pub struct Recognised {
    /// What was seen in the rules.
    pub why: Fit,
    /// How far it goes.
    pub reach: Reach,
    /// The engine, ready to be asked.
    pub engine: Box<dyn Engine>,
}

/// The recognisers, from the most special to the most general. The last one takes everything.
pub const RECOGNISERS: &[&dyn Recogniser] = &[
    &nim::NimHeap,
    &up_to::TakeUpTo,
    &divisors::Divisors,
    &formulas::ClosedForm,
    &subtraction::FiniteSubtraction,
    &all_but::TakeAllBut,
    &amount_sets::AmountSet,
    &one_or_all::OneOrAll,
    &staircase::StaircaseNim,
    &lasker::LaskersNim,
    &taking_breaking::TakingAndBreaking,
    &bounded_step::BoundedStep,
    &falling::Falling,
    &general::General,
];

/// What the planner thought of one shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "WrittenThought")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Considered {
    /// The shape.
    pub shape: ShapeName,
    /// Why the rules have it and how far its engine goes, or why they have it not.
    pub found: Result<(Fit, Reach), Misfit>,
}

impl Considered {
    /// Whether the rules have the shape.
    pub fn matched(&self) -> bool {
        self.found.is_ok()
    }

    /// Why, or why not, in English.
    pub fn why(&self) -> String {
        self.found.as_ref().map_or_else(Misfit::to_string, |(why, _)| why.to_string())
    }

    /// How far the engine goes, if the rules have the shape.
    pub fn reach(&self) -> Option<&Reach> {
        self.found.as_ref().ok().map(|(_, reach)| reach)
    }
}

/// A thought as scripts read it: in English, and as data.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenThought {
    shape: &'static str,
    matched: bool,
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<String>,
    key: ShapeName,
    because: Because,
    #[serde(skip_serializing_if = "Option::is_none")]
    extent: Option<Reach>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Because {
    Fits(Fit),
    Not(Misfit),
}

impl From<Considered> for WrittenThought {
    fn from(thought: Considered) -> WrittenThought {
        let (why, reach) = (thought.why(), thought.reach().map(Reach::to_string));
        let (matched, key) = (thought.matched(), thought.shape);
        let (because, extent) = match thought.found {
            Ok((fit, extent)) => (Because::Fits(fit), Some(extent)),
            Err(misfit) => (Because::Not(misfit), None),
        };
        WrittenThought { shape: key.english(), matched, why, reach, key, because, extent }
    }
}

/// The game that certificates of these rules are about, as the planner reads it. They are about values under normal play.
pub(crate) fn certified_game(rules: &Rules, work: &Work<'_>) -> error::Result<Option<CertifiedGame>> {
    if !rules.form().is_normal() {
        return Ok(None);
    }
    for recogniser in RECOGNISERS {
        let Ok(mut found) = recognise(*recogniser, rules, work)? else { continue };
        if let Some(game) = found.engine.periodic().and_then(|engine| engine.certified_game()) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Asks one recogniser; the outer error is that of work that was told to stop, so that nothing is known.
pub(crate) fn recognise(
    recogniser: &dyn Recogniser,
    rules: &Rules,
    work: &Work<'_>,
) -> error::Result<Result<Recognised, Misfit>> {
    let found = recogniser.recognise(rules, work);
    go_on(work)?;
    Ok(found)
}

/// A proof that was told to stop only says that it found nothing, so this asks once more.
fn go_on(work: &Work<'_>) -> error::Result<()> {
    work.step("proofs", 0, None)
}

/// What the planner thinks of every shape, up to the first that fits; the last one answers.
pub fn consider(rules: &Rules, play: Play, work: &Work<'_>) -> error::Result<Vec<Considered>> {
    if let Some(thoughts) = whole::consider(rules, play, work)? {
        return Ok(thoughts);
    }
    let mut thoughts = Vec::new();
    for recogniser in RECOGNISERS {
        let found = recognise(*recogniser, rules, work)?.map(|found| (found.why, found.reach));
        thoughts.push(Considered { shape: recogniser.shape(), found });
        if thoughts.last().is_some_and(Considered::matched) {
            break;
        }
    }
    Ok(thoughts)
}

//! Anything else: memory search, and retrograde analysis where positions come back.

use crate::report::sentence::{Fit, Misfit, Reach, ShapeName};
use crate::rules::Rules;
use crate::search::MemorySearch;
use crate::work::Work;

use super::{Recognised, Recogniser};

pub(super) struct General;

impl Recogniser for General {
    fn shape(&self) -> ShapeName {
        ShapeName::AnyRules
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        Ok(Recognised {
            why: Fit::AsMet,
            reach: Reach::Met { limit: work.limits.positions },
            engine: Box::new(MemorySearch::new(rules, work.limits.positions)),
        })
    }
}

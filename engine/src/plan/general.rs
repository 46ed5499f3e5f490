//! Anything else: memory search, and retrograde analysis where positions come back.

use crate::rules::Rules;
use crate::search::MemorySearch;
use crate::work::Work;

use super::{Recognised, Recogniser};

pub(super) struct General;

impl Recogniser for General {
    fn shape(&self) -> &'static str {
        "any rules"
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, String> {
        Ok(Recognised {
            why: "positions are searched as they are met; if one comes back, the whole graph is analysed backwards".into(),
            reach: format!("{} positions met, at the present limits", work.limits.positions),
            engine: Box::new(MemorySearch::new(rules, work.limits.positions)),
        })
    }
}

//! Anything else: memory search, and retrograde analysis where positions come back.

use crate::limits::Limits;
use crate::rules::Rules;
use crate::search::MemorySearch;

use super::{Recognised, Recogniser};

pub(super) struct General;

impl Recogniser for General {
    fn shape(&self) -> &'static str {
        "any rules"
    }

    fn recognise(&self, rules: &Rules, limits: &Limits) -> Result<Recognised, String> {
        Ok(Recognised {
            why: "positions are searched as they are met; if one comes back, the whole graph is analysed backwards".into(),
            reach: format!("{} positions met, at the present limits", limits.positions),
            engine: Box::new(MemorySearch::new(rules, limits.positions)),
        })
    }
}

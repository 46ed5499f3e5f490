//! Rules with a falling potential: a dense table in its order.

use crate::dense::Dense;
use crate::rules::Rules;
use crate::work::Work;

use super::{Recognised, Recogniser};
use crate::proofs::potential::descent;

pub(super) struct Falling;

impl Recogniser for Falling {
    fn shape(&self) -> &'static str {
        "falling potential"
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, String> {
        let form = rules.form();
        let descent = descent(form, work)?;
        Ok(Recognised {
            why: format!(
                "every move lowers {}, so positions can be tabulated in that order",
                descent.potential.show(form)
            ),
            reach: format!("{} positions at the present limits", work.limits.positions),
            engine: Box::new(Dense::new(rules, descent, work.limits.positions)),
        })
    }
}

//! Rules with a falling potential: a dense table in its order.

use crate::dense::Dense;
use crate::limits::Limits;
use crate::rules::Rules;

use super::{Recognised, Recogniser};
use crate::proofs::potential::descent;

pub(super) struct Falling;

impl Recogniser for Falling {
    fn shape(&self) -> &'static str {
        "falling potential"
    }

    fn recognise(&self, rules: &Rules, limits: &Limits) -> Result<Recognised, String> {
        let form = rules.form();
        let descent = descent(form)?;
        Ok(Recognised {
            why: format!(
                "every move lowers {}, so positions can be tabulated in that order",
                descent.potential.show(form)
            ),
            reach: format!("{} positions at the present limits", limits.positions),
            engine: Box::new(Dense::new(rules, descent, limits.positions)),
        })
    }
}

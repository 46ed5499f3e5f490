//! Rules with a falling potential: a dense table in its order.

use crate::dense::Dense;
use crate::rules::Rules;
use crate::work::Work;

use super::{Recognised, Recogniser};
use crate::proofs::potential::descent;
use crate::report::sentence::{Fit, Misfit, Reach, ShapeName};

pub(super) struct Falling;

impl Recogniser for Falling {
    fn shape(&self) -> ShapeName {
        ShapeName::Falling
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let form = rules.form();
        let descent = descent(form, work)?;
        Ok(Recognised {
            why: Fit::Falls { potential: descent.potential.show(form) },
            reach: Reach::Positions { limit: work.limits.positions },
            engine: Box::new(Dense::new(rules, descent, work.limits.positions)),
        })
    }
}

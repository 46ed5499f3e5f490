//! How many positions can come up at most, from the domains and from what no move raises.

use crate::position::Component;
use crate::rules::Form;
use crate::work::Work;

use super::potential::never_rises;

/// How many components can come up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Most {
    /// At most so many.
    Positions(u64),
    /// Nothing was found that bounds this coordinate.
    Endless { name: String },
}

/// How many components can come up from these at most, each for itself.
pub fn most_positions(form: &Form, components: &[Component], work: &Work<'_>) -> Most {
    let fixed: Vec<_> = form.axes.iter().map(|axis| axis.domain.fixed_bounds()).collect();
    let falls = never_rises(form, work);
    let mut product = 1u64;
    for (axis, (low, high)) in fixed.iter().enumerate() {
        let numbers = || components.iter().map(|component| component.0[axis]);
        let top = match high {
            _ if falls[axis] => numbers().max(),
            high => *high,
        };
        let (Some(low), Some(top)) = (low, top) else {
            return Most::Endless { name: form.axes[axis].name.clone() };
        };
        let low = numbers().min().map_or(*low, |given| given.min(*low));
        product = product.saturating_mul(top.max(low).abs_diff(low).saturating_add(1));
    }
    Most::Positions(product)
}

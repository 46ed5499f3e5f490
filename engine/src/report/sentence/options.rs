//! The values of the options of a component.

use std::fmt;

use crate::keyed::keyed;
use crate::nimber::Nimber;

keyed! {
    /// The values that the options of a component have; where they are many, what they are.
    pub enum OptionValues {
        /// These, in order.
        Listed {
            /// The values.
            values: Vec<Nimber>,
        },
        /// Every value below one.
        AllBelow {
            /// The least that is missing.
            below: Nimber,
        },
        /// Every value up to one, but for a single one.
        AllBut {
            /// The greatest.
            to: Nimber,
            /// The one that is missing.
            but: Nimber,
        },
    }
}

/// Values that are listed before dots stand for them.
const LISTED: u64 = 4;

impl OptionValues {
    /// All values below one, listed where they are few.
    pub fn all_below(below: u64) -> OptionValues {
        match below {
            0..=LISTED => OptionValues::Listed { values: (0..below).map(Nimber).collect() },
            _ => OptionValues::AllBelow { below: Nimber(below) },
        }
    }
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValues::Listed { values } => {
                f.write_str(&values.iter().map(Nimber::to_string).collect::<Vec<_>>().join(", "))
            }
            OptionValues::AllBelow { below } => write!(f, "0, 1, …, {}", below.0.saturating_sub(1)),
            OptionValues::AllBut { to, but } => write!(f, "all from 0 to {to} but {but}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_stand_for_values_only_where_there_are_more_than_four() {
        let said: Vec<String> = (0..=5).map(|n| OptionValues::all_below(n).to_string()).collect();
        assert_eq!(said, ["", "0", "0, 1", "0, 1, 2", "0, 1, 2, 3", "0, 1, …, 4"]);
    }
}

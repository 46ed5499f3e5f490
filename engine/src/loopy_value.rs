//! Values of games in which positions can come back.

use std::fmt;
use std::ops::Add;

use serde::{Deserialize, Serialize};

use crate::nimber::Nimber;
use crate::outcome::Outcome;

/// The value of a game with cycles: what it adds to every sum.
///
/// ```
/// use grundy::{LoopyValue, Nimber, Outcome};
/// let infinity = LoopyValue::infinity([1, 2].map(Nimber));
/// let sum = infinity + LoopyValue::Finite(Nimber(2));
/// assert_eq!(sum, LoopyValue::infinity([0, 3].map(Nimber)));
/// assert_eq!(sum.outcome(), Outcome::N);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Value"))]
#[serde(from = "Written", into = "Written")]
pub enum LoopyValue {
    /// A nimber: the game equals a Nim heap.
    Finite(Nimber),
    /// ∞(K): one may move to each value of K (sorted, each once), or play on for ever.
    Infinity(Vec<Nimber>),
}

impl LoopyValue {
    /// ∞(K), K given in any order.
    pub fn infinity(values: impl IntoIterator<Item = Nimber>) -> LoopyValue {
        let mut values: Vec<Nimber> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        LoopyValue::Infinity(values)
    }

    /// Who wins a game of this value.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Finite(Nimber::ZERO) => Outcome::P,
            LoopyValue::Finite(_) => Outcome::N,
            LoopyValue::Infinity(values) if values.contains(&Nimber::ZERO) => Outcome::N,
            LoopyValue::Infinity(_) => Outcome::D,
        }
    }

    /// The nimber, if the value is finite.
    pub fn finite(&self) -> Option<Nimber> {
        match self {
            LoopyValue::Finite(value) => Some(*value),
            LoopyValue::Infinity(_) => None,
        }
    }
}

impl From<Nimber> for LoopyValue {
    fn from(value: Nimber) -> LoopyValue {
        LoopyValue::Finite(value)
    }
}

impl Add for LoopyValue {
    type Output = LoopyValue;

    /// The value of a sum: two infinite games together leave nothing to win.
    fn add(self, other: LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a + b),
            (LoopyValue::Finite(a), LoopyValue::Infinity(values))
            | (LoopyValue::Infinity(values), LoopyValue::Finite(a)) => {
                LoopyValue::infinity(values.into_iter().map(|k| k + a))
            }
            (LoopyValue::Infinity(_), LoopyValue::Infinity(_)) => LoopyValue::Infinity(Vec::new()),
        }
    }
}

impl std::iter::Sum for LoopyValue {
    fn sum<I: Iterator<Item = LoopyValue>>(iter: I) -> LoopyValue {
        iter.fold(LoopyValue::Finite(Nimber::ZERO), Add::add)
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Finite(value) => value.fmt(f),
            LoopyValue::Infinity(values) => {
                let values: Vec<String> = values.iter().map(Nimber::to_string).collect();
                write!(f, "∞({})", values.join(","))
            }
        }
    }
}

/// As it stands in JSON: an integer, or `{"inf": [k…]}`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Value"))]
#[serde(untagged)]
enum Written {
    Finite(Nimber),
    Infinity { inf: Vec<Nimber> },
}

impl From<Written> for LoopyValue {
    fn from(written: Written) -> LoopyValue {
        match written {
            Written::Finite(value) => LoopyValue::Finite(value),
            Written::Infinity { inf } => LoopyValue::infinity(inf),
        }
    }
}

impl From<LoopyValue> for Written {
    fn from(value: LoopyValue) -> Written {
        match value {
            LoopyValue::Finite(value) => Written::Finite(value),
            LoopyValue::Infinity(inf) => Written::Infinity { inf },
        }
    }
}

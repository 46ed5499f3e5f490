//! The values of parameters.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// The values of parameters, by name.
pub type Lets = BTreeMap<String, Literal>;

/// A value that a parameter may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Literal {
    /// An integer.
    Int(i64),
    /// A list `[3,1,2]`, or a set `{2,5}` as the list of its members.
    List(Vec<i64>),
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Int(n) => write!(f, "{n}"),
            Literal::List(list) => {
                let members: Vec<String> = list.iter().map(i64::to_string).collect();
                write!(f, "[{}]", members.join(","))
            }
        }
    }
}

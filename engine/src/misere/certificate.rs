//! A misère quotient as a proof that can be checked without the engine that found it.

use serde::{Deserialize, Serialize};

use super::QuotientAnswer;
use crate::literal::Lets;
use crate::rules::Rules;

/// The quotient of all sums of heaps up to some size or, with a period, of all heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`Certificate::FORMAT`].
    pub format: String,
    /// Always [`Certificate::VERSION`].
    pub version: u32,
    /// The text of the rules, short forms written out.
    pub rules: String,
    /// The values of its parameters.
    pub lets: Lets,
    /// The products of all elements, row by row; element 0 is the neutral one.
    pub table: Vec<Vec<u32>>,
    /// The elements of lost positions, in order.
    pub lost: Vec<u32>,
    /// The element of each heap from 0 on.
    pub pretending: Vec<u32>,
    /// From where on and after how many heaps the elements repeat for ever, if that is claimed.
    pub period: Option<(u64, u64)>,
}

impl Certificate {
    /// What the file says it is.
    pub const FORMAT: &'static str = "grundy-misere-quotient";
    /// The version of this format.
    pub const VERSION: u32 = 1;

    /// Of a quotient of heaps by these rules.
    pub fn new(rules: &Rules, found: &QuotientAnswer) -> Certificate {
        let small = |elements: &[usize]| elements.iter().map(|&element| element as u32).collect();
        Certificate {
            format: Certificate::FORMAT.into(),
            version: Certificate::VERSION,
            rules: rules.source.clone(),
            lets: rules.lets.clone(),
            table: found.table.clone(),
            lost: small(&found.lost),
            pretending: small(&found.pretending),
            period: found.preperiod.zip(found.period),
        }
    }
}

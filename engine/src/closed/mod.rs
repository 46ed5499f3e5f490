//! Values that have a formula: each with its proof, and tested against the plain definition.

pub mod factors;
pub mod staircase;

//! The engines against the plain definitions, the laws of the theory, and sourced facts.

mod analyses;
mod compounds;
mod facts;
mod formats;
mod hostile;
mod laws;
mod plain;
mod rivals;
mod shapes;
mod sums;

pub(crate) use plain::Random;

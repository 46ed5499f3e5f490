//! The engines against the plain definitions, the laws of the theory, and sourced facts.

mod facts;
mod laws;
mod plain;
mod rivals;
mod shapes;

//! What can be proved of a rule from its form: inequalities between its terms, what every move lowers, and what stays.

pub mod cases;
pub mod linear;
pub mod potential;

pub(crate) mod settled;

//! What can be proved of a rule from its form: inequalities between its terms, what every move lowers, and what stays.

pub(crate) mod bounds;
pub(crate) mod cases;
pub(crate) mod far;
pub(crate) mod growth;
pub(crate) mod linear;
pub(crate) mod potential;
pub(crate) mod settled;

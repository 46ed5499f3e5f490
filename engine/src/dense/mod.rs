//! Dense tables: every position below a bound has its value, in one array.

mod space;
mod stream;
mod table;

pub use table::Dense;

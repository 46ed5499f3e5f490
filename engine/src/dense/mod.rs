//! Dense tables: every position below a bound has its value, in one array.

mod fill;
mod interior;
mod judged;
mod kernel;
mod slanted;
mod sliding;
mod space;
mod table;

pub(crate) use judged::Judged;
pub(crate) use kernel::Goal;
pub use table::Dense;

//! Combinatorial games solved from their rules: who wins, by which moves, and why.
//!
//! `rules → plan → engine → report`: a person writes the rules as they would in a book, the planner finds the
//! fastest sound engine, and the report carries value, winning moves and reason.

mod error;
pub mod heap;
mod limits;
mod nimber;
mod outcome;
mod progress;
pub mod verify;

pub use error::{Error, ErrorKind, Result};
pub use limits::{Bytes, Limits};
pub use nimber::{MexSet, Nimber, mex};
pub use outcome::{Outcome, Play};
pub use progress::{Progress, Quiet, Step, Stop};

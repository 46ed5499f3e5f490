//! Combinatorial games solved from their rules: who wins, by which moves, and why.
//!
//! `rules → plan → engine → report`: a person writes the rules as they would in a book, the planner finds the
//! fastest sound engine, and the report carries value, winning moves and reason.

pub mod ask;
pub mod boards;
pub mod catalogue;
pub mod draw;
pub mod graph;
pub mod heap;
pub mod nim_field;
pub mod plan;
pub mod rules;
pub mod verify;

mod dense;
mod engine;
mod error;
mod factors;
mod ledger;
mod limits;
mod nim_arithmetic;
mod nimber;
mod outcome;
mod position;
mod progress;
mod report;
mod search;
mod solve;
mod work;

pub use engine::Engine;
pub use error::{Error, ErrorKind, Result};
pub use graph::LoopyValue;
pub use limits::{Bytes, Limits};
pub use nim_arithmetic::nim_arithmetic;
pub use nimber::{MexSet, Nimber, mex};
pub use outcome::{Outcome, Play};
pub use position::{Component, Coordinate, Place, Position};
pub use progress::{Progress, Quiet, Step, Stop};
pub use report::{
    ComponentReport, Cost, MexReason, MoveReport, NimSum, Part, PlanReport, Reason, Report, SearchCost,
    show_parts,
};
pub use rules::{Lets, Literal, Rules};
pub use solve::{
    Cell, Judged, Judgement, PeriodAnswer, PeriodSearch, Request, Solver, Table, list_moves, small_position,
    solve, table,
};
pub use work::Work;

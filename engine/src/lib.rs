//! Combinatorial games solved from their rules: who wins, by which moves, and why.
//!
//! `rules → plan → engine → report`: a person writes the rules as they would in a book, the planner finds the
//! fastest sound engine, and the report carries value, winning moves and reason.

pub mod arena;
pub mod ask;
pub mod boards;
pub mod catalogue;
pub mod draw;
pub mod formats;
pub mod graph;
pub mod heap;
pub mod nim_field;
pub mod plan;
pub mod proofs;
pub mod rules;
pub mod verify;

mod dense;
mod engine;
mod error;
mod factors;
mod game;
mod ledger;
mod limits;
mod literal;
mod loopy_value;
mod machine;
mod nearest;
mod nim_arithmetic;
mod nimber;
mod open;
mod outcome;
mod position;
mod progress;
mod reason;
mod report;
mod search;
mod sentence;
mod sketch;
mod solve;
mod work;

pub use engine::Engine;
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use literal::{Lets, Literal};
pub use loopy_value::LoopyValue;
pub use machine::{Bytes, Threads};
pub use nearest::nearest;
pub use nim_arithmetic::nim_arithmetic;
pub use nimber::{MexSet, Nimber, mex};
pub use open::{Opened, Source, open, read_rules, unknown};
pub use outcome::{Outcome, Play};
pub use position::{Component, Coordinate, Place, Position};
pub use progress::{Progress, Quiet, Step, Stop};
pub use report::{
    ComponentReport, Cost, Judgement, MexReason, MoveReport, NimSum, Part, PlanReport, Reason, Report,
    SearchCost, show_parts,
};
pub use rules::Rules;
pub use sentence::{
    BoardTheorem, Clause, CoordinateWords, EngineName, Fault, Fit, Misfit, Movement, NextStep, OptionValues,
    Piece, Pieces, Places, Reach, RuleSentence, Sentence, SetWords, ShapeName, Target, Theorems, Warning,
};
pub use solve::analysis;
pub use solve::{
    Cell, Judged, PeriodAnswer, PeriodSearch, Request, RulesArena, Solver, Table, list_moves, small_position,
    solve, table,
};
pub use work::Work;

// The text of the package's page is that of the library, so that its examples run as tests.
#![doc = include_str!("../README.md")]

pub mod arena;
pub mod ask;
pub mod boards;
pub mod catalogue;
pub mod draw;
pub mod emit;
pub mod formats;
pub mod graph;
pub mod heap;
pub mod misere;
pub mod named;
pub mod nim_arithmetic;
pub mod nim_field;
pub mod plan;
pub mod program;
pub mod prove;
pub mod report;
pub mod rules;
pub mod solve;
pub mod verify;

/// What the library says, as data: each sentence is a key with its parts, and reads as English.
pub mod sentence {
    pub use crate::error::{Fault, NextStep, Piece, Pieces};
    pub use crate::report::sentence::*;
    pub use crate::rules::{Clause, CoordinateWords, Places, RuleSentence, SetWords, Target, Warning};
}

mod automata;
mod bytes;
mod dense;
mod engine;
mod error;
mod factors;
mod game;
mod keyed;
mod limits;
mod literal;
mod loopy_value;
mod machine;
mod meter;
mod nearest;
mod nimber;
mod number_text;
mod open;
mod outcome;
mod places;
mod position;
mod progress;
mod proofs;
mod reason;
mod search;
mod series;
mod sketch;
mod work;

pub use bytes::{Amount, Bytes};
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use literal::{Lets, Literal};
pub use loopy_value::LoopyValue;
pub use machine::Threads;
pub use nimber::{MexSet, Nimber, mex};
pub use open::{Opened, Source, open, read_rules, unknown};
pub use outcome::{Outcome, Play};
pub use position::{Component, Coordinate, Place, Position};
pub use progress::{Patience, Progress, Quiet, Step, Stop};
pub use report::Report;
pub use rules::Rules;
pub use series::{Brief, Opener, Series};
pub use solve::{Request, solve};
pub use work::Work;

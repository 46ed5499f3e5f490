//! Games on heaps: nim-sequences, their values far out, and their periods with proof.
//!
//! | game | type |
//! |---|---|
//! | taking and breaking: `0.77`, `4.7`, `0.3F`, Grundy's game | [`TakeBreak`], [`Sequence`] |
//! | a finite set of amounts | [`Subtraction`] |
//! | all amounts but finitely many | [`AllBut`] |
//! | squares, primes, powers, … | [`Amounts`] |
//! | bounded step with finite memory: castles, even matches | [`Window`] |
//! | one heap beside finitely many rows or tags: Wythoff with `x ≤ 18` | [`Rows`] |
//! | known formulas: Nim, Lasker's Nim, Wythoff, … | [`closed`] |
//!
//! [`HeapGame`] is one door to the first three. A period is a [`Period`] in a [`PeriodReport`] with its [`Verdict`]; what is proved comes
//! with a [`Certificate`] for the checker of its own, `verify`. Long runs go through [`Sequence::checkpoint`] and [`Sequence::resume`].

mod all_but;
mod cells;
mod census;
mod certificate;
mod checkpoint;
pub mod closed;
mod code;
mod digest;
mod exact;
#[cfg(test)]
mod facts_tests;
mod fast;
mod game;
mod identify;
mod kernel;
mod packed;
mod period;
mod plain;
mod recurrence;
mod rows;
mod segments;
mod sets;
mod sparse;
mod subtraction;
mod sums;
mod taking_breaking;
mod window;

pub use all_but::AllBut;
pub use census::{Family, Shape};
pub use certificate::{Certificate, CertifiedGame, Proof, RuleText, hash};
pub use code::{Split, TakeBreak};
pub use fast::SparseProof;
pub use game::{HeapGame, HeapRules, period};
pub use identify::{Candidate, compared, first_difference, identify};
pub(crate) use period::seen as seen_period;
pub use period::{Period, PeriodReport, Theorem, Verdict, values_needed};
pub use plain::plain_values;
pub use rows::{FarMoves, Return, RowCertificate, RowGame, Rows, Sweep, Target};
pub use segments::{Cut, SegmentedCertificate};
pub use sets::Amounts;
pub use sparse::Class;
pub use subtraction::Subtraction;
pub use taking_breaking::Sequence;
pub use window::{Fall, Window};

//! Games on heaps: nim-sequences, their values far out, and their periods with proof.
//!
//! | game | type |
//! |---|---|
//! | taking and breaking: `0.77`, `4.7`, `0.3F`, Grundy's game | [`TakeBreak`], [`Sequence`] |
//! | a finite set of amounts | [`Subtraction`] |
//! | all amounts but finitely many | [`AllBut`] |
//!
//! A period is a [`Period`] in a [`PeriodReport`] with its [`Verdict`].

mod all_but;
mod certificate;
mod code;
mod exact;
#[cfg(test)]
mod facts;
mod fast;
mod kernel;
mod packed;
mod period;
mod plain;
mod recurrence;
mod sparse;
mod subtraction;
mod taking_breaking;

pub use all_but::AllBut;
pub use certificate::{Certificate, CertifiedGame, Proof, hash};
pub use code::{Split, TakeBreak};
pub use fast::SparseProof;
pub use period::{Period, PeriodReport, Theorem, Verdict, values_needed};
pub use plain::plain_values;
pub use sparse::Class;
pub use subtraction::Subtraction;
pub use taking_breaking::Sequence;

//! Games given as graphs: vertices are positions, edges are moves.
//!
//! | file | question |
//! |---|---|
//! | [`csr`] | the graph itself, in compressed sparse rows |
//! | [`order`] | followers before positions, or the cycle that forbids it |
//! | [`retrograde`] | who wins, with draws, and how many moves it takes |
//! | [`grundy`] | values of an acyclic graph |
//! | [`loopy`] | values of a graph with cycles: a nimber or ∞(K) |
//! | [`score`] | the best score where moves gain points |

pub mod csr;
pub mod grundy;
pub mod loopy;
pub mod order;
pub mod retrograde;
pub mod score;

mod memory;
mod prefetch;
mod scatter;
mod threads;

#[cfg(test)]
mod tests;

pub use csr::{Graph, GraphBuilder, Vertex};
pub use loopy::LoopyValue;
pub use threads::Threads;

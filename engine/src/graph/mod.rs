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
//! | [`sum`] | several tokens: who wins, by which moves, and how to end it |
//! | [`compound`] | other ways to play several games as one |
//! | [`product`] | several games written out as one graph |
//! | [`grundy_functions`] | whether a cyclic graph has a Grundy function, and how many |

pub mod compound;
pub mod csr;
pub mod grundy;
pub mod grundy_functions;
pub mod loopy;
pub mod order;
pub mod product;
pub mod retrograde;
pub mod score;
pub mod sum;

mod builder;
pub(crate) mod explore;
pub(crate) mod few;
mod scatter;
pub(crate) mod turns;

#[cfg(test)]
pub(crate) mod tests;

pub use builder::GraphBuilder;
pub use csr::{Graph, Vertex};

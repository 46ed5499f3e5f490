//! Sets and relations of numbers as finite automata.
//!
//! Numbers are written in a [`Numeration`] system, most significant digit first, several of them on parallel *tracks* with
//! zeros in front of the shorter ones. An [`Automaton`] reads one digit of every track at a time. Relations that finite
//! automata accept are closed under and, or, not and "there is", and linear equations and inequalities are among them, so
//! that every statement made of these can be decided.
//!
//! Literature: Büchi 1960; Bruyère, Hansel, Michaux, Villemaire, *Logic and p-recognizable sets of integers*, 1994; for
//! systems other than bases Bruyère and Hansel 1997. Every construction counts its states as memory and asks its
//! [`Work`](crate::work::Work) whether to go on.

mod automaton;
mod linear;
mod minimal;
mod numeration;
mod product;
mod projection;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use automaton::{Automaton, DEAD, State, letter_count};
pub(crate) use linear::{Comparison, linear, nim_sum, residue};
pub(crate) use numeration::Numeration;
pub(crate) use words::{Completions, completions};

//! Rules of pictures on boards that fit a word: the same game as [`super::game`] plays, on planes of bits.
//!
//! It is used where every play ends and at most four classes of letters are asked for on at most 64 places; everything else,
//! and everything that people see, stays with the letters themselves.
//!
//! *Why parts may be blank elsewhere.* A part keeps the places of its possible placements; all others hold what no picture asks
//! for. A placement that lies there needs what the part keeps; where every play ends, each placement asks for something on a
//! place that it writes (else it could be made again and again), and such a place is live, and so of this part. So the
//! placements that lie are those of the part.

mod forms;
mod game;
mod layout;
mod pairs;
mod search;
mod shapes;

pub(super) use search::{Fast, fast, misere, values};
